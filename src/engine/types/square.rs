//! Squares, numbered a1 = 0, b1 = 1, …, h8 = 63.

use super::Color;
use std::fmt;
use std::str::FromStr;

/// A square of one board. The number is always below 64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a square (a1 to h8)")]
pub struct ParseSquareError(pub String);

impl Square {
    /// a1, where white's queenside rook starts.
    pub const A1: Self = Self(0);
    /// e1, where white's king starts.
    pub const E1: Self = Self(4);

    /// The square at `file` and `rank`, both from 0 to 7; higher bits are ignored.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Self {
        Self((rank & 7) << 3 | (file & 7))
    }

    /// The square numbered `index`; higher bits than six are ignored.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self((index & 63) as u8)
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// 0 (a1) to 63 (h8).
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 (a) to 7 (h).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 (first rank) to 7 (eighth).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The square relative to `color`: unchanged for white, mirrored vertically for black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        Self(self.0 ^ (56 * color as u8))
    }

    /// The square one step forward for a pawn of `color`; from the last rank it wraps around to the first.
    #[inline]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self((self.0 + 8) & 63),
            Color::Black => Self(self.0.wrapping_sub(8) & 63),
        }
    }

    /// The number of king moves from here to `other` on an empty board.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// The letter of the file, `a` to `h`.
    pub const fn file_char(self) -> char {
        (b'a' + self.file()) as char
    }

    /// The digit of the rank, `1` to `8`.
    pub const fn rank_char(self) -> char {
        (b'1' + self.rank()) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_char(), self.rank_char())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self::new(file - b'a', rank - b'1')),
            _ => Err(ParseSquareError(text.to_owned())),
        }
    }
}
