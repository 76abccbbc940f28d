//! Almost locked sets: cells of a house with one candidate more than they are.

use super::grid::{Cells, Grid, HOUSE, Marks, bits, members, seen_by_all};
use super::step::{Effect, Round, Step, house_bit};
use crate::board::{COUNT, HOUSES, houses_of};

/// An almost locked set.
#[derive(Clone, Copy)]
pub(super) struct Als {
    pub(super) cells: Cells,
    pub(super) digits: u16,
}

/// All almost locked sets of a state, each once.
pub(super) fn almost_locked_sets(grid: &Grid) -> Vec<Als> {
    let mut sets = Vec::new();
    // By a mask of the blank cells of a house: their candidates.
    let mut unions = [0; 512];
    for house in 0..HOUSES {
        let mut blanks = [0; 9];
        let mut count = 0;
        for cell in members(grid.blanks & HOUSE[house]) {
            blanks[count] = cell;
            count += 1;
        }
        for places in 1..1usize << count {
            let rest = places & (places - 1);
            let digits = unions[rest] | grid.cells[blanks[places.trailing_zeros() as usize]];
            unions[places] = digits;
            if COUNT[usize::from(digits)] == COUNT[places] + 1 {
                let cells = bits(places as u16).fold(0, |cells, place| cells | 1 << blanks[place]);
                if is_first(cells, house) {
                    sets.push(Als { cells, digits });
                }
            }
        }
    }
    sets
}

/// Is this the first house that holds all the cells?
fn is_first(cells: Cells, house: usize) -> bool {
    let others = houses_of(cells.trailing_zeros() as usize).into_iter();
    others
        .take_while(|&other| other < house)
        .all(|other| cells & !HOUSE[other] != 0)
}

/// An almost locked set with, for each digit, what sees all its places.
struct Watched {
    set: Als,
    seen: Marks,
    /// The digits of which something sees all places.
    active: u16,
    /// Has a cell of it changed since the technique was last searched for?
    is_new: bool,
}

/// Two sets with a restricted common digit: as they cannot both have it, one of them has
/// all its others. With two such digits each of them does.
pub(super) fn xz(round: &mut Round<'_>) {
    let grid = round.grid;
    let changed = round.changed_cells();
    let all = almost_locked_sets(grid);
    let mut sets = Vec::with_capacity(all.len());
    for set in all {
        let (mut seen, mut active) = ([0; 9], 0u16);
        for digit in bits(set.digits) {
            let candidates = grid.candidates[digit];
            seen[digit] = candidates & seen_by_all(candidates & set.cells);
            active |= u16::from(seen[digit] != 0) << digit;
        }
        // One digit is restricted, and another is removed or restricted, too.
        if active & active.wrapping_sub(1) != 0 {
            let is_new = set.cells & changed != 0;
            sets.push(Watched {
                set,
                seen,
                active,
                is_new,
            });
        }
    }
    let mut places: Vec<(Cells, &Watched)> = Vec::with_capacity(sets.len());
    for digit in 0..9 {
        // The sets by their places of the digit, some of which have the same.
        let active = sets.iter().filter(|set| set.active >> digit & 1 != 0);
        places.clear();
        places.extend(active.map(|set| (grid.candidates[digit] & set.set.cells, set)));
        places.sort_by_key(|&(cells, _)| cells);
        let mut groups = Vec::with_capacity(places.len());
        groups.extend(places.chunk_by(|(a, _), (b, _)| a == b));
        let cells: Vec<Cells> = groups.iter().map(|group| group[0].0).collect();
        for (i, one) in groups.iter().enumerate() {
            let seen = one[0].1.seen[digit];
            for j in (i + 1..groups.len()).filter(|&j| cells[j] & !seen == 0) {
                for (_, a) in *one {
                    for (_, b) in groups[j].iter().filter(|(_, b)| a.is_new || b.is_new) {
                        restricted(round, a, b, digit);
                    }
                }
            }
        }
    }
}

/// Two sets that cannot both have `digit`.
fn restricted(round: &mut Round<'_>, a: &Watched, b: &Watched, digit: usize) {
    let grid = round.grid;
    let common = a.set.digits & b.set.digits;
    let mut restricted = 1 << digit;
    let mut is_effective = false;
    for other in bits(common & a.active & b.active & !restricted) {
        if grid.candidates[other] & b.set.cells & !a.seen[other] == 0 {
            restricted |= 1 << other;
        }
        is_effective |= a.seen[other] & b.seen[other] != 0;
    }
    let is_double = restricted != 1 << digit;
    // Of two restricted digits, one is enough to find the pair.
    if !(is_effective || is_double) || restricted.trailing_zeros() as usize != digit {
        return;
    }
    let mut step = Step::new();
    // A single restricted digit proves nothing about itself.
    let shared = if is_double {
        common
    } else {
        common & !restricted
    };
    for digit in bits(shared) {
        step.effect.eliminations[digit] = a.seen[digit] & b.seen[digit];
    }
    if is_double {
        for Watched { set, seen, .. } in [a, b] {
            for digit in bits(set.digits & !restricted) {
                step.effect.eliminations[digit] |= seen[digit];
            }
        }
    }
    if step.effect != Effect::default() {
        if round.is_observed() {
            step.digits = a.set.digits | b.set.digits;
            step.mark(grid, a.set.cells);
            step.mark_second(grid, b.set.cells);
        }
        round.add(step);
    }
}

/// The cells where a box and a line cross, with at least two candidates more than they
/// are, and a set in the rest of each that shares no digit with the other: if all have
/// as many digits as cells, each digit has its place among them.
pub(super) fn sue_de_coq(round: &mut Round<'_>) {
    let changed = round.changed_cells();
    for line in 0..18 {
        for r#box in 18..27 {
            if changed & (HOUSE[line] | HOUSE[r#box]) == 0 {
                continue;
            }
            let crossing = round.grid.blanks & HOUSE[line] & HOUSE[r#box];
            for cells in subsets(crossing) {
                let digits = digits_of(round.grid, cells);
                if cells.count_ones() >= 2 && digits.count_ones() >= cells.count_ones() + 2 {
                    divided(round, line, r#box, Als { cells, digits });
                }
            }
        }
    }
}

fn divided(round: &mut Round<'_>, line: usize, r#box: usize, crossing: Als) {
    let grid = round.grid;
    // How many digits of the crossing a set takes up by itself.
    let taken = |set: &Als| {
        set.cells.count_ones() as i32 - i32::from(COUNT[usize::from(set.digits & !crossing.digits)])
    };
    let takers = |cells: Cells| -> Vec<Als> {
        subsets(grid.blanks & cells)
            .map(|cells| Als {
                cells,
                digits: digits_of(grid, cells),
            })
            .filter(|set| set.digits & crossing.digits != 0 && taken(set) > 0)
            .collect()
    };
    let in_line = takers(HOUSE[line] & !HOUSE[r#box]);
    if in_line.is_empty() {
        return;
    }
    let in_box = takers(HOUSE[r#box] & !HOUSE[line]);
    let wanted = crossing.digits.count_ones() as i32 - crossing.cells.count_ones() as i32;
    for a in &in_line {
        for b in &in_box {
            if a.digits & b.digits != 0 || taken(a) + taken(b) != wanted {
                continue;
            }
            let rest_of_line = HOUSE[line] & !(a.cells | crossing.cells);
            let rest_of_box = HOUSE[r#box] & !(b.cells | crossing.cells);
            let mut step = Step::new();
            step.eliminate((crossing.digits | a.digits) & !b.digits, rest_of_line);
            step.eliminate((crossing.digits | b.digits) & !a.digits, rest_of_box);
            step.digits = crossing.digits | a.digits | b.digits;
            (step.base, step.cover) = (house_bit(line), house_bit(r#box));
            step.mark(grid, crossing.cells);
            step.mark_second(grid, a.cells | b.cells);
            round.add(step);
        }
    }
}

/// The subsets of a set of cells but for the empty one.
fn subsets(cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::successors(Some(cells), move |&subset| {
        (subset != 0).then(|| (subset - 1) & cells)
    })
    .filter(|&subset| subset != 0)
}

fn digits_of(grid: &Grid, cells: Cells) -> u16 {
    members(cells).fold(0, |digits, cell| digits | grid.cells[cell])
}
