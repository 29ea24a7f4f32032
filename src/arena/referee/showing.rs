//! The state of the game as sent to the four players after every move.
//!
//! All of them get both boards and all clocks. A player that is newly on turn, or whose hands have changed during its
//! turn, is asked for a move. A player that cannot move (R8, R10) is asked too, but need not answer.

use super::live::{LiveGame, MadeMove};
use crate::arena::engines::{AskedTurn, GameUpdate};
use crate::game::{BoardId, ByBoard, Clocks, Played, Seat};
use crate::types::host::Instant;

/// The state of the game at one moment.
#[derive(Clone, Debug)]
pub struct Showing {
    boards: String,
    clocks: Clocks,
    played: Option<Played>,
    changed: ByBoard<bool>,
    turns: ByBoard<AskedTurn>,
    asked: [bool; 4],
}

impl Showing {
    /// The state after a move on a board, or at the start of a game. On that board (at the start: on both) a turn
    /// begins, and its clock runs from `now` on.
    pub fn begin(live: &mut LiveGame, moved: Option<(BoardId, MadeMove)>, now: Instant) -> Self {
        let is_new = |board| moved.is_none_or(|(moved, _)| moved == board);
        for board in BoardId::ALL.into_iter().filter(|&board| is_new(board)) {
            live.clock.start(live.game.on_turn(board), now);
        }
        let hands_changed = moved.is_some_and(|(_, made)| made.transfer.is_some() || made.mv.taken.is_some());
        let changed = ByBoard::from_fn(|board| is_new(board) || hands_changed);
        Self {
            boards: live.game.to_bfen(),
            clocks: live.clock.reading(now),
            played: moved.and_then(|_| live.game.played().last().copied()),
            changed,
            turns: ByBoard::from_fn(|board| AskedTurn { ply: live.ply(board), new: is_new(board) }),
            asked: Seat::ALL.map(|seat| changed[seat.board] && live.game.is_on_turn(seat)),
        }
    }

    /// The seats in the order of sending, and whether they are asked for a move: those first, since their clocks run.
    pub fn seats(&self) -> [(Seat, bool); 4] {
        let mut seats = Seat::ALL.map(|seat| (seat, self.asked[seat.index()]));
        seats.sort_by_key(|&(_, asked)| !asked);
        seats
    }

    /// The state for the player on `seat`, with a request for a move if `think`.
    pub fn update(&self, seat: Seat, think: bool) -> GameUpdate<'_> {
        GameUpdate {
            boards: &self.boards,
            clocks: self.clocks,
            own_board_changed: self.changed[seat.board],
            played: self.played,
            think: think.then_some(self.turns[seat.board]),
        }
    }
}
