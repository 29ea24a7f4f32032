//! `tandem analyze`: evaluates every move of a recorded game, for both boards and for the teams.
//!
//! A `walk` lists the moments of a game and the positions to search; `judge` searches them; `review` combines the
//! scores with the `clocks` by the `expectation` of a team. `text`, `json`, `html`, `annotate` and `summary` are the
//! outputs.

#[cfg(feature = "tools")]
mod annotate;
pub mod clocks;
#[cfg(feature = "tools")]
mod command;
pub mod expectation;
pub mod html;
pub mod json;
pub mod judge;
#[cfg(feature = "tools")]
mod outputs;
pub mod review;
pub mod summary;
pub mod text;
pub mod walk;

#[cfg(feature = "tools")]
pub use command::{Args, run};
