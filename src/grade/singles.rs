//! Full houses, hidden and naked singles.

use super::grid::{Grid, HOUSE, Marks, bits, members, only};
use super::step::{Round, house_bit};
use crate::board::HOUSE_CELLS;
use std::ops::Range;

pub(super) fn full_house(round: &mut Round<'_>) {
    let grid = round.grid;
    for (house, cells) in HOUSE.iter().enumerate() {
        if grid.open[house] != 1 {
            continue;
        }
        let digit = (0..9).find(|&digit| grid.values[digit] & cells == 0);
        if let (Some(cell), Some(digit)) = (only(grid.blanks & cells), digit) {
            round.place(cell, digit, house_bit(house));
        }
    }
}

pub(super) fn hidden(round: &mut Round<'_>, houses: Range<usize>) {
    let grid = round.grid;
    for house in houses.filter(|&house| grid.open[house] > 0) {
        // The digits with a place, and those with two.
        let (mut once, mut twice) = (0, 0);
        for &cell in &HOUSE_CELLS[house] {
            let digits = grid.cells[usize::from(cell)];
            twice |= once & digits;
            once |= digits;
        }
        for digit in bits(once & !twice) {
            if let Some(cell) = only(grid.candidates[digit] & HOUSE[house]) {
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
