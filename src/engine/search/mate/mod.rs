//! Mates by checks alone: the search for one ([`MateSearch`]), and how far a search of a root looks for them beside its tree
//! ([`RootMates`]) and inside it ([`InnerMates`]).

mod dfpn;
mod inner;
mod root;

pub use dfpn::{MateResult, MateSearch, MateTable};
pub(super) use inner::InnerMates;
pub(super) use root::{MateQuestion, RootMates};

use super::params;
use crate::types::Score;
use crate::types::score::MATE_BOUND;

/// Whether a score wins the game, but by no known mate.
pub(super) fn wins_much(score: Score) -> bool {
    (params::hunting_cp()..MATE_BOUND).contains(&score)
}

/// Searches as long as `goes_on`, for at most `most` positions, which are counted in `visited`.
fn ask(search: MateSearch, visited: &mut u64, most: u64, mut goes_on: impl FnMut() -> bool) -> MateResult {
    search.search(|| {
        let more = goes_on();
        *visited += 1;
        more && *visited <= most
    })
}
