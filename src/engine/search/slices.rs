//! Work without threads, as on WebAssembly: the thread of the caller does it in slices, and reads what has come in
//! between them.

use super::budget::URGENT_TURNS;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Whether the work in progress is to be interrupted now. Asked every thousand nodes or so.
pub type Pause = Arc<dyn Fn() -> bool + Send + Sync>;

/// Slices become a check-in longer each time that a root search has paused this often.
const PAUSES_PER_CHECK_IN: u32 = 16;

/// The pauses of a search.
///
/// A root search that was interrupted is done again, and the TT has most of its scores. What the TT lacks may take
/// longer than a slice, so slices become longer until the root search ends.
#[derive(Default)]
pub struct Pauses {
    /// Asked at each check-in where the search runs in slices.
    pub pause: Option<Pause>,
    /// Whether a pause has become due in this slice.
    due: bool,
    /// Check-ins of this slice.
    check_ins: u32,
    /// Pauses of this root search.
    count: u32,
}

impl Pauses {
    /// Whether the search is to pause now.
    pub fn check_in(&mut self) -> bool {
        let Some(pause) = &self.pause else { return false };
        self.due |= pause();
        self.check_ins += 1;
        self.due && self.check_ins > self.count / PAUSES_PER_CHECK_IN
    }

    /// Begins the next slice of the root search.
    pub fn resume(&mut self) {
        (self.due, self.check_ins) = (false, 0);
        self.count += 1;
    }

    /// The root search has ended.
    pub fn end_root_search(&mut self) {
        self.count = 0;
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Check-ins of the next slice.
    fn slice(pauses: &mut Pauses) -> u32 {
        let length = 1 + (0..1_000).take_while(|_| !pauses.check_in()).count() as u32;
        pauses.resume();
        length
    }

    #[test]
    fn bug_a_root_search_that_needed_more_than_a_slice_began_again_for_ever() {
        let mut pauses = Pauses { pause: Some(Arc::new(|| true)), ..Pauses::default() };
        assert!((0..PAUSES_PER_CHECK_IN).all(|_| slice(&mut pauses) == 1));
        assert!((0..PAUSES_PER_CHECK_IN).all(|_| slice(&mut pauses) == 2));
        assert_eq!(slice(&mut pauses), 3);
        pauses.end_root_search();
        assert_eq!(slice(&mut pauses), 1);
    }

    #[test]
    fn a_pause_that_is_put_off_is_not_forgotten() {
        let asked = AtomicU32::new(0);
        let once = move || asked.fetch_add(1, Relaxed) == 0;
        let mut pauses = Pauses { pause: Some(Arc::new(once)), count: 2 * PAUSES_PER_CHECK_IN, ..Pauses::default() };
        assert_eq!(slice(&mut pauses), 3);
        assert!(!pauses.check_in());
    }
}
