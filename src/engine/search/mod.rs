//! One board's tree search: iterative deepening PVS over as many threads as allowed.
//!
//! Depends on one board and a [`crate::eval::Prices`]; does no I/O, prints nothing, reads a clock only under a time
//! limit or to time a report, and reports its results to an [`Observer`].
//!
//! | module | contents |
//! |---|---|
//! | `limits`, `stability`, `report`, `features` | the interface: job, limits, reports, switches |
//! | `params` | every tunable number |
//! | `run`, `budget` | one search in progress: clock, node count, stop; how many threads run at once |
//! | `tree` | alpha-beta and quiescence over one board, by one thread |
//! | `mate` | forced mates: by checks alone on one board, and on two boards that are one game |
//! | `root` | iterative deepening, aspiration windows, MultiPV, when to stop |
//! | `threads` | the threads of a search, and how they share its tree |
//! | `slices` | searches where there are no threads |
//! | `tt`, `identity`, `evals` | the transposition table, the identities of games and prices in it, static scores |
//! | `prefetch` | memory loaded into the caches before it is read |
//! | `clean`, `bench` | the blocking search, the bench signature |

pub mod bench;
pub mod budget;
pub mod clean;
mod evals;
mod features;
mod identity;
mod limits;
pub mod mate;
pub mod params;
mod prefetch;
mod report;
mod root;
mod run;
pub mod slices;
mod stability;
mod threads;
pub mod tree;
pub mod tt;

pub use features::Features;
pub use limits::{Blindness, Job, Limits, TimeLimit};
pub use report::{Bound, Candidate, Finished, Observer, Report, Silent};
pub use stability::Patience;
pub use threads::{SearchError, Searcher, Shared};
