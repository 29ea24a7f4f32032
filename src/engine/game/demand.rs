//! The rule "move for move", which replaces the clocks (R14).
//!
//! A player who has moved may demand that the next move be made by the diagonal: the player of the same color on the
//! other board, who is the partner's opponent. Until the diagonal has moved, no other move is legal on either board.
//! Each move gives the right to one demand. The diagonal must be on turn and have a legal move; a hanging player cannot
//! be forced. So when two diagonal players both wait, each can force the other to move by moving first.

use super::state::Demand;
use super::{Game, GameError, NoClock, Seat};

impl Game {
    /// `seat` demands that the next move be made by its diagonal (R14).
    ///
    /// # Errors
    /// When the game is over or has clocks, or `seat` may not make a demand now.
    pub fn demand(&mut self, seat: Seat) -> Result<(), GameError> {
        self.check_running()?;
        let of = seat.diagonal();
        let refusals = [
            (self.rules().no_clock != NoClock::MoveForMove, "the game is not played move for move"),
            (self.pending().is_some(), "both boards stand still for a promotion"),
            (self.demand.is_some(), "another demand is not met yet"),
            (self.is_on_turn(seat) || !self.may_demand[seat.index()], "no move stands behind it"),
            (!self.is_on_turn(of), "the opponent on the other board is not on turn"),
            (self.has_no_move(of.board), "the opponent on the other board has no legal move"),
        ];
        if let Some(&(_, reason)) = refusals.iter().find(|(refused, _)| *refused) {
            return Err(GameError::NoDemand { seat, reason });
        }
        self.may_demand[seat.index()] = false;
        self.demand = Some(Demand { by: seat, of });
        Ok(())
    }

    /// The seat that must make the next move because of a demand, if any.
    pub fn demanded(&self) -> Option<Seat> {
        self.demand.map(|demand| demand.of)
    }
}
