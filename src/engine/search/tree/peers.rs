//! The interface between the tree and the other threads of its search: [`Peers`], with [`Alone`] for one thread at no
//! cost.

use super::stack::Line;
use crate::types::{Move, Score};

/// The identity of a node among the threads of a search.
#[derive(Clone, Copy, Debug)]
pub struct NodeId {
    /// The position's key.
    pub key: u64,
    /// Depth to which the node is searched, in plies.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
}

/// A move that raised alpha in a PV node.
#[derive(Clone, Debug, Default)]
pub struct PvMove {
    /// The score, for the side to move in that node.
    pub score: Score,
    /// Whether the score is exact; else it reached the node's beta and is a lower bound.
    pub exact: bool,
    /// The line that begins with the move.
    pub line: Line,
}

/// The other threads that search the same tree.
pub trait Peers {
    /// Least depth of nodes that are shared with peers, in plies.
    const LEAST_DEPTH: i32;
    /// The mark of a move that this thread is searching.
    type Claim: Copy;

    /// Whether this is the search's main thread, whose result counts.
    fn is_main(&self) -> bool;

    /// Enters a node. `exact`: only an exact score is of use there; `whole`: no move of it is excluded.
    fn enter(&mut self, key: u64, depth: i32, exact: bool, whole: bool);

    /// Lowers the depth of the node entered last.
    fn reduce_depth(&mut self, depth: i32);

    /// Reads new events of peers; true if this thread's iteration is void.
    fn poll(&mut self) -> bool;

    /// Whether a node on the line is being left because a peer has completed it: scores are invalid until then.
    fn is_leaving(&self) -> bool;

    /// If the node entered last is the one to leave: ends the leaving and returns the least depth of the peer's search.
    fn left(&mut self) -> Option<i32>;

    /// Exits the node entered last. `found` says whether the score is exact; without it no result is published.
    fn exit(&mut self, found: Option<bool>);

    /// Whether a peer is searching this move of a node.
    fn is_searched_elsewhere(&self, key: u64, mv: Move, depth: i32) -> bool;

    /// Marks a move of a node as being searched by this thread, until [`Self::end_move`].
    fn begin_move(&self, key: u64, mv: Move, depth: i32) -> Option<Self::Claim>;

    /// Removes the mark of a move.
    fn end_move(&self, claim: Option<Self::Claim>);

    /// The best move of a PV node that a peer has published, if it beats `alpha`.
    fn better_move(&self, node: NodeId, alpha: Score) -> Option<PvMove>;

    /// Publishes the best move so far of a PV node; `mv` is called only if the node is shared with peers.
    fn publish_move(&self, node: NodeId, mv: impl FnOnce() -> PvMove);
}

/// No other threads.
pub struct Alone;

impl Peers for Alone {
    const LEAST_DEPTH: i32 = i32::MAX;
    type Claim = ();

    #[inline]
    fn is_main(&self) -> bool {
        true
    }

    #[inline]
    fn enter(&mut self, _key: u64, _depth: i32, _exact: bool, _whole: bool) {}

    #[inline]
    fn reduce_depth(&mut self, _depth: i32) {}

    #[inline]
    fn poll(&mut self) -> bool {
        false
    }

    #[inline]
    fn is_leaving(&self) -> bool {
        false
    }

    #[inline]
    fn left(&mut self) -> Option<i32> {
        None
    }

    #[inline]
    fn exit(&mut self, _found: Option<bool>) {}

    #[inline]
    fn is_searched_elsewhere(&self, _key: u64, _mv: Move, _depth: i32) -> bool {
        false
    }

    #[inline]
    fn begin_move(&self, _key: u64, _mv: Move, _depth: i32) -> Option<()> {
        None
    }

    #[inline]
    fn end_move(&self, _claim: Option<()>) {}

    #[inline]
    fn better_move(&self, _node: NodeId, _alpha: Score) -> Option<PvMove> {
        None
    }

    #[inline]
    fn publish_move(&self, _node: NodeId, _mv: impl FnOnce() -> PvMove) {}
}
