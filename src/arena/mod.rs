//! Games between engines: the GUI's side of the protocols ([`engines`]), and one game with its clocks and its end
//! ([`referee`]).
//!
//! Used by the match runner, the page and the generator of training games. Contains no command line and no display.

pub mod control;
pub mod date;
pub mod engines;
pub mod measure;
pub mod referee;
pub mod wrap;
