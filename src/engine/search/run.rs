//! The state shared by the workers of one search: clock, node count, prices, stop flag.

use super::budget::ThreadBudget;
use super::tt::Tt;
use crate::eval::Prices;
use crate::eval::network::Network;
use crate::search::limits::{Job, TimeLimit};
use crate::types::host::Instant;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const NO_LIMIT: u64 = u64::MAX;

/// One search in progress.
pub struct Run {
    pub(super) job: Job,
    pub(super) tt: Arc<Tt>,
    /// The network; none for the handcrafted evaluation.
    pub(super) network: Option<Arc<Network>>,
    /// The permits to run.
    pub(super) budget: Arc<ThreadBudget>,
    started: Instant,
    /// Deadlines in ms from the start.
    soft_ms: AtomicU64,
    hard_ms: AtomicU64,
    /// The moment of the first deadlines, in ms from the start: only the time after it is scaled.
    origin_ms: AtomicU64,
    /// The search ponders: deadlines do not count yet.
    pondering: AtomicBool,
    /// An answer may be given; while pondering or in an infinite search only after ponderhit or stop.
    may_answer: AtomicBool,
    stop: AtomicBool,
    aborted: AtomicBool,
    nodes: AtomicU64,
    /// The current prices, and how often they have changed.
    prices: Mutex<Prices>,
    price_changes: AtomicU32,
    /// Number of workers that have not ended yet; the lock of `changed`, for waits on them and on `may_answer`.
    busy: Mutex<usize>,
    changed: Condvar,
}

impl Run {
    pub(super) fn new(
        job: Job,
        tt: Arc<Tt>,
        network: Option<Arc<Network>>,
        budget: Arc<ThreadBudget>,
        workers: usize,
    ) -> Self {
        let limits = &job.limits;
        Self {
            started: Instant::now(),
            soft_ms: AtomicU64::new(limits.time.map_or(NO_LIMIT, |time| time.soft_ms)),
            hard_ms: AtomicU64::new(limits.time.map_or(NO_LIMIT, |time| time.hard_ms)),
            origin_ms: AtomicU64::new(0),
            pondering: AtomicBool::new(limits.ponder),
            may_answer: AtomicBool::new(!limits.ponder && !limits.infinite),
            stop: AtomicBool::new(false),
            aborted: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            prices: Mutex::new(job.prices.clone()),
            price_changes: AtomicU32::new(0),
            busy: Mutex::new(workers),
            changed: Condvar::new(),
            job,
            tt,
            network,
            budget,
        }
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Time since the start, or the equivalent of the nodes so far.
    pub(super) fn elapsed(&self) -> Duration {
        match self.job.limits.nodes_per_ms {
            None => self.started.elapsed(),
            Some(rate) => {
                let nanos = u128::from(self.nodes()) * 1_000_000 / u128::from(rate.get());
                Duration::from_nanos(nanos.min(u128::from(u64::MAX)) as u64)
            }
        }
    }

    fn elapsed_ms(&self) -> u64 {
        self.elapsed().as_millis() as u64
    }

    /// Sets new deadlines, counted from now. The time before the first deadlines, as that before a ponder hit, is not
    /// scaled. A limit of at most 1 ms says that the soft deadline has passed: then it stays where it was, since each
    /// further call would put it off to now and scale it again.
    pub(super) fn set_time(&self, limit: Option<TimeLimit>) {
        let (now, before) = (self.elapsed_ms(), self.soft_ms.load(Relaxed));
        let at = |ms: fn(&TimeLimit) -> u64| limit.as_ref().map_or(NO_LIMIT, |limit| ms(limit).saturating_add(now));
        let soft = at(|limit| limit.soft_ms);
        let has_passed = limit.is_some_and(|limit| limit.soft_ms <= 1);
        if before == NO_LIMIT {
            self.origin_ms.store(now, Relaxed);
        }
        self.soft_ms.store(if has_passed { soft.min(before) } else { soft }, Relaxed);
        self.hard_ms.store(at(|limit| limit.hard_ms), Relaxed);
    }

    pub(super) fn has_deadline(&self) -> bool {
        self.hard_ms.load(Relaxed) != NO_LIMIT && !self.pondering.load(Relaxed)
    }

    /// Whether both deadlines are one, as where the time for the move is exact.
    pub(super) fn has_one_deadline(&self) -> bool {
        self.soft_ms.load(Relaxed) == self.hard_ms.load(Relaxed)
    }

    /// Whether the soft deadline, scaled to `percent`, has passed.
    pub(super) fn soft_passed(&self, percent: u64) -> bool {
        let origin = self.origin_ms.load(Relaxed);
        let scaled = self.soft_ms.load(Relaxed).saturating_sub(origin).saturating_mul(percent) / 100;
        self.has_deadline() && self.elapsed_ms() >= origin.saturating_add(scaled)
    }

    fn hard_passed(&self) -> bool {
        self.has_deadline() && self.elapsed() >= Duration::from_millis(self.hard_ms.load(Relaxed))
    }

    /// Sets new prices.
    pub(super) fn set_prices(&self, prices: Prices) {
        let old = std::mem::replace(&mut *self.prices.lock().unwrap_or_else(PoisonError::into_inner), prices.clone());
        if !prices.same_for_search(&old) {
            self.price_changes.fetch_add(1, SeqCst);
        }
    }

    /// How often the prices have changed.
    pub(super) fn price_changes(&self) -> u32 {
        self.price_changes.load(Relaxed)
    }

    /// The current prices.
    pub(super) fn prices(&self) -> Prices {
        self.prices.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds a worker's nodes and returns whether the search is over.
    pub(super) fn check_in(&self, new_nodes: u64) -> bool {
        let nodes = self.nodes.fetch_add(new_nodes, Relaxed) + new_nodes;
        if self.job.limits.nodes.is_some_and(|most| nodes >= most) || self.hard_passed() {
            self.stop.store(true, Relaxed);
        }
        self.stopped()
    }

    /// Lets other searches run for a while if they wait for a permit; `turn` counts the caller's calls. Helpers are
    /// never urgent, so they yield to the main thread of the other board's search.
    pub(super) fn share(&self, main: bool, turn: u32) {
        self.budget.share(main && self.is_urgent(), turn);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// How many more nodes a worker may search before it must check in again.
    pub(super) fn allowance(&self) -> u64 {
        let limits = &self.job.limits;
        let last = limits.nodes.unwrap_or(NO_LIMIT).min(limits.nodes_per_ms.map_or(NO_LIMIT, |rate| {
            if self.has_deadline() { self.hard_ms.load(Relaxed).saturating_mul(rate.get()) } else { NO_LIMIT }
        }));
        last.saturating_sub(self.nodes()).clamp(1, 1024)
    }

    #[inline]
    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(super) fn aborted(&self) -> bool {
        self.aborted.load(SeqCst)
    }

    /// Stops all workers.
    pub(super) fn end_thinking(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Ends the search with an answer.
    pub(super) fn stop_and_answer(&self) {
        let guard = self.lock();
        self.stop.store(true, Relaxed);
        self.may_answer.store(true, Relaxed);
        drop(guard);
        self.changed.notify_all();
    }

    /// Ends the search without an answer.
    pub(super) fn abort(&self) {
        self.aborted.store(true, SeqCst);
        self.stop_and_answer();
    }

    /// The opponent played the expected move.
    pub(super) fn ponderhit(&self) {
        let guard = self.lock();
        self.pondering.store(false, Relaxed);
        self.may_answer.store(!self.job.limits.infinite, Relaxed);
        drop(guard);
        self.changed.notify_all();
    }

    /// A worker has ended.
    pub(super) fn check_out(&self) {
        *self.lock() -= 1;
        self.changed.notify_all();
    }

    /// Blocks until only `left` workers are busy.
    pub(super) fn wait_for(&self, left: usize) {
        let mut busy = self.lock();
        while *busy > left {
            busy = self.changed.wait(busy).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether the answer is awaited: not while pondering, and not in an infinite search (as while sitting).
    pub(super) fn is_urgent(&self) -> bool {
        self.may_answer.load(Relaxed)
    }

    /// Blocks until an answer may be given: at once, unless the search is infinite or ponders.
    pub(super) fn wait_for_answer(&self) {
        let mut busy = self.lock();
        while !self.may_answer.load(Relaxed) {
            busy = self.changed.wait(busy).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether a worker is still busy.
    pub(super) fn is_busy(&self) -> bool {
        *self.lock() > 0
    }
}

#[cfg(test)]
impl Run {
    /// A search by this many threads, with a small table and the handcrafted evaluation.
    pub(super) fn of(job: Job, workers: usize) -> Self {
        Self::new(job, Arc::new(Tt::new(1)), None, Arc::new(ThreadBudget::new(workers)), workers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, Position};
    use crate::search::limits::Limits;
    use std::num::NonZeroU64;

    /// A search at one node a ms with these deadlines; without any it ponders.
    fn run_with(time: Option<TimeLimit>) -> Run {
        let limits = Limits { time, nodes_per_ms: NonZeroU64::new(1), ponder: time.is_none(), ..Limits::default() };
        Run::of(Job::new(Position::start(BoardRules::default()), Prices::bughouse_default(), limits), 1)
    }

    #[test]
    fn bug_a_soft_deadline_that_had_passed_was_put_off_by_each_reading_of_a_clock() {
        let run = run_with(Some(TimeLimit { soft_ms: 100, hard_ms: 1_000 }));
        run.check_in(140);
        assert!(!run.soft_passed(150));
        run.set_time(Some(TimeLimit { soft_ms: 1, hard_ms: 860 }));
        run.check_in(10);
        assert!(run.soft_passed(150));
        // More time is more time.
        run.set_time(Some(TimeLimit { soft_ms: 100, hard_ms: 860 }));
        assert!(!run.soft_passed(100));
    }

    #[test]
    fn bug_the_time_of_pondering_was_scaled_with_that_of_the_turn() {
        let run = run_with(None);
        run.check_in(1_000);
        run.set_time(Some(TimeLimit { soft_ms: 100, hard_ms: 400 }));
        run.ponderhit();
        assert!(!run.soft_passed(50), "the turn begins");
        run.check_in(50);
        assert!(run.soft_passed(50) && !run.soft_passed(150));
        run.check_in(100);
        assert!(run.soft_passed(150));
    }
}
