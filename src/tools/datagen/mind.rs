//! The search of one seat, with its own TT and histories, which last for one game.

use crate::board::Position;
use crate::eval::Prices;
use crate::eval::network::Network;
use crate::game::{BoardId, Game};
use crate::search::clean::{CleanSearcher, Kept};
use crate::search::{Job, Limits, SearchError, Shared};
use crate::types::{Move, Score, score};
use std::sync::Arc;

/// TT size of a seat, in MiB: its searches are short.
const HASH_MB: usize = 1;

/// A move and its score, in cp for the player.
pub type ScoredMove = (Move, Score);

/// Result of a search.
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
        // Only lines of the first one's iteration, and none if the last iteration, cut short, has found a better move.
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
    /// A search with an empty TT that evaluates with `network`, if any.
    pub fn new(network: Option<Arc<Network>>) -> Self {
        let shared = Shared::new(HASH_MB, 1);
        shared.set_network(network);
        Self { searcher: CleanSearcher::of(shared), prices: Prices::bughouse_default() }
    }

    /// Clears all state, so that games are independent of each other.
    pub fn new_game(&mut self) {
        self.searcher.forget();
    }

    /// Searches for the player on turn on `board` and returns the `moves` best moves.
    ///
    /// # Errors
    /// When no thread can be started.
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

/// The search stops at a mate in this many moves.
const SHORT_MATE: u32 = 3;

/// Whether a score is a mate given by the player.
pub fn is_mating(value: Score) -> bool {
    score::mate_moves(value).is_some_and(|moves| moves > 0)
}
