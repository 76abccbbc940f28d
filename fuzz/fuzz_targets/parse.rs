//! `parse` on any bytes: it ends, stays within the text, and what it reads it reads back.
//!
//!     cargo +nightly fuzz run parse -- -max_len=2000

#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku::{Board, ParseError, Style, boards, parse};

fuzz_target!(|text: &[u8]| {
    match parse(text) {
        Ok(None) => {}
        Ok(Some((board, end))) => {
            assert!(0 < end && end <= text.len());
            for style in [Style::Line, Style::Rows, Style::Grid, Style::Sdk, Style::Csv] {
                let written = board.format(style).to_string();
                let read: Vec<Result<Board, ParseError>> = boards(written.as_bytes()).collect();
                assert_eq!(read, [Ok(board)], "{written}");
            }
        }
        Err(ParseError { offset }) => assert!(offset <= text.len()),
    }
    let lines = text.iter().filter(|byte| matches!(byte, b'\r' | b'\n'));
    assert!(boards(text).count() <= lines.count() + 1);
});
