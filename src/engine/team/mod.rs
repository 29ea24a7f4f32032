//! Team play: how the two boards and four clocks affect each other. Messages between partners, their effects, and the
//! decision to play or sit.
//!
//! Independent of any protocol.
//!
//! | module | contents |
//! |---|---|
//! | `message`, `notation` | the vocabulary between partners, and its text form |
//! | `phrases` | the words of people: what is understood and said, in Russian and English |
//! | `partnership` | the partner's side of one seat: messages in and out, results of probes, the decision |
//! | `hearing`, `partner`, `state`, `effect` | messages received: replies, what holds, effects in words |
//! | `speaker` | messages sent: when, again, taken back, the rate limit |
//! | `sit`, `race` | whether a found move is made; which of two lost boards ends first |
//! | `prober`, `probe_thread` | probes: short searches with one more piece in a hand, and the thread that runs them |
//! | `worth` | what probes of the other board say: prices, a mate there, expected arrivals |
//! | `pricing` | from all sources to the prices of a search |
//! | `mating`, `delivery`, `joint`, `rescue` | mates and hangs that a piece of the other board decides |
//! | `news` | events on a board |

pub mod delivery;
pub mod effect;
pub mod hearing;
pub mod joint;
pub mod mating;
pub mod message;
pub mod news;
pub mod notation;
pub mod partner;
pub mod partnership;
pub mod phrases;
mod pricing;
pub mod probe_thread;
pub mod prober;
pub mod race;
mod rescue;
pub mod sit;
pub mod speaker;
pub mod state;
pub mod worth;

/// All tunables of team play.
pub fn tunables() -> Vec<crate::types::tunables::Tunable> {
    [
        sit::tunables(),
        partner::tunables(),
        prober::tunables(),
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
