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

// Digits, cells and houses are numbers here, and index several tables at once.
#![allow(clippy::needless_range_loop)]

mod als;
mod chains;
mod colours;
mod fish;
mod forcing;
mod grid;
mod level;
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
mod wishes;

pub use position::{Hint, HintError, Position};
pub use step::{Link, Step};
pub use technique::{GRADER_VERSION, Technique};
pub use wishes::GradeWishes;

use crate::board::Board;
use crate::solve::NoSolution;
use chains::Graphs;
use grid::{Grid, Marks, NEVER, values_of};
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
        let (level, solution) = self.level_and_solution()?;
        Ok(Path::new(Grid::new(self), &solution, techniques).grade(level))
    }

    /// The [level](Grade::level) alone, at a part of the time of a grade.
    ///
    /// # Errors
    ///
    /// [`GradeError`] unless the board has exactly one solution.
    pub fn level(&self) -> Result<u8, GradeError> {
        Ok(self.level_and_solution()?.0)
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

    /// The level, and the cells of each digit in the only solution.
    fn level_and_solution(&self) -> Result<(u8, Marks), GradeError> {
        level::level_and_solution(self).map_or_else(|| Ok((4, self.only_solution()?)), Ok)
    }

    /// The cells of each digit in the only solution.
    fn only_solution(&self) -> Result<Marks, GradeError> {
        let solution = self.solve().map_err(GradeError::NoSolution)?;
        if solution.is_unique {
            Ok(values_of(&solution.board))
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
    /// Those of the grid as it stands.
    graphs: Graphs,
    /// By rank, the candidates when each technique was last searched for: up to the highest
    /// so far, since most puzzles need few of them.
    searched: Vec<Marks>,
    solution: &'a Marks,
    techniques: u64,
}

impl Path<'_> {
    fn new(grid: Grid, solution: &Marks, techniques: u64) -> Path<'_> {
        let techniques = if techniques == 0 { !0 } else { techniques };
        Path {
            grid,
            graphs: Graphs::default(),
            searched: Vec::new(),
            solution,
            techniques,
        }
    }

    /// Plays one round; `None` if the board is full or no technique helps.
    fn advance(&mut self, mut observer: Option<&mut dyn FnMut(Step)>) -> Option<Summary> {
        if self.grid.blanks == 0 {
            return None;
        }
        for rank in 0..RANKED.len() {
            if self.techniques >> RANKED[rank].technique.id() & 1 != 0 {
                let observer = observer.as_mut().map(|observer| &mut **observer as _);
                let summary = self.play(rank, observer);
                if summary.is_some() {
                    return summary;
                }
            }
        }
        None
    }

    /// Applies all that the technique of a rank finds; `None` if that is nothing.
    fn play(&mut self, rank: usize, mut observer: Option<&mut dyn FnMut(Step)>) -> Option<Summary> {
        let technique = RANKED[rank].technique;
        if rank >= self.searched.len() {
            self.searched.resize(rank + 1, NEVER);
        }
        let observer = observer.as_mut().map(|observer| &mut **observer as _);
        let mut round = Round::new(
            &self.grid,
            &self.graphs,
            &self.searched[rank],
            technique,
            Some(self.solution),
            observer,
        );
        (RANKED[rank].find)(&mut round);
        if !round.is_effective() {
            self.searched[rank] = self.grid.candidates;
            return None;
        }
        let summary = Summary {
            technique,
            placements: round.placements,
            openings: round.openings(),
            nodes: round.nodes,
        };
        let effect = round.effect;
        self.searched[rank] = self.grid.candidates;
        effect.apply(&mut self.grid);
        self.graphs = Graphs::default();
        Some(summary)
    }

    fn grade(mut self, level: u8) -> Grade {
        let mut grade = Grade {
            level,
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
        grade.band = if level == 1 {
            1
        } else {
            grade.hardest.map_or(1, Technique::band)
        };
        grade
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{GenerateOptions, generate};
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use step::Effect;

    /// The boards of each kind; the environment variable SUDOKU_TEST_PUZZLES sets another
    /// number.
    fn puzzles_wanted() -> usize {
        let wanted = std::env::var("SUDOKU_TEST_PUZZLES").ok();
        wanted.and_then(|count| count.parse().ok()).unwrap_or(8)
    }

    /// Calls `check` with boards of all kinds and their numbers, on all cores: random
    /// minimal ones, and those of sets beside the repository, spread over them.
    fn for_each_board(check: impl Fn(usize, &Board) + Sync) {
        let wanted = puzzles_wanted();
        let random = (0..wanted as u64).map(|seed| {
            let puzzle = generate(seed, &GenerateOptions::default(), || false);
            puzzle.expect("a puzzle of no wishes").board
        });
        let mut boards: Vec<Board> = random.collect();
        for name in SETS {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
            let path = folder.join(name);
            let Ok(text) = std::fs::read_to_string(&path) else {
                println!("skipped: no {}", path.display());
                continue;
            };
            let lines = text.lines().filter_map(|line| line.get(..81)?.parse().ok());
            let set: Vec<Board> = lines.collect();
            let step = (set.len() / wanted).max(1);
            boards.extend(set.into_iter().step_by(step).take(wanted));
        }
        println!("{} boards", boards.len());
        let next = AtomicUsize::new(0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Relaxed);
                        let Some(board) = boards.get(index) else {
                            break;
                        };
                        check(index, board);
                    }
                });
            }
        });
    }

    const SETS: [&str; 5] = [
        "grading/qqwing_levels.tsv",
        "grading/explainer_ratings.tsv",
        "data/17_clues.txt",
        "data/magictour_top1465.txt",
        "data/hardest_1106.txt",
    ];

    /// Every instance of every technique, in every state of a path. The path itself, which
    /// does not look at what has not changed, finds the same. Of many boards, one in
    /// twenty is searched for the techniques that take longest as well; on the others,
    /// these are looked at in the rounds of the path only.
    #[test]
    fn no_instance_contradicts_the_solution() {
        let rounds = [const { AtomicUsize::new(0) }; 64];
        for_each_board(|index, board| {
            let slow = if index % 20 == 0 || puzzles_wanted() < 100 {
                RANKED.len()
            } else {
                Technique::Aic.rank()
            };
            let solution = board.only_solution().unwrap();
            let mut path = Path::new(Grid::new(board), &solution, 0);
            while path.grid.blanks != 0 {
                let graphs = Graphs::default();
                let mut first = None;
                for (rank, entry) in RANKED.iter().enumerate() {
                    if rank >= slow && first.is_some() {
                        break;
                    }
                    let technique = entry.technique;
                    // Without a solution, nothing is held back.
                    let mut round = Round::new(&path.grid, &graphs, &NEVER, technique, None, None);
                    (entry.find)(&mut round);
                    let name = technique.name();
                    assert!(round.effect.agrees_with(&solution), "{board}: {name}");
                    if round.is_effective() {
                        rounds[technique.id() as usize].fetch_add(1, Relaxed);
                        let found = (technique, round.openings(), round.nodes);
                        first.get_or_insert((found, round.effect));
                    }
                }
                let ((technique, openings, nodes), effect) = first.unwrap_or((
                    // Search gives nothing without a solution.
                    (Technique::Search, 0, 0),
                    Effect::default(),
                ));
                let mut expected = path.grid;
                effect.apply(&mut expected);
                let round = path.advance(None).expect("search always succeeds");
                assert_eq!(round.technique, technique, "{board}");
                if technique != Technique::Search {
                    assert_eq!((round.openings, round.nodes), (openings, nodes), "{board}");
                    assert_eq!(path.grid.candidates, expected.candidates, "{board}");
                }
            }
        });
        for entry in &RANKED {
            let rounds = &rounds[entry.technique.id() as usize];
            println!("{}: {}", entry.technique.name(), rounds.load(Relaxed));
        }
    }

    #[test]
    fn equivalent_boards_have_equal_grades() {
        for_each_board(|_, board| {
            let grade = board.grade(0).unwrap();
            for seed in 0..10 {
                let image = board.shuffle(seed);
                assert_eq!(image.grade(0).unwrap(), grade, "{board} and {image}");
            }
        });
    }

    /// The level, by the rounds of a path with the techniques of each.
    fn level_by_rounds(board: &Board, solution: &Marks) -> u8 {
        let naked = [Technique::NakedSingle].as_slice();
        let hidden = [Technique::HiddenSingleBox, Technique::HiddenSingleLine].as_slice();
        let pairs = [Technique::NakedPair, Technique::HiddenPair].as_slice();
        let locked = [Technique::Pointing, Technique::Claiming].as_slice();
        let mut techniques = 0;
        for (level, more) in [(1, naked), (2, hidden), (3, &[pairs, locked].concat())] {
            techniques |= more.iter().fold(0, |mask, more| mask | 1 << more.id());
            let mut path = Path::new(Grid::new(board), solution, techniques);
            while path.advance(None).is_some() {}
            if path.grid.blanks == 0 {
                return level;
            }
        }
        4
    }

    /// Boards with and without a solution: those of the sets, and all that differ in a cell.
    #[test]
    fn levels_are_those_of_the_techniques() {
        let next_digit = |digit: u8| digit % 9 + 1;
        for_each_board(|_, board| {
            for cell in 0..81 {
                for change in [|_| 0, next_digit] {
                    let mut changed = *board;
                    changed.set(cell, change(board.digits()[cell]));
                    let expected = changed.only_solution();
                    let expected = expected.map(|solution| level_by_rounds(&changed, &solution));
                    assert_eq!(changed.level(), expected, "{changed}");
                }
            }
        });
    }

    /// The steps alone lead to the same grade.
    #[test]
    fn the_explanation_is_the_path_of_the_grade() {
        for_each_board(|_, board| {
            let grade = board.grade(0).unwrap();
            let mut grid = Grid::new(board);
            let mut count = [0; 64];
            let mut rounds = 0;
            for round in board
                .explain(0)
                .unwrap()
                .chunk_by(|a, b| a.round == b.round)
            {
                assert_eq!(round[0].round, rounds);
                rounds += 1;
                let technique = round[0].technique;
                count[technique.id() as usize] += if technique.is_single() {
                    round.len() as u16
                } else {
                    1
                };
                for step in round {
                    assert_eq!(step.technique, technique);
                    step.effect.apply(&mut grid);
                }
            }
            assert_eq!(rounds, grade.rounds);
            assert_eq!(count, grade.count);
            assert_eq!(grid.blanks, 0);
        });
    }
}
