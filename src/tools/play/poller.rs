//! A page that asks for the results of work again and again: the work ends when it asks no more.

use crate::types::host::Instant;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Usual time without a request after which a page counts as gone.
pub const SILENCE: Duration = Duration::from_secs(10);

/// The page that polls for some work.
pub struct Poller {
    /// Its last request.
    asked: Mutex<Instant>,
    silence: Duration,
}

impl Poller {
    /// A page that asks now, and counts as gone after `silence`.
    pub fn new(silence: Duration) -> Self {
        Self { asked: Mutex::new(Instant::now()), silence }
    }

    fn asked(&self) -> MutexGuard<'_, Instant> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the page counts as gone.
    pub fn is_gone(&self) -> bool {
        self.asked().elapsed() > self.silence
    }

    /// Notes a request.
    pub fn ask(&self) {
        *self.asked() = Instant::now();
    }

    /// Notes a request; false for one that comes after the page has counted as gone.
    pub fn ask_in_time(&self) -> bool {
        let mut asked = self.asked();
        if asked.elapsed() > self.silence {
            return false;
        }
        *asked = Instant::now();
        true
    }
}
