//! Solving, counting and enumerating as methods of [`Board`]: the public face of the engines.

use crate::board::{Board, Cells};
use crate::cpu::Backend;
use crate::enumerate::Engine;
use crate::search::{Jobs, Order, Start};
use std::fmt;
use std::ops::ControlFlow;

/// A solved board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The full grid; of several solutions the lexicographically smallest.
    pub board: Board,
    /// Is it the only solution?
    pub is_unique: bool,
}

/// Why a board has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSolution {
    /// Two givens are equal in one row, column or box; [`Board::check`] says which.
    Clash,
    /// There is no clash, and no solution.
    Unsolvable,
}

impl fmt::Display for NoSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoSolution::Clash => "two givens are equal in one row, column or box",
            NoSolution::Unsolvable => "the board has no solution",
        })
    }
}

impl std::error::Error for NoSolution {}

impl Board {
    /// Solves the board, and says whether the solution is the only one.
    ///
    /// # Errors
    ///
    /// [`NoSolution`] where there is none.
    pub fn solve(&self) -> Result<Solution, NoSolution> {
        Backend::in_use()
            .solve(self)
            .ok_or_else(|| self.why_unsolvable())
    }

    /// Counts the solutions, stopping at `limit`.
    ///
    /// A board with few givens can have more than can be counted in a lifetime.
    pub fn count(&self, limit: u64) -> u64 {
        Backend::in_use().count(self, limit)
    }

    /// Calls `visit` with each solution in lexicographic order until it breaks, and
    /// returns whether it did.
    ///
    /// # Errors
    ///
    /// [`NoSolution`] where there is none.
    pub fn enumerate(
        &self,
        mut visit: impl FnMut(&Board) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, NoSolution> {
        let mut found = false;
        let flow = Backend::in_use().enumerate(self, |solution| {
            found = true;
            visit(solution)
        });
        if found {
            Ok(flow)
        } else {
            Err(self.why_unsolvable())
        }
    }

    /// Tells the two reasons apart once a search has found nothing.
    pub(crate) fn why_unsolvable(&self) -> NoSolution {
        if self.has_clash() {
            NoSolution::Clash
        } else {
            NoSolution::Unsolvable
        }
    }
}

/// A search for one board.
struct OneBoard<F> {
    board: Option<Board>,
    found: F,
}

impl<F: FnMut(&dyn Fn() -> Board) -> ControlFlow<()>> Jobs for OneBoard<F> {
    fn next(&mut self) -> Option<(usize, Start)> {
        Some((0, Start::Board(self.board.take()?)))
    }

    fn found(&mut self, _: usize, solution: &dyn Fn() -> Board) -> ControlFlow<()> {
        (self.found)(solution)
    }
}

/// For each question, a board and a set of its blank cells, bit c for cell c: a solution
/// that differs from the known one in one of these cells, whichever the engine meets first.
/// They must be all that differ, or few.
///
/// For few it is a search of its own for each cell, that begins without the known digit
/// there and with those of the cells before: quick, for it never comes to the known
/// solution.
pub(crate) fn other_solutions<const N: usize>(
    known: &Board,
    questions: [(Board, Cells); N],
) -> [Option<Board>; N] {
    let mut others = Others {
        known,
        questions,
        found: [None; N],
    };
    Backend::in_use().search_one(&mut others, Order::Any);
    others.found
}

struct Others<'a, const N: usize> {
    known: &'a Board,
    questions: [(Board, Cells); N],
    found: [Option<Board>; N],
}

impl<const N: usize> Jobs for Others<'_, N> {
    fn next(&mut self) -> Option<(usize, Start)> {
        const FEW: u32 = 8;
        let is_open = |&i: &usize| self.found[i].is_none() && self.questions[i].1 != 0;
        // All of a question have one number: a solution ends all of them.
        let question = (0..N).find(is_open)?;
        let (board, cells) = &mut self.questions[question];
        if cells.count_ones() > FEW {
            *cells = 0;
            return Some((question, Start::Board(*board)));
        }
        let cell = cells.trailing_zeros() as usize;
        let digit = self.known.digits()[cell];
        let start = Start::Without(*board, cell, digit);
        board.set(cell, digit);
        *cells &= *cells - 1;
        Some((question, start))
    }

    fn found(&mut self, question: usize, solution: &dyn Fn() -> Board) -> ControlFlow<()> {
        let solution = solution();
        if solution == *self.known {
            return ControlFlow::Continue(());
        }
        self.found[question] = Some(solution);
        ControlFlow::Break(())
    }
}

impl Engine for Backend {
    fn search(&self, board: &Board, mut visit: impl FnMut(&Board) -> ControlFlow<()>) {
        self.search_in(Order::Any, board, |solution| visit(&solution()));
    }

    fn solve(&self, board: &Board) -> Option<Solution> {
        let mut first = None;
        let mut is_unique = true;
        self.search_in(Order::Any, board, |solution| {
            is_unique = first.is_none();
            first.get_or_insert_with(solution);
            if is_unique {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        let board = if is_unique {
            first
        } else {
            self.smallest(board)
        }?;
        Some(Solution { board, is_unique })
    }

    fn count(&self, board: &Board, limit: u64) -> u64 {
        self.count_and_branches(board, limit).0
    }
}

impl Backend {
    /// The number of solutions, at most `limit`, and how often the search branched.
    pub(crate) fn count_and_branches(self, board: &Board, limit: u64) -> (u64, u64) {
        let mut count = 0;
        if limit == 0 {
            return (0, 0);
        }
        let branches = self.search_in(Order::Any, board, |_| {
            count += 1;
            if count == limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        (count, branches)
    }

    /// The smallest solution.
    pub(crate) fn smallest(self, board: &Board) -> Option<Board> {
        // The way down in lexicographic order is short where solutions are many. Where it
        // leads astray, `enumerate` is sure not to.
        const NEAR: Order = Order::Ascending { branches: 200 };
        let mut smallest = None;
        self.search_in(NEAR, board, |solution| {
            smallest = Some(solution());
            ControlFlow::Break(())
        });
        if smallest.is_none() {
            let _ = self.enumerate(board, |&solution| {
                smallest = Some(solution);
                ControlFlow::Break(())
            });
        }
        smallest
    }

    /// Searches one board and returns how often that branched.
    fn search_in(
        self,
        order: Order,
        &board: &Board,
        found: impl FnMut(&dyn Fn() -> Board) -> ControlFlow<()>,
    ) -> u64 {
        self.search_one(
            &mut OneBoard {
                board: Some(board),
                found,
            },
            order,
        )
    }
}
