//! The figures of a match: against published ones, against values computed independently with 40 digits (the
//! constrained maximum by bisection over the Lagrange multiplier, in Python's mpmath), and properties that must hold
//! for any counts.

use proptest::prelude::*;
use tandem::tools::stats::{Decision, Pentanomial, Sprt, SprtError, elo_of_score, score_of_elo};

fn near(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= 1e-6 * expected.abs().max(1.0)
}

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05).expect("a test")
}

#[test]
fn a_published_match_has_the_published_figures() {
    // Test 69d3c8dc7c5b3724e29d2712 of montytest.muzhen.org, "raw statistics": 256 games.
    let pairs = Pentanomial([13, 37, 50, 25, 3]);
    assert_eq!((pairs.pairs(), pairs.score()), (128, Some(0.4375)));
    let estimate = pairs.estimate().expect("pairs");
    assert!((estimate.elo - -43.6578).abs() < 5e-5, "{estimate:?}");
    // "Logistic (exact)", of 0 against 2.716; that figure itself is rounded.
    let llr = sprt(0.0, 2.716).llr(&pairs);
    assert!((llr - -0.53772).abs() < 1e-4, "{llr}");
    let (low, high) = sprt(0.0, 2.716).bounds();
    assert!((low + 2.9444).abs() < 5e-5 && (high - 2.9444).abs() < 5e-5);
}

#[test]
fn figures_are_those_computed_with_forty_digits() {
    /// Counts; Elo; the ends of its interval; LOS; LLR of 0 against 5 and against 50, zero for not computed.
    type Case = ([u32; 5], f64, (f64, f64), f64, [f64; 2]);
    let cases: [Case; 5] = [
        ([440, 2910, 5170, 2888, 455], 0.117149320978, (-2.66231689851, 2.8969465503), 0.532919430185, [0.0; 2]),
        ([98, 382, 674, 369, 71], -7.30288969555, (-15.3810072779, 0.757724526912), 0.0378886170719, [0.0; 2]),
        (
            [1, 2, 5, 6, 6],
            126.968164741,
            (25.6968371001, 230.432362899),
            0.992361489306,
            [0.212763958831, 1.80999610391],
        ),
        (
            [3, 0, 4, 0, 13],
            190.848501888,
            (45.8883947967, 353.069632553),
            0.99528103983,
            [0.177513900001, 1.55811100472],
        ),
        ([0, 0, 10, 0, 0], 0.0, (-61.5664976892, 61.5664976892), 0.5, [-0.139427638815, -1.53491589859]),
    ];
    for (counts, elo, (low, high), los, llrs) in cases {
        let pairs = Pentanomial(counts);
        let estimate = pairs.estimate().expect("pairs");
        let interval = near(estimate.interval.0, low) && near(estimate.interval.1, high);
        assert!(near(estimate.elo, elo) && interval && near(estimate.los, los), "{counts:?}: {estimate:?}");
        for (llr, elo1) in llrs.into_iter().zip([5.0, 50.0]).filter(|&(llr, _)| llr != 0.0) {
            assert!(near(sprt(0.0, elo1).llr(&pairs), llr), "{counts:?}");
        }
    }
    assert!(near(sprt(0.0, 5.0).llr(&Pentanomial([440, 2910, 5170, 2888, 455])), -5.92044344105));
    assert!(near(sprt(-5.0, 0.0).llr(&Pentanomial([349, 1561, 3340, 1604, 359])), 5.76866059693));
}

#[test]
fn a_clean_sweep_is_good_for_something_but_not_for_everything() {
    let sweep = Pentanomial([0, 0, 0, 0, 20]).estimate().expect("pairs");
    assert_eq!((sweep.elo, sweep.interval.1), (f64::INFINITY, f64::INFINITY));
    // With a true score s, twenty pairs are all won with probability s^20 at most; -2 ln of that is nearly 3.84 at the
    // end of the interval: allowing for other results of a pair costs an Elo.
    let end = elo_of_score((-3.841_458_820_694_124_f64 / 40.0).exp());
    assert!((sweep.interval.0 - end).abs() < 1.5, "{sweep:?}, {end}");
    let one = Pentanomial([0, 0, 0, 0, 1]).estimate().expect("a pair");
    assert!(one.interval.0 < 0.0 && (0.8..0.95).contains(&one.los), "{one:?}");
    assert_eq!(Pentanomial::default().estimate(), None);
    assert_eq!(Pentanomial::default().score(), None);
}

#[test]
fn a_test_decides_at_its_bounds() {
    let test = Sprt::new(0.0, 10.0, 0.05, 0.1).expect("a test");
    let (low, high) = test.bounds();
    assert!(near(low, (0.1_f64 / 0.95).ln()) && near(high, (0.9_f64 / 0.05).ln()));
    assert_eq!(test.decide(&Pentanomial::default()), Decision::Open);
    assert_eq!(test.llr(&Pentanomial::default()), 0.0);
    let growing = |step: [u32; 5]| {
        let decisions = (0..2000).map(move |n| test.decide(&Pentanomial(step.map(|count| count * n))));
        decisions.into_iter().find(|&decision| decision != Decision::Open)
    };
    assert_eq!(growing([1, 2, 4, 3, 2]), Some(Decision::H1));
    assert_eq!(growing([2, 3, 4, 2, 1]), Some(Decision::H0));
    assert!(test.progress(&Pentanomial([10, 20, 40, 30, 20])) > test.progress(&Pentanomial([5, 10, 20, 15, 10])));
}

#[test]
fn numbers_that_make_no_test_are_refused() {
    assert_eq!(Sprt::new(5.0, 5.0, 0.05, 0.05), Err(SprtError::Hypotheses(5.0, 5.0)));
    assert!(Sprt::new(0.0, f64::INFINITY, 0.05, 0.05).is_err());
    assert!(matches!(Sprt::new(f64::NAN, 5.0, 0.05, 0.05), Err(SprtError::Hypotheses(..))));
    assert_eq!(Sprt::new(0.0, 5.0, 0.0, 0.05), Err(SprtError::Risk("alpha", 0.0)));
    assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.5), Err(SprtError::Risk("beta", 0.5)));
}

fn counts() -> impl Strategy<Value = Pentanomial> {
    prop_oneof![prop::array::uniform5(0_u32..12), prop::array::uniform5(0_u32..30_000)].prop_map(Pentanomial)
}

proptest! {
    #[test]
    fn seen_from_the_other_side_all_is_turned_around(pairs in counts(), elo in 1.0_f64..60.0) {
        let [a, b, c, d, e] = pairs.0;
        let mirrored = Pentanomial([e, d, c, b, a]);
        prop_assert!(near(sprt(-elo, elo).llr(&pairs), -sprt(-elo, elo).llr(&mirrored)));
        if let (Some(one), Some(other)) = (pairs.estimate(), mirrored.estimate()) {
            prop_assert!(near(one.los, 1.0 - other.los));
            if one.interval.0.is_finite() && one.interval.1.is_finite() {
                let mirrored = near(one.elo, -other.elo) && near(one.interval.0, -other.interval.1);
                prop_assert!(mirrored, "{:?} {:?}", one, other);
            }
        }
    }

    #[test]
    fn the_sign_of_llr_follows_the_score(pairs in counts(), elo0 in -50.0_f64..50.0, wide in 1.0_f64..50.0) {
        prop_assume!(pairs.pairs() > 0);
        let (test, elo) = (sprt(elo0, elo0 + wide), pairs.estimate().expect("pairs").elo);
        // Between the two hypotheses either may win; outside of them the nearer one.
        if elo > elo0 + wide + 1.0 {
            prop_assert!(test.llr(&pairs) > 0.0);
        }
        if elo < elo0 - 1.0 {
            prop_assert!(test.llr(&pairs) < 0.0);
        }
    }

    #[test]
    fn interval_and_los_agree(pairs in counts()) {
        prop_assume!(pairs.pairs() > 0);
        let estimate = pairs.estimate().expect("pairs");
        let (low, high) = estimate.interval;
        prop_assert!(low <= estimate.elo && estimate.elo <= high, "{:?}", estimate);
        prop_assert!((0.0..=1.0).contains(&estimate.los));
        if (estimate.los - 0.975).abs() > 1e-9 && (estimate.los - 0.025).abs() > 1e-9 {
            prop_assert_eq!(estimate.los > 0.975, low > 0.0);
            prop_assert_eq!(estimate.los < 0.025, high < 0.0);
        }
    }
}

#[test]
fn elo_and_score_are_each_others_inverse() {
    for elo in [-800.0, -12.5, 0.0, 3.0, 190.848_501_887_865] {
        assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
    }
    assert!((score_of_elo(190.848_501_887_865) - 0.75).abs() < 1e-12, "three of four points");
    assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
}
