//! What the two boards and four clocks mean for each other.
//!
//! So far the time for a move, and the words that partners have for each other; it knows nothing of protocols.

pub mod message;
pub mod time;
