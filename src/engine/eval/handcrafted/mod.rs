//! The handcrafted evaluation: a sum of human-readable terms.
//!
//! One walk over the position feeds a [`Sink`]: a bare sum for the search, a table for `explain`. Both get the same
//! terms, so they cannot disagree. The walk depends on one board alone.

mod king;
mod material;
mod pawns;
mod pieces;
pub mod squares;
mod survey;
pub mod weights;

use super::terms::{Sink, Term};
use crate::board::Position;
use crate::types::Color;

/// Sends every term of this board, of both colors, to `sink`.
#[inline]
pub fn walk(position: &Position, sink: &mut impl Sink) {
    let survey = survey::survey(position);
    for color in Color::ALL {
        material::walk(position, color, sink);
        pieces::walk(position, &survey, color, sink);
        pawns::walk(position, &survey, color, sink);
        king::walk(position, &survey, color, sink);
    }
    sink.add(Term::Tempo, position.side_to_move(), weights::tempo());
}
