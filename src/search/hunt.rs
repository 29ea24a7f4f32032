//! Between the iterations the root is searched for mates by checks alone: by the side to move, which ends a search under a clock, and by the
//! opponent after the best move, which refutes that move.

use super::mate::{MateSearch, MateTable, Verdict};
use super::params;
use super::worker::Worker;
use super::{Job, Limits};
use crate::board::Position;
use crate::types::Move;
use crate::types::score::{self, MATE_BOUND, MAX_PLY};

/// How far one question has been looked into.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// Positions visited.
    visited: u64,
    /// The answer is known to be no.
    no: bool,
}

/// What is known of mates by checks at one root.
#[derive(Default)]
pub struct Hunt {
    table: MateTable,
    wanted: bool,
    ours: Progress,
    theirs: Progress,
    /// The best move that [`Self::theirs`] is about.
    best: Option<Move>,
}

impl Hunt {
    /// Begins at another root, or does not, where more than the best move is wanted.
    pub fn begin(&mut self, job: &Job, main_thread: bool) {
        let Limits { search_moves, multipv, candidates, .. } = &job.limits;
        let one = search_moves.is_empty() && *multipv <= 1 && *candidates <= 1;
        self.wanted = main_thread && one && job.features.mate_search && job.blindness.percent == 0;
        if self.wanted {
            self.table.clear();
            (self.ours, self.theirs, self.best) = (Progress::default(), Progress::default(), None);
        }
    }
}

impl Worker<'_> {
    /// Goes on with the search for a mate by the side to move. If one is found, the root has its move, line and score.
    pub(super) fn finds_mate(&mut self, hunt: &mut Hunt) -> bool {
        if !hunt.wanted || self.root_moves[0].score >= MATE_BOUND {
            return false;
        }
        let Some((line, plies)) = self.look_for_mate(&mut hunt.table, self.position.clone(), &mut hunt.ours) else {
            return false;
        };
        let Some(rank) = self.root_moves.iter().position(|root| Some(&root.mv) == line.first()) else { return false };
        self.root_moves[..=rank].rotate_right(1);
        let root = &mut self.root_moves[0];
        if root.feeds && plies > 1 {
            // The mate on the other board comes first.
            self.root_moves[..=rank].rotate_left(1);
            return false;
        }
        root.score = score::mate_in(plies.into());
        root.line = line.into_iter().take(MAX_PLY).collect();
        root.known = Some((root.score, root.line.clone()));
        true
    }

    /// Goes on with the search for a mate by the opponent after the best move. If one is found, the move has that score from now on, and
    /// comes last.
    pub(super) fn best_is_refuted(&mut self, hunt: &mut Hunt) -> bool {
        let best = &self.root_moves[0];
        if !hunt.wanted || score::is_mate(best.score) || self.root_moves.len() == 1 {
            return false;
        }
        let mv = best.mv;
        if hunt.best != Some(mv) {
            (hunt.best, hunt.theirs) = (Some(mv), Progress::default());
        }
        let mut position = self.position.clone();
        position.make_move(mv);
        let found = self.look_for_mate(&mut hunt.table, position, &mut hunt.theirs);
        let Some((_, plies)) = found else { return false };
        let root = &mut self.root_moves[0];
        root.score = score::mated_in(usize::from(plies) + 1);
        root.known = Some((root.score, root.line.clone()));
        self.root_moves.rotate_left(1);
        true
    }

    /// A mate by the side to move of `position`, and in how many plies it comes, if a share of this search's nodes finds one.
    fn look_for_mate(
        &mut self,
        table: &mut MateTable,
        position: Position,
        progress: &mut Progress,
    ) -> Option<(Vec<Move>, u16)> {
        let most = self.searched() * params::mate_percent() / 100;
        if progress.no || progress.visited >= most {
            return None;
        }
        let verdict = MateSearch::new(table, position).search(|| {
            self.count_node();
            progress.visited += 1;
            !self.stopped() && progress.visited <= most
        });
        self.check_in();
        match verdict {
            Verdict::Mate(line, plies) => Some((line, plies)),
            Verdict::None => {
                progress.no = true;
                None
            }
            Verdict::Open => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::TeamView;
    use crate::search::budget::ThreadBudget;
    use crate::search::history::Histories;
    use crate::search::node::Root;
    use crate::search::run::Run;
    use crate::search::tt::Tt;
    use crate::types::score::INFINITE;
    use std::sync::Arc;

    /// Nodes of the search beside which mates are looked for.
    const SEARCHED: u64 = 100_000;

    #[test]
    fn a_move_that_lets_the_opponent_mate_by_checks_comes_last() {
        let bfen = "r1bnR2r/2N2pkp/p3pp2/1pb5/2B5/2N1PnP1/PP4PP/R1B3RK[QQRBBPPbp] b - - 1 18";
        let position = fen::parse(bfen, BoardRules::default()).expect("a position");
        let job = Job::new(position.clone(), TeamView::bughouse_default(), Limits::default());
        let (run, budget) = (Run::new(job.clone(), Arc::new(Tt::new(1)), None, 1), ThreadBudget::new(1));
        let mut histories = Histories::default();
        let mut worker = Worker::new(&run, &budget, &mut histories, None);
        (0..SEARCHED).for_each(|_| worker.count_node());
        let careless = position.find_move("a6a5").expect("a legal move");
        let place = worker.root_moves.iter().position(|root| root.mv == careless).expect("a root move");
        worker.root_moves.swap(0, place);
        worker.root_moves[0].score = 0;
        let mut hunt = Hunt::default();
        hunt.begin(&job, true);
        assert!(worker.best_is_refuted(&mut hunt));
        let last = worker.root_moves.last().expect("moves");
        assert_eq!(last.mv, careless);
        let score = last.known.as_ref().expect("a mate").0;
        assert!(score < -MATE_BOUND);
        worker.root_depth = 1;
        worker.alphabeta::<Root>(1, -INFINITE, INFINITE, 0, false);
        let scored = worker.root_moves.iter().find(|root| root.mv == careless).map(|root| root.score);
        assert!(scored.is_some_and(|scored| scored <= score), "a search does not think better of it");
        let mut nobody = Hunt::default();
        nobody.begin(&job, false);
        worker.root_moves.rotate_right(1);
        assert!(!worker.best_is_refuted(&mut nobody), "only the main thread looks");
    }
}
