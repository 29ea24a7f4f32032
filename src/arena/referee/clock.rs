//! The four clocks of a match game: real time, a pair a board, flags to the millisecond (R12).
//!
//! It knows instants and seats, nothing of moves or engines. The time of a turn counts from the moment that the engine's
//! `go` was written into its pipe to the moment that its answer came out of the other one, so that what the referee does in
//! between is nobody's loss.

use crate::game::{BoardId, Clocks, Seat};
use crate::types::Color;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no time control: seconds and increment are wanted, as in `10+0` or `0.5+0.1`")]
pub struct TimeControlError(String);

/// Time for the whole game, and what each move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What each player starts with.
    pub base: Duration,
    /// What a player gains with each move.
    pub increment: Duration,
}

impl TimeControl {
    /// The longest that is taken, for base and increment alike.
    const MOST_SECONDS: f64 = 1_000_000.0;
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || TimeControlError(text.to_owned());
        let seconds = |part: &str| -> Result<Duration, Self::Err> {
            let number: f64 = part.trim().parse().map_err(|_| wrong())?;
            if !(0.0..=Self::MOST_SECONDS).contains(&number) {
                return Err(wrong());
            }
            Ok(Duration::from_millis((number * 1000.0).round() as u64))
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let control = Self { base: seconds(base)?, increment: seconds(increment)? };
        if control.base.is_zero() { Err(wrong()) } else { Ok(control) }
    }
}

impl fmt::Display for TimeControl {
    /// Writes what BPGN's tag has: `10+0`, `0.5+0.1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// A turn that is being played.
#[derive(Clone, Copy, Debug)]
struct RunningTurn {
    color: Color,
    since: Instant,
}

/// Four clocks, at most one of each board running.
#[derive(Clone, Debug)]
pub struct MatchClock {
    left: [Duration; 4],
    turns: [Option<RunningTurn>; 2],
    increment: Duration,
    lag: Duration,
}

impl MatchClock {
    /// All four at the start. A flag falls `lag` after the clock shows zero.
    pub fn new(control: TimeControl, lag: Duration) -> Self {
        Self { left: [control.base; 4], turns: [None; 2], increment: control.increment, lag }
    }

    /// The clock of `seat` runs from now on, that of its opponent does not.
    pub fn start(&mut self, seat: Seat, now: Instant) {
        self.turns[seat.board.index()] = Some(RunningTurn { color: seat.color, since: now });
    }

    /// The turn of `seat` really began later, at `now`: its `go` had to be written first.
    pub fn began(&mut self, seat: Seat, now: Instant) {
        if let Some(turn) = &mut self.turns[seat.board.index()]
            && turn.color == seat.color
        {
            turn.since = turn.since.max(now);
        }
    }

    /// The turn of `seat` ends at `now`. False when its flag had fallen before; then its clock shows nothing.
    #[must_use]
    pub fn stop(&mut self, seat: Seat, now: Instant) -> bool {
        let in_time = self.overdrawn(seat, now).is_none_or(|over| over <= self.lag);
        self.left[seat.index()] = self.left(seat, now) + if in_time { self.increment } else { Duration::ZERO };
        self.turns[seat.board.index()] = None;
        in_time
    }

    /// All clocks stop where they are.
    pub fn stop_all(&mut self, now: Instant) {
        for seat in Seat::ALL {
            self.left[seat.index()] = self.left(seat, now);
        }
        self.turns = [None; 2];
    }

    /// When the turn of `seat` began, if its clock is running.
    pub fn turn_began(&self, seat: Seat) -> Option<Instant> {
        self.turns[seat.board.index()].filter(|turn| turn.color == seat.color).map(|turn| turn.since)
    }

    fn spent(&self, seat: Seat, now: Instant) -> Duration {
        match self.turns[seat.board.index()] {
            Some(turn) if turn.color == seat.color => now.saturating_duration_since(turn.since),
            _ => Duration::ZERO,
        }
    }

    /// What `seat` has left at `now`; zero when it has overdrawn.
    pub fn left(&self, seat: Seat, now: Instant) -> Duration {
        self.left[seat.index()].saturating_sub(self.spent(seat, now))
    }

    /// By how much `seat` has overdrawn its clock at `now`, if it has.
    fn overdrawn(&self, seat: Seat, now: Instant) -> Option<Duration> {
        self.spent(seat, now).checked_sub(self.left[seat.index()]).filter(|over| !over.is_zero())
    }

    /// All four at `now`, in whole milliseconds.
    pub fn reading(&self, now: Instant) -> Clocks {
        let mut clocks = Clocks::all(0);
        for seat in Seat::ALL {
            clocks[seat] = u64::try_from(self.left(seat, now).as_millis()).unwrap_or(u64::MAX);
        }
        clocks
    }

    /// Whose clocks run, and when their flags fall, the lag allowed for.
    pub fn flags(&self) -> impl Iterator<Item = (Seat, Instant)> {
        BoardId::ALL.into_iter().filter_map(|board| {
            let turn = self.turns[board.index()]?;
            let seat = Seat { board, color: turn.color };
            Some((seat, turn.since + self.left[seat.index()] + self.lag))
        })
    }

    /// When the next flag falls, the lag allowed for; nothing while no clock runs.
    pub fn next_flag(&self) -> Option<Instant> {
        self.flags().map(|(_, at)| at).min()
    }

    /// The seats whose flags have fallen at `now`: the first one, and with it any that fell within the same millisecond
    /// on the other board.
    pub fn fallen(&self, now: Instant) -> Vec<Seat> {
        let mut over: Vec<(Seat, Duration)> =
            Seat::ALL.into_iter().filter_map(|seat| Some((seat, self.overdrawn(seat, now)?))).collect();
        over.sort_by_key(|&(_, over)| std::cmp::Reverse(over));
        let Some(&(_, most)) = over.first().filter(|&&(_, most)| most >= self.lag) else { return Vec::new() };
        over.into_iter().filter(|&(_, over)| most - over < Duration::from_millis(1)).map(|(seat, _)| seat).collect()
    }
}
