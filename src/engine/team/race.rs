//! Races: which team's lost board ends first, and by how much.
//!
//! A player who is mated by force need not move: the board ends when the clock is used up. If each team has lost one
//! board, the game goes to the team whose loser lasts longer. Numbers only; all times in ms.

use crate::types::tunables::tunables;

tunables! {
    /// Lead of one clock over another that counts, in ms, beyond twice the move overhead.
    certain_lead_ms: u64 = 100, 0..=5_000, 50;
    /// The same beyond that if clocks are reported in whole seconds: each of the two may be wrong by half of one.
    rounded_lead_ms: u64 = 1_000, 0..=3_000, 250;
    /// Longest time for one move of a forced mate, in ms, beyond the move overhead.
    forced_move_ms: u64 = 50, 0..=1_000, 25;
}

/// The four clocks in ms, as far as known: own, opponent's, partner's, diagonal's.
pub type FourTimes = [Option<u64>; 4];

/// The move overhead, the increment, and how the clocks of a game are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timer {
    /// The move overhead, in ms.
    pub overhead_ms: u64,
    /// Time added by each move, in ms.
    pub increment_ms: u64,
    /// Whether clocks are reported in whole seconds only.
    pub whole_seconds: bool,
}

impl Timer {
    /// The smallest difference of two clocks, or of two boards' ends, that is certain, in ms.
    pub fn margin_ms(&self) -> u64 {
        certain_lead_ms() + 2 * self.overhead_ms + if self.whole_seconds { rounded_lead_ms() } else { 0 }
    }

    /// Whether a clock is known to lead over another one.
    pub fn leads(&self, clock_ms: Option<u64>, other_ms: Option<u64>) -> bool {
        clock_ms.zip(other_ms).is_some_and(|(clock, other)| clock > other.saturating_add(self.margin_ms()))
    }
}

/// A board that one of its players loses by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostBoard {
    /// The loser's clock, in ms.
    pub clock_ms: u64,
    /// Whether the loser is on turn.
    pub to_move: bool,
    /// Number of the winner's moves until mate; 0 if the loser is mated or hangs.
    pub moves: u32,
}

impl LostBoard {
    /// The shortest and the longest time until the board ends, in ms: the loser uses its clock up, the winner moves at
    /// once, or has time for each move. A mate in one by the winner on turn leaves the loser no time at all.
    pub fn lasts_ms(&self, timer: &Timer) -> [u64; 2] {
        let replies = u64::from(if self.to_move { self.moves } else { self.moves.saturating_sub(1) });
        let waits = if self.to_move || replies > 0 { self.clock_ms } else { 0 };
        let shortest = waits + replies * timer.increment_ms;
        [shortest, shortest + u64::from(self.moves) * (forced_move_ms() + timer.overhead_ms)]
    }
}

/// The least time from the end of `theirs` to that of `ours`, in ms, negative if `ours` ends first; `None` where the
/// order depends on how fast the winners move, or is too close to tell.
pub fn lead_ms(ours: LostBoard, theirs: LostBoard, timer: &Timer) -> Option<i64> {
    let [ours, theirs] = [ours, theirs].map(|board| board.lasts_ms(timer).map(|ms| ms as i64));
    let margin_ms = timer.margin_ms() as i64;
    let (least, most) = (ours[0] - theirs[1], ours[1] - theirs[0]);
    if least > margin_ms { Some(least) } else { (most < -margin_ms).then_some(most) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A case: clock, on turn, moves of our lost board; the same of theirs; increment; what is certain: by how many
    /// seconds we win (`+`) or lose (`-`), rounded, or nothing.
    type Case = ((u64, bool, u32), (u64, bool, u32), u64, Option<i64>);

    const CASES: [Case; 20] = [
        // Both losers are on turn: the clocks decide, whatever the lengths of the mates.
        ((10_000, true, 1), (8_000, true, 1), 0, Some(2)),
        ((10_000, true, 3), (8_000, true, 3), 0, Some(2)),
        ((8_000, true, 1), (10_000, true, 1), 0, Some(-2)),
        ((8_000, true, 5), (10_000, true, 1), 0, Some(-2)),
        ((8_000, true, 1), (8_100, true, 1), 0, None),
        // A mate in one by the player on turn comes before any flag.
        ((10_000, false, 1), (10, true, 1), 0, None),
        ((10_000, false, 1), (1_000, true, 1), 0, Some(-1)),
        ((10, true, 1), (60_000, false, 1), 0, None),
        ((1_000, true, 1), (60_000, false, 1), 0, Some(1)),
        // In a longer one the loser can wait after the first move.
        ((10_000, false, 2), (8_000, true, 1), 0, Some(2)),
        ((8_000, false, 2), (10_000, false, 2), 0, Some(-2)),
        // Each reply adds the increment: the longer mate lasts longer.
        ((8_000, true, 5), (10_000, true, 1), 1_000, Some(2)),
        ((8_000, false, 5), (10_000, true, 4), 1_000, Some(-2)),
        ((10_000, true, 2), (10_000, true, 2), 5_000, None),
        // A winner may move at once: the longer mate lasts no longer for certain.
        ((9_000, true, 9), (9_200, true, 1), 0, None),
        ((9_200, true, 1), (9_000, true, 9), 0, None),
        // A player that hangs, or is mated, has its clock alone.
        ((10_000, true, 0), (8_000, true, 0), 2_000, Some(2)),
        ((10_000, true, 0), (8_000, true, 3), 2_000, Some(-4)),
        ((0, false, 0), (5_000, true, 1), 0, Some(-5)),
        ((5_000, true, 1), (0, false, 0), 0, Some(5)),
    ];

    fn board((clock_ms, to_move, moves): (u64, bool, u32)) -> LostBoard {
        LostBoard { clock_ms, to_move, moves }
    }

    #[test]
    fn the_team_whose_loser_lasts_longer_wins() {
        for (ours, theirs, increment_ms, seconds) in CASES {
            let timer = Timer { overhead_ms: 20, increment_ms, whole_seconds: false };
            let lead = lead_ms(board(ours), board(theirs), &timer);
            assert_eq!(
                lead.map(|ms| (ms as f64 / 1_000.0).round() as i64),
                seconds,
                "{ours:?} {theirs:?}, increment {increment_ms}: {lead:?}"
            );
            let mirrored = lead_ms(board(theirs), board(ours), &timer);
            assert_eq!(mirrored, lead.map(|ms| -ms), "{ours:?} {theirs:?}");
        }
    }

    #[test]
    fn rounded_clocks_and_a_slow_transport_make_small_leads_uncertain() {
        let exact = Timer { overhead_ms: 20, ..Timer::default() };
        let rounded = Timer { whole_seconds: true, ..exact };
        let slow = Timer { overhead_ms: 1_000, ..exact };
        for (timer, certain) in [(exact, true), (rounded, false), (slow, false)] {
            assert_eq!(lead_ms(board((9_000, true, 1)), board((8_000, true, 1)), &timer).is_some(), certain);
            assert_eq!(timer.leads(Some(9_000), Some(8_000)), certain);
            assert!(!timer.leads(Some(8_000), Some(9_000)));
        }
        assert!(rounded.leads(Some(10_000), Some(8_000)));
        assert!(!exact.leads(Some(9_000), None), "the other clock is not known");
    }
}
