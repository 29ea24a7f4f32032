//! The two colors and the random numbers of this crate, which imports nothing of the bughouse engine.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Not;

/// The color of a piece or of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// Moves first; its pieces are capital letters.
    White,
    /// Its pieces are small letters.
    Black,
}

impl Color {
    /// Both colors, white first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for white, 1 for black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as FEN writes the side on turn.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// 1 for white, -1 for black.
    pub const fn sign(self) -> i32 {
        1 - 2 * (self as i32)
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// A number that is another one every time.
pub fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A SplitMix64 generator: the same seed gives the same numbers everywhere.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator that starts at `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, which must not be 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }

    /// One of `items`, all equally likely; `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Puts `items` into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
