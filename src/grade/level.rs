//! The level of a puzzle, and with it the solution.
//!
//! A level tells which techniques suffice, whatever their order, and needs no rounds: what
//! one of them does here is done at once, and shows to the next.
//!
//! The order does not matter since none of these techniques is lost when another takes
//! candidates away. A digit confined to a crossing remains so. A pair of cells or of digits
//! that loses a candidate becomes two singles, which do what the pair would have done. So
//! whatever one order does, any other does too, sooner or later.

use super::grid::{
    ALL, ALL_HOUSES, Cells, HOUSE, Marks, NEVER, PEERS, bits, by_count, members, only,
};
use crate::board::{Board, houses_of};

/// The level of a puzzle and the cells of each digit in its solution; `None` if the
/// techniques of levels 1–3 do not lead to one.
///
/// Where they do, it is the only one: each step holds in every solution.
pub(super) fn level_and_solution(board: &Board) -> Option<(u8, Marks)> {
    let mut state = State::new(board)?;
    for (level, advance) in (1..).zip(LEVELS) {
        while state.blanks != 0 && advance(&mut state) {}
        if state.blanks == 0 {
            return Some((level, state.values));
        }
    }
    None
}

/// Of levels 1–3, which are qqwing's: how to advance with their techniques; whether that
/// did something.
const LEVELS: [fn(&mut State) -> bool; 3] = [State::naked_singles, State::singles, |state| {
    state.singles() || state.locked() || state.pairs()
}];

struct State {
    /// The cells that may hold each digit, if they are blank.
    candidates: Marks,
    values: Marks,
    blanks: Cells,
    /// The houses that lack each digit, bits 0–26.
    open: [u32; 9],
    /// The places of each digit when its hidden singles were last searched for.
    searched: Marks,
}

impl State {
    /// The state of a board; `None` if two givens clash.
    fn new(board: &Board) -> Option<State> {
        let mut state = State {
            candidates: [ALL; 9],
            values: NEVER,
            blanks: ALL,
            open: [ALL_HOUSES; 9],
            searched: NEVER,
        };
        for (cell, &digit) in board.digits().iter().enumerate() {
            if digit != 0 {
                let digit = usize::from(digit) - 1;
                if state.candidates[digit] >> cell & 1 == 0 {
                    return None;
                }
                state.place(cell, digit);
            }
        }
        Some(state)
    }

    /// The blank cells that may hold a digit.
    fn places(&self, digit: usize) -> Cells {
        self.candidates[digit] & self.blanks
    }

    fn place(&mut self, cell: usize, digit: usize) {
        self.values[digit] |= 1 << cell;
        self.blanks &= !(1 << cell);
        self.candidates[digit] &= !PEERS[cell];
        for house in houses_of(cell) {
            self.open[digit] &= !(1 << house);
        }
    }

    /// Takes a digit from blank cells; returns whether one of them had it.
    fn eliminate(&mut self, digit: usize, cells: Cells) -> bool {
        let removed = self.places(digit) & cells;
        self.candidates[digit] &= !removed;
        removed != 0
    }

    fn naked_singles(&mut self) -> bool {
        let [one, ..] = by_count(&self.candidates);
        let singles = one & self.blanks;
        for digit in 0..9 {
            // One that has been placed may have taken it from the next.
            while let Some(cell) = members(self.places(digit) & singles).next() {
                self.place(cell, digit);
            }
        }
        singles != 0
    }

    /// Naked singles as long as there are any, since these are found sooner; else hidden ones.
    fn singles(&mut self) -> bool {
        if self.naked_singles() {
            return true;
        }
        let mut found = false;
        for digit in 0..9 {
            let places = self.places(digit);
            if std::mem::replace(&mut self.searched[digit], places) == places {
                continue;
            }
            for house in bits(self.open[digit]) {
                if let Some(cell) = only(self.places(digit) & HOUSE[house]) {
                    self.place(cell, digit);
                    found = true;
                }
            }
        }
        found
    }

    /// Pointing and claiming.
    fn locked(&mut self) -> bool {
        let mut found = false;
        for digit in 0..9 {
            for house in bits(self.open[digit]) {
                let places = self.places(digit) & HOUSE[house];
                let Some(first) = members(places).next() else {
                    continue;
                };
                for other in houses_of(first) {
                    if places & !HOUSE[other] == 0 {
                        found |= self.eliminate(digit, HOUSE[other] & !places);
                    }
                }
            }
        }
        found
    }

    /// Naked and hidden pairs.
    fn pairs(&mut self) -> bool {
        let mut found = false;
        let [_, two, _] = by_count(&self.candidates);
        // The houses where each digit has two places.
        let mut twice = [0u32; 9];
        for digit in 0..9 {
            for house in bits(self.open[digit]) {
                let places = self.places(digit) & HOUSE[house];
                if only(places & places.wrapping_sub(1)).is_some() {
                    twice[digit] |= 1 << house;
                }
            }
        }
        for a in 0..9 {
            for b in a + 1..9 {
                let cells = two & self.places(a) & self.places(b);
                for cell in members(cells) {
                    for other in members(cells & PEERS[cell]) {
                        let seen = PEERS[cell] & PEERS[other];
                        found |= self.eliminate(a, seen) | self.eliminate(b, seen);
                    }
                }
                for house in bits(twice[a] & twice[b]) {
                    let cells = self.places(a) & HOUSE[house];
                    if cells == self.places(b) & HOUSE[house] {
                        for digit in (0..9).filter(|&digit| digit != a && digit != b) {
                            found |= self.eliminate(digit, cells);
                        }
                    }
                }
            }
        }
        found
    }
}
