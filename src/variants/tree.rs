//! The full nodes of a search.

use super::game::Game;
use super::moves::Square;
use super::order::{Order, Scored};
use super::search::{INFINITE, MATE, MATE_BOUND, MAX_PLY, Search, score_of};
use super::table::Bound;
use std::ops::ControlFlow;

/// How far above beta an evaluation cuts a node, in cp per ply (reverse futility pruning).
const RFP_MARGIN: i32 = 75;
/// How far below alpha an evaluation leaves only captures to search, in cp per ply (razoring).
const RAZORING_MARGIN: i32 = 220;
/// How far above beta a capture must stay to cut a node, in cp (ProbCut).
const PROBCUT_MARGIN: i32 = 150;
/// The least depth at which a null move that cuts is verified by a search without one.
const VERIFIED_DEPTH: i32 = 10;

/// Facts of a node for its moves.
struct Node {
    key: u64,
    is_check: bool,
    is_pv: bool,
    /// The evaluation; `-INFINITE` in check.
    static_eval: i32,
    /// Whether the evaluation is better than two plies ago.
    improving: bool,
    /// A null-window node that is expected to fail high.
    is_cut: bool,
    /// The table's move, by its bits; 0 for none.
    table_move: u32,
    /// Plies by which the table's move is searched deeper.
    extension: i32,
    /// The piece that moved last, and where to.
    last: Option<(usize, Square)>,
}

impl<G: Game> Search<'_, G> {
    /// Whether the position counts as a draw by repetition: once in the line below the root is enough, since the line
    /// can go on so; of positions of the game two more are needed, as by the rule.
    fn is_repeated(&self, position: &G, key: u64, ply: usize) -> bool {
        let back = position.quiet_plies().min(self.keys.len());
        let before = self.keys[self.keys.len() - back..].iter().rev().zip(1..).skip(1).step_by(2);
        let mut plies_ago = before.filter(|&(&old, _)| old == key).map(|(_, plies)| plies);
        G::REPETITION_DRAWS && plies_ago.next().is_some_and(|plies| plies < ply || plies_ago.next().is_some())
    }

    /// The score of a position in which the game is over, or is won by the next move.
    pub(super) fn score_at_end(position: &G, ply: usize) -> Option<i32> {
        // Mate comes before a counter that runs out with the same move.
        if let Some(ending) = position.ended().and_then(|_| position.ending()) {
            return Some(score_of(ending, position, ply));
        }
        position.wins_at_once().then_some(MATE - ply as i32 - 1)
    }

    /// The score of a position. `last` is the piece that has moved, and where to; `is_cut` is set for a null window
    /// that is expected to fail high.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn node(
        &mut self,
        position: &G,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        last: Option<(usize, Square)>,
        is_cut: bool,
    ) -> i32 {
        self.lines[ply].clear();
        let key = position.key();
        let excluded = self.excluded[ply];

        // The end of the game
        if self.is_repeated(position, key, ply) {
            return 0;
        }
        if let Some(score) = Self::score_at_end(position, ply) {
            return score;
        }

        // Check extension, quiescence search
        let is_check = position.is_check();
        depth += i32::from(is_check);
        if depth <= 0 {
            return self.quiesce(position, alpha, beta, ply);
        }
        if self.count_node() {
            return 0;
        }
        if ply >= MAX_PLY {
            return position.evaluate();
        }

        // Mate distance pruning
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        // Transposition table
        let is_pv = beta - alpha > 1;
        let entry = self.table.probe(key);
        let stored = entry.map(|entry| entry.score_at(ply));
        if let (Some(entry), Some(score)) = (entry, stored)
            && !is_pv
            && excluded == 0
            && i32::from(entry.depth) >= depth
            && entry.bound.allows(score, alpha, beta)
        {
            return score;
        }

        // Static evaluation, and a better one from the table
        let static_eval =
            if is_check { -INFINITE } else { entry.map_or_else(|| position.evaluate(), |entry| entry.eval.into()) };
        self.evals[ply] = static_eval;
        let improving = !is_check && ply >= 2 && static_eval > self.evals[ply - 2];
        let mut eval = static_eval;
        if let (Some(entry), Some(score)) = (entry, stored)
            && !is_check
            && entry.bound.tells_more(score, static_eval)
        {
            eval = score;
        }

        let table_move = entry.map_or(0, |entry| entry.mv);
        let mut node = Node { key, is_check, is_pv, static_eval, improving, is_cut, table_move, extension: 0, last };
        if !is_pv
            && !is_check
            && excluded == 0
            && beta.abs() < MATE_BOUND
            && let Some(score) = self
                .cut_before_moves(position, [depth, alpha, beta], ply, eval, &node)
                .or_else(|| self.cut_by_capture(position, [depth, beta], ply, &node))
        {
            if entry.is_none() && !self.stopped {
                self.table.store_eval(key, static_eval);
            }
            return score;
        }

        // Internal iterative reduction (IIR)
        if table_move == 0 && depth >= 5 {
            depth -= 1;
        }

        // Singular extension
        if let (Some(entry), Some(score)) = (entry, stored)
            && depth >= 6
            && excluded == 0
            && ply < self.extension_limit
            && entry.mv != 0
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= depth - 3
            && score.abs() < MATE_BOUND
        {
            match self.try_without_table_move(position, [depth, beta], ply, score, &node) {
                ControlFlow::Break(score) => return score,
                ControlFlow::Continue(extension) => node.extension = extension,
            }
        }
        self.moves(position, [depth, alpha, beta], ply, node)
    }

    /// The score of a null-window node that is cut before its moves are searched, by its evaluation `eval` or a pass.
    fn cut_before_moves(
        &mut self,
        position: &G,
        [depth, alpha, beta]: [i32; 3],
        ply: usize,
        eval: i32,
        node: &Node,
    ) -> Option<i32> {
        // Reverse futility pruning (RFP)
        if depth <= 7 && eval - RFP_MARGIN * (depth - i32::from(node.improving)) >= beta {
            return Some(eval);
        }

        // Razoring
        if depth <= 3 && eval + RAZORING_MARGIN * depth < alpha {
            let score = self.quiesce(position, alpha, alpha + 1, ply);
            if score <= alpha {
                return Some(score);
            }
        }

        // Null move pruning (NMP)
        if depth < 2 || eval < beta || node.last.is_none() || ply < self.null_from {
            return None;
        }
        let next = position.pass()?;
        let reduction = 3 + depth / 4 + ((eval - beta) / 200).min(3);
        self.keys.push(node.key);
        let score = -self.node(&next, depth - reduction, -beta, -beta + 1, ply + 1, None, !node.is_cut);
        self.keys.pop();
        if !self.stopped && score >= beta && depth >= VERIFIED_DEPTH && self.null_from == 0 {
            // Where having to move is what loses, the same search without null moves shows it.
            self.null_from = ply + 3 * (depth - reduction) as usize / 4;
            let verified = self.node(position, depth - reduction, beta - 1, beta, ply, node.last, node.is_cut);
            self.null_from = 0;
            if !self.stopped && verified < beta {
                return None;
            }
        }
        match score {
            _ if self.stopped => Some(0),
            MATE_BOUND.. => Some(beta),
            _ => Some(score).filter(|&score| score >= beta),
        }
    }

    /// ProbCut: the score of a null-window node with a good capture that stays far above beta in a shallower search.
    fn cut_by_capture(&mut self, position: &G, [depth, beta]: [i32; 2], ply: usize, node: &Node) -> Option<i32> {
        let limit = beta + PROBCUT_MARGIN;
        let known = self.table.probe(node.key).filter(|entry| i32::from(entry.depth) >= depth - 3);
        if self.stopped || depth < 5 || known.is_some_and(|entry| entry.score_at(ply) < limit) {
            return None;
        }
        let mut list = self.lists.pop().unwrap_or_default();
        self.table.order.list(position, true, node.table_move, ply, node.last, &mut list);
        self.keys.push(node.key);
        let mut cut = None;
        for index in 0..list.len() {
            let Scored { mv, score: rank } = Order::pick(&mut list, index);
            if rank < 0 || !position.gains_at_least(mv, limit - node.static_eval) {
                continue;
            }
            let Some(next) = position.make(mv) else { continue };
            let mut score = -self.quiesce(&next, -limit, 1 - limit, ply + 1);
            if score >= limit {
                let last = Some((position.mover(mv), mv.to));
                score = -self.node(&next, depth - 4, -limit, 1 - limit, ply + 1, last, !node.is_cut);
            }
            if self.stopped {
                break;
            }
            if score >= limit {
                self.table.store(node.key, Some(mv), score, node.static_eval, depth - 3, Bound::Lower, ply);
                cut = Some(score);
                break;
            }
        }
        self.keys.pop();
        self.lists.push(list);
        cut
    }

    /// A shallower search without the table's move, whose stored score is `score`: the plies by which that move is then
    /// searched deeper, since all others stay below it, or the score of a node that is cut.
    fn try_without_table_move(
        &mut self,
        position: &G,
        [depth, beta]: [i32; 2],
        ply: usize,
        score: i32,
        node: &Node,
    ) -> ControlFlow<i32, i32> {
        let limit = score - 2 * depth;
        self.excluded[ply] = node.table_move;
        let others = self.node(position, (depth - 1) / 2, limit - 1, limit, ply, node.last, node.is_cut);
        self.excluded[ply] = 0;
        if self.stopped {
            return ControlFlow::Break(0);
        }
        self.evals[ply] = node.static_eval;
        if others < limit {
            ControlFlow::Continue(1)
        } else if limit >= beta && !node.is_pv {
            // Multi-cut: two moves are good enough.
            ControlFlow::Break(limit)
        } else {
            ControlFlow::Continue(-i32::from(score >= beta))
        }
    }

    /// The loop over the moves of a node.
    fn moves(&mut self, position: &G, [depth, mut alpha, beta]: [i32; 3], ply: usize, node: Node) -> i32 {
        let original_alpha = alpha;
        let mut list = self.lists.pop().unwrap_or_default();
        self.table.order.list(position, false, node.table_move, ply, node.last, &mut list);
        let (mut best, mut best_move, mut made, mut tried) = (-INFINITE, None, 0, Vec::new());
        self.keys.push(node.key);
        for index in 0..list.len() {
            let Scored { mv, score: rank } = Order::pick(&mut list, index);
            if mv.bits() == self.excluded[ply] {
                continue;
            }
            let is_noisy = position.is_noisy(mv);
            // Late-move pruning (LMP), futility pruning, SEE pruning
            let is_pruned = best > -MATE_BOUND && !node.is_check && made > 0 && {
                let lmr_depth = depth - i32::from(made > 6);
                if is_noisy {
                    depth <= 5 && !position.gains_at_least(mv, -90 * depth)
                } else {
                    let most = (3 + depth * depth) / if node.improving { 1 } else { 2 };
                    !node.is_pv && depth <= 8 && made > most
                        || lmr_depth <= 6 && !node.is_pv && node.static_eval + 90 + 85 * lmr_depth <= alpha
                        || depth <= 6 && !position.gains_at_least(mv, -40 * depth)
                }
            };
            // A quiet move that loses nothing is pruned only if it gives no check, which shows when it is made.
            if is_pruned && (is_noisy || !position.gains_at_least(mv, 0)) {
                continue;
            }
            let Some(next) = position.make(mv) else { continue };
            if is_pruned && !next.is_check() {
                continue;
            }
            let last = Some((position.mover(mv), mv.to));
            let mut score = alpha + 1;
            let depth = depth + if mv.bits() == node.table_move { node.extension } else { 0 };
            if made > 0 {
                // Late-move reduction (LMR)
                let mut reduction = 0;
                if depth >= 3 && made >= 2 && (!is_noisy || rank < 0) {
                    reduction = i32::from(self.reductions[depth.min(63) as usize][made.min(63) as usize])
                        + i32::from(!node.is_pv)
                        + i32::from(node.is_cut)
                        - i32::from(node.improving);
                    reduction -= (rank / 6_000).clamp(-2, 2);
                    reduction -= i32::from(node.is_check);
                    reduction = reduction.clamp(0, depth - 2);
                }
                score = -self.node(&next, depth - 1 - reduction, -alpha - 1, -alpha, ply + 1, last, true);
                if score > alpha && reduction > 0 {
                    score = -self.node(&next, depth - 1, -alpha - 1, -alpha, ply + 1, last, !node.is_cut);
                }
            }
            if made == 0 || (node.is_pv && score > alpha) {
                let is_cut = !node.is_pv && !node.is_cut;
                score = -self.node(&next, depth - 1, -beta, -alpha, ply + 1, last, is_cut);
            }
            made += 1;
            if self.stopped {
                break;
            }
            if !is_noisy {
                tried.push(mv);
            }
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move) = (score, Some(mv));
                    self.extend_pv(ply, mv);
                }
                if score >= beta {
                    if !is_noisy {
                        self.table.order.learn(position, mv, &tried, depth, ply, node.last);
                    }
                    break;
                }
            }
        }
        self.keys.pop();
        self.lists.push(list);
        if self.stopped {
            return 0;
        }
        // A move that raised alpha in a PV node is as good an example as one that cut.
        if let Some(mv) = best_move.filter(|&mv| node.is_pv && best < beta && !position.is_noisy(mv)) {
            self.table.order.learn(position, mv, &tried, depth, ply, node.last);
        }
        let excluded = self.excluded[ply];
        if made == 0 {
            return if excluded == 0 { score_of(position.without_moves(), position, ply) } else { original_alpha };
        }
        if excluded != 0 {
            return best;
        }
        let bound = Bound::of(best, original_alpha, beta);
        self.table.store(node.key, best_move, best, node.static_eval, depth, bound, ply);
        best
    }
}
