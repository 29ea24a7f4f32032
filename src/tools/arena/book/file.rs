//! The file of finished pairs, a line each.
//!
//! A pair counts from the moment that its line is there with its end. A process that is killed may leave a line without
//! one: it is cut off when the match is taken up again, and the pair is played again.

use super::{Book, BookError, Origin, line::PairLine, parse};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Why a file of pairs cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// It is not text.
    #[error("{0}: not UTF-8 at byte {1}")]
    NotText(String, usize),
    /// Another process is writing it.
    #[error("{0}: another match is writing to it")]
    Busy(String),
    /// What it holds does not fit.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Reads a file into a book. Returns its length without an unfinished last line.
///
/// # Errors
/// When it cannot be read, or holds something else than pairs of one match.
pub fn read(path: &Path, book: &mut Book) -> Result<Text, FileError> {
    let io_error = |error| FileError::Io(path.display().to_string(), error);
    let mut bytes = Vec::new();
    File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(io_error)?;
    take_in(path, &bytes, book)
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
    /// Those that the book had not had.
    pub new: usize,
}

fn take_in(path: &Path, bytes: &[u8], book: &mut Book) -> Result<Text, FileError> {
    let file = path.display().to_string();
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let text =
        std::str::from_utf8(&bytes[..whole]).map_err(|error| FileError::NotText(file.clone(), error.valid_up_to()))?;
    let mut new = 0;
    for (number, line) in text.lines().enumerate() {
        let origin = Origin { file: file.clone(), line: number + 1 };
        new += usize::from(book.add(parse(line, &origin)?, origin)?);
    }
    Ok(Text { whole: whole as u64, torn: whole < bytes.len(), pairs: text.lines().count(), new })
}

/// A file that pairs are written to, locked against other writers.
#[derive(Debug)]
pub struct PairFile {
    file: File,
    path: PathBuf,
}

impl PairFile {
    /// Opens or makes a file and reads what it holds. An unfinished last line is cut off.
    ///
    /// # Errors
    /// When it cannot be read and written, somebody else writes to it, or it holds something else than pairs of one match.
    pub fn open(path: &Path) -> Result<(Self, Book), FileError> {
        let io_error = |error| FileError::Io(path.display().to_string(), error);
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(io_error)?;
        #[cfg(unix)]
        rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive)
            .map_err(|_| FileError::Busy(path.display().to_string()))?;
        let mut bytes = Vec::new();
        // A device has nothing to take up.
        if file.metadata().map_err(io_error)?.is_file() {
            file.read_to_end(&mut bytes).map_err(io_error)?;
        }
        let mut book = Book::default();
        let text = take_in(path, &bytes, &mut book)?;
        if text.torn {
            file.set_len(text.whole).map_err(io_error)?;
        }
        Ok((Self { file, path: path.to_owned() }, book))
    }

    /// Writes a pair.
    ///
    /// # Errors
    /// When it cannot be written; the file is as before then.
    pub fn append(&mut self, line: &PairLine) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        let whole = self.file.metadata()?.len();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            let _ = self.file.set_len(whole);
            io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
        })
    }
}
