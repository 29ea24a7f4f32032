//! Premoves of people, and drops that wait for their piece.

use super::{Round, TurnedDown};
use crate::game::{BoardId, Seat};
use crate::types::host::Instant;

impl Round {
    /// The premove of a seat, if any.
    pub fn premove(&self, seat: Seat) -> Option<&str> {
        self.premoves[seat.index()].as_deref()
    }

    /// Takes the premoves that were not legal when their turn came.
    pub fn take_dropped(&mut self) -> Vec<(Seat, String)> {
        std::mem::take(&mut self.dropped)
    }

    /// Sets or cancels a person's premove. It is made at once if its turn has begun meanwhile.
    ///
    /// # Errors
    /// When the game is over.
    pub fn set_premove(&mut self, seat: Seat, text: Option<String>, now: Instant) -> Result<(), TurnedDown> {
        if self.is_over() {
            return Err(TurnedDown::Over);
        }
        self.premoves[seat.index()] = text;
        self.go_on(now);
        Ok(())
    }

    /// Makes the premove of a person on turn; whether there was one. An illegal one is discarded, except that a drop
    /// waits for its piece while the player has no legal move (R8, R10).
    pub(super) fn make_premove(&mut self, now: Instant) -> bool {
        for board in BoardId::ALL {
            let seat = self.live.game.on_turn(board);
            let Some(text) = self.premoves[seat.index()].clone() else { continue };
            let position = self.live.game.position(board);
            if let Some(mv) = position.find_move(&text) {
                self.make(seat, mv, now, now);
                return true;
            }
            if position.has_legal_move() || !text.contains('@') {
                self.premoves[seat.index()] = None;
                self.dropped.push((seat, text));
            }
        }
        false
    }
}
