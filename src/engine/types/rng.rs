//! A small pseudo-random generator for hash keys, magics and the random games of tests. The same seed gives the same
//! numbers on every machine and in every version; hash keys and stored results depend on that.
//!
//! SplitMix64, after Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).

/// 2⁶⁴ divided by the golden ratio, an odd number. As a multiplier it spreads a key's bits over the upper ones
/// (Fibonacci hashing; D. Knuth, "The Art of Computer Programming", volume 3, 6.4); as an addend it is the step of
/// SplitMix64.
pub const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// A SplitMix64 generator.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator that starts at `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN_RATIO);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, which must not be 0. Slightly uneven for huge bounds.
    pub const fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }
}
