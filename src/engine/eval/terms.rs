//! The terms of an evaluation, and their sinks: a sum for the search, a table for explanations.

use crate::types::score::EVAL_LIMIT;
use crate::types::{ByColor, Color, Score};
use std::ops::{AddAssign, SubAssign};

/// A term of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Pieces on the board.
    Material,
    /// Pieces in hand.
    Hand,
    /// The squares of the pieces, and their distance to the enemy king.
    Squares,
    /// The mobility of the non-pawn pieces.
    Mobility,
    /// Enemy non-pawn pieces that pawns attack.
    Threats,
    /// Pawns close to promotion.
    Pawns,
    /// The danger to the own king, and its right to castle.
    King,
    /// Pieces not handed over to the other board.
    Flow,
    /// The right to move.
    Tempo,
}

impl Term {
    /// All terms, in the order of the table.
    pub const ALL: [Self; 9] = [
        Self::Material,
        Self::Hand,
        Self::Squares,
        Self::Mobility,
        Self::Threats,
        Self::Pawns,
        Self::King,
        Self::Flow,
        Self::Tempo,
    ];

    /// The row's title.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Hand => "hand",
            Self::Squares => "squares",
            Self::Mobility => "mobility",
            Self::Threats => "threats",
            Self::Pawns => "pawns",
            Self::King => "king",
            Self::Flow => "flow",
            Self::Tempo => "tempo",
        }
    }
}

/// The facts from which the danger to a king is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingFacts {
    /// Enemy pieces that attack squares next to the king; all pawns count as one.
    pub attackers: u32,
    /// Squares next to the king that an enemy attacks and only the king guards.
    pub weak: u32,
    /// Squares where a drop from the enemy's hand gives check and cannot be captured, summed over the kinds held.
    pub drop_checks: u32,
    /// The drop checks from a square next to the king.
    pub contacts: u32,
    /// Squares that the king could escape to.
    pub escapes: u32,
    /// The danger, in units.
    pub units: Score,
    /// What the danger costs, in cp.
    pub cost: Score,
    /// The part of the units that attacks next to the king have.
    pub attack_units: Score,
    /// Squares where a piece on the board could give check, or a held one that is not safe there.
    pub other_checks: u32,
    /// Whether a kind not held yet could mate at once.
    pub may_be_mated: bool,
    /// Squares where an enemy piece on the board could give check and only the king, if anything, could capture it.
    pub board_checks: u32,
}

/// Facts about the pieces of a side on the board. Only networks use them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceFacts {
    /// Pieces but pawns that are attacked and not guarded.
    pub hanging: u32,
    /// Pawns that are attacked and not guarded.
    pub hanging_pawns: u32,
    /// Pieces but pawns that are attacked and guarded.
    pub attacked: u32,
    /// Rooks and queens that pawns or minor pieces attack.
    pub attacked_heavy: u32,
    /// Queens that are attacked.
    pub attacked_queens: u32,
    /// Pieces but pawns and the king.
    pub count: u32,
    /// Squares that pawns and pieces attack.
    pub reach: u32,
}

/// A receiver of terms.
pub trait Sink {
    /// Adds `value` cp in favor of `color`.
    fn add(&mut self, term: Term, color: Color, value: Score);

    /// Receives the facts about the danger to the king of `color`; the sum alone does not need them.
    #[inline]
    fn king(&mut self, _color: Color, _facts: &KingFacts) {}

    /// Receives what counts the facts about the pieces of `color`, if they are needed.
    #[inline]
    fn pieces(&mut self, _color: Color, _facts: impl FnOnce() -> PieceFacts) {}
}

/// Keeps only the sum, for the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total(
    /// White's terms less black's.
    Score,
);

impl Total {
    /// The sum from the view of `side`, within the limit of evaluations.
    #[inline]
    pub fn score(&self, side: Color) -> Score {
        let score = match side {
            Color::White => self.0,
            Color::Black => -self.0,
        };
        score.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}

impl AddAssign for Total {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Total {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Sink for Total {
    #[inline]
    fn add(&mut self, _term: Term, color: Color, value: Score) {
        match color {
            Color::White => self.0 += value,
            Color::Black => self.0 -= value,
        }
    }
}

/// Every term of both colors, in cp, for explanations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalTerms {
    values: [ByColor<Score>; Term::ALL.len()],
    kings: ByColor<KingFacts>,
    side_to_move: Color,
}

impl EvalTerms {
    /// A table of zeros.
    pub(super) fn new(side_to_move: Color) -> Self {
        Self { values: Default::default(), kings: ByColor::default(), side_to_move }
    }

    /// The value of `term` for `color`.
    pub fn get(&self, term: Term, color: Color) -> Score {
        self.values[term as usize][color]
    }

    /// The value of `term` for `color` minus that for the opponent.
    pub fn lead(&self, term: Term, color: Color) -> Score {
        self.get(term, color) - self.get(term, !color)
    }

    /// The sum of all terms for `color`.
    pub fn sum(&self, color: Color) -> Score {
        self.values.iter().map(|value| value[color]).sum()
    }

    /// The facts about the danger to the king of `color`.
    pub fn king(&self, color: Color) -> &KingFacts {
        &self.kings[color]
    }

    /// The evaluation: the difference of the sums from the side to move, within the limit of evaluations.
    pub fn score(&self) -> Score {
        let us = self.side_to_move;
        (self.sum(us) - self.sum(!us)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The side whose view [`Self::score`] takes.
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }
}

impl Sink for EvalTerms {
    fn add(&mut self, term: Term, color: Color, value: Score) {
        self.values[term as usize][color] += value;
    }

    fn king(&mut self, color: Color, facts: &KingFacts) {
        self.kings[color] = *facts;
    }
}
