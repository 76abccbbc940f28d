//! What is measured: each row of the tables is a way to count the solutions of boards.

use crate::boards::Line;
use crate::plain::{self, OwnHouses, Rule, Tables, WholeBoard};
use libloading::Library;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;
use std::time::Duration;
use sudoku::engines::Engine;

/// The count of a board that took too long.
pub const UNFINISHED: u64 = u64::MAX;

/// Writes the number of solutions of each board, at most the limit. The boards may be
/// overwritten.
type Count = Box<dyn Fn(&mut [Line], u64, &mut [u64])>;

/// The guesses made for one board with a limit.
type Guesses = Box<dyn Fn(&Line, u64) -> u64>;

/// A solver, and how it is called.
pub struct Row {
    pub name: String,
    pub count: Count,
    /// How often it guesses, if it tells.
    pub guesses: Option<Guesses>,
    /// The most boards to be handed over in one call.
    pub batch: usize,
    /// The most solutions it can count, whatever the limit.
    pub most: u64,
    pub kind: Kind,
}

/// What part a row plays.
#[derive(PartialEq)]
pub enum Kind {
    /// One of the fast ways through this library.
    Library,
    /// A plain search, too slow to count very many solutions.
    Baseline,
    /// A solver that other rows are compared with.
    Peer,
}

impl Row {
    /// A solver that is called for one board at a time.
    fn one(name: &str, count: impl Fn(&mut Line, u64) -> u64 + 'static) -> Row {
        Row {
            name: name.into(),
            count: Box::new(move |boards, limit, counts| {
                for (board, out) in boards.iter_mut().zip(counts) {
                    *out = count(board, limit);
                }
            }),
            guesses: None,
            batch: 1,
            most: u64::MAX,
            kind: Kind::Library,
        }
    }

    fn peer(name: &str, count: impl Fn(&mut Line, u64) -> u64 + 'static) -> Row {
        Row {
            kind: Kind::Peer,
            ..Row::one(name, count)
        }
    }

    fn baseline(name: &str, count: impl Fn(&mut Line, u64) -> u64 + 'static) -> Row {
        Row {
            kind: Kind::Baseline,
            ..Row::one(name, count)
        }
    }
}

/// Every row but those of shared libraries. One board may not use up the whole budget of
/// a plain search.
pub fn all(budget: Duration) -> Vec<Row> {
    let mut rows = vec![
        Row {
            guesses: Engine::available()
                .find(|engine| engine.name() == backend())
                .map(branches),
            ..Row::one("`sudoku_count`", |board, limit| count(board, limit))
        },
        Row {
            most: 2,
            ..Row::one("`sudoku_solve`", |board, limit| solve(board).min(limit))
        },
    ];
    let mut engines: Vec<Engine> = Engine::available().collect();
    engines.reverse();
    for engine in engines {
        let count = move |board: &mut Line, limit| {
            let bytes = board.first_chunk().expect("81 of 82 bytes");
            sudoku::Board::from_bytes(bytes).map_or(0, |board| engine.count(&board, limit))
        };
        if engine.name() == "reference" {
            rows.push(Row::baseline("reference", count));
        } else {
            rows.push(Row {
                guesses: Some(branches(engine)),
                ..Row::one(&format!("backend {}", engine.name()), count)
            });
        }
    }
    let time = budget / 8;
    rows.push(plain::<Tables>("plain, tables", time));
    rows.push(plain::<OwnHouses>("plain, row, column and box", time));
    rows.push(plain::<WholeBoard>("plain, whole board", time));
    rows.push(Row::peer("crate `sudoku`", |board, limit| {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let text = str::from_utf8(&board[..81]).unwrap_or_default();
        let board = peer::Sudoku::from_str_line(text);
        board.map_or(0, |board| board.solutions_count_up_to(limit)) as u64
    }));
    rows
}

/// The batch calls of this library, with batches of up to `boards` boards.
pub fn batches(boards: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    for (threads, who) in [(1, "1 thread"), (u32::MAX, "all cores")] {
        for batch in [1, 10, 100, 10_000, 1_000_000] {
            if batch > boards {
                break;
            }
            let row = |function: &str, most, count| Row {
                name: format!("`{function}`, {batch}, {who}"),
                count,
                guesses: None,
                batch,
                most,
                kind: Kind::Library,
            };
            let options = BatchOptions::new(threads);
            rows.push(row(
                "sudoku_count_batch",
                u64::MAX,
                Box::new(move |boards, limit, counts| count_batch(boards, limit, &options, counts)),
            ));
            rows.push(row(
                "sudoku_solve_batch",
                2,
                Box::new(move |boards, limit, counts| solve_batch(boards, limit, &options, counts)),
            ));
        }
    }
    rows
}

fn plain<R: Rule>(name: &str, time: Duration) -> Row {
    Row::baseline(name, move |board, limit| {
        plain::count::<R>(board, limit, time)
    })
}

/// The guesses of an engine of this library.
fn branches(engine: Engine) -> Guesses {
    Box::new(move |board, limit| {
        let bytes = board.first_chunk().expect("81 of 82 bytes");
        sudoku::Board::from_bytes(bytes).map_or(0, |board| engine.branches(&board, limit))
    })
}

/// The solver of a shared library: a function with tdoku's signature.
pub fn load(name: &str, path: &str, symbol: &str) -> Result<Row, String> {
    type Solver = unsafe extern "C" fn(
        input: *const c_char,
        limit: usize,
        config: u32,
        solution: *mut c_char,
        guesses: *mut usize,
    ) -> usize;
    let problem = |error| format!("{name}: {error}");
    // SAFETY: whoever names a library trusts what it does when loaded.
    let library = unsafe { Library::new(path) }.map_err(problem)?;
    // SAFETY: whoever names a symbol vouches for this type.
    let solver = *unsafe { library.get::<Solver>(symbol.as_bytes()) }.map_err(problem)?;
    // It stays loaded: `solver` outlives this function.
    std::mem::forget(library);
    let call = move |board: &Line, limit| {
        let mut solution: Line = [0; 82];
        let mut guesses = 0;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        // SAFETY: it reads 82 bytes of the board and writes 81 to the solution.
        let count = unsafe {
            solver(
                board.as_ptr().cast(),
                limit,
                0,
                solution.as_mut_ptr().cast(),
                &mut guesses,
            )
        };
        (count as u64, guesses as u64)
    };
    Ok(Row {
        guesses: Some(Box::new(move |board, limit| call(board, limit).1)),
        ..Row::peer(name, move |board, limit| call(board, limit).0)
    })
}

// The library as a C program calls it.
unsafe extern "C" {
    fn sudoku_solve(board: *mut c_char) -> c_int;
    fn sudoku_count(board: *const c_char, limit: u64, out_count: *mut u64) -> c_int;
    fn sudoku_count_batch(
        boards: *const c_char,
        stride: usize,
        count: usize,
        limit: u64,
        options: *const BatchOptions,
        out_counts: *mut u64,
        out_status: *mut i8,
    ) -> c_int;
    fn sudoku_solve_batch(
        boards: *mut c_char,
        stride: usize,
        count: usize,
        options: *const BatchOptions,
        out_status: *mut i8,
    ) -> c_int;
    fn sudoku_backend() -> *const c_char;
    fn sudoku_version() -> *const c_char;
}

/// `struct sudoku_batch_options`.
#[derive(Clone, Copy)]
#[repr(C)]
struct BatchOptions {
    struct_size: usize,
    threads: u32,
    reserved: u32,
    progress: Option<unsafe extern "C" fn(usize, usize, *mut c_void) -> c_int>,
    user: *mut c_void,
}

impl BatchOptions {
    fn new(threads: u32) -> BatchOptions {
        BatchOptions {
            struct_size: size_of::<BatchOptions>(),
            threads,
            reserved: 0,
            progress: None,
            user: ptr::null_mut(),
        }
    }
}

fn count_batch(boards: &[Line], limit: u64, options: &BatchOptions, counts: &mut [u64]) {
    assert!(boards.len() <= counts.len());
    // SAFETY: as many boards and counts; no statuses are asked for.
    unsafe {
        sudoku_count_batch(
            boards.as_ptr().cast(),
            size_of::<Line>(),
            boards.len(),
            limit,
            options,
            counts.as_mut_ptr(),
            ptr::null_mut(),
        );
    }
}

fn solve_batch(boards: &mut [Line], limit: u64, options: &BatchOptions, counts: &mut [u64]) {
    let mut statuses = vec![0_i8; boards.len()];
    // SAFETY: as many boards and statuses.
    unsafe {
        sudoku_solve_batch(
            boards.as_mut_ptr().cast(),
            size_of::<Line>(),
            boards.len(),
            options,
            statuses.as_mut_ptr(),
        );
    }
    for (count, status) in counts.iter_mut().zip(statuses) {
        *count = solutions(status.into()).min(limit);
    }
}

/// The number of solutions, at most `limit`.
pub fn count(board: &Line, limit: u64) -> u64 {
    let mut count = 0;
    // SAFETY: 81 bytes to read, 8 to write.
    unsafe { sudoku_count(board.as_ptr().cast(), limit, &mut count) };
    count
}

/// Solves in place, and returns the number of solutions: 0, 1, or 2 for more.
pub fn solve(board: &mut Line) -> u64 {
    // SAFETY: 81 bytes to read and write.
    solutions(unsafe { sudoku_solve(board.as_mut_ptr().cast()) })
}

/// What the status of a solve says: 0, 1, or 2 solutions for more.
fn solutions(status: c_int) -> u64 {
    match status {
        0 => 1,
        1 => 2,
        _ => 0,
    }
}

/// The backend that the C functions use here.
pub fn backend() -> &'static str {
    // SAFETY: a C string that is always there.
    unsafe { CStr::from_ptr(sudoku_backend()) }
        .to_str()
        .unwrap_or_default()
}

/// The library's version.
pub fn version() -> &'static str {
    // SAFETY: a C string that is always there.
    unsafe { CStr::from_ptr(sudoku_version()) }
        .to_str()
        .unwrap_or_default()
}
