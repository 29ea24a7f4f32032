//! The window of a node with the best move found in it, and the kinds of nodes.

use crate::search::report::Bound;
use crate::types::{Move, Score};

/// The kind of a node, a compile-time parameter of the search.
pub trait NodeKind {
    /// Whether it is a PV node.
    const PV: bool;
}

/// A PV node.
pub struct Pv;
impl NodeKind for Pv {
    const PV: bool = true;
}

/// A node searched with a null window.
pub struct NonPv;
impl NodeKind for NonPv {
    const PV: bool = false;
}

/// A node's window, with the best score and move so far.
pub struct Window {
    /// Lower bound: the best score so far, or the initial alpha.
    pub alpha: Score,
    /// Upper bound.
    pub beta: Score,
    /// Alpha before the first move.
    original_alpha: Score,
    /// The best score so far; below alpha an upper bound (fail-soft).
    pub best: Score,
    /// The last move that beat alpha.
    pub best_move: Move,
}

impl Window {
    /// A window with the score `best` before any move: stand pat, or `-INFINITE`.
    pub fn new(alpha: Score, beta: Score, best: Score) -> Self {
        Self { alpha, beta, original_alpha: alpha, best, best_move: Move::NONE }
    }

    /// Raises alpha to the score of a better move.
    pub fn raise(&mut self, mv: Move, score: Score) {
        (self.alpha, self.best_move) = (score, mv);
        self.best = self.best.max(score);
    }

    /// Whether alpha has reached beta.
    pub fn is_cut(&self) -> bool {
        self.alpha >= self.beta
    }

    /// The kind of bound that [`Self::best`] is of the node's score.
    pub fn bound(&self) -> Bound {
        if self.best >= self.beta {
            Bound::Lower
        } else if self.alpha > self.original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
