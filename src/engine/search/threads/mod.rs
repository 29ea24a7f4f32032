//! The threads of a search: [`searcher`] owns them, [`shared`] is what all searches use, [`abdada`] shares the tree
//! among the threads, [`rounds`] and [`helper`] keep them at the same root search. Where there are none, [`sliced`]
//! searches in the caller's thread.

mod abdada;
mod goal;
mod helper;
mod memory;
mod rounds;
mod searcher;
mod shared;
mod shared_pv;
mod sliced;

pub use searcher::{SearchError, Searcher};
pub use shared::Shared;
