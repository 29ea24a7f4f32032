//! The pieces that one player holds and may drop.

use super::PieceType;

/// Counts of the five kinds that can be held, one byte each, the pawns in the lowest.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

impl Hand {
    /// The empty hand.
    pub const EMPTY: Self = Self(0);
    /// Number of pieces of each kind, pawn to queen, that two chess sets have in one color.
    pub const MOST: [u32; 5] = [16, 4, 4, 4, 2];

    const fn one(kind: PieceType) -> u64 {
        1 << (8 * kind.index())
    }

    /// How many of `kind` are held.
    #[inline]
    pub const fn count(self, kind: PieceType) -> u32 {
        (self.0 >> (8 * kind.index()) & 0xff) as u32
    }

    /// Whether one of `kind` is held.
    #[inline]
    pub const fn has(self, kind: PieceType) -> bool {
        self.count(kind) != 0
    }

    /// Whether the hand is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pieces are held.
    pub fn total(self) -> u32 {
        PieceType::HELD.iter().map(|&kind| self.count(kind)).sum()
    }

    /// Adds one of `kind`. A king is never held; the caller keeps counts below 256.
    #[inline]
    pub fn add(&mut self, kind: PieceType) {
        debug_assert!(kind != PieceType::King && self.count(kind) < 255);
        self.0 += Self::one(kind);
    }

    /// Removes one of `kind`; at least one must be held.
    #[inline]
    pub fn remove(&mut self, kind: PieceType) {
        debug_assert!(self.has(kind));
        self.0 -= Self::one(kind);
    }

    /// The kinds of which at least one is held, pawn first.
    pub fn kinds(self) -> impl Iterator<Item = PieceType> {
        PieceType::HELD.into_iter().filter(move |&kind| self.has(kind))
    }

    /// The lowercase letters of all held pieces in the order `qrbnp`.
    pub fn letters(self) -> String {
        PieceType::HELD
            .iter()
            .rev()
            .flat_map(|&kind| std::iter::repeat_n(kind.letter(), self.count(kind) as usize))
            .collect()
    }
}

impl FromIterator<PieceType> for Hand {
    fn from_iter<I: IntoIterator<Item = PieceType>>(kinds: I) -> Self {
        let mut hand = Self::EMPTY;
        for kind in kinds {
            hand.add(kind);
        }
        hand
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}]", self.letters())
    }
}
