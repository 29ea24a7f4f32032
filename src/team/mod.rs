//! What the two boards and four clocks mean for each other.
//!
//! So far the time for a move; it knows nothing of protocols.

pub mod time;
