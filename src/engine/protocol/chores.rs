//! Long commands that are no search – perft, bench – run one after the other on a thread beside the session, which
//! stays responsive.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// How many chores may wait.
const MOST: usize = 1000;

/// A long command; it returns early when the flag is set.
pub type Chore = Box<dyn FnOnce(&AtomicBool) + Send>;

/// The queue to the worker thread, which is started with the first chore.
#[derive(Default)]
pub struct Chores {
    queue: Option<Sender<(Arc<AtomicBool>, Chore)>>,
    /// The flags of the chores that are not done yet, each owned by its chore.
    flags: Vec<Weak<AtomicBool>>,
}

/// Why a chore was refused.
#[derive(Debug, thiserror::Error)]
pub enum ChoreError {
    /// The queue is full.
    #[error("{MOST} commands wait already")]
    Full,
    /// The system could not start a thread.
    #[error("no thread for it: {0}")]
    Thread(#[from] std::io::Error),
}

impl Chores {
    /// Puts a chore at the end of the queue.
    /// Fails when too many wait, or no thread can be started.
    pub fn add(&mut self, chore: Chore) -> Result<(), ChoreError> {
        // One of the chores in `flags` is running, the others wait.
        self.flags.retain(|flag| flag.strong_count() > 0);
        if self.flags.len() > MOST {
            return Err(ChoreError::Full);
        }
        let flag = Arc::default();
        self.flags.push(Arc::downgrade(&flag));
        if self.queue.is_none() {
            let (sender, queue) = channel::<(Arc<AtomicBool>, Chore)>();
            let work = move || queue.into_iter().for_each(|(flag, chore)| chore(&flag));
            thread::Builder::new().name("chores".to_owned()).spawn(work)?;
            self.queue = Some(sender);
        }
        self.put((flag, chore));
        Ok(())
    }

    /// Puts a chore into the queue; false if there is no thread to run it.
    fn put(&self, chore: (Arc<AtomicBool>, Chore)) -> bool {
        self.queue.as_ref().is_some_and(|queue| queue.send(chore).is_ok())
    }

    /// Interrupts the running chore and the waiting ones, which then end as soon as they begin. Does not wait for them.
    pub fn stop(&self) {
        self.flags.iter().filter_map(Weak::upgrade).for_each(|flag| flag.store(true, Ordering::Relaxed));
    }

    /// Waits until all chores are done, at most `patience`.
    pub fn finish(&self, patience: Duration) {
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
