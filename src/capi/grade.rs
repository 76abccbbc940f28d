//! GRADES AND HINTS
//!
//! How hard a puzzle is for people, what to do next, and the whole way.
//!
//! A puzzle is solved in rounds. A round takes the first technique, in the order of their
//! ranks, that does something to the board as it stands, and applies all its instances
//! together. So all equivalent boards get the same grade.
//!
//! A mask of techniques has bit n for the technique with id n (enum sudoku_technique); 0
//! stands for all. A bit without a technique is SUDOKU_ERR_ARGUMENT. The last of them,
//! search, reads the rest off the solution, so that every puzzle comes to an end; without
//! it, or without the singles, the way may stop before.
//!
//! The structs begin with struct_size: set it to the size of the struct before the call,
//! in an array in its first element. A size that is smaller than the struct of this
//! version or above 4096 is SUDOKU_ERR_ARGUMENT. No more than struct_size bytes are
//! written; those that this library does not know become 0.
//!
//! These functions allocate memory, and free it before they return.

use super::batch::{BatchOptions, checked, status_of};
use super::guard::{guard, guard_value};
use super::options::{LARGEST, Options, read_options};
use super::read_board;
use super::status::Status;
use crate::batch::{Progress, for_each};
use crate::board::{Board, CELLS};
use crate::grade::{
    Grade as BoardGrade, GradeError, Hint, HintError, Position as BoardPosition, Step as BoardStep,
    Technique,
};
use libc::{c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Flag of struct sudoku_grade: a technique argued from the puzzle having one solution.
pub const GRADE_UNIQUENESS: u32 = 1;
/// Flag of struct sudoku_grade: the techniques of the mask did not suffice. The grade is
/// that of the way they went.
pub const GRADE_STUCK: u32 = 2;

/// How hard a puzzle is.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Grade {
    /// Size of the struct, set by the caller.
    pub struct_size: usize,
    /// 1: naked singles suffice. 2: with hidden singles. 3: with naked and hidden pairs,
    /// pointing and claiming. 4: more is needed. Whatever the mask.
    pub level: i32,
    /// 1: naked singles suffice. Else the hardest technique is 2: a single, 3: a locked
    /// candidate or subset, 4: a pattern, 5: a chain, 6: a net or search.
    pub band: i32,
    /// The effort of all rounds together.
    pub score: u32,
    /// Id of the technique of the highest rank; 0 for a full board.
    pub hardest: i32,
    /// The number of rounds.
    pub rounds: u32,
    /// SUDOKU_GRADE_...
    pub flags: u32,
    /// By id of the technique: placements for singles, rounds for all others.
    pub count: [u16; 64],
}

/// A game in progress. Zero bytes beyond the givens stand for one that has just begun.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Position {
    /// Size of the struct.
    pub struct_size: usize,
    /// The puzzle, a board with exactly one solution.
    pub givens: [c_char; 81],
    /// What is filled in, a board; a given holds where it is blank. If the first byte is
    /// 0, all of it is blank.
    pub values: [c_char; 81],
    /// The candidates of each blank cell: bit 0 for 1 to bit 8 for 9. 0: all that the
    /// values leave. Those that the values exclude do not matter, nor those of a filled
    /// cell.
    pub candidates: [u16; 81],
    /// Zero.
    pub reserved: [u16; 2],
}

// SAFETY: repr(C), starts with a size, and all members are integers.
unsafe impl Options for Position {
    const ENDS: &'static [usize] = &[size_of::<Position>()];
}

/// Flag of struct sudoku_link: the digit is in the cell; else it is not.
pub const LINK_ON: u8 = 1;
/// Flag of struct sudoku_link: one more cell of the node before, which is that the digit
/// is in one of its cells, or in none.
pub const LINK_SAME_NODE: u8 = 2;
/// Parent of a link that begins a chain.
pub const LINK_NO_PARENT: u8 = 255;

/// A node of a chain.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Link {
    /// Cell, 0 to 80.
    pub cell: u8,
    /// Digit, 1 to 9.
    pub digit: u8,
    /// SUDOKU_LINK_...
    pub flags: u8,
    /// Index of the link that this follows from, or SUDOKU_LINK_NO_PARENT.
    pub parent: u8,
}

/// Links that a step can hold.
pub const STEP_LINKS: usize = 64;
/// Flag of struct sudoku_step: its chain has more links than the struct can hold.
pub const STEP_CUT: u32 = 1;

/// One application of a technique: what it does and why.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Step {
    /// Size of the struct, set by the caller.
    pub struct_size: usize,
    /// Id of the technique.
    pub technique: i32,
    /// SUDOKU_STEP_...
    pub flags: u32,
    /// The round that it belongs to, from 0.
    pub round: u32,
    /// The houses that the pattern rests on: bit 0 for house 0 to bit 26.
    pub base_houses: u32,
    /// The houses that it acts in.
    pub cover_houses: u32,
    /// The nodes of its chain, those of all chains of a forcing chain together; else 0.
    pub nodes: u32,
    /// The digits of the pattern: bit 0 for 1 to bit 8 for 9.
    pub digits: u16,
    /// The number of placements, 0 to 9.
    pub placement_count: u16,
    /// The number of links.
    pub link_count: u16,
    /// Zero.
    pub reserved: u16,
    /// The cells that are filled.
    pub placement_cells: [u8; 9],
    /// Their digits, 1 to 9.
    pub placement_digits: [u8; 9],
    /// The candidates of each cell that are removed: bit 0 for 1 to bit 8 for 9.
    pub eliminations: [u16; 81],
    /// The candidates of each cell that make the pattern; of a chain, those that are on.
    pub pattern: [u16; 81],
    /// Fins, the other colour, the other set; of a chain, those that are off.
    pub second: [u16; 81],
    /// The chain or net: premises, and what follows from them, in order.
    pub links: [Link; STEP_LINKS],
}

/// Grades a puzzle.
///
/// Returns SUDOKU_OK; or, with *out_grade untouched, SUDOKU_ERR_NULL,
/// SUDOKU_ERR_ARGUMENT, SUDOKU_ERR_CHAR, SUDOKU_ERR_CLASH, SUDOKU_ERR_UNSOLVABLE or
/// SUDOKU_ERR_AMBIGUOUS.
/// cbindgen:ptrs-as-arrays=[[board;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_grade(
    board: *const c_char,
    techniques: u64,
    out_grade: *mut Grade,
) -> c_int {
    guard(|| {
        if board.is_null() || out_grade.is_null() {
            return Err(Status::ErrNull);
        }
        // SAFETY: not NULL, so a struct with its first member set.
        let out = unsafe { SizedOut::new(out_grade, 1) }?;
        check_mask(techniques)?;
        // SAFETY: not NULL, so 81 readable bytes.
        let grade = unsafe { read_board(board) }?.grade(techniques)?;
        // SAFETY: one struct of the size that the caller told.
        unsafe { out.write(0, Grade::from(&grade)) };
        Ok(Status::Ok)
    })
}

/// sudoku_grade on `count` boards, each with the same mask: board i starts at
/// boards + i * stride, as in sudoku_solve_batch.
///
/// The first element of out_grades tells the size of all. out_grades[i] is written where
/// the status of board i is SUDOKU_OK; out_status[i], if out_status is not NULL, is what
/// sudoku_grade would have returned for board i, or SUDOKU_STOPPED.
///
/// Returns SUDOKU_OK when every board was dealt with, whatever their statuses, or
/// SUDOKU_STOPPED; or, with nothing done, SUDOKU_ERR_NULL (boards or out_grades, and count
/// is not 0) or SUDOKU_ERR_ARGUMENT (stride, mask, size, options, or more memory than
/// there is).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_grade_batch(
    boards: *const c_char,
    stride: usize,
    count: usize,
    techniques: u64,
    options: *const BatchOptions,
    out_grades: *mut Grade,
    out_status: *mut i8,
) -> c_int {
    guard(|| {
        if out_grades.is_null() && count != 0 {
            return Err(Status::ErrNull);
        }
        // SAFETY: the caller promises NULL or options of the size that they tell.
        let options = unsafe { checked(boards, stride, count, options) }?;
        check_mask(techniques)?;
        if count == 0 {
            let go_on = options.report(0, 0);
            return Ok(if go_on { Status::Ok } else { Status::Stopped });
        }
        // SAFETY: not NULL, so an array with the first member of the first element set.
        let grades = unsafe { SizedOut::new(out_grades, count) }?;
        let batch = Graded {
            boards,
            stride,
            grades,
            out_status,
        };
        // What stays if the batch is stopped.
        (0..count).for_each(|index| batch.set(index, Status::Stopped));
        let mut call = |done| options.report(done, count);
        let progress: Option<Progress<'_>> = options.progress.map(|_| &mut call as _);
        let work = |index| {
            let grade = || batch.grade(index, techniques);
            let status = catch_unwind(AssertUnwindSafe(grade)).unwrap_or(Err(Status::ErrInternal));
            batch.set(index, status.unwrap_or_else(|error| error));
        };
        Ok(status_of(for_each(
            count,
            work,
            || options.threads(),
            progress,
        )))
    })
}

/// What to do next in a game: a step of the first technique that does something.
///
/// Returns SUDOKU_OK with the step; or, with *out_step untouched, SUDOKU_SOLVED (the
/// board is full), SUDOKU_STUCK (the techniques of the mask do not help); or
/// SUDOKU_ERR_NULL, SUDOKU_ERR_ARGUMENT, SUDOKU_ERR_CHAR, SUDOKU_ERR_CLASH,
/// SUDOKU_ERR_UNSOLVABLE or SUDOKU_ERR_AMBIGUOUS (all three of the givens),
/// SUDOKU_ERR_WRONG_VALUE (a value is not that of the only solution), or
/// SUDOKU_ERR_WRONG_CANDIDATE (a blank cell has lost its digit). No step removes what is
/// true.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_hint(
    position: *const Position,
    techniques: u64,
    out_step: *mut Step,
) -> c_int {
    guard(|| {
        if position.is_null() || out_step.is_null() {
            return Err(Status::ErrNull);
        }
        // SAFETY: not NULL, so a struct of the size that its first member tells.
        let position = unsafe { read_options(position) }?;
        // SAFETY: not NULL, so a struct with its first member set.
        let out = unsafe { SizedOut::new(out_step, 1) }?;
        check_mask(techniques)?;
        match position.checked()?.hint(techniques)? {
            Hint::Solved => Ok(Status::Solved),
            Hint::Stuck => Ok(Status::Stuck),
            Hint::Step(step) => {
                // SAFETY: one struct of the size that the caller told.
                unsafe { out.write(0, Step::from(&*step)) };
                Ok(Status::Ok)
            }
        }
    })
}

/// The whole way: the steps of all rounds in order. Of a round, those steps that add
/// something to the ones before. Applying them leads to the grade of the same mask.
///
/// *out_count is the number of steps, which is always written if there is a way. 256
/// suffice for nearly all puzzles. out_steps may be NULL if capacity is 0.
///
/// Returns SUDOKU_OK; SUDOKU_ERR_BUFFER if capacity is smaller than *out_count, and then
/// no step is written; or, with nothing written, the errors of sudoku_grade.
/// cbindgen:ptrs-as-arrays=[[board;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_explain(
    board: *const c_char,
    techniques: u64,
    out_steps: *mut Step,
    capacity: usize,
    out_count: *mut usize,
) -> c_int {
    guard(|| {
        if board.is_null() || out_count.is_null() || (out_steps.is_null() && capacity > 0) {
            return Err(Status::ErrNull);
        }
        let out = if capacity > 0 {
            // SAFETY: not NULL, so an array with the first member of the first element set.
            Some(unsafe { SizedOut::new(out_steps, capacity) }?)
        } else {
            None
        };
        check_mask(techniques)?;
        // SAFETY: not NULL, so 81 readable bytes.
        let steps = unsafe { read_board(board) }?.explain(techniques)?;
        // SAFETY: not NULL, so a writable size_t.
        unsafe { out_count.write(steps.len()) };
        if steps.len() > capacity {
            return Err(Status::ErrBuffer);
        }
        if let Some(out) = out {
            for (i, step) in steps.iter().enumerate() {
                // SAFETY: i is below the capacity of the array.
                unsafe { out.write(i, Step::from(step)) };
            }
        }
        Ok(Status::Ok)
    })
}

/// The English name of a technique, for any int. Static, never NULL; must not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn sudoku_technique_name(technique: c_int) -> *const c_char {
    let name = guard_value(c"", || {
        u32::try_from(technique)
            .ok()
            .and_then(Technique::from_id)
            .map_or(c"unknown technique", Technique::c_name)
    });
    name.as_ptr()
}

/// The arrays of a batch.
struct Graded {
    boards: *const c_char,
    stride: usize,
    grades: SizedOut<Grade>,
    /// NULL or as many statuses.
    out_status: *mut i8,
}

// SAFETY: each board is read, and its grade and status are written, by one thread.
unsafe impl Sync for Graded {}

impl Graded {
    fn grade(&self, index: usize, techniques: u64) -> Result<Status, Status> {
        // SAFETY: in bounds, as was checked for the whole array.
        let board = unsafe { read_board(self.boards.add(index * self.stride)) }?;
        let grade = board.grade(techniques)?;
        // SAFETY: in bounds, and no other thread writes this element.
        unsafe { self.grades.write(index, Grade::from(&grade)) };
        Ok(Status::Ok)
    }

    fn set(&self, index: usize, status: Status) {
        if !self.out_status.is_null() {
            // SAFETY: not NULL and in bounds, and no other thread writes this element.
            unsafe { self.out_status.add(index).write(status as i8) };
        }
    }
}

/// Where structs go whose size, and so their distance in an array, the caller tells.
struct SizedOut<T> {
    first: *mut T,
    size: usize,
}

impl<T> SizedOut<T> {
    /// # Safety
    ///
    /// `first` points to `count` structs of the size that the first `size_t` tells.
    unsafe fn new(first: *mut T, count: usize) -> Result<SizedOut<T>, Status> {
        // SAFETY: every such struct begins with its size.
        let size = unsafe { first.cast::<usize>().read() };
        let is_aligned = size.is_multiple_of(align_of::<T>());
        let fits = (size_of::<T>()..=LARGEST).contains(&size);
        if !fits || (count > 1 && !is_aligned) || count.checked_mul(size).is_none() {
            return Err(Status::ErrArgument);
        }
        Ok(SizedOut { first, size })
    }

    /// Writes a struct but for its size, which becomes that of the first.
    ///
    /// # Safety
    ///
    /// `index` is below the count of the array.
    unsafe fn write(&self, index: usize, value: T) {
        // SAFETY: within the array; `value` is no larger than an element, and its first
        // member, a `usize`, is replaced.
        unsafe {
            let element = self.first.byte_add(index * self.size);
            element.write(value);
            element.cast::<usize>().write(self.size);
            let rest = element.cast::<u8>().add(size_of::<T>());
            rest.write_bytes(0, self.size - size_of::<T>());
        }
    }
}

/// Refuses a mask with a bit that is no technique.
fn check_mask(techniques: u64) -> Result<(), Status> {
    if techniques & !Technique::MASK == 0 {
        Ok(())
    } else {
        Err(Status::ErrArgument)
    }
}

impl From<GradeError> for Status {
    fn from(error: GradeError) -> Status {
        match error {
            GradeError::NoSolution(reason) => reason.into(),
            GradeError::Ambiguous => Status::ErrAmbiguous,
        }
    }
}

impl From<HintError> for Status {
    fn from(error: HintError) -> Status {
        match error {
            HintError::NoSolution(reason) => reason.into(),
            HintError::Ambiguous => Status::ErrAmbiguous,
            HintError::WrongValue(_) => Status::ErrWrongValue,
            HintError::WrongCandidate(_) => Status::ErrWrongCandidate,
        }
    }
}

impl From<&BoardGrade> for Grade {
    fn from(grade: &BoardGrade) -> Grade {
        let mut flags = 0;
        if grade.uses_uniqueness {
            flags |= GRADE_UNIQUENESS;
        }
        if !grade.is_solved {
            flags |= GRADE_STUCK;
        }
        Grade {
            struct_size: size_of::<Grade>(),
            level: grade.level.into(),
            band: grade.band.into(),
            score: grade.score,
            hardest: grade.hardest.map_or(0, |technique| technique.id() as i32),
            rounds: grade.rounds,
            flags,
            count: grade.count,
        }
    }
}

impl Position {
    fn checked(&self) -> Result<BoardPosition, Status> {
        let has_other_bits = self.candidates.iter().any(|&mask| mask > 0x1ff);
        if has_other_bits || self.reserved != [0; 2] {
            return Err(Status::ErrArgument);
        }
        let board = |text: &[c_char; CELLS]| {
            Board::from_bytes(&text.map(|byte| byte as u8)).map_err(|_| Status::ErrChar)
        };
        let givens = board(&self.givens)?;
        let values = if self.values[0] == 0 {
            Board::EMPTY
        } else {
            board(&self.values)?
        };
        Ok(BoardPosition {
            givens,
            values,
            candidates: self.candidates,
        })
    }
}

impl From<&BoardStep> for Step {
    fn from(step: &BoardStep) -> Step {
        let mut out = Step {
            struct_size: size_of::<Step>(),
            technique: step.technique().id() as i32,
            flags: 0,
            round: step.round(),
            base_houses: step.base_houses(),
            cover_houses: step.cover_houses(),
            nodes: step.nodes(),
            digits: step.digits(),
            placement_count: 0,
            link_count: 0,
            reserved: 0,
            placement_cells: [0; 9],
            placement_digits: [0; 9],
            eliminations: masks(step.eliminations()),
            pattern: masks(step.pattern()),
            second: masks(step.second()),
            links: [Link {
                cell: 0,
                digit: 0,
                flags: 0,
                parent: 0,
            }; STEP_LINKS],
        };
        for ((cell, digit), i) in step.placements().zip(0..9) {
            out.placement_cells[i] = cell as u8;
            out.placement_digits[i] = digit;
            out.placement_count += 1;
        }
        // Where the links of each node begin.
        let mut firsts = Vec::new();
        let mut count = 0;
        for link in step.chain() {
            let parent = link
                .parent()
                .map_or(LINK_NO_PARENT, |parent| firsts[parent]);
            firsts.push(count as u8);
            for (i, cell) in link.cells().enumerate() {
                let Some(slot) = out.links.get_mut(count) else {
                    out.flags |= STEP_CUT;
                    return out;
                };
                let mut flags = 0;
                if link.is_on() {
                    flags |= LINK_ON;
                }
                if i > 0 {
                    flags |= LINK_SAME_NODE;
                }
                *slot = Link {
                    cell: cell as u8,
                    digit: link.digit(),
                    flags,
                    parent,
                };
                count += 1;
                out.link_count += 1;
            }
        }
        out
    }
}

/// Candidates as a mask for each cell.
fn masks(candidates: impl Iterator<Item = (usize, u8)>) -> [u16; CELLS] {
    let mut masks = [0; CELLS];
    for (cell, digit) in candidates {
        masks[cell] |= 1 << (digit - 1);
    }
    masks
}
