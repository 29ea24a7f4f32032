//! Work in the background, by its number: begun within bounds, and given up when its page stops it or asks no more.

use super::answer::Answer;
use super::poller::Poller;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Work that was begun, and what it has found.
pub struct Work<T> {
    /// Its results, and what they are about.
    pub found: T,
    /// The page that asks for the results.
    pub poller: Poller,
    stop: AtomicBool,
    done: AtomicBool,
}

impl<T> Work<T> {
    /// Whether nobody waits for the results any more.
    pub fn is_given_up(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.poller.is_gone()
    }

    /// Whether nothing is left to be done.
    pub fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }

    /// Notes that nothing is left to be done.
    pub fn set_done(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Whether it does not go on.
    pub fn is_over(&self) -> bool {
        self.is_done() || self.is_given_up()
    }
}

/// All work of a kind.
pub struct Works<T> {
    all: Mutex<HashMap<u64, Arc<Work<T>>>>,
    last: AtomicU64,
    /// How much goes on at once.
    most_running: usize,
    /// How much that is done stays although its page asks no more; `None` if it goes then like the rest.
    most_done: Option<usize>,
    silence: Duration,
}

impl<T> Works<T> {
    /// No work yet. A page counts as gone after `silence`.
    pub fn new(most_running: usize, most_done: Option<usize>, silence: Duration) -> Self {
        Self { all: Mutex::default(), last: AtomicU64::new(0), most_running, most_done, silence }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<u64, Arc<Work<T>>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins work; `start` takes it, and tells whether it is begun. Returns its number, or `None` if there is no
    /// capacity.
    pub fn begin(&self, found: T, start: impl FnOnce(Arc<Work<T>>) -> bool) -> Option<u64> {
        let mut all = self.all();
        let oldest = self.most_done.map(|most| {
            let mut done: Vec<u64> = all.iter().filter(|(_, work)| work.is_done()).map(|(&id, _)| id).collect();
            done.sort_unstable_by_key(|&id| Reverse(id));
            done.truncate(most);
            done.last().copied().unwrap_or(0)
        });
        all.retain(|&id, work| match oldest {
            Some(oldest) if work.is_done() => id >= oldest,
            _ => !work.poller.is_gone(),
        });
        if all.values().filter(|work| !work.is_over()).count() >= self.most_running {
            return None;
        }
        let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let work = Arc::new(Work { found, poller: Poller::new(self.silence), stop, done });
        if !start(Arc::clone(&work)) {
            return None;
        }
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        all.insert(id, work);
        Some(id)
    }

    /// The work of a number.
    pub fn get(&self, id: u64) -> Option<Arc<Work<T>>> {
        self.all().get(&id).cloned()
    }

    /// Stops work, if it goes on, and forgets it.
    pub fn stop(&self, id: u64) -> Answer {
        if let Some(work) = self.all().remove(&id) {
            work.stop.store(true, Ordering::Relaxed);
        }
        Answer::empty(204)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_begun_within_bounds_and_the_last_of_it_stays() {
        let works = Works::new(2, Some(2), Duration::MAX);
        let begin = |number: u32| works.begin(number, |_| true);
        assert_eq!([1, 2, 3].map(begin), [Some(1), Some(2), None]);
        assert_eq!(works.begin(3, |_| false), None, "not begun");
        let stopped = works.get(1).expect("the first");
        assert_eq!((works.stop(1).status, works.stop(1).status), (204, 204));
        assert!(stopped.is_over() && !stopped.is_done() && works.get(1).is_none());
        for id in 2..6 {
            works.get(id).expect("the last").set_done();
            assert_eq!(begin(0), Some(id + 1));
        }
        let kept = (2..7).filter(|&id| works.get(id).is_some()).collect::<Vec<_>>();
        assert_eq!(kept, [4, 5, 6], "the last two that are done, and the one that goes on");
    }

    #[test]
    fn work_goes_with_its_page() {
        for (most_done, kept) in [(None, [false, false]), (Some(1), [false, true])] {
            let works = Works::new(2, most_done, Duration::ZERO);
            let begin = || works.begin((), |_| true);
            assert_eq!((begin(), begin()), (Some(1), Some(2)));
            let second = works.get(2).expect("the second");
            second.set_done();
            std::thread::sleep(Duration::from_millis(1));
            assert!(second.is_given_up());
            begin();
            assert_eq!([1, 2].map(|id| works.get(id).is_some()), kept);
        }
    }
}
