//! Five kinds of pairs, and what they say about the difference in strength.
//!
//! The two games of a pair have the same opening with the seats exchanged, so they are not independent: what one team
//! gains by the opening it gives back in the other game. Pairs are independent, which is why they are what is counted.
//!
//! The model: a pair gives 0, ¼, ½, ¾ or 1 of its points with five unknown chances. For any expected score the chances
//! that explain the counts best are those of the generalized likelihood ratio (M. Van den Bergh, "A practical introduction
//! to the GSPRT"), which Fishtest uses too.

use super::{elo_of_score, normal_cdf, score_of_elo};

/// What a kind of pair that has not come up counts as, so that it is thought possible. Fishtest's figure.
const UNSEEN: f64 = 1e-3;
/// Half of the 95 % quantile of the χ² distribution with one degree of freedom: how much less likely the ends of the interval
/// are than the best guess.
const INTERVAL_DROP: f64 = 3.841_458_820_694_124 / 2.0;
/// Ends of intervals beyond this are infinite.
const MOST_ELO: f64 = 4000.0;
/// Halvings of a bisection: enough for the last bit.
const HALVINGS: u32 = 100;

/// How many pairs ended how, seen from the first team: both lost; one lost, one drawn; as many points for both; one won, one
/// drawn; both won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u32; 5]);

/// What a number of pairs says about the difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub elo: f64,
    /// Ends of the 95 % interval: all differences that a likelihood ratio test at 5 % does not reject. For many pairs this is
    /// the usual one; unlike that it still holds for a few pairs and for a clean sweep.
    pub interval: (f64, f64),
    /// Likelihood of superiority: the chance that the first team is the stronger one, 0 to 1. Above 0.975 exactly if the
    /// interval lies above zero.
    pub los: f64,
}

impl Pentanomial {
    /// Names of the five kinds, worst first.
    pub const NAMES: [&'static str; 5] = ["LL", "LD", "WL+DD", "WD", "WW"];

    /// Counts a pair in which the first team made so many half points, 0 to 4 (a win is two); more counts as 4.
    pub fn count(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// All pairs.
    pub fn pairs(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The first team's share of the points; nothing without pairs.
    pub fn score(&self) -> Option<f64> {
        let quarters: u32 = self.0.iter().zip(0..).map(|(&count, kind)| count * kind).sum();
        (self.pairs() > 0).then(|| f64::from(quarters) / 4.0 / f64::from(self.pairs()))
    }

    fn weights(&self) -> [f64; 5] {
        self.0.map(|count| f64::from(count).max(UNSEEN))
    }

    /// How much less likely the counts are, at best, if the first team expects `score` (0 to 1, without the ends), than with
    /// the chances that explain them best of all: the difference of the logarithms, zero or more.
    pub(super) fn drop(&self, score: f64) -> f64 {
        let weights = self.weights();
        let distances: [f64; 5] = std::array::from_fn(|kind| kind as f64 / 4.0 - score);
        // By Lagrange the best chances are share / (1 + x * distance), with the x that makes them expect `score`. The
        // surplus falls from +∞ to -∞ between the two values at which a chance would become infinite.
        let surplus = |x: f64| -> f64 { weights.iter().zip(distances).map(|(w, d)| w * d / (1.0 + x * d)).sum() };
        let x = bisect(-1.0 / distances[4], -1.0 / distances[0], |x| surplus(x) > 0.0);
        weights.iter().zip(distances).map(|(w, d)| w * (x * d).ln_1p()).sum()
    }

    /// What the pairs say; nothing without any.
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
        // What was not seen moves the most likely score by a trifle, also to the other side of one half.
        let lead: f64 = self.weights().iter().zip([-2.0, -1.0, 0.0, 1.0, 2.0]).map(|(w, lead)| w * lead).sum();
        let los = normal_cdf(z.copysign(lead));
        Some(Estimate { elo, interval: (end(-MOST_ELO), end(MOST_ELO)), los })
    }
}

/// Where `holds` ceases to hold on the way from `near` to `far`.
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
