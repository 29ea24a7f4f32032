//! Counting move paths: the generator's proof, and its stopwatch.

use super::Position;
use crate::types::Move;
use rayon::prelude::*;

/// Paths of `depth` plies; the last ply is counted without making its moves.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let undo = position.make_move(mv);
                let nodes = perft(position, depth - 1);
                position.unmake_move(mv, &undo);
                nodes
            })
            .sum(),
    }
}

/// Paths by first move, in the generator's order, on `threads` threads (0: all cores).
///
/// # Errors
/// When the threads cannot be started.
pub fn divide(
    position: &Position,
    depth: u32,
    threads: usize,
) -> Result<Vec<(Move, u64)>, rayon::ThreadPoolBuildError> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let moves = position.legal_moves();
    let count = |&mv: &Move| {
        let mut child = position.clone();
        child.make_move(mv);
        (mv, perft(&mut child, depth - 1))
    };
    if threads == 1 {
        return Ok(moves.iter().map(count).collect());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(|| moves.par_iter().map(count).collect()))
}
