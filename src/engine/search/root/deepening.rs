//! Iterative deepening with aspiration windows and MultiPV, and when to stop.

use super::results::ANNOUNCE_AFTER;
use super::{RootMove, RootMoves, RootPeers, Round};
use crate::board::Position;
use crate::search::mate::RootMates;
use crate::search::params;
use crate::search::report::{Bound, Finished, Observer};
use crate::search::run::Run;
use crate::search::stability::Stability;
use crate::search::tree::Tree;
use crate::search::tree::history::Histories;
use crate::types::score::{self, INFINITE, MATE_BOUND, MAX_PLY};
use crate::types::{Move, Score};

/// The search of a root by one thread.
pub struct RootSearch<'a, P> {
    pub tree: Tree<'a, P>,
    pub moves: RootMoves,
    /// Receives the reports; none in helpers.
    pub observer: Option<Box<dyn Observer>>,
}

/// The state that a search leaves for one that continues it.
pub struct Earlier {
    position: Position,
    /// Moves in their last order, with scores as shown: without the root's flow.
    moves: Vec<RootMove>,
    depth: u32,
}

impl<'a, P: RootPeers> RootSearch<'a, P> {
    /// The root of a search.
    pub fn new(run: &'a Run, histories: &'a Histories, peers: P, observer: Option<Box<dyn Observer>>) -> Self {
        let tree = Tree::new(run, histories, peers);
        let moves = RootMoves::new(&tree.position, &run.job.limits.search_moves);
        let mut root = Self { tree, moves, observer };
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

    /// The state for a search that continues this one. `depth` is that of the last full iteration.
    pub fn into_earlier(self, depth: u32) -> Earlier {
        let mut moves = self.moves.list.clone();
        for root in &mut moves {
            root.score = self.shown(root.score.max(root.previous));
        }
        Earlier { position: self.tree.position, moves, depth }
    }

    /// Adopts the order and scores of an earlier search of the same board, and returns the depth to begin at. Moves
    /// that were not possible then come right after the best one: they may be the reason for the new search.
    fn resume(&mut self, earlier: &Earlier) -> u32 {
        let rank = |mv: Move| earlier.moves.iter().position(|root| root.mv == mv);
        let list = &mut self.moves.list;
        if !earlier.position.same_board(&self.tree.position) || list.iter().all(|root| rank(root.mv) != Some(0)) {
            return 1;
        }
        list.sort_by_key(|root| match rank(root.mv) {
            Some(0) => 0,
            None => 1,
            Some(rank) => rank + 1,
        });
        let draw = self.tree.draw_score();
        for root in list {
            root.score = rank(root.mv).map_or(-INFINITE, |rank| earlier.moves[rank].score);
            root.shift(draw);
        }
        earlier.depth.saturating_sub(params::repeated_plies()).max(1)
    }

    /// Searches until a limit is reached. `earlier` is the state that this thread's last search left.
    pub fn think(&mut self, earlier: Option<Earlier>, mates: &mut RootMates) -> Finished {
        let limits = self.tree.run.job.limits.clone();
        let last = limits.depth.unwrap_or(MAX_PLY as u32 - 1).clamp(1, MAX_PLY as u32 - 1);
        let lines = limits.multipv.max(limits.candidates).clamp(1, self.moves.list.len().max(1));
        let mut stability = Stability::default();
        let earlier = earlier.filter(|_| self.tree.run.job.continues);
        let start = earlier.map_or(1, |earlier| self.resume(&earlier)).min(last);
        let Some(first) = self.moves.list.first() else { return Finished::default() };
        let mut result = Finished { best: Some(first.mv), ..Finished::default() };
        if start > 1 {
            result = Finished { score: self.shown(first.score), depth: start - 1, ..result };
        }
        mates.begin(&self.tree.run.job);
        let mut depth = start;
        while depth <= last {
            self.tree.root_depth = depth as i32;
            self.turn_inner_mates(mates);
            self.moves.begin_iteration();
            for first in 0..lines {
                self.tree.seldepth = 0;
                self.aspirate(first);
                if self.tree.stopped() {
                    break;
                }
                self.moves.sort_lines();
            }
            let complete = !self.tree.stopped();
            self.tree.check_in();
            if self.tree.is_over() && depth > 1 {
                // The incomplete iteration counts: a move that beat the old best is the better one.
                if self.moves.best().score > -INFINITE {
                    result = self.result(result.depth);
                }
                break;
            }
            if !complete && self.repeat_with_news() {
                continue;
            }
            if self.moves.best().score == -INFINITE {
                // Over before the first move was searched: other threads have used up the nodes, or there was no time.
                self.moves.best_mut().score = self.tree.static_eval(0);
            }
            result = self.result(depth);
            for rank in 0..lines.min(limits.multipv.max(1)) {
                self.report_line(rank, Bound::Exact);
            }
            // While this thread searches for mates, the others begin the next iteration.
            self.begin_round(0, depth as i32 + 1, first_window(self.moves.best().score, depth as i32 + 1, &self.tree));
            if self.best_is_refuted(mates) {
                (result.best, result.ponder) = (Some(self.moves.best().mv), None);
                if !self.tree.is_over() {
                    continue;
                }
            }
            if self.finds_mate(mates) {
                result = self.result(depth);
                self.report_line(0, Bound::Exact);
                // Under a clock a mate is played at once; without one a shorter mate may be found.
                if self.tree.run.has_deadline() {
                    break;
                }
            }
            if self.is_satisfied(&mut stability, depth) || self.tree.is_over() {
                break;
            }
            if let Some(change) = self.take_news() {
                self.moves.list.iter_mut().for_each(|root| root.shift(change));
            }
            depth += 1;
        }
        result
    }

    /// If the iteration was unwound for new prices: restores the root, so that it can be searched again.
    fn repeat_with_news(&mut self) -> bool {
        let Some(change) = self.take_news() else { return false };
        self.moves.begin_again(change);
        true
    }

    /// Whether the search may end after this iteration.
    fn is_satisfied(&self, stability: &mut Stability, depth: u32) -> bool {
        let best = self.moves.best();
        let run = self.tree.run;
        let limits = &run.job.limits;
        let percent = stability.percent(&limits.patience, best.mv, best.score);
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
        if !run.has_deadline() || limits.multipv > 1 {
            return false;
        }
        // Under a clock: a forced move needs little time, a proven mate no more.
        let forced = self.moves.list.len() == 1 && depth >= params::forced_depth();
        let proven = mate.is_some_and(|moves| depth as i32 > 2 * moves.abs() + params::proven_mate_plies());
        forced || proven || run.soft_passed(percent)
    }

    /// Publishes a round: the iteration and window in which the root is searched.
    fn begin_round(&self, rank: usize, depth: i32, window: (Score, Score)) {
        self.tree.peers.begin_round(|| {
            let moves = self.moves.list.iter().map(|root| (root.mv, root.proven.as_ref().map(|proven| proven.0)));
            Round { price_changes: self.tree.price_changes(), depth, window, rank, moves: moves.collect() }
        });
    }

    /// Searches the root moves from rank `first` on, widening the aspiration window until it contains the score.
    fn aspirate(&mut self, first: usize) {
        self.moves.first = first;
        let depth = self.tree.root_depth;
        let mut delta = params::aspiration_window();
        let (mut alpha, mut beta) = first_window(self.moves.list[first].previous, depth, &self.tree);
        loop {
            self.begin_round(first, depth, (alpha, beta));
            let best = self.search(depth, alpha, beta);
            self.moves.sort_line();
            if self.tree.stopped() || (best > alpha && best < beta) || (alpha <= -INFINITE && beta >= INFINITE) {
                return;
            }
            if self.tree.run.elapsed() >= ANNOUNCE_AFTER {
                self.report_line(first, if best <= alpha { Bound::Upper } else { Bound::Lower });
            }
            delta *= 2;
            let wide = delta > params::aspiration_widest();
            if best <= alpha {
                alpha = if wide { -INFINITE } else { best - delta };
            } else {
                beta = if wide { INFINITE } else { best + delta };
            }
        }
    }
}

/// The first aspiration window of an iteration, around the last one's score `previous`.
fn first_window<P>(previous: Score, depth: i32, tree: &Tree<'_, P>) -> (Score, Score) {
    let features = &tree.run.job.features;
    let narrow = features.aspiration && depth >= params::aspiration_depth() && previous.abs() < MATE_BOUND;
    let delta = params::aspiration_window();
    if narrow { (previous - delta, previous + delta) } else { (-INFINITE, INFINITE) }
}
