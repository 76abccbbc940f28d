//! Steps, and the round that collects them.

use super::chains::{Graph, Graphs, Kind};
use super::grid::{Cells, Grid, HOUSE, Marks, bits, mask_of, members};
use super::technique::Technique;
use std::fmt;

/// What a technique has found: one application of it, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub(crate) technique: Technique,
    /// Number of the round, from 0.
    pub(crate) round: u32,
    /// The digits of the pattern, bits 0–8.
    pub(crate) digits: u16,
    /// Houses, bits 0–26: those that the pattern rests on, and those it acts in.
    pub(crate) base: u32,
    pub(crate) cover: u32,
    pub(crate) effect: Effect,
    /// The candidates that make the pattern.
    pub(crate) pattern: Marks,
    /// Fins, the second colour, the second set: what must be told from the pattern.
    pub(crate) second: Marks,
    /// The chain or net, premises first; empty for other techniques.
    pub(crate) chain: Vec<Link>,
    /// The number of nodes of the chain, or 0. A chain of groups has more links.
    pub(crate) nodes: u32,
}

/// A node of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The cells: more than one for a group.
    pub(crate) cells: Cells,
    /// The digit, 0–8.
    pub(crate) digit: u8,
    /// Does it hold one of the cells, or none?
    pub(crate) on: bool,
    /// The link of the same step that this follows from; `None` for a premise.
    pub(crate) parent: Option<u16>,
}

impl Link {
    /// The cells, 0–80: more than one for a group.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        members(self.cells)
    }

    /// The digit, 1–9.
    pub fn digit(&self) -> u8 {
        self.digit + 1
    }

    /// Is the digit in one of the cells, or in none?
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// The index of the link that this follows from; `None` for a premise.
    pub fn parent(&self) -> Option<usize> {
        self.parent.map(usize::from)
    }
}

/// Placements and eliminations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effect {
    pub(crate) placements: Marks,
    pub(crate) eliminations: Marks,
}

impl Effect {
    pub(crate) fn apply(&self, grid: &mut Grid) {
        for digit in 0..9 {
            if self.eliminations[digit] != 0 {
                grid.eliminate(digit, self.eliminations[digit]);
            }
            for cell in members(self.placements[digit] & grid.blanks) {
                grid.place(cell, digit);
            }
        }
    }

    fn is_empty(&self) -> bool {
        *self == Effect::default()
    }

    /// Does this add nothing to `other`?
    fn is_within(&self, other: &Effect) -> bool {
        (0..9).all(|digit| {
            self.placements[digit] & !other.placements[digit] == 0
                && self.eliminations[digit] & !other.eliminations[digit] == 0
        })
    }

    pub(crate) fn merge(&mut self, other: &Effect) {
        for digit in 0..9 {
            self.placements[digit] |= other.placements[digit];
            self.eliminations[digit] |= other.eliminations[digit];
        }
    }

    /// Does this fill in and take away only what the solution allows?
    pub(crate) fn agrees_with(&self, solution: &Marks) -> bool {
        (0..9).all(|digit| {
            self.placements[digit] & !solution[digit] == 0
                && self.eliminations[digit] & solution[digit] == 0
        })
    }
}

impl Step {
    /// A step to be filled in; the round sets its technique and number.
    pub(crate) fn new() -> Step {
        Step {
            technique: Technique::Search,
            round: 0,
            digits: 0,
            base: 0,
            cover: 0,
            effect: Effect::default(),
            pattern: [0; 9],
            second: [0; 9],
            chain: Vec::new(),
            nodes: 0,
        }
    }

    /// A step that takes one digit from `cells` because of `pattern`.
    pub(crate) fn eliminating(digit: usize, cells: Cells, pattern: Cells) -> Step {
        let mut step = Step::new();
        step.digits = 1 << digit;
        step.effect.eliminations[digit] = cells;
        step.pattern[digit] = pattern;
        step
    }

    /// Marks all candidates of `cells` as part of the pattern.
    pub(crate) fn mark(&mut self, grid: &Grid, cells: Cells) {
        for (marks, candidates) in self.pattern.iter_mut().zip(grid.candidates) {
            *marks |= candidates & cells;
        }
    }

    /// Marks the candidates of `cells` as the second part of the pattern.
    pub(crate) fn mark_second(&mut self, grid: &Grid, cells: Cells) {
        for (marks, candidates) in self.second.iter_mut().zip(grid.candidates) {
            *marks |= candidates & cells;
        }
    }

    /// Takes several digits, bits 0–8, from cells.
    pub(crate) fn eliminate(&mut self, digits: u16, cells: Cells) {
        for digit in bits(digits) {
            self.effect.eliminations[digit] |= cells;
        }
    }

    /// The technique.
    pub fn technique(&self) -> Technique {
        self.technique
    }

    /// The round of the solving path that it belongs to, from 0.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The digits of the pattern, bit 0 for 1 to bit 8 for 9.
    pub fn digits(&self) -> u16 {
        self.digits
    }

    /// The houses that the pattern rests on, bit 0 for house 0 to bit 26.
    pub fn base_houses(&self) -> u32 {
        self.base
    }

    /// The houses that it acts in.
    pub fn cover_houses(&self) -> u32 {
        self.cover
    }

    /// The number of nodes of its chain; 0 if there is none.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The candidates that make the pattern; of a chain, those that are on.
    pub fn pattern(&self) -> impl Iterator<Item = (usize, u8)> {
        pairs(self.pattern)
    }

    /// Fins, the other colour, the other set; of a chain, the candidates that are off.
    pub fn second(&self) -> impl Iterator<Item = (usize, u8)> {
        pairs(self.second)
    }

    /// The chain or net: premises, and what follows from them, in order.
    pub fn chain(&self) -> &[Link] {
        &self.chain
    }

    /// The cells, 0–80, that it fills, each with its digit, 1–9.
    pub fn placements(&self) -> impl Iterator<Item = (usize, u8)> {
        pairs(self.effect.placements)
    }

    /// The candidates that it removes: cells, 0–80, each with a digit, 1–9.
    pub fn eliminations(&self) -> impl Iterator<Item = (usize, u8)> {
        pairs(self.effect.eliminations)
    }
}

impl fmt::Display for Step {
    /// The technique and what it does: `X-Wing: r1c2-3 r4c2-3`, `full house: r5c5=7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.technique.name())?;
        let at = |cell: usize| (cell / 9 + 1, cell % 9 + 1);
        for (cell, digit) in self.placements() {
            let (row, column) = at(cell);
            write!(f, " r{row}c{column}={digit}")?;
        }
        for (cell, digit) in self.eliminations() {
            let (row, column) = at(cell);
            write!(f, " r{row}c{column}-{digit}")?;
        }
        Ok(())
    }
}

fn pairs(marks: Marks) -> impl Iterator<Item = (usize, u8)> {
    (0..9).flat_map(move |digit| members(marks[digit]).map(move |cell| (cell, digit as u8 + 1)))
}

/// All that one technique finds on a frozen state.
pub(crate) struct Round<'a> {
    pub(crate) grid: &'a Grid,
    graphs: &'a Graphs,
    /// The candidates when the technique was last searched for. Whatever they made it do
    /// has been done, so only patterns with a candidate or a cell that has changed since
    /// can have an effect.
    pub(super) before: &'a Marks,
    technique: Technique,
    pub(crate) solution: Option<&'a Marks>,
    observer: Option<&'a mut dyn FnMut(Step)>,
    /// Everything found, together.
    pub(crate) effect: Effect,
    /// The number of placements by singles.
    pub(crate) placements: u32,
    /// The first three different effects; the fourth is counted only.
    different: Vec<Effect>,
    openings: u32,
    /// The nodes of the shortest chain; 0 if there was none.
    pub(crate) nodes: u32,
}

impl<'a> Round<'a> {
    /// A round that hands what it finds to `observer`, if there is one. No step that
    /// contradicts `solution` is accepted.
    pub(crate) fn new(
        grid: &'a Grid,
        graphs: &'a Graphs,
        before: &'a Marks,
        technique: Technique,
        solution: Option<&'a Marks>,
        observer: Option<&'a mut dyn FnMut(Step)>,
    ) -> Round<'a> {
        Round {
            grid,
            graphs,
            before,
            technique,
            solution,
            observer,
            effect: Effect::default(),
            placements: 0,
            different: Vec::new(),
            openings: 0,
            nodes: 0,
        }
    }

    /// A graph of the state.
    pub(super) fn graph(&self, kind: Kind) -> &'a Graph {
        self.graphs.get(self.grid, kind)
    }

    /// The digits whose candidates have changed since the technique was last searched for.
    pub(super) fn changed_digits(&self) -> impl Iterator<Item = usize> + use<> {
        bits(mask_of(|digit| {
            self.before[digit] != self.grid.candidates[digit]
        }))
    }

    /// The cells whose candidates have changed since the technique was last searched for.
    pub(super) fn changed_cells(&self) -> Cells {
        let pairs = self.before.iter().zip(self.grid.candidates);
        pairs.fold(0, |cells, (before, now)| cells | (before ^ now))
    }

    /// Are steps wanted, or only what they add up to?
    pub(crate) fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    pub(crate) fn is_effective(&self) -> bool {
        self.openings > 0
    }

    /// How many different effects there were, at most four.
    pub(crate) fn openings(&self) -> u32 {
        self.openings
    }

    /// Would a step with this effect change anything? If not, there is no need to make it.
    pub(super) fn is_news(&self, effect: &Effect, nodes: u32) -> bool {
        self.is_observed()
            || self.openings < 4
            || nodes < self.nodes
            || !effect.is_within(&self.effect)
    }

    /// Adds a placement by a single.
    pub(crate) fn place(&mut self, cell: usize, digit: usize, houses: u32) {
        let bit = 1 << cell;
        if self.effect.placements[digit] & bit != 0 {
            return;
        }
        if self.solution.is_some_and(|marks| marks[digit] & bit == 0) {
            debug_assert!(false, "{:?} is wrong", self.technique);
            return;
        }
        self.effect.placements[digit] |= bit;
        self.placements += 1;
        self.openings = (self.openings + 1).min(4);
        if self.is_observed() {
            let mut step = Step::new();
            step.digits = 1 << digit;
            step.base = houses;
            step.effect.placements[digit] = bit;
            step.pattern[digit] = bit;
            self.report(step);
        }
    }

    /// Adds a step, unless it has no effect on the grid.
    pub(crate) fn add(&mut self, step: Step) {
        let effect = step.effect;
        self.add_as(step, effect);
    }

    /// The same for a step whose picture depends on a free choice between equals, and
    /// that counts as another effect, one that does not.
    pub(crate) fn add_as(&mut self, mut step: Step, mut counted: Effect) {
        for digit in 0..9 {
            let candidates = self.grid.candidates[digit];
            step.effect.eliminations[digit] &= candidates;
            counted.eliminations[digit] &= candidates;
        }
        if counted.is_empty() {
            return;
        }
        if self
            .solution
            .is_some_and(|solution| !step.effect.agrees_with(solution))
        {
            debug_assert!(false, "{:?} is wrong: {step:?}", self.technique);
            return;
        }
        if self.openings < 4 && !self.different.contains(&counted) {
            if self.openings < 3 {
                self.different.push(counted);
            }
            self.openings += 1;
        }
        if step.nodes > 0 && (self.nodes == 0 || step.nodes < self.nodes) {
            self.nodes = step.nodes;
        }
        self.effect.merge(&step.effect);
        self.report(step);
    }

    fn report(&mut self, mut step: Step) {
        if let Some(observer) = &mut self.observer {
            step.technique = self.technique;
            observer(step);
        }
    }
}

/// A filter for observers: only steps that add something to those before them.
#[derive(Default)]
pub(crate) struct News(Effect);

impl News {
    pub(crate) fn is_new(&mut self, step: &Step) -> bool {
        let new = !step.effect.is_within(&self.0);
        self.0.merge(&step.effect);
        new
    }
}

/// A house as a mask of houses.
pub(crate) fn house_bit(house: usize) -> u32 {
    debug_assert!(house < HOUSE.len());
    1 << house
}
