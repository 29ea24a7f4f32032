//! What happened to a board: told by whoever knows it, never guessed from material.

use crate::types::{Color, Move, PieceType};

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// `color` played `mv`, and by it a piece of the kind `transfer` (a promoted one as a pawn) went to its partner.
    Moved {
        /// Who moved.
        color: Color,
        /// The move.
        mv: Move,
        /// What it handed over.
        transfer: Option<PieceType>,
    },
    /// A piece came into the hand of `color`.
    Arrival {
        /// Whose hand.
        color: Color,
        /// The piece.
        kind: PieceType,
    },
}

/// What happened, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Each thing that is known to have happened.
    pub events: Vec<Event>,
    /// The board is another one, and nothing is known of the way there: a jump, a rewind, a piece lifted off under Gambler's promotion.
    pub replaced: bool,
}

impl News {
    /// Whether nothing happened.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty() && !self.replaced
    }
}
