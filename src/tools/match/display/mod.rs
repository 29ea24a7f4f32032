//! Output of a match: the boards drawn live, plain lines, a progress bar, warnings, and the tables at the end.

mod canvas;
mod plain;
mod progress;
pub mod report;
mod screen;
mod warnings;

pub use plain::{Plain, print_result};
pub use progress::MatchProgress;
pub use screen::Screen;
pub use warnings::Warnings;
