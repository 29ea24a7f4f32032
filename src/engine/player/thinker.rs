//! The search as a player uses it, so that a test can stand in for it.

use crate::eval::Prices;
use crate::search::{Finished, Job, Observer, Report, SearchError, Searcher, Shared, TimeLimit};
use crate::team::probes::Wake;
use crate::types::Move;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What a search is for, which decides what is shown of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find our move.
    Move,
    /// To think aloud.
    Analysis,
    /// To be ahead if the opponent plays what is expected.
    Ponder,
}

/// One search at a time.
pub trait Thinker {
    /// Starts a search; one that runs is aborted. With `job.continues` set it goes on from what the last one learned.
    ///
    /// # Errors
    /// When the system gives no thread; nothing is running then.
    fn start(&mut self, job: Job, purpose: Purpose) -> Result<(), SearchError>;
    /// The result of a search that has ended; it is there once.
    fn take(&mut self) -> Option<Finished>;
    /// Ends the search and returns its result.
    fn finish(&mut self) -> Option<Finished>;
    /// Ends the search soon; its result follows.
    fn stop(&mut self);
    /// Ends the search without a result.
    fn abort(&mut self);
    /// New deadlines, counted from now.
    fn set_time(&mut self, limit: Option<TimeLimit>);
    /// Other prices, for the search that runs.
    fn set_prices(&mut self, prices: Prices);
    /// The opponent played what was expected.
    fn ponderhit(&mut self);
    /// Whether a search is running.
    fn is_running(&self) -> bool;
    /// Forgets what earlier searches learned.
    fn new_game(&mut self);
}

/// Makes the listener of a search.
pub type Listen = Box<dyn FnMut(Purpose) -> Box<dyn Observer> + Send>;

type Inbox = Arc<Mutex<Option<Finished>>>;

/// The real one: threads of its own, table and thread budget shared.
pub struct SearchThinker {
    searcher: Searcher,
    listen: Listen,
    wake: Wake,
    inbox: Inbox,
}

impl SearchThinker {
    /// Searches with the table and threads of `shared`; `wake` is called when one has ended.
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

    fn stop(&mut self) {
        self.searcher.stop();
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

/// Passes on what a search tells, and keeps its result.
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
