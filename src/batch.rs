//! Many boards at once: a search that is never without work, on as many threads as asked.
//!
//! Each thread takes boards in chunks and runs one [`search`](crate::search) over them, in
//! which every place takes its next board at once. A thread that finds no more boards
//! waits for a node of a search that is still going on: the others look up now and then,
//! and give away the oldest node they have. So one board with a huge search keeps all
//! threads busy, and the threads end together.

use crate::board::Board;
use crate::cpu::Backend;
use crate::enumerate::Engine as _;
use crate::search::{Jobs, Node, Start, Wish};
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize,
    Ordering::{AcqRel, Relaxed},
};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
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

/// Searches all boards, on this thread alone or with up to `threads()` threads of which
/// this is one; that is asked only once the batch proves to be worth it. Break if
/// `progress`, which is called on this thread, said to stop; some boards have no answer
/// then.
pub(crate) fn run(
    batch: &impl Batch,
    task: Task,
    backend: Backend,
    threads: Option<&dyn Fn() -> usize>,
    progress: Option<Progress<'_>>,
) -> ControlFlow<()> {
    if batch.len() == 1 && threads.is_none() && progress.is_none() {
        run_one(batch, task, backend);
        return ControlFlow::Continue(());
    }
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
    match threads {
        None => Worker::new(&shared, progress).run_and_report(),
        Some(threads) => run_with_others(&shared, threads, progress),
    }
    if shared.is_stopped() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// One board, with nobody to share it with: as quick as a single call.
fn run_one(batch: &impl Batch, task: Task, backend: Backend) {
    let search = || {
        let Some(board) = batch.board(0) else { return };
        let (count, solution) = match task {
            Task::Count(limit) => (backend.count(&board, limit), None),
            Task::Solve => match backend.solve(&board) {
                None => (0, None),
                Some(solution) => (if solution.is_unique { 1 } else { 2 }, Some(solution.board)),
            },
        };
        batch.answer(0, Answer::Counted(count, solution));
    };
    if catch_unwind(AssertUnwindSafe(search)).is_err() {
        batch.answer(0, Answer::Failed);
    }
}

/// All boards, with other threads as soon as they are worth their start.
fn run_with_others(
    shared: &Shared<'_, impl Batch>,
    threads: &dyn Fn() -> usize,
    progress: Option<Progress<'_>>,
) {
    std::thread::scope(|scope| {
        let mut others = Vec::new();
        let start_others = || {
            let wanted = threads().saturating_sub(1);
            // Before they start, so that none of them takes the others for idle.
            shared.pool().working += wanted;
            others = start(scope, wanted, || Worker::new(shared, None).run());
            shared.pool().working -= wanted - others.len();
        };
        let mut first = Worker::new(shared, progress);
        first.start_others = Some((Box::new(start_others), Instant::now()));
        first.run_and_report();
        drop(first);
        join(others);
    });
}

/// Starts threads that do some work, with all signals blocked. Fewer are no error.
fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    number: usize,
    work: impl Fn() + Copy + Send + 'scope,
) -> Vec<ScopedJoinHandle<'scope, ()>> {
    let _blocked = BlockedSignals::new();
    let started = (0..number).map_while(|_| {
        let thread = std::thread::Builder::new().stack_size(THREAD_STACK);
        thread.spawn_scoped(scope, work).ok()
    });
    started.collect()
}

/// A scope waits until its threads have no more to do; this, until they are gone.
fn join(threads: Vec<ScopedJoinHandle<'_, ()>>) {
    for thread in threads {
        thread.join().unwrap_or_else(|panic| resume_unwind(panic));
    }
}

/// Calls `work` with each index below `count`, on up to `threads()` threads, of which this
/// is one: for work that is no search and has nothing to give away. Break if `progress`,
/// which is called on this thread, said to stop; some indices were left out then.
pub(crate) fn for_each(
    count: usize,
    work: impl Fn(usize) + Sync,
    threads: impl FnOnce() -> usize,
    mut progress: Option<Progress<'_>>,
) -> ControlFlow<()> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let stop = AtomicBool::new(false);
    let work_on_next = || {
        let index = next.fetch_add(1, Relaxed);
        let is_left = index < count && !stop.load(Relaxed);
        if is_left {
            work(index);
            done.fetch_add(1, Relaxed);
        }
        is_left
    };
    std::thread::scope(|scope| {
        let begun = Instant::now();
        let mut others = Vec::new();
        let mut threads = Some(threads);
        let mut last_report = begun;
        while work_on_next() {
            if let Some(progress) = &mut progress
                && last_report.elapsed() >= REPORT_EVERY
            {
                stop.fetch_or(!progress(done.load(Relaxed)), Relaxed);
                last_report = Instant::now();
            }
            if begun.elapsed() >= WORTH_THREADS
                && let Some(threads) = threads.take()
            {
                let work_on_next = &work_on_next;
                others = start(
                    scope,
                    threads().saturating_sub(1),
                    || while work_on_next() {},
                );
            }
        }
        join(others);
    });
    if let Some(progress) = progress
        && !stop.load(Relaxed)
    {
        stop.store(!progress(done.load(Relaxed)), Relaxed);
    }
    if stop.load(Relaxed) {
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
    /// Boards that may be to blame for a panic.
    suspects: Vec<usize>,
    /// Is a suspect being searched? Then nothing is begun beside it or given away of it.
    alone: bool,
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

impl Split {
    /// One part is done: was it the last?
    fn finish_piece(&self) -> bool {
        self.pieces.fetch_sub(1, AcqRel) == 1
    }

    fn solution(&self) -> MutexGuard<'_, Option<Board>> {
        self.solution.lock().unwrap_or_else(PoisonError::into_inner)
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
            suspects: Vec::new(),
            alone: false,
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

    /// What the calling thread does.
    fn run_and_report(&mut self) {
        self.run();
        self.report();
    }

    /// Searches until there is nothing left to search for any thread.
    fn run(&mut self) {
        loop {
            let ended = self.search();
            self.search_suspects();
            if ended && !self.wait_for_piece() {
                return;
            }
        }
    }

    /// Searches all that this thread has and can take; false, and there are suspects, after
    /// a panic.
    fn search(&mut self) -> bool {
        let backend = self.shared.backend;
        let search = catch_unwind(AssertUnwindSafe(|| backend.search_many(self)));
        if search.is_err() {
            for active in std::mem::take(&mut self.active) {
                let is_last = active.split.is_none_or(|split| {
                    split.failed.store(true, Relaxed);
                    split.finish_piece()
                });
                if is_last {
                    self.suspects.push(active.index);
                }
            }
        }
        search.is_ok()
    }

    /// Searches each suspect anew and alone: the one that panics again fails.
    fn search_suspects(&mut self) {
        let rest = self.chunk.clone();
        self.alone = true;
        while let Some(index) = self.suspects.pop() {
            self.chunk = index..index + 1;
            if !self.search() {
                self.suspects.pop();
                self.done += 1;
                // Should this panic too, the other threads must not wait for this one.
                let fail = || self.shared.batch.answer(index, Answer::Failed);
                let _ = catch_unwind(AssertUnwindSafe(fail));
            }
        }
        self.alone = false;
        self.chunk = rest;
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

    /// Begins a job: its number.
    fn begin(&mut self, index: usize, split: Option<Arc<Split>>) -> usize {
        self.jobs += 1;
        self.active.push(Active {
            job: self.jobs,
            index,
            count: 0,
            solution: None,
            split,
        });
        self.jobs
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
            return Some((self.begin(split.index, Some(split)), Start::Node(node)));
        }
        while !shared.is_stopped() {
            if let Some(index) = self.chunk.next() {
                // Active before it is read, so that it becomes a suspect if that panics.
                let job = self.begin(index, None);
                match shared.batch.board(index) {
                    Some(board) => return Some((job, Start::Board(board))),
                    None => {
                        self.active.pop();
                        self.done += 1;
                    }
                }
            } else if self.alone {
                return None;
            } else {
                self.tell_done();
                self.report_if_due();
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
        let active = self.active(job);
        let index = active.index;
        let mut is_answer = true;
        if let Some(split) = active.split.take() {
            if active.solution.is_some() {
                *split.solution() = active.solution;
            }
            // The last part answers for all of them.
            let is_last = split.finish_piece();
            let is_suspect = is_last && split.failed.load(Relaxed);
            is_answer = is_last && !is_suspect;
            active.count = split.count.load(Relaxed);
            active.solution = *split.solution();
            if is_suspect {
                self.suspects.push(index);
            }
        }
        if is_answer {
            let Active {
                count, solution, ..
            } = *self.active(job);
            self.answer(index, count, solution);
        }
        self.active.retain(|active| active.job != job);
    }

    fn look(&mut self, job: usize, oldest: Option<&Node>) -> ControlFlow<(), Wish> {
        // In a search without end too.
        self.tell_done();
        self.report_if_due();
        self.start_others_if_due();
        let shared = self.shared;
        if shared.is_stopped() {
            return ControlFlow::Break(());
        }
        let limit = shared.task.limit();
        let is_wanted = !self.alone && shared.hungry.load(Relaxed) > 0;
        let active = self.active(job);
        if active
            .split
            .as_ref()
            .is_some_and(|split| split.count.load(Relaxed) >= limit)
        {
            return ControlFlow::Continue(Wish::Drop);
        }
        let Some(&node) = oldest.filter(|_| is_wanted) else {
            return ControlFlow::Continue(Wish::GoOn);
        };
        let mut pool = shared.pool();
        if pool.pieces.len() >= shared.hungry.load(Relaxed) {
            // A piece too many would lie there until some thread has nothing else to do.
            return ControlFlow::Continue(Wish::GoOn);
        }
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
        pool.pieces.push(piece);
        drop(pool);
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::ThreadId;

    fn more_than_one(threads: &dyn Fn() -> usize) -> Option<&dyn Fn() -> usize> {
        (threads() > 1).then_some(threads)
    }

    /// Where a board makes the batch panic.
    #[derive(Clone, Copy, PartialEq)]
    enum Fault {
        None,
        Reading,
        Answering,
        Failing,
    }

    /// What a batch was told of a board.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Told {
        Counted(u64, Option<Board>),
        Failed,
    }

    /// A batch in memory. None is a malformed board.
    struct InMemory {
        boards: Vec<Option<Board>>,
        faults: Vec<Fault>,
        told: Vec<Mutex<Vec<Told>>>,
    }

    impl InMemory {
        fn new(boards: &[Option<Board>]) -> InMemory {
            InMemory {
                boards: boards.to_vec(),
                faults: vec![Fault::None; boards.len()],
                told: boards.iter().map(|_| Mutex::new(Vec::new())).collect(),
            }
        }

        /// The only answer for a board, if there is one.
        fn told(&self, index: usize) -> Option<Told> {
            let told = self.told[index].lock().expect("no poison");
            assert!(told.len() <= 1, "{index}: {told:?}");
            told.first().copied()
        }
    }

    impl Batch for InMemory {
        fn len(&self) -> usize {
            self.boards.len()
        }

        fn board(&self, index: usize) -> Option<Board> {
            assert!(self.faults[index] != Fault::Reading, "on purpose");
            self.boards[index]
        }

        fn answer(&self, index: usize, answer: Answer) {
            let fault = self.faults[index];
            let told = match answer {
                Answer::Counted(count, solution) => {
                    let is_fault = matches!(fault, Fault::Answering | Fault::Failing);
                    assert!(!is_fault, "on purpose");
                    Told::Counted(count, solution)
                }
                Answer::Failed => {
                    assert!(fault != Fault::Failing, "on purpose");
                    Told::Failed
                }
            };
            self.told[index].lock().expect("no poison").push(told);
        }
    }

    const TASKS: [Task; 4] = [
        Task::Solve,
        Task::Count(1),
        Task::Count(2),
        Task::Count(150),
    ];

    fn backends() -> impl Iterator<Item = Backend> {
        let all = Backend::ALL.iter().copied();
        all.filter(|backend| backend.is_detected())
    }

    /// Boards of all kinds, none of which takes long; every ninth is malformed.
    fn mix() -> Vec<Option<Board>> {
        let lines = include_str!("../tests/data/field_cases.tsv")
            .lines()
            .skip(1);
        let boards = lines
            .filter(|line| !line.starts_with("K3-25"))
            .filter_map(|line| line.split('\t').nth(3)?.parse().ok());
        let mut mix: Vec<_> = boards.map(Some).collect();
        assert!(mix.len() > 50);
        mix.iter_mut().step_by(9).for_each(|board| *board = None);
        mix
    }

    /// Many solutions, and more search than starting threads takes.
    fn many_solutions() -> Board {
        let start = "123456789456789123789123456";
        format!("{start}{}", ".".repeat(54))
            .parse()
            .expect("a board")
    }

    fn expected(board: Option<Board>, task: Task) -> Option<Told> {
        let one = Backend::Portable;
        let count = one.count(&board?, task.limit());
        let solution = (task == Task::Solve).then(|| one.solve(&board?));
        let solution = solution.flatten().map(|solution| solution.board);
        Some(Told::Counted(count, solution))
    }

    fn search(batch: &InMemory, task: Task, backend: Backend, threads: usize) {
        assert!(run(batch, task, backend, more_than_one(&|| threads), None).is_continue());
    }

    #[test]
    fn any_backend_number_of_threads_and_order() {
        let mut boards = mix();
        // Long enough for the other threads to start.
        boards.extend([Some(many_solutions()); 3]);
        for task in TASKS {
            let expected: Vec<_> = boards.iter().map(|&board| expected(board, task)).collect();
            for backend in backends() {
                for threads in [1, 2, 5] {
                    for turn in [0, 1, 40] {
                        let mut boards = boards.clone();
                        let mut expected = expected.clone();
                        boards.rotate_left(turn);
                        expected.rotate_left(turn);
                        if turn == 1 {
                            boards.reverse();
                            expected.reverse();
                        }
                        let batch = InMemory::new(&boards);
                        search(&batch, task, backend, threads);
                        for (index, &told) in expected.iter().enumerate() {
                            assert_eq!(batch.told(index), told, "{backend:?} {threads} {index}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_around_places_and_chunks() {
        let boards: Vec<_> = mix().into_iter().cycle().take(300).collect();
        for task in [Task::Solve, Task::Count(2)] {
            let expected: Vec<_> = boards.iter().map(|&board| expected(board, task)).collect();
            for backend in backends() {
                for size in (0..14).chain([31, 32, 33, 97, 255, 256, 257, 300]) {
                    let batch = InMemory::new(&boards[300 - size..]);
                    search(&batch, task, backend, 2);
                    for (index, &told) in expected[300 - size..].iter().enumerate() {
                        assert_eq!(batch.told(index), told, "{backend:?} {size} {index}");
                    }
                }
            }
        }
    }

    #[test]
    fn one_board_on_several_threads() {
        let limit = 5000;
        for board in [many_solutions(), Board::EMPTY] {
            for (task, solution) in [
                (Task::Count(limit), None),
                (Task::Count(limit - 1), None),
                (Task::Solve, Backend::Portable.smallest(&board)),
            ] {
                for backend in backends() {
                    for threads in [1, 2, 3] {
                        let batch = InMemory::new(&[Some(board)]);
                        search(&batch, task, backend, threads);
                        let told = Told::Counted(task.limit(), solution);
                        assert_eq!(batch.told(0), Some(told), "{backend:?} {threads}");
                    }
                }
            }
        }
        // All solutions, each once: the whole tree, in parts.
        let mut board = many_solutions();
        for (cell, digit) in (27..45).zip([2, 1, 4, 3, 6, 5, 8, 9, 7, 3, 6, 5, 8, 9, 7, 2, 1, 4]) {
            board.set(cell, digit);
        }
        let all = Backend::Portable.count(&board, u64::MAX);
        assert!(all > 1000);
        for backend in backends() {
            for threads in [1, 2, 3, 8] {
                let batch = InMemory::new(&[Some(board)]);
                search(&batch, Task::Count(u64::MAX), backend, threads);
                assert_eq!(batch.told(0), Some(Told::Counted(all, None)), "{backend:?}");
            }
        }
    }

    #[test]
    fn an_endless_board_stops() {
        for backend in backends() {
            for threads in [1, 2, 4] {
                let batch = InMemory::new(&[Some(Board::EMPTY)]);
                let mut calls = 0;
                let mut stop_at_two = |done| {
                    assert_eq!(done, 0);
                    calls += 1;
                    calls < 2
                };
                let progress: Progress<'_> = &mut stop_at_two;
                let flow = run(
                    &batch,
                    Task::Count(1 << 63),
                    backend,
                    more_than_one(&|| threads),
                    Some(progress),
                );
                assert!(flow.is_break());
                assert_eq!(calls, 2);
                assert_eq!(batch.told(0), None);
            }
        }
    }

    #[test]
    fn progress_counts_up_to_all_on_the_calling_thread() {
        let boards = vec![None; 100_000];
        for (boards, threads) in [(&boards[..0], 1), (&boards[..1], 2), (&boards[..], 3)] {
            let batch = InMemory::new(boards);
            let caller: ThreadId = std::thread::current().id();
            let mut last = None;
            let mut note = |done| {
                assert_eq!(std::thread::current().id(), caller);
                assert!(last <= Some(done));
                last = Some(done);
                true
            };
            let flow = run(
                &batch,
                Task::Solve,
                Backend::Portable,
                more_than_one(&|| threads),
                Some(&mut note),
            );
            assert!(flow.is_continue());
            assert_eq!(last, Some(boards.len()));
        }
    }

    #[test]
    fn a_panic_fails_the_board_at_fault_alone() {
        let mut boards = mix();
        boards.extend([Some(many_solutions()); 5]);
        let task = Task::Count(3000);
        let expected: Vec<_> = boards.iter().map(|&board| expected(board, task)).collect();
        for backend in backends() {
            for threads in [1, 2, 3] {
                for every in [3, 40] {
                    let mut batch = InMemory::new(&boards);
                    let faults = [Fault::Reading, Fault::Answering, Fault::Failing];
                    // The last board is split over all threads, and fails.
                    let at_fault = (0..boards.len()).rev().step_by(every);
                    for (index, fault) in at_fault.zip(faults.into_iter().cycle()) {
                        batch.faults[index] = fault;
                    }
                    search(&batch, task, backend, threads);
                    for (index, &told) in expected.iter().enumerate() {
                        let told = match batch.faults[index] {
                            Fault::None => told,
                            // A malformed board needs no answer.
                            Fault::Answering if boards[index].is_none() => None,
                            Fault::Reading | Fault::Answering => Some(Told::Failed),
                            Fault::Failing => None,
                        };
                        assert_eq!(batch.told(index), told, "{backend:?} {threads} {index}");
                    }
                }
            }
        }
    }

    #[test]
    fn one_board_for_one_thread() {
        for task in [Task::Solve, Task::Count(2)] {
            for board in mix() {
                for backend in backends() {
                    for fault in [Fault::None, Fault::Reading, Fault::Answering] {
                        let mut batch = InMemory::new(&[board]);
                        batch.faults[0] = fault;
                        search(&batch, task, backend, 1);
                        let told = match fault {
                            Fault::None => expected(board, task),
                            Fault::Answering if board.is_none() => None,
                            _ => Some(Told::Failed),
                        };
                        assert_eq!(batch.told(0), told, "{backend:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_endless_board_beside_a_panic_stops() {
        for threads in [1, 2] {
            let mut batch = InMemory::new(&[Some(Board::EMPTY), Some(many_solutions())]);
            batch.faults[1] = Fault::Reading;
            let backend = backends().last().expect("the portable one");
            let mut stop = |done| done == 0;
            let flow = run(
                &batch,
                Task::Count(1 << 63),
                backend,
                more_than_one(&|| threads),
                Some(&mut stop),
            );
            assert!(flow.is_break());
            assert_eq!(batch.told(0), None);
        }
    }

    #[test]
    fn each_index_once_until_stopped() {
        for threads in [1, 2, 5] {
            for count in [0, 1, 2, 1000] {
                let calls: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
                let work = |index: usize| {
                    calls[index].fetch_add(1, Relaxed);
                    std::thread::sleep(Duration::from_micros(1));
                };
                let mut last = None;
                let mut note = |done| {
                    last = Some(done);
                    true
                };
                let flow = for_each(count, work, || threads, Some(&mut note));
                assert!(flow.is_continue());
                assert_eq!(last, Some(count));
                assert!(calls.iter().all(|calls| calls.load(Relaxed) == 1));
            }
            let mut stop = |_| false;
            let wait = |_| std::thread::sleep(Duration::from_millis(10));
            let begun = Instant::now();
            assert!(for_each(1 << 40, wait, || threads, Some(&mut stop)).is_break());
            assert!(begun.elapsed() < Duration::from_secs(5));
        }
    }
}
