//! Simultaneous perturbation stochastic approximation (J. C. Spall, "Implementation of the simultaneous perturbation
//! algorithm for stochastic optimization", 1998), as tuners of chess engines use it: numbers and game results only.
//!
//! All numbers are moved at once, each up or down by its step; the two engines so made play a pair of games, and the
//! numbers follow the winner. Steps and moves shrink with the pairs played.

use crate::types::rng::{GOLDEN_RATIO, Rng};
use serde::{Deserialize, Serialize};

/// Exponent by which moves shrink, as Spall advises.
const ALPHA: f64 = 0.602;
/// Exponent by which steps shrink, as Spall advises.
const GAMMA: f64 = 0.101;
/// Pairs added to those played before moves shrink, as a part of all.
const WARM_UP: f64 = 0.1;

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Number {
    /// The option's name.
    pub name: String,
    /// Its value before.
    pub start: f64,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// By how much it is moved up or down in the last pair.
    pub step: f64,
}

/// The plan of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Pairs of games in all.
    pub pairs: u32,
    /// Pairs that are played with the same values before these are moved.
    pub batch: u32,
    /// How far the last pair moves a number whose side has won both games, in steps. Fishtest's `r_end`.
    pub rate: f64,
    /// Decides all that is random.
    pub seed: u64,
    /// The numbers are not moved, and their steps stay the same: only their worth is asked for.
    #[serde(default)]
    pub screen: bool,
}

/// The values of two engines that play a pair, as options take them, and which way each number was moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbed {
    /// The values of the first and of the second engine.
    pub sides: [Vec<i64>; 2],
    /// Whether the first engine has the greater value.
    greater: Vec<bool>,
}

impl Plan {
    /// The factor of all steps in pair number `pair`, from 0.
    fn spread(&self, pair: u32) -> f64 {
        if self.screen { 1.0 } else { (f64::from(self.pairs) / f64::from(pair + 1)).powf(GAMMA) }
    }

    /// How far a won game in pair number `pair` moves a number, in its last step.
    fn pull(&self, pair: u32) -> f64 {
        if self.screen {
            return 0.0;
        }
        let all = f64::from(self.pairs);
        let warm = WARM_UP * all;
        let shrink = ((warm + all) / (warm + f64::from(pair + 1))).powf(ALPHA);
        self.rate * shrink / self.spread(pair)
    }

    /// The engines of pair number `pair`, around `values`.
    pub fn perturb(&self, numbers: &[Number], values: &[f64], pair: u32) -> Perturbed {
        let mut perturbed = Perturbed { sides: [Vec::new(), Vec::new()], greater: Vec::new() };
        for ((number, &value), (greater, dither)) in numbers.iter().zip(values).zip(self.lots(numbers.len(), pair)) {
            let step = number.step * self.spread(pair);
            for (side, step) in perturbed.sides.iter_mut().zip(if greater { [step, -step] } else { [-step, step] }) {
                let moved = (value + step).clamp(number.low, number.high);
                side.push((moved + dither).floor().min(number.high) as i64);
            }
            perturbed.greater.push(greater);
        }
        perturbed
    }

    /// For each of `count` numbers, whether the first engine of pair number `pair` has the greater value.
    pub fn signs(&self, count: usize, pair: u32) -> impl Iterator<Item = bool> {
        self.lots(count, pair).map(|(greater, _)| greater)
    }

    /// The random draws of pair number `pair`: for each number, whether the first engine has the greater value, and a
    /// dither, the same for both engines, so that values between integers are met on average.
    fn lots(&self, count: usize, pair: u32) -> impl Iterator<Item = (bool, f64)> {
        let mut rng = Rng::new(self.seed ^ u64::from(pair).wrapping_mul(GOLDEN_RATIO));
        (0..count).map(move |_| (rng.below(2) == 0, rng.below(1 << 20) as f64 / f64::from(1 << 20)))
    }

    /// Moves `values` by the result of pair number `pair`: games won less games lost by the first engine.
    pub fn learn(&self, numbers: &[Number], values: &mut [f64], pair: u32, perturbed: &Perturbed, result: i32) {
        let pull = self.pull(pair) * f64::from(result);
        for ((number, value), &greater) in numbers.iter().zip(values).zip(&perturbed.greater) {
            let pull = if greater { pull } else { -pull };
            *value = (*value + pull * number.step).clamp(number.low, number.high);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(start: f64, step: f64) -> Number {
        Number { name: "x".to_owned(), start, low: 0.0, high: 100.0, step }
    }

    fn plan(pairs: u32) -> Plan {
        Plan { pairs, batch: 1, rate: 0.02, seed: 3, screen: false }
    }

    #[test]
    fn values_follow_the_winner_and_stay_in_their_range() {
        let (numbers, plan) = ([number(50.0, 4.0), number(99.0, 4.0)], plan(100));
        let perturbed = plan.perturb(&numbers, &[50.0, 99.0], 0);
        let mut values = [50.0, 99.0];
        plan.learn(&numbers, &mut values, 0, &perturbed, 2);
        let up = perturbed.sides[0][0] > perturbed.sides[1][0];
        assert_eq!(values[0] > 50.0, up);
        assert!(perturbed.sides.iter().flatten().all(|value| (0..=100).contains(value)), "{perturbed:?}");
        let mut unmoved = [50.0, 99.0];
        plan.learn(&numbers, &mut unmoved, 0, &perturbed, 0);
        assert_eq!(unmoved, [50.0, 99.0]);
    }

    #[test]
    fn the_last_pair_has_the_step_and_the_rate_that_were_asked_for() {
        let plan = plan(1000);
        assert!((plan.spread(999) - 1.0).abs() < 1e-9 && plan.spread(0) > 1.9);
        assert!((plan.pull(999) - plan.rate).abs() < 1e-9 && plan.pull(0) > plan.rate);
    }

    #[test]
    fn a_valley_is_found_through_the_noise_of_games() {
        // The engine nearer to the best values wins a game more often.
        let numbers = [number(20.0, 5.0), number(80.0, 5.0)];
        let best = [70.0, 40.0];
        let plan = Plan { rate: 0.05, ..plan(8_000) };
        let mut values: Vec<f64> = numbers.iter().map(|number| number.start).collect();
        let mut luck = Rng::new(11);
        let loss = |side: &[i64]| -> f64 {
            side.iter().zip(best).map(|(&value, best)| (value as f64 - best).powi(2) / 2_000.0).sum()
        };
        for pair in 0..plan.pairs {
            let perturbed = plan.perturb(&numbers, &values, pair);
            let [first, second] = perturbed.sides.each_ref().map(|side| loss(side));
            let expected = 1.0 / (1.0 + (first - second).exp());
            let result = (0..2).map(|_| if (luck.below(1000) as f64) < 1000.0 * expected { 1 } else { -1 }).sum();
            plan.learn(&numbers, &mut values, pair, &perturbed, result);
        }
        for (value, best) in values.iter().zip(best) {
            assert!((value - best).abs() < 12.0, "{values:?} for {best}");
        }
    }
}
