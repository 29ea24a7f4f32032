//! The four clocks of a recorded game at each moment, from the stamps of its plies.

use crate::game::bpgn::{Ply, Record, Stamp};
use crate::game::{BoardId, Clocks, Game, Seat};

/// The running clocks. A stamp sets one clock. The later of the boards' last moves is now, so that on the other board
/// the player on turn has used the time since its last move.
pub struct ClockTrack {
    base_ms: Option<u64>,
    /// Each player's increment, by seat.
    increments_ms: [u64; 4],
    /// Each player's clock after its last move, by seat; `None` if it is unknown.
    left_ms: [Option<u64>; 4],
    /// Time of the last move on each board, since the start.
    moved_ms: [u64; 2],
    /// Whether every ply so far had a stamp.
    complete: bool,
}

impl ClockTrack {
    /// The clocks before the first move.
    pub fn new(record: &Record) -> Self {
        let controls = Seat::ALL.map(|seat| record.player_control(seat));
        Self {
            base_ms: record.time_control().map(|(base, _)| base),
            increments_ms: controls.map(|control| control.map_or(0, |(_, increment)| increment)),
            left_ms: controls.map(|control| control.map(|(base, _)| base)),
            moved_ms: [0; 2],
            complete: true,
        }
    }

    /// Time of each player at the start, in ms, if known.
    pub fn base_ms(&self) -> Option<u64> {
        self.base_ms
    }

    /// Takes the stamp of a ply, and returns the time spent on it, in ms, if it is known.
    pub fn spent(&mut self, ply: &Ply) -> Option<u64> {
        let moved = &mut self.moved_ms[ply.seat.board.index()];
        let left = &mut self.left_ms[ply.seat.index()];
        let increment_ms = self.increments_ms[ply.seat.index()];
        match ply.stamp {
            Some(Stamp::Remaining(ms)) => {
                let spent = left.replace(ms).map(|before| (before + increment_ms).saturating_sub(ms));
                *moved += spent.unwrap_or(0);
                self.complete &= spent.is_some();
                spent
            }
            Some(Stamp::SinceStart(ms)) => {
                let spent = ms.saturating_sub(std::mem::replace(moved, ms));
                *left = left.map(|before| (before + increment_ms).saturating_sub(spent));
                Some(spent)
            }
            None => {
                self.complete = false;
                None
            }
        }
    }

    /// The clocks now, in ms: those on turn have run since the last move on their board. `None` if a stamp was missing.
    pub fn now(&self, game: &Game) -> Option<Clocks> {
        if !self.complete {
            return None;
        }
        let now = self.moved_ms[0].max(self.moved_ms[1]);
        let mut clocks = Clocks::all(0);
        for seat in Seat::ALL {
            clocks[seat] = self.left_ms[seat.index()]?;
        }
        for board in BoardId::ALL {
            let seat = Seat::new(board, game.position(board).side_to_move());
            clocks[seat] = clocks[seat].saturating_sub(now - self.moved_ms[board.index()]);
        }
        Some(clocks)
    }
}
