//! A stored game, move by move: what both boards and all clocks were when each ply was played.

use super::format::{StoredGame, StoredPly};
use crate::board::Position;
use crate::game::{BoardId, ByBoard, Clocks, Game, Rules, Seat};

/// Why a stored game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, ply {ply}: `{mv}` on board {board} is not legal by the rules of the file")]
#[allow(missing_docs)]
pub struct ReplayError {
    pub game: u32,
    pub ply: usize,
    pub mv: String,
    pub board: BoardId,
}

/// How things stood when a ply was played.
pub struct Moment<'a> {
    /// Both boards before the ply.
    pub game: &'a Game,
    /// The clocks at the moment at which the ply was played, those of both boards running.
    pub clocks: Clocks,
    /// The ply.
    pub ply: &'a StoredPly,
}

impl Moment<'_> {
    /// Who played the ply.
    pub fn seat(&self) -> Seat {
        self.game.on_turn(self.ply.board)
    }

    /// The position that the player saw.
    pub fn position(&self) -> &Position {
        self.game.position(self.ply.board)
    }
}

/// Plays the game again and shows each of its plies.
///
/// # Errors
/// When a move is not legal: the file was made by other rules than it says.
pub fn replay(stored: &StoredGame, rules: &Rules, mut each: impl FnMut(&Moment)) -> Result<(), ReplayError> {
    let mut game = Game::new(*rules, stored.clocks);
    // Until when the moves so far took, on each board.
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
