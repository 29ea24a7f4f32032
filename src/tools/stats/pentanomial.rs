//! Counts of the five kinds of pairs, and the difference in strength estimated from them.
//!
//! The two games of a pair have the same opening with the seats exchanged, so they are not independent: the advantage
//! that one team has from the opening goes to the other team in the other game. Pairs are independent, so pairs are
//! counted.
//!
//! The model: a pair gives 0, ¼, ½, ¾ or 1 of its points with five unknown probabilities. For any expected score, the
//! probabilities that explain the counts best are those of the generalized likelihood ratio (M. Van den Bergh, "A
//! practical introduction to the GSPRT"), which Fishtest uses too.

use super::{elo_of_score, normal_cdf, score_of_elo};

/// Count of a kind of pair that has not occurred, so that it stays possible. Fishtest's figure.
const UNSEEN: f64 = 1e-3;
/// Half of the 95 % quantile of the χ² distribution with one degree of freedom: the drop in log-likelihood from the
/// estimate to the ends of the interval.
const INTERVAL_DROP: f64 = 3.841_458_820_694_124 / 2.0;
/// Ends of intervals beyond this are infinite.
const MOST_ELO: f64 = 4000.0;
/// Halvings of a bisection: enough for the last bit.
const HALVINGS: u32 = 100;

/// Counts of the kinds of pairs, from the first team's perspective: both lost; one lost, one drawn; as many points for
/// both; one won, one drawn; both won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u32; 5]);

/// The difference in strength estimated from a number of pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The Elo difference.
    pub elo: f64,
    /// Ends of the 95 % interval: all differences that a likelihood ratio test at 5 % does not reject. For many pairs
    /// this is the usual interval, but it also holds for a few pairs and for a clean sweep.
    pub interval: (f64, f64),
    /// Likelihood of superiority: the probability that the first team is stronger, 0 to 1. Above 0.975 exactly if the
    /// interval lies above zero.
    pub los: f64,
}

impl Pentanomial {
    /// Names of the five kinds, worst first.
    pub const NAMES: [&'static str; 5] = ["LL", "LD", "WL+DD", "WD", "WW"];

    /// Counts a pair in which the first team scored this many half points, 0 to 4 (a win is two); more counts as 4.
    pub fn count(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The first team's share of the points; `None` without pairs.
    pub fn score(&self) -> Option<f64> {
        let quarters: u32 = self.0.iter().zip(0..).map(|(&count, kind)| count * kind).sum();
        (self.pairs() > 0).then(|| f64::from(quarters) / 4.0 / f64::from(self.pairs()))
    }

    fn weights(&self) -> [f64; 5] {
        self.0.map(|count| f64::from(count).max(UNSEEN))
    }

    /// The drop in log-likelihood, zero or more, from the probabilities that explain the counts best to the best ones
    /// for which the first team's expected score is `score` (0 to 1, exclusive).
    pub(super) fn drop(&self, score: f64) -> f64 {
        let weights = self.weights();
        let distances: [f64; 5] = std::array::from_fn(|kind| kind as f64 / 4.0 - score);
        // By Lagrange the best probabilities are share / (1 + x * distance), with the x that makes the expected score
        // `score`. The surplus falls from +∞ to -∞ between the two values at which a probability would become infinite.
        let surplus = |x: f64| -> f64 { weights.iter().zip(distances).map(|(w, d)| w * d / (1.0 + x * d)).sum() };
        let x = bisect(-1.0 / distances[4], -1.0 / distances[0], |x| surplus(x) > 0.0);
        weights.iter().zip(distances).map(|(w, d)| w * (x * d).ln_1p()).sum()
    }

    /// The estimate from the pairs; `None` without any.
    pub fn estimate(&self) -> Option<Estimate> {
        let score = self.score()?;
        let elo = elo_of_score(score);
        let drop = |elo: f64| self.drop(score_of_elo(elo));
        let end = |far: f64| {
            let near = elo.clamp(-MOST_ELO, MOST_ELO);
            if near == far || drop(far) < INTERVAL_DROP {
                return far * f64::INFINITY;
            }
            bisect(near, far, |elo| drop(elo) < INTERVAL_DROP)
        };
        let z = (2.0 * drop(0.0).max(0.0)).sqrt();
        // The counts of unseen kinds shift the most likely score slightly, possibly to the other side of one half.
        let lead: f64 = self.weights().iter().zip([-2.0, -1.0, 0.0, 1.0, 2.0]).map(|(w, lead)| w * lead).sum();
        let los = normal_cdf(z.copysign(lead));
        Some(Estimate { elo, interval: (end(-MOST_ELO), end(MOST_ELO)), los })
    }
}

/// The point between `near` and `far` where `holds` stops being true.
fn bisect(mut near: f64, mut far: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = near + (far - near) / 2.0;
        if holds(middle) {
            near = middle;
        } else {
            far = middle;
        }
    }
    near
}
