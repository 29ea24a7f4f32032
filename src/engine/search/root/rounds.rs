//! The interface between the main thread's root and the other threads of its search.

use super::moves::RootMove;
use crate::search::tree::peers::{Alone, Peers};
use crate::types::{Move, Score};

/// One search of the root: one iteration, one window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Number of price changes before it.
    pub price_changes: u32,
    /// Depth of the iteration, in plies.
    pub iteration: i32,
    /// Depth of this search of the root, in plies: less after fail highs.
    pub depth: i32,
    /// Whether mates are searched for inside the tree.
    pub inner_mates: bool,
    /// The root's window.
    pub window: (Score, Score),
    /// Rank of the MultiPV line, from 0.
    pub rank: usize,
    /// The root moves in their order, with their proven scores.
    pub moves: Vec<(Move, Option<Score>)>,
}

/// A helper's result of a round: the score, and its root moves.
pub type RoundResult = (Score, Vec<RootMove>);

/// The other threads, as used by the root.
pub trait RootPeers: Peers {
    /// Begins a round, perhaps before the main thread comes to it. No effect if it equals the current one.
    fn begin_round(&self, round: impl FnOnce() -> Round);

    /// `Some` if the root is to be left, with a helper's result of the current round, if any. Ends the leaving.
    fn left_root(&mut self) -> Option<Option<RoundResult>>;
}

impl RootPeers for Alone {
    fn begin_round(&self, _round: impl FnOnce() -> Round) {}

    fn left_root(&mut self) -> Option<Option<RoundResult>> {
        None
    }
}
