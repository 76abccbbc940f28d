//! How hard a puzzle is for people, and what to do next: grades, paths and hints.
//!
//! The path of a puzzle consists of rounds. A round takes the first technique, in the
//! order of their ranks, that has an effect on the state as it stands; collects all its
//! instances; and applies them together. Every technique finds all its instances, and
//! every limit is a size or a length, never a time or a number of attempts. So the
//! rounds do not depend on the order in which cells, houses or digits are looked at,
//! and all boards that are equal but for rotation, reflection, relabelling and
//! exchanges of rows and columns get the same grade.
//!
//! Which of several equal instances a step or a chain shows is free, and no part of the
//! grade.

mod als;
mod chains;
mod colours;
mod fish;
mod forcing;
mod grid;
mod locked;
mod position;
mod search;
mod singles;
mod step;
mod subsets;
mod technique;
mod turbot;
mod uniqueness;
mod wings;

pub use position::{Hint, HintError, Position};
pub use step::{Link, Step};
pub use technique::{GRADER_VERSION, Technique};

use crate::board::Board;
use crate::solve::NoSolution;
use grid::{Grid, Marks};
use std::fmt;
use step::{News, Round};
use technique::RANKED;

/// How hard a puzzle is. The same for all equivalent boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    /// 1: naked singles suffice. 2: with hidden singles. 3: with naked and hidden pairs,
    /// pointing and claiming. 4: more is needed. Does not depend on the techniques allowed.
    pub level: u8,
    /// 1–6: naked singles suffice, singles, subsets and locked candidates, patterns,
    /// chains, nets or search.
    pub band: u8,
    /// The effort of all rounds together.
    pub score: u32,
    /// The technique of the highest rank that was used; `None` for a full board.
    pub hardest: Option<Technique>,
    /// The number of rounds.
    pub rounds: u32,
    /// By the id of the technique: placements for singles, rounds for all others.
    pub count: [u16; 64],
    /// Did a technique argue from the puzzle having only one solution?
    pub uses_uniqueness: bool,
    /// Did the techniques allowed suffice? If not, the grade is that of the way they went.
    pub is_solved: bool,
}

/// Why a board has no grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradeError {
    /// It has no solution.
    NoSolution(NoSolution),
    /// It has more than one solution.
    Ambiguous,
}

impl fmt::Display for GradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GradeError::NoSolution(reason) => reason.fmt(f),
            GradeError::Ambiguous => f.write_str("the board has more than one solution"),
        }
    }
}

impl std::error::Error for GradeError {}

impl Board {
    /// Grades a puzzle with the techniques allowed: bit n for the one with id n, 0 for all.
    ///
    /// # Errors
    ///
    /// [`GradeError`] unless the board has exactly one solution.
    pub fn grade(&self, techniques: u64) -> Result<Grade, GradeError> {
        let solution = self.only_solution()?;
        Ok(Path::new(Grid::new(self), &solution, techniques).grade())
    }

    /// The steps of the path that the grade stands for. Of each round, those steps that
    /// add something to the ones before.
    ///
    /// # Errors
    ///
    /// [`GradeError`] unless the board has exactly one solution.
    pub fn explain(&self, techniques: u64) -> Result<Vec<Step>, GradeError> {
        let solution = self.only_solution()?;
        let mut path = Path::new(Grid::new(self), &solution, techniques);
        let mut steps = Vec::new();
        for round in 0.. {
            let mut news = News::default();
            let mut observer = |mut step: Step| {
                if news.is_new(&step) {
                    step.round = round;
                    steps.push(step);
                }
            };
            if path.advance(Some(&mut observer)).is_none() {
                break;
            }
        }
        Ok(steps)
    }

    /// What to do next from the board as it stands: [`Position::hint`] of a game that has
    /// just begun.
    ///
    /// # Errors
    ///
    /// [`HintError`] unless the board has exactly one solution.
    pub fn hint(&self, techniques: u64) -> Result<Hint, HintError> {
        Position::new(*self).hint(techniques)
    }

    /// The cells of each digit in the only solution.
    fn only_solution(&self) -> Result<Marks, GradeError> {
        let solution = self.solve().map_err(GradeError::NoSolution)?;
        if solution.is_unique {
            Ok(Grid::new(&solution.board).values)
        } else {
            Err(GradeError::Ambiguous)
        }
    }
}

/// What a grade takes from a round.
struct Summary {
    technique: Technique,
    placements: u32,
    openings: u32,
    nodes: u32,
}

impl Summary {
    /// Twelve times what the round adds to the score.
    fn price(&self) -> u64 {
        let mut base = self.technique.base();
        if self.nodes > 0 && self.technique.rank() >= Technique::XChain.rank() {
            let links = self.nodes - 2;
            let thresholds = (2..).flat_map(|power| [1 << power, 3 << (power - 1)]);
            base += 10
                * thresholds
                    .take_while(|&threshold| threshold < links)
                    .count() as u64;
        }
        let times = if self.technique.is_single() {
            u64::from(self.placements)
        } else {
            1
        };
        base * times * [12, 10, 9, 8][self.openings.clamp(1, 4) as usize - 1]
    }
}

/// A puzzle on its way to the solution.
struct Path<'a> {
    grid: Grid,
    solution: &'a Marks,
    techniques: u64,
}

impl Path<'_> {
    fn new(grid: Grid, solution: &Marks, techniques: u64) -> Path<'_> {
        let techniques = if techniques == 0 { !0 } else { techniques };
        Path {
            grid,
            solution,
            techniques,
        }
    }

    /// Plays one round; `None` if the board is full or no technique helps.
    fn advance(&mut self, mut observer: Option<&mut dyn FnMut(Step)>) -> Option<Summary> {
        if self.grid.blanks == 0 {
            return None;
        }
        for entry in &RANKED {
            let technique = entry.technique;
            if self.techniques >> technique.id() & 1 == 0 {
                continue;
            }
            let observer = observer.as_mut().map(|observer| &mut **observer as _);
            let mut round = Round::new(&self.grid, technique, Some(self.solution), observer);
            (entry.find)(&mut round);
            if round.is_effective() {
                let summary = Summary {
                    technique,
                    placements: round.effect.placement_count(),
                    openings: round.openings(),
                    nodes: round.nodes,
                };
                let effect = round.effect;
                effect.apply(&mut self.grid);
                return Some(summary);
            }
        }
        None
    }

    fn grade(mut self) -> Grade {
        let mut grade = Grade {
            level: self.level(),
            band: 0,
            score: 0,
            hardest: None,
            rounds: 0,
            count: [0; 64],
            uses_uniqueness: false,
            is_solved: false,
        };
        let mut twelfths = 0;
        while let Some(summary) = self.advance(None) {
            let technique = summary.technique;
            let single = technique.is_single();
            grade.count[technique.id() as usize] +=
                if single { summary.placements as u16 } else { 1 };
            grade.rounds += 1;
            grade.uses_uniqueness |= technique.uses_uniqueness();
            if grade
                .hardest
                .is_none_or(|hardest| hardest.rank() < technique.rank())
            {
                grade.hardest = Some(technique);
            }
            twelfths += summary.price();
        }
        grade.score = (twelfths / 12) as u32;
        grade.is_solved = self.grid.blanks == 0;
        grade.band = if grade.level == 1 {
            1
        } else {
            grade.hardest.map_or(1, Technique::band)
        };
        grade
    }

    /// The level, from which techniques suffice.
    fn level(&self) -> u8 {
        let mut path = Path { ..*self };
        for (level, techniques) in LEVELS {
            path.techniques = techniques;
            while path.advance(None).is_some() {}
            if path.grid.blanks == 0 {
                return level;
            }
        }
        4
    }
}

/// The techniques of the levels below 4. These are qqwing's.
const LEVELS: [(u8, u64); 3] = {
    let naked = mask(&[Technique::NakedSingle]);
    let hidden = naked | mask(&[Technique::HiddenSingleBox, Technique::HiddenSingleLine]);
    let pairs = mask(&[Technique::NakedPair, Technique::HiddenPair]);
    let locked = mask(&[Technique::Pointing, Technique::Claiming]);
    [(1, naked), (2, hidden), (3, hidden | pairs | locked)]
};

const fn mask(techniques: &[Technique]) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < techniques.len() {
        mask |= 1 << techniques[i] as u32;
        i += 1;
    }
    mask
}
