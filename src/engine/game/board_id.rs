//! The two boards, and tables indexed by them.

use crate::types::table_of_two;
use std::fmt;
use std::ops::Not;

/// One of the two boards; `!board` is the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum BoardId {
    A,
    B,
}

impl BoardId {
    /// Both boards.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `A` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
        }
    }

    /// The board named by a letter of either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|board| board.letter() == letter.to_ascii_uppercase())
    }
}

impl Not for BoardId {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

table_of_two! {
    /// One value for each board.
    ByBoard by BoardId: A, B
}
