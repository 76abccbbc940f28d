//! NEON, which every 64-bit ARM CPU has: one board in a register.

use super::{Lanes, Rows, lanewise, shifts};
use std::arch::aarch64::*;

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Neon(uint32x4_t);

impl Rows for Neon {
    const BOARDS: usize = 1;

    lanewise! {
        and = vandq_u32
        or = vorrq_u32
        xor = veorq_u32
        without = vbicq_u32
        add = vaddq_u32
        sub = vsubq_u32
    }

    shifts! {
        shl = vshlq_n_u32
        shr = vshrq_n_u32
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        // SAFETY: NEON is part of the target.
        Self(unsafe { vdupq_n_u32(word) })
    }

    #[inline(always)]
    fn repeat(board: Lanes) -> Self {
        // SAFETY: any 128 bits are a vector.
        Self(unsafe { std::mem::transmute::<Lanes, uint32x4_t>(board) })
    }

    #[inline(always)]
    fn board(&self, _: usize) -> Lanes {
        // SAFETY: any 128 bits are four lanes.
        unsafe { std::mem::transmute::<uint32x4_t, Lanes>(self.0) }
    }

    #[inline(always)]
    fn replace(self, _: usize, other: Self) -> Self {
        other
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: NEON is part of the target.
        u32::from(unsafe { vmaxvq_u32(self.0) } != 0)
    }

    #[inline(always)]
    fn next(self) -> Self {
        // SAFETY: NEON is part of the target.
        unsafe {
            let [a, b] = [vextq_u32::<1>(self.0, self.0), self.0];
            // Rows 1, 2 and then 0, 1.
            Self(vcombine_u32(vget_low_u32(a), vget_low_u32(b)))
        }
    }

    #[inline(always)]
    fn previous(self) -> Self {
        // SAFETY: NEON is part of the target.
        unsafe {
            let [a, b] = [self.0, vextq_u32::<1>(self.0, self.0)];
            // Rows 2, 0 and then 1, 2.
            Self(vcombine_u32(vget_high_u32(a), vget_low_u32(b)))
        }
    }

    #[inline(always)]
    fn unions([a, b, c]: [Self; 3]) -> Self {
        // A transposition that unites on the way.
        // SAFETY: NEON is part of the target.
        unsafe {
            let ab = vorrq_u32(vzip1q_u32(a.0, b.0), vzip2q_u32(a.0, b.0));
            let ca = vorrq_u32(vzip1q_u32(c.0, a.0), vzip2q_u32(c.0, a.0));
            let low = vcombine_u32(vget_low_u32(ab), vget_low_u32(ca));
            let high = vcombine_u32(vget_high_u32(ab), vget_high_u32(ca));
            Self(vorrq_u32(low, high))
        }
    }

    #[inline(always)]
    fn spread_lane<const I: i32>(self) -> Self {
        // SAFETY: NEON is part of the target.
        unsafe {
            Self(match I {
                0 => vdupq_laneq_u32::<0>(self.0),
                1 => vdupq_laneq_u32::<1>(self.0),
                _ => vdupq_laneq_u32::<2>(self.0),
            })
        }
    }
}
