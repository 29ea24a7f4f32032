//! The four clocks of a match game: real time, a pair per board, flags to the millisecond (R12).
//!
//! Independent of moves and engines. The time of a turn counts from the moment that the engine's `go` was written into
//! its pipe to the moment that its answer came out of the other one, so that the referee's own work costs no player
//! time.

use crate::arena::control::TimeControl;
use crate::game::{BoardId, Clocks, Seat};
use crate::types::Color;
use crate::types::host::Instant;
use std::time::Duration;

/// A time in ms, rounded down; of a time that is too long for the type, its largest number.
pub fn whole_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A turn in progress.
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
    increments: [Duration; 4],
    lag: Duration,
}

impl MatchClock {
    /// All four clocks at the start, in the order of [`Seat::ALL`]. A flag falls `lag` after the clock shows zero.
    pub fn new(controls: [TimeControl; 4], lag: Duration) -> Self {
        let increments = controls.map(|control| control.increment);
        Self { left: controls.map(|control| control.base), turns: [None; 2], increments, lag }
    }

    /// The clocks of a game that goes on, with the time left to each player.
    pub fn resumed(control: TimeControl, left: Clocks, lag: Duration) -> Self {
        let left = Seat::ALL.map(|seat| Duration::from_millis(left[seat]));
        Self { left, ..Self::new([control; 4], lag) }
    }

    /// Starts the clock of `seat`; that of its opponent does not run.
    pub fn start(&mut self, seat: Seat, now: Instant) {
        self.turns[seat.board.index()] = Some(RunningTurn { color: seat.color, since: now });
    }

    /// Corrects the start of the turn of `seat` to `now`, when its `go` was written.
    pub fn began(&mut self, seat: Seat, now: Instant) {
        if let Some(turn) = &mut self.turns[seat.board.index()]
            && turn.color == seat.color
        {
            turn.since = turn.since.max(now);
        }
    }

    /// Ends the turn of `seat` at `now`. False if its flag had fallen before; its clock then shows zero.
    #[must_use]
    pub fn stop(&mut self, seat: Seat, now: Instant) -> bool {
        let in_time = self.overdrawn(seat, now).is_none_or(|over| over <= self.lag);
        self.left[seat.index()] =
            self.left(seat, now) + if in_time { self.increments[seat.index()] } else { Duration::ZERO };
        self.turns[seat.board.index()] = None;
        in_time
    }

    /// Stops all clocks at `now`.
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

    /// The time left to `seat` at `now`; zero if it has overdrawn.
    pub fn left(&self, seat: Seat, now: Instant) -> Duration {
        self.left[seat.index()].saturating_sub(self.spent(seat, now))
    }

    /// By how much `seat` has overdrawn its clock at `now`, if it has.
    fn overdrawn(&self, seat: Seat, now: Instant) -> Option<Duration> {
        self.spent(seat, now).checked_sub(self.left[seat.index()]).filter(|over| !over.is_zero())
    }

    /// All four clocks at `now`, in whole milliseconds.
    pub fn reading(&self, now: Instant) -> Clocks {
        let mut clocks = Clocks::all(0);
        for seat in Seat::ALL {
            clocks[seat] = whole_ms(self.left(seat, now));
        }
        clocks
    }

    /// The seats whose clocks run, and when their flags fall, including the lag.
    pub fn flags(&self) -> impl Iterator<Item = (Seat, Instant)> {
        BoardId::ALL.into_iter().filter_map(|board| {
            let turn = self.turns[board.index()]?;
            let seat = Seat { board, color: turn.color };
            Some((seat, turn.since + self.left[seat.index()] + self.lag))
        })
    }

    /// When the next flag falls, including the lag; `None` while no clock runs.
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
