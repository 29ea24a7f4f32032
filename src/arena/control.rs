//! Time controls: seconds for the whole game and an increment per move.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum TimeControlError {
    #[error("`{0}` is no time control: seconds and increment are wanted, as in `10+0` or `0.5+0.1`")]
    Form(String),
    #[error("`{0}` is no time control: the clocks would begin with less than 0.001 seconds")]
    NoTime(String),
    #[error("`{0}` is no time control: {most} seconds are the most", most = TimeControl::MOST_SECONDS)]
    Most(String),
}

/// Time for the whole game, and increment per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time of each player at the start.
    pub base: Duration,
    /// Time gained with each move.
    pub increment: Duration,
}

impl TimeControl {
    /// The highest value, for base and increment alike.
    const MOST_SECONDS: f64 = 1_000_000.0;
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = |reason: fn(String) -> TimeControlError| reason(text.to_owned());
        let seconds = |part: &str| -> Result<Duration, Self::Err> {
            let number: f64 = part.trim().parse().map_err(|_| wrong(TimeControlError::Form))?;
            if number > Self::MOST_SECONDS {
                return Err(wrong(TimeControlError::Most));
            }
            if !(0.0..=Self::MOST_SECONDS).contains(&number) {
                return Err(wrong(TimeControlError::Form));
            }
            Ok(Duration::from_millis((number * 1000.0).round() as u64))
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let control = Self { base: seconds(base)?, increment: seconds(increment)? };
        if control.base.is_zero() { Err(wrong(TimeControlError::NoTime)) } else { Ok(control) }
    }
}

impl fmt::Display for TimeControl {
    /// Writes the form of BPGN's tag: `10+0`, `0.5+0.1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}
