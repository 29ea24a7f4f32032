//! The search as used by a player, as a trait that tests can replace.

use crate::eval::Prices;
use crate::search::{Bound, Finished, Job, Observer, Report, SearchError, Searcher, Shared, TimeLimit};
use crate::team::probe_thread::Wake;
use crate::types::Move;
use crate::types::score::MATE_BOUND;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The purpose of a search, which decides which of its reports are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find our move.
    Move,
    /// To find a better one while our move is held back; a mate is a result at once, and the search goes on.
    Sit,
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
    /// Takes the result of a finished search, or a mate that one for [`Purpose::Sit`] has found, if any.
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
        let (wake, inbox) = (Arc::clone(&self.wake), Arc::clone(&self.inbox));
        let relay = Relay { to: (self.listen)(purpose), tells_mates: purpose == Purpose::Sit, wake, inbox };
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
    /// Whether a mate is a result before the search ends.
    tells_mates: bool,
    wake: Wake,
    inbox: Inbox,
}

impl Relay {
    fn tell(&self, result: Finished) {
        *self.inbox.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        (self.wake)();
    }
}

impl Observer for Relay {
    fn report(&mut self, report: &Report) {
        self.to.report(report);
        let &Report { score, depth, nodes, bound, .. } = report;
        if self.tells_mates
            && bound == Bound::Exact
            && score >= MATE_BOUND
            && let Some(&best) = report.pv.first()
        {
            let ponder = report.pv.get(1).copied();
            self.tell(Finished { best: Some(best), ponder, score, depth, nodes, ..Finished::default() });
        }
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize, elapsed: Duration) {
        self.to.current_move(depth, mv, number, elapsed);
    }

    fn finished(&mut self, result: &Finished) {
        self.tell(result.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::search::{Limits, Silent};
    use crate::types::score::mate_in;
    use std::sync::mpsc::channel;

    #[test]
    fn bug_a_mate_found_during_a_sit_was_told_only_at_its_end() {
        let (sender, woken) = channel();
        let wake: Wake = Arc::new(move || sender.send(()).unwrap_or_default());
        let mut thinker = SearchThinker::new(Shared::new(1, 1), Box::new(|_| Box::new(Silent)), wake);
        let position = fen::parse("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", BoardRules::default()).expect("a position");
        let limits = Limits { infinite: true, ..Limits::default() };
        let job = Job::new(position, Prices::bughouse_default(), limits);
        thinker.start(job, Purpose::Sit).expect("a thread");
        assert!(woken.recv_timeout(Duration::from_secs(30)).is_ok(), "nothing is told");
        let found = thinker.take().expect("a mate");
        assert_eq!((found.score, thinker.is_running()), (mate_in(1), true));
        assert!(thinker.finish().is_some_and(|last| last.best == found.best && found.best.is_some()));
    }
}
