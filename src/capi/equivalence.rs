//! EQUIVALENT BOARDS
//!
//! Two boards are equivalent if one becomes the other by relabelling digits, permuting
//! the bands, the rows within a band, the stacks, the columns within a stack, and
//! transposing: 9! * 6^8 * 2 ways. Equivalent boards have the same number of solutions.
//! Boards may clash here, and may have any number of solutions.

use super::guard::guard;
use super::status::Status;
use super::{read_board, write_board};
use libc::{c_char, c_int};

/// Replaces a board by a random equivalent one, the same for the same seed on every
/// platform and in every build of one major version. Blanks come out as '.'.
///
/// Returns SUDOKU_OK; or, with the board untouched, SUDOKU_ERR_NULL or SUDOKU_ERR_CHAR.
/// cbindgen:ptrs-as-arrays=[[board;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_shuffle(board: *mut c_char, seed: u64) -> c_int {
    guard(|| {
        // SAFETY: the caller promises NULL or 81 readable bytes.
        let image = unsafe { read_board(board) }?.shuffle(seed);
        // SAFETY: not NULL, so 81 writable bytes.
        unsafe { write_board(board, &image) };
        Ok(Status::Ok)
    })
}

/// Writes the canonical form of a board: the smallest of all equivalent boards in row
/// order, blank before 1 ("min-lex"). Two boards are equivalent if and only if their
/// canonical forms are equal. Blanks come out as '.'. `out_board` may be `board`.
///
/// Nothing is enumerated that looks alike: most boards take some ten microseconds, and
/// even the most symmetrical ones only milliseconds.
///
/// Returns SUDOKU_OK; or, with out_board untouched, SUDOKU_ERR_NULL or SUDOKU_ERR_CHAR.
/// cbindgen:ptrs-as-arrays=[[board;81], [out_board;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_canonicalize(
    board: *const c_char,
    out_board: *mut c_char,
) -> c_int {
    guard(|| {
        if out_board.is_null() {
            return Err(Status::ErrNull);
        }
        // SAFETY: the caller promises NULL or 81 readable bytes.
        let form = unsafe { read_board(board) }?.canonicalize();
        // SAFETY: not NULL, so 81 writable bytes; the input was copied.
        unsafe { write_board(out_board, &form) };
        Ok(Status::Ok)
    })
}

/// Tells whether two boards are equivalent: *out_equivalent is 1 or 0.
///
/// Returns SUDOKU_OK; or, with *out_equivalent untouched, SUDOKU_ERR_NULL or
/// SUDOKU_ERR_CHAR.
/// cbindgen:ptrs-as-arrays=[[a;81], [b;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_is_equivalent(
    a: *const c_char,
    b: *const c_char,
    out_equivalent: *mut c_int,
) -> c_int {
    guard(|| {
        if a.is_null() || b.is_null() || out_equivalent.is_null() {
            return Err(Status::ErrNull);
        }
        // SAFETY: not NULL, so 81 readable bytes each.
        let (a, b) = unsafe { (read_board(a)?, read_board(b)?) };
        // SAFETY: not NULL, so a writable int.
        unsafe { out_equivalent.write(a.is_equivalent(&b).into()) };
        Ok(Status::Ok)
    })
}
