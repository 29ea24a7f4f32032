//! Games that end without a result, or go on later.

use super::Round;
use crate::game::bpgn::{Ply, Record};
use crate::game::{Clocks, Game, Seat};
use crate::player::Input;
use crate::tools::play::wishes::Wishes;
use crate::types::host::Instant;

/// Moves of a player's own before which it may abort the game.
const ABORT_MOVES: usize = 2;

/// A game that was interrupted, and may go on.
#[derive(Clone, Debug)]
pub struct Interrupted {
    /// The record so far.
    pub record: Record,
    /// Both boards.
    pub game: Game,
    /// The clocks.
    pub clocks: Clocks,
    /// The premove of each seat.
    pub premoves: [Option<String>; 4],
    /// The wishes of each seat.
    pub wishes: [Wishes; 4],
}

impl Interrupted {
    /// Sets the name of the person on `seat` in the record.
    pub fn rename(&mut self, seat: Seat, name: Option<&str>) {
        enter_name(&mut self.record, seat, name);
    }
}

fn enter_name(record: &mut Record, seat: Seat, name: Option<&str>) {
    let usual = format!("Player {}", seat.letter());
    record.set_tag(seat.tag(), name.unwrap_or(&usual));
}

impl Round {
    /// Whether the player on `seat` may abort the game: before its own second move.
    pub fn may_abort(&self, seat: Seat) -> bool {
        let own = |ply: &&Ply| ply.seat == seat;
        !self.is_over() && self.live.record.plies.iter().filter(own).count() < ABORT_MOVES
    }

    /// Aborts the game: it has no result. `by` is the player who did, if any.
    pub fn abort(&mut self, by: Option<Seat>, now: Instant) {
        if !self.is_over() {
            self.live.clock.stop_all(now);
            let note = by.map_or("broken off".to_owned(), |seat| {
                format!("broken off by {} ({})", self.live.record.player(seat), seat.letter())
            });
            self.live.break_off(&note);
            self.aborted_by = by;
            self.dismiss(now);
        }
    }

    /// The player who aborted the game, if one did.
    pub const fn aborted_by(&self) -> Option<Seat> {
        self.aborted_by
    }

    /// Sets the name of the person on `seat` in the record of the game under way.
    pub fn rename(&mut self, seat: Seat, name: Option<&str>) {
        if !self.is_over() {
            enter_name(&mut self.live.record, seat, name);
        }
    }

    /// Stops the game where it stands; it goes on in another round. `None` if it is over.
    pub fn interrupt(&mut self, now: Instant) -> Option<Interrupted> {
        self.check_flags(now);
        if self.is_over() {
            return None;
        }
        self.live.clock.stop_all(now);
        let (premoves, wishes) = (self.premoves.clone(), self.wishes.clone());
        self.dismiss(now);
        let clocks = self.live.clock.reading(now);
        Some(Interrupted { record: self.live.record.clone(), game: self.live.game.clone(), clocks, premoves, wishes })
    }

    /// Tells Tandem the wishes of its partner from before the interruption.
    pub(super) fn remind_of_wishes(&mut self, now: Instant) {
        for seat in Seat::ALL {
            for message in self.wishes(seat).messages() {
                self.tell(seat.partner(), now, |tandem, ms| tandem.tell(Input::HeardWithin(message), ms));
            }
        }
    }
}
