//! Every backend that this CPU has against the oracle, and against each other where the
//! oracle is too slow.
//!
//! The environment variable `SUDOKU_TEST_PUZZLES` sets how many puzzles of a set, or random
//! boards, are tried at most: emulators need that.

mod common;

use common::{field_cases, houses, shared_data, skip};
use std::ops::ControlFlow;
use sudoku::Board;
use sudoku::engines::Engine;

const LIMITS: [u64; 6] = [0, 1, 2, 10, 1000, 100_000];

/// `usual`, or what the environment variable says if that is less.
fn at_most(usual: usize) -> usize {
    let number = std::env::var("SUDOKU_TEST_PUZZLES").ok();
    let number = number.and_then(|number| number.parse().ok());
    number.map_or(usual, |number: usize| usual.min(number.max(1)))
}

fn oracle() -> Engine {
    Engine::available().next().expect("the oracle comes first")
}

fn backends() -> Vec<Engine> {
    Engine::available().skip(1).collect()
}

fn first(engine: Engine, board: &Board, number: usize) -> (bool, Vec<Board>) {
    let mut solutions = Vec::new();
    let found = engine.enumerate(board, |solution| {
        solutions.push(*solution);
        if solutions.len() < number {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    (found, solutions)
}

/// Asks the oracle and all backends everything about a board and returns its number of
/// solutions, at most the last of [`LIMITS`].
fn compare(board: &Board) -> u64 {
    let oracle = oracle();
    let count = oracle.count(board, LIMITS[LIMITS.len() - 1]);
    let solution = oracle.solve(board);
    // All solutions if there are no more than a thousand.
    let sorted = first(oracle, board, if count > 1000 { 100 } else { 1001 });
    for engine in backends() {
        let name = engine.name();
        for limit in LIMITS {
            let expected = count.min(limit);
            assert_eq!(
                engine.count(board, limit),
                expected,
                "{name}: {board} {limit}"
            );
        }
        assert_eq!(engine.solve(board), solution, "{name}: {board}");
        let number = sorted.1.len() + usize::from(count <= 1000);
        assert_eq!(first(engine, board, number), sorted, "{name}: {board}");
    }
    count
}

/// As [`compare`], for boards in one batch call.
fn compare_batch(boards: &[Board]) {
    let oracle = oracle();
    let solutions = oracle.solve_batch(boards, 1);
    let counts = oracle.count_batch(boards, 1000, 1);
    for engine in backends() {
        let name = engine.name();
        for threads in [1, 2] {
            assert_eq!(engine.solve_batch(boards, threads), solutions, "{name}");
            assert_eq!(engine.count_batch(boards, 1000, threads), counts, "{name}");
        }
    }
}

#[test]
fn all_backends_are_tested() {
    for name in Engine::unavailable() {
        skip(&format!("this CPU has no {name}"));
    }
    assert_eq!(oracle().name(), "reference");
    assert!(backends().iter().any(|engine| engine.name() == "portable"));
}

/// The oracle on a sample; the number of solutions, up to two, on all puzzles.
fn try_set(file: &str, expected: u64) {
    let Some(data) = shared_data(file) else {
        return;
    };
    let boards: Vec<Board> = data
        .lines()
        .map(|line| line.parse().expect("a board"))
        .collect();
    assert!(!boards.is_empty());
    let spread = |number: usize| {
        boards
            .iter()
            .step_by(boards.len().div_ceil(number))
            .copied()
    };
    let sample: Vec<Board> = spread(at_most(200)).collect();
    for board in &sample {
        assert_eq!(compare(board).min(2), expected, "{file}: {board}");
    }
    compare_batch(&sample);
    // Not all in a debug build, where they take minutes.
    let usual = if cfg!(debug_assertions) {
        1000
    } else {
        boards.len()
    };
    let boards: Vec<Board> = spread(at_most(usual)).collect();
    for engine in backends() {
        let name = engine.name();
        for (board, count) in boards.iter().zip(engine.count_batch(&boards, 2, 1)) {
            assert_eq!(count, expected, "{name}: {file}: {board}");
        }
        for board in &boards {
            assert_eq!(engine.count(board, 2), expected, "{name}: {file}: {board}");
        }
    }
}

#[test]
fn seventeen_clues() {
    try_set("17_clues.txt", 1);
}

#[test]
fn easy() {
    try_set("easy_33_clues.txt", 1);
}

#[test]
fn magictour() {
    try_set("magictour_top1465.txt", 1);
}

#[test]
fn hardest_of_2011() {
    try_set("hardest_1106.txt", 1);
}

#[test]
fn hardest_of_2019() {
    try_set("hardest_1905_11plus.txt", 1);
}

#[test]
fn several_solutions() {
    try_set("two_or_more_solutions.txt", 2);
}

#[test]
fn no_solution() {
    try_set("no_solution.txt", 0);
}

#[test]
fn inputs_on_which_others_went_wrong() {
    let cases = field_cases();
    for case in &cases {
        let board = Board::from_bytes(&case.board).expect("a board");
        if let Some(count) = case.count {
            assert_eq!(compare(&board), count.min(100_000), "{}", case.id);
        }
    }
}

/// SplitMix64: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as usize % end
    }

    fn shuffled<const N: usize>(&mut self) -> [usize; N] {
        let mut items = std::array::from_fn(|i| i);
        for i in (1..N).rev() {
            items.swap(i, self.below(i + 1));
        }
        items
    }

    /// Three boxes on the diagonal at random, the rest solved, and the lines mixed.
    fn grid(&mut self) -> Board {
        let mut cells = [b'.'; 81];
        for r#box in [0, 4, 8] {
            for (&cell, digit) in houses()[18 + r#box].iter().zip(self.shuffled::<9>()) {
                cells[cell] = b'1' + digit as u8;
            }
        }
        let board = Board::from_bytes(&cells).expect("digits and blanks");
        let solution = oracle().solve(&board).expect("a solution");
        self.image(&solution.board)
    }

    /// The board with digits permuted; rows and columns permuted within bands and stacks
    /// and with them; perhaps transposed.
    fn image(&mut self, board: &Board) -> Board {
        let digits = self.shuffled::<9>();
        let mut lines = || {
            let bands = self.shuffled::<3>();
            let within: [_; 3] = std::array::from_fn(|_| self.shuffled::<3>());
            bands.map(|band| within[band].map(|line| 3 * band + line))
        };
        let (rows, columns) = (lines(), lines());
        let is_transposed = self.below(2) == 0;
        let cells = std::array::from_fn(|cell| {
            let (row, column) = (cell / 9, cell % 9);
            let (row, column) = (rows[row / 3][row % 3], columns[column / 3][column % 3]);
            let from = if is_transposed {
                9 * column + row
            } else {
                9 * row + column
            };
            match board.digits()[from] {
                0 => b'.',
                digit => b'1' + digits[usize::from(digit - 1)] as u8,
            }
        });
        Board::from_bytes(&cells).expect("digits and blanks")
    }

    /// A full grid less givens: as many as it takes until there are `wanted` solutions, or,
    /// for one, all that can go.
    fn board(&mut self, wanted: u64) -> Board {
        let engine = *backends().last().expect("a backend");
        let mut board = self.grid();
        for cell in self.shuffled::<81>() {
            let fewer = with(&board, cell, b'.');
            if wanted > 1 || engine.count(&fewer, 2) == 1 {
                board = fewer;
            }
            if wanted > 1 && engine.count(&board, wanted) == wanted {
                break;
            }
        }
        board
    }
}

/// The board with another byte in a cell.
fn with(board: &Board, cell: usize, byte: u8) -> Board {
    let mut bytes = board.to_bytes();
    bytes[cell] = byte;
    Board::from_bytes(&bytes).expect("digits and blanks")
}

#[test]
fn random_boards_and_their_images() {
    let mut random = Random(1);
    // How many boards had no solution, one, two, and more.
    let mut tally = [0; 4];
    let kinds = [(1, 500), (2, 1000), (10, 400), (1000, 100), (100_000, 10)];
    let kinds = kinds
        .into_iter()
        .filter(|kind| kind.0 <= at_most(100_000) as u64);
    for (wanted, number) in kinds {
        let mut boards = Vec::new();
        for _ in 0..at_most(number) {
            let board = random.board(wanted);
            let image = random.image(&board);
            let digit = b'1' + random.below(9) as u8;
            let changed = with(&board, random.below(81), digit);
            let counts = [&board, &image, &changed].map(compare);
            assert!(counts[0] >= wanted, "{board}");
            assert_eq!(counts[1], counts[0], "{board}");
            counts
                .iter()
                .for_each(|&count| tally[count.min(3) as usize] += 1);
            boards.extend([changed, board, image]);
        }
        // Boards that are quick and boards that are not, side by side.
        compare_batch(&boards);
    }
    println!("no solution, one, two, more: {tally:?}");
    assert!(tally.iter().all(|&boards| boards >= at_most(100)));
}

#[test]
fn batches_around_the_width_of_vectors() {
    let mut random = Random(2);
    let boards: [Board; 13] = std::array::from_fn(|i| random.board([1, 2, 50][i % 3]));
    for number in 0..=boards.len() {
        compare_batch(&boards[..number]);
    }
}

#[test]
fn millions_of_solutions() {
    let mut random = Random(3);
    let wanted = at_most(1_000_000) as u64;
    let board = random.board(wanted);
    let image = random.image(&board);
    let count = backends()[0].count(&board, u64::MAX);
    assert!(count >= wanted);
    println!("{count} solutions: {board}");
    for engine in backends() {
        let name = engine.name();
        assert_eq!(engine.count(&image, u64::MAX), count, "{name}: {image}");
        assert_eq!(
            engine.count(&board, count - 1),
            count - 1,
            "{name}: {board}"
        );
        let counts = engine.count_batch(&[board, image], u64::MAX, 2);
        assert_eq!(counts, [count, count], "{name}: {board}");
    }
}

/// Boards that are wide open, where a bad order of branches takes for ever.
#[test]
fn few_givens() {
    let blank = |givens: &str| -> Board { format!("{givens:.<81}").parse().expect("a board") };
    let boards = [
        Board::EMPTY,
        blank("1"),
        blank(&format!("{:.>81}", "9")),
        blank("12"),
        blank("........1.2"),
        // Hopeless, though no two givens clash.
        blank("1234567894561"),
        blank("123456789456"),
        blank("1........2........3........4"),
        blank("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"),
    ];
    let oracle = oracle();
    let (most, in_order) = (at_most(100_000) as u64, at_most(1000));
    for board in &boards {
        let expected = backends()[0];
        let count = expected.count(board, most);
        let solution = expected.solve(board);
        let sorted = first(expected, board, in_order);
        for engine in backends() {
            let name = engine.name();
            assert_eq!(engine.count(board, most), count, "{name}: {board}");
            assert_eq!(engine.solve(board), solution, "{name}: {board}");
            assert_eq!(first(engine, board, in_order), sorted, "{name}: {board}");
            assert_eq!(engine.count_batch(&[*board; 3], most, 1), [count; 3]);
            assert_eq!(engine.solve_batch(&[*board; 3], 1), [solution; 3]);
        }
        assert_eq!(oracle.count(board, most.min(1000)), count.min(1000));
        assert_eq!(oracle.solve(board), solution);
    }
}
