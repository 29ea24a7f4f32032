//! The engine: rules, evaluation, search, team play, and the protocols that carry them as text.
//!
//! The layers, each importing only those before it: [`types`], [`board`], [`game`], [`eval`], [`search`], [`team`],
//! [`player`], [`protocol`]. The two boards are coupled only by data that crosses at one named place. No terminal,
//! process or network connection is used here; the only files read are the one that `EvalFile` names and
//! `/proc/meminfo`. The other games are a crate of their own, [`variants`], used by [`protocol`] alone.

pub mod board;
pub mod eval;
pub mod game;
pub mod player;
pub mod protocol;
pub mod search;
pub mod team;
pub mod types;

pub use tandem_variants as variants;
