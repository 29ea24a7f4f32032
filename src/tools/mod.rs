//! The commands of the program. They use all other modules; no other module uses them.
//!
//! ```text
//! games      match, stats (Elo, SPRT), openings, play (the page), kriegspiel
//! records    import, analyze, explore, mates
//! learning   datagen, data, train, net, tune, fit, book
//! engine     bench, perft, eval, talk, help
//! shared     digest, log, number, position, progress, whole_file, wording
//! ```
//!
//! Without the feature `tools` there are no commands: what is left of them reads games, judges them and hosts the table
//! of the page.

pub mod analyze;
#[cfg(feature = "tools")]
pub mod bench;
#[cfg(feature = "tools")]
pub mod book;
#[cfg(feature = "tools")]
pub mod data;
#[cfg(feature = "tools")]
pub mod datagen;
#[cfg(feature = "tools")]
mod digest;
#[cfg(feature = "tools")]
pub mod eval;
#[cfg(feature = "tools")]
pub mod explore;
#[cfg(feature = "tools")]
pub mod fit;
#[cfg(feature = "tools")]
pub mod help;
pub mod import;
#[cfg(feature = "tools")]
pub mod kriegspiel;
#[cfg(feature = "tools")]
pub mod log;
#[cfg(feature = "tools")]
pub mod r#match;
#[cfg(feature = "tools")]
pub mod mates;
#[cfg(feature = "tools")]
pub mod net;
#[cfg(feature = "tools")]
mod number;
#[cfg(feature = "tools")]
pub mod openings;
#[cfg(feature = "tools")]
pub mod perft;
pub mod play;
#[cfg(feature = "tools")]
mod position;
#[cfg(feature = "tools")]
mod progress;
#[cfg(feature = "tools")]
pub mod stats;
#[cfg(feature = "tools")]
pub mod talk;
#[cfg(feature = "tools")]
pub mod train;
#[cfg(feature = "tools")]
pub mod tune;
#[cfg(feature = "tools")]
mod whole_file;
#[cfg(feature = "tools")]
mod wording;
