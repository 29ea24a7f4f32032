//! An analyzed game as BPGN with comments, and the file that it is written to.

use super::judge;
use super::review::Review;
use super::text;
use crate::game::Outcome;
use crate::game::bpgn::{self, Record};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The game with a comment on every ply: both boards as their white sees them, the expected result of white on A and black on B, and
/// where the move was not good enough, a better line. The moments that decided stand before the first ply.
pub fn annotated(record: &Record, review: &Review, outcome: Option<Outcome>) -> String {
    let mut annotated = record.clone();
    annotated.set_tag("Annotator", concat!("Tandem ", env!("CARGO_PKG_VERSION")));
    annotated.notes.extend(review.decisive.iter().map(|moment| text::sentence(record, review, moment, outcome)));
    for (ply, stand) in annotated.plies.iter_mut().zip(review.stands.iter().skip(1)) {
        let [a, b] = stand.boards.map(|verdict| judge::text(verdict.score));
        ply.notes.push(format!("eval A {a} B {b} team {:.0} %", 100.0 * stand.team));
        ply.notes.extend(stand.better.map(|line| format!("better {}", line.join(" "))));
    }
    bpgn::write(&annotated)
}

/// Writes a file as a whole: until the new one is complete, the old one stays.
///
/// # Errors
/// When the folder cannot be written, or is full.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = path.file_name().map(std::ffi::OsStr::to_owned).ok_or(io::ErrorKind::InvalidInput)?;
    name.push(format!(".{}.part", std::process::id()));
    let part: PathBuf = path.with_file_name(name);
    let written = write_whole(&part, text).and_then(|()| fs::rename(&part, &path));
    if written.is_err() {
        // The error tells more than what is left behind.
        let _ = fs::remove_file(&part);
    }
    written
}

fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
