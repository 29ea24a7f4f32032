//! What the nodes of the tree and of quiescence share: their kinds, and the window with the best move found in it.

use crate::search::Bound;
use crate::search::tree::Tree;
use crate::types::{Move, Score};

/// The kind of a node, known when the search is compiled.
pub(in crate::search) trait NodeKind {
    /// The node may change the PV.
    const PV: bool = true;
    /// The node is the root: its moves are those of [`Tree::root_moves`], none of them is pruned or extended, and neither
    /// the table nor the histories learn from it.
    const ROOT: bool = false;
    /// The kind of the node behind its first move.
    type Child: NodeKind;
}

/// The root.
pub(in crate::search) struct Root;
impl NodeKind for Root {
    const ROOT: bool = true;
    type Child = Pv;
}

/// A node that may change the PV.
pub(in crate::search) struct Pv;
impl NodeKind for Pv {
    type Child = Self;
}

/// A node searched with a null window.
pub(in crate::search) struct NonPv;
impl NodeKind for NonPv {
    const PV: bool = false;
    type Child = Self;
}

/// A node's window, and the best that was found in it.
pub(in crate::search) struct Window {
    pub(in crate::search) alpha: Score,
    beta: Score,
    /// Alpha before the first move.
    floor: Score,
    pub(in crate::search) best: Score,
    /// The last move that beat alpha.
    pub(in crate::search) best_move: Move,
}

impl Window {
    /// The window of a node that has the score `best` without any move.
    pub(in crate::search) fn new(alpha: Score, beta: Score, best: Score) -> Self {
        Self { alpha, beta, floor: alpha, best, best_move: Move::NONE }
    }

    /// Notes a move that beats alpha.
    pub(in crate::search) fn raise(&mut self, mv: Move, score: Score) {
        (self.alpha, self.best_move) = (score, mv);
        self.best = self.best.max(score);
    }

    /// Whether a move has beaten beta.
    pub(in crate::search) fn is_cut(&self) -> bool {
        self.alpha >= self.beta
    }

    /// What [`Self::best`] says of the node's score.
    pub(in crate::search) fn bound(&self) -> Bound {
        match () {
            () if self.best >= self.beta => Bound::Lower,
            () if self.alpha > self.floor => Bound::Exact,
            () => Bound::Upper,
        }
    }
}

impl Tree<'_> {
    /// Notes the score of a move at `ply`, and says whether it cuts the node.
    #[inline]
    pub(in crate::search) fn note<N: NodeKind>(
        &mut self,
        window: &mut Window,
        ply: usize,
        mv: Move,
        score: Score,
    ) -> bool {
        window.best = window.best.max(score);
        if score > window.alpha {
            window.raise(mv, score);
            if N::PV {
                self.extend_pv(ply, mv);
            }
        }
        score >= window.beta
    }
}
