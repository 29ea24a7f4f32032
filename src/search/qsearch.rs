//! Quiescence: the leaves of the tree are played out by captures, and on the first ply by drops that give check.

use super::Bound;
use super::picker::Picker;
use super::tt::TtEntry;
use super::worker::Worker;
use crate::board::see::EXCHANGE_VALUES;
use crate::types::score::{INFINITE, MATE_BOUND, MAX_PLY};
use crate::types::{Move, Score};

impl Worker<'_> {
    /// The quiet score of the position. `first` says that the caller is the tree, not quiescence itself.
    pub(super) fn qsearch<const PV: bool>(&mut self, mut alpha: Score, beta: Score, ply: usize, first: bool) -> Score {
        let features = self.run.job.features;
        if !features.qsearch {
            return self.static_eval();
        }
        self.count_node();
        self.frames[ply].pv.clear();
        self.seldepth = self.seldepth.max(ply);
        if self.stopped() {
            return alpha;
        }
        if ply >= MAX_PLY - 1 {
            return self.static_eval();
        }
        if self.is_repetition() {
            return self.even();
        }

        let key = self.table_key();
        let entry = if features.tt { self.run.tt.probe(key, ply) } else { None };
        if let Some(entry) = entry
            && !PV
            && entry.allows_cut(alpha, beta)
        {
            return entry.score;
        }

        let in_check = self.position.in_check();
        let mut raw_eval = 0;
        let mut best = -INFINITE;
        if !in_check {
            raw_eval = entry.map_or_else(|| self.static_eval(), |entry| entry.eval);
            best = self.corrected(raw_eval);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let stand_pat = best;
        let before_alpha = alpha;
        let table_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let mut picker = if in_check {
            Picker::all(table_move, [Move::NONE; 3], self.before(ply))
        } else {
            Picker::noisy(table_move, 0, first && features.qsearch_drop_checks)
        };
        let checks = self.position.check_info();
        let mut best_move = Move::NONE;
        let mut tried = 0;
        while let Some(mv) = picker.next(&self.position, &checks, self.histories) {
            tried += 1;
            if !in_check && !mv.is_drop() && self.cannot_reach(alpha, stand_pat, mv) {
                continue;
            }
            let undo = self.make(mv, ply);
            let score = -self.qsearch::<PV>(-beta, -alpha, ply + 1, false);
            self.unmake(mv, &undo);
            if self.stopped() {
                return alpha;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = mv;
                    if PV {
                        self.extend_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            // One evasion that survives is enough to know that quiet ones need not all be tried.
            if in_check && best > -MATE_BOUND && tried > 3 {
                picker.skip_quiets();
            }
        }
        if in_check && tried == 0 {
            return self.stuck_score(ply);
        }
        if features.tt {
            let bound = match () {
                () if best >= beta => Bound::Lower,
                () if PV && alpha > before_alpha => Bound::Exact,
                () => Bound::Upper,
            };
            self.run.tt.store(key, ply, TtEntry { mv: best_move, score: best, eval: raw_eval, depth: 0, bound });
        }
        best
    }

    /// Delta pruning: even taking the piece for nothing would leave the score below alpha.
    fn cannot_reach(&self, alpha: Score, stand_pat: Score, mv: Move) -> bool {
        let Some(kind) = self.position.piece_at(mv.to()).map(|piece| piece.kind()) else {
            return false;
        };
        let flow = self.run.job.view.flow[!self.position.side_to_move()].get(kind.index()).copied().unwrap_or(0);
        mv.promotion().is_none()
            && stand_pat + EXCHANGE_VALUES[kind.index()] + flow + self.run.job.params.delta_margin < alpha
    }
}
