//! One budget of running threads for the searches of both boards: a worker runs only while it holds a permit, and
//! passes it on every millisecond or so while others wait.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

#[derive(Default)]
struct Permits {
    /// How many workers may run at once.
    total: usize,
    running: usize,
    /// Tickets of the waiting workers, first come, first served.
    queue: VecDeque<u64>,
    next_ticket: u64,
}

/// The permits to run, shared by all searches.
#[derive(Default)]
pub struct ThreadBudget {
    state: Mutex<Permits>,
    changed: Condvar,
    waiting: AtomicUsize,
    /// Urgent workers among the waiting ones.
    urgent: AtomicUsize,
}

/// Urgent work yields to other work in one of this many turns.
pub(super) const URGENT_TURNS: u32 = 8;

impl ThreadBudget {
    /// `total` workers may run at once (at least one).
    pub fn new(total: usize) -> Self {
        let budget = Self::default();
        budget.set_total(total);
        budget
    }

    fn lock(&self) -> MutexGuard<'_, Permits> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes how many may run at once; takes effect as permits come back.
    pub fn set_total(&self, total: usize) {
        self.lock().total = total.max(1);
        self.changed.notify_all();
    }

    /// How many may run at once.
    pub fn total(&self) -> usize {
        self.lock().total
    }

    /// Waits for a permit; `urgent` if the worker's result is awaited.
    pub fn acquire(&self, urgent: bool) {
        self.wait(self.lock(), urgent);
    }

    fn wait(&self, mut state: MutexGuard<'_, Permits>, urgent: bool) {
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.queue.push_back(ticket);
        self.waiting.fetch_add(1, Relaxed);
        self.urgent.fetch_add(usize::from(urgent), Relaxed);
        while state.running >= state.total || state.queue.front() != Some(&ticket) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.queue.pop_front();
        state.running += 1;
        self.waiting.fetch_sub(1, Relaxed);
        self.urgent.fetch_sub(usize::from(urgent), Relaxed);
        drop(state);
        self.changed.notify_all();
    }

    /// Gives a permit back.
    pub fn release(&self) {
        self.lock().running -= 1;
        self.changed.notify_all();
    }

    /// Passes the permit to the first waiting worker, then waits for another one; `turn` counts the caller's calls. An
    /// `urgent` worker yields to non-urgent ones only in some turns, so that these make progress and can be stopped.
    /// Costs one load when no worker waits.
    #[inline]
    pub fn share(&self, urgent: bool, turn: u32) {
        let gives_way = !urgent || turn.is_multiple_of(URGENT_TURNS) || self.urgent.load(Relaxed) > 0;
        if self.waiting.load(Relaxed) > 0 && gives_way {
            // Under one lock: the next holder finds this worker waiting already, and passes the permit on in its turn.
            let mut state = self.lock();
            state.running -= 1;
            self.changed.notify_all();
            self.wait(state, urgent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn never_more_workers_run_than_the_budget_allows_and_all_of_them_end() {
        let budget = Arc::new(ThreadBudget::new(2));
        let running = Arc::new(AtomicUsize::new(0));
        let threads: Vec<_> = (0..6)
            .map(|_| {
                let (budget, running) = (budget.clone(), running.clone());
                std::thread::spawn(move || {
                    for _ in 0..200 {
                        budget.acquire(true);
                        let now = running.fetch_add(1, Relaxed) + 1;
                        assert!(now <= 2, "{now} run at once");
                        running.fetch_sub(1, Relaxed);
                        budget.release();
                    }
                })
            })
            .collect();
        for thread in threads {
            assert!(thread.join().is_ok());
        }
    }
}
