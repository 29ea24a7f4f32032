//! The BPGN file of a match. A game is written in one piece when it is over; what a file held before stays.

use super::date;
use super::table::{Notice, Observer, Table};
use crate::game::bpgn;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

/// The name of a new file is tried with so many numbers.
const MOST_NUMBERS: u32 = 1000;

/// Whether a file that is being written has not been removed.
///
/// # Errors
/// When it has, and what would be written to it would be lost.
pub fn still_there(file: &File, path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0 {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("{}: somebody has removed it", path.display())));
    }
    Ok(())
}

/// Writes finished games, and the one that was broken off, to a file.
pub struct Sheets {
    file: File,
    path: PathBuf,
    /// Made for this match, and nothing written yet.
    unused: bool,
    /// Written as the tag [`MATCH_TAG`] of every game.
    id: Option<String>,
}

/// The tag that tells which match a game belongs to, where its pairs are kept.
pub const MATCH_TAG: &str = "Match";

impl Sheets {
    /// A file to write behind the end of; it is made if it is not there.
    ///
    /// # Errors
    /// When it cannot be opened or written.
    pub fn append(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        let length = file.seek(SeekFrom::End(0))?;
        let mut end = String::new();
        file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
        // Not text: then certainly no empty line.
        if length > 0 && ((&file).take(2).read_to_string(&mut end).is_err() || end != "\n\n") {
            file.write_all(b"\n\n")?;
        }
        Ok(Self { file, path: path.to_owned(), unused: false, id: None })
    }

    /// A new file in the current folder, named by date and time.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create() -> io::Result<Self> {
        let (date, time) = date::utc(SystemTime::now());
        let stem = format!("match-{}-{}", date.replace('.', ""), time.replace(':', ""));
        let mut path = PathBuf::from(format!("{stem}.bpgn"));
        for number in 2..=MOST_NUMBERS {
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok(Self { file, path, unused: true, id: None }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    path = PathBuf::from(format!("{stem}-{number}.bpgn"));
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Marks every game with the match that it belongs to.
    pub fn mark(&mut self, id: String) {
        self.id = Some(id);
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Observer for Sheets {
    fn notice(&mut self, table: &Table, notice: Notice, _: Instant) -> io::Result<()> {
        if notice != Notice::Ended {
            return Ok(());
        }
        self.unused = false;
        still_there(&self.file, &self.path)?;
        let whole = self.file.metadata()?.len();
        let mut record = table.record.clone();
        if let Some(id) = &self.id {
            record.set_tag(MATCH_TAG, id);
        }
        let written = self.file.write_all(bpgn::write(&record).as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| {
            // Half a game would spoil the whole file for a reader.
            let _ = self.file.set_len(whole);
            io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
        })
    }
}

impl Drop for Sheets {
    fn drop(&mut self) {
        if self.unused {
            // An empty file that nobody asked for; if it stays, no harm is done.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
