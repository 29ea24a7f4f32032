//! The file of finished pairs, a line each.
//!
//! Before the first pair is finished the file holds the match's [start](Start), as a line without an end. The first pair is
//! written over it.
//!
//! A pair counts from the moment that its line is there with its end. A process that is killed may leave a line without
//! one: it is cut off when the match is taken up again, and the pair is played again.

use super::games_file::{named, write_whole};
use super::line::{PairLine, Sheet};
use super::{Origin, PairSet, PairSetError, parse};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why a file of pairs cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FileError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{0}: not UTF-8 at byte {1}")]
    NotText(String, usize),
    #[error("{0}: another match is writing to it")]
    Busy(String),
    #[error(transparent)]
    PairSet(#[from] PairSetError),
}

/// Adds the pairs of a file. Returns its length without an unfinished last line.
/// Fails when it cannot be read, or holds something else than pairs of one match.
pub fn read(path: &Path, pair_set: &mut PairSet) -> Result<Text, FileError> {
    let mut bytes = Vec::new();
    File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(named(path))?;
    take_in(path, &bytes, pair_set)
}

/// How much of a file was usable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// Length up to the last end of a line.
    pub whole: u64,
    /// Whether something stands behind that: a line that was being written when its writer was killed.
    pub torn: bool,
    /// Its pairs.
    pub pairs: usize,
    /// Those that were not there yet.
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

/// How often a lock is tried, and the pause between two tries.
#[cfg(unix)]
const LOCK_TRIES: u32 = 10;
/// See [`LOCK_TRIES`].
#[cfg(unix)]
const LOCK_PAUSE: std::time::Duration = std::time::Duration::from_millis(20);

/// What a start says it is.
const START: &str = "tandem match start";

/// What is known of a match before its first pair is finished: whose games are in the BPGN file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Start {
    /// [`START`]
    format: String,
    /// The file of the games, as long as it was before the match.
    bpgn: Sheet,
}

/// A file that pairs are written to, locked against other writers.
#[derive(Debug)]
pub struct PairFile {
    file: File,
    path: PathBuf,
    /// Whether it is a file on a disk, and no device.
    is_file: bool,
    /// What it holds as long as it has no pair.
    start: Option<Start>,
}

impl PairFile {
    /// Opens or makes a file and reads what it holds: pairs, or the start of a match that has none. Any other unfinished last
    /// line is cut off.
    ///
    /// # Errors
    /// When it cannot be read and written, somebody else writes to it, or it holds something else than pairs of one match.
    pub fn open(path: &Path) -> Result<(Self, PairSet), FileError> {
        let mut options = OpenOptions::new();
        let mut file = options.create(true).truncate(false).read(true).write(true).open(path).map_err(named(path))?;
        // A device has nothing to take up, and may have many writers.
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
            file.set_len(text.whole).map_err(named(path))?;
        }
        Ok((Self { file, path: path.to_owned(), is_file, start }, pair_set))
    }

    /// Where a match began that has no pairs yet.
    pub fn start(&self) -> Option<&Sheet> {
        self.start.as_ref().map(|start| &start.bpgn)
    }

    /// Writes down where a match begins that has no pairs yet.
    /// Fails when it cannot be written.
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

    /// Writes a pair.
    /// Fails when it cannot be written; the file is as before then.
    pub fn append(&mut self, line: &PairLine) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        // Over the start in one piece: a line is longer.
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

/// Locks a file against other matches. One that was killed while it started an engine may hold its lock for a moment longer.
#[cfg(unix)]
fn lock(file: &File) -> rustix::io::Result<()> {
    let mut tries = (1..=LOCK_TRIES).map(|number| {
        std::thread::sleep(LOCK_PAUSE * (number - 1).min(1));
        rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive)
    });
    tries.find(Result::is_ok).unwrap_or(Err(rustix::io::Errno::WOULDBLOCK))
}
