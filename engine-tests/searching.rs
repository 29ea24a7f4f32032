//! A search for tests.

use tandem::search::{Finished, Job, Searcher, clean};

/// Searches and waits for the result.
pub fn think(searcher: &mut Searcher, job: Job) -> Finished {
    clean::search(searcher, job).expect("a search thread").result
}
