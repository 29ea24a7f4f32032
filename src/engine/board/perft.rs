//! Perft: counting move paths, to verify and to time the move generator.

use super::Position;
use crate::types::Move;
use rayon::prelude::*;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Counts the paths of `depth` plies; the last ply is counted without making its moves.
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

/// As [`perft`], but returns `None` soon after `stop` is set.
fn perft_until(position: &mut Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 2 {
        return Some(perft(position, depth));
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        let undo = position.make_move(mv);
        let below = perft_until(position, depth - 1, stop);
        position.unmake_move(mv, &undo);
        nodes += below?;
    }
    Some(nodes)
}

/// Counts paths by root move, in the generator's order, on `threads` threads (0: all cores). `None` if `stop` was set.
///
/// # Errors
/// When the threads cannot be started.
pub fn divide(
    position: &Position,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<Vec<(Move, u64)>>, rayon::ThreadPoolBuildError> {
    if depth == 0 {
        return Ok(Some(Vec::new()));
    }
    let moves = position.legal_moves();
    let count = |&mv: &Move| {
        let mut child = position.clone();
        child.make_move(mv);
        perft_until(&mut child, depth - 1, stop).map(|nodes| (mv, nodes))
    };
    if threads == 1 || cfg!(target_family = "wasm") {
        return Ok(moves.iter().map(count).collect());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(|| moves.par_iter().map(count).collect()))
}

/// The output of `perft`: with `by_move` a line for each root move, then `Nodes searched: N`. `None` soon after `stop`
/// is set.
///
/// # Errors
/// When the threads cannot be started.
pub fn report(
    position: &Position,
    depth: u32,
    by_move: bool,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<String>, rayon::ThreadPoolBuildError> {
    let Some(counts) = divide(position, depth, threads, stop)? else {
        return Ok(None);
    };
    let total = if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum::<u64>() };
    let mut text = String::new();
    if by_move {
        for (mv, nodes) in counts {
            let _ = writeln!(text, "{mv}: {nodes}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "Nodes searched: {total}");
    Ok(Some(text))
}
