//! The BPGN file of a match. A game is written in one piece when it is over; what a file held before stays.

use crate::arena::date;
use crate::arena::referee::{GameObserver, LiveGame, Notice};
use crate::game::bpgn;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

/// The name of a new file is tried with so many numbers.
const MOST_NUMBERS: u32 = 1000;

/// An error that names its file.
pub fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Writes all of a text where the file stands, whose length is `whole` without it, or nothing.
/// Fails when it cannot be written, or the file has been removed by somebody, so that all would be lost.
pub fn write_whole(mut file: &File, path: &Path, whole: u64, text: &str) -> io::Result<()> {
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0 {
        let removed = io::Error::new(io::ErrorKind::NotFound, "somebody has removed it");
        return Err(named(path)(removed));
    }
    // A device has nothing to keep.
    let sync = || if file.metadata()?.is_file() { file.sync_data() } else { Ok(()) };
    file.write_all(text.as_bytes()).and_then(|()| sync()).map_err(|error| {
        // As far as the disk lets it: half a text would spoil the whole file for a reader.
        let _ = file.set_len(whole);
        named(path)(error)
    })
}

/// Writes finished games, and the one that was broken off, to a file.
pub struct Sheets {
    file: File,
    path: PathBuf,
    /// Made for this match, and nothing written yet.
    unused: bool,
    /// Written as the tag [`MATCH_TAG`] of every game.
    pub id: Option<String>,
}

/// The tag that tells which match a game belongs to, where its pairs are kept.
pub const MATCH_TAG: &str = "Match";

impl Sheets {
    /// A file to write behind the end of; it is made if it is not there.
    /// Fails when it cannot be opened or written.
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
    /// Fails when it cannot be made.
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

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl GameObserver for Sheets {
    fn notice(&mut self, live: &LiveGame, notice: Notice, _: Instant) -> io::Result<()> {
        if notice != Notice::Ended {
            return Ok(());
        }
        self.unused = false;
        let whole = self.file.metadata()?.len();
        let mut record = live.record.clone();
        if let Some(id) = &self.id {
            record.set_tag(MATCH_TAG, id);
        }
        write_whole(&self.file, &self.path, whole, &bpgn::write(&record))
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
