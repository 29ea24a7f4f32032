//! Prediction of results by the handcrafted evaluation: the baseline for networks, and the scale of cp for results.

use super::logistic::sigmoid;
use super::set::{Sample, Set};
use rayon::prelude::*;

/// Search range of the scale, in cp.
const RANGE: [f32; 2] = [50.0, 2_000.0];
/// Steps of the golden-section search; the scale is exact to a cp then.
const STEPS: u32 = 24;
/// Samples per unit of work.
const PIECE: usize = 1 << 14;

/// The mean squared difference between results and those expected by the handcrafted evaluation of both boards at
/// `scale`.
pub fn handcrafted_loss(set: &Set, scale: f32) -> f64 {
    let loss = |sample: &Sample| {
        let error = f64::from(sigmoid(set.statics_of(sample) / scale) - sample.result);
        error * error
    };
    let sums: Vec<f64> = set.samples.par_chunks(PIECE).map(|samples| samples.iter().map(loss).sum()).collect();
    sums.iter().sum::<f64>() / set.samples.len().max(1) as f64
}

/// The mean squared difference between the results expected by the searched boards' scores and by their handcrafted
/// evaluations at `scale`.
pub fn handcrafted_score_loss(set: &Set, scale: f32) -> f64 {
    let loss = |sample: &Sample| {
        let cp = f32::from(set.statics[sample.board as usize]);
        let error = f64::from(sigmoid(cp / scale) - sigmoid(sample.score / scale));
        error * error
    };
    set.samples.iter().map(loss).sum::<f64>() / set.samples.len().max(1) as f64
}

/// The scale at which the handcrafted evaluation of both boards predicts results best, by golden-section search.
pub fn fit(set: &Set) -> f32 {
    let part = (libm::sqrtf(5.0) - 1.0) / 2.0;
    let [mut low, mut high] = RANGE;
    let loss = |scale: f32| handcrafted_loss(set, scale);
    let (mut left, mut right) = (high - part * (high - low), low + part * (high - low));
    let (mut left_loss, mut right_loss) = (loss(left), loss(right));
    for _ in 0..STEPS {
        if left_loss < right_loss {
            (high, right, right_loss) = (right, left, left_loss);
            left = high - part * (high - low);
            left_loss = loss(left);
        } else {
            (low, left, left_loss) = (left, right, right_loss);
            right = low + part * (high - low);
            right_loss = loss(right);
        }
    }
    ((low + high) / 2.0).round()
}
