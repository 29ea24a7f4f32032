//! The engine: rules, evaluation, search, team play, and the protocols that carry them as text.
//!
//! The layers, each importing only those before it: [`types`], [`board`], [`game`], [`eval`], [`search`], [`team`],
//! [`player`], [`protocol`]. A single board is simple; everything that couples the two boards is data that crosses at one
//! named place. No terminal, no process and no network is used here; one file is read: the network that `EvalFile` names.

pub mod board;
pub mod eval;
pub mod game;
pub mod player;
pub mod protocol;
pub mod search;
pub mod team;
pub mod types;
