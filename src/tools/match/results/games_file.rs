//! The BPGN file of a match. A game is written in one piece when it is over; earlier content stays.

use crate::arena::date;
use crate::arena::referee::{GameObserver, LiveGame, Notice};
use crate::game::bpgn;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

/// Most numbers tried in the name of a new file.
const MOST_NUMBERS: u32 = 1000;

/// Adds the file's name to an error.
pub fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Writes a text completely or not at all. `whole` is the file's length without the text.
///
/// # Errors
/// When it cannot be written, or the file has been removed, so that everything would be lost.
pub fn write_whole(mut file: &File, path: &Path, whole: u64, text: &str) -> io::Result<()> {
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0 {
        let removed = io::Error::new(io::ErrorKind::NotFound, "somebody has removed it");
        return Err(named(path)(removed));
    }
    // Devices are not synced.
    let sync = || if file.metadata()?.is_file() { file.sync_data() } else { Ok(()) };
    file.write_all(text.as_bytes()).and_then(|()| sync()).map_err(|error| {
        // Best effort: half a text would make the whole file unreadable.
        let _ = file.set_len(whole);
        named(path)(error)
    })
}

/// Writes finished games, and an aborted one, to a file.
pub struct Sheets {
    file: File,
    path: PathBuf,
    /// Whether it was created for this match and has no game yet.
    unused: bool,
    /// Written as the tag `MATCH_TAG` of every game.
    pub id: Option<String>,
}

/// The tag that names the match of a game, set if its pairs are kept.
pub const MATCH_TAG: &str = "Match";

impl Sheets {
    /// Opens a file for appending; it is created if missing.
    ///
    /// # Errors
    /// When it cannot be opened or written.
    pub fn append(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        let length = file.seek(SeekFrom::End(0))?;
        let mut end = String::new();
        file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
        // If it is not UTF-8, it is no empty line either.
        if length > 0 && ((&file).take(2).read_to_string(&mut end).is_err() || end != "\n\n") {
            file.write_all(b"\n\n")?;
        }
        Ok(Self { file, path: path.to_owned(), unused: false, id: None })
    }

    /// Creates a new file in the current folder, named by date and time, with this extension.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create(extension: &str) -> io::Result<Self> {
        let (date, time) = date::utc(SystemTime::now());
        let stem = format!("match-{}-{}", date.replace('.', ""), time.replace(':', ""));
        let mut path = PathBuf::from(format!("{stem}.{extension}"));
        for number in 2..=MOST_NUMBERS {
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok(Self { file, path, unused: true, id: None }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    path = PathBuf::from(format!("{stem}-{number}.{extension}"));
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Writes a game. `text` makes its text with these tags beside its own.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, text: impl FnOnce(&[(&str, &str)]) -> String) -> io::Result<()> {
        self.unused = false;
        let whole = self.file.metadata()?.len();
        let tag = self.id.as_deref().map(|id| (MATCH_TAG, id));
        write_whole(&self.file, &self.path, whole, &text(tag.as_slice()))
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl GameObserver for Sheets {
    fn notice(&mut self, live: &LiveGame, notice: Notice, _: Instant) -> io::Result<()> {
        if notice != Notice::Ended {
            return Ok(());
        }
        let mut record = live.record.clone();
        self.write(|more| {
            more.iter().for_each(|(name, value)| record.set_tag(name, value));
            bpgn::write(&record)
        })
    }
}

impl Drop for Sheets {
    fn drop(&mut self) {
        if self.unused {
            // An empty file that was not requested; failure to remove it does no harm.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
