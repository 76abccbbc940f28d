//! Locked candidates: a digit confined to the crossing of a box and a line.

use super::grid::HOUSE;
use super::step::{Round, Step, house_bit};
use crate::board::houses_of;

/// A box's places of a digit lie in one line.
pub(super) fn pointing(round: &mut Round<'_>) {
    for r#box in 18..27 {
        confined(round, r#box, |[row, column, _]| [row, column]);
    }
}

/// A line's places of a digit lie in one box.
pub(super) fn claiming(round: &mut Round<'_>) {
    for line in 0..18 {
        confined(round, line, |[.., r#box]| [r#box, r#box]);
    }
}

/// Where all places of a digit in `base` lie in another house as well, the rest of that
/// house loses the digit.
fn confined(round: &mut Round<'_>, base: usize, others: fn([usize; 3]) -> [usize; 2]) {
    for digit in round.changed_digits() {
        let candidates = round.grid.candidates[digit];
        let places = candidates & HOUSE[base];
        // A single place is a hidden single.
        if places & places.wrapping_sub(1) == 0 || places == round.before[digit] & HOUSE[base] {
            continue;
        }
        let [first, second] = others(houses_of(places.trailing_zeros() as usize));
        for other in [first, second] {
            let removed = candidates & HOUSE[other] & !HOUSE[base];
            if places & !HOUSE[other] == 0 && removed != 0 {
                let mut step = Step::eliminating(digit, removed, places);
                (step.base, step.cover) = (house_bit(base), house_bit(other));
                round.add(step);
            }
        }
    }
}
