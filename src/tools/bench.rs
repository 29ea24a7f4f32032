//! `tandem bench`: the signature and the speed of the search.

use crate::search::bench;
use std::error::Error;
use std::ops::ControlFlow;

/// `tandem bench [DEPTH]`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Plies to search each position
    #[arg(default_value_t = bench::DEPTH)]
    depth: u32,
}

/// Prints a line a position and last `Bench: N nodes M nps`.
///
/// # Errors
/// When a position of the list cannot be read.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let total = bench::run(args.depth, |index, result| {
        let mv = result.best.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
        println!("{:2}  {mv:6} {:6} cp  {:9} nodes", index + 1, result.score, result.nodes);
        ControlFlow::Continue(())
    })?;
    println!("Bench: {} nodes {} nps", total.nodes, total.nps());
    Ok(())
}
