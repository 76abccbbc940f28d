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

/// The texts of all cases that hold a board.
fn good() -> impl Iterator<Item = (Board, Case)> {
    cases()
        .into_iter()
        .filter_map(|case| Some((case.board?, case)))
}

#[test]
fn line_ends_and_surroundings_do_not_matter() {
    for (board, Case { name, text, .. }) in good() {
        let mark = "\u{FEFF}".as_bytes();
        let text = text.strip_prefix(mark).unwrap_or(&text);
        let text: Vec<u8> = text.iter().copied().filter(|&byte| byte != b'\r').collect();
        let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
        for variant in [
            lines.join(&b"\r\n"[..]),
            lines.join(&b'\r'),
            ["\u{FEFF}".as_bytes(), &text].concat(),
            [b"# 1. e.g. 5 3\n\n", &text[..]].concat(),
            [b"Some 17 puzzles, x to e.\n\n", &text[..], b"\n\n\n"].concat(),
            [&text[..], b"\n\0"].concat(),
        ] {
            let shown = String::from_utf8_lossy(&variant);
            assert_eq!(first(&variant), Ok(Some(board)), "{name}\n{shown}");
        }
    }
}

#[test]
fn a_board_ends_where_the_next_can_begin() {
    let last = Board::from_bytes(&[b'1'; 81]).unwrap();
    for case in cases() {
        let name = case.name;
        for separator in ["\n\n", "\n# 9\n", "\nNo. 2\n"] {
            let text = [&case.text, separator.as_bytes(), &last.to_bytes()].concat();
            let found: Vec<_> = boards(&text).collect();
            assert_eq!(found.last(), Some(&Ok(last)), "{name}: {found:?}");
            if let Some(board) = case.board {
                assert_eq!(found.first(), Some(&Ok(board)), "{name}: {found:?}");
                assert!(found.iter().all(Result::is_ok), "{name}: {found:?}");
            }
        }
    }
}

#[test]
fn a_damaged_board_is_never_another_board() {
    for (board, case) in good() {
        for at in 0..case.text.len() {
            let mut text = case.text.clone();
            text.remove(at);
            if let Ok(Some(other)) = first(&text) {
                if other != board {
                    println!(
                        "{} {at}\n{}\n{other}",
                        case.name,
                        String::from_utf8_lossy(&text)
                    );
                }
            }
        }
    }
}

#[test]
fn every_style_is_read_back() {
    let whole = good().map(|(board, _)| board);
    for board in whole.chain([Board::EMPTY]) {
        for style in STYLES {
            let text = board.format(style).to_string();
            assert_eq!(first(text.as_bytes()), Ok(Some(board)), "{text}");
            assert_eq!(boards(text.as_bytes()).count(), 1, "{text}");
        }
    }
}
