//! `tandem match merge`: one report from the pairs of many machines.

use super::{PairSet, pairs_file};
use crate::tools::r#match::display::report;
use crate::tools::r#match::schedule::Test;
use crate::tools::r#match::warn;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

/// `tandem match merge`
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files that `--jsonl` has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    test: Test,
}

/// Prints the report on all pairs together. A pair that occurs twice counts once; two different outcomes of a pair are
/// rejected, and so are pairs of another match.
///
/// # Errors
/// When a file cannot be read, or the files do not fit together.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let sprt = args.test.sprt()?;
    let mut pair_set = PairSet::default();
    for path in &args.files {
        let text = pairs_file::read(path, &mut pair_set)?;
        if text.torn {
            warn(&format!("{}: the last line is unfinished and passed over", path.display()));
        }
        let twice = text.pairs - text.new;
        if twice > 0 {
            warn(&format!("{}: {twice} of its {} pairs were there already, counted once", path.display(), text.pairs));
        }
    }
    if let Some(gaps) = report::gaps(&pair_set) {
        warn(&format!("pairs that are missing: {gaps}"));
    }
    let is_one_board = pair_set.pairs().next().is_some_and(|line| line.terms.is_one_board());
    write!(io::stdout(), "{}", report::report(&pair_set, &[], sprt.as_ref(), is_one_board))?;
    Ok(())
}
