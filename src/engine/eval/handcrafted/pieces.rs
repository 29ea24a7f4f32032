//! Mobility of the pieces, their distances to the enemy king, and threats by pawns.

use super::survey::Survey;
use super::weights::Numbers;
use crate::board::Position;
use crate::eval::terms::{Sink, Term};
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
