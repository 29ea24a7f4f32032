//! `tandem perft`: counts move paths of one board.

use crate::board::{BoardRules, Position, fen, perft};
use std::error::Error;

/// `tandem perft DEPTH [--bfen F] [--divide] [--threads N]`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Plies to look ahead
    depth: u32,
    /// The position, as BFEN
    #[arg(long, default_value = fen::START)]
    bfen: String,
    /// Print the count of each first move too
    #[arg(long)]
    divide: bool,
    /// Threads; 0 takes all cores
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Counts and prints; the last line is `Nodes searched: N`.
///
/// # Errors
/// When the BFEN is wrong or the threads cannot be started.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let position = fen::parse(&args.bfen, BoardRules { dropped_rook_castles: false, ..BoardRules::default() })?;
    print!("{}", report(&position, args.depth, args.divide, args.threads)?);
    Ok(())
}

/// The lines that `perft` prints, also for UCI's `go perft`.
///
/// # Errors
/// When the threads cannot be started.
pub fn report(position: &Position, depth: u32, divide: bool, threads: usize) -> Result<String, Box<dyn Error>> {
    let counts = perft::divide(position, depth, threads)?;
    let total = if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum::<u64>() };
    let mut text = String::new();
    if divide {
        for (mv, nodes) in counts {
            text.push_str(&format!("{mv}: {nodes}\n"));
        }
        text.push('\n');
    }
    text.push_str(&format!("Nodes searched: {total}\n"));
    Ok(text)
}
