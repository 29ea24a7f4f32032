//! Long commands that are no search – perft, bench – done one after the other beside the session, which stays awake.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How many chores may wait.
const MOST: usize = 1000;

/// What is to be done; it returns early when the flag is raised.
pub type Chore = Box<dyn FnOnce(&AtomicBool) + Send>;

#[derive(Default)]
struct Queue {
    /// Each with its flag.
    waiting: VecDeque<(Arc<AtomicBool>, Chore)>,
    /// The flag of the chore under way.
    under_way: Option<Arc<AtomicBool>>,
    closed: bool,
}

#[derive(Default)]
struct State {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The queue and the thread that works on it, started with the first chore.
#[derive(Default)]
pub struct Chores {
    state: Arc<State>,
    started: bool,
}

/// Why a chore was not taken.
#[derive(Debug, thiserror::Error)]
pub enum ChoreError {
    /// The queue is full.
    #[error("{MOST} commands wait already")]
    Full,
    /// The system gave no thread.
    #[error("no thread for it: {0}")]
    Thread(#[from] std::io::Error),
}

impl Chores {
    /// Puts a chore at the end of the queue.
    /// Fails when too many wait, or no thread can be had.
    pub fn add(&mut self, chore: Chore) -> Result<(), ChoreError> {
        if !self.started {
            let state = Arc::clone(&self.state);
            thread::Builder::new().name("chores".to_owned()).spawn(move || work(&state))?;
            self.started = true;
        }
        let mut queue = self.state.lock();
        if queue.waiting.len() >= MOST {
            return Err(ChoreError::Full);
        }
        queue.waiting.push_back((Arc::default(), chore));
        self.state.changed.notify_all();
        Ok(())
    }

    /// Interrupts what is under way and what waits, which then ends as soon as it begins. Does not wait for it.
    pub fn stop(&self) {
        let queue = self.state.lock();
        for stop in queue.under_way.iter().chain(queue.waiting.iter().map(|(stop, _)| stop)) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Waits until all is done, at most `patience`.
    pub fn finish(&self, patience: Duration) {
        let busy = |queue: &mut Queue| queue.under_way.is_some() || !queue.waiting.is_empty();
        drop(self.state.changed.wait_timeout_while(self.state.lock(), patience, busy));
    }
}

impl Drop for Chores {
    fn drop(&mut self) {
        self.stop();
        self.state.lock().closed = true;
        self.state.changed.notify_all();
    }
}

fn work(state: &State) {
    let mut queue = state.lock();
    loop {
        if queue.closed {
            return;
        }
        let Some((stop, chore)) = queue.waiting.pop_front() else {
            queue = state.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        queue.under_way = Some(Arc::clone(&stop));
        drop(queue);
        chore(&stop);
        queue = state.lock();
        queue.under_way = None;
        state.changed.notify_all();
    }
}
