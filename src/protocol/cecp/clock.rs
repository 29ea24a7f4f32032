//! Time as CECP tells it: `level`, `st`, `sd`, and before each move what the clocks show.

use crate::protocol::go::{LONGEST_MS, whole_number};
use crate::search::TimeLimit;
use crate::team::time;
use std::time::Duration;

/// The time for a move when nothing was said of clocks, in ms.
const WITHOUT_CLOCKS_MS: u64 = 1000;

/// A clock is never lower when it matters, in ms: XBoard sends 1 cs for all that is below.
const LEAST_MS: u64 = 10;

/// `level MOVES BASE INCREMENT`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Moves of one session; 0 for the whole game in one.
    pub moves: u32,
    /// What a session has, in ms.
    pub base_ms: u64,
    /// What each move adds, in ms.
    pub increment_ms: u64,
}

impl Level {
    /// Reads `40 5 0`, `0 0:30 1`, `0 2 0.5`: moves, minutes with or without seconds, seconds.
    pub fn parse(words: &[&str]) -> Option<Self> {
        let [moves, base, increment] = words else { return None };
        let base_ms = match base.split_once(':') {
            Some((minutes, seconds)) => {
                let minutes = whole_number(minutes, LONGEST_MS)?;
                minutes.saturating_mul(60_000).saturating_add(seconds_ms(seconds)?)
            }
            None => seconds_ms(base)?.saturating_mul(60),
        };
        Some(Self {
            moves: whole_number(moves, 10_000)? as u32,
            base_ms: base_ms.min(LONGEST_MS),
            increment_ms: seconds_ms(increment)?,
        })
    }
}

/// Seconds, with or without a fraction, as ms. What is below zero counts as zero.
pub fn seconds_ms(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || b".-".contains(&byte));
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    Some(((seconds * 1000.0).round().max(0.0) as u64).min(LONGEST_MS))
}

/// What is known of time.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    level: Option<Level>,
    /// `st`: so much for every move, in ms.
    move_ms: Option<u64>,
    /// `sd`: the last iteration.
    pub depth: Option<u32>,
    /// What the own clock shows, in ms.
    pub own_ms: Option<u64>,
    /// What the opponent's clock shows, in ms.
    pub opponent_ms: Option<u64>,
}

impl Clock {
    /// A new game with the same time control; a limit of depth is forgotten.
    pub fn reset(&mut self) {
        self.depth = None;
        self.own_ms = self.level.map(|level| level.base_ms);
        self.opponent_ms = self.own_ms;
    }

    /// Plays by clocks from now on.
    pub fn set_level(&mut self, level: Level) {
        self.level = Some(level);
        self.move_ms = None;
        self.own_ms = Some(level.base_ms);
        self.opponent_ms = self.own_ms;
    }

    /// Takes so long for every move from now on.
    pub fn set_move_time(&mut self, ms: u64) {
        self.move_ms = Some(ms);
    }

    /// Whether moves are played by the clock, and not each in a time of its own.
    pub fn is_used(&self) -> bool {
        self.move_ms.is_none() && self.own_ms.is_some()
    }

    /// A move of ours took so long and was our `number`th: what the clock should show until the GUI tells.
    pub fn spend(&mut self, taken: Duration, number: usize) {
        let Some(own_ms) = &mut self.own_ms else { return };
        *own_ms = own_ms.saturating_sub(taken.as_millis() as u64);
        if let Some(level) = self.level {
            let session_ended = level.moves > 0 && number.is_multiple_of(level.moves as usize);
            *own_ms += level.increment_ms + if session_ended { level.base_ms } else { 0 };
        }
    }

    /// What may be spent on a move before which `played` moves were made by us. Nothing if only depth ends the search.
    pub fn limit(&self, played: usize, overhead_ms: u64) -> Option<TimeLimit> {
        if let Some(ms) = self.move_ms {
            // The answer has a way to go, too; of very short times half is enough for that.
            return Some(TimeLimit::exactly(ms.saturating_sub(overhead_ms.min(ms / 2)).max(1)));
        }
        let increment_ms = self.level.map_or(0, |level| level.increment_ms);
        let moves_to_go =
            self.level.filter(|level| level.moves > 0).map(|level| level.moves - played as u32 % level.moves);
        match self.own_ms {
            Some(ms) => Some(time::limit_single(ms.max(LEAST_MS), increment_ms, moves_to_go, overhead_ms)),
            None if self.depth.is_some() => None,
            None => Some(TimeLimit::exactly(WITHOUT_CLOCKS_MS)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Option<[u64; 3]> {
        let level = Level::parse(&text.split(' ').collect::<Vec<_>>())?;
        Some([u64::from(level.moves), level.base_ms, level.increment_ms])
    }

    #[test]
    fn levels() {
        assert_eq!(level("40 5 0"), Some([40, 300_000, 0]));
        assert_eq!(level("0 1:30 12"), Some([0, 90_000, 12_000]));
        assert_eq!(level("0 0:03 0.5"), Some([0, 3_000, 500]));
        assert_eq!(level("0 0.5 0"), Some([0, 30_000, 0]));
        assert_eq!(level("0 99999999999999999999 0"), Some([0, LONGEST_MS, 0]));
        for text in ["", "0 1", "0 1 0 0", "x 1 0", "0 1:x 0", "0 : 0", "0 1 1e3", "0 inf nan", "0 1 "] {
            assert_eq!(level(text), None, "{text}");
        }
    }

    #[test]
    fn seconds_with_fractions() {
        for (text, ms) in [("5", 5_000), ("0.25", 250), (".5", 500), ("-3", 0), ("0", 0)] {
            assert_eq!(seconds_ms(text), Some(ms), "{text}");
        }
        for text in ["", ".", "-", "1.2.3", "1e9", "inf", "5s"] {
            assert_eq!(seconds_ms(text), None, "{text}");
        }
    }

    #[test]
    fn what_the_clock_shows_counts_for_more_than_the_level() {
        let mut clock = Clock::default();
        assert_eq!(clock.limit(0, 50), Some(TimeLimit::exactly(WITHOUT_CLOCKS_MS)));
        clock.set_level(Level { moves: 0, base_ms: 60_000, increment_ms: 0 });
        let planned = clock.limit(0, 50).expect("a limit").soft_ms;
        clock.own_ms = Some(500);
        assert!(clock.limit(0, 50).expect("a limit").hard_ms < planned);
        clock.own_ms = Some(0);
        assert!(clock.limit(0, 50).expect("a limit").hard_ms <= LEAST_MS);
        clock.set_move_time(250);
        assert_eq!(clock.limit(0, 50), Some(TimeLimit::exactly(200)));
        clock.reset();
        assert_eq!(clock.own_ms, Some(60_000));
        clock.set_level(Level { moves: 2, base_ms: 10_000, increment_ms: 0 });
        clock.spend(Duration::from_secs(4), 1);
        assert_eq!(clock.own_ms, Some(6_000));
        assert!(clock.limit(1, 0).expect("a limit").soft_ms > clock.limit(0, 0).expect("a limit").soft_ms);
        clock.spend(Duration::from_secs(4), 2);
        assert_eq!(clock.own_ms, Some(12_000));
    }

    #[test]
    fn depth_alone_needs_no_clock() {
        let mut clock = Clock { depth: Some(4), ..Clock::default() };
        assert_eq!(clock.limit(0, 50), None);
        clock.set_move_time(0);
        assert_eq!(clock.limit(0, 50), Some(TimeLimit::exactly(1)));
    }
}
