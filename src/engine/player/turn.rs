//! A turn of a player, from its beginning to its answer.

use super::input::Ask;
use crate::search::Finished;
use crate::team::sit::SitReason;
use crate::types::Move;
use std::fmt;

/// A turn under way; without one the player is idle.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The search request.
    pub ask: Ask,
    /// Start of the turn, in ms of the caller's time. A ponder hit starts the turn anew, and if the search is by the
    /// clock so do an arrival and a search that a change of the other board begins; another restart does not.
    pub started_ms: u64,
    /// Whether the partner asked for a move now.
    pub haste: bool,
    /// The current phase.
    pub phase: Phase,
    /// A move found below full strength and held back for a human-like delay.
    pub paused: Option<Finished>,
}

/// The phases of a turn.
#[derive(Clone, Debug)]
pub enum Phase {
    /// A search is running.
    Thinking,
    /// The opponent is on turn; the search assumes this reply.
    Pondering(Move),
    /// A found move is held back; the search goes on.
    Sitting(Sitting),
    /// No legal move until a piece arrives (R8, R10).
    Hanging,
}

/// A found move that is held back.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// The search result.
    pub found: Finished,
    /// Our clock at which the move is played whatever the reason, in ms.
    pub until_clock_ms: u64,
    /// The reason.
    pub reason: SitReason,
}

impl fmt::Display for Sitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self.reason {
            SitReason::Dead => "every move loses by force",
            SitReason::Asked => "the partner asked for it",
            SitReason::FlagRace => "the partner's opponent has to move, and has less time",
            SitReason::Piece => "the partner is about to win a piece that decides here",
            SitReason::Joint => "a mate on both boards begins on the partner's one",
            SitReason::Ban => "every move gives a piece that mates the partner",
        };
        write!(f, "sitting: {words}; moving when {} ms are left", self.until_clock_ms)
    }
}

impl Turn {
    /// A turn that begins now with a search.
    pub fn new(ask: Ask, now_ms: u64) -> Self {
        Self { ask, started_ms: now_ms, haste: false, phase: Phase::Thinking, paused: None }
    }

    /// Whether a search or a sit on our turn will end with a move.
    pub fn is_deciding(&self) -> bool {
        self.ask.answers && matches!(self.phase, Phase::Thinking | Phase::Sitting(_))
    }

    /// Whether we are on turn and do not move.
    pub fn is_still(&self) -> bool {
        matches!(self.phase, Phase::Sitting(_) | Phase::Hanging)
    }

    /// The move that is held back, if sitting.
    pub fn sitting(&self) -> Option<&Sitting> {
        match &self.phase {
            Phase::Sitting(sitting) => Some(sitting),
            _ => None,
        }
    }
}
