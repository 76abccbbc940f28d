//! Almost locked sets: cells of a house with one candidate more than they are.

use super::grid::{Cells, Grid, HOUSE};
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
    for house in 0..HOUSES {
        // By the mask of the places: the digits and the cells.
        let mut digits = [0u16; 512];
        let mut cells: [Cells; 512] = [0; 512];
        for places in 1..512usize {
            let (rest, place) = (places & (places - 1), places.trailing_zeros());
            let cell = usize::from(HOUSE_CELLS[house][place as usize]);
            if grid.cells[cell] == 0 || cells[rest] == 0 && rest != 0 {
                continue;
            }
            digits[places] = digits[rest] | grid.cells[cell];
            cells[places] = cells[rest] | 1 << cell;
            let set = Als {
                cells: cells[places],
                digits: digits[places],
            };
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
