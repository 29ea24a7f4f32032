//! Who sits where over a series of games: after a game the seats change (R17).

use super::{Seat, Team};

/// Four players, numbered 0 to 3, and their seats. Whatever changes, partners stay partners.
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

    /// Where `player` sits.
    pub fn seat_of(&self, player: usize) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.player(seat) == player)
    }

    fn moved(&self, whence: impl Fn(Seat) -> Seat) -> Self {
        Self(Seat::ALL.map(|seat| self.player(whence(seat))))
    }

    /// Same opponents, colors changed on both boards.
    pub fn change_colors(&self) -> Self {
        self.moved(Seat::opponent)
    }

    /// The team on the seats of `team` changes boards: everybody has a new opponent.
    pub fn change_opponents(&self, team: Team) -> Self {
        self.moved(|seat| if seat.team() == team { seat.partner() } else { seat })
    }
}
