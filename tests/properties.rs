//! Random boards: the library against a brute force and against itself on equivalent
//! boards.

mod common;

use common::*;
use libc::c_int;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use std::ops::RangeInclusive;

/// Solutions compared of one board.
const MOST: usize = 3000;

/// The same boards in every run: a failure must not come and go.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(81),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn a_brute_force_agrees(board in boards()) {
        let Some((expected, complete)) = brute_force(&board) else {
            return Err(TestCaseError::reject("too much search"));
        };
        let none = if clashes(&board) { ERR_CLASH } else { ERR_UNSOLVABLE };
        let limit = if complete { 0 } else { expected.len() };
        let (status, solutions) = enumerate(&board, limit);
        prop_assert_eq!(solutions, &expected[..]);
        prop_assert_eq!(status, match (expected.len(), complete) {
            (0, _) => none,
            (_, true) => OK,
            (_, false) => STOPPED,
        });
        let (status, solution) = solve(&board);
        prop_assert_eq!(status, [none, OK, MULTIPLE][expected.len().min(2)]);
        prop_assert_eq!(solution, *expected.first().unwrap_or(&UNTOUCHED));
        for limit in [1, 2, 3, expected.len().max(1)] {
            prop_assert_eq!(count(&board, limit as u64), expected.len().min(limit) as u64);
        }
        if complete {
            prop_assert_eq!(count(&board, u64::MAX), expected.len() as u64);
        }
    }

    /// Fewer than 17 givens never determine a solution: there are many, found at once.
    #[test]
    fn few_givens_leave_several_solutions(board in boards_with(0..=16)) {
        let (status, solution) = solve(&board);
        prop_assert_eq!(status, MULTIPLE);
        prop_assert!(solves(&solution, &board));
        prop_assert_eq!(count(&board, 2), 2);
        let (status, solutions) = enumerate(&board, 2);
        prop_assert_eq!(status, STOPPED);
        prop_assert_eq!(solutions[0], solution);
        prop_assert!(solutions[0] < solutions[1] && solves(&solutions[1], &board));
    }

    #[test]
    fn an_equivalent_board_has_equivalent_solutions(
        board in boards(),
        symmetry in symmetries(),
    ) {
        let image = symmetry.apply(&board);
        prop_assert_eq!(solve(&image).0, solve(&board).0);
        prop_assert_eq!(count(&image, MOST as u64), count(&board, MOST as u64));
        let (status, solutions) = enumerate(&board, MOST);
        if status != STOPPED {
            let mut images: Vec<_> = solutions.iter().map(|grid| symmetry.apply(grid)).collect();
            images.sort_unstable();
            prop_assert_eq!(enumerate(&image, 0), (status, images));
        }
    }
}

proptest! {
    #![proptest_config(config(4000))]

    #[test]
    fn a_check_by_definition_agrees(board in prop_oneof![boards(), scattered_givens()]) {
        let (status, issue) = check_by_definition(&board);
        let [kind, cell, other_cell, house, digit] = issue;
        let issue = Issue { kind, cell, other_cell, house, digit, reserved: [0; 3] };
        prop_assert_eq!(check(&board), (status, issue));
    }
}

/// Digits permuted; rows and columns permuted within bands and with them; transposed.
#[derive(Clone, Debug)]
struct Symmetry {
    digits: Vec<u8>,
    rows: [usize; 9],
    columns: [usize; 9],
    transpose: bool,
}

impl Symmetry {
    fn apply(&self, board: &Bytes) -> Bytes {
        std::array::from_fn(|cell| {
            let (row, column) = (self.rows[cell / 9], self.columns[cell % 9]);
            let (row, column) = if self.transpose {
                (column, row)
            } else {
                (row, column)
            };
            match board[9 * row + column] {
                digit @ b'1'..=b'9' => self.digits[usize::from(digit - b'1')],
                blank => blank,
            }
        })
    }
}

fn symmetries() -> impl Strategy<Value = Symmetry> {
    let digits = Just(b"123456789".to_vec()).prop_shuffle();
    (digits, lines(), lines(), any::<bool>()).prop_map(|(digits, rows, columns, transpose)| {
        Symmetry {
            digits,
            rows,
            columns,
            transpose,
        }
    })
}

/// The nine rows, or columns, in another order that keeps bands together.
fn lines() -> impl Strategy<Value = [usize; 9]> {
    let three = || Just([0, 1, 2]).prop_shuffle();
    (three(), [three(), three(), three()]).prop_map(|(bands, within)| {
        std::array::from_fn(|i| 3 * bands[i / 3] + within[i / 3][i % 3])
    })
}

/// Some cells of a random grid, and perhaps a digit put in whatever is there: boards
/// with none, one, two and many solutions, with clashes and without.
fn boards() -> impl Strategy<Value = Bytes> {
    let wrong = prop::option::of((0usize..81, b'1'..=b'9'));
    (boards_with(22..=60), wrong).prop_map(|(mut board, wrong)| {
        wrong.iter().for_each(|&(cell, digit)| board[cell] = digit);
        board
    })
}

/// So many cells of a random grid.
fn boards_with(givens: RangeInclusive<usize>) -> impl Strategy<Value = Bytes> {
    let grids: Vec<_> = field_cases()
        .iter()
        .filter_map(|case| case.solution)
        .collect();
    let cells = Just((0..81).collect::<Vec<usize>>()).prop_shuffle();
    (select(grids), symmetries(), cells, givens).prop_map(|(grid, symmetry, cells, givens)| {
        let mut board = symmetry.apply(&grid);
        cells[givens..].iter().for_each(|&cell| board[cell] = b'.');
        board
    })
}

/// A few digits anywhere.
fn scattered_givens() -> impl Strategy<Value = Bytes> {
    prop::collection::vec((0usize..81, b'1'..=b'9'), 0..=30).prop_map(|givens| {
        let mut board = [b'.'; 81];
        givens.iter().for_each(|&(cell, digit)| board[cell] = digit);
        board
    })
}

/// The cells that share a house with this one.
fn peers(cell: usize) -> impl Iterator<Item = usize> {
    let of = houses()
        .into_iter()
        .filter(move |house| house.contains(&cell));
    of.flatten().filter(move |&peer| peer != cell)
}

fn clashes(board: &Bytes) -> bool {
    let given = |cell: usize| board[cell] != b'.';
    (0..81).any(|cell| given(cell) && peers(cell).any(|peer| board[peer] == board[cell]))
}

/// The first solutions, up to [`MOST`], and whether these are all: row by row, 1 to 9.
/// `None` if that takes too long.
fn brute_force(board: &Bytes) -> Option<(Vec<Bytes>, bool)> {
    struct Search {
        board: Bytes,
        peers: Vec<Vec<usize>>,
        solutions: Vec<Bytes>,
        budget: u32,
    }
    impl Search {
        /// Tries the cells from `cell` on; breaks after too many nodes or solutions.
        fn fill(&mut self, cell: usize) -> Option<()> {
            self.budget = self.budget.checked_sub(1)?;
            if cell == 81 {
                self.solutions.push(self.board);
                return (self.solutions.len() < MOST).then_some(());
            }
            if self.board[cell] != b'.' {
                return self.fill(cell + 1);
            }
            for digit in b'1'..=b'9' {
                if self.peers[cell]
                    .iter()
                    .all(|&peer| self.board[peer] != digit)
                {
                    self.board[cell] = digit;
                    self.fill(cell + 1)?;
                }
            }
            self.board[cell] = b'.';
            Some(())
        }
    }
    if clashes(board) {
        return Some((vec![], true));
    }
    let mut search = Search {
        board: *board,
        peers: (0..81).map(|cell| peers(cell).collect()).collect(),
        solutions: vec![],
        budget: 3_000_000,
    };
    let complete = search.fill(0).is_some();
    (search.budget > 0).then_some((search.solutions, complete))
}

/// What sudoku_check is documented to say, looked for in the order of the documentation:
/// kind, cell, other cell, house, digit.
fn check_by_definition(board: &Bytes) -> (c_int, [i32; 5]) {
    let digit_of = |cell: usize| i32::from(board[cell] - b'0');
    for cell in (0..81).filter(|&cell| board[cell] != b'.') {
        for (house, cells) in houses().iter().enumerate() {
            let equal = |&&other: &&usize| other < cell && board[other] == board[cell];
            if cells.contains(&cell)
                && let Some(&other) = cells.iter().find(equal)
            {
                let issue = [2, cell as i32, other as i32, house as i32, digit_of(cell)];
                return (ERR_CLASH, issue);
            }
        }
    }
    let fits = |cell: usize, digit: u8| {
        board[cell] == b'.' && peers(cell).all(|peer| board[peer] != digit)
    };
    for cell in (0..81).filter(|&cell| board[cell] == b'.') {
        if !(b'1'..=b'9').any(|digit| fits(cell, digit)) {
            return (ERR_UNSOLVABLE, [3, cell as i32, -1, -1, -1]);
        }
    }
    for (house, cells) in houses().iter().enumerate() {
        for digit in b'1'..=b'9' {
            let place = |&cell: &usize| board[cell] == digit || fits(cell, digit);
            if !cells.iter().any(place) {
                let digit = i32::from(digit - b'0');
                return (ERR_UNSOLVABLE, [4, -1, -1, house as i32, digit]);
            }
        }
    }
    (OK, [0, -1, -1, -1, -1])
}
