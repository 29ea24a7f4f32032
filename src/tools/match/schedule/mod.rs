//! Schedule of a match: its games, their contestants, and how many are played at once.

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
