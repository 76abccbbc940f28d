//! Plain integers, for any CPU: one board in two 64-bit words of two lanes each.

use super::{Lanes, Rows};

/// Rows 0 and 1, then rows 2 and 0; the first of each pair in the low half.
#[derive(Clone, Copy)]
pub(crate) struct Portable(u64, u64);

/// The same word in both halves.
#[inline(always)]
fn twice(word: u32) -> u64 {
    u64::from(word) * 0x1_0000_0001
}

macro_rules! lanewise {
    ($($method:ident: $a:ident, $b:ident => $result:expr;)*) => {
        $(#[inline(always)]
        fn $method(self, other: Self) -> Self {
            let on_pair = |$a: u64, $b: u64| $result;
            Self(on_pair(self.0, other.0), on_pair(self.1, other.1))
        })*
    };
}

impl Rows for Portable {
    const BOARDS: usize = 1;

    lanewise! {
        and: a, b => a & b;
        or: a, b => a | b;
        xor: a, b => a ^ b;
        without: a, b => a & !b;
        add: a, b => a.wrapping_add(b);
        sub: a, b => a.wrapping_sub(b);
    }

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        let stay = twice(u32::MAX >> N);
        Self((self.0 & stay) << N, (self.1 & stay) << N)
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        let stay = twice(u32::MAX >> N);
        Self(self.0 >> N & stay, self.1 >> N & stay)
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(twice(word), twice(word))
    }

    #[inline(always)]
    fn repeat([a, b, c, d]: Lanes) -> Self {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        Self(pair(a, b), pair(c, d))
    }

    #[inline(always)]
    fn board(&self, _: usize) -> Lanes {
        [
            self.0 as u32,
            (self.0 >> 32) as u32,
            self.1 as u32,
            (self.1 >> 32) as u32,
        ]
    }

    #[inline(always)]
    fn replace(self, _: usize, other: Self) -> Self {
        other
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        u32::from(self.0 | self.1 != 0)
    }

    #[inline(always)]
    fn next(self) -> Self {
        Self(self.0 >> 32 | self.1 << 32, self.0)
    }

    #[inline(always)]
    fn previous(self) -> Self {
        Self(self.1, self.0 >> 32 | self.1 << 32)
    }

    #[inline(always)]
    fn unions(vectors: [Self; 3]) -> Self {
        let [a, b, c] = vectors.map(|Self(low, high)| {
            let both = low | high;
            (both | both >> 32) as u32
        });
        Self::repeat([a, b, c, a])
    }

    #[inline(always)]
    fn spread_lane<const I: i32>(self) -> Self {
        Self::splat(self.board(0)[I as usize])
    }
}
