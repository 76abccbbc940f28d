//! CHECKING
//!
//! Says what is wrong with a board, and where, without search. What it cannot see is a
//! board that fails only when one tries: sudoku_solve tells that.

use super::guard::guard;
use super::status::Status;
use crate::board::{Board, CELLS};
use crate::check::Issue as BoardIssue;
use libc::{c_char, c_int};

/// Kinds of struct sudoku_issue.
pub const ISSUE_NONE: i32 = 0;
/// A byte is neither a digit nor a blank: `cell`.
pub const ISSUE_CHAR: i32 = 1;
/// Two givens are equal: `cell`, `other_cell` before it, their `house` and `digit`.
pub const ISSUE_CLASH: i32 = 2;
/// A blank cell can take no digit: `cell`.
pub const ISSUE_NO_CANDIDATE: i32 = 3;
/// A house has no place for a digit it needs: `house` and `digit`.
pub const ISSUE_NO_PLACE: i32 = 4;

/// A fault of a board. Members that do not apply are -1; reserved ones are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Issue {
    /// One of SUDOKU_ISSUE_...
    pub kind: i32,
    /// Cell, 0 to 80 row by row.
    pub cell: i32,
    /// Cell, 0 to 80 row by row.
    pub other_cell: i32,
    /// House: 0 to 8 rows, 9 to 17 columns, 18 to 26 boxes.
    pub house: i32,
    /// Digit, 1 to 9.
    pub digit: i32,
    /// Zero.
    pub reserved: [i32; 3],
}

const NOTHING: Issue = Issue {
    kind: ISSUE_NONE,
    cell: -1,
    other_cell: -1,
    house: -1,
    digit: -1,
    reserved: [0; 3],
};

/// Looks for a fault that shows without search.
///
/// Tried in this order, each the first in row order: a bad byte (SUDOKU_ERR_CHAR); a
/// given equal to an earlier one, their house tried as row, column, box
/// (SUDOKU_ERR_CLASH); a blank cell without a candidate, then a house without a place
/// for a digit, both judged from the givens alone (SUDOKU_ERR_UNSOLVABLE). SUDOKU_OK if
/// there is none: the board may still have no solution, or several.
///
/// The fault, or SUDOKU_ISSUE_NONE, is described in *out_issue, which may be NULL; it is
/// written whatever the status, unless that is SUDOKU_ERR_NULL (board is NULL).
/// cbindgen:ptrs-as-arrays=[[board;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_check(board: *const c_char, out_issue: *mut Issue) -> c_int {
    guard(|| {
        // SAFETY: the caller promises NULL or 81 readable bytes.
        let bytes = unsafe { board.cast::<[u8; CELLS]>().as_ref() }.ok_or(Status::ErrNull)?;
        let (status, issue) = check(bytes);
        if !out_issue.is_null() {
            // SAFETY: not NULL, so a writable struct.
            unsafe { out_issue.write(issue) };
        }
        Ok(status)
    })
}

fn check(bytes: &[u8; CELLS]) -> (Status, Issue) {
    let board = match Board::from_bytes(bytes) {
        Ok(board) => board,
        Err(cell) => {
            return (
                Status::ErrChar,
                Issue {
                    kind: ISSUE_CHAR,
                    cell: cell as i32,
                    ..NOTHING
                },
            );
        }
    };
    match board.check() {
        None => (Status::Ok, NOTHING),
        Some(BoardIssue::Clash {
            cell,
            other_cell,
            house,
            digit,
        }) => {
            let (cell, other_cell) = (cell as i32, other_cell as i32);
            let (house, digit) = (house as i32, digit.into());
            (
                Status::ErrClash,
                Issue {
                    kind: ISSUE_CLASH,
                    cell,
                    other_cell,
                    house,
                    digit,
                    ..NOTHING
                },
            )
        }
        Some(BoardIssue::NoCandidate { cell }) => {
            let cell = cell as i32;
            (
                Status::ErrUnsolvable,
                Issue {
                    kind: ISSUE_NO_CANDIDATE,
                    cell,
                    ..NOTHING
                },
            )
        }
        Some(BoardIssue::NoPlace { house, digit }) => {
            let (house, digit) = (house as i32, digit.into());
            (
                Status::ErrUnsolvable,
                Issue {
                    kind: ISSUE_NO_PLACE,
                    house,
                    digit,
                    ..NOTHING
                },
            )
        }
    }
}
