//! The blocking search, for probes, tools and tests that need only the result.

use super::report::{Finished, Observer, Report};
use crate::eval::network::Network;
use crate::search::limits::Job;
use crate::search::report::Bound;
use crate::search::threads::{SearchError, Searcher, Shared};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The result and the lines of a search.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// The result.
    pub result: Finished,
    /// The best lines by rank, each from its deepest iteration.
    pub lines: Vec<Report>,
}

/// An observer that keeps the result and the lines. Clones share them.
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
/// When no search thread can be started.
pub fn search(searcher: &mut Searcher, job: Job) -> Result<Kept, SearchError> {
    let keeper = Keeper::default();
    searcher.start(job, Box::new(keeper.clone()))?;
    searcher.wait();
    let kept = std::mem::take(&mut *keeper.kept());
    Ok(kept)
}

/// A searcher with a table of its own, which can be reset: then no score depends on earlier searches.
pub struct CleanSearcher {
    shared: Arc<Shared>,
    searcher: Searcher,
}

impl CleanSearcher {
    /// A searcher with a table of `hash_mb` MiB, the embedded network and this many threads.
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        Self::of(Shared::new(hash_mb, threads))
    }

    /// The same with this network, or the handcrafted evaluation alone.
    pub fn with_network(hash_mb: usize, threads: usize, network: Option<Arc<Network>>) -> Self {
        let shared = Shared::new(hash_mb, threads);
        shared.set_network(network);
        Self::of(shared)
    }

    fn of(shared: Arc<Shared>) -> Self {
        Self { searcher: Searcher::new(Arc::clone(&shared)), shared }
    }

    /// Clears the table, the histories and the state of earlier searches.
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
