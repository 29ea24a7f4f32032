//! Work without threads, as on WebAssembly: the thread of the caller does it in slices, and reads what has come in
//! between them.

use super::budget::URGENT_TURNS;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Whether the work in progress is to be interrupted now. Asked every thousand nodes or so.
pub type Pause = Arc<dyn Fn() -> bool + Send + Sync>;

/// Work that can be interrupted.
pub trait Work: Send + Sync {
    /// Works until it is done or has to wait for something, or until `pause` says so. Returns whether it can go on.
    fn work(&self, pause: &Pause) -> bool;

    /// Whether its result is awaited.
    fn is_urgent(&self) -> bool;
}

/// The work that waits for its next slice.
pub struct Slices {
    queue: Mutex<VecDeque<Arc<dyn Work>>>,
    pause: Pause,
    turn: AtomicU32,
}

impl Slices {
    /// No work yet; a slice ends when `pause` returns true.
    pub fn new(pause: impl Fn() -> bool + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self { queue: Mutex::default(), pause: Arc::new(pause), turn: AtomicU32::new(0) })
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<dyn Work>>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds work. The same work may be in the queue several times.
    pub fn add(&self, work: Arc<dyn Work>) {
        self.lock().push_back(work);
    }

    /// Whether there is work.
    pub fn is_idle(&self) -> bool {
        self.lock().is_empty()
    }

    /// Does one slice of the work that is due, if any.
    pub fn work(&self) {
        let Some(work) = self.next() else { return };
        if work.work(&self.pause) {
            self.add(work);
        }
    }

    /// Takes the first urgent work, and in some turns the first of any kind.
    fn next(&self) -> Option<Arc<dyn Work>> {
        let turn = self.turn.fetch_add(1, Relaxed);
        let mut queue = self.lock();
        let urgent = queue.iter().position(|work| work.is_urgent());
        queue.remove(urgent.filter(|_| !turn.is_multiple_of(URGENT_TURNS)).unwrap_or(0))
    }
}
