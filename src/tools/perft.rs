//! `tandem perft`: counts move paths of one board.

use crate::board::{BoardRules, perft};
use crate::protocol::{DEEPEST_PERFT, perft_report};
use crate::tools::position::{self, STARTPOS};
use crate::variants::play::{Choices, Name, Play};
use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

const CRAZYHOUSE: &str = "crazyhouse";

/// `tandem perft DEPTH [--bfen F] [--divide] [--threads N]`, and for another game `--variant NAME [--fen F]`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Plies to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(..=DEEPEST_PERFT as i64))]
    depth: u32,
    /// The position: BFEN, `startpos`, or `960:N`
    #[arg(long, default_value = STARTPOS)]
    bfen: String,
    /// Another game, on one thread: crazyhouse, or one of `tandem help games`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["bfen", "threads"])]
    variant: Option<Variant>,
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

/// A game besides bughouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variant {
    Crazyhouse,
    Other(Name),
}

impl FromStr for Variant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == CRAZYHOUSE {
            return Ok(Self::Crazyhouse);
        }
        let known = Name::ALL.map(Name::name).join(", ");
        text.parse().map(Self::Other).map_err(|_| format!("`{text}` is no game here (known: {CRAZYHOUSE}, {known})"))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Crazyhouse => CRAZYHOUSE,
            Self::Other(name) => name.name(),
        })
    }
}

/// Counts and prints; the last line is `Nodes searched: N`.
///
/// # Errors
/// When the position is wrong, an option does not belong to the game, or the threads cannot be started.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if let Some(variant) = args.variant.filter(|variant| args.wazir && *variant != Variant::Other(Name::Courier)) {
        return Err(format!("--wazir: {variant} has no jester, only courier has").into());
    }
    let fen = args.fen.as_deref().unwrap_or(STARTPOS);
    let position = match args.variant {
        None => {
            let rules = BoardRules { dropped_rook_castles: false, ..BoardRules::default() };
            position::read("--bfen", &args.bfen, rules)?
        }
        Some(Variant::Crazyhouse) => position::read("--fen", fen, BoardRules::crazyhouse())?,
        Some(Variant::Other(name)) => {
            let choices = Choices { jester_is_wazir: args.wazir, ..Choices::default() };
            let play = match fen {
                STARTPOS => Play::start(name, &choices)?,
                text => Play::from_fen(name, &choices, text)?,
            };
            let report = perft_report(&play, args.depth, args.divide, &AtomicBool::new(false));
            return Ok(write!(io::stdout(), "{}", report.unwrap_or_default())?);
        }
    };
    let report = perft::report(&position, args.depth, args.divide, args.threads.into(), &AtomicBool::new(false))?;
    Ok(write!(io::stdout(), "{}", report.unwrap_or_default())?)
}
