//! One seat's search: its own table and what it has learned in this game, and nothing else.

use crate::board::Position;
use crate::eval::Prices;
use crate::eval::network::Network;
use crate::game::{BoardId, Game};
use crate::search::clean::{CleanSearcher, Kept};
use crate::search::{Job, Limits, SearchError, Shared};
use crate::types::{Move, Score, score};
use std::sync::Arc;

/// MiB of a seat's table: its searches are short.
const HASH_MB: usize = 1;

/// A move and its score, in cp for the player.
pub type ScoredMove = (Move, Score);

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// The best moves in order, at least one unless there is no legal move.
    pub moves: Vec<ScoredMove>,
    /// The score of the best one.
    pub score: Score,
}

impl Thought {
    fn of(Kept { result, lines }: Kept) -> Self {
        let Some(best) = result.best else { return Self::default() };
        // Lines of one iteration only, and none where the last one, cut short, has found a better move.
        let first = lines.first();
        let whole = first.is_some_and(|line| line.pv.first() == Some(&best));
        let depth = first.map_or(0, |line| line.depth);
        let others = lines.iter().skip(1).filter(|line| whole && line.depth == depth);
        let others = others.filter_map(|line| Some((*line.pv.first()?, line.score)));
        let moves = std::iter::once((best, result.score)).chain(others).collect();
        Self { moves, score: result.score }
    }
}

/// A seat's search.
pub struct Mind {
    searcher: CleanSearcher,
    prices: Prices,
}

impl Mind {
    /// A seat that knows nothing yet, and evaluates by `network` or without one.
    pub fn new(network: Option<Arc<Network>>) -> Self {
        let shared = Shared::new(HASH_MB, 1);
        shared.set_network(network);
        Self { searcher: CleanSearcher::of(shared), prices: Prices::bughouse_default() }
    }

    /// Forgets everything: what follows depends on nothing before.
    pub fn new_game(&mut self) {
        self.searcher.forget();
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
        let job = Job { game_keys, ..Job::new(position, self.prices.clone(), limits) };
        Ok(Thought::of(self.searcher.search(job)?))
    }
}

/// A mate in so many moves is not searched further.
const SHORT_MATE: u32 = 3;

/// Whether a score is a mate by the player.
pub fn is_mating(value: Score) -> bool {
    score::mate_moves(value).is_some_and(|moves| moves > 0)
}
