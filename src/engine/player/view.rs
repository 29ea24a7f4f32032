//! The other board and the clocks as far as visible, and the usual prices.

use super::clock::{FourClocks, RelativeSeat};
use super::input::PartnerKind;
use crate::board::Position;
use crate::eval::Prices;
use crate::types::Color;
use std::sync::Arc;

/// The other board and the four clocks, as far as the protocol shows them.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The other board.
    pub other: Option<Arc<Position>>,
    /// The four clocks.
    pub clocks: FourClocks,
}

impl Seen {
    /// The time on the clock of `seat` now, in ms; `here` is the own board, where the clock of the side on turn runs.
    pub fn clock(&self, seat: RelativeSeat, us: Color, here: &Position, now_ms: u64) -> Option<u64> {
        let on_turn = |position: &Position, color: Color| position.side_to_move() == color;
        let running = match seat {
            RelativeSeat::Own => on_turn(here, us),
            RelativeSeat::Opponent => on_turn(here, !us),
            RelativeSeat::Partner => self.other.as_ref().is_some_and(|other| on_turn(other, !us)),
            RelativeSeat::Diagonal => self.other.as_ref().is_some_and(|other| on_turn(other, us)),
        };
        self.clocks.now(seat, running, now_ms)
    }

    /// Makes the time so far on the other board's clocks their reading: another player may come on turn there now.
    pub fn read_other_clocks(&mut self, us: Color, now_ms: u64) {
        let Some(other) = &self.other else { return };
        let mut seats = [RelativeSeat::Diagonal, RelativeSeat::Partner];
        if other.side_to_move() != us {
            seats.reverse();
        }
        let [on_turn, waiting] = seats;
        self.clocks.stop(on_turn, 0, now_ms);
        self.clocks.start(waiting, now_ms);
    }

    /// Whether the diagonal (our color on the other board) is on turn; `None` if that board is not visible.
    pub fn diagonal_to_move(&self, us: Color) -> Option<bool> {
        self.other.as_ref().map(|other| other.side_to_move() == us)
    }
}

/// The usual prices for this kind of partner.
pub fn usual_prices(partner_kind: PartnerKind) -> Prices {
    match partner_kind {
        PartnerKind::SingleBoard | PartnerKind::Absent => Prices::single_board(),
        PartnerKind::Study | PartnerKind::Silent | PartnerKind::Speaking => Prices::bughouse_default(),
    }
}
