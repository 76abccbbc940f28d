//! The C interface as the tests call it, and what several of them need.

#![allow(dead_code)] // every test uses a part of it

use libc::{c_char, c_int, c_void};
use std::io::Write;
use std::path::Path;
use sudoku as _;

/// Struct sudoku_issue.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Issue {
    pub(crate) kind: i32,
    pub(crate) cell: i32,
    pub(crate) other_cell: i32,
    pub(crate) house: i32,
    pub(crate) digit: i32,
    pub(crate) reserved: [i32; 3],
}

pub(crate) type Visit = extern "C" fn(solution: *const c_char, user: *mut c_void) -> c_int;

pub(crate) type Report = extern "C" fn(done: usize, total: usize, user: *mut c_void) -> c_int;

/// Struct sudoku_batch_options.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct BatchOptions {
    pub(crate) struct_size: usize,
    pub(crate) threads: u32,
    pub(crate) reserved: u32,
    pub(crate) progress: Option<Report>,
    pub(crate) user: *mut c_void,
}

pub(crate) fn batch_options(threads: u32) -> BatchOptions {
    BatchOptions {
        struct_size: size_of::<BatchOptions>(),
        threads,
        reserved: 0,
        progress: None,
        user: std::ptr::null_mut(),
    }
}

unsafe extern "C" {
    pub(crate) fn sudoku_solve(board: *mut c_char) -> c_int;
    pub(crate) fn sudoku_solve_to(board: *const c_char, out_solution: *mut c_char) -> c_int;
    pub(crate) fn sudoku_count(board: *const c_char, limit: u64, out_count: *mut u64) -> c_int;
    pub(crate) fn sudoku_enumerate(
        board: *const c_char,
        visit: Option<Visit>,
        user: *mut c_void,
    ) -> c_int;
    pub(crate) fn sudoku_check(board: *const c_char, out_issue: *mut Issue) -> c_int;
    pub(crate) fn sudoku_solve_batch(
        boards: *mut c_char,
        stride: usize,
        count: usize,
        options: *const BatchOptions,
        out_status: *mut i8,
    ) -> c_int;
    pub(crate) fn sudoku_count_batch(
        boards: *const c_char,
        stride: usize,
        count: usize,
        limit: u64,
        options: *const BatchOptions,
        out_counts: *mut u64,
        out_status: *mut i8,
    ) -> c_int;
}

pub(crate) const OK: c_int = 0;
pub(crate) const MULTIPLE: c_int = 1;
pub(crate) const STOPPED: c_int = 2;
pub(crate) const ERR_NULL: c_int = -1;
pub(crate) const ERR_CHAR: c_int = -2;
pub(crate) const ERR_CLASH: c_int = -3;
pub(crate) const ERR_UNSOLVABLE: c_int = -4;
pub(crate) const ERR_ARGUMENT: c_int = -5;

/// A board as C has it.
pub(crate) type Bytes = [u8; 81];

/// A board that no function writes.
pub(crate) const UNTOUCHED: Bytes = [0xa5; 81];

pub(crate) fn bytes(board: &str) -> Bytes {
    board.as_bytes().try_into().expect("81 bytes")
}

pub(crate) fn text(board: &Bytes) -> &str {
    std::str::from_utf8(board).unwrap_or("not a text")
}

/// The status of sudoku_solve_to and what it wrote, by way of both solving functions.
pub(crate) fn solve(board: &Bytes) -> (c_int, Bytes) {
    let mut solution = UNTOUCHED;
    // SAFETY: both point to 81 bytes.
    let status = unsafe { sudoku_solve_to(board.as_ptr().cast(), solution.as_mut_ptr().cast()) };
    let mut in_place = *board;
    // SAFETY: it points to 81 bytes.
    let same = unsafe { sudoku_solve(in_place.as_mut_ptr().cast()) };
    assert_eq!(status, same, "{}", text(board));
    let expected = if status < 0 { *board } else { solution };
    assert_eq!(text(&in_place), text(&expected), "{}", text(board));
    (status, solution)
}

/// The count of a well-formed board.
pub(crate) fn count(board: &Bytes, limit: u64) -> u64 {
    let mut count = u64::MAX;
    // SAFETY: 81 bytes, and a place for the count.
    let status = unsafe { sudoku_count(board.as_ptr().cast(), limit, &mut count) };
    assert_eq!(status, OK, "{}", text(board));
    count
}

/// The status of sudoku_check and what it wrote.
pub(crate) fn check(board: &Bytes) -> (c_int, Issue) {
    let mut issue = Issue {
        kind: i32::MIN,
        cell: i32::MIN,
        other_cell: i32::MIN,
        house: i32::MIN,
        digit: i32::MIN,
        reserved: [i32::MIN; 3],
    };
    // SAFETY: 81 bytes, and a place for the issue.
    let status = unsafe { sudoku_check(board.as_ptr().cast(), &mut issue) };
    // SAFETY: 81 bytes; the issue may be NULL.
    let same = unsafe { sudoku_check(board.as_ptr().cast(), std::ptr::null_mut()) };
    assert_eq!(status, same);
    (status, issue)
}

/// The status of sudoku_enumerate and the solutions, stopping after `limit` of them.
pub(crate) fn enumerate(board: &Bytes, limit: usize) -> (c_int, Vec<Bytes>) {
    let mut solutions = Vec::new();
    let status = for_each_solution(board, &mut |solution| {
        solutions.push(*solution);
        solutions.len() == limit
    });
    (status, solutions)
}

/// Calls sudoku_enumerate with a closure, which says whether to stop.
pub(crate) fn for_each_solution(board: &Bytes, mut visit: &mut dyn FnMut(&Bytes) -> bool) -> c_int {
    extern "C" fn trampoline(solution: *const c_char, user: *mut c_void) -> c_int {
        // SAFETY: the library promises 81 digits and a NUL.
        let solution = unsafe { &*solution.cast::<[u8; 82]>() };
        assert_eq!(solution[81], 0);
        let solution: &Bytes = solution.first_chunk().expect("82 bytes");
        assert!(solution.iter().all(|byte| matches!(byte, b'1'..=b'9')));
        // SAFETY: it is what was passed below, alive during the call.
        let visit = unsafe { &mut *user.cast::<&mut dyn FnMut(&Bytes) -> bool>() };
        // Any number but zero stops: take turns through a few.
        c_int::from(visit(solution)) * [1, -1, c_int::MIN, 256][usize::from(solution[80] % 4)]
    }
    let user: *mut c_void = (&raw mut visit).cast();
    // SAFETY: 81 bytes; the trampoline returns and fits its pointer.
    unsafe { sudoku_enumerate(board.as_ptr().cast(), Some(trampoline), user) }
}

/// Is this a full grid that obeys the rules and keeps the givens?
pub(crate) fn solves(grid: &Bytes, board: &Bytes) -> bool {
    let complete = houses().iter().all(|house| {
        let digits = house.iter().fold(0, |seen, &cell| match grid[cell] {
            byte @ b'1'..=b'9' => seen | 1 << (byte - b'1'),
            _ => seen,
        });
        digits == 0x1ff
    });
    let kept = |(&solved, &given)| given == b'.' || given == b'0' || given == solved;
    complete && grid.iter().zip(board).all(kept)
}

/// The cells of the houses, written down anew: rows, columns, boxes.
pub(crate) fn houses() -> [[usize; 9]; 27] {
    std::array::from_fn(|house| {
        let n = house % 9;
        std::array::from_fn(|i| match house / 9 {
            0 => 9 * n + i,
            1 => 9 * i + n,
            _ => 27 * (n / 3) + 3 * (n % 3) + 9 * (i / 3) + i % 3,
        })
    })
}

/// A line of tests/data/field_cases.tsv.
pub(crate) struct FieldCase {
    pub(crate) id: &'static str,
    pub(crate) status: c_int,
    /// The number of solutions; `None` if there are at least two.
    pub(crate) count: Option<u64>,
    pub(crate) board: Bytes,
    /// The only solution.
    pub(crate) solution: Option<Bytes>,
}

/// Inputs on which other programs went wrong in public.
pub(crate) fn field_cases() -> Vec<FieldCase> {
    let parse = |line: &'static str| {
        let mut fields = line.split('\t');
        let mut next = || fields.next().expect("six columns");
        FieldCase {
            id: next(),
            status: match next() {
                "OK" => OK,
                "MULTIPLE" => MULTIPLE,
                "CLASH" => ERR_CLASH,
                "UNSOLVABLE" => ERR_UNSOLVABLE,
                other => panic!("unknown status {other}"),
            },
            count: next().parse().ok(),
            board: bytes(next()),
            solution: Some(next()).filter(|&text| text != "-").map(bytes),
        }
    };
    include_str!("../data/field_cases.tsv")
        .lines()
        .skip(1)
        .map(parse)
        .collect()
}

/// The case with this name.
pub(crate) fn field_case(id: &str) -> FieldCase {
    let mut cases = field_cases().into_iter();
    cases.find(|case| case.id == id).expect("a known id")
}

/// A file of the puzzle sets that lie beside the repository on the maintainers' machines.
pub(crate) fn shared_data(name: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("../shared/data").join(name);
    std::fs::read_to_string(&file)
        .inspect_err(|_| skip(&format!("there is no ../shared/data/{name}")))
        .ok()
}

/// Says that something is not tested, even if the test passes and its output is captured.
pub(crate) fn skip(reason: &str) {
    let _ = writeln!(std::io::stdout(), "skipped: {reason}");
}
