//! The log: input, output and anything odd. Off unless a file is named.

use super::whole_file::is_one_file;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Environment variable that names the file if the command line does not; an empty one names none.
pub const VARIABLE: &str = "TANDEM_LOG";

/// Appends to `file` from now on. It must be none of the `others`, each of which stands behind its option.
///
/// # Errors
/// When it is one of them or cannot be opened for writing, or there is a log already.
pub fn start(file: &Path, others: &[(String, PathBuf)]) -> io::Result<()> {
    if let Some((option, _)) = others.iter().find(|(_, other)| is_one_file(file, other)) {
        return Err(io::Error::other(format!("{option} names the same file")));
    }
    let file = OpenOptions::new().create(true).append(true).open(file)?;
    let log = tracing_subscriber::fmt()
        .with_writer(Mutex::new(file))
        .with_ansi(false)
        .with_max_level(tracing::Level::DEBUG)
        .finish();
    tracing::subscriber::set_global_default(log).map_err(io::Error::other)
}
