//! Pieces on the board by kind and square alone: their values, the squares that they stand on, and pawns close to
//! promotion. A search adds and subtracts these with each move instead of summing them anew.

use super::squares;
use super::weights::Numbers;
use crate::board::Position;
use crate::eval::terms::{Sink, Term, Total};
use crate::types::{Piece, PieceType, Square};

/// Adds the terms of `piece` on `square`.
#[inline]
fn add<N: Numbers>(piece: Piece, square: Square, sink: &mut impl Sink) {
    let (color, kind) = (piece.color(), piece.kind());
    sink.add(Term::Material, color, N::board_values()[kind.index()]);
    sink.add(Term::Squares, color, squares::value::<N>(color, kind, square));
    if kind == PieceType::Pawn
        && let Some(steps) = 6_u8.checked_sub(square.relative_to(color).rank())
        && let Some(&bonus) = N::near_promotion().get(usize::from(steps))
    {
        sink.add(Term::Pawns, color, bonus);
    }
}

/// Adds the terms of all pieces on the board.
#[inline]
pub fn walk<N: Numbers>(position: &Position, sink: &mut impl Sink) {
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            add::<N>(piece, square, sink);
        }
    }
}

/// The sum of these terms over a position.
pub fn sum<N: Numbers>(position: &Position) -> Total {
    let mut total = Total::default();
    walk::<N>(position, &mut total);
    total
}

/// The part of the sum that `piece` on `square` has.
#[inline]
pub fn part<N: Numbers>(piece: Piece, square: Square) -> Total {
    let mut total = Total::default();
    add::<N>(piece, square, &mut total);
    total
}
