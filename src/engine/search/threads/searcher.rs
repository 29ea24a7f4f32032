//! Long-lived search threads of one board.

use super::abdada::{Abdada, SharedTree};
use super::memory::Memory;
use super::shared::Shared;
use super::sliced::SlicedSearch;
use crate::eval::Prices;
use crate::search::limits::{Job, TimeLimit};
use crate::search::report::{Finished, Observer};
use crate::search::root::{RootPeers, RootSearch};
use crate::search::run::Run;
use crate::search::tree::history::Histories;
use crate::search::tree::peers::Alone;
use crate::types::host::HAS_THREADS;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// Stack of a search thread: the search recurses over a hundred plies, each with its move lists.
const STACK_BYTES: usize = 32 << 20;

/// Why no search could be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SearchError {
    #[error("search thread {index} cannot be started: {reason}")]
    NoThread { index: usize, reason: String },
}

enum Order {
    /// For the main thread, which sends the work to its helpers.
    Search(Work, Box<dyn Observer>, Helpers),
    Help(Work, Arc<SharedTree>),
    Forget,
}

/// A search, and the histories of its board.
#[derive(Clone)]
pub struct Work {
    /// The search.
    pub run: Arc<Run>,
    /// The histories.
    pub histories: Arc<Histories>,
}

/// The helpers of a search, and the tree that they share; none for one thread.
type Helpers = Option<(Arc<SharedTree>, Vec<Sender<Order>>)>;

struct Thread {
    orders: Sender<Order>,
    handle: Option<JoinHandle<()>>,
}

/// The search threads of one board, or its searches in slices. Dropping it aborts a running search and joins the
/// threads.
///
/// ```
/// use tandem_engine::board::{BoardRules, fen};
/// use tandem_engine::eval::Prices;
/// use tandem_engine::search::{Job, Limits, Searcher, Shared, clean};
///
/// let position = fen::parse("6k1/5ppp/8/8/8/8/5PPP/6K1[R] w - - 0 1", BoardRules::default())?;
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let mut searcher = Searcher::new(Shared::new(16, 1)); // 16 MiB, one thread
/// let found = clean::search(&mut searcher, Job::new(position, Prices::bughouse_default(), limits))?;
/// println!("{:?}, {} cp", found.result.best, found.result.score);
/// # assert!(found.result.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher {
    shared: Arc<Shared>,
    threads: Vec<Thread>,
    sliced: Option<Arc<SlicedSearch>>,
    histories: Arc<Histories>,
    current: Option<Arc<Run>>,
    /// Whether a search began since the last game.
    searched: bool,
}

impl Searcher {
    /// A searcher without threads; they start with the first search.
    pub fn new(shared: Arc<Shared>) -> Self {
        let sliced = shared.slices.clone().map(SlicedSearch::new);
        Self { shared, threads: Vec::new(), sliced, histories: Arc::default(), current: None, searched: false }
    }

    /// Starts a search and returns at once; one that still runs is aborted first. `observer.finished` is called once,
    /// from a search thread, unless the search is aborted.
    ///
    /// # Errors
    /// When no thread can be started; no search is running then.
    pub fn start(&mut self, job: Job, observer: Box<dyn Observer>) -> Result<(), SearchError> {
        self.abort();
        self.searched = true;
        // Only one thread is deterministic, and a probe's few nodes are not worth a second one.
        let alone = job.probe || job.limits.nodes_per_ms.is_some();
        let most = if alone { 1 } else { self.shared.threads() };
        let count = if self.sliced.is_some() { 1 } else { self.set_threads(most, spawn)? };
        let tt = self.shared.tt();
        if !job.probe && !job.continues {
            tt.next_age();
        }
        let budget = Arc::clone(&self.shared.budget);
        let run = Arc::new(Run::new(job, tt, self.shared.network(), budget, count));
        self.shared.note(&run);
        let work = Work { run: Arc::clone(&run), histories: Arc::clone(&self.histories) };
        self.current = Some(Arc::clone(&run));
        if let Some(sliced) = &self.sliced {
            sliced.start(&work, observer);
            return Ok(());
        }
        let mut orders = self.threads.iter().map(|thread| thread.orders.clone());
        let main = orders.next();
        let helpers = (count > 1).then(|| (Arc::new(SharedTree::new()), orders.collect()));
        let order = Order::Search(work, observer, helpers);
        if main.is_none_or(|main| main.send(order).is_err()) {
            // The main thread is gone, so the helpers get no order: the run must not wait for any of them.
            (0..count).for_each(|_| run.check_out());
        }
        Ok(())
    }

    /// Keeps `most` threads, or as many as `spawn` can start: fewer helpers are better than no search. Returns their
    /// number.
    fn set_threads(
        &mut self,
        most: usize,
        spawn: impl Fn(usize, Arc<Shared>) -> Result<Thread, SearchError>,
    ) -> Result<usize, SearchError> {
        self.threads.truncate(most);
        while self.threads.len() < most {
            match spawn(self.threads.len(), Arc::clone(&self.shared)) {
                Ok(thread) => self.threads.push(thread),
                Err(error) if self.threads.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(self.threads.len())
    }

    /// Ends the search soon; its best move so far is reported by `finished`.
    pub fn stop(&self) {
        if let Some(run) = &self.current {
            run.stop_and_answer();
            self.sliced.iter().for_each(SlicedSearch::go_on);
        }
    }

    /// Ends the search and waits until its threads are idle. After this returns, `finished` is not called any more.
    pub fn abort(&mut self) {
        if let Some(run) = self.current.take() {
            run.abort();
            match &self.sliced {
                Some(sliced) => sliced.abort(),
                None => run.wait_for(0),
            }
        }
    }

    /// Waits until the search has ended by itself. In slices, one that may not answer before a stop is left waiting.
    pub fn wait(&mut self) {
        if let Some(run) = self.current.take() {
            match &self.sliced {
                Some(sliced) => sliced.finish(),
                None => run.wait_for(0),
            }
        }
    }

    /// The opponent played the expected move: deadlines count from now on, measured from the start of the search.
    pub fn ponderhit(&self) {
        if let Some(run) = &self.current {
            run.ponderhit();
            self.sliced.iter().for_each(SlicedSearch::go_on);
        }
    }

    /// New deadlines for the running search, counted from now.
    pub fn set_time(&self, limit: Option<TimeLimit>) {
        if let Some(run) = &self.current {
            run.set_time(limit);
        }
    }

    /// Sets new prices for the running search: the current iteration is searched again; order, histories and table
    /// stay. A search with `nodes_per_ms` keeps its prices, because the arrival of new ones depends on real time.
    pub fn set_prices(&self, prices: Prices) {
        if let Some(run) = self.current.as_ref().filter(|run| run.job.limits.nodes_per_ms.is_none()) {
            run.set_prices(prices);
        }
    }

    /// Whether a search is running or waits for a stop.
    pub fn is_running(&self) -> bool {
        self.current.as_ref().is_some_and(|run| run.is_busy())
    }

    /// Aborts a running search and clears the histories and the threads' memory. The table is cleared by
    /// [`Shared::clear`].
    pub fn new_game(&mut self) {
        self.abort();
        if !std::mem::take(&mut self.searched) {
            return;
        }
        self.histories = Arc::default();
        self.sliced.iter().for_each(|sliced| sliced.forget());
        for thread in &self.threads {
            // A thread that is gone has no memory to clear.
            let _ = thread.orders.send(Order::Forget);
        }
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.abort();
        self.threads.clear();
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        // Closing the channel ends the thread.
        let (closed, _) = channel();
        self.orders = closed;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

fn spawn(index: usize, shared: Arc<Shared>) -> Result<Thread, SearchError> {
    let (orders, inbox) = channel();
    if !HAS_THREADS {
        return Err(SearchError::NoThread { index, reason: "there are none here".to_owned() });
    }
    let handle = Builder::new()
        .name(format!("search {index}"))
        .stack_size(STACK_BYTES)
        .spawn(move || serve(&shared, &inbox))
        .map_err(|error| SearchError::NoThread { index, reason: error.to_string() })?;
    Ok(Thread { orders, handle: Some(handle) })
}

fn serve(shared: &Shared, inbox: &Receiver<Order>) {
    let mut memory = Memory::default();
    while let Ok(order) = inbox.recv() {
        match order {
            Order::Forget => memory = Memory::default(),
            Order::Search(work, observer, helpers) => {
                search(&work, observer, helpers, &mut memory);
                work.run.check_out();
            }
            Order::Help(Work { run, histories }, tree) => {
                let budget = &shared.budget;
                budget.acquire(false);
                RootSearch::new(Arc::clone(&run), histories, Abdada::new(&tree), None).help(&tree, budget);
                budget.release();
                run.check_out();
            }
        }
    }
}

/// Runs a search in the main thread and reports its result once an answer may be given.
fn search(work: &Work, observer: Box<dyn Observer>, helpers: Helpers, memory: &mut Memory) {
    let run = &work.run;
    let (mut result, observer) = match helpers {
        None => think(work, Alone, observer, memory),
        Some((tree, threads)) => {
            // Helpers are woken here: if the caller of the search, itself running, woke all threads, two of them would
            // often start on one core, one after the other.
            for helper in threads {
                if helper.send(Order::Help(work.clone(), Arc::clone(&tree))).is_err() {
                    run.check_out();
                }
            }
            let found = think(work, Abdada::new(&tree), observer, memory);
            tree.finish();
            found
        }
    };
    run.wait_for_answer();
    run.end_thinking();
    run.wait_for(1);
    result.nodes = run.nodes();
    if let Some(mut observer) = observer.filter(|_| !run.aborted()) {
        observer.finished(&result);
    }
}

fn think<P: RootPeers>(
    work: &Work,
    peers: P,
    observer: Box<dyn Observer>,
    memory: &mut Memory,
) -> (Finished, Option<Box<dyn Observer>>) {
    work.run.budget.acquire(work.run.is_urgent());
    let mut root = memory.begin(work, peers, observer);
    memory.think(&mut root);
    let found = memory.end(root);
    work.run.budget.release();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, Position};
    use crate::eval::Prices;
    use crate::search::clean;
    use crate::search::limits::Limits;
    use crate::search::report::{Report, Silent};

    #[test]
    fn probes_do_not_age_the_table_and_turns_do() {
        let shared = Shared::new(1, 1);
        let mut searcher = Searcher::new(Arc::clone(&shared));
        let mut search = |probe, nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let position = Position::start(BoardRules::default());
            let job = Job { probe, ..Job::new(position, Prices::bughouse_default(), limits) };
            assert!(clean::search(&mut searcher, job).is_ok_and(|kept| kept.result.best.is_some()));
            shared.tt().hashfull()
        };
        let full = search(false, 20_000);
        assert!(full > 0);
        for _ in 0..12 {
            assert!(search(true, 100) >= full, "the entries of this turn are old now");
        }
        assert!(search(false, 100) < full);
    }

    #[test]
    fn bug_a_search_failed_where_only_some_of_its_threads_could_be_started() {
        let mut searcher = Searcher::new(Shared::new(1, 4));
        let none = |index| SearchError::NoThread { index, reason: "no more".to_owned() };
        let mut set_threads = |most: usize, available: usize| {
            let start = |index, shared| if index < available { spawn(index, shared) } else { Err(none(index)) };
            searcher.set_threads(most, start)
        };
        assert_eq!(set_threads(4, 0), Err(none(0)));
        assert_eq!(set_threads(4, 2), Ok(2));
        assert_eq!(set_threads(4, 3), Ok(3), "the next search tries again");
        assert_eq!(set_threads(1, 0), Ok(1));
    }

    /// Sends, with each line that a search reports, its nodes and those of another search.
    struct Meter(Arc<Run>, Sender<[u64; 2]>);

    impl Observer for Meter {
        fn report(&mut self, report: &Report) {
            let _ = self.1.send([report.nodes, self.0.nodes()]);
        }

        fn finished(&mut self, _: &Finished) {}
    }

    #[test]
    fn a_search_for_a_move_gets_most_of_the_threads_and_an_infinite_one_goes_on() {
        let shared = Shared::new(1, 1);
        let (mut waits, mut moves) = (Searcher::new(Arc::clone(&shared)), Searcher::new(Arc::clone(&shared)));
        let job = |limits| Job::new(Position::start(BoardRules::default()), Prices::bughouse_default(), limits);
        let endless = Limits { infinite: true, ..Limits::default() };
        assert!(waits.start(job(endless), Box::new(Silent)).is_ok());
        let (sender, told) = channel();
        let meter = Meter(Arc::clone(waits.current.as_ref().expect("a search")), sender);
        let limits = Limits { nodes: Some(400_000), ..Limits::default() };
        assert!(moves.start(job(limits), Box::new(meter)).is_ok());
        moves.wait();
        // Lines are reported while holding the only permit: the other search stands still, however busy the machine is.
        let told: Vec<[u64; 2]> = told.try_iter().collect();
        let ([begun, meanwhile], [done, since]) = (told[0], told[told.len() - 1]);
        let (own, other) = (done - begun, since - meanwhile);
        assert!(own > 100_000 && (1..own / 2).contains(&other), "{other} beside {own}");
    }
}
