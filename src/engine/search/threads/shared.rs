//! The state shared by the searches of both boards.

use crate::eval::network::{self, Network};
use crate::search::budget::ThreadBudget;
use crate::search::run::Run;
use crate::search::slices::Slices;
use crate::search::tt::Tt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The state shared by the searches of both boards: the TT, the network, and the budget of running threads.
pub struct Shared {
    tt: Mutex<Arc<Tt>>,
    network: Mutex<Option<Arc<Network>>>,
    pub(super) budget: Arc<ThreadBudget>,
    /// Where searches have no threads.
    pub(super) slices: Option<Arc<Slices>>,
    /// The searches that may still run, at least the last one begun.
    runs: Mutex<Vec<Weak<Run>>>,
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// A table of `hash_mb` MiB, `threads` threads for all searches together, and the embedded network. Without threads
    /// on the platform a search runs inside the call that waits for its result.
    pub fn new(hash_mb: usize, threads: usize) -> Arc<Self> {
        Self::with(hash_mb, threads, cfg!(target_family = "wasm").then(|| Slices::new(|| false)))
    }

    /// The same without threads: the work is done in slices, by calls of [`Slices::work`].
    pub fn sliced(hash_mb: usize, slices: Arc<Slices>) -> Arc<Self> {
        Self::with(hash_mb, 1, Some(slices))
    }

    fn with(hash_mb: usize, threads: usize, slices: Option<Arc<Slices>>) -> Arc<Self> {
        let (tt, network) = (Mutex::new(Arc::new(Tt::new(hash_mb))), Mutex::new(network::embedded()));
        let budget = Arc::new(ThreadBudget::new(threads));
        Arc::new(Self { tt, network, budget, slices, runs: Mutex::default() })
    }

    /// The work without threads; none where there are threads.
    pub fn slices(&self) -> Option<&Arc<Slices>> {
        self.slices.as_ref()
    }

    pub(super) fn tt(&self) -> Arc<Tt> {
        lock(&self.tt).clone()
    }

    /// Remembers a search that begins.
    pub(super) fn note(&self, run: &Arc<Run>) {
        let mut runs = lock(&self.runs);
        runs.retain(|run| run.strong_count() > 0);
        runs.push(Arc::downgrade(run));
    }

    /// Replaces the table by an empty one of `hash_mb` MiB; a running search keeps the old one to its end.
    pub fn resize_hash(&self, hash_mb: usize) {
        let mut tt = lock(&self.tt);
        // Drops the old table first, so that both are never allocated at once.
        *tt = Arc::new(Tt::new(0));
        *tt = Arc::new(Tt::new(hash_mb));
    }

    /// Sets the network from the next search on; `None` for the handcrafted evaluation. Clears the table; a running
    /// search, which goes on storing scores by the old network, keeps it to its end, and a new one replaces it.
    pub fn set_network(&self, network: Option<Arc<Network>>) {
        *lock(&self.network) = network;
        if lock(&self.runs).iter().filter_map(Weak::upgrade).any(|run| run.is_busy()) {
            let mut tt = lock(&self.tt);
            *tt = Arc::new(tt.emptied());
        } else {
            self.clear();
        }
    }

    /// The network; none for the handcrafted evaluation.
    pub fn network(&self) -> Option<Arc<Network>> {
        lock(&self.network).clone()
    }

    /// Clears the table, unless no search ran since the last time: the options that an engine is started with cost
    /// nothing.
    pub fn clear(&self) {
        let mut runs = lock(&self.runs);
        if !runs.is_empty() {
            runs.retain(|run| run.upgrade().is_some_and(|run| run.is_busy()));
            self.tt().clear();
        }
    }

    /// Sets how many threads may run at once, over both boards; takes effect with the next search.
    pub fn set_threads(&self, threads: usize) {
        self.budget.set_total(threads);
    }

    /// How many threads may run at once.
    pub fn threads(&self) -> usize {
        if self.slices.is_some() { 1 } else { self.budget.total() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, Position};
    use crate::eval::Prices;
    use crate::search::limits::{Job, Limits};
    use crate::search::report::Silent;
    use crate::search::threads::Searcher;

    #[test]
    fn bug_a_search_by_the_old_network_filled_the_table_of_the_new_one() {
        let shared = Shared::new(1, 1);
        let mut searcher = Searcher::new(Arc::clone(&shared));
        let limits = Limits { infinite: true, ..Limits::default() };
        let job = Job::new(Position::start(BoardRules::default()), Prices::bughouse_default(), limits);
        let old = shared.tt();
        assert!(searcher.start(job, Box::new(Silent)).is_ok());
        shared.set_network(None);
        let new = shared.tt();
        assert!(!Arc::ptr_eq(&old, &new), "the running search stores in the old one");
        searcher.abort();
        shared.set_network(None);
        assert!(Arc::ptr_eq(&new, &shared.tt()), "an idle table is cleared where it is");
    }
}
