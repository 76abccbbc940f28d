//! Two-coloured clusters: of conjugate pairs, and of equal cells with two candidates.

use super::grid::{Cells, Conjugate, HOUSE, PEERS, bits, members, seen_by_any};
use super::step::{Round, Step};

/// What sees both colours of a cluster loses the digit.
pub(super) fn trap(round: &mut Round<'_>) {
    for digit in round.changed_digits() {
        let candidates = round.grid.candidates[digit];
        each_cluster(round, digit, |round, colours| {
            let [a, b] = colours;
            let removed = candidates & !(a | b) & seen_by_any(a) & seen_by_any(b);
            add(round, digit, colours, removed);
        });
    }
}

/// A colour with two cells in one house is false.
pub(super) fn wrap(round: &mut Round<'_>) {
    for digit in round.changed_digits() {
        each_cluster(round, digit, |round, [a, b]| {
            for (this, other) in [(a, b), (b, a)] {
                if HOUSE.iter().any(|house| (house & this).count_ones() > 1) {
                    add(round, digit, [other, this], this);
                }
            }
        });
    }
}

fn add(round: &mut Round<'_>, digit: usize, [a, b]: [Cells; 2], removed: Cells) {
    if removed != 0 {
        let mut step = Step::eliminating(digit, removed, a);
        step.second[digit] = b;
        round.add(step);
    }
}

/// Visits the clusters of a digit's conjugate pairs, each as its two colours.
fn each_cluster(
    round: &mut Round<'_>,
    digit: usize,
    mut visit: impl FnMut(&mut Round<'_>, [Cells; 2]),
) {
    let links = round.grid.conjugates(digit);
    let mut left = links.iter().fold(0, |cells: Cells, link| {
        cells | 1 << link.ends[0] | 1 << link.ends[1]
    });
    while left != 0 {
        let mut colours = [1 << left.trailing_zeros(), 0];
        loop {
            let before = colours;
            for [from, to] in links.iter().flat_map(Conjugate::orders) {
                for colour in 0..2 {
                    if colours[colour] >> from & 1 != 0 {
                        colours[1 - colour] |= 1 << to;
                    }
                }
            }
            if colours == before {
                break;
            }
        }
        left &= !(colours[0] | colours[1]);
        visit(round, colours);
    }
}

/// Equal cells with two candidates, linked where they see each other: of two at an odd
/// distance of at least three, one holds each digit.
pub(super) fn remote_pair(round: &mut Round<'_>) {
    let grid = round.grid;
    let [_, two, _] = grid.by_count();
    for start in members(two) {
        let pair = grid.cells[start];
        let equal = members(two)
            .filter(|&cell| grid.cells[cell] == pair)
            .fold(0, |cells: Cells, cell| cells | 1 << cell);
        let (mut reached, mut ring): (Cells, Cells) = (1 << start, 1 << start);
        for distance in 1.. {
            ring = seen_by_any(ring) & equal & !reached;
            if ring == 0 {
                break;
            }
            reached |= ring;
            if distance < 3 || distance % 2 == 0 {
                continue;
            }
            // Each pair of cells once.
            for end in members(ring & (!0 << start)) {
                let removed = PEERS[start] & PEERS[end];
                if bits(pair).any(|digit| grid.candidates[digit] & removed != 0) {
                    let mut step = Step::new();
                    step.digits = pair;
                    step.mark(grid, 1 << start | 1 << end);
                    step.mark_second(grid, reached & !(1 << start | 1 << end));
                    step.eliminate(pair, removed);
                    step.nodes = distance + 1;
                    round.add(step);
                }
            }
        }
    }
}
