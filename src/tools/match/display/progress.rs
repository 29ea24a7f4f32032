//! Progress of a long match: a bar with the running score and the estimated time left. Above it the results, a line
//! each.
//!
//! The bar goes to stderr, and only if that is a terminal.

use super::plain::Plain;
use super::report;
use crate::arena::referee::{GameObserver, LiveGame, Notice};
use crate::tools::r#match::results;
use crate::tools::r#match::results::PairSet;
use crate::tools::r#match::schedule::Games;
use crate::tools::progress;
use indicatif::ProgressBar;
use std::io;
use std::time::{Duration, Instant};

/// The bar. Clones share it: one observes the games and writes the results, another one receives finished pairs.
#[derive(Clone)]
pub struct MatchProgress {
    bar: ProgressBar,
    games: Games,
    moves: bool,
    began: Instant,
    /// Pairs finished in earlier runs.
    before: u32,
}

impl MatchProgress {
    /// A bar for these games, some of which may be in the set already. `moves` as in [`Plain`].
    pub fn new(games: &Games, pair_set: &PairSet, moves: bool) -> Self {
        let bar = progress::bar(games.pairs.len() as u64, "{bar:24} {pos}/{len} pairs, {msg}", false);
        let mut progress = Self { bar, games: games.clone(), moves, began: Instant::now(), before: 0 };
        progress.before = progress.done(pair_set);
        progress.pair_done(pair_set);
        progress
    }

    /// Finished pairs of these games.
    fn done(&self, pair_set: &PairSet) -> u32 {
        pair_set.pairs().filter(|line| self.games.pairs.contains(&line.pair)).count() as u32
    }

    /// Updates the bar after a finished pair.
    pub fn pair_done(&mut self, pair_set: &PairSet) {
        let done = self.done(pair_set);
        self.bar.set_position(done.into());
        let end = match self.rest(pair_set, done) {
            Some(rest) => format!(", about {} to go", duration_text(rest)),
            None => String::new(),
        };
        self.bar.set_message(format!("{}{end}", report::running(pair_set, self.games.sprt.as_ref())));
    }

    /// Estimated time for the remaining pairs, at the speed so far.
    fn rest(&self, pair_set: &PairSet, done: u32) -> Option<Duration> {
        let new = done.checked_sub(self.before).filter(|&new| new > 0)?;
        let mut rest = f64::from(self.games.pairs.len() as u32 - done);
        if let Some(sprt) = &self.games.sprt {
            let share = sprt.progress(&results::pentanomial(pair_set.pairs()));
            rest = rest.min(f64::from(done) * (1.0 / share - 1.0));
        }
        let seconds = self.began.elapsed().as_secs_f64() / f64::from(new) * rest;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// Runs `what` with the bar hidden.
    pub fn suspend<T>(&self, what: impl FnOnce() -> T) -> T {
        self.bar.suspend(what)
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl GameObserver for MatchProgress {
    fn notice(&mut self, live: &LiveGame, notice: Notice, now: Instant) -> io::Result<()> {
        let mut plain = Plain { moves: self.moves };
        match notice {
            Notice::Ended => self.bar.suspend(|| plain.notice(live, notice, now)),
            _ => plain.notice(live, notice, now),
        }
    }
}

/// `45 s`, `12 min`, `3 h 05 min`.
fn duration_text(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds / 60),
        seconds => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}
