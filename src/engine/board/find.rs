//! Moves by their names in long algebraic notation.

use super::Position;
use super::castling::Wing;
use crate::types::{Move, MoveKind};

impl Position {
    /// The legal move that `text` names in long algebraic notation, drops with a letter of either case. Castling is
    /// also found by the form that is not used here: `e1h1` for `e1g1`, and in Chess960 by the king's target square
    /// if no other move of the king ends there.
    pub fn find_move(&self, text: &str) -> Option<Move> {
        let legal = self.legal_moves();
        let named = legal.iter().find(|mv| mv.to_text(true) == text || mv.to_text(false) == text);
        named.or_else(|| legal.iter().find(|mv| self.is_castling_named(**mv, text))).copied()
    }

    fn is_castling_named(&self, mv: Move, text: &str) -> bool {
        let (us, wing) = (self.side_to_move, || Wing::of(mv));
        mv.kind() == MoveKind::Castle
            && text.strip_prefix(mv.origin().to_string().as_str()).is_some_and(|to| {
                to == wing().king_to(us).to_string() && mv.origin() != wing().king_to(us)
                    || self.homes.rook(us, wing()).is_some_and(|rook| to == rook.to_string())
            })
    }
}
