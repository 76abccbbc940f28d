//! MANY BOARDS AT ONCE
//!
//! Faster than a loop over the functions for one board, on one thread too, and with the
//! same bytes and statuses. Board i starts at boards + i * stride; stride is at least 81
//! (82 suits lines with a newline). The bytes between boards are neither read nor written.

use super::guard::guard;
use super::options::{Options, read_options};
use super::status::Status;
use super::write_board;
use crate::batch::{Answer, Batch, Progress, Task, run};
use crate::board::{Board, CELLS};
use crate::cpu::Backend;
use libc::{c_char, c_int, c_void};
use std::ops::ControlFlow;

/// For `threads`: one for each core that this process may use.
#[allow(dead_code)] // any number above that of the cores means the same here
pub const ALL_CORES: u32 = u32::MAX;

/// How to go about a batch. Zero, or NULL instead of the struct, means the default.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct BatchOptions {
    /// sizeof(struct sudoku_batch_options).
    pub struct_size: usize,
    /// 0 or 1: the calling thread only. n: at most n threads search, the calling one
    /// included. SUDOKU_ALL_CORES: one for each core. They are started for the call, with
    /// all signals blocked, and joined before it returns; one that cannot be started is no
    /// error.
    pub threads: u32,
    /// Zero.
    pub reserved: u32,
    /// If not NULL, called on the calling thread 4 to 10 times a second, and once at the
    /// end. Return 0 to go on, anything else to stop: then the batch returns within a tenth
    /// of a second.
    pub progress:
        Option<unsafe extern "C" fn(done: usize, total: usize, user: *mut c_void) -> c_int>,
    /// Handed to `progress` as it is.
    pub user: *mut c_void,
}

//#define SUDOKU_BATCH_OPTIONS_INIT { sizeof(struct sudoku_batch_options), 0, 0, 0, 0 }

// SAFETY: repr(C), starts with a size; integers and pointers, an optional function among
// them, and the caller vouches for that.
unsafe impl Options for BatchOptions {
    const ENDS: &'static [usize] = &[size_of::<BatchOptions>()];
}

/// sudoku_solve on `count` boards. Solved boards are filled in place, others untouched.
///
/// out_status[i], if out_status is not NULL, is what sudoku_solve would have returned for
/// board i; SUDOKU_STOPPED, and the board is untouched, if the batch was stopped before.
///
/// Returns SUDOKU_OK when every board was dealt with, whatever their statuses, or
/// SUDOKU_STOPPED; or, with nothing done, SUDOKU_ERR_NULL (boards, and count is not 0) or
/// SUDOKU_ERR_ARGUMENT (stride, options, or more memory than there is).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_solve_batch(
    boards: *mut c_char,
    stride: usize,
    count: usize,
    options: *const BatchOptions,
    out_status: *mut i8,
) -> c_int {
    guard(|| {
        let out_counts = std::ptr::null_mut();
        let task = Task::Solve;
        let batch = Strided {
            boards,
            stride,
            count,
            task,
            out_counts,
            out_status,
        };
        // SAFETY: the caller promises the arrays and the struct.
        unsafe { search(batch, options) }
    })
}

/// sudoku_count on `count` boards, each up to `limit` solutions.
///
/// out_counts[i] is the number of solutions of board i, or 0 where its status is negative
/// or SUDOKU_STOPPED. out_status[i], if out_status is not NULL, is what sudoku_count would
/// have returned for board i, or SUDOKU_STOPPED.
///
/// Returns SUDOKU_OK when every board was dealt with, whatever their statuses, or
/// SUDOKU_STOPPED; or, with nothing done, SUDOKU_ERR_NULL (boards or out_counts, and count
/// is not 0) or SUDOKU_ERR_ARGUMENT (stride, limit is 0, options, or more memory than
/// there is).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_count_batch(
    boards: *const c_char,
    stride: usize,
    count: usize,
    limit: u64,
    options: *const BatchOptions,
    out_counts: *mut u64,
    out_status: *mut i8,
) -> c_int {
    guard(|| {
        let (boards, task) = (boards.cast_mut(), Task::Count(limit));
        let batch = Strided {
            boards,
            stride,
            count,
            task,
            out_counts,
            out_status,
        };
        if out_counts.is_null() && count != 0 {
            return Err(Status::ErrNull);
        }
        // SAFETY: the caller promises the arrays and the struct; nothing is written to the
        // boards of a count.
        unsafe { search(batch, options) }
    })
}

/// # Safety
///
/// The pointers of `batch` are as its comments say or NULL, those of `options` as the
/// header says.
unsafe fn search(batch: Strided, options: *const BatchOptions) -> Result<Status, Status> {
    let Strided {
        boards,
        stride,
        count,
        task,
        ..
    } = batch;
    // SAFETY: the caller's.
    let options = unsafe { checked(boards, stride, count, options) }?;
    if task == Task::Count(0) {
        return Err(Status::ErrArgument);
    }
    for index in 0..count {
        // What stays if the batch is stopped.
        batch.set(index, Status::Stopped, 0);
    }
    let mut call = |done| options.report(done, count);
    let progress: Option<Progress<'_>> = options.progress.map(|_| &mut call as _);
    let at_most = || options.threads();
    let threads = (options.threads > 1).then_some(&at_most as &dyn Fn() -> usize);
    let flow = run(&batch, task, Backend::in_use(), threads, progress);
    Ok(status_of(flow))
}

/// Checks what all batches have in common, and reads the options.
///
/// # Safety
///
/// `options` is as the header says.
pub(super) unsafe fn checked(
    boards: *const c_char,
    stride: usize,
    count: usize,
    options: *const BatchOptions,
) -> Result<BatchOptions, Status> {
    if boards.is_null() && count != 0 {
        return Err(Status::ErrNull);
    }
    // SAFETY: the caller's.
    let options = unsafe { read_options(options) }?;
    let length = count
        .saturating_sub(1)
        .checked_mul(stride)
        .and_then(|n| n.checked_add(CELLS));
    if stride < CELLS
        || length.is_none_or(|length| length > isize::MAX as usize)
        || options.reserved != 0
    {
        return Err(Status::ErrArgument);
    }
    Ok(options)
}

/// What a batch returns.
pub(super) fn status_of(flow: ControlFlow<()>) -> Status {
    if flow.is_break() {
        Status::Stopped
    } else {
        Status::Ok
    }
}

impl BatchOptions {
    /// The number of threads. More than cores have no use.
    pub(super) fn threads(&self) -> usize {
        let wanted = self.threads.max(1) as usize;
        std::thread::available_parallelism().map_or(1, |cores| wanted.min(cores.into()))
    }

    /// Tells the caller how many boards are done; false to stop.
    pub(super) fn report(&self, done: usize, total: usize) -> bool {
        match self.progress {
            // SAFETY: the caller promises a function of this type that returns.
            Some(progress) => unsafe { progress(done, total, self.user) == 0 },
            None => true,
        }
    }
}

/// The arrays of a caller.
struct Strided {
    /// `count` boards, `stride` bytes apart; writable for a solve.
    boards: *mut c_char,
    stride: usize,
    count: usize,
    task: Task,
    /// NULL or `count` numbers.
    out_counts: *mut u64,
    /// NULL or `count` statuses.
    out_status: *mut i8,
}

// SAFETY: the threads of a batch touch only what belongs to the boards each of them took.
unsafe impl Sync for Strided {}

impl Strided {
    fn at(&self, index: usize) -> *mut c_char {
        // In bounds, as `search` checked; the bytes between boards are not touched.
        self.boards.wrapping_add(index * self.stride)
    }

    fn set(&self, index: usize, status: Status, count: u64) {
        assert!(index < self.count);
        if !self.out_status.is_null() {
            // SAFETY: not NULL and in bounds, and no other thread writes this element.
            unsafe { self.out_status.add(index).write(status as i8) };
        }
        if !self.out_counts.is_null() {
            // SAFETY: likewise.
            unsafe { self.out_counts.add(index).write(count) };
        }
    }
}

impl Batch for Strided {
    fn len(&self) -> usize {
        self.count
    }

    fn board(&self, index: usize) -> Option<Board> {
        assert!(index < self.count);
        // SAFETY: in bounds; an array of bytes has no alignment.
        let bytes = unsafe { self.at(index).cast::<[u8; CELLS]>().read() };
        let board = Board::from_bytes(&bytes);
        board
            .inspect_err(|_| self.set(index, Status::ErrChar, 0))
            .ok()
    }

    fn answer(&self, index: usize, answer: Answer) {
        match (self.task, answer) {
            (_, Answer::Failed) => self.set(index, Status::ErrInternal, 0),
            (Task::Count(_), Answer::Counted(count, _)) => self.set(index, Status::Ok, count),
            (Task::Solve, Answer::Counted(count, Some(solution))) => {
                // SAFETY: in bounds, and no other thread touches this board.
                unsafe { write_board(self.at(index), &solution) };
                self.set(
                    index,
                    if count > 1 {
                        Status::Multiple
                    } else {
                        Status::Ok
                    },
                    0,
                );
            }
            (Task::Solve, Answer::Counted(_, None)) => {
                if let Some(board) = self.board(index) {
                    self.set(index, board.why_unsolvable().into(), 0);
                }
            }
        }
    }
}
