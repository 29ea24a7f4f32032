//! The games that are kept, for the page's list.

#[cfg(feature = "play")]
use super::Folder;
use crate::game::Seat;
use crate::game::bpgn::{self, Record};
use serde::Serialize;
#[cfg(feature = "play")]
use std::{fs, io};

/// Games of the list: the newest.
const MOST_LISTED: usize = 200;
/// The largest file that is read, in bytes.
#[cfg(feature = "play")]
const MOST_BYTES: u64 = 4 << 20;

/// The list of games.
#[derive(Serialize)]
pub struct PastGames {
    /// The folder.
    pub folder: String,
    /// The newest games, newest first.
    pub games: Vec<PastGame>,
    /// Number of older ones.
    pub older: usize,
}

/// A game of the list.
#[derive(Serialize)]
pub struct PastGame {
    /// The name of its file.
    pub name: String,
    /// When it began, UTC: `2026.11.24 23:45:41`.
    pub date: String,
    /// The players, in the order of [`Seat::ALL`].
    pub players: [String; 4],
    /// The time control, as in `300+0`.
    pub time: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// Plies played.
    pub plies: usize,
}

/// Whether a file of the folder is a game: digits and hyphens, as the server names them.
pub fn is_game(name: &str) -> bool {
    let stem = name.strip_suffix(".bpgn");
    stem.is_some_and(|stem| !stem.is_empty() && stem.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
}

/// The newest of these names, newest first, and the number of older ones.
pub fn newest(mut names: Vec<String>) -> (Vec<String>, usize) {
    names.sort_unstable_by(|a, b| b.cmp(a));
    let older = names.len().saturating_sub(MOST_LISTED);
    names.truncate(MOST_LISTED);
    (names, older)
}

/// The games of the folder, without the one under way.
///
/// # Errors
/// When the folder cannot be read.
#[cfg(feature = "play")]
pub fn list(folder: &Folder) -> io::Result<PastGames> {
    let (names, older) = newest(names(folder)?);
    let games = names.into_iter().map(|name| {
        let text = read(folder, &name).unwrap_or_default();
        PastGame::new(name, &text)
    });
    Ok(PastGames { folder: folder.path().display().to_string(), games: games.collect(), older })
}

/// The names of the games of the folder, newest first, without those under way.
///
/// # Errors
/// As [`list`].
#[cfg(feature = "play")]
pub fn names(folder: &Folder) -> io::Result<Vec<String>> {
    let names = fs::read_dir(folder.path())?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| is_game(name) && !folder.is_current(name)).collect();
    names.sort_unstable_by(|a, b| b.cmp(a));
    Ok(names)
}

/// The record of a game of the folder, if it can be read.
#[cfg(feature = "play")]
pub fn record(folder: &Folder, name: &str) -> Option<Record> {
    bpgn::read(&read(folder, name).ok()?).ok()?.into_iter().next()
}

impl PastGame {
    /// The game of a file. One that cannot be read has no players.
    pub fn new(name: String, bpgn: &[u8]) -> Self {
        let record: Record = bpgn::read(bpgn).ok().and_then(|games| games.into_iter().next()).unwrap_or_default();
        let tag = |name| record.tag(name).unwrap_or_default().to_owned();
        let date = format!("{} {}", tag("Date"), tag("UTCTime"));
        let players = Seat::ALL.map(|seat| tag(seat.tag()));
        let (time, result, plies) = (tag("TimeControl"), record.result.text(), record.plies.len());
        Self { name, date, players, time, result, plies }
    }
}

/// The BPGN of a game of the list.
///
/// # Errors
/// When there is no such file, or it is too large.
#[cfg(feature = "play")]
pub fn read(folder: &Folder, name: &str) -> io::Result<Vec<u8>> {
    if !is_game(name) || folder.is_current(name) {
        return Err(io::ErrorKind::NotFound.into());
    }
    let path = folder.game_path(name);
    if fs::metadata(&path)?.len() > MOST_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    fs::read(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_the_server_gives_are_games() {
        assert!(is_game("2026-11-24-234541-1.bpgn"));
        for name in ["", ".bpgn", "table.json", "../1.bpgn", "1/2.bpgn", "1.bpgn.12.part", "a.bpgn", "1.pgn"] {
            assert!(!is_game(name), "{name}");
        }
    }
}
