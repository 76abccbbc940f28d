//! SOLVING

use super::guard::guard;
use super::status::Status;
use super::{read_board, write_board};
use libc::{c_char, c_int, c_void};
use std::ops::ControlFlow;

/// Solves a board in place: fills its blanks.
///
/// If there are several solutions, the lexicographically smallest is written: the one
/// that plain row-by-row search, trying 1 to 9, reaches first. A full and valid grid is
/// its own only solution.
///
/// Returns SUDOKU_OK (exactly one solution) or SUDOKU_MULTIPLE (more than one); or, with
/// the board untouched, SUDOKU_ERR_NULL, SUDOKU_ERR_CHAR, SUDOKU_ERR_CLASH or
/// SUDOKU_ERR_UNSOLVABLE. sudoku_check says where the fault is.
/// cbindgen:ptrs-as-arrays=[[board;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_solve(board: *mut c_char) -> c_int {
    // SAFETY: the caller promises 81 bytes to read and write at `board`.
    guard(|| unsafe { solve(board, board) })
}

/// The same for a board that must not or cannot change. `out_solution` may be `board`,
/// or overlap it, and is written only when the board was solved.
/// cbindgen:ptrs-as-arrays=[[board;81], [out_solution;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_solve_to(board: *const c_char, out_solution: *mut c_char) -> c_int {
    // SAFETY: the caller promises 81 bytes to read at `board` and to write at `out_solution`.
    guard(|| unsafe { solve(board, out_solution) })
}

/// # Safety
///
/// Each pointer is NULL or points to 81 bytes, which may be written at `out_solution`.
unsafe fn solve(board: *const c_char, out_solution: *mut c_char) -> Result<Status, Status> {
    if board.is_null() || out_solution.is_null() {
        return Err(Status::ErrNull);
    }
    // SAFETY: not NULL, so 81 readable bytes.
    let solution = unsafe { read_board(board) }?.solve()?;
    // SAFETY: not NULL, so 81 writable bytes; the input was copied.
    unsafe { write_board(out_solution, &solution.board) };
    Ok(if solution.is_unique {
        Status::Ok
    } else {
        Status::Multiple
    })
}

/// Counts the solutions of a board, stopping at `limit`, which is at least 1.
///
/// *out_count is the number of solutions, and never more than limit; if it equals limit
/// there may be more. A board that is clashing or unsolvable has 0. With few givens there
/// can be more than can be counted in a lifetime, so set a limit: 2 tells whether a
/// puzzle has exactly one solution.
///
/// Returns SUDOKU_OK whatever the count; or, with *out_count untouched, SUDOKU_ERR_NULL,
/// SUDOKU_ERR_ARGUMENT (limit is 0) or SUDOKU_ERR_CHAR.
/// cbindgen:ptrs-as-arrays=[[board;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_count(
    board: *const c_char,
    limit: u64,
    out_count: *mut u64,
) -> c_int {
    guard(|| {
        if board.is_null() || out_count.is_null() {
            return Err(Status::ErrNull);
        }
        if limit == 0 {
            return Err(Status::ErrArgument);
        }
        // SAFETY: not NULL, so 81 readable bytes.
        let count = unsafe { read_board(board) }?.count(limit);
        // SAFETY: not NULL, so 8 writable bytes, aligned as a uint64_t is.
        unsafe { out_count.write(count) };
        Ok(Status::Ok)
    })
}

/// What sudoku_enumerate calls with each solution: 81 digits and a NUL, valid during the
/// call. Return 0 to go on, anything else to stop.
pub type Visit = Option<unsafe extern "C" fn(solution: *const c_char, user: *mut c_void) -> c_int>;

/// Calls `visit` with each solution of a board in lexicographic order, on this thread.
/// `user` is handed to it as it is, and may be NULL.
///
/// Returns SUDOKU_OK after all of one or more solutions, SUDOKU_STOPPED after `visit`
/// returned non-zero; or SUDOKU_ERR_NULL (board or visit), SUDOKU_ERR_CHAR,
/// SUDOKU_ERR_CLASH or SUDOKU_ERR_UNSOLVABLE, and then `visit` was not called.
/// cbindgen:ptrs-as-arrays=[[board;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_enumerate(
    board: *const c_char,
    visit: Visit,
    user: *mut c_void,
) -> c_int {
    guard(|| {
        let visit = visit.ok_or(Status::ErrNull)?;
        // SAFETY: the caller promises NULL or 81 readable bytes.
        let board = unsafe { read_board(board) }?;
        let flow = board.enumerate(|solution| {
            let mut text = [0; 82];
            text[..81].copy_from_slice(&solution.to_bytes());
            // SAFETY: the caller promises a function of this type that returns.
            match unsafe { visit(text.as_ptr().cast(), user) } {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        })?;
        Ok(if flow.is_break() {
            Status::Stopped
        } else {
            Status::Ok
        })
    })
}
