//! GENERATING
//!
//! The same seed and options give the same bytes on every platform and backend, in every
//! build of one major version.

use super::guard::guard;
use super::options::{Options, read_options};
use super::status::Status;
use super::{read_board, write_board};
use crate::board::CELLS;
use crate::generate::{self, GenerateError, MinimizeError, Symmetry};
use crate::grade::GradeWishes;
use libc::{c_char, c_int, c_void};
use std::mem::offset_of;

/// How the places of the givens are arranged: not at all.
pub const SYMMETRY_NONE: u32 = 0;
/// The same after half a turn.
pub const SYMMETRY_HALF_TURN: u32 = 1;
/// The same after a quarter turn.
pub const SYMMETRY_QUARTER_TURN: u32 = 2;
/// Left and right mirror each other.
pub const SYMMETRY_LEFT_RIGHT: u32 = 3;
/// Top and bottom mirror each other.
pub const SYMMETRY_TOP_BOTTOM: u32 = 4;
/// Mirrored in the diagonal from top left to bottom right.
pub const SYMMETRY_DIAGONAL: u32 = 5;
/// Mirrored in the diagonal from top right to bottom left.
pub const SYMMETRY_ANTIDIAGONAL: u32 = 6;
/// Mirrored in both diagonals.
pub const SYMMETRY_BOTH_DIAGONALS: u32 = 7;
/// One of 1 to 7, chosen by the seed.
pub const SYMMETRY_ANY: u32 = 8;

/// Called before each attempt. Return 0 to go on, anything else to stop.
pub type Cancel = Option<unsafe extern "C" fn(user: *mut c_void) -> c_int>;

/// Wishes for sudoku_generate. Zero is no wish, for every member.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct GenerateOptions {
    /// sizeof(struct sudoku_generate_options).
    pub struct_size: usize,
    /// One of SUDOKU_SYMMETRY_...
    pub symmetry: u32,
    /// Givens, at least: taking away stops there. Up to 81.
    pub min_givens: u32,
    /// Givens, at most. 17 to 81: no puzzle has fewer than 17 givens.
    pub max_givens: u32,
    /// Grids to try before giving up. 0 means 10,000: about a second at worst, with wishes
    /// for the grade several.
    pub attempts: u32,
    /// 81 marks: '.' or '0' for a cell that stays blank, 'x' or '1' to '9' for one that
    /// may hold a given. So a puzzle serves as a pattern. NULL: all may.
    pub pattern: *const c_char,
    /// NULL: nothing to ask.
    pub cancel: Cancel,
    /// Handed to `cancel` as it is.
    pub user: *mut c_void,
    /// Zero.
    pub reserved: [u32; 2],
    /// Techniques that are all needed, as a mask (see GRADES AND HINTS).
    pub required: u64,
    /// Techniques that suffice, as a mask. Band, score and the techniques needed are those
    /// of the grade with this mask.
    pub allowed: u64,
    /// Level of the grade, 1 to 4.
    pub level: u32,
    /// Band of the grade, 1 to 6.
    pub band: u32,
    /// Score of the grade, at least.
    pub min_score: u32,
    /// Score, at most.
    pub max_score: u32,
    /// 81 bytes for the puzzle that came nearest to the wishes for its grade, if the call
    /// is stopped or gives up; untouched if none met the other wishes. NULL: not wanted.
    pub nearest: *mut c_char,
}

//#define SUDOKU_GENERATE_OPTIONS_INIT { sizeof(struct sudoku_generate_options), 0, 0, 0, 0, 0, 0, 0, { 0, 0 }, 0, 0, 0, 0, 0, 0, 0 }

// SAFETY: repr(C), starts with a size; integers and pointers, an optional function among
// them, and the caller vouches for that.
unsafe impl Options for GenerateOptions {
    const ENDS: &'static [usize] = &[
        offset_of!(GenerateOptions, required),
        size_of::<GenerateOptions>(),
    ];
}

/// Makes a puzzle with exactly one solution.
///
/// `options` may be NULL. A puzzle without wishes for symmetry or givens is
/// clue-minimal: without any one of its givens it has more solutions. With a symmetry, no
/// set of givens that belong together can go. With min_givens, givens are taken away
/// only while that many are left. With wishes for the grade, puzzles are made until one
/// has it: of 1,000 about 20, 460, 170 and 350 are of the levels 1 to 4, and some
/// techniques turn up once in 1,000 tries. Use another seed for another puzzle. `out_solution`
/// may be NULL.
///
/// Returns SUDOKU_OK; SUDOKU_STOPPED, after `cancel` asked for it; or SUDOKU_ERR_NULL
/// (out_puzzle), SUDOKU_ERR_ARGUMENT (an option that is unknown or out of range, or
/// wishes that contradict each other) or SUDOKU_ERR_GAVE_UP (no attempt met the wishes).
/// Nothing is written unless it is SUDOKU_OK, but for `nearest` in the options.
/// cbindgen:ptrs-as-arrays=[[out_puzzle;81], [out_solution;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_generate(
    seed: u64,
    options: *const GenerateOptions,
    out_puzzle: *mut c_char,
    out_solution: *mut c_char,
) -> c_int {
    guard(|| {
        if out_puzzle.is_null() {
            return Err(Status::ErrNull);
        }
        // SAFETY: the caller promises NULL or a struct as large as it says.
        let options = unsafe { read_options(options) }?;
        // SAFETY: the caller promises NULL or 81 readable bytes.
        let pattern = unsafe { options.pattern.cast::<[u8; CELLS]>().as_ref() };
        let wishes = wishes(&options, pattern)?;
        let puzzle = generate::generate_or_nearest(seed, &wishes, || {
            options.cancel.is_some_and(|cancel| {
                // SAFETY: the caller promises a function of this type that returns.
                unsafe { cancel(options.user) != 0 }
            })
        });
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err((error, nearest)) => {
                if let Some(puzzle) = nearest
                    && !options.nearest.is_null()
                {
                    // SAFETY: not NULL, so 81 writable bytes.
                    unsafe { write_board(options.nearest, &puzzle.board) };
                }
                return match error {
                    GenerateError::Cancelled => Ok(Status::Stopped),
                    GenerateError::Contradiction => Err(Status::ErrArgument),
                    GenerateError::GaveUp => Err(Status::ErrGaveUp),
                };
            }
        };
        // SAFETY: not NULL, so 81 writable bytes.
        unsafe { write_board(out_puzzle, &puzzle.board) };
        if !out_solution.is_null() {
            // SAFETY: not NULL, so 81 writable bytes.
            unsafe { write_board(out_solution, &puzzle.solution) };
        }
        Ok(Status::Ok)
    })
}

fn wishes(
    options: &GenerateOptions,
    pattern: Option<&[u8; CELLS]>,
) -> Result<generate::GenerateOptions, Status> {
    let symmetry = match options.symmetry {
        SYMMETRY_NONE => Symmetry::None,
        SYMMETRY_HALF_TURN => Symmetry::HalfTurn,
        SYMMETRY_QUARTER_TURN => Symmetry::QuarterTurn,
        SYMMETRY_LEFT_RIGHT => Symmetry::LeftRight,
        SYMMETRY_TOP_BOTTOM => Symmetry::TopBottom,
        SYMMETRY_DIAGONAL => Symmetry::Diagonal,
        SYMMETRY_ANTIDIAGONAL => Symmetry::Antidiagonal,
        SYMMETRY_BOTH_DIAGONALS => Symmetry::BothDiagonals,
        SYMMETRY_ANY => Symmetry::Any,
        _ => return Err(Status::ErrArgument),
    };
    let is_mark = |byte: &u8| matches!(byte, b'.' | b'x' | b'0'..=b'9');
    if options.reserved != [0; 2] || !pattern.is_none_or(|marks| marks.iter().all(is_mark)) {
        return Err(Status::ErrArgument);
    }
    Ok(generate::GenerateOptions {
        symmetry,
        min_givens: options.min_givens,
        max_givens: options.max_givens,
        pattern: pattern.map(|marks| marks.map(|byte| !matches!(byte, b'.' | b'0'))),
        attempts: options.attempts,
        grade: GradeWishes {
            level: options.level.try_into().unwrap_or(u8::MAX),
            band: options.band.try_into().unwrap_or(u8::MAX),
            min_score: options.min_score,
            max_score: options.max_score,
            required: options.required,
            allowed: options.allowed,
        },
    })
}

/// Takes givens away from a puzzle, in an order fixed by the seed, until none can go
/// without more solutions. Blanks come out as '.'.
///
/// Returns SUDOKU_OK; or, with the board untouched, SUDOKU_ERR_NULL, SUDOKU_ERR_CHAR,
/// SUDOKU_ERR_CLASH, SUDOKU_ERR_UNSOLVABLE or SUDOKU_ERR_AMBIGUOUS (more than one
/// solution).
/// cbindgen:ptrs-as-arrays=[[board;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_minimize(board: *mut c_char, seed: u64) -> c_int {
    guard(|| {
        // SAFETY: the caller promises NULL or 81 readable bytes.
        let minimal = unsafe { read_board(board) }?.minimize(seed);
        let minimal = minimal.map_err(|error| match error {
            MinimizeError::NoSolution(reason) => reason.into(),
            MinimizeError::Ambiguous => Status::ErrAmbiguous,
        })?;
        // SAFETY: not NULL, so 81 writable bytes.
        unsafe { write_board(board, &minimal) };
        Ok(Status::Ok)
    })
}
