//! AVX-512 F and BW: four boards in a register.

use super::{Lanes, Rows, lanewise};
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Avx512(__m512i);

impl Rows for Avx512 {
    const BOARDS: usize = 4;

    lanewise! {
        and = _mm512_and_si512
        or = _mm512_or_si512
        xor = _mm512_xor_si512
        add = _mm512_add_epi32
        sub = _mm512_sub_epi32
    }

    // The intrinsics with a constant count take another type of constant than ours; the
    // compiler turns these into the same instructions.
    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm512_sllv_epi32(self.0, _mm512_set1_epi32(N)) })
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm512_srlv_epi32(self.0, _mm512_set1_epi32(N)) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        // SAFETY: called only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm512_set1_epi32(word as i32) })
    }

    #[inline(always)]
    fn repeat(board: Lanes) -> Self {
        // SAFETY: called only where the CPU has the instructions, see `Rows`; any 128
        // bits are a vector.
        unsafe {
            Self(_mm512_broadcast_i32x4(
                std::mem::transmute::<Lanes, __m128i>(board),
            ))
        }
    }

    #[inline(always)]
    fn board(&self, index: usize) -> Lanes {
        // From memory, where a board lies for itself: most vectors are there already.
        // SAFETY: the 512 bits of a vector are four boards.
        let boards = unsafe { &*std::ptr::from_ref(self).cast::<[Lanes; 4]>() };
        boards[index]
    }

    #[inline(always)]
    fn replace(self, index: usize, other: Self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        unsafe {
            Self(_mm512_mask_mov_epi32(
                self.0,
                0b1111 << (4 * index),
                other.0,
            ))
        }
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        let lanes = u32::from(unsafe { _mm512_test_epi32_mask(self.0, self.0) });
        // Unite the four bits of each board, and gather the results: bit 4i moves to bit
        // i + 12, and no two products meet.
        let boards = (lanes | lanes >> 1 | lanes >> 2 | lanes >> 3) & 0x1111;
        ((boards * 0x1248) >> 12) & 0b1111
    }

    #[inline(always)]
    fn next(self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm512_shuffle_epi32::<0b01_00_10_01>(self.0) })
    }

    #[inline(always)]
    fn previous(self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        Self(unsafe { _mm512_shuffle_epi32::<0b10_01_00_10>(self.0) })
    }

    #[inline(always)]
    fn unions([a, b, c]: [Self; 3]) -> Self {
        // A transposition that unites on the way.
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        unsafe {
            let ab =
                Self(_mm512_unpacklo_epi32(a.0, b.0)).or(Self(_mm512_unpackhi_epi32(a.0, b.0)));
            let ca =
                Self(_mm512_unpacklo_epi32(c.0, a.0)).or(Self(_mm512_unpackhi_epi32(c.0, a.0)));
            Self(_mm512_unpacklo_epi64(ab.0, ca.0)).or(Self(_mm512_unpackhi_epi64(ab.0, ca.0)))
        }
    }

    #[inline(always)]
    fn spread_lane<const I: i32>(self) -> Self {
        // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
        unsafe {
            Self(match I {
                0 => _mm512_shuffle_epi32::<0b00_00_00_00>(self.0),
                1 => _mm512_shuffle_epi32::<0b01_01_01_01>(self.0),
                _ => _mm512_shuffle_epi32::<0b10_10_10_10>(self.0),
            })
        }
    }
}
