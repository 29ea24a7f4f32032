//! The rounds in which all threads of a search search its root: one iteration and one window each, set by the main
//! thread.

use crate::search::root::{Round, RoundResult};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The number after that of the last round.
const OVER: u32 = u32::MAX;

/// The current round, and a helper's result of it.
pub struct Rounds {
    round: Mutex<Option<Round>>,
    /// The number of that round, from 1; [`OVER`] after the last one.
    number: AtomicU32,
    /// Signals a new number.
    changed: Condvar,
    /// The result with the number of its round.
    result: Mutex<Option<(u32, RoundResult)>>,
    /// The number of the round of `result`; 0 for none. Written only while `result` is locked.
    ended: AtomicU32,
}

impl Rounds {
    /// No round yet.
    pub fn new() -> Self {
        Self {
            round: Mutex::new(None),
            number: AtomicU32::new(0),
            changed: Condvar::new(),
            result: Mutex::new(None),
            ended: AtomicU32::new(0),
        }
    }

    /// The number of the current round.
    #[inline]
    pub fn number(&self) -> u32 {
        self.number.load(Relaxed)
    }

    /// Whether a helper has completed the current round.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Relaxed) == self.number()
    }

    /// Begins a round; false if it equals the current one.
    pub fn begin(&self, round: Round) -> bool {
        let mut current = lock(&self.round);
        if current.as_ref() == Some(&round) {
            return false;
        }
        *current = Some(round);
        self.number.fetch_add(1, SeqCst);
        self.changed.notify_all();
        true
    }

    /// Ends the round of this number with a helper's result; false if it is not the current one.
    pub fn end(&self, number: u32, result: RoundResult) -> bool {
        let mut last = lock(&self.result);
        if number != self.number.load(SeqCst) {
            return false;
        }
        self.ended.store(number, SeqCst);
        *last = Some((number, result));
        true
    }

    /// Removes and returns a helper's result of the current round, if any.
    pub fn take_result(&self) -> Option<RoundResult> {
        let mut last = lock(&self.result);
        self.ended.store(0, SeqCst);
        last.take().filter(|(number, _)| *number == self.number.load(SeqCst)).map(|(_, result)| result)
    }

    /// Waits while the current round is the one numbered `last`, then returns the current one and its number; `None`
    /// after the last round.
    pub fn after(&self, last: u32) -> Option<(u32, Round)> {
        let mut round = lock(&self.round);
        while self.number.load(SeqCst) == last {
            round = self.changed.wait(round).unwrap_or_else(PoisonError::into_inner);
        }
        let number = self.number.load(SeqCst);
        round.clone().filter(|_| number != OVER).map(|round| (number, round))
    }

    /// Ends all rounds.
    pub fn finish(&self) {
        let round = lock(&self.round);
        self.number.store(OVER, SeqCst);
        drop(round);
        self.changed.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
