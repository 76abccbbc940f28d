//! Techniques that argue from the puzzle having only one solution.
//!
//! Four cells in two rows, two columns and two boxes that could hold only two digits
//! could be swapped: a deadly pattern. The *floor* of a rectangle are the corners with
//! just the pair, its *roof* those with more. A value that was given cannot be swapped,
//! so avoidable rectangles ask that no corner is.

use super::grid::{
    Cells, Grid, HOUSE, bits, cells_of, closed_subsets, common_houses, members, only, seen_by_all,
    seen_by_any,
};
use super::step::{Round, Step, house_bit};
use crate::board::HOUSE_CELLS;

/// The corners of each rectangle of two rows, two columns and two boxes; 0 and 3 are
/// opposite, and so are 1 and 2.
static CORNERS: [[usize; 4]; 486] = {
    let mut all = [[0; 4]; 486];
    let mut count = 0;
    let mut i = 0;
    while i < 9 * 9 * 9 * 9 {
        let (r1, r2, c1, c2) = (i / 729, i / 81 % 9, i / 9 % 9, i % 9);
        if r1 < r2 && c1 < c2 && (r1 / 3 == r2 / 3) != (c1 / 3 == c2 / 3) {
            all[count] = [9 * r1 + c1, 9 * r1 + c2, 9 * r2 + c1, 9 * r2 + c2];
            count += 1;
        }
        i += 1;
    }
    all
};

/// The same as sets of cells.
static RECTANGLES: [Cells; 486] = {
    let mut all = [0; 486];
    let mut i = 0;
    while i < 4 * 486 {
        all[i / 4] |= 1 << CORNERS[i / 4][i % 4];
        i += 1;
    }
    all
};

/// The corners of the rectangles whose cells `accept` takes.
fn rectangles(accept: impl Fn(Cells) -> bool) -> impl Iterator<Item = [usize; 4]> {
    let sets = RECTANGLES.iter().zip(&CORNERS);
    sets.filter(move |&(&cells, _)| accept(cells))
        .map(|(_, &corners)| corners)
}

/// Four blank corners, and a pair of digits.
struct Rectangle {
    corners: [usize; 4],
    pair: u16,
    /// The corners with more candidates, as cells.
    roof: Cells,
}

impl Rectangle {
    fn cells(&self) -> Cells {
        self.corners
            .iter()
            .fold(0, |cells, corner| cells | 1 << corner)
    }

    /// The roof, if it consists of two corners: are they in a line?
    fn double_roof(&self) -> Option<([usize; 2], bool)> {
        let mut corners = (0..4).filter(|&corner| self.roof >> self.corners[corner] & 1 != 0);
        match (corners.next(), corners.next(), corners.next()) {
            (Some(a), Some(b), None) => Some(([self.corners[a], self.corners[b]], a + b != 3)),
            _ => None,
        }
    }

    fn step(&self, grid: &Grid) -> Step {
        let mut step = Step::new();
        step.digits = self.pair;
        for digit in bits(self.pair) {
            step.pattern[digit] = grid.candidates[digit] & self.cells();
        }
        step
    }
}

/// On which candidates the effect of a rectangle depends.
#[derive(Clone, Copy)]
enum Depends {
    /// On those of its corners.
    Corners,
    /// On those of the houses of its corners.
    Houses,
}

/// Visits each rectangle of blank corners, with a floor, that may each hold one of its
/// pair. That a corner has lost the other does not matter: whatever the candidates, the
/// solution could be swapped. Only those with a change in `depends`, where their effect
/// depends on the candidates.
fn each(
    round: &mut Round<'_>,
    depends: Depends,
    mut visit: impl FnMut(&mut Round<'_>, &Rectangle),
) {
    let blanks = round.grid.blanks;
    let [_, two, _] = round.grid.by_count();
    let changed = match (depends, round.changed_cells()) {
        (Depends::Corners, changed) => changed,
        (Depends::Houses, changed) => changed | seen_by_any(changed),
    };
    let accept = |cells| cells & !blanks == 0 && cells & two != 0 && cells & changed != 0;
    for corners in rectangles(accept) {
        let masks = corners.map(|corner| round.grid.cells[corner]);
        for (i, &pair) in masks.iter().enumerate() {
            if pair.count_ones() != 2
                || masks[..i].contains(&pair)
                || masks.iter().any(|mask| mask & pair == 0)
            {
                continue;
            }
            let roof = (0..4)
                .filter(|&corner| masks[corner] != pair)
                .fold(0, |roof, corner| roof | 1 << corners[corner]);
            let rectangle = Rectangle {
                corners,
                pair,
                roof,
            };
            visit(round, &rectangle);
        }
    }
}

/// The roof is one corner: it is none of the pair.
pub(super) fn type_1(round: &mut Round<'_>) {
    let grid = round.grid;
    each(round, Depends::Corners, |round, rectangle| {
        if rectangle.roof.count_ones() == 1 {
            let mut step = rectangle.step(grid);
            step.eliminate(rectangle.pair, rectangle.roof);
            round.add(step);
        }
    });
}

/// A roof of two corners in a line, with the same one candidate more.
pub(super) fn type_2(round: &mut Round<'_>) {
    common_extra(round, |rectangle| {
        rectangle.double_roof().is_some_and(|(_, in_line)| in_line)
    });
}

/// A roof of two opposite or of three corners, with the same one candidate more.
pub(super) fn type_5(round: &mut Round<'_>) {
    common_extra(round, |rectangle| match rectangle.double_roof() {
        Some((_, in_line)) => !in_line,
        None => rectangle.roof.count_ones() == 3,
    });
}

/// One of the roof holds the extra candidate, so what sees all of the roof does not.
fn common_extra(round: &mut Round<'_>, accept: fn(&Rectangle) -> bool) {
    let grid = round.grid;
    each(round, Depends::Corners, |round, rectangle| {
        let mut extras = members(rectangle.roof).map(|cell| grid.cells[cell] & !rectangle.pair);
        let Some(extra) = extras.next() else { return };
        if !extra.is_power_of_two() || extras.any(|other| other != extra) || !accept(rectangle) {
            return;
        }
        let digit = extra.trailing_zeros() as usize;
        let mut step = rectangle.step(grid);
        step.second[digit] = rectangle.roof;
        step.eliminate(extra, seen_by_all(rectangle.roof));
        round.add(step);
    });
}

/// A roof of two corners in a line stands for a cell with their further candidates: in a
/// naked subset of a house that holds both.
pub(super) fn type_3(round: &mut Round<'_>) {
    let grid = round.grid;
    each(round, Depends::Houses, |round, rectangle| {
        let Some(([a, b], true)) = rectangle.double_roof() else {
            return;
        };
        let extra = (grid.cells[a] | grid.cells[b]) & !rectangle.pair;
        for house in bits(common_houses(rectangle.roof)) {
            // The place of corner a stands for the roof.
            let masks = HOUSE_CELLS[house].map(|cell| match usize::from(cell) {
                cell if cell == a => extra,
                cell if cell == b => 0,
                cell => grid.cells[cell],
            });
            for size in 2..=7 {
                closed_subsets(&masks, size, &mut |places, digits| {
                    let cells = cells_of(house, places);
                    if cells >> a & 1 == 0 {
                        return;
                    }
                    let subset = cells | rectangle.roof;
                    let mut step = rectangle.step(grid);
                    step.base = house_bit(house);
                    step.cover = common_houses(subset);
                    for digit in bits(digits) {
                        step.second[digit] = grid.candidates[digit] & subset;
                    }
                    for house in bits(step.cover) {
                        step.eliminate(digits, HOUSE[house] & !subset);
                    }
                    round.add(step);
                });
            }
        }
    });
}

/// A roof of two corners in a line, the only places of one digit of the pair in a house:
/// the other digit is not in the roof.
pub(super) fn type_4(round: &mut Round<'_>) {
    let grid = round.grid;
    each(round, Depends::Houses, |round, rectangle| {
        let Some((_, true)) = rectangle.double_roof() else {
            return;
        };
        for house in bits(common_houses(rectangle.roof)) {
            for digit in bits(rectangle.pair) {
                if grid.candidates[digit] & HOUSE[house] == rectangle.roof {
                    let mut step = rectangle.step(grid);
                    step.base = house_bit(house);
                    step.eliminate(rectangle.pair & !(1 << digit), rectangle.roof);
                    round.add(step);
                }
            }
        }
    });
}

/// A roof of two opposite corners, and a digit of the pair that both rows or both columns
/// have only in the corners: it is not in the roof.
pub(super) fn type_6(round: &mut Round<'_>) {
    let grid = round.grid;
    each(round, Depends::Houses, |round, rectangle| {
        let Some((_, false)) = rectangle.double_roof() else {
            return;
        };
        let [first, .., last] = rectangle.corners;
        for digit in bits(rectangle.pair) {
            for lines in [[first / 9, last / 9], [9 + first % 9, 9 + last % 9]] {
                let places = grid.candidates[digit] & (HOUSE[lines[0]] | HOUSE[lines[1]]);
                if places == rectangle.cells() {
                    let mut step = rectangle.step(grid);
                    step.base = house_bit(lines[0]) | house_bit(lines[1]);
                    step.eliminate(1 << digit, rectangle.roof);
                    round.add(step);
                }
            }
        }
    });
}

/// Opposite a corner of the floor is one whose row and column have no other place for a
/// digit of the pair than the corners beside it: it does not hold the other.
pub(super) fn hidden(round: &mut Round<'_>) {
    let grid = round.grid;
    each(round, Depends::Houses, |round, rectangle| {
        for (i, &corner) in rectangle.corners.iter().enumerate() {
            let beside = [rectangle.corners[i ^ 1], rectangle.corners[i ^ 2]];
            let beside = beside.iter().fold(0, |cells, cell| cells | 1 << cell);
            if rectangle.roof >> rectangle.corners[3 - i] & 1 != 0 {
                continue;
            }
            let (row, column) = (corner / 9, 9 + corner % 9);
            for digit in bits(rectangle.pair) {
                let places = grid.candidates[digit] & (HOUSE[row] | HOUSE[column]);
                if places & !(1 << corner) == beside {
                    let mut step = rectangle.step(grid);
                    step.base = house_bit(row) | house_bit(column);
                    step.eliminate(rectangle.pair & !(1 << digit), 1 << corner);
                    round.add(step);
                }
            }
        }
    });
}

/// Three corners are filled, none given: the fourth must not complete the pattern.
pub(super) fn avoidable_1(round: &mut Round<'_>) {
    let grid = round.grid;
    let changed = round.changed_cells();
    let is_open = |cells: Cells| {
        cells & grid.givens == 0 && cells & changed != 0 && only(cells & grid.blanks).is_some()
    };
    for corners in rectangles(is_open) {
        for blank in 0..4 {
            let values = [3 - blank, blank ^ 1, blank ^ 2].map(|i| solved(grid, corners[i]));
            let [Some(opposite), Some(beside), Some(other)] = values else {
                continue;
            };
            if beside == other && grid.blanks >> corners[blank] & 1 != 0 {
                let mut step = Step::new();
                step.digits = 1 << opposite | 1 << beside;
                step.eliminate(1 << opposite, 1 << corners[blank]);
                mark_corners(&mut step, corners);
                round.add(step);
            }
        }
    }
}

/// Two corners in a line are filled, none given; beside each is a corner with the digit
/// that would complete the pattern and one other, the same for both: one of them has it.
pub(super) fn avoidable_2(round: &mut Round<'_>) {
    let grid = round.grid;
    let [_, two, _] = grid.by_count();
    let changed = round.changed_cells();
    let is_open = |cells: Cells| {
        cells & grid.givens == 0 && cells & changed != 0 && (cells & two).count_ones() == 2
    };
    for corners in rectangles(is_open) {
        for [a, b] in [[0, 1], [0, 2], [1, 3], [2, 3]] {
            let (Some(x), Some(y)) = (solved(grid, corners[a]), solved(grid, corners[b])) else {
                continue;
            };
            let (beside_a, beside_b) = (corners[3 - b], corners[3 - a]);
            let extra = grid.cells[beside_a] & !(1 << y);
            if grid.cells[beside_a] == extra | 1 << y
                && grid.cells[beside_b] == extra | 1 << x
                && extra.is_power_of_two()
                && extra != 1 << x
            {
                let roof = 1 << beside_a | 1 << beside_b;
                let mut step = Step::new();
                step.digits = 1 << x | 1 << y;
                step.eliminate(extra, seen_by_all(roof));
                step.second[extra.trailing_zeros() as usize] = roof;
                mark_corners(&mut step, corners);
                round.add(step);
            }
        }
    }
}

/// The value of a cell that is filled, but not given.
fn solved(grid: &Grid, cell: usize) -> Option<usize> {
    if (grid.givens | grid.blanks) >> cell & 1 != 0 {
        return None;
    }
    grid.value(cell)
}

fn mark_corners(step: &mut Step, corners: [usize; 4]) {
    for digit in bits(step.digits) {
        step.pattern[digit] = corners.iter().fold(0, |cells, corner| cells | 1 << corner);
    }
}

/// Bivalue universal grave: all blank cells but one have two candidates. Were that cell to
/// hold one of two of its candidates and every digit then none or two places in each
/// house, the solution could be swapped; so it is neither.
pub(super) fn bug_plus_one(round: &mut Round<'_>) {
    let grid = round.grid;
    let [one, two, _] = grid.by_count();
    let more = grid.blanks & !(one | two);
    if one != 0 || more.count_ones() != 1 {
        return;
    }
    let digits = grid.cells[more.trailing_zeros() as usize];
    for first in bits(digits) {
        for second in bits(digits & (!0 << first << 1)) {
            let pair: u16 = 1 << first | 1 << second;
            let is_grave = (0..9).all(|digit| {
                let outside = if pair >> digit & 1 == 0 { more } else { 0 };
                let places = grid.candidates[digit] & !outside;
                HOUSE
                    .iter()
                    .all(|house| matches!((places & house).count_ones(), 0 | 2))
            });
            if is_grave {
                let mut step = Step::new();
                step.digits = digits & !pair;
                step.mark(grid, more);
                step.eliminate(pair, more);
                round.add(step);
            }
        }
    }
}
