//! The inference: one pass of sound deductions over boards side by side.
//!
//! A word and its fields are described in [`crate::simd`]. A pass removes candidates that
//! stand in no solution, by four steps, each on all digits, rows and boards at once:
//!
//! 1. **Locked candidates in stacks.** In a stack the three columns of a digit lie in
//!    three different bands. That leaves six arrangements; a candidate stays if one of
//!    the arrangements that are still possible holds it.
//! 2. **Locked candidates in bands.** The same with rows and boxes: the three rows of a
//!    digit lie in three different boxes.
//! 3. **Hidden singles.** A digit with one place in a row takes it: every other digit
//!    leaves that cell.
//! 4. **Naked singles.** A cell with one digit has it: the digit leaves the other cells of
//!    the column.
//!
//! Before each of steps 1 and 2, **triads**: the three cells of a box and a line (a
//! mini-row or mini-column) hold three digits; where only three can stand there they must,
//! and so leave the rest of the box.
//!
//! That is less than the textbook asks, and complete all the same: a cell alone with its
//! digit in a column makes step 1 clear the digit from the rest of its box, then step 2
//! from the rest of its row, in the same pass; and a digit with one place in a column or
//! box has one place in its row after steps 1 and 2.

use crate::simd::{Grid, Rows};

/// Bit 0 of each field: a mask of a field times this is in all fields.
pub(crate) const FIELDS: u32 = 1 | 1 << 10 | 1 << 20;
/// The nine columns in the first field.
pub(crate) const COLUMNS: u32 = 0b111_111_111;
/// The nine columns in all fields.
pub(crate) const CANDIDATES: u32 = COLUMNS * FIELDS;
/// The spare bits.
pub(crate) const SPARE: u32 = (COLUMNS + 1) * FIELDS;

/// The first column of each stack.
const FIRST_OF_STACK: u32 = 0b001_001_001 * FIELDS;
/// The first two columns of each stack.
const FIRST_TWO_OF_STACK: u32 = 0b011_011_011 * FIELDS;
/// The columns of the first stack.
const FIRST_STACK: u32 = 0b000_000_111 * FIELDS;
/// The columns of the first two stacks.
const FIRST_TWO_STACKS: u32 = 0b000_111_111 * FIELDS;

/// What a pass found out about the boards.
pub(crate) struct Outcome<T> {
    /// Not zero if the board has no solution.
    pub(crate) dead: T,
    /// Zero if every cell has at most one candidate. Such a board is solved, unless it is
    /// dead or [`missing_in_boxes`] objects.
    pub(crate) open: T,
    /// Zero if steps 3 and 4 removed nothing: a further pass would find little, and it is
    /// better to branch at once.
    pub(crate) progress: T,
    /// What is left to decide in the bands, then in the stacks.
    pub(crate) arrangements: [Arrangements<T>; 2],
}

/// The arrangements of each digit in three bands or stacks that are still possible, by
/// digit group, as places of line 0: in an even one line 1 has the next place and line 2
/// the one after, in an odd one the other way round.
///
/// In bands, lines are the rows and places the boxes: column bit 3·box + band. In stacks,
/// lines are the bands and places the columns: column bit 3·stack + column.
pub(crate) struct Arrangements<T> {
    pub(crate) even: [T; 3],
    pub(crate) odd: [T; 3],
}

/// One pass over the boards.
#[inline(always)]
pub(crate) fn propagate<T: Rows>(grid: &mut Grid<T>) -> Outcome<T> {
    let columns = triads([columns(grid, 0), columns(grid, 1), columns(grid, 2)]);
    let (even_0, odd_0) = arrange_stacks(grid, 0, columns[0]);
    let (even_1, odd_1) = arrange_stacks(grid, 1, columns[1]);
    let (even_2, odd_2) = arrange_stacks(grid, 2, columns[2]);
    let stacks = Arrangements {
        even: [even_0, even_1, even_2],
        odd: [odd_0, odd_1, odd_2],
    };

    let mini_rows = triads([mini_rows(grid, 0), mini_rows(grid, 1), mini_rows(grid, 2)]);
    let (even_0, odd_0) = arrange_bands(grid, 0, mini_rows[0]);
    let (even_1, odd_1) = arrange_bands(grid, 1, mini_rows[1]);
    let (even_2, odd_2) = arrange_bands(grid, 2, mini_rows[2]);
    let bands = Arrangements {
        even: [even_0, even_1, even_2],
        odd: [odd_0, odd_1, odd_2],
    };

    // Candidates only go, so a sum of words tells whether some went. (Should it fall by a
    // multiple of 2³² the search branches early, which is no fault.)
    let sum = sum_of_words(grid);
    let mut dead = T::splat(0);
    hidden_singles(grid, 0, &mut dead);
    hidden_singles(grid, 1, &mut dead);
    hidden_singles(grid, 2, &mut dead);

    let mut filled = T::splat(COLUMNS);
    let mut open = T::splat(0);
    let singles = [
        naked_singles(grid, 0, &mut filled, &mut open),
        naked_singles(grid, 1, &mut filled, &mut open),
        naked_singles(grid, 2, &mut filled, &mut open),
    ];
    clear_columns(grid, &singles);

    let has_places = fields_with_places(grid, 0)
        .and(fields_with_places(grid, 1))
        .and(fields_with_places(grid, 2));
    let dead = dead
        .or(T::splat(COLUMNS).without(filled))
        .or(T::splat(SPARE).without(has_places));
    Outcome {
        dead,
        open: open.and(T::splat(COLUMNS)),
        progress: sum.xor(sum_of_words(grid)),
        arrangements: [bands, stacks],
    }
}

/// A board from its givens alone, words with one bit a given: the other digits leave its
/// cell and the digit leaves the other cells of its column. The passes do the rest.
#[inline(always)]
pub(crate) fn set_up<T: Rows>(givens: &Grid<T>) -> Grid<T> {
    let mut grid = *givens;
    for (words, givens) in grid.iter_mut().zip(givens) {
        let given = in_any_field(givens[0].or(givens[1]).or(givens[2])).to_all_fields();
        let blank = T::splat(CANDIDATES | SPARE).without(given);
        *words = [
            givens[0].or(blank),
            givens[1].or(blank),
            givens[2].or(blank),
        ];
    }
    clear_columns(&mut grid, givens);
    grid
}

/// The converse of **triads**: where three digits can stand in no other place of their
/// line, every other digit leaves that place. The passes seldom miss this, unless a board
/// has few givens: there a search that does not know it puts four digits into three cells
/// and learns of that only at the very end. Takes the arrangements that a pass has left.
#[inline(always)]
pub(crate) fn clear_full_places<T: Rows>(grid: &mut Grid<T>, arrangements: &[Arrangements<T>; 2]) {
    let [bands, stacks] = arrangements;
    let boxes = places(bands);
    let turned = [
        turn_boxes(boxes[0]),
        turn_boxes(boxes[1]),
        turn_boxes(boxes[2]),
    ];
    let boxes = leave_full_places(boxes, turned);
    keep_boxes(grid, 0, boxes[0]);
    keep_boxes(grid, 1, boxes[1]);
    keep_boxes(grid, 2, boxes[2]);
    let columns = places(stacks);
    let turned = [
        turn_columns(columns[0]),
        turn_columns(columns[1]),
        turn_columns(columns[2]),
    ];
    let columns = leave_full_places(columns, turned);
    keep_columns(grid, 0, columns[0]);
    keep_columns(grid, 1, columns[1]);
    keep_columns(grid, 2, columns[2]);
}

/// The places of each line, by digit group.
#[inline(always)]
fn places<T: Rows>(Arrangements { even, odd }: &Arrangements<T>) -> [T; 3] {
    [even[0].or(odd[0]), even[1].or(odd[1]), even[2].or(odd[2])]
}

/// Removes places that are full of other digits, from the places of each line and the same
/// with the next and the previous place in each bit.
#[inline(always)]
fn leave_full_places<T: Rows>([a, b, c]: [T; 3], turned: [(T, T); 3]) -> [T; 3] {
    let only_a = a.without(turned[0].0.or(turned[0].1));
    let only_b = b.without(turned[1].0.or(turned[1].1));
    let only_c = c.without(turned[2].0.or(turned[2].1));
    let [mut one, mut two, mut three, mut four] = [T::splat(0); 4];
    for group in [only_a, only_b, only_c] {
        for digit in [group, group.shr::<10>(), group.shr::<20>()] {
            four = four.or(three.and(digit));
            three = three.or(two.and(digit));
            two = two.or(one.and(digit));
            one = one.or(digit);
        }
    }
    let full = three.and(T::splat(COLUMNS)).to_all_fields();
    // Four digits in one place have none: the next pass finds the board dead.
    let over = four.and(T::splat(COLUMNS)).to_all_fields();
    [
        a.without(full.without(only_a)).without(over),
        b.without(full.without(only_b)).without(over),
        c.without(full.without(only_c)).without(over),
    ]
}

/// Not zero if some box lacks a digit. Asked of a board that is not open and not dead: it
/// has one digit in each cell and each digit in each row and column.
#[inline(always)]
pub(crate) fn missing_in_boxes<T: Rows>(grid: &Grid<T>) -> T {
    let boxes = [boxes(grid, 0), boxes(grid, 1), boxes(grid, 2)];
    T::splat(CANDIDATES).without(boxes[0].and(boxes[1]).and(boxes[2]))
}

/// The boxes that can hold the digits of a group, bit 3·box + band.
#[inline(always)]
fn boxes<T: Rows>(grid: &Grid<T>, group: usize) -> T {
    let rows = mini_rows(grid, group);
    rows.or(rows.next()).or(rows.previous())
}

/// The columns of each band that can hold the digits of a group: lanes are bands.
#[inline(always)]
fn columns<T: Rows>(grid: &Grid<T>, group: usize) -> T {
    T::unions([grid[0][group], grid[1][group], grid[2][group]]).and(T::splat(CANDIDATES))
}

/// The boxes in which each row can hold the digits of a group, bit 3·box + band.
#[inline(always)]
fn mini_rows<T: Rows>(grid: &Grid<T>, group: usize) -> T {
    let [a, b, c] = [grid[0][group], grid[1][group], grid[2][group]];
    let a = a
        .or(a.shr::<1>())
        .or(a.shr::<2>())
        .and(T::splat(FIRST_OF_STACK));
    let b = b
        .shl::<1>()
        .or(b)
        .or(b.shr::<1>())
        .and(T::splat(FIRST_OF_STACK << 1));
    let c = c
        .shl::<2>()
        .or(c.shl::<1>())
        .or(c)
        .and(T::splat(FIRST_OF_STACK << 2));
    a.or(b).or(c)
}

/// Where exactly three digits can stand in a place of a line, they stand in no other line
/// there. Takes and returns the lines of the three digit groups.
#[inline(always)]
fn triads<T: Rows>([a, b, c]: [T; 3]) -> [T; 3] {
    // Count the digits of each place: over the groups first, then over the three fields.
    // A place has three or more, so it has three if the ones are odd and there is just
    // one two.
    let ones = a.xor(b).xor(c);
    let twos = a.and(b).or(a.xor(b).and(c));
    let (ones_1, ones_2) = (ones.shr::<10>(), ones.shr::<20>());
    let carry = ones.and(ones_1).or(ones.xor(ones_1).and(ones_2));
    let (twos_1, twos_2) = (twos.shr::<10>(), twos.shr::<20>());
    let four = (carry.and(twos))
        .or(twos_1.and(twos_2))
        .or(carry.or(twos).and(twos_1.or(twos_2)));
    let odd = ones.xor(ones_1).xor(ones_2);
    let three = odd.without(four).and(T::splat(COLUMNS)).to_all_fields();
    [
        leave_other_lines(a, three),
        leave_other_lines(b, three),
        leave_other_lines(c, three),
    ]
}

#[inline(always)]
fn leave_other_lines<T: Rows>(lines: T, places: T) -> T {
    let taken = lines.and(places);
    lines.without(taken.next().or(taken.previous()))
}

/// Step 1 for a digit group.
#[inline(always)]
fn arrange_stacks<T: Rows>(grid: &mut Grid<T>, group: usize, columns: T) -> (T, T) {
    let (next, previous) = turn_columns(columns);
    let (even, odd) = arrange(columns, next, previous);
    keep_columns(grid, group, even.or(odd));
    (even, odd)
}

/// Step 2 for a digit group.
#[inline(always)]
fn arrange_bands<T: Rows>(grid: &mut Grid<T>, group: usize, mini_rows: T) -> (T, T) {
    let (next, previous) = turn_boxes(mini_rows);
    let (even, odd) = arrange(mini_rows, next, previous);
    keep_boxes(grid, group, even.or(odd));
    (even, odd)
}

/// In each bit the next and the previous column of its stack, cyclically.
#[inline(always)]
fn turn_columns<T: Rows>(columns: T) -> (T, T) {
    let (first, first_two) = (T::splat(FIRST_OF_STACK), T::splat(FIRST_TWO_OF_STACK));
    let next = columns
        .shr::<1>()
        .and(first_two)
        .or(columns.and(first).shl::<2>());
    let previous = columns
        .shr::<2>()
        .and(first)
        .or(columns.and(first_two).shl::<1>());
    (next, previous)
}

/// In each bit the next and the previous box of its band, cyclically.
#[inline(always)]
fn turn_boxes<T: Rows>(mini_rows: T) -> (T, T) {
    let (first, first_two) = (T::splat(FIRST_STACK), T::splat(FIRST_TWO_STACKS));
    let next = mini_rows
        .shr::<3>()
        .and(first_two)
        .or(mini_rows.and(first).shl::<6>());
    let previous = mini_rows
        .shr::<6>()
        .and(first)
        .or(mini_rows.and(first_two).shl::<3>());
    (next, previous)
}

/// Keeps the candidates of a digit group in the columns that a band can take.
#[inline(always)]
fn keep_columns<T: Rows>(grid: &mut Grid<T>, group: usize, columns: T) {
    let keep = columns.or(T::splat(SPARE));
    grid[0][group] = grid[0][group].and(keep.spread_lane::<0>());
    grid[1][group] = grid[1][group].and(keep.spread_lane::<1>());
    grid[2][group] = grid[2][group].and(keep.spread_lane::<2>());
}

/// Keeps the candidates of a digit group in the boxes that a row can take.
#[inline(always)]
fn keep_boxes<T: Rows>(grid: &mut Grid<T>, group: usize, mini_rows: T) {
    clear_boxes(&mut grid[0][group], mini_rows);
    clear_boxes(&mut grid[1][group], mini_rows.shr::<1>());
    clear_boxes(&mut grid[2][group], mini_rows.shr::<2>());
}

/// The arrangements that are possible, from the places of each line and the same with the
/// next and the previous place in each bit.
#[inline(always)]
fn arrange<T: Rows>(places: T, next: T, previous: T) -> (T, T) {
    let even = places.and(next.next()).and(previous.previous());
    let odd = places.and(previous.next()).and(next.previous());
    (even, odd)
}

/// Keeps the candidates in the boxes whose first column is marked.
#[inline(always)]
fn clear_boxes<T: Rows>(rows: &mut T, possible: T) {
    let no = T::splat(FIRST_OF_STACK).without(possible);
    // A bit and the two above it.
    *rows = rows.without(no.shl::<3>().sub(no));
}

/// Step 3 for a band.
#[inline(always)]
fn hidden_singles<T: Rows>(grid: &mut Grid<T>, band: usize, dead: &mut T) {
    let [a, b, c] = grid[band];
    let singles = [only_candidates(a), only_candidates(b), only_candidates(c)];
    let [x, y, z] = singles;
    let any = x.or(y).or(z);
    let (any_1, any_2) = (any.shr::<10>(), any.shr::<20>());
    // Two digits in one cell: of two groups, or of two fields.
    let within = x.and(y).or(x.or(y).and(z));
    *dead = dead.or(within).or(any.and(any_1)).or(any.and(any_2));
    let taken = any
        .or(any_1)
        .or(any_2)
        .and(T::splat(COLUMNS))
        .to_all_fields();
    grid[band] = [
        a.without(taken.without(x)),
        b.without(taken.without(y)),
        c.without(taken.without(z)),
    ];
}

/// The candidates that are alone in their fields.
#[inline(always)]
fn only_candidates<T: Rows>(words: T) -> T {
    // Taking 1 away from a field clears its lowest candidate, and the spare bit if there
    // is no candidate.
    let lowest_less = words.and(words.sub(T::splat(FIELDS)));
    let none_left = T::splat(SPARE).without(lowest_less.sub(T::splat(FIELDS)));
    words.and(none_left.sub(none_left.shr::<9>()))
}

/// Step 4 for a band, but for the clearing: the candidates that are alone in their cells.
#[inline(always)]
fn naked_singles<T: Rows>(grid: &Grid<T>, band: usize, filled: &mut T, open: &mut T) -> [T; 3] {
    let [a, b, c] = grid[band];
    let one = a.or(b).or(c);
    let two = a.and(b).or(a.or(b).and(c));
    let (one_1, one_2) = (one.shr::<10>(), one.shr::<20>());
    let any = one.or(one_1).or(one_2);
    let many = two.or(two.shr::<10>()).or(two.shr::<20>());
    let many = many.or(one.and(one_1)).or(one.or(one_1).and(one_2));
    *filled = filled.and(any);
    *open = open.or(many);
    let single = any.without(many).and(T::splat(COLUMNS)).to_all_fields();
    [a.and(single), b.and(single), c.and(single)]
}

/// Removes each of the singles from the other cells of its column. Two in one column
/// remove each other.
#[inline(always)]
fn clear_columns<T: Rows>(grid: &mut Grid<T>, singles: &Grid<T>) {
    clear_columns_of_group(grid, singles, 0);
    clear_columns_of_group(grid, singles, 1);
    clear_columns_of_group(grid, singles, 2);
}

#[inline(always)]
fn clear_columns_of_group<T: Rows>(grid: &mut Grid<T>, singles: &Grid<T>, group: usize) {
    let [a, b, c] = [singles[0][group], singles[1][group], singles[2][group]];
    let other_rows_a = a.next().or(a.previous());
    let other_rows_b = b.next().or(b.previous());
    let other_rows_c = c.next().or(c.previous());
    let (all_a, all_b, all_c) = (a.or(other_rows_a), b.or(other_rows_b), c.or(other_rows_c));
    grid[0][group] = grid[0][group].without(other_rows_a.or(all_b).or(all_c));
    grid[1][group] = grid[1][group].without(other_rows_b.or(all_c).or(all_a));
    grid[2][group] = grid[2][group].without(other_rows_c.or(all_a).or(all_b));
}

#[inline(always)]
fn sum_of_words<T: Rows>([a, b, c]: &Grid<T>) -> T {
    let a = a[0].add(a[1]).add(a[2]);
    let b = b[0].add(b[1]).add(b[2]);
    let c = c[0].add(c[1]).add(c[2]);
    a.add(b).add(c)
}

/// The spare bits of the fields of a band that are not empty in any of its words.
#[inline(always)]
fn fields_with_places<T: Rows>(grid: &Grid<T>, band: usize) -> T {
    let [a, b, c] = grid[band];
    let one = T::splat(FIELDS);
    a.sub(one).and(b.sub(one)).and(c.sub(one))
}

/// In the first field, the union of the three.
#[inline(always)]
fn in_any_field<T: Rows>(words: T) -> T {
    words
        .or(words.shr::<10>())
        .or(words.shr::<20>())
        .and(T::splat(COLUMNS))
}
