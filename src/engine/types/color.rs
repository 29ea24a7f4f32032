//! The two colors, and tables indexed by them.

use std::fmt;
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
    #[inline]
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

    /// The side named by `w` or `b`.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.letter() == letter)
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
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

/// Defines a table with one value for each of the two variants of an enum, indexed by that enum.
macro_rules! table_of_two {
    ($(#[$doc:meta])* $table:ident by $index:ident: $first:ident, $second:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $table<T>(
            /// The two values, in the order of the enum.
            pub [T; 2],
        );

        impl<T> $table<T> {
            /// The two values computed by `f`.
            pub fn from_fn(mut f: impl FnMut($index) -> T) -> Self {
                Self([f($index::$first), f($index::$second)])
            }
        }

        impl<T> std::ops::Index<$index> for $table<T> {
            type Output = T;

            #[inline]
            fn index(&self, index: $index) -> &T {
                &self.0[index.index()]
            }
        }

        impl<T> std::ops::IndexMut<$index> for $table<T> {
            #[inline]
            fn index_mut(&mut self, index: $index) -> &mut T {
                &mut self.0[index.index()]
            }
        }
    };
}
pub(crate) use table_of_two;

table_of_two! {
    /// One value for each color.
    ByColor by Color: White, Black
}
