//! The logistic curve: from a score to an expected result.

/// The logistic function: the expected result, 0 to 1, for a value in its units.
pub fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-value))
}
