//! The seam between the root of the main thread and the other threads of its search.

use super::moves::RootMove;
use crate::search::tree::peers::{Alone, Peers};
use crate::types::{Move, Score};

/// What the main thread searches the root for: one iteration, one window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// How often the prices had changed.
    pub price_changes: u32,
    /// The iteration, in plies.
    pub depth: i32,
    /// The root's window.
    pub window: (Score, Score),
    /// Rank of the line that is searched, from 0.
    pub rank: usize,
    /// The root moves in their order, with their proven scores.
    pub moves: Vec<(Move, Option<Score>)>,
}

/// What a helper found in a round: the score, and its root moves.
pub type RoundResult = (Score, Vec<RootMove>);

/// The other threads, as the root meets them.
pub trait RootPeers: Peers {
    /// The main thread begins a round, or soon will. If it is the same as before, nothing changes.
    fn begin_round(&self, round: impl FnOnce() -> Round);

    /// If the root is to be left: true, with what a helper found in this round, if that is still of use. Nothing is being left then.
    fn left_root(&mut self) -> Option<Option<RoundResult>>;
}

impl RootPeers for Alone {
    fn begin_round(&self, _round: impl FnOnce() -> Round) {}

    fn left_root(&mut self) -> Option<Option<RoundResult>> {
        None
    }
}
