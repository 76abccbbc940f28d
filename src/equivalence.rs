//! Equivalent boards: shuffling, the canonical form, and comparing.
//!
//! Two boards are equivalent if one becomes the other by relabelling digits, permuting
//! the bands, the rows within a band, the stacks, the columns within a stack, and
//! transposing: 9! × 6^8 × 2 ways, which all keep the number of solutions.
//!
//! The canonical form is the smallest of all equivalent boards in row order, blank
//! before 1 ("min-lex"). Once rows and columns are placed, the smallest labelling is
//! known: digits are numbered as they appear. That leaves 6^8 × 2 placements for a
//! depth-first search, which builds the board cell by cell in row order and gives a
//! prefix up when it is greater than the best one so far.
//!
//! Rows are placed from the top, columns only when they must be. In the row being
//! built, columns not yet placed have held nothing but blanks, so it makes no
//! difference which is which. Those that are blank again come first, and stay unplaced;
//! each of the others may come next. The same goes for stacks.
//!
//! Two rules keep symmetrical boards from being tried over and over:
//!
//! - Twins: of equal rows of a band and of equal bands only the first that is left is
//!   tried, and the same for columns and stacks.
//! - Automorphisms: when a finished board equals the best one, their two lists of choices
//!   differ by an automorphism of the board. The branches where they part are therefore
//!   images of each other, the earlier one has been searched, and the rest of the later
//!   one is left out (McKay, "Practical graph isomorphism", 1981).

use crate::board::{Board, CELLS};
use crate::random::Random;
use std::array::from_fn;
use std::cmp::Ordering;
use std::ops::ControlFlow;

impl Board {
    /// A random equivalent board, the same for the same seed.
    pub fn shuffle(&self, seed: u64) -> Board {
        shuffle(self, &mut Random::new(seed))
    }

    /// The smallest board, blank before 1, among all equivalent ones.
    ///
    /// Two boards are equivalent if and only if these are equal. Boards that clash or
    /// have many solutions have one too.
    pub fn canonicalize(&self) -> Board {
        Search::new(self).run()
    }

    /// Is the other board the same but for digits, rows, columns and transposition?
    pub fn is_equivalent(&self, other: &Board) -> bool {
        self.canonicalize() == other.canonicalize()
    }
}

/// A random equivalent board, each image with the same probability.
pub(crate) fn shuffle(board: &Board, random: &mut Random) -> Board {
    let mut labels = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut labels);
    let rows = random_lines(random);
    let columns = random_lines(random);
    let transposed = random.below(2) == 1;
    let mut image = Board::EMPTY;
    for (i, &row) in rows.iter().enumerate() {
        for (j, &column) in columns.iter().enumerate() {
            let digit = board.digits()[9 * row + column];
            if digit != 0 {
                let cell = if transposed { 9 * j + i } else { 9 * i + j };
                image.set(cell, labels[usize::from(digit - 1)]);
            }
        }
    }
    image
}

/// The nine rows or columns, in random order within and among bands.
fn random_lines(random: &mut Random) -> [usize; 9] {
    let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    random.shuffle(&mut bands);
    for band in &mut bands {
        random.shuffle(band);
    }
    let [[a, b, c], [d, e, f], [g, h, i]] = bands;
    [a, b, c, d, e, f, g, h, i]
}

/// A cell of the best board not yet known: greater than any digit.
const UNKNOWN: u8 = u8::MAX;

/// All rows, or all columns.
const ALL: u16 = 0x1ff;

/// The first column of each stack.
const FIRSTS: u16 = 0b001_001_001;

/// A stack or column not yet placed.
const NONE: u8 = 9;

/// Where more than one thing was left to choose from, what was chosen: the view; at most
/// six times a row, twice a stack, and six times a column.
type Path = [u8; 15];

struct Search {
    /// The board and its transpose.
    views: [View; 2],
    /// The smallest prefix so far, then unknown cells.
    best: [u8; CELLS],
    /// The choices that made the best board; `None` while it is a prefix.
    best_path: Option<Path>,
    path: Path,
}

struct View {
    /// The digits of each row, and a blank in place of the column [`NONE`].
    rows: [[u8; 10]; 9],
    /// For each row the columns that it does not leave blank.
    given: [u16; 9],
    /// For each row the earlier rows of its band that are equal.
    twins: [u16; 9],
    /// For each band the rows of the earlier bands that are equal but for the order of
    /// their rows.
    band_twins: [u16; 3],
}

/// What the choices so far have fixed. Sets of rows and columns are masks of nine bits.
#[derive(Clone, Copy)]
struct Placement {
    view: usize,
    /// The row being built.
    row: usize,
    rows_left: u16,
    /// The stack at each place, from the right.
    stacks: [u8; 3],
    /// The columns of the stacks not yet placed.
    stacks_left: u16,
    /// The column at each place, in each stack from the right.
    columns: [u8; 9],
    columns_left: u16,
    /// The new label of each digit, 0 for none yet and for a blank.
    labels: [u8; 10],
    last_label: u8,
}

impl Search {
    fn new(board: &Board) -> Search {
        let digits = board.digits();
        Search {
            views: [
                View::new(|row, column| digits[9 * row + column]),
                View::new(|row, column| digits[9 * column + row]),
            ],
            best: [UNKNOWN; CELLS],
            best_path: None,
            path: Path::default(),
        }
    }

    fn run(mut self) -> Board {
        // The top band first: once its best form is known, little else is worth a try.
        for cells in [27, CELLS] {
            self.best_path = None;
            for view in 0..2 {
                self.path[0] = view as u8;
                // There is nothing earlier to go back to.
                let _ = self.build(cells, Placement::new(view), 0, 1);
            }
        }
        let mut board = Board::EMPTY;
        for (cell, &digit) in self.best.iter().enumerate() {
            board.set(cell, digit);
        }
        board
    }

    /// Builds the first `cells` cells, which are whole bands, from `cell` on in all ways
    /// that are left after `depth` choices. Breaks with the number of an earlier choice
    /// when its present branch is finished.
    fn build(
        &mut self,
        cells: usize,
        mut placed: Placement,
        mut cell: usize,
        depth: usize,
    ) -> ControlFlow<usize> {
        while cell < cells {
            if cell == 6 && !self.is_promising(&placed) {
                return ControlFlow::Continue(());
            }
            let options = placed.options(&self.views, cell);
            if options & options.wrapping_sub(1) != 0 {
                for option in bits(options) {
                    self.path[depth] = option as u8;
                    let mut next = placed;
                    next.place(cell, option);
                    if let ControlFlow::Break(earlier) = self.build(cells, next, cell, depth + 1)
                        && earlier < depth
                    {
                        return ControlFlow::Break(earlier);
                    }
                }
                return ControlFlow::Continue(());
            }
            if let Some(option) = bits(options).next() {
                placed.place(cell, option);
                continue;
            }
            let label = placed.label(&self.views[placed.view], cell);
            match label.cmp(&self.best[cell]) {
                Ordering::Equal => (),
                Ordering::Greater => return ControlFlow::Continue(()),
                Ordering::Less => {
                    self.best[cell] = label;
                    self.best[cell + 1..].fill(UNKNOWN);
                    self.best_path = None;
                }
            }
            cell += 1;
        }
        let best_path = self.best_path.get_or_insert(self.path);
        match (0..depth).find(|&choice| best_path[choice] != self.path[choice]) {
            Some(parted) => ControlFlow::Break(parted),
            None => ControlFlow::Continue(()),
        }
    }

    /// Once six cells of the first row are filled: can the second row still be as small as
    /// the best one? Asked only where the first row holds all nine digits, so that nothing
    /// can make up for it; without this full grids would take ten times as long.
    fn is_promising(&self, placed: &Placement) -> bool {
        let view = &self.views[placed.view];
        let digits = view.rows[placed.row]
            .iter()
            .fold(0, |set, digit| set | 1u16 << digit);
        if digits != 0x3ff {
            return true;
        }
        let mut others = bits(placed.rows_left & band(placed.row / 3));
        others.any(|row| {
            let least = [0, 1, 2].map(|place| {
                let digit = view.rows[row][usize::from(placed.columns[place])];
                match placed.labels[usize::from(digit)] {
                    0 if digit != 0 => placed.last_label + 1,
                    label => label,
                }
            });
            least[..] <= self.best[9..12]
        })
    }
}

impl View {
    fn new(digit: impl Fn(usize, usize) -> u8) -> View {
        let rows: [[u8; 10]; 9] =
            from_fn(|row| from_fn(|column| if column < 9 { digit(row, column) } else { 0 }));
        let given = rows.map(|row| mask(|column| row[column] != 0));
        let bands: [_; 3] = from_fn(|band| {
            let mut rows = [rows[3 * band], rows[3 * band + 1], rows[3 * band + 2]];
            rows.sort_unstable();
            rows
        });
        let twins = from_fn(|row| {
            mask(|earlier| earlier / 3 == row / 3 && earlier < row && rows[earlier] == rows[row])
        });
        let band_twins =
            from_fn(|band| mask(|earlier| earlier / 3 < band && bands[earlier / 3] == bands[band]));
        View {
            rows,
            given,
            twins,
            band_twins,
        }
    }
}

impl Placement {
    fn new(view: usize) -> Placement {
        Placement {
            view,
            row: 0,
            rows_left: ALL,
            stacks: [NONE; 3],
            stacks_left: ALL,
            columns: [NONE; 9],
            columns_left: ALL,
            labels: [0; 10],
            last_label: 0,
        }
    }

    /// The rows, else the stacks (by their first columns), else the columns, one of which
    /// must be placed before the cell can be filled; none if it can be.
    fn options(&self, views: &[View; 2], cell: usize) -> u16 {
        let (view, other) = (&views[self.view], &views[1 - self.view]);
        let place = cell % 9;
        if self.needs_row(cell) {
            let band = match cell {
                0 | 27 | 54 => ALL,
                _ => band(self.row / 3),
            };
            without_twins(self.rows_left & band, |row| {
                (view.twins[row] | view.band_twins[row / 3]) & self.rows_left
            })
        } else if self.columns[place] != NONE {
            0
        } else if self.stacks[place / 3] != NONE {
            let left = self.columns_left & band(self.stacks[place / 3].into());
            let given = left & view.given[self.row];
            if place % 3 < (left & !given).count_ones() as usize {
                return 0;
            }
            without_twins(given, |column| other.twins[column] & self.columns_left)
        } else if place.is_multiple_of(3) {
            let left = self.stacks_left & FIRSTS;
            let given = view.given[self.row];
            let given = left & (given | given >> 1 | given >> 2);
            if place / 3 < (left & !given).count_ones() as usize {
                return 0;
            }
            without_twins(given, |column| {
                other.band_twins[column / 3] & self.stacks_left
            })
        } else {
            0
        }
    }

    /// Must the row of this cell still be chosen?
    fn needs_row(&self, cell: usize) -> bool {
        cell.is_multiple_of(9) && self.rows_left.count_ones() as usize == 9 - cell / 9
    }

    /// Places one of the options for a cell.
    fn place(&mut self, cell: usize, option: usize) {
        let place = cell % 9;
        if self.needs_row(cell) {
            self.row = option;
            self.rows_left &= !(1 << option);
        } else if self.stacks[place / 3] == NONE {
            self.stacks[place / 3] = option as u8 / 3;
            self.stacks_left &= !band(option / 3);
        } else {
            self.columns[place] = option as u8;
            self.columns_left &= !(1 << option);
        }
    }

    /// The label of the digit that a cell gets.
    fn label(&mut self, view: &View, cell: usize) -> u8 {
        let digit = view.rows[self.row][usize::from(self.columns[cell % 9])];
        let label = &mut self.labels[usize::from(digit)];
        if digit != 0 && *label == 0 {
            self.last_label += 1;
            *label = self.last_label;
        }
        *label
    }
}

/// The rows of a band, or the columns of a stack.
fn band(number: usize) -> u16 {
    0b111 << (3 * number)
}

/// Those options that have no twin left.
fn without_twins(options: u16, twins_left: impl Fn(usize) -> u16) -> u16 {
    let first_twins = bits(options).filter(|&option| twins_left(option) == 0);
    first_twins.fold(0, |mask, option| mask | 1 << option)
}

/// The rows or columns of which something is true.
fn mask(is_in: impl Fn(usize) -> bool) -> u16 {
    (0..9).fold(0, |mask, line| mask | u16::from(is_in(line)) << line)
}

/// The positions of the set bits, ascending.
fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}
