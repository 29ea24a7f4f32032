//! Counting move paths: the generator's proof, and its stopwatch.

use super::Position;
use crate::types::Move;
use rayon::prelude::*;
use std::fmt::Write;

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

/// What `perft` prints: with `by_move` a line for each first move, then `Nodes searched: N`.
///
/// # Errors
/// When the threads cannot be started.
pub fn report(
    position: &Position,
    depth: u32,
    by_move: bool,
    threads: usize,
) -> Result<String, rayon::ThreadPoolBuildError> {
    let counts = divide(position, depth, threads)?;
    let total = if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum::<u64>() };
    let mut text = String::new();
    if by_move {
        for (mv, nodes) in counts {
            let _ = writeln!(text, "{mv}: {nodes}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "Nodes searched: {total}");
    Ok(text)
}
