//! Alpha-beta: a node from its entry to its score.

use super::Tree;
use super::facts::{Node, StaticScores, Tried};
use super::learn::Learned;
use super::peers::Peers;
use super::prune;
use super::stack::Line;
use super::window::{NodeKind, Window};
use crate::search::params;
use crate::search::report::Bound;
use crate::search::tt::TtEntry;
use crate::types::score::{self, INFINITE, MAX_PLY, mate_in, mated_in};
use crate::types::{Move, Score};

impl<P: Peers> Tree<P> {
    /// The score of the position, searched `depth` plies deep, if it lies between `alpha` and `beta`; else a bound.
    pub fn alphabeta<N: NodeKind>(
        &mut self,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth < P::LEAST_DEPTH {
            return self.node::<N>(depth, alpha, beta, ply, cut_node);
        }
        let whole = !self.stack[ply].excluded.is_some();
        let before = self.searched();
        self.peers.enter(self.position.key(), depth, N::PV, whole);
        let score = loop {
            let score = self.node::<N>(depth, alpha, beta, ply, cut_node);
            let Some(depth) = self.peers.left() else { break score };
            if self.stopped() {
                break score;
            }
            if let Some(score) = self.found_by_peer(depth, alpha, beta, ply) {
                break score;
            }
        };
        // A score straight from the TT is not published.
        let is_news = whole && !self.stopped() && self.searched() > before + 1;
        self.peers.exit(is_news.then_some(alpha < score && score < beta));
        score
    }

    fn node<N: NodeKind>(
        &mut self,
        depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        // Quiescence search
        if depth <= 0 {
            return self.qsearch::<N>(alpha, beta, ply, true);
        }
        let features = self.run.job.features;
        self.enter(ply);
        if self.stopped() {
            return alpha;
        }

        // Deepest ply, repetition
        if ply >= MAX_PLY - 1 {
            return self.static_eval(ply);
        }
        if self.is_drawn() {
            return self.draw_score();
        }

        // Mate distance pruning
        if features.mate_distance {
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Transposition table
        let whole = !self.stack[ply].excluded.is_some();
        let entry = if features.tt && whole { self.recall(ply) } else { None };
        if let Some(found) = entry.and_then(|entry| entry.found)
            && (!N::PV || self.resumed && found.bound == Bound::Exact && ply > 0)
            && found.depth >= depth
            && found.allows_cut(alpha, beta)
        {
            if N::PV {
                self.stack[ply].pv = self.table_line();
            }
            // Where threads share the tree: a reply that another thread has refuted counts in `lmr_cuts`, too.
            if depth >= P::LEAST_DEPTH && found.score >= beta {
                self.stack[ply].cuts += 1;
            }
            return found.score;
        }

        // Static evaluation
        let scores = self.static_scores(entry, ply);
        let eval = scores.map(|scores| self.corrected(scores.raw));
        let scores = scores.unwrap_or_default();
        self.stack[ply].eval = eval;
        let improving = self.is_improving(eval, ply);
        let depth = depth + i32::from(self.is_deeper_in_hindsight(ply) && whole);
        let mut node = Node { depth, ply, pv: N::PV, cut_node, eval, improving, entry };

        // Mate by checks alone
        if whole && let Some(score) = self.mate_inside(&node, scores, beta) {
            return score;
        }

        if let Some(eval) = eval
            && !N::PV
            && whole
            && !score::is_mate(beta)
        {
            // Reverse futility pruning (RFP)
            if features.reverse_futility
                && depth <= params::rfp_depth()
                && eval - self.rfp_margin(depth, improving) >= beta
            {
                return eval;
            }

            // Razoring, in chess
            if self.is_chess()
                && features.reverse_futility
                && depth <= params::chess_razoring_depth()
                && eval + prune::chess_razoring_margin(depth) < alpha
            {
                let score = self.qsearch::<N>(alpha, alpha + 1, ply, true);
                if score <= alpha {
                    return score;
                }
            }

            // Null move pruning (NMP)
            if features.null_move
                && depth >= params::nmp_depth()
                && eval >= beta
                && let Some(score) = self.null_move(&node, eval, alpha, beta)
            {
                return score;
            }

            // ProbCut
            if features.probcut
                && depth >= params::probcut_depth()
                && let Some(score) = self.probcut(&node, scores.board, eval, beta)
            {
                return score;
            }
        }

        // Internal iterative reduction (IIR)
        if features.iir && whole && depth >= params::iir_depth() && !node.table_move().is_some() {
            node.depth -= 1;
            self.peers.reduce_depth(node.depth);
        }

        // Moves: futility pruning of captures, LMP, SEE pruning, singular extension, LMR
        let mut window = Window::new(alpha, beta, -INFINITE);
        let mut tried = Tried::default();
        self.search_moves::<N>(&node, &mut window, &mut tried);
        if self.stopped() {
            return window.alpha;
        }

        // Mate, stalemate, hang
        if tried.number == 0 && !window.best_move.is_some() {
            return if tried.unseen {
                self.static_eval(ply)
            } else if whole {
                self.no_move_score(ply)
            } else {
                alpha
            };
        }

        // Histories, correction histories, transposition table
        self.learn(&node, &Learned { window: &window, tried: &tried, scores, whole });
        window.best
    }

    /// Counts the node at `ply` and initializes its stack frames.
    #[inline]
    fn enter(&mut self, ply: usize) {
        self.count_node();
        self.stack[ply].pv.clear();
        self.stack[ply + 1].killers = [Move::NONE; 2];
        self.stack[ply + 1].cuts = 0;
        self.seldepth = self.seldepth.max(ply);
        self.poll();
    }

    /// The static scores of the position at `ply`; none in check.
    fn static_scores(&mut self, entry: Option<TtEntry>, ply: usize) -> Option<StaticScores> {
        (!self.position.in_check()).then(|| {
            let board = entry.map_or_else(|| self.board_eval(), |entry| entry.eval);
            StaticScores { board, raw: self.with_flow(board, ply) }
        })
    }

    /// The margin of reverse futility pruning, which is wider the more the side not on turn can drop.
    fn rfp_margin(&self, depth: i32, improving: bool) -> Score {
        if self.is_chess() {
            return prune::chess_rfp_margin(depth, improving);
        }
        prune::rfp_margin(depth, improving, self.position.hand(!self.position.side_to_move()).total())
    }

    /// Whether the move to the node at `ply` was reduced much and has made the static score worse for its side. In a
    /// won game without a clock the nodes go to mates instead.
    fn is_deeper_in_hindsight(&mut self, ply: usize) -> bool {
        let Some(above) = ply.checked_sub(1) else { return false };
        let reduction = std::mem::take(&mut self.stack[above].reduction);
        let wants_mates = self.inner_mates.are_on() && !self.run.has_deadline();
        self.run.job.features.hindsight
            && !wants_mates
            && reduction >= params::hindsight_reduction()
            && matches!((self.stack[ply].eval, self.stack[above].eval), (Some(now), Some(before)) if now > -before)
    }

    /// Whether the static score is better than two plies ago, or four if the side to move was in check two plies ago.
    fn is_improving(&self, eval: Option<Score>, ply: usize) -> bool {
        let earlier = [2, 4].into_iter().filter_map(|plies| self.stack[ply.checked_sub(plies)?].eval).next();
        matches!((eval, earlier), (Some(now), Some(before)) if now > before)
    }

    /// Sets up the root node with its static score. Neither the TT nor the histories are updated from it.
    pub fn root_node(&mut self, depth: i32) -> Node {
        self.stack[0].pv.clear();
        self.stack[1].killers = [Move::NONE; 2];
        self.stack[1].cuts = 0;
        self.poll();
        let eval = self.static_scores(None, 0).map(|scores| self.corrected(scores.raw));
        self.stack[0].eval = eval;
        Node { depth, ply: 0, pv: true, cut_node: false, eval, improving: true, entry: None }
    }

    /// The score of the node that was left, if the TT has it. Its PV is the one published for it, or else only the TT
    /// move.
    fn found_by_peer(&mut self, depth: i32, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
        let entry = self.recall(ply)?;
        let found = entry.found.filter(|found| found.depth >= depth && found.allows_cut(alpha, beta))?;
        let published = self.peers.better_move(self.node_id(depth, ply), -INFINITE);
        self.stack[ply].pv = match published.filter(|mv| mv.score == found.score) {
            Some(mv) => mv.line,
            None => Some(entry.mv).filter(|&mv| mv.is_some() && self.position.is_legal(mv)).into_iter().collect(),
        };
        // In `lmr_cuts` it counts as a TT cutoff does.
        self.stack[ply].cuts += u32::from(found.score >= beta);
        Some(found.score)
    }

    /// The line of the TT from the position on, as far as its scores are exact.
    fn table_line(&mut self) -> Line {
        let (mut line, mut undos) = (Line::new(), Vec::new());
        while let Some(entry) = self.recall(0)
            && entry.found.is_some_and(|found| found.bound == Bound::Exact)
            && entry.mv.is_some()
            && self.position.is_legal(entry.mv)
            && line.try_push(entry.mv).is_ok()
        {
            undos.push((entry.mv, self.position.make_move(entry.mv)));
        }
        while let Some((mv, undo)) = undos.pop() {
            self.position.unmake_move(mv, &undo);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::Prices;
    use crate::search::features::Features;
    use crate::search::limits::{Job, Limits};
    use crate::search::run::Run;
    use crate::search::tree::peers::Alone;
    use crate::search::tree::window::{NonPv, Pv};
    use crate::types::score::EVAL_LIMIT;
    use crate::types::{Color, PieceType};
    use std::sync::Arc;

    /// Calls `ask` with a tree with these heuristics at the root `bfen`.
    fn asked<T>(bfen: &str, features: Features, ask: impl FnOnce(&mut Tree<Alone>) -> T) -> T {
        let position = fen::parse(bfen, BoardRules::default()).expect("a position");
        let job = Job { features, ..Job::new(position, Prices::bughouse_default(), Limits::default()) };
        let run = Run::of(job, 1);
        ask(&mut Tree::new(Arc::new(run), Arc::default(), Alone))
    }

    #[test]
    fn a_score_improves_on_the_one_before_a_check() {
        asked("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", Features::NONE, |tree| {
            tree.stack[0].eval = Some(20);
            tree.stack[2].eval = None;
            assert!(tree.is_improving(Some(30), 4) && !tree.is_improving(Some(10), 4));
            tree.stack[2].eval = Some(40);
            assert!(!tree.is_improving(Some(30), 4), "the later one counts");
            assert!(!tree.is_improving(None, 4) && !tree.is_improving(Some(30), 1));
        });
    }

    #[test]
    fn a_search_without_its_table_move_is_as_deep_as_asked() {
        let features = Features { tt: true, iir: true, ..Features::NONE };
        let depth = params::iir_depth();
        let deepest = asked("4k3/4p3/8/8/8/8/4P3/4K3[] w - - 0 1", features, |tree| {
            let moves = tree.position.legal_moves();
            tree.stack[0].excluded = moves[0];
            tree.alphabeta::<NonPv>(depth, -1, 0, 0, false);
            let searched = moves.into_iter().filter_map(|mv| {
                let undo = tree.make(mv, 0);
                let found = tree.recall(1).and_then(|entry| entry.found);
                tree.unmake(mv, &undo);
                found.map(|found| found.depth)
            });
            searched.max()
        });
        assert_eq!(deepest, Some(depth - 1));
    }

    #[test]
    fn bug_a_hang_was_scored_without_the_flow_of_all_other_scores() {
        // White is in check along the e-file and has no move. Black's rook is handed over if it is taken.
        let position = fen::parse("4r2k/8/8/8/8/8/3P1P2/3RKR2[] w - - 0 1", BoardRules::default()).expect("a position");
        let score = |price: Score| {
            let mut prices = Prices::bughouse_default();
            prices.transfer[Color::Black][PieceType::Rook.index()] += price;
            let run = Run::of(Job::new(position.clone(), prices, Limits::default()), 1);
            let mut tree = Tree::new(Arc::new(run), Arc::default(), Alone);
            tree.alphabeta::<Pv>(1, -INFINITE, INFINITE, 0, false) - tree.draw_score()
        };
        assert_eq!(score(900), score(0));
    }

    #[test]
    fn late_moves_are_pruned_except_in_a_pv_node() {
        let bfen = "4k3/8/8/8/8/8/8/4K3[QRBNqrbn] w - - 0 1";
        let features = Features { lmp: true, ..Features::NONE };
        let (depth, alpha) = (2, EVAL_LIMIT - 1);
        // No move beats alpha, and leaves are not counted: each move that is searched counts one node.
        let searched = asked(bfen, features, |tree| {
            tree.alphabeta::<NonPv>(depth, alpha, alpha + 1, 0, false);
            tree.searched() - 1
        });
        let (searched_in_pv, moves) = asked(bfen, features, |tree| {
            tree.alphabeta::<Pv>(depth, alpha, alpha + 1, 0, false);
            (tree.searched() - 1, tree.position.legal_moves().len() as u64)
        });
        assert!(searched < moves / 2, "{searched} of {moves}");
        assert_eq!(searched_in_pv, moves);
    }

    #[test]
    fn captures_far_below_alpha_are_left_out_except_in_a_pv_node() {
        // Two captures, of which the first move is one, and six other moves.
        let bfen = "4k3/8/8/2p1p3/3P4/8/8/4K3[] w - - 0 1";
        let features = Features { capture_futility: true, ..Features::NONE };
        let alpha = EVAL_LIMIT - 1;
        // Leaves are not counted: each move that is searched counts one node.
        let searched = asked(bfen, features, |tree| {
            tree.alphabeta::<NonPv>(2, alpha, alpha + 1, 0, false);
            tree.searched() - 1
        });
        let (searched_in_pv, moves) = asked(bfen, features, |tree| {
            tree.alphabeta::<Pv>(2, alpha, alpha + 1, 0, false);
            (tree.searched() - 1, tree.position.legal_moves().len() as u64)
        });
        assert_eq!((searched, searched_in_pv), (moves - 1, moves));
    }

    #[test]
    fn replies_to_a_much_reduced_move_that_was_no_help_are_searched_deeper() {
        let features = Features { hindsight: true, ..Features::NONE };
        let enough = params::hindsight_reduction();
        asked("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", features, |tree| {
            let mut deeper = |before, reduction, now| {
                tree.stack[0].eval = before;
                tree.stack[0].reduction = reduction;
                tree.stack[1].eval = now;
                [tree.is_deeper_in_hindsight(1), tree.is_deeper_in_hindsight(1)]
            };
            assert_eq!(deeper(Some(20), enough, Some(-10)), [true, false], "once");
            assert_eq!(deeper(Some(20), enough, Some(-30)), [false; 2]);
            assert_eq!(deeper(Some(20), enough - 1, Some(-10)), [false; 2]);
            assert_eq!(deeper(None, enough, Some(-10)), [false; 2]);
            assert!(!tree.is_deeper_in_hindsight(0));
            tree.inner_mates.turn(true);
            tree.stack[0].reduction = enough;
            tree.stack[1].eval = Some(-10);
            tree.stack[0].eval = Some(20);
            assert!(!tree.is_deeper_in_hindsight(1), "in a won game without a clock");
        });
    }

    #[test]
    fn a_cut_by_probcut_is_in_the_table() {
        let features = Features { tt: true, probcut: true, qsearch: true, ..Features::NONE };
        let entry = asked("4k3/8/8/3q4/8/4N3/8/4K3[] w - - 0 1", features, |tree| {
            let depth = params::probcut_depth();
            let beta = tree.static_eval(0) + 200;
            let score = tree.alphabeta::<NonPv>(depth, beta - 1, beta, 0, true);
            assert!(score >= beta, "the queen can be won: {score}");
            tree.recall(0).and_then(|entry| Some((entry.mv.to_string(), entry.found?)))
        });
        let (mv, found) = entry.expect("an entry");
        assert_eq!((mv.as_str(), found.bound), ("e3d5", Bound::Lower));
        assert_eq!(found.depth, params::probcut_depth() - params::probcut_reduction() + 1);
    }

    #[test]
    fn quiescence_tries_quiet_checks_on_its_first_ply() {
        let fork = "r3k3/8/8/1N6/8/8/8/4K3[] w - - 0 1";
        let features = Features { qsearch: true, qsearch_checks: true, ..Features::NONE };
        let score = |first| asked(fork, features, |tree| tree.qsearch::<Pv>(-INFINITE, INFINITE, 0, first));
        assert!(score(true) > score(false) + 100, "{} {}", score(true), score(false));
    }

    #[test]
    fn a_capture_that_is_not_tried_stays_below_the_bound_of_quiescence() {
        let bfen = "6k1/5ppp/8/3p4/8/8/5PPP/3R2K1[] w - - 0 1";
        let features = Features { qsearch: true, ..Features::NONE };
        let score =
            |alpha: Score, beta: Score| asked(bfen, features, |tree| tree.qsearch::<NonPv>(alpha, beta, 0, true));
        let exact = score(-INFINITE, INFINITE);
        let quiet = asked(bfen, features, |tree| tree.static_eval(0));
        assert!(exact > quiet, "the pawn can be won");
        let far = exact + 2_000;
        let bound = score(far, far + 1);
        assert!(bound >= exact && bound <= far, "{bound} for {exact}");
    }
}
