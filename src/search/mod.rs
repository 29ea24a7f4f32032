//! One board's tree search: iterative deepening PVS over as many threads as allowed.
//!
//! Knows one board and a [`crate::eval::TeamView`]; does no I/O, prints nothing, reads a clock only under a time limit
//! or to time a report, and tells what it finds to an [`Observer`].

pub mod bench;
pub mod budget;
mod features;
mod identity;
mod limits;
pub mod mate;
pub mod params;
mod report;
mod root;
mod run;
mod threads;
pub mod tree;
pub mod tt;

pub use features::Features;
pub use limits::{Blindness, Job, Limits, Patience, TimeLimit};
pub use report::{Bound, Candidate, Finished, Keeper, Kept, Observer, Report, Silent};
pub use threads::{SearchError, Searcher, Shared};
