//! Data that a table shares with the server and the lobby: its secrets, the seats that people have taken, and a public
//! summary of it. The table's thread never waits for a client here.

use super::keys::{Keys, NoRandom, Role};
use super::order::{Finished, Order};
use super::setup::Occupant;
use crate::game::{Game, Seat};
use crate::types::host::Instant;
use serde::Serialize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The public state of a table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// `waiting`, `playing`, `paused` or `over`.
    pub phase: &'static str,
    /// The number of the game, from 1; 0 before the first.
    pub number: u32,
    /// Time of each player at the start, in seconds.
    pub base_s: u32,
    /// Increment per move, in seconds.
    pub increment_s: u32,
    /// The seats, in the order of [`Seat::ALL`].
    pub seats: Vec<SeatSummary>,
    /// The four clocks, in ms, when the table was last shown.
    pub clocks: [u64; 4],
    /// Which of them run.
    pub running: [bool; 4],
    /// Plies played.
    pub plies: usize,
    /// The result of a game that is over.
    pub result: Option<&'static str>,
    /// Its reason, as [`crate::game::Reason`] writes it.
    pub reason: Option<String>,
    /// Spectators.
    pub watchers: usize,
    /// The names of teams and players, in a tournament.
    pub names: Option<MatchNames>,
    /// When the table was last shown.
    #[serde(skip)]
    pub shown: Option<Instant>,
    /// Why the games are not kept on the disk, for the organizer.
    #[serde(skip)]
    pub unkept: Option<String>,
    /// The game under way, if people play in it.
    #[serde(skip)]
    pub live: Option<Arc<Game>>,
}

impl Summary {
    /// The same with the clocks as they are at `now`: those that run have gone on since the table was last shown.
    pub fn at(mut self, now: Instant) -> Self {
        let gone = self.shown.map_or(Duration::ZERO, |shown| now.saturating_duration_since(shown));
        for (clock, runs) in self.clocks.iter_mut().zip(self.running) {
            if runs {
                *clock = clock.saturating_sub(gone.as_millis() as u64);
            }
        }
        self
    }
}

/// The names in a game of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchNames {
    /// The round, from 1.
    pub round: usize,
    /// The teams; the first has white on A.
    pub teams: [String; 2],
    /// The players, in the order of [`Seat::ALL`].
    pub players: [String; 4],
}

impl From<&Order> for MatchNames {
    fn from(order: &Order) -> Self {
        Self { round: order.round, teams: order.teams.clone(), players: order.names.clone() }
    }
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatSummary {
    /// The occupant.
    pub occupant: Occupant,
    /// The name that its person gave.
    pub name: Option<String>,
    /// Tandem's level there.
    pub level: u64,
    /// Whether the player is there.
    pub present: bool,
    /// Whether somebody may take it.
    pub free: bool,
    /// The link that leads to it.
    #[serde(skip)]
    pub link: Seat,
}

struct Inner {
    keys: Keys,
    /// Whether somebody has each guest's link, by the seat that the link was made for.
    taken: [bool; 4],
    /// The links that were freed since the table has looked.
    freed: [bool; 4],
    summary: Summary,
    /// Whether the secrets or the taken seats have changed since the table has looked.
    changed: bool,
    /// The game that the table is to have, if a tournament orders one.
    order: Option<Order>,
    /// The order for which the table is set up.
    accepted: Option<String>,
    /// The end of an ordered game, until it is taken.
    finished: Option<Finished>,
}

/// Data that a table's thread shares with its clients.
pub struct Desk(Mutex<Inner>);

impl Desk {
    /// The desk of a table with these secrets, of which `taken` are with somebody.
    pub fn new(keys: Keys, taken: [bool; 4]) -> Self {
        let (summary, order, accepted, finished) = Default::default();
        let (freed, changed) = Default::default();
        Self(Mutex::new(Inner { keys, taken, freed, summary, changed, order, accepted, finished }))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The secrets.
    pub fn keys(&self) -> Keys {
        self.inner().keys.clone()
    }

    /// The role whose secret is `text`, if any.
    pub fn role(&self, text: &str) -> Option<Role> {
        self.inner().keys.role(text)
    }

    /// The public state, as last shown.
    pub fn summary(&self) -> Summary {
        self.inner().summary.clone()
    }

    /// Which links are with somebody.
    pub fn taken(&self) -> [bool; 4] {
        self.inner().taken
    }

    /// Shows the table as it is now.
    pub fn show(&self, summary: Summary) {
        self.inner().summary = summary;
    }

    /// Notes that somebody has come by a link.
    pub fn has_come(&self, link: Seat) {
        let mut inner = self.inner();
        inner.changed |= !inner.taken[link.index()];
        inner.taken[link.index()] = true;
    }

    /// Takes a free seat; returns the secret of its link. `None` if it is not free.
    pub fn take(&self, seat: Seat) -> Option<String> {
        let mut inner = self.inner();
        let link = inner.summary.seats.get(seat.index()).filter(|seat| seat.free).map(|seat| seat.link)?;
        if inner.taken[link.index()] {
            return None;
        }
        inner.taken[link.index()] = true;
        inner.changed = true;
        inner.summary.seats[seat.index()].free = false;
        Some(inner.keys.secret(Role::Guest(link)).to_owned())
    }

    /// Takes a link from its holder: it becomes invalid, and the seat is free for another.
    ///
    /// # Errors
    /// When there are no random numbers.
    pub fn free(&self, link: Seat) -> Result<(), NoRandom> {
        let mut inner = self.inner();
        inner.keys.renew(link)?;
        inner.taken[link.index()] = false;
        inner.freed[link.index()] = true;
        inner.changed = true;
        Ok(())
    }

    /// Orders a game, or none any more; returns whether that is new.
    pub fn set_order(&self, order: Option<Order>) -> bool {
        let mut inner = self.inner();
        let is_new = inner.order.as_ref().map(|order| &order.id) != order.as_ref().map(|order| &order.id);
        inner.order = order;
        is_new
    }

    /// The order, if it is another than that with this id.
    pub fn new_order(&self, id: Option<&str>) -> Option<Option<Order>> {
        let inner = self.inner();
        (inner.order.as_ref().map(|order| &*order.id) != id).then(|| inner.order.clone())
    }

    /// Notes that the table is set up for an order.
    pub fn accept(&self, id: String) {
        self.inner().accepted = Some(id);
    }

    /// The secret of a seat in the ordered game, once the table is set up for it.
    pub fn ordered_seat(&self, seat: Seat) -> Option<String> {
        let inner = self.inner();
        let is_set_up = inner.order.as_ref().map(|order| &order.id) == inner.accepted.as_ref();
        let link = Seat::ALL.into_iter().zip(&inner.summary.seats).find(|(shown, _)| *shown == seat)?.1.link;
        (is_set_up && inner.accepted.is_some()).then(|| inner.keys.secret(Role::Guest(link)).to_owned())
    }

    /// Reports the end of an ordered game.
    pub fn finish(&self, finished: Finished) {
        self.inner().finished = Some(finished);
    }

    /// Takes the report, if there is one.
    pub fn take_finished(&self) -> Option<Finished> {
        self.inner().finished.take()
    }

    /// The links that were freed since the last call.
    pub fn take_freed(&self) -> [bool; 4] {
        std::mem::take(&mut self.inner().freed)
    }

    /// Whether the secrets or the taken seats have changed since the last call.
    pub fn take_change(&self) -> bool {
        std::mem::take(&mut self.inner().changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk() -> Desk {
        let desk = Desk::new(Keys::random().expect("random numbers"), [false; 4]);
        let seats = Seat::ALL.map(|link| SeatSummary {
            occupant: Occupant::Guest,
            name: None,
            level: 8,
            present: false,
            free: link.index() != 1,
            link: link.opponent(),
        });
        desk.show(Summary { seats: seats.to_vec(), ..Summary::default() });
        desk
    }

    #[test]
    fn bug_the_clocks_of_a_table_stood_until_it_was_shown_again() {
        let now = Instant::now();
        let (clocks, running) = ([60_000, 60_000, 500, 0], [true, false, true, true]);
        let summary = Summary { clocks, running, shown: Some(now), ..Summary::default() };
        assert_eq!(summary.clone().at(now + Duration::from_millis(1500)).clocks, [58_500, 60_000, 0, 0]);
        assert_eq!(Summary { shown: None, ..summary }.at(now).clocks, clocks);
    }

    #[test]
    fn a_seat_is_taken_once_and_its_old_link_ends_when_it_is_freed() {
        let desk = desk();
        let seat = Seat::ALL[0];
        let key = desk.take(seat).expect("a free seat");
        assert_eq!(desk.role(&key), Some(Role::Guest(seat.opponent())), "the link that leads there");
        assert!(desk.take_change() && !desk.take_change());
        assert_eq!(desk.take(seat), None);
        assert_eq!(desk.take(Seat::ALL[1]), None, "not free");
        desk.free(seat.opponent()).expect("random numbers");
        assert_eq!((desk.role(&key), desk.taken()), (None, [false; 4]));
    }
}
