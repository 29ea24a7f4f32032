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

/// The squared difference between a sample's result and that expected by the evaluation of both boards at `scale`.
pub fn result_error(set: &Set, sample: &Sample, scale: f32) -> f64 {
    let error = f64::from(sigmoid(set.statics_of(sample) / scale) - sample.result);
    error * error
}

/// The squared difference between the results expected by the searched board's score and by its evaluation at `scale`.
pub fn score_error(set: &Set, sample: &Sample, scale: f32) -> f64 {
    let cp = f32::from(set.statics[sample.board as usize]);
    let error = f64::from(sigmoid(cp / scale) - sigmoid(sample.score / scale));
    error * error
}

/// The mean [`result_error`].
pub fn handcrafted_loss(set: &Set, scale: f32) -> f64 {
    let sum = |samples: &[Sample]| samples.iter().map(|sample| result_error(set, sample, scale)).sum();
    let sums: Vec<f64> = set.samples.par_chunks(PIECE).map(sum).collect();
    sums.iter().sum::<f64>() / set.samples.len().max(1) as f64
}

/// The mean [`score_error`].
pub fn handcrafted_score_loss(set: &Set, scale: f32) -> f64 {
    let sum: f64 = set.samples.iter().map(|sample| score_error(set, sample, scale)).sum();
    sum / set.samples.len().max(1) as f64
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
