//! Fish: lines whose places of a digit lie in as many crossing lines, with or without fins.

use super::grid::{
    Cells, HOUSE, bits, closed_subsets, mask_of, members, narrow_subsets, seen_by_all,
};
use super::step::{Round, Step};
use crate::board::COUNT;

/// The lines of one direction: the digit's places in each, and where the houses of this
/// and of the crossing direction start.
struct Lines {
    all: [u16; 9],
    /// The same without those of one place, which are hidden singles.
    places: [u16; 9],
    /// The lines that have such places.
    usable: u16,
    base: usize,
    cover: usize,
}

/// The lines of a digit, rows first.
fn lines(candidates: Cells) -> [Lines; 2] {
    let (mut rows, mut columns) = ([0u16; 9], [0u16; 9]);
    for cell in members(candidates) {
        rows[cell / 9] |= 1 << (cell % 9);
        columns[cell % 9] |= 1 << (cell / 9);
    }
    [(rows, 0, 9), (columns, 9, 0)].map(|(all, base, cover)| {
        let places = all.map(|mask| if mask.is_power_of_two() { 0 } else { mask });
        Lines {
            all,
            places,
            usable: mask_of(|line| places[line] != 0),
            base,
            cover,
        }
    })
}

/// The cells of some lines, bits 0–8, of a direction.
fn union(first: usize, lines: u16) -> Cells {
    bits(lines).fold(0, |cells, line| cells | HOUSE[first + line])
}

fn step(digit: usize, lines: &Lines, base: u16, cover: u16) -> Step {
    let mut step = Step::new();
    step.digits = 1 << digit;
    step.base = u32::from(base) << lines.base;
    step.cover = u32::from(cover) << lines.cover;
    step
}

pub(super) fn plain(round: &mut Round<'_>, size: usize) {
    for digit in round.changed_digits() {
        let candidates = round.grid.candidates[digit];
        for lines in lines(candidates) {
            closed_subsets(&lines.places, size, &mut |base, cover| {
                let removed = candidates & union(lines.cover, cover) & !union(lines.base, base);
                if removed != 0 {
                    let mut step = step(digit, &lines, base, cover);
                    step.pattern[digit] = candidates & union(lines.base, base);
                    step.effect.eliminations[digit] = removed;
                    round.add(step);
                }
            });
        }
    }
}

/// Fish with one to five places outside their cover lines, the fins. What is removed
/// must see all of these, and lies outside the base lines; so the fins lie in one box,
/// and outside of it the cover lines are forced.
pub(super) fn finned(round: &mut Round<'_>, size: usize, sashimi: bool) {
    for digit in round.changed_digits() {
        for lines in lines(round.grid.candidates[digit]) {
            for r#box in 0..9 {
                // The box's lines in this direction, and in the crossing one.
                let along = 0b111u16 << (r#box / 3 * 3);
                let across = 0b111u16 << (r#box % 3 * 3);
                // One line has a fin, another what is removed.
                let held = bits(along).filter(|&line| lines.all[line] & across != 0);
                if held.count() < 2 {
                    continue;
                }
                let usable = lines.usable & along;
                for base_in_box in subsets(usable).filter(|&base| base != 0 && base != along) {
                    let fish = Finned {
                        digit,
                        lines: &lines,
                        along,
                        across,
                        sashimi,
                    };
                    fish.with_base_in_box(round, size, base_in_box);
                }
            }
        }
    }
}

/// All subsets of a mask, itself first, the empty one last.
fn subsets(mask: u16) -> impl Iterator<Item = u16> {
    let below = move |&subset: &u16| subset.checked_sub(1).map(|less| less & mask);
    std::iter::successors(Some(mask), below)
}

/// What is known of a finned fish before its lines.
struct Finned<'a> {
    digit: usize,
    lines: &'a Lines,
    /// The lines of the fins' box in the direction of the base, and in that of the cover.
    along: u16,
    across: u16,
    sashimi: bool,
}

impl Finned<'_> {
    /// All fish with these of the base lines in the box of the fins.
    fn with_base_in_box(&self, round: &mut Round<'_>, size: usize, base_in_box: u16) {
        let places = &self.lines.places;
        let union =
            |places: &[u16; 9], lines: u16| bits(lines).fold(0, |union, line| union | places[line]);
        let inside = union(places, base_in_box) & self.across;
        let removable = union(&self.lines.all, self.along & !base_in_box) & self.across;
        let outside = union(places, base_in_box) & !self.across;
        if inside == 0 || removable == 0 || usize::from(COUNT[usize::from(outside)]) >= size {
            return;
        }
        let others = self.lines.usable & !self.along;
        let start = (base_in_box, outside);
        narrow_subsets(places, others, size, start, &mut |base, forced| {
            for extra in subsets(inside & !forced) {
                let cover = forced | extra;
                if cover.count_ones() as usize == size && cover & removable != 0 {
                    self.with_cover(round, base, cover);
                }
            }
        });
    }

    fn with_cover(&self, round: &mut Round<'_>, base: u16, cover: u16) {
        let (digit, lines) = (self.digit, self.lines);
        let kept = bits(base).map(|line| (lines.places[line] & cover).count_ones());
        let fewest = kept.min().unwrap_or(0);
        if fewest == 0 || (fewest == 1) != self.sashimi {
            return;
        }
        let candidates = round.grid.candidates[digit];
        let (base_cells, cover_cells) = (union(lines.base, base), union(lines.cover, cover));
        let fins = candidates & base_cells & !cover_cells;
        let in_box = union(lines.base, self.along) & union(lines.cover, self.across);
        let removed = candidates & cover_cells & !base_cells & in_box & seen_by_all(fins);
        if removed != 0 && (1..=5).contains(&fins.count_ones()) {
            let mut step = step(digit, lines, base, cover);
            step.pattern[digit] = candidates & base_cells & cover_cells;
            step.second[digit] = fins;
            step.effect.eliminations[digit] = removed;
            round.add(step);
        }
    }
}
