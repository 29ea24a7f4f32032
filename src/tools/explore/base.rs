//! The base: how often each move was played in each position, in one file.

use super::counts::{Counts, Place, key};
use super::frozen::Frozen;
use crate::board::{BoardRules, Position, fen};
use crate::game::BoardId;
use crate::tools::digest::fnv1a;
use crate::types::Move;
use redb::{Builder, Database, ReadableTableMetadata, TableDefinition};
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// The version of the file's form; one that is read otherwise has another number.
pub const VERSION: u64 = 1;

/// Bytes of the file that stay in memory.
const CACHE: usize = 32 << 20;

/// Games in the base, by their fingerprints.
pub(super) const GAMES: TableDefinition<u64, ()> = TableDefinition::new("games");
/// Moves by place: played, wins, draws, losses, rated, ratings.
pub(super) const MOVES: TableDefinition<Place, Stored> = TableDefinition::new("moves");
/// The version, the keys and the plies of the base, by name.
pub(super) const FACTS: TableDefinition<&str, u64> = TableDefinition::new("tandem explore");

/// [`Counts`] as they are stored.
pub(super) type Stored = (u32, u32, u32, u32, u32, u64);

/// An error of a base: its file and the fault.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct BaseError {
    /// Its file.
    pub path: PathBuf,
    /// The fault.
    pub fault: BaseFault,
}

/// A fault of a base.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BaseFault {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("this is no base of `tandem explore`")]
    NoBase,
    #[error("a base of version {0}, and this program reads version {VERSION}: build it anew from its games")]
    Version(u64),
    #[error("its positions are stored by another version of Tandem: build it anew from its games")]
    Keys,
    #[error("it holds {held} plies of each board, not {asked}: leave out --plies, or build another one")]
    Plies { held: u64, asked: u64 },
    #[error("another program is writing to it")]
    Busy,
    #[error("it is damaged ({0}): build it anew from its games")]
    Damaged(String),
}

impl<E: Into<redb::Error>> From<E> for BaseFault
where
    E: IsStoreError,
{
    fn from(error: E) -> Self {
        match error.into() {
            redb::Error::Io(error) => Self::File(error),
            redb::Error::DatabaseAlreadyOpen => Self::Busy,
            redb::Error::TableDoesNotExist(_)
            | redb::Error::TableTypeMismatch { .. }
            | redb::Error::TypeDefinitionChanged { .. } => Self::NoBase,
            redb::Error::UpgradeRequired(_) => Self::Version(0),
            error => Self::Damaged(error.to_string()),
        }
    }
}

/// The errors of the store, which all mean the same to a base.
pub(super) trait IsStoreError {}
impl IsStoreError for redb::DatabaseError {}
impl IsStoreError for redb::TransactionError {}
impl IsStoreError for redb::TableError {}
impl IsStoreError for redb::StorageError {}
impl IsStoreError for redb::CommitError {}

/// A base opened for reading. Its file is not changed.
pub struct Base {
    path: PathBuf,
    /// There until it is dropped.
    database: Option<Database>,
    facts: Facts,
}

/// The size of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Plies of each board that are stored.
    pub plies: u64,
    /// Games.
    pub games: u64,
    /// Moves in positions of either board.
    pub moves: u64,
}

impl Base {
    /// Opens a base.
    ///
    /// # Errors
    /// When the file cannot be read, is no base, of another version, or damaged.
    pub fn open(path: &Path) -> Result<Self, BaseError> {
        let fail = |fault| BaseError { path: path.to_owned(), fault };
        let open = || {
            let mut file = File::open(path)?;
            let mut head = [0; MAGIC.len()];
            if file.read_exact(&mut head).is_err() || head != *MAGIC {
                return Err(BaseFault::NoBase);
            }
            lock(&file)?;
            let database = builder().create_with_backend(Frozen::new(file)?)?;
            let facts = facts(&database)?;
            Ok(Self { path: path.to_owned(), database: Some(database), facts })
        };
        guarded(open).map_err(fail)
    }

    /// Its size.
    pub fn facts(&self) -> Facts {
        self.facts
    }

    /// Whether it holds the game of this fingerprint.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn holds(&self, fingerprint: u64) -> Result<bool, BaseError> {
        let read = || {
            let games = self.database.as_ref().ok_or(BaseFault::NoBase)?.begin_read()?.open_table(GAMES)?;
            Ok(games.get(fingerprint)?.is_some())
        };
        guarded(read).map_err(|fault| BaseError { path: self.path.clone(), fault })
    }

    /// The moves played in a position, on one board or on both, the most frequent first. Their legality depends on the
    /// rules and is not checked.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn moves(&self, position: &Position, board: Option<BoardId>) -> Result<Vec<(Move, Counts)>, BaseError> {
        let key = key(position);
        let read = || {
            let table = self.database.as_ref().ok_or(BaseFault::NoBase)?.begin_read()?.open_table(MOVES)?;
            let mut found = BTreeMap::<u16, Counts>::new();
            for entry in table.range((key, 0, 0)..=(key, u16::MAX, u8::MAX))? {
                let (place, stored) = entry?;
                let (_, bits, index) = place.value();
                if board.is_none_or(|board| super::counts::index(board) == index) {
                    *found.entry(bits).or_default() += stored.value().into();
                }
            }
            Ok(found)
        };
        let found = guarded(read).map_err(|fault| BaseError { path: self.path.clone(), fault })?;
        let mut moves: Vec<_> = found.into_iter().map(|(bits, counts)| (Move::from_bits(bits), counts)).collect();
        moves.sort_by_key(|(_, counts)| Reverse(counts.played));
        Ok(moves)
    }

    /// Reads all of the file and checks its sums.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn check(mut self) -> Result<(), BaseError> {
        let path = self.path.clone();
        let check = || match self.database.as_mut().ok_or(BaseFault::NoBase)?.check_integrity()? {
            true => Ok(()),
            false => Err(BaseFault::Damaged("its sums are wrong".to_owned())),
        };
        guarded(check).map_err(|fault| BaseError { path, fault })
    }
}

impl Drop for Base {
    /// Closing a damaged file may fail as reading it.
    fn drop(&mut self) {
        let database = self.database.take();
        let _ = guarded(|| {
            drop(database);
            Ok(())
        });
    }
}

/// The first bytes of the store's files.
const MAGIC: &[u8; 4] = b"redb";

impl From<Stored> for Counts {
    fn from((played, wins, draws, losses, rated, ratings): Stored) -> Self {
        Self { played, wins, draws, losses, rated, ratings }
    }
}

impl From<Counts> for Stored {
    fn from(counts: Counts) -> Self {
        let Counts { played, wins, draws, losses, rated, ratings } = counts;
        (played, wins, draws, losses, rated, ratings)
    }
}

/// The settings of the store. Its form of 2025 is read by its later versions too.
pub(super) fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.create_with_file_format_v3(true).set_cache_size(CACHE);
    builder
}

/// The size of a database, if it is a base that this program reads.
fn facts(database: &Database) -> Result<Facts, BaseFault> {
    let transaction = database.begin_read()?;
    let table = transaction.open_table(FACTS)?;
    let fact = |name: &str| Ok::<_, BaseFault>(table.get(name)?.ok_or(BaseFault::NoBase)?.value());
    match fact(fact::VERSION)? {
        VERSION => {}
        other => return Err(BaseFault::Version(other)),
    }
    if fact(fact::KEYS)? != keys() {
        return Err(BaseFault::Keys);
    }
    let (games, moves) = (transaction.open_table(GAMES)?.len()?, transaction.open_table(MOVES)?.len()?);
    Ok(Facts { plies: fact(fact::PLIES)?, games, moves })
}

/// Names in the table of facts.
pub(super) mod fact {
    /// The version of the form.
    pub const VERSION: &str = "version";
    /// A digest of keys of positions.
    pub const KEYS: &str = "keys";
    /// Plies of each board.
    pub const PLIES: &str = "plies";
}

/// Changes when positions get other keys: a digest of the keys of positions with all that keys depend on.
pub(super) fn keys() -> u64 {
    let positions = [
        fen::START,
        "r3k2r/ppp2ppp/8/3pP3/8/8/PPPP1PPP/R3K2R[QRBNPqrbnp] w KQkq d6 0 1",
        "4k3/Q~7/8/8/8/8/q~7/4K3[PPPPNNNBBRQQpp] b - - 0 1",
        "nrk1brqb/pppppppp/8/8/8/8/PPPPPPPP/NRK1BRQB[] w KQkq - 0 1",
    ];
    let positions = positions.into_iter().filter_map(|text| {
        let rules = BoardRules { chess960: true, ..BoardRules::default() };
        fen::parse(text, rules).or_else(|_| fen::parse(text, BoardRules::default())).ok()
    });
    fnv1a(positions.flat_map(|position| key(&position).to_le_bytes()))
}

/// Waits for nothing: refuses a file to which another program writes.
#[cfg(unix)]
fn lock(file: &File) -> Result<(), BaseFault> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockShared) {
        Ok(()) => Ok(()),
        Err(rustix::io::Errno::WOULDBLOCK) => Err(BaseFault::Busy),
        Err(error) => Err(BaseFault::File(error.into())),
    }
}

/// The system itself refuses such files.
#[cfg(not(unix))]
fn lock(_: &File) -> Result<(), BaseFault> {
    Ok(())
}

thread_local! {
    /// Whether a panic of this thread is caught and returned as an error.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs a task on a file that may be damaged: the store panics where a file is shorter than it says.
pub(super) fn guarded<T>(task: impl FnOnce() -> Result<T, BaseFault>) -> Result<T, BaseFault> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !GUARDED.get() {
                usual(info);
            }
        }));
    });
    let before = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(task));
    GUARDED.set(before);
    result.unwrap_or_else(|_| Err(BaseFault::Damaged("it is torn".to_owned())))
}
