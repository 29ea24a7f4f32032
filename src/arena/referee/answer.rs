//! Effect of a player's answer by the rules of the game.

use super::conduct::quote;
use super::live::LiveGame;
use crate::arena::engines::AskedTurn;
use crate::game::Seat;
use crate::types::Move;

/// The effect of a move, or of a player's statement that it cannot move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A legal move of the turn at hand.
    Move(Move),
    /// No effect: no answer to the last request, or a player that cannot move says so.
    Nothing,
    /// The game is lost by it; with the reason.
    Illegal(String),
}

impl Answer {
    /// The effect of an answer of `seat`. `turn.new` is false for the answer to a search that was canceled: played if
    /// it fits (only pieces have come into hands since then), ignored otherwise.
    pub fn of(live: &LiveGame, seat: Seat, turn: AskedTurn, text: &str) -> Self {
        let fits = live.on_turn(seat) && turn.ply == live.ply(seat.board);
        let position = live.game.position(seat.board);
        match position.find_move(&text.to_ascii_lowercase()) {
            Some(mv) if fits => Self::Move(mv),
            _ if !turn.new || !fits => Self::Nothing,
            // The player waits for a piece, as the rules allow.
            None if !position.has_legal_move() => Self::Nothing,
            _ => Self::Illegal(format!("`{}` is not legal in {}", quote(text), position.to_bfen())),
        }
    }
}
