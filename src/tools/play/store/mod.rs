//! What outlives the server: the games, a file each, and the table with its links and the game under way.
//!
//! A folder has one server at a time. Every file is replaced as a whole, so it is complete at any moment.

mod keeper;
mod past;

pub use keeper::Keeper;
pub use past::{is_game, list, read};

use super::keys::Keys;
use super::round::Spoken;
use super::setup::Setup;
use crate::arena::date;
use serde::{Deserialize, Serialize};
use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// The file of the table: links, settings, and the game under way.
const TABLE: &str = "table.json";
/// The file whose lock says that a server uses the folder.
const LOCK: &str = "lock";
/// The largest file of a table that is read, in bytes.
const MOST_TABLE: u64 = 16 << 20;

/// The table as it is kept.
#[derive(Serialize, Deserialize)]
pub struct KeptTable {
    /// The secrets, the owner's first.
    pub keys: [String; 5],
    /// The page's port: links name it.
    pub port: u16,
    /// The number of the last game.
    pub number: u32,
    /// The settings.
    pub setup: Setup,
    /// The seat of each guest's link: four letters, in the order of the links.
    pub seating: String,
    /// The chat of the last game.
    pub chat: Vec<Spoken>,
    /// The game under way, if any.
    pub game: Option<KeptGame>,
}

/// A game under way, as it is kept.
#[derive(Clone, Serialize, Deserialize)]
pub struct KeptGame {
    /// The name of its file.
    pub file: String,
    /// The four clocks, in ms.
    pub clocks: [u64; 4],
    /// Its record so far.
    pub bpgn: String,
}

/// Why a folder is not used, or not as a whole.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StoreError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: another `tandem play` keeps its games there", .0.display())]
    Busy(PathBuf),
    #[error("{}: {why}; a new table begins, and this file is now {}", path.display(), kept.display())]
    Table { path: PathBuf, why: String, kept: PathBuf },
}

/// A folder of games.
pub struct Folder {
    path: PathBuf,
    /// The file of the game under way, which nobody may read yet: its name, and whether its end is being written.
    current: Mutex<Option<(String, bool)>>,
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

    /// The table that is kept here, if any.
    ///
    /// # Errors
    /// When its file cannot be read. One that holds something else is put aside.
    pub fn table(&self) -> Result<Option<(Keys, KeptTable)>, StoreError> {
        let path = self.path.join(TABLE);
        let io = |source| StoreError::Io { path: path.clone(), source };
        let why = match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(io(error)),
            Ok(data) if data.len() > MOST_TABLE => format!("{} bytes are too many for a table", data.len()),
            Ok(_) => {
                let text = fs::read(&path).map_err(io)?;
                match serde_json::from_slice::<KeptTable>(&text) {
                    Ok(table) => match Keys::from_texts(table.keys.clone()) {
                        Some(keys) => return Ok(Some((keys, table))),
                        None => "its links are none".to_owned(),
                    },
                    Err(error) => error.to_string(),
                }
            }
        };
        let kept = self.path.join(format!("table-{}.json", stamp(SystemTime::now())));
        fs::rename(&path, &kept).map_err(io)?;
        Err(StoreError::Table { path, why, kept })
    }

    /// Where the table is kept.
    pub fn table_path(&self) -> PathBuf {
        self.path.join(TABLE)
    }

    /// Where the game of that name is kept.
    pub fn game_path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn current(&self) -> MutexGuard<'_, Option<(String, bool)>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the game under way, and whether it has ended: then it is listed as soon as that is written.
    pub fn set_current(&self, name: &str, over: bool) {
        *self.current() = Some((name.to_owned(), over));
    }

    /// Notes that the newest version of a file is written.
    pub fn written(&self, path: &Path) {
        let name = path.file_name().and_then(|name| name.to_str());
        self.current().take_if(|(current, over)| *over && Some(&**current) == name);
    }

    /// Whether this is the game under way.
    pub fn is_current(&self, name: &str) -> bool {
        self.current().as_ref().is_some_and(|(current, _)| current == name)
    }
}

/// The name of the file of game `number`, which begins at `time`.
pub fn game_name(time: SystemTime, number: u32) -> String {
    format!("{}-{number}.bpgn", stamp(time))
}

fn stamp(time: SystemTime) -> String {
    let (date, time) = date::utc(time);
    format!("{}-{}", date.replace('.', "-"), time.replace(':', ""))
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
