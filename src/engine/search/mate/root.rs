//! Mates by checks at the root, looked for between the iterations: one by the side to move, one by the opponent after the best move,
//! which refutes that move, and where the score wins much one that the best move prepares.

use super::MateResult;
use super::MateSearch;
use super::MateTable;
use super::ask;
use crate::board::Position;
use crate::search::limits::{Job, Limits};
use crate::types::Move;

/// The mates that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateQuestion {
    /// Whether the side to move mates.
    Ours,
    /// Whether the opponent mates after this move.
    Theirs(Move),
    /// Whether this move mates, whatever the reply.
    After(Move),
}

/// How far one question has been answered.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// Positions visited.
    visited: u64,
    /// There is no such mate.
    none: bool,
}

/// Mates by checks at one root.
#[derive(Default)]
pub struct RootMates {
    table: MateTable,
    wanted: bool,
    ours: Progress,
    theirs: Progress,
    after: Progress,
    /// The move that `theirs` and `after` are of.
    best: Option<Move>,
}

impl RootMates {
    /// Begins at another root. Where more than the best move is wanted, mates are not.
    pub fn begin(&mut self, job: &Job) {
        let Limits { search_moves, multipv, candidates, .. } = &job.limits;
        let one = search_moves.is_empty() && *multipv <= 1 && *candidates <= 1;
        self.wanted = one && job.features.mate_search && job.blindness.percent == 0;
        if self.wanted {
            self.table.clear();
            (self.ours, self.best) = (Progress::default(), None);
            (self.theirs, self.after) = Default::default();
        }
    }

    /// Whether mates are looked for.
    pub fn are_wanted(&self) -> bool {
        self.wanted
    }

    fn progress(&mut self, question: MateQuestion) -> &mut Progress {
        match question {
            MateQuestion::Ours => &mut self.ours,
            MateQuestion::Theirs(_) => &mut self.theirs,
            MateQuestion::After(_) => &mut self.after,
        }
    }

    /// Goes on with a question about the root `position` as long as `goes_on`, until `most` positions have been visited in all: a mating
    /// line, and its plies at the latest, counted from behind the move that is asked about.
    pub fn find(
        &mut self,
        question: MateQuestion,
        position: &Position,
        most: u64,
        goes_on: impl FnMut() -> bool,
    ) -> Option<(Vec<Move>, u16)> {
        let mut position = position.clone();
        if let MateQuestion::Theirs(best) | MateQuestion::After(best) = question {
            if self.best != Some(best) {
                self.best = Some(best);
                (self.theirs, self.after) = Default::default();
            }
            position.make_move(best);
        }
        let mut progress = *self.progress(question);
        if progress.none || progress.visited >= most {
            return None;
        }
        let search = match question {
            MateQuestion::Ours | MateQuestion::Theirs(_) => MateSearch::new(&mut self.table, position),
            MateQuestion::After(_) => MateSearch::against(&mut self.table, position),
        };
        let verdict = ask(search, &mut progress.visited, most, goes_on);
        progress.none = verdict == MateResult::None;
        *self.progress(question) = progress;
        match verdict {
            MateResult::Mate(line, plies) => Some((line, plies)),
            MateResult::None | MateResult::Open => None,
        }
    }
}
