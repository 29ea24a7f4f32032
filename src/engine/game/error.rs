//! Errors of actions in a game.

use super::{Outcome, Seat};
use crate::types::Square;

/// The reason why a move, a choice or a claim is refused. The game is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum GameError {
    #[error("the game is over: {0}")]
    Over(Outcome),
    #[error("`{text}` is not legal for {seat}")]
    Illegal { text: String, seat: Seat },
    #[error("{0} is not on turn")]
    NotOnTurn(Seat),
    #[error("both boards stand still until {0} has chosen a piece for the promotion")]
    ChoicePending(Seat),
    #[error("no promotion waits for a piece")]
    NoChoicePending,
    #[error("{0} on the other board holds no piece that can be taken")]
    NotTakeable(Square),
    #[error("`{text}` names no square of a piece that can be taken")]
    TakenSquare { text: String },
    #[error("{by} has demanded that {of} makes the next move")]
    Demanded { by: Seat, of: Seat },
    #[error("{seat} cannot demand a move: {reason}")]
    NoDemand { seat: Seat, reason: &'static str },
}
