//! The seats: whose they are, who is there, who hears whom, and how they change for a rematch.

use super::{Page, Table};
use crate::game::Seat;
use crate::tools::play::keys::Role;
use crate::tools::play::round::{Round, Spoken};
use crate::tools::play::setup::Occupant;
use std::time::Instant;

impl Table {
    /// The seat of a page in the current game, or in the next one.
    pub(super) fn seat_of(&self, role: Role) -> Option<Seat> {
        match role {
            Role::Owner => self.setup.my_seat(),
            Role::Guest(link) => {
                Some(self.seating[link.index()]).filter(|&seat| *self.setup.occupant(seat) == Occupant::Guest)
            }
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

    /// Whether a line is for a page: players get the words of their team and how their own were understood, spectators
    /// get all words.
    pub(super) fn hears(&self, role: Role, spoken: &Spoken) -> bool {
        match self.seat_of(role) {
            None => !spoken.understood,
            Some(seat) => seat == spoken.seat || (seat == spoken.seat.partner() && !spoken.understood),
        }
    }

    /// The link with which the person on `seat` came, or will come.
    pub(super) fn link_of(&self, seat: Seat) -> String {
        let link = Seat::ALL.into_iter().find(|link| self.seating[link.index()] == seat);
        self.links.to(Role::Guest(link.unwrap_or(seat)))
    }

    /// Starts a game of the same players with changed colors (R17); links follow their people.
    /// Fails with an error code when there is no finished game, or somebody is missing.
    pub(super) fn rematch(&mut self, now: Instant) -> Result<(), &'static str> {
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
        self.engines.invite(&self.setup, self.rules, now);
        self.starting = true;
        self.start_if_ready(now);
        Ok(())
    }
}
