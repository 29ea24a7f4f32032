//! Engine verdicts on single positions. Each is searched with a cleared TT on one thread, so that the result does not
//! depend on the number of threads.

use super::walk::Question;
use crate::board::{BoardStatus, Position};
use crate::eval::network::Network;
use crate::eval::{HANG_CP, Prices};
use crate::search::clean::{CleanSearcher, Kept};
use crate::search::{Job, Limits, TimeLimit};
use crate::types::score::{self, MATE};
use crate::types::{Color, Move, Score};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// TT size of each thread, in MiB.
const HASH_MB: usize = 8;
/// Plies of a line that are shown.
const SHOWN_PLIES: usize = 8;

/// Limits of the search of each position.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Nodes; `None` if only the time limits.
    pub nodes: Option<u64>,
    /// Time, in ms.
    pub movetime_ms: Option<u64>,
}

/// How many times as long a position is searched where a loss is to be named.
pub const SECOND_LOOK: u32 = 10;

impl Effort {
    /// So many times as much.
    #[must_use]
    pub fn times(self, factor: u32) -> Self {
        let more = |number: u64| number.saturating_mul(factor.into());
        Self { nodes: self.nodes.map(more), movetime_ms: self.movetime_ms.map(more) }
    }

    fn limits(self) -> Limits {
        Limits { nodes: self.nodes, time: self.movetime_ms.map(TimeLimit::exactly), ..Limits::default() }
    }
}

/// The verdict on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// The score from White's perspective.
    pub score: Score,
    /// Depth of the last completed iteration; 0 if there was nothing to search.
    pub depth: u32,
    /// The best move; `None` if there was nothing to search.
    pub best: Option<Move>,
    /// The best line, in SAN.
    pub line: Vec<String>,
    /// Whether the player on turn hangs (R8).
    pub hangs: bool,
}

impl Judgment {
    fn of_end(position: &Position, score: Score) -> Self {
        let score = if position.side_to_move() == Color::White { score } else { -score };
        Self { score, depth: 0, best: None, line: Vec::new(), hangs: false }
    }

    /// The verdict on a position of which nothing is known.
    pub fn even(position: &Position) -> Self {
        Self::of_end(position, 0)
    }

    /// The verdict on a position in which nobody can move: mated, hanging or stalemated.
    pub fn of_ended(position: &Position) -> Option<Self> {
        match position.status() {
            BoardStatus::Playing => None,
            BoardStatus::Mate => Some(Self::of_end(position, -MATE)),
            BoardStatus::Hang => Some(Self { hangs: true, ..Self::of_end(position, HANG_CP) }),
            BoardStatus::Stalemate => Some(Self::of_end(position, 0)),
        }
    }

    /// The verdict of a search: `score` is that of the side to move.
    pub fn of_line(position: &Position, score: Score, depth: u32, pv: &[Move]) -> Self {
        let mut board = position.clone();
        let mut line = Vec::new();
        for &mv in pv.iter().take(SHOWN_PLIES) {
            if !board.is_legal(mv) {
                break;
            }
            line.push(board.san(mv));
            board.make_move(mv);
        }
        Self { depth, best: pv.first().copied(), line, ..Self::of_end(position, score) }
    }
}

/// One thread's search.
pub struct Judge {
    searcher: CleanSearcher,
    effort: Effort,
}

impl Judge {
    /// Searches each position within `effort`.
    pub fn new(effort: Effort) -> Self {
        Self { searcher: CleanSearcher::new(HASH_MB, 1), effort }
    }

    /// The same with this network, or the handcrafted evaluation alone.
    pub fn with_network(effort: Effort, network: Option<Arc<Network>>) -> Self {
        Self { searcher: CleanSearcher::with_network(HASH_MB, 1, network), effort }
    }

    /// Judges a position.
    pub fn judge(&mut self, question: &Question) -> Judgment {
        let position = &question.position;
        if let Some(ended) = Judgment::of_ended(position) {
            return ended;
        }
        self.searcher.forget();
        let mut job = Job::new(position.clone(), Prices::bughouse_default(), self.effort.limits());
        (job.board, job.game_keys) = (question.board, question.keys.clone());
        let Ok(Kept { result: found, lines }) = self.searcher.search(job) else { return Judgment::even(position) };
        let mut pv = lines.into_iter().next().map(|line| line.pv).unwrap_or_default();
        // An aborted last iteration may have found a better move without a line for it.
        if pv.first() != found.best.as_ref() {
            pv = found.best.into_iter().chain(found.ponder).collect();
        }
        Judgment { best: found.best, ..Judgment::of_line(position, found.score, found.depth, &pv) }
    }
}

/// Judges `questions` on `threads` threads and passes each verdict to `tell` as it comes.
pub fn judge_all(questions: &[&Question], effort: Effort, threads: usize, tell: impl Fn(usize, Judgment) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut judge = Judge::new(effort);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(question) = questions.get(index) else { return };
            tell(index, judge.judge(question));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

/// Moves to mate of a score from White's perspective, below 0 if Black mates; 0 on the mated board. The side that
/// mates need not be on turn, so that a last ply alone counts as a move for either side.
pub fn mate_moves(score: Score) -> Option<i32> {
    score::is_mate(score).then(|| score.signum() * ((MATE - score.abs()) + 1) / 2)
}

/// A score in the usual notation, from White's perspective: `+0.31`, `#4`, `#-2`.
pub fn text(score: Score) -> String {
    match mate_moves(score) {
        Some(0) => if score > 0 { "#" } else { "#-" }.to_owned(),
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}
