//! Locked candidates: a digit confined to the crossing of a box and a line.

use super::grid::HOUSE;
use super::step::{Round, Step, house_bit};
use crate::board::houses_of;
use std::ops::Range;

/// A box's places of a digit lie in one line.
pub(super) fn pointing(round: &mut Round<'_>) {
    confined(round, 18..27, |[row, column, _]| [row, column]);
}

/// A line's places of a digit lie in one box.
pub(super) fn claiming(round: &mut Round<'_>) {
    confined(round, 0..18, |[.., r#box]| [r#box]);
}

/// Where all places of a digit in a house of `bases` lie in one of the `others` of a cell
/// as well, the rest of that loses the digit.
fn confined<const N: usize>(
    round: &mut Round<'_>,
    bases: Range<usize>,
    others: fn([usize; 3]) -> [usize; N],
) {
    for digit in round.changed_digits() {
        let (candidates, before) = (round.grid.candidates[digit], round.before[digit]);
        for base in bases.clone() {
            let places = candidates & HOUSE[base];
            // A single place is a hidden single.
            if places & places.wrapping_sub(1) == 0 || places == before & HOUSE[base] {
                continue;
            }
            for other in others(houses_of(places.trailing_zeros() as usize)) {
                let removed = candidates & HOUSE[other] & !HOUSE[base];
                if places & !HOUSE[other] == 0 && removed != 0 {
                    let mut step = Step::eliminating(digit, removed, places);
                    (step.base, step.cover) = (house_bit(base), house_bit(other));
                    round.add(step);
                }
            }
        }
    }
}
