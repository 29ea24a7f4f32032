//! The searches of one board in slices, where there are no threads.

use super::memory::Memory;
use super::searcher::Work as Search;
use crate::search::report::{Finished, Observer};
use crate::search::root::RootSearch;
use crate::search::run::Run;
use crate::search::slices::{Pause, Slices, Work};
use crate::search::tree::peers::Alone;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A board's searches, one at a time.
pub struct SlicedSearch {
    slices: Arc<Slices>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    memory: Memory,
    current: Option<(Arc<Run>, Stage)>,
}

enum Stage {
    Searching(Box<RootSearch<Alone>>),
    /// The search is over; its result may have to wait for a stop or a ponder hit.
    Found(Finished, Option<Box<dyn Observer>>),
}

impl SlicedSearch {
    /// No search yet; they are done in the slices of `slices`.
    pub fn new(slices: Arc<Slices>) -> Arc<Self> {
        Arc::new(Self { slices, state: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a search. The last one must have ended.
    pub fn start(self: &Arc<Self>, search: &Search, observer: Box<dyn Observer>) {
        let mut state = self.lock();
        let root = state.memory.begin(search, Alone, observer);
        state.current = Some((Arc::clone(&search.run), Stage::Searching(Box::new(root))));
        drop(state);
        self.go_on();
    }

    /// Works on after a pause, or after a change that lets a search that waits end.
    pub fn go_on(self: &Arc<Self>) {
        let work: Arc<dyn Work> = Arc::clone(self) as _;
        self.slices.add(work);
    }

    /// Drops the search, without a result.
    pub fn abort(&self) {
        let State { memory, current } = &mut *self.lock();
        if let Some((run, stage)) = current.take() {
            if let Stage::Searching(root) = stage {
                memory.end(*root);
            }
            run.check_out();
        }
    }

    /// Searches to the end, without pauses. A search that waits for a stop goes on waiting.
    pub fn finish(&self) {
        self.lock().work(None);
    }

    /// Forgets earlier searches.
    pub fn forget(&self) {
        self.lock().memory = Memory::default();
    }
}

impl State {
    /// Works on; returns whether a pause has interrupted it.
    fn work(&mut self, pause: Option<&Pause>) -> bool {
        let Some((run, stage)) = self.current.take() else { return false };
        let (mut result, observer) = match stage {
            Stage::Found(result, observer) => (result, observer),
            Stage::Searching(mut root) => {
                root.tree.pauses.pause = pause.cloned();
                if !self.memory.think(&mut root) {
                    self.current = Some((run, Stage::Searching(root)));
                    return true;
                }
                self.memory.end(*root)
            }
        };
        if !run.is_urgent() {
            self.current = Some((run, Stage::Found(result, observer)));
            return false;
        }
        run.end_thinking();
        result.nodes = run.nodes();
        if let Some(mut observer) = observer {
            observer.finished(&result);
        }
        run.check_out();
        false
    }
}

impl Work for SlicedSearch {
    fn work(&self, pause: &Pause) -> bool {
        self.lock().work(Some(pause))
    }

    fn is_urgent(&self) -> bool {
        self.lock().current.as_ref().is_some_and(|(run, _)| run.is_urgent())
    }
}
