//! Data that outlives the program: the games, a file each, and each table with its links and the game under way.

mod past;

#[cfg(feature = "play")]
mod folder;
#[cfg(feature = "play")]
mod keeper;

#[cfg(feature = "play")]
pub use folder::{DiskShelf, Folder, StoreError};
#[cfg(feature = "play")]
pub use keeper::Keeper;
pub use past::{PastGame, PastGames, is_game, newest};
#[cfg(feature = "play")]
pub use past::{list, names, read, record};

use super::order::{Finished, Order};
use super::round::Spoken;
use super::setup::Setup;
use super::table::Names;
use crate::arena::date;
use serde::{Deserialize, Serialize};
use std::time::SystemTime;

/// The table as it is kept.
#[derive(Serialize, Deserialize)]
pub struct KeptTable {
    /// The secrets, as [`super::keys::Keys::texts`] orders them.
    pub keys: Vec<String>,
    /// Whether each guest's link is with somebody.
    #[serde(default)]
    pub taken: [bool; 4],
    /// The page's port, if there is a server: links name it.
    pub port: u16,
    /// The number of the last game.
    pub number: u32,
    /// The settings.
    pub setup: Setup,
    /// The seat of each guest's link: four letters, in the order of the links.
    pub seating: String,
    /// The names of the people.
    #[serde(default)]
    pub names: Names,
    /// The chat of the last game.
    pub chat: Vec<Spoken>,
    /// The game under way, if any.
    pub game: Option<KeptGame>,
    /// The order of a tournament, if there is one.
    #[serde(default)]
    pub order: Option<Order>,
    /// The end of the last ordered game.
    #[serde(default)]
    pub done: Option<Finished>,
}

/// A game under way, as it is kept.
#[derive(Clone, Serialize, Deserialize)]
pub struct KeptGame {
    /// The name of its file.
    pub file: String,
    /// The four clocks, in ms.
    pub clocks: [u64; 4],
    /// Its record so far.
    pub bpgn: String,
    /// The premove of each seat.
    #[serde(default)]
    pub premoves: [Option<String>; 4],
    /// The wishes of each seat, as [`super::wishes::Wishes::texts`] writes them.
    #[serde(default)]
    pub wishes: [Vec<String>; 4],
    /// Whether the owner has stopped its clocks.
    #[serde(default)]
    pub held: bool,
}

/// The name of the file of game `number` of a table, which begins at `time`. Tables are numbered from 1.
pub fn game_name(time: SystemTime, table: usize, number: u32) -> String {
    let table = if table == 1 { String::new() } else { format!("{table}-") };
    format!("{}-{table}{number}.bpgn", stamp(time))
}

/// A time as part of a name.
pub fn stamp(time: SystemTime) -> String {
    let (date, time) = date::utc(time);
    format!("{}-{}", date.replace('.', "-"), time.replace(':', ""))
}
