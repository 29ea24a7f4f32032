//! The board of a game: one of the bughouse engine's, or another game's.

use super::game::OneBoardEnd;
use super::variant::MatchVariant;
use crate::board::fen::{self, BfenError};
use crate::board::{BoardRules, BoardStatus, Position};
use crate::game::Reason;
use crate::types::Color;
use crate::variants::color::Color as OtherColor;
use crate::variants::game::{Ending, Reason as OtherReason};
use crate::variants::play::{Play, PlayError};

/// How often a position occurs in a drawn game.
const REPETITIONS: usize = 3;

/// Why a start is refused.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StartError {
    #[error(transparent)]
    Fen(#[from] BfenError),
    #[error(transparent)]
    Other(#[from] PlayError),
}

/// A board with the rules of its game.
#[derive(Clone)]
pub enum GameBoard {
    /// Bughouse's or crazyhouse's, with the keys of all positions so far.
    Usual(Box<Position>, Vec<u64>),
    /// Another game's.
    Other(Box<Play>),
}

const fn color(color: OtherColor) -> Color {
    match color {
        OtherColor::White => Color::White,
        OtherColor::Black => Color::Black,
    }
}

impl GameBoard {
    /// The board of a game from a position in FEN, or a start of Chess960 (`960:N`).
    ///
    /// # Errors
    /// When `start` is neither.
    pub fn new(variant: MatchVariant, chess960: bool, start: &str) -> Result<Self, StartError> {
        Ok(match variant {
            MatchVariant::Usual(usual) => {
                let position = fen::parse(start, BoardRules { chess960, ..usual.board_rules() })?;
                let keys = vec![position.key()];
                Self::Usual(Box::new(position), keys)
            }
            MatchVariant::Other(name, _) => Self::Other(Box::new(Play::from_fen(name, &variant.choices(), start)?)),
        })
    }

    /// The side on turn.
    pub fn side_to_move(&self) -> Color {
        match self {
            Self::Usual(position, _) => position.side_to_move(),
            Self::Other(play) => color(play.side()),
        }
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        match self {
            Self::Usual(position, _) => position.to_bfen(),
            Self::Other(play) => play.fen(),
        }
    }

    /// Plays the move with this text; returns it in UCI notation and as the record has it, SAN where there is one.
    /// `None` if it is not legal.
    pub fn play(&mut self, text: &str) -> Option<[String; 2]> {
        match self {
            Self::Usual(position, keys) => {
                let mv = position.find_move(&text.to_ascii_lowercase())?;
                let told = [mv.to_string(), position.san(mv)];
                position.make_move(mv);
                keys.push(position.key());
                Some(told)
            }
            Self::Other(play) => {
                let mv = play.find(text)?.to_string();
                play.play(&mv).ok()?;
                Some([mv.clone(), mv])
            }
        }
    }

    /// Whether a side could win by some moves.
    pub fn can_win(&self, side: Color) -> bool {
        match self {
            Self::Usual(..) => true,
            Self::Other(play) => OtherColor::ALL.into_iter().any(|other| color(other) == side && play.can_win(other)),
        }
    }

    /// The end by the rules.
    pub fn end(&self) -> Option<OneBoardEnd> {
        let us = self.side_to_move();
        let end = |winner, reason, note: String| {
            Some(OneBoardEnd { winner, reason: Some(reason), note, evidence: Vec::new() })
        };
        let (position, keys) = match self {
            Self::Other(play) => {
                let Ending { winner, reason } = play.ending()?;
                let winner = winner.map(color);
                let note =
                    winner.map_or_else(|| format!("draw: {reason}"), |winner| format!("{winner} wins: {reason}"));
                return end(winner, reason_of(reason), note);
            }
            Self::Usual(position, keys) => (position, keys),
        };
        match position.status() {
            BoardStatus::Mate | BoardStatus::Hang => end(Some(!us), Reason::Mate, format!("{us} checkmated")),
            BoardStatus::Stalemate => end(None, Reason::Stalemate, format!("{us} stalemated")),
            BoardStatus::Playing => {
                let times = keys.iter().filter(|&&key| key == position.key()).count();
                (times >= REPETITIONS).then(|| end(None, Reason::Repetition, "threefold repetition".to_owned()))?
            }
        }
    }
}

const fn reason_of(reason: OtherReason) -> Reason {
    match reason {
        OtherReason::Mate | OtherReason::KingTaken => Reason::Mate,
        OtherReason::Stalemate | OtherReason::NoMove => Reason::Stalemate,
        OtherReason::Repetition => Reason::Repetition,
        OtherReason::Quiet | OtherReason::Material => Reason::Adjudication,
    }
}
