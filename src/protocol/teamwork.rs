//! What UBI and CECP share of the partnership: moves that are found but not made, and haste.

use super::engine::Engine;
use crate::search::{Finished, TimeLimit};
use crate::team::sit::Why;
use crate::team::teammate::{Teammate, wake_by};
use std::fmt;
use std::sync::Arc;

/// When the partner wants a move now, so much of the time that is left may still be used, in percent.
const HURRY_PERCENT: u64 = 25;

/// A move that was found and is not made.
pub struct Sitting {
    /// What was found.
    pub result: Finished,
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
        };
        write!(f, "sitting: {reason}; moving when {} ms are left", self.until_clock_ms)
    }
}

/// A partnership in which nothing has been said, with the manners that the options ask for.
pub fn teammate(engine: &Engine) -> Teammate {
    let out = Arc::clone(&engine.out);
    let mut mate = Teammate::new(Arc::clone(&engine.shared), wake_by(move || out.wake()));
    mate.set_manners(engine.settings.manners());
    mate
}

/// What is left of a limit when the partner wants a move now.
pub fn hurried(limit: TimeLimit) -> TimeLimit {
    let part = |ms: u64| (ms * HURRY_PERCENT / 100).max(1);
    TimeLimit { soft_ms: part(limit.soft_ms), hard_ms: part(limit.hard_ms) }
}
