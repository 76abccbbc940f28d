//! Forcing chains and nets: what follows from every candidate of a cell, from every place
//! of a digit in a house, or from a candidate that leads to a contradiction.

use super::chains::{Graph, Kind, Reach};
use super::grid::{ALL, Grid, HOUSE, Marks, bits, members};
use super::singles;
use super::step::{Link, Round, Step, house_bit};
use crate::board::{CELLS, HOUSES};

/// Every candidate of a cell leads, along chains, to the same.
pub(super) fn cell(round: &mut Round<'_>) {
    let outcomes = Outcomes::by_chains(round.grid);
    for cell in members(round.grid.blanks) {
        outcomes.add_common(round, &candidates_of(round.grid, cell), 0);
    }
}

/// Every place of a digit in a house does.
pub(super) fn house(round: &mut Round<'_>) {
    let outcomes = Outcomes::by_chains(round.grid);
    for house in 0..HOUSES {
        for digit in 0..9 {
            let places = places_of(round.grid, house, digit);
            outcomes.add_common(round, &places, house_bit(house));
        }
    }
}

/// A candidate leads, along chains, to a cell or a house without a candidate.
pub(super) fn contradiction(round: &mut Round<'_>) {
    Outcomes::by_chains(round.grid).add_refutations(round);
}

/// All three, where all singles that follow are taken together.
pub(super) fn net(round: &mut Round<'_>) {
    let outcomes = Outcomes::by_singles(round.grid);
    outcomes.add_refutations(round);
    for cell in members(round.grid.blanks) {
        outcomes.add_common(round, &candidates_of(round.grid, cell), 0);
    }
    for house in 0..HOUSES {
        for digit in 0..9 {
            let places = places_of(round.grid, house, digit);
            outcomes.add_common(round, &places, house_bit(house));
        }
    }
}

/// A digit in a cell.
type Candidate = (usize, usize);

fn candidates_of(grid: &Grid, cell: usize) -> Vec<Candidate> {
    bits(grid.cells[cell]).map(|digit| (digit, cell)).collect()
}

fn places_of(grid: &Grid, house: usize, digit: usize) -> Vec<Candidate> {
    members(grid.candidates[digit] & HOUSE[house])
        .map(|cell| (digit, cell))
        .collect()
}

/// What follows from a candidate.
struct Outcome {
    /// What is placed and what removed.
    on: Marks,
    off: Marks,
    is_contradiction: bool,
    proof: Proof,
}

/// How it follows.
enum Proof {
    /// By shortest chains.
    Chains(Reach),
    /// By these placements, in order.
    Singles(Vec<Candidate>),
}

/// What follows from each candidate, by 81 · digit + cell.
struct Outcomes<'a> {
    grid: &'a Grid,
    graph: Option<Graph<'a>>,
    all: Vec<Option<Outcome>>,
}

impl<'a> Outcomes<'a> {
    fn by_chains(grid: &'a Grid) -> Outcomes<'a> {
        let graph = Graph::new(grid, Kind::All);
        let all = of_each(grid, |(digit, cell)| {
            let reach = Reach::from_on(&graph, graph.candidate(digit, cell));
            let (on, off) = reach.marks(&graph);
            Outcome {
                is_contradiction: is_contradiction(grid, &off),
                on,
                off,
                proof: Proof::Chains(reach),
            }
        });
        Outcomes {
            grid,
            graph: Some(graph),
            all,
        }
    }

    fn by_singles(grid: &'a Grid) -> Outcomes<'a> {
        Outcomes {
            grid,
            graph: None,
            all: of_each(grid, |candidate| follow_singles(grid, candidate)),
        }
    }

    fn get(&self, (digit, cell): Candidate) -> Option<&Outcome> {
        self.all[81 * digit + cell].as_ref()
    }

    /// Adds that a candidate is false for each that leads to a contradiction.
    fn add_refutations(&self, round: &mut Round<'_>) {
        for digit in 0..9 {
            for cell in members(self.grid.candidates[digit]) {
                let Some(outcome) = self.get((digit, cell)) else {
                    continue;
                };
                if outcome.is_contradiction {
                    let mut step = Step::eliminating(digit, 1 << cell, 1 << cell);
                    if let (true, Proof::Singles(placed)) = (round.is_observed(), &outcome.proof) {
                        add_placements(&mut step, placed);
                    }
                    round.add(step);
                }
            }
        }
    }

    /// Adds each consequence that all of some premises share, of which one is true.
    fn add_common(&self, round: &mut Round<'_>, premises: &[Candidate], base: u32) {
        let outcomes = || premises.iter().filter_map(|&premise| self.get(premise));
        for digit in 0..9 {
            let candidates = self.grid.candidates[digit];
            let on = outcomes().fold(candidates, |cells, outcome| cells & outcome.on[digit]);
            let off = outcomes().fold(candidates, |cells, outcome| cells & outcome.off[digit]);
            if premises.is_empty() || on | off == 0 {
                continue;
            }
            for (cells, is_on) in [(on, true), (off, false)] {
                for cell in members(cells) {
                    let mut step = Step::new();
                    let effect = &mut step.effect;
                    if is_on {
                        effect.placements[digit] = 1 << cell;
                    } else {
                        effect.eliminations[digit] = 1 << cell;
                    }
                    step.base = base;
                    for &(digit, cell) in premises {
                        step.digits |= 1 << digit;
                        step.pattern[digit] |= 1 << cell;
                    }
                    for outcome in outcomes() {
                        self.add_proof(&mut step, outcome, (digit, cell), is_on, round);
                    }
                    round.add(step);
                }
            }
        }
    }

    /// Adds how a consequence follows from a premise.
    fn add_proof(
        &self,
        step: &mut Step,
        outcome: &Outcome,
        (digit, cell): Candidate,
        is_on: bool,
        round: &Round<'_>,
    ) {
        match (&outcome.proof, &self.graph) {
            (Proof::Chains(reach), Some(graph)) => {
                let end = graph.candidate(digit, cell);
                step.nodes += reach.length(end, is_on);
                if round.is_observed() {
                    graph.add_links(step, &reach.path(end, is_on));
                }
            }
            (Proof::Singles(placed), _) if round.is_observed() => add_placements(step, placed),
            _ => (),
        }
    }
}

fn of_each(grid: &Grid, outcome: impl Fn(Candidate) -> Outcome) -> Vec<Option<Outcome>> {
    (0..9 * CELLS)
        .map(|i| (i / CELLS, i % CELLS))
        .map(|(digit, cell)| {
            (grid.candidates[digit] >> cell & 1 != 0).then(|| outcome((digit, cell)))
        })
        .collect()
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

/// Is there a cell without a candidate, or a house without a place for a digit, once
/// these candidates are gone?
fn is_contradiction(grid: &Grid, off: &Marks) -> bool {
    let mut covered = 0;
    for digit in 0..9 {
        let places = grid.candidates[digit] & !off[digit];
        covered |= places;
        let all = grid.values[digit] | places;
        if HOUSE.iter().any(|house| all & house == 0) {
            return true;
        }
    }
    grid.blanks & !covered != 0
}

/// Places a candidate, then all singles, until there are none or a contradiction shows.
fn follow_singles(grid: &Grid, candidate: Candidate) -> Outcome {
    let mut after = *grid;
    let mut placed = vec![candidate];
    let mut next = 0;
    let mut is_wrong = false;
    while next < placed.len() && !is_wrong {
        for &(digit, cell) in &placed[next..] {
            // A single of the same state may have taken it away.
            is_wrong |= after.candidates[digit] >> cell & 1 == 0;
            if !is_wrong {
                after.place(cell, digit);
            }
        }
        next = placed.len();
        is_wrong = is_wrong || is_contradiction(&after, &[0; 9]);
        if !is_wrong {
            let singles = singles::all(&after);
            for digit in 0..9 {
                placed.extend(members(singles[digit]).map(|cell| (digit, cell)));
            }
        }
    }
    let mut outcome = Outcome {
        on: [ALL; 9],
        off: [ALL; 9],
        is_contradiction: is_wrong,
        proof: Proof::Singles(placed),
    };
    if !is_wrong {
        for digit in 0..9 {
            outcome.on[digit] = after.values[digit] & !grid.values[digit];
            outcome.off[digit] =
                grid.candidates[digit] & !(after.candidates[digit] | after.values[digit]);
        }
    }
    outcome
}
