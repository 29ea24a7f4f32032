//! The search of one seat, with its own TT and histories, which last for one game.

use crate::eval::network::Network;
use crate::eval::{NetworkPrices, PriceSteps, Prices};
use crate::game::{BoardId, Game};
use crate::search::clean::{CleanSearcher, Kept};
use crate::search::{Job, Limits, SearchError};
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
    network: Option<Arc<Network>>,
    price_steps: PriceSteps,
}

impl Mind {
    /// A search with an empty TT that evaluates with `network`, if any.
    pub fn new(network: Option<Arc<Network>>) -> Self {
        let searcher = CleanSearcher::with_network(HASH_MB, 1, network.clone());
        Self { searcher, network, price_steps: PriceSteps::default() }
    }

    /// Clears all state, so that games are independent of each other.
    pub fn new_game(&mut self) {
        self.searcher.forget();
        self.price_steps = PriceSteps::default();
    }

    /// The prices as a seat of the engine has them from its network; the usual ones without a network.
    fn prices(&mut self, game: &Game, board: BoardId) -> Prices {
        if !game.rules().has_two_boards() {
            return Prices::single_board();
        }
        let Some(network) = &self.network else { return Prices::bughouse_default() };
        let network = NetworkPrices::new(Arc::clone(network), Arc::new(game.position(!board).clone()));
        self.price_steps.of_network(Arc::new(network))
    }

    /// Searches for the player on turn on `board` and returns the `moves` best moves. The search ends with the
    /// iteration that reaches `nodes`, or within one at [`HARD_FACTOR`] times as many.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn think(&mut self, game: &Game, board: BoardId, nodes: u64, moves: usize) -> Result<Thought, SearchError> {
        let keys = game.keys(board);
        let keys = keys[..keys.len() - 1].to_vec();
        let limits = Limits {
            nodes: Some(HARD_FACTOR * nodes),
            soft_nodes: Some(nodes),
            mate: Some(SHORT_MATE),
            multipv: moves,
            ..Limits::default()
        };
        let prices = self.prices(game, board);
        let job = Job { game_keys: keys, board, ..Job::new(game.position(board).clone(), prices, limits) };
        Ok(Thought::of(self.searcher.search(job)?))
    }
}

/// Hard limit of a search, as a multiple of the nodes at which it ends with an iteration.
const HARD_FACTOR: u64 = 8;

/// The search stops at a mate in this many moves.
const SHORT_MATE: u32 = 3;

/// Whether a score is a mate given by the player.
pub fn is_mating(value: Score) -> bool {
    score::mate_moves(value).is_some_and(|moves| moves > 0)
}
