//! Cuts by a search of their own before the move loop: null move pruning and ProbCut.

use super::Tree;
use super::facts::Node;
use super::peers::Peers;
use super::picker::Picker;
use super::prune;
use super::window::NonPv;
use crate::search::params;
use crate::search::report::Bound;
use crate::types::{PieceType, Score, score};

impl<P: Peers> Tree<P> {
    /// Null move pruning: a pass that still fails high cuts the node. It is not tried where the TT says that it fails.
    pub fn null_move(&mut self, node: &Node, eval: Score, alpha: Score, beta: Score) -> Option<Score> {
        let Node { depth, ply, cut_node, .. } = *node;
        if self.continuation(ply)[0].is_none() || node.is_known_below(beta) || !self.can_pass() {
            return None;
        }
        let reduced = depth - prune::nmp_reduction(depth, eval - beta);
        self.stack[ply].mover = None;
        self.stack[ply + 1].flow = self.stack[ply].flow;
        let undo = self.position.make_null();
        self.keys.push(self.position.key());
        let score = -self.alphabeta::<NonPv>(reduced, -beta, -beta + 1, ply + 1, !cut_node);
        self.keys.pop();
        self.position.unmake_null(&undo);
        if self.stopped() {
            return Some(alpha);
        }
        (score >= beta).then_some(if score::is_mate(score) { beta } else { score })
    }

    /// Whether a null move is allowed: not with only king and pawns and an empty hand (zugzwang).
    fn can_pass(&self) -> bool {
        let us = self.position.side_to_move();
        let plain = self.position.pieces(us, PieceType::Pawn) | self.position.pieces(us, PieceType::King);
        self.position.color(us) != plain || !self.position.hand(us).is_empty()
    }

    /// ProbCut: a capture that holds a raised beta at a low depth would hold beta at full depth. `board_eval` is the
    /// static score for the TT, `eval` the corrected one.
    pub fn probcut(&mut self, node: &Node, board_eval: Score, eval: Score, beta: Score) -> Option<Score> {
        let Node { depth, ply, cut_node, .. } = *node;
        let raised = beta + params::probcut_margin();
        if score::is_mate(raised) || node.is_known_below(raised) {
            return None;
        }
        let mut picker = Picker::noisy(None, node.table_move(), raised - eval);
        while let Some(mv) = self.next_of(&mut picker) {
            let undo = self.make(mv, ply);
            let mut score = -self.qsearch::<NonPv>(-raised, -raised + 1, ply + 1, false);
            if score >= raised {
                let reduced = depth - params::probcut_reduction();
                score = -self.alphabeta::<NonPv>(reduced, -raised, -raised + 1, ply + 1, !cut_node);
            }
            self.unmake(mv, &undo);
            if self.stopped() {
                return Some(beta);
            }
            if score >= raised && !score::is_mate(score) {
                if self.run.job.features.tt {
                    let searched = depth - params::probcut_reduction() + 1;
                    self.remember(ply, mv, board_eval, score, searched, Bound::Lower);
                }
                return Some(score - (raised - beta));
            }
        }
        None
    }
}
