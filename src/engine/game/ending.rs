//! The end of a game: by the position on the boards, or by the players and the referee.

use super::{BoardId, BothHang, ByBoard, Forfeit, Game, GameError, NoClock, Outcome, Reason, Repetition, Seat};
use crate::board::{BoardStatus, StalemateRule};
use crate::types::Bitboard;

impl Game {
    /// Checks both boards for an end of the game. Under Gambler's promotion a move can end it on the other board too.
    pub(super) fn judge(&mut self) {
        let status = ByBoard::from_fn(|board| self.positions[board].status());
        let seats = BoardId::ALL.map(|board| (self.on_turn(board), status[board]));
        let loses = |status| {
            status == BoardStatus::Mate
                || status == BoardStatus::Stalemate && self.rules().stalemate == StalemateRule::Loss
        };
        let reason = |status| if status == BoardStatus::Mate { Reason::Mate } else { Reason::Stalemate };
        let losers: Vec<(Seat, BoardStatus)> = seats.into_iter().filter(|&(_, status)| loses(status)).collect();
        self.outcome = match losers[..] {
            [(seat, status), (other, _)] if seat.team() != other.team() => Some(Outcome::draw(reason(status))),
            [(seat, status), ..] => Some(Outcome::lost_by(seat, reason(status))),
            [] => self.judge_unfinished(status),
        };
    }

    /// The ends by position in which no single player is mated or stalemated: both players of a team hang, a draw by
    /// stalemate or repetition, or no player on turn can move.
    fn judge_unfinished(&self, status: ByBoard<BoardStatus>) -> Option<Outcome> {
        let [a, b] = BoardId::ALL.map(|board| self.on_turn(board).team());
        if status.0 == [BoardStatus::Hang; 2] && a == b && self.rules().both_hang == BothHang::Loss {
            return Some(Outcome { winner: Some(!a), reason: Reason::BothHang, seat: None });
        }
        let stalemate_draws = BoardId::ALL.into_iter().any(|board| {
            status[board] == BoardStatus::Stalemate
                && (self.rules().stalemate == StalemateRule::Draw || self.positions[board].occupied() == Bitboard::ALL)
        });
        if stalemate_draws {
            return Some(Outcome::draw(Reason::Stalemate));
        }
        if self.rules().repetition == Repetition::Draw && BoardId::ALL.into_iter().any(|board| self.is_threefold(board))
        {
            return Some(Outcome::draw(Reason::Repetition));
        }
        let nobody_moves = status.0.iter().all(|&status| status != BoardStatus::Playing);
        (nobody_moves && self.rules().no_clock == NoClock::MoveForMove).then_some(Outcome::draw(Reason::Standstill))
    }

    /// Whether the position on `board`, hands included, has occurred there for the third time with the last move.
    pub fn is_threefold(&self, board: BoardId) -> bool {
        let keys = self.keys(board);
        keys.last().is_some_and(|last| keys.iter().filter(|&key| key == last).count() >= 3)
    }

    fn finish(&mut self, outcome: Outcome) -> Result<(), GameError> {
        self.check_running()?;
        self.outcome = Some(outcome);
        Ok(())
    }

    /// Ends the game as a record tells it, whatever the position and the rules say: for games of the past.
    pub(super) fn declare(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    /// The flag of `seat` fell: its team has lost (R11), by [`Reason::Hang`] if the player was hanging.
    ///
    /// # Errors
    /// When the game is over, or `seat` is not on turn.
    pub fn flag(&mut self, seat: Seat) -> Result<(), GameError> {
        self.flags(&[seat])
    }

    /// The flags of `seats` fell at the same moment: a draw if both teams are among them (R11).
    ///
    /// # Errors
    /// When the game is over, or one of `seats` is not on turn.
    pub fn flags(&mut self, seats: &[Seat]) -> Result<(), GameError> {
        self.check_running()?;
        if let Some(&seat) = seats.iter().find(|&&seat| !self.is_on_turn(seat)) {
            return Err(GameError::NotOnTurn(seat));
        }
        for &seat in seats {
            self.clocks[seat] = 0;
        }
        let Some(&first) = seats.first() else { return Ok(()) };
        if seats.iter().any(|seat| seat.team() != first.team()) {
            return self.finish(Outcome::draw(Reason::Flag));
        }
        let reason = if self.is_hanging(first.board) { Reason::Hang } else { Reason::Flag };
        self.finish(Outcome::lost_by(first, reason))
    }

    /// `seat` resigns for its team.
    ///
    /// # Errors
    /// When the game is over.
    pub fn resign(&mut self, seat: Seat) -> Result<(), GameError> {
        self.finish(Outcome::lost_by(seat, Reason::Resignation))
    }

    /// The four players agree to a draw.
    ///
    /// # Errors
    /// When the game is over.
    pub fn agree_draw(&mut self) -> Result<(), GameError> {
        self.finish(Outcome::draw(Reason::Agreement))
    }

    /// The referee adjudicates the game: lost by the team of `seat`, or drawn.
    ///
    /// # Errors
    /// When the game is over.
    pub fn adjudicate(&mut self, seat: Option<Seat>) -> Result<(), GameError> {
        let reason = Reason::Adjudication;
        self.finish(seat.map_or(Outcome::draw(reason), |seat| Outcome::lost_by(seat, reason)))
    }

    /// The referee stops the game against `seat`.
    ///
    /// # Errors
    /// When the game is over.
    pub fn forfeit(&mut self, seat: Seat, why: Forfeit) -> Result<(), GameError> {
        self.finish(Outcome::lost_by(seat, Reason::Forfeit(why)))
    }
}
