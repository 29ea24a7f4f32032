//! The blocking search: what probes, tools and tests use that want a result and no thread of their own.

use super::report::{Finished, Observer, Report};
use crate::search::limits::Job;
use crate::search::report::Bound;
use crate::search::threads::{SearchError, Searcher, Shared};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Its result.
    pub result: Finished,
    /// The best lines, by rank, each of its deepest iteration.
    pub lines: Vec<Report>,
}

/// Keeps what a search found. Clones share it.
#[derive(Clone, Default)]
struct Keeper(Arc<Mutex<Kept>>);

impl Keeper {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Keeper {
    fn report(&mut self, report: &Report) {
        if report.bound == Bound::Exact {
            let lines = &mut self.kept().lines;
            lines.truncate(report.multipv - 1);
            lines.push(report.clone());
        }
    }

    fn finished(&mut self, result: &Finished) {
        self.kept().result = result.clone();
    }
}

/// Searches and waits for the result.
///
/// # Errors
/// When the system gives no thread to search with.
pub fn search(searcher: &mut Searcher, job: Job) -> Result<Kept, SearchError> {
    let keeper = Keeper::default();
    searcher.start(job, Box::new(keeper.clone()))?;
    searcher.wait();
    let kept = std::mem::take(&mut *keeper.kept());
    Ok(kept)
}

/// A searcher with a table of its own, which can begin from nothing: then no score depends on what was searched before.
pub struct CleanSearcher {
    shared: Arc<Shared>,
    searcher: Searcher,
}

impl CleanSearcher {
    /// A table of `hash_mb` MiB and so many threads; the network inside the program evaluates.
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        Self::of(Shared::new(hash_mb, threads))
    }

    /// With this table, network and threads.
    pub fn of(shared: Arc<Shared>) -> Self {
        Self { searcher: Searcher::new(Arc::clone(&shared)), shared }
    }

    /// Forgets what earlier searches have learned.
    pub fn forget(&mut self) {
        self.shared.clear();
        self.searcher.new_game();
    }

    /// Searches and waits for the result.
    ///
    /// # Errors
    /// As [`search`].
    pub fn search(&mut self, job: Job) -> Result<Kept, SearchError> {
        search(&mut self.searcher, job)
    }
}
