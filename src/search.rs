//! The search: boards side by side in one vector, each advancing on its own.
//!
//! A vector of type [`Rows`] has one or more places for a board. All places make the same
//! passes of [`propagate`]. After a pass the boards where something happened are looked at
//! one by one:
//!
//! - dead: the place goes on with the node it pushed last;
//! - solved: the solution is reported, then likewise;
//! - no progress: the place branches. It pushes one half of its board on its stack and
//!   goes on with the other.
//!
//! A place whose stack is empty takes the next board of the caller at once, so no board
//! waits for another. When there is none left it takes the oldest node, the largest open
//! subtree, of another place: so one board alone is searched in all places too, and both
//! sides of its first branch advance in the same instructions.
//!
//! **Depth.** Only the first half, "it lies there", is entered while the other waits on the
//! stack. Line 0 is decided before line 1, and two decided lines leave no choice: that
//! makes at most two nodes on a path for each of 9 digits in each of 3 bands and 3 stacks.

use crate::board::Board;
use crate::branch::{Removals, choose, first_open_cell};
use crate::propagate::{
    Arrangements, COLUMNS, clear_full_places, missing_in_boxes, propagate, set_up,
};
use crate::simd::portable::Portable;
use crate::simd::{Grid, Lanes, Rows};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;

/// Nodes that one place can have to keep: see **Depth** above.
const DEPTH: usize = 2 * 9 * 6;

/// Boards side by side in the widest vector.
const MAX_PLACES: usize = 4;

/// Passes with an event between two calls of [`Jobs::look`].
const PATIENCE: u32 = 256;

/// A place that has branched so often without a solution is taken to be lost among full
/// places, and every board there is thinned out. The hardest known puzzles stay below.
const LOST: u64 = 2000;

/// In which order to look for solutions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Whichever is fastest.
    Any,
    /// Lexicographic: by the digits of the first cell that is open, in one place alone.
    /// That may lead into a large subtree without a solution, so the search ends after
    /// this many branches.
    Ascending { branches: u64 },
}

/// A saved board.
pub(crate) type Node = Grid<Lanes>;

/// What a place starts with.
pub(crate) enum Start {
    /// A board, from its givens.
    Board(Board),
    /// The same, where a blank cell does not hold this digit.
    Without(Board, usize, u8),
    /// A node of another search.
    Node(Box<Node>),
}

/// Where work comes from and solutions go. Jobs are spoken of by number.
pub(crate) trait Jobs {
    /// The next job to do. Once there is none it is not asked again.
    fn next(&mut self) -> Option<(usize, Start)>;

    /// A solution was found; break to hear no more of that job. `solution` tells it to
    /// whom it interests.
    fn found(&mut self, job: usize, solution: &dyn Fn() -> Board) -> ControlFlow<()>;

    /// The job has been searched to its end, or to where `found` broke.
    fn finished(&mut self, _job: usize) {}

    /// Called every few hundred nodes at least, with the job of one place and the oldest
    /// node waiting there, if there is one. Break to end the whole search at once.
    fn look(&mut self, _job: usize, _oldest: Option<&Node>) -> ControlFlow<(), Wish> {
        ControlFlow::Continue(Wish::GoOn)
    }
}

/// What to do with a place after a look at it.
pub(crate) enum Wish {
    GoOn,
    /// Forget the node shown: somebody else searches it.
    Take,
    /// Forget the job.
    Drop,
}

/// The nodes that one place has pushed, oldest first.
pub(crate) struct Stack {
    nodes: [MaybeUninit<Node>; DEPTH],
}

/// The stacks of vectors of up to N boards.
pub(crate) type Stacks<const N: usize> = [Stack; N];

/// What one place of the vector is doing.
#[derive(Clone, Copy)]
struct Place {
    /// The number of its board.
    job: usize,
    /// Its nodes on the stack are those from `bottom` up to `top`, which are initialised.
    bottom: usize,
    top: usize,
    /// Branches here for the job, and before its node was stolen, since a solution was found.
    branches: u64,
}

impl Stack {
    /// The node at `index`.
    ///
    /// # Safety
    ///
    /// The node was pushed.
    #[inline(always)]
    unsafe fn node(&self, index: usize) -> &Node {
        // SAFETY: the caller's.
        unsafe { self.nodes[index].assume_init_ref() }
    }
}

/// Room for the stacks of N places, not yet initialised: 15 KiB a place.
pub(crate) fn new_stacks<const N: usize>() -> Stacks<N> {
    [const {
        Stack {
            nodes: [MaybeUninit::uninit(); DEPTH],
        }
    }; N]
}

/// The same on the heap.
pub(crate) fn new_boxed_stacks(places: usize) -> Box<[Stack]> {
    let stacks = Box::new_uninit_slice(places);
    // SAFETY: there is nothing in a stack that has to be initialised.
    unsafe { stacks.assume_init() }
}

struct Search<'a, T> {
    grid: Grid<T>,
    places: [Place; MAX_PLACES],
    /// Bit i says that place i has a board.
    busy: u32,
    stacks: &'a mut [Stack],
    jobs: &'a mut dyn Jobs,
    order: Order,
    /// Are there no more boards?
    drained: bool,
    branches: u64,
}

/// Searches all boards that `jobs` has and returns how often it branched. There is a stack
/// for each place of a T.
#[inline(always)]
pub(crate) fn search<T: Rows>(jobs: &mut dyn Jobs, order: Order, stacks: &mut [Stack]) -> u64 {
    assert!(T::BOARDS <= MAX_PLACES && T::BOARDS <= stacks.len());
    let mut search = Search {
        grid: [[T::splat(0); 3]; 3],
        places: [Place {
            job: 0,
            bottom: 0,
            top: 0,
            branches: 0,
        }; MAX_PLACES],
        busy: 0,
        stacks,
        jobs,
        order,
        drained: false,
        branches: 0,
    };
    search.run();
    search.branches
}

impl<T: Rows> Search<'_, T> {
    #[inline(always)]
    fn run(&mut self) {
        let all = (1 << T::BOARDS) - 1;
        let mut patience = PATIENCE;
        self.fill_places();
        while self.busy != 0 {
            let outcome = propagate(&mut self.grid);
            let dead = outcome.dead.nonzero();
            let full = all & !outcome.open.nonzero();
            let stuck = all & !outcome.progress.nonzero();
            let mut events = self.busy & (dead | full | stuck);
            if events == 0 {
                continue;
            }
            let full = full & !dead;
            let solved = if full & events == 0 {
                0
            } else {
                self.solved(full)
            };
            while events != 0 {
                let place = events.trailing_zeros() as usize;
                events &= events - 1;
                if solved >> place & 1 != 0 {
                    self.report(place);
                    events &= self.busy;
                }
                if (dead | full) >> place & 1 != 0 {
                    self.backtrack(place);
                } else {
                    let question = match self.order {
                        Order::Any => choose(place, &outcome.arrangements),
                        Order::Ascending { branches } if self.branches == branches => return,
                        Order::Ascending { .. } => first_open_cell(&self.grid),
                    };
                    let Some(question) = question else { continue };
                    let is_wide = question.is_wide || self.places[place].branches >= LOST;
                    if is_wide && self.thin_out(place, &outcome.arrangements) {
                        continue;
                    }
                    self.branch(place, question.digit, question.removals);
                }
            }
            patience -= 1;
            if patience == 0 {
                patience = PATIENCE;
                if self.look().is_break() {
                    return;
                }
            }
            // Last, since each of the above may have left a place without work.
            if self.busy != all {
                self.fill_places();
            }
        }
    }

    /// Which of the full boards are solved?
    #[inline(always)]
    fn solved(&self, full: u32) -> u32 {
        full & !missing_in_boxes(&self.grid).nonzero()
    }

    /// Gives work to the places that have none, as long as there is any.
    #[inline(always)]
    fn fill_places(&mut self) {
        let places = if self.order == Order::Any {
            T::BOARDS
        } else {
            1
        };
        for place in 0..places {
            if self.busy >> place & 1 == 0 && !self.next_job(place) && !self.steal(place) {
                return;
            }
        }
    }

    /// Starts the next job in a place, if there is one.
    #[inline(always)]
    fn next_job(&mut self, place: usize) -> bool {
        if self.drained {
            return false;
        }
        let Some((job, start)) = self.jobs.next() else {
            self.drained = true;
            return false;
        };
        match start {
            Start::Board(board) => self.replace(place, &set_up(&givens(&board))),
            Start::Without(board, cell, digit) => {
                self.replace(place, &set_up(&givens(&board)));
                let digit = usize::from(digit) - 1;
                let words = &mut self.grid[cell / 27][digit / 3];
                let cell = T::repeat(Removals::CELLS[cell / 9][cell % 9].no[cell / 27]);
                *words = words.replace(place, words.without(cell.and(field(digit))));
            }
            Start::Node(node) => load(&mut self.grid, place, &node),
        }
        self.places[place] = Place {
            job,
            bottom: 0,
            top: 0,
            branches: 0,
        };
        self.busy |= 1 << place;
        true
    }

    /// Takes the oldest node of another place.
    #[inline(always)]
    fn steal(&mut self, place: usize) -> bool {
        let Some(from) = (0..T::BOARDS).find(|&i| self.places[i].bottom < self.places[i].top)
        else {
            return false;
        };
        let Place {
            job,
            bottom,
            branches,
            ..
        } = self.places[from];
        self.places[from].bottom += 1;
        // SAFETY: the index was between bottom and top.
        let node = unsafe { self.stacks[from].node(bottom) };
        load(&mut self.grid, place, node);
        // The depth of the node goes on counting, so that the bound on it holds.
        self.places[place] = Place {
            job,
            bottom,
            top: bottom,
            branches,
        };
        self.busy |= 1 << place;
        true
    }

    /// Goes on with the node that a place pushed last, or leaves it without work.
    #[inline(always)]
    fn backtrack(&mut self, place: usize) {
        let Place { bottom, top, .. } = self.places[place];
        if bottom < top {
            self.places[place].top -= 1;
            // SAFETY: the index was between bottom and top.
            let node = unsafe { self.stacks[place].node(top - 1) };
            load(&mut self.grid, place, node);
            return;
        }
        self.release(place);
    }

    /// Leaves a place without work, and finishes its job if no other place has it.
    #[inline(always)]
    fn release(&mut self, place: usize) {
        let job = self.places[place].job;
        self.busy &= !(1 << place);
        let has_it = |i: usize| self.busy >> i & 1 != 0 && self.places[i].job == job;
        if !(0..T::BOARDS).any(has_it) {
            self.jobs.finished(job);
        }
    }

    /// Tells the solution in a place, and drops the board everywhere if that is enough.
    #[inline(always)]
    fn report(&mut self, place: usize) {
        let job = self.places[place].job;
        self.places[place].branches = 0;
        let grid = &self.grid;
        let solution = || solution(&board_at(grid, place));
        if self.jobs.found(job, &solution).is_break() {
            self.drop_nodes(job);
            let others = |i: &usize| *i != place && self.places[*i].job == job;
            for i in (0..T::BOARDS).filter(others) {
                self.busy &= !(1 << i);
            }
        }
    }

    /// Forgets the nodes of a job.
    #[inline(always)]
    fn drop_nodes(&mut self, job: usize) {
        for place in &mut self.places {
            if place.job == job {
                place.bottom = place.top;
            }
        }
    }

    /// Lets `jobs` look at each place. Breaks if the search is to end.
    #[inline(always)]
    fn look(&mut self) -> ControlFlow<()> {
        for i in 0..T::BOARDS {
            if self.busy >> i & 1 == 0 {
                continue;
            }
            let Place {
                job, bottom, top, ..
            } = self.places[i];
            // SAFETY: the index is between bottom and top.
            let oldest = (bottom < top).then(|| unsafe { self.stacks[i].node(bottom) });
            match self.jobs.look(job, oldest)? {
                Wish::GoOn => {}
                Wish::Take => self.places[i].bottom += 1,
                Wish::Drop => {
                    self.drop_nodes(job);
                    self.release(i);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Removes what only a board with few givens has left; false if there is nothing. Rare,
    /// and so done apart, in plain integers, and not among the instructions of the passes.
    #[inline(always)]
    fn thin_out(&mut self, place: usize, arrangements: &[Arrangements<T>; 2]) -> bool {
        let mut node = board_at(&self.grid, place);
        let portable = |rows: &T| Portable::repeat(rows.board(place));
        let arrangements = arrangements.each_ref().map(|of| Arrangements {
            even: of.even.each_ref().map(portable),
            odd: of.odd.each_ref().map(portable),
        });
        let is_less = thin_out(&mut node, &arrangements);
        load(&mut self.grid, place, &node);
        is_less
    }

    /// Pushes one half of the board in a place and goes on with the other.
    #[inline(always)]
    fn branch(&mut self, place: usize, digit: usize, Removals { yes, no }: &Removals) {
        self.branches += 1;
        self.places[place].branches += 1;
        let group = digit / 3;
        let field = field(digit);
        let top = &mut self.places[place].top;
        let node = self.stacks[place].nodes[*top].write(board_at(&self.grid, place));
        *top += 1;
        for band in 0..3 {
            let words = self.grid[band][group];
            node[band][group] = words.without(T::repeat(no[band]).and(field)).board(place);
            let rest = words.without(T::repeat(yes[band]).and(field));
            self.grid[band][group] = words.replace(place, rest);
        }
    }

    #[inline(always)]
    fn replace(&mut self, place: usize, grid: &Grid<T>) {
        for (band, new) in self.grid.iter_mut().zip(grid) {
            for (rows, &new) in band.iter_mut().zip(new) {
                *rows = rows.replace(place, new);
            }
        }
    }
}

/// Puts a node into a place.
#[inline(always)]
fn load<T: Rows>(grid: &mut Grid<T>, place: usize, node: &Node) {
    for (band, words) in grid.iter_mut().zip(node) {
        for (rows, &words) in band.iter_mut().zip(words) {
            *rows = rows.replace(place, T::repeat(words));
        }
    }
}

/// The board in a place.
#[inline(always)]
fn board_at<T: Rows>(grid: &Grid<T>, place: usize) -> Node {
    let mut node = [[[0; 4]; 3]; 3];
    for (words, band) in node.iter_mut().zip(grid) {
        *words = [
            band[0].board(place),
            band[1].board(place),
            band[2].board(place),
        ];
    }
    node
}

/// Clears the full places of a board; false if there is nothing to clear.
#[cold]
#[inline(never)]
fn thin_out(node: &mut Node, arrangements: &[Arrangements<Portable>; 2]) -> bool {
    let mut grid = node.map(|band| band.map(Portable::repeat));
    clear_full_places(&mut grid, arrangements);
    let before = std::mem::replace(node, board_at(&grid, 0));
    *node != before
}

/// The field of a digit, in every lane.
#[inline(always)]
fn field<T: Rows>(digit: usize) -> T {
    T::splat(COLUMNS << (10 * (digit % 3)))
}

/// The words of a board with its givens alone, without spare bits.
#[inline(always)]
fn givens<T: Rows>(board: &Board) -> Grid<T> {
    // The bit of each digit for column 0, in the lane of its group; nothing for a blank.
    // Sixteen entries, so that an index needs no check.
    const DIGITS: [Lanes; 16] = {
        let mut lanes = [[0; 4]; 16];
        let mut digit = 0;
        while digit < 9 {
            lanes[digit + 1][digit / 3] = 1 << (10 * (digit % 3));
            digit += 1;
        }
        lanes
    };
    let mut rows = [T::splat(0); 9];
    for (words, digits) in rows.iter_mut().zip(board.digits().as_chunks::<9>().0) {
        for &digit in digits.iter().rev() {
            *words = words
                .shl::<1>()
                .or(T::repeat(DIGITS[usize::from(digit & 15)]));
        }
    }
    // From the three groups of a row to the three rows of a group.
    let mut grid = [[T::splat(0); 3]; 3];
    for (band, rows) in grid.iter_mut().zip(rows.as_chunks::<3>().0) {
        for (group, words) in band.iter_mut().enumerate() {
            let mut lanes = [0; 4];
            lanes[group] = !0;
            let lane = T::repeat(lanes);
            *words = T::unions([rows[0].and(lane), rows[1].and(lane), rows[2].and(lane)]);
        }
    }
    grid
}

/// The board of a node with one candidate in each cell.
fn solution(node: &Node) -> Board {
    // For each row the columns 0–7 of the digits that have a binary place, a byte a place:
    // of 1, 3, 5, 7 and 9, of 2, 3, 6 and 7, and so on.
    let mut bits = [0; 12];
    for (bits, [a, b, c]) in bits.as_chunks_mut::<4>().0.iter_mut().zip(node) {
        for (bits, ((a, b), c)) in bits.iter_mut().zip(a.iter().zip(b).zip(c)) {
            let ones = a | a >> 20 | b >> 10 | c | c >> 20;
            let twos = a >> 10 | a >> 20 | b >> 20 | c;
            let fours = b | b >> 10 | b >> 20 | c;
            let eights = c >> 10 | c >> 20;
            *bits = ones & 0xff | (twos & 0xff) << 8 | (fours & 0xff) << 16 | eights << 24;
        }
    }
    let mut board = Board::EMPTY;
    let bands = board.rows_mut().as_chunks_mut::<3>().0;
    for (rows, bits) in bands.iter_mut().zip(bits.as_chunks::<4>().0) {
        for (cells, &bits) in rows.iter_mut().zip(bits) {
            let digits = transpose(u64::from(bits));
            cells[..8].copy_from_slice(&digits.to_le_bytes());
            // The digits of a row add up to 45.
            cells[8] = 45 - (digits.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8;
        }
    }
    board
}

/// Bit j of byte i to bit i of byte j: ever larger blocks change places across the
/// diagonal (Hacker's Delight, section 7-3).
fn transpose(mut bits: u64) -> u64 {
    for (shift, mask) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let change = (bits ^ bits >> shift) & mask;
        bits ^= change | change << shift;
    }
    bits
}
