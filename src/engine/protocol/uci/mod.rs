//! UCI, the universal chess interface: one board of bughouse, crazyhouse, or chess.

mod command;
mod session;

pub(super) use session::Session;
