//! Updates after a node has been searched: histories, correction histories, and the TT.

use super::Tree;
use super::facts::{Node, StaticScores, Tried};
use super::history::MoverTo;
use super::peers::Peers;
use super::prune;
use super::window::Window;
use crate::search::params;
use crate::search::report::Bound;
use crate::types::{Move, PieceType, score};

/// The results of a searched node.
pub struct Learned<'n> {
    /// The window, with the best move.
    pub window: &'n Window,
    /// The moves tried.
    pub tried: &'n Tried,
    /// The static scores.
    pub scores: StaticScores,
    /// No move was excluded.
    pub whole: bool,
}

impl<P: Peers> Tree<P> {
    /// Updates the histories if a move was good enough, and the correction histories and the TT unless a move was
    /// excluded.
    pub fn learn(&mut self, node: &Node, learned: &Learned<'_>) {
        let features = self.run.job.features;
        let &Learned { window, tried, scores, whole } = learned;
        let Window { best, best_move, beta, .. } = *window;
        self.stack[node.ply].cuts += u32::from(best >= beta);
        // A move that raised alpha in a PV node is as good an example as one that cut.
        if features.history && (best >= beta || node.pv && whole && best_move.is_some()) {
            self.learn_from_best(best_move, node, tried);
        }
        if !whole {
            return;
        }
        let bound = window.bound();
        if let Some(eval) = node.eval
            && features.correction
            && !score::is_mate(best)
            && !best_move.is_noisy()
            && !(bound == Bound::Lower && best <= eval)
            && !(bound == Bound::Upper && best >= eval)
        {
            self.histories.learn_correction(&self.position, best - scores.raw, node.depth);
        }
        if features.tt {
            self.remember(node.ply, best_move, scores.board, best, node.depth, bound);
        }
    }

    /// Rewards the best move, and penalizes the others tried.
    fn learn_from_best(&mut self, mv: Move, node: &Node, tried: &Tried) {
        let bonus = prune::history_bonus(node.depth);
        if mv.is_noisy() {
            self.learn_noisy(mv, bonus);
        } else {
            let killers = &mut self.stack[node.ply].killers;
            if killers[0] != mv {
                *killers = [mv, killers[0]];
            }
            self.histories.set_counter(self.continuation(node.ply)[0], mv);
            self.learn_quiet(mv, node.ply, bonus);
            let many = (tried.quiets.len() as i32).max(params::history_penalties());
            let penalty = bonus * params::history_penalties() / many;
            for &other in tried.quiets.iter().filter(|&&other| other != mv) {
                self.learn_quiet(other, node.ply, -penalty);
            }
        }
        for &other in tried.noisy.iter().filter(|&&other| other != mv) {
            self.learn_noisy(other, -bonus);
        }
    }

    fn learn_quiet(&mut self, mv: Move, ply: usize, bonus: i32) {
        let mover = MoverTo::new(&self.position, mv);
        self.histories.learn_quiet(mover, self.continuation(ply), bonus);
    }

    fn learn_noisy(&mut self, mv: Move, bonus: i32) {
        let mover = MoverTo::new(&self.position, mv);
        let taken = self.position.piece_at(mv.to()).map_or(PieceType::Pawn, |piece| piece.kind());
        self.histories.learn_noisy(mover, taken, bonus);
    }
}
