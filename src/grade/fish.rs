//! Fish: lines whose places of a digit lie in as many crossing lines, with or without fins.

use super::grid::{Cells, HOUSE, bits, closed_subsets, members, narrow_subsets, seen_by_all};
use super::step::{Round, Step};

/// The lines of one direction: the digit's places in each, and where the houses of this
/// and of the crossing direction start.
struct Lines {
    places: [u16; 9],
    base: usize,
    cover: usize,
}

/// The lines of a digit, rows first. Those with one place are hidden singles and left out.
fn lines(candidates: Cells) -> [Lines; 2] {
    let (mut rows, mut columns) = ([0u16; 9], [0u16; 9]);
    for cell in members(candidates) {
        rows[cell / 9] |= 1 << (cell % 9);
        columns[cell % 9] |= 1 << (cell / 9);
    }
    [(rows, 0, 9), (columns, 9, 0)].map(|(places, base, cover)| Lines {
        places: places.map(|mask| if mask.is_power_of_two() { 0 } else { mask }),
        base,
        cover,
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
    for digit in 0..9 {
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
    for digit in 0..9 {
        let candidates = round.grid.candidates[digit];
        for lines in lines(candidates) {
            let available = (0..9)
                .filter(|&line| lines.places[line] != 0)
                .fold(0, |available, line| available | 1 << line);
            for r#box in 0..9 {
                // The box's lines in this direction, and in the crossing one.
                let along = 0b111u16 << (r#box / 3 * 3);
                let across = 0b111u16 << (r#box % 3 * 3);
                if candidates & union(lines.base, along) & union(lines.cover, across) == 0 {
                    continue;
                }
                let mut outside = lines.places;
                for line in bits(along) {
                    outside[line] &= !across;
                }
                narrow_subsets(&outside, available, size, &mut |base, forced| {
                    // What is removed lies in the box and outside the base lines.
                    if base & along == 0 || along & !base == 0 {
                        return;
                    }
                    let inside = bits(base & along)
                        .fold(0, |inside, line| inside | lines.places[line] & across);
                    let free = inside & !forced;
                    let wanted = size as u32 - forced.count_ones();
                    // All subsets of the cover lines that are free.
                    let mut extra = free;
                    loop {
                        if extra.count_ones() == wanted {
                            let cover = forced | extra;
                            with_cover(
                                round,
                                digit,
                                &lines,
                                (base, cover),
                                (along, across),
                                sashimi,
                            );
                        }
                        if extra == 0 {
                            break;
                        }
                        extra = (extra - 1) & free;
                    }
                });
            }
        }
    }
}

fn with_cover(
    round: &mut Round<'_>,
    digit: usize,
    lines: &Lines,
    (base, cover): (u16, u16),
    (along, across): (u16, u16),
    sashimi: bool,
) {
    let kept = || bits(base).map(|line| (lines.places[line] & cover).count_ones());
    if kept().any(|places| places == 0) || kept().any(|places| places == 1) != sashimi {
        return;
    }
    let candidates = round.grid.candidates[digit];
    let (base_cells, cover_cells) = (union(lines.base, base), union(lines.cover, cover));
    let fins = candidates & base_cells & !cover_cells;
    let in_box = union(lines.base, along) & union(lines.cover, across);
    let removed = candidates & cover_cells & !base_cells & in_box & seen_by_all(fins);
    if removed != 0 && (1..=5).contains(&fins.count_ones()) {
        let mut step = step(digit, lines, base, cover);
        step.pattern[digit] = candidates & base_cells & cover_cells;
        step.second[digit] = fins;
        step.effect.eliminations[digit] = removed;
        round.add(step);
    }
}
