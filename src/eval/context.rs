//! What a search on one board may assume of the other: plain numbers, fixed while the search runs.

use crate::board::Position;
use crate::types::{ByColor, Color, PieceType, Score};

/// The other board, as one board's search and evaluation see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamContext {
    /// `flow[color][kind]`, in cp: what the team of `!color` gains when a piece of `color` and `kind` (pawn to queen) is
    /// captured here and arrives in its partner's hand.
    pub flow: ByColor<[Score; 5]>,
    /// `hang[color]`, in cp, negative: what it is worth to `color` to hang on this board (R8), waiting for a piece.
    pub hang: ByColor<Score>,
}

impl TeamContext {
    /// Nothing leaves the board: crazyhouse and chess.
    pub fn single_board() -> Self {
        Self { flow: ByColor([[0; 5]; 2]), hang: ByColor([-1_500; 2]) }
    }

    /// What the material still on this board and in its hands is worth to the side to move in pieces *not* handed over,
    /// in cp. It depends on the position alone, so scores of different paths stay comparable; a search subtracts its
    /// root's value where it shows a score.
    pub fn flow_score(&self, position: &Position) -> Score {
        let kept = |color: Color| -> Score {
            PieceType::HELD
                .iter()
                .map(|&kind| self.flow[color][kind.index()] * position.material(color, kind) as Score)
                .sum()
        };
        let us = position.side_to_move();
        kept(us) - kept(!us)
    }
}
