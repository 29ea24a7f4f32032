//! Storage of a match's finished pairs, and continuation of an earlier run.

use super::PairSet;
use super::line::{Machine, Sheet};
use super::machine;
use super::pairs_file::PairFile;
use super::tail;
use crate::tools::r#match::warn;
use crate::tools::whole_file::is_one_file;
use std::error::Error;
use std::ops::Range;
use std::path::Path;

/// Storage of finished pairs.
pub struct Keep {
    /// The file.
    pub file: PairFile,
    /// Description of this machine.
    pub machine: Machine,
    /// The tag `Match` of the games.
    pub id: String,
}

impl Keep {
    /// Opens the file of finished pairs, and cuts off the games that an unfinished one among `pairs` has left in the
    /// BPGN file. The machine's speed is recorded if it is `measured`.
    ///
    /// # Errors
    /// When one of the files cannot be used.
    pub fn take_up(
        path: &Path,
        bpgn: &Path,
        pairs: &Range<u32>,
        measured: bool,
    ) -> Result<(Self, PairSet), Box<dyn Error>> {
        let (mut file, pair_set) = PairFile::open(path).map_err(|error| format!("--jsonl {error}"))?;
        let same = bpgn.to_string_lossy();
        let sheets = pair_set.pairs().map(|line| &line.bpgn).chain(file.start());
        let is_same = |file: &str| file == same || is_one_file(Path::new(file), bpgn);
        let last = sheets.filter(|sheet| is_same(&sheet.file)).max_by_key(|sheet| sheet.bytes);
        let id = last.map_or_else(machine::new_id, |sheet| sheet.id.clone());
        let is_known = last.is_some();
        if let Some(Sheet { bytes, .. }) = last {
            let unfinished = |game: u32| {
                let pair = game.saturating_sub(1) / 2;
                pairs.contains(&pair) && !pair_set.has(pair)
            };
            let there = std::fs::metadata(bpgn).map_or(0, |file| if file.is_file() { file.len() } else { *bytes });
            if there < *bytes {
                warn(&format!("{same}: games of finished pairs are missing, it has been {bytes} bytes long"));
            }
            let cut = tail::cut(bpgn, *bytes, &id, unfinished);
            if !cut.map_err(|error| format!("{same}: {error}"))? {
                warn(&format!(
                    "{same}: others have added to it; games of an unfinished pair may be there twice (see the tag Round)"
                ));
            }
        }
        if !is_known && pair_set.pairs().next().is_none() {
            let bytes = std::fs::metadata(bpgn).map_or(0, |file| file.len());
            let sheet = Sheet { file: same.into_owned(), id: id.clone(), bytes };
            file.begin(sheet).map_err(|error| format!("--jsonl {error}"))?;
        }
        Ok((Self { file, machine: machine::this(measured), id }, pair_set))
    }
}
