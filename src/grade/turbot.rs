//! Two links of one digit: skyscrapers, kites, turbot fish and empty rectangles.

use super::grid::{Conjugate, HOUSE, PEERS};
use super::step::{Round, Step, house_bit};
use crate::board::houses_of;

/// Two conjugate pairs in parallel lines, joined in a crossing line.
pub(super) fn skyscraper(round: &mut Round<'_>) {
    joined(round, |kinds, join| {
        kinds[0] == kinds[1] && kinds[0] + join == 1
    });
}

/// A conjugate pair in a row and one in a column, joined in a box.
pub(super) fn kite(round: &mut Round<'_>) {
    joined(round, |kinds, join| kinds == [0, 1] && join == 2);
}

/// Any two conjugate pairs with ends that see each other.
pub(super) fn any(round: &mut Round<'_>) {
    joined(round, |_, _| true);
}

/// One of the far ends of two joined conjugate pairs holds the digit. `accept` is told
/// the kinds (0 row, 1 column, 2 box) of their houses and of one where ends are joined.
fn joined(round: &mut Round<'_>, accept: impl Fn([usize; 2], usize) -> bool) {
    for digit in round.changed_digits() {
        let candidates = round.grid.candidates[digit];
        let links = round.grid.conjugates(digit);
        for (i, first) in links.iter().enumerate() {
            for second in &links[i + 1..] {
                let kinds = [first.house / 9, second.house / 9];
                if !(0..3).any(|join| accept(kinds, join)) {
                    continue;
                }
                if first.cells() & second.cells() != 0 {
                    continue;
                }
                for [far, near] in first.orders() {
                    for [other_near, other_far] in second.orders() {
                        let (ours, theirs) = (houses_of(near), houses_of(other_near));
                        let removed = candidates & PEERS[far] & PEERS[other_far];
                        if removed != 0
                            && (0..3).any(|kind| ours[kind] == theirs[kind] && accept(kinds, kind))
                        {
                            let pattern = first.cells() | second.cells();
                            let mut step = Step::eliminating(digit, removed, pattern);
                            step.base = house_bit(first.house) | house_bit(second.house);
                            round.add(step);
                        }
                    }
                }
            }
        }
    }
}

/// A box's places of a digit lie in one row and one column of it, on both arms. A
/// conjugate pair from the line of one arm leads to a cell on the line of the other.
pub(super) fn empty_rectangle(round: &mut Round<'_>) {
    for digit in round.changed_digits() {
        let candidates = round.grid.candidates[digit];
        let links = round.grid.conjugates(digit);
        for r#box in 18..27 {
            let places = candidates & HOUSE[r#box];
            if places.count_ones() < 3 {
                continue;
            }
            let (band, stack) = ((r#box - 18) / 3 * 3, (r#box - 18) % 3 * 3);
            for (row, column) in (0..9).map(|i| (band + i / 3, 9 + stack + i % 3)) {
                if places & !(HOUSE[row] | HOUSE[column]) != 0
                    || places & !HOUSE[row] == 0
                    || places & !HOUSE[column] == 0
                {
                    continue;
                }
                for &link in links.iter().filter(|link| link.house < 18) {
                    through(round, digit, (r#box, row, column), link);
                }
            }
        }
    }
}

fn through(
    round: &mut Round<'_>,
    digit: usize,
    (r#box, row, column): (usize, usize, usize),
    link: Conjugate,
) {
    let candidates = round.grid.candidates[digit];
    // The arm that the link's near end sees along, and the other.
    let (near_arm, far_arm) = if link.house >= 9 {
        (row, column)
    } else {
        (column, row)
    };
    for [near, far] in link.orders() {
        let ends: u128 = 1 << near | 1 << far;
        if HOUSE[near_arm] >> near & 1 == 0 || ends & HOUSE[r#box] != 0 {
            continue;
        }
        let removed = candidates & HOUSE[far_arm] & PEERS[far] & !HOUSE[r#box] & !ends;
        if removed != 0 {
            let places = candidates & HOUSE[r#box];
            let mut step = Step::eliminating(digit, removed, places);
            step.second[digit] = ends;
            (step.base, step.cover) = (house_bit(link.house), house_bit(r#box));
            round.add(step);
        }
    }
}
