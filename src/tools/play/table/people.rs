//! Requests of people besides moves: to give a name, abort a game in its first moves, stop its clocks.

use super::Table;
use crate::game::Seat;
use crate::tools::play::keys::Role;
use crate::tools::play::quote::quote;
use crate::tools::play::round::Round;
use crate::tools::play::setup::Occupant;
use crate::types::host::Instant;
use serde::{Deserialize, Serialize};

/// Characters of a name.
const LONGEST_NAME: usize = 24;

/// The names of the people; empty where none was given.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Names {
    owner: String,
    /// By the seat that the guest's link was made for.
    guests: [String; 4],
}

impl Names {
    /// The name of a page's person; a spectator has none.
    fn of(&mut self, role: Role) -> Option<&mut String> {
        match role {
            Role::Owner => Some(&mut self.owner),
            Role::Guest(link) => Some(&mut self.guests[link.index()]),
            Role::Spectator => None,
        }
    }

    /// The same names as this program shows them, for names from a file.
    pub fn checked(mut self) -> Self {
        for name in std::iter::once(&mut self.owner).chain(&mut self.guests) {
            *name = quote(name, LONGEST_NAME);
        }
        self
    }
}

impl Table {
    /// The name of the person on `seat`, if it gave one.
    pub(super) fn name_of(&self, seat: Seat) -> Option<&str> {
        let name = match self.setup.occupant(seat) {
            Occupant::Me => &self.names.owner,
            Occupant::Guest => {
                let link = Seat::ALL.into_iter().find(|link| self.seating[link.index()] == seat)?;
                &self.names.guests[link.index()]
            }
            Occupant::Tandem | Occupant::Engine(_) => return None,
        };
        Some(name.as_str()).filter(|name| !name.is_empty())
    }

    /// Sets the name of a page's person, also in the record of the game under way unless a tournament ordered it: there
    /// the entered names stand.
    pub(super) fn rename(&mut self, role: Role, name: &str) {
        let Some(known) = self.names.of(role) else { return };
        *known = quote(name, LONGEST_NAME);
        let Some(seat) = self.seat_of(role) else { return };
        let name = self.name_of(seat).map(str::to_owned);
        if self.order.is_some() {
            return;
        }
        if let Some(round) = &mut self.round {
            round.rename(seat, name.as_deref());
        }
        if let Some(paused) = &mut self.paused {
            paused.game.rename(seat, name.as_deref());
        }
    }

    /// Aborts the game: the owner may at any time, a player before its second move unless a tournament ordered it.
    /// Fails with an error code.
    pub(super) fn abort(&mut self, role: Role, now: Instant) -> Result<(), &'static str> {
        let seat = self.seat_of(role);
        if role == Role::Owner {
            self.resume(now);
        } else if seat.is_none() {
            return Err("owner");
        }
        let round = self.round.as_mut().ok_or("no_game")?;
        if round.is_over() {
            return Err("over");
        }
        let ordered = self.order.is_some();
        if role != Role::Owner && (ordered || !seat.is_some_and(|seat| round.may_abort(seat))) {
            return Err("late");
        }
        round.abort(seat, now);
        Ok(())
    }

    /// Whether the clocks may be stopped: nobody but the owner plays, and a game is under way.
    pub(super) fn may_pause(&self) -> bool {
        let alone = Seat::ALL.into_iter().all(|seat| *self.setup.occupant(seat) != Occupant::Guest);
        alone && self.is_playing()
    }

    /// Stops the game until the owner lets it go on.
    /// Fails with an error code.
    pub(super) fn pause(&mut self, now: Instant) -> Result<(), &'static str> {
        if self.round.as_ref().is_none_or(Round::is_over) {
            return Err("no_game");
        }
        if !self.may_pause() {
            return Err("pause");
        }
        self.keep(now);
        let engines = self.interrupt(true, now);
        self.engines.give_back(engines, now);
        self.keep_links(now);
        Ok(())
    }

    /// Lets a game that the owner has stopped go on, as soon as the engines are ready.
    /// Fails with an error code.
    pub(super) fn go_on(&mut self) -> Result<(), &'static str> {
        self.paused.as_mut().ok_or("no_game")?.held = false;
        Ok(())
    }
}
