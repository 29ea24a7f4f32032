//! The root: iterative deepening, aspiration windows, several best lines, and when to stop thinking.

use crate::board::{PieceSet, Position};
use crate::search::mate::root::RootMates;
use crate::search::report::{Candidate, Finished, Report};
use crate::search::threads::abdada::Round;
use crate::search::tree::window::Root;
use crate::search::tree::{Line, Tree};
use crate::search::{Bound, Patience, params};
use crate::types::score::{self, EVAL_LIMIT, INFINITE, MATE_BOUND, MAX_PLY};
use crate::types::{Move, PieceType, Score};
use std::time::Duration;

/// Root moves are announced one by one only after this long.
const ANNOUNCE_AFTER: Duration = Duration::from_secs(3);

/// A forced move is searched this deep, in plies: whether it loses by force decides whether it is made at all.
const FORCED_DEPTH: u32 = 6;

/// A move of the root with what is known of it.
#[derive(Clone)]
pub(in crate::search) struct RootMove {
    pub(in crate::search) mv: Move,
    /// Score of this iteration; lowest for a move that did not beat alpha.
    pub(in crate::search) score: Score,
    previous: Score,
    /// Nodes spent on it in this iteration: what is hard to refute comes first among those that did not beat alpha.
    nodes: u64,
    pub(in crate::search) line: Line,
    /// A forced mate behind it that was found beside the search: its score, by whoever it is, and the line if it is the player's.
    pub(in crate::search) known: Option<(Score, Line)>,
    /// The opponent can answer by taking a piece that mates the partner, and there are moves that do not let him.
    pub(in crate::search) feeds: bool,
}

/// A move that feeds is worth as much as if we were mated after so many plies: ours, the capture, and the mate on the other board.
const FED_PLIES: usize = 4;

impl RootMove {
    /// Moves the score by `change` cp, if it is one that flow is part of.
    fn shift(&mut self, change: Score) {
        if self.score > -INFINITE && !score::is_mate(self.score) {
            self.score = (self.score + change).clamp(-EVAL_LIMIT, EVAL_LIMIT);
        }
    }

    /// Takes over a score, and its line unless that of a known mate says it all.
    fn adopt(&mut self, score: Score, line: &Line) {
        self.score = score;
        match &self.known {
            Some((known, line)) if *known == score => self.line.clone_from(line),
            _ => self.line.clone_from(line),
        }
    }

    /// The legal moves, or those of them that are `wanted` if any are named.
    pub(in crate::search) fn list(position: &Position, wanted: &[Move]) -> Vec<Self> {
        position
            .legal_moves()
            .into_iter()
            .filter(|mv| wanted.is_empty() || wanted.contains(mv))
            .map(|mv| Self {
                mv,
                score: -INFINITE,
                previous: -INFINITE,
                nodes: 0,
                line: Line::from_iter([mv]),
                known: None,
                feeds: false,
            })
            .collect()
    }
}

/// How settled the iterations are: decides how much of the time is used.
#[derive(Default)]
struct Settled {
    best: Option<Move>,
    /// Iterations for which the best move has stood.
    iterations: usize,
    last_score: Score,
}

impl Settled {
    /// Notes an iteration's result and says how much of the soft limit to use, in percent.
    fn percent(&mut self, patience: &Patience, best: Move, score: Score) -> u64 {
        let drop = self.last_score - score;
        self.iterations = if self.best == Some(best) { self.iterations + 1 } else { 0 };
        (self.best, self.last_score) = (Some(best), score);
        patience.percent(self.iterations, drop)
    }
}

/// What a search leaves for one that continues it.
pub(in crate::search) struct Earlier {
    position: Position,
    /// Moves in their last order, scores as they are shown: without the root's flow.
    roots: Vec<RootMove>,
    depth: u32,
}

/// How much a search that continues another one repeats, in plies.
const REPEATED_PLIES: u32 = 2;

impl Tree<'_> {
    /// What a search that continues this one should know. `depth` is the last full iteration.
    pub(in crate::search) fn into_earlier(self, depth: u32) -> Earlier {
        let mut roots = self.root_moves.clone();
        for root in &mut roots {
            root.score = self.shown(root.score.max(root.previous));
        }
        Earlier { position: self.position, roots, depth }
    }

    /// Takes over the order and scores of an earlier search of the same board, and says at which depth to begin. Moves that
    /// were not possible then come behind the best one: they may be why the search goes on.
    fn resume(&mut self, earlier: &Earlier) -> u32 {
        let rank = |mv: Move| earlier.roots.iter().position(|root| root.mv == mv);
        if !earlier.position.same_board(&self.position) || self.root_moves.iter().all(|root| rank(root.mv) != Some(0)) {
            return 1;
        }
        self.root_moves.sort_by_key(|root| match rank(root.mv) {
            Some(0) => 0,
            None => 1,
            Some(rank) => rank + 1,
        });
        let draw = self.draw_score();
        for root in &mut self.root_moves {
            root.score = rank(root.mv).map_or(-INFINITE, |rank| earlier.roots[rank].score);
            root.shift(draw);
        }
        earlier.depth.saturating_sub(REPEATED_PLIES).max(1)
    }

    /// Thinks until a limit is reached. Tree 0 tells its observer; the others help it, and their results say nothing. `earlier`
    /// is what this thread's last search left.
    pub(in crate::search) fn think(
        &mut self,
        index: usize,
        earlier: Option<Earlier>,
        mates: &mut RootMates,
    ) -> Finished {
        let limits = self.run.job.limits.clone();
        let last = limits.depth.unwrap_or(MAX_PLY as u32 - 1).clamp(1, MAX_PLY as u32 - 1);
        let lines = limits.multipv.max(limits.candidates).clamp(1, self.root_moves.len().max(1));
        let mut settled = Settled::default();
        let earlier = earlier.filter(|_| self.run.job.continues);
        let start = earlier.map_or(1, |earlier| self.resume(&earlier)).min(last);
        let Some(first) = self.root_moves.first() else { return Finished::default() };
        let mut result = Finished { best: Some(first.mv), ..Finished::default() };
        if start > 1 {
            result = Finished { score: self.shown(first.score), depth: start - 1, ..result };
        }
        if index > 0 {
            self.help();
            return result;
        }
        mates.begin(&self.run.job);
        let mut depth = start;
        while depth <= last {
            self.root_depth = depth as i32;
            self.turn_inner_mates(mates, self.root_moves[0].score);
            for root in &mut self.root_moves {
                root.previous = std::mem::replace(&mut root.score, -INFINITE);
                root.nodes = 0;
            }
            for first in 0..lines {
                self.seldepth = 0;
                self.aspirate(first);
                if self.stopped() {
                    break;
                }
                self.root_moves[..=first].sort_by_key(|root| std::cmp::Reverse(root.score));
            }
            let complete = !self.stopped();
            self.check_in();
            if self.is_over() && depth > 1 {
                // What this iteration found so far counts: a move that beat the old best is the better one.
                if self.root_moves[0].score > -INFINITE {
                    result = self.result(result.depth);
                }
                break;
            }
            if !complete && self.repeat_with_news() {
                continue;
            }
            if self.root_moves[0].score == -INFINITE {
                // It is over before the first move was searched: other threads have spent the nodes, or the time was none.
                self.root_moves[0].score = self.static_eval(0);
            }
            result = self.result(depth);
            for rank in 0..lines.min(limits.multipv.max(1)) {
                self.tell(rank, Bound::Exact);
            }
            // While this thread looks for mates, the others begin the next iteration.
            self.begin_round(0, depth as i32 + 1, self.first_window(self.root_moves[0].score, depth as i32 + 1));
            if self.best_is_refuted(mates) {
                (result.best, result.ponder) = (Some(self.root_moves[0].mv), None);
                if !self.is_over() {
                    continue;
                }
            }
            if self.finds_mate(mates) {
                result = self.result(depth);
                self.tell(0, Bound::Exact);
                // Under a clock a mate is played at once; who has time may learn of a shorter one.
                if self.run.has_deadline() {
                    break;
                }
            }
            if self.satisfied(&mut settled, depth) {
                break;
            }
            if self.is_over() {
                break;
            }
            if let Some(change) = self.take_news() {
                self.root_moves.iter_mut().for_each(|root| root.shift(change));
            }
            depth += 1;
        }
        result
    }

    /// If the iteration was unwound by news: makes the root as it was before, so that it can be searched again.
    fn repeat_with_news(&mut self) -> bool {
        let Some(change) = self.take_news() else { return false };
        for root in &mut self.root_moves {
            root.score = root.previous;
            root.shift(change);
        }
        self.root_moves.sort_by_key(|root| std::cmp::Reverse(root.score));
        true
    }

    fn result(&self, depth: u32) -> Finished {
        let best = &self.root_moves[0];
        Finished {
            best: Some(best.mv),
            ponder: best.line.get(1).copied(),
            score: self.shown(best.score),
            depth,
            nodes: self.run.nodes(),
            candidates: self.candidates(),
        }
    }

    /// The moves that have a score of their own, from this iteration or the last one.
    fn candidates(&self) -> Vec<Candidate> {
        let most = self.run.job.limits.candidates;
        let score = |root: &RootMove| if root.score > -INFINITE { root.score } else { root.previous };
        let scored = self.root_moves.iter().take(most).filter(|root| score(root) > -INFINITE);
        let mut candidates: Vec<Candidate> = scored
            .map(|root| Candidate { mv: root.mv, reply: root.line.get(1).copied(), score: self.shown(score(root)) })
            .collect();
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        candidates
    }

    /// Whether there is nothing more to gain from another iteration.
    fn satisfied(&self, settled: &mut Settled, depth: u32) -> bool {
        let best = &self.root_moves[0];
        let limits = &self.run.job.limits;
        let percent = settled.percent(&limits.patience, best.mv, best.score);
        let mate = score::mate_moves(best.score);
        if let (Some(most), Some(moves)) = (limits.mate, mate)
            && moves > 0
            && moves as u32 <= most
        {
            return true;
        }
        if !self.run.has_deadline() || limits.multipv > 1 {
            return false;
        }
        // Under a clock: a forced move needs little thought, a proven mate no more of it.
        let forced = self.root_moves.len() == 1 && depth >= FORCED_DEPTH;
        let proven = mate.is_some_and(|moves| depth as i32 > 2 * moves.abs() + 2);
        forced || proven || self.run.soft_passed(percent)
    }

    /// The window of an iteration after one that found the score `previous`.
    fn first_window(&self, previous: Score, depth: i32) -> (Score, Score) {
        let narrow = self.run.job.features.aspiration && depth >= 5 && previous.abs() < MATE_BOUND;
        let delta = params::aspiration_window();
        if narrow { (previous - delta, previous + delta) } else { (-INFINITE, INFINITE) }
    }

    /// Tells the other threads of the search what the root is searched for.
    pub(in crate::search) fn begin_round(&self, rank: usize, depth: i32, window: (Score, Score)) {
        if let Some(together) = &self.run.together {
            let moves = self.root_moves.iter().map(|root| (root.mv, root.known.as_ref().map(|known| known.0)));
            together.begin(Round { views: self.views(), depth, window, rank, moves: moves.collect() });
        }
    }

    /// Searches the root moves from rank `first` on, in a window that is widened until it holds the score.
    fn aspirate(&mut self, first: usize) {
        self.first_rank = first;
        let mut delta = params::aspiration_window();
        let (mut alpha, mut beta) = self.first_window(self.root_moves[first].previous, self.root_depth);
        loop {
            self.begin_round(first, self.root_depth, (alpha, beta));
            let best = self.alphabeta::<Root>(self.root_depth, alpha, beta, 0, false);
            self.root_moves[first..].sort_by_key(|root| std::cmp::Reverse((root.score, root.previous, root.nodes)));
            if self.stopped() || (best > alpha && best < beta) || (alpha <= -INFINITE && beta >= INFINITE) {
                return;
            }
            if self.run.elapsed() >= ANNOUNCE_AFTER {
                self.tell(first, if best <= alpha { Bound::Upper } else { Bound::Lower });
            }
            delta *= 2;
            if best <= alpha {
                alpha = if delta > 1_000 { -INFINITE } else { best - delta };
            } else {
                beta = if delta > 1_000 { INFINITE } else { best + delta };
            }
        }
    }

    /// Makes the root as it is in the main thread's round.
    pub(in crate::search) fn follow(&mut self, round: &Round) {
        (self.root_depth, self.first_rank) = (round.depth, round.rank);
        let rank = |mv: Move| round.moves.iter().position(|(other, _)| *other == mv);
        self.root_moves.sort_by_key(|root| rank(root.mv));
        for (root, (_, known)) in self.root_moves.iter_mut().zip(&round.moves) {
            (root.score, root.nodes) = (-INFINITE, 0);
            root.known = known.map(|score| (score, Line::new()));
        }
    }

    /// Takes over what another thread found for the moves of the line that is searched now.
    pub(in crate::search) fn adopt(&mut self, found: &[RootMove]) {
        for root in &mut self.root_moves[self.first_rank..] {
            let Some(found) = found.iter().find(|found| found.mv == root.mv) else { continue };
            root.nodes = found.nodes;
            root.adopt(found.score, &found.line);
        }
    }

    /// Takes over what another thread found for one of these moves.
    pub(in crate::search) fn adopt_root_move(&mut self, mv: Move, score: Score, line: &Line) {
        if let Some(root) = self.root_moves[self.first_rank..].iter_mut().find(|root| root.mv == mv) {
            root.adopt(score, line);
        }
    }

    /// The root move that comes after `number` others of the line that is searched now.
    pub(in crate::search) fn root_move(&self, number: i32) -> Option<Move> {
        self.root_moves.get(self.first_rank + number as usize).map(|root| root.mv)
    }

    /// The mate that is known behind the root move number `number` from 1, on this board or on the other one.
    pub(in crate::search) fn known_mate(&self, number: i32) -> Option<Score> {
        let root = &self.root_moves[self.first_rank + number as usize - 1];
        if root.feeds { Some(score::mated_in(FED_PLIES)) } else { root.known.as_ref().map(|known| known.0) }
    }

    /// Marks the root moves that let the opponent take one of the kinds that `mating` names.
    pub(in crate::search) fn mark_feeding(&mut self, mating: PieceSet) {
        let any = PieceType::HELD.into_iter().any(|kind| mating.has(kind));
        for index in 0..self.root_moves.len() {
            self.root_moves[index].feeds = any && self.position.lets_take(self.root_moves[index].mv, mating);
        }
        if self.root_moves.iter().all(|root| root.feeds) {
            self.root_moves.iter_mut().for_each(|root| root.feeds = false);
        }
    }

    /// Notes the score of the move `mv`, the line's number `number` from 1, which took so many `nodes`.
    pub(in crate::search) fn note_root_move(&mut self, number: i32, mv: Move, score: Score, alpha: Score, nodes: u64) {
        let beats = number == 1 || score > alpha;
        if beats {
            self.extend_pv(0, mv);
        }
        let root = &mut self.root_moves[self.first_rank + number as usize - 1];
        root.nodes += nodes;
        root.score = if beats { score } else { -INFINITE };
        match &root.known {
            Some((known, line)) if *known == score => root.line.clone_from(line),
            _ if beats => root.line.clone_from(&self.frames[0].pv),
            _ => {}
        }
    }

    /// Tells of the move that is searched next, the line's number `number` from 1.
    pub(in crate::search) fn announce(&mut self, number: i32, mv: Move) {
        let elapsed = self.run.elapsed();
        if elapsed >= ANNOUNCE_AFTER
            && let Some(observer) = &mut self.observer
        {
            observer.current_move(self.root_depth as u32, mv, number as usize, elapsed);
        }
    }

    fn tell(&mut self, rank: usize, bound: Bound) {
        if let Some(mut observer) = self.observer.take() {
            observer.report(&self.report(rank, bound));
            self.observer = Some(observer);
        }
    }

    /// A score as people expect it: the flow that the root already had is no news.
    fn shown(&self, value: Score) -> Score {
        if score::is_mate(value) { value } else { value - self.draw_score() }
    }

    fn report(&self, rank: usize, bound: Bound) -> Report {
        let root = &self.root_moves[rank];
        let value = if root.score == -INFINITE { root.previous } else { root.score };
        Report {
            depth: self.root_depth as u32,
            seldepth: self.seldepth.max(1) as u32,
            multipv: rank + 1,
            score: self.shown(value),
            bound,
            nodes: self.run.nodes(),
            elapsed: self.run.elapsed(),
            hashfull: self.run.tt.hashfull(),
            pv: root.line.to_vec(),
        }
    }
}
