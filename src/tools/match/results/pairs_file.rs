//! The file of finished pairs, one per line.
//!
//! Before the first pair is finished, the file holds the match's [start](Start) as a line without a newline. The first
//! pair overwrites it.
//!
//! A pair counts once its line is complete with its newline. A killed process may leave a line without one: it is cut
//! off when the match is resumed, and the pair is played again. A file that ends in any other line is left as it is.

use super::games_file::{named, write_whole};
use super::line::{PairLine, Sheet};
use super::{Origin, PairSet, PairSetError, parse};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Errors of reading or writing a file of pairs.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FileError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{0}: not UTF-8 at byte {1}")]
    NotText(String, usize),
    #[error("{0}: another match is writing to it")]
    Busy(String),
    #[error("{0}: the last line has no end and is of no match: `{1}`")]
    Foreign(String, String),
    #[error(transparent)]
    PairSet(#[from] PairSetError),
}

/// Adds the pairs of a file to the set. A partial last line is ignored.
///
/// # Errors
/// When it cannot be read, or does not hold pairs of one match.
pub fn read(path: &Path, pair_set: &mut PairSet) -> Result<Text, FileError> {
    let mut bytes = Vec::new();
    File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(named(path))?;
    take_in(path, &bytes, pair_set)
}

/// Summary of the usable part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// Length up to the last newline.
    pub whole: u64,
    /// Whether a partial line follows, left by a killed writer.
    pub torn: bool,
    /// Number of its pairs.
    pub pairs: usize,
    /// Number of pairs that were not in the set before.
    pub new: usize,
}

fn take_in(path: &Path, bytes: &[u8], pair_set: &mut PairSet) -> Result<Text, FileError> {
    let file = path.display().to_string();
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let text =
        std::str::from_utf8(&bytes[..whole]).map_err(|error| FileError::NotText(file.clone(), error.valid_up_to()))?;
    let mut new = 0;
    for (number, line) in text.lines().enumerate() {
        let origin = Origin { file: file.as_str().into(), line: number + 1 };
        new += usize::from(pair_set.add(parse(line, &origin)?, origin)?);
    }
    Ok(Text { whole: whole as u64, torn: whole < bytes.len(), pairs: text.lines().count(), new })
}

/// Most tries to take a lock, and the pause between two tries.
#[cfg(unix)]
const LOCK_TRIES: u32 = 10;
/// See [`LOCK_TRIES`].
#[cfg(unix)]
const LOCK_PAUSE: std::time::Duration = std::time::Duration::from_millis(20);

/// Value of the field `format` of a start.
const START: &str = "tandem match start";
/// The beginning of all lines of a match, a start included.
const HEAD: &[u8] = b"{\"format\":\"tandem match ";
/// Bytes of a foreign line that an error quotes.
const QUOTED: usize = 60;

/// Whether an unfinished line is a match's. Zeros may stand for what was not on the disk when the machine stopped.
fn is_ours(line: &[u8]) -> bool {
    let length = line.iter().rposition(|&byte| byte != 0).map_or(0, |at| at + 1);
    let written = &line[..length];
    HEAD.starts_with(written) || written.starts_with(HEAD)
}

/// State of a match before its first pair is finished: identifies its games in the BPGN file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Start {
    /// [`START`]
    format: String,
    /// The file of the games, with its length before the match.
    bpgn: Sheet,
}

/// A file that pairs are written to, locked against other writers.
#[derive(Debug)]
pub struct PairFile {
    file: File,
    path: PathBuf,
    /// Whether it is a regular file, not a device.
    is_file: bool,
    /// Its content as long as it has no pair, if any.
    start: Option<Start>,
}

impl PairFile {
    /// Opens or creates a file and reads its pairs, or the start of a match that has none. Any other partial last line
    /// of a match is cut off.
    ///
    /// # Errors
    /// When it cannot be read and written, another process writes to it, or it does not hold pairs of one match. The
    /// file is unchanged then.
    pub fn open(path: &Path) -> Result<(Self, PairSet), FileError> {
        let mut options = OpenOptions::new();
        let mut file = options.create(true).truncate(false).read(true).write(true).open(path).map_err(named(path))?;
        // A device has no content to resume from, and may have many writers.
        let is_file = file.metadata().map_err(named(path))?.is_file();
        let mut bytes = Vec::new();
        if is_file {
            #[cfg(unix)]
            lock(&file).map_err(|_| FileError::Busy(path.display().to_string()))?;
            file.read_to_end(&mut bytes).map_err(named(path))?;
        }
        let mut pair_set = PairSet::default();
        let text = take_in(path, &bytes, &mut pair_set)?;
        let start = serde_json::from_slice(&bytes).ok();
        let start = start.filter(|start: &Start| text.whole == 0 && start.format == START);
        if text.torn && start.is_none() {
            let line = &bytes[text.whole as usize..];
            if !is_ours(line) {
                let quote = String::from_utf8_lossy(&line[..line.len().min(QUOTED)]);
                let quote = quote.replace(char::is_control, "\u{fffd}");
                return Err(FileError::Foreign(path.display().to_string(), quote));
            }
            file.set_len(text.whole).map_err(named(path))?;
        }
        Ok((Self { file, path: path.to_owned(), is_file, start }, pair_set))
    }

    /// The file of games at the start of a match that has no pairs yet, if any.
    pub fn start(&self) -> Option<&Sheet> {
        self.start.as_ref().map(|start| &start.bpgn)
    }

    /// Writes the start of a match that has no pairs yet.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(&mut self, bpgn: Sheet) -> Result<(), FileError> {
        self.start = Some(Start { format: START.to_owned(), bpgn });
        Ok(self.write_start().map_err(named(&self.path))?)
    }

    fn write_start(&mut self) -> io::Result<()> {
        let Some(start) = self.start.as_ref().filter(|_| self.is_file) else { return Ok(()) };
        let text = serde_json::to_string(start)?;
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(text.as_bytes())
    }

    /// Appends a pair.
    ///
    /// # Errors
    /// When it cannot be written; the file is unchanged then.
    pub fn append(&mut self, line: &PairLine) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        // Overwrites the start in one piece: a pair's line is longer.
        let whole = if self.start.is_some() { 0 } else { self.file.metadata()?.len() };
        if self.is_file {
            self.file.seek(SeekFrom::Start(whole))?;
        }
        let written = write_whole(&self.file, &self.path, whole, &text);
        if written.is_ok() {
            self.start = None;
        } else {
            let _ = self.write_start();
        }
        written
    }
}

/// Locks a file against other matches. A match killed while starting an engine may hold its lock for a moment longer.
#[cfg(unix)]
fn lock(file: &File) -> rustix::io::Result<()> {
    let mut tries = (1..=LOCK_TRIES).map(|number| {
        std::thread::sleep(LOCK_PAUSE * (number - 1).min(1));
        rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive)
    });
    tries.find(Result::is_ok).unwrap_or(Err(rustix::io::Errno::WOULDBLOCK))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::r#match::results::FORMAT;
    use std::fs;

    #[test]
    fn bug_a_foreign_file_without_a_newline_was_emptied() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m.jsonl");
        for foreign in ["{\"name\":\"Anna\"}", "milk", " ", "{\"format\":\"list\"", "\0\0milk", "\u{1b}[2J\u{e9}"] {
            fs::write(&path, foreign).expect("written");
            let error = PairFile::open(&path).expect_err(foreign).to_string();
            let quoted = foreign.replace(['\0', '\u{1b}'], "\u{fffd}");
            assert!(
                error.ends_with(&format!("m.jsonl: the last line has no end and is of no match: `{quoted}`")),
                "{error}"
            );
            assert_eq!(fs::read_to_string(&path).expect("a file"), foreign);
        }
        fs::write(&path, [b'x'; 1000]).expect("written");
        let error = PairFile::open(&path).expect_err("foreign").to_string();
        assert!(error.ends_with(&format!(": `{}`", "x".repeat(QUOTED))), "{error}");
    }

    #[test]
    fn an_unfinished_line_of_a_match_is_cut_off_wherever_it_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m.jsonl");
        let line = format!("{{\"format\":\"{FORMAT}\",\"version\":2");
        let torn = (0..=line.len()).map(|length| line[..length].to_owned());
        let stopped = ["\0".repeat(700), format!("{line}\0\0"), format!("{{\"format\":\"{START}\"")];
        for text in torn.chain(stopped) {
            fs::write(&path, &text).expect("written");
            PairFile::open(&path).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(fs::metadata(&path).expect("a file").len(), 0, "{text}");
        }
    }
}
