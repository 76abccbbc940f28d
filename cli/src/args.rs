//! The command line. The comments are the help, and the man pages.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  sudoku solve puzzles.txt
  sudoku convert --format grid < puzzles.txt
  sudoku generate 1000 --symmetry half-turn | sudoku check";

/// Solve, count, check, generate and convert Sudoku puzzles, many at a time.
///
/// Boards are read from files, or from standard input, in every layout that libsudoku
/// reads: one board a line, grids with or without frames, CSV, .sdk. Comments, headers and
/// numbers between boards are skipped; a line of digits and dots alone never is: one of the
/// wrong length is an error. Results are written in the order of the boards. Where a board
/// has none, a comment ('#') says why, and so does a message with its line on standard
/// error; the boards that follow are dealt with all the same.
///
/// Exit status: 0 if all went well, 1 if some boards had no result or did not pass `check`,
/// 2 if the command line is wrong or a file cannot be read or written.
#[derive(Parser)]
#[command(name = "sudoku", version, max_term_width = 90, after_long_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Solve boards; of several solutions the smallest is written.
    Solve {
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        output: Output,
    },
    /// Write the number of solutions of each board.
    Count {
        /// Count no further than this.
        #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
        limit: u64,
        #[command(flatten)]
        input: Input,
    },
    /// Tell whether each board has exactly one solution, and if not, why.
    Check {
        #[command(flatten)]
        input: Input,
    },
    /// Make puzzles with exactly one solution.
    Generate {
        /// How many puzzles.
        #[arg(default_value_t = 1)]
        count: u64,
        /// The seed of the first puzzle; the next one's is greater by one [default: random].
        #[arg(long)]
        seed: Option<u64>,
        /// How the places of the givens are arranged.
        #[arg(long, value_enum, default_value_t = Symmetry::None)]
        symmetry: Symmetry,
        /// The fewest givens.
        #[arg(long, default_value_t = 0)]
        min_givens: u32,
        /// The most givens [default: no limit].
        #[arg(long, default_value_t = 0, hide_default_value = true)]
        max_givens: u32,
        #[command(flatten)]
        threads: Threads,
        #[command(flatten)]
        output: Output,
    },
    /// Take givens away until none can go without more solutions.
    Minimize {
        /// Fixes the order in which they are tried.
        #[arg(long, default_value_t = 0)]
        seed: u64,
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        output: Output,
    },
    /// Write the smallest of all equivalent boards, the same for all of them.
    Canonicalize {
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        output: Output,
    },
    /// Write boards in another layout.
    Convert {
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        output: Output,
    },
    /// Write the man pages and shell completions into a directory.
    #[command(hide = true)]
    Documents { directory: PathBuf },
}

#[derive(Args)]
pub struct Input {
    /// Files to read; '-' or none: standard input.
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
}

#[derive(Args)]
pub struct Threads {
    /// Threads that search [default: one for each core].
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
}

#[derive(Args)]
pub struct Output {
    /// The layout of boards; one that takes several lines is followed by an empty one.
    #[arg(long, value_enum, default_value_t = Format::Line)]
    pub format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// 81 characters
    Line,
    /// Nine lines of nine characters
    Rows,
    /// Nine lines with spaces, bars and rulers
    Grid,
    /// An .sdk file
    Sdk,
    /// Nine lines of comma-separated numbers, 0 for a blank
    Csv,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Symmetry {
    None,
    HalfTurn,
    QuarterTurn,
    LeftRight,
    TopBottom,
    Diagonal,
    Antidiagonal,
    BothDiagonals,
    /// One of these seven, chosen by the seed
    Any,
}
