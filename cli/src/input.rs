//! Boards out of a stream of text, in memory that does not grow with it.

use std::io::{self, ErrorKind, Read};
use std::mem;
use std::sync::{Mutex, MutexGuard};

/// Bytes of a board in [`Chunk::boards`]: 81 cells and a newline.
pub const STRIDE: usize = 82;
/// What is read at once: what a pipe holds.
const READ: usize = 1 << 16;
/// `sudoku::parse` looks at no more lines than this at once.
const LOOKAHEAD: usize = 64;
/// When this much text is held back because its lines have not ended, it is read as if
/// they did.
const HELD_BACK: usize = 1 << 20;

/// A piece of the input: what it says, in order.
#[derive(Default)]
pub struct Chunk {
    /// 81 cells and a newline each. A place that looks like a board and is none is a
    /// [`NO_BOARD`], which the library refuses like any board with a wrong character.
    pub boards: Vec<u8>,
    /// The line where each of them ends, or where it went wrong.
    pub lines: Vec<u64>,
    /// Bytes of text that this is made of.
    pub bytes: u64,
}

const NO_BOARD: [u8; 81] = [b'?'; 81];

impl Chunk {
    fn push(&mut self, board: &[u8; 81], line: u64) {
        self.boards.extend_from_slice(board);
        self.boards.push(b'\n');
        self.lines.push(line);
    }
}

/// Reads to the end and adds it to a chunk, from which others may take it. After each piece
/// that is added `go_on` is asked.
pub fn read(
    mut input: impl Read,
    chunk: &Mutex<Chunk>,
    mut go_on: impl FnMut() -> bool,
) -> io::Result<()> {
    let mut parser = Parser { line: 1 };
    // What is held back, and room for more.
    let mut text = Vec::new();
    let mut held_back = 0;
    loop {
        if text.len() < held_back + READ {
            text.resize(held_back + READ, 0);
        }
        let count = loop {
            match input.read(&mut text[held_back..held_back + READ]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        let is_last = count == 0 || held_back >= HELD_BACK;
        let length = held_back + count;
        let used = parser.parse(&text[..length], is_last, &mut lock(chunk));
        text.copy_within(used..length, 0);
        held_back = length - used;
        if !go_on() || count == 0 {
            return Ok(());
        }
    }
}

/// Takes what is there.
pub fn take(chunk: &Mutex<Chunk>) -> Chunk {
    mem::take(&mut lock(chunk))
}

fn lock(chunk: &Mutex<Chunk>) -> MutexGuard<'_, Chunk> {
    chunk.lock().expect("the parser does not panic")
}

struct Parser {
    /// The number of the line at which the text stands.
    line: u64,
}

impl Parser {
    /// Takes from the text what can be told without the text that follows it, and returns
    /// how much that is.
    fn parse(&mut self, text: &[u8], is_last: bool, chunk: &mut Chunk) -> usize {
        let settled = if is_last {
            text.len()
        } else {
            last_lines(text, LOOKAHEAD)
        };
        let (mut at, mut broken) = (0, None);
        while at < text.len() {
            if let Some((board, length)) = plain_line(&text[at..]) {
                chunk.push(board, self.line);
                self.line += 1;
                at += length;
                continue;
            }
            // The library would take a broken line for a heading; here the text before it
            // is read as if it ended there, and then the line is an error.
            let stop = match broken {
                Some(line) if line >= at => line,
                _ => *broken.insert(broken_line(text, at, is_last)),
            };
            if at == stop {
                chunk.push(&NO_BOARD, self.line);
                self.line += 1;
                at = following_line(text, at);
                continue;
            }
            let is_last = is_last || stop < text.len();
            let settled = if is_last { stop } else { settled };
            if at >= settled {
                break;
            }
            let end = match sudoku::parse(&text[at..stop]) {
                Ok(Some((board, length))) if at + length <= settled => {
                    let end = at + length;
                    let line = self.line + line_ends(text, at, end - 1);
                    chunk.push(&board.to_bytes(), line);
                    end
                }
                Err(error) if at + error.offset < settled || is_last => {
                    let fault = at + error.offset;
                    let line = self.line + line_ends(text, at, fault);
                    chunk.push(&NO_BOARD, line);
                    following_line(text, fault)
                }
                Ok(None) => settled,
                _ => break,
            };
            self.line += line_ends(text, at, end);
            at = end;
        }
        chunk.bytes += at as u64;
        at
    }
}

/// A line that is a board and nothing else, and its length. `sudoku::parse` reads it alike,
/// but slower, and it needs no look at the lines that follow.
fn plain_line(text: &[u8]) -> Option<(&[u8; 81], usize)> {
    let board = text.first_chunk::<81>()?;
    let length = match text[81..] {
        [b'\n', ..] => 82,
        [b'\r', b'\n', ..] => 83,
        _ => return None,
    };
    let is_board = sudoku::Board::from_bytes(board).is_ok();
    is_board.then_some((board, length))
}

/// The first line from `at` on that is meant as a board and is none: of digits and dots
/// alone, but too short, and not a row, and not a number, which may count or number boards.
/// The end of the text, if there is none.
fn broken_line(text: &[u8], mut at: usize, is_last: bool) -> usize {
    while at < text.len() {
        let end = following_line(text, at);
        let is_whole = is_last || end < text.len() || text[end - 1] == b'\n';
        let line = text[at..end].trim_ascii();
        let is_short = line.len() < 81 && line.len() != 9;
        if is_whole && is_short && is_of_cells(line) && !is_number(line) {
            return at;
        }
        at = end;
    }
    text.len()
}

fn is_of_cells(line: &[u8]) -> bool {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    !line.is_empty() && line.iter().all(is_cell)
}

/// 12, 12. or 1.2, but not 0012.
fn is_number(line: &[u8]) -> bool {
    let dots = line.iter().filter(|&&byte| byte == b'.').count();
    line[0].is_ascii_digit() && dots <= 1 && !line.starts_with(b"00")
}

/// Where the last `count` lines begin; the unfinished one does not count.
fn last_lines(text: &[u8], count: usize) -> usize {
    let ends = text.iter().enumerate().rev();
    let mut starts = ends.filter(|&(at, _)| ends_line(text, at));
    starts.nth(count).map_or(0, |(at, _)| at + 1)
}

fn following_line(text: &[u8], at: usize) -> usize {
    let end = (at..text.len()).find(|&at| ends_line(text, at));
    end.map_or(text.len(), |end| end + 1)
}

fn line_ends(text: &[u8], from: usize, to: usize) -> u64 {
    (from..to).filter(|&at| ends_line(text, at)).count() as u64
}

/// Lines end in LF, CR LF or CR.
fn ends_line(text: &[u8], at: usize) -> bool {
    text[at] == b'\n' || (text[at] == b'\r' && text.get(at + 1) != Some(&b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out one byte at a time, or as much as it can.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn read_in_steps(text: &[u8], step: usize) -> (Vec<u8>, Vec<u64>) {
        let chunk = Mutex::default();
        read(Drip(text, step), &chunk, || true).unwrap();
        let chunk = take(&chunk);
        assert_eq!(chunk.bytes, text.len() as u64);
        (chunk.boards, chunk.lines)
    }

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Everything that may come, and often.
    fn mixture(broken: &str) -> String {
        let board: sudoku::Board = LINE.parse().unwrap();
        let grid = board.format(sudoku::Style::Grid);
        let csv = board.format(sudoku::Style::Csv);
        let part = format!(
            "# comment\n{LINE}\n{grid}\n\n{}\r\n{LINE}\r\n{broken}\r\n{csv}\n\nid,{LINE},x\n",
            LINE.replace('.', "0")
        );
        part.repeat(3000)
    }

    #[test]
    fn boards_do_not_depend_on_how_the_text_arrives() {
        let text = mixture("53..7");
        // The library sees that a line of 80 cells is broken.
        let whole: Vec<u8> = sudoku::boards(mixture(&LINE[1..]).as_bytes())
            .flat_map(|board| {
                let mut cells = board.map_or(NO_BOARD, |board| board.to_bytes()).to_vec();
                cells.push(b'\n');
                cells
            })
            .collect();
        let (boards, lines) = read_in_steps(text.as_bytes(), usize::MAX);
        assert_eq!(boards.len(), whole.len());
        let zeros_as_dots: Vec<u8> = boards
            .iter()
            .map(|&byte| if byte == b'0' { b'.' } else { byte })
            .collect();
        assert!(zeros_as_dots == whole);
        let text = &text.as_bytes()[..5 * text.len() / 3000];
        let expected = read_in_steps(text, usize::MAX);
        assert_eq!(expected.1[..], lines[..expected.1.len()]);
        for step in [1, 7, 82, 4096] {
            assert!(
                read_in_steps(text, step) == expected,
                "{step} bytes at a time"
            );
        }
    }

    #[test]
    fn lines_are_where_boards_end_and_errors_stand() {
        let text = format!("# first\r\n{LINE}\r\n\r{}\n{LINE}\n{LINE}", &LINE[..80]);
        let (boards, lines) = read_in_steps(text.as_bytes(), usize::MAX);
        assert_eq!(lines, [2, 4, 5, 6]);
        assert_eq!(boards[STRIDE], b'?');
    }

    #[test]
    fn a_line_of_cells_is_never_lost() {
        for line in [
            "4..8",
            "..",
            "0012",
            "1..2.3",
            "5.......",
            &LINE[..10],
            &LINE[..80],
        ] {
            let text = format!("{LINE}\n{line}\n{LINE}\n {line} \r\n\n{line}");
            let (boards, lines) = read_in_steps(text.as_bytes(), usize::MAX);
            assert_eq!(lines, [1, 2, 3, 4, 6], "{line}");
            for (index, board) in boards.chunks(STRIDE).enumerate() {
                assert_eq!(board[0] == b'?', [1, 3, 4].contains(&index), "{line}");
            }
        }
        for line in [
            "12",
            "12.",
            "7.2",
            "",
            "# 4..8",
            "Puzzle 4..8",
            "---",
            "+---+",
        ] {
            let text = format!("{line}\n{LINE}\n{line}\n{LINE}\n{line}");
            let (_, lines) = read_in_steps(text.as_bytes(), usize::MAX);
            assert_eq!(lines, [2, 4], "{line}");
        }
    }

    #[test]
    fn a_broken_row_ends_a_board() {
        let rows = sudoku::Board::EMPTY.format(sudoku::Style::Rows).to_string();
        let damaged = rows.replacen("\n.........", "\n....", 1);
        let (_, lines) = read_in_steps(format!("{damaged}\n{LINE}\n").as_bytes(), 10);
        assert_eq!(lines[0], 2);
        assert_eq!(lines.last(), Some(&10));
    }

    #[test]
    fn memory_is_bounded_on_a_line_without_end() {
        let text = vec![b'-'; 3 * HELD_BACK];
        let chunk = Mutex::default();
        let go_on = || {
            assert!(take(&chunk).bytes <= (HELD_BACK + READ) as u64);
            true
        };
        read(&text[..], &chunk, go_on).unwrap();
    }
}
