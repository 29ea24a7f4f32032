//! Long commands that are no search – perft, bench – run one after the other on a thread beside the session, which
//! stays responsive. Without threads each is run whole between two lines.

use crate::search::slices::{Pause, Slices, Work};
use crate::types::host::{HAS_THREADS, Instant};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::Builder;
use std::time::Duration;

/// Largest number of chores that wait.
const MOST_CHORES: usize = 1000;

/// A long command; it returns early when the flag is set.
pub type Chore = Box<dyn FnOnce(&AtomicBool) + Send>;

/// A chore and its flag.
type Flagged = (Arc<AtomicBool>, Chore);

/// The queue to the worker thread, which is started with the first chore.
pub struct Chores {
    queue: Option<Sender<Flagged>>,
    /// Without threads: the chores, and the slices in which they are run.
    sliced: Option<(Arc<Waiting>, Arc<Slices>)>,
    /// The flags of the chores that are not done yet, each owned by its chore.
    flags: Vec<Weak<AtomicBool>>,
}

/// The reason why a chore was refused.
#[derive(Debug, thiserror::Error)]
pub enum ChoreError {
    /// The queue is full.
    #[error("{MOST_CHORES} commands wait already")]
    Full,
    /// The system could not start a thread.
    #[error("no thread for it: {0}")]
    Thread(#[from] std::io::Error),
}

/// The chores that wait for a slice.
#[derive(Default)]
struct Waiting(Mutex<VecDeque<Flagged>>);

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Flagged>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the next chore; false if there is none.
    fn run_next(&self) -> bool {
        let next = self.lock().pop_front();
        next.map(|(flag, chore)| chore(&flag)).is_some()
    }
}

impl Work for Waiting {
    fn work(&self, _pause: &Pause) -> bool {
        self.run_next();
        !self.lock().is_empty()
    }

    fn is_urgent(&self) -> bool {
        true
    }
}

impl Chores {
    /// No chores yet; with `slices` there is no thread.
    pub fn new(slices: Option<Arc<Slices>>) -> Self {
        Self { queue: None, sliced: slices.map(|slices| (Arc::default(), slices)), flags: Vec::new() }
    }

    /// Puts a chore at the end of the queue.
    /// Fails when too many wait, or no thread can be started.
    pub fn add(&mut self, chore: Chore) -> Result<(), ChoreError> {
        // One of the chores in `flags` is running, the others wait.
        self.flags.retain(|flag| flag.strong_count() > 0);
        if self.flags.len() > MOST_CHORES {
            return Err(ChoreError::Full);
        }
        let flag = Arc::default();
        self.flags.push(Arc::downgrade(&flag));
        if self.sliced.is_none() && self.queue.is_none() {
            let (sender, queue) = channel::<Flagged>();
            let work = move || queue.into_iter().for_each(|(flag, chore)| chore(&flag));
            if !HAS_THREADS {
                return Err(std::io::Error::from(std::io::ErrorKind::Unsupported).into());
            }
            Builder::new().name("chores".to_owned()).spawn(work)?;
            self.queue = Some(sender);
        }
        self.put((flag, chore));
        Ok(())
    }

    /// Puts a chore into the queue; false if there is no thread to run it.
    fn put(&self, chore: Flagged) -> bool {
        if let Some((waiting, slices)) = &self.sliced {
            waiting.lock().push_back(chore);
            slices.add(Arc::clone(waiting) as Arc<dyn Work>);
            return true;
        }
        self.queue.as_ref().is_some_and(|queue| queue.send(chore).is_ok())
    }

    /// Interrupts the running chore and the waiting ones, which then end as soon as they begin. Does not wait for them.
    pub fn stop(&self) {
        self.flags.iter().filter_map(Weak::upgrade).for_each(|flag| flag.store(true, Ordering::Relaxed));
    }

    /// Waits until all chores are done, at most `patience`.
    pub fn finish(&self, patience: Duration) {
        if let Some((waiting, _)) = &self.sliced {
            let end = Instant::now() + patience;
            while Instant::now() < end && waiting.run_next() {}
            return;
        }
        let (sender, done) = channel();
        let last: Chore = Box::new(move |_| {
            let _ = sender.send(());
        });
        if self.put((Arc::default(), last)) {
            let _ = done.recv_timeout(patience);
        }
    }
}

impl Drop for Chores {
    fn drop(&mut self) {
        self.stop();
    }
}
