//! `tandem match merge`: one verdict from the pairs of many machines.

use super::book::{Book, file};
use super::extent::Test;
use super::{report, warn};
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

/// Prints the verdict on all pairs together. The same pair twice counts once; two different outcomes of a pair are refused,
/// and so are pairs of another match.
///
/// # Errors
/// When a file cannot be read, or what they hold does not go together.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let sprt = args.test.sprt()?;
    let mut book = Book::default();
    for path in &args.files {
        let text = file::read(path, &mut book)?;
        if text.torn {
            warn(&format!("{}: the last line is unfinished and passed over", path.display()));
        }
        let twice = text.pairs - text.new;
        if twice > 0 {
            warn(&format!("{}: {twice} of its {} pairs were there already, counted once", path.display(), text.pairs));
        }
    }
    if let Some(gaps) = report::gaps(&book) {
        warn(&format!("pairs that are missing: {gaps}"));
    }
    write!(io::stdout(), "{}", report::report(&book, &[], sprt.as_ref()))?;
    Ok(())
}
