//! `tandem bench`: the signature and the speed of the search.

use super::openings::OpeningSet;
use crate::board::{Captures, Position};
use crate::eval::EvalKind;
use crate::eval::network::Network;
use crate::game::{BoardId, Clocks, Game, Rules};
use crate::protocol::eval_file;
use crate::search::bench;
use crate::types::score::MAX_PLY;
use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Positions that take one thread less than this, in seconds, are left out of the comparison.
const LEAST_SECONDS: f64 = 0.01;

/// `tandem bench [DEPTH]`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Plies to search each position
    #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=MAX_PLY as i64 - 1))]
    depth: u32,
    /// Search on one thread and on N, and tell how many times faster N reach the depth; no signature then
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..))]
    threads: Option<u16>,
    /// With --threads: search the boards of FILE instead of the fixed list, both of each line `A | B` of two BFENs, or
    /// of each BPGN game
    #[arg(long, value_name = "FILE", requires = "threads")]
    positions: Option<PathBuf>,
    /// Plies of both boards together that are taken of each game in a BPGN file
    #[arg(long, value_name = "N", default_value_t = 40, requires = "positions")]
    plies: usize,
    /// The rules of those positions: a preset, options, or both, as in `gambler,drop-check=forbidden`
    #[arg(long, default_value_t, requires = "positions")]
    rules: Rules,
    /// With --threads: how often each position is searched, since the times of several threads vary
    #[arg(long, value_name = "N", default_value_t = 1, requires = "threads")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// The file of the network; without it, the one inside the program
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

/// Prints a line per position and finally `Bench: N nodes M nps`.
///
/// # Errors
/// When a position of the list, a file or the network cannot be read, or stdout cannot be written.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let network = eval_file::choose(EvalKind::Network, args.eval_file.as_deref(), Captures::ToPartner)?;
    if let Some(threads) = args.threads {
        let positions = match &args.positions {
            None => bench::positions()?,
            Some(path) => boards(path, args.plies, args.rules)?,
        };
        return Ok(compare(&positions, args, usize::from(threads), network)?);
    }
    let mut told = Ok(());
    let total = bench::run(args.depth, network, |index, result| {
        let mv = result.best.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
        told = writeln!(io::stdout(), "{:2}  {mv:6} {:6} cp  {:9} nodes", index + 1, result.score, result.nodes);
        unless_failed(&told)
    })?;
    told?;
    Ok(writeln!(io::stdout(), "Bench: {} nodes {} nps", total.nodes, total.nps())?)
}

fn unless_failed(told: &io::Result<()>) -> ControlFlow<()> {
    if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// All boards of a file of openings.
fn boards(path: &Path, plies: usize, rules: Rules) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut boards = Vec::new();
    for opening in OpeningSet::read(path, plies, &rules)?.openings() {
        let game = Game::from_bfen(&opening.boards, rules, Clocks::default())?;
        boards.extend(BoardId::ALL.map(|board| game.position(board).clone()));
    }
    Ok(boards)
}

/// Prints a line per position and run, with the times of one thread and of `threads`, and finally the overall speedup.
fn compare(positions: &[Position], args: &Args, threads: usize, network: Option<Arc<Network>>) -> io::Result<()> {
    let mut searches = vec![[Effort::default(); 2]; positions.len()];
    for run in 1..=args.runs {
        let mut told = Ok(());
        bench::compare(positions, args.depth, threads, network.clone(), |index, results| {
            let found =
                results.map(|result| Effort { seconds: result.elapsed.as_secs_f64(), nodes: result.nodes as f64 });
            let [alone, together] = found.map(|effort| effort.seconds);
            told = writeln!(
                io::stdout(),
                "{run:2} {:4}  {alone:8.3} s  {together:8.3} s  {:5.2} ×",
                index + 1,
                alone / together
            );
            for (sum, effort) in searches[index].iter_mut().zip(found) {
                sum.seconds += effort.seconds;
                sum.nodes += effort.nodes;
            }
            unless_failed(&told)
        });
        told?;
    }
    searches.retain(|[alone, _]| alone.seconds >= LEAST_SECONDS * f64::from(args.runs));
    writeln!(io::stdout(), "Threads: {threads} reach depth {} {}", args.depth, Speedup::of(&searches))
}

/// Cost of searching a position.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    seconds: f64,
    /// Nodes of all threads.
    nodes: f64,
}

/// Speedup of many threads over one.
struct Speedup {
    /// Ratio of the total times.
    whole: f64,
    /// Ratio of the total nodes, many threads to one.
    nodes: f64,
    /// Geometric mean of the positions' speedups.
    mean: f64,
    /// Standard error of `mean`.
    error: f64,
    /// Number of positions.
    count: usize,
}

impl Speedup {
    /// Computes the speedup from each position's effort on one thread and on many.
    fn of(searches: &[[Effort; 2]]) -> Self {
        let logs: Vec<f64> = searches.iter().map(|[alone, together]| (alone.seconds / together.seconds).ln()).collect();
        let count = logs.len() as f64;
        let mean = logs.iter().sum::<f64>() / count;
        let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let sums =
            |part: fn(&Effort) -> f64| [0, 1].map(|side| searches.iter().map(|pair| part(&pair[side])).sum::<f64>());
        let ([alone, together], [few, many]) = (sums(|effort| effort.seconds), sums(|effort| effort.nodes));
        Self {
            whole: alone / together,
            nodes: many / few,
            mean: mean.exp(),
            error: mean.exp() * (variance / count).sqrt(),
            count: logs.len(),
        }
    }
}

impl fmt::Display for Speedup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { whole, nodes, mean, error, count } = self;
        if *count == 0 {
            return write!(f, "nothing to compare: no position took one thread {LEAST_SECONDS} s");
        }
        write!(f, "{whole:.2} × as fast as one by all times together, ")?;
        write!(f, "{mean:.2} ± {error:.2} × by the mean (positions of {LEAST_SECONDS} s or more: {count}), ")?;
        write!(f, "with {nodes:.2} × its nodes, {:.2} × as many a second", nodes * whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speedups_are_summed_and_averaged() {
        let effort = |seconds, nodes| Effort { seconds, nodes };
        let speedup =
            Speedup::of(&[[effort(8.0, 800.0), effort(4.0, 900.0)], [effort(1.0, 100.0), effort(2.0, 180.0)]]);
        assert!((speedup.whole - 1.5).abs() < 1e-9);
        assert!((speedup.nodes - 1.2).abs() < 1e-9);
        assert!((speedup.mean - 1.0).abs() < 1e-9, "twice and half");
        // Two logarithms, ± ln 2.
        assert!((speedup.error - 2.0_f64.ln()).abs() < 1e-9);
        assert!(Speedup::of(&[]).to_string().contains("nothing to compare"));
    }
}
