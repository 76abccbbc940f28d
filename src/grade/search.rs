//! The last resort: what remains is read off the solution.

use super::step::{Round, Step};

/// Fills in the rest, one digit a step.
pub(super) fn search(round: &mut Round<'_>) {
    let Some(solution) = round.solution else {
        return;
    };
    for digit in 0..9 {
        let cells = solution[digit] & round.grid.blanks;
        if cells != 0 {
            let mut step = Step::new();
            step.digits = 1 << digit;
            step.effect.placements[digit] = cells;
            step.pattern[digit] = cells;
            round.add(step);
        }
    }
}
