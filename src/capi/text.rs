//! TEXT
//!
//! Reads boards from text as people have it, and writes them in the usual styles.
//!
//! A text is bytes with a length; no NUL is needed. Lines end in LF, CR LF or CR, the last
//! one anyhow; a byte order mark at the start of a line is skipped. To read a whole text:
//!
//! ```c
//!     size_t at = 0, used = 0;
//!     int status;
//!     while ((status = sudoku_parse(text + at, length - at, board, &used)) != SUDOKU_END) {
//!         at += used;
//!         if (status == SUDOKU_ERR_TEXT)       // not a board: go on at the next line
//!             while (at < length && text[at] != '\n' && text[at] != '\r') at++;
//!         else ...
//!     }
//! ```
//!
//! CELLS. A digit from 1 to 9, or a blank. All blanks of a board are written alike. These
//! are tried in turn: '.' and '0' (also mixed), '0' alone, '*', '_', '-', '?', 'x' or 'X',
//! 'e' or 'E', and, if every cell stands alone, -1, and null or None. A board without any
//! digit counts only if its blanks are '.' or '0'. Digits and dashes that are not ASCII
//! are no cells. A '+' before a digit is skipped.
//!
//! GAPS. Between cells may stand, in any number: white space, bars (| and !), brackets of
//! all kinds, quotes, ',' and ';', box drawing characters of Unicode, \n, \r and \t
//! written with a backslash, and a '*' before a digit. The cells are in groups of one,
//! three or nine, and only these have gaps between them.
//!
//! READINGS, tried in this order at each line; the first that fits all 81 cells wins:
//!
//! 1. One line, cells side by side, anywhere between delimiters: the ends of the line,
//!    gaps, and ASCII punctuation other than . - _ * ~ + ?. So in a CSV file, a URL or an
//!    XML attribute. The first run of 81 cells with a blank counts, unless one before it
//!    looks like a damaged board; the rest of the line is skipped.
//! 2. The same with a space for a blank.
//! 3. The same without a blank, unless another run looks like a damaged board: a solution
//!    must not be taken for the puzzle beside it.
//! 4. One line, cells in groups, from its start or after a ':' or '='. Groups of nine may
//!    also be joined by one of . - _ / * ~ that is not the blank.
//! 5. One line of 81 fields between ',' or ';' or tabs, each a digit, or empty for a blank.
//! 6. Nine lines, each with nine cells in groups, from its start or after a ':' or '='; or
//!    all after a label, which is a word or the row's number from 0 or 1. Text may follow
//!    a row after a delimiter, unless it begins with a cell.
//! 7. Nine lines of nine fields as in 5. Tabs may be missing at the end of a line.
//! 8. Nine lines with the cells in regular columns, a space for a blank, with bars around
//!    the boxes or around the cells or without bars; all after a label or none. Spaces may
//!    be missing at the end of a line. Behind a closing bar may stand any text.
//!
//! Between nine lines may stand rulers and empty lines, as many before each row of a band
//! and as many before each band. A line that numbers the columns is skipped if nine rows
//! and no tenth follow. Where a line of dashes may be a row of blanks or a ruler, and
//! where cells may be in one set of columns or another, and the boards differ, the text is
//! refused.
//!
//! Skipped are: lines that begin with '#', '%' or two slashes; empty lines and rulers; and
//! other lines that do not look like a row or a board, as headers, trailers and prose.

use super::guard::guard;
use super::status::Status;
use super::{read_board, write_board};
use crate::text::{Style, parse};
use libc::{c_char, c_int};
use std::io::Write;

/// Styles of sudoku_format. Lines are separated by LF; none stands after the last.
/// One line of 81 characters, '.' for a blank.
pub const STYLE_LINE: i32 = 0;
/// Nine lines of nine characters, '.' for a blank.
pub const STYLE_ROWS: i32 = 1;
/// Nine lines with spaces and bars, and rulers around the boxes, '.' for a blank.
pub const STYLE_GRID: i32 = 2;
/// An .sdk file: the line [Puzzle], then nine lines of nine characters, '.' for a blank.
pub const STYLE_SDK: i32 = 3;
/// Comma-separated values: nine lines of nine numbers, 0 for a blank.
pub const STYLE_CSV: i32 = 4;

/// Reads the next board of a text.
///
/// Returns SUDOKU_OK with the board, as 81 digits and '.' for blanks, and in *out_offset
/// the place after it: the start of a line, or length. SUDOKU_END if only white space,
/// comments and headers are left: *out_offset is length. SUDOKU_ERR_TEXT if something
/// looks like a board and is none: *out_offset is the byte that does not fit, or length if
/// the text ends inside a board (read more, or give up), and the next call may start at
/// the following line. Clashes are no concern here.
///
/// Also SUDOKU_ERR_NULL (out_board, out_offset, or text while length is not 0) and
/// SUDOKU_ERR_ARGUMENT (length is more than memory can hold), with *out_offset untouched.
/// out_board is written only with SUDOKU_OK. A walk over a whole text takes time linear in
/// its length.
/// cbindgen:ptrs-as-arrays=[[out_board;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_parse(
    text: *const c_char,
    length: usize,
    out_board: *mut c_char,
    out_offset: *mut usize,
) -> c_int {
    guard(|| {
        if out_board.is_null() || out_offset.is_null() || (text.is_null() && length > 0) {
            return Err(Status::ErrNull);
        }
        if isize::try_from(length).is_err() {
            return Err(Status::ErrArgument);
        }
        let bytes = match length {
            0 => &[],
            // SAFETY: not NULL, so `length` readable bytes, and no object is larger than
            // isize::MAX.
            _ => unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) },
        };
        let (status, offset) = match parse(bytes) {
            Ok(Some((board, offset))) => {
                // SAFETY: not NULL, so 81 writable bytes; the text is not read any more.
                unsafe { write_board(out_board, &board) };
                (Status::Ok, offset)
            }
            Ok(None) => (Status::End, length),
            Err(error) => (Status::ErrText, error.offset),
        };
        // SAFETY: not NULL, so a writable size_t.
        unsafe { out_offset.write(offset) };
        Ok(status)
    })
}

/// Writes a board as text, in a style that sudoku_parse reads back.
///
/// `style` is one of SUDOKU_STYLE_...; `size` is that of the array out_text. A NUL is
/// written after the text. *out_length is the length of the whole text without the NUL;
/// no style needs more than 352 bytes with it. To learn the length first, pass NULL and 0.
///
/// Returns SUDOKU_OK; SUDOKU_ERR_BUFFER if size is not more than the length: then only
/// *out_length is written; or, with nothing written, SUDOKU_ERR_NULL (board, out_length,
/// or out_text while size is not 0), SUDOKU_ERR_ARGUMENT (unknown style) or
/// SUDOKU_ERR_CHAR.
/// cbindgen:ptrs-as-arrays=[[board;81]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudoku_format(
    board: *const c_char,
    style: c_int,
    out_text: *mut c_char,
    size: usize,
    out_length: *mut usize,
) -> c_int {
    guard(|| {
        if board.is_null() || out_length.is_null() || (out_text.is_null() && size > 0) {
            return Err(Status::ErrNull);
        }
        let style = match style {
            STYLE_LINE => Style::Line,
            STYLE_ROWS => Style::Rows,
            STYLE_GRID => Style::Grid,
            STYLE_SDK => Style::Sdk,
            STYLE_CSV => Style::Csv,
            _ => return Err(Status::ErrArgument),
        };
        // SAFETY: not NULL, so 81 readable bytes.
        let board = unsafe { read_board(board) }?;
        let mut text = [0; 352];
        let mut rest = &mut text[..];
        write!(rest, "{}\0", board.format(style)).map_err(|_| Status::ErrInternal)?;
        let unused = rest.len();
        let text = &text[..text.len() - unused];
        // SAFETY: not NULL, so a writable size_t.
        unsafe { out_length.write(text.len() - 1) };
        if size < text.len() {
            return Err(Status::ErrBuffer);
        }
        // SAFETY: `size` bytes are writable there, and the text is an array of our own.
        unsafe { out_text.cast::<u8>().copy_from(text.as_ptr(), text.len()) };
        Ok(Status::Ok)
    })
}
