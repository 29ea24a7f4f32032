//! How deep a move is searched: extensions, reductions, and the searches that these lead to.

use crate::board::CheckInfo;
use crate::search::Bound;
use crate::search::params;
use crate::search::tree::Tree;
use crate::search::tree::history::MoverTo;
use crate::search::tree::node::Node;
use crate::search::tree::prune::{self, LateMove};
use crate::search::tree::window::{NodeKind, NonPv};
use crate::types::{Move, Score, score};

impl Tree<'_> {
    /// What a move of the node, the one number `number` from 1, is about.
    pub(in crate::search) fn describe(
        &self,
        node: &Node,
        depth: i32,
        mv: Move,
        number: i32,
        checks: &CheckInfo,
    ) -> LateMove {
        let history = if mv.is_noisy() {
            0
        } else {
            let mover = MoverTo::new(&self.position, mv);
            self.histories.quiet(mover, self.before(node.ply))
        };
        LateMove {
            depth,
            number,
            pv: node.pv,
            cut_node: node.cut_node,
            improving: node.improving,
            gives_check: self.position.gives_check(checks, mv),
            is_drop: mv.is_drop(),
            history,
        }
    }

    /// Plies by which a move is searched deeper: a check that loses nothing, a table move without rival.
    pub(in crate::search) fn extension(&mut self, node: &Node, depth: i32, mv: Move, late: &LateMove) -> i32 {
        let features = &self.run.job.features;
        // Extended lines stay within twice the iteration, so that they end.
        if node.ply as i32 >= 2 * self.root_depth {
            return 0;
        }
        if features.singular
            && depth >= params::singular_depth()
            && !self.frames[node.ply].excluded.is_some()
            && let Some(entry) = node.entry
            && entry.mv == mv
            && let Some(found) = entry.found
            && found.depth >= depth - 3
            && found.bound != Bound::Upper
            && !score::is_mate(found.score)
        {
            let limit = found.score - params::singular_margin() * depth;
            self.frames[node.ply].excluded = mv;
            let score = self.alphabeta::<NonPv>((depth - 1) / 2, limit - 1, limit, node.ply, node.cut_node);
            self.frames[node.ply].excluded = Move::NONE;
            if score < limit {
                return 1;
            }
        }
        i32::from(features.check_extension && late.gives_check && self.position.see_at_least(mv, 0, &self.prices))
    }

    /// Searches the move that was just made: late moves with a null window and reduced, the first and the best in full.
    pub(in crate::search) fn search_move<N: NodeKind>(
        &mut self,
        new_depth: i32,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        late: &LateMove,
        mv: Move,
    ) -> Score {
        if late.number == 1 {
            let cut = !N::PV && !late.cut_node;
            return -self.alphabeta::<N::Child>(new_depth, -beta, -alpha, ply + 1, cut);
        }
        let reduction = self.reduction(late, mv, new_depth);
        let mut score = -self.alphabeta::<NonPv>(new_depth - reduction, -alpha - 1, -alpha, ply + 1, true);
        if score > alpha {
            // Another thread may have found a better move meanwhile.
            if N::PV {
                alpha = self.alpha_before(ply, late.depth, alpha);
            }
            if reduction > 0 || score <= alpha {
                score = -self.alphabeta::<NonPv>(new_depth, -alpha - 1, -alpha, ply + 1, !late.cut_node);
            }
        }
        if N::PV && score > alpha && score < beta {
            score = -self.alphabeta::<N::Child>(new_depth, -beta, -alpha, ply + 1, false);
        }
        score
    }

    fn reduction(&self, late: &LateMove, mv: Move, new_depth: i32) -> i32 {
        let unreduced = 1 + i32::from(late.pv) * 2;
        if !self.run.job.features.lmr || late.depth < 3 || late.number <= unreduced || mv.is_noisy() {
            return 0;
        }
        prune::lmr(*late).min(new_depth - 1).max(0)
    }
}
