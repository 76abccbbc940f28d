//! The techniques: their ids, names, order and prices.
//!
//! To add one, write a function that yields all its instances, give it an id here and a
//! line in [`RANKED`], and raise [`GRADER_VERSION`].

use super::step::Round;
use super::{als, chains, colours, fish, forcing, locked, search, singles, subsets};
use super::{turbot, uniqueness, wings};
use std::ffi::CStr;

/// A technique of solving by hand. Its number is its id in masks, counts and the C
/// interface, and never changes.
/// cbindgen:rename-all=QualifiedScreamingSnakeCase
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub enum Technique {
    /// The last blank cell of a house.
    FullHouse = 1,
    /// The only place of a digit in a box.
    HiddenSingleBox = 2,
    /// The only place of a digit in a row or column.
    HiddenSingleLine = 3,
    /// The only candidate of a cell.
    NakedSingle = 4,
    /// A box's places of a digit lie in one line: the rest of the line loses it.
    Pointing = 5,
    /// A line's places of a digit lie in one box: the rest of the box loses it.
    Claiming = 6,
    /// Two cells of a house with two candidates between them.
    NakedPair = 7,
    /// Two digits of a house with two places between them.
    HiddenPair = 8,
    /// Three cells with three candidates.
    NakedTriple = 9,
    /// Three digits with three places.
    HiddenTriple = 10,
    /// Four cells with four candidates.
    NakedQuad = 11,
    /// Four digits with four places.
    HiddenQuad = 12,
    /// Two lines whose places of a digit lie in two crossing lines.
    XWing = 13,
    /// The same with three lines.
    Swordfish = 14,
    /// The same with four lines.
    Jellyfish = 15,
    /// Two conjugate pairs in parallel lines, joined in a crossing line.
    Skyscraper = 16,
    /// Two conjugate pairs in crossing lines, joined in a box.
    TwoStringKite = 17,
    /// Any two conjugate pairs, joined.
    TurbotFish = 18,
    /// A box's places of a digit in one row and one column, and a conjugate pair outside.
    EmptyRectangle = 19,
    /// Three cells with candidates xy, xz and yz.
    XyWing = 20,
    /// Three cells with candidates xyz, xz and yz.
    XyzWing = 21,
    /// Two equal cells with two candidates, joined by a conjugate pair.
    WWing = 22,
    /// A chain of equal cells with two candidates.
    RemotePair = 23,
    /// A cell that sees both colours of a cluster of conjugate pairs.
    ColourTrap = 24,
    /// Two cells of one colour see each other: the colour is false.
    ColourWrap = 25,
    /// One corner has candidates beyond the pair.
    UniqueRectangle1 = 26,
    /// Two adjacent corners have the same one candidate beyond the pair.
    UniqueRectangle2 = 27,
    /// The candidates beyond the pair make a naked subset.
    UniqueRectangle3 = 28,
    /// One digit of the pair is conjugate in the two corners with more.
    UniqueRectangle4 = 29,
    /// Two opposite or three corners have the same one candidate beyond the pair.
    UniqueRectangle5 = 30,
    /// Two opposite corners have more, and one digit is confined to the corners.
    UniqueRectangle6 = 31,
    /// One digit is conjugate in both lines of a corner.
    HiddenRectangle = 32,
    /// Three corners filled, not given: the fourth cannot complete the pattern.
    AvoidableRectangle1 = 33,
    /// Two corners filled, not given; the other two share the way out.
    AvoidableRectangle2 = 34,
    /// All blank cells but one have two candidates, each digit twice a house.
    BugPlusOne = 35,
    /// An X-Wing but for some places in one box.
    FinnedXWing = 36,
    /// One that also lacks a place.
    SashimiXWing = 37,
    /// A Swordfish but for some places in one box.
    FinnedSwordfish = 38,
    /// One that also lacks a place.
    SashimiSwordfish = 39,
    /// A Jellyfish but for some places in one box.
    FinnedJellyfish = 40,
    /// One that also lacks a place.
    SashimiJellyfish = 41,
    /// Alternating strong and weak links of one digit.
    XChain = 42,
    /// A chain of cells with two candidates.
    XyChain = 43,
    /// Alternating strong and weak links of any kind.
    Aic = 44,
    /// Such a chain closed: each of its weak links is strong, too.
    ContinuousLoop = 45,
    /// A chain with nodes of several cells where a box and a line cross.
    GroupedAic = 46,
    /// Such a chain closed.
    GroupedLoop = 47,
    /// Two almost locked sets with a restricted common digit.
    AlsXz = 48,
    /// At most three almost locked sets, joined by restricted digits.
    AlsXyWing = 49,
    /// A chain with links of every kind, through almost locked sets as well.
    AlsChain = 50,
    /// The crossing of a box and a line, split between two sets.
    SueDeCoq = 51,
    /// Every candidate of a cell leads to the same.
    CellForcingChain = 52,
    /// Every place of a digit in a house leads to the same.
    HouseForcingChain = 53,
    /// A candidate leads to a contradiction along chains.
    ContradictionChain = 54,
    /// The same three, with all singles that follow at once.
    ForcingNet = 55,
    /// The rest by search: the last resort, which always succeeds.
    Search = 63,
}

impl Technique {
    /// The bits of all techniques.
    pub const MASK: u64 = {
        let mut mask = 0;
        let mut rank = 0;
        while rank < RANKED.len() {
            mask |= 1 << RANKED[rank].technique as u32;
            rank += 1;
        }
        mask
    };

    /// The technique with this id.
    pub fn from_id(id: u32) -> Option<Technique> {
        RANKED
            .iter()
            .map(|entry| entry.technique)
            .find(|technique| technique.id() == id)
    }

    /// Its id: 1–63, the bit of a mask of techniques.
    pub fn id(self) -> u32 {
        self as u32
    }

    /// Its English name.
    pub fn name(self) -> &'static str {
        self.c_name().to_str().unwrap_or_default()
    }

    /// Its English name for C.
    pub(crate) fn c_name(self) -> &'static CStr {
        self.entry().1.name
    }

    /// Its place in the order in which techniques are tried, from 0.
    pub fn rank(self) -> usize {
        self.entry().0
    }

    pub(crate) fn base(self) -> u64 {
        self.entry().1.base
    }

    /// Does it argue from the puzzle having only one solution?
    pub fn uses_uniqueness(self) -> bool {
        (Technique::UniqueRectangle1.id()..=Technique::BugPlusOne.id()).contains(&self.id())
    }

    /// Is it a single? Then its placements count, not its rounds.
    pub(crate) fn is_single(self) -> bool {
        self.rank() <= Technique::NakedSingle.rank()
    }

    /// The band of a puzzle whose hardest technique this is.
    pub(crate) fn band(self) -> u8 {
        match self.id() {
            1..=4 => 2,
            5..=12 => 3,
            13..=41 => 4,
            42..=54 => 5,
            _ => 6,
        }
    }

    fn entry(self) -> (usize, &'static Entry) {
        let rank = RANKED.iter().position(|entry| entry.technique == self);
        let rank = rank.unwrap_or(RANKED.len() - 1);
        (rank, &RANKED[rank])
    }
}

/// What is known of a technique.
pub(crate) struct Entry {
    pub(crate) technique: Technique,
    pub(crate) name: &'static CStr,
    /// What a round of it adds to a score.
    base: u64,
    /// Adds all its instances to a round.
    pub(crate) find: fn(&mut Round<'_>),
}

/// Grades may change with this number: it stands for the order below and the prices.
pub const GRADER_VERSION: u32 = 1;

/// All techniques in the order in which they are tried.
pub(crate) const RANKED: [Entry; 56] = [
    entry(Technique::FullHouse, c"full house", 4, singles::full_house),
    entry(
        Technique::HiddenSingleBox,
        c"hidden single in a box",
        14,
        |round| singles::hidden(round, 18..27),
    ),
    entry(
        Technique::HiddenSingleLine,
        c"hidden single in a line",
        14,
        |round| singles::hidden(round, 0..18),
    ),
    entry(Technique::NakedSingle, c"naked single", 4, singles::naked),
    entry(Technique::Pointing, c"pointing", 50, locked::pointing),
    entry(Technique::Claiming, c"claiming", 50, locked::claiming),
    entry(Technique::NakedPair, c"naked pair", 60, |round| {
        subsets::naked(round, 2)
    }),
    entry(Technique::HiddenPair, c"hidden pair", 70, |round| {
        subsets::hidden(round, 2)
    }),
    entry(Technique::NakedTriple, c"naked triple", 80, |round| {
        subsets::naked(round, 3)
    }),
    entry(Technique::HiddenTriple, c"hidden triple", 100, |round| {
        subsets::hidden(round, 3)
    }),
    entry(Technique::XWing, c"X-Wing", 140, |round| {
        fish::plain(round, 2)
    }),
    entry(
        Technique::Skyscraper,
        c"skyscraper",
        130,
        turbot::skyscraper,
    ),
    entry(
        Technique::TwoStringKite,
        c"two-string kite",
        150,
        turbot::kite,
    ),
    entry(Technique::TurbotFish, c"turbot fish", 120, turbot::any),
    entry(
        Technique::EmptyRectangle,
        c"empty rectangle",
        120,
        turbot::empty_rectangle,
    ),
    entry(Technique::WWing, c"W-Wing", 150, wings::w),
    entry(Technique::XyWing, c"XY-Wing", 160, wings::xy),
    entry(Technique::XyzWing, c"XYZ-Wing", 180, wings::xyz),
    entry(Technique::ColourTrap, c"colour trap", 150, colours::trap),
    entry(Technique::ColourWrap, c"colour wrap", 150, colours::wrap),
    entry(
        Technique::RemotePair,
        c"remote pair",
        110,
        colours::remote_pair,
    ),
    entry(
        Technique::UniqueRectangle1,
        c"unique rectangle type 1",
        100,
        uniqueness::type_1,
    ),
    entry(
        Technique::UniqueRectangle2,
        c"unique rectangle type 2",
        100,
        uniqueness::type_2,
    ),
    entry(
        Technique::UniqueRectangle3,
        c"unique rectangle type 3",
        100,
        uniqueness::type_3,
    ),
    entry(
        Technique::UniqueRectangle4,
        c"unique rectangle type 4",
        100,
        uniqueness::type_4,
    ),
    entry(
        Technique::UniqueRectangle5,
        c"unique rectangle type 5",
        100,
        uniqueness::type_5,
    ),
    entry(
        Technique::UniqueRectangle6,
        c"unique rectangle type 6",
        100,
        uniqueness::type_6,
    ),
    entry(
        Technique::HiddenRectangle,
        c"hidden rectangle",
        100,
        uniqueness::hidden,
    ),
    entry(
        Technique::AvoidableRectangle1,
        c"avoidable rectangle type 1",
        100,
        uniqueness::avoidable_1,
    ),
    entry(
        Technique::AvoidableRectangle2,
        c"avoidable rectangle type 2",
        100,
        uniqueness::avoidable_2,
    ),
    entry(Technique::NakedQuad, c"naked quad", 120, |round| {
        subsets::naked(round, 4)
    }),
    entry(Technique::HiddenQuad, c"hidden quad", 150, |round| {
        subsets::hidden(round, 4)
    }),
    entry(Technique::Swordfish, c"Swordfish", 150, |round| {
        fish::plain(round, 3)
    }),
    entry(Technique::FinnedXWing, c"finned X-Wing", 130, |round| {
        fish::finned(round, 2, false)
    }),
    entry(Technique::SashimiXWing, c"sashimi X-Wing", 150, |round| {
        fish::finned(round, 2, true)
    }),
    entry(
        Technique::BugPlusOne,
        c"BUG + 1",
        100,
        uniqueness::bug_plus_one,
    ),
    entry(Technique::Jellyfish, c"Jellyfish", 160, |round| {
        fish::plain(round, 4)
    }),
    entry(
        Technique::FinnedSwordfish,
        c"finned Swordfish",
        200,
        |round| fish::finned(round, 3, false),
    ),
    entry(
        Technique::SashimiSwordfish,
        c"sashimi Swordfish",
        240,
        |round| fish::finned(round, 3, true),
    ),
    entry(
        Technique::FinnedJellyfish,
        c"finned Jellyfish",
        250,
        |round| fish::finned(round, 4, false),
    ),
    entry(
        Technique::SashimiJellyfish,
        c"sashimi Jellyfish",
        260,
        |round| fish::finned(round, 4, true),
    ),
    entry(Technique::XChain, c"X-chain", 260, chains::x_chain),
    entry(Technique::XyChain, c"XY-chain", 260, chains::xy_chain),
    entry(Technique::SueDeCoq, c"Sue de Coq", 250, als::sue_de_coq),
    entry(Technique::AlsXz, c"ALS-XZ", 300, als::xz),
    entry(
        Technique::Aic,
        c"alternating inference chain",
        280,
        chains::aic,
    ),
    entry(
        Technique::ContinuousLoop,
        c"continuous loop",
        280,
        chains::continuous_loop,
    ),
    entry(
        Technique::GroupedAic,
        c"grouped chain",
        300,
        chains::grouped_aic,
    ),
    entry(
        Technique::GroupedLoop,
        c"grouped loop",
        300,
        chains::grouped_loop,
    ),
    entry(
        Technique::AlsXyWing,
        c"ALS-XY-Wing",
        320,
        chains::als_xy_wing,
    ),
    entry(Technique::AlsChain, c"ALS chain", 340, chains::als_chain),
    entry(
        Technique::CellForcingChain,
        c"cell forcing chain",
        500,
        forcing::cell,
    ),
    entry(
        Technique::HouseForcingChain,
        c"house forcing chain",
        500,
        forcing::house,
    ),
    entry(
        Technique::ContradictionChain,
        c"contradiction chain",
        500,
        forcing::contradiction,
    ),
    entry(Technique::ForcingNet, c"forcing net", 700, forcing::net),
    entry(Technique::Search, c"search", 1000, search::search),
];

const fn entry(
    technique: Technique,
    name: &'static CStr,
    base: u64,
    find: fn(&mut Round<'_>),
) -> Entry {
    Entry {
        technique,
        name,
        base,
        find,
    }
}
