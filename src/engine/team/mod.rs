//! What the two boards and four clocks mean for each other: what partners say, what it changes, and whether a seat moves.
//!
//! It knows nothing of protocols.

mod effect;
pub mod hearing;
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
mod replies;
pub mod sit;
pub mod speaker;
pub mod worth;

/// Every tunable number of the team.
pub fn tunables() -> Vec<crate::types::tunables::Tunable> {
    [
        sit::tunables(),
        partner::tunables(),
        needs::tunables(),
        worth::tunables(),
        pricing::tunables(),
        hearing::tunables(),
        partnership::tunables(),
    ]
    .concat()
}
