//! What the two boards and four clocks mean for each other: what partners say, what it changes, and whether a seat moves.
//!
//! It knows nothing of protocols.

mod effect;
pub mod message;
pub mod needs;
pub mod news;
pub mod partner;
pub mod phrases;
pub mod probes;
mod replies;
pub mod sit;
pub mod speaker;
pub mod teammate;
