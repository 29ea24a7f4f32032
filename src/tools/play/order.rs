//! A game that a table is to have for a tournament, and its end.

use super::setup::Setup;
use serde::{Deserialize, Serialize};

/// A game for a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// Unique among all games of all tournaments.
    pub id: String,
    /// The settings; people have the seats of guests.
    pub setup: Setup,
    /// The players' names, in the order of [`crate::game::Seat::ALL`].
    pub names: [String; 4],
    /// The teams' names; the first has white on A.
    pub teams: [String; 2],
    /// The round, from 1.
    pub round: usize,
}

/// The end of such a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    /// The order's.
    pub id: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The record.
    pub bpgn: String,
}
