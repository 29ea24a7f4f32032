//! The seam between the tree and the other threads of its search: a tree asks its [`Peers`], and [`Alone`] answers for one thread at no cost.

use super::stack::Line;
use crate::types::{Move, Score};

/// A node as the threads of one search tell it apart.
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
    /// Its score, for the side to move in that node.
    pub score: Score,
    /// The line that begins with it.
    pub line: Line,
}

/// The other threads that search the same tree.
pub trait Peers {
    /// Nodes of less depth are searched without regard to peers, in plies.
    const LEAST_DEPTH: i32;
    /// A move that peers know this thread to be searching.
    type Claim: Copy;

    /// Whether this is the search's main thread, whose result counts.
    fn is_main(&self) -> bool;

    /// This thread enters a node. `exact`: only an exact score is of use there; `whole`: no move of it is excluded.
    fn enter(&mut self, key: u64, depth: i32, exact: bool, whole: bool);

    /// The node entered last is searched only to this depth.
    fn reduce_depth(&mut self, depth: i32);

    /// Looks at what peers have published since. True if this thread's iteration is void.
    fn poll(&mut self) -> bool;

    /// Whether scores mean nothing until a node further up has been left, because a peer has searched it.
    fn is_leaving(&self) -> bool;

    /// If the node entered last is the one to leave: the depth to which a peer has searched it. Nothing is being left then.
    fn left(&mut self) -> Option<i32>;

    /// The node entered last has been searched; `found` is published if it is given: whether the score is exact.
    fn exit(&mut self, found: Option<bool>);

    /// Whether a peer is searching this move of a node.
    fn is_searched_elsewhere(&self, key: u64, mv: Move, depth: i32) -> bool;

    /// This thread begins to search a move of a node; to be ended by [`Self::end_move`].
    fn begin_move(&self, key: u64, mv: Move, depth: i32) -> Option<Self::Claim>;

    /// This thread has searched the move.
    fn end_move(&self, claim: Option<Self::Claim>);

    /// The best move of a PV node that a peer has published, if it beats `alpha`.
    fn better_move(&self, node: NodeId, alpha: Score) -> Option<PvMove>;

    /// Publishes the best move so far of a PV node; `mv` is asked only if peers are to see it.
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
