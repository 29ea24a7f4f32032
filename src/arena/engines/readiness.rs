//! How far an engine is on its way into a game: the match runner and the page get their engines ready by the same steps.

use super::player::EnginePlayer;
use std::time::Instant;

/// A stage on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// It introduces itself, or comes out of the game before: it has until then.
    Coming(Instant),
    /// It was told the game, and has until then.
    Told(Instant),
    /// It is ready.
    Ready,
}

/// What is to be done about an engine at a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Nothing yet.
    Wait,
    /// It is told the game, as soon as all that it is to be told is known. Its options are known now.
    TellGame,
    /// It is ready.
    Play,
    /// It is started anew or given up: its time is over.
    GiveUp,
}

impl Readiness {
    /// The next step of an engine that stands here at `now`.
    pub fn next_step(self, player: &dyn EnginePlayer, now: Instant) -> NextStep {
        match self {
            Self::Coming(_) if player.is_ready() => NextStep::TellGame,
            Self::Told(_) if player.is_ready() => NextStep::Play,
            Self::Coming(until) | Self::Told(until) if now >= until => NextStep::GiveUp,
            Self::Coming(_) | Self::Told(_) => NextStep::Wait,
            Self::Ready => NextStep::Play,
        }
    }
}
