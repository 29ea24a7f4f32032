//! The log: input, output and anything odd. Off unless a file is named.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::Mutex;

/// Environment variable that names the file if the command line does not; an empty one names none.
pub const VARIABLE: &str = "TANDEM_LOG";

/// Appends to `file` from now on.
///
/// # Errors
/// When the file cannot be opened for writing, or there is a log already.
pub fn start(file: &Path) -> io::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(file)?;
    let log = tracing_subscriber::fmt()
        .with_writer(Mutex::new(file))
        .with_ansi(false)
        .with_max_level(tracing::Level::DEBUG)
        .finish();
    tracing::subscriber::set_global_default(log).map_err(io::Error::other)
}
