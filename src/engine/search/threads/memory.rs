//! The state that a search of a board leaves for the next one.

use super::searcher::Work;
use crate::search::mate::{InnerMates, RootMates};
use crate::search::report::{Finished, Observer};
use crate::search::root::{Earlier, RootPeers, RootSearch};
use std::sync::Arc;

/// State that survives from search to search.
#[derive(Default)]
pub struct Memory {
    earlier: Option<Earlier>,
    root_mates: RootMates,
    inner_mates: InnerMates,
}

impl Memory {
    /// Begins a search.
    pub fn begin<P: RootPeers>(&mut self, work: &Work, peers: P, observer: Box<dyn Observer>) -> RootSearch<P> {
        let Work { run, histories } = work;
        let mut root = RootSearch::new(Arc::clone(run), Arc::clone(histories), peers, Some(observer));
        root.tree.inner_mates = std::mem::take(&mut self.inner_mates);
        root.tree.inner_mates.begin();
        root.tree.root_mates = std::mem::take(&mut self.root_mates);
        root.begin(self.earlier.take());
        root
    }

    /// Searches until a limit is reached, or until a pause; returns whether the search has ended.
    pub fn think<P: RootPeers>(&mut self, root: &mut RootSearch<P>) -> bool {
        root.think()
    }

    /// Ends a search, and returns its result and observer.
    pub fn end<P: RootPeers>(&mut self, mut root: RootSearch<P>) -> (Finished, Option<Box<dyn Observer>>) {
        root.tree.check_in();
        let (result, observer) = (root.found().clone(), root.observer.take());
        self.inner_mates = std::mem::take(&mut root.tree.inner_mates);
        self.root_mates = std::mem::take(&mut root.tree.root_mates);
        self.earlier = Some(root.into_earlier());
        (result, observer)
    }
}
