//! The large public puzzle sets: status and solution of each puzzle.

mod common;

use common::*;
use libc::c_int;

/// How many puzzles of a set are tried, spread evenly through it. The environment
/// variable `SUDOKU_TEST_PUZZLES` can set another number.
const PUZZLES: usize = 1000;

fn try_set(file: &str, expected: c_int, number: u64) {
    let Some(data) = shared_data(file) else {
        return;
    };
    let lines: Vec<_> = data.lines().collect();
    assert!(!lines.is_empty(), "{file}");
    let wanted = std::env::var("SUDOKU_TEST_PUZZLES")
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(PUZZLES);
    for line in lines.iter().step_by(lines.len().div_ceil(wanted.max(1))) {
        let board = bytes(line);
        let (status, solution) = solve(&board);
        assert_eq!(status, expected, "{file}: {line}");
        assert!(status < 0 || solves(&solution, &board), "{file}: {line}");
        assert_eq!(count(&board, 2), number, "{file}: {line}");
    }
}

#[test]
fn seventeen_clues() {
    try_set("17_clues.txt", OK, 1);
}

#[test]
fn easy() {
    try_set("easy_33_clues.txt", OK, 1);
}

#[test]
fn magictour() {
    try_set("magictour_top1465.txt", OK, 1);
}

#[test]
fn hardest_of_2011() {
    try_set("hardest_1106.txt", OK, 1);
}

#[test]
fn hardest_of_2019() {
    try_set("hardest_1905_11plus.txt", OK, 1);
}

#[test]
fn several_solutions() {
    try_set("two_or_more_solutions.txt", MULTIPLE, 2);
}

#[test]
fn no_solution() {
    try_set("no_solution.txt", ERR_UNSOLVABLE, 0);
}
