//! Text to boards and back: every form of `data/text/cases.tsv`, files of many boards,
//! and texts of any bytes.

use sudoku::{Board, ParseError, Style, boards, parse};

const STYLES: [Style; 5] = [
    Style::Line,
    Style::Rows,
    Style::Grid,
    Style::Sdk,
    Style::Csv,
];

struct Case {
    name: &'static str,
    board: Option<Board>,
    text: Vec<u8>,
}

fn cases() -> Vec<Case> {
    let lines = include_str!("data/text/cases.tsv").lines().skip(1);
    let case = |line: &'static str| {
        let mut columns = line.splitn(3, '\t');
        let mut column = || columns.next().expect("three columns");
        let (name, board, text) = (column(), column(), unescape(column()));
        let board = (board != "refused").then(|| board.parse().expect(name));
        Case { name, board, text }
    };
    lines.map(case).collect()
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = text.bytes();
    let mut unescaped = Vec::new();
    while let Some(byte) = bytes.next() {
        let byte = match byte {
            b'\\' => match bytes.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'\\') => b'\\',
                Some(b'x') => {
                    let mut digit = || char::from(bytes.next().unwrap()).to_digit(16).unwrap();
                    (16 * digit() + digit()) as u8
                }
                other => panic!("unknown escape {other:?} in {text}"),
            },
            byte => byte,
        };
        unescaped.push(byte);
    }
    unescaped
}

/// What is read first.
fn first(text: &[u8]) -> Result<Option<Board>, ParseError> {
    Ok(parse(text)?.map(|(board, _)| board))
}

#[test]
fn every_form_is_read_or_refused() {
    let mut wrong = 0;
    for case in cases() {
        let result = first(&case.text);
        let right = match case.board {
            Some(board) => result == Ok(Some(board)),
            None => result.is_err(),
        };
        if !right {
            wrong += 1;
            println!("{}: {result:?} instead of {:?}", case.name, case.board);
            println!("{}", String::from_utf8_lossy(&case.text));
        }
    }
    assert_eq!(wrong, 0);
}
