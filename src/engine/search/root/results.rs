//! The reports of a search: lines, the current root move, and the result.

use super::RootMove;
use super::RootPeers;
use super::RootSearch;
use crate::search::report::Bound;
use crate::search::report::{Candidate, Finished, Report};
use crate::types::score::{self, INFINITE};
use crate::types::{Move, Score};
use std::time::Duration;

/// Current root moves and failed windows are reported only after this time.
pub const ANNOUNCE_AFTER: Duration = Duration::from_secs(3);

impl<P: RootPeers> RootSearch<P> {
    /// The result, if the iteration of this `depth` is the last full one.
    pub fn result(&self, depth: u32) -> Finished {
        let best = self.moves.best();
        Finished {
            best: Some(best.mv),
            ponder: best.line.get(1).copied(),
            score: self.shown(best.score),
            depth,
            nodes: self.tree.run.nodes(),
            candidates: self.candidates(),
        }
    }

    /// The result of an incomplete iteration: a move that beat the old best is the better one. If the best so far loses
    /// by force, it is a move that is not known to, with the score of the last iteration.
    pub fn result_so_far(&self) -> Finished {
        let last = self.found();
        let found = self.result(last.depth);
        match self.moves.not_lost() {
            Some(other) => Finished { best: Some(other.mv), ponder: None, score: last.score, ..found },
            None => found,
        }
    }

    /// The moves that have a score of their own, from this iteration or the last one.
    fn candidates(&self) -> Vec<Candidate> {
        let most = self.tree.run.job.limits.candidates;
        let score = |root: &RootMove| if root.score > -INFINITE { root.score } else { root.previous };
        let scored = self.moves.list.iter().take(most).filter(|root| score(root) > -INFINITE);
        let mut candidates: Vec<Candidate> = scored
            .map(|root| Candidate { mv: root.mv, reply: root.line.get(1).copied(), score: self.shown(score(root)) })
            .collect();
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        candidates
    }

    /// Reports the move that is searched next, `number` (from 1) of the line.
    pub fn announce(&mut self, number: i32, mv: Move) {
        let elapsed = self.tree.run.elapsed();
        self.announced = number;
        if elapsed >= ANNOUNCE_AFTER
            && number > self.announced_before_pause
            && let Some(observer) = &mut self.observer
        {
            observer.current_move(self.tree.root_depth as u32, mv, number as usize, elapsed);
        }
    }

    /// Reports the line of a root move.
    pub fn report_line(&mut self, rank: usize, bound: Bound) {
        if let Some(mut observer) = self.observer.take() {
            observer.report(&self.report(rank, bound));
            self.observer = Some(observer);
        }
    }

    /// A score as shown to users: without the root's flow.
    pub fn shown(&self, value: Score) -> Score {
        if score::is_mate(value) { value } else { value - self.tree.draw_score() }
    }

    fn report(&self, rank: usize, bound: Bound) -> Report {
        let root = &self.moves.list[rank];
        let run = &self.tree.run;
        let value = if root.score == -INFINITE { root.previous } else { root.score };
        Report {
            depth: self.tree.root_depth as u32,
            seldepth: self.tree.seldepth.max(1) as u32,
            multipv: rank + 1,
            score: self.shown(value),
            bound,
            nodes: run.nodes(),
            elapsed: run.elapsed(),
            hashfull: run.tt.hashfull(),
            pv: root.line.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, Position};
    use crate::eval::Prices;
    use crate::search::limits::{Job, Limits};
    use crate::search::run::Run;
    use crate::search::tree::peers::Alone;
    use crate::search::tree::stack::Line;
    use crate::types::score::mated_in;
    use std::sync::Arc;

    #[test]
    fn bug_a_search_that_ended_when_its_best_move_was_found_to_lose_gave_that_move_as_if_all_did() {
        let job = Job::new(Position::start(BoardRules::default()), Prices::bughouse_default(), Limits::default());
        let mut root = RootSearch::new(Arc::new(Run::of(job, 1)), Arc::default(), Alone, None);
        root.begin(None);
        root.moves.begin_iteration();
        let line = Line::from_iter([root.moves.best().mv]);
        // The first two moves lose, the others have not been searched yet.
        root.moves.record(1, mated_in(4), 10, Some(&line));
        root.moves.record(2, mated_in(4), 10, None);
        root.moves.sort_line();
        let found = root.result_so_far();
        assert_eq!((found.best, score::is_mate(found.score)), (Some(root.moves.list[2].mv), false));
        for number in 1..=root.moves.list.len() as i32 {
            root.moves.record(number, mated_in(4), 10, (number == 1).then_some(&line));
        }
        let found = root.result_so_far();
        assert_eq!((found.best, found.score), (line.first().copied(), mated_in(4)), "all lose");
    }
}
