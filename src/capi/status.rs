//! STATUSES

use super::guard::guard_value;
use crate::solve::NoSolution;
use libc::{c_char, c_int};

/// What a function has to say.
/// cbindgen:rename-all=QualifiedScreamingSnakeCase
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
// The whole contract: some belong to functions yet to come.
#[allow(dead_code)]
pub enum Status {
    /// Done; for a solve: the puzzle has exactly one solution.
    Ok = 0,
    /// Solved, but there is more than one solution.
    Multiple = 1,
    /// The caller's callback asked to stop.
    Stopped = 2,
    /// No further board in the text.
    End = 3,
    /// The game has no blank cell left.
    Solved = 4,
    /// The techniques allowed do not help.
    Stuck = 5,
    /// A required pointer is NULL.
    ErrNull = -1,
    /// A byte is neither a digit nor a blank.
    ErrChar = -2,
    /// Two givens are equal in one row, column or box.
    ErrClash = -3,
    /// There is no clash, and no solution.
    ErrUnsolvable = -4,
    /// An argument is out of range, or an option unknown.
    ErrArgument = -5,
    /// A text holds no board here.
    ErrText = -6,
    /// The attempts allowed were used up.
    ErrGaveUp = -7,
    /// There is more than one solution where exactly one is required.
    ErrAmbiguous = -8,
    /// Out of memory.
    ErrMemory = -9,
    /// The buffer is too small.
    ErrBuffer = -10,
    /// A value is not that of the only solution.
    ErrWrongValue = -11,
    /// The candidates of a cell lack its digit in the only solution.
    ErrWrongCandidate = -12,
    /// A bug in the library; please report it.
    ErrInternal = -99,
}

impl From<NoSolution> for Status {
    fn from(reason: NoSolution) -> Status {
        match reason {
            NoSolution::Clash => Status::ErrClash,
            NoSolution::Unsolvable => Status::ErrUnsolvable,
        }
    }
}

/// The meaning of a status as an English sentence, for any int.
///
/// The string is static, never NULL, and must not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn sudoku_status_string(status: c_int) -> *const c_char {
    let sentence = guard_value(c"", || match status {
        0 => c"The call succeeded.",
        1 => c"The board has more than one solution.",
        2 => c"The callback asked to stop.",
        3 => c"The text holds no further board.",
        4 => c"The game has no blank cell left.",
        5 => c"The techniques allowed do not help.",
        -1 => c"A required pointer is NULL.",
        -2 => c"A byte is neither a digit from 1 to 9 nor a blank ('.' or '0').",
        -3 => c"Two givens are equal in one row, column or box.",
        -4 => c"The board has no solution.",
        -5 => c"An argument is out of range, or an option is unknown.",
        -6 => c"The text holds no board at this place.",
        -7 => c"No result was found in the attempts allowed.",
        -8 => c"The board has more than one solution where exactly one is required.",
        -9 => c"Out of memory.",
        -10 => c"The buffer is too small.",
        -11 => c"A value is not that of the only solution.",
        -12 => c"The candidates of a cell lack its digit in the only solution.",
        -99 => c"Internal error: a bug in libsudoku; please report it.",
        6.. => c"The call succeeded (unknown status).",
        _ => c"The call failed (unknown status).",
    });
    sentence.as_ptr()
}
