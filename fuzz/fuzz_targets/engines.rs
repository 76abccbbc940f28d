//! Every engine against the oracle: counts, the smallest solution, the first in order,
//! boards one by one and many at once.
//!
//!     cargo +nightly fuzz run engines -- -max_len=81

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;
use sudoku::Board;
use sudoku::engines::Engine;

/// Boards with more givens are quick for the oracle, whatever they are.
const ENOUGH_GIVENS: usize = 20;

/// A valid grid, for boards that have solutions.
const GRID: &[u8; 81] =
    b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Three bytes of four are a blank or the digit of a valid grid, some of the rest another
/// digit. What the input leaves open is taken from the grid.
fn board(bytes: &[u8]) -> Board {
    let mut cells = *GRID;
    for (cell, &byte) in cells.iter_mut().zip(bytes) {
        match byte {
            0..=159 => *cell = b'.',
            160..=246 => {}
            _ => *cell = b'1' + (byte - 247),
        }
    }
    let givens = |cells: &[u8; 81]| cells.iter().filter(|&&byte| byte != b'.').count();
    for (cell, &digit) in (0..81).map(|i| (i * 32 % 81, &GRID[i * 32 % 81])) {
        if givens(&cells) >= ENOUGH_GIVENS {
            break;
        }
        cells[cell] = digit;
    }
    Board::from_bytes(&cells).expect("digits and blanks")
}

/// The first solutions in order, and whether there is one.
fn first(engine: Engine, board: &Board) -> (bool, Vec<Board>) {
    let mut solutions = Vec::new();
    let found = engine.enumerate(board, |solution| {
        solutions.push(*solution);
        if solutions.len() < 50 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    (found, solutions)
}

fuzz_target!(|bytes: &[u8]| {
    let board = board(bytes);
    let mut engines = Engine::available();
    let reference = engines.next().expect("the oracle comes first");
    let limit = [1, 2, 3, 1000][bytes.len() % 4];
    let solution = reference.solve(&board);
    let count = reference.count(&board, limit);
    let sorted = first(reference, &board);
    // The board with one given less has more solutions, and goes through beside it.
    let mut bytes = board.to_bytes();
    if let Some(given) = bytes.iter_mut().find(|byte| **byte != b'.') {
        *given = b'.';
    }
    let wider = Board::from_bytes(&bytes).expect("digits and blanks");
    let boards = [board, wider, board, wider, wider];
    let counts = boards.map(|board| reference.count(&board, limit));
    for engine in engines {
        let name = engine.name();
        assert_eq!(engine.solve(&board), solution, "{name}: {board}");
        assert_eq!(engine.count(&board, limit), count, "{name}: {board}");
        assert_eq!(first(engine, &board), sorted, "{name}: {board}");
        assert_eq!(
            engine.count_batch(&boards, limit, 1),
            counts,
            "{name}: {board}"
        );
    }
});
