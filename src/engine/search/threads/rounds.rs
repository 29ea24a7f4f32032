//! The rounds in which all threads of a search search its root: one iteration and one window each, as the main thread sets them.

use crate::search::root::{Round, RoundResult};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The number of the round after the last.
const OVER: u32 = u32::MAX;

/// The round that is searched now, and what a helper found in it.
pub struct Rounds {
    round: Mutex<Option<Round>>,
    /// The number of that round, from 1; [`OVER`] behind the last one.
    number: AtomicU32,
    /// There is another number.
    changed: Condvar,
    /// With the number of its round.
    result: Mutex<Option<(u32, RoundResult)>>,
    /// The number of the round in which that was found; 0 for none. It changes only while `result` is locked.
    ended: AtomicU32,
}

impl Rounds {
    /// Before the first round.
    pub fn new() -> Self {
        Self {
            round: Mutex::new(None),
            number: AtomicU32::new(0),
            changed: Condvar::new(),
            result: Mutex::new(None),
            ended: AtomicU32::new(0),
        }
    }

    /// The number of the round that the main thread is in.
    #[inline]
    pub fn number(&self) -> u32 {
        self.number.load(Relaxed)
    }

    /// Whether a helper has come to the end of the round.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Relaxed) == self.number()
    }

    /// The main thread begins a round; false if it is the same as before.
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

    /// A helper has come to the end of the round of this number; false if the main thread is in another one.
    pub fn end(&self, number: u32, result: RoundResult) -> bool {
        let mut last = lock(&self.result);
        if number != self.number.load(SeqCst) {
            return false;
        }
        self.ended.store(number, SeqCst);
        *last = Some((number, result));
        true
    }

    /// What a helper found in this round; it is there once.
    pub fn take_result(&self) -> Option<RoundResult> {
        let mut last = lock(&self.result);
        self.ended.store(0, SeqCst);
        last.take().filter(|(number, _)| *number == self.number.load(SeqCst)).map(|(_, result)| result)
    }

    /// The round that the main thread is in, and its number; waits while it is in the one numbered `last`. None behind the last round.
    pub fn after(&self, last: u32) -> Option<(u32, Round)> {
        let mut round = lock(&self.round);
        while self.number.load(SeqCst) == last {
            round = self.changed.wait(round).unwrap_or_else(PoisonError::into_inner);
        }
        let number = self.number.load(SeqCst);
        round.clone().filter(|_| number != OVER).map(|round| (number, round))
    }

    /// The main thread begins no more rounds.
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
