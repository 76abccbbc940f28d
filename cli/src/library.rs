//! The batch calls of the C library, which its Rust face does not offer.

use crate::input::STRIDE;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

// Linked in for its C functions too.
use sudoku as _;

/// `SUDOKU_ALL_CORES`.
pub const ALL_CORES: u32 = u32::MAX;

/// `struct sudoku_batch_options`.
#[repr(C)]
struct BatchOptions {
    struct_size: usize,
    threads: u32,
    reserved: u32,
    progress: Option<unsafe extern "C" fn(usize, usize, *mut c_void) -> c_int>,
    user: *mut c_void,
}

unsafe extern "C" {
    fn sudoku_solve_batch(
        boards: *mut c_char,
        stride: usize,
        count: usize,
        options: *const BatchOptions,
        out_status: *mut i8,
    ) -> c_int;
    fn sudoku_count_batch(
        boards: *const c_char,
        stride: usize,
        count: usize,
        limit: u64,
        options: *const BatchOptions,
        out_counts: *mut u64,
        out_status: *mut i8,
    ) -> c_int;
    safe fn sudoku_status_string(status: c_int) -> *const c_char;
}

fn options(threads: u32) -> BatchOptions {
    BatchOptions {
        struct_size: size_of::<BatchOptions>(),
        threads,
        reserved: 0,
        progress: None,
        user: ptr::null_mut(),
    }
}

/// The batch calls fail only on arguments that are never passed here.
fn done(status: c_int) {
    assert_eq!(status, 0, "a batch was refused: {}", message(status));
}

/// Solves boards in place, [`STRIDE`] bytes apart, and returns a status for each.
pub fn solve(boards: &mut [u8], threads: u32) -> Vec<i8> {
    let count = boards.len() / STRIDE;
    let mut statuses = vec![0; count];
    // SAFETY: `count` boards and statuses are there, and the options are a whole struct.
    done(unsafe {
        sudoku_solve_batch(
            boards.as_mut_ptr().cast(),
            STRIDE,
            count,
            &options(threads),
            statuses.as_mut_ptr(),
        )
    });
    statuses
}

/// Counts the solutions of boards, [`STRIDE`] bytes apart, up to a limit of at least 1; and
/// returns a status for each.
pub fn count(boards: &[u8], limit: u64, threads: u32) -> (Vec<u64>, Vec<i8>) {
    let count = boards.len() / STRIDE;
    let (mut counts, mut statuses) = (vec![0; count], vec![0; count]);
    // SAFETY: `count` boards, numbers and statuses are there, and the options are a whole
    // struct.
    done(unsafe {
        sudoku_count_batch(
            boards.as_ptr().cast(),
            STRIDE,
            count,
            limit,
            &options(threads),
            counts.as_mut_ptr(),
            statuses.as_mut_ptr(),
        )
    });
    (counts, statuses)
}

/// What a status means, in English.
pub fn message(status: c_int) -> &'static str {
    // SAFETY: the library returns a static string, never NULL.
    let text = unsafe { CStr::from_ptr(sudoku_status_string(status)) };
    text.to_str().unwrap_or("an unknown status")
}
