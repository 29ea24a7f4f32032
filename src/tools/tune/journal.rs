//! The file of a tuning: a line of JSON with all that it depends on, then one for each batch of pairs. Its batches are
//! not played again; a last line that was cut off is.

use super::spsa::{Number, Plan};
use crate::tools::data::{self, WriteError};
use crate::tools::r#match::results::Terms;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Value of the field `format`.
const FORMAT: &str = "tandem tune";
/// The version of the format.
const VERSION: u32 = 1;

/// The conditions of a tuning: the first line of its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    format: String,
    version: u32,
    /// The engine, as it was given, with its fixed options.
    pub engine: Vec<String>,
    /// The terms of the games.
    pub terms: Terms,
    /// The plan.
    pub plan: Plan,
    /// The numbers.
    pub numbers: Vec<Number>,
}

impl Head {
    /// The first line of a tuning.
    pub fn new(engine: Vec<String>, terms: Terms, plan: Plan, numbers: Vec<Number>) -> Self {
        Self { format: FORMAT.to_owned(), version: VERSION, engine, terms, plan, numbers }
    }

    /// The first condition of this file that is another one in `wanted`, in words.
    fn difference(&self, wanted: &Self) -> Option<&'static str> {
        [
            (self.format == FORMAT && self.version == VERSION, "the format"),
            (self.numbers == wanted.numbers, "what is tuned"),
            (self.plan == wanted.plan, "the number of games, --batch, --rate, --screen or --seed"),
            (self.terms == wanted.terms, "a term of the games"),
            (self.engine == wanted.engine, "the engine"),
        ]
        .into_iter()
        .find_map(|(is_same, what)| (!is_same).then_some(what))
    }
}

/// A batch of pairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// Pairs played so far, with these.
    pub pairs: u32,
    /// Of each pair, games won less games lost by the first engine.
    pub results: Vec<i32>,
    /// The values after it, in the order of the numbers.
    pub values: Vec<f64>,
}

/// Errors of reading or writing the file of a tuning.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum JournalError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Busy(#[from] WriteError),
    #[error("{}: line {line} is not of a tuning: {source}", path.display())]
    Line { path: PathBuf, line: usize, source: serde_json::Error },
    #[error("{}: line {line} does not follow the one before it", path.display())]
    Order { path: PathBuf, line: usize },
    #[error("{}: belongs to another tuning: {what} differs; --out another file", path.display())]
    Other { path: PathBuf, what: &'static str },
}

/// The file, open for further batches.
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Whether the file was made by this process and has no batch yet. Dropped then, it is removed.
    is_bare: bool,
}

impl Drop for Journal {
    fn drop(&mut self) {
        if self.is_bare {
            // The error that ended the tuning matters more than a file left behind.
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Journal {
    /// Opens or begins the file, and returns the batches in it.
    ///
    /// # Errors
    /// When the file cannot be read or written, another process writes to it, or it belongs to another tuning. It is
    /// unchanged then.
    pub fn open(path: &Path, head: &Head) -> Result<(Self, Vec<Batch>), JournalError> {
        let wrong = |source| JournalError::File { path: path.to_owned(), source };
        // Not even a link that leads nowhere.
        let is_new = fs::symlink_metadata(path).is_err();
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(wrong)?;
        data::lock(&file, path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(wrong)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        // A first line without an end may be cut off only if it is the beginning of this head.
        let is_own = whole > 0 || serde_json::to_vec(head).map_err(|error| wrong(error.into()))?.starts_with(&text);
        let kept = if is_own { whole } else { text.len() };
        let batches = read(path, &String::from_utf8_lossy(&text[..kept]), head)?;
        let mut journal = Self { file, path: path.to_owned(), is_bare: is_new };
        if whole < text.len() {
            journal.file.set_len(whole as u64).map_err(wrong)?;
        }
        journal.file.seek(SeekFrom::Start(whole as u64)).map_err(wrong)?;
        if whole == 0 {
            journal.add(head)?;
        }
        Ok((journal, batches))
    }

    /// Adds a batch.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, batch: &Batch) -> Result<(), JournalError> {
        self.add(batch)?;
        self.is_bare = false;
        Ok(())
    }

    fn add(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let wrong = |source| JournalError::File { path: self.path.clone(), source };
        let mut text = serde_json::to_vec(line).map_err(|error| wrong(error.into()))?;
        text.push(b'\n');
        self.file.write_all(&text).map_err(wrong)
    }
}

/// The batches of a file's text, which must belong to `head`.
fn read(path: &Path, text: &str, head: &Head) -> Result<Vec<Batch>, JournalError> {
    let wrong = |line, source| JournalError::Line { path: path.to_owned(), line, source };
    let mut lines = text.lines();
    let Some(first) = lines.next() else { return Ok(Vec::new()) };
    let found: Head = serde_json::from_str(first).map_err(|source| wrong(1, source))?;
    if let Some(what) = found.difference(head) {
        return Err(JournalError::Other { path: path.to_owned(), what });
    }
    let mut batches: Vec<Batch> = Vec::new();
    for (line, text) in (2..).zip(lines) {
        let batch: Batch = serde_json::from_str(text).map_err(|source| wrong(line, source))?;
        let before = batches.last().map_or(0, |last| last.pairs);
        if batch.pairs as usize != before as usize + batch.results.len() || batch.values.len() != head.numbers.len() {
            return Err(JournalError::Order { path: path.to_owned(), line });
        }
        batches.push(batch);
    }
    Ok(batches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_values_were_not_read_back_to_the_last_bit() {
        let batch = Batch { pairs: 1, results: vec![2], values: vec![105.10138051478843, 118.02854915222967, 0.1] };
        let text = serde_json::to_string(&batch).expect("JSON");
        assert_eq!(serde_json::from_str::<Batch>(&text).expect("a batch"), batch);
    }
}
