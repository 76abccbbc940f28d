//! The vector operations that the inference is written in, and what a vector means.
//!
//! A board is 27 words of 32 bits, one for each row and each group of three digits. A
//! word has a field of ten bits for each of its three digits; bit c of a field says that
//! the digit may still stand in column c of the row, for c from 0 to 8, and bit 9 is the
//! spare bit. It is set in every word of a board, so that a subtraction inside one field
//! never borrows from the next.
//!
//! ```text
//!   bit 29 28…20   19 18…10   9 8…0
//!       |  third   |  second  | first digit of the group
//!       spare      spare      spare
//! ```
//!
//! A vector of type [`Rows`] holds the three words of a band's rows for one digit group,
//! in four lanes: row 0, 1, 2, and row 0 again, so that rotating the rows is one shuffle
//! and the fourth lane never says anything new. Wider registers hold several boards side
//! by side, which all make the same steps. A whole board is a [`Grid`] of nine vectors.
//!
//! The same type holds other things that come in threes: the lanes may stand for the
//! bands instead of the rows of one band.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
pub(crate) mod neon;
pub(crate) mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;

/// The lanes of one board in a vector.
pub(crate) type Lanes = [u32; 4];

/// Vectors indexed by band and digit group.
pub(crate) type Grid<T> = [[T; 3]; 3];

/// Three rows of one digit group, for one or more boards side by side.
///
/// Values of a type are made and used only under the `#[target_feature]` root of its
/// backend in `cpu`, which is entered after the CPU was asked. The methods are inlined
/// into that root, so that their intrinsics become instructions and not calls.
pub(crate) trait Rows: Copy {
    /// Boards side by side.
    const BOARDS: usize;

    /// The same word in every lane.
    fn splat(word: u32) -> Self;
    /// The same board in every place.
    fn repeat(board: Lanes) -> Self;
    /// The board at `index`, which is below `BOARDS`.
    fn board(&self, index: usize) -> Lanes;
    /// `self`, but with the board at `index` from `other`.
    fn replace(self, index: usize, other: Self) -> Self;
    /// Bit i says whether the board at index i has a lane that is not zero.
    fn nonzero(self) -> u32;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits of `self` that `other` has not.
    fn without(self, other: Self) -> Self;
    /// Adds lane by lane. A carry out of a lane may be lost or reach another lane of the
    /// same board.
    fn add(self, other: Self) -> Self;
    /// Subtracts lane by lane, likewise.
    fn sub(self, other: Self) -> Self;
    /// Shifts each lane by N towards its high bits.
    fn shl<const N: i32>(self) -> Self;
    /// Shifts each lane by N towards its low bits.
    fn shr<const N: i32>(self) -> Self;
    /// Copies the first field of each lane, the only one not zero, to all three.
    #[inline(always)]
    fn to_all_fields(self) -> Self {
        self.or(self.shl::<10>()).or(self.shl::<20>())
    }

    /// Each lane takes the word of the next row, cyclically.
    fn next(self) -> Self;
    /// Each lane takes the word of the previous row, cyclically.
    fn previous(self) -> Self;
    /// Lane i is the union of the lanes of `vectors[i]`.
    fn unions(vectors: [Self; 3]) -> Self;
    /// Every lane takes the word of lane I.
    fn spread_lane<const I: i32>(self) -> Self;
}

/// Methods of [`Rows`] that are one intrinsic of two vectors.
#[allow(unused_macros)]
macro_rules! lanewise {
    ($($method:ident = $intrinsic:ident)*) => {
        $(#[inline(always)]
        fn $method(self, other: Self) -> Self {
            // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
            Self(unsafe { $intrinsic(self.0, other.0) })
        })*
    };
}

/// Methods of [`Rows`] that shift by a constant with one intrinsic.
#[allow(unused_macros)]
macro_rules! shifts {
    ($($method:ident = $intrinsic:ident)*) => {
        $(#[inline(always)]
        fn $method<const N: i32>(self) -> Self {
            // SAFETY: values exist only where the CPU has the instructions, see `Rows`.
            Self(unsafe { $intrinsic::<N>(self.0) })
        })*
    };
}
#[allow(unused_imports)]
use {lanewise, shifts};
