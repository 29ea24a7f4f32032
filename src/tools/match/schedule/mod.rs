//! Schedule of a match: its games, their contestants, and how many are played at once.
//!
//! ```text
//! campaign, extent    the definition of a match: contestants and conditions; the number of games
//! pairs, players      the pairs of games by number; the four players by number
//! run, lanes          plays the missing pairs; several at once, results in order
//! crew, series        the engines of a lane; one meeting of two teams
//! waiting             the time between two games of a meeting
//! one_board           crew and meeting of a match on one board
//! ```

mod campaign;
mod crew;
mod extent;
mod lanes;
mod one_board;
mod pairs;
mod players;
mod run;
mod series;
mod waiting;

pub use campaign::{Campaign, Conditions};
pub use extent::{Extent, Games, Test};
pub use lanes::{Interrupts, Onlookers};
pub use pairs::Schedule;
pub use series::tell_apart;
