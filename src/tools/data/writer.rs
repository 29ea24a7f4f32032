//! A file of games that grows block by block, and is continued where a killed writer left it.

use super::format::{BLOCK_GAMES, Header, StoredGame, block};
use super::reader::{Block, DataError, FILE_NAME, Games};
use crate::tools::whole_file::of_folder;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Errors of writing games.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum WriteError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Data(#[from] DataError),
    #[error("{}: another process is writing to it", .0.display())]
    Busy(PathBuf),
    #[error("{}: it holds other games:\n{there}this command makes\n{asked}(another --out keeps both)", path.display())]
    Other { path: PathBuf, there: String, asked: String },
}

/// A file of games opened for appending.
#[derive(Debug)]
pub struct Growing {
    path: PathBuf,
    file: File,
    games: u32,
    positions: u64,
}

impl Growing {
    /// Opens or creates the file of games in `folder`, which is created if missing. A torn end is cut off at the last
    /// whole block. If more games are `wanted` than there are, so is a last block that is not full: the file then
    /// becomes the same as if written in one run.
    ///
    /// # Errors
    /// When the file cannot be used, holds other games, is damaged elsewhere than at its end, or is being written to.
    pub fn open(folder: &Path, header: &Header, wanted: u32) -> Result<Self, WriteError> {
        let path = folder.join(FILE_NAME);
        let io = |source| WriteError::Io { path: path.clone(), source };
        fs::create_dir_all(folder)
            .map_err(|error| WriteError::Io { path: folder.to_owned(), source: of_folder(error) })?;
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(io)?;
        lock(&file, &path)?;
        let (bytes, mut there) = (header.bytes(), Vec::new());
        (&file).take(bytes.len() as u64).read_to_end(&mut there).map_err(io)?;
        (&file).rewind().map_err(io)?;
        let mut growing = Self { path: path.clone(), file, games: 0, positions: 0 };
        // Also a file whose writer was killed within the header.
        if there.len() < bytes.len() && bytes.starts_with(&there) {
            growing.cut(0)?;
            growing.append(&bytes)?;
            return Ok(growing);
        }
        growing.take_up(header, wanted)?;
        Ok(growing)
    }

    fn take_up(&mut self, header: &Header, wanted: u32) -> Result<(), WriteError> {
        let io = |source| WriteError::Io { path: self.path.clone(), source };
        let mut reading = Games::from_file(&self.path, self.file.try_clone().map_err(io)?)?;
        if reading.header() != header {
            let (there, asked) = (reading.header().text(), header.text());
            return Err(WriteError::Other { path: self.path.clone(), there, asked });
        }
        let (mut end, mut next, mut short) = (reading.position(), 0, false);
        // To the end of the file: what follows a short block, as in a merged file, is not to be cut off with it.
        while let Block::Games(first, games) = reading.next_block()? {
            let count = games.len() as u32;
            if first != next {
                let what = format!("game {first} follows where game {next} should");
                return Err(DataError::Damaged { path: self.path.clone(), at: reading.block_start(), what }.into());
            }
            next += count;
            short |= count < BLOCK_GAMES && next < wanted;
            if !short {
                self.games = next;
                self.positions += games.iter().map(usable).sum::<u64>();
                end = reading.position();
            }
        }
        self.cut(end)
    }

    fn cut(&mut self, length: u64) -> Result<(), WriteError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(|_| ()).map_err(|source| WriteError::Io { path: self.path.clone(), source })
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        self.file.write_all(bytes).map_err(|source| WriteError::Io { path: self.path.clone(), source })
    }

    /// Appends a block of games, which must be the next ones.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, games: &[StoredGame]) -> Result<(), WriteError> {
        self.append(&block(self.games, games))?;
        self.games += games.len() as u32;
        self.positions += games.iter().map(usable).sum::<u64>();
        Ok(())
    }

    /// Games in the file.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Usable positions in the file.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Number of usable positions of a game.
fn usable(game: &StoredGame) -> u64 {
    game.plies.iter().filter(|ply| ply.is_usable()).count() as u64
}

/// Locks the file against other writers as long as it is open.
///
/// # Errors
/// When another process has locked it.
#[cfg(unix)]
pub fn lock(file: &File, path: &Path) -> Result<(), WriteError> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(()),
        Err(rustix::io::Errno::WOULDBLOCK) => Err(WriteError::Busy(path.to_owned())),
        // Some file systems have no locks.
        Err(_) => Ok(()),
    }
}

/// Does nothing: other writers are not kept out here.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn lock(_file: &File, _path: &Path) -> Result<(), WriteError> {
    Ok(())
}
