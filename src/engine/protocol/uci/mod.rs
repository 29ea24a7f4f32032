//! UCI, the universal chess interface: one board of bughouse, crazyhouse, or chess.

mod command;
mod guest;
mod session;

pub use guest::perft_report;
pub(super) use session::Session;
