//! Many boards at once: a search that is never without work, on as many threads as asked.
//!
//! Each thread takes boards in chunks and runs one [`search`](crate::search) over them, in
//! which every place takes its next board at once. A thread that finds no more boards
//! waits for a node of a search that is still going on: the others look up now and then,
//! and give away the oldest node they have. So one board with a huge search keeps all
//! threads busy, and the threads end together.

use crate::board::Board;
use crate::cpu::Backend;
use crate::enumerate::Engine;
use crate::search::{Jobs, Node, Start, Wish};
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize,
    Ordering::{AcqRel, Relaxed},
};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Boards that a thread takes at a time, at most.
const CHUNK: usize = 32;

/// Time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(150);

/// Starting a thread takes about as long as this, so the calling thread searches as long
/// alone before it starts others.
const WORTH_THREADS: Duration = Duration::from_micros(100);

/// Stack of a thread: that of one call, and room for the debug build.
const THREAD_STACK: usize = 1 << 20;

/// The boards to search, and where the answers go.
pub(crate) trait Batch: Sync {
    fn len(&self) -> usize;

    /// The board at `index`; None if it is malformed and was dealt with.
    fn board(&self, index: usize) -> Option<Board>;

    /// Takes the answer for the board at `index`; called once at most for each, from any
    /// thread.
    fn answer(&self, index: usize, answer: Answer);
}

/// What became of a board.
pub(crate) enum Answer {
    /// The number of solutions, at most the limit, and if asked for the smallest of them.
    Counted(u64, Option<Board>),
    /// The search panicked.
    Failed,
}

/// What to find out about each board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// The smallest solution, and whether there is another.
    Solve,
    /// The number of solutions up to a limit.
    Count(u64),
}

/// Called now and then with the number of boards done; false to stop.
pub(crate) type Progress<'a> = &'a mut dyn FnMut(usize) -> bool;

/// Searches all boards with up to `threads()` threads, of which this is one. Break if
/// `progress`, which is called on this thread, said to stop; some boards have no answer
/// then.
pub(crate) fn run(
    batch: &impl Batch,
    task: Task,
    backend: Backend,
    threads: impl FnOnce() -> usize,
    progress: Option<Progress<'_>>,
) -> ControlFlow<()> {
    let shared = Shared {
        batch,
        task,
        backend,
        chunk: (batch.len() / 8).clamp(1, CHUNK),
        next: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        hungry: AtomicUsize::new(0),
        pool: Mutex::new(Pool {
            pieces: Vec::new(),
            working: 1,
        }),
        wake: Condvar::new(),
    };
    std::thread::scope(|scope| {
        let mut first = Worker::new(&shared, progress);
        let shared = &shared;
        let start_others = move || {
            let _blocked = BlockedSignals::new();
            for _ in 1..threads() {
                shared.pool().working += 1;
                let started = std::thread::Builder::new()
                    .stack_size(THREAD_STACK)
                    .spawn_scoped(scope, || Worker::new(shared, None).run());
                if started.is_err() {
                    // Fewer threads are no error.
                    shared.pool().working -= 1;
                    break;
                }
            }
        };
        first.start_others = Some((Box::new(start_others), Instant::now()));
        first.run();
        first.report();
    });
    if shared.stop.load(Relaxed) {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// What the threads of a call share.
struct Shared<'a, B> {
    batch: &'a B,
    task: Task,
    backend: Backend,
    /// Boards to take at a time.
    chunk: usize,
    /// The first board that nobody has taken.
    next: AtomicUsize,
    done: AtomicUsize,
    stop: AtomicBool,
    /// Threads waiting for a piece.
    hungry: AtomicUsize,
    pool: Mutex<Pool>,
    /// Notified when the pool has a piece, or nobody works any more.
    wake: Condvar,
}

struct Pool {
    pieces: Vec<Piece>,
    /// Threads that may still give pieces.
    working: usize,
}

/// A part of the search of a board, for another thread.
struct Piece {
    node: Box<Node>,
    split: Arc<Split>,
}

/// A board that several threads search.
struct Split {
    index: usize,
    /// Parts not yet searched to their end.
    pieces: AtomicUsize,
    count: AtomicU64,
    /// A solution, if it is wanted.
    solution: Mutex<Option<Board>>,
    failed: AtomicBool,
}

/// A board, or a part of one, that a thread is searching.
struct Active {
    /// The number by which the search knows it.
    job: usize,
    index: usize,
    count: u64,
    /// The first solution, if it is wanted.
    solution: Option<Board>,
    split: Option<Arc<Split>>,
}

struct Worker<'a, 'p, B> {
    shared: &'a Shared<'a, B>,
    /// Boards taken and not yet begun.
    chunk: Range<usize>,
    /// A piece taken and not yet begun.
    piece: Option<Piece>,
    active: Vec<Active>,
    /// Jobs begun.
    jobs: usize,
    /// Boards done and not yet told to the others.
    done: usize,
    /// On the calling thread, whom to report to, and when that was done last.
    progress: Option<(Progress<'p>, Instant)>,
    /// On the calling thread, until it is done, how to start the other threads; and when
    /// the call began.
    start_others: Option<(Box<dyn FnOnce() + 'a>, Instant)>,
}

impl Task {
    fn limit(self) -> u64 {
        match self {
            Task::Solve => 2,
            Task::Count(limit) => limit,
        }
    }
}

impl<B> Shared<'_, B> {
    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Wakes the threads that wait for a piece.
    fn wake_all(&self) {
        // Nobody is between looking and waiting while this thread has the lock.
        drop(self.pool());
        self.wake.notify_all();
    }
}

impl<'a, 'p, B: Batch> Worker<'a, 'p, B> {
    fn new(shared: &'a Shared<'a, B>, progress: Option<Progress<'p>>) -> Self {
        Worker {
            shared,
            chunk: 0..0,
            piece: None,
            active: Vec::with_capacity(8),
            jobs: 0,
            done: 0,
            progress: progress.map(|call| (call, Instant::now())),
            start_others: None,
        }
    }

    /// Starts the other threads once the batch proves to be worth their start.
    fn start_others_if_due(&mut self) {
        if self
            .start_others
            .as_ref()
            .is_some_and(|(_, begun)| begun.elapsed() >= WORTH_THREADS)
            && let Some((start_others, _)) = self.start_others.take()
        {
            start_others();
        }
    }

    /// Searches until there is nothing left to search for any thread.
    fn run(&mut self) {
        loop {
            let backend = self.shared.backend;
            let search = catch_unwind(AssertUnwindSafe(|| backend.search_many(self)));
            if search.is_err() {
                self.search_alone();
            } else if !self.wait_for_piece() {
                return;
            }
        }
    }

    /// After a panic: searches each active board alone, to find out whose fault it was.
    fn search_alone(&mut self) {
        let Shared {
            batch,
            task,
            backend,
            ..
        } = *self.shared;
        for active in std::mem::take(&mut self.active) {
            if let Some(split) = active.split {
                split.failed.store(true, Relaxed);
                self.finish_piece(&split);
                continue;
            }
            let answer = catch_unwind(AssertUnwindSafe(|| {
                let board = batch.board(active.index).unwrap_or(Board::EMPTY);
                let count = backend.count(&board, task.limit());
                self.answer(active.index, count, None);
            }));
            if answer.is_err() {
                batch.answer(active.index, Answer::Failed);
                self.done += 1;
            }
        }
    }

    /// Answers for a board that was searched to its end.
    fn answer(&mut self, index: usize, count: u64, solution: Option<Board>) {
        let Shared {
            batch,
            task,
            backend,
            ..
        } = *self.shared;
        let count = count.min(task.limit());
        let solution = match (task, count) {
            (Task::Count(_), _) | (_, 0) => None,
            (Task::Solve, 1) if solution.is_some() => solution,
            (Task::Solve, _) => batch
                .board(index)
                .and_then(|board| backend.smallest(&board)),
        };
        batch.answer(index, Answer::Counted(count, solution));
        self.done += 1;
    }

    /// One part of a split board is done; the last one answers.
    fn finish_piece(&mut self, split: &Split) {
        if split.pieces.fetch_sub(1, AcqRel) != 1 {
            return;
        }
        if split.failed.load(Relaxed) {
            self.shared.batch.answer(split.index, Answer::Failed);
            self.done += 1;
        } else {
            let solution = *split
                .solution
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            self.answer(split.index, split.count.load(Relaxed), solution);
        }
    }

    /// Waits for a part of another thread's search; false if there will be none.
    fn wait_for_piece(&mut self) -> bool {
        let shared = self.shared;
        self.tell_done();
        let mut pool = shared.pool();
        pool.working -= 1;
        loop {
            if let Some(piece) = pool.pieces.pop() {
                pool.working += 1;
                self.piece = Some(piece);
                return !shared.is_stopped();
            }
            if pool.working == 0 || shared.is_stopped() {
                drop(pool);
                shared.wake_all();
                return false;
            }
            shared.hungry.fetch_add(1, Relaxed);
            let wait = shared.wake.wait_timeout(pool, REPORT_EVERY / 4);
            shared.hungry.fetch_sub(1, Relaxed);
            drop(wait);
            self.report_if_due();
            pool = shared.pool();
        }
    }

    /// Adds the boards done here to those of all threads.
    fn tell_done(&mut self) {
        self.shared
            .done
            .fetch_add(std::mem::take(&mut self.done), Relaxed);
    }

    fn report_if_due(&mut self) {
        if self
            .progress
            .as_ref()
            .is_some_and(|(_, last)| last.elapsed() >= REPORT_EVERY)
        {
            self.report();
        }
    }

    /// Tells the caller how far all threads are, unless it has said to stop.
    fn report(&mut self) {
        self.tell_done();
        let shared = self.shared;
        if let Some((progress, last)) = &mut self.progress
            && !shared.is_stopped()
        {
            if !progress(shared.done.load(Relaxed)) {
                shared.stop.store(true, Relaxed);
                shared.wake_all();
            }
            *last = Instant::now();
        }
    }

    /// Begins a job.
    fn begin(&mut self, index: usize, split: Option<Arc<Split>>, start: Start) -> (usize, Start) {
        self.jobs += 1;
        self.active.push(Active {
            job: self.jobs,
            index,
            count: 0,
            solution: None,
            split,
        });
        (self.jobs, start)
    }

    fn active(&mut self, job: usize) -> &mut Active {
        let active = self.active.iter_mut().find(|active| active.job == job);
        active.expect("a job that has begun and not finished")
    }
}

impl<B: Batch> Jobs for Worker<'_, '_, B> {
    fn next(&mut self) -> Option<(usize, Start)> {
        let shared = self.shared;
        if let Some(Piece { node, split }) = self.piece.take() {
            return Some(self.begin(split.index, Some(split), Start::Node(node)));
        }
        while !shared.is_stopped() {
            if let Some(index) = self.chunk.next() {
                match shared.batch.board(index) {
                    Some(board) => return Some(self.begin(index, None, Start::Board(board))),
                    None => self.done += 1,
                }
            } else {
                self.tell_done();
                self.start_others_if_due();
                let start = shared.next.fetch_add(shared.chunk, Relaxed);
                if start >= shared.batch.len() {
                    return None;
                }
                self.chunk = start..shared.batch.len().min(start + shared.chunk);
            }
        }
        None
    }

    fn found(&mut self, job: usize, solution: &dyn Fn() -> Board) -> ControlFlow<()> {
        let task = self.shared.task;
        let active = self.active(job);
        if task == Task::Solve && active.solution.is_none() {
            active.solution = Some(solution());
        }
        let count = match &active.split {
            Some(split) => split.count.fetch_add(1, Relaxed) + 1,
            None => {
                active.count += 1;
                active.count
            }
        };
        if count >= task.limit() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn finished(&mut self, job: usize) {
        let Active {
            index,
            count,
            solution,
            ref split,
            ..
        } = *self.active(job);
        match split.clone() {
            None => self.answer(index, count, solution),
            Some(split) => {
                if solution.is_some() {
                    *split
                        .solution
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner) = solution;
                }
                self.finish_piece(&split);
            }
        }
        self.active.retain(|active| active.job != job);
    }

    fn look(&mut self, job: usize, oldest: Option<&Node>) -> ControlFlow<(), Wish> {
        self.report_if_due();
        self.start_others_if_due();
        let shared = self.shared;
        if shared.is_stopped() {
            return ControlFlow::Break(());
        }
        let limit = shared.task.limit();
        let active = self.active(job);
        if active
            .split
            .as_ref()
            .is_some_and(|split| split.count.load(Relaxed) >= limit)
        {
            return ControlFlow::Continue(Wish::Drop);
        }
        let Some(&node) = oldest.filter(|_| shared.hungry.load(Relaxed) > 0) else {
            return ControlFlow::Continue(Wish::GoOn);
        };
        let split = active.split.get_or_insert_with(|| {
            Arc::new(Split {
                index: active.index,
                pieces: AtomicUsize::new(1),
                count: AtomicU64::new(active.count),
                solution: Mutex::new(active.solution),
                failed: AtomicBool::new(false),
            })
        });
        split.pieces.fetch_add(1, Relaxed);
        let piece = Piece {
            node: Box::new(node),
            split: Arc::clone(split),
        };
        shared.pool().pieces.push(piece);
        shared.wake.notify_one();
        ControlFlow::Continue(Wish::Take)
    }
}

/// All signals blocked on this thread, so that threads started meanwhile take none of the
/// host's; as they were before when dropped.
struct BlockedSignals {
    #[cfg(unix)]
    before: libc::sigset_t,
}

#[cfg(unix)]
impl BlockedSignals {
    fn new() -> BlockedSignals {
        let mut before = std::mem::MaybeUninit::uninit();
        // SAFETY: both calls write the sets they are given, and have no other effect than
        // to block signals on this thread.
        unsafe {
            let mut all = std::mem::MaybeUninit::uninit();
            libc::sigfillset(all.as_mut_ptr());
            libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
            BlockedSignals {
                before: before.assume_init(),
            }
        }
    }
}

#[cfg(unix)]
impl Drop for BlockedSignals {
    fn drop(&mut self) {
        // SAFETY: the set was filled by pthread_sigmask on this thread.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.before, std::ptr::null_mut()) };
    }
}

#[cfg(not(unix))]
impl BlockedSignals {
    fn new() -> BlockedSignals {
        BlockedSignals {}
    }
}
