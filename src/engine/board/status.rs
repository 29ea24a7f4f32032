//! Mate, hang and stalemate on one board (R8, R10).

use super::rules::MateRule;
use super::{Position, attacks};
use crate::types::PieceType;

/// Whether the side on turn can move, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardStatus {
    /// There is a legal move.
    Playing,
    /// In check without a legal move, and no drop could block the check, or [`MateRule::Immediate`] holds (R8).
    Mate,
    /// In check without a legal move, but a piece not yet held could block (R8): the player waits.
    Hang,
    /// Not in check and without a legal move (R10).
    Stalemate,
}

impl Position {
    /// The status of the side on turn.
    pub fn status(&self) -> BoardStatus {
        if self.has_legal_move() { BoardStatus::Playing } else { self.status_without_move() }
    }

    /// The status of the side on turn, which must not have a legal move.
    pub fn status_without_move(&self) -> BoardStatus {
        debug_assert!(!self.has_legal_move());
        if !self.in_check() {
            BoardStatus::Stalemate
        } else if self.rules.mate == MateRule::Immediate || !self.some_drop_could_block() {
            BoardStatus::Mate
        } else {
            BoardStatus::Hang
        }
    }

    /// Whether a drop of any kind, held or not, could block the check (a "virtual drop", R8).
    pub fn some_drop_could_block(&self) -> bool {
        self.blocking_kinds().next().is_some()
    }

    /// The kinds of pieces that could block the check if they were held; a hanging player asks for these.
    pub fn blocking_kinds(&self) -> impl Iterator<Item = PieceType> {
        let squares = match self.checkers.first() {
            Some(checker) if !self.checkers.many() => attacks::between(self.king(self.side_to_move), checker),
            _ => Default::default(),
        };
        PieceType::HELD.into_iter().filter(move |&kind| squares.any() && self.drop_targets(kind).any())
    }
}
