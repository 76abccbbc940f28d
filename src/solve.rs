//! Solving, counting and enumerating as methods of [`Board`]: the public face of the engines.

use crate::board::Board;
use crate::enumerate::Engine;
use crate::reference::Reference;
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
        Reference.solve(self).ok_or_else(|| self.why_unsolvable())
    }

    /// Counts the solutions, stopping at `limit`.
    ///
    /// A board with few givens can have more than can be counted in a lifetime.
    pub fn count(&self, limit: u64) -> u64 {
        Reference.count(self, limit)
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
        let flow = Reference.enumerate(self, |solution| {
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
    fn why_unsolvable(&self) -> NoSolution {
        if self.clash().is_some() {
            NoSolution::Clash
        } else {
            NoSolution::Unsolvable
        }
    }
}
