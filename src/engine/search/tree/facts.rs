//! The facts of a node: its state before the move loop, and the moves tried in the loop.

use crate::search::report::Bound;
use crate::search::tt::TtEntry;
use crate::types::{Move, Score};
use arrayvec::ArrayVec;

/// The state of a node before its move loop.
pub struct Node {
    /// Depth to which it is searched, in plies.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// Whether it is a PV node.
    pub pv: bool,
    /// Whether a cut is expected.
    pub cut_node: bool,
    /// Corrected static score; none in check.
    pub eval: Option<Score>,
    /// Whether the static score is better than two plies ago.
    pub improving: bool,
    /// The TT entry.
    pub entry: Option<TtEntry>,
}

impl Node {
    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.eval.is_none()
    }

    /// The TT move, or none.
    pub fn table_move(&self) -> Move {
        self.entry.map_or(Move::NONE, |entry| entry.mv)
    }

    /// Whether the TT knows, at any depth, that the score is below `limit`.
    pub fn is_known_below(&self, limit: Score) -> bool {
        let found = self.entry.and_then(|entry| entry.found);
        found.is_some_and(|found| found.bound == Bound::Upper && found.score < limit)
    }
}

/// Static scores of a position that is not in check; zeros in check.
#[derive(Clone, Copy, Default)]
pub struct StaticScores {
    /// Score of this board alone, as stored in the TT.
    pub board: Score,
    /// The same with the flow added.
    pub raw: Score,
}

/// Moves tried; those beyond this many do not update the histories.
type MovesTried = ArrayVec<Move, 64>;

/// The moves of a node picked so far.
#[derive(Default)]
pub struct Tried {
    /// Number of moves picked.
    pub number: i32,
    /// A move was skipped because a weak player does not see it.
    pub unseen: bool,
    /// Quiet moves that did not cut.
    pub quiets: MovesTried,
    /// Captures and promotions that did not cut.
    pub noisy: MovesTried,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tt::Found;

    #[test]
    fn only_an_upper_bound_below_the_limit_says_that_a_score_is_below_it() {
        let node = |found| {
            let entry = Some(TtEntry { mv: Move::NONE, eval: 0, found });
            Node { depth: 3, ply: 1, pv: false, cut_node: true, eval: Some(0), improving: false, entry }
        };
        let told = |score, bound| node(Some(Found { score, depth: 1, bound })).is_known_below(50);
        assert!(told(49, Bound::Upper) && !told(50, Bound::Upper));
        assert!(!told(49, Bound::Lower) && !told(49, Bound::Exact));
        assert!(!node(None).is_known_below(50));
    }
}
