//! Naked and hidden pairs, triples and quads.

use super::grid::{HOUSE, bits, cells_of, closed_subsets, common_houses, seen_by_all};
use super::step::{Round, Step, house_bit};
use crate::board::{HOUSE_CELLS, HOUSES};

/// The houses with cells that have changed since the technique was last searched for, and
/// with more blank cells than a subset has. Where it has all of them it does something only
/// in another house that holds it.
fn changed_houses(round: &Round<'_>, size: usize) -> impl Iterator<Item = usize> + use<> {
    let changed = round.changed_cells();
    let open = round.grid.open;
    (0..HOUSES).filter(move |&house| usize::from(open[house]) > size && HOUSE[house] & changed != 0)
}

/// Cells of a house that have as many candidates between them as they are: every cell
/// that sees them all loses these.
pub(super) fn naked(round: &mut Round<'_>, size: usize) {
    let grid = round.grid;
    for house in changed_houses(round, size) {
        let masks = HOUSE_CELLS[house].map(|cell| {
            let digits = grid.cells[usize::from(cell)];
            // A single candidate is a naked single.
            if (2..=size).contains(&(digits.count_ones() as usize)) {
                digits
            } else {
                0
            }
        });
        closed_subsets(&masks, size, &mut |places, digits| {
            let cells = cells_of(house, places);
            let seen = seen_by_all(cells);
            if bits(digits).any(|digit| grid.candidates[digit] & seen != 0) {
                let mut step = Step::new();
                step.digits = digits;
                (step.base, step.cover) = (house_bit(house), common_houses(cells));
                step.mark(grid, cells);
                step.eliminate(digits, seen);
                round.add(step);
            }
        });
    }
}

/// Digits of a house that have as many places between them as they are: the cells lose
/// all others.
pub(super) fn hidden(round: &mut Round<'_>, size: usize) {
    let grid = round.grid;
    for house in changed_houses(round, size) {
        // A single place is a hidden single.
        let masks = grid.places(house).map(|places| {
            if (2..=size).contains(&(places.count_ones() as usize)) {
                places
            } else {
                0
            }
        });
        closed_subsets(&masks, size, &mut |digits, places| {
            let cells = cells_of(house, places);
            let others = 0x1ff & !digits;
            if bits(others).any(|digit| grid.candidates[digit] & cells != 0) {
                let mut step = Step::new();
                step.digits = digits;
                (step.base, step.cover) = (house_bit(house), house_bit(house));
                for digit in bits(digits) {
                    step.pattern[digit] = grid.candidates[digit] & cells;
                }
                step.eliminate(others, cells);
                round.add(step);
            }
        });
    }
}
