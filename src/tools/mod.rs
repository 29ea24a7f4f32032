//! The commands of the program. They use all other modules; no other module uses them.

pub mod analyze;
pub mod bench;
pub mod data;
pub mod datagen;
mod digest;
pub mod eval;
pub mod explore;
pub mod fit;
pub mod help;
pub mod import;
pub mod kriegspiel;
pub mod log;
pub mod r#match;
pub mod mates;
pub mod net;
pub mod openings;
pub mod perft;
#[cfg(feature = "play")]
pub mod play;
mod progress;
pub mod stats;
pub mod talk;
pub mod train;
mod whole_file;
