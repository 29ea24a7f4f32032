//! The second layer: squared clipped sums of both sides, weighted and added. Scalar, AVX2 and WebAssembly's SIMD, with
//! identical results.

use super::CLIP;

/// Bits by which a unit is shifted up before it is squared, so that the largest nearly fills 15 bits. Of the square,
/// the upper 15 bits are kept.
const UP: i32 = 5;
/// The divisor of a unit's square, so that it fits into 16 bits.
pub const SQUARE_DIVISOR: i64 = 1 << (15 - 2 * UP);

/// The sum of `clip(unit)² / 32 · weight` over one side's units and weights, `[hidden]` each, a multiple of 16. Each
/// divided square is rounded. The absolute weights sum to at most [`super::MOST_OUTPUT_SUM`], so that the sum fits into
/// 32 bits.
#[inline]
pub fn side(units: &[i16], weights: &[i16]) -> i64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    let sum = avx2::side(units, weights);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    let sum = wasm::side(units, weights);
    #[cfg(not(any(
        all(target_arch = "x86_64", target_feature = "avx2"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    let sum = scalar(units, weights);
    sum
}

/// [`side`] without SIMD.
#[allow(dead_code, reason = "a build with SIMD has it only for its tests")]
pub fn scalar(units: &[i16], weights: &[i16]) -> i64 {
    let term = |(&unit, &weight): (&i16, &i16)| {
        let raised = i32::from(unit.clamp(0, CLIP)) << UP;
        let square = (raised * raised + (1 << 14)) >> 15;
        i64::from(square) * i64::from(weight)
    };
    units.iter().zip(weights).map(term).sum()
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    use super::{CLIP, UP};
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mulhrs_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_slli_epi16, _mm256_storeu_si256,
    };

    /// Sixteen units at a time.
    pub fn side(units: &[i16], weights: &[i16]) -> i64 {
        let mut lanes = [0_i32; 8];
        let (units, rest) = units.as_chunks::<16>();
        let (weights, _) = weights.as_chunks::<16>();
        debug_assert!(rest.is_empty() && units.len() <= 64 && units.len() == weights.len());
        // SAFETY: the module is compiled only for targets that have AVX2. Loads and the store do not need alignment,
        // and each touches 32 bytes of an array that has them: sixteen i16 or eight i32.
        unsafe {
            let (zero, clip) = (_mm256_setzero_si256(), _mm256_set1_epi16(CLIP));
            let mut sum = zero;
            for (units, weights) in units.iter().zip(weights) {
                let unit = _mm256_loadu_si256(units.as_ptr().cast::<__m256i>());
                let weight = _mm256_loadu_si256(weights.as_ptr().cast::<__m256i>());
                let clipped = _mm256_min_epi16(_mm256_max_epi16(unit, zero), clip);
                let raised = _mm256_slli_epi16::<UP>(clipped);
                let square = _mm256_mulhrs_epi16(raised, raised);
                sum = _mm256_add_epi32(sum, _mm256_madd_epi16(square, weight));
            }
            _mm256_storeu_si256(lanes.as_mut_ptr().cast::<__m256i>(), sum);
        }
        lanes.iter().map(|&lane| i64::from(lane)).sum()
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::{CLIP, UP};
    use std::arch::wasm32::{
        i16x8, i16x8_max, i16x8_min, i16x8_q15mulr_sat, i16x8_shl, i16x8_splat, i32x4_add, i32x4_dot_i16x8,
        i32x4_extract_lane, i32x4_splat,
    };

    /// Eight units at a time.
    pub fn side(units: &[i16], weights: &[i16]) -> i64 {
        let (units, rest) = units.as_chunks::<8>();
        let (weights, _) = weights.as_chunks::<8>();
        debug_assert!(rest.is_empty() && units.len() <= 128 && units.len() == weights.len());
        let load = |[a, b, c, d, e, f, g, h]: [i16; 8]| i16x8(a, b, c, d, e, f, g, h);
        let (zero, clip) = (i16x8_splat(0), i16x8_splat(CLIP));
        let mut sum = i32x4_splat(0);
        for (&units, &weights) in units.iter().zip(weights) {
            let raised = i16x8_shl(i16x8_min(i16x8_max(load(units), zero), clip), UP as u32);
            let square = i16x8_q15mulr_sat(raised, raised);
            sum = i32x4_add(sum, i32x4_dot_i16x8(square, load(weights)));
        }
        let lanes = [
            i32x4_extract_lane::<0>(sum),
            i32x4_extract_lane::<1>(sum),
            i32x4_extract_lane::<2>(sum),
            i32x4_extract_lane::<3>(sum),
        ];
        lanes.into_iter().map(i64::from).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::MOST_OUTPUT_SUM;
    use crate::types::rng::Rng;

    #[test]
    fn simd_is_the_scalar_sum() {
        let mut rng = Rng::new(1);
        for hidden in [16, 32, 256, 1024] {
            let most = i32::from(MOST_OUTPUT_SUM) / hidden;
            for _ in 0..200 {
                let units: Vec<i16> = (0..hidden).map(|_| rng.next() as i16 >> rng.below(9)).collect();
                let weights: Vec<i16> =
                    (0..hidden).map(|_| (rng.below(2 * most as usize) as i32 - most) as i16).collect();
                assert_eq!(side(&units, &weights), scalar(&units, &weights));
            }
            let (units, weights) = (vec![i16::MAX; hidden as usize], vec![-most as i16; hidden as usize]);
            let largest = (i64::from(CLIP) * i64::from(CLIP) + SQUARE_DIVISOR / 2) / SQUARE_DIVISOR;
            assert_eq!(side(&units, &weights), i64::from(-most * hidden) * largest, "the most there can be");
        }
    }
}
