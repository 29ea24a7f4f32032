//! A network's score of one board: 840 rows → so many hidden units for each side's view, clipped and squared → one number, which may be
//! a correction of the handcrafted evaluation.
//!
//! Weights are integers: the first layer in units of 1/1020, the second in units that the file names, as fine as its weights allow. The
//! output is in units of [`Network::scale`] cp, as trained.

mod accumulator;
mod base;
mod embedded;
mod features;
mod file;
mod inference;

pub use accumulator::Follower;
pub use base::Base;
pub use embedded::embedded;
pub use features::{ROWS, map_features};
pub use file::NetworkError;

use crate::board::Position;
use crate::types::Score;
use crate::types::score::EVAL_LIMIT;

/// One of the first layer; hidden units are clipped to 0 … this.
pub const FIRST_UNIT: i16 = 1020;
/// The finest unit of the second layer: one is so many.
pub const MOST_OUTPUT_UNIT: u32 = 4096;
/// The most that the second layer's weights of one side come to together, signs aside: with units at their largest the sum fits into 32 bits.
pub const MOST_OUTPUT_SUM: u16 = 65_000;

const CLIP: i16 = FIRST_UNIT;

/// A network, checked: no board can make a sum overflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Hidden units of a view, a multiple of 16.
    pub hidden: usize,
    /// Cp of an output of one.
    pub scale: i32,
    /// What the output is added to.
    pub base: Base,
    /// What is to be known of its training, as lines `key=value`.
    pub card: String,
    /// `[row][hidden]`, one being [`FIRST_UNIT`].
    pub first: Vec<i16>,
    /// `[hidden]`, one being [`FIRST_UNIT`].
    pub bias: Vec<i16>,
    /// One of the second layer is so many.
    pub output_unit: u32,
    /// `[own, other][hidden]`, one being [`Self::output_unit`].
    pub output: Vec<i16>,
    /// One being [`FIRST_UNIT`] times [`Self::output_unit`].
    pub output_bias: i32,
}

impl Network {
    /// The score of a position with these hidden units of the side to move and of the other, `[hidden]` each, in cp.
    #[inline]
    fn score(&self, position: &Position, own: &[i16], other: &[i16]) -> Score {
        (self.base.score(position) + self.output(own, other)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The network's own part of that.
    fn output(&self, own: &[i16], other: &[i16]) -> Score {
        let (own_weights, other_weights) = self.output.split_at(self.hidden);
        let sum = inference::side(own, own_weights) + inference::side(other, other_weights);
        let unit = i64::from(FIRST_UNIT);
        let value = (sum * inference::SQUARE_DIVISOR / unit + i64::from(self.output_bias)) * i64::from(self.scale);
        let limit = i64::from(EVAL_LIMIT);
        (value / (unit * i64::from(self.output_unit))).clamp(-limit, limit) as Score
    }

    /// What tells networks apart: the checksum at the end of their bytes.
    pub fn checksum(&self) -> u32 {
        self.to_bytes().last_chunk().map_or(0, |sum| u32::from_le_bytes(*sum))
    }
}
