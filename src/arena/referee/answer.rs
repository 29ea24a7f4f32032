//! What a player's answer comes to by the rules of the game.

use super::conduct::quote;
use super::live::LiveGame;
use crate::arena::engines::AskedTurn;
use crate::game::Seat;
use crate::types::Move;

/// A player has moved, or says that it cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A legal move of the turn at hand.
    Move(Move),
    /// Nothing happens: it was no answer to what was asked last, or who cannot move says so.
    Nothing,
    /// The game is lost by it; why.
    Illegal(String),
}

impl Answer {
    /// The answer of `seat`. `turn.new` is false for the answer to a search that was cancelled: taken if it fits (only pieces have
    /// come into hands since then), passed over otherwise.
    pub fn of(live: &LiveGame, seat: Seat, turn: AskedTurn, text: &str) -> Self {
        let fits = live.on_turn(seat) && turn.ply == live.ply(seat.board);
        let position = live.game.position(seat.board);
        match position.find_move(text) {
            Some(mv) if fits => Self::Move(mv),
            _ if !turn.new || !fits => Self::Nothing,
            // The player waits for a piece, as the rules have it.
            None if !position.has_legal_move() => Self::Nothing,
            _ => Self::Illegal(format!("`{}` is not legal in {}", quote(text), position.to_bfen())),
        }
    }
}
