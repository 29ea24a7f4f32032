//! Tandem, a bughouse engine that plays as a team.
//!
//! The layers, each importing only those before it: [`types`], [`board`], [`game`], [`eval`], [`search`], [`team`],
//! [`player`], [`protocol`], [`arena`], [`tools`]. A single board is simple; everything that couples the two boards is data that crosses at
//! one named place.

pub mod arena;
pub mod board;
pub mod eval;
pub mod game;
pub mod player;
pub mod protocol;
pub mod search;
pub mod team;
pub mod tools;
pub mod types;
