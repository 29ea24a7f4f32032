//! One board's tree search: iterative deepening PVS over as many threads as allowed.
//!
//! Knows one board and a [`crate::eval::TeamView`]; does no I/O, prints nothing, reads a clock only under a time limit
//! or to time a report, and tells what it finds to an [`Observer`].

mod alphabeta;
pub mod bench;
pub mod budget;
mod deepen;
mod features;
mod handed;
pub mod history;
mod hunt;
mod identity;
mod limits;
pub mod mate;
mod node;
pub mod params;
pub mod picker;
mod prune;
mod qsearch;
mod raises;
mod report;
mod root;
mod run;
mod searcher;
mod together;
pub mod tt;
mod worker;

pub use features::Features;
pub use limits::{Blindness, Job, Limits, Patience, TimeLimit};
pub use report::{Bound, Candidate, Finished, Keeper, Kept, Observer, Report, Silent};
pub use searcher::{SearchError, Searcher, Shared};
