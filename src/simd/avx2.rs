//! AVX2: two boards in a register.

use super::{Lanes, Rows, lanewise, shifts};
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Avx2(__m256i);

impl Rows for Avx2 {
    const BOARDS: usize = 2;

    lanewise! {
        and = _mm256_and_si256
        or = _mm256_or_si256
        xor = _mm256_xor_si256
        add = _mm256_add_epi32
        sub = _mm256_sub_epi32
    }

    shifts! {
        shl = _mm256_slli_epi32
        shr = _mm256_srli_epi32
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        // SAFETY: called only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm256_set1_epi32(word as i32) })
    }

    #[inline(always)]
    fn repeat(board: Lanes) -> Self {
        // SAFETY: called only where the CPU has the instructions, see `Rows`; any 128
        // bits are a vector.
        unsafe {
            Self(_mm256_broadcastsi128_si256(std::mem::transmute::<
                Lanes,
                __m128i,
            >(board)))
        }
    }

    #[inline(always)]
    fn board(&self, index: usize) -> Lanes {
        // From memory, where a board lies for itself: most vectors are there already.
        // SAFETY: the 256 bits of a vector are two boards.
        let boards = unsafe { &*std::ptr::from_ref(self).cast::<[Lanes; 2]>() };
        boards[index]
    }

    #[inline(always)]
    fn replace(self, index: usize, other: Self) -> Self {
        const HALF: [[Lanes; 2]; 2] = [[[!0; 4], [0; 4]], [[0; 4], [!0; 4]]];
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`; any
        // 256 bits are a vector.
        unsafe {
            let half = std::mem::transmute::<[Lanes; 2], __m256i>(HALF[index]);
            Self(_mm256_blendv_epi8(self.0, other.0, half))
        }
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        let zero = unsafe {
            _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(
                self.0,
                _mm256_setzero_si256(),
            )))
        };
        u32::from(zero & 0b1111 != 0b1111) | u32::from(zero >> 4 != 0b1111) << 1
    }

    #[inline(always)]
    fn next(self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm256_shuffle_epi32::<0b01_00_10_01>(self.0) })
    }

    #[inline(always)]
    fn previous(self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm256_shuffle_epi32::<0b10_01_00_10>(self.0) })
    }

    #[inline(always)]
    fn unions([a, b, c]: [Self; 3]) -> Self {
        // A transposition that unites on the way.
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        unsafe {
            let ab =
                Self(_mm256_unpacklo_epi32(a.0, b.0)).or(Self(_mm256_unpackhi_epi32(a.0, b.0)));
            let ca =
                Self(_mm256_unpacklo_epi32(c.0, a.0)).or(Self(_mm256_unpackhi_epi32(c.0, a.0)));
            Self(_mm256_unpacklo_epi64(ab.0, ca.0)).or(Self(_mm256_unpackhi_epi64(ab.0, ca.0)))
        }
    }

    #[inline(always)]
    fn spread_lane<const I: i32>(self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        unsafe {
            Self(match I {
                0 => _mm256_shuffle_epi32::<0b00_00_00_00>(self.0),
                1 => _mm256_shuffle_epi32::<0b01_01_01_01>(self.0),
                _ => _mm256_shuffle_epi32::<0b10_10_10_10>(self.0),
            })
        }
    }
}
