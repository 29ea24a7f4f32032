//! The change of seats from game to game in a series (R17).

use super::{Seat, Team};

/// The seats of four players, numbered 0 to 3. Partners always stay partners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seating([usize; 4]);

impl Default for Seating {
    /// Players in the order of [`Seat::ALL`]: 0 and 3 against 1 and 2.
    fn default() -> Self {
        Self([0, 1, 2, 3])
    }
}

impl Seating {
    /// The player on `seat`.
    pub fn player(&self, seat: Seat) -> usize {
        self.0[seat.index()]
    }

    /// The seat of `player`, if any.
    pub fn seat_of(&self, player: usize) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.player(seat) == player)
    }

    fn moved(&self, whence: impl Fn(Seat) -> Seat) -> Self {
        Self(Seat::ALL.map(|seat| self.player(whence(seat))))
    }

    /// Exchanges the colors on both boards; all players keep their opponents.
    pub fn change_colors(&self) -> Self {
        self.moved(Seat::opponent)
    }

    /// The two players on the seats of `team` exchange their boards; all players get new opponents.
    pub fn change_opponents(&self, team: Team) -> Self {
        self.moved(|seat| if seat.team() == team { seat.partner() } else { seat })
    }
}
