//! The threads of a search: [`searcher`] owns them, [`abdada`] shares the tree among them, [`rounds`] and [`helper`]
//! keep them at the same root search. Where there are none, [`sliced`] searches in the caller's thread.

mod abdada;
mod goal;
mod helper;
mod memory;
mod rounds;
mod searcher;
mod shared_pv;
mod sliced;

pub use searcher::{SearchError, Searcher, Shared};
