//! SSE2, which every x86-64 CPU has: one board in a register.

use super::{Lanes, Rows, lanewise, shifts};
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Sse2(__m128i);

impl Rows for Sse2 {
    const BOARDS: usize = 1;

    lanewise! {
        and = _mm_and_si128
        or = _mm_or_si128
        xor = _mm_xor_si128
        add = _mm_add_epi32
        sub = _mm_sub_epi32
    }

    shifts! {
        shl = _mm_slli_epi32
        shr = _mm_srli_epi32
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm_andnot_si128(other.0, self.0) })
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        // SAFETY: called only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm_set1_epi32(word as i32) })
    }

    #[inline(always)]
    fn repeat(board: Lanes) -> Self {
        // SAFETY: any 128 bits are a vector.
        Self(unsafe { std::mem::transmute::<Lanes, __m128i>(board) })
    }

    #[inline(always)]
    fn board(&self, _: usize) -> Lanes {
        // SAFETY: any 128 bits are four lanes.
        unsafe { std::mem::transmute::<__m128i, Lanes>(self.0) }
    }

    #[inline(always)]
    fn replace(self, _: usize, other: Self) -> Self {
        other
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        let zero = unsafe { _mm_movemask_epi8(_mm_cmpeq_epi32(self.0, _mm_setzero_si128())) };
        u32::from(zero != 0xffff)
    }

    #[inline(always)]
    fn next(self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm_shuffle_epi32::<0b01_00_10_01>(self.0) })
    }

    #[inline(always)]
    fn previous(self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm_shuffle_epi32::<0b10_01_00_10>(self.0) })
    }

    #[inline(always)]
    fn unions([a, b, c]: [Self; 3]) -> Self {
        // A transposition that unites on the way.
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        unsafe {
            let ab = Self(_mm_unpacklo_epi32(a.0, b.0)).or(Self(_mm_unpackhi_epi32(a.0, b.0)));
            let ca = Self(_mm_unpacklo_epi32(c.0, a.0)).or(Self(_mm_unpackhi_epi32(c.0, a.0)));
            Self(_mm_unpacklo_epi64(ab.0, ca.0)).or(Self(_mm_unpackhi_epi64(ab.0, ca.0)))
        }
    }

    #[inline(always)]
    fn spread_lane<const I: i32>(self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        unsafe {
            Self(match I {
                0 => _mm_shuffle_epi32::<0b00_00_00_00>(self.0),
                1 => _mm_shuffle_epi32::<0b01_01_01_01>(self.0),
                _ => _mm_shuffle_epi32::<0b10_10_10_10>(self.0),
            })
        }
    }
}
