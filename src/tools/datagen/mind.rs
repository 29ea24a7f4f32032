//! One seat's search: its own table and what it has learned in this game, and nothing else.

use crate::board::Position;
use crate::eval::TeamView;
use crate::eval::network::Network;
use crate::game::{BoardId, Game};
use crate::search::{Bound, Finished, Job, Limits, Observer, Report, SearchError, Searcher, Shared};
use crate::types::{Move, Score, score};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// MiB of a seat's table: its searches are short.
const HASH_MB: usize = 1;

/// A move and its score, in cp for the player.
pub type Candidate = (Move, Score);

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// The best moves in order, at least one unless there is no legal move.
    pub moves: Vec<Candidate>,
    /// The score of the best one.
    pub score: Score,
}

/// What a search has told.
#[derive(Default)]
struct Told {
    /// Lines by their rank, each of its deepest iteration: depth and move.
    lines: Vec<(u32, Candidate)>,
    result: Option<Finished>,
}

/// Listens to a search.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Told>>);

impl Observer for Notes {
    fn report(&mut self, report: &Report) {
        let Some(&mv) = report.pv.first().filter(|_| report.bound == Bound::Exact) else { return };
        let mut told = self.told();
        told.lines.truncate(report.multipv - 1);
        told.lines.push((report.depth, (mv, report.score)));
    }

    fn finished(&mut self, result: &Finished) {
        self.told().result = Some(result.clone());
    }
}

impl Notes {
    fn told(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn thought(&self) -> Thought {
        let Told { lines, result } = std::mem::take(&mut *self.told());
        let result = result.unwrap_or_default();
        let Some(best) = result.best else { return Thought::default() };
        // Lines of one iteration only, and none where the last one, cut short, has found a better move.
        let whole = lines.first().is_some_and(|&(_, (mv, _))| mv == best);
        let depth = lines.first().map_or(0, |&(depth, _)| depth);
        let others = lines.iter().skip(1).filter(|line| whole && line.0 == depth).map(|line| line.1);
        let moves = std::iter::once((best, result.score)).chain(others).collect();
        Thought { moves, score: result.score }
    }
}

/// A seat's search.
pub struct Mind {
    shared: Arc<Shared>,
    searcher: Searcher,
    view: TeamView,
}

impl Mind {
    /// A seat that knows nothing yet, and evaluates by `network` or without one.
    pub fn new(network: Option<Arc<Network>>) -> Self {
        let shared = Shared::new(HASH_MB, 1);
        shared.set_network(network);
        Self { searcher: Searcher::new(Arc::clone(&shared)), shared, view: TeamView::bughouse_default() }
    }

    /// Forgets everything: what follows depends on nothing before.
    pub fn new_game(&mut self) {
        self.shared.clear();
        self.searcher.new_game();
    }

    /// Searches for the player on turn on `board`, who wants so many best moves.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn think(&mut self, game: &Game, board: BoardId, nodes: u64, moves: usize) -> Result<Thought, SearchError> {
        let keys = game.keys(board);
        let keys = keys[..keys.len() - 1].to_vec();
        self.search(game.position(board).clone(), keys, nodes, moves)
    }

    fn search(
        &mut self,
        position: Position,
        game_keys: Vec<u64>,
        nodes: u64,
        multipv: usize,
    ) -> Result<Thought, SearchError> {
        let limits = Limits { nodes: Some(nodes), mate: Some(SHORT_MATE), multipv, ..Limits::default() };
        let job = Job { game_keys, ..Job::new(position, self.view.clone(), limits) };
        let notes = Notes::default();
        self.searcher.start(job, Box::new(notes.clone()))?;
        self.searcher.wait();
        Ok(notes.thought())
    }
}

/// A mate in so many moves is not searched further.
const SHORT_MATE: u32 = 3;

/// Whether a score is a mate, and in how many moves: the player's, or against it.
pub fn mates(value: Score) -> (bool, Option<u32>) {
    let moves = score::mate_moves(value);
    (moves.is_some_and(|moves| moves > 0), moves.filter(|&moves| moves <= 0).map(i32::unsigned_abs))
}
