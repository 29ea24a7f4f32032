//! What a player is at: a turn from its beginning to its answer.

use super::input::Ask;
use crate::search::Finished;
use crate::team::sit::Why;
use crate::types::Move;
use std::fmt;

/// A turn under way; without one the player is idle.
#[derive(Clone, Debug)]
pub struct Turn {
    /// What was asked for.
    pub ask: Ask,
    /// When, in ms of the caller's time. A ponder hit begins the turn anew; a search that is started over does not.
    pub started_ms: u64,
    /// The partner wants a move now.
    pub haste: bool,
    /// Where it stands.
    pub phase: Phase,
    /// Who plays below full strength has found its move, and makes it when a person would have.
    pub paused: Option<Finished>,
}

/// Where a turn stands.
#[derive(Clone, Debug)]
pub enum Phase {
    /// A search is running.
    Thinking,
    /// The opponent is on turn; a search supposes that he replies so.
    Pondering(Move),
    /// The move is found and not made; a search goes on.
    Sitting(Sitting),
    /// No legal move until a piece arrives (R8, R10).
    Hanging,
}

/// A move that was found and is not made.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// What was found.
    pub found: Finished,
    /// Our clock at which the move is made whatever the reason was, in ms.
    pub until_clock_ms: u64,
    /// The reason.
    pub why: Why,
}

impl fmt::Display for Sitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.why {
            Why::Dead => "every move loses by force",
            Why::Asked => "the partner asked for it",
            Why::FlagRace => "the partner's opponent has to move, and has less time",
            Why::Piece => "the partner is about to win a piece that decides here",
            Why::Ban => "every move gives a piece that mates the partner",
        };
        write!(f, "sitting: {reason}; moving when {} ms are left", self.until_clock_ms)
    }
}

impl Turn {
    /// A turn that begins now with a search.
    pub fn new(ask: Ask, now_ms: u64) -> Self {
        Self { ask, started_ms: now_ms, haste: false, phase: Phase::Thinking, paused: None }
    }

    /// Whether it is our turn to move, and there is a move to be made: a search or a sit will end with one.
    pub fn is_deciding(&self) -> bool {
        self.ask.answers && matches!(self.phase, Phase::Thinking | Phase::Sitting(_))
    }

    /// The move that is found and not made.
    pub fn sitting(&self) -> Option<&Sitting> {
        match &self.phase {
            Phase::Sitting(sitting) => Some(sitting),
            _ => None,
        }
    }
}
