//! Full houses, hidden and naked singles.

use super::grid::{Grid, HOUSE, Marks, members, only};
use super::step::{Round, house_bit};
use std::ops::Range;

pub(super) fn full_house(round: &mut Round<'_>) {
    let grid = round.grid;
    for (house, cells) in HOUSE.iter().enumerate() {
        let Some(cell) = only(grid.blanks & cells) else {
            continue;
        };
        if let Some(digit) = (0..9).find(|&digit| grid.values[digit] & cells == 0) {
            round.place(cell, digit, house_bit(house));
        }
    }
}

pub(super) fn hidden(round: &mut Round<'_>, houses: Range<usize>) {
    for digit in 0..9 {
        let candidates = round.grid.candidates[digit];
        if candidates == 0 {
            continue;
        }
        for house in houses.clone() {
            if let Some(cell) = only(candidates & HOUSE[house]) {
                round.place(cell, digit, house_bit(house));
            }
        }
    }
}

pub(super) fn naked(round: &mut Round<'_>) {
    let [one, ..] = round.grid.by_count();
    for cell in members(one) {
        let digit = round.grid.cells[cell].trailing_zeros() as usize;
        round.place(cell, digit, 0);
    }
}

/// All singles of a state. A cell may have several in a contradictory one.
pub(super) fn all(grid: &Grid) -> Marks {
    let [one, ..] = grid.by_count();
    grid.candidates.map(|candidates| {
        HOUSE
            .iter()
            .filter_map(|house| only(candidates & house))
            .fold(candidates & one, |singles, cell| singles | 1 << cell)
    })
}
