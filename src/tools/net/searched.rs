//! Scores of boards by a short search of each with a network.

use crate::board::{Captures, Position};
use crate::eval::Prices;
use crate::eval::network::Network;
use crate::search::clean::CleanSearcher;
use crate::search::{Job, Limits, SearchError};
use crate::types::Score;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::sync::Arc;

/// TT size, in MiB: the searches are short.
const HASH_MB: usize = 1;
/// Boards per unit of work.
const PIECE: usize = 256;

/// The scores of boards, in cp for the side to move, by searches that end with the iteration that reaches `nodes`. They
/// evaluate with `network`, or by the handcrafted evaluation without one. A board without a legal move has 0.
///
/// # Errors
/// When no thread can be started.
pub fn scores(
    positions: &[Position],
    network: Option<&Arc<Network>>,
    nodes: u64,
    bar: &ProgressBar,
) -> Result<Vec<Score>, SearchError> {
    let pieces = positions.par_chunks(PIECE).map(|piece| {
        let mut searcher = CleanSearcher::with_network(HASH_MB, 1, network.cloned());
        let score = |position: &Position| {
            searcher.forget();
            bar.inc(1);
            let limits = Limits { soft_nodes: Some(nodes), ..Limits::default() };
            searcher.search(Job::new(position.clone(), prices(position), limits)).map(|kept| kept.result.score)
        };
        piece.iter().map(score).collect::<Result<Vec<Score>, SearchError>>()
    });
    Ok(pieces.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The usual prices of the board's game.
fn prices(position: &Position) -> Prices {
    if position.rules().captures == Captures::ToPartner { Prices::bughouse_default() } else { Prices::single_board() }
}
