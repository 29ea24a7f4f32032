//! `tandem perft`: counts move paths of one board.

use crate::board::{BoardRules, perft};
use crate::protocol::{DEEPEST_PERFT, perft_report};
use crate::tools::position::{self, STARTPOS};
use crate::variants::play::{Choices, Name, Play};
use std::error::Error;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

/// `tandem perft DEPTH [--bfen F] [--divide] [--threads N]`, and for another game `--variant NAME [--fen F]`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Plies to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(..=DEEPEST_PERFT as i64))]
    depth: u32,
    /// The position: BFEN, `startpos`, or `960:N`
    #[arg(long, default_value = STARTPOS)]
    bfen: String,
    /// Another game (see `tandem help games`), on one thread
    #[arg(long, value_name = "NAME", conflicts_with_all = ["bfen", "threads"])]
    variant: Option<Name>,
    /// The position of that game, as FEN or `startpos`; without it, its start
    #[arg(long, requires = "variant", value_name = "FEN")]
    fen: Option<String>,
    /// Courier: the jester moves along files and ranks only
    #[arg(long, requires = "variant")]
    wazir: bool,
    /// Print the count of each first move too
    #[arg(long)]
    divide: bool,
    /// Threads; 0 takes all cores
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
}

/// Counts and prints; the last line is `Nodes searched: N`.
///
/// # Errors
/// When the position is wrong, an option does not belong to the game, or the threads cannot be started.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if let Some(name) = args.variant {
        if args.wazir && name != Name::Courier {
            return Err(format!("--wazir: {name} has no jester, only courier has").into());
        }
        let choices = Choices { jester_is_wazir: args.wazir, ..Choices::default() };
        let play = match args.fen.as_deref() {
            None | Some(STARTPOS) => Play::start(name, &choices)?,
            Some(text) => Play::from_fen(name, &choices, text)?,
        };
        let report = perft_report(&play, args.depth, args.divide, &AtomicBool::new(false));
        return Ok(write!(io::stdout(), "{}", report.unwrap_or_default())?);
    }
    let rules = BoardRules { dropped_rook_castles: false, ..BoardRules::default() };
    let position = position::read("--bfen", &args.bfen, rules)?;
    let report = perft::report(&position, args.depth, args.divide, args.threads.into(), &AtomicBool::new(false))?;
    Ok(write!(io::stdout(), "{}", report.unwrap_or_default())?)
}
