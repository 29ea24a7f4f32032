//! Team play: how the two boards and four clocks affect each other. Messages between partners, their effects, and the
//! decision to play or sit.
//!
//! Independent of any protocol.

pub mod delivery;
mod effect;
pub mod hearing;
pub mod joint;
pub mod mating;
pub mod message;
pub mod needs;
pub mod news;
pub mod notation;
pub mod partner;
pub mod partnership;
pub mod phrases;
mod pricing;
pub mod probes;
pub mod race;
mod rescue;
pub mod sit;
pub mod speaker;
pub mod worth;

/// All tunables of team play.
pub fn tunables() -> Vec<crate::types::tunables::Tunable> {
    [
        sit::tunables(),
        partner::tunables(),
        needs::tunables(),
        worth::tunables(),
        pricing::tunables(),
        hearing::tunables(),
        partnership::tunables(),
        mating::tunables(),
        joint::tunables(),
        rescue::tunables(),
        race::tunables(),
    ]
    .concat()
}
