//! The boards to be solved: read from sets, permuted from a seed, or made with very many
//! solutions.

use crate::rows::{count, solve};
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::array;
use std::fs;
use std::path::Path;

/// A board and a newline, because tdoku reads the byte after the board.
pub type Line = [u8; 82];

/// Boards that are measured together.
pub struct Set {
    pub name: String,
    pub boards: Vec<Line>,
    /// Counting stops at so many solutions.
    pub limit: u64,
}

impl Set {
    /// `size` boards of a file in random order, each turned into a random equivalent
    /// one. A file with fewer is gone through several times.
    pub fn read(
        path: &Path,
        size: usize,
        limit: u64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Set, String> {
        let problem = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
        let text = fs::read_to_string(path).map_err(|error| problem(&error))?;
        let puzzles: Result<Vec<Line>, _> = text
            .lines()
            .enumerate()
            .map(|(i, line)| parse(line).ok_or_else(|| problem(&format!("line {}", i + 1))))
            .collect();
        let mut puzzles = puzzles?;
        if puzzles.is_empty() {
            return Err(problem(&"no boards"));
        }
        puzzles.shuffle(rng);
        let boards = puzzles.iter().cycle().take(size);
        let name = path.file_stem().unwrap_or_default();
        Ok(Set {
            name: name.to_string_lossy().into_owned(),
            boards: boards.map(|board| permute(board, rng)).collect(),
            limit,
        })
    }

    /// Boards with at least 10 to the power of `exponent` solutions each, all of them to
    /// be counted: random grids robbed of givens until they have that many.
    pub fn with_many_solutions(exponent: u32, rng: &mut Xoshiro256PlusPlus) -> Set {
        let at_least = 10_u64.pow(exponent);
        let size = (2_000_000 / at_least).clamp(1, 20);
        let board = |_| {
            let mut board = random_grid(rng);
            let mut cells: [usize; 81] = array::from_fn(|cell| cell);
            cells.shuffle(rng);
            for cell in cells {
                board[cell] = b'.';
                if count(&board, at_least) == at_least {
                    break;
                }
            }
            board
        };
        Set {
            name: format!("10^{exponent} solutions or more"),
            boards: (0..size).map(board).collect(),
            limit: u64::MAX,
        }
    }
}

/// A line of a set, with points for blanks.
fn parse(line: &str) -> Option<Line> {
    let cells: [u8; 81] = line.as_bytes().try_into().ok()?;
    let mut board = [b'\n'; 82];
    for (to, from) in board.iter_mut().zip(cells) {
        *to = match from {
            b'.' | b'0' => b'.',
            b'1'..=b'9' => from,
            _ => return None,
        };
    }
    Some(board)
}

/// A full grid: the diagonal boxes at random, then the first solution.
fn random_grid(rng: &mut Xoshiro256PlusPlus) -> Line {
    let mut board = [b'.'; 82];
    board[81] = b'\n';
    for r#box in 0..3 {
        let digits = shuffled::<9>(rng);
        for (i, digit) in digits.into_iter().enumerate() {
            board[(3 * r#box + i / 3) * 9 + 3 * r#box + i % 3] = b'1' + digit as u8;
        }
    }
    solve(&mut board);
    board
}

/// A random equivalent board: digits renamed, bands and the rows in each exchanged,
/// stacks and columns likewise, and half of the time transposed.
fn permute(board: &Line, rng: &mut Xoshiro256PlusPlus) -> Line {
    let digits = shuffled::<9>(rng);
    let rows = shuffled_lines(rng);
    let columns = shuffled_lines(rng);
    let [transpose, _] = shuffled::<2>(rng);
    let mut permuted = *board;
    for (i, &row) in rows.iter().enumerate() {
        for (j, &column) in columns.iter().enumerate() {
            let from = board[9 * row + column];
            let to = [9 * i + j, 9 * j + i][transpose];
            permuted[to] = match from {
                b'.' => b'.',
                digit => b'1' + digits[usize::from(digit - b'1')] as u8,
            };
        }
    }
    permuted
}

/// The rows in an order that keeps bands together.
fn shuffled_lines(rng: &mut Xoshiro256PlusPlus) -> [usize; 9] {
    let bands = shuffled::<3>(rng);
    let within = [shuffled::<3>(rng), shuffled(rng), shuffled(rng)];
    array::from_fn(|i| 3 * bands[i / 3] + within[i / 3][i % 3])
}

/// 0 to N − 1 in random order.
fn shuffled<const N: usize>(rng: &mut Xoshiro256PlusPlus) -> [usize; N] {
    let mut numbers = array::from_fn(|i| i);
    numbers.shuffle(rng);
    numbers
}

/// Is this full grid a solution of the board?
pub fn is_solution(board: &Line, grid: &Line) -> bool {
    let mut houses = (0..9).flat_map(|i| {
        let row: [usize; 9] = array::from_fn(|j| 9 * i + j);
        let column = array::from_fn(|j| 9 * j + i);
        let r#box = array::from_fn(|j| 27 * (i / 3) + 3 * (i % 3) + 9 * (j / 3) + j % 3);
        [row, column, r#box]
    });
    let has_all = |house: [usize; 9]| (b'1'..=b'9').all(|d| house.iter().any(|&c| grid[c] == d));
    (0..81).all(|cell| board[cell] == b'.' || board[cell] == grid[cell]) && houses.all(has_all)
}
