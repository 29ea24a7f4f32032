//! `tandem analyze`: evaluates every move of a recorded game, for both boards and for the teams.

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
