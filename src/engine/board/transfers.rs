//! Captures by the pieces that they hand over.

use super::Position;
use super::rules::PieceSet;
use crate::types::{Move, PieceType};

impl Position {
    /// The legal captures of the side on turn that hand over a piece, with its kind.
    pub fn transfers(&self) -> impl Iterator<Item = (Move, PieceType)> {
        let mut next = self.clone();
        self.legal_moves().into_iter().filter(|mv| mv.is_capture()).filter_map(move |mv| {
            let undo = next.make_move(mv);
            next.unmake_move(mv, &undo);
            undo.transfer().map(|kind| (mv, kind))
        })
    }

    /// The kinds that captures of the side on turn hand over, one for each of [`Self::transfers`].
    pub fn transfer_kinds(&self) -> impl Iterator<Item = PieceType> {
        self.transfers().map(|(_, kind)| kind)
    }

    /// Whether the opponent can answer the legal move `mv` by a capture that hands over one of `kinds`.
    pub fn lets_take(&self, mv: Move, kinds: PieceSet) -> bool {
        if !PieceType::HELD.into_iter().any(|kind| kinds.has(kind) && self.material(self.side_to_move, kind) > 0) {
            return false;
        }
        let mut next = self.clone();
        next.make_move(mv);
        next.transfer_kinds().any(|kind| kinds.has(kind))
    }
}
