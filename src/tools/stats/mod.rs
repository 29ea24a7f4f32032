//! Statistics of results: Elo with its interval, likelihood of superiority (LOS), and the sequential test (SPRT).
//!
//! The input is counts of pairs of games, independent of engines, files and bughouse. Everything comes from one
//! likelihood, that of [`Pentanomial`], so that interval, LOS and SPRT never contradict each other.

mod pentanomial;
mod sprt;

pub use pentanomial::{Estimate, Pentanomial};
pub use sprt::{Decision, Sprt, SprtError};
use std::fmt;

/// The expected score for an Elo difference, between 0 and 1 (the logistic model).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference of a score between 0 and 1; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// `+12.3`.
pub fn elo_text(elo: f64) -> String {
    // No -0.0.
    format!("{:+.1}", if elo.abs() < 0.05 { 0.0 } else { elo })
}

/// `Elo +12.3, 95 % [-3.4, +28.0], LOS 93.1 %`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval;
        let [elo, low, high] = [self.elo, low, high].map(elo_text);
        write!(f, "Elo {elo}, 95 % [{low}, {high}], LOS {:.1} %", 100.0 * self.los)
    }
}

/// The chance that a normally distributed value (mean 0, deviation 1) is below `z`.
fn normal_cdf(z: f64) -> f64 {
    libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_has_its_known_quantiles() {
        for (z, share) in [(0.0, 0.5), (1.0, 0.841_344_746), (1.959_963_985, 0.975), (-1.644_853_627, 0.05)] {
            assert!((normal_cdf(z) - share).abs() < 1e-9, "{z}");
        }
    }
}
