//! The seats: their people and engines, whether they are there, which messages each gets, and changes for a rematch.

use super::{Page, Table, send};
use crate::game::Seat;
use crate::tools::play::keys::Role;
use crate::tools::play::round::{Round, Spoken};
use crate::tools::play::setup::{Occupant, Reseating};
use crate::tools::play::wire::Reply;
use crate::types::host::Instant;
use std::time::Duration;

/// How long a seat in a club waits for its person while no game is under way.
const AWAY_TIMEOUT: Duration = Duration::from_secs(120);

impl Table {
    /// The seat of a page in the current game, or in the next one.
    pub(super) fn seat_of(&self, role: Role) -> Option<Seat> {
        match role {
            Role::Owner => self.setup.my_seat(),
            Role::Guest(link) => {
                Some(self.seating[link.index()]).filter(|&seat| *self.setup.occupant(seat) == Occupant::Guest)
            }
            Role::Spectator => None,
        }
    }

    /// The page of a seat, if any.
    pub(super) fn page_of(&self, seat: Seat) -> Option<&Page> {
        self.pages.iter().find(|page| self.seat_of(page.role) == Some(seat))
    }

    /// Whether the player on `seat` is present.
    pub(super) fn is_taken(&self, seat: Seat) -> bool {
        match self.setup.occupant(seat) {
            Occupant::Tandem => true,
            Occupant::Engine(_) => self.engines.is_ready(seat),
            Occupant::Me | Occupant::Guest => self.page_of(seat).is_some(),
        }
    }

    /// Whether a person is missing.
    pub(super) fn lacks_people(&self) -> bool {
        Seat::ALL.into_iter().any(|seat| self.setup.engine(seat).is_none() && !self.is_taken(seat))
    }

    /// Whether a line is for a page: players get the words of their team and how their own were understood, an owner
    /// without a seat gets all words, except in a club, where partners may have secrets. Nobody else gets any.
    pub(super) fn hears(&self, role: Role, spoken: &Spoken) -> bool {
        match self.seat_of(role) {
            None => role == Role::Owner && !self.club && !spoken.understood,
            Some(seat) => seat == spoken.seat || (seat == spoken.seat.partner() && !spoken.understood),
        }
    }

    /// The link with which the person on `seat` came, or will come; none without a server.
    pub(super) fn link_of(&self, seat: Seat) -> Option<String> {
        self.links.to(Role::Guest(self.link_to(seat)))
    }

    /// The seat for which the link that leads to `seat` was made.
    pub(super) fn link_to(&self, seat: Seat) -> Seat {
        Seat::ALL.into_iter().find(|link| self.seating[link.index()] == seat).unwrap_or(seat)
    }

    /// Number of spectators' pages.
    pub(super) fn spectators(&self) -> usize {
        self.pages.iter().filter(|page| page.role == Role::Spectator).count()
    }

    /// Frees the seats in a club whose people have been away for long while no game was under way.
    pub(super) fn free_abandoned(&mut self, now: Instant) {
        let plays = self.is_under_way();
        let taken = self.links.desk.taken();
        for link in Seat::ALL {
            let here = self.pages.iter().any(|page| page.role == Role::Guest(link));
            let away = &mut self.away[link.index()];
            if !self.club || self.order.is_some() || plays || here || !taken[link.index()] {
                *away = None;
            } else if now >= *away.get_or_insert(now) + AWAY_TIMEOUT {
                *away = None;
                if let Err(error) = self.links.desk.free(link) {
                    tracing::warn!(target: "tandem::play", "a seat stays taken: {error}");
                }
            }
        }
    }

    /// When [`Table::free_abandoned`] is to be called even without events.
    pub(super) fn freeing_due(&self) -> Option<Instant> {
        self.away.iter().flatten().min().map(|&away| away + AWAY_TIMEOUT)
    }

    /// Acts on links that were taken or freed: keeps them, and cuts off pages with a link that is not valid any more.
    pub(super) fn apply_link_changes(&mut self, now: Instant) {
        if !self.links.desk.take_change() {
            return;
        }
        let taken = self.links.desk.taken();
        let freed = |page: &mut Page| matches!(page.role, Role::Guest(link) if !taken[link.index()]);
        for page in self.pages.extract_if(.., freed) {
            let code = if self.order.is_some() { "next_round" } else { "freed" };
            send(&page, &Reply::Error { code, text: String::new() });
        }
        let freed = self.links.desk.take_freed();
        // The name goes with its person.
        for link in Seat::ALL.into_iter().filter(|link| freed[link.index()]) {
            self.rename(Role::Guest(link), "");
        }
        // The owner passes on the new links.
        self.tell_links();
        self.keep_links(now);
    }

    /// Tells the owner the links of the seats as they are now.
    fn tell_links(&self) {
        self.pages.iter().filter(|page| page.role == Role::Owner).for_each(|owner| self.welcome(owner));
    }

    /// Moves the guests' links to the seats on which new settings have put their people.
    pub(super) fn reseat(&mut self, moved: Option<Reseating>) {
        if let Some(moved) = moved {
            self.seating = self.seating.map(|seat| moved.new_seat(seat));
            self.tell_links();
        }
    }

    /// Starts a game of the same players with changed colors (R17); links follow their people.
    /// Fails with an error code when a game is under way, there is none, or somebody is missing.
    pub(super) fn rematch(&mut self, now: Instant) -> Result<(), &'static str> {
        if self.is_under_way() {
            return Err("playing");
        }
        if !self.round.as_ref().is_some_and(Round::is_over) {
            return Err("no_game");
        }
        if self.lacks_people() {
            return Err("absent");
        }
        let before = self.setup.clone();
        for seat in Seat::ALL {
            let other = seat.opponent();
            self.setup.seats[other.index()] = before.occupant(seat).clone();
            self.setup.levels[other.index()] = before.levels[seat.index()];
        }
        self.seating = self.seating.map(Seat::opponent);
        self.tell_links();
        // The last game is no longer shown: its result would be read from the new seats.
        self.round = None;
        self.engines.invite(&self.setup, self.rules, now);
        self.starting = true;
        self.start_if_ready(now);
        Ok(())
    }
}
