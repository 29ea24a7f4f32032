//! The handcrafted evaluation: a sum of human-readable terms.
//!
//! One pass over the position sends its terms to a [`Sink`]: a bare sum, or a table for `explain`. Both get the same
//! terms, so that they always agree. The pass depends on one board alone. A search with a network updates the terms of
//! [`placed`] with its moves, and computes only the others in a pass.

mod hand;
mod king;
mod pawns;
mod pieces;
pub mod placed;
pub mod squares;
mod survey;
pub mod weights;

use super::terms::{Sink, Term};
use crate::board::Position;
use crate::types::Color;
use weights::Numbers;

/// Sends every term of this board by the numbers `N`, of both colors, to `sink`.
#[inline]
pub fn walk<N: Numbers>(position: &Position, sink: &mut impl Sink) {
    placed::walk::<N>(position, sink);
    walk_relations::<N>(position, sink);
}

/// Sends every term but those of [`placed`].
#[inline]
pub fn walk_relations<N: Numbers>(position: &Position, sink: &mut impl Sink) {
    let survey = survey::survey::<N>(position);
    for color in Color::ALL {
        hand::walk::<N>(position, color, sink);
        pieces::walk::<N>(position, &survey, color, sink);
        pawns::walk::<N>(position, &survey, color, sink);
        king::walk::<N>(position, &survey, color, sink);
        sink.pieces(color, || pieces::facts(position, &survey, color));
    }
    sink.add(Term::Tempo, position.side_to_move(), N::tempo());
}
