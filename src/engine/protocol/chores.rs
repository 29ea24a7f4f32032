//! Long commands that are no search – perft, bench – done one after the other beside the session, which stays awake.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// How many chores may wait.
const MOST: usize = 1000;

/// What is to be done; it returns early when the flag is raised.
pub type Chore = Box<dyn FnOnce(&AtomicBool) + Send>;

/// The queue to the thread that works on it, which is started with the first chore.
#[derive(Default)]
pub struct Chores {
    queue: Option<Sender<(Arc<AtomicBool>, Chore)>>,
    /// The flags of the chores that are not done yet, each owned by its chore.
    flags: Vec<Weak<AtomicBool>>,
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
        // One of them is under way.
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

    /// Whether there is a thread that will come to it.
    fn put(&self, chore: (Arc<AtomicBool>, Chore)) -> bool {
        self.queue.as_ref().is_some_and(|queue| queue.send(chore).is_ok())
    }

    /// Interrupts what is under way and what waits, which then ends as soon as it begins. Does not wait for it.
    pub fn stop(&self) {
        self.flags.iter().filter_map(Weak::upgrade).for_each(|flag| flag.store(true, Ordering::Relaxed));
    }

    /// Waits until all is done, at most `patience`.
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
