//! The threads of a search: [`searcher`] keeps them, [`abdada`] lets them share one tree, [`rounds`] and [`helper`] keep them at one root.

mod abdada;
mod helper;
mod rounds;
mod searcher;
mod shared_pv;

pub use searcher::{SearchError, Searcher, Shared};
