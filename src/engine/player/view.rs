//! What a search on the own board may assume of the other one.

use super::clock::{FourClocks, Who};
use super::input::PartnerKind;
use crate::board::Position;
use crate::eval::Prices;
use crate::types::Color;
use std::sync::Arc;

/// The other board and the four clocks, as far as the protocol tells them.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The other board.
    pub other: Option<Arc<Position>>,
    /// The four clocks.
    pub clocks: FourClocks,
}

impl Seen {
    /// What the clock of `who` shows by now, in ms; `here` is the own board, where it runs for the side on turn.
    pub fn clock(&self, who: Who, us: Color, here: &Position, now_ms: u64) -> Option<u64> {
        let on_turn = |position: &Position, color: Color| position.side_to_move() == color;
        let running = match who {
            Who::Own => on_turn(here, us),
            Who::Opponent => on_turn(here, !us),
            Who::Partner => self.other.as_ref().is_some_and(|other| on_turn(other, !us)),
            Who::Diagonal => self.other.as_ref().is_some_and(|other| on_turn(other, us)),
        };
        self.clocks.now(who, running, now_ms)
    }

    /// Whether the diagonal, who has our color on the other board, has to move there.
    pub fn diagonal_to_move(&self, us: Color) -> Option<bool> {
        self.other.as_ref().map(|other| other.side_to_move() == us)
    }
}

/// The usual prices of a board in such partner_kind.
pub fn usual(partner_kind: PartnerKind) -> Prices {
    match partner_kind {
        PartnerKind::SingleBoard | PartnerKind::Absent => Prices::single_board(),
        PartnerKind::Study | PartnerKind::Silent | PartnerKind::Speaking => Prices::bughouse_default(),
    }
}
