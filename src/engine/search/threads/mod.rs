//! The threads of a search: [`searcher`] owns them, [`abdada`] shares the tree among them, [`rounds`] and [`helper`]
//! keep them at the same root search.

mod abdada;
mod helper;
mod rounds;
mod searcher;
mod shared_pv;

pub use searcher::{SearchError, Searcher, Shared};
