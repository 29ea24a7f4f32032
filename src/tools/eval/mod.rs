//! `tandem eval`: explains the evaluation of one board or of both.

pub mod worth;

use crate::board::Position;
use crate::eval::network::Network;
use crate::eval::{self, EvalKind, Prices};
use crate::game::{BoardId, Rules, parse_pair};
use crate::protocol::eval_file;
use crate::tools::position::{self, STARTPOS};
use crate::types::{Color, Score};
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

/// `tandem eval [--bfen "F" or "A | B"] [--rules PRESET]`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The position: BFEN, `startpos`, or `960:N`; both boards as `A | B`
    #[arg(long, default_value = STARTPOS)]
    bfen: String,
    /// The rules: a preset, options, or both, as in `gambler,drop-check=forbidden`
    #[arg(long, default_value = "international")]
    rules: Rules,
    /// The network whose value is shown too; without it, the one inside the program
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

/// Prints board, hands and the table of terms; for a pair, those of both boards and the team's score.
///
/// # Errors
/// When the BFEN is wrong.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let network = eval_file::choose(EvalKind::Network, args.eval_file.as_deref(), args.rules.captures)?;
    Ok(write!(io::stdout(), "{}", report(&args.bfen, args.rules, network.as_deref())?)?)
}

fn report(text: &str, rules: Rules, network: Option<&Network>) -> Result<String, Box<dyn Error>> {
    let context = Prices::bughouse_default();
    if text.contains('|') {
        let boards = parse_pair(text, rules.board_rules())?;
        let report = eval::report_pair(&boards[BoardId::A], &boards[BoardId::B], &context);
        let networks = network.into_iter().flat_map(|network| {
            BoardId::ALL.map(|board| format!("\nboard {board}\n{}", by_network(&boards[board], network)))
        });
        return Ok(report + &networks.collect::<String>());
    }
    let position = position::read("--bfen", text, rules.board_rules())?;
    let more = network.map(|network| by_network(&position, network));
    Ok(eval::report(&position, &context) + &more.unwrap_or_default())
}

/// The network's score, and what each kind of piece is worth by it and by the handcrafted evaluation.
fn by_network(position: &Position, network: &Network) -> String {
    let us = position.side_to_move();
    let for_white = |position: &Position, score: Score| match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    let handcrafted = |position: &Position| for_white(position, eval::evaluate_board(position));
    let learned = |position: &Position| for_white(position, network.evaluate(position));
    format!(
        "network: {:+} cp for {us}, who is on turn\n{}{}{}",
        network.evaluate(position),
        worth::heading(),
        worth::table(position, "handcrafted", handcrafted),
        worth::table(position, "network", learned),
    )
}
