//! libsudoku: a Sudoku solver to link against.
//!
//! ```c
//!     char board[] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//!     if (sudoku_solve(board) < 0) { ... }     // board holds the solution
//! ```
//!
//! BOARDS. A board is exactly 81 bytes, row by row: '1' to '9' for a given, '.' or '0'
//! for a blank, nothing else. No byte beyond the 81st is read or written. No NUL is
//! needed and none is written: a board is no C string unless you make it one, as the
//! array initialiser above does. Any alignment will do, and a const board may lie in
//! read-only memory. Input is copied before anything is written, so input and output
//! may be the same board or overlap. Cells are numbered 0 to 80 row by row; houses 0 to
//! 8 are the rows, 9 to 17 the columns, 18 to 26 the boxes.
//!
//! STATUSES. Functions that return int return an enum sudoku_status: 0 is done,
//! positive is success with something to say, negative is an error. Test for < 0. After
//! an error boards and outputs are as they were before the call, except where a
//! function's comment says otherwise. If several errors apply, the first of NULL,
//! ARGUMENT, CHAR, CLASH, UNSOLVABLE is returned. Later versions may add statuses: treat
//! an unknown negative one as an error, an unknown positive one as success.
//!
//! OPTIONS. A function with many wishes takes a struct whose first member is
//! size_t struct_size. Set the struct to zero, set struct_size to its sizeof, then what
//! you need. NULL instead of a struct, a member that is zero, and a member that a caller
//! built against an older header does not have all mean the default.
//!
//! THREADS. There is no global mutable state but the choice of instruction set, made
//! once. Every function may be called from any number of threads at once, from within
//! its own callbacks, and after fork. Two calls at once need different boards. The
//! library stays loaded after dlclose.
//!
//! MEMORY AND STACK. Nothing is allocated by sudoku_solve, sudoku_solve_to,
//! sudoku_count, sudoku_enumerate and sudoku_check, and no function returns memory to
//! be freed. A call needs at most 48 KiB of free stack, callbacks not counted; a call
//! made inside a callback needs as much again.
//!
//! CALLBACKS. A callback runs on the thread that made the call, before the call
//! returns, and gets the pointer `user` as it was passed. It must return: no C++
//! exception, no longjmp and no thread exit may leave it. (<sudoku.hpp> carries C++
//! exceptions across.)
//!
//! FAILURES. The library never prints, exits or aborts, and never throws: a bug in it
//! comes back as SUDOKU_ERR_INTERNAL. (A build with debug assertions prints where.)
//!
//! RESULTS. The same input gives the same output on every CPU and with any number of
//! threads; from 1.0.0 on, in every build of one major version.
//!
//! VERSIONS. Semantic versioning. Functions, constants and members of options are only
//! added within an ABI; its number is that of the shared library (libsudoku.so.0).

// Exported to C, not to Rust: the lint cannot know.
#![allow(unreachable_pub)]

mod batch;
mod check;
mod equivalence;
mod generate;
mod grade;
mod guard;
mod options;
mod solve;
mod status;
mod text;
mod version;

use crate::board::{Board, CELLS};
use libc::c_char;
use status::Status;

/// Reads the board that a caller passed.
///
/// # Safety
///
/// `board` is NULL or points to 81 readable bytes.
unsafe fn read_board(board: *const c_char) -> Result<Board, Status> {
    // SAFETY: an array of bytes has no alignment, and the caller vouches for the rest.
    let bytes = unsafe { board.cast::<[u8; CELLS]>().as_ref() }.ok_or(Status::ErrNull)?;
    Board::from_bytes(bytes).map_err(|_| Status::ErrChar)
}

/// Writes a board where a caller wants it.
///
/// # Safety
///
/// `out_board` points to 81 writable bytes that no reference points to.
unsafe fn write_board(out_board: *mut c_char, board: &Board) {
    // SAFETY: an array of bytes has no alignment, and the caller vouches for the rest.
    unsafe { out_board.cast::<[u8; CELLS]>().write(board.to_bytes()) }
}
