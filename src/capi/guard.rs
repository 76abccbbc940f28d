// Not part of the header: what stands between every export and a panic.

use super::status::Status;
use libc::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the body of an export: its status, or `SUDOKU_ERR_INTERNAL` if it panics.
pub(super) fn guard(body: impl FnOnce() -> Result<Status, Status>) -> c_int {
    let status = guard_value(Err(Status::ErrInternal), body);
    status.unwrap_or_else(|error| error) as c_int
}

/// Runs the body of an export that returns no status: its value, or `fallback` if it panics.
pub(super) fn guard_value<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    #[cfg(not(debug_assertions))]
    silence_panics();
    // A body that panics has written nothing that the caller is promised.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

/// Keeps panics from printing. The hook belongs to this library's own copy of std, and
/// boxing a type without size allocates nothing.
#[cfg(not(debug_assertions))]
fn silence_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|_| ())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(guard(|| panic!("on purpose")), Status::ErrInternal as c_int);
        assert_eq!(guard_value(7, || panic!("on purpose")), 7);
        assert_eq!(guard(|| Ok(Status::Multiple)), 1);
        assert_eq!(guard(|| Err(Status::ErrChar)), -2);
    }

    /// Runs the test above in a process of its own, uncaptured.
    #[test]
    fn a_panic_prints_in_debug_builds_only() {
        let name = "capi::guard::tests::a_panic_becomes_a_status";
        let test = std::env::current_exe().expect("the path of this test");
        let output = std::process::Command::new(test)
            .args([name, "--exact", "--nocapture"])
            .output()
            .expect("a process");
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stdout.contains("1 passed"), "{stdout}");
        if cfg!(debug_assertions) {
            assert!(stderr.contains("on purpose"), "{stderr}");
        } else {
            assert_eq!(stderr, "");
            assert!(!stdout.contains("on purpose"), "{stdout}");
        }
    }
}
