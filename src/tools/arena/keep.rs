//! Where the finished pairs of a match are kept, and how a match is taken up again.

use super::book::file::PairFile;
use super::book::line::{Machine, Sheet};
use super::book::{self, Book};
use std::error::Error;
use std::ops::Range;
use std::path::Path;

/// Where finished pairs go.
pub struct Keep {
    /// The file.
    pub file: PairFile,
    /// What is told of this machine.
    pub machine: Machine,
    /// The tag `Match` of the games.
    pub id: String,
}

impl Keep {
    /// Opens the file of finished pairs and cuts off what an unfinished one (of those that are to be played now) has left in
    /// that of the games.
    ///
    /// # Errors
    /// When one of the files cannot be used.
    pub fn take_up(path: &Path, bpgn: &Path, pairs: &Range<u32>) -> Result<(Self, Book), Box<dyn Error>> {
        let (file, book) = PairFile::open(path).map_err(|error| format!("--jsonl {error}"))?;
        let same = bpgn.to_string_lossy();
        let sheets = book.pairs().map(|line| &line.bpgn).filter(|sheet| sheet.file == same);
        let last = sheets.max_by_key(|sheet| sheet.bytes);
        let id = last.map_or_else(book::machine::new_id, |sheet| sheet.id.clone());
        if let Some(Sheet { bytes, .. }) = last {
            let unfinished = |game: u32| {
                let pair = game.saturating_sub(1) / 2;
                pairs.contains(&pair) && !book.has(pair)
            };
            let cut = book::tail::cut(bpgn, *bytes, &id, unfinished);
            if !cut.map_err(|error| format!("{same}: {error}"))? {
                eprintln!(
                    "{same}: others have added to it; games of an unfinished pair may be there twice (see the tag Round)"
                );
            }
        }
        Ok((Self { file, machine: book::machine::this(), id }, book))
    }
}
