//! Wishes for the grade of a puzzle, and how far a puzzle is from them.

use super::Grade;
use super::technique::{RANKED, Technique};
use crate::board::Board;

/// Wishes for the grade of a puzzle that is [generated](crate::generate()). Zero is no wish,
/// for every member.
///
/// Band, score and techniques are those of the grade with the techniques allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GradeWishes {
    /// The [level](Grade::level), 1–4.
    pub level: u8,
    /// The [band](Grade::band), 1–6.
    pub band: u8,
    /// The [score](Grade::score), at least.
    pub min_score: u32,
    /// The score, at most.
    pub max_score: u32,
    /// Techniques that are all needed: bit n for the one with id n.
    pub required: u64,
    /// Techniques that suffice.
    pub allowed: u64,
}

impl GradeWishes {
    /// No wish.
    pub const NONE: GradeWishes = GradeWishes {
        level: 0,
        band: 0,
        min_score: 0,
        max_score: 0,
        required: 0,
        allowed: 0,
    };

    /// Can no puzzle meet them, or are they not wishes at all?
    pub(crate) fn is_contradiction(&self) -> bool {
        let is_allowed = |technique: &Technique| {
            let id = technique.id();
            (self.allowed == 0 || self.allowed >> id & 1 != 0)
                && (self.band == 0 || technique.band() <= self.band.max(2))
        };
        (self.required | self.allowed) & !Technique::MASK != 0
            || self.level > 4
            || self.band > 6
            || (self.max_score != 0 && self.min_score > self.max_score)
            || !self.required().all(|technique| is_allowed(&technique))
    }

    fn required(&self) -> impl Iterator<Item = Technique> {
        let all = RANKED.iter().map(|entry| entry.technique);
        all.filter(|technique| self.required >> technique.id() & 1 != 0)
    }

    /// How far a puzzle is from them, the less the better; zero if it meets them all. The
    /// level counts most, since it is found out first.
    pub(crate) fn distance(&self, board: &Board) -> (u8, u32) {
        if *self == GradeWishes::NONE {
            return (0, 0);
        }
        let off = if self.level == 0 {
            0
        } else {
            board
                .level()
                .map_or(u8::MAX, |level| level.abs_diff(self.level))
        };
        let without_level = GradeWishes { level: 0, ..*self };
        if off != 0 || without_level == GradeWishes::NONE {
            return (off, 0);
        }
        let grade = board.grade(self.allowed);
        (0, grade.map_or(u32::MAX, |grade| self.misses(&grade)))
    }

    /// The bands between, and one for each other wish that a grade does not meet.
    fn misses(&self, grade: &Grade) -> u32 {
        let bands = if self.band == 0 {
            0
        } else {
            grade.band.abs_diff(self.band)
        };
        let is_in_range =
            grade.score >= self.min_score && (self.max_score == 0 || grade.score <= self.max_score);
        let missing = self
            .required()
            .filter(|technique| grade.count[technique.id() as usize] == 0);
        u32::from(bands)
            + u32::from(!is_in_range)
            + u32::from(!grade.is_solved)
            + missing.count() as u32
    }
}
