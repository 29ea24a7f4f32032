//! The reports of a search while it runs and when it ends.

use crate::types::{Move, Score};
use std::time::Duration;

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score.
    Exact,
    /// The true score is at least this (fail high).
    Lower,
    /// The true score is at most this (fail low).
    Upper,
}

/// A reported line (UCI `info`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank of this line among the root moves, from 1.
    pub multipv: usize,
    /// Score for the side to move at the root.
    pub score: Score,
    /// The bound of the score.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// Share of the table in use, in permille.
    pub hashfull: u32,
    /// The line, best move first.
    pub pv: Vec<Move>,
}

impl Report {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.elapsed)
    }
}

/// Nodes a second; the time counts as a microsecond at least.
pub(super) fn nps(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64
}

/// A root move with a score of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The expected reply.
    pub reply: Option<Move>,
    /// Its score, for the side to move.
    pub score: Score,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// The move to play; none without a legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// Score of the last full iteration, for the side to move.
    pub score: Score,
    /// Depth of the last full iteration.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The best moves, best first: at most [`super::Limits::candidates`], as far as they were searched.
    pub candidates: Vec<Candidate>,
}

/// The receiver of a search's reports. Called from a search thread; must be quick and must not call the searcher back.
pub trait Observer: Send {
    /// A line is complete.
    fn report(&mut self, report: &Report);

    /// A root move is about to be searched; `number` is its rank from 1.
    fn current_move(&mut self, _depth: u32, _mv: Move, _number: usize, _elapsed: Duration) {}

    /// The search has ended by itself or by a stop. Called once, unless the search was aborted.
    fn finished(&mut self, result: &Finished);
}

/// An observer that ignores all reports.
pub struct Silent;

impl Observer for Silent {
    fn report(&mut self, _report: &Report) {}
    fn finished(&mut self, _result: &Finished) {}
}
