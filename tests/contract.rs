//! What every call promises whatever the memory, the bytes, the thread and the callback:
//! see "BOARDS", "STATUSES", "THREADS" and "CALLBACKS" in the header.

mod common;

use common::*;
use libc::{c_char, c_int, c_void};
use std::ptr::{null, null_mut};

/// A page, or a few, between two that cannot be touched.
struct Fenced(*mut u8);

/// A multiple of the page size of every system.
const PAGE: usize = 64 * 1024;

impl Fenced {
    fn new() -> Fenced {
        // SAFETY: a fresh mapping; the page in its middle is opened.
        unsafe {
            let (private, none) = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, libc::PROT_NONE);
            let start = libc::mmap(null_mut(), 3 * PAGE, none, private, -1, 0);
            assert_ne!(start, libc::MAP_FAILED);
            let page = start.cast::<u8>().add(PAGE);
            let writable = libc::PROT_READ | libc::PROT_WRITE;
            assert_eq!(libc::mprotect(page.cast(), PAGE, writable), 0);
            page.write_bytes(0xa5, PAGE);
            Fenced(page)
        }
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the page is ours, readable and writable unless made read-only.
        unsafe { std::slice::from_raw_parts_mut(self.0, PAGE) }
    }

    /// Copies `data` to the end that touches the fence, and makes the page read-only.
    fn read_only(data: &[u8], at_end: bool) -> (Fenced, *const c_char) {
        let mut page = Fenced::new();
        let start = Fenced::place(data.len(), at_end);
        page.bytes()[start..][..data.len()].copy_from_slice(data);
        // SAFETY: the page is mapped.
        let result = unsafe { libc::mprotect(page.0.cast(), PAGE, libc::PROT_READ) };
        assert_eq!(result, 0);
        // SAFETY: within the page.
        let data = unsafe { page.0.add(start) }.cast();
        (page, data)
    }

    fn place(size: usize, at_end: bool) -> usize {
        if at_end { PAGE - size } else { 0 }
    }
}

impl Drop for Fenced {
    fn drop(&mut self) {
        // SAFETY: the mapping that `new` made.
        unsafe { libc::munmap(self.0.sub(PAGE).cast(), 3 * PAGE) };
    }
}

/// The field cases without the one that takes longer than all the others together.
fn quick_cases() -> impl Iterator<Item = FieldCase> {
    field_cases().into_iter().filter(|case| case.id != "K3-25")
}

/// Boards of every status, and malformed ones.
fn boards() -> Vec<Bytes> {
    let mut boards: Vec<_> = quick_cases().map(|case| case.board).collect();
    for cell in [0, 40, 80] {
        for byte in [0x00, b'/', b':', b' ', 0x80, 0xff] {
            let mut board = field_case("K4-02").board;
            board[cell] = byte;
            boards.push(board);
        }
    }
    boards
}

extern "C" fn stop_at_once(_: *const c_char, _: *mut c_void) -> c_int {
    1
}

/// The status of each function that reads a const board: solving, counting,
/// enumerating, checking.
fn statuses(board: *const c_char) -> [c_int; 4] {
    let (mut solution, mut count) = (UNTOUCHED, 0);
    // SAFETY: the board has 81 bytes, and the outputs are ours.
    unsafe {
        [
            sudoku_solve_to(board, solution.as_mut_ptr().cast()),
            sudoku_count(board, 2, &mut count),
            sudoku_enumerate(board, Some(stop_at_once), null_mut()),
            sudoku_check(board, null_mut()),
        ]
    }
}

/// K6-04, K6-06, K6-08: nothing is read or written before a board or behind it, and a
/// const board may be read-only.
#[test]
fn boards_against_unmapped_pages() {
    for board in boards() {
        let expected = statuses(board.as_ptr().cast());
        let (solved, solution) = solve(&board);
        for at_end in [false, true] {
            let (_page, input) = Fenced::read_only(&board, at_end);
            assert_eq!(statuses(input), expected, "{}", text(&board));

            let mut page = Fenced::new();
            let place = Fenced::place(81, at_end);
            let mut wanted = page.bytes().to_vec();
            let output = page.bytes()[place..].as_mut_ptr().cast();
            // SAFETY: 81 bytes each.
            assert_eq!(unsafe { sudoku_solve_to(input, output) }, solved);
            // It is all 0xa5 where nothing was written.
            wanted[place..][..81].copy_from_slice(&solution);
            assert!(page.bytes() == wanted, "{}", text(&board));

            page.bytes()[place..][..81].copy_from_slice(&board);
            // SAFETY: 81 bytes.
            assert_eq!(unsafe { sudoku_solve(output) }, solved);
            if solved < 0 {
                wanted[place..][..81].copy_from_slice(&board);
            }
            assert!(page.bytes() == wanted, "{}", text(&board));
        }
    }
}

#[test]
fn outputs_against_unmapped_pages() {
    let board = field_case("K3-19").board;
    for at_end in [false, true] {
        let mut page = Fenced::new();
        let out_count = page.bytes()[Fenced::place(8, at_end)..].as_mut_ptr().cast();
        // SAFETY: 81 bytes, and a place for the count, aligned.
        unsafe {
            assert_eq!(sudoku_count(board.as_ptr().cast(), u64::MAX, out_count), OK);
            assert_eq!(*out_count, 125);
        }
        let mut page = Fenced::new();
        let out_issue: *mut Issue = page.bytes()[Fenced::place(32, at_end)..]
            .as_mut_ptr()
            .cast();
        // SAFETY: 81 bytes, and a place for the issue, aligned.
        unsafe {
            assert_eq!(sudoku_check(board.as_ptr().cast(), out_issue), OK);
            assert_eq!((*out_issue).kind, 0);
        }
    }
}

/// K6-11: any alignment will do.
#[test]
fn unaligned_boards() {
    let case = field_case("K4-02");
    let solution = case.solution.expect("a proper puzzle");
    for offset in 0..64 {
        let mut input = [b'7'; 81 + 64];
        input[offset..][..81].copy_from_slice(&case.board);
        let mut output = [0xa5; 81 + 64];
        let mut wanted = output;
        let place = 63 - offset;
        wanted[place..][..81].copy_from_slice(&solution);
        let (from, to) = (input[offset..].as_ptr(), output[place..].as_mut_ptr());
        // SAFETY: 81 bytes each.
        let status = unsafe { sudoku_solve_to(from.cast(), to.cast()) };
        assert_eq!((status, output), (OK, wanted));
    }
}

/// K6-01, K6-02, K6-07: what follows the 81st byte makes no difference.
#[test]
fn boards_packed_one_after_another() {
    let boards = boards();
    let mut packed = boards.concat();
    for (i, board) in boards.iter().enumerate() {
        let here = packed[81 * i..].as_ptr().cast();
        assert_eq!(statuses(here), statuses(board.as_ptr().cast()));
    }
    let mut wanted = packed.clone();
    for (i, board) in boards.iter().enumerate() {
        let (status, solution) = solve(board);
        if status >= 0 {
            wanted[81 * i..][..81].copy_from_slice(&solution);
        }
        // SAFETY: 81 bytes.
        let same = unsafe { sudoku_solve(packed[81 * i..].as_mut_ptr().cast()) };
        assert_eq!(same, status);
        assert!(packed == wanted, "{}", text(board));
    }

    let board = field_case("K4-02").board;
    for tail in ["|1.5.7", "\0\0", "\n", "1", "."] {
        let followed = [&board, tail.as_bytes()].concat();
        assert_eq!(statuses(followed.as_ptr().cast()), [OK, OK, STOPPED, OK]);
    }
}

#[test]
fn output_may_overlap_input() {
    for id in ["K1-05", "K2-08", "K3-03", "K3-04", "K9-02"] {
        let case = field_case(id);
        let (status, solution) = solve(&case.board);
        for output in 0..=160 {
            let mut memory = [0xa5; 241];
            memory[80..161].copy_from_slice(&case.board);
            let mut wanted = memory;
            if status >= 0 {
                wanted[output..][..81].copy_from_slice(&solution);
            }
            let start = memory.as_mut_ptr().cast::<c_char>();
            // SAFETY: 81 bytes each, within the memory.
            let same = unsafe { sudoku_solve_to(start.add(80), start.add(output)) };
            assert_eq!((same, memory), (status, wanted), "{id}");
        }
    }
}

/// K6-03: '0' is a blank as '.' is.
#[test]
fn zero_is_blank() {
    for case in quick_cases() {
        let zeros = case
            .board
            .map(|byte| if byte == b'.' { b'0' } else { byte });
        assert_eq!(solve(&zeros), solve(&case.board), "{}", case.id);
        assert_eq!(check(&zeros), check(&case.board), "{}", case.id);
    }
}

/// K6-09: every other byte is refused in every cell, and sudoku_check says where.
#[test]
fn bytes_that_are_no_cells() {
    for byte in (0..=255).filter(|byte| !matches!(byte, b'.' | b'0'..=b'9')) {
        for cell in 0..81 {
            let mut board = field_case("K4-02").board;
            board[cell] = byte;
            assert_refused(&board, cell);
            // The first one is reported.
            board[80] = 0xff;
            assert_refused(&board, cell);
        }
    }
}

/// K6-16: UTF-16 text has a NUL after each character.
#[test]
fn utf_16_is_no_board() {
    let text = String::from_utf8_lossy(&field_case("K4-02").board).into_owned();
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_refused(wide.first_chunk().expect("162 bytes"), 1);
}

fn assert_refused(board: &Bytes, cell: usize) {
    assert_eq!(statuses(board.as_ptr().cast()), [ERR_CHAR; 4]);
    let mut copy = *board;
    // SAFETY: 81 bytes.
    let status = unsafe { sudoku_solve(copy.as_mut_ptr().cast()) };
    assert_eq!((status, copy), (ERR_CHAR, *board));
    let issue = Issue {
        kind: 1,
        cell: cell as i32,
        other_cell: -1,
        house: -1,
        digit: -1,
        reserved: [0; 3],
    };
    assert_eq!(check(board), (ERR_CHAR, issue));
}

/// The order of errors is NULL, ARGUMENT, CHAR, CLASH, UNSOLVABLE, and none of them
/// writes anything.
#[test]
fn the_first_error_in_order_is_returned() {
    let unsolvable = field_case("K2-01").board;
    let mut clash = unsolvable;
    clash[80] = b'9'; // a second one in column 9
    clash[79] = b'9';
    let mut malformed = clash;
    malformed[79] = 0;
    let (mut solution, mut count) = (UNTOUCHED, 77);
    let out = solution.as_mut_ptr().cast::<c_char>();
    for board in [unsolvable, clash, malformed] {
        let board = board.as_ptr().cast::<c_char>();
        // SAFETY: NULL, or enough bytes.
        unsafe {
            assert_eq!(sudoku_solve_to(null(), out), ERR_NULL);
            assert_eq!(sudoku_solve_to(board, null_mut()), ERR_NULL);
            assert_eq!(sudoku_count(null(), 0, &mut count), ERR_NULL);
            assert_eq!(sudoku_count(board, 0, null_mut()), ERR_NULL);
            assert_eq!(sudoku_count(board, 0, &mut count), ERR_ARGUMENT);
            assert_eq!(sudoku_enumerate(board, None, null_mut()), ERR_NULL);
        }
    }
    let visit: Option<Visit> = Some(stop_at_once);
    // SAFETY: NULL, or enough bytes.
    unsafe {
        assert_eq!(sudoku_solve(null_mut()), ERR_NULL);
        assert_eq!(sudoku_solve_to(null(), null_mut()), ERR_NULL);
        assert_eq!(sudoku_count(null(), 1, null_mut()), ERR_NULL);
        assert_eq!(sudoku_enumerate(null(), visit, null_mut()), ERR_NULL);
        assert_eq!(sudoku_enumerate(null(), None, null_mut()), ERR_NULL);
        assert_eq!(sudoku_check(null(), null_mut()), ERR_NULL);
    }
    let mut issue = check(&clash).1;
    let before = issue;
    // SAFETY: NULL, and a place for the issue.
    assert_eq!(unsafe { sudoku_check(null(), &mut issue) }, ERR_NULL);
    assert_eq!(issue, before);

    for (board, error) in [
        (malformed, ERR_CHAR),
        (clash, ERR_CLASH),
        (unsolvable, ERR_UNSOLVABLE),
    ] {
        assert_eq!(solve(&board), (error, UNTOUCHED));
        assert_eq!(enumerate(&board, 1), (error, vec![]));
        assert_eq!(check(&board).0, error);
        // A count takes a board without solutions as it is.
        let expected = if error == ERR_CHAR {
            (ERR_CHAR, 77)
        } else {
            (OK, 0)
        };
        count = 77;
        // SAFETY: 81 bytes, and a place for the count.
        let status = unsafe { sudoku_count(board.as_ptr().cast(), 5, &mut count) };
        assert_eq!((status, count), expected);
    }
    assert_eq!(solution, UNTOUCHED);
}

/// K6-13: a callback stops the search, after one solution or after all.
#[test]
fn a_callback_stops_the_search() {
    let board = field_case("K3-19").board; // 125 solutions
    let all = enumerate(&board, 0).1;
    for (limit, status) in [(1, STOPPED), (124, STOPPED), (125, STOPPED), (126, OK)] {
        let (same, solutions) = enumerate(&board, limit);
        assert_eq!((same, solutions.len()), (status, limit.min(125)));
        assert_eq!(solutions, all[..limit.min(125)]);
    }
    // `user` may be NULL.
    // SAFETY: 81 bytes, and a function that ignores its arguments.
    let status = unsafe { sudoku_enumerate(board.as_ptr().cast(), Some(stop_at_once), null_mut()) };
    assert_eq!(status, STOPPED);
}

/// A callback runs on the calling thread and may call the library, to any depth.
#[test]
fn a_callback_may_call_the_library() {
    let board = field_case("K3-09").board; // 4 solutions
    let all = enumerate(&board, 0).1;
    let (mut outer, mut inner) = (0, 0);
    let caller = std::thread::current().id();
    let status = for_each_solution(&board, &mut |solution| {
        assert_eq!(std::thread::current().id(), caller);
        assert_eq!(*solution, all[outer]);
        outer += 1;
        assert_eq!(solve(&board), (MULTIPLE, all[0]));
        assert_eq!(solve(solution), (OK, *solution));
        assert_eq!(count(&board, 10), 4);
        assert_eq!(check(&board).0, OK);
        let status = for_each_solution(&board, &mut |_| {
            inner += 1;
            assert_eq!(enumerate(&board, 2), (STOPPED, all[..2].to_vec()));
            inner % 3 == 0
        });
        assert_eq!(status, STOPPED);
        false
    });
    assert_eq!((status, outer, inner), (OK, 4, 12));
}

/// K6-12: eight threads get what one gets.
#[test]
fn eight_threads() {
    let boards = boards();
    let answer = |board: &Bytes| (solve_any(board), enumerate(board, 20), check(board));
    let expected: Vec<_> = boards.iter().map(answer).collect();
    let (boards, expected) = (&boards, &expected);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                // Each starts elsewhere.
                for i in (0..boards.len()).map(|i| (i + 11 * thread) % boards.len()) {
                    assert_eq!(answer(&boards[i]), expected[i]);
                }
            });
        }
    });
}

fn solve_any(board: &Bytes) -> (c_int, Bytes) {
    let mut copy = *board;
    // SAFETY: 81 bytes.
    let status = unsafe { sudoku_solve(copy.as_mut_ptr().cast()) };
    (status, copy)
}

/// Where sudoku_check finds the fault: the first in row order, row before column before
/// box, cells before houses.
#[test]
fn check_says_where() {
    let blank = [b'.'; 81];
    let with = |givens: &[(usize, u8)]| {
        let mut board = blank;
        givens.iter().for_each(|&(cell, digit)| board[cell] = digit);
        board
    };
    let issue = |kind, cell, other_cell, house, digit| Issue {
        kind,
        cell,
        other_cell,
        house,
        digit,
        reserved: [0; 3],
    };
    let nothing = issue(0, -1, -1, -1, -1);
    assert_eq!(check(&blank), (OK, nothing));
    assert_eq!(check(&field_case("K9-07").board), (OK, nothing));
    for (board, cell, other_cell, house) in [
        (with(&[(0, b'5'), (8, b'5')]), 8, 0, 0),
        (with(&[(0, b'5'), (72, b'5')]), 72, 0, 9),
        (with(&[(0, b'5'), (20, b'5')]), 20, 0, 18),
        (with(&[(78, b'5'), (80, b'5')]), 80, 78, 8), // row before box
        (with(&[(62, b'5'), (80, b'5')]), 80, 62, 17), // column before box
        (with(&[(71, b'5'), (72, b'5'), (80, b'5')]), 80, 72, 8), // row before column
        (
            with(&[(0, b'5'), (40, b'5'), (44, b'5'), (80, b'5')]),
            44,
            40,
            4,
        ),
    ] {
        let expected = issue(2, cell, other_cell, house, 5);
        assert_eq!(check(&board), (ERR_CLASH, expected));
    }
    for (id, kind, cell, house, digit) in [
        ("K2-01", 3, 0, -1, -1),
        ("K2-02", 3, 80, -1, -1),
        ("K2-04", 4, -1, 4, 4),
        ("K2-05", 4, -1, 13, 2),
        ("K2-10", 3, 0, -1, -1),
    ] {
        let expected = issue(kind, cell, -1, house, digit);
        let board = field_case(id).board;
        assert_eq!(check(&board), (ERR_UNSOLVABLE, expected), "{id}");
    }
}
