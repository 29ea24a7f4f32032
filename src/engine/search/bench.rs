//! A fixed list of positions searched to a fixed depth: the node total is the engine's signature.

use super::clean::CleanSearcher;
use crate::board::fen::{self, BfenError};
use crate::board::{BoardRules, Position};
use crate::eval::Prices;
use crate::eval::network::Network;
use crate::search::limits::{Job, Limits};
use crate::search::report::{self, Finished};
use crate::types::host::Instant;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// Default depth of the bench, in plies.
pub const DEPTH: u32 = 11;
const HASH_MB: usize = 16;

/// The positions: openings, middlegames with full hands, kings under attack, a hang, two without hands, two mates.
pub const POSITIONS: [&str; 18] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NBPPnbp] w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[QRBNPqrbnp] w KQkq - 0 1",
    "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R[Pp] b KQkq - 1 4",
    "r1bqk2r/ppp2ppp/2n1pn2/3p4/1bPP4/2N1PN2/PP1B1PPP/R2QKB1R[PNb] b KQkq - 0 6",
    "r2q1rk1/ppp2ppp/2n1bn2/2bpp3/4P3/2PP1N2/PPBN1PPP/R1BQ1RK1[NPPbp] w - - 4 9",
    "rnb1kb1r/ppp2ppp/5n2/3qp3/8/2N2N2/PPPP1PPP/R1BQKB1R[BPnp] w KQkq - 0 6",
    "r1b2rk1/pp1n1ppp/2p1p3/3pP3/1b1P4/2NB1N2/PP3PPP/R1BQ1RK1[NNPPqbp] w - - 2 12",
    "2kr3r/ppp2ppp/2n5/2b1p1q1/4P1b1/2NP1N2/PPP1BPPP/R1BQ1RK1[PPnnbp] b - - 0 11",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1[QNPPbnpp] w - - 0 12",
    "r1bq1rk1/ppppbppp/2n2n2/4p1N1/2B1P3/3P4/PPP2PPP/RNBQK2R[NP] w KQ - 5 6",
    "3r1rk1/p1p2pp1/1p5p/4P3/3n2b1/2PB4/PP3PPP/R1B1R1K1[QRNPPPqrbnpp] b - - 0 20",
    "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R[] b KQkq - 0 6",
    "8/2p2kpp/p7/1p2p3/4P3/1P3PP1/P1P3KP/8[NBPrnp] w - - 0 30",
    "rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R[QBPPqnp] w KQ - 1 7",
    "r3kb1r/ppq2ppp/2p1p3/3nP3/3P2b1/2N2N2/PP2BPPP/R1BQ1RK1[PPBnqp] w kq - 1 11",
    "6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1",
    "r1b2rk1/pppp1p1p/2n2np1/4p3/2B1P2N/2NP4/PPP2PPP/R2QK2R[QBPbp] w KQ - 0 1",
];

/// The result of a bench.
#[derive(Clone, Copy, Debug)]
pub struct BenchResult {
    /// All nodes; over the fixed list, the signature.
    pub nodes: u64,
    /// Time of all searches together.
    pub elapsed: Duration,
}

impl BenchResult {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        report::nps(self.nodes, self.elapsed)
    }
}

/// Searches every position to `depth` on one thread with this network (none: the handcrafted evaluation), each from a
/// clean table, and calls `each` with each result. `each` may end the bench; the total is then that of the positions
/// searched.
///
/// # Errors
/// When a position cannot be read; a test makes sure that all can.
pub fn run(
    depth: u32,
    network: Option<Arc<Network>>,
    mut each: impl FnMut(usize, &Finished) -> ControlFlow<()>,
) -> Result<BenchResult, BfenError> {
    let mut searcher = CleanSearcher::with_network(HASH_MB, 1, network);
    let started = Instant::now();
    let mut nodes = 0;
    for (index, position) in positions()?.into_iter().enumerate() {
        searcher.forget();
        let result = search(&mut searcher, position, depth);
        nodes += result.nodes;
        if each(index, &result).is_break() {
            break;
        }
    }
    Ok(BenchResult { nodes, elapsed: started.elapsed() })
}

/// Searches each of `positions` to `depth` from a clean table, once on one thread and once on `threads`, and calls
/// `each` with both results, each with the nodes of all threads. `each` may end the comparison. `network`: as in
/// [`run`].
pub fn compare<'a>(
    positions: impl IntoIterator<Item = &'a Position>,
    depth: u32,
    threads: usize,
    network: Option<Arc<Network>>,
    mut each: impl FnMut(usize, [BenchResult; 2]) -> ControlFlow<()>,
) {
    let mut searchers = [1, threads].map(|threads| CleanSearcher::with_network(HASH_MB, threads, network.clone()));
    for (index, position) in positions.into_iter().enumerate() {
        let results = searchers.each_mut().map(|searcher| {
            searcher.forget();
            let started = Instant::now();
            let nodes = search(searcher, position.clone(), depth).nodes;
            BenchResult { nodes, elapsed: started.elapsed() }
        });
        if each(index, results).is_break() {
            return;
        }
    }
}

/// The positions of the list.
///
/// # Errors
/// When one cannot be read; a test makes sure that all can.
pub fn positions() -> Result<Vec<Position>, BfenError> {
    POSITIONS.iter().map(|text| fen::parse(text, BoardRules::default())).collect()
}

/// Searches a position. The result is empty if no thread could be started.
fn search(searcher: &mut CleanSearcher, position: Position, depth: u32) -> Finished {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    searcher.search(Job::new(position, Prices::bughouse_default(), limits)).map(|kept| kept.result).unwrap_or_default()
}
