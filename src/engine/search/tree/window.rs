//! The window of a node with the best move found in it, and the kinds of nodes.

use crate::search::report::Bound;
use crate::types::{Move, Score};

/// The kind of a node, known when the search is compiled.
pub trait NodeKind {
    /// The node may change the PV.
    const PV: bool;
}

/// A node that may change the PV.
pub struct Pv;
impl NodeKind for Pv {
    const PV: bool = true;
}

/// A node searched with a null window.
pub struct NonPv;
impl NodeKind for NonPv {
    const PV: bool = false;
}

/// A node's window, and the best that was found in it.
pub struct Window {
    /// Lower bound: the best score so far, or that of the start.
    pub alpha: Score,
    /// Upper bound.
    pub beta: Score,
    /// Alpha before the first move.
    floor: Score,
    /// The best score so far; below alpha a bound of the true one.
    pub best: Score,
    /// The last move that beat alpha.
    pub best_move: Move,
}

impl Window {
    /// The window of a node that has the score `best` without any move.
    pub fn new(alpha: Score, beta: Score, best: Score) -> Self {
        Self { alpha, beta, floor: alpha, best, best_move: Move::NONE }
    }

    /// Takes in a move that beats alpha.
    pub fn raise(&mut self, mv: Move, score: Score) {
        (self.alpha, self.best_move) = (score, mv);
        self.best = self.best.max(score);
    }

    /// Whether a move has beaten beta.
    pub fn is_cut(&self) -> bool {
        self.alpha >= self.beta
    }

    /// The kind of bound that [`Self::best`] is of the node's score.
    pub fn bound(&self) -> Bound {
        match () {
            () if self.best >= self.beta => Bound::Lower,
            () if self.alpha > self.floor => Bound::Exact,
            () => Bound::Upper,
        }
    }
}
