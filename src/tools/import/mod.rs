//! `tandem import`: games of people, in the formats of the places where they are played, as one BPGN file.

mod chesscom;
#[cfg(feature = "tools")]
mod command;
#[cfg(feature = "tools")]
mod duplicates;
#[cfg(feature = "tools")]
mod forms;
mod games;
mod input;
mod json;
mod pairs;

#[cfg(feature = "tools")]
pub use command::{Args, LeftOut, SomeDamaged, names_of, run, warn};
#[cfg(feature = "tools")]
pub use duplicates::{SeenGames, fingerprint};
#[cfg(feature = "tools")]
pub use forms::Form;
pub use games::{Damage, Games, Imported};
pub use input::Input;
pub use json::{Cut, Cutter};
