//! Gambler's promotion: a pawn on the last rank becomes a piece that the promoter's partner takes from the opponent.
//!
//! The piece stands on the *other* board, has the promoter's own color and belongs to the partner's opponent, who gets
//! the pawn in its place. Kings and pawns cannot be taken. A promoted piece (`~`, which only a given position can bring
//! into such a game) counts as a pawn and cannot be taken either, so that the number of pieces of each kind stays that
//! of two sets.

use super::ByBoard;
use crate::board::{PieceSet, Position, Promotion};
use crate::types::{Bitboard, ByColor, Color, PieceType};

/// The squares of the pieces of `color` on `position` that a pawn of `color` on the other board may become now.
pub fn takeable(position: &Position, color: Color) -> Bitboard {
    let barred = position.kind(PieceType::King) | position.kind(PieceType::Pawn) | position.promoted();
    position.color(color).without(barred).filter(|&square| position.is_safe_to_lift(square)).collect()
}

/// Sets the kinds that the pawns of each board may become: those that can be taken on the other board.
pub(super) fn refresh(positions: &mut ByBoard<Position>) {
    let kinds = ByBoard::from_fn(|board| {
        let other = &positions[!board];
        ByColor::from_fn(|color| -> PieceSet {
            takeable(other, color).filter_map(|square| other.piece_at(square)).map(|piece| piece.kind()).collect()
        })
    });
    for (position, kinds) in positions.0.iter_mut().zip(kinds.0) {
        position.set_promotion(Promotion::Taken(kinds));
    }
}
