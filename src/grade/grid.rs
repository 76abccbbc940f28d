//! The state that techniques look at: candidates as bitboards.

pub(crate) use crate::board::{ALL_CELLS as ALL, Cells, members};
use crate::board::{Board, CELLS, COUNT, HOUSE_CELLS, HOUSES, houses_of};

/// For each digit, 0–8 here and in all of this module, a set of cells.
pub(crate) type Marks = [Cells; 9];

/// Stands for the candidates before anything was searched for: all that a state has are new.
pub(crate) const NEVER: Marks = [0; 9];

/// All digits, and all houses, as masks.
pub(crate) const ALL_DIGITS: u16 = 0x1ff;
pub(crate) const ALL_HOUSES: u32 = (1 << HOUSES) - 1;

/// The cells of each house.
pub(crate) const HOUSE: [Cells; HOUSES] = {
    let mut sets = [0; HOUSES];
    let mut i = 0;
    while i < HOUSES * 9 {
        sets[i / 9] |= 1 << HOUSE_CELLS[i / 9][i % 9];
        i += 1;
    }
    sets
};

/// The 20 cells that share a house with each cell.
pub(crate) const PEERS: [Cells; CELLS] = {
    let mut sets = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let [row, column, r#box] = crate::board::houses_of(cell);
        sets[cell] = (HOUSE[row] | HOUSE[column] | HOUSE[r#box]) & !(1 << cell);
        cell += 1;
    }
    sets
};

/// The positions of the set bits of a small mask, of digits, places or houses, ascending.
pub(crate) fn bits(mask: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut mask = mask.into();
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

/// The digits that `accept` takes.
pub(crate) fn mask_of(accept: impl Fn(usize) -> bool) -> u16 {
    (0..9)
        .filter(|&digit| accept(digit))
        .fold(0, |mask, digit| mask | 1 << digit)
}

/// The member of a set that has just one.
pub(crate) fn only(cells: Cells) -> Option<usize> {
    (cells != 0 && cells & (cells - 1) == 0).then(|| cells.trailing_zeros() as usize)
}

/// The cells that see every one of `cells`.
pub(crate) fn seen_by_all(cells: Cells) -> Cells {
    members(cells).fold(ALL, |seen, cell| seen & PEERS[cell])
}

/// The cells that see at least one of `cells`.
pub(crate) fn seen_by_any(cells: Cells) -> Cells {
    members(cells).fold(0, |seen, cell| seen | PEERS[cell])
}

/// The houses, as bits 0–26, that hold every one of `cells`.
pub(crate) fn common_houses(cells: Cells) -> u32 {
    let Some(first) = members(cells).next() else {
        return ALL_HOUSES;
    };
    houses_of(first)
        .into_iter()
        .filter(|&house| cells & !HOUSE[house] == 0)
        .fold(0, |mask, house| mask | 1 << house)
}

/// The cells of each digit.
pub(crate) fn values_of(board: &Board) -> Marks {
    let mut values = [0; 9];
    for (cell, &digit) in board.digits().iter().enumerate() {
        if digit != 0 {
            values[usize::from(digit) - 1] |= 1 << cell;
        }
    }
    values
}

/// The cells with exactly one, two and three of the candidates.
pub(crate) fn by_count(candidates: &Marks) -> [Cells; 3] {
    let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
    for cells in candidates {
        four |= three & cells;
        three |= two & cells;
        two |= one & cells;
        one |= cells;
    }
    [one & !two, two & !three, three & !four]
}

/// Candidates and values, kept consistent by [`Grid::place`] and [`Grid::eliminate`].
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    /// The blank cells that may hold each digit.
    pub(crate) candidates: Marks,
    /// The cells that hold each digit.
    pub(crate) values: Marks,
    /// The same candidates by cell: bits 0–8, none for a filled cell.
    pub(crate) cells: [u16; CELLS],
    /// The cells without a value.
    pub(crate) blanks: Cells,
    /// The number of blank cells of each house.
    pub(crate) open: [u8; HOUSES],
    /// The cells whose value was given, for techniques that argue from uniqueness.
    pub(crate) givens: Cells,
}

impl Grid {
    /// A board whose filled cells are its givens, with the candidates they leave.
    pub(crate) fn new(board: &Board) -> Grid {
        let values = values_of(board);
        let givens = values.iter().fold(0, |all, cells| all | cells);
        let blanks = ALL & !givens;
        let mut grid = Grid {
            candidates: values.map(|cells| blanks & !seen_by_any(cells)),
            values,
            cells: [0; CELLS],
            blanks,
            open: HOUSE.map(|cells| (blanks & cells).count_ones() as u8),
            givens,
        };
        for digit in 0..9 {
            for cell in members(grid.candidates[digit]) {
                grid.cells[cell] |= 1 << digit;
            }
        }
        grid
    }

    /// The value of a cell, if it has one.
    pub(crate) fn value(&self, cell: usize) -> Option<usize> {
        (0..9).find(|&digit| self.values[digit] >> cell & 1 != 0)
    }

    /// Fills a blank cell, and takes the digit from its peers.
    pub(crate) fn place(&mut self, cell: usize, digit: usize) {
        for other in bits(self.cells[cell]) {
            self.candidates[other] &= !(1 << cell);
        }
        self.cells[cell] = 0;
        self.blanks &= !(1 << cell);
        for house in houses_of(cell) {
            self.open[house] -= 1;
        }
        self.values[digit] |= 1 << cell;
        self.eliminate(digit, PEERS[cell]);
    }

    /// Takes a digit from cells, of which some may not have it.
    pub(crate) fn eliminate(&mut self, digit: usize, cells: Cells) {
        for cell in members(self.candidates[digit] & cells) {
            self.cells[cell] &= !(1 << digit);
        }
        self.candidates[digit] &= !cells;
    }

    /// The places of each digit in a house: bit i for the i-th cell of the house.
    pub(crate) fn places(&self, house: usize) -> [u16; 9] {
        let mut places = [0; 9];
        for (place, &cell) in HOUSE_CELLS[house].iter().enumerate() {
            for digit in bits(self.cells[usize::from(cell)]) {
                places[digit] |= 1 << place;
            }
        }
        places
    }

    /// The blank cells with exactly one, two and three candidates.
    pub(crate) fn by_count(&self) -> [Cells; 3] {
        by_count(&self.candidates)
    }

    /// The conjugate links of a digit: the two only places in a house.
    pub(crate) fn conjugates(&self, digit: usize) -> Vec<Conjugate> {
        let candidates = self.candidates[digit];
        let mut links = Vec::with_capacity(HOUSES);
        for (house, cells) in HOUSE.iter().enumerate() {
            let places = candidates & cells;
            if let Some(second) = only(places & places.wrapping_sub(1)) {
                let first = places.trailing_zeros() as usize;
                links.push(Conjugate {
                    house,
                    ends: [first, second],
                });
            }
        }
        links
    }
}

/// The two only places of a digit in a house.
#[derive(Clone, Copy)]
pub(crate) struct Conjugate {
    pub(crate) house: usize,
    pub(crate) ends: [usize; 2],
}

impl Conjugate {
    pub(crate) fn cells(&self) -> Cells {
        1 << self.ends[0] | 1 << self.ends[1]
    }

    /// Its ends in both orders.
    pub(crate) fn orders(&self) -> [[usize; 2]; 2] {
        let [a, b] = self.ends;
        [[a, b], [b, a]]
    }
}

/// Visits each choice of `size` masks, none of them empty, whose union has exactly
/// `size` bits: the mask of what was chosen, and the union. Naked and hidden subsets
/// and fish are all of this kind.
pub(crate) fn closed_subsets(masks: &[u16; 9], size: usize, visit: &mut impl FnMut(u16, u16)) {
    let available = mask_of(|i| masks[i] != 0);
    narrow_subsets(masks, available, size, (0, 0), &mut |chosen, union| {
        if usize::from(COUNT[usize::from(union)]) == size {
            visit(chosen, union);
        }
    });
}

/// Visits each choice of `size` masks, those `chosen` with their `union` and others that
/// are `available`, whose union has at most `size` bits; so has that of those chosen.
pub(crate) fn narrow_subsets(
    masks: &[u16; 9],
    mut available: u16,
    size: usize,
    (chosen, union): (u16, u16),
    visit: &mut impl FnMut(u16, u16),
) {
    let count = |mask: u16| usize::from(COUNT[usize::from(mask)]);
    if count(chosen) == size {
        visit(chosen, union);
        return;
    }
    while count(available) + count(chosen) >= size {
        let next = available.trailing_zeros();
        available &= available - 1;
        let more = (chosen | 1 << next, union | masks[next as usize]);
        if count(more.1) <= size {
            narrow_subsets(masks, available, size, more, visit);
        }
    }
}

/// The cells at these places, bits 0–8, of a house.
pub(crate) fn cells_of(house: usize, places: u16) -> Cells {
    bits(places).fold(0, |cells, place| cells | 1 << HOUSE_CELLS[house][place])
}
