//! Iterative deepening with aspiration windows and MultiPV, and when to stop.

use super::results::ANNOUNCE_AFTER;
use super::{RootMove, RootMoves, RootPeers, Round, moves};
use crate::board::{PieceSet, Position};
use crate::search::params;
use crate::search::report::{Bound, Finished, Observer};
use crate::search::run::Run;
use crate::search::stability::Stability;
use crate::search::tree::Tree;
use crate::search::tree::history::Histories;
use crate::types::score::{self, INFINITE, MATE_BOUND, MAX_PLY};
use crate::types::{ByColor, Move, Score};
use std::sync::Arc;

/// The search of a root by one thread.
pub struct RootSearch<P> {
    pub tree: Tree<P>,
    pub moves: RootMoves,
    /// Receives the reports; none in helpers.
    pub observer: Option<Box<dyn Observer>>,
    /// Depth of the current iteration, in plies.
    depth: u32,
    /// The result so far.
    found: Finished,
    stability: Stability,
    /// The kinds that may arrive at once on this board, as of the end of the last iteration.
    pub(super) looming: ByColor<PieceSet>,
    /// The root search that a pause has interrupted.
    interrupted: Option<Aspiration>,
    /// How many root moves of the current root search were announced, and how many of them before a pause.
    pub(super) announced: i32,
    pub(super) announced_before_pause: i32,
}

/// A search of the root with an aspiration window.
#[derive(Clone, Copy)]
struct Aspiration {
    /// Rank of the MultiPV line, from 0.
    first: usize,
    alpha: Score,
    beta: Score,
    /// How far the window is widened next, in cp.
    delta: Score,
    /// By how many plies the search is shallower than its iteration.
    shallower: i32,
}

/// The state that a search leaves for one that continues it.
pub struct Earlier {
    position: Position,
    /// Moves in their last order, with scores as shown: without the root's flow.
    moves: Vec<RootMove>,
    depth: u32,
}

impl<P: RootPeers> RootSearch<P> {
    /// The root of a search.
    pub fn new(run: Arc<Run>, histories: Arc<Histories>, peers: P, observer: Option<Box<dyn Observer>>) -> Self {
        let tree = Tree::new(run, histories, peers);
        let moves = RootMoves::new(&tree.position, &tree.run.job.limits.search_moves);
        let looming = tree.run.prices().looming;
        let mut root = Self {
            tree,
            moves,
            observer,
            depth: 1,
            found: Finished::default(),
            stability: Stability::default(),
            looming,
            interrupted: None,
            announced: 0,
            announced_before_pause: 0,
        };
        root.mark_feeding();
        root
    }

    /// Marks the moves that let the opponent take a piece that mates the partner.
    fn mark_feeding(&mut self) {
        let mating = self.tree.prices().mating[self.tree.position.side_to_move()];
        self.moves.mark_feeding(&self.tree.position, mating);
    }

    /// If the iteration was unwound for new prices: adopts them and returns the change of the root's flow, in cp for
    /// the side to move.
    pub fn take_news(&mut self) -> Option<Score> {
        let change = self.tree.take_news()?;
        self.mark_feeding();
        Some(change)
    }

    /// The result so far.
    pub fn found(&self) -> &Finished {
        &self.found
    }

    /// The state for a search that continues this one.
    pub fn into_earlier(self) -> Earlier {
        let mut moves = self.moves.list.clone();
        for root in &mut moves {
            root.score = self.shown(root.score.max(root.previous));
        }
        Earlier { position: self.tree.position, moves, depth: self.found.depth }
    }

    /// Adopts the order and scores of an earlier search of the same board, and returns the depth to begin at. Moves
    /// that were not possible then come right after the best one: they may be the reason for the new search.
    fn resume(&mut self, earlier: &Earlier) -> u32 {
        let rank = |mv: Move| earlier.moves.iter().position(|root| root.mv == mv);
        let list = &mut self.moves.list;
        if !earlier.position.same_board(&self.tree.position) || list.iter().all(|root| rank(root.mv) != Some(0)) {
            return 1;
        }
        let place = |root: &RootMove| match rank(root.mv) {
            Some(0) => 0,
            None => 1,
            Some(rank) => rank + 1,
        };
        moves::sort(list, &|a, b| place(a).cmp(&place(b)));
        let draw = self.tree.draw_score();
        for root in list {
            root.score = rank(root.mv).map_or(-INFINITE, |rank| earlier.moves[rank].score);
            root.shift(draw);
        }
        let reached = earlier.depth.saturating_sub(params::repeated_plies()).max(1);
        if earlier.position.key() == self.tree.position.key() {
            return reached;
        }
        // With these hands the table has nothing: iterations as deep as those of a long sit, or of a mate that the new
        // piece may refute, might not end in time.
        let was_mate = earlier.moves.first().is_some_and(|root| score::is_mate(root.score));
        if was_mate { 1 } else { reached.min(params::resumed_depth()) }
    }

    /// Depth of the last iteration, in plies.
    fn last_depth(&self) -> u32 {
        self.tree.run.job.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1)
    }

    /// Begins. `earlier` is the state that this board's last search left.
    pub fn begin(&mut self, earlier: Option<Earlier>) {
        let earlier = earlier.filter(|_| self.tree.run.job.continues);
        self.depth = earlier.map_or(1, |earlier| self.resume(&earlier)).min(self.last_depth());
        if let Some(first) = self.moves.list.first() {
            let (best, score, depth) = (Some(first.mv), self.shown(first.score), self.depth - 1);
            self.found = if depth > 0 {
                Finished { best, score, depth, ..Finished::default() }
            } else {
                Finished { best, ..Finished::default() }
            };
        }
        self.tree.root_mates.begin(&self.tree.run.job);
    }

    /// Searches until a limit is reached and returns true, or until a pause: then it returns false, and a further call
    /// goes on.
    pub fn think(&mut self) -> bool {
        if self.moves.list.is_empty() {
            return true;
        }
        let limits = self.tree.run.job.limits.clone();
        let last = self.last_depth();
        let lines = limits.multipv.max(limits.candidates).clamp(1, self.moves.list.len());
        while self.depth <= last {
            let depth = self.depth;
            let complete = self.search_lines(lines);
            self.tree.check_in();
            if !complete && self.was_left_for_mate() {
                self.interrupted = None;
                self.found = self.result(self.found.depth);
                self.report_line(0, Bound::Exact);
                if self.is_satisfied(depth) || self.tree.is_over() {
                    break;
                }
                continue;
            }
            if self.tree.is_over() && depth > 1 {
                if self.moves.best().score > -INFINITE {
                    self.found = self.result_so_far();
                }
                break;
            }
            if self.interrupted.is_some() && !self.tree.is_over() {
                self.tree.end_pause();
                return false;
            }
            self.interrupted = None;
            if !complete && self.repeat_with_news() {
                continue;
            }
            if self.moves.best().score == -INFINITE {
                // Over before the first move was searched: other threads have used up the nodes, or there was no time.
                self.moves.best_mut().score = self.tree.static_eval(0);
            }
            self.found = self.result(depth);
            for rank in 0..lines.min(limits.multipv.max(1)) {
                self.report_line(rank, Bound::Exact);
            }
            self.begin_next_round();
            let refuted = self.best_is_refuted();
            let forced = refuted && self.moves.list.len() == 1;
            if refuted && !forced {
                // The next move has no score of its own yet.
                (self.found.best, self.found.ponder) = (Some(self.moves.best().mv), None);
                if !self.tree.is_over() {
                    continue;
                }
            }
            if forced || self.finds_mate() {
                self.found = self.result(depth);
                self.report_line(0, Bound::Exact);
                // Under a clock a mate is played at once; without one a shorter mate may be found.
                if !forced && self.tree.run.has_deadline() {
                    break;
                }
            }
            let exposed = self.best_is_newly_exposed();
            if !exposed && self.is_satisfied(depth) || self.tree.is_over() {
                break;
            }
            if exposed {
                // The same depth again: now its score has the cost of the exposure.
                continue;
            }
            if let Some(change) = self.take_news() {
                self.moves.list.iter_mut().for_each(|root| root.shift(change));
            }
            self.depth += 1;
        }
        true
    }

    /// Begins an iteration, or goes on with the one that a pause has interrupted, and searches its MultiPV `lines`;
    /// returns whether it is complete.
    fn search_lines(&mut self, lines: usize) -> bool {
        let resumed_line = self.interrupted.map(|aspiration| aspiration.first);
        if resumed_line.is_none() {
            self.tree.root_depth = self.depth as i32;
            self.set_mate_shares();
            self.moves.begin_iteration();
        }
        for first in resumed_line.unwrap_or(0)..lines {
            self.aspirate(first);
            if self.tree.stopped() {
                return false;
            }
            self.moves.sort_lines();
        }
        true
    }

    /// Begins the first round of the next iteration for the helpers, while this thread searches for mates at the root.
    fn begin_next_round(&self) {
        let next = self.depth as i32 + 1;
        let best = self.moves.best();
        let window = first_window([best.score, best.previous], next, &self.tree);
        self.begin_round(0, [next, next], self.wants_inner_mates(), window);
    }

    /// If the iteration was unwound for new prices: restores the root, so that it can be searched again.
    fn repeat_with_news(&mut self) -> bool {
        let Some(change) = self.take_news() else { return false };
        self.moves.begin_again(change);
        true
    }

    /// Whether the search may end after this iteration.
    fn is_satisfied(&mut self, depth: u32) -> bool {
        let best = self.moves.best();
        let run = &self.tree.run;
        let limits = &run.job.limits;
        let score = self.shown(best.score);
        let percent = self.stability.percent(&limits.patience, best.mv, score, self.moves.best_share());
        let mate = score::mate_moves(best.score);
        if let (Some(most), Some(moves)) = (limits.mate, mate)
            && moves > 0
            && moves as u32 <= most
        {
            return true;
        }
        if limits.soft_nodes.is_some_and(|soft| run.nodes() >= soft) {
            return true;
        }
        // With several lines an exact time is used to its end, and under a clock the soft limit alone counts.
        if !run.has_deadline() || (limits.multipv > 1 && run.has_one_deadline()) {
            return false;
        }
        // Under a clock: a forced move needs little time, a proven mate no more.
        let forced = self.moves.list.len() == 1 && depth >= params::forced_depth();
        let proven = mate.is_some_and(|moves| depth as i32 > 2 * moves.abs() + params::proven_mate_plies());
        (limits.multipv <= 1 && (forced || proven)) || run.soft_passed(percent)
    }

    /// Publishes a round: the iteration, depth and window in which the root is searched.
    fn begin_round(&self, rank: usize, [iteration, depth]: [i32; 2], inner_mates: bool, window: (Score, Score)) {
        self.tree.peers.begin_round(|| {
            let moves = self.moves.list.iter().map(|root| (root.mv, root.proven.as_ref().map(|proven| proven.0)));
            let (price_changes, moves) = (self.tree.price_changes(), moves.collect());
            Round { price_changes, iteration, depth, inner_mates, window, rank, moves }
        });
    }

    /// Searches the root moves from rank `first` on, widening the aspiration window until it contains the score. After
    /// a fail high the search is a ply shallower, since the move is known and only its score is not; but not where the
    /// score is winning and no clock runs: it may be a mate. A search that was interrupted is done again: the table
    /// still has most of its scores.
    fn aspirate(&mut self, first: usize) {
        self.moves.first = first;
        let iteration = self.tree.root_depth;
        let inner_mates = self.tree.inner_mates.are_on();
        let Aspiration { mut alpha, mut beta, mut delta, mut shallower, .. } = match self.interrupted.take() {
            Some(aspiration) => aspiration,
            None => {
                self.tree.seldepth = 0;
                (self.announced, self.announced_before_pause) = (0, 0);
                let root = &self.moves.list[first];
                let (alpha, beta) = first_window([root.previous, root.earlier], iteration, &self.tree);
                Aspiration { first, alpha, beta, delta: params::aspiration_window(), shallower: 0 }
            }
        };
        loop {
            let depth = (iteration - shallower).max(1);
            self.begin_round(first, [iteration, depth], inner_mates, (alpha, beta));
            let best = self.search(depth, alpha, beta);
            self.moves.sort_line();
            self.tree.resumed = self.tree.is_paused();
            if self.tree.resumed {
                self.announced_before_pause = self.announced.max(self.announced_before_pause);
                self.announced = 0;
                self.interrupted = Some(Aspiration { first, alpha, beta, delta, shallower });
                return;
            }
            (self.announced, self.announced_before_pause) = (0, 0);
            self.tree.pauses.end_root_search();
            if self.tree.stopped() || (best > alpha && best < beta) || (alpha <= -INFINITE && beta >= INFINITE) {
                return;
            }
            if self.tree.run.elapsed() >= ANNOUNCE_AFTER {
                self.report_line(first, if best <= alpha { Bound::Upper } else { Bound::Lower });
            }
            delta *= 2;
            let wide = delta > params::aspiration_widest();
            if best <= alpha {
                shallower = 0;
                alpha = if wide { -INFINITE } else { best - delta };
            } else {
                let may_mate = self.shown(best) >= params::hunting_cp() && !self.tree.run.has_deadline();
                shallower = if may_mate { 0 } else { (shallower + 1).min(params::aspiration_shallower()) };
                beta = if wide { INFINITE } else { best + delta };
            }
        }
    }
}

/// The first aspiration window of an iteration, between the scores of the last two: at even and odd depths, different
/// sides have the last move.
fn first_window<P>([previous, earlier]: [Score; 2], depth: i32, tree: &Tree<P>) -> (Score, Score) {
    let features = &tree.run.job.features;
    let narrow = features.aspiration && depth >= params::aspiration_depth() && previous.abs() < MATE_BOUND;
    let delta = params::aspiration_window();
    let swing = if earlier.abs() < MATE_BOUND { (earlier - previous) * params::aspiration_mean() / 100 } else { 0 };
    let center = previous + swing.clamp(-delta, delta);
    if narrow { (center - delta, center + delta) } else { (-INFINITE, INFINITE) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::Prices;
    use crate::search::features::Features;
    use crate::search::limits::{Job, Limits, TimeLimit};
    use crate::search::stability::Patience;
    use crate::search::tree::peers::Alone;
    use std::num::NonZeroU64;

    /// The depth at which the root's best move was searched last, in an iteration with an aspiration window around a
    /// score that is wrong by `error` cp.
    fn depth_of_best(error: Score) -> i32 {
        let position = fen::parse("4k3/4p3/8/8/8/8/4P3/4K3[Nn] w - - 0 1", BoardRules::default()).expect("a position");
        let features = Features { aspiration: true, tt: true, ..Features::NONE };
        let job = Job { features, ..Job::new(position, Prices::bughouse_default(), Limits::default()) };
        let mut root = RootSearch::new(Arc::new(Run::of(job, 1)), Arc::default(), Alone, None);
        for depth in 1..=4 {
            root.tree.root_depth = depth;
            root.moves.begin_iteration();
            root.aspirate(0);
        }
        root.tree.root_depth = params::aspiration_depth();
        root.moves.begin_iteration();
        root.moves.list[0].previous += error;
        root.aspirate(0);
        let best = root.moves.best().mv;
        let tree = &mut root.tree;
        tree.make(best, 0);
        tree.recall(1).and_then(|entry| entry.found).expect("the best move was searched").depth
    }

    /// The depth and the nodes of a search of two lines with these deadlines, at one node a ms.
    fn depth_of_two_lines(time: TimeLimit) -> (u32, u64) {
        let position = Position::start(BoardRules::default());
        let patience = Patience { settled_percent: [10; 7], ..Patience::NONE };
        let nodes_per_ms = NonZeroU64::new(1);
        let limits = Limits { multipv: 2, time: Some(time), patience, nodes_per_ms, ..Limits::default() };
        let job = Job::new(position, Prices::bughouse_default(), limits);
        let mut root = RootSearch::new(Arc::new(Run::of(job, 1)), Arc::default(), Alone, None);
        root.begin(None);
        assert!(root.think());
        (root.found().depth, root.tree.run.nodes())
    }

    #[test]
    fn bug_several_lines_under_a_clock_were_searched_up_to_the_hard_limit() {
        let (depth, nodes) = depth_of_two_lines(TimeLimit { soft_ms: 10, hard_ms: 3_000 });
        assert!(depth == 1 && nodes < 3_000, "depth {depth}, {nodes} nodes");
        let (depth, nodes) = depth_of_two_lines(TimeLimit::exactly(3_000));
        assert!(depth > 1 && nodes >= 3_000, "an exact time is used whole: depth {depth}, {nodes} nodes");
    }

    #[test]
    fn an_aspiration_window_lies_between_the_last_two_scores() {
        let job = Job::new(Position::start(BoardRules::default()), Prices::bughouse_default(), Limits::default());
        let tree = Tree::new(Arc::new(Run::of(job, 1)), Arc::default(), Alone);
        let (depth, delta) = (params::aspiration_depth(), params::aspiration_window());
        let center = |scores| {
            let (alpha, beta) = first_window(scores, depth, &tree);
            assert_eq!(beta - alpha, 2 * delta);
            alpha + delta
        };
        assert_eq!(center([50, 50 + delta]), 50 + delta * params::aspiration_mean() / 100);
        assert_eq!(center([50, -1_000]), 50 - delta, "the last score is its edge");
        assert_eq!([center([50, -INFINITE]), center([50, MATE_BOUND])], [50; 2]);
        assert_eq!(first_window([MATE_BOUND, 50], depth, &tree), (-INFINITE, INFINITE));
    }

    #[test]
    fn a_root_that_fails_high_is_searched_again_shallower() {
        let usual = depth_of_best(0);
        assert_eq!(usual, params::aspiration_depth() - 1);
        assert!(depth_of_best(-400) < usual);
        assert_eq!(depth_of_best(400), usual, "after a fail low it is not");
    }
}
