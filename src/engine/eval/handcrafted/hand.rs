//! Pieces in hand.

use super::weights::{Numbers, hand_sum};
use crate::board::Position;
use crate::eval::terms::{Sink, Term};
use crate::types::{Color, PieceType};

/// Adds the terms of the pieces of `color` in hand.
#[inline]
pub fn walk<N: Numbers>(position: &Position, color: Color, sink: &mut impl Sink) {
    let hand = position.hand(color);
    let mut held = 0;
    if !hand.is_empty() {
        for kind in PieceType::HELD {
            held += hand_sum::<N>(kind, hand.count(kind));
        }
    }
    sink.add(Term::Hand, color, held);
}
