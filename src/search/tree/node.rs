//! The tree: principal variation search over one board.

use crate::search::Bound;
use crate::search::params;
use crate::search::tree::Tree;
use crate::search::tree::picker::Picker;
use crate::search::tree::prune::{self, LateMove};
use crate::search::tree::window::{NodeKind, NonPv, Window};
use crate::search::tt::TtEntry;
use crate::types::score::{self, INFINITE, MATE_BOUND, MAX_PLY, mate_in, mated_in};
use crate::types::{Color, Move, PieceType, Score};
use arrayvec::ArrayVec;

/// What a node knows before it looks at its moves.
pub(in crate::search) struct Node {
    pub(in crate::search) depth: i32,
    pub(in crate::search) ply: usize,
    pub(in crate::search) pv: bool,
    pub(in crate::search) cut_node: bool,
    /// Corrected static score; nothing in check.
    pub(in crate::search) eval: Option<Score>,
    pub(in crate::search) improving: bool,
    pub(in crate::search) entry: Option<TtEntry>,
}

type Tried = ArrayVec<Move, 64>;

impl Tree<'_> {
    /// What [`Self::alphabeta`] does with a node that no other thread has ended.
    pub(in crate::search) fn node<N: NodeKind>(
        &mut self,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        let features = self.run.job.features;
        if depth <= 0 {
            return self.qsearch::<N::Child>(alpha, beta, ply, true);
        }
        if !N::ROOT {
            self.count_node();
        }
        self.frames[ply].pv.clear();
        self.frames[ply + 1].killers = [Move::NONE; 2];
        self.seldepth = self.seldepth.max(ply);
        self.hear();
        if self.stopped() {
            return alpha;
        }

        // 1. The ends of the line: too deep, a repetition, or a mate that cannot be improved on.
        if ply >= MAX_PLY - 1 {
            return self.static_eval(ply);
        }
        if !N::ROOT && self.is_repetition() {
            return self.draw_score();
        }
        if features.mate_distance && !N::ROOT {
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 2. What the table knows.
        let excluded = self.frames[ply].excluded;
        let entry = if features.tt && !N::ROOT && !excluded.is_some() { self.recall(ply) } else { None };
        if let Some(found) = entry.and_then(|entry| entry.found)
            && !N::PV
            && found.depth >= depth
            && found.allows_cut(alpha, beta)
        {
            return found.score;
        }

        // 3. The static score.
        let in_check = self.position.in_check();
        let mut board_eval = 0;
        let mut raw_eval = 0;
        let eval = (!in_check).then(|| {
            board_eval = match entry {
                Some(entry) => entry.eval,
                None => self.board_eval(),
            };
            raw_eval = self.with_flow(board_eval, ply);
            self.corrected(raw_eval)
        });
        self.frames[ply].eval = eval;
        let earlier = ply.checked_sub(2).and_then(|ply| self.frames[ply].eval);
        let improving = N::ROOT || matches!((eval, earlier), (Some(now), Some(before)) if now > before);
        let node = Node { depth, ply, pv: N::PV, cut_node, eval, improving, entry };

        // 4. Cuts before any move is tried.
        if !N::ROOT
            && !excluded.is_some()
            && let Some((mv, plies)) = self.mate_inside(depth, beta, ply)
        {
            let score = mate_in(ply + plies);
            if features.tt {
                self.remember(ply, mv, board_eval, score, depth, Bound::Lower);
            }
            return score;
        }
        if !N::PV
            && !excluded.is_some()
            && let Some(score) = self.cut_early(&node, alpha, beta)
        {
            return score;
        }
        if features.iir
            && !N::ROOT
            && !excluded.is_some()
            && depth >= params::iir_depth()
            && entry.is_none_or(|entry| !entry.mv.is_some())
        {
            depth -= 1;
            self.note_depth(depth);
        }

        // 5. The moves.
        let table_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let before = self.before(ply);
        let refutations = if features.killers {
            let [first, second] = self.frames[ply].killers;
            [first, second, self.histories.counter(before[0])]
        } else {
            [Move::NONE; 3]
        };
        let mut picker = Picker::all(table_move, refutations, before);
        let checks = self.position.check_info();
        let mut window = Window::new(alpha, beta, -INFINITE);
        let mut number = 0;
        let mut unseen = false;
        let mut tried_quiets = Tried::new();
        let mut tried_noisy = Tried::new();
        let mut deferred: ArrayVec<(Move, LateMove), 64> = ArrayVec::new();
        loop {
            if N::PV && self.adopt_pv_move::<N>(&mut window, depth, ply) && window.is_cut() {
                break;
            }
            let next = if N::ROOT {
                self.root_move(number)
            } else {
                picker.next(&self.position, &checks, &self.prices, self.histories)
            };
            let (mv, late) = match next {
                Some(mv) if mv == excluded => continue,
                Some(mv) if self.is_blind_to(mv, ply, in_check) => {
                    unseen = true;
                    continue;
                }
                Some(mv) => {
                    number += 1;
                    // Another thread has told its score.
                    if mv == window.best_move {
                        continue;
                    }
                    let late = self.describe(&node, depth, mv, number, &checks);
                    if !N::ROOT && window.best > -MATE_BOUND && self.prune_move(&node, mv, &late, &mut picker) {
                        continue;
                    }
                    if number > 1 && self.is_searched_elsewhere(mv, depth) && deferred.try_push((mv, late)).is_ok() {
                        continue;
                    }
                    (mv, late)
                }
                None => match deferred.pop_at(0) {
                    Some((mv, _)) if mv == window.best_move => continue,
                    Some(later) => later,
                    None => break,
                },
            };
            let number = late.number;
            let extension = if N::ROOT { 0 } else { self.extension(&node, depth, mv, &late) };
            if N::ROOT {
                self.announce(number, mv);
            }
            let before = self.searched();
            let known = if N::ROOT { self.known_mate(number) } else { None };
            let score = match known {
                Some(mated) if mated < 0 => {
                    self.frames[ply + 1].pv.clear();
                    mated
                }
                _ => {
                    let busy = self.begin_move(mv, depth);
                    let undo = self.make(mv, ply);
                    let score = self.search_move::<N>(depth - 1 + extension, window.alpha, beta, ply, &late, mv);
                    self.unmake(mv, &undo);
                    self.end_move(busy);
                    known.map_or(score, |mate| score.max(mate))
                }
            };
            if self.stopped() {
                return window.alpha;
            }
            if N::ROOT {
                self.note_root_move(number, mv, score, window.alpha, self.searched() - before);
            }
            let raises = score > window.alpha;
            let cuts = self.note::<N>(&mut window, ply, mv, score);
            if N::PV && raises {
                self.publish_pv_move(depth, ply, score);
            }
            if cuts {
                break;
            }
            let tried = if mv.is_noisy() { &mut tried_noisy } else { &mut tried_quiets };
            let _ = tried.try_push(mv);
        }

        let Window { best, best_move, .. } = window;
        if N::ROOT {
            return best;
        }

        // 6. No move at all, or only the excluded one.
        let none = number == 0 && !best_move.is_some();
        if none && unseen {
            return self.static_eval(ply);
        }
        if none {
            return if excluded.is_some() { alpha } else { self.no_move_score(ply) };
        }

        // 7. What was learned.
        if best >= beta && features.history {
            self.learn_from_cut(best_move, depth, ply, &tried_quiets, &tried_noisy);
        }
        if !excluded.is_some() {
            let bound = window.bound();
            if let Some(eval) = eval
                && features.correction
                && !score::is_mate(best)
                && !best_move.is_noisy()
                && !(bound == Bound::Lower && best <= eval)
                && !(bound == Bound::Upper && best >= eval)
            {
                self.histories.learn_correction(&self.position, best - raw_eval, depth);
            }
            if features.tt {
                self.remember(ply, best_move, board_eval, best, depth, bound);
            }
        }
        best
    }

    /// Cuts that need no move of this node: reverse futility, null move, ProbCut.
    fn cut_early(&mut self, node: &Node, alpha: Score, beta: Score) -> Option<Score> {
        let features = &self.run.job.features;
        let eval = node.eval?;
        let (depth, ply) = (node.depth, node.ply);
        if score::is_mate(beta) {
            return None;
        }
        if features.reverse_futility
            && depth <= params::rfp_depth()
            && eval - prune::rfp_margin(depth, node.improving) >= beta
        {
            return Some(eval);
        }
        if features.null_move
            && depth >= params::nmp_depth()
            && eval >= beta
            && self.before(ply)[0].is_some()
            && self.can_pass()
        {
            let reduced = depth - prune::nmp_reduction(depth, eval - beta);
            self.frames[ply].mover = None;
            self.frames[ply + 1].flow = self.frames[ply].flow;
            let undo = self.position.make_null();
            self.keys.push(self.position.key());
            let score = -self.alphabeta::<NonPv>(reduced, -beta, -beta + 1, ply + 1, !node.cut_node);
            self.keys.pop();
            self.position.unmake_null(&undo);
            if self.stopped() {
                return Some(alpha);
            }
            if score >= beta {
                return Some(if score::is_mate(score) { beta } else { score });
            }
        }
        if features.probcut && depth >= params::probcut_depth() {
            return self.probcut(node, beta);
        }
        None
    }

    /// Passing proves nothing where every move may be a loss: with neither a non-pawn piece nor a hand.
    fn can_pass(&self) -> bool {
        let us: Color = self.position.side_to_move();
        let plain = self.position.pieces(us, PieceType::Pawn) | self.position.pieces(us, PieceType::King);
        self.position.color(us) != plain || !self.position.hand(us).is_empty()
    }

    /// A capture that holds a raised beta at a low depth would hold beta at full depth.
    fn probcut(&mut self, node: &Node, beta: Score) -> Option<Score> {
        let raised = beta + params::probcut_margin();
        let known = node.entry.and_then(|entry| entry.found);
        if score::is_mate(raised) || known.is_some_and(|found| found.bound == Bound::Upper && found.score < raised) {
            return None;
        }
        let need = raised - node.eval?;
        let mut picker = Picker::noisy(node.entry.map_or(Move::NONE, |entry| entry.mv), need, false);
        let checks = self.position.check_info();
        while let Some(mv) = picker.next(&self.position, &checks, &self.prices, self.histories) {
            let undo = self.make(mv, node.ply);
            let mut score = -self.qsearch::<NonPv>(-raised, -raised + 1, node.ply + 1, false);
            if score >= raised {
                score = -self.alphabeta::<NonPv>(node.depth - 4, -raised, -raised + 1, node.ply + 1, !node.cut_node);
            }
            self.unmake(mv, &undo);
            if self.stopped() {
                return Some(beta);
            }
            if score >= raised && !score::is_mate(score) {
                return Some(score - (raised - beta));
            }
        }
        None
    }

    /// Whether a move is left out at this node; may also end the node's quiet moves.
    fn prune_move(&self, node: &Node, mv: Move, late: &LateMove, picker: &mut Picker) -> bool {
        let features = self.run.job.features;
        let depth = late.depth;
        let quiet = !mv.is_noisy();
        if features.lmp
            && quiet
            && !late.gives_check
            && depth <= params::lmp_depth()
            && late.number > prune::lmp_count(depth, node.improving)
        {
            picker.skip_quiets();
            return true;
        }
        features.see_pruning
            && depth <= params::see_depth()
            && !self.position.see_at_least(mv, prune::see_margin(depth, quiet), &self.prices)
    }

    /// A move cut: it gains, those tried before it lose.
    fn learn_from_cut(&mut self, mv: Move, depth: i32, ply: usize, quiets: &[Move], noisy: &[Move]) {
        let bonus = prune::history_bonus(depth);
        let before = self.before(ply);
        if mv.is_noisy() {
            self.learn_noisy(mv, bonus);
        } else {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != mv {
                *killers = [mv, killers[0]];
            }
            self.histories.set_counter(before[0], mv);
            self.learn_quiet(mv, ply, bonus);
            for &other in quiets {
                self.learn_quiet(other, ply, -bonus);
            }
        }
        for &other in noisy {
            self.learn_noisy(other, -bonus);
        }
    }

    fn learn_quiet(&mut self, mv: Move, ply: usize, bonus: i32) {
        let mover = crate::search::tree::history::MoverTo::new(&self.position, mv);
        let before = self.before(ply);
        self.histories.learn_quiet(mover, before, bonus);
    }

    fn learn_noisy(&mut self, mv: Move, bonus: i32) {
        let mover = crate::search::tree::history::MoverTo::new(&self.position, mv);
        let taken = self.position.piece_at(mv.to()).map_or(PieceType::Pawn, |piece| piece.kind());
        self.histories.learn_noisy(mover, taken, bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::TeamView;
    use crate::search::budget::ThreadBudget;
    use crate::search::run::Run;
    use crate::search::tt::Tt;
    use crate::search::{Features, Job, Limits};
    use std::sync::Arc;

    /// What `ask` finds by a worker with these heuristics at the root `bfen`.
    fn asked<T>(bfen: &str, features: Features, ask: impl FnOnce(&mut Tree<'_>) -> T) -> T {
        let position = fen::parse(bfen, BoardRules::default()).expect("a position");
        let job = Job { features, ..Job::new(position, TeamView::bughouse_default(), Limits::default()) };
        let (run, budget) = (Run::new(job, Arc::new(Tt::new(1)), None, Arc::default(), 1), ThreadBudget::new(1));
        ask(&mut Tree::new(&run, &budget, None))
    }

    #[test]
    fn a_search_without_its_table_move_is_as_deep_as_asked() {
        let features = Features { tt: true, iir: true, ..Features::NONE };
        let depth = params::iir_depth();
        let deepest = asked("4k3/4p3/8/8/8/8/4P3/4K3[] w - - 0 1", features, |worker| {
            let moves = worker.position.legal_moves();
            worker.frames[0].excluded = moves[0];
            worker.alphabeta::<NonPv>(depth, -1, 0, 0, false);
            let searched = moves.into_iter().filter_map(|mv| {
                let undo = worker.make(mv, 0);
                let found = worker.recall(1).and_then(|entry| entry.found);
                worker.unmake(mv, &undo);
                found.map(|found| found.depth)
            });
            searched.max()
        });
        assert_eq!(deepest, Some(depth - 1));
    }

    #[test]
    fn a_capture_that_is_not_tried_stays_below_the_bound_of_quiescence() {
        let bfen = "6k1/5ppp/8/3p4/8/8/5PPP/3R2K1[] w - - 0 1";
        let features = Features { qsearch: true, ..Features::NONE };
        let score =
            |alpha: Score, beta: Score| asked(bfen, features, |worker| worker.qsearch::<NonPv>(alpha, beta, 0, true));
        let exact = score(-INFINITE, INFINITE);
        let quiet = asked(bfen, features, |worker| worker.static_eval(0));
        assert!(exact > quiet, "the pawn can be won");
        let far = exact + 2_000;
        let bound = score(far, far + 1);
        assert!(bound >= exact && bound <= far, "{bound} for {exact}");
    }
}
