//! Pawns with a free way to their last rank, on the board or still in hand (T4).

use super::survey::Survey;
use super::weights::Numbers;
use crate::board::Position;
use crate::eval::terms::{Sink, Term};
use crate::types::{Bitboard, Color, PieceType, Score};

/// Adds the term of the pawns of `color`.
#[inline]
pub fn walk<N: Numbers>(position: &Position, survey: &Survey, color: Color, sink: &mut impl Sink) {
    let pawns = position.pieces(color, PieceType::Pawn);
    // `before_goal`: squares on the seventh rank with a free and unguarded promotion square ahead.
    let enemy = survey[!color].all();
    let occupied = position.occupied();
    let goal = Bitboard::relative_rank(color, 7).without(occupied | enemy);
    let before_goal = goal.forward(!color);
    let mut value = N::safe_promotion() * (pawns & before_goal).count() as Score;

    let held = position.hand(color).count(PieceType::Pawn);
    if held > 0 && position.rules().last_pawn_drop_rank == 7 {
        let drops = before_goal.without(occupied | enemy);
        value += N::pawn_drop_square() * drops.count().min(held).min(2) as Score;
    }
    sink.add(Term::Pawns, color, value);
}
