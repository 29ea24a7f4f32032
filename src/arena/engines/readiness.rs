//! Stages of an engine on its way into a game, common to the match runner and the page.

use super::player::EnginePlayer;
use crate::types::host::Instant;

/// A stage on the way into a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// The engine introduces itself, or ends the previous game; with its deadline.
    Coming(Instant),
    /// The game was announced to the engine; with the deadline to be ready.
    Told(Instant),
    /// The engine is ready.
    Ready,
}

/// The next action for an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Wait for the engine.
    Wait,
    /// Announce the game, once its parameters are known. The engine's options are known now.
    TellGame,
    /// Play: the engine is ready.
    Play,
    /// Restart the engine or give it up: its deadline has passed.
    GiveUp,
}

impl Readiness {
    /// The next step of an engine at this stage, at `now`.
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
