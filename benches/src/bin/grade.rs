//! Measures how fast puzzles are graded, beside qqwing, which gives a level from 1 to 4.
//!
//! The levels are compared before anything is timed. Then the rows take turns, and medians
//! of the rounds are shown.

use clap::Parser;
use libloading::Library;
use libsudoku_bench::{end, median, number, print_table};
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int};
use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use sudoku::Board;

/// Measures how fast puzzles are graded, and prints a Markdown table of boards a second.
#[derive(Parser)]
struct Args {
    /// Files with a puzzle a line, 81 characters, '.' for a blank; each has one solution
    #[arg(required = true, value_name = "SET")]
    sets: Vec<PathBuf>,

    /// Boards of each set, spread over it
    #[arg(long, default_value_t = 2000)]
    boards: usize,

    /// Rounds, of which the median is taken
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// The library that qqwing.cpp tells how to make
    #[arg(long, env = "QQWING_LIB", value_name = "PATH")]
    qqwing_lib: Option<PathBuf>,
}

/// A way to find the level of a board.
struct Row {
    name: &'static str,
    level: Box<dyn Fn(&str) -> u8>,
}

fn main() -> ExitCode {
    end(run(&Args::parse()))
}

fn run(args: &Args) -> Result<(), String> {
    let mut rows = vec![
        Row {
            name: "level alone",
            level: Box::new(|text| {
                board(text)
                    .and_then(|board| board.level().ok())
                    .unwrap_or(0)
            }),
        },
        Row {
            name: "grade",
            level: Box::new(|text| {
                let grade = board(text).and_then(|board| board.grade(0).ok());
                grade.map_or(0, |grade| grade.level)
            }),
        },
    ];
    if let Some(path) = &args.qqwing_lib {
        rows.push(qqwing(path).map_err(|error| error.to_string())?);
    }
    let mut header = vec!["set, levels 1 / 2 / 3 / 4".to_owned()];
    header.extend(rows.iter().map(|row| row.name.to_owned()));
    header.push("slowest grade, ms".to_owned());
    let mut lines = Vec::new();
    for path in &args.sets {
        lines.push(measure(path, args, &rows)?);
    }
    println!("Boards a second, one thread.\n");
    print_table(&header, &lines);
    Ok(())
}

/// A line of the table.
fn measure(path: &PathBuf, args: &Args, rows: &[Row]) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
    let all: Vec<&str> = text.lines().filter_map(|line| line.get(..81)).collect();
    let all: Vec<&str> = all
        .into_iter()
        .filter(|text| board(text).is_some())
        .collect();
    let step = (all.len() / args.boards).max(1);
    let boards: Vec<&str> = all.into_iter().step_by(step).take(args.boards).collect();

    let mut levels = BTreeMap::new();
    let mut slowest = 0.0_f64;
    for text in &boards {
        let first = (rows[0].level)(text);
        if let Some(row) = rows.iter().find(|row| (row.level)(text) != first) {
            return Err(format!("{text}: level {first}, but not by {}", row.name));
        }
        *levels.entry(first).or_insert(0) += 1;
        let start = Instant::now();
        black_box((rows[1].level)(text));
        slowest = slowest.max(start.elapsed().as_secs_f64());
    }
    let mut times = vec![Vec::new(); rows.len()];
    for _ in 0..args.rounds {
        for (row, times) in rows.iter().zip(&mut times) {
            let start = Instant::now();
            for text in &boards {
                black_box((row.level)(text));
            }
            times.push(start.elapsed().as_secs_f64());
        }
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let levels = [1, 2, 3, 4].map(|level| levels.get(&level).copied().unwrap_or(0).to_string());
    let mut line = vec![format!("{name}, {}", levels.join(" / "))];
    for time in times.into_iter().filter_map(median) {
        line.push(number(boards.len() as f64 / time));
    }
    line.push(number(slowest * 1e3));
    Ok(line)
}

fn board(text: &str) -> Option<Board> {
    text.parse().ok()
}

fn qqwing(path: &PathBuf) -> Result<Row, libloading::Error> {
    // SAFETY: whoever names a library trusts what it does when loaded.
    let library = unsafe { Library::new(path) }?;
    type Level = unsafe extern "C" fn(*const c_char) -> c_int;
    // SAFETY: qqwing.cpp declares this type.
    let level = *unsafe { library.get::<Level>(b"qqwing_level") }?;
    // It stays loaded: `level` outlives this function.
    std::mem::forget(library);
    let level = move |text: &str| {
        assert_eq!(text.len(), 81);
        // SAFETY: it reads 81 bytes.
        unsafe { level(text.as_ptr().cast()) as u8 }
    };
    Ok(Row {
        name: "qqwing",
        level: Box::new(level),
    })
}
