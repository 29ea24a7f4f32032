//! What a message changed, in words: so that who speaks can see that he is heard.

use super::partner::{Effect, Pace, State};
use crate::types::PieceType;
use std::fmt;

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: u64| ms / 1000;
        match *self {
            Self::Raised(piece, cp, ms) => {
                write!(f, "capturing a {} is worth {cp} cp more for {} s", name(piece), seconds(ms))
            }
            Self::Banned(piece, cp, ms) => {
                write!(f, "losing a {} costs {cp} cp more for {} s", name(piece), seconds(ms))
            }
            Self::Forgotten(piece) => write!(f, "the wishes about a {} are over", name(piece)),
            Self::Trades(good, piece, ms) => {
                let kind = piece.map_or_else(|| "all pieces".to_owned(), |piece| format!("{}s", name(piece)));
                let sort = if good { "welcome" } else { "to be avoided" };
                write!(f, "trades of {kind} are {sort} for {} s", seconds(ms))
            }
            Self::Sit(ms) => write!(f, "sitting for {} s at most, and never to the flag", seconds(ms)),
            Self::Stall(moves) => write!(f, "avoiding captures for {moves} of our moves"),
            Self::Move => f.write_str("moving at once"),
            Self::Pace(Pace::Fast, ms) => write!(f, "moving fast for {} s", seconds(ms)),
            Self::Pace(Pace::Slow, ms) => write!(f, "taking more time for {} s", seconds(ms)),
            Self::State(Some(State::Dead)) => f.write_str("the partner is lost: moving fast, looking for a win here"),
            Self::State(Some(State::Sitting)) => f.write_str("the partner does not move"),
            Self::State(Some(State::Waiting)) => {
                f.write_str("the partner's opponent does not move: watching the clocks")
            }
            Self::State(Some(State::Mating)) => f.write_str("the partner mates: watching the clocks"),
            Self::State(None) => f.write_str("the partner plays on"),
            Self::Clocks => f.write_str("the other board's clocks are known"),
            Self::Question => f.write_str("a question, answered"),
            Self::Hint => f.write_str("a move"),
            Self::Nothing => f.write_str("noted, changes nothing"),
        }
    }
}

/// A piece's name in a sentence.
const fn name(piece: PieceType) -> &'static str {
    match piece {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}
