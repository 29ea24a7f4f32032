//! Castling rights of both colors, and the squares that castling involves.

use crate::types::{Bitboard, Color, Piece, PieceType, Square};

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

    /// Where the rook of `color` starts.
    pub const fn rook_from(self, color: Color) -> Square {
        Square::new([7, 0][self as usize], 0).relative_to(color)
    }

    /// Where the rook of `color` ends.
    pub const fn rook_to(self, color: Color) -> Square {
        Square::new([5, 3][self as usize], 0).relative_to(color)
    }

    /// Where the king of `color` ends.
    pub const fn king_to(self, color: Color) -> Square {
        Square::new([6, 2][self as usize], 0).relative_to(color)
    }

    /// The squares between king and rook, which must be empty.
    pub const fn must_be_empty(self, color: Color) -> Bitboard {
        Bitboard([0b0110_0000, 0b0000_1110][self as usize] << (56 * color.index()))
    }

    /// The squares that the king crosses or reaches, none of which may be attacked by the enemy.
    pub const fn must_be_safe(self, color: Color) -> Bitboard {
        Bitboard([0b0110_0000, 0b0000_1100][self as usize] << (56 * color.index()))
    }

    /// The wing of a castling move that ends on `king_to`.
    pub const fn of_target(king_to: Square) -> Self {
        if king_to.file() == 6 { Self::King } else { Self::Queen }
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

    /// The rights under rules by which dropped rooks may castle (R7) or not: if they may, a king with a right is marked
    /// as unmoved.
    #[must_use]
    pub fn by_rules(self, dropped_rook_castles: bool) -> Self {
        let mut rights = Self(self.0 & 15);
        for color in Color::ALL {
            if dropped_rook_castles && rights.any(color) {
                rights.mark_unmoved(color);
            }
        }
        rights
    }

    /// Removes the rights that are lost when a piece leaves `square` or is captured there.
    #[inline]
    pub fn touch(&mut self, square: Square) {
        self.0 &= KEPT[square.index()];
    }

    /// R7: a rook of `color` dropped on `square` may castle if the king has not moved.
    pub fn rook_dropped(&mut self, color: Color, square: Square) {
        for wing in Wing::ALL {
            if self.king_unmoved(color) && wing.rook_from(color) == square {
                self.grant(color, wing);
            }
        }
    }

    /// Whether king and rook stand where a right of `color` to `wing` needs them.
    pub fn possible(color: Color, wing: Wing, at: impl Fn(Square) -> Option<Piece>) -> bool {
        at(Square::E1.relative_to(color)) == Some(Piece::new(color, PieceType::King))
            && at(wing.rook_from(color)) == Some(Piece::new(color, PieceType::Rook))
    }
}

/// The rights that remain when a piece leaves a square or is captured there.
const KEPT: [u8; 64] = {
    let mut kept = [0xff; 64];
    let colors = Color::ALL;
    let mut i = 0;
    while i < 2 {
        let color = colors[i];
        let king = CastlingRights::right(color, Wing::King);
        let queen = CastlingRights::right(color, Wing::Queen);
        kept[Wing::King.rook_from(color).index()] = !king;
        kept[Wing::Queen.rook_from(color).index()] = !queen;
        kept[Square::E1.relative_to(color).index()] = !(king | queen | CastlingRights::home(color));
        i += 1;
    }
    kept
};

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
