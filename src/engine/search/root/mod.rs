//! The root of a search: iterative deepening, the root node and its moves, results.

mod deepening;
mod exposure;
mod mates;
mod moves;
mod node;
mod results;
mod rounds;

pub(super) use deepening::{Earlier, RootSearch};
pub(super) use moves::{RootMove, RootMoves};
pub(super) use rounds::{RootPeers, Round, RoundResult};
