//! The terms that an evaluation is the sum of, and where they go: into a sum, or into a table for people.

use crate::types::score::EVAL_LIMIT;
use crate::types::{ByColor, Color, Score};

/// One reason to like a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Pieces on the board.
    Material,
    /// Pieces in hand.
    Hand,
    /// Where the pieces stand, and how near to the enemy king.
    Squares,
    /// How far the non-pawn pieces reach.
    Mobility,
    /// Enemy non-pawn pieces that pawns attack.
    Threats,
    /// Pawns close to promotion.
    Pawns,
    /// The danger to the own king, and his right to castle.
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

/// What the danger to a king was counted from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingFacts {
    /// Enemy pieces that attack squares beside him; all pawns count as one.
    pub attackers: u32,
    /// Squares beside him that an enemy attacks and only he guards.
    pub weak: u32,
    /// Squares where the enemy's hand could give a check and the checker could not be taken, summed over the kinds held.
    pub drop_checks: u32,
    /// Those of them that touch him.
    pub contacts: u32,
    /// Squares that he could run to.
    pub escapes: u32,
    /// The danger, in units.
    pub units: Score,
}

/// Takes in terms.
pub trait Sink {
    /// `value` cp, good for `color`.
    fn add(&mut self, term: Term, color: Color, value: Score);

    /// What the danger to the king of `color` was counted from. Only explanations care.
    #[inline]
    fn king(&mut self, _color: Color, _facts: &KingFacts) {}
}

/// Keeps the sum only: what a search needs.
#[derive(Default)]
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

impl Sink for Total {
    #[inline]
    fn add(&mut self, _term: Term, color: Color, value: Score) {
        match color {
            Color::White => self.0 += value,
            Color::Black => self.0 -= value,
        }
    }
}

/// Every term of both colors, in cp: an evaluation explained.
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

    /// What `term` gives to `color`.
    pub fn get(&self, term: Term, color: Color) -> Score {
        self.values[term as usize][color]
    }

    /// What `term` gives to `color` beyond what it gives to the opponent.
    pub fn lead(&self, term: Term, color: Color) -> Score {
        self.get(term, color) - self.get(term, !color)
    }

    /// What all terms together give to `color`.
    pub fn sum(&self, color: Color) -> Score {
        self.values.iter().map(|value| value[color]).sum()
    }

    /// What the danger to the king of `color` was counted from.
    pub fn king(&self, color: Color) -> &KingFacts {
        &self.kings[color]
    }

    /// The evaluation: the difference of the sums from the side to move, within the limit of evaluations.
    pub fn score(&self) -> Score {
        let us = self.side_to_move;
        (self.sum(us) - self.sum(!us)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Whose view [`Self::score`] takes.
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
