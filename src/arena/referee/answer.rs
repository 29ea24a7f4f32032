//! Effect of a player's answer by the rules of the game.

use super::conduct::quote;
use super::live::LiveGame;
use crate::arena::engines::AskedTurn;
use crate::board::{Position, Promotion};
use crate::game::Seat;
use crate::types::{Move, PieceType};

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
        match named(position, text) {
            Some(mv) if fits => Self::Move(mv),
            _ if !turn.new || !fits => Self::Nothing,
            // The player waits for a piece, as the rules allow.
            None if !position.has_legal_move() => Self::Nothing,
            _ => Self::Illegal(format!("`{}` is not legal in {}", quote(text), position.to_bfen())),
        }
    }
}

/// The legal move that `text` names in either case. The piece of a Gambler's promotion is not the promoter's choice,
/// and an engine for one board does not know which kinds there are: any of them will do.
fn named(position: &Position, text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    let is_taken = matches!(position.rules().promotion, Promotion::Taken(_));
    position.find_move(&text).or_else(|| {
        let squares = text.get(..4).filter(|_| is_taken && text.len() == 5)?;
        PieceType::HELD.into_iter().find_map(|kind| position.find_move(&format!("{squares}{}", kind.letter())))
    })
}
