//! The move loop of a node: the next move, its depth (extension, reduction), and its principal variation search.

use super::Tree;
use super::facts::{Node, Tried};
use super::history::MoverTo;
use super::peers::{NodeId, Peers, PvMove};
use super::picker::Picker;
use super::prune::{self, LateMove};
use super::window::{NodeKind, NonPv, Window};
use crate::board::CheckInfo;
use crate::search::params;
use crate::search::report::Bound;
use crate::types::score::{self, MATE_BOUND};
use crate::types::{Move, Score};
use arrayvec::ArrayVec;

/// Moves deferred to the end, in order, with the facts of each.
pub type Deferred = ArrayVec<(Move, LateMove), 64>;

/// The source of a node's moves. The large parts are borrowed: moving them would cost as much as a node.
struct Source<'m> {
    picker: &'m mut Picker,
    checks: CheckInfo,
    /// Moves that another thread is searching.
    deferred: &'m mut Deferred,
}

impl<P: Peers> Tree<P> {
    /// Searches the moves of a node until one cuts or none is left.
    #[inline]
    pub fn search_moves<N: NodeKind>(&mut self, node: &Node, window: &mut Window, tried: &mut Tried) {
        let continuation = self.continuation(node.ply);
        let refutations = if self.run.job.features.killers {
            let [first, second] = self.stack[node.ply].killers;
            [first, second, self.histories.counter(continuation[0])]
        } else {
            [Move::NONE; 3]
        };
        let checks = self.position.check_info();
        let mut picker = Picker::all(checks, node.table_move(), refutations, continuation);
        let mut deferred = Deferred::new();
        let mut source = Source { picker: &mut picker, checks, deferred: &mut deferred };
        loop {
            if N::PV && self.adopt_better_move(node, window) && window.is_cut() {
                return;
            }
            let Some((mv, late)) = self.next_move(node, &mut source, tried, window) else { return };
            let extension = self.extension(node, mv, &late);
            let score = self.search_move::<N>(node, mv, &late, extension, window);
            if self.stopped() {
                return;
            }
            let raises = score > window.alpha;
            let cuts = self.update_window::<N>(window, node.ply, mv, score);
            if N::PV && raises {
                self.publish_move(node, score, !cuts);
            }
            if cuts {
                return;
            }
            let tried = if mv.is_noisy() { &mut tried.noisy } else { &mut tried.quiets };
            let _ = tried.try_push(mv);
        }
    }

    /// The next move to search: as picked, without the pruned ones; those that another thread is searching come last.
    #[inline(always)]
    fn next_move(
        &self,
        node: &Node,
        source: &mut Source<'_>,
        tried: &mut Tried,
        window: &Window,
    ) -> Option<(Move, LateMove)> {
        while let Some(mv) = self.pick(node, source, tried) {
            tried.number += 1;
            // Another thread has published its score.
            if mv == window.best_move {
                continue;
            }
            let good_see = source.picker.good_see();
            let late = LateMove { good_see, ..self.describe(node, mv, tried.number, &source.checks) };
            if window.best > -MATE_BOUND
                && (self.is_futile(node, mv, &late, window.alpha)
                    || self.is_pruned(mv, &late, source.picker)
                    || self.is_chess() && self.is_pruned_in_chess(node, mv, &late, window.alpha, source.picker))
            {
                continue;
            }
            if tried.number > 1 && self.defer(node, mv, late, source.deferred) {
                continue;
            }
            return Some((mv, late));
        }
        next_deferred(source.deferred, window)
    }

    /// The picker's next move, without the excluded one and those that a weak player does not see.
    #[inline(always)]
    fn pick(&self, node: &Node, source: &mut Source<'_>, tried: &mut Tried) -> Option<Move> {
        let excluded = self.stack[node.ply].excluded;
        loop {
            let mv = self.next_of(source.picker)?;
            if mv == excluded {
                continue;
            }
            if !self.is_blind_to(mv, node.ply, node.in_check()) {
                return Some(mv);
            }
            tried.unseen = true;
        }
    }

    /// Futility pruning of captures without check, except in PV nodes.
    #[inline(always)]
    fn is_futile(&self, node: &Node, mv: Move, late: &LateMove, alpha: Score) -> bool {
        if !self.run.job.features.capture_futility
            || late.pv
            || late.gives_check
            || !mv.is_capture()
            || late.depth > params::capture_futility_depth()
        {
            return false;
        }
        let most = |eval| eval + self.values.gain(&self.position, mv) + prune::capture_futility_margin(late.depth);
        node.eval.is_some_and(|eval| most(eval) <= alpha)
    }

    /// Pruning of quiet moves without check in chess, except in PV nodes: futility pruning, which ends the node's quiet
    /// moves, history pruning and SEE pruning, by the depth that the move would be searched to.
    #[inline(never)]
    fn is_pruned_in_chess(&self, node: &Node, mv: Move, late: &LateMove, alpha: Score, picker: &mut Picker) -> bool {
        if !self.run.job.features.lmp || late.pv || late.gives_check || mv.is_noisy() {
            return false;
        }
        let depth = (late.depth - prune::lmr(*late)).max(1);
        if depth <= params::chess_futility_depth()
            && node.eval.is_some_and(|eval| eval + prune::chess_futility_margin(depth) <= alpha)
        {
            picker.skip_quiets();
            return true;
        }
        depth <= params::chess_history_depth() && late.history < params::chess_history_margin() * depth
            || depth <= params::chess_see_depth()
                && late.good_see != Some(true)
                && !self.position.see_at_least(mv, params::chess_see_margin() * depth * depth, &self.values)
    }

    /// Late-move pruning (LMP), except in PV nodes, and SEE pruning. LMP also ends the node's quiet moves.
    #[inline(always)]
    fn is_pruned(&self, mv: Move, late: &LateMove, picker: &mut Picker) -> bool {
        let features = self.run.job.features;
        let quiet = !mv.is_noisy();
        // Late-move pruning (LMP)
        if features.lmp
            && quiet
            && !late.pv
            && !late.gives_check
            && late.depth <= params::lmp_depth()
            && late.number > prune::lmp_count(late.depth, late.improving, self.is_chess())
        {
            picker.skip_quiets();
            return true;
        }
        // SEE pruning
        let margin = || prune::see_margin(late.depth, quiet) - late.history / params::see_history();
        features.see_pruning
            && late.depth <= params::see_depth()
            && late.good_see != Some(true)
            && !self.position.see_at_least(mv, margin(), &self.values)
    }

    /// Defers a move that another thread is searching.
    #[inline]
    pub fn defer(&self, node: &Node, mv: Move, late: LateMove, deferred: &mut Deferred) -> bool {
        self.peers.is_searched_elsewhere(self.position.key(), mv, node.depth) && deferred.try_push((mv, late)).is_ok()
    }

    /// The facts of a move of the node, with its rank `number` from 1.
    #[inline(always)]
    pub fn describe(&self, node: &Node, mv: Move, number: i32, checks: &CheckInfo) -> LateMove {
        let history = if mv.is_noisy() {
            0
        } else {
            self.histories.quiet(self.continuation(node.ply)).score(MoverTo::new(&self.position, mv))
        };
        LateMove {
            depth: node.depth,
            number,
            pv: node.pv,
            cut_node: node.cut_node,
            improving: node.improving,
            in_check: node.in_check(),
            gives_check: self.position.gives_check(checks, mv),
            is_drop: mv.is_drop(),
            history,
            good_see: None,
            cuts: self.stack[node.ply + 1].cuts,
        }
    }

    /// Plies by which a move is searched deeper.
    fn extension(&mut self, node: &Node, mv: Move, late: &LateMove) -> i32 {
        // Extensions end at a multiple of the iteration's depth, so that lines stay finite.
        if node.ply as i32 >= params::extension_limit() * self.root_depth {
            return 0;
        }
        // Singular extension, check extension
        if self.is_singular(node, mv) {
            return 1;
        }
        let checks = self.run.job.features.check_extension && late.gives_check;
        i32::from(checks && late.good_see.unwrap_or_else(|| self.position.see_at_least(mv, 0, &self.values)))
    }

    /// Whether a move is the TT move and singular: the others stay below its score by a margin in a shallower search.
    fn is_singular(&mut self, node: &Node, mv: Move) -> bool {
        let Node { depth, ply, .. } = *node;
        let Some(found) = node.entry.filter(|entry| entry.mv == mv).and_then(|entry| entry.found) else { return false };
        if !self.run.job.features.singular
            || depth < params::singular_depth()
            || self.stack[ply].excluded.is_some()
            || found.depth < depth - params::singular_table_depth()
            || found.bound == Bound::Upper
            || score::is_mate(found.score)
        {
            return false;
        }
        let limit = found.score - params::singular_margin() * depth;
        let reduced = (depth - 1) / params::singular_divisor();
        self.stack[ply].excluded = mv;
        let score = self.alphabeta::<NonPv>(reduced, limit - 1, limit, ply, node.cut_node);
        self.stack[ply].excluded = Move::NONE;
        score < limit
    }

    /// Makes a move of the node, searches it, and takes it back.
    #[inline]
    pub fn search_move<N: NodeKind>(
        &mut self,
        node: &Node,
        mv: Move,
        late: &LateMove,
        extension: i32,
        window: &Window,
    ) -> Score {
        let claim = self.peers.begin_move(self.position.key(), mv, node.depth);
        let undo = self.make(mv, node.ply);
        let score = self.pvs::<N>(node, mv, late, node.depth - 1 + extension, window);
        self.unmake(mv, &undo);
        self.peers.end_move(claim);
        score
    }

    /// Principal variation search of the move just made: late moves reduced with a null window, the first and the best
    /// in full.
    #[inline]
    fn pvs<N: NodeKind>(&mut self, node: &Node, mv: Move, late: &LateMove, new_depth: i32, window: &Window) -> Score {
        let &Window { mut alpha, beta, .. } = window;
        let ply = node.ply + 1;
        if late.number == 1 {
            let cut = !N::PV && !node.cut_node;
            return -self.alphabeta::<N>(new_depth, -beta, -alpha, ply, cut);
        }
        // Late-move reduction (LMR)
        let reduction = self.reduction(late, mv, new_depth);
        self.stack[node.ply].reduction = reduction;
        let mut score = -self.alphabeta::<NonPv>(new_depth - reduction, -alpha - 1, -alpha, ply, true);
        self.stack[node.ply].reduction = 0;
        if score > alpha {
            if N::PV {
                alpha = self.raised_alpha(node, alpha);
            }
            if reduction > 0 || score <= alpha {
                score = -self.alphabeta::<NonPv>(new_depth, -alpha - 1, -alpha, ply, !node.cut_node);
            }
        }
        if N::PV && score > alpha && score < beta {
            score = -self.alphabeta::<N>(new_depth, -beta, -alpha, ply, false);
        }
        score
    }

    fn reduction(&self, late: &LateMove, mv: Move, new_depth: i32) -> i32 {
        let unreduced = params::lmr_moves() + if late.pv { params::lmr_pv_moves() } else { 0 };
        let shallow = late.depth < params::lmr_depth();
        if !self.run.job.features.lmr || shallow || late.number <= unreduced || mv.is_noisy() {
            return 0;
        }
        prune::lmr(*late).min(new_depth - 1).max(0)
    }

    /// The identity of the position's node among the threads.
    pub fn node_id(&self, depth: i32, ply: usize) -> NodeId {
        NodeId { key: self.position.key(), depth, ply }
    }

    /// Adopts a better move of this node that another thread has published; returns whether there was one.
    #[inline]
    fn adopt_better_move(&mut self, node: &Node, window: &mut Window) -> bool {
        self.better_move(node, window).is_some_and(|mv| {
            self.stack[node.ply].pv = mv.line;
            true
        })
    }

    /// A better move of this node that another thread has published, if any. Raises the window's alpha to its score. A
    /// lower bound below this window's beta is none: the other thread's beta may have been less.
    #[inline]
    pub fn better_move(&mut self, node: &Node, window: &mut Window) -> Option<PvMove> {
        let better = self.peers.better_move(self.node_id(node.depth, node.ply), window.alpha)?;
        if !better.exact && better.score < window.beta {
            return None;
        }
        let &mv = better.line.first()?;
        window.raise(mv, better.score);
        Some(better)
    }

    /// Publishes the move that raised alpha in this node, with its line.
    #[inline]
    pub fn publish_move(&self, node: &Node, score: Score, exact: bool) {
        let line = &self.stack[node.ply].pv;
        self.peers.publish_move(self.node_id(node.depth, node.ply), || PvMove { score, exact, line: line.clone() });
    }

    /// The alpha of a node whose move has just been made, raised by published moves of other threads.
    pub fn raised_alpha(&self, node: &Node, alpha: Score) -> Score {
        let key = self.keys[self.keys.len() - 2];
        let id = NodeId { key, depth: node.depth, ply: node.ply };
        self.peers.better_move(id, alpha).filter(|better| better.exact).map_or(alpha, |better| better.score)
    }
}

/// The first deferred move whose score no other thread has published meanwhile.
pub fn next_deferred(deferred: &mut Deferred, window: &Window) -> Option<(Move, LateMove)> {
    loop {
        let next = deferred.pop_at(0)?;
        if next.0 != window.best_move {
            return Some(next);
        }
    }
}
