//! Boards, houses and the relations between cells: plain types and constant tables.

use std::fmt;
use std::str::FromStr;

/// Cells of a board, numbered 0–80 row by row.
pub(crate) const CELLS: usize = 81;

/// A set of cells: bit 0 for cell 0 to bit 80 for cell 80.
pub(crate) type Cells = u128;

/// The set of all cells.
pub(crate) const ALL_CELLS: Cells = (1 << CELLS) - 1;

/// The members of a set, ascending.
pub(crate) fn members(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (cells != 0).then(|| {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            cell
        })
    })
}

/// Houses of a board: rows 0–8, columns 9–17, boxes 18–26.
pub(crate) const HOUSES: usize = 27;

/// The cells of each house, in ascending order.
pub(crate) const HOUSE_CELLS: [[u8; 9]; HOUSES] = {
    let mut cells = [[0; 9]; HOUSES];
    let mut i = 0;
    while i < 81 {
        let (house, place) = (i / 9, i % 9);
        cells[house][place] = i as u8;
        cells[9 + place][house] = i as u8;
        let (row, column) = (house / 3 * 3 + place / 3, house % 3 * 3 + place % 3);
        cells[18 + house][place] = (9 * row + column) as u8;
        i += 1;
    }
    cells
};

/// The houses of a cell: its row, column and box, numbered as in [`HOUSE_CELLS`].
pub(crate) const fn houses_of(cell: usize) -> [usize; 3] {
    // Looking them up takes less than three divisions.
    const HOUSES_OF: [[u8; 3]; CELLS] = {
        let mut houses = [[0; 3]; CELLS];
        let mut cell = 0;
        while cell < CELLS {
            let (row, column) = (cell as u8 / 9, cell as u8 % 9);
            houses[cell] = [row, 9 + column, 18 + row / 3 * 3 + column / 3];
            cell += 1;
        }
        houses
    };
    let [row, column, r#box] = HOUSES_OF[cell];
    [row as usize, column as usize, r#box as usize]
}

/// The number of bits of a mask of nine; the baseline of x86-64 has no instruction for it.
pub(crate) static COUNT: [u8; 512] = {
    let mut count = [0; 512];
    let mut i = 1;
    while i < 512 {
        count[i] = count[i / 2] + i as u8 % 2;
        i += 1;
    }
    count
};

/// A board of 81 cells in row order, each a given digit or blank.
///
/// A board is well formed, not necessarily free of clashes or solvable. It is read
/// with [`Board::from_bytes`] or `str::parse`, and printed as 81 characters with
/// `.` for a blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board([u8; CELLS]);

impl Board {
    /// The board without a given.
    pub const EMPTY: Board = Board([0; CELLS]);

    /// Reads 81 bytes: `1`–`9` is a given, `.` or `0` a blank.
    ///
    /// # Errors
    ///
    /// The first cell whose byte is neither, 0–80.
    pub fn from_bytes(bytes: &[u8; CELLS]) -> Result<Board, usize> {
        let mut cells = [0; CELLS];
        let mut malformed = false;
        // Without an early exit this loop is a handful of vector instructions.
        for (cell, &byte) in cells.iter_mut().zip(bytes) {
            let digit = if byte == b'.' {
                0
            } else {
                byte.wrapping_sub(b'0')
            };
            malformed |= digit > 9;
            *cell = digit;
        }
        if malformed {
            let good = |byte: &u8| matches!(byte, b'.' | b'0'..=b'9');
            return Err(bytes.iter().position(|byte| !good(byte)).unwrap_or(0));
        }
        Ok(Board(cells))
    }

    /// The board as 81 ASCII bytes, `.` for a blank.
    pub fn to_bytes(self) -> [u8; CELLS] {
        self.0
            .map(|digit| if digit == 0 { b'.' } else { b'0' + digit })
    }

    /// The digits 1–9 of the cells, 0 for a blank.
    pub fn digits(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// The digits of the nine rows; only digits, or 0 for a blank, may be written there.
    pub(crate) fn rows_mut(&mut self) -> &mut [[u8; 9]] {
        self.0.as_chunks_mut().0
    }

    /// Writes a digit, or 0 for a blank, into a cell.
    pub(crate) fn set(&mut self, cell: usize, digit: u8) {
        debug_assert!(digit <= 9);
        self.0[cell] = digit;
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads exactly 81 characters as [`Board::from_bytes`] does.
    fn from_str(text: &str) -> Result<Board, BoardError> {
        let bytes = text
            .as_bytes()
            .try_into()
            .map_err(|_| BoardError::Length(text.len()))?;
        Board::from_bytes(bytes).map_err(BoardError::Cell)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.to_bytes();
        f.pad(std::str::from_utf8(&bytes).unwrap_or_default())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// Why a string is not a [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// It has this many bytes, not 81.
    Length(usize),
    /// The byte of this cell, 0–80, is neither a digit nor a blank.
    Cell(usize),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Length(length) => write!(f, "a board has 81 characters, not {length}"),
            BoardError::Cell(cell) => {
                write!(
                    f,
                    "row {}, column {}: neither a digit nor a blank",
                    cell / 9 + 1,
                    cell % 9 + 1
                )
            }
        }
    }
}

impl std::error::Error for BoardError {}
