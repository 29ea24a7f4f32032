//! The four clocks as last reported, and when.

use crate::game::{Clocks, Seat};
use crate::types::Color;

/// A seat as seen from the one of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelativeSeat {
    /// The player itself.
    Own,
    /// Its opponent on the same board.
    Opponent,
    /// The other player of its team.
    Partner,
    /// The partner's opponent.
    Diagonal,
}

impl RelativeSeat {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Own, Self::Opponent, Self::Partner, Self::Diagonal];

    /// The clocks in the order of [`Self::ALL`] relative to `seat`, in ms.
    pub fn clocks(clocks: &Clocks, seat: Seat) -> [Option<u64>; 4] {
        [seat, seat.opponent(), seat.partner(), seat.diagonal()].map(|of| Some(clocks[of]))
    }

    /// The player of `color` on the own board, for a player whose color is `us`.
    pub fn here(us: Color, color: Color) -> Self {
        if us == color { Self::Own } else { Self::Opponent }
    }
}

/// A clock reading and its moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reading {
    ms: u64,
    at_ms: u64,
}

/// The four clocks, as far as reported. Moments are ms of the caller's time.
#[derive(Clone, Debug, Default)]
pub struct FourClocks {
    last: [Option<Reading>; 4],
    /// Whether any reported reading had a fraction of a second.
    fine: bool,
}

impl FourClocks {
    /// Sets the clock of `seat` to `ms` as of `at_ms`; `None` if unknown.
    pub fn tell(&mut self, seat: RelativeSeat, ms: Option<u64>, at_ms: u64) {
        self.last[seat as usize] = ms.map(|ms| Reading { ms, at_ms });
        self.fine |= ms.is_some_and(|ms| !ms.is_multiple_of(1_000));
    }

    /// Whether all readings so far are whole seconds, as from a server that rounds: half a second less may be left.
    pub fn whole_seconds(&self) -> bool {
        !self.fine
    }

    /// The time on a clock now, in ms, if it was reported; the time since the reading is subtracted if it is `running`.
    pub fn now(&self, seat: RelativeSeat, running: bool, now_ms: u64) -> Option<u64> {
        let reading = self.last[seat as usize]?;
        let spent = if running { now_ms.saturating_sub(reading.at_ms) } else { 0 };
        Some(reading.ms.saturating_sub(spent))
    }

    /// Starts the clock of `seat` now, whenever its reading was received.
    pub fn start(&mut self, seat: RelativeSeat, now_ms: u64) {
        if let Some(reading) = &mut self.last[seat as usize] {
            reading.at_ms = now_ms;
        }
    }

    /// Stops the running clock of `seat` after a move, which adds `gain_ms`.
    pub fn stop(&mut self, seat: RelativeSeat, gain_ms: u64, now_ms: u64) {
        if let Some(ms) = self.now(seat, true, now_ms) {
            self.last[seat as usize] = Some(Reading { ms: ms + gain_ms, at_ms: now_ms });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_from_when_it_was_told_or_started_and_is_never_below_zero() {
        let mut clocks = FourClocks::default();
        assert_eq!(clocks.now(RelativeSeat::Own, true, 5), None);
        clocks.tell(RelativeSeat::Own, Some(1_000), 100);
        assert_eq!(clocks.now(RelativeSeat::Own, false, 700), Some(1_000));
        assert_eq!(clocks.now(RelativeSeat::Own, true, 700), Some(400));
        clocks.start(RelativeSeat::Own, 600);
        assert_eq!(clocks.now(RelativeSeat::Own, true, 700), Some(900));
        clocks.stop(RelativeSeat::Own, 50, 700);
        assert_eq!(clocks.now(RelativeSeat::Own, false, 9_000), Some(950));
        assert_eq!(clocks.now(RelativeSeat::Own, true, 9_000), Some(0));
        assert_eq!(clocks.now(RelativeSeat::Opponent, true, 9_000), None);
    }

    #[test]
    fn a_part_of_a_second_shows_that_the_server_does_not_round() {
        let mut clocks = FourClocks::default();
        clocks.tell(RelativeSeat::Own, Some(3_000), 0);
        clocks.stop(RelativeSeat::Own, 0, 1);
        assert!(clocks.whole_seconds(), "what we count ourselves was not told");
        clocks.tell(RelativeSeat::Opponent, Some(2_990), 2);
        assert!(!clocks.whole_seconds());
    }
}
