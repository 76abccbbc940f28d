//! The batch calls: what the functions for one board say, for many boards, whatever the
//! stride, the number of threads and the neighbours of a board. See "MANY BOARDS AT ONCE"
//! in the header.

mod common;

use common::*;
use libc::{c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::time::{Duration, Instant};

const ALL_CORES: u32 = u32::MAX;
const ENDLESS: Bytes = [b'.'; 81];
/// What stands between boards.
const GAP: u8 = 0xa5;
/// What a call was not to write.
const NO_STATUS: i8 = 77;
const NO_COUNT: u64 = 77;

/// Calls a function with options whose progress is this closure of (done, total), which
/// says whether to stop.
fn with_progress<T>(
    threads: u32,
    mut progress: &mut dyn FnMut(usize, usize) -> bool,
    call: impl FnOnce(&BatchOptions) -> T,
) -> T {
    extern "C" fn trampoline(done: usize, total: usize, user: *mut c_void) -> c_int {
        // SAFETY: it is what was passed below, alive during the call.
        let progress = unsafe { &mut *user.cast::<&mut dyn FnMut(usize, usize) -> bool>() };
        // Any number but zero stops.
        c_int::from(progress(done, total)) * -3
    }
    call(&BatchOptions {
        progress: Some(trampoline),
        user: (&raw mut progress).cast(),
        ..batch_options(threads)
    })
}

/// Boards as a caller has them: a stride apart, the last one without a gap behind it.
fn packed(boards: &[Bytes], stride: usize) -> Vec<u8> {
    let mut memory = vec![GAP; boards.len() * stride];
    for (place, board) in memory.chunks_exact_mut(stride).zip(boards) {
        place[..81].copy_from_slice(board);
    }
    memory.truncate((boards.len() * stride).saturating_sub(stride - 81));
    memory
}

/// The status of sudoku_solve_batch and those of the boards.
fn solve_batch(
    memory: &mut [u8],
    stride: usize,
    count: usize,
    options: *const BatchOptions,
) -> (c_int, Vec<i8>) {
    assert!(memory.len() >= count.saturating_sub(1) * stride + 81.min(count * 81));
    let mut statuses = vec![NO_STATUS; count];
    let boards = memory.as_mut_ptr().cast();
    // SAFETY: enough bytes for the boards, and a status for each.
    let status =
        unsafe { sudoku_solve_batch(boards, stride, count, options, statuses.as_mut_ptr()) };
    (status, statuses)
}

/// The status of sudoku_count_batch, the counts, and the statuses of the boards.
fn count_batch(
    memory: &[u8],
    stride: usize,
    count: usize,
    limit: u64,
    options: *const BatchOptions,
) -> (c_int, Vec<u64>, Vec<i8>) {
    assert!(memory.len() >= count.saturating_sub(1) * stride + 81.min(count * 81));
    let (mut counts, mut statuses) = (vec![NO_COUNT; count], vec![NO_STATUS; count]);
    let boards = memory.as_ptr().cast();
    let (out_counts, out_status) = (counts.as_mut_ptr(), statuses.as_mut_ptr());
    // SAFETY: enough bytes for the boards, and a count and a status for each.
    let status = unsafe {
        sudoku_count_batch(
            boards, stride, count, limit, options, out_counts, out_status,
        )
    };
    (status, counts, statuses)
}

/// What sudoku_solve makes of a board.
fn solve_one(board: &Bytes) -> (i8, Bytes) {
    let mut copy = *board;
    // SAFETY: 81 bytes.
    let status = unsafe { sudoku_solve(copy.as_mut_ptr().cast()) };
    (i8::try_from(status).expect("a small number"), copy)
}

/// What sudoku_count makes of a board; a count of 0 where it makes none.
fn count_one(board: &Bytes, limit: u64) -> (i8, u64) {
    let mut count = 0;
    // SAFETY: 81 bytes, and a place for the count.
    let status = unsafe { sudoku_count(board.as_ptr().cast(), limit, &mut count) };
    (i8::try_from(status).expect("a small number"), count)
}

/// Boards of all sets and kinds, malformed ones among them, in a random but fixed order.
fn mix() -> Vec<Bytes> {
    let cases = field_cases().into_iter();
    let mut mix: Vec<_> = cases
        .filter(|case| case.id != "K3-25") // it takes longer than all the others together
        .map(|case| case.board)
        .collect();
    for file in [
        "17_clues.txt",
        "easy_33_clues.txt",
        "magictour_top1465.txt",
        "hardest_1905_11plus.txt",
        "hardest_1106.txt",
        "two_or_more_solutions.txt",
        "no_solution.txt",
    ] {
        let data = shared_data(file).unwrap_or_default();
        let lines: Vec<_> = data.lines().collect();
        mix.extend(
            lines
                .iter()
                .step_by(lines.len() / 100 + 1)
                .map(|line| bytes(line)),
        );
    }
    for cell in [0, 40, 80] {
        for byte in [0x00, b'/', b':', b' ', b'\n', 0x80, 0xff] {
            let mut board = field_case("K4-02").board;
            board[cell] = byte;
            mix.push(board);
        }
    }
    // Fisher and Yates, with the random numbers of Knuth's MMIX.
    let mut state = 1u64;
    for i in (1..mix.len()).rev() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        mix.swap(i, (state >> 33) as usize % (i + 1));
    }
    mix
}

#[test]
fn a_batch_is_a_loop_of_single_calls() {
    let boards = mix();
    let solved: Vec<_> = boards.iter().map(solve_one).collect();
    let (statuses, solutions): (Vec<_>, Vec<_>) = solved.into_iter().unzip();
    for status in [OK, MULTIPLE, ERR_CHAR, ERR_CLASH, ERR_UNSOLVABLE] {
        assert!(statuses.contains(&(status as i8)), "{status}");
    }
    for stride in [81, 82, 97] {
        for threads in [0, 1, 2, 3, ALL_CORES] {
            let mut memory = packed(&boards, stride);
            let options = batch_options(threads);
            let result = solve_batch(&mut memory, stride, boards.len(), &options);
            assert_eq!(result, (OK, statuses.clone()), "{stride} {threads}");
            assert!(memory == packed(&solutions, stride), "{stride} {threads}");
        }
    }
    for limit in [1, 2, 500] {
        let counted: Vec<_> = boards.iter().map(|board| count_one(board, limit)).collect();
        let (statuses, counts): (Vec<_>, Vec<_>) = counted.into_iter().unzip();
        for (stride, threads) in [(81, 0), (82, 1), (97, 2), (81, ALL_CORES)] {
            let memory = packed(&boards, stride);
            let options = batch_options(threads);
            let result = count_batch(&memory, stride, boards.len(), limit, &options);
            assert_eq!(result, (OK, counts.clone(), statuses.clone()), "{limit}");
            assert!(memory == packed(&boards, stride));
        }
    }
}

/// Without options, and without statuses.
#[test]
fn options_and_statuses_may_be_null() {
    let boards = mix();
    let solutions: Vec<_> = boards.iter().map(|board| solve_one(board).1).collect();
    let mut memory = boards.concat();
    let start = memory.as_mut_ptr().cast();
    // SAFETY: 81 bytes for each board.
    let status = unsafe { sudoku_solve_batch(start, 81, boards.len(), null(), null_mut()) };
    assert_eq!(status, OK);
    assert!(memory == solutions.concat());

    let mut counts = vec![NO_COUNT; boards.len()];
    let (boards_start, count, out) = (boards.as_ptr().cast(), boards.len(), counts.as_mut_ptr());
    // SAFETY: 81 bytes and a count for each board.
    let status = unsafe { sudoku_count_batch(boards_start, 81, count, 2, null(), out, null_mut()) };
    assert_eq!(status, OK);
    let expected: Vec<_> = boards.iter().map(|board| count_one(board, 2).1).collect();
    assert_eq!(counts, expected);
}

/// Memory of which only some pages can be touched.
struct Pages(*mut u8, usize);

/// A multiple of the page size of every system.
const PAGE: usize = 64 * 1024;

impl Pages {
    /// Every other one of `2 * number` pages.
    fn every_other(number: usize) -> Pages {
        let (private, none) = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, libc::PROT_NONE);
        let size = 2 * number * PAGE;
        // SAFETY: a fresh mapping.
        let start = unsafe { libc::mmap(null_mut(), size, none, private, -1, 0) };
        assert_ne!(start, libc::MAP_FAILED);
        let pages = Pages(start.cast(), number);
        pages.protect(libc::PROT_READ | libc::PROT_WRITE);
        pages
    }

    fn protect(&self, protection: c_int) {
        for page in 0..self.1 {
            // SAFETY: pages of our mapping.
            let result =
                unsafe { libc::mprotect(self.0.add(2 * page * PAGE).cast(), PAGE, protection) };
            assert_eq!(result, 0);
        }
    }

    /// Where data that ends with a page begins.
    fn end(&self, page: usize, size: usize) -> *mut u8 {
        // SAFETY: within the page.
        unsafe { self.0.add(2 * page * PAGE + PAGE - size) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: the mapping that `every_other` made.
        unsafe { libc::munmap(self.0.cast(), 2 * self.1 * PAGE) };
    }
}

/// 0, 1, L − 1, L, L + 1, 3 L + 1 for vectors of L boards, and sizes around a thread's
/// share; the last board lies against an unmapped page.
#[test]
fn sizes_and_strides_against_an_unmapped_page() {
    let boards = mix();
    let pages = Pages::every_other(1);
    for size in (0..14).chain([31, 32, 33, 97, 255, 256, 257]) {
        let boards = &boards[..size];
        let solved: Vec<_> = boards.iter().map(solve_one).collect();
        let (statuses, solutions): (Vec<_>, Vec<_>) = solved.into_iter().unzip();
        let counted: Vec<_> = boards.iter().map(|board| count_one(board, 2)).collect();
        let (count_statuses, counts): (Vec<_>, Vec<_>) = counted.into_iter().unzip();
        for stride in [81, 82, 97] {
            let memory = packed(boards, stride);
            let start = pages.end(0, memory.len());
            // SAFETY: it ends with the page.
            let bytes = unsafe { std::slice::from_raw_parts_mut(start, memory.len()) };
            bytes.copy_from_slice(&memory);
            pages.protect(libc::PROT_READ);
            for threads in [1, 2] {
                let options = batch_options(threads);
                let result = count_batch(bytes, stride, size, 2, &options);
                assert_eq!(result, (OK, counts.clone(), count_statuses.clone()));
            }
            pages.protect(libc::PROT_READ | libc::PROT_WRITE);
            let result = solve_batch(bytes, stride, size, &batch_options(2));
            assert_eq!(result, (OK, statuses.clone()), "{size} {stride}");
            assert!(bytes == packed(&solutions, stride), "{size} {stride}");
        }
    }
}

/// No byte between boards is touched: here an unmapped page follows each board.
#[test]
fn gaps_of_unmapped_pages() {
    let boards = &mix()[..50];
    let pages = Pages::every_other(boards.len());
    let copy = || {
        for (i, board) in boards.iter().enumerate() {
            // SAFETY: 81 bytes that end with a page.
            unsafe { pages.end(i, 81).cast::<Bytes>().write(*board) };
        }
    };
    let read = |i| {
        // SAFETY: 81 bytes that end with a page.
        unsafe { pages.end(i, 81).cast::<Bytes>().read() }
    };
    for threads in [1, 2] {
        copy();
        let options = batch_options(threads);
        let (mut counts, mut statuses) = ([NO_COUNT; 50], [NO_STATUS; 50]);
        let (start, stride) = (pages.end(0, 81).cast(), 2 * PAGE);
        let (out_counts, out_status) = (counts.as_mut_ptr(), statuses.as_mut_ptr());
        // SAFETY: boards 2 pages apart, a count and a status for each.
        let status =
            unsafe { sudoku_count_batch(start, stride, 50, 2, &options, out_counts, out_status) };
        assert_eq!(status, OK);
        for (i, board) in boards.iter().enumerate() {
            assert_eq!((statuses[i], counts[i]), count_one(board, 2));
            assert_eq!(read(i), *board);
        }
        // SAFETY: likewise.
        let status = unsafe { sudoku_solve_batch(start.cast(), stride, 50, &options, out_status) };
        assert_eq!(status, OK);
        for (i, board) in boards.iter().enumerate() {
            assert_eq!((statuses[i], read(i)), solve_one(board));
        }
    }
}

/// The bytes between boards are another's, who changes them meanwhile.
#[test]
fn gaps_that_change_meanwhile() {
    let boards: Vec<_> = mix().into_iter().cycle().take(3000).collect();
    let memory = packed(&boards, 97);
    let start = memory.as_ptr().cast_mut();
    // SAFETY: atomic bytes over memory that nobody else refers to any more.
    let gaps: Vec<&[AtomicU8]> = (0..boards.len() - 1)
        .map(|i| unsafe { std::slice::from_raw_parts(start.add(97 * i + 81).cast(), 16) })
        .collect();
    let mut statuses = vec![NO_STATUS; boards.len()];
    let ended = AtomicBool::new(false);
    let round = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut round = 0u8;
            while !ended.load(Relaxed) {
                round = round.wrapping_add(1);
                for byte in gaps.iter().copied().flatten() {
                    byte.store(round, Relaxed);
                }
            }
            round
        });
        let (out, options) = (statuses.as_mut_ptr(), batch_options(2));
        // SAFETY: boards 97 bytes apart, a status for each.
        let status = unsafe { sudoku_solve_batch(start.cast(), 97, boards.len(), &options, out) };
        ended.store(true, Relaxed);
        assert_eq!(status, OK);
        writer.join().expect("no panic")
    });
    for (i, gap) in gaps.iter().enumerate() {
        assert!(gap.iter().all(|byte| byte.load(Relaxed) == round), "{i}");
    }
    for (i, board) in boards.iter().enumerate() {
        // SAFETY: a board of the memory.
        let solved = unsafe { start.add(97 * i).cast::<Bytes>().read() };
        assert_eq!((statuses[i], solved), solve_one(board));
    }
}

#[test]
fn progress_is_told_to_the_end() {
    let boards: Vec<_> = mix().into_iter().cycle().take(20_000).collect();
    let caller = std::thread::current().id();
    for size in [0, 1, boards.len()] {
        for threads in [1, 2] {
            let (mut calls, mut last) = (0, 0);
            let mut note = |done, total| {
                assert_eq!(std::thread::current().id(), caller);
                assert_eq!(total, size);
                assert!(last <= done && done <= total);
                calls += 1;
                last = done;
                false
            };
            let mut memory = boards[..size].concat();
            let (status, _) = with_progress(threads, &mut note, |options| {
                solve_batch(&mut memory, 81, size, options)
            });
            assert_eq!((status, last), (OK, size));
            assert!(calls >= 1);
        }
    }
}

/// An endless board is reported on 4 to 10 times a second, give or take a busy machine,
/// and stops at once. Timing decides only if it is never as it should be.
#[test]
fn an_endless_board_stops() {
    for threads in [1, 2, ALL_CORES] {
        let in_time = (0..20).any(|_| {
            let mut calls = vec![Instant::now()];
            let mut stop_at_four = |done, total| {
                assert_eq!((done, total), (0, 1));
                calls.push(Instant::now());
                calls.len() == 5
            };
            let result = with_progress(threads, &mut stop_at_four, |options| {
                count_batch(&ENDLESS, 81, 1, 1 << 63, options)
            });
            let stopped = calls.last().expect("a call").elapsed();
            assert_eq!(result, (STOPPED, vec![0], vec![STOPPED as i8]));
            assert_eq!(calls.len(), 5);
            let pauses = calls.windows(2).map(|pair| pair[1] - pair[0]);
            println!(
                "{threads}: {:?}, {stopped:?}",
                pauses.clone().collect::<Vec<_>>()
            );
            let wanted = Duration::from_millis(100)..=Duration::from_millis(250);
            stopped < Duration::from_millis(100) && pauses.into_iter().all(|p| wanted.contains(&p))
        });
        assert!(in_time, "{threads}");
    }
}

/// Stopped, every board is finished or untouched, and its status tells.
#[test]
fn a_stopped_batch_has_no_half_boards() {
    let kinds = mix();
    let boards: Vec<_> = kinds.iter().copied().cycle().take(300_000).collect();
    let solved: Vec<_> = kinds.iter().map(solve_one).collect();
    let counted: Vec<_> = kinds.iter().map(|board| count_one(board, 2)).collect();
    for threads in [1, 2] {
        let mut memory = packed(&boards, 82);
        let mut seen = 0;
        let mut stop = |done, _| {
            seen = done;
            true
        };
        let (status, statuses) = with_progress(threads, &mut stop, |options| {
            solve_batch(&mut memory, 82, boards.len(), options)
        });
        assert_eq!(status, STOPPED);
        let mut done = 0;
        for (i, board) in boards.iter().enumerate() {
            let now: Bytes = *memory[82 * i..].first_chunk().expect("81 bytes");
            if statuses[i] == STOPPED as i8 {
                assert_eq!(now, *board);
            } else {
                assert_eq!((statuses[i], now), solved[i % kinds.len()]);
                done += 1;
            }
        }
        assert!(done >= seen, "{done} {seen}");
        println!("{done} of {} boards were done", boards.len());
        assert!(memory.iter().skip(81).step_by(82).all(|&gap| gap == GAP));

        let mut stop = |_, _| true;
        let memory = packed(&boards, 82);
        let (status, counts, statuses) = with_progress(threads, &mut stop, |options| {
            count_batch(&memory, 82, boards.len(), 2, options)
        });
        assert_eq!(status, STOPPED);
        for (i, found) in statuses.into_iter().zip(counts).enumerate() {
            assert!(found == (STOPPED as i8, 0) || found == counted[i % kinds.len()]);
        }
    }
}

/// Told to stop when all is done: the status says so, and nothing is undone.
#[test]
fn a_stop_at_the_end() {
    let case = field_case("K4-02");
    let mut memory = case.board;
    let mut stop = |_, _| true;
    let result = with_progress(1, &mut stop, |options| {
        solve_batch(&mut memory, 81, 1, options)
    });
    assert_eq!(result, (STOPPED, vec![OK as i8]));
    assert_eq!(Some(memory), case.solution);
}

/// One endless board holds the others back on no thread.
#[test]
fn boards_beside_an_endless_one() {
    let mut boards = mix();
    boards.truncate(200);
    boards.retain(|board| count_one(board, 1000).1 < 1000);
    let expected: Vec<_> = boards.iter().map(|board| count_one(board, 1000)).collect();
    boards.insert(3, ENDLESS);
    let limit = 1 << 63;
    for threads in [1, 2] {
        let all_others = boards.len() - 1;
        let mut stop = |done, _| done == all_others;
        let memory = boards.concat();
        let (status, counts, statuses) = with_progress(threads, &mut stop, |options| {
            count_batch(&memory, 81, boards.len(), limit, options)
        });
        assert_eq!(status, STOPPED);
        let mut others = statuses.into_iter().zip(counts).collect::<Vec<_>>();
        assert_eq!(others.remove(3), (STOPPED as i8, 0));
        assert_eq!(others, expected);
    }
}

/// Refused, and nothing is written.
fn assert_refused(
    expected: c_int,
    stride: usize,
    count: usize,
    limit: u64,
    options: *const BatchOptions,
) {
    let case = field_case("K4-02");
    let mut memory = [case.board; 2].concat();
    let (mut counts, mut statuses) = ([NO_COUNT; 2], [NO_STATUS; 2]);
    let (start, out_counts) = (memory.as_mut_ptr().cast::<c_char>(), counts.as_mut_ptr());
    let out_status = statuses.as_mut_ptr();
    // SAFETY: the arguments are refused before anything is touched.
    unsafe {
        if limit > 0 {
            let status = sudoku_solve_batch(start, stride, count, options, out_status);
            assert_eq!(status, expected);
        }
        let status =
            sudoku_count_batch(start, stride, count, limit, options, out_counts, out_status);
        assert_eq!(status, expected);
    }
    assert_eq!(memory, [case.board; 2].concat());
    assert_eq!((counts, statuses), ([NO_COUNT; 2], [NO_STATUS; 2]));
}

#[test]
fn arguments_out_of_range() {
    for stride in [0, 1, 80] {
        assert_refused(ERR_ARGUMENT, stride, 2, 2, null());
    }
    assert_refused(ERR_ARGUMENT, 81, 2, 0, null());
    // More bytes than can be.
    for (stride, count) in [
        (81, usize::MAX),
        (usize::MAX, 2),
        (usize::MAX, usize::MAX),
        (usize::MAX / 2, 3),
        (isize::MAX as usize - 80, 2),
        (1 << 32, 1 << 32),
        (82, usize::MAX / 82 + 2),
    ] {
        assert_refused(ERR_ARGUMENT, stride, count, 2, null());
    }
    // The stride of a single board does not matter.
    let mut memory = field_case("K4-02").board;
    let result = solve_batch(&mut memory, usize::MAX, 1, null());
    assert_eq!(result, (OK, vec![OK as i8]));
}

#[test]
fn null_pointers() {
    let mut board = field_case("K4-02").board;
    let before = board;
    let start = board.as_mut_ptr().cast::<c_char>();
    let (mut count, mut status) = (NO_COUNT, NO_STATUS);
    let (count, status) = (&raw mut count, &raw mut status);
    let bad = batch_options(0);
    let bad = BatchOptions {
        struct_size: 1,
        ..bad
    };
    // SAFETY: NULL, or enough bytes.
    unsafe {
        // NULL comes before ARGUMENT.
        assert_eq!(sudoku_solve_batch(null_mut(), 0, 1, &bad, status), ERR_NULL);
        assert_eq!(
            sudoku_count_batch(null(), 0, 1, 0, &bad, count, status),
            ERR_NULL
        );
        assert_eq!(
            sudoku_count_batch(start, 0, 1, 0, &bad, null_mut(), status),
            ERR_NULL
        );
        // No boards: nothing is needed.
        assert_eq!(
            sudoku_solve_batch(null_mut(), 81, 0, null(), null_mut()),
            OK
        );
        let none = null_mut();
        assert_eq!(
            sudoku_count_batch(null(), 81, 0, 2, null(), none, null_mut()),
            OK
        );
        assert_eq!(
            sudoku_solve_batch(null_mut(), 80, 0, null(), null_mut()),
            ERR_ARGUMENT
        );
        assert_eq!((*count, *status), (NO_COUNT, NO_STATUS));
    }
    assert_eq!(board, before);
}

#[test]
fn options_of_other_versions() {
    /// A struct of a later version.
    #[repr(C)]
    struct Later {
        known: BatchOptions,
        unknown: [u8; 4096 + 8 - size_of::<BatchOptions>()],
    }
    let later = |size, at: Option<usize>| {
        let mut later = Later {
            known: batch_options(1),
            unknown: [0; _],
        };
        later.known.struct_size = size;
        if let Some(at) = at {
            later.unknown[at - size_of::<BatchOptions>()] = 1;
        }
        later
    };
    for size in [32, 33, 64, 4096] {
        let options = later(size, None);
        let mut memory = field_case("K4-02").board;
        let result = solve_batch(&mut memory, 81, 1, &options.known);
        assert_eq!(result, (OK, vec![0]), "{size}");
    }
    // A byte beyond the struct's own size is not looked at; one within it must be zero.
    let options_read = later(40, Some(40));
    let mut memory = field_case("K4-02").board;
    assert_eq!(solve_batch(&mut memory, 81, 1, &options_read.known).0, OK);
    assert_refused(ERR_ARGUMENT, 81, 2, 2, &later(40, Some(39)).known);
    for size in [0, 1, 8, 16, 31, 4097, usize::MAX] {
        assert_refused(ERR_ARGUMENT, 81, 2, 2, &later(size, None).known);
    }
    for reserved in [1, u32::MAX] {
        let options = BatchOptions {
            reserved,
            ..batch_options(1)
        };
        assert_refused(ERR_ARGUMENT, 81, 2, 2, &options);
    }
}

#[test]
fn several_threads_call_at_once() {
    let boards = &mix();
    let expected = &boards.iter().map(solve_one).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        for threads in [1, 2, 2, ALL_CORES] {
            scope.spawn(move || {
                for _ in 0..3 {
                    let mut memory = boards.concat();
                    let options = batch_options(threads);
                    let (status, statuses) = solve_batch(&mut memory, 81, boards.len(), &options);
                    assert_eq!(status, OK);
                    let (solved, _) = memory.as_chunks::<81>();
                    let found = statuses.into_iter().zip(solved.iter().copied());
                    assert!(found.eq(expected.iter().copied()));
                }
            });
        }
    });
}

#[test]
fn batches_within_callbacks() {
    let several = field_case("K3-09").board; // 4 solutions
    let boards = mix();
    let boards = &boards[..100];
    let expected: Vec<_> = boards.iter().map(|board| solve_one(board).0).collect();
    let inner = |options: &BatchOptions| {
        let mut memory = boards.concat();
        let result = solve_batch(&mut memory, 81, boards.len(), options);
        assert_eq!(result, (OK, expected.clone()));
    };
    let mut visits = 0;
    let status = for_each_solution(&several, &mut |_| {
        inner(&batch_options(2));
        visits += 1;
        false
    });
    assert_eq!((status, visits), (OK, 4));

    let mut reports = 0;
    let mut report = |_, _| {
        // A batch within the progress of a batch, and one within the progress of that.
        with_progress(
            2,
            &mut |_, _| {
                inner(&batch_options(2));
                assert_eq!(enumerate(&several, 0).1.len(), 4);
                false
            },
            inner,
        );
        reports += 1;
        reports == 3
    };
    let result = with_progress(2, &mut report, |options| {
        count_batch(&ENDLESS, 81, 1, u64::MAX, options)
    });
    assert_eq!(result, (STOPPED, vec![0], vec![STOPPED as i8]));
}
