//! `tandem net`: describes network files, takes their mean, and tests how well they predict games.

mod mean;
mod searched;
mod test;

use crate::board::Captures;
use crate::eval::facts::FACTS;
use crate::eval::network::{FIRST_UNIT, Network, embedded_for};
use crate::protocol::eval_file;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

/// `tandem net`
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand, Debug)]
enum Task {
    /// Tell the shape, the checksum and the card of a network
    Info {
        /// A file that `tandem train` has written; without it, the networks inside the program
        file: Option<PathBuf>,
    },
    /// Write the mean of networks that were trained on from each other
    Mean(mean::Args),
    /// Tell how well networks predict the results and scores of games, each compared with the first one
    Test(test::Args),
}

/// Runs a subcommand of `tandem net`.
///
/// # Errors
/// When a file holds no network or no games, or stdout cannot be written to.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    match &args.task {
        Task::Info { file } => info(file.as_deref()),
        Task::Mean(args) => mean::run(args),
        Task::Test(args) => test::run(args),
    }
}

fn info(file: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let networks = match file {
        Some(file) => vec![(file.display().to_string(), Some(eval_file::load(file)?))],
        None => vec![
            ("the program's own".to_owned(), embedded_for(Captures::ToPartner)),
            ("its own for crazyhouse".to_owned(), embedded_for(Captures::ToOwnHand)),
            ("its own for chess battle".to_owned(), embedded_for(Captures::Nowhere)),
        ],
    };
    let text = |network: Option<&Network>| network.map_or_else(|| "none".to_owned(), describe);
    let shown: Vec<String> =
        networks.iter().map(|(name, network)| format!("{name}: {}\n", text(network.as_deref()))).collect();
    write!(std::io::stdout(), "{}", shown.join("\n"))?;
    Ok(())
}

fn describe(network: &Network) -> String {
    let hidden = network.hidden;
    let facts = match network.facts.units() {
        0 => String::new(),
        units => format!(", and {FACTS} facts → {units} → 1"),
    };
    let range = |weights: &[i16]| {
        let (least, most) = (weights.iter().min(), weights.iter().max());
        format!("{} to {}", least.unwrap_or(&0), most.unwrap_or(&0))
    };
    let lines = [
        format!("network {:08x}", network.checksum()),
        format!(
            "shape     ({} → {hidden}) × 2 → 1{facts}, {} bytes",
            network.row_set().rows(),
            network.to_bytes().len()
        ),
        format!("scale     {} cp", network.scale),
        format!("added to  {}", network.base),
        format!(
            "weights   {} (first layer, 1/{FIRST_UNIT}), {} (output, 1/{})",
            range(&network.first),
            range(&network.output),
            network.output_unit
        ),
    ];
    let card = network.card.lines().map(|line| line.replacen('=', " = ", 1));
    lines.into_iter().chain(card).collect::<Vec<_>>().join("\n")
}
