//! A Sudoku solver made to be linked: the C library `libsudoku`, and its Rust face.
//!
//! The product is the C interface of `include/sudoku.h`. This crate offers the same in
//! safe types: read a [`Board`], then [`Board::solve`], [`Board::count`],
//! [`Board::enumerate`] or [`Board::check`] it, or [`generate`] a puzzle.
//!
//! ```
//! let board: sudoku::Board =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let solution = board.solve()?;
//! assert!(solution.is_unique);
//! assert!(solution.board.to_string().starts_with("534678912"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything here is free of shared mutable state and may be called from any thread.

mod batch; // many boards at once, on many threads
mod board; // boards, houses and the relations between cells
mod branch; // which question a search branches on
mod capi; // the C interface: the only raw pointers
mod check; // what is wrong with a board, without search
mod cpu; // the instruction sets, and the choice among them
#[doc(hidden)]
pub mod engines; // every engine by name, for tests and benchmarks
mod enumerate; // counting, the smallest solution, all solutions in order
mod equivalence; // shuffling, the canonical form, comparing boards
mod generate; // making puzzles
mod grade; // how hard, and what next: grades, paths and hints
mod propagate; // the inference: one pass of deductions over boards side by side
mod random; // reproducible random choices
mod reference; // the oracle: depth-first search over occupancy tables
mod search; // the search: stacks of nodes, boards side by side
mod simd; // the vector operations that the inference is written in
mod solve; // the public face of the engines
mod text; // text to boards and back

pub use board::{Board, BoardError};
pub use check::Issue;
pub use generate::{
    GenerateError, GenerateOptions, MinimizeError, Puzzle, Symmetry, generate, generate_or_nearest,
};
pub use grade::{
    GRADER_VERSION, Grade, GradeError, GradeWishes, Hint, HintError, Link, Position, Step,
    Technique,
};
pub use solve::{NoSolution, Solution};
pub use text::{ParseError, Style, boards, parse};
