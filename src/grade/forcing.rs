//! Forcing chains and nets: what follows from every candidate of a cell, from every place
//! of a digit in a house, or from a candidate that leads to a contradiction.

use super::chains::{Graph, Kind, Reach, Rows, members_of};
use super::grid::{Grid, HOUSE, Marks, members};
use super::singles;
use super::step::{Effect, Link, Round, Step, house_bit};
use crate::board::HOUSES;

/// Every candidate of a cell leads, along chains, to the same.
pub(super) fn cell(round: &mut Round<'_>) {
    Consequences::of_chains(round).add_common_of_cells(round);
}

/// Every place of a digit in a house does.
pub(super) fn house(round: &mut Round<'_>) {
    Consequences::of_chains(round).add_common_of_houses(round);
}

/// A candidate leads, along chains, to a cell or a house without a candidate.
pub(super) fn contradiction(round: &mut Round<'_>) {
    Consequences::of_chains(round).add_refutations(round);
}

/// All three, where all singles that follow are taken together.
pub(super) fn net(round: &mut Round<'_>) {
    let consequences = Consequences::of_singles(round);
    consequences.add_refutations(round);
    consequences.add_common_of_cells(round);
    consequences.add_common_of_houses(round);
}

/// A digit in a cell.
type Candidate = (usize, usize);

/// What follows from each candidate as a premise.
struct Consequences<'a> {
    grid: &'a Grid,
    /// The graph whose chains it follows by; `None` for singles.
    graph: Option<&'a Graph>,
    /// The candidates by their numbers in the sets.
    candidates: Vec<Candidate>,
    /// For each candidate, the premises that it follows from, on and off. Those that
    /// lead to a contradiction may be left out.
    on: Rows,
    off: Rows,
    /// The premises that lead to a contradiction.
    wrong: Vec<u64>,
}

impl<'a> Consequences<'a> {
    fn of_chains(round: &Round<'a>) -> Consequences<'a> {
        let graph = round.graph(Kind::All);
        let closure = graph.closure();
        let candidates = closure.candidates.clone();
        let count = candidates.len();
        let (mut on, mut off) = (Rows::new(count, count), Rows::new(count, count));
        for (i, &(digit, cell)) in candidates.iter().enumerate() {
            let node = graph.candidate(digit, cell);
            on.row_mut(i).copy_from_slice(closure.on.row(node));
            off.row_mut(i).copy_from_slice(closure.off.row(node));
        }
        let mut consequences = Consequences {
            grid: round.grid,
            graph: Some(graph),
            candidates,
            on,
            off,
            wrong: Rows::new(1, count).row(0).to_vec(),
        };
        // A premise is wrong if it leaves nothing of a cell or of a digit's places.
        let (cells, houses) = (consequences.cells(), consequences.houses());
        for set in cells.iter().chain(houses.iter().map(|(_, set)| set)) {
            let mut all_off = vec![!0; consequences.wrong.len()];
            for candidate in members_of(set) {
                for (word, off) in all_off.iter_mut().zip(consequences.off.row(candidate)) {
                    *word &= off;
                }
            }
            for (word, off) in consequences.wrong.iter_mut().zip(all_off) {
                *word |= off;
            }
        }
        consequences
    }

    fn of_singles(round: &Round<'a>) -> Consequences<'a> {
        let grid = round.grid;
        let candidates: Vec<Candidate> = (0..9)
            .flat_map(|digit| members(grid.candidates[digit]).map(move |cell| (digit, cell)))
            .collect();
        let count = candidates.len();
        let (mut on, mut off) = (Rows::new(count, count), Rows::new(count, count));
        let mut wrong = Rows::new(1, count);
        for (premise, &candidate) in candidates.iter().enumerate() {
            let Some((after, _)) = follow_singles(grid, candidate) else {
                wrong.insert(0, premise);
                continue;
            };
            for (i, &(digit, cell)) in candidates.iter().enumerate() {
                if after.values[digit] >> cell & 1 != 0 {
                    on.insert(i, premise);
                } else if after.candidates[digit] >> cell & 1 == 0 {
                    off.insert(i, premise);
                }
            }
        }
        Consequences {
            grid,
            graph: None,
            candidates,
            on,
            off,
            wrong: wrong.row(0).to_vec(),
        }
    }

    /// The set of those candidates that are among `marks`.
    fn set(&self, marks: impl Fn(Candidate) -> bool) -> Vec<u64> {
        let mut set = Rows::new(1, self.candidates.len());
        for (i, &candidate) in self.candidates.iter().enumerate() {
            if marks(candidate) {
                set.insert(0, i);
            }
        }
        set.row(0).to_vec()
    }

    /// The candidates of each blank cell.
    fn cells(&self) -> Vec<Vec<u64>> {
        members(self.grid.blanks)
            .map(|blank| self.set(|(_, cell)| cell == blank))
            .collect()
    }

    /// The places of each digit that a house lacks.
    fn houses(&self) -> Vec<(usize, Vec<u64>)> {
        let all = (0..HOUSES).flat_map(|house| (0..9).map(move |digit| (house, digit)));
        all.filter(|&(house, digit)| self.grid.values[digit] & HOUSE[house] == 0)
            .map(|(house, wanted)| {
                let in_house =
                    |(digit, cell): Candidate| digit == wanted && HOUSE[house] >> cell & 1 != 0;
                (house, self.set(in_house))
            })
            .collect()
    }

    fn add_common_of_cells(&self, round: &mut Round<'_>) {
        for premises in self.cells() {
            self.add_common(round, &premises, 0);
        }
    }

    fn add_common_of_houses(&self, round: &mut Round<'_>) {
        for (house, premises) in self.houses() {
            self.add_common(round, &premises, house_bit(house));
        }
    }

    /// Adds that a candidate is false for each that leads to a contradiction.
    fn add_refutations(&self, round: &mut Round<'_>) {
        for premise in members_of(&self.wrong) {
            let (digit, cell) = self.candidates[premise];
            let mut step = Step::eliminating(digit, 1 << cell, 1 << cell);
            if round.is_observed() {
                self.add_contradiction(&mut step, premise);
            }
            round.add(step);
        }
    }

    /// Adds each consequence that all of some premises share, of which one is true. It
    /// does not matter what follows from wrong ones.
    fn add_common(&self, round: &mut Round<'_>, premises: &[u64], base: u32) {
        let right: Vec<u64> = premises
            .iter()
            .zip(&self.wrong)
            .map(|(a, b)| a & !b)
            .collect();
        let is_common =
            |rows: &Rows, i: usize| rows.row(i).iter().zip(&right).all(|(a, b)| b & !a == 0);
        if right.iter().all(|&word| word == 0) {
            return;
        }
        for (i, &(digit, cell)) in self.candidates.iter().enumerate() {
            for (rows, on) in [(&self.on, true), (&self.off, false)] {
                if !is_common(rows, i) {
                    continue;
                }
                let mut effect = Effect::default();
                if on {
                    effect.placements[digit] = 1 << cell;
                } else {
                    effect.eliminations[digit] = 1 << cell;
                }
                if !round.is_news(&effect, 0) {
                    continue;
                }
                let mut step = Step::new();
                step.effect = effect;
                step.base = base;
                if round.is_observed() {
                    for premise in members_of(&right) {
                        self.add_proof(&mut step, premise, (i, on));
                    }
                    for premise in members_of(premises) {
                        let (digit, cell) = self.candidates[premise];
                        step.digits |= 1 << digit;
                        step.pattern[digit] |= 1 << cell;
                    }
                }
                round.add(step);
            }
        }
    }

    /// Adds to a step how a premise leads to a consequence.
    fn add_proof(&self, step: &mut Step, premise: usize, (end, on): (usize, bool)) {
        let (digit, cell) = self.candidates[premise];
        if let Some(graph) = self.graph {
            let reach = Reach::from_on(graph, graph.candidate(digit, cell));
            let (digit, cell) = self.candidates[end];
            let path = reach.path(graph.candidate(digit, cell), on);
            step.nodes += path.len() as u32;
            graph.add_links(step, &path);
        } else if let Some((_, placed)) = follow_singles(self.grid, (digit, cell)) {
            add_placements(step, &placed);
        }
    }

    /// Adds to a step how a premise leads to a cell or a house without a candidate.
    fn add_contradiction(&self, step: &mut Step, premise: usize) {
        let houses = self.houses();
        let empty = |set: &&Vec<u64>| members_of(set).all(|i| self.off.contains(i, premise));
        let sets = houses.iter().map(|(_, set)| set);
        if self.graph.is_none() {
            add_placements(step, &[self.candidates[premise]]);
        } else if let Some(set) = self.cells().iter().chain(sets).find(empty) {
            for end in members_of(set) {
                self.add_proof(step, premise, (end, false));
            }
        }
    }
}

/// Adds the placements of a net: its premise, and what follows from it.
fn add_placements(step: &mut Step, placed: &[Candidate]) {
    let premise = step.chain.len() as u16;
    for (i, &(digit, cell)) in placed.iter().enumerate() {
        step.chain.push(Link {
            cells: 1 << cell,
            digit: digit as u8,
            on: true,
            parent: (i > 0).then_some(premise),
        });
    }
}

/// Has a cell no candidate, or a house no place for a digit?
fn is_contradiction(grid: &Grid) -> bool {
    let mut covered = 0;
    for digit in 0..9 {
        covered |= grid.candidates[digit];
        let all = grid.values[digit] | grid.candidates[digit];
        if HOUSE.iter().any(|house| all & house == 0) {
            return true;
        }
    }
    grid.blanks & !covered != 0
}

/// Places a candidate, then all singles, until there are none: the state then, and what
/// was placed. `None` if that leads to a contradiction.
fn follow_singles(grid: &Grid, candidate: Candidate) -> Option<(Grid, Vec<Candidate>)> {
    let mut after = *grid;
    let mut placed = vec![candidate];
    let mut next = 0;
    while next < placed.len() {
        for &(digit, cell) in &placed[next..] {
            // A single of the same state may have taken it away.
            if after.candidates[digit] >> cell & 1 == 0 {
                return None;
            }
            after.place(cell, digit);
        }
        next = placed.len();
        if is_contradiction(&after) {
            return None;
        }
        let singles: Marks = singles::all(&after);
        for (digit, &cells) in singles.iter().enumerate() {
            placed.extend(members(cells).map(|cell| (digit, cell)));
        }
    }
    Some((after, placed))
}
