//! Boards and games as the page shows them.

use super::round::Round;
use super::wire::{BoardView, Over};
use crate::arena::referee::Ending;
use crate::board::{BoardStatus, Position};
use crate::game::bpgn::{self, Record};
use crate::game::{BoardId, Game, Seat};
use crate::types::Move;

/// One board; with its legal moves if the player on turn is to choose one.
pub fn board(game: &Game, board: BoardId, chooses: bool) -> BoardView {
    let last = game.played().iter().rev().find(|played| played.seat.board == board);
    of_position(game.position(board), game.plies(board), last.map(|played| played.mv.mv), chooses)
}

/// A position after this many plies, the last of them `last`.
pub fn of_position(position: &Position, ply: usize, last: Option<Move>, chooses: bool) -> BoardView {
    let squares = |mv: Move| mv.from().into_iter().chain([mv.to()]).map(|square| square.to_string());
    let legal = || position.legal_moves().into_iter().map(|mv| mv.to_text(false)).collect();
    BoardView {
        bfen: position.to_bfen(),
        ply,
        last: last.map_or_else(Vec::new, |mv| squares(mv).collect()),
        check: position.in_check().then(|| position.king(position.side_to_move()).to_string()),
        status: match position.status() {
            BoardStatus::Playing => "playing",
            BoardStatus::Mate => "mate",
            BoardStatus::Hang => "hang",
            BoardStatus::Stalemate => "stalemate",
        },
        legal: if chooses { legal() } else { Vec::new() },
    }
}

/// Both boards; the legal moves of `chooser`, if it is its turn.
pub fn boards(game: &Game, chooser: Option<Seat>) -> [BoardView; 2] {
    let chooses = |id| game.outcome().is_none() && chooser == Some(game.on_turn(id));
    BoardId::ALL.map(|id| board(game, id, chooses(id)))
}

/// A record without what the partners said.
fn untold(record: &Record) -> Record {
    let mut record = record.clone();
    record.notes.clear();
    record.plies.iter_mut().for_each(|ply| ply.notes.clear());
    record
}

/// The reason for an end, as [`crate::game::Reason`] writes it; `aborted` without a result.
pub fn reason(ending: &Ending) -> String {
    ending.outcome.map_or_else(|| "aborted".to_owned(), |outcome| outcome.reason.to_string())
}

/// The end of a game, if it has ended. The record has what the partners said to each other if `talk` allows it.
pub fn over(round: &Round, talk: bool) -> Option<Over> {
    let live = round.live();
    let ending = live.ending.as_ref()?;
    let outcome = ending.outcome;
    Some(Over {
        result: ending.result(),
        reason: reason(ending),
        seat: outcome.map_or_else(|| round.aborted_by(), |outcome| outcome.seat).map(Seat::letter),
        bpgn: if talk { bpgn::write(&live.record) } else { bpgn::write(&untold(&live.record)) },
    })
}
