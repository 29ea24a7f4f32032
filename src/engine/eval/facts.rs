//! Facts about both sides of a board in small integers, for a network: what the handcrafted evaluation has counted
//! anyway, and pieces that hang.
//!
//! A network's rows say what stands where. What attacks what, and which drops give check, is in none of them, and a
//! sum of the handcrafted terms says it only in proportion: a layer of these facts weighs them against each other.

use super::terms::{KingFacts, PieceFacts, Sink, Term, Total};
use crate::types::{Color, Score};

/// Facts of one side.
pub const SIDE_FACTS: usize = 24;
/// Facts of a board.
pub const FACTS: usize = 2 * SIDE_FACTS;

/// The place of the base score among the facts of the side to move; the other side has a zero there.
const BASE: usize = 23;

/// The facts of a board: those of the side to move, then those of the other side. 16 is about as much as is usual, and
/// none is beyond ±[`MOST_FACT`].
pub type Facts = [i16; FACTS];

/// The largest fact.
pub const MOST_FACT: i16 = 255;

/// Keeps the sum and the facts.
#[derive(Clone, Debug)]
pub struct Informed {
    total: Total,
    side_to_move: Color,
    facts: Facts,
}

impl Informed {
    /// The facts of no position yet, and the sum so far.
    #[inline]
    pub(super) fn new(total: Total, side_to_move: Color) -> Self {
        Self { total, side_to_move, facts: [0; FACTS] }
    }

    /// What `judge` makes of the sum from the view of the side to move and of the facts, which are not copied: they
    /// have just been stored one by one, and a load of several of them would have to wait.
    #[inline(always)]
    pub(super) fn judged_by<R>(mut self, judge: impl FnOnce(Score, &Facts) -> R) -> R {
        let score = self.total.score(self.side_to_move);
        self.facts[BASE] = small(score / 16);
        judge(score, &self.facts)
    }

    /// The facts of `color`.
    #[inline]
    fn of(&mut self, color: Color) -> &mut [i16] {
        let start = if color == self.side_to_move { 0 } else { SIDE_FACTS };
        &mut self.facts[start..][..SIDE_FACTS]
    }
}

#[inline]
fn small(value: Score) -> i16 {
    value.clamp(-Score::from(MOST_FACT), Score::from(MOST_FACT)) as i16
}

impl Sink for Informed {
    #[inline]
    fn add(&mut self, term: Term, color: Color, value: Score) {
        self.total.add(term, color, value);
        let (place, cp) = match term {
            Term::Hand => (0, 16),
            Term::Mobility => (1, 8),
            Term::Threats => (2, 2),
            Term::Pawns => (3, 4),
            Term::Squares => (4, 4),
            _ => return,
        };
        self.of(color)[place] = small(value / cp);
    }

    #[inline]
    fn king(&mut self, color: Color, king: &KingFacts) {
        // No count of squares is beyond 64, and none of pieces beyond 32.
        let facts = self.of(color);
        facts[5] = small(king.units / 8);
        facts[6] = small(king.cost / 8);
        facts[7] = small(king.attack_units / 4);
        facts[8] = 8 * king.attackers.min(31) as i16;
        facts[9] = 4 * king.weak as i16;
        facts[10] = 4 * king.drop_checks.min(60) as i16;
        facts[11] = 8 * king.contacts.min(31) as i16;
        facts[12] = 8 * king.escapes as i16;
        facts[13] = 8 * king.other_checks.min(31) as i16;
        facts[14] = if king.may_be_mated { 16 } else { 0 };
        facts[15] = 16 * king.board_checks.min(15) as i16;
    }

    #[inline]
    fn pieces(&mut self, color: Color, pieces: impl FnOnce() -> PieceFacts) {
        let pieces = pieces();
        let facts = self.of(color);
        facts[16] = 16 * pieces.hanging.min(15) as i16;
        facts[17] = 16 * pieces.hanging_pawns as i16;
        facts[18] = 16 * pieces.attacked.min(15) as i16;
        facts[19] = 32 * pieces.attacked_heavy.min(7) as i16;
        facts[20] = 32 * pieces.attacked_queens.min(7) as i16;
        facts[21] = 8 * pieces.count.min(31) as i16;
        facts[22] = 2 * pieces.reach as i16;
    }
}
