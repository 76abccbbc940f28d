//! `sudoku`: libsudoku for the shell.

mod args;
mod input;
mod library;

use args::{Cli, Command, Format, Symmetry, Threads};
use clap::{CommandFactory, Parser};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use input::{Chunk, STRIDE};
use std::fmt::Display;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::sync::Mutex;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;
use sudoku::{
    Board, GenerateError, GenerateOptions, Grade, GradeWishes, Hint, Issue, Style, Technique,
};

/// Pieces of the input that may wait to be worked on; they then are worked on together.
const QUEUE: usize = 32;
const NO_BOARD: &str = "here is no board";
/// Puzzles made between two writes.
const PUZZLES: u64 = 1024;

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Solve { input, output } => {
            let threads = batch_threads(&input.threads);
            let mut report = Report::new(output.format);
            let solve = |chunk: &mut Chunk| library::solve(&mut chunk.boards, threads);
            let write = |chunk: &mut Chunk, statuses: Vec<i8>, report: &mut Report| {
                if matches!(report.format, Format::Line) && statuses.iter().all(|&it| it >= 0) {
                    return report.all(&mut chunk.boards);
                }
                for (board, status) in chunk.boards.chunks(STRIDE).zip(statuses) {
                    match status {
                        0.. => report.bytes(board),
                        _ => report.failure(failure(board, status)),
                    }
                }
            };
            each_chunk(&input.files, &mut report, solve, write)
        }
        Command::Count { limit, input } => {
            let threads = batch_threads(&input.threads);
            let count = |chunk: &mut Chunk| library::count(&chunk.boards, limit, threads);
            let write = |chunk: &mut Chunk, (counts, statuses), report: &mut Report| {
                let boards = chunk.boards.chunks(STRIDE);
                for ((board, count), status) in boards.zip(counts).zip(statuses) {
                    match status {
                        0.. => report.text(count),
                        _ => report.failure(failure(board, status)),
                    }
                }
            };
            each_chunk(&input.files, &mut Report::new(Format::Line), count, write)
        }
        Command::Check { input } => {
            let threads = batch_threads(&input.threads);
            let count = |chunk: &mut Chunk| library::count(&chunk.boards, 2, threads);
            let write = |chunk: &mut Chunk, (counts, statuses), report: &mut Report| {
                let boards = chunk.boards.chunks(STRIDE);
                for ((board, count), status) in boards.zip(counts).zip(statuses) {
                    match (status, count) {
                        (0.., 1) => report.text("one solution"),
                        (0.., 2) => report.failure("more than one solution".into()),
                        (0.., _) => report.failure(fault(board)),
                        _ => report.failure(failure(board, status)),
                    }
                }
            };
            each_chunk(&input.files, &mut Report::new(Format::Line), count, write)
        }
        Command::Generate {
            count,
            seed,
            symmetry,
            min_givens,
            max_givens,
            level,
            band,
            threads,
            output,
        } => {
            let options = GenerateOptions {
                symmetry: symmetry.into(),
                min_givens,
                max_givens,
                grade: GradeWishes {
                    level: level.unwrap_or(0),
                    band: band.unwrap_or(0),
                    ..GradeWishes::NONE
                },
                ..GenerateOptions::default()
            };
            let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(()));
            let mut report = Report::new(output.format);
            generate(count, seed, &options, cores(&threads), &mut report)
        }
        Command::Grade { input } => {
            let mut report = Report::new(Format::Line);
            report
                .out
                .extend_from_slice(b"board,level,band,score,hardest\n");
            each_text(&input, &mut report, |board| {
                let grade = board.grade(0).map_err(|error| why(board, error))?;
                let Grade {
                    level, band, score, ..
                } = grade;
                let hardest = grade.hardest.map_or("", Technique::name);
                Ok(format!("{board},{level},{band},{score},{hardest}"))
            })
        }
        Command::Hint { all: false, input } => {
            each_text(&input, &mut Report::new(Format::Line), |board| match board
                .hint(0)
                .map_err(|error| why(board, error))?
            {
                Hint::Step(step) => Ok(step.to_string()),
                Hint::Solved => Ok("solved".into()),
                Hint::Stuck => Err("no technique helps".into()),
            })
        }
        Command::Hint { all: true, input } => {
            each_text(&input, &mut Report::new(Format::Line), |board| {
                let steps = board.explain(0).map_err(|error| why(board, error))?;
                Ok(steps.iter().map(|step| format!("{step}\n")).collect())
            })
        }
        Command::Minimize {
            seed,
            input,
            output,
        } => each_board(&input, output.format, |board| {
            board.minimize(seed).map_err(|error| why(board, error))
        }),
        Command::Canonicalize { input, output } => {
            each_board(&input, output.format, |board| Ok(board.canonicalize()))
        }
        Command::Convert { input, output } => each_board(&input, output.format, |board| Ok(*board)),
        Command::Documents { directory } => match documents(&directory) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("sudoku: {}: {error}", directory.display());
                ExitCode::from(2)
            }
        },
    }
}

/// The results of a chunk, and how it went so far.
struct Report {
    format: Format,
    out: Vec<u8>,
    /// What went wrong in this chunk: the number of the result, and why there is none.
    failures: Vec<(usize, String)>,
    /// Results of this chunk.
    results: usize,
    exit_code: u8,
    bar: ProgressBar,
}

impl Report {
    fn new(format: Format) -> Report {
        Report {
            format,
            out: Vec::new(),
            failures: Vec::new(),
            results: 0,
            exit_code: 0,
            bar: ProgressBar::hidden(),
        }
    }

    fn text(&mut self, text: impl Display) {
        self.results += 1;
        writeln!(self.out, "{text}").expect("a vector takes everything");
    }

    fn failure(&mut self, why: String) {
        self.text(format_args!("# {why}"));
        self.failures.push((self.results - 1, why));
    }

    fn board(&mut self, board: Board) {
        let (style, gap) = match self.format {
            Format::Line => (Style::Line, ""),
            Format::Rows => (Style::Rows, "\n"),
            Format::Grid => (Style::Grid, "\n"),
            Format::Sdk => (Style::Sdk, "\n"),
            Format::Csv => (Style::Csv, "\n"),
        };
        self.text(format_args!("{}{gap}", board.format(style)));
    }

    /// Solved boards, where no board is left out: without copying them.
    fn all(&mut self, boards: &mut Vec<u8>) {
        std::mem::swap(&mut self.out, boards);
    }

    /// A solved board: 81 digits and a newline.
    fn bytes(&mut self, board: &[u8]) {
        match self.format {
            Format::Line => {
                self.results += 1;
                self.out.extend_from_slice(board);
            }
            _ => self.board(to_board(board).expect("a solution is a board")),
        }
    }

    /// Writes all this and forgets it. `place` says where result number i comes from.
    fn flush(&mut self, place: impl Fn(usize) -> String) {
        let mut stdout = io::stdout();
        if let Err(error) = stdout.write_all(&self.out).and_then(|()| stdout.flush()) {
            // Whoever closes a pipe has seen enough.
            if error.kind() != ErrorKind::BrokenPipe {
                self.complain(&format!("sudoku: standard output: {error}"), 2);
            }
            exit(self.exit_code.into());
        }
        for (index, why) in std::mem::take(&mut self.failures) {
            self.complain(&format!("{}: {why}", place(index)), 1);
        }
        self.out.clear();
        self.results = 0;
    }

    fn complain(&mut self, message: &str, exit_code: u8) {
        self.bar.suspend(|| eprintln!("{message}"));
        self.exit_code = self.exit_code.max(exit_code);
    }

    /// On a terminal that does not show the results.
    fn show_progress(&mut self, length: Option<u64>, template: &str) {
        if io::stdout().is_terminal() {
            return;
        }
        let style = ProgressStyle::with_template(template).expect("a template of ours");
        self.bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        self.bar.set_style(style);
        self.bar.enable_steady_tick(Duration::from_millis(200));
    }
}

/// Reads, works and writes chunk by chunk, on a thread each: while a chunk is worked on, the
/// next is read, and the results of the last are written.
fn each_chunk<R: Send>(
    files: &[PathBuf],
    report: &mut Report,
    work: impl Fn(&mut Chunk) -> R + Sync,
    write: impl Fn(&mut Chunk, R, &mut Report),
) -> ExitCode {
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() {
        &standard_input
    } else {
        files
    };
    match total_size(files) {
        Some(size) => report.show_progress(Some(size), "{bar:40} {bytes} of {total_bytes}, {eta}"),
        None => report.show_progress(None, "{spinner} {bytes}, {elapsed}"),
    }
    for path in files {
        let name = path.display();
        let input: Box<dyn Read + Send> = if path.as_os_str() == "-" {
            Box::new(io::stdin())
        } else {
            match File::open(path) {
                Ok(file) => Box::new(file),
                Err(error) => {
                    report.complain(&format!("sudoku: {name}: {error}"), 2);
                    continue;
                }
            }
        };
        let (work, chunk) = (&work, &Mutex::default());
        let (has_read, pieces) = sync_channel(QUEUE);
        let (has_worked, results) = sync_channel(1);
        thread::scope(|scope| {
            let reader =
                scope.spawn(move || input::read(input, chunk, || has_read.send(()).is_ok()));
            scope.spawn(move || {
                while pieces.recv().is_ok() {
                    // The chunk has all pieces that were announced so far.
                    pieces.try_iter().for_each(drop);
                    let mut chunk = input::take(chunk);
                    let results = work(&mut chunk);
                    if has_worked.send((chunk, results)).is_err() {
                        break;
                    }
                }
            });
            for (mut chunk, results) in results {
                write(&mut chunk, results, report);
                report.flush(|index| format!("{name}:{}", chunk.lines[index]));
                report.bar.inc(chunk.bytes);
            }
            if let Err(error) = reader.join().expect("the reader does not panic") {
                report.complain(&format!("sudoku: {name}: {error}"), 2);
            }
        });
    }
    report.bar.finish_and_clear();
    ExitCode::from(report.exit_code)
}

/// `None` if one of them is no regular file.
fn total_size(files: &[PathBuf]) -> Option<u64> {
    let sizes = files.iter().map(|path| {
        let metadata = fs::metadata(path).ok()?;
        metadata.is_file().then_some(metadata.len())
    });
    sizes.sum()
}

/// Turns boards into other boards, or says why that is not possible.
fn each_board(
    input: &args::Input,
    format: Format,
    work: impl Fn(&Board) -> Result<Board, String> + Sync,
) -> ExitCode {
    each_result(input, &mut Report::new(format), work, Report::board)
}

/// Turns boards into text, or says why that is not possible.
fn each_text(
    input: &args::Input,
    report: &mut Report,
    work: impl Fn(&Board) -> Result<String, String> + Sync,
) -> ExitCode {
    each_result(input, report, work, |report, text| report.text(text))
}

fn each_result<R: Send>(
    input: &args::Input,
    report: &mut Report,
    work: impl Fn(&Board) -> Result<R, String> + Sync,
    write_one: impl Fn(&mut Report, R),
) -> ExitCode {
    let threads = cores(&input.threads);
    let work_on_one = |board: &&[u8]| work(&to_board(board).ok_or(NO_BOARD)?);
    let work = |chunk: &mut Chunk| {
        let boards: Vec<&[u8]> = chunk.boards.chunks(STRIDE).collect();
        in_parallel(&boards, threads, work_on_one)
    };
    let write = |_: &mut Chunk, results: Vec<_>, report: &mut Report| {
        for result in results {
            match result {
                Ok(result) => write_one(report, result),
                Err(why) => report.failure(why),
            }
        }
    };
    each_chunk(&input.files, report, work, write)
}

fn generate(
    count: u64,
    seed: u64,
    options: &GenerateOptions,
    threads: usize,
    report: &mut Report,
) -> ExitCode {
    report.show_progress(Some(count), "{bar:40} {pos} of {len}, {eta}");
    for first in (0..count).step_by(PUZZLES as usize) {
        let numbers: Vec<u64> = (first..count.min(first + PUZZLES)).collect();
        let make = |&number: &u64| sudoku::generate(seed.wrapping_add(number), options, || false);
        for puzzle in in_parallel(&numbers, threads, make) {
            match puzzle {
                Ok(puzzle) => report.board(puzzle.board),
                Err(GenerateError::Contradiction) => {
                    report.complain(&format!("sudoku: {}", GenerateError::Contradiction), 2);
                    return ExitCode::from(report.exit_code);
                }
                Err(error) => report.failure(error.to_string()),
            }
        }
        report.flush(|index| format!("seed {}", seed.wrapping_add(numbers[index])));
        report.bar.inc(numbers.len() as u64);
    }
    report.bar.finish_and_clear();
    ExitCode::from(report.exit_code)
}

/// Maps items to results in their order, an equal share on each thread.
fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let share = items.len().div_ceil(threads).max(1);
    let work = &work;
    thread::scope(|scope| {
        let start = |part: &'_ [T]| part.iter().map(work).collect::<Vec<R>>();
        let parts = items.chunks(share);
        let parts: Vec<_> = parts.map(|part| scope.spawn(move || start(part))).collect();
        let results = parts.into_iter();
        let results = results.map(|part| part.join().expect("the library does not panic"));
        results.flatten().collect()
    })
}

/// For the batch calls.
fn batch_threads(threads: &Threads) -> u32 {
    threads.threads.unwrap_or(library::ALL_CORES)
}

/// For threads of our own.
fn cores(threads: &Threads) -> usize {
    let all = || thread::available_parallelism().map_or(1, usize::from);
    threads.threads.map_or_else(all, |threads| threads as usize)
}

/// The first 81 bytes as a board.
fn to_board(bytes: &[u8]) -> Option<Board> {
    Board::from_bytes(bytes.first_chunk()?).ok()
}

/// Why a batch call has no result for a board.
fn failure(board: &[u8], status: i8) -> String {
    match status {
        -4..=-2 => fault(board), // char, clash, unsolvable
        _ => library::message(status.into()).into(),
    }
}

/// What is wrong with a board, if that shows without search; else what the error says.
fn why(board: &Board, error: impl Display) -> String {
    board.check().map_or_else(|| error.to_string(), describe)
}

/// Why a board has no solution.
fn fault(board: &[u8]) -> String {
    match to_board(board).map(|board| board.check()) {
        None => NO_BOARD.into(),
        Some(None) => "no solution".into(),
        Some(Some(issue)) => describe(issue),
    }
}

fn describe(issue: Issue) -> String {
    let place = |cell: usize| format!("row {}, column {}", cell / 9 + 1, cell % 9 + 1);
    let house_name = |house: usize| {
        let kind = ["row", "column", "box"][house / 9];
        format!("{kind} {}", house % 9 + 1)
    };
    match issue {
        Issue::Clash {
            cell,
            other_cell,
            house,
            digit,
        } => format!(
            "{digit} twice in {}: {} and {}",
            house_name(house),
            place(other_cell),
            place(cell)
        ),
        Issue::NoCandidate { cell } => format!("no digit fits {}", place(cell)),
        Issue::NoPlace { house, digit } => {
            format!("no place for {digit} in {}", house_name(house))
        }
    }
}

impl From<Symmetry> for sudoku::Symmetry {
    fn from(symmetry: Symmetry) -> sudoku::Symmetry {
        match symmetry {
            Symmetry::None => sudoku::Symmetry::None,
            Symmetry::HalfTurn => sudoku::Symmetry::HalfTurn,
            Symmetry::QuarterTurn => sudoku::Symmetry::QuarterTurn,
            Symmetry::LeftRight => sudoku::Symmetry::LeftRight,
            Symmetry::TopBottom => sudoku::Symmetry::TopBottom,
            Symmetry::Diagonal => sudoku::Symmetry::Diagonal,
            Symmetry::Antidiagonal => sudoku::Symmetry::Antidiagonal,
            Symmetry::BothDiagonals => sudoku::Symmetry::BothDiagonals,
            Symmetry::Any => sudoku::Symmetry::Any,
        }
    }
}

/// The man pages and the completions for three shells.
fn documents(directory: &Path) -> io::Result<()> {
    use clap_complete::{Shell, generate_to};
    fs::create_dir_all(directory)?;
    clap_mangen::generate_to(Cli::command(), directory)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        generate_to(shell, &mut Cli::command(), "sudoku", directory)?;
    }
    Ok(())
}
