//! How it is measured: answers compared in a warm-up, then rounds in which the rows take
//! turns, so that whatever else the machine does meets all of them; medians of the rounds.

use crate::boards::{Line, Set, is_solution};
use crate::rows::{Row, UNFINISHED, solve};
use libsudoku_bench::median;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How much is measured.
#[derive(Clone, Copy)]
pub struct Effort {
    pub rounds: usize,
    /// Passes in which every board is timed by itself.
    pub tail_passes: usize,
    /// Boards solved with cleared caches.
    pub cold_boards: usize,
    /// What a row may take for a set; a row that needs more is measured in its warm-up.
    pub budget: Duration,
}

/// What was found for one row and one set. Times are in microseconds.
#[derive(Default)]
pub struct Figures {
    /// The boards measured; of a row that exceeds the budget, those that it finished.
    pub boards: usize,
    /// Median time for a board. What went into boards not finished is included; if none
    /// was finished it is the time of all attempts.
    pub time: f64,
    /// The share of boards that need no guess, and the guesses for a board.
    pub guesses: Option<(f64, f64)>,
    /// The mean and the greatest time of the slowest thousandth of the boards.
    pub tail: Option<(f64, f64)>,
    /// Median time of a call with cleared caches.
    pub cold: Option<f64>,
}

/// Measures all rows on one set.
pub fn measure(rows: &[Row], set: &Set, effort: Effort) -> Result<Vec<Figures>, String> {
    check_solutions(set)?;
    let mut expected = vec![None; set.boards.len()];
    let mut all = Vec::new();
    for row in rows {
        all.push(warm_up(row, set, effort.budget, &mut expected)?);
    }
    // The rows that are fast enough for more.
    let mut fast: Vec<(&Row, &mut Figures)> = rows.iter().zip(&mut all).collect();
    fast.retain(|(_, figures)| figures.boards == set.boards.len());

    let mut times = vec![Vec::new(); fast.len()];
    for _ in 0..effort.rounds {
        for ((row, _), times) in fast.iter().zip(&mut times) {
            times.push(time(row, &set.boards, set.limit) / set.boards.len() as f64);
        }
    }
    for ((_, figures), times) in fast.iter_mut().zip(times) {
        figures.time = median(times).unwrap_or(figures.time);
    }

    // The rest looks at single calls.
    fast.retain(|(row, _)| row.batch == 1);
    let mut times = vec![vec![f64::INFINITY; set.boards.len()]; fast.len()];
    for _ in 0..effort.tail_passes {
        for ((row, _), times) in fast.iter().zip(&mut times) {
            for (board, least) in set.boards.chunks(1).zip(times) {
                *least = least.min(time(row, board, set.limit));
            }
        }
    }
    if effort.tail_passes > 0 {
        for ((_, figures), mut times) in fast.iter_mut().zip(times) {
            times.sort_by(f64::total_cmp);
            let slowest = &times[times.len() - times.len().div_ceil(1000)..];
            let mean = slowest.iter().sum::<f64>() / slowest.len() as f64;
            figures.tail = slowest.last().map(|&most| (mean, most));
        }
    }

    let mut caches = Caches::new();
    let mut times = vec![Vec::new(); fast.len()];
    for board in set.boards.chunks(1).take(effort.cold_boards) {
        for ((row, _), times) in fast.iter().zip(&mut times) {
            caches.clear();
            times.push(time(row, board, set.limit));
        }
    }
    for ((_, figures), times) in fast.iter_mut().zip(times) {
        figures.cold = median(times);
    }
    Ok(all)
}

/// Is what this library solves a solution?
fn check_solutions(set: &Set) -> Result<(), String> {
    for board in &set.boards {
        let mut grid = *board;
        if solve(&mut grid) > 0 && !is_solution(board, &grid) {
            return Err(wrong("sudoku_solve", board, "no solution"));
        }
    }
    Ok(())
}

/// Goes through the boards once, as far as the budget lasts, and compares the answers
/// with those of the rows before.
fn warm_up(
    row: &Row,
    set: &Set,
    budget: Duration,
    expected: &mut [Option<u64>],
) -> Result<Figures, String> {
    let mut figures = Figures::default();
    let (mut unguessed, mut guesses) = (0.0, 0.0);
    let start = Instant::now();
    let mut counts = vec![0; row.batch.min(set.boards.len())];
    let batches = set.boards.chunks(row.batch);
    for (boards, expected) in batches.zip(expected.chunks_mut(row.batch)) {
        if start.elapsed() >= budget {
            break;
        }
        (row.count)(&mut boards.to_vec(), set.limit, &mut counts);
        for ((board, expected), &count) in boards.iter().zip(expected).zip(&counts) {
            if count == UNFINISHED {
                continue;
            }
            let right = expected.map_or(count, |expected| expected.min(row.most));
            if count != right {
                let what = format!("{count} solutions, not {right}");
                return Err(wrong(&row.name, board, &what));
            }
            if row.most >= set.limit {
                *expected = Some(right);
            }
            figures.boards += 1;
        }
    }
    let elapsed = 1e6 * start.elapsed().as_secs_f64();
    figures.time = elapsed / figures.boards.max(1) as f64;
    if let Some(guesses_for) = &row.guesses {
        for board in &set.boards[..figures.boards] {
            let count = guesses_for(board, set.limit);
            unguessed += f64::from(u8::from(count == 0));
            guesses += count as f64;
        }
        let boards = figures.boards as f64;
        figures.guesses = Some((unguessed / boards, guesses / boards));
    }
    Ok(figures)
}

fn wrong(solver: &str, board: &Line, what: &str) -> String {
    format!(
        "{solver} says for {}: {what}",
        String::from_utf8_lossy(&board[..81])
    )
}

/// The microseconds that a row takes for the boards.
fn time(row: &Row, boards: &[Line], limit: u64) -> f64 {
    let mut boards = boards.to_vec();
    let mut counts = vec![0; row.batch.min(boards.len())];
    let start = Instant::now();
    for boards in boards.chunks_mut(row.batch) {
        (row.count)(boards, limit, &mut counts);
        black_box(&counts);
    }
    1e6 * start.elapsed().as_secs_f64()
}

/// Clears the caches of code and data by filling them with something else.
struct Caches(Vec<u64>);

impl Caches {
    fn new() -> Caches {
        // Larger than the last-level cache of most machines.
        Caches(vec![1; (128 << 20) / 8])
    }

    fn clear(&mut self) {
        for line in self.0.chunks_mut(8) {
            line[0] += 1;
        }
        black_box(&self.0);
    }
}
