//! VERSION AND BACKEND
//!
//! SUDOKU_VERSION and SUDOKU_VERSION_NUMBER tell the version of this header; the
//! functions tell that of the library in use.

use super::guard::guard_value;
use crate::cpu::Backend;
use libc::c_char;

/// The version of the library as "major.minor.patch". Static; must not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn sudoku_version() -> *const c_char {
    guard_value(c"", || c_str(concat!(env!("CARGO_PKG_VERSION"), "\0"))).as_ptr()
}

/// The version of the library as major * 1000000 + minor * 1000 + patch.
#[unsafe(no_mangle)]
pub extern "C" fn sudoku_version_number() -> u32 {
    guard_value(0, || {
        let parts = env!("CARGO_PKG_VERSION")
            .split('.')
            .map(|part| part.parse().unwrap_or(0));
        parts.fold(0, |number: u32, part: u32| number * 1000 + part)
    })
}

/// The highest instruction set in use: "avx512", "avx2", "sse2", "neon" or "portable".
/// Static; must not be freed.
///
/// The environment variable SUDOKU_MAX_BACKEND, set to one of these names, can lower it,
/// never raise it. It is read once, by the first call that needs it; a program that
/// changes its environment while threads run calls this function before.
#[unsafe(no_mangle)]
pub extern "C" fn sudoku_backend() -> *const c_char {
    guard_value(c"", || Backend::in_use().name()).as_ptr()
}

/// A static string that ends in its only NUL.
fn c_str(text: &'static str) -> &'static std::ffi::CStr {
    std::ffi::CStr::from_bytes_with_nul(text.as_bytes()).unwrap_or_default()
}
