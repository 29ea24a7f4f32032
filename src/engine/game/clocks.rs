//! The four clocks, as data.

use super::{Seat, Team};
use std::ops::{Index, IndexMut};

/// The remaining time of each of the four players, in ms: `clocks[seat]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clocks([u64; 4]);

impl Clocks {
    /// The same time for all players, in ms.
    pub const fn all(ms: u64) -> Self {
        Self([ms; 4])
    }

    /// The times of white and black of A, then of B, in ms, as UBI orders them.
    pub const fn new(ms: [u64; 4]) -> Self {
        Self(ms)
    }

    /// Subtracts `ms` from the clock of `seat`; returns whether any time is left.
    pub fn spend(&mut self, seat: Seat, ms: u64) -> bool {
        self[seat] = self[seat].saturating_sub(ms);
        self[seat] > 0
    }

    /// The time of `seat` minus that of its diagonal (the partner's opponent), in ms. With a lead it may sit (R13).
    pub fn up_time(&self, seat: Seat) -> i64 {
        self[seat] as i64 - self[seat.diagonal()] as i64
    }

    /// The least time that a player of `team` has, in ms.
    pub fn least(&self, team: Team) -> u64 {
        let [a, b] = team.seats();
        self[a].min(self[b])
    }
}

impl Index<Seat> for Clocks {
    type Output = u64;

    fn index(&self, seat: Seat) -> &u64 {
        &self.0[seat.index()]
    }
}

impl IndexMut<Seat> for Clocks {
    fn index_mut(&mut self, seat: Seat) -> &mut u64 {
        &mut self.0[seat.index()]
    }
}
