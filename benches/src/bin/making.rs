//! Measures how fast puzzles are made, minimized and brought to their canonical form,
//! beside the Rust crate `sudoku` and the program `qqwing`, if that is installed.
//!
//! Answers are verified before anything is timed. Then the rows take turns, and medians of
//! the rounds are shown.

use clap::Parser;
use libsudoku_bench::{end, median, number, number_or_dash, print_table};
use std::hint::black_box;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use sudoku::{Board, GenerateOptions, generate};

/// Measures how fast puzzles are made, minimized and brought to their canonical form, and
/// prints Markdown tables in µs.
///
/// The other programs are the Rust crate `sudoku` and the command `qqwing`, which is called
/// once for all puzzles of a round. One thread.
#[derive(Parser)]
struct Args {
    /// Files with a puzzle a line, 81 characters, '.' for a blank: every board is brought
    /// to its canonical form
    #[arg(value_name = "SET")]
    sets: Vec<PathBuf>,

    /// Puzzles made and minimized in a round
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    puzzles: u32,

    /// Rounds, of which the median is taken
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// A way to do something to each item of a round.
struct Row<'a> {
    name: &'a str,
    /// Does it to the items of a round, so many.
    work: Box<dyn FnMut(u32) + 'a>,
}

fn main() -> ExitCode {
    end(run(&Args::parse()))
}

fn run(args: &Args) -> Result<(), String> {
    measure_making(args)?;
    if args.sets.is_empty() {
        return Ok(());
    }
    println!("Canonical forms: µs each, every board of the set, the least of three times\n");
    let lines: Result<Vec<_>, String> = args.sets.iter().map(measure_canonical_forms).collect();
    let header = [
        "set",
        "boards",
        "libsudoku",
        "slowest",
        "crate sudoku",
        "slowest",
    ];
    print_table(&header.map(String::from), &lines?);
    Ok(())
}

fn measure_making(args: &Args) -> Result<(), String> {
    let make = |seed: u32| {
        generate(seed.into(), &GenerateOptions::default(), || false).expect("there are no wishes")
    };
    for seed in 0..args.puzzles.min(1000) {
        let others: Board = peer_puzzle().to_str_line().parse().expect("a line");
        if ![make(seed).board, others].iter().all(is_minimal) {
            return Err("a puzzle is not minimal".into());
        }
    }
    println!(
        "Minimal puzzles: median of {} rounds of {}\n",
        args.rounds, args.puzzles
    );
    let mut making = vec![
        Row::new("libsudoku", make),
        Row::new("crate sudoku", |_| peer_puzzle()),
    ];
    if qqwing(1).is_ok() {
        let work = Box::new(|number| qqwing(number).unwrap_or_default());
        let name = "qqwing";
        making.push(Row { name, work });
    }
    measure("make one", making, args);
    let grids: Vec<Board> = (0..args.puzzles).map(|seed| make(seed).solution).collect();
    let minimize = |i: u32| grids[i as usize].minimize(i.into());
    let peers: Vec<peer::Sudoku> = grids.iter().map(to_peer).collect();
    let minimize_peer = |i: u32| peer::Sudoku::generate_from(peers[i as usize]);
    let minimizing = vec![
        Row::new("libsudoku", minimize),
        Row::new("crate sudoku", minimize_peer),
    ];
    measure("minimize a full grid", minimizing, args);
    Ok(())
}

/// A line of the table: how long the boards of a file take.
fn measure_canonical_forms(path: &PathBuf) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let (mut own, mut peer) = (Vec::new(), Vec::new());
    for (i, line) in text.lines().enumerate() {
        let board: Board = line.parse().map_err(|_| format!("line {}", i + 1))?;
        let (time, form) = least(|| board.canonicalize());
        own.push(time);
        // Proof on some: an equivalent board has the same form.
        if i % 100 == 0 && board.shuffle(i as u64).canonicalize() != form {
            return Err(format!("two canonical forms of {board}"));
        }
        let (time, form) = least(|| to_peer(&board).canonicalized());
        peer.extend(form.map(|_| time));
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut line = vec![name.into_owned(), number(own.len() as f64)];
    for times in [&own, &peer] {
        // The other one knows no form of a board without exactly one solution.
        let all = (times.len() == own.len()).then_some(times);
        let mean = all.map(|times| times.iter().sum::<f64>() / times.len() as f64);
        let most = all.map(|times| times.iter().copied().fold(0.0, f64::max));
        line.extend([mean, most].map(number_or_dash));
    }
    Ok(line)
}

impl<'a> Row<'a> {
    /// Work that is done an item at a time.
    fn new<T>(name: &'a str, mut one: impl FnMut(u32) -> T + 'a) -> Row<'a> {
        let mut one = move |item| {
            black_box(one(item));
        };
        let work = Box::new(move |items| (0..items).for_each(&mut one));
        Row { name, work }
    }
}

/// The µs that something takes, and what came of it.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed().as_secs_f64() * 1e6, result)
}

/// The same, the least of three times: one may have been interrupted.
fn least<T>(work: impl Fn() -> T) -> (f64, T) {
    let (time, result) = timed(&work);
    let again = timed(&work).0.min(timed(&work).0);
    (time.min(again), result)
}

/// Prints a table of the rows.
fn measure(what: &str, mut rows: Vec<Row<'_>>, args: &Args) {
    let mut times = vec![Vec::new(); rows.len()];
    for _ in 0..args.rounds {
        for (row, times) in rows.iter_mut().zip(&mut times) {
            let (time, ()) = timed(|| (row.work)(args.puzzles));
            times.push(time / f64::from(args.puzzles));
        }
    }
    let medians: Vec<f64> = times.into_iter().filter_map(median).collect();
    let lines = rows.iter().zip(&medians).map(|(row, time)| {
        let cells = [number(*time), number(time / medians[0])];
        [row.name.into()].into_iter().chain(cells).collect()
    });
    let header = [what, "µs each", "of libsudoku's"].map(String::from);
    print_table(&header, &lines.collect::<Vec<_>>());
}

/// Exactly one solution, and more without any of the givens.
fn is_minimal(board: &Board) -> bool {
    let without = |cell: usize| {
        let mut bytes = board.to_bytes();
        bytes[cell] = b'.';
        Board::from_bytes(&bytes).expect("digits and blanks")
    };
    let mut givens = (0..81).filter(|&cell| board.digits()[cell] != 0);
    board.count(2) == 1 && givens.all(|cell| without(cell).count(2) == 2)
}

/// Without symmetry, like ours.
fn peer_puzzle() -> peer::Sudoku {
    peer::Sudoku::generate_with_symmetry(peer::Symmetry::None)
}

fn to_peer(board: &Board) -> peer::Sudoku {
    peer::Sudoku::from_bytes(*board.digits()).expect("digits and blanks")
}

/// Makes puzzles with the program `qqwing`.
fn qqwing(number: u32) -> std::io::Result<()> {
    let mut command = Command::new("qqwing");
    command.args(["--generate", &number.to_string(), "--one-line"]);
    command.stdout(Stdio::null()).status().map(drop)
}
