//! Network evaluation of one board: 840 rows, with those of pieces near the kings and of attacks if it has them →
//! hidden units for each side's view, clipped and squared → one output, which may be a correction of the handcrafted
//! evaluation. A correction may have a layer of facts, whose output is added.
//!
//! Weights are quantized: the first layer in units of 1/1020, the second in a unit given in the file, as fine as its
//! weights allow. The output is in units of [`Network::scale`] cp, as trained.

mod accumulator;
mod attack_rows;
mod base;
mod embedded;
mod facts_layer;
mod features;
mod file;
mod inference;
mod refresh;
mod rice;

pub use accumulator::{AccumulatorStack, KnownBoard};
pub use attack_rows::map_attacks;
pub use base::Base;
pub use embedded::{embedded, embedded_for};
pub use facts_layer::{
    FACT_UNIT, FACTS_SUM_UNIT, FACTS_WEIGHT_UNIT, FactsLayer, MOST_FACTS_UNIT, MOST_UNITS, UNITS_STEP,
};
pub use features::{ROWS, RowSet, map_features, map_near};
pub use file::NetworkError;

use super::weights::Corrected;
use super::{Total, facts::Facts, inform};
use crate::board::Position;
use crate::types::score::EVAL_LIMIT;
use crate::types::{LargeTable, Score};

/// The quantized 1.0 of the first layer; hidden units are clipped to 0 … this.
pub const FIRST_UNIT: i16 = 1020;
/// The largest quantized 1.0 of the second layer, that is, its finest unit.
pub const MOST_OUTPUT_UNIT: u32 = 4096;
/// The largest sum of one side's absolute weights in the second layer: with hidden units at their largest, the weighted
/// sum fits into 32 bits.
pub const MOST_OUTPUT_SUM: u16 = 65_000;

const CLIP: i16 = FIRST_UNIT;

/// A network, checked: no board can make a sum overflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Number of hidden units of a view, a multiple of 16.
    pub hidden: usize,
    /// The cp of an output of 1.0.
    pub scale: i32,
    /// The base score that the output is added to.
    pub base: Base,
    /// Information on its training, as lines `key=value`.
    pub card: String,
    /// First-layer weights, `[row][hidden]`, in units of 1/[`FIRST_UNIT`].
    pub first: LargeTable<i16>,
    /// First-layer bias, `[hidden]`, in units of 1/[`FIRST_UNIT`].
    pub bias: Vec<i16>,
    /// The quantized 1.0 of the second layer.
    pub output_unit: u32,
    /// Second-layer weights, `[own, other][hidden]`, in units of 1/[`Self::output_unit`].
    pub output: Vec<i16>,
    /// Second-layer bias, in units of 1/([`FIRST_UNIT`] · [`Self::output_unit`]).
    pub output_bias: i32,
    /// The layer of facts.
    pub facts: FactsLayer,
}

impl Network {
    /// Which rows the first layer has.
    pub fn row_set(&self) -> RowSet {
        let whole = |set: &RowSet| set.rows() * self.hidden >= self.first.len();
        RowSet::ALL.into_iter().find(whole).unwrap_or(RowSet::Attacks)
    }

    /// Whether it has the rows of pieces near the kings.
    #[inline]
    pub(super) fn has_near(&self) -> bool {
        self.first.len() >= RowSet::Near.rows() * self.hidden
    }

    /// Whether it has the rows of attacks.
    #[inline]
    pub(super) fn has_attacks(&self) -> bool {
        self.first.len() >= RowSet::Attacks.rows() * self.hidden
    }

    /// The score of a position from its base score and the hidden units of the side to move and of the other,
    /// `[hidden]` each, in cp.
    #[inline]
    fn corrected(&self, base: Score, own: &[i16], other: &[i16]) -> Score {
        (base + self.output(own, other)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The base score of `position`, of which [`Base::placed`] is a part, and the layer of facts, in cp.
    #[inline]
    fn informed(&self, position: &Position, placed: Total) -> Score {
        if self.facts.units() == 0 {
            return self.base.score_with(position, placed);
        }
        inform::<Corrected, _>(position, placed, |score, facts| score + self.facts.score(facts, self.scale))
    }

    /// The output for the rows of the side to move and of the other side, as far as it has them, and the facts, without
    /// the base score, in cp for the side to move.
    pub fn output_of(&self, views: [impl Iterator<Item = usize>; 2], facts: &Facts) -> Score {
        let known = self.row_set().rows();
        let [own, other] = views.map(|rows| {
            let (attacks, others): (Vec<usize>, Vec<usize>) =
                rows.filter(|&row| row < known).partition(|&row| row >= RowSet::Near.rows());
            self.with_attacks(self.sums(&self.bias, others.into_iter()), attacks.into_iter())
        });
        self.output(&own, &other) + self.facts.score(facts, self.scale)
    }

    /// The network's output without the base score, in cp.
    fn output(&self, own: &[i16], other: &[i16]) -> Score {
        let (own_weights, other_weights) = self.output.split_at(self.hidden);
        let sum = inference::side(own, own_weights) + inference::side(other, other_weights);
        let unit = i64::from(FIRST_UNIT);
        let value = (sum * inference::SQUARE_DIVISOR / unit + i64::from(self.output_bias)) * i64::from(self.scale);
        let limit = i64::from(EVAL_LIMIT);
        (value / (unit * i64::from(self.output_unit))).clamp(-limit, limit) as Score
    }
}
