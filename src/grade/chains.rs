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
    Cells, Grid, HOUSE, Marks, PEERS, bits, common_houses, members, only, seen_by_all,
};
use super::step::{Effect, Link, Round, Step};
use crate::board::houses_of;

/// One digit, along conjugate pairs.
pub(super) fn x_chain(round: &mut Round<'_>) {
    Graph::new(round.grid, Kind::OneDigit).add_chains(round, Ends::Any, NO_LIMIT);
}

/// Through cells with two candidates, from a digit to the same digit.
pub(super) fn xy_chain(round: &mut Round<'_>) {
    Graph::new(round.grid, Kind::Bivalue).add_chains(round, Ends::Any, NO_LIMIT);
}

/// Along conjugate pairs and cells with two candidates.
pub(super) fn aic(round: &mut Round<'_>) {
    Graph::new(round.grid, Kind::Plain).add_chains(round, Ends::Open, NO_LIMIT);
}

/// The same where the ends exclude each other.
pub(super) fn continuous_loop(round: &mut Round<'_>) {
    Graph::new(round.grid, Kind::Plain).add_chains(round, Ends::Closed, NO_LIMIT);
}

/// With nodes of several cells: the crossings of boxes and lines.
pub(super) fn grouped_aic(round: &mut Round<'_>) {
    Graph::new(round.grid, Kind::Grouped).add_chains(round, Ends::Open, NO_LIMIT);
}

/// The same where the ends exclude each other.
pub(super) fn grouped_loop(round: &mut Round<'_>) {
    Graph::new(round.grid, Kind::Grouped).add_chains(round, Ends::Closed, NO_LIMIT);
}

/// Through almost locked sets alone, at most three of them.
pub(super) fn als_xy_wing(round: &mut Round<'_>) {
    Graph::new(round.grid, Kind::LockedSets).add_chains(round, Ends::Any, 6);
}

/// Along links of every kind, those of almost locked sets among them.
pub(super) fn als_chain(round: &mut Round<'_>) {
    Graph::new(round.grid, Kind::All).add_chains(round, Ends::Any, NO_LIMIT);
}

/// Chains of any length.
const NO_LIMIT: u32 = u32::MAX;

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

/// Sets of nodes, one for each node.
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn new(rows: usize, columns: usize) -> Rows {
        let words = columns.div_ceil(64);
        Rows {
            words,
            bits: vec![0; rows * words],
        }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    fn insert(&mut self, row: usize, column: usize) {
        self.bits[row * self.words + column / 64] |= 1 << (column % 64);
    }
}

/// The members of a set of nodes, ascending.
fn nodes_of(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter()
        .enumerate()
        .flat_map(|(i, &word)| members(word.into()).map(move |bit| 64 * i + bit))
}

/// Takes the first member out of a set of nodes.
fn pop(set: &mut [u64]) -> Option<usize> {
    let i = set.iter().position(|&word| word != 0)?;
    let bit = set[i].trailing_zeros() as usize;
    set[i] &= set[i] - 1;
    Some(64 * i + bit)
}

/// The nodes of a state and the links between them.
pub(super) struct Graph<'a> {
    grid: &'a Grid,
    kind: Kind,
    nodes: Vec<Node>,
    /// The node of each candidate, by 81 · digit + cell.
    candidates: Vec<u16>,
    /// If the node is off, which are on.
    strong: Vec<Vec<u16>>,
    /// If the node is on, which are off.
    weak: Rows,
    /// If the node is off, which are off because of a strong and a weak link.
    off: Rows,
}

/// No node.
const NONE: u16 = u16::MAX;

impl<'a> Graph<'a> {
    pub(super) fn new(grid: &'a Grid, kind: Kind) -> Graph<'a> {
        let mut graph = Graph {
            grid,
            kind,
            nodes: Vec::new(),
            candidates: vec![NONE; 9 * 81],
            strong: Vec::new(),
            weak: Rows::new(0, 0),
            off: Rows::new(0, 0),
        };
        graph.add_candidates();
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

    fn add_candidates(&mut self) {
        let [_, two, _] = self.grid.by_count();
        for digit in 0..9 {
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
        let grid = self.grid;
        for node in 0..self.nodes.len() {
            let Node { digit, cells, .. } = self.nodes[node];
            for house in members(common_houses(cells).into()) {
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
        for set in als::almost_locked_sets(self.grid) {
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

    fn link_weakly(&mut self) {
        let count = self.nodes.len();
        let mut by_digit: [Vec<usize>; 9] = Default::default();
        for (i, node) in self.nodes.iter().enumerate() {
            by_digit[node.digit].push(i);
        }
        self.weak = Rows::new(count, count);
        for (i, node) in self.nodes.iter().enumerate() {
            for &other in &by_digit[node.digit] {
                if self.nodes[other].cells & !node.seen == 0 {
                    self.weak.insert(i, other);
                }
            }
            if self.kind.links_within_cells()
                && let Some(cell) = only(node.cells)
            {
                for digit in bits(self.grid.cells[cell]).filter(|&digit| digit != node.digit) {
                    self.weak
                        .insert(i, usize::from(self.candidates[81 * digit + cell]));
                }
            }
        }
        self.off = Rows::new(count, count);
        let words = self.off.words;
        for (node, on) in self.strong.iter().enumerate() {
            let row = &mut self.off.bits[node * words..][..words];
            for &on in on {
                for (word, more) in row.iter_mut().zip(self.weak.row(usize::from(on))) {
                    *word |= more;
                }
            }
        }
    }

    /// The nodes that a candidate excludes.
    fn excluded_by(&self, digit: usize, cell: usize) -> Vec<u64> {
        let mut set = vec![0; self.weak.words];
        let seen = PEERS[cell];
        for (i, node) in self.nodes.iter().enumerate() {
            let excluded = if node.digit == digit {
                node.cells & !seen == 0
            } else {
                self.kind.links_within_cells() && node.cells == 1 << cell
            };
            if excluded {
                set[i / 64] |= 1 << (i % 64);
            }
        }
        set
    }

    /// The sets of nodes that the candidates exclude that lead to their own exclusion.
    fn refuted(&self) -> Vec<Vec<u64>> {
        let mut refuted = Vec::new();
        for digit in 0..9 {
            for cell in members(self.grid.candidates[digit]) {
                let excluded = self.excluded_by(digit, cell);
                if self.leads_into(&excluded) {
                    refuted.push(excluded);
                }
            }
        }
        refuted
    }

    /// If all of a set of nodes are off, is one of them on?
    fn leads_into(&self, set: &[u64]) -> bool {
        let mut off = set.to_vec();
        let mut new = set.to_vec();
        while let Some(node) = pop(&mut new) {
            if self.strong[node]
                .iter()
                .any(|&on| set[usize::from(on) / 64] >> (on % 64) & 1 != 0)
            {
                return true;
            }
            for (i, &more) in self.off.row(node).iter().enumerate() {
                new[i] |= more & !off[i];
                off[i] |= more;
            }
        }
        false
    }

    fn add_chains(&self, round: &mut Round<'_>, ends: Ends, limit: u32) {
        let refuted = self.refuted();
        if refuted.is_empty() {
            return;
        }
        for start in 0..self.nodes.len() {
            let mut wanted = vec![0; self.weak.words];
            for set in refuted
                .iter()
                .filter(|set| set[start / 64] >> (start % 64) & 1 != 0)
            {
                for (word, more) in wanted.iter_mut().zip(set) {
                    *word |= more;
                }
            }
            if wanted.iter().all(|&word| word == 0) {
                continue;
            }
            let reach = Reach::from_off(self, start);
            // Each chain can be read from both ends.
            for end in nodes_of(&wanted).skip_while(|&end| end < start) {
                let closed = self.weak.row(start)[end / 64] >> (end % 64) & 1 != 0;
                let taken = match ends {
                    Ends::Any => {
                        self.kind != Kind::Bivalue
                            || self.nodes[start].digit == self.nodes[end].digit
                    }
                    Ends::Open => !closed,
                    Ends::Closed => closed,
                };
                if taken && reach.before[end] != NONE && reach.length(end, true) <= limit {
                    self.add_chain(round, &reach, end, ends == Ends::Closed);
                }
            }
        }
    }

    fn add_chain(&self, round: &mut Round<'_>, reach: &Reach, end: usize, is_loop: bool) {
        let (start, _) = reach.root;
        let effect = self.effect(start, end);
        let is_effective =
            (0..9).any(|digit| effect.eliminations[digit] & self.grid.candidates[digit] != 0);
        if !is_effective {
            return;
        }
        let mut step = Step::new();
        step.effect = effect;
        step.nodes = reach.length(end, true);
        if round.is_observed() {
            let path = reach.path(end, true);
            self.add_links(&mut step, &path);
            if is_loop {
                // Each weak link, from a node on to the next off.
                for link in path[1..].chunks_exact(2) {
                    step.effect.merge(&self.effect(link[0].0, link[1].0));
                }
            }
            for digit in 0..9 {
                if step.effect.eliminations[digit] & self.grid.candidates[digit] != 0 {
                    step.digits |= 1 << digit;
                }
            }
        }
        round.add_as(step, effect);
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

/// What follows from a node being off or on, and by which shortest chains.
pub(super) struct Reach {
    /// The first node of all chains.
    root: (usize, bool),
    /// The node off before each node that can be shown on; NONE if it cannot.
    before: Vec<u16>,
    /// The node on before each node that can be shown off.
    cause: Vec<u16>,
    /// The number of nodes of the chain to each node that is off.
    length: Vec<u16>,
}

impl Reach {
    fn from_off(graph: &Graph<'_>, start: usize) -> Reach {
        let mut reach = Reach::new(graph, (start, false));
        (reach.cause[start], reach.length[start]) = (start as u16, 1);
        let mut off = vec![0; graph.weak.words];
        off[start / 64] |= 1 << (start % 64);
        reach.spread(graph, vec![start], off);
        reach
    }

    pub(super) fn from_on(graph: &Graph<'_>, start: usize) -> Reach {
        let mut reach = Reach::new(graph, (start, true));
        reach.before[start] = start as u16;
        let off = graph.weak.row(start).to_vec();
        let queue: Vec<usize> = nodes_of(&off).collect();
        for &node in &queue {
            (reach.cause[node], reach.length[node]) = (start as u16, 2);
        }
        reach.spread(graph, queue, off);
        reach
    }

    fn new(graph: &Graph<'_>, root: (usize, bool)) -> Reach {
        let count = graph.nodes.len();
        Reach {
            root,
            before: vec![NONE; count],
            cause: vec![NONE; count],
            length: vec![0; count],
        }
    }

    /// Follows all links from a queue of nodes that are off.
    fn spread(&mut self, graph: &Graph<'_>, mut queue: Vec<usize>, mut off: Vec<u64>) {
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            for &on in &graph.strong[node] {
                let on = usize::from(on);
                if self.before[on] != NONE {
                    continue;
                }
                self.before[on] = node as u16;
                for (i, &more) in graph.weak.row(on).iter().enumerate() {
                    let new = more & !off[i];
                    off[i] |= more;
                    for node_off in members(new.into()).map(|bit| 64 * i + bit) {
                        self.cause[node_off] = on as u16;
                        self.length[node_off] = self.length[node] + 2;
                        queue.push(node_off);
                    }
                }
            }
        }
    }

    /// The number of nodes of the chain to a node that is on or off.
    pub(super) fn length(&self, end: usize, on: bool) -> u32 {
        if (end, on) == self.root {
            1
        } else if on {
            u32::from(self.length[usize::from(self.before[end])]) + 1
        } else {
            u32::from(self.length[end])
        }
    }

    /// The chain to a node that is on or off.
    pub(super) fn path(&self, end: usize, on: bool) -> Vec<(usize, bool)> {
        let mut path = vec![(end, on)];
        let (mut node, mut is_on) = (end, on);
        while (node, is_on) != self.root {
            let from = if is_on { &self.before } else { &self.cause };
            (node, is_on) = (usize::from(from[node]), !is_on);
            path.push((node, is_on));
        }
        path.reverse();
        path
    }

    /// The candidates that are on and those that are off.
    pub(super) fn marks(&self, graph: &Graph<'_>) -> (Marks, Marks) {
        let (mut on, mut off) = ([0; 9], [0; 9]);
        for (i, &Node { digit, cells, .. }) in graph.nodes.iter().enumerate() {
            if self.before[i] != NONE && only(cells).is_some() {
                on[digit] |= cells;
            }
            if self.cause[i] != NONE {
                off[digit] |= cells;
            }
        }
        (on, off)
    }
}
