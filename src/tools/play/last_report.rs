//! Keeps the newest line of a search, for those who look at it while it runs.

use crate::search::{Bound, Finished, Observer, Report};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Default)]
struct Found {
    report: Option<Report>,
    ended: bool,
}

/// The last report of a search, and whether it has ended. Clones share them.
#[derive(Clone, Default)]
pub struct LastReport(Arc<Mutex<Found>>);

impl LastReport {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The newest complete line, if there is one.
    pub fn report(&self) -> Option<Report> {
        self.found().report.clone()
    }

    /// Whether the search has ended.
    pub fn has_ended(&self) -> bool {
        self.found().ended
    }

    /// Notes that there is nothing to search.
    pub fn end(&self) {
        self.found().ended = true;
    }
}

impl Observer for LastReport {
    fn report(&mut self, report: &Report) {
        if report.bound == Bound::Exact && report.multipv == 1 {
            self.found().report = Some(report.clone());
        }
    }

    fn finished(&mut self, _: &Finished) {
        self.end();
    }
}
