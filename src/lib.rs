//! Tandem, a bughouse engine that plays as a team.
//!
//! The crate `tandem-engine` (`src/engine`) holds the layers [`types`], [`board`], [`game`], [`eval`], [`search`],
//! [`team`], [`player`] and [`protocol`]; the two above them are here: [`arena`], in which engines play games, and
//! [`tools`], the commands of the program. Each layer imports only those before it.

pub use tandem_engine::{board, eval, game, player, protocol, search, team, types, variants};

pub mod arena;
pub mod tools;
