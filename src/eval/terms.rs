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
    /// Pieces not handed over to the other board.
    Flow,
    /// The right to move.
    Tempo,
}

impl Term {
    /// All terms, in the order of the table.
    pub const ALL: [Self; 4] = [Self::Material, Self::Hand, Self::Flow, Self::Tempo];

    /// The row's title.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Hand => "hand",
            Self::Flow => "flow",
            Self::Tempo => "tempo",
        }
    }
}

/// Takes in terms.
pub trait Sink {
    /// `value` cp, good for `color`.
    fn add(&mut self, term: Term, color: Color, value: Score);
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
    side_to_move: Color,
}

impl EvalTerms {
    /// A table of zeros.
    pub(super) fn new(side_to_move: Color) -> Self {
        Self { values: Default::default(), side_to_move }
    }

    /// What `term` gives to `color`.
    pub fn get(&self, term: Term, color: Color) -> Score {
        self.values[term as usize][color]
    }

    /// What all terms together give to `color`.
    pub fn sum(&self, color: Color) -> Score {
        self.values.iter().map(|value| value[color]).sum()
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
}
