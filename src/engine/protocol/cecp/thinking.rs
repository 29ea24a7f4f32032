//! What a search tells, as CECP's thinking output.

use crate::board::Position;
use crate::player::Purpose;
use crate::protocol::output::LineOutput;
use crate::search::{Bound, Finished, Observer, Report};
use crate::types::score::{is_mate, mate_moves};
use crate::types::{Move, Score};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A mate in N moves is written as so much and N.
const MATE_CP: i32 = 100_000;

/// How far a search is, for `.`, and what it is for.
struct SearchProgress {
    purpose: Purpose,
    started: Instant,
    depth: u32,
    nodes: u64,
    /// The root move that is being looked at, and its number from 1.
    current: Option<(Move, usize)>,
}

/// The search in progress, as the session and the search see it.
pub struct CurrentSearch {
    progress: Mutex<SearchProgress>,
    /// Whether lines of thought about our own move are shown.
    post: AtomicBool,
}

impl CurrentSearch {
    /// Nothing is being searched yet.
    pub fn new() -> Arc<Self> {
        let progress =
            SearchProgress { purpose: Purpose::Move, started: Instant::now(), depth: 0, nodes: 0, current: None };
        Arc::new(Self { progress: Mutex::new(progress), post: AtomicBool::new(false) })
    }

    fn lock(&self) -> MutexGuard<'_, SearchProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A search begins.
    pub fn begin(&self, purpose: Purpose) {
        *self.lock() = SearchProgress { purpose, started: Instant::now(), depth: 0, nodes: 0, current: None };
    }

    /// What was thought about on the opponent's time is about our move now.
    pub fn turn_to_our_move(&self) {
        self.lock().purpose = Purpose::Move;
    }

    /// Shows lines of thought about our own moves from now on, or no more.
    pub fn post(&self, on: bool) {
        self.post.store(on, Ordering::Relaxed);
    }

    /// The answer to `.`: `stat01: TIME NODES DEPTH LEFT TOTAL MOVE`.
    pub fn status(&self, position: &Position) -> String {
        let progress = self.lock();
        let total = position.legal_moves().len();
        let (left, mv) = match progress.current {
            Some((mv, number)) => (total.saturating_sub(number), format!(" {mv}")),
            None => (0, String::new()),
        };
        let SearchProgress { depth, nodes, .. } = *progress;
        format!("stat01: {} {nodes} {depth} {left} {total}{mv}", progress.started.elapsed().as_millis() / 10)
    }
}

/// A line of thought: `PLY SCORE CENTISECONDS NODES MOVES`.
pub fn line(report: &Report) -> String {
    let Report { depth, nodes, .. } = report;
    let mut text = format!("{depth} {} {} {nodes}", centipawns(report.score), report.elapsed.as_millis() / 10);
    for mv in &report.pv {
        let _ = write!(text, " {mv}");
    }
    text
}

fn centipawns(score: Score) -> i32 {
    match mate_moves(score) {
        Some(moves) if score > 0 => MATE_CP + moves,
        Some(moves) => moves - MATE_CP,
        None => score,
    }
}

/// Listens to a search.
pub struct Listener {
    out: Arc<LineOutput>,
    thought: Arc<CurrentSearch>,
    /// The last line shown that ends in mate.
    mate: Option<(Score, Vec<Move>)>,
}

impl Listener {
    /// Writes lines to `out`, and leaves how far it is in `thought`.
    pub fn new(out: Arc<LineOutput>, thought: Arc<CurrentSearch>) -> Self {
        Self { out, thought, mate: None }
    }
}

impl Observer for Listener {
    fn report(&mut self, report: &Report) {
        let shown = {
            let mut progress = self.thought.lock();
            (progress.depth, progress.nodes) = (report.depth, report.nodes);
            match progress.purpose {
                Purpose::Move => self.thought.post.load(Ordering::Relaxed),
                Purpose::Analysis => true,
                Purpose::Ponder => false,
            }
        };
        // A bound is on its way to a score, and this protocol has no word for it.
        if report.bound != Bound::Exact || !shown {
            return;
        }
        // A hundred depths that find the same mate say nothing new.
        let mate = is_mate(report.score).then(|| (report.score, report.pv.clone()));
        if mate.is_none() || mate != self.mate {
            self.out.line(&line(report));
        }
        self.mate = mate;
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize, _elapsed: Duration) {
        let mut progress = self.thought.lock();
        (progress.depth, progress.current) = (depth, Some((mv, number)));
    }

    /// What is made of the result is the player's business.
    fn finished(&mut self, _result: &Finished) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{MATE, mate_in, mated_in};
    use crate::types::{PieceType, Square};

    #[test]
    fn thinking_output() {
        let mut report = Report {
            depth: 9,
            seldepth: 12,
            multipv: 1,
            score: -35,
            bound: Bound::Exact,
            nodes: 48_299,
            elapsed: Duration::from_millis(1_239),
            hashfull: 7,
            pv: vec![Move::drop(PieceType::Knight, Square::E1)],
        };
        assert_eq!(line(&report), "9 -35 123 48299 N@e1");
        report.score = mate_in(5);
        assert_eq!(line(&report), "9 100003 123 48299 N@e1");
        report.score = mated_in(4);
        assert_eq!(line(&report), "9 -100002 123 48299 N@e1");
        assert_eq!(centipawns(-MATE), -MATE_CP);
    }
}
