//! The oracle: depth-first search over occupancy tables, as in a textbook.
//!
//! For each row, column and box one mask of nine bits says which digits it holds; a
//! cell may take the digits that none of its three houses holds. The search branches
//! where the fewest possibilities are, over two kinds of branch:
//!
//! - the digits that one cell may take;
//! - the cells of one house that one digit may take.
//!
//! One possibility is a naked or hidden single, none is a dead end. No other inference
//! is made, nothing is remembered between nodes and the stack is an array of 81
//! entries, one a filled cell, so the code can be checked by reading. Every faster
//! engine is tested against it.

use crate::board::{Board, CELLS, HOUSE_CELLS, HOUSES, houses_of};
use crate::enumerate::Engine;
use std::ops::ControlFlow;

/// Bits 0–8 for the digits 1–9.
const ALL_DIGITS: u16 = 0x1ff;

/// The search of this module as an [`Engine`].
pub(crate) struct Reference;

impl Engine for Reference {
    fn search(&self, board: &Board, visit: impl FnMut(&Board) -> ControlFlow<()>) {
        if let Some(mut search) = Search::new(board) {
            search.run(visit);
        }
    }
}

/// What a node tries one after another.
#[derive(Clone, Copy)]
enum Branch {
    /// The digits of a cell.
    Cell(u8),
    /// The places of a digit (0–8) in a house.
    Place { house: u8, digit: u8 },
}

/// A node of the search: its branch and the possibilities not yet refuted.
#[derive(Clone, Copy)]
struct Node {
    branch: Branch,
    untried: u16,
}

struct Search {
    board: Board,
    /// The occupancy tables: which digits each house holds.
    held: [u16; HOUSES],
    blanks: usize,
}

impl Search {
    /// The search at its root; `None` if two givens clash.
    fn new(board: &Board) -> Option<Search> {
        let mut search = Search {
            board: Board::EMPTY,
            held: [0; HOUSES],
            blanks: CELLS,
        };
        for (cell, &digit) in board.digits().iter().enumerate() {
            if digit != 0 {
                if search.candidates(cell) >> (digit - 1) & 1 == 0 {
                    return None;
                }
                search.place((cell, digit - 1));
            }
        }
        Some(search)
    }

    fn run(&mut self, mut visit: impl FnMut(&Board) -> ControlFlow<()>) {
        let mut stack = [Node {
            branch: Branch::Cell(0),
            untried: 0,
        }; CELLS];
        let mut depth = 0;
        loop {
            if self.blanks == 0 {
                if visit(&self.board).is_break() {
                    return;
                }
            } else if let Some(node) = self.choose() {
                // Each node on the stack has filled a cell, so there are at most 81.
                stack[depth] = node;
                depth += 1;
                self.place(node.choice());
                continue;
            }
            // Take back the last choice that has an alternative, and try that.
            loop {
                let Some(top) = depth.checked_sub(1) else {
                    return;
                };
                let node = &mut stack[top];
                self.take_back(node.choice());
                node.untried &= node.untried - 1;
                if node.untried != 0 {
                    self.place(node.choice());
                    break;
                }
                depth = top;
            }
        }
    }

    /// The digits, as bits 0–8, that none of the cell's houses holds.
    fn candidates(&self, cell: usize) -> u16 {
        let [row, column, r#box] = houses_of(cell);
        ALL_DIGITS & !(self.held[row] | self.held[column] | self.held[r#box])
    }

    /// The branch with the fewest possibilities; `None` if one has none.
    fn choose(&self) -> Option<Node> {
        let mut candidates = [0; CELLS];
        let mut best = Node {
            branch: Branch::Cell(0),
            untried: 0,
        };
        let mut fewest = 10;
        for cell in (0..CELLS).filter(|&cell| self.board.digits()[cell] == 0) {
            candidates[cell] = self.candidates(cell);
            let count = candidates[cell].count_ones();
            if count < fewest {
                fewest = count;
                best = Node {
                    branch: Branch::Cell(cell as u8),
                    untried: candidates[cell],
                };
            }
        }
        for (house, cells) in HOUSE_CELLS.iter().enumerate() {
            if fewest <= 1 {
                break;
            }
            // Which digits have at least one, two, three places: all nine at once.
            let (mut one, mut two, mut three) = (0, 0, 0);
            for &cell in cells {
                let digits = candidates[usize::from(cell)];
                three |= two & digits;
                two |= one & digits;
                one |= digits;
            }
            let absent = ALL_DIGITS & !self.held[house];
            let (digits, at_most) = match (absent & !one, absent & !two, absent & !three) {
                (0, 0, 0) => (absent, 9),
                (0, 0, twice) => (twice, 2),
                (0, once, _) => (once, 1),
                (nowhere, ..) => (nowhere, 0),
            };
            if at_most < fewest || at_most == 9 {
                for digit in bits(digits) {
                    let untried = (0..9)
                        .filter(|&i| candidates[usize::from(cells[i])] >> digit & 1 != 0)
                        .fold(0u16, |places, i| places | 1 << i);
                    if untried.count_ones() < fewest {
                        fewest = untried.count_ones();
                        best = Node {
                            branch: Branch::Place {
                                house: house as u8,
                                digit,
                            },
                            untried,
                        };
                    }
                }
            }
        }
        (fewest != 0).then_some(best)
    }

    fn place(&mut self, (cell, digit): (usize, u8)) {
        self.board.set(cell, digit + 1);
        for house in houses_of(cell) {
            self.held[house] |= 1 << digit;
        }
        self.blanks -= 1;
    }

    fn take_back(&mut self, (cell, digit): (usize, u8)) {
        self.board.set(cell, 0);
        for house in houses_of(cell) {
            self.held[house] &= !(1 << digit);
        }
        self.blanks += 1;
    }
}

impl Node {
    /// The cell and digit (0–8) being tried: the smallest untried possibility.
    fn choice(&self) -> (usize, u8) {
        let first = self.untried.trailing_zeros() as u8;
        match self.branch {
            Branch::Cell(cell) => (cell.into(), first),
            Branch::Place { house, digit } => (
                HOUSE_CELLS[usize::from(house)][usize::from(first)].into(),
                digit,
            ),
        }
    }
}

/// The positions of the set bits, ascending.
fn bits(mask: u16) -> impl Iterator<Item = u8> {
    (0..16).filter(move |bit| mask >> bit & 1 != 0)
}
