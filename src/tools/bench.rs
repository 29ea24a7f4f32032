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
    /// Search on one thread and on N, and tell how many times faster N reach the depth; no signature then
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..))]
    threads: Option<u16>,
}

/// Prints a line a position and last `Bench: N nodes M nps`.
///
/// # Errors
/// When a position of the list cannot be read.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if let Some(threads) = args.threads {
        return compare(args.depth, usize::from(threads));
    }
    let total = bench::run(args.depth, |index, result| {
        let mv = result.best.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
        println!("{:2}  {mv:6} {:6} cp  {:9} nodes", index + 1, result.score, result.nodes);
        ControlFlow::Continue(())
    })?;
    println!("Bench: {} nodes {} nps", total.nodes, total.nps());
    Ok(())
}

/// Prints a line a position, with the times of one thread and of `threads`, and last how many times faster these are: by the sums of all
/// times, and by the median of the positions.
fn compare(depth: u32, threads: usize) -> Result<(), Box<dyn Error>> {
    let (mut sums, mut ratios) = ([0.0; 2], Vec::new());
    bench::compare(depth, threads, |index, times| {
        let [alone, together] = times.map(|time| time.as_secs_f64());
        println!("{:2}  {alone:8.3} s  {together:8.3} s  {:5.2} ×", index + 1, alone / together);
        ratios.push(alone / together);
        sums = [sums[0] + alone, sums[1] + together];
    })?;
    ratios.sort_by(f64::total_cmp);
    let (whole, median) = (sums[0] / sums[1], ratios[ratios.len() / 2]);
    println!(
        "Threads: {threads} reach depth {depth} {whole:.2} × as fast as one (median of the positions {median:.2} ×)"
    );
    Ok(())
}
