//! Quiescence search: captures and promotions, on the first ply also safe quiet checks, and evasions in check.

use super::Tree;
use super::peers::Peers;
use super::picker::Picker;
use super::window::{NodeKind, Window};
use crate::search::params;
use crate::types::score::{INFINITE, MATE_BOUND, MAX_PLY};
use crate::types::{Move, Score};

/// The depths in the TT of quiescence with quiet checks and without. A score without quiet checks is not used where
/// they are searched.
const WITH_CHECKS: i32 = 0;
const WITHOUT_CHECKS: i32 = -1;

impl<P: Peers> Tree<P> {
    /// The quiescence score of the position. `first` on the first ply, called from the main search.
    pub fn qsearch<N: NodeKind>(&mut self, mut alpha: Score, beta: Score, ply: usize, first: bool) -> Score {
        let features = self.run.job.features;
        if !features.qsearch {
            return self.static_eval(ply);
        }
        self.count_node();
        self.stack[ply].pv.clear();
        self.seldepth = self.seldepth.max(ply);
        if self.stopped() {
            return alpha;
        }
        if ply >= MAX_PLY - 1 {
            return self.static_eval(ply);
        }
        if self.is_drawn() {
            return self.draw_score();
        }

        let depth = if first && features.qsearch_checks { WITH_CHECKS } else { WITHOUT_CHECKS };
        let entry = if features.tt { self.recall(ply) } else { None };
        if let Some(found) = entry.and_then(|entry| entry.found)
            && !N::PV
            && found.depth >= depth
            && found.allows_cut(alpha, beta)
        {
            return found.score;
        }

        let in_check = self.position.in_check();
        let mut board_eval = 0;
        let mut stand_pat = -INFINITE;
        if !in_check {
            board_eval = match entry {
                Some(entry) => entry.eval,
                None => self.board_eval(),
            };
            stand_pat = self.corrected(self.with_flow(board_eval, ply));
            if stand_pat >= beta {
                return stand_pat;
            }
            alpha = alpha.max(stand_pat);
        }
        let mut window = Window::new(alpha, beta, stand_pat);
        let table_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let mut picker = if in_check {
            Picker::all(self.position.check_info(), table_move, [Move::NONE; 3], self.continuation(ply))
        } else {
            let checks = (first && features.qsearch_checks).then(|| self.position.check_info());
            Picker::noisy(checks, table_move, 0)
        };
        let mut tried = 0;
        while let Some(mv) = self.next_of(&mut picker) {
            tried += 1;
            if self.is_blind_to(mv, ply, in_check) {
                continue;
            }
            if !in_check && mv.is_capture() && mv.promotion().is_none() {
                let most = stand_pat + self.values.gain(&self.position, mv) + params::delta_margin();
                if most < window.alpha {
                    window.best = window.best.max(most);
                    continue;
                }
            }
            let undo = self.make(mv, ply);
            let score = -self.qsearch::<N>(-beta, -window.alpha, ply + 1, false);
            self.unmake(mv, &undo);
            if self.stopped() {
                return window.alpha;
            }
            if self.update_window::<N>(&mut window, ply, mv, score) {
                break;
            }
            // After a few evasions, one of which is not mated, quiet ones are skipped.
            if in_check && window.best > -MATE_BOUND && tried > params::qsearch_evasions() {
                picker.skip_quiets();
            }
        }
        if in_check && tried == 0 {
            return self.no_move_score(ply);
        }
        if features.tt {
            self.remember(ply, window.best_move, board_eval, window.best, depth, window.bound());
        }
        window.best
    }
}
