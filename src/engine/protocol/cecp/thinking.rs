//! Search reports as CECP's thinking output.

use super::moves;
use crate::board::Position;
use crate::player::Purpose;
use crate::protocol::output::LineOutput;
use crate::search::{Bound, Finished, Observer, Report};
use crate::types::host::Instant;
use crate::types::score::{is_mate, mate_moves};
use crate::types::{Move, Score};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A mate in N moves is written as this plus N.
const MATE_CP: i32 = 100_000;

/// Progress of a search, for `.`, and its purpose.
struct SearchProgress {
    purpose: Purpose,
    started: Instant,
    depth: u32,
    nodes: u64,
    /// The root move being searched, and its number from 1.
    current: Option<(Move, usize)>,
}

/// The search in progress, shared by the session and the search.
pub struct CurrentSearch {
    progress: Mutex<SearchProgress>,
    /// Whether thinking output for our own moves is shown.
    post: AtomicBool,
}

impl CurrentSearch {
    /// The state before any search.
    pub fn new() -> Arc<Self> {
        let progress =
            SearchProgress { purpose: Purpose::Move, started: Instant::now(), depth: 0, nodes: 0, current: None };
        Arc::new(Self { progress: Mutex::new(progress), post: AtomicBool::new(false) })
    }

    fn lock(&self) -> MutexGuard<'_, SearchProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resets the progress for a new search.
    pub fn begin(&self, purpose: Purpose) {
        *self.lock() = SearchProgress { purpose, started: Instant::now(), depth: 0, nodes: 0, current: None };
    }

    /// Turns a ponder search into one for our move.
    pub fn turn_to_our_move(&self) {
        self.lock().purpose = Purpose::Move;
    }

    /// Turns thinking output for our own moves on or off.
    pub fn post(&self, on: bool) {
        self.post.store(on, Ordering::Relaxed);
    }

    /// The answer to `.`: `stat01: TIME NODES DEPTH LEFT TOTAL MOVE`.
    pub fn status(&self, position: &Position) -> String {
        let progress = self.lock();
        let total = position.legal_moves().len();
        let (left, mv) = match progress.current {
            Some((mv, number)) => (total.saturating_sub(number), format!(" {}", moves::text(mv))),
            None => (0, String::new()),
        };
        let SearchProgress { depth, nodes, .. } = *progress;
        format!("stat01: {} {nodes} {depth} {left} {total}{mv}", progress.started.elapsed().as_millis() / 10)
    }
}

/// A line of thinking output: `PLY SCORE CENTISECONDS NODES MOVES`.
pub fn line(report: &Report) -> String {
    let Report { depth, nodes, .. } = report;
    let mut text = format!("{depth} {} {} {nodes}", centipawns(report.score), report.elapsed.as_millis() / 10);
    for &mv in &report.pv {
        let _ = write!(text, " {}", moves::text(mv));
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

/// The observer that writes a search's thinking output.
pub struct Listener {
    out: Arc<LineOutput>,
    thought: Arc<CurrentSearch>,
    /// The mate in the last line, if it had one: score and PV.
    mate: Option<(Score, Vec<Move>)>,
}

impl Listener {
    /// Writes lines to `out`, and the progress to `thought`.
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
                Purpose::Move | Purpose::Sit => self.thought.post.load(Ordering::Relaxed),
                Purpose::Analysis => true,
                Purpose::Ponder => false,
            }
        };
        // A bound is followed by an exact score, and CECP has no notation for it.
        if report.bound != Bound::Exact || !shown {
            return;
        }
        // A mate found again at higher depths is shown once.
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

    /// The player handles the result.
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
