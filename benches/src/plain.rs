//! The searches that one meets under the name of LeetCode 37: cells in order, digits in
//! order, no inference. They differ in how they find out that a digit does not fit.

use crate::boards::Line;
use crate::rows::UNFINISHED;
use std::time::{Duration, Instant};

/// Cells with the digits 1–9, or 0 for a blank.
type Grid = [u8; 81];

/// How a search sees that a digit does not fit.
pub trait Rule: Default {
    /// Does the digit that was just written to `cell` clash with another?
    fn clashes(&self, grid: &Grid, cell: usize) -> bool;
    /// Remembers the digit of `cell`, which fits.
    fn place(&mut self, _cell: usize, _digit: u8) {}
    /// Forgets it.
    fn take_back(&mut self, _cell: usize, _digit: u8) {}
}

/// Looks at all houses of the board.
#[derive(Default)]
pub struct WholeBoard;

impl Rule for WholeBoard {
    fn clashes(&self, grid: &Grid, _: usize) -> bool {
        let mut seen = [[false; 10]; 27];
        (0..81).any(|cell| {
            let digit = usize::from(grid[cell]);
            let [row, column, r#box] = houses(cell);
            let clash = seen[row][digit] || seen[9 + column][digit] || seen[18 + r#box][digit];
            seen[row][digit] = digit != 0;
            seen[9 + column][digit] = digit != 0;
            seen[18 + r#box][digit] = digit != 0;
            clash
        })
    }
}

/// Looks at the cell's row, column and box.
#[derive(Default)]
pub struct OwnHouses;

impl Rule for OwnHouses {
    fn clashes(&self, grid: &Grid, cell: usize) -> bool {
        let (row, column) = (cell / 9, cell % 9);
        let corner = row / 3 * 27 + column / 3 * 3;
        (0..9).any(|i| {
            [9 * row + i, 9 * i + column, corner + i / 3 * 9 + i % 3]
                .iter()
                .any(|&other| other != cell && grid[other] == grid[cell])
        })
    }
}

/// Keeps tables of the digits that each row, column and box holds.
#[derive(Default)]
pub struct Tables {
    rows: [[bool; 10]; 9],
    columns: [[bool; 10]; 9],
    boxes: [[bool; 10]; 9],
}

impl Tables {
    fn set(&mut self, cell: usize, digit: u8, held: bool) {
        let [row, column, r#box] = houses(cell);
        let digit = usize::from(digit);
        self.rows[row][digit] = held;
        self.columns[column][digit] = held;
        self.boxes[r#box][digit] = held;
    }
}

impl Rule for Tables {
    fn clashes(&self, grid: &Grid, cell: usize) -> bool {
        let [row, column, r#box] = houses(cell);
        let digit = usize::from(grid[cell]);
        self.rows[row][digit] || self.columns[column][digit] || self.boxes[r#box][digit]
    }

    fn place(&mut self, cell: usize, digit: u8) {
        self.set(cell, digit, true);
    }

    fn take_back(&mut self, cell: usize, digit: u8) {
        self.set(cell, digit, false);
    }
}

/// Row, column and box of a cell, each 0–8.
fn houses(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, column, row / 3 * 3 + column / 3]
}

/// The number of solutions, at most `limit`; [`UNFINISHED`] if the time is used up.
pub fn count<R: Rule>(board: &Line, limit: u64, time: Duration) -> u64 {
    let mut search = Search::<R> {
        grid: [0; 81],
        rule: R::default(),
        count: 0,
        limit,
        tries: 0,
        deadline: Instant::now() + time,
    };
    for (cell, &given) in board[..81].iter().enumerate() {
        if given != b'.' && !search.place(cell, given - b'0') {
            return 0;
        }
    }
    match search.run(0) {
        Ok(()) => search.count,
        Err(TimeIsUp) => UNFINISHED,
    }
}

struct Search<R> {
    grid: Grid,
    rule: R,
    count: u64,
    limit: u64,
    tries: u64,
    deadline: Instant,
}

struct TimeIsUp;

impl<R: Rule> Search<R> {
    fn run(&mut self, from: usize) -> Result<(), TimeIsUp> {
        let Some(cell) = (from..81).find(|&cell| self.grid[cell] == 0) else {
            self.count += 1;
            return Ok(());
        };
        for digit in 1..=9 {
            self.tries += 1;
            if self.tries.is_multiple_of(1024) && Instant::now() > self.deadline {
                return Err(TimeIsUp);
            }
            if self.place(cell, digit) {
                self.run(cell + 1)?;
                self.rule.take_back(cell, digit);
                if self.count == self.limit {
                    break;
                }
            }
        }
        self.grid[cell] = 0;
        Ok(())
    }

    fn place(&mut self, cell: usize, digit: u8) -> bool {
        self.grid[cell] = digit;
        let fits = !self.rule.clashes(&self.grid, cell);
        if fits {
            self.rule.place(cell, digit);
        }
        fits
    }
}
