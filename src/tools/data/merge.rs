//! `tandem data merge` and `tandem data check`: files of games as one, and the proof that files are sound.

use super::format::{Header, block};
use super::reader::{Block, DataError, Games, files};
use super::replay::{GamesBlock, GamesError};
use crate::tools::whole_file;
use crate::tools::wording::counted;
use rayon::prelude::*;
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Blocks that are replayed at once.
const TOGETHER: usize = 64;

/// A part of a file: its header, and what it holds.
#[derive(Debug)]
struct Part {
    path: PathBuf,
    header: Header,
    games: u64,
    plies: u64,
}

/// Finds two parts with the same header, which hold the same games.
fn repeated(parts: &[Part]) -> Option<String> {
    parts.iter().enumerate().find_map(|(index, part)| {
        let other = parts[..index].iter().find(|other| other.header == part.header)?;
        let header = part.header.text().trim_end().replace('\n', ", ");
        Some(format!("{} and {} hold the same games: {header}", other.path.display(), part.path.display()))
    })
}

/// Writes the parts of all files into one. Blocks are copied whole; a block that the writer of a file has not completed
/// is left out.
///
/// # Errors
/// When `out` exists, a file cannot be read or is damaged, two files hold the same games, none holds any, or `out`
/// cannot be written. No file is left behind then.
pub fn merge(paths: &[PathBuf], out: &Path) -> Result<(), Box<dyn Error>> {
    if out.exists() {
        return Err(format!("--out {}: it is there already", out.display()).into());
    }
    let parts = copy(&files(paths), out)?;
    let games: u64 = parts.iter().map(|part| part.games).sum();
    writeln!(io::stdout(), "{}: {games} games in {} parts", out.display(), parts.len())?;
    Ok(())
}

fn copy(paths: &[PathBuf], out: &Path) -> Result<Vec<Part>, Box<dyn Error>> {
    let failed = |error: io::Error| format!("{}: {error}", out.display());
    let mut to = whole_file::Writer::new(out).map_err(failed)?;
    let mut parts: Vec<Part> = Vec::new();
    for path in paths {
        let mut reading = Games::open(path)?;
        let first = parts.len();
        loop {
            let (number, games) = match reading.next_block()? {
                Block::Games(number, games) => (number, games),
                Block::End => break,
                Block::Torn => {
                    // A closed stderr is no error.
                    let _ = writeln!(io::stderr(), "{}: an incomplete last block is left out", path.display());
                    break;
                }
            };
            if parts.len() == first || parts.last().is_some_and(|part| part.header != *reading.header()) {
                to.write_all(&reading.header().bytes()).map_err(failed)?;
                let header = reading.header().clone();
                parts.push(Part { path: path.clone(), header, games: 0, plies: 0 });
                if let Some(message) = repeated(&parts) {
                    return Err(message.into());
                }
            }
            to.write_all(&block(number, &games)).map_err(failed)?;
            parts.iter_mut().last().into_iter().for_each(|part| part.games += games.len() as u64);
        }
    }
    if parts.is_empty() {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(format!("{}: no games to merge", names.join(", ")).into());
    }
    to.finish().map_err(failed)?;
    Ok(parts)
}

/// Reads and replays every game of the files, prints a line per part, and then every problem.
///
/// # Errors
/// When there is a problem, or stdout cannot be written to.
pub fn check(paths: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let (mut parts, mut problems) = (Vec::new(), Vec::new());
    let mut out = io::stdout().lock();
    for path in files(paths) {
        let first = parts.len();
        if let Err(error) = check_file(&path, &mut parts) {
            problems.push(error.to_string());
        }
        for Part { path, header, games, plies } in &parts[first..] {
            let header = header.text().trim_end().replace('\n', ", ");
            let [games, plies] = [(*games, "game"), (*plies, "ply")].map(|(count, noun)| counted(count, noun));
            writeln!(out, "{}: {games}, {plies}: {header}", path.display())?;
        }
    }
    problems.extend(repeated(&parts));
    if problems.is_empty() {
        writeln!(out, "all is sound")?;
        return Ok(());
    }
    Err(problems.join("\n").into())
}

fn check_file(path: &Path, parts: &mut Vec<Part>) -> Result<(), GamesError> {
    let mut reading = Games::open(path)?;
    let first = parts.len();
    loop {
        let mut blocks = Vec::new();
        let mut failed: Option<DataError> = None;
        while blocks.len() < TOGETHER {
            match reading.next() {
                None => break,
                Some(Err(error)) => {
                    failed = Some(error);
                    break;
                }
                Some(Ok(games)) => {
                    let header = reading.header();
                    if parts.len() == first || parts.last().is_some_and(|part: &Part| part.header != *header) {
                        parts.push(Part { path: path.to_owned(), header: header.clone(), games: 0, plies: 0 });
                    }
                    blocks.push((parts.len() - 1, reading.block_start(), games));
                }
            }
        }
        if blocks.is_empty() && failed.is_none() {
            return Ok(());
        }
        blocks.par_iter().try_for_each(|(part, at, games)| {
            let block = GamesBlock { path, at: *at, header: &parts[*part].header, games: games.clone() };
            block.games.iter().try_for_each(|game| block.replay(game, |_| ()))
        })?;
        for (part, _, games) in blocks {
            parts[part].games += games.len() as u64;
            parts[part].plies += games.iter().map(|game| game.plies.len() as u64).sum::<u64>();
        }
        if let Some(error) = failed {
            return Err(error.into());
        }
    }
}
