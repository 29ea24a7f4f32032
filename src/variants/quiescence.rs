//! The nodes of quiescence.

use super::game::Game;
use super::order::{Order, Scored};
use super::search::{INFINITE, MATE_BOUND, MAX_PLY, Search, score_of};
use super::table::Bound;

/// How far a capture's gain may fall short of alpha, in cp (delta pruning).
const DELTA_MARGIN: i32 = 180;

impl<G: Game> Search<'_, G> {
    /// Captures and promotions until the position is quiet; every move in check.
    pub(super) fn quiesce(&mut self, position: &G, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        if self.count_node() {
            return 0;
        }
        if let Some(score) = Self::score_at_end(position, ply) {
            return score;
        }
        let is_check = position.is_check();
        if ply >= MAX_PLY {
            return position.evaluate();
        }
        let key = position.key();
        let entry = self.table.probe(key);
        if let Some(entry) = entry
            && beta - alpha == 1
            && entry.bound.allows(entry.score_at(ply), alpha, beta)
        {
            return entry.score_at(ply);
        }
        let eval = if is_check { -INFINITE } else { entry.map_or_else(|| position.evaluate(), |e| e.eval.into()) };
        let mut best = -INFINITE;
        let original_alpha = alpha;
        if !is_check {
            // A score from the table is a better guess than the evaluation.
            let known = entry.map(|entry| (entry.bound, entry.score_at(ply)));
            let better = known.filter(|&(bound, score)| score.abs() < MATE_BOUND && bound.tells_more(score, eval));
            best = better.map_or(eval, |(_, score)| score);
            if best >= beta {
                if entry.is_none() {
                    self.table.store_eval(key, eval);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut list = self.lists.pop().unwrap_or_default();
        self.table.order.list(position, !is_check, entry.map_or(0, |entry| entry.mv), ply, None, &mut list);
        let (mut made, mut best_move) = (0, None);
        for index in 0..list.len() {
            let Scored { mv, score: rank } = Order::pick(&mut list, index);
            if !is_check {
                // SEE pruning
                if rank < 0 {
                    continue;
                }
                // Delta pruning: the capture is too small to reach alpha.
                let most = eval + position.gain(mv) + DELTA_MARGIN;
                if most <= alpha {
                    if position.gains_at_least(mv, 1) {
                        best = best.max(most);
                    }
                    continue;
                }
            } else if made > 0 && best > -MATE_BOUND && !position.is_noisy(mv) {
                continue;
            }
            let Some(next) = position.make(mv) else { continue };
            made += 1;
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move) = (score, Some(mv));
                    self.extend_pv(ply, mv);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.lists.push(list);
        if self.stopped {
            return 0;
        }
        if is_check && made == 0 {
            return score_of(position.without_moves(), position, ply);
        }
        let bound = Bound::of(best, original_alpha, beta);
        self.table.store(key, best_move, best, eval, 0, bound, ply);
        best
    }
}
