//! Forced mates: by checks alone on one board ([`MateSearch`]), with its use at the root (`RootMates`) and inside the
//! tree (`InnerMates`), and on two boards that are one game ([`JointSearch`]).

mod dfpn;
mod inner;
mod numbers;
mod one_board;
mod root;
mod table;
mod two_boards;

pub(super) use inner::InnerMates;
pub use one_board::{MateResult, MateSearch};
pub(super) use root::{MateQuestion, RootMates};
pub use table::MateTable;
pub use two_boards::{JointMove, JointResult, JointSearch, TwoBoards};

use super::params;
use crate::types::Score;
use crate::types::score::MATE_BOUND;

/// Whether a score is winning, but not a mate score.
pub(super) fn wins_much(score: Score) -> bool {
    (params::hunting_cp()..MATE_BOUND).contains(&score)
}

/// Searches while `goes_on` returns true and `visited`, which counts the positions, is at most `most`.
fn search_up_to(search: MateSearch, visited: &mut u64, most: u64, goes_on: &mut dyn FnMut() -> bool) -> MateResult {
    search.search(|| {
        let more = goes_on();
        *visited += 1;
        more && *visited <= most
    })
}
