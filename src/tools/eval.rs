//! `tandem eval`: explains the evaluation of one board or of both.

use crate::board::fen;
use crate::eval::{self, TeamView};
use crate::game::{BoardId, Rules, parse_pair};
use std::error::Error;

/// `tandem eval [--bfen "F" or "A | B"] [--rules PRESET]`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The position, as BFEN; both boards as `A | B`
    #[arg(long, default_value = fen::START)]
    bfen: String,
    /// The rules: a preset, options, or both, as in `gambler,drop-check=forbidden`
    #[arg(long, default_value = "international")]
    rules: Rules,
}

/// Prints board, hands and the table of terms, for a pair of both boards and of the team too.
///
/// # Errors
/// When the BFEN is wrong.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    print!("{}", report(&args.bfen, args.rules)?);
    Ok(())
}

fn report(text: &str, rules: Rules) -> Result<String, Box<dyn Error>> {
    let context = TeamView::bughouse_default();
    if text.contains('|') {
        let boards = parse_pair(text, rules.board_rules())?;
        return Ok(eval::report_pair(&boards[BoardId::A], &boards[BoardId::B], &context));
    }
    let position = fen::parse(if text == "startpos" { fen::START } else { text }, rules.board_rules())?;
    Ok(eval::report(&position, &context))
}
