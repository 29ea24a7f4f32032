//! Quiet positions of games, with the winner.

use crate::board::movegen::Select;
use crate::board::{BoardStatus, Position};
use crate::eval::Prices;
use crate::game::bpgn::Record;
use crate::game::{Reason, Rules};
use crate::tools::data::{GamesBlock, GamesError, StoredGame};
use crate::types::{Color, MoveList, Score};
use std::error::Error;

/// A position where a capture wins more than this, in cp, is not quiet.
const QUIET: Score = 60;

/// A quiet position and its outcome.
pub struct Sample {
    /// The position.
    pub position: Position,
    /// Whether the side to move gave mate in the end.
    pub won: bool,
    /// Whether it is held out: not used for fitting, only for validation.
    pub held_out: bool,
}

/// The samples of one game: quiet positions of the board that was mated on.
///
/// # Errors
/// When the game cannot be replayed.
pub fn samples(record: &Record, skip: u16, held_out: bool) -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut boards: [Vec<Position>; 2] = [Vec::new(), Vec::new()];
    let game = record.replay_with(record.rules()?.unwrap_or_else(Rules::default), |game, ply, _| {
        let board = ply.seat.board;
        boards[board.index()].push(game.position(board).clone());
    })?;
    let Some((Reason::Mate, Some(mated))) = game.outcome().map(|outcome| (outcome.reason, outcome.seat)) else {
        return Ok(Vec::new());
    };
    let positions = std::mem::take(&mut boards[mated.board.index()]);
    Ok(quiet(positions, skip, mated.color, held_out))
}

/// The samples of a game of `tandem datagen`, without its random moves.
///
/// # Errors
/// When the game cannot be replayed.
pub fn made(block: &GamesBlock<'_>, game: &StoredGame, skip: u16) -> Result<Vec<Sample>, GamesError> {
    let Some(last) = game.plies.last().filter(|_| game.reason == Reason::Mate) else { return Ok(Vec::new()) };
    let (mut positions, mut winner) = (Vec::new(), Color::White);
    block.replay(game, |moment| {
        if moment.ply.board == last.board {
            winner = moment.seat().color;
            if moment.ply.is_usable() {
                positions.push(moment.position().clone());
            }
        }
    })?;
    Ok(quiet(positions, skip, !winner, game.number % 5 == 4))
}

/// Samples of those positions that are quiet, on a board where `mated` was mated.
fn quiet(positions: Vec<Position>, skip: u16, mated: Color, held_out: bool) -> Vec<Sample> {
    let kept = positions.into_iter().filter(|position| position.fullmove_number() > skip && is_quiet(position));
    kept.map(|position| Sample { won: position.side_to_move() != mated, position, held_out }).collect()
}

/// Whether the static evaluation can be trusted: not in check, no winning capture, no mate in one.
fn is_quiet(position: &Position) -> bool {
    let mut captures = MoveList::new();
    position.add_board_moves(Select::Noisy, &mut captures);
    let values = Prices::bughouse_default().exchange_values(position.rules());
    if position.in_check() || captures.iter().any(|&mv| position.see_at_least(mv, QUIET + 1, &values)) {
        return false;
    }
    let mut position = position.clone();
    position.legal_moves().iter().all(|&mv| {
        let undo = position.make_move(mv);
        let mate = position.in_check() && position.status() == BoardStatus::Mate;
        position.unmake_move(mv, &undo);
        !mate
    })
}
