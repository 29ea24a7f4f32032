//! UCI, the universal chess interface: one board of bughouse, crazyhouse, or chess.

mod command;
mod other_game;
mod session;

pub use other_game::perft_report;
pub(super) use session::Session;
