//! Where engines meet: processes that speak the protocols' other ends ([`engines`]), one game with its clocks and its end ([`referee`]).
//!
//! The match runner, the page and the maker of games for training stand on it. It knows no command line and shows nothing.

pub mod date;
pub mod engines;
pub mod measure;
pub mod referee;
