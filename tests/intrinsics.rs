//! The vector code of the release library is inlined whole: an intrinsic that is called
//! instead, because a function around it lacks the CPU feature, costs most of the speed.

mod common;

use common::skip;
use std::process::Command;

/// Functions of the search that are no part of its loop, on purpose.
const APART: [&str; 4] = ["solution", "thin_out", "report::{{closure}}", "Jobs"];

#[test]
fn no_intrinsic_is_called() {
    if cfg!(debug_assertions) || !cfg!(target_os = "linux") {
        return skip("looks at the release build for Linux only");
    }
    let test = std::env::current_exe().expect("the path of this test");
    let library = test.with_file_name("libsudoku.so");
    let Ok(nm) = Command::new("nm").arg("-C").arg(&library).output() else {
        return skip("there is no nm");
    };
    assert!(
        nm.status.success(),
        "{}",
        String::from_utf8_lossy(&nm.stderr)
    );
    let symbols = String::from_utf8_lossy(&nm.stdout);
    let names = || {
        symbols
            .lines()
            .filter_map(|line| line.splitn(3, ' ').nth(2))
    };
    let engine = names()
        .filter(|name| name.contains("sudoku::cpu::"))
        .count();
    assert!(engine > 0, "symbols are there");
    for name in names() {
        // Asking which CPU this is.
        let asks = name.contains("xgetbv") || name.contains("cpuid");
        assert!(!name.contains("core_arch::") || asks, "{name}");
        let name = name.trim_start_matches('<');
        let is_vector_code = |module: &&&str| name.starts_with(&format!("sudoku::{module}::"));
        let is_apart = APART.iter().any(|part| name.contains(part));
        if let Some(module) = ["simd", "propagate", "search"].iter().find(is_vector_code) {
            assert!(*module == "search" && is_apart, "{name} is not inlined");
        }
    }
}
