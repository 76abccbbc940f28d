//! Text to boards and back.
//!
//! People write boards in many ways, and one text can often be read in several. So the
//! ways to read, [`one_line`] and [`nine_lines`], are lists tried in order at each line
//! that is no comment: the first that finds 81 cells wins. A reading is a shape (cells side
//! by side, cells apart, fields between delimiters, columns) together with one way to write
//! a blank ([`BLANKS`]): these are never mixed. One tokenizer, [`Line::token`], knows what
//! a cell is and what may stand between cells.
//!
//! Time is linear: a reading sees its own line or, at most, nine rows with
//! [`LONGEST_GAP`] lines before each, and each byte of them a fixed number of times.
//! Nothing is allocated.

use crate::board::{Board, CELLS};
use std::fmt;

/// A text holds no board where one was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Where the byte is that fits no reading; the length of the text if that ends inside
    /// a board. Reading may go on at the following line.
    pub offset: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the text holds no board at byte {}", self.offset)
    }
}

impl std::error::Error for ParseError {}

/// Reads the first board of a text, and says where the text goes on after it.
///
/// `None` if only white space, comments and headers are left. What can be read, and in
/// which order the readings are tried, is told in `include/sudoku.h` under TEXT.
///
/// # Errors
///
/// The place of something that looks like a board and is none.
pub fn parse(text: &[u8]) -> Result<Option<(Board, usize)>, ParseError> {
    let mut rest = Line::at(text, 0);
    while let Some(line) = rest {
        rest = line.following();
        if line.is_comment() || line.start == line.end {
            continue;
        }
        if let Some(found) = plain(line) {
            return Ok(Some(found));
        }
        match first_fit(
            [one_line, nine_lines_with_heading]
                .iter()
                .map(|read| read(line)),
        ) {
            Ok(found) => return Ok(Some(found)),
            Err(offset) if offset > line.end || line.holds_cells() => {
                return Err(ParseError { offset });
            }
            Err(_) => {} // A header, a ruler, or prose.
        }
    }
    Ok(None)
}

/// The boards of a text in order, and an error for each place that looks like one and is
/// none. Offsets count from the start of the text.
///
/// ```
/// let text = b"# two puzzles, one damaged\n4.....8.5.3..\n\
///     53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let boards: Vec<_> = sudoku::boards(text).collect();
/// assert_eq!(boards[0], Err(sudoku::ParseError { offset: 40 }));
/// assert!(boards[1].is_ok());
/// ```
pub fn boards(text: &[u8]) -> impl Iterator<Item = Result<Board, ParseError>> {
    let mut start = 0;
    std::iter::from_fn(move || match parse(&text[start..]) {
        Ok(None) => None,
        Ok(Some((board, length))) => {
            start += length;
            Some(Ok(board))
        }
        Err(error) => {
            let offset = start + error.offset;
            start = Line::at(text, offset).map_or(text.len(), |line| line.next);
            Some(Err(ParseError { offset }))
        }
    })
}

/// A board and the place after it; or the first byte that does not fit.
type Found = Result<(Board, usize), usize>;

/// The first success; or, of all failures, the one that came furthest.
fn first_fit<T>(attempts: impl IntoIterator<Item = Result<T, usize>>) -> Result<T, usize> {
    let mut furthest = 0;
    for attempt in attempts {
        match attempt {
            Err(at) => furthest = furthest.max(at),
            success => return success,
        }
    }
    Err(furthest)
}

/// A line of 81 cells and nothing else, as most are: [`one_line`] reads it alike.
fn plain(line: Line<'_>) -> Option<(Board, usize)> {
    let board = Board::from_bytes(line.bytes().try_into().ok()?).ok()?;
    Some((board, line.next))
}

/// The readings of a board on one line, in order.
fn one_line(line: Line<'_>) -> Found {
    let dense = BLANKS
        .iter()
        .chain([&SPACE])
        .map(|blank| side_by_side(line, blank));
    let full = std::iter::once_with(|| side_by_side(line, ANY));
    let spaced = BLANKS.iter().map(|blank| apart(line, blank));
    let fields = DELIMITERS
        .iter()
        .map(|&delimiter| row_of_fields(line, delimiter));
    first_fit(dense.chain(full).chain(spaced).chain(fields))
}

/// The readings of a board on nine lines, in order.
fn nine_lines(first: Line<'_>) -> Found {
    let rows = BLANKS
        .iter()
        .flat_map(|blank| [false, true].map(|labels| (blank, labels)));
    let rows = rows.map(|(blank, labels)| nine_rows(first, blank, labels));
    let fields = DELIMITERS
        .iter()
        .map(|&delimiter| nine_rows_of_fields(first, delimiter));
    let columns = [(false, false), (true, false), (false, true)].iter();
    let columns =
        columns.map(|&(labels, empty_rows)| nine_rows_of_columns(first, labels, empty_rows));
    first_fit(rows.chain(fields).chain(columns))
}

/// [`nine_lines`] at or below a line that may only number the columns. As a board may begin
/// with these digits too, a tenth row must not leave it open which nine are meant.
fn nine_lines_with_heading(first: Line<'_>) -> Found {
    let found = nine_lines(first);
    if !first.numbers_columns() {
        return found;
    }
    let after = |&(_, end): &(Board, usize)| Line::at(first.text, end);
    let below = first.following().map(Line::past_gap);
    let below = below.ok_or(first.start).and_then(nine_lines);
    match (found, below) {
        (_, Ok(below)) if !after(&below).is_some_and(Line::holds_cells) => Ok(below),
        (Ok(found), _) => match after(&found).map(Line::past_gap) {
            Some(tenth) if tenth.holds_cells() => {
                let next = first_fit([one_line(tenth), nine_lines(tenth)]);
                next.map(|_| found).map_err(|_| first.start)
            }
            _ => Ok(found),
        },
        (Err(at), below) => Err(at.max(below.err().unwrap_or(at))),
    }
}

/// How a text writes a blank: one of these strings.
type Blank = &'static [&'static [u8]];

const BLANKS: [Blank; 10] = [
    &[b".", b"0"],
    &[b"0"], // leaves '.' to join rows
    &[b"*"],
    &[b"_"],
    &[b"-"],
    &[b"?"],
    &[b"x", b"X"],
    &[b"e", b"E"],
    &[b"-1"],
    &[b"null", b"None"],
];

/// A blank of its own, as it is also what separates.
const SPACE: Blank = &[b" ", "\u{A0}".as_bytes()];

/// All blanks of one character: for full grids, beside which no puzzle may stand.
const ANY: Blank = &[b".", b"0", b"*", b"_", b"-", b"?", b"x", b"X", b"e", b"E"];

/// What stands between fields that are empty for a blank.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The most lines that a ruler and the empty lines around it take.
const LONGEST_GAP: usize = 4;

/// The fewest cells side by side that look like a board, whole or damaged, in prose.
const LONG: usize = CELLS / 3;

/// What a text consists of, given how it writes a blank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    /// A digit, or 0 for a blank.
    Cell(u8),
    /// A plus sign before a digit: some programs mark digits that are not givens.
    Mark,
    /// What may stand around cells in any number: white space, bars, brackets, quotes,
    /// commas; and a star before a digit, a mark that takes the place of a space.
    Gap,
    /// What may join rows on one line, standing alone between them.
    Joint,
    Other,
    End,
}

/// A line of a text, without its CR, LF or both, and without a byte order mark.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a [u8],
    start: usize,
    end: usize,
    /// Where the following line starts.
    next: usize,
}

impl<'a> Line<'a> {
    /// The line from a place on, unless that is the end of the text.
    fn at(text: &'a [u8], start: usize) -> Option<Line<'a>> {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        let end = start + length.unwrap_or(rest.len());
        let terminator = match &text[end..] {
            [b'\r', b'\n', ..] => 2,
            [_, ..] => 1,
            [] => 0,
        };
        let mark = if rest.starts_with("\u{FEFF}".as_bytes()) {
            3
        } else {
            0
        };
        Some(Line {
            text,
            start: start + mark,
            end,
            next: end + terminator,
        })
    }

    fn following(self) -> Option<Line<'a>> {
        Line::at(self.text, self.next)
    }

    /// This line and all that follow.
    fn lines(self) -> impl Iterator<Item = Line<'a>> {
        std::iter::successors(Some(self), |line| line.following())
    }

    /// The first line from here on that is neither empty nor a ruler, if it is near.
    fn past_gap(self) -> Line<'a> {
        let line = self
            .lines()
            .take(LONGEST_GAP + 1)
            .find(|line| !line.is_gap());
        line.unwrap_or(self)
    }

    fn bytes(self) -> &'a [u8] {
        &self.text[self.start..self.end]
    }

    /// The token at a place of this line, and its length.
    fn token(self, at: usize, blank: Blank) -> (Token, usize) {
        let rest = &self.text[at..self.end];
        if let [digit @ b'1'..=b'9', ..] = *rest {
            return (Token::Cell(digit - b'0'), 1);
        }
        if let Some(blank) = blank
            .iter()
            .find(|blank| rest.first() == blank.first() && rest.starts_with(blank))
        {
            return (Token::Cell(0), blank.len());
        }
        match *rest {
            [] => (Token::End, 0),
            [b'+', b'1'..=b'9', ..] => (Token::Mark, 1),
            [b'*', b'1'..=b'9', ..] => (Token::Gap, 1),
            // Line ends and tabs in a string of some programming language.
            [b'\\', b'n' | b'r' | b't', ..] => (Token::Gap, 2),
            [
                b' ' | b'\t' | b'|' | b'!' | b',' | b';' | b'"' | b'\'' | b'`',
                ..,
            ] => (Token::Gap, 1),
            [b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'<' | b'>', ..] => (Token::Gap, 1),
            [b'.' | b'-' | b'_' | b'/' | b'*' | b'~', ..] => (Token::Joint, 1),
            [0xC2, 0xA0, ..] => (Token::Gap, 2), // no-break space
            [0xE2, 0x94 | 0x95, 0x80..=0xBF, ..] => (Token::Gap, 3), // box drawing
            _ => (Token::Other, 1),
        }
    }

    /// The length of the vertical bar at a place of this line, if there is one.
    fn bar(self, at: usize) -> Option<usize> {
        match self.text[at..self.end] {
            [b'|' | b'!', ..] => Some(1),
            [0xE2, 0x94, 0x82 | 0x83 | 0x86 | 0x87 | 0x8A | 0x8B, ..] => Some(3),
            [0xE2, 0x95, 0x91, ..] => Some(3),
            _ => None,
        }
    }

    /// May a board begin after, or end before, what stands here?
    fn is_edge(self, at: usize, blank: Blank) -> bool {
        match self.token(at, blank).0 {
            Token::Gap | Token::End => true,
            Token::Cell(_) | Token::Mark => false,
            Token::Joint | Token::Other => match self.text[at] {
                b'.' | b'-' | b'_' | b'*' | b'~' | b'+' | b'?' => false,
                byte => byte.is_ascii_punctuation() || byte == 0,
            },
        }
    }

    /// Where cells may begin: at the start and after each colon and equals sign.
    fn starts(self) -> impl Iterator<Item = usize> {
        let keys = (self.start..self.end).filter(move |&at| matches!(self.text[at], b':' | b'='));
        std::iter::once(self.start).chain(keys.map(|at| at + 1))
    }

    /// Where cells may begin after a row's label: a word, or the row's number from 0 or 1.
    fn after_label(self, row: usize) -> Option<usize> {
        let is_gap = |&at: &usize| self.token(at, &[]).0 == Token::Gap;
        let start = (self.start..self.end).find(|at| !is_gap(at))?;
        let end = (start..self.end).find(is_gap)?;
        let is_label = match self.text[start..end] {
            [digit @ b'0'..=b'9'] | [digit @ b'0'..=b'9', b'.' | b')'] => {
                let number = usize::from(digit - b'0');
                number == row || number == row + 1
            }
            [first, ..] => first.is_ascii_alphabetic(),
            [] => false,
        };
        is_label.then_some(end)
    }

    fn is_comment(self) -> bool {
        let text = self.bytes().trim_ascii_start();
        text.starts_with(b"#") || text.starts_with(b"%") || text.starts_with(b"//")
    }

    /// Is this nothing but nine digits in order, perhaps with a label?
    fn numbers_columns(self) -> bool {
        let starts = std::iter::once(self.start).chain(self.after_label(0));
        let row = first_fit(starts.map(|start| cells(self, start, BLANKS[0])));
        row.is_ok_and(|row: [u8; 9]| (1..9).all(|i| row[i] == row[i - 1] + 1))
    }

    /// Is the line empty or a ruler? Text may follow nine or more columns of a ruler.
    fn is_gap(self) -> bool {
        let mut lines = 0;
        let mut at = self.start;
        while at < self.end {
            match self.text[at] {
                b'-' | b'=' | b'_' | b'*' | b'~' => lines += 1,
                b'+' | b'.' | b':' | b'\'' | b'`' | b'^' | b'|' | b'!' | b',' | b'#' => {}
                b' ' | b'\t' => {}
                _ => match self.token(at, &[]) {
                    (Token::Gap, length @ 2..) => {
                        lines += usize::from(length == 3 && self.bar(at).is_none());
                        at += length - 1;
                    }
                    _ => return lines >= 9 && self.text[at - 1] == b' ',
                },
            }
            at += 1;
        }
        lines >= 3 || self.bytes().trim_ascii().is_empty()
    }

    /// Does the line look like a board or a row, whole or damaged? If not, it is a header,
    /// a ruler or prose. Digits of other scripts and dashes that are not ASCII count.
    fn holds_cells(self) -> bool {
        let (mut letters, mut digits, mut cells) = (0, false, 0);
        // Cells side by side, and whether there is a digit among them.
        let (mut run, mut run_digits, mut longest) = (0, false, 0);
        for chunk in self.bytes().utf8_chunks() {
            for char in chunk.valid().chars() {
                match char {
                    '0'..='9' | '.' | '*' | '_' | '-' | '?' | 'x' | 'X' | 'e' | 'E' => {
                        digits |= char.is_ascii_digit();
                        letters += usize::from(char.is_alphabetic());
                        cells += 1;
                        run_digits = (run > 0 && run_digits) || char.is_ascii_digit();
                        run += 1;
                        if run_digits {
                            longest = longest.max(run);
                        }
                        continue;
                    }
                    '\u{2500}'..='\u{257F}' => {}
                    _ if char.is_ascii() || char.is_whitespace() || char.is_alphabetic() => {
                        letters += usize::from(char.is_alphabetic());
                    }
                    _ => {
                        cells += 1;
                        digits = true;
                    }
                }
                run = 0;
            }
            cells += chunk.invalid().len();
        }
        digits && (longest >= LONG || (cells >= 7 && cells > 7 * letters))
    }
}

/// The board of these cells. One of blanks only must be written with '.' or '0': a line
/// of dashes is a ruler.
fn board(cells: &[u8; CELLS], blank: Blank) -> Option<Board> {
    let mut board = Board::EMPTY;
    for (cell, &digit) in cells.iter().enumerate() {
        board.set(cell, digit);
    }
    (board != Board::EMPTY || blank.contains(&b"0".as_slice())).then_some(board)
}

/// The first run of exactly 81 cells with a blank on the line, between delimiters; or,
/// with [`ANY`], the first without. A solution may stand beside the puzzle, and must not be
/// taken for it if the puzzle is damaged.
fn side_by_side(line: Line<'_>, blank: Blank) -> Found {
    if blank[0].len() > 1 || line.bytes().len() < LONG {
        return Err(line.start);
    }
    let full = blank == ANY;
    let mut chosen = None;
    let mut damage = None;
    let mut run = [0; CELLS];
    let mut count = 0;
    // Where the last token stands that is no cell, and the one before the run.
    let (mut at, mut last, mut before) = (line.start, None, None);
    let is_edge = |at: Option<usize>| at.is_none_or(|at| line.is_edge(at, blank));
    loop {
        let (token, length) = line.token(at, blank);
        match token {
            Token::Cell(digit) => {
                if count == 0 {
                    before = last;
                }
                match run.get_mut(count) {
                    Some(cell) => *cell = digit,
                    None if chosen.is_none() => drop(damage.get_or_insert(at)),
                    None => {}
                }
                count += 1;
            }
            Token::Mark => {}
            _ => {
                last = Some(at);
                let is_whole = count == CELLS && is_edge(before) && is_edge(last);
                if is_whole && run.contains(&0) != full {
                    chosen.get_or_insert(run);
                } else if count >= LONG && (full || !is_whole && chosen.is_none()) {
                    damage.get_or_insert(at);
                }
                count = 0;
            }
        }
        if token == Token::End {
            break;
        }
        at += length;
    }
    match (damage, chosen) {
        (None, Some(cells)) => Ok((board(&cells, blank).ok_or(line.start)?, line.next)),
        (damage, _) => Err(damage.unwrap_or(line.start)),
    }
}

/// 81 cells on one line in groups of nine, three or one.
fn apart(line: Line<'_>, blank: Blank) -> Found {
    let found: [u8; CELLS] = first_fit(line.starts().map(|start| cells(line, start, blank)))?;
    Ok((board(&found, blank).ok_or(line.start)?, line.next))
}

/// `N` cells from a place on, in groups of nine, three or one with gaps between them.
/// After the last only what is clearly no further cell may follow.
fn cells<const N: usize>(line: Line<'_>, start: usize, blank: Blank) -> Result<[u8; N], usize> {
    // A blank of several characters is only clear where each cell stands alone.
    let units: &[usize] = if blank.iter().any(|blank| blank.len() > 1) {
        &[1]
    } else {
        &[1, 3, 9]
    };
    let mut cells = [0; N];
    let (mut count, mut group, mut unit) = (0, 0, None);
    let (mut at, mut marked) = (start, false);
    loop {
        let (token, length) = line.token(at, blank);
        if let Token::Cell(digit) = token {
            if unit == Some(group) {
                // In a spaced row a mark takes the place of the space.
                if !marked || count == N {
                    return Err(at);
                }
                group = 0;
            }
            *cells.get_mut(count).ok_or(at)? = digit;
            count += 1;
            group += 1;
        } else if token != Token::Mark && group > 0 {
            if *unit.get_or_insert(group) != group || !units.contains(&group) {
                return Err(at);
            }
            if count == N {
                break;
            }
            if token == Token::Joint {
                let joins = matches!(line.token(at + length, blank).0, Token::Cell(_));
                if group != 9 || !joins {
                    return Err(at);
                }
            }
            group = 0;
        } else if token == Token::Joint {
            return Err(at);
        }
        if matches!(token, Token::Other | Token::End) {
            return Err(at);
        }
        marked = token == Token::Mark;
        at += length;
    }
    if !line.is_edge(at, blank) {
        return Err(at);
    }
    while let (Token::Gap, length) = line.token(at, blank) {
        at += length;
    }
    match line.token(at, blank).0 {
        Token::Cell(_) => Err(at),
        _ => Ok(cells),
    }
}

/// Nine lines at regular distances, as `row` reads them: the same number of empty lines
/// and rulers before the rows of a band, and the same number before each band. `row` is
/// given the row's number and says whether there is a digit in it. The result is the
/// place after the rows.
///
/// A failure counts as one on the first line as long as it is open whether a board has
/// begun: what looks like a row may be a ruler or a pair of numbers above the board.
fn nine_regular_lines(
    first: Line<'_>,
    mut row: impl FnMut(usize, Line<'_>) -> Result<bool, usize>,
) -> Result<usize, usize> {
    let mut rest = Some(first);
    let mut end = first.next;
    let mut distances = [None; 2];
    let mut first_gap = None;
    let mut digits = false;
    for number in 0..9 {
        let has_begun = digits && (number > 1 || first.holds_cells());
        let miss = |at| if has_begun { at } else { first.start };
        let mut gap = 0;
        let (line, result) = loop {
            let line = rest.ok_or(miss(first.text.len()))?;
            rest = line.following();
            let result = row(number, line);
            if result.is_ok() || number == 0 || gap == LONGEST_GAP || !line.is_gap() {
                break (line, result);
            }
            first_gap.get_or_insert(line.start);
            gap += 1;
        };
        let distance = &mut distances[usize::from(number % 3 == 0)];
        if number > 0 && *distance.get_or_insert(gap) != gap {
            // What follows the gap may be the first row of another board.
            return Err(miss(first_gap.unwrap_or(first.start)));
        }
        digits |= result.map_err(miss)?;
        end = line.next;
    }
    Ok(end)
}

/// Nine rows of cells, all with a label before or none.
fn nine_rows(first: Line<'_>, blank: Blank, labels: bool) -> Found {
    let found = nine_rows_with(first, blank, labels, false)?;
    // A line of dashes alone may be a row of blanks or a ruler.
    match nine_rows_with(first.past_gap(), blank, labels, true) {
        Ok(other) if other != found => {
            let gap = first.lines().find(|line| line.is_gap());
            Err(gap.unwrap_or(first).start)
        }
        _ => Ok(found),
    }
}

fn nine_rows_with(first: Line<'_>, blank: Blank, labels: bool, rulers: bool) -> Found {
    let mut found = [0; CELLS];
    let end = nine_regular_lines(first, |number, line| {
        let row: [u8; 9] = if labels {
            cells(line, line.after_label(number).ok_or(line.start)?, blank)?
        } else {
            first_fit(line.starts().map(|start| cells(line, start, blank)))?
        };
        found[9 * number..][..9].copy_from_slice(&row);
        let has_digit = row != [0; 9];
        if rulers && !has_digit {
            return Err(line.start);
        }
        Ok(has_digit)
    })?;
    Ok((board(&found, blank).ok_or(first.start)?, end))
}

/// 81 fields on one line.
fn row_of_fields(line: Line<'_>, delimiter: u8) -> Found {
    let found: [u8; CELLS] = fields(line, delimiter)?;
    Ok((board(&found, &[]).ok_or(line.start)?, line.next))
}

/// Nine rows of nine fields.
fn nine_rows_of_fields(first: Line<'_>, delimiter: u8) -> Found {
    let mut found = [0; CELLS];
    let end = nine_regular_lines(first, |number, line| {
        let row: [u8; 9] = fields(line, delimiter)?;
        found[9 * number..][..9].copy_from_slice(&row);
        Ok(row != [0; 9])
    })?;
    Ok((board(&found, &[]).ok_or(first.start)?, end))
}

/// `N` fields of a digit or nothing, perhaps with quotes or brackets. Editors strip tabs
/// from the end of a line.
fn fields<const N: usize>(line: Line<'_>, delimiter: u8) -> Result<[u8; N], usize> {
    let mut cells = [0; N];
    let mut count = 0;
    let mut closed = false;
    for at in line.start..line.end {
        match line.text[at] {
            byte if byte == delimiter && count + 1 < N => {
                count += 1;
                closed = false;
            }
            byte if byte == delimiter && closed => break,
            digit @ b'1'..=b'9' if cells[count] == 0 => cells[count] = digit - b'0',
            b']' | b'}' | b')' => closed = true,
            b' ' | b'"' | b'\'' | b'[' | b'{' | b'(' => {}
            _ => return Err(at),
        }
    }
    match count + 1 == N || (N == 9 && delimiter == b'\t' && count > 0 && cells[count] > 0) {
        true => Ok(cells),
        false => Err(line.end),
    }
}

/// Nine rows of characters in columns at regular distances, a space for a blank; all with
/// a label before or none. An empty line is a row of blanks or not, as told.
fn nine_rows_of_columns(first: Line<'_>, labels: bool, empty_rows: bool) -> Found {
    let mut rows = [Columns::EMPTY; 9];
    let mut first_empty = None;
    let end = nine_regular_lines(first, |number, line| {
        let start = match labels {
            true => line.after_label(number).ok_or(line.start)?,
            false => line.start,
        };
        let row = Columns::of(line, start)?;
        let has_digit = row.has_digit();
        let is_row = if row.is_visible() {
            has_digit || !line.is_gap()
        } else {
            // The first row decides where the board begins: it must not be an empty line.
            empty_rows && (number > 0 || row.length >= 9)
        };
        if !is_row {
            return Err(line.start);
        }
        if !row.is_visible() {
            first_empty.get_or_insert(line.start);
        }
        rows[number] = row;
        Ok(has_digit)
    });
    // What follows an empty line may be the first row of another board.
    let is_cut = |at: &usize| *at == first.text.len();
    let end = end.map_err(|at| first_empty.filter(|_| !is_cut(&at)).unwrap_or(at))?;
    // With blanks that do not show, a tenth row would leave open which nine are meant.
    let is_row = |line| Columns::of(line, line.start).is_ok_and(|row| row.has_digit());
    let has_space = rows
        .iter()
        .any(|row| row.chars[..row.length].contains(&b' '));
    if !has_space || Line::at(first.text, end).is_some_and(is_row) {
        return Err(first.start);
    }
    let mut found = None;
    for cells in Layout::all().filter_map(|layout| layout.read(&rows)) {
        if *found.get_or_insert(cells) != cells {
            return Err(first.start);
        }
    }
    let board = found.and_then(|cells| board(&cells, &[]));
    Ok((board.ok_or(first.start)?, end))
}

/// The characters of a line by column: digits, spaces, and [`Columns::BAR`] for a bar.
#[derive(Clone, Copy)]
struct Columns {
    chars: [u8; Columns::MOST],
    length: usize,
}

impl Columns {
    /// Nine cells in columns four apart, with a frame, an indent and text behind.
    const MOST: usize = 64;
    const BAR: u8 = b'|';
    /// Where the text behind a closing bar begins.
    const OTHER: u8 = b'#';

    const EMPTY: Columns = Columns {
        chars: [b' '; Columns::MOST],
        length: 0,
    };

    /// The columns of a line from a place on.
    fn of(line: Line<'_>, start: usize) -> Result<Columns, usize> {
        let mut row = Columns::EMPTY;
        let mut last = b' ';
        let mut at = start;
        while at < line.end {
            let has_room = row.length + 1 < Columns::MOST;
            let (char, length) = match (line.bar(at), line.token(at, SPACE)) {
                (Some(length), _) if has_room => (Columns::BAR, length),
                (None, (Token::Cell(0), length)) if has_room => (b' ', length),
                (None, (Token::Cell(digit), 1)) if has_room => (b'0' + digit, 1),
                _ if last == Columns::BAR => (Columns::OTHER, 1),
                _ => return Err(at),
            };
            row.chars[row.length] = char;
            row.length += 1;
            if char == Columns::OTHER {
                break;
            }
            if char != b' ' {
                last = char;
            }
            at += length;
        }
        Ok(row)
    }

    fn has_digit(&self) -> bool {
        self.chars.iter().any(u8::is_ascii_digit)
    }

    fn is_visible(&self) -> bool {
        self.chars != Columns::EMPTY.chars
    }
}

/// Where the cells of a row are: the first, the distance to the next, and what is added
/// to that between boxes.
#[derive(Clone, Copy)]
struct Layout {
    first: usize,
    step: usize,
    extra: usize,
}

impl Layout {
    fn all() -> impl Iterator<Item = Layout> {
        (0..9 * 4 * 4).map(|n| Layout {
            first: n / 16,
            step: n / 4 % 4 + 1,
            extra: n % 4,
        })
    }

    fn column(self, cell: usize) -> usize {
        self.first + self.step * cell + self.extra * (cell / 3)
    }

    /// The cells of nine rows, if every row fits: the bars of all rows are in the same
    /// columns, around boxes or around cells. Without bars the last cell ends the longest
    /// row.
    fn read(self, rows: &[Columns; 9]) -> Option<[u8; CELLS]> {
        let mut found = [0; CELLS];
        let mut bars = None;
        for (cells, row) in found.chunks_mut(9).zip(rows) {
            let row_bars = self.read_row(row, cells)?;
            if *bars.get_or_insert(row_bars) != row_bars {
                return None;
            }
        }
        let bars = bars.unwrap_or(0);
        let has_bar = |cell: usize| {
            let between = self.column(cell - 1)..self.column(cell);
            bars >> between.start & ((1 << between.len()) - 1) != 0
        };
        let fits = if bars == 0 {
            let length = self.column(8) + 1;
            let stripped = rows
                .iter()
                .all(|row| !row.chars[..row.length].ends_with(b" "));
            rows.iter()
                .all(|row| row.length == length || (stripped && row.length < length))
                && rows.iter().any(|row| row.length == length)
        } else {
            has_bar(3) && has_bar(6) && {
                let inner = (1..9).filter(|cell| cell % 3 != 0);
                let count = inner.filter(|&cell| has_bar(cell)).count();
                count == 0 || count == 6
            }
        };
        fits.then_some(found)
    }

    /// Reads a row, and tells in which columns there are bars. A row that begins with a
    /// bar ends with one, and then with whatever.
    fn read_row(self, row: &Columns, cells: &mut [u8]) -> Option<u64> {
        let mut bars = 0u64;
        let mut next = 0;
        for (column, &char) in row.chars[..row.length].iter().enumerate() {
            if next < 9 && column == self.column(next) {
                cells[next] = match char {
                    b' ' => 0,
                    b'1'..=b'9' => char - b'0',
                    _ => return None,
                };
                next += 1;
            } else if char == Columns::BAR {
                bars |= 1 << column;
                if next == 9 {
                    let has_ended = !row.chars[column + 1..].contains(&Columns::BAR);
                    return has_ended.then_some(bars);
                }
            } else if char != b' ' {
                return None;
            }
        }
        let framed = bars & ((1 << self.first) - 1) != 0;
        (!framed).then_some(bars)
    }
}

/// How [`Board::format`] writes a board. Lines are separated by `\n`; there is none after
/// the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// 81 characters, `.` for a blank.
    Line,
    /// Nine lines of nine characters, `.` for a blank.
    Rows,
    /// Nine lines with spaces and bars, and rulers around the boxes; `.` for a blank.
    Grid,
    /// An `.sdk` file: the line `[Puzzle]`, then nine lines, `.` for a blank.
    Sdk,
    /// Comma-separated values: nine lines of nine numbers, `0` for a blank.
    Csv,
}

impl Board {
    /// The board as text, in a style that [`parse`] reads back.
    ///
    /// ```
    /// let board = sudoku::Board::EMPTY;
    /// assert_eq!(board.format(sudoku::Style::Csv).to_string().lines().next(), Some("0,0,0,0,0,0,0,0,0"));
    /// ```
    pub fn format(self, style: Style) -> impl fmt::Display {
        Formatted { board: self, style }
    }
}

struct Formatted {
    board: Board,
    style: Style,
}

// A board of blanks in each style.
const LINE: &str =
    ".................................................................................";
const SDK: &str = "\
[Puzzle]
.........
.........
.........
.........
.........
.........
.........
.........
.........";
const ROWS: &str = SDK.split_at("[Puzzle]\n".len()).1;
const GRID: &str = "\
+-------+-------+-------+
| . . . | . . . | . . . |
| . . . | . . . | . . . |
| . . . | . . . | . . . |
+-------+-------+-------+
| . . . | . . . | . . . |
| . . . | . . . | . . . |
| . . . | . . . | . . . |
+-------+-------+-------+
| . . . | . . . | . . . |
| . . . | . . . | . . . |
| . . . | . . . | . . . |
+-------+-------+-------+";
const CSV: &str = "\
0,0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0,0";

/// Where the cells are in a board of blanks.
const fn places(blanks: &str) -> [usize; CELLS] {
    let mut places = [0; CELLS];
    let (mut at, mut cell) = (0, 0);
    while cell < CELLS {
        if matches!(blanks.as_bytes()[at], b'.' | b'0') {
            places[cell] = at;
            cell += 1;
        }
        at += 1;
    }
    places
}

impl fmt::Display for Formatted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (blanks, places) = match self.style {
            Style::Line => (LINE, &const { places(LINE) }),
            Style::Rows => (ROWS, &const { places(ROWS) }),
            Style::Grid => (GRID, &const { places(GRID) }),
            Style::Sdk => (SDK, &const { places(SDK) }),
            Style::Csv => (CSV, &const { places(CSV) }),
        };
        let mut text = [0; GRID.len()];
        let text = &mut text[..blanks.len()];
        text.copy_from_slice(blanks.as_bytes());
        for (&place, &digit) in places.iter().zip(self.board.digits()) {
            if digit > 0 {
                text[place] = b'0' + digit;
            }
        }
        f.write_str(std::str::from_utf8(text).unwrap_or_default())
    }
}
