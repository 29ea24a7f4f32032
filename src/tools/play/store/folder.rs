//! The folder of games on a disk. It has one server at a time. Every file is replaced as a whole, so it is complete at
//! any moment.

use super::keeper::Keeper;
use super::past::is_game;
use super::{KeptTable, stamp};
use crate::tools::play::keys::Keys;
use crate::tools::play::table::Shelf;
use crate::tools::whole_file::of_folder;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// The file of the first table: links, settings, and the game under way; the second has `table-2.json`, and so on.
const TABLE: &str = "table.json";
/// The file of a club: the secrets of its lobby.
const CLUB: &str = "club.json";
/// The file of a tournament under way.
const TOURNAMENT: &str = "tournament.json";
/// The file whose lock says that a server uses the folder.
const LOCK: &str = "lock";
/// The largest file of a table that is read, in bytes.
const MOST_TABLE: u64 = 16 << 20;

/// Why a folder is not used, or not as a whole.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StoreError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: another `tandem play` keeps its games there", .0.display())]
    Busy(PathBuf),
    #[error("{}: {why}; it begins anew, and this file is now {}", path.display(), kept.display())]
    Table { path: PathBuf, why: String, kept: PathBuf },
}

/// A folder of games.
pub struct Folder {
    path: PathBuf,
    /// The files of games under way, which nobody may read yet, and whether their end is being written.
    current: Mutex<BTreeMap<String, bool>>,
    /// Locked as long as it is open.
    _lock: Option<File>,
}

impl Folder {
    /// The folder of the platform for games, if it has one.
    pub fn usual() -> Option<PathBuf> {
        let dirs = directories::ProjectDirs::from("", "", "tandem")?;
        Some(dirs.data_dir().join("games"))
    }

    /// Takes a folder, and creates it if needed. A folder that cannot be written is taken too, with the error: it may
    /// be repaired while the server runs.
    ///
    /// # Errors
    /// When another server has it.
    pub fn take(path: &Path) -> Result<(Self, Option<StoreError>), StoreError> {
        let io = |source| StoreError::Io { path: path.to_owned(), source };
        let mut maker = DirBuilder::new();
        maker.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
        let made = maker
            .create(path)
            .map_err(of_folder)
            .and_then(|()| File::options().create(true).truncate(false).write(true).open(path.join(LOCK)));
        let (file, trouble) = match made {
            Ok(file) => (Some(file), None),
            Err(error) => (None, Some(io(error))),
        };
        if file.as_ref().is_some_and(is_locked) {
            return Err(StoreError::Busy(path.to_owned()));
        }
        Ok((Self { path: path.to_owned(), current: Mutex::default(), _lock: file }, trouble))
    }

    /// Table `number`, from 1, if it is kept here.
    ///
    /// # Errors
    /// When its file cannot be read. One that holds something else is put aside.
    pub fn table(&self, number: usize) -> Result<Option<(Keys, KeptTable)>, StoreError> {
        let read = |table: KeptTable| match Keys::from_texts(&table.keys) {
            Some(keys) => Ok((keys, table)),
            None => Err("its links are none".to_owned()),
        };
        self.kept(&self.table_path(number), read)
    }

    /// The content of a file of the folder, if it is there.
    fn kept<T: DeserializeOwned, K>(
        &self,
        path: &Path,
        read: impl FnOnce(T) -> Result<K, String>,
    ) -> Result<Option<K>, StoreError> {
        let io = |source| StoreError::Io { path: path.to_owned(), source };
        let why = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(io(error)),
            Ok(data) if data.len() > MOST_TABLE => format!("{} bytes are too many", data.len()),
            Ok(_) => {
                let text = fs::read(path).map_err(io)?;
                match serde_json::from_slice(&text).map_err(|error| error.to_string()).and_then(read) {
                    Ok(kept) => return Ok(Some(kept)),
                    Err(error) => error,
                }
            }
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let kept = self.path.join(format!("{name}-{}.json", stamp(SystemTime::now())));
        fs::rename(path, &kept).map_err(io)?;
        Err(StoreError::Table { path: path.to_owned(), why, kept })
    }

    /// The club that is kept here, if any.
    ///
    /// # Errors
    /// As [`Self::table`].
    pub fn club<T: DeserializeOwned>(&self) -> Result<Option<T>, StoreError> {
        self.kept(&self.club_path(), Ok)
    }

    /// The tournament under way that is kept here, if any.
    ///
    /// # Errors
    /// As [`Self::table`].
    pub fn tournament<T: DeserializeOwned>(&self) -> Result<Option<T>, StoreError> {
        self.kept(&self.tournament_path(), Ok)
    }

    /// The room of other games of table `number`, from 1, if it is kept here.
    ///
    /// # Errors
    /// As [`Self::table`].
    pub fn other_games<T: DeserializeOwned>(&self, number: usize) -> Result<Option<T>, StoreError> {
        self.kept(&self.other_games_path(number), Ok)
    }

    /// Where the room of other games of table `number`, from 1, is kept.
    pub fn other_games_path(&self, number: usize) -> PathBuf {
        self.path.join(format!("other-games-{number}.json"))
    }

    /// Where the tournament is kept.
    pub fn tournament_path(&self) -> PathBuf {
        self.path.join(TOURNAMENT)
    }

    /// Where table `number`, from 1, is kept.
    pub fn table_path(&self, number: usize) -> PathBuf {
        if number == 1 { self.path.join(TABLE) } else { self.path.join(format!("table-{number}.json")) }
    }

    /// Where the club is kept.
    pub fn club_path(&self) -> PathBuf {
        self.path.join(CLUB)
    }

    /// Where the game of that name is kept.
    pub fn game_path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn current(&self) -> MutexGuard<'_, BTreeMap<String, bool>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a game under way, and whether it has ended: then it is listed as soon as that is written.
    pub fn set_current(&self, name: &str, over: bool) {
        self.current().insert(name.to_owned(), over);
    }

    /// Notes that the newest version of a file is written.
    pub fn written(&self, path: &Path) {
        let name = path.file_name().and_then(|name| name.to_str());
        self.current().retain(|current, over| !*over || Some(&**current) != name);
    }

    /// Whether this is a game under way.
    pub fn is_current(&self, name: &str) -> bool {
        self.current().contains_key(name)
    }
}

/// A folder with its writer, as tables use it.
#[derive(Clone)]
pub struct DiskShelf {
    /// The folder.
    pub folder: Arc<Folder>,
    /// Its writer.
    pub keeper: Arc<Keeper>,
    /// The page's port.
    pub port: u16,
}

impl Shelf for DiskShelf {
    fn set_current(&self, file: &str, over: bool) {
        self.folder.set_current(file, over);
    }

    fn keep_game(&self, file: &str, bpgn: String) {
        self.keeper.keep(self.folder.game_path(file), bpgn.into_bytes());
    }

    fn keep_table(&self, place: usize, table: KeptTable) {
        if let Ok(text) = serde_json::to_vec(&KeptTable { port: self.port, ..table }) {
            self.keeper.keep(self.folder.table_path(place), text);
        }
    }
}

impl DiskShelf {
    /// Writes what waits; prints the games that the disk does not take.
    pub fn finish(&self) {
        self.keeper.finish().iter().for_each(|(path, bytes)| print_game(path, bytes));
    }
}

/// Prints a game that the disk does not take.
fn print_game(path: &Path, bytes: &[u8]) {
    if path.file_name().and_then(|name| name.to_str()).is_some_and(is_game) {
        let mut out = io::stdout().lock();
        // Without a stdout nothing is left to be done.
        let _ = writeln!(out, "{} could not be written. The game:\n", path.display());
        let _ = out.write_all(bytes);
    }
}

/// Locks the file; whether another server has its lock. Some file systems have no locks.
#[cfg(unix)]
fn is_locked(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive) == Err(rustix::io::Errno::WOULDBLOCK)
}

#[cfg(not(unix))]
fn is_locked(_file: &File) -> bool {
    false
}
