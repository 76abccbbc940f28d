//! What is wrong with a board, found without search.

use crate::board::{Board, CELLS, HOUSE_CELLS, HOUSES, houses_of};

/// A fault of a board, found by [`Board::check`].
///
/// Cells are 0–80 in row order; houses are 0–8 for rows, 9–17 for columns and 18–26
/// for boxes; digits are 1–9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Issue {
    /// Two givens of one house are equal.
    Clash {
        /// The later of the two cells.
        cell: usize,
        /// The earlier one.
        other_cell: usize,
        /// The house they share, tried as row, column, box.
        house: usize,
        /// Their digit.
        digit: u8,
    },
    /// Every digit stands already in the row, column or box of this blank cell.
    NoCandidate {
        /// The cell.
        cell: usize,
    },
    /// No cell of this house can take a digit that it still needs.
    NoPlace {
        /// The house.
        house: usize,
        /// The digit.
        digit: u8,
    },
}

impl Board {
    /// Looks for a fault that shows without search, judged from the givens alone:
    /// a clash, else a blank cell without a candidate, else a house without a place
    /// for a digit; each the first in order. `None` does not promise a solution.
    pub fn check(&self) -> Option<Issue> {
        self.clash().or_else(|| self.dead_end())
    }

    /// Is there a digit twice in a house? The same as asking for the clash, in a fraction
    /// of the time.
    pub(crate) fn has_clash(&self) -> bool {
        // Four bits a digit count how often a house holds it.
        let (mut columns, mut boxes) = ([0; 9], [0; 9]);
        let mut twice = 0u64;
        for (row, digits) in self.digits().as_chunks::<9>().0.iter().enumerate() {
            let mut cells = 0;
            for (column, &digit) in digits.iter().enumerate() {
                let one = 1u64 << (4 * digit);
                cells += one;
                columns[column] += one;
                boxes[row / 3 * 3 + column / 3] += one;
            }
            twice |= cells;
        }
        twice |= columns
            .iter()
            .chain(&boxes)
            .fold(0, |all, counts| all | counts);
        // Two or more of a digit; blanks do not count.
        twice & 0xee_eeee_eee0 != 0
    }

    /// The first cell in row order that equals an earlier one in one of its houses.
    pub(crate) fn clash(&self) -> Option<Issue> {
        // The cell, if any, where each house holds each digit.
        let mut places = [[None; 10]; HOUSES];
        for (cell, &digit) in self.digits().iter().enumerate().filter(|&(_, &d)| d != 0) {
            for house in houses_of(cell) {
                let place = &mut places[house][usize::from(digit)];
                if let Some(other_cell) = *place {
                    return Some(Issue::Clash {
                        cell,
                        other_cell,
                        house,
                        digit,
                    });
                }
                *place = Some(cell);
            }
        }
        None
    }

    /// The first cell without a candidate, else the first house without a place for a digit.
    fn dead_end(&self) -> Option<Issue> {
        // One mask a house: bit d says that it holds digit d.
        let mut held = [0u16; HOUSES];
        for (cell, &digit) in self.digits().iter().enumerate() {
            for house in houses_of(cell) {
                held[house] |= 1 << digit;
            }
        }
        let blank = |cell: usize| self.digits()[cell] == 0;
        let fits = |cell: usize, digit: u8| {
            blank(cell)
                && houses_of(cell)
                    .iter()
                    .all(|&house| held[house] >> digit & 1 == 0)
        };
        if let Some(cell) = (0..CELLS).find(|&c| blank(c) && !(1..=9).any(|digit| fits(c, digit))) {
            return Some(Issue::NoCandidate { cell });
        }
        (0..HOUSES).find_map(|house| {
            let has_place = |&digit: &u8| {
                held[house] >> digit & 1 != 0
                    || HOUSE_CELLS[house]
                        .iter()
                        .any(|&cell| fits(cell.into(), digit))
            };
            let digit = (1..=9).find(|digit| !has_place(digit))?;
            Some(Issue::NoPlace { house, digit })
        })
    }
}
