//! Which question to branch on: does a digit lie in certain cells?
//!
//! A digit's three lines in a band or stack lie in three places, in one of
//! six arrangements. The search takes the band or stack with the fewest digits that have
//! more than one arrangement left, in it the first of these digits, and decides whether one
//! line lies in one place: one that halves the arrangements.

use crate::propagate::{Arrangements, COLUMNS, FIELDS};
use crate::simd::{Grid, Lanes, Rows};

/// A choice to make: does this digit lie in certain cells?
pub(crate) struct Question {
    /// 0–8.
    pub(crate) digit: usize,
    /// What the answer removes.
    pub(crate) removals: &'static Removals,
    /// Has each digit of the region more than two arrangements to choose from?
    pub(crate) is_wide: bool,
}

/// The candidates of a digit that go if it lies in certain cells, and if it does not: for
/// each band the rows, in all fields.
#[derive(Clone, Copy)]
pub(crate) struct Removals {
    pub(crate) yes: [Lanes; 3],
    pub(crate) no: [Lanes; 3],
}

impl Removals {
    const NONE: Self = Removals {
        yes: [[0; 4]; 3],
        no: [[0; 4]; 3],
    };

    /// For cells of one row of a band, in one box: a mask of columns.
    const fn in_band(band: usize, row: usize, cells: u32) -> Self {
        let mut removals = Self::NONE;
        let mut lane = 0;
        while lane < 4 {
            let is_row = lane % 3 == row;
            let others = if is_row { COLUMNS & !cells } else { cells };
            removals.yes[band][lane] = others * FIELDS;
            removals.no[band][lane] = if is_row { cells * FIELDS } else { 0 };
            lane += 1;
        }
        removals
    }

    /// For the cells of one column of a stack in a band.
    const fn in_stack(stack: usize, band: usize, column: usize) -> Self {
        let cells = 1 << (3 * stack + column);
        let others = (0b111 << (3 * stack)) & !cells;
        let mut removals = Self::NONE;
        removals.yes = [[cells * FIELDS; 4]; 3];
        removals.yes[band] = [others * FIELDS; 4];
        removals.no[band] = [cells * FIELDS; 4];
        removals
    }

    /// By region, bands then stacks; line, a row of the band or a band of the stack; and
    /// place, a box of the band or a column of the stack.
    const PLACES: [[[Self; 3]; 3]; 6] = {
        let mut all = [[[Self::NONE; 3]; 3]; 6];
        let mut i = 0;
        while i < 27 {
            let (region, line, place) = (i / 9, i / 3 % 3, i % 3);
            all[region][line][place] = Self::in_band(region, line, 0b111 << (3 * place));
            all[region + 3][line][place] = Self::in_stack(region, line, place);
            i += 1;
        }
        all
    };

    /// By row and column, for one cell.
    pub(crate) const CELLS: [[Self; 9]; 9] = {
        let mut all = [[Self::NONE; 9]; 9];
        let mut i = 0;
        while i < 81 {
            all[i / 9][i % 9] = Self::in_band(i / 27, i / 9 % 3, 1 << (i % 9));
            i += 1;
        }
        all
    };
}

/// What to decide next in the board at `place`. None if nothing is left to decide: the next
/// pass will tell why.
#[inline(always)]
pub(crate) fn choose<T: Rows>(
    place: usize,
    [bands, stacks]: &[Arrangements<T>; 2],
) -> Option<Question> {
    // Even and odd arrangements of a digit group in one word each.
    let pairs = |of: &Arrangements<T>| {
        let pair = |group: usize| {
            let even = of.even[group].board(place)[0];
            let odd = of.odd[group].board(place)[0];
            u64::from(even) | u64::from(odd) << 32
        };
        [pair(0), pair(1), pair(2)]
    };
    let pairs = [pairs(bands), pairs(stacks)];
    let choices = [
        Choices::among(&pairs[0], 3, 0b111 * FIELDS),
        Choices::among(&pairs[1], 1, 0b001_001_001 * FIELDS),
    ];
    // The region with the fewest digits to decide, where one with three or more arrangements
    // counts twice.
    let rank = |region: usize| {
        let Choices { open, wide, .. } = &choices[region / 3];
        let open = scalar((open & IN_REGION[region]).count_ones());
        let wide = scalar((wide & IN_REGION[region]).count_ones());
        // A region without a choice comes last.
        scalar(((open + wide) << 4 | region as u32).wrapping_sub(1 << 4))
    };
    let best_band = rank(0).min(rank(1)).min(rank(2));
    let best_stack = rank(3).min(rank(4)).min(rank(5));
    let best = best_band.min(best_stack);
    if best >> 31 != 0 {
        return None;
    }
    let region = (best & 7) as usize;
    let Choices { open, wide, spots } = &choices[region / 3];
    let (open, wide) = (open & IN_REGION[region], wide & IN_REGION[region]);
    let bit = open.trailing_zeros();
    let (line, place) = HALVING[spots_at(spots, bit)];
    Some(Question {
        digit: DIGIT_AT[region / 3][bit as usize].into(),
        removals: &Removals::PLACES[region][usize::from(line)][usize::from(place)],
        is_wide: open == wide,
    })
}

/// Asks whether the first open cell of the first board holds its smallest candidate.
#[inline(always)]
pub(crate) fn first_open_cell<T: Rows>(grid: &Grid<T>) -> Option<Question> {
    for row in 0..9 {
        let words = grid[row / 3].map(|rows| rows.board(0)[row % 3]);
        let digits: [u32; 9] =
            std::array::from_fn(|digit| words[digit / 3] >> (10 * (digit % 3)) & COLUMNS);
        let (mut one, mut two) = (0, 0);
        for columns in digits {
            two |= one & columns;
            one |= columns;
        }
        if two != 0 {
            let cells = two & two.wrapping_neg();
            let digit = digits.iter().position(|columns| columns & cells != 0)?;
            return Some(Question {
                digit,
                removals: &Removals::CELLS[row][cells.trailing_zeros() as usize],
                is_wide: true,
            });
        }
    }
    None
}

/// The bits of each band, then of each stack, in words of arrangements and of [`Choices`].
const IN_REGION: [u32; 6] = [
    0b001_001_001 * FIELDS,
    0b010_010_010 * FIELDS,
    0b100_100_100 * FIELDS,
    0b000_000_111 * FIELDS,
    0b000_111_000 * FIELDS,
    0b111_000_000 * FIELDS,
];

/// The digit of each bit in [`Choices`] of bands, then of stacks.
const DIGIT_AT: [[u8; 32]; 2] = {
    let mut digits = [[0; 32]; 2];
    let mut i = 0;
    while i < 27 {
        let (field, high, low) = (i / 9, i / 3 % 3, i % 3);
        let bit = 10 * field + 3 * high + low;
        digits[0][bit] = (3 * high + field) as u8;
        digits[1][bit] = (3 * low + field) as u8;
        i += 1;
    }
    digits
};

/// The spots of a digit as an index: three bits for its even arrangements, three for the odd.
#[inline(always)]
fn spots_at([a, b, c]: &[u64; 3], bit: u32) -> usize {
    let one = |spot: &u64| spot >> bit & 0x1_0000_0001;
    let spots = one(a) | one(b) << 1 | one(c) << 2;
    ((spots | spots >> 29) & 63) as usize
}

/// The line and the place that halve a set of two or more arrangements best.
const HALVING: [(u8, u8); 64] = {
    let mut halving = [(0, 0); 64];
    let mut i: usize = 0;
    while i < 64 {
        let (even, odd) = (i as u32 & 7, i as u32 >> 3);
        // A place of line 0 that is in two arrangements, if there is one. If these are all,
        // line 1 has the two others.
        let both = even & odd;
        let places = if both != 0 { both } else { even | odd };
        let line = both != 0 && even.count_ones() + odd.count_ones() == 2;
        let place = (places.trailing_zeros() + line as u32) % 3;
        halving[i] = (line as u8, place as u8);
        i += 1;
    }
    halving
};

/// The digits in the bands or in the stacks by how many arrangements they have there: for
/// bands bit 3·group + band of a field, for stacks bit 3·stack + group.
#[derive(Clone, Copy)]
struct Choices {
    /// Two or more.
    open: u32,
    /// Three or more.
    wide: u32,
    /// Those that have each spot of line 0, in even arrangements below and odd ones above.
    spots: [u64; 3],
}

impl Choices {
    /// From pairs of words, the spots of line 0 in which are this many bits apart, and the
    /// bits of the first of them.
    #[inline(always)]
    fn among(pairs: &[u64; 3], apart: u32, first: u32) -> Self {
        let first = u64::from(first) * 0x1_0000_0001;
        // The digits that have each spot.
        let spot = |i: u32| {
            let of_group =
                |group: u32| (pairs[group as usize] >> (apart * i) & first) << (apart * group);
            of_group(0) | of_group(1) | of_group(2)
        };
        let [a, b, c] = [spot(0), spot(1), spot(2)];
        // Count them: over the spots first, then even and odd ones.
        let (ones, twos) = (a ^ b ^ c, a & b | (a ^ b) & c);
        let halves = |pair: u64| (pair as u32, (pair >> 32) as u32);
        let ((one_a, one_b), (two_a, two_b)) = (halves(ones), halves(twos));
        let (one, carry) = (one_a ^ one_b, one_a & one_b);
        let two = two_a ^ two_b ^ carry;
        let four = two_a & two_b | (two_a | two_b) & carry;
        Choices {
            open: two | four,
            wide: four | two & one,
            spots: [a, b, c],
        }
    }
}

/// Keeps a number in a register of its own: counting and comparing in vectors, as the
/// compiler would like to, takes longer.
#[inline(always)]
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
fn scalar(mut number: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: no instruction at all.
    unsafe {
        std::arch::asm!("/* {0:e} */", inout(reg) number, options(pure, nomem, nostack, preserves_flags));
    }
    number
}
