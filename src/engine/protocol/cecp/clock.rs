//! CECP's time controls: `level`, `st`, `sd`.

use crate::player::time::{Control, Moves, Timing};
use crate::protocol::go::{LONGEST_MS, whole_number};

/// `level MOVES BASE INCREMENT`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Moves per session; 0: one session for the whole game.
    pub moves: u32,
    /// Time per session, in ms.
    pub base_ms: u64,
    /// Increment per move, in ms.
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

/// Seconds, with or without a fraction, as ms. Negative values count as zero.
pub fn seconds_ms(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || b".-".contains(&byte));
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    Some(((seconds * 1000.0).round().max(0.0) as u64).min(LONGEST_MS))
}

/// The time control set by the GUI.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    level: Option<Level>,
    /// `st`: time per move, in ms.
    move_ms: Option<u64>,
    /// `sd`: the maximum depth.
    pub depth: Option<u32>,
}

impl Clock {
    /// Time on both clocks at the start of a game, in ms.
    pub fn base_ms(&self) -> Option<u64> {
        self.level.map(|level| level.base_ms)
    }

    /// Switches to play by clocks.
    pub fn set_level(&mut self, level: Level) {
        self.level = Some(level);
        self.move_ms = None;
    }

    /// Switches to a fixed time per move.
    pub fn set_move_time(&mut self, ms: u64) {
        self.move_ms = Some(ms);
    }

    /// The timing of our moves. A fixed time per move is reduced by the overhead, but at most by half.
    pub fn timing(&self, overhead_ms: u64) -> Timing {
        if let Some(ms) = self.move_ms {
            return Timing::Exactly(ms.saturating_sub(overhead_ms.min(ms / 2)).max(1));
        }
        let moves = self.level.filter(|level| level.moves > 0);
        Timing::ByClock(Control {
            increment_ms: self.level.map_or(0, |level| level.increment_ms),
            moves: moves.map_or(Moves::Rest, |level| Moves::Each { count: level.moves, base_ms: level.base_ms }),
        })
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
    fn a_time_for_each_move_and_a_level_take_turns() {
        let mut clock = Clock::default();
        let by_clock = |increment_ms, moves| Timing::ByClock(Control { increment_ms, moves });
        assert_eq!((clock.timing(50), clock.base_ms()), (by_clock(0, Moves::Rest), None));
        clock.set_move_time(250);
        assert_eq!(clock.timing(50), Timing::Exactly(200));
        clock.set_move_time(0);
        assert_eq!(clock.timing(50), Timing::Exactly(1));
        clock.set_level(Level { moves: 2, base_ms: 10_000, increment_ms: 5 });
        assert_eq!(clock.timing(50), by_clock(5, Moves::Each { count: 2, base_ms: 10_000 }));
        assert_eq!(clock.base_ms(), Some(10_000));
    }
}
