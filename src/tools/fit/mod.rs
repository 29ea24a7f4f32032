//! `tandem fit`: fits numbers to the results of games: piece values ([`pieces`]), the whole handcrafted evaluation
//! ([`evaluation`]), or the expected result of a team ([`expectation`]).

pub mod evaluation;
pub mod expectation;
pub mod pieces;
pub mod regression;

use std::error::Error;

/// `tandem fit`
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(subcommand)]
    target: FitTarget,
}

/// The numbers to fit.
#[derive(Clone, Debug, clap::Subcommand)]
enum FitTarget {
    /// Piece values on the board and in hand
    Pieces(pieces::Args),
    /// The weights of leads on the boards and on the clock for the result, and how well they predict other games
    Expectation(expectation::Args),
    /// The numbers of the handcrafted evaluation; only in a build with the feature `tune`
    Evaluation(evaluation::Args),
}

/// Fits, and prints the result.
///
/// # Errors
/// When games cannot be read, or are too few.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    match &args.target {
        FitTarget::Pieces(args) => pieces::run(args),
        FitTarget::Expectation(args) => expectation::run(args),
        FitTarget::Evaluation(args) => evaluation::run(args),
    }
}
