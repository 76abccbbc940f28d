//! Questions asked of a search engine: how many solutions, which is the smallest, all
//! of them in order.
//!
//! An engine finds solutions in whatever order is fast. Branching in row order instead
//! would give them sorted, and may spend centuries in a subtree without a solution. So
//! [`Engine::enumerate`] asks the engine for up to [`POOL`] solutions of a board. If there are no
//! more than that they are sorted. Otherwise it fills the first blank cell with 1, 2, … 9
//! in turn and does the same with each of these nine boards. The engine thus decides
//! with its own good order that a subtree is empty, and every subtree split further has
//! many solutions.

use crate::board::Board;
use crate::solve::Solution;
use std::ops::ControlFlow;

/// Solutions sorted at a time.
const POOL: usize = 32;

/// A complete search for the solutions of a board.
pub(crate) trait Engine {
    /// Visits each solution once, in any order, until `visit` breaks.
    fn search(&self, board: &Board, visit: impl FnMut(&Board) -> ControlFlow<()>);

    /// The number of solutions, at most `limit`.
    fn count(&self, board: &Board, limit: u64) -> u64 {
        let mut count = 0;
        if limit > 0 {
            self.search(board, |_| {
                count += 1;
                if count == limit {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        }
        count
    }

    /// The smallest solution, and whether it is the only one.
    fn solve(&self, board: &Board) -> Option<Solution> {
        let mut solution = None;
        let _ = self.enumerate(board, |&board| match &mut solution {
            None => {
                solution = Some(Solution {
                    board,
                    is_unique: true,
                });
                ControlFlow::Continue(())
            }
            Some(first) => {
                first.is_unique = false;
                ControlFlow::Break(())
            }
        });
        solution
    }

    /// Visits each solution in lexicographic order until `visit` breaks.
    fn enumerate(
        &self,
        board: &Board,
        mut visit: impl FnMut(&Board) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut board = *board;
        let mut pool = [Board::EMPTY; POOL];
        // The cells filled here, ascending.
        let mut filled = [0; 81];
        let mut depth = 0;
        loop {
            let mut found = 0;
            let mut overflow = false;
            self.search(&board, |solution| {
                if found == POOL {
                    overflow = true;
                    return ControlFlow::Break(());
                }
                pool[found] = *solution;
                found += 1;
                ControlFlow::Continue(())
            });
            if !overflow {
                pool[..found].sort_unstable();
                pool[..found].iter().try_for_each(&mut visit)?;
            } else if let Some(cell) = board.digits().iter().position(|&digit| digit == 0) {
                filled[depth] = cell;
                depth += 1;
            }
            // The next board: one more in the last filled cell that is not yet 9.
            loop {
                let Some(top) = depth.checked_sub(1) else {
                    return ControlFlow::Continue(());
                };
                let digit = board.digits()[filled[top]];
                if digit < 9 {
                    board.set(filled[top], digit + 1);
                    break;
                }
                board.set(filled[top], 0);
                depth = top;
            }
        }
    }
}
