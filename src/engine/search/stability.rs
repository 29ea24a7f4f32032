//! How much of the soft time limit a search uses, by how stable its iterations are.

use crate::types::{Move, Score};

/// How the soft limit scales with the stability of the iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Percent by the number of iterations that the best move has stood; the last entry holds for all further ones.
    pub settled_percent: [u64; 7],
    /// Percent added for each 100 cp that the score has dropped since the last iteration.
    pub drop_percent: u64,
    /// Largest drop that counts, in cp.
    pub deepest_drop_cp: u64,
    /// Percent of all this if the best move has had none, and all, of the last iteration's nodes.
    pub share_percent: [u64; 2],
}

impl Patience {
    /// The unscaled soft limit.
    pub const NONE: Self =
        Self { settled_percent: [100; 7], drop_percent: 0, deepest_drop_cp: 0, share_percent: [100; 2] };

    /// How much of the soft limit to use, in percent, if the best move has stood for `iterations` iterations and the
    /// score has dropped by `drop` cp, where the best move has had `share` percent of the nodes.
    pub fn percent(&self, iterations: usize, drop: Score, share: u64) -> u64 {
        let drop = (drop.max(0) as u64).min(self.deepest_drop_cp);
        let settled = self.settled_percent[iterations.min(self.settled_percent.len() - 1)];
        let [none, all] = self.share_percent;
        (settled + drop * self.drop_percent / 100) * (none * (100 - share) + all * share) / 10_000
    }
}

/// The best moves and scores of the iterations so far.
#[derive(Default)]
pub(super) struct Stability {
    best: Option<Move>,
    /// Iterations for which the best move has stood.
    iterations: usize,
    last_score: Score,
}

impl Stability {
    /// Adds an iteration's result, with its score without flow and the best move's share of its nodes in percent, and
    /// returns how much of the soft limit to use, in percent.
    pub fn percent(&mut self, patience: &Patience, best: Move, score: Score, share: u64) -> u64 {
        let drop = if self.best.is_some() { self.last_score - score } else { 0 };
        self.iterations = if self.best == Some(best) { self.iterations + 1 } else { 0 };
        (self.best, self.last_score) = (Some(best), score);
        patience.percent(self.iterations, drop, share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_a_first_score_below_zero_counted_as_a_drop() {
        let patience = Patience { drop_percent: 50, deepest_drop_cp: 200, ..Patience::NONE };
        let mut stability = Stability::default();
        let mut percent = |score| stability.percent(&patience, Move::NONE, score, 0);
        assert_eq!((percent(-500), percent(-600), percent(-100)), (100, 150, 100));
    }
}
