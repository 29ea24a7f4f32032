//! The commands of the program. They use everything; nothing uses them.

pub mod perft;
