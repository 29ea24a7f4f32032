//! The parts of a new table.

use super::keep::{Mark, Shelf};
use super::{CORES_A_THREAD, Names, Table};
use crate::game::{Rules, Seat};
use crate::search::slices::Slices;
use crate::team::probe_thread::Wake;
use crate::tools::play::engines::Engines;
use crate::tools::play::keys::Links;
use crate::tools::play::round::Crew;
use crate::tools::play::setup::Setup;
use crate::types::host::Instant;
use std::sync::Arc;

/// The parts of a new table.
pub struct Parts {
    /// Its links.
    pub links: Links,
    /// Its number among the tables of the server, from 1.
    pub place: usize,
    /// Whether it is one of a club.
    pub club: bool,
    /// Called when one of its searches has found something; then [`Table::step`] is due.
    pub wake: Wake,
    /// Where its searches work in slices, if there are no threads.
    pub slices: Option<Arc<Slices>>,
    /// The levels given on the command line, if any.
    pub levels: Option<[u64; 4]>,
    /// Size of the transposition table of a team, in MiB.
    pub hash_mb: usize,
    /// The engines that may play.
    pub engines: Engines,
    /// Where its games are kept, or why they are not.
    pub shelf: Result<Arc<dyn Shelf>, String>,
}

impl Table {
    /// A table without a game.
    pub fn new(parts: Parts) -> Self {
        let Parts { links, place, club, wake, slices, levels, hash_mb, engines, shelf } = parts;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = (cores / CORES_A_THREAD).max(1);
        let crew = Arc::new(Crew { hash_mb, threads, slices, wake, epoch: Instant::now() });
        let levels_given = levels.is_some();
        let usual = if club { Setup::of_people() } else { Setup::default() };
        let setup = Setup { levels: levels.unwrap_or(usual.levels), ..usual };
        let rules = Rules::default();
        let (shelf, unkept) = match shelf {
            Ok(shelf) => (Some(shelf), None),
            Err(why) => (None, Some(why)),
        };
        Self {
            links,
            place,
            club,
            setup,
            levels_given,
            rules,
            seating: Seat::ALL,
            names: Names::default(),
            pages: Vec::new(),
            engines,
            starting: false,
            round: None,
            paused: None,
            number: 0,
            chat: Vec::new(),
            crew,
            shelf,
            kept: Mark::default(),
            unkept,
            away: [None; 4],
            order: None,
            done: None,
        }
    }
}
