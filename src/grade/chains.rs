//! Chains: alternating strong and weak links.
//!
//! A node is a digit in one cell, or in one of several cells that are seen together: the
//! crossing of a box and a line, or the places of a digit in an almost locked set. A
//! strong link says *off, so the other on*; a weak link *on, so the other off*. A chain
//! of strong and weak links in turn that starts with one node off and ends with one on
//! proves that one of the two is on. Where its ends exclude each other as well, it is a
//! loop: all its weak links are strong, too.
//!
//! Each walk through the links is a proof, so breadth-first search from each node finds
//! all pairs of ends, each with a shortest chain. A candidate is removed if and only if
//! it leads, along the links, to its own exclusion; that is looked for first, because it
//! is quick and mostly in vain.

use super::als;
use super::grid::{
    ALL_DIGITS, Cells, Grid, HOUSE, bits, common_houses, members, only, seen_by_all,
};
use super::step::{Effect, Link, Round, Step};
use crate::board::houses_of;
use std::cell::OnceCell;
use std::collections::VecDeque;

/// One digit, along conjugate pairs.
pub(super) fn x_chain(round: &mut Round<'_>) {
    let digits = round
        .changed_digits()
        .fold(0, |mask, digit| mask | 1 << digit);
    Graph::new(round.grid, Kind::OneDigit, digits).add_chains(round, Ends::Any);
}

/// Through cells with two candidates, from a digit to the same digit.
pub(super) fn xy_chain(round: &mut Round<'_>) {
    round
        .graph(Kind::Bivalue)
        .add_chains(round, Ends::SameDigit);
}

/// Along conjugate pairs and cells with two candidates.
pub(super) fn aic(round: &mut Round<'_>) {
    round.graph(Kind::Plain).add_chains(round, Ends::Open);
}

/// The same where the ends exclude each other.
pub(super) fn continuous_loop(round: &mut Round<'_>) {
    round.graph(Kind::Plain).add_chains(round, Ends::Closed);
}

/// With nodes of several cells: the crossings of boxes and lines.
pub(super) fn grouped_aic(round: &mut Round<'_>) {
    round.graph(Kind::Grouped).add_chains(round, Ends::Open);
}

/// The same where the ends exclude each other.
pub(super) fn grouped_loop(round: &mut Round<'_>) {
    round.graph(Kind::Grouped).add_chains(round, Ends::Closed);
}

/// Through almost locked sets alone, at most three of them.
pub(super) fn als_xy_wing(round: &mut Round<'_>) {
    round.graph(Kind::LockedSets).add_shortest(round, 6);
}

/// Along links of every kind, those of almost locked sets among them.
pub(super) fn als_chain(round: &mut Round<'_>) {
    round.graph(Kind::All).add_shortest(round, u32::MAX);
}

/// The links that a graph has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Strong: conjugate pairs. Weak: one digit.
    OneDigit,
    /// Strong: cells with two candidates. Weak: one digit.
    Bivalue,
    /// Both, and weak links within cells.
    Plain,
    /// The same with groups.
    Grouped,
    /// Strong: almost locked sets. Weak: one digit.
    LockedSets,
    /// All of these.
    All,
}

impl Kind {
    fn has_conjugates(self) -> bool {
        matches!(
            self,
            Kind::OneDigit | Kind::Plain | Kind::Grouped | Kind::All
        )
    }

    fn has_bivalue_cells(self) -> bool {
        self != Kind::OneDigit
    }

    fn has_groups(self) -> bool {
        matches!(self, Kind::Grouped | Kind::All)
    }

    fn has_locked_sets(self) -> bool {
        matches!(self, Kind::LockedSets | Kind::All)
    }

    /// Do the candidates of a cell exclude each other?
    fn links_within_cells(self) -> bool {
        matches!(self, Kind::Plain | Kind::Grouped | Kind::All)
    }
}

/// Which pairs of ends a technique takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Any,
    SameDigit,
    /// Both can be on.
    Open,
    /// They exclude each other.
    Closed,
}

/// A digit in one of some cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) digit: usize,
    pub(super) cells: Cells,
    /// What sees all of the cells.
    seen: Cells,
}

/// Sets of small numbers, all of the same range.
pub(super) struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    pub(super) fn new(rows: usize, columns: usize) -> Rows {
        let words = columns.div_ceil(64);
        Rows {
            words,
            bits: vec![0; rows * words],
        }
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }

    pub(super) fn insert(&mut self, row: usize, column: usize) {
        self.row_mut(row)[column / 64] |= 1 << (column % 64);
    }

    pub(super) fn contains(&self, row: usize, column: usize) -> bool {
        self.row(row)[column / 64] >> (column % 64) & 1 != 0
    }
}

/// Adds a set to another, and says whether that is news.
fn unite(set: &mut [u64], more: &[u64]) -> bool {
    let mut new = 0;
    for (word, more) in set.iter_mut().zip(more) {
        new |= more & !*word;
        *word |= more;
    }
    new != 0
}

/// The members of a set, ascending.
pub(super) fn members_of(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter()
        .enumerate()
        .flat_map(|(i, &word)| bits(word).map(move |bit| 64 * i + bit))
}

/// The graphs of a state, made when they are first needed.
#[derive(Default)]
pub(crate) struct Graphs([OnceCell<Box<Graph>>; 6]);

impl Graphs {
    pub(super) fn get(&self, grid: &Grid, kind: Kind) -> &Graph {
        self.0[kind as usize].get_or_init(|| Box::new(Graph::new(grid, kind, ALL_DIGITS)))
    }
}

/// For each node, those that it has links to, one after the other.
#[derive(Default)]
struct Links {
    nodes: Vec<u16>,
    /// By node, where its links end.
    ends: Vec<u32>,
}

impl Links {
    /// Adds the links of the next node.
    fn push(&mut self, nodes: impl Iterator<Item = u16>) {
        self.nodes.extend(nodes);
        self.ends.push(self.nodes.len() as u32);
    }

    fn of(&self, node: usize) -> &[u16] {
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.nodes[start as usize..self.ends[node] as usize]
    }
}

/// The nodes of a state and the links between them.
pub(super) struct Graph {
    grid: Grid,
    kind: Kind,
    nodes: Vec<Node>,
    /// The node of each candidate, by 81 · digit + cell.
    candidates: Vec<u16>,
    /// If the node is off, which are on.
    strong: Vec<Vec<u16>>,
    /// If the node is on, which are off.
    weak: Links,
    closure: OnceCell<Closure>,
}

/// No node.
const NONE: u16 = u16::MAX;

impl Graph {
    /// The graph of the links of some digits, bits 0–8.
    fn new(grid: &Grid, kind: Kind, digits: u16) -> Graph {
        let mut graph = Graph {
            grid: *grid,
            kind,
            nodes: Vec::new(),
            candidates: vec![NONE; 9 * 81],
            strong: Vec::new(),
            weak: Links::default(),
            closure: OnceCell::new(),
        };
        graph.add_candidates(digits);
        let mut groups = Vec::new();
        if kind.has_groups() {
            groups = vec![NONE; 9 * 18 * 9];
            graph.add_groups(&mut groups);
        }
        graph.strong = vec![Vec::new(); graph.nodes.len()];
        if kind.has_conjugates() {
            graph.link_houses(&groups);
        }
        if kind.has_bivalue_cells() {
            graph.link_cells();
        }
        if kind.has_locked_sets() {
            graph.add_almost_locked_sets();
        }
        if kind != Kind::All {
            graph.drop_unlinked();
        }
        graph.link_weakly();
        graph
    }

    fn add_node(&mut self, digit: usize, cells: Cells) -> u16 {
        self.nodes.push(Node {
            digit,
            cells,
            seen: seen_by_all(cells),
        });
        self.nodes.len() as u16 - 1
    }

    fn add_candidates(&mut self, digits: u16) {
        let [_, two, _] = self.grid.by_count();
        for digit in bits(digits) {
            let mut cells = self.grid.candidates[digit];
            if matches!(self.kind, Kind::Bivalue | Kind::LockedSets) {
                cells &= two;
            }
            for cell in members(cells) {
                self.candidates[81 * digit + cell] = self.add_node(digit, 1 << cell);
            }
        }
    }

    /// The crossings of boxes and lines with several places. `groups` finds them by digit,
    /// line and box.
    fn add_groups(&mut self, groups: &mut [u16]) {
        for digit in 0..9 {
            for line in 0..18 {
                let places = self.grid.candidates[digit] & HOUSE[line];
                for r#box in 0..9 {
                    let cells = places & HOUSE[18 + r#box];
                    if cells.count_ones() > 1 {
                        groups[(digit * 18 + line) * 9 + r#box] = self.add_node(digit, cells);
                    }
                }
            }
        }
    }

    /// Links the nodes that are all places of a digit in a house between them.
    fn link_houses(&mut self, groups: &[u16]) {
        let grid = &self.grid;
        for node in 0..self.nodes.len() {
            let Node { digit, cells, .. } = self.nodes[node];
            for house in bits(common_houses(cells)) {
                let rest = grid.candidates[digit] & HOUSE[house] & !cells;
                let other = match only(rest) {
                    Some(cell) => self.candidates[81 * digit + cell],
                    None if rest == 0 || groups.is_empty() => NONE,
                    None => self.group(digit, rest, groups),
                };
                if other != NONE && !self.strong[node].contains(&other) {
                    self.strong[node].push(other);
                }
            }
        }
    }

    /// The node of these cells, more than one, if they are all of a crossing.
    fn group(&self, digit: usize, cells: Cells, groups: &[u16]) -> u16 {
        let [row, column, r#box] = houses_of(cells.trailing_zeros() as usize);
        [row, column]
            .iter()
            .map(|line| groups[(digit * 18 + line) * 9 + r#box - 18])
            .find(|&node| node != NONE && self.nodes[usize::from(node)].cells == cells)
            .unwrap_or(NONE)
    }

    fn link_cells(&mut self) {
        let [_, two, _] = self.grid.by_count();
        for cell in members(two) {
            let mut ends = bits(self.grid.cells[cell]).map(|digit| 81 * digit + cell);
            if let (Some(a), Some(b)) = (ends.next(), ends.next()) {
                let (a, b) = (self.candidates[a], self.candidates[b]);
                self.strong[usize::from(a)].push(b);
                self.strong[usize::from(b)].push(a);
            }
        }
    }

    /// An almost locked set that lacks one digit has all the others.
    fn add_almost_locked_sets(&mut self) {
        let mut known = std::collections::BTreeMap::new();
        for (i, node) in self.nodes.iter().enumerate() {
            known.insert((node.digit, node.cells), i as u16);
        }
        for set in als::almost_locked_sets(&self.grid) {
            if set.cells.count_ones() < 2 {
                continue;
            }
            let mut nodes = Vec::new();
            for digit in bits(set.digits) {
                let cells = self.grid.candidates[digit] & set.cells;
                // What nothing else sees has no part in a chain.
                if seen_by_all(cells) & self.grid.candidates[digit] != 0 {
                    let node = *known
                        .entry((digit, cells))
                        .or_insert_with(|| self.add_node(digit, cells));
                    self.strong.resize(self.nodes.len(), Vec::new());
                    nodes.push(node);
                }
            }
            for &a in &nodes {
                for &b in &nodes {
                    if a != b && !self.strong[usize::from(a)].contains(&b) {
                        self.strong[usize::from(a)].push(b);
                    }
                }
            }
        }
    }

    /// Drops the nodes without a strong link, which have no part in a chain.
    fn drop_unlinked(&mut self) {
        let mut kept = 0;
        let numbers: Vec<u16> = self
            .strong
            .iter()
            .map(|links| {
                if links.is_empty() {
                    return NONE;
                }
                kept += 1;
                kept - 1
            })
            .collect();
        let renumber = |node: &mut u16| {
            if *node != NONE {
                *node = numbers[usize::from(*node)];
            }
        };
        self.candidates.iter_mut().for_each(renumber);
        self.strong.iter_mut().flatten().for_each(renumber);
        self.strong.retain(|links| !links.is_empty());
        let mut is_kept = numbers.iter().map(|&number| number != NONE);
        self.nodes.retain(|_| is_kept.next().unwrap_or(false));
    }

    fn link_weakly(&mut self) {
        let mut by_digit: [Vec<(u16, Cells)>; 9] = Default::default();
        for (i, node) in self.nodes.iter().enumerate() {
            by_digit[node.digit].push((i as u16, node.cells));
        }
        let mut weak = Links::default();
        for node in &self.nodes {
            let seen = by_digit[node.digit]
                .iter()
                .filter(|(_, cells)| cells & !node.seen == 0)
                .map(|&(other, _)| other);
            weak.push(seen.chain(self.neighbours(node)));
        }
        self.weak = weak;
    }

    /// The nodes that a node excludes as they are in its cell.
    fn neighbours(&self, node: &Node) -> impl Iterator<Item = u16> {
        let others = match only(node.cells) {
            Some(cell) if self.kind.links_within_cells() => self.grid.cells[cell],
            _ => 0,
        };
        let (cells, digit) = (node.cells, node.digit);
        bits(others & !(1 << digit))
            .map(move |digit| self.candidates[81 * digit + cells.trailing_zeros() as usize])
            .filter(|&other| other != NONE)
    }

    /// What follows from each candidate.
    pub(super) fn closure(&self) -> &Closure {
        self.closure.get_or_init(|| Closure::new(self))
    }

    /// Adds all chains between two ends that remove something.
    fn add_chains(&self, round: &mut Round<'_>, ends: Ends) {
        let closure = self.closure();
        let refuted = closure.refuted(self);
        if refuted.iter().all(|&word| word == 0) {
            return;
        }
        let excludes_refuted = |node: usize| {
            let excluded = closure.excluded.row(node).iter();
            excluded.zip(&refuted).any(|(a, b)| a & b != 0)
        };
        for start in (0..self.nodes.len()).filter(|&start| excludes_refuted(start)) {
            let reach = Reach::from_off(self, start);
            // Each chain can be read from both ends.
            for end in (start..self.nodes.len()).filter(|&end| reach.before[end] != NONE) {
                let closed = self.weak.of(start).contains(&(end as u16));
                let taken = match ends {
                    Ends::Any => true,
                    Ends::SameDigit => self.nodes[start].digit == self.nodes[end].digit,
                    Ends::Open => !closed,
                    Ends::Closed => closed,
                };
                if taken {
                    self.add_chain(round, &reach, (start, end), ends == Ends::Closed);
                }
            }
        }
    }

    /// Adds a shortest chain, of at most `limit` nodes, for each candidate that one removes.
    fn add_shortest(&self, round: &mut Round<'_>, limit: u32) {
        let closure = self.closure();
        for bit in members_of(&closure.refuted(self)) {
            let (digit, cell) = closure.candidates[bit];
            let excluded = |node: usize| closure.excluded.contains(node, bit);
            let reach = Reach::from_all(self, (0..self.nodes.len()).filter(|&i| excluded(i)));
            let ends =
                (0..self.nodes.len()).filter(|&end| excluded(end) && reach.before[end] != NONE);
            let Some(end) = ends.min_by_key(|&end| reach.length(end)) else {
                continue;
            };
            if reach.length(end) <= limit {
                let mut step = Step::eliminating(digit, 1 << cell, 0);
                let counted = step.effect;
                step.nodes = reach.length(end);
                let path = reach.path(end, true);
                step.effect.merge(&self.effect(path[0].0, end));
                self.add_picture(round, &mut step, &path);
                round.add_as(step, counted);
            }
        }
    }

    fn add_chain(
        &self,
        round: &mut Round<'_>,
        reach: &Reach,
        (start, end): (usize, usize),
        is_loop: bool,
    ) {
        let effect = self.effect(start, end);
        let is_effective =
            (0..9).any(|digit| effect.eliminations[digit] & self.grid.candidates[digit] != 0);
        let nodes = reach.length(end);
        if !is_effective || !round.is_news(&effect, nodes) {
            return;
        }
        let mut step = Step::new();
        step.effect = effect;
        step.nodes = nodes;
        if round.is_observed() {
            let path = reach.path(end, true);
            if is_loop {
                // Each weak link, from a node on to the next off.
                for link in path[1..].chunks_exact(2) {
                    step.effect.merge(&self.effect(link[0].0, link[1].0));
                }
            }
            self.add_picture(round, &mut step, &path);
        }
        round.add_as(step, effect);
    }

    /// Adds what only observers want to see.
    fn add_picture(&self, round: &Round<'_>, step: &mut Step, path: &[(usize, bool)]) {
        if round.is_observed() {
            self.add_links(step, path);
            for digit in 0..9 {
                if step.effect.eliminations[digit] & self.grid.candidates[digit] != 0 {
                    step.digits |= 1 << digit;
                }
            }
        }
    }

    /// Adds a chain to the picture of a step.
    pub(super) fn add_links(&self, step: &mut Step, path: &[(usize, bool)]) {
        let first = step.chain.len();
        for (i, &(node, on)) in path.iter().enumerate() {
            let Node { digit, cells, .. } = self.nodes[node];
            step.chain.push(Link {
                cells,
                digit: digit as u8,
                on,
                parent: (i > 0).then(|| (first + i - 1) as u16),
            });
            step.digits |= 1 << digit;
            let marks = if on {
                &mut step.pattern
            } else {
                &mut step.second
            };
            marks[digit] |= cells;
        }
    }

    /// The node of a candidate.
    pub(super) fn candidate(&self, digit: usize, cell: usize) -> usize {
        usize::from(self.candidates[81 * digit + cell])
    }

    /// What is removed because one of two nodes is on.
    fn effect(&self, a: usize, b: usize) -> Effect {
        let (one, other) = (&self.nodes[a], &self.nodes[b]);
        let mut effect = Effect::default();
        if a == b {
            match only(one.cells) {
                Some(cell) if self.kind.links_within_cells() => {
                    let others = self.grid.cells[cell] & !(1 << one.digit);
                    for digit in bits(others) {
                        effect.eliminations[digit] = one.cells;
                    }
                }
                _ => effect.eliminations[one.digit] = one.seen,
            }
        } else if one.digit == other.digit {
            effect.eliminations[one.digit] = one.seen & other.seen;
        } else if let (Some(cell), true) = (only(one.cells), one.cells == other.cells) {
            let others = self.grid.cells[cell] & !(1 << one.digit | 1 << other.digit);
            for digit in bits(others) {
                effect.eliminations[digit] = one.cells;
            }
        } else {
            for (one, other) in [(one, other), (other, one)] {
                if only(other.cells).is_some() {
                    effect.eliminations[one.digit] = one.seen & other.cells;
                }
            }
        }
        effect
    }
}

/// What follows, along all chains, from each candidate.
pub(super) struct Closure {
    /// The candidates, digit and cell, by their numbers in the sets.
    pub(super) candidates: Vec<(usize, usize)>,
    /// For each node, the candidates that exclude it, and that it excludes.
    excluded: Rows,
    /// For each node, the candidates that lead to it being on and off.
    pub(super) on: Rows,
    pub(super) off: Rows,
}

impl Closure {
    fn new(graph: &Graph) -> Closure {
        let grid = &graph.grid;
        let mut candidates = Vec::new();
        let mut numbers = [NONE; 9 * 81];
        for digit in 0..9 {
            for cell in members(grid.candidates[digit]) {
                numbers[81 * digit + cell] = candidates.len() as u16;
                candidates.push((digit, cell));
            }
        }
        let count = graph.nodes.len();
        let mut excluded = Rows::new(count, candidates.len());
        let mut on = Rows::new(count, candidates.len());
        for (i, node) in graph.nodes.iter().enumerate() {
            let digit = node.digit;
            for cell in members(node.seen & grid.candidates[digit]) {
                excluded.insert(i, numbers[81 * digit + cell].into());
            }
            if let Some(cell) = only(node.cells) {
                on.insert(i, numbers[81 * digit + cell].into());
                if graph.kind.links_within_cells() {
                    for other in bits(grid.cells[cell] & !(1 << digit)) {
                        excluded.insert(i, numbers[81 * other + cell].into());
                    }
                }
            }
        }
        let mut off = Rows::new(count, candidates.len());
        off.bits.copy_from_slice(&excluded.bits);
        let mut queue: VecDeque<usize> = (0..count).collect();
        let mut is_queued = vec![true; count];
        while let Some(node) = queue.pop_front() {
            is_queued[node] = false;
            for &next in &graph.strong[node] {
                let next = usize::from(next);
                if unite(on.row_mut(next), off.row(node)) {
                    for &other in graph.weak.of(next) {
                        let other = usize::from(other);
                        if unite(off.row_mut(other), on.row(next)) && !is_queued[other] {
                            is_queued[other] = true;
                            queue.push_back(other);
                        }
                    }
                }
            }
        }
        Closure {
            candidates,
            excluded,
            on,
            off,
        }
    }

    /// The candidates that lead to their own exclusion.
    fn refuted(&self, graph: &Graph) -> Vec<u64> {
        let mut refuted = vec![0; self.on.words];
        for node in 0..graph.nodes.len() {
            let both = self.on.row(node).iter().zip(self.excluded.row(node));
            for (word, (on, excluded)) in refuted.iter_mut().zip(both) {
                *word |= on & excluded;
            }
        }
        refuted
    }
}

/// What follows from nodes being off or on, and by which shortest chains.
pub(super) struct Reach {
    /// The node off before each node that can be shown on: itself if it is a premise,
    /// NONE if it cannot be shown.
    before: Vec<u16>,
    /// The node on before each node that can be shown off, likewise.
    cause: Vec<u16>,
    /// The number of nodes of the chain to each node that is off.
    length: Vec<u16>,
}

impl Reach {
    fn from_off(graph: &Graph, start: usize) -> Reach {
        Reach::from_all(graph, std::iter::once(start))
    }

    /// From each of some nodes being off.
    fn from_all(graph: &Graph, starts: impl Iterator<Item = usize>) -> Reach {
        let mut reach = Reach::new(graph);
        let queue: Vec<usize> = starts.collect();
        for &start in &queue {
            (reach.cause[start], reach.length[start]) = (start as u16, 1);
        }
        reach.spread(graph, queue);
        reach
    }

    pub(super) fn from_on(graph: &Graph, start: usize) -> Reach {
        let mut reach = Reach::new(graph);
        reach.before[start] = start as u16;
        let mut queue = Vec::new();
        for &node in graph.weak.of(start) {
            let node = usize::from(node);
            (reach.cause[node], reach.length[node]) = (start as u16, 2);
            queue.push(node);
        }
        reach.spread(graph, queue);
        reach
    }

    fn new(graph: &Graph) -> Reach {
        let count = graph.nodes.len();
        Reach {
            before: vec![NONE; count],
            cause: vec![NONE; count],
            length: vec![0; count],
        }
    }

    /// Follows all links from a queue of nodes that are off.
    fn spread(&mut self, graph: &Graph, mut queue: Vec<usize>) {
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            for &on in &graph.strong[node] {
                let on = usize::from(on);
                if self.before[on] != NONE {
                    continue;
                }
                self.before[on] = node as u16;
                for &off in graph.weak.of(on) {
                    let off = usize::from(off);
                    if self.cause[off] == NONE {
                        self.cause[off] = on as u16;
                        self.length[off] = self.length[node] + 2;
                        queue.push(off);
                    }
                }
            }
        }
    }

    /// The number of nodes of the chain to a node that is on.
    fn length(&self, end: usize) -> u32 {
        u32::from(self.length[usize::from(self.before[end])]) + 1
    }

    /// The chain to a node that is on or off.
    pub(super) fn path(&self, end: usize, on: bool) -> Vec<(usize, bool)> {
        let mut path = vec![(end, on)];
        let (mut node, mut is_on) = (end, on);
        loop {
            let from = if is_on { &self.before } else { &self.cause };
            let before = usize::from(from[node]);
            // A premise follows from itself.
            if before == node {
                break;
            }
            (node, is_on) = (before, !is_on);
            path.push((node, is_on));
        }
        path.reverse();
        path
    }
}
