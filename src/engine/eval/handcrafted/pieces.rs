//! Mobility of the pieces, their distances to the enemy king, and threats by pawns.

use super::survey::Survey;
use super::weights::Numbers;
use crate::board::Position;
use crate::eval::terms::{PieceFacts, Sink, Term};
use crate::types::{Color, PieceType, Score};

/// Adds the terms of the pieces of `color`.
#[inline]
pub fn walk<N: Numbers>(position: &Position, survey: &Survey, color: Color, sink: &mut impl Sink) {
    let side = &survey[color];
    let minors = position.pieces(color, PieceType::Knight) | position.pieces(color, PieceType::Bishop);
    let guarded = N::guarded_minor() * (minors & side.pawns).count() as Score;
    sink.add(Term::Squares, color, side.nearness + guarded);
    sink.add(Term::Mobility, color, side.mobility);
    let pieces = position.color(!color).without(position.kind(PieceType::Pawn) | position.kind(PieceType::King));
    sink.add(Term::Threats, color, N::pawn_threat() * (pieces & side.pawns).count() as Score);
}

/// The facts about the pieces of `color`.
#[inline]
pub fn facts(position: &Position, survey: &Survey, color: Color) -> PieceFacts {
    let (own, enemy) = (&survey[color], &survey[!color]);
    let [pawns, rooks, queens] = [PieceType::Pawn, PieceType::Rook, PieceType::Queen].map(|kind| position.kind(kind));
    let men = position.color(color).without(position.kind(PieceType::King));
    let pieces = men.without(pawns);
    let attacked = men & enemy.troops;
    let unguarded = attacked.without(own.all());
    PieceFacts {
        hanging: unguarded.without(pawns).count(),
        hanging_pawns: (unguarded & pawns).count(),
        attacked: (pieces & attacked).without(unguarded).count(),
        attacked_heavy: (men & (rooks | queens) & (enemy.pawns | enemy.reach[0] | enemy.reach[1])).count(),
        attacked_queens: (queens & attacked).count(),
        count: pieces.count(),
        reach: own.troops.count(),
    }
}
