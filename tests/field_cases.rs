//! Boards on which other people's programs went wrong, with the right answers.

mod common;

use common::*;

#[test]
fn every_function_gives_the_right_answer() {
    for case in field_cases() {
        let (id, board) = (case.id, &case.board);
        let (status, solution) = solve(board);
        assert_eq!(status, case.status, "{id}");
        if status >= 0 {
            assert!(solves(&solution, board), "{id}");
        }
        if let Some(expected) = case.solution {
            assert_eq!(text(&solution), text(&expected), "{id}");
        }

        assert_eq!(count(board, 1), case.count.map_or(1, |n| n.min(1)), "{id}");
        assert_eq!(count(board, 2), case.count.map_or(2, |n| n.min(2)), "{id}");
        if let Some(exact) = case.count {
            for limit in [exact.max(2) - 1, exact.max(1), exact + 1, u64::MAX] {
                assert_eq!(count(board, limit), exact.min(limit), "{id}");
            }
        }

        let limit = case.count.map_or(300, |n| n as usize + 1);
        let (status, solutions) = enumerate(board, limit);
        let expected = match case.count {
            None => STOPPED,
            Some(0) => case.status,
            Some(_) => OK,
        };
        assert_eq!(status, expected, "{id}");
        let number = case.count.map_or(limit, |n| n as usize);
        assert_eq!(solutions.len(), number, "{id}");
        assert!(solutions.is_sorted_by(|a, b| a < b), "{id}");
        assert!(solutions.iter().all(|grid| solves(grid, board)), "{id}");
        if number > 0 {
            assert_eq!(text(&solutions[0]), text(&solution), "{id}");
        }

        // A clash always shows without search; no solution shows sometimes.
        let (status, _) = check(board);
        match case.status {
            ERR_CLASH => assert_eq!(status, ERR_CLASH, "{id}"),
            ERR_UNSOLVABLE => assert!([OK, ERR_UNSOLVABLE].contains(&status), "{id}"),
            _ => assert_eq!(status, OK, "{id}"),
        }
    }
}

/// K10-06: counts need 64 bits, and a limit stops them.
#[test]
fn a_limit_stops_a_count_on_the_empty_board() {
    assert_eq!(count(&[b'.'; 81], 1_000_000), 1_000_000);
}

/// K6-17: the last given decides uniqueness.
#[test]
fn the_last_cell_is_read() {
    let mut board = field_case("K4-02").board;
    assert_eq!(count(&board, 2), 1);
    board[80] = b'.';
    assert_eq!(count(&board, u64::MAX), 7265);
}
