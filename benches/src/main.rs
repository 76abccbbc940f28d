//! Measures libsudoku against other Sudoku solvers in one run, in the manner of tdoku's
//! benchmark. See `--help`.

mod boards; // reading, permuting and making boards
mod measure; // warm-up, rounds, medians
mod plain; // plain depth-first searches as baselines
mod rows; // every solver that is measured

use boards::Set;
use clap::Parser;
use libsudoku_bench::{end, number, number_or_dash, print_table};
use measure::{Effort, Figures};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rows::{Kind, Row};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Measures libsudoku against other Sudoku solvers and prints Markdown tables.
///
/// Each solver counts the solutions of each board up to a limit: with 2, it proves that a
/// puzzle has one. libsudoku is called through its C interface, bytes in, bytes out. Boards are
/// permuted from a seed, so a run can be repeated. All answers are compared before anything
/// is timed. Then the solvers take turns, and medians of the rounds are shown. A solver
/// that does not get through a set within the budget is timed once, and the number of
/// boards it finished stands behind its name. The columns `× …` say how many times as
/// fast as that peer a solver is.
#[derive(Parser)]
#[command(version = rows::version())]
struct Args {
    /// Files with a puzzle a line: 81 characters, '.' or '0' for a blank
    #[arg(required_unless_present = "many", value_name = "SET")]
    sets: Vec<PathBuf>,

    /// Boards of each set, drawn at random; again and again from a smaller set
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    boards: u32,

    /// Counting stops at so many solutions
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Rounds, of which the median is taken; 0: only the warm-up
    #[arg(long, default_value_t = 7)]
    rounds: usize,

    /// Seed of the permutations
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Passes that time each board by itself, of which its minimum is taken; 0: no tail
    #[arg(long, default_value_t = 5)]
    tail_passes: usize,

    /// Boards solved with cleared caches; 0: none
    #[arg(long, default_value_t = 15)]
    cold_boards: usize,

    /// Seconds a solver may take for a set before it is timed on a part of it
    #[arg(long, default_value_t = 4.0, value_name = "SECONDS")]
    budget: f64,

    /// Also the batch calls, with batches of 1, 10, 100, 10^4 and 10^6 boards but no more
    /// than --boards, on one thread and on all cores
    #[arg(long)]
    batch: bool,

    /// Only the solvers whose name contains one of these
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    rows: Vec<String>,

    /// Also boards with at least 10 to the power of each of these solutions, all counted
    #[arg(long, value_delimiter = ',', value_name = "EXPONENT,…",
          value_parser = clap::value_parser!(u32).range(1..=12))]
    many: Vec<u32>,

    /// A shared library of tdoku, to compare with
    #[arg(long, env = "TDOKU_LIB", value_name = "PATH")]
    tdoku_lib: Option<String>,

    /// More shared libraries, each with the name of a function that has the signature of
    /// tdoku's `TdokuSolverDpllTriadSimd`
    #[arg(
        long,
        env = "PEER_LIBS",
        value_delimiter = ',',
        value_name = "NAME=PATH:SYMBOL,…"
    )]
    peer_libs: Vec<String>,
}

fn main() -> ExitCode {
    end(run(&Args::parse()))
}

fn run(args: &Args) -> Result<(), String> {
    let budget = Duration::try_from_secs_f64(args.budget).map_err(|error| error.to_string())?;
    let effort = Effort {
        rounds: args.rounds,
        tail_passes: args.tail_passes,
        cold_boards: args.cold_boards,
        budget,
    };
    let mut rows = solvers(args, budget)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);

    print_conditions(args);
    let mut times = Vec::new();
    for path in &args.sets {
        let set = Set::read(path, args.boards as usize, args.limit, &mut rng)?;
        let figures = measure::measure(&rows, &set, effort)?;
        print_set(&set, &rows, &figures);
        times.push((set.name, figures));
    }
    if times.len() > 1 {
        print_summary(&rows, &times);
    }

    rows.retain(|row| row.kind != Kind::Baseline && row.most == u64::MAX);
    for row in &mut rows {
        row.guesses = None; // it would count all solutions once more
    }
    for &exponent in &args.many {
        let set = Set::with_many_solutions(exponent, &mut rng);
        let effort = Effort {
            tail_passes: 0,
            cold_boards: 0,
            budget: Duration::MAX,
            ..effort
        };
        let figures = measure::measure(&rows, &set, effort)?;
        print_many(&set, &rows, &figures);
    }
    Ok(())
}

/// The rows that were asked for.
fn solvers(args: &Args, budget: Duration) -> Result<Vec<Row>, String> {
    let mut rows = rows::all(budget);
    if args.batch {
        rows.extend(rows::batches(args.boards as usize));
    }
    if let Some(path) = &args.tdoku_lib {
        rows.push(rows::load("tdoku", path, "TdokuSolverDpllTriadSimd")?);
    }
    for peer in &args.peer_libs {
        let parts = peer
            .split_once('=')
            .and_then(|(name, rest)| Some((name, rest.rsplit_once(':')?)));
        let (name, (path, symbol)) =
            parts.ok_or_else(|| format!("{peer}: not of the form name=path:symbol"))?;
        rows.push(rows::load(name, path, symbol)?);
    }
    rows.retain(|row| {
        args.rows.is_empty()
            || args
                .rows
                .iter()
                .any(|name| row.name.contains(name.as_str()))
    });
    if rows.is_empty() {
        return Err("no solver has such a name".into());
    }
    Ok(rows)
}

/// What one has to know to repeat the run.
fn print_conditions(args: &Args) {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = cpu.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim())
    });
    println!(
        "- CPU: {}, {}",
        cpu.unwrap_or("unknown"),
        std::env::consts::ARCH
    );
    println!("- Date: {}", time::OffsetDateTime::now_utc().date());
    println!(
        "- libsudoku {}, backend {}, {}",
        rows::version(),
        rows::backend(),
        env!("COMPILER")
    );
    println!(
        "- Limit {}; {} boards a set, seed {}; medians of {} rounds; times in µs",
        args.limit, args.boards, args.seed, args.rounds
    );
    println!();
}

fn print_set(set: &Set, rows: &[Row], all: &[Figures]) {
    println!("### {}\n", set.name);
    let mut header: Vec<String> = [
        "solver",
        "puzzles/s",
        "µs/puzzle",
        "without a guess",
        "guesses/puzzle",
        "slowest 0.1 %",
        "slowest",
        "cold call",
    ]
    .map(String::from)
    .to_vec();
    header.extend(peers(rows, all).map(|(row, _)| format!("× {}", row.name)));
    let body: Vec<Vec<String>> = rows
        .iter()
        .zip(all)
        .map(|(row, figures)| {
            let mut name = row.name.clone();
            if figures.boards < set.boards.len() {
                name += &format!(" ({} boards)", figures.boards);
            }
            let mut cells = vec![name, speed(figures, 1e6), time(figures)];
            let percent = |(share, _)| format!("{:.1} %", 100.0 * share);
            cells.push(figures.guesses.map_or("–".into(), percent));
            cells.push(number_or_dash(figures.guesses.map(|(_, mean)| mean)));
            cells.push(number_or_dash(figures.tail.map(|(least, _)| least)));
            cells.push(number_or_dash(figures.tail.map(|(_, most)| most)));
            cells.push(number_or_dash(figures.cold));
            cells.extend(peers(rows, all).map(|(_, peer)| speed(figures, peer.time)));
            cells
        })
        .collect();
    print_table(&header, &body);
}

/// One table of all sets: µs per puzzle.
fn print_summary(rows: &[Row], sets: &[(String, Vec<Figures>)]) {
    println!("### µs/puzzle on all sets\n");
    let mut header = vec!["solver".into()];
    header.extend(sets.iter().map(|(name, _)| name.clone()));
    let body: Vec<Vec<String>> = rows
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let mut cells = vec![row.name.clone()];
            cells.extend(sets.iter().map(|(_, all)| time(&all[i])));
            cells
        })
        .collect();
    print_table(&header, &body);
}

fn print_many(set: &Set, rows: &[Row], all: &[Figures]) {
    println!(
        "### {}: {} boards, all solutions counted\n",
        set.name,
        set.boards.len()
    );
    let solutions: u64 = set
        .boards
        .iter()
        .map(|board| rows::count(board, set.limit))
        .sum();
    let mean = solutions as f64 / set.boards.len() as f64;
    let mut header: Vec<String> = ["solver", "solutions/s", "µs/puzzle"]
        .map(String::from)
        .to_vec();
    header.extend(peers(rows, all).map(|(row, _)| format!("× {}", row.name)));
    let body: Vec<Vec<String>> = rows
        .iter()
        .zip(all)
        .map(|(row, figures)| {
            let mut cells = vec![row.name.clone(), speed(figures, 1e6 * mean), time(figures)];
            cells.extend(peers(rows, all).map(|(_, peer)| speed(figures, peer.time)));
            cells
        })
        .collect();
    print_table(&header, &body);
}

/// Microseconds per puzzle; a bound if no board was finished.
fn time(figures: &Figures) -> String {
    let bound = if figures.boards == 0 { "> " } else { "" };
    format!("{bound}{}", number(figures.time))
}

/// How often a board fits into so many microseconds; a bound likewise.
fn speed(figures: &Figures, time: f64) -> String {
    let bound = if figures.boards == 0 { "< " } else { "" };
    format!("{bound}{}", number(time / figures.time))
}

fn peers<'a>(rows: &'a [Row], all: &'a [Figures]) -> impl Iterator<Item = (&'a Row, &'a Figures)> {
    rows.iter()
        .zip(all)
        .filter(|(row, _)| row.kind == Kind::Peer)
}
