//! The layer of facts: facts of a board → clipped units → cp that are added to the output.
//!
//! Sums are in units of 1/65536, since a weight is in units of 1/4096 and a fact of 16 counts as one.

use crate::eval::facts::{FACTS, Facts};
use crate::types::Score;
use crate::types::score::EVAL_LIMIT;

/// The number of units is a multiple of this.
pub const UNITS_STEP: usize = 16;
/// The most units.
pub const MOST_UNITS: usize = 64;
/// The quantized 1.0 of weights, of both layers.
pub const FACTS_WEIGHT_UNIT: i32 = 1 << 12;
/// The fact that counts as one.
pub const FACT_UNIT: i32 = 16;
/// The quantized 1.0 of sums.
pub const FACTS_SUM_UNIT: i32 = FACTS_WEIGHT_UNIT * FACT_UNIT;
/// Units are clipped to 0 … this, as a multiple of 1.0.
pub const MOST_FACTS_UNIT: i32 = 4;
/// The largest bias: no sum of 48 products of facts and weights with it leaves 32 bits.
pub const MOST_FACTS_BIAS: u32 = 1 << 26;

/// Facts in pairs, as SIMD multiplies and adds them.
const PAIRS: usize = FACTS / 2;
/// The weights of a pair of facts in a block of units: both of the first unit, both of the second …
type PairWeights = [i16; 2 * UNITS_STEP];
/// The sums of a block of units.
type Sums = [i32; UNITS_STEP];

/// The layer of facts; without units, none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactsLayer {
    /// Weights, `[block][pair]`, in units of 1/[`FACTS_WEIGHT_UNIT`].
    weights: Vec<PairWeights>,
    /// Bias, `[unit]`, in units of 1/[`FACTS_SUM_UNIT`].
    bias: Vec<i32>,
    /// Weights of the units in the output, `[unit]`, in units of 1/[`FACTS_WEIGHT_UNIT`].
    output: Vec<i16>,
}

impl FactsLayer {
    /// A layer of as many units as `bias` has, a multiple of 16: `weights` are `[fact][unit]`, `output` `[unit]`, both
    /// in units of 1/[`FACTS_WEIGHT_UNIT`], `bias` in units of 1/[`FACTS_SUM_UNIT`].
    pub fn new(weights: &[i16], bias: Vec<i32>, output: Vec<i16>) -> Self {
        let units = bias.len();
        let weight = |fact: usize, unit: usize| weights.get(fact * units + unit).copied().unwrap_or(0);
        let blocks = (0..units / UNITS_STEP).flat_map(|block| (0..PAIRS).map(move |pair| (block, pair)));
        let weights = blocks.map(|(block, pair)| {
            std::array::from_fn(|place| weight(2 * pair + place % 2, block * UNITS_STEP + place / 2))
        });
        Self { weights: weights.collect(), bias, output }
    }

    /// Number of units, a multiple of 16.
    pub fn units(&self) -> usize {
        self.bias.len()
    }

    /// The weights, bias and output of [`Self::new`].
    pub fn parts(&self) -> (Vec<i16>, &[i32], &[i16]) {
        let blocks = self.weights.as_chunks::<PAIRS>().0;
        let weight = |fact: usize, unit: usize| blocks[unit / UNITS_STEP][fact / 2][unit % UNITS_STEP * 2 + fact % 2];
        let weights = (0..FACTS).flat_map(|fact| (0..self.units()).map(move |unit| weight(fact, unit)));
        (weights.collect(), &self.bias, &self.output)
    }

    /// The addition to the output for a board with these facts, in cp, where an output of 1.0 is `scale` cp.
    #[inline]
    pub fn score(&self, facts: &Facts, scale: i32) -> Score {
        let most = MOST_FACTS_UNIT * FACTS_SUM_UNIT;
        let mut sum = 0;
        let blocks = self.bias.as_chunks().0.iter().zip(self.output.as_chunks::<UNITS_STEP>().0);
        for ((bias, output), weights) in blocks.zip(self.weights.as_chunks::<PAIRS>().0) {
            let sums = sums(facts, bias, weights);
            let terms =
                sums.iter().zip(output).map(|(&sum, &weight)| i64::from(sum.clamp(0, most)) * i64::from(weight));
            sum += terms.sum::<i64>();
        }
        let unit = i64::from(FACTS_SUM_UNIT) * i64::from(FACTS_WEIGHT_UNIT);
        (sum * i64::from(scale) / unit).clamp(i64::from(-EVAL_LIMIT), i64::from(EVAL_LIMIT)) as Score
    }
}

/// The sums of a block: `bias` plus all facts times their weights.
#[inline]
fn sums(facts: &Facts, bias: &Sums, weights: &[PairWeights; PAIRS]) -> Sums {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    let sums = avx2(facts, bias, weights);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    let sums = wasm(facts, bias, weights);
    #[cfg(not(any(
        all(target_arch = "x86_64", target_feature = "avx2"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    let sums = scalar(facts, bias, weights);
    sums
}

/// [`sums`] without SIMD.
#[allow(dead_code, reason = "a build with SIMD has it only for its tests")]
fn scalar(facts: &Facts, bias: &Sums, weights: &[PairWeights; PAIRS]) -> Sums {
    let mut sums = *bias;
    for (pair, weights) in facts.as_chunks::<2>().0.iter().zip(weights) {
        let [first, second] = pair.map(i32::from);
        for (sum, [one, two]) in sums.iter_mut().zip(weights.as_chunks().0) {
            *sum += first * i32::from(*one) + second * i32::from(*two);
        }
    }
    sums
}

/// [`sums`] with AVX2: a pair of facts with the weights of eight units at a time.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
fn avx2(facts: &Facts, bias: &Sums, weights: &[PairWeights; PAIRS]) -> Sums {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32, _mm256_storeu_si256,
    };
    let mut sums = *bias;
    // SAFETY: the function is compiled only for targets that have AVX2. Loads and stores do not need alignment, and
    // each touches 32 bytes of an array that has 64: the first or the last sixteen i16 or eight i32.
    unsafe {
        let load = |start: *const __m256i, half: usize| _mm256_loadu_si256(start.add(half));
        let places = sums.as_mut_ptr().cast::<__m256i>();
        let [mut low, mut high] = [0, 1].map(|half| load(places, half));
        for (&[first, second], weights) in facts.as_chunks::<2>().0.iter().zip(weights) {
            let pair = _mm256_set1_epi32(i32::from(second) << 16 | i32::from(first as u16));
            let weights = weights.as_ptr().cast::<__m256i>();
            low = _mm256_add_epi32(low, _mm256_madd_epi16(pair, load(weights, 0)));
            high = _mm256_add_epi32(high, _mm256_madd_epi16(pair, load(weights, 1)));
        }
        _mm256_storeu_si256(places, low);
        _mm256_storeu_si256(places.add(1), high);
    }
    sums
}

/// [`sums`] with WebAssembly's SIMD: a pair of facts with the weights of four units at a time.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline]
fn wasm(facts: &Facts, bias: &Sums, weights: &[PairWeights; PAIRS]) -> Sums {
    use std::arch::wasm32::{i16x8, i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat};
    let load = |&[a, b, c, d, e, f, g, h]: &[i16; 8]| i16x8(a, b, c, d, e, f, g, h);
    let start: [[i32; 4]; UNITS_STEP / 4] =
        std::array::from_fn(|part| std::array::from_fn(|lane| bias[4 * part + lane]));
    let mut parts = start.map(|[a, b, c, d]| i32x4(a, b, c, d));
    for (&[first, second], weights) in facts.as_chunks::<2>().0.iter().zip(weights) {
        let pair = i32x4_splat(i32::from(second) << 16 | i32::from(first as u16));
        for (sum, weights) in parts.iter_mut().zip(weights.as_chunks::<8>().0) {
            *sum = i32x4_add(*sum, i32x4_dot_i16x8(pair, load(weights)));
        }
    }
    let lanes = parts.map(|part| {
        [
            i32x4_extract_lane::<0>(part),
            i32x4_extract_lane::<1>(part),
            i32x4_extract_lane::<2>(part),
            i32x4_extract_lane::<3>(part),
        ]
    });
    std::array::from_fn(|unit| lanes[unit / 4][unit % 4])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::facts::MOST_FACT;
    use crate::types::rng::Rng;

    #[test]
    fn simd_is_the_scalar_sum() {
        let mut rng = Rng::new(3);
        for _ in 0..300 {
            let facts = std::array::from_fn(|_| (rng.below(511) as i16 - MOST_FACT) * (rng.below(2) as i16));
            let bias = std::array::from_fn(|_| rng.next() as i32 >> 5);
            let weights = std::array::from_fn(|_| std::array::from_fn(|_| rng.next() as i16));
            assert_eq!(sums(&facts, &bias, &weights), scalar(&facts, &bias, &weights));
        }
        let (facts, weights) = ([MOST_FACT; FACTS], [[i16::MIN; 2 * UNITS_STEP]; PAIRS]);
        let most = -(FACTS as i32) * 255 * 32_768 - (1 << 26);
        assert_eq!(sums(&facts, &[-(1 << 26); UNITS_STEP], &weights), [most; UNITS_STEP], "the most there can be");
    }
}
