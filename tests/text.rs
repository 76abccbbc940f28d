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

/// A byte lost, doubled or overwritten must not turn a board into another one. Where
/// nobody could tell, as blanks do not show or are -1, or as a row looks like prose, cases
/// are left out.
#[test]
fn a_damaged_board_is_never_another_board() {
    let hidden = [
        "space", "empty", "strings", "minus", "tsv", "corner", "K5-22", "K5-23", "K5-40",
    ];
    let shows = |name: &str| !hidden.iter().any(|hidden| name.contains(hidden));
    for (board, Case { name, text, .. }) in good().filter(|(_, case)| shows(case.name)) {
        for at in 0..text.len() {
            let (before, after) = text.split_at(at);
            for damage in [&[][..], &[text[at], text[at]], b"~", b"Q"] {
                let text = [before, damage, &after[1..]].concat();
                let found = first(&text);
                let is_right = !matches!(found, Ok(Some(other)) if other != board);
                assert!(
                    is_right,
                    "{name}: {found:?}\n{}",
                    String::from_utf8_lossy(&text)
                );
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

/// A text that ends inside a board, at the end of a line, asks for more.
#[test]
fn a_cut_board_asks_for_more() {
    for style in [Style::Rows, Style::Grid, Style::Csv] {
        for (board, _) in good().filter(|(board, _)| board.digits()[..9] != [0; 9]) {
            let text = board.format(style).to_string() + "\n";
            let rows: Vec<usize> = text
                .match_indices('\n')
                .map(|(at, _)| at + 1)
                .filter(|&at| text[..at].contains(|char: char| char.is_ascii_digit()))
                .collect();
            let whole = rows
                .iter()
                .position(|&at| parse(&text.as_bytes()[..at]).is_ok());
            for &at in &rows[..whole.unwrap()] {
                let result = parse(&text.as_bytes()[..at]);
                assert_eq!(result, Err(ParseError { offset: at }), "{}", &text[..at]);
            }
        }
    }
    let line = &Board::EMPTY.to_string()[1..];
    let text = format!("7{}", &line[..70]);
    assert_eq!(parse(text.as_bytes()), Err(ParseError { offset: 71 }));
}

#[test]
fn a_bad_line_stops_nothing() {
    let board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut lines = vec![board.to_string(); 1000];
    lines[499].pop();
    let text = lines.join("\n") + "\n\n";
    let found: Vec<_> = boards(text.as_bytes()).collect();
    assert_eq!(found.len(), 1000);
    let place = 499 * 82 + 80;
    for (number, result) in found.into_iter().enumerate() {
        match number {
            499 => assert_eq!(result, Err(ParseError { offset: place })),
            _ => assert_eq!(result, Ok(board.parse().unwrap())),
        }
    }
    assert_eq!(boards(b"").count(), 0);
    assert_eq!(boards(b"\n \r\n\t\0").count(), 0);
}

#[test]
fn prose_around_boards_is_skipped() {
    let board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let text = format!(
        "In this file, any line under 81 characters is a comment.\n\
         Of the 49158 puzzles with 17 clues (2012-05-03), here are 2; see p. 12 ... 15:\n\
         --------------------------------------------------------------------------------\n\
         {board}\tRoyle #1, 17 clues, 3.14\n\
         * 2. exemplar; x = 5\n\
         {board} 12345\n\
         Total: 2\n"
    );
    let found: Vec<_> = boards(text.as_bytes()).collect();
    assert_eq!(found, [Ok(board.parse().unwrap()); 2]);
}

/// Texts made to be scanned again and again; a parser that did would take hours.
#[test]
fn time_is_linear() {
    let piece = |piece: &str| piece.repeat((1 << 18) / piece.len());
    for text in [
        piece("5"),
        piece("5 "),
        piece(" "),
        piece("\n"),
        piece("---------\n"),
        piece("123456789\n"),
        piece("1 2 3 4 5 6 7 8 9\n\n"),
        piece("123456789\n---\n"),
        piece("123456789:"),
        piece("x=123456789"),
        piece("A 12345678. "),
        piece("  1\n"),
        piece("| | | |\n"),
        piece(",,,,,,,1,\n"),
        piece("1\t\n"),
        piece("\\n"),
        piece("+1"),
        piece("\u{2502}1"),
        piece("\u{2500}"),
        piece("\u{FEFF}"),
        piece("123456789\n") + &piece(" "),
        piece(&(format!("{:0<90}\n", "123456789\n") + &"9".repeat(70) + "\n")),
    ] {
        let found = boards(text.as_bytes()).count();
        assert!(found <= text.lines().count());
    }
}

/// Bytes that occur in boards, at random: any result will do, but within the text.
#[test]
fn any_text_is_read_or_refused() {
    let pieces = cases();
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for _ in 0..30_000 {
        let mut text = Vec::new();
        for _ in 0..random(4) + 1 {
            let piece = &pieces[random(pieces.len())].text;
            let start = random(piece.len());
            let end = start + random(piece.len() - start + 1);
            text.extend_from_slice(&piece[start..end]);
            if random(2) == 0 {
                text.push(random(256) as u8);
            }
        }
        match parse(&text) {
            Ok(None) => {}
            Ok(Some((_, end))) => assert!(0 < end && end <= text.len()),
            Err(error) => assert!(error.offset <= text.len()),
        }
        assert!(boards(&text).count() <= text.len());
    }
}

mod c {
    //! The C functions, as a C program calls them.

    use super::*;
    use std::ffi::{c_char, c_int};
    use std::ptr::{null, null_mut};

    unsafe extern "C" {
        fn sudoku_parse(
            text: *const c_char,
            length: usize,
            out_board: *mut c_char,
            out_offset: *mut usize,
        ) -> c_int;
        fn sudoku_format(
            board: *const c_char,
            style: c_int,
            out_text: *mut c_char,
            size: usize,
            out_length: *mut usize,
        ) -> c_int;
    }

    const OK: c_int = 0;
    const END: c_int = 3;
    const NULL: c_int = -1;
    const CHAR: c_int = -2;
    const ARGUMENT: c_int = -5;
    const TEXT: c_int = -6;
    const BUFFER: c_int = -10;

    const BOARD: &[u8; 81] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Status, board and offset.
    fn c_parse(text: &[u8]) -> (c_int, [u8; 81], usize) {
        let (mut board, mut offset) = ([b'#'; 81], usize::MAX);
        let out = board.as_mut_ptr().cast();
        // SAFETY: a whole slice, and two outputs of this function.
        let status = unsafe { sudoku_parse(text.as_ptr().cast(), text.len(), out, &mut offset) };
        (status, board, offset)
    }

    #[test]
    fn parse_tells_board_and_place() {
        let text = [&b"# one\n"[..], BOARD, b",x\r\n", &BOARD[1..], b"\n \n"].concat();
        assert_eq!(c_parse(&text), (OK, *BOARD, 6 + 81 + 4));
        assert_eq!(c_parse(&text[91..]), (TEXT, [b'#'; 81], 80));
        assert_eq!(c_parse(&text[91 + 80..]), (END, [b'#'; 81], 3));
        assert_eq!(c_parse(b""), (END, [b'#'; 81], 0));
        assert_eq!(c_parse(&BOARD[..80]), (TEXT, [b'#'; 81], 80));
    }

    #[test]
    fn parse_refuses_null_and_impossible_lengths() {
        let (mut board, mut offset) = ([b'#'; 81], 7);
        let out = board.as_mut_ptr().cast();
        let text = BOARD.as_ptr().cast();
        // SAFETY: NULL is refused, and so is a length that no text has.
        unsafe {
            assert_eq!(sudoku_parse(null(), 1, out, &mut offset), NULL);
            assert_eq!(sudoku_parse(text, 81, null_mut(), &mut offset), NULL);
            assert_eq!(sudoku_parse(text, 81, out, null_mut()), NULL);
            assert_eq!(sudoku_parse(text, usize::MAX, out, &mut offset), ARGUMENT);
            assert_eq!(offset, 7);
            assert_eq!(sudoku_parse(null(), 0, out, &mut offset), END);
        }
        assert_eq!((board, offset), ([b'#'; 81], 0));
    }

    #[test]
    fn format_writes_all_or_only_the_length() {
        let board = BOARD.as_ptr().cast();
        for (number, style) in STYLES.into_iter().enumerate() {
            let expected = Board::from_bytes(BOARD).unwrap().format(style).to_string();
            for size in 0..400 {
                let (mut text, mut length) = ([b'#'; 400], 0);
                let out = text.as_mut_ptr().cast();
                // SAFETY: `size` bytes are writable at `out`.
                let status =
                    unsafe { sudoku_format(board, number as c_int, out, size, &mut length) };
                assert_eq!(length, expected.len());
                let written = if size > length { length + 1 } else { 0 };
                assert_eq!(status, if written > 0 { OK } else { BUFFER });
                if written > 0 {
                    assert_eq!(&text[..written], [expected.as_bytes(), b"\0"].concat());
                }
                assert!(text[written..].iter().all(|&byte| byte == b'#'));
            }
        }
    }

    #[test]
    fn format_tests_its_arguments_in_order() {
        let board = BOARD.as_ptr().cast();
        let malformed = [b'#'; 81].as_ptr().cast();
        let (mut text, mut length) = ([0u8; 400], 7);
        let out = text.as_mut_ptr().cast();
        // SAFETY: NULL is refused; the rest is as the functions ask.
        unsafe {
            assert_eq!(sudoku_format(null(), 9, out, 400, &mut length), NULL);
            assert_eq!(sudoku_format(board, 9, null_mut(), 1, &mut length), NULL);
            assert_eq!(sudoku_format(board, 9, out, 400, null_mut()), NULL);
            for style in [-1, 5, c_int::MIN, c_int::MAX] {
                assert_eq!(
                    sudoku_format(malformed, style, out, 400, &mut length),
                    ARGUMENT
                );
            }
            assert_eq!(sudoku_format(malformed, 0, out, 0, &mut length), CHAR);
            assert_eq!(length, 7);
            assert_eq!(sudoku_format(board, 0, null_mut(), 0, &mut length), BUFFER);
        }
        assert_eq!((length, text), (81, [0; 400]));
    }
}
