//! The search as used by a player, as a trait that tests can replace.

use crate::eval::Prices;
use crate::search::{Finished, Job, Observer, Report, SearchError, Searcher, Shared, TimeLimit};
use crate::team::probe_thread::Wake;
use crate::types::Move;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The purpose of a search, which decides which of its reports are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find our move.
    Move,
    /// To analyze a position.
    Analysis,
    /// To ponder the expected reply.
    Ponder,
}

/// Runs one search at a time.
pub trait Thinker {
    /// Starts a search; a running one is aborted. With `job.continues` it reuses the state of the last one.
    ///
    /// # Errors
    /// If no thread can be spawned; no search is running then.
    fn start(&mut self, job: Job, purpose: Purpose) -> Result<(), SearchError>;
    /// Takes the result of a finished search, if any.
    fn take(&mut self) -> Option<Finished>;
    /// Ends the search and returns its result.
    fn finish(&mut self) -> Option<Finished>;
    /// Ends the search without a result.
    fn abort(&mut self);
    /// Sets new deadlines, counted from now.
    fn set_time(&mut self, limit: Option<TimeLimit>);
    /// Sets new prices for the running search.
    fn set_prices(&mut self, prices: Prices);
    /// The opponent played the expected move.
    fn ponderhit(&mut self);
    /// Whether a search is running.
    fn is_running(&self) -> bool;
    /// Clears the state of earlier searches.
    fn new_game(&mut self);
}

/// Creates the observer of a search.
pub type Listen = Box<dyn FnMut(Purpose) -> Box<dyn Observer> + Send>;

type Inbox = Arc<Mutex<Option<Finished>>>;

/// The real [`Thinker`]: threads of its own; the TT and the thread budget are shared.
pub struct SearchThinker {
    searcher: Searcher,
    listen: Listen,
    wake: Wake,
    inbox: Inbox,
}

impl SearchThinker {
    /// Searches with the TT and threads of `shared`; calls `wake` when a search has ended.
    pub fn new(shared: Arc<Shared>, listen: Listen, wake: Wake) -> Self {
        Self { searcher: Searcher::new(shared), listen, wake, inbox: Inbox::default() }
    }
}

impl Thinker for SearchThinker {
    fn start(&mut self, job: Job, purpose: Purpose) -> Result<(), SearchError> {
        self.abort();
        let relay = Relay { to: (self.listen)(purpose), wake: Arc::clone(&self.wake), inbox: Arc::clone(&self.inbox) };
        self.searcher.start(job, Box::new(relay))
    }

    fn take(&mut self) -> Option<Finished> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn finish(&mut self) -> Option<Finished> {
        self.searcher.stop();
        self.searcher.wait();
        self.take()
    }

    fn abort(&mut self) {
        self.searcher.abort();
        self.take();
    }

    fn set_time(&mut self, limit: Option<TimeLimit>) {
        self.searcher.set_time(limit);
    }

    fn set_prices(&mut self, prices: Prices) {
        self.searcher.set_prices(prices);
    }

    fn ponderhit(&mut self) {
        self.searcher.ponderhit();
    }

    fn is_running(&self) -> bool {
        self.searcher.is_running()
    }

    fn new_game(&mut self) {
        self.searcher.new_game();
        self.take();
    }
}

/// Forwards the reports of a search, and stores its result.
struct Relay {
    to: Box<dyn Observer>,
    wake: Wake,
    inbox: Inbox,
}

impl Observer for Relay {
    fn report(&mut self, report: &Report) {
        self.to.report(report);
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize, elapsed: Duration) {
        self.to.current_move(depth, mv, number, elapsed);
    }

    fn finished(&mut self, result: &Finished) {
        *self.inbox.lock().unwrap_or_else(PoisonError::into_inner) = Some(result.clone());
        (self.wake)();
    }
}
