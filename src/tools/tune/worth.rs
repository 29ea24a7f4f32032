//! The Elo of each number, by all games of a tuning: the engines with its greater value against those with the
//! lesser.
//!
//! All numbers are perturbed independently, so each game is a trial of every number (a factorial experiment): the
//! others only add noise, which is small beside that of the games themselves.

use super::spsa::Plan;
use crate::tools::stats::{Estimate, Pentanomial};

/// For each of `count` numbers, the Elo of its greater value over its lesser one; `None` without games. `results` are
/// those of the plan's first pairs: games won less games lost by the first engine.
pub fn worth(plan: &Plan, count: usize, results: &[i32]) -> Vec<Option<Estimate>> {
    let mut pairs = vec![Pentanomial::default(); count];
    for (pair, &result) in (0..).zip(results) {
        for (number, greater) in pairs.iter_mut().zip(plan.signs(count, pair)) {
            let result = if greater { result } else { -result };
            number.count((result + 2).clamp(0, 4) as usize);
        }
    }
    pairs.iter().map(Pentanomial::estimate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::rng::Rng;

    #[test]
    fn a_number_that_wins_games_is_told_from_one_that_does_not() {
        // The first number wins a game in ten, the second loses one in twenty, the third does nothing.
        let plan = Plan { pairs: 20_000, batch: 8, rate: 0.0, seed: 9, screen: true };
        let mut luck = Rng::new(4);
        let results: Vec<i32> = (0..plan.pairs)
            .map(|pair| {
                let signs: Vec<bool> = plan.signs(3, pair).collect();
                let half = |sign: bool| if sign { 0.5 } else { -0.5 };
                let expected = 0.5 + 0.1 * half(signs[0]) - 0.05 * half(signs[1]);
                let mut game = || if (luck.below(1 << 20) as f64) < expected * f64::from(1 << 20) { 1 } else { -1 };
                game() + game()
            })
            .collect();
        let worth: Vec<Estimate> = worth(&plan, 3, &results).into_iter().flatten().collect();
        let [first, second, third] = worth[..] else { panic!("{worth:?}") };
        assert!((first.elo - 34.8).abs() < 8.0 && first.interval.0 > 20.0, "{first:?}");
        assert!((second.elo + 17.4).abs() < 8.0 && second.interval.1 < 0.0, "{second:?}");
        assert!(third.interval.0 < 0.0 && third.interval.1 > 0.0, "{third:?}");
    }
}
