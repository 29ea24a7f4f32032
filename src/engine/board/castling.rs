//! Castling rights of both colors, and the squares where castling ends.

use super::homes::Homes;
use crate::types::{Color, Move, Square};

/// Four rights, and for each color whether its king is unmoved: by R7 a dropped rook can castle with such a king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights(u8);

/// One of the two directions to castle in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wing {
    /// Towards the h-file.
    King,
    /// Towards the a-file.
    Queen,
}

impl Wing {
    /// Both wings, the kingside first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The file where the king ends, by wing.
    pub(super) const KING_TO: [u8; 2] = [6, 2];

    /// The file where the rook ends, by wing.
    pub(super) const ROOK_TO: [u8; 2] = [5, 3];

    /// Where the rook of `color` ends.
    pub const fn rook_to(self, color: Color) -> Square {
        Square::new(Self::ROOK_TO[self as usize], 0).relative_to(color)
    }

    /// Where the king of `color` ends.
    pub const fn king_to(self, color: Color) -> Square {
        Square::new(Self::KING_TO[self as usize], 0).relative_to(color)
    }

    /// The wing of a castling move, in either form of [`MoveKind::Castle`](crate::types::MoveKind::Castle).
    pub const fn of(mv: Move) -> Self {
        if mv.to().file() > mv.origin().file() { Self::King } else { Self::Queen }
    }
}

impl CastlingRights {
    /// No rights, and no king marked as unmoved.
    pub const NONE: Self = Self(0);

    const fn right(color: Color, wing: Wing) -> u8 {
        1 << (2 * color.index() + wing as usize)
    }

    const fn home(color: Color) -> u8 {
        16 << color.index()
    }

    /// The six bits, for the hash key.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether `color` has the right to castle to `wing`; whether the squares between are empty is not checked.
    #[inline]
    pub const fn has(self, color: Color, wing: Wing) -> bool {
        self.0 & Self::right(color, wing) != 0
    }

    /// Whether `color` has any right.
    #[inline]
    pub const fn any(self, color: Color) -> bool {
        self.0 & (Self::right(color, Wing::King) | Self::right(color, Wing::Queen)) != 0
    }

    /// Whether the king of `color` is marked as unmoved (tracked only if dropped rooks may castle, R7).
    pub const fn king_unmoved(self, color: Color) -> bool {
        self.0 & Self::home(color) != 0
    }

    /// Adds a right.
    pub fn grant(&mut self, color: Color, wing: Wing) {
        self.0 |= Self::right(color, wing);
    }

    /// Marks the king of `color` as unmoved.
    pub fn mark_unmoved(&mut self, color: Color) {
        self.0 |= Self::home(color);
    }

    /// The rights under rules by which dropped rooks may castle (R7) or not. If they may, marks of unmoved kings stay,
    /// and a king with a right gets one; otherwise no king has a mark.
    #[must_use]
    pub fn by_rules(self, dropped_rook_castles: bool) -> Self {
        if !dropped_rook_castles {
            return Self(self.0 & 15);
        }
        let mut rights = self;
        for color in Color::ALL {
            if rights.any(color) {
                rights.mark_unmoved(color);
            }
        }
        rights
    }

    /// Removes the rights that are lost when a piece leaves `square` or is captured there.
    #[inline]
    pub(super) fn touch(&mut self, square: Square, homes: &Homes) {
        if homes.has(square) {
            self.lose(square, homes);
        }
    }

    fn lose(&mut self, home: Square, homes: &Homes) {
        for color in Color::ALL {
            for wing in Wing::ALL {
                if homes.rook(color, wing) == Some(home) {
                    self.0 &= !Self::right(color, wing);
                    return;
                }
            }
        }
        let color = if home.rank() == 0 { Color::White } else { Color::Black };
        self.0 &= !(Self::right(color, Wing::King) | Self::right(color, Wing::Queen) | Self::home(color));
    }

    /// R7: a rook of `color` dropped on `square` may castle if the king has not moved.
    pub(super) fn rook_dropped(&mut self, color: Color, square: Square, homes: &Homes) {
        for wing in Wing::ALL {
            if self.king_unmoved(color) && homes.rook(color, wing) == Some(square) {
                self.grant(color, wing);
            }
        }
    }
}

impl std::fmt::Display for CastlingRights {
    /// FEN's field: `KQkq`, or `-` for none.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 & 15 == 0 {
            return f.write_str("-");
        }
        for (bit, letter) in "KQkq".chars().enumerate() {
            if self.0 >> bit & 1 != 0 {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}
