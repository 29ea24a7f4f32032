//! Moves in sixteen bits, and lists of them.

use super::{PieceType, Square};
use arrayvec::ArrayVec;
use std::fmt;

/// A list with room for all moves of any position that can arise from two chess sets.
///
/// The bound: `k` own pieces reach at most 27 squares each, and each of the `64 - k` other squares is entered from at
/// most sixteen places, so board moves stay below 650; promotions add less than 100, drops at most five a square.
pub type MoveList = ArrayVec<Move, 1024>;

/// The kind of a move, with the kind of piece that a drop or promotion puts on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A move to an empty square, without special effect.
    Quiet,
    /// A pawn's double step.
    DoublePush,
    /// Castling: the king's move of two squares, or in Chess960 its move to the square of the rook (R19).
    Castle,
    /// An en passant capture.
    EnPassant,
    /// A capture, not en passant and not a promotion.
    Capture,
    /// A drop of a piece from the hand.
    Drop(PieceType),
    /// A promotion without a capture.
    Promotion(PieceType),
    /// A promotion with a capture.
    CapturePromotion(PieceType),
}

/// A move of one board: six bits each for target and origin (for a drop: the kind of piece), four for the kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Move(u16);

const QUIET: u16 = 0;
const DOUBLE_PUSH: u16 = 1;
const CASTLE: u16 = 2;
const EN_PASSANT: u16 = 3;
const CAPTURE: u16 = 4;
const DROP: u16 = 5;
const CASTLE_BY_ROOK: u16 = 6;
const PROMOTION: u16 = 8;
const CAPTURE_PROMOTION: u16 = 12;

impl Move {
    /// The null value for tables. It goes from a1 to a1 and so is never legal.
    pub const NONE: Self = Self(0);

    #[inline]
    const fn build(from: u16, to: Square, flag: u16) -> Self {
        Self(flag << 12 | from << 6 | to.index() as u16)
    }

    /// A move of the given kind; `from` is ignored for [`MoveKind::Drop`].
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let flag = match kind {
            MoveKind::Quiet => QUIET,
            MoveKind::DoublePush => DOUBLE_PUSH,
            MoveKind::Castle => CASTLE,
            MoveKind::EnPassant => EN_PASSANT,
            MoveKind::Capture => CAPTURE,
            MoveKind::Drop(kind) => return Self::drop(kind, to),
            MoveKind::Promotion(kind) => PROMOTION + kind.index() as u16 - 1,
            MoveKind::CapturePromotion(kind) => CAPTURE_PROMOTION + kind.index() as u16 - 1,
        };
        Self::build(from.index() as u16, to, flag)
    }

    /// Castling as in Chess960, with the squares of king and rook; a [`MoveKind::Castle`].
    #[inline]
    pub const fn castle_by_rook(king: Square, rook: Square) -> Self {
        Self::build(king.index() as u16, rook, CASTLE_BY_ROOK)
    }

    /// Whether this is castling, written with the square of the rook.
    #[inline]
    pub const fn is_castle_by_rook(self) -> bool {
        self.flag() == CASTLE_BY_ROOK
    }

    /// A drop of `kind` on `to`.
    #[inline]
    pub const fn drop(kind: PieceType, to: Square) -> Self {
        Self::build(kind.index() as u16, to, DROP)
    }

    /// The move with these sixteen bits, as stored in a table. Bits that encode no move give one that is never legal.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The sixteen bits, for a table.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    const fn flag(self) -> u16 {
        self.0 >> 12
    }

    /// Whether this is a move, not [`Self::NONE`].
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// The target square; for castling that of the king, or in Chess960 that of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index(self.0 as usize & 63)
    }

    /// The origin square; `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        if self.is_drop() { None } else { Some(self.origin()) }
    }

    /// The origin square of a move that is not a drop.
    #[inline]
    pub const fn origin(self) -> Square {
        debug_assert!(!self.is_drop());
        Square::from_index((self.0 >> 6) as usize & 63)
    }

    /// Whether the move is a drop.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.flag() == DROP
    }

    /// The kind dropped, if this is a drop.
    #[inline]
    pub const fn dropped(self) -> Option<PieceType> {
        if self.is_drop() { Some(PieceType::HELD[((self.0 >> 6) as usize & 7) % 5]) } else { None }
    }

    /// Whether a piece is taken.
    #[inline]
    pub const fn is_capture(self) -> bool {
        matches!(self.flag(), CAPTURE | EN_PASSANT) || self.flag() >= CAPTURE_PROMOTION
    }

    /// The kind that the pawn becomes, if this is a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.flag() >= PROMOTION { Some(PieceType::ALL[(self.flag() & 3) as usize + 1]) } else { None }
    }

    /// The same promotion to another `kind`; `None` if this is not a promotion, or a pawn cannot become that kind.
    pub fn promoting_to(self, kind: PieceType) -> Option<Self> {
        if self.promotion().is_none() || !PieceType::PROMOTED.contains(&kind) {
            return None;
        }
        let flag = self.flag() & !3 | (kind.index() as u16 - 1);
        Some(Self::build(self.origin().index() as u16, self.to(), flag))
    }

    /// Whether the move is a capture or a promotion: the moves that quiescence search tries.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.flag() >= PROMOTION || self.is_capture()
    }

    /// The kind of the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.flag() {
            QUIET => MoveKind::Quiet,
            DOUBLE_PUSH => MoveKind::DoublePush,
            CASTLE | CASTLE_BY_ROOK => MoveKind::Castle,
            EN_PASSANT => MoveKind::EnPassant,
            CAPTURE => MoveKind::Capture,
            DROP => MoveKind::Drop(PieceType::HELD[((self.0 >> 6) as usize & 7) % 5]),
            flag if flag >= CAPTURE_PROMOTION => MoveKind::CapturePromotion(PieceType::ALL[(flag & 3) as usize + 1]),
            flag => MoveKind::Promotion(PieceType::ALL[(flag & 3) as usize + 1]),
        }
    }

    /// The move in long algebraic notation: `e2e4`, `e7e8q`, `e1g1` (in Chess960 `e1h1`); a drop as `N@f3` or, without
    /// `capital_drop`, `n@f3`.
    pub fn to_text(self, capital_drop: bool) -> String {
        match (self.dropped(), self.promotion()) {
            (Some(kind), _) if capital_drop => format!("{}@{}", kind.capital(), self.to()),
            (Some(kind), _) => format!("{}@{}", kind.letter(), self.to()),
            (None, Some(kind)) => format!("{}{}{}", self.origin(), self.to(), kind.letter()),
            (None, None) => format!("{}{}", self.origin(), self.to()),
        }
    }
}

impl fmt::Display for Move {
    /// UCI notation, drops with a capital letter: `e2e4`, `e7e8q`, `N@f3`; `0000` for no move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_some() { f.write_str(&self.to_text(true)) } else { f.write_str("0000") }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
