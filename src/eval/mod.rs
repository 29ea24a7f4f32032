//! A score for the side to move, from one board and a frozen view of the other.

mod context;

pub use context::TeamContext;
