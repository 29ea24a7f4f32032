//! Events on a board, as reported by their source and never guessed from material.

use crate::types::{Color, Move, PieceType};

/// An event on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// `color` played `mv`, and by it a piece of the kind `transfer` (a promoted one as a pawn) went to its partner.
    Moved {
        /// The side that moved.
        color: Color,
        /// The move.
        mv: Move,
        /// The piece handed over, if any.
        transfer: Option<PieceType>,
    },
    /// A piece came into the hand of `color`.
    Arrival {
        /// The side that gets the piece.
        color: Color,
        /// The piece.
        kind: PieceType,
    },
}

/// The changes of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// The known events, in order.
    pub events: Vec<Event>,
    /// Whether the board was replaced by one without a known way there: a jump, a rewind, a piece that a hand has lost,
    /// or that was lifted off under Gambler's promotion.
    pub replaced: bool,
}

impl News {
    /// Whether nothing happened.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty() && !self.replaced
    }
}
