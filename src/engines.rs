//! Every engine by name, for tests and benchmarks; not part of the interface, and may
//! change at any time.

use crate::batch::{self, Answer, Batch, Task};
use crate::board::Board;
use crate::cpu::Backend;
use crate::enumerate::Engine as _;
use crate::reference::Reference;
use crate::solve::Solution;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// An engine that this CPU can run.
#[derive(Clone, Copy, Debug)]
pub struct Engine(Option<Backend>);

/// Runs an expression with the engine behind an [`Engine`].
macro_rules! with {
    ($engine:expr, $inner:ident => $result:expr) => {
        match $engine.0 {
            None => {
                let $inner = Reference;
                $result
            }
            Some($inner) => $result,
        }
    };
}

impl Engine {
    /// The reference and every backend of this CPU, lowest first.
    pub fn available() -> impl Iterator<Item = Engine> {
        let backends = Backend::ALL.iter().filter(|backend| backend.is_detected());
        [Engine(None)]
            .into_iter()
            .chain(backends.map(|&backend| Engine(Some(backend))))
    }

    /// The backends of this architecture that the CPU lacks, by name.
    pub fn unavailable() -> impl Iterator<Item = &'static str> {
        let lacking = Backend::ALL.iter().filter(|backend| !backend.is_detected());
        lacking.map(|&backend| Engine(Some(backend)).name())
    }

    /// `"reference"`, or the backend's name in the C interface.
    pub fn name(self) -> &'static str {
        match self.0 {
            None => "reference",
            Some(backend) => backend.name().to_str().unwrap_or_default(),
        }
    }

    /// As [`Board::solve`].
    pub fn solve(self, board: &Board) -> Option<Solution> {
        with!(self, engine => engine.solve(board))
    }

    /// As [`Board::count`].
    pub fn count(self, board: &Board, limit: u64) -> u64 {
        with!(self, engine => engine.count(board, limit))
    }

    /// How often the engine branched to count up to `limit`; 0 for the reference.
    pub fn branches(self, board: &Board, limit: u64) -> u64 {
        self.0
            .map_or(0, |backend| backend.count_and_branches(board, limit).1)
    }

    /// As [`Board::enumerate`]; false if there is no solution.
    pub fn enumerate(
        self,
        board: &Board,
        mut visit: impl FnMut(&Board) -> ControlFlow<()>,
    ) -> bool {
        let mut found = false;
        let visit = |solution: &Board| {
            found = true;
            visit(solution)
        };
        let _ = with!(self, engine => engine.enumerate(board, visit));
        found
    }

    /// [`Engine::solve`] for each board, by the search of the batch calls.
    pub fn solve_batch(self, boards: &[Board], threads: usize) -> Vec<Option<Solution>> {
        let Some(backend) = self.0 else {
            return boards.iter().map(|board| self.solve(board)).collect();
        };
        let solution = |(count, smallest): (u64, Option<Board>)| {
            let is_unique = count == 1;
            smallest.map(|board| Solution { board, is_unique })
        };
        let answers = run_batch(boards, Task::Solve, backend, threads);
        answers.into_iter().map(solution).collect()
    }

    /// [`Engine::count`] for each board, by the search of the batch calls.
    pub fn count_batch(self, boards: &[Board], limit: u64, threads: usize) -> Vec<u64> {
        let Some(backend) = self.0 else {
            return boards
                .iter()
                .map(|board| self.count(board, limit))
                .collect();
        };
        let answers = run_batch(boards, Task::Count(limit), backend, threads);
        answers.into_iter().map(|(count, _)| count).collect()
    }
}

/// The number of solutions of a board, and the smallest if it is wanted.
type Counted = (u64, Option<Board>);

/// The answers of a batch call. Panics if a board has not exactly one.
fn run_batch(boards: &[Board], task: Task, backend: Backend, threads: usize) -> Vec<Counted> {
    struct Boards<'a> {
        boards: &'a [Board],
        answers: Vec<Mutex<Option<Counted>>>,
    }
    impl Batch for Boards<'_> {
        fn len(&self) -> usize {
            self.boards.len()
        }

        fn board(&self, index: usize) -> Option<Board> {
            Some(self.boards[index])
        }

        fn answer(&self, index: usize, answer: Answer) {
            let Answer::Counted(count, smallest) = answer else {
                panic!("the search of {} panicked", self.boards[index]);
            };
            let old = self.answers[index]
                .lock()
                .unwrap()
                .replace((count, smallest));
            assert!(old.is_none(), "two answers for {}", self.boards[index]);
        }
    }
    let batch = Boards {
        boards,
        answers: boards.iter().map(|_| Mutex::new(None)).collect(),
    };
    let others: &dyn Fn() -> usize = &|| threads;
    let others = (threads > 1).then_some(others);
    let _ = batch::run(&batch, task, backend, others, None);
    let answers = batch.answers.into_iter();
    answers
        .map(|answer| answer.into_inner().unwrap().expect("an answer"))
        .collect()
}
