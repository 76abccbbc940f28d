//! Positions of a game in progress, and hints.

use super::chains::Graphs;
use super::grid::{Grid, Marks, NEVER, bits, members};
use super::step::{Round, Step};
use super::technique::{RANKED, Technique};
use super::{GradeError, Path};
use crate::board::{Board, CELLS};
use crate::solve::NoSolution;
use std::fmt;

/// A game in progress: a puzzle, what was filled in, and the pencil marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The puzzle.
    pub givens: Board,
    /// What is filled in; where it is blank the given, if any, holds.
    pub values: Board,
    /// The candidates of each blank cell, bit 0 for 1 to bit 8 for 9. 0: all that the
    /// values leave. Marks that the values exclude do not matter, nor do those of
    /// filled cells.
    pub candidates: [u16; CELLS],
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// This.
    Step(Box<Step>),
    /// Nothing: the board is full.
    Solved,
    /// The techniques allowed do not help.
    Stuck,
}

/// Why there is no hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintError {
    /// The givens have no solution.
    NoSolution(NoSolution),
    /// The givens have more than one solution.
    Ambiguous,
    /// The value of this cell is wrong; the first in row order.
    WrongValue(usize),
    /// This blank cell has lost its digit; the first in row order.
    WrongCandidate(usize),
}

impl From<GradeError> for HintError {
    fn from(error: GradeError) -> HintError {
        match error {
            GradeError::NoSolution(reason) => HintError::NoSolution(reason),
            GradeError::Ambiguous => HintError::Ambiguous,
        }
    }
}

impl fmt::Display for HintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |cell: usize| (cell / 9 + 1, cell % 9 + 1);
        match *self {
            HintError::NoSolution(reason) => reason.fmt(f),
            HintError::Ambiguous => GradeError::Ambiguous.fmt(f),
            HintError::WrongValue(cell) => {
                let (row, column) = at(cell);
                write!(f, "row {row}, column {column}: the value is wrong")
            }
            HintError::WrongCandidate(cell) => {
                let (row, column) = at(cell);
                write!(f, "row {row}, column {column}: the right digit is missing")
            }
        }
    }
}

impl std::error::Error for HintError {}

impl Position {
    /// A game that has just begun.
    pub fn new(givens: Board) -> Position {
        Position {
            givens,
            values: givens,
            candidates: [0; CELLS],
        }
    }

    /// What to do next with the techniques allowed (bit n for the one with id n, 0 for
    /// all): a step of the first technique, in order of rank, that has an effect.
    ///
    /// # Errors
    ///
    /// [`HintError`], tested in the order of its variants.
    pub fn hint(&self, techniques: u64) -> Result<Hint, HintError> {
        let solution = self.givens.only_solution()?;
        let grid = self.checked_grid(&solution)?;
        if grid.blanks == 0 {
            return Ok(Hint::Solved);
        }
        let mut first = None;
        let mut observer = |step: Step| {
            first.get_or_insert(step);
        };
        Path::new(grid, &solution, techniques).advance(Some(&mut observer));
        Ok(first.map_or(Hint::Stuck, |step| Hint::Step(Box::new(step))))
    }

    /// All steps of one technique, whether or not there are easier ones.
    ///
    /// # Errors
    ///
    /// [`HintError`], tested in the order of its variants.
    pub fn steps(&self, technique: Technique) -> Result<Vec<Step>, HintError> {
        let solution = self.givens.only_solution()?;
        let grid = self.checked_grid(&solution)?;
        let mut steps = Vec::new();
        let graphs = Graphs::default();
        let mut observer = |step: Step| steps.push(step);
        let mut round = Round::new(
            &grid,
            &graphs,
            &NEVER,
            technique,
            Some(&solution),
            Some(&mut observer),
        );
        (RANKED[technique.rank()].find)(&mut round);
        Ok(steps)
    }

    /// The state for the techniques, if it does not contradict the solution.
    fn checked_grid(&self, solution: &Marks) -> Result<Grid, HintError> {
        let mut values = self.givens;
        for (cell, &digit) in self.values.digits().iter().enumerate() {
            if digit != 0 {
                if solution[usize::from(digit) - 1] >> cell & 1 == 0 {
                    return Err(HintError::WrongValue(cell));
                }
                values.set(cell, digit);
            }
        }
        let mut grid = Grid::new(&values);
        grid.givens = Grid::new(&self.givens).givens;
        for cell in members(grid.blanks) {
            let marks = self.candidates[cell];
            if marks != 0 {
                for digit in bits(0x1ff & !marks) {
                    if solution[digit] >> cell & 1 != 0 {
                        return Err(HintError::WrongCandidate(cell));
                    }
                    grid.eliminate(digit, 1 << cell);
                }
            }
        }
        Ok(grid)
    }
}
