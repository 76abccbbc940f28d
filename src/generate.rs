//! Making puzzles: random grids, and taking givens away while the solution stays the
//! only one.
//!
//! A puzzle starts as a random full grid. Its cells, or their orbits under the symmetry
//! wanted, are taken away in random order wherever that leaves one solution. What
//! remains is clue-minimal: a given that was needed while more were left is needed still.
//!
//! Most of this is decided without a search. An *unavoidable set* is a set of cells of
//! the grid that can be filled otherwise with the rest unchanged, so one of them must be
//! given. Two digits exchanged along a cycle make one, and so do two rows of a band or
//! two columns of a stack; every search that finds another solution yields one more, the
//! cells where it differs. A given that is the last one left in such a set stays.
//!
//! The others are taken away together, with one search for all, or with fewer if there is
//! another solution; then one by one, with a search for two at a time, side by side. The
//! sets and the number taken at a time only save searches: the puzzle is the one that
//! testing cell after cell would give. So it does not matter which other solution an engine
//! meets first.

use crate::board::{ALL_CELLS, Board, CELLS, COUNT, Cells, houses_of, members};
use crate::equivalence::shuffle;
use crate::grade::GradeWishes;
use crate::random::Random;
use crate::solve::{NoSolution, other_solutions};
use std::array::from_fn;
use std::fmt;

/// The set of each cell alone: a shift of 128 bits takes longer than a look.
static ONLY: [Cells; CELLS] = {
    let mut only = [1; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        only[cell] <<= cell;
        cell += 1;
    }
    only
};

/// No puzzle with fewer givens has exactly one solution (McGuire, Tugemann and Civario,
/// "There is no 16-clue Sudoku", 2012).
const FEWEST_GIVENS: u32 = 17;

/// Attempts if none are wished for: a second or so at worst.
const DEFAULT_ATTEMPTS: u32 = 10_000;

/// Orbits taken away with one search at first, when nearly all can go.
const FIRST_AT_A_TIME: usize = 40;

/// How the places of the givens are arranged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// No arrangement.
    #[default]
    None,
    /// The same after half a turn.
    HalfTurn,
    /// The same after a quarter turn.
    QuarterTurn,
    /// Left and right mirror each other.
    LeftRight,
    /// Top and bottom mirror each other.
    TopBottom,
    /// Mirrored in the diagonal from top left to bottom right.
    Diagonal,
    /// Mirrored in the diagonal from top right to bottom left.
    Antidiagonal,
    /// Mirrored in both diagonals.
    BothDiagonals,
    /// One of the above but `None`, chosen by the seed.
    Any,
}

impl Symmetry {
    /// All that move cells in one way.
    const PLAIN: [Symmetry; 7] = [
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
        Symmetry::BothDiagonals,
    ];

    /// The cells that must be given or blank together with a cell.
    fn orbit(self, cell: usize) -> Cells {
        let (r, c) = (cell / 9, cell % 9);
        let images: &[(usize, usize)] = match self {
            Symmetry::None | Symmetry::Any => &[],
            Symmetry::HalfTurn => &[(8 - r, 8 - c)],
            Symmetry::QuarterTurn => &[(c, 8 - r), (8 - r, 8 - c), (8 - c, r)],
            Symmetry::LeftRight => &[(r, 8 - c)],
            Symmetry::TopBottom => &[(8 - r, c)],
            Symmetry::Diagonal => &[(c, r)],
            Symmetry::Antidiagonal => &[(8 - c, 8 - r)],
            Symmetry::BothDiagonals => &[(c, r), (8 - c, 8 - r), (8 - r, 8 - c)],
        };
        let bits = images.iter().map(|(row, column)| 1 << (9 * row + column));
        bits.fold(1 << cell, |orbit, bit: Cells| orbit | bit)
    }
}

/// Wishes for [`generate`]. The default has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct GenerateOptions {
    /// How the places of the givens are arranged.
    pub symmetry: Symmetry,
    /// Givens, at least; taking away stops there.
    pub min_givens: u32,
    /// Givens, at most; 0 for no wish.
    pub max_givens: u32,
    /// The cells that may hold a given; `None` for all.
    pub pattern: Option<[bool; CELLS]>,
    /// Grids to try before giving up; 0 for 10,000.
    pub attempts: u32,
    /// How hard it is.
    pub grade: GradeWishes,
}

/// A puzzle and its only solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The puzzle.
    pub board: Board,
    /// Its only solution.
    pub solution: Board,
}

/// Why there is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// No puzzle can meet the wishes.
    Contradiction,
    /// No attempt met the wishes.
    GaveUp,
    /// The caller wanted no further attempt.
    Cancelled,
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GenerateError::Contradiction => "no puzzle can meet the wishes",
            GenerateError::GaveUp => "no puzzle was found in the attempts allowed",
            GenerateError::Cancelled => "the caller asked to stop",
        })
    }
}

impl std::error::Error for GenerateError {}

/// Why a board cannot be minimized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinimizeError {
    /// It has no solution.
    NoSolution(NoSolution),
    /// It has several.
    Ambiguous,
}

impl fmt::Display for MinimizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MinimizeError::NoSolution(reason) => reason.fmt(f),
            MinimizeError::Ambiguous => f.write_str("the board has more than one solution"),
        }
    }
}

impl std::error::Error for MinimizeError {}

/// Makes a puzzle with exactly one solution; the same for the same seed and options.
///
/// Unless givens are wished for, none can be taken away; with a symmetry, no orbit.
/// `cancel` is asked before each attempt, and stops the search by returning `true`.
///
/// # Errors
///
/// [`GenerateError`] says why there is no puzzle.
pub fn generate(
    seed: u64,
    options: &GenerateOptions,
    cancel: impl FnMut() -> bool,
) -> Result<Puzzle, GenerateError> {
    generate_or_nearest(seed, options, cancel).map_err(|(error, _)| error)
}

/// The same; with the error, the puzzle that came nearest to the wishes for its grade, if
/// there was one that met the others.
///
/// # Errors
///
/// [`GenerateError`] says why there is no puzzle.
pub fn generate_or_nearest(
    seed: u64,
    options: &GenerateOptions,
    mut cancel: impl FnMut() -> bool,
) -> Result<Puzzle, (GenerateError, Option<Box<Puzzle>>)> {
    let most = match options.max_givens {
        0 => CELLS as u32,
        most => most,
    };
    let fewest = options.min_givens.max(FEWEST_GIVENS);
    let pattern = options.pattern.map_or(ALL_CELLS, |pattern| {
        let marked = (0..CELLS).filter(|&cell| pattern[cell]);
        marked.fold(0, |cells, cell| cells | 1 << cell)
    });
    // The cells whose orbits lie in the pattern.
    let places = |symmetry: Symmetry| {
        if pattern == ALL_CELLS {
            return ALL_CELLS;
        }
        let whole = members(pattern).filter(|&cell| symmetry.orbit(cell) & !pattern == 0);
        whole.fold(0, |places: Cells, cell| places | 1 << cell)
    };
    let has_room = |symmetry| places(symmetry).count_ones() >= fewest;
    let possible = match options.symmetry {
        Symmetry::Any => Symmetry::PLAIN.into_iter().any(has_room),
        symmetry => has_room(symmetry),
    };
    if !possible || fewest > most || most > CELLS as u32 || options.grade.is_contradiction() {
        return Err((GenerateError::Contradiction, None));
    }
    let mut nearest = None;
    let mut random = Random::new(seed);
    let attempts = match options.attempts {
        0 => DEFAULT_ATTEMPTS,
        attempts => attempts,
    };
    for _ in 0..attempts {
        if cancel() {
            return Err((
                GenerateError::Cancelled,
                nearest.map(|(_, puzzle)| Box::new(puzzle)),
            ));
        }
        let symmetry = match options.symmetry {
            Symmetry::Any => Symmetry::PLAIN[random.below(7) as usize],
            symmetry => symmetry,
        };
        let solution = random_grid(&mut random);
        let order = random_order(&mut random);
        let start = places(symmetry);
        if let Some(givens) = reduce(&solution, start, symmetry, &order, options.min_givens)
            && (options.min_givens..=most).contains(&givens.count_ones())
        {
            let board = restrict(&solution, givens);
            let puzzle = Puzzle { board, solution };
            let distance = options.grade.distance(&board);
            if distance == (0, 0) {
                return Ok(puzzle);
            }
            if nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, puzzle));
            }
        }
    }
    Err((
        GenerateError::GaveUp,
        nearest.map(|(_, puzzle)| Box::new(puzzle)),
    ))
}

impl Board {
    /// Takes givens away, in an order fixed by the seed, until none can go.
    ///
    /// # Errors
    ///
    /// [`MinimizeError`] unless the board has exactly one solution.
    pub fn minimize(&self, seed: u64) -> Result<Board, MinimizeError> {
        let solution = self.solve().map_err(MinimizeError::NoSolution)?.board;
        let given = (0..CELLS).filter(|&cell| self.digits()[cell] != 0);
        let givens = given.fold(0, |cells, cell| cells | 1 << cell);
        let order = random_order(&mut Random::new(seed));
        let givens =
            reduce(&solution, givens, Symmetry::None, &order, 0).ok_or(MinimizeError::Ambiguous)?;
        Ok(restrict(&solution, givens))
    }
}

/// The board with the digits of a grid in some cells, the others blank.
fn restrict(grid: &Board, givens: Cells) -> Board {
    let mut board = Board::EMPTY;
    members(givens).for_each(|cell| board.set(cell, grid.digits()[cell]));
    board
}

/// The board with some cells blank.
fn without(mut board: Board, blank: Cells) -> Board {
    members(blank).for_each(|cell| board.set(cell, 0));
    board
}

fn random_order(random: &mut Random) -> [u8; CELLS] {
    let mut order = from_fn(|cell| cell as u8);
    random.shuffle(&mut order);
    order
}

/// A random full grid: three boxes on the diagonal at will, the rest by depth-first
/// search, and a random equivalent of that, so that no cell differs from another.
fn random_grid(random: &mut Random) -> Board {
    let mut filling = Filling {
        board: Board::EMPTY,
        held: [0; 27],
        blanks: [0; 54],
    };
    for corner in [0, 30, 60] {
        let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        random.shuffle(&mut digits);
        for (i, digit) in digits.into_iter().enumerate() {
            filling.flip(corner + i / 3 * 9 + i % 3, digit);
        }
    }
    let blanks = (0..CELLS).filter(|cell| cell / 27 != cell % 9 / 3);
    for (blank, cell) in filling.blanks.iter_mut().zip(blanks) {
        *blank = cell as u8;
    }
    let is_full = filling.fill(54, random);
    debug_assert!(is_full, "boxes on the diagonal do not exclude each other");
    shuffle(&filling.board, random)
}

/// A grid being filled.
struct Filling {
    board: Board,
    /// The digits that each house holds: bit d - 1 for digit d.
    held: [u16; 27],
    /// The blank cells, and after them those filled.
    blanks: [u8; 54],
}

impl Filling {
    /// Writes a digit into a blank cell, or takes it back.
    fn flip(&mut self, cell: usize, digit: u8) {
        let is_blank = self.board.digits()[cell] == 0;
        self.board.set(cell, if is_blank { digit } else { 0 });
        for house in houses_of(cell) {
            self.held[house] ^= 1 << (digit - 1);
        }
    }

    fn candidates(&self, cell: u8) -> u16 {
        let [row, column, r#box] = houses_of(cell.into()).map(|house| self.held[house]);
        0x1ff & !(row | column | r#box)
    }

    /// Fills the first `count` blanks, always one with the fewest candidates next, and
    /// these in random order.
    fn fill(&mut self, count: usize, random: &mut Random) -> bool {
        let mut best = 0;
        let mut fewest = 10;
        for (i, &cell) in self.blanks[..count].iter().enumerate() {
            let number = COUNT[usize::from(self.candidates(cell))];
            if number < fewest {
                fewest = number;
                best = i;
                if number <= 1 {
                    break;
                }
            }
        }
        let Some(last) = count.checked_sub(1) else {
            return true;
        };
        self.blanks.swap(best, last);
        let cell = self.blanks[last];
        let mut digits = self.candidates(cell);
        for left in (1..=u32::from(fewest)).rev() {
            let skipped = random.below(left);
            let bit = (0..skipped).fold(digits, |rest, _| rest & (rest - 1));
            let digit = bit.trailing_zeros() as u8 + 1;
            digits &= !(1 << (digit - 1));
            self.flip(cell.into(), digit);
            if self.fill(last, random) {
                return true;
            }
            self.flip(cell.into(), digit);
        }
        false
    }
}

/// Takes the orbits of the cells away from the givens in order, each wherever one solution and `fewest`
/// givens remain. `None` if there is more than one solution to begin with.
fn reduce<'a>(
    solution: &Board,
    mut givens: Cells,
    symmetry: Symmetry,
    order: &'a [u8; CELLS],
    fewest: u32,
) -> Option<Cells> {
    let mut unavoidable = UnavoidableSets::NONE;
    unavoidable.add_exchanges(solution);
    let mut board = restrict(solution, givens);
    if givens != ALL_CELLS
        && (unavoidable.known().iter().any(|set| set & givens == 0) || board.count(2) > 1)
    {
        return None;
    }
    // Cells whose orbits can go together, so many at most, for all that is known; how many
    // orbits these are, and the cells in order after them.
    let pick = |givens: Cells, undecided: &'a [u8], at_most: usize, known: &UnavoidableSets| {
        let mut picked = (0, 0, &undecided[..0]);
        let mut rest_of_order = undecided;
        while let [cell, next @ ..] = rest_of_order
            && picked.1 < at_most
        {
            let orbit = symmetry.orbit(usize::from(*cell)) & givens & !picked.0;
            let rest = givens & !picked.0 & !orbit;
            if orbit != 0 && rest.count_ones() >= fewest && known.allow(orbit, rest) {
                picked = (picked.0 | orbit, picked.1 + 1, next);
            }
            rest_of_order = next;
        }
        picked
    };
    let mut undecided = &order[..];
    let mut at_a_time = FIRST_AT_A_TIME;
    loop {
        let (first, orbits, after_first) = pick(givens, undecided, at_a_time, &unavoidable);
        if first == 0 {
            return Some(givens);
        }
        // One alone leaves half the engine idle, so the next is tried beside it. If both
        // can go, the second is tried again without the first.
        let (second, _, after_second) = match orbits {
            1 => pick(givens, after_first, 1, &unavoidable),
            _ => (0, 0, after_first),
        };
        // What is given has one solution, so that another one differs in what was removed.
        let question = |removed: Cells| (without(board, removed), removed);
        let others = other_solutions(solution, [question(first), question(second)]);
        for other in others.iter().flatten() {
            unavoidable.add(difference(solution, other));
        }
        let gone = match others {
            [None, _] => first,
            [Some(_), None] => second,
            [Some(_), Some(_)] => 0,
        };
        givens &= !gone;
        board = without(board, gone);
        (undecided, at_a_time) = match others {
            [Some(_), _] if orbits > 1 => (undecided, orbits.div_ceil(2)),
            [None, None] => (after_first, orbits.div_ceil(8)),
            _ => (after_second, 1),
        };
    }
}

/// The cells where two grids differ.
fn difference(one: &Board, other: &Board) -> Cells {
    let rows = [one, other].map(|board| board.digits().as_chunks::<9>().0);
    rows[0].iter().zip(rows[1]).rev().fold(0, |cells, (a, b)| {
        let row = (0..9).fold(0, |row, column| {
            row | u32::from(a[column] != b[column]) << column
        });
        cells << 9 | Cells::from(row)
    })
}

/// Unavoidable sets of a grid; those that there is no room for are forgotten.
struct UnavoidableSets {
    sets: [Cells; UnavoidableSets::CAPACITY],
    len: usize,
    /// For each cell the sets that hold it, one bit each.
    holding: [[u64; UnavoidableSets::CAPACITY / 64]; CELLS],
}

impl UnavoidableSets {
    /// The exchanges are about a hundred, and searches find some twenty more.
    const CAPACITY: usize = 192;

    const NONE: UnavoidableSets = UnavoidableSets {
        sets: [0; _],
        len: 0,
        holding: [[0; _]; CELLS],
    };

    /// Adds the sets in two digits, two rows of a band, or two columns of a stack.
    // Apart from the searches, so that its tables are off the stack by then.
    #[inline(never)]
    fn add_exchanges(&mut self, grid: &Board) {
        let digits = grid.digits();
        // The row and column where each house has each digit.
        let mut places = [[(0, 0); 10]; 27];
        for (cell, &digit) in digits.iter().enumerate() {
            for house in houses_of(cell) {
                places[house][usize::from(digit)] = (cell as u8 / 9, cell as u8 % 9);
            }
        }
        let cell = |(row, column): (u8, u8)| 9 * usize::from(row) + usize::from(column);
        // Two digits: from b in one row to a in its column or box, on to b in that row.
        for b in 2..10 {
            for a in 1..b {
                let steps = from_fn(|row| {
                    let [_, column, r#box] = houses_of(cell(places[row][b]));
                    [places[column][a].0, places[r#box][a].0]
                });
                self.add_orbits(steps, |row| {
                    ONLY[cell(places[row][a])] | ONLY[cell(places[row][b])]
                });
            }
        }
        // Two rows or columns: from a cell of one to the same digit in the other.
        let pairs = (0..18).flat_map(|line| (line / 3 * 3..line).map(move |other| (line, other)));
        for (line, other) in pairs {
            let cell = |line, place| match line {
                0..9 => 9 * line + place,
                _ => 9 * place + line - 9,
            };
            let steps = from_fn(|place| {
                let (row, column) = places[other][usize::from(digits[cell(line, place)])];
                [if line < 9 { column } else { row }; 2]
            });
            self.add_orbits(steps, |place| {
                ONLY[cell(line, place)] | ONLY[cell(other, place)]
            });
        }
    }

    /// Adds a set for each orbit of nine things under two permutations.
    fn add_orbits(&mut self, steps: [[u8; 2]; 9], cells_of: impl Fn(usize) -> Cells) {
        let mut left = 0x1ffu16;
        while left != 0 {
            let mut set = 0;
            let mut reached = left & left.wrapping_neg();
            while reached & left != 0 {
                let thing = (reached & left).trailing_zeros() as usize;
                left &= !(1 << thing);
                set |= cells_of(thing);
                reached |= 1 << steps[thing][0] | 1 << steps[thing][1];
            }
            // Larger ones seldom stand in the way, and take longest to keep.
            if set.count_ones() <= 12 {
                self.add(set);
            }
        }
    }

    fn add(&mut self, set: Cells) {
        if self.len < UnavoidableSets::CAPACITY {
            self.sets[self.len] = set;
            for cell in members(set) {
                self.holding[cell][self.len / 64] |= 1 << (self.len % 64);
            }
            self.len += 1;
        }
    }

    fn known(&self) -> &[Cells] {
        &self.sets[..self.len]
    }

    /// Does every known set keep a given, if these cells are taken away and `rest` is left?
    fn allow(&self, removed: Cells, rest: Cells) -> bool {
        members(removed).all(|cell| {
            let mut words = self.holding[cell].iter().zip(self.sets.chunks(64));
            words.all(|(&word, sets)| {
                let mut word = word;
                while word != 0 {
                    if sets[word.trailing_zeros() as usize] & rest == 0 {
                        return false;
                    }
                    word &= word - 1;
                }
                true
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cell after cell, or orbit after orbit, each with a search of its own.
    fn plain_reduce(
        solution: &Board,
        givens: Cells,
        order: &[Cells],
        fewest: u32,
    ) -> Option<Cells> {
        let is_unique = |givens| restrict(solution, givens).count(2) == 1;
        let try_without = |givens: Cells, orbit: &Cells| {
            let rest = givens & !orbit;
            if rest.count_ones() >= fewest && is_unique(rest) {
                rest
            } else {
                givens
            }
        };
        is_unique(givens).then(|| order.iter().fold(givens, try_without))
    }

    #[test]
    fn reducing_is_as_if_cell_after_cell_was_tested() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let solution = random_grid(&mut random);
            assert_eq!(solution.count(2), 1, "a full grid without a clash");
            let symmetry = Symmetry::PLAIN[seed as usize % 7];
            let cells = random_order(&mut random);
            let most_cells = cells[..60].iter().fold(0, |set, cell| set | 1 << cell);
            for (start, symmetry, fewest) in [
                (ALL_CELLS, Symmetry::None, 0),
                (ALL_CELLS, symmetry, 0),
                (ALL_CELLS, symmetry, 40),
                (most_cells, Symmetry::None, 28),
            ] {
                let orbits = cells.map(|cell| symmetry.orbit(cell.into()));
                assert_eq!(
                    reduce(&solution, start, symmetry, &cells, fewest),
                    plain_reduce(&solution, start, &orbits, fewest),
                    "seed {seed}, {symmetry:?}"
                );
            }
        }
    }

    #[test]
    fn unavoidable_sets_can_be_filled_otherwise() {
        for seed in 0..20 {
            let grid = random_grid(&mut Random::new(seed));
            let mut unavoidable = UnavoidableSets::NONE;
            unavoidable.add_exchanges(&grid);
            assert!(unavoidable.len > 36);
            for set in unavoidable.known() {
                assert_eq!(restrict(&grid, ALL_CELLS & !set).count(2), 2);
            }
        }
    }
}
