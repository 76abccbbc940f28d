//! Almost locked sets: cells of a house with one candidate more than they are.

use super::grid::{Cells, Grid, HOUSE, Marks, bits, members, seen_by_all};
use super::step::{Effect, Round, Step, house_bit};
use crate::board::{HOUSE_CELLS, HOUSES};

/// An almost locked set.
#[derive(Clone, Copy)]
pub(super) struct Als {
    pub(super) cells: Cells,
    pub(super) digits: u16,
}

/// All almost locked sets of a state, each once.
pub(super) fn almost_locked_sets(grid: &Grid) -> Vec<Als> {
    let mut sets = Vec::new();
    // By the mask of the places in a house: the cells, none if one is filled.
    let nothing = Als {
        cells: 0,
        digits: 0,
    };
    let mut unions = vec![nothing; 512];
    for house in 0..HOUSES {
        for places in 1..512usize {
            let (rest, place) = (places & (places - 1), places.trailing_zeros());
            let cell = usize::from(HOUSE_CELLS[house][place as usize]);
            let before = unions[rest];
            unions[places] = nothing;
            if grid.cells[cell] == 0 || (before.cells == 0 && rest != 0) {
                continue;
            }
            let set = Als {
                cells: before.cells | 1 << cell,
                digits: before.digits | grid.cells[cell],
            };
            unions[places] = set;
            if set.digits.count_ones() == set.cells.count_ones() + 1 && is_first(set.cells, house) {
                sets.push(set);
            }
        }
    }
    sets
}

/// Is this the first house that holds all the cells?
fn is_first(cells: Cells, house: usize) -> bool {
    HOUSE[..house].iter().all(|other| cells & !other != 0)
}

/// An almost locked set with, for each digit, what sees all its places.
struct Watched {
    set: Als,
    seen: Marks,
}

/// The almost locked sets that have one digit in the same cells.
struct Places {
    cells: Cells,
    seen: Cells,
    sets: Vec<usize>,
}

/// Two sets with a restricted common digit: as they cannot both have it, one of them has
/// all its others. With two such digits each of them does.
pub(super) fn xz(round: &mut Round<'_>) {
    let grid = round.grid;
    let sets: Vec<Watched> = almost_locked_sets(grid)
        .into_iter()
        .map(|set| Watched {
            set,
            seen: grid
                .candidates
                .map(|cells| cells & seen_by_all(cells & set.cells)),
        })
        .collect();
    for digit in 0..9 {
        let mut all: Vec<Places> = Vec::new();
        for (i, Watched { set, seen }) in sets.iter().enumerate() {
            let cells = grid.candidates[digit] & set.cells;
            match all.iter_mut().find(|places| places.cells == cells) {
                _ if cells == 0 => (),
                Some(places) => places.sets.push(i),
                None => all.push(Places {
                    cells,
                    seen: seen[digit],
                    sets: vec![i],
                }),
            }
        }
        for (i, one) in all.iter().enumerate() {
            for other in all[i + 1..]
                .iter()
                .filter(|other| other.cells & !one.seen == 0)
            {
                for &a in &one.sets {
                    for &b in &other.sets {
                        joined(round, &sets[a], &sets[b], digit);
                    }
                }
            }
        }
    }
}

/// Two sets that cannot both have `digit`.
fn joined(round: &mut Round<'_>, a: &Watched, b: &Watched, digit: usize) {
    let grid = round.grid;
    let common = a.set.digits & b.set.digits;
    let is_restricted = |&digit: &usize| grid.candidates[digit] & b.set.cells & !a.seen[digit] == 0;
    let restricted = bits(common & !(1 << digit))
        .filter(is_restricted)
        .fold(1 << digit, |mask, digit| mask | 1 << digit);
    let is_double = u16::count_ones(restricted) > 1;
    // A single restricted digit proves nothing about itself.
    let shared = if is_double {
        common
    } else {
        common & !restricted
    };
    let mut effect = Effect::default();
    for digit in bits(shared) {
        effect.eliminations[digit] = a.seen[digit] & b.seen[digit];
    }
    if is_double {
        for Watched { set, seen } in [a, b] {
            for digit in bits(set.digits & !restricted) {
                effect.eliminations[digit] |= seen[digit];
            }
        }
    }
    if effect != Effect::default() {
        let mut step = Step::new();
        step.effect = effect;
        step.digits = a.set.digits | b.set.digits;
        step.mark(grid, a.set.cells);
        step.mark_second(grid, b.set.cells);
        round.add(step);
    }
}

/// The cells where a box and a line cross, with at least two candidates more than they
/// are, and a set in the rest of each that shares no digit with the other: if all have
/// as many digits as cells, each digit has its place among them.
pub(super) fn sue_de_coq(round: &mut Round<'_>) {
    for line in 0..18 {
        for r#box in 18..27 {
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
        set.cells.count_ones() as i32 - (set.digits & !crossing.digits).count_ones() as i32
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
