//! XY-, XYZ- and W-Wings: short chains through cells with two candidates.

use super::grid::{Cells, Grid, PEERS, bits, members};
use super::step::{Round, Step, house_bit};

/// A pivot xy sees two pincers xz and yz: one of these is z.
pub(super) fn xy(round: &mut Round<'_>) {
    let [_, two, _] = round.grid.by_count();
    for pivot in members(two) {
        pincers(round, pivot, two, 3, ALL_BUT_PIVOT);
    }
}

/// A pivot xyz sees two pincers xz and yz: one of the three is z.
pub(super) fn xyz(round: &mut Round<'_>) {
    let [_, two, three] = round.grid.by_count();
    for pivot in members(three) {
        pincers(round, pivot, two, 3, |cell| PEERS[cell]);
    }
}

const ALL_BUT_PIVOT: fn(usize) -> Cells = |cell| !(1 << cell);

/// Pairs of pincers that have, with the pivot, `size` candidates, and one of them in
/// common; `reach` says where a pivot lets it be removed.
fn pincers(round: &mut Round<'_>, pivot: usize, two: Cells, size: u32, reach: fn(usize) -> Cells) {
    let grid = round.grid;
    let all = grid.cells[pivot];
    let near = two & PEERS[pivot];
    for first in members(near) {
        for second in members(near & (!0 << first << 1)) {
            let (a, b) = (grid.cells[first], grid.cells[second]);
            let common = a & b;
            if !common.is_power_of_two()
                || (all | a | b).count_ones() != size
                // Each shares a candidate with the pivot, and a different one.
                || (all & !common) & a == 0
                || (all & !common) & b == 0
            {
                continue;
            }
            let digit = common.trailing_zeros() as usize;
            let removed = grid.candidates[digit] & PEERS[first] & PEERS[second] & reach(pivot);
            if removed != 0 {
                let mut step = Step::new();
                step.digits = all | a | b;
                step.mark(grid, 1 << pivot);
                step.mark_second(grid, 1 << first | 1 << second);
                step.effect.eliminations[digit] = removed;
                round.add(step);
            }
        }
    }
}

/// Two cells xy see the two ends of a conjugate pair of x: one of them is y.
pub(super) fn w(round: &mut Round<'_>) {
    let grid = round.grid;
    let [_, two, _] = grid.by_count();
    for first in members(two) {
        let pair = grid.cells[first];
        for second in members(two & (!0 << first << 1)) {
            if grid.cells[second] == pair {
                for bridge in bits(pair) {
                    let removed_digit = (pair & !(1 << bridge)).trailing_zeros() as usize;
                    bridged(round, grid, [first, second], bridge, removed_digit);
                }
            }
        }
    }
}

fn bridged(round: &mut Round<'_>, grid: &Grid, cells: [usize; 2], bridge: usize, digit: usize) {
    let [first, second] = cells;
    let removed = grid.candidates[digit] & PEERS[first] & PEERS[second];
    if removed == 0 {
        return;
    }
    for link in grid.conjugates(bridge) {
        let ends: Cells = 1 << link.ends[0] | 1 << link.ends[1];
        let joined = link
            .orders()
            .iter()
            .any(|&[a, b]| PEERS[first] >> a & 1 != 0 && PEERS[second] >> b & 1 != 0);
        if joined && ends & (1 << first | 1 << second) == 0 {
            let mut step = Step::eliminating(digit, removed, 0);
            step.digits |= 1 << bridge;
            step.base = house_bit(link.house);
            step.mark(grid, 1 << first | 1 << second);
            step.second[bridge] = ends;
            round.add(step);
        }
    }
}
