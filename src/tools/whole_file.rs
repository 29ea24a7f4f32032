//! Files that are replaced as a whole.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces a file as a whole: the old one stays until the new one is complete.
///
/// # Errors
/// When the folder cannot be written, or is full.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A symbolic link is kept: its target is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = path.file_name().map(OsStr::to_owned).ok_or(io::ErrorKind::InvalidInput)?;
    name.push(format!(".{}.part", std::process::id()));
    let part: PathBuf = path.with_file_name(name);
    let written = write_new(&part, bytes).and_then(|()| fs::rename(&part, &path));
    if written.is_err() {
        // The write error matters more than a file left behind.
        let _ = fs::remove_file(&part);
    }
    written
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
