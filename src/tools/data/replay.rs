//! Replays stored games, block by block and move by move, with both boards and all clocks at each ply.

use super::format::{Header, StoredGame, StoredPly};
use super::reader::{DataError, Parts};
use super::start::start;
use crate::board::Position;
use crate::game::{BoardId, ByBoard, Clocks, Game, Seat};
use std::path::{Path, PathBuf};

/// An illegal move in a stored game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, ply {ply}: `{mv}` on board {board} is not legal by the rules of the file")]
#[allow(missing_docs)]
pub struct ReplayError {
    pub game: u32,
    pub ply: usize,
    pub mv: String,
    pub board: BoardId,
}

/// Errors of reading or replaying the games of a file.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum GamesError {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error("{}: block at byte {at}: {source}", path.display())]
    Replay { path: PathBuf, at: u64, source: ReplayError },
}

/// A block of games in a file.
pub struct GamesBlock<'a> {
    /// The file.
    pub path: &'a Path,
    /// The byte at which the block begins.
    pub at: u64,
    /// The header of the block's part.
    pub header: &'a Header,
    /// The games.
    pub games: Vec<StoredGame>,
}

impl GamesBlock<'_> {
    /// Replays one of the games, as [`replay`] does.
    ///
    /// # Errors
    /// When a move is illegal under the file's rules.
    pub fn replay(&self, game: &StoredGame, each: impl FnMut(&Moment)) -> Result<(), GamesError> {
        let played = replay(game, self.header, each);
        played.map_err(|source| GamesError::Replay { path: self.path.to_owned(), at: self.at, source })
    }
}

/// Reads files block by block.
///
/// # Errors
/// When a file cannot be read, is damaged, or holds the games of one before it, or `each` fails.
pub fn each_block<E: From<GamesError>>(
    paths: &[PathBuf],
    mut each: impl FnMut(GamesBlock) -> Result<(), E>,
) -> Result<(), E> {
    let mut parts = Parts::default();
    for path in paths {
        let mut reading = parts.open(path).map_err(GamesError::from)?;
        while let Some(games) = reading.next() {
            let games = games.map_err(GamesError::from)?;
            let part = parts.number(&reading).map_err(GamesError::from)?;
            each(GamesBlock { path, at: reading.block_start(), header: parts.header(part), games })?;
        }
    }
    Ok(())
}

/// The state of the game when a ply was played.
pub struct Moment<'a> {
    /// Both boards before the ply.
    pub game: &'a Game,
    /// The clocks when the ply was played, with the running turns of both boards deducted.
    pub clocks: Clocks,
    /// The ply.
    pub ply: &'a StoredPly,
}

impl Moment<'_> {
    /// The seat that played the ply.
    pub fn seat(&self) -> Seat {
        self.game.on_turn(self.ply.board)
    }

    /// The position before the ply.
    pub fn position(&self) -> &Position {
        self.game.position(self.ply.board)
    }
}

/// Replays the game and passes each of its plies to `each`.
///
/// # Errors
/// When a move is illegal: the file was made under other rules than its header gives.
pub fn replay(stored: &StoredGame, header: &Header, mut each: impl FnMut(&Moment)) -> Result<(), ReplayError> {
    let mut game = start(header, stored.number, stored.clocks);
    // Time used on each board so far, in ms.
    let mut until = ByBoard::<u64>::from_fn(|_| 0);
    for (number, ply) in stored.plies.iter().enumerate() {
        let seat = game.on_turn(ply.board);
        until[ply.board] += ply.time.ms();
        let mut clocks = *game.clocks();
        clocks.spend(seat, ply.time.ms());
        let waiting = game.on_turn(!ply.board);
        clocks.spend(waiting, until[ply.board].saturating_sub(until[!ply.board]));
        each(&Moment { game: &game, clocks, ply });
        game.spend(seat, ply.time.ms());
        let played = game.play(ply.board, ply.mv);
        played.map_err(|_| ReplayError {
            game: stored.number,
            ply: number + 1,
            mv: ply.mv.to_string(),
            board: ply.board,
        })?;
    }
    Ok(())
}
