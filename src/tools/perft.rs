//! `tandem perft`: counts move paths of one board.

use crate::board::{BoardRules, fen, perft};
use std::error::Error;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

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
    let report = perft::report(&position, args.depth, args.divide, args.threads, &AtomicBool::new(false))?;
    Ok(write!(io::stdout(), "{}", report.unwrap_or_default())?)
}
