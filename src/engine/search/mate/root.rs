//! Mates by checks at the root, searched for between the iterations: one by the side to move, one by the opponent after
//! the best move, which refutes that move, and at a winning score one that the best move prepares. The first of them is
//! searched for during the iterations too; one that is found ends its iteration.

use super::MateResult;
use super::MateSearch;
use super::MateTable;
use super::search_up_to;
use crate::board::Position;
use crate::eval::Outlook;
use crate::search::limits::{Job, Limits};
use crate::types::{ByColor, Move};

/// The mates to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateQuestion {
    /// Whether the side to move mates.
    Ours,
    /// Whether the opponent mates after this move.
    Theirs(Move),
    /// Whether this move mates, whatever the reply.
    After(Move),
}

/// Positions for which a search for a mate during an iteration goes on at least, so that the way from the root to where
/// it stopped costs little.
const QUANTUM: u64 = 256;

/// Progress of one mate search.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// Positions visited.
    visited: u64,
    /// The mate has been disproven.
    none: bool,
}

/// Mates by checks at one root.
#[derive(Default)]
pub struct RootMates {
    table: MateTable,
    /// The outlook of a player who hangs.
    hang: ByColor<Outlook>,
    wanted: bool,
    /// Share of the nodes for a mate by the side to move during this iteration, in percent.
    share: u64,
    /// The mate that was found during this iteration, which ends.
    found: Option<(Vec<Move>, u16)>,
    ours: Progress,
    theirs: Progress,
    after: Progress,
    /// The best move to which `theirs` and `after` refer.
    best: Option<Move>,
}

impl RootMates {
    /// Whether mates are searched for at the root of this search.
    pub fn are_wanted_in(job: &Job) -> bool {
        let Limits { search_moves, multipv, candidates, .. } = &job.limits;
        let one = search_moves.is_empty() && *multipv <= 1 && *candidates <= 1;
        one && job.features.mate_search && job.blindness.percent == 0
    }

    /// Resets the state for a new root. Mates are not searched for if more than the best move is requested.
    pub fn begin(&mut self, job: &Job) {
        (self.share, self.found) = (0, None);
        self.wanted = Self::are_wanted_in(job);
        if self.wanted {
            self.table.clear();
            self.hang = job.prices.hang;
            (self.ours, self.best) = (Progress::default(), None);
            (self.theirs, self.after) = Default::default();
        }
    }

    /// Sets the share of the nodes for a mate by the side to move during the next iteration, in percent.
    pub fn begin_iteration(&mut self, share: u64) {
        (self.share, self.found) = (share, None);
    }

    /// The number of positions up to which the search for a mate by the side to move goes on during an iteration, after
    /// `searched` nodes; none if it is not due.
    pub fn due(&self, searched: u64) -> Option<u64> {
        let most = searched * self.share / 100;
        let open = self.wanted && !self.ours.none && self.found.is_none();
        (open && most >= self.ours.visited + QUANTUM).then_some(most)
    }

    /// Adopts a mate by the side to move that was found during an iteration.
    pub fn adopt(&mut self, mate: (Vec<Move>, u16)) {
        self.found = Some(mate);
    }

    /// Whether a mate was found during the iteration.
    pub fn has_mate(&self) -> bool {
        self.found.is_some()
    }

    /// Whether to search for mates.
    pub fn are_wanted(&self) -> bool {
        self.wanted
    }

    /// Whether the side to move of `position`, which is none of this root's, mates by checks, as a search of at most
    /// `most` positions finds. A hang counts as no mate there. Helpers call it, too.
    pub fn mates_within(&mut self, position: Position, most: u64) -> bool {
        if self.table.is_empty() {
            self.table.clear();
        }
        MateSearch::new(&mut self.table, position).apart().mates_within(most)
    }

    fn progress(&mut self, question: MateQuestion) -> &mut Progress {
        match question {
            MateQuestion::Ours => &mut self.ours,
            MateQuestion::Theirs(_) => &mut self.theirs,
            MateQuestion::After(_) => &mut self.after,
        }
    }

    /// Continues a mate search from the root `position` while `goes_on` returns true, until `most` positions have been
    /// visited in all. Returns a mating line and an upper bound of its plies, both from after the question's move.
    pub fn find(
        &mut self,
        question: MateQuestion,
        position: &Position,
        most: u64,
        mut goes_on: impl FnMut() -> bool,
    ) -> Option<(Vec<Move>, u16)> {
        if question == MateQuestion::Ours && self.found.is_some() {
            return self.found.take();
        }
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
        let verdict = search_up_to(search.with_outlooks(self.hang), &mut progress.visited, most, &mut goes_on);
        progress.none = verdict == MateResult::None;
        *self.progress(question) = progress;
        match verdict {
            MateResult::Mate(line, plies) => Some((line, plies)),
            MateResult::None | MateResult::Open => None,
        }
    }
}
