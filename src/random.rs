//! Reproducible random choices.
//!
//! The values are part of the contract: the same seed gives the same choices on every
//! platform. The generator is xoshiro256++ seeded through SplitMix64 (Blackman and
//! Vigna), both fixed by their definitions.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of random choices, fixed by its seed.
pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `bound`, each with the same probability; `bound` is at least 1.
    ///
    /// Lemire's method: the upper half of a 32-bit random number times `bound`, drawn
    /// again in the few cases that would make some results more likely than others.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        loop {
            let product = (self.0.next_u64() >> 32) * u64::from(bound);
            // The remainder is a division, and hardly ever needed.
            let low = product as u32;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts a slice into random order, each with the same probability (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_fixed_and_even() {
        let mut random = Random::new(1);
        let first: Vec<u32> = (0..8).map(|_| random.below(1000)).collect();
        assert_eq!(first, [811, 747, 100, 746, 184, 590, 986, 523]);
        let mut seen = [0; 6];
        for _ in 0..60_000 {
            seen[random.below(6) as usize] += 1;
        }
        assert!(
            seen.iter().all(|&n| (9_500..10_500).contains(&n)),
            "{seen:?}"
        );
    }
}
