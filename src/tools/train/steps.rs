//! Training steps: AdamW over batches in a random order, the same for any number of threads.
//!
//! A batch is split into a fixed number of shards. Each has its own gradient, and these are added in order.

use super::model::{Loss, MOST_WEIGHT, Model};
use super::set::{Sample, Set};
use super::stream::shuffle;
use crate::types::rng::Rng;
use rayon::prelude::*;

/// Parts of a batch.
const SHARDS: usize = 16;
/// Samples per unit of work when only losses are summed.
const LOSS_SHARD: usize = 4096;
/// Parameters per unit of work in a step.
const PIECE: usize = 8192;
/// Decay of Adam's first and second moments (the usual beta 1 and beta 2).
const BETAS: [f32; 2] = [0.9, 0.999];
/// Adam's epsilon, which avoids a division by zero.
const EPSILON: f32 = 1e-8;
/// Default learning rate at the beginning.
pub const FIRST_RATE: f32 = 1e-3;
/// The learning rate at the end.
pub const LAST_RATE: f32 = 1e-5;

/// A training in progress.
#[derive(Clone, Debug)]
pub struct Training {
    /// The current network.
    pub model: Model,
    /// First moments: moving averages of the gradient, one for each parameter.
    pub first_moments: Vec<f32>,
    /// Second moments: moving averages of its squares.
    pub second_moments: Vec<f32>,
    /// Epochs done.
    pub epoch: u32,
    /// Chunks done of the current epoch.
    pub chunk: u64,
    /// Steps done.
    pub step: u64,
    /// Samples done.
    pub seen: u64,
    /// Losses before each step of the current epoch, summed.
    pub losses: Loss,
}

/// The settings of a training.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of epochs.
    pub epochs: u32,
    /// Samples of an epoch.
    pub samples: u64,
    /// Samples per step.
    pub batch: usize,
    /// Seed of all random numbers.
    pub seed: u64,
    /// The weight of the games' results.
    pub result: f32,
    /// Decay of the weights for each unit of the rate.
    pub decay: f32,
    /// The learning rate at the beginning.
    pub rate: f32,
    /// The confidence of both boards' values for the result, if it is not learned.
    pub confidence: Option<f32>,
}

impl Plan {
    /// The seed of an epoch's order.
    pub fn order(&self, epoch: u32) -> u64 {
        self.seed ^ Rng::new(u64::from(epoch) + 1).next()
    }

    /// The rate after `seen` samples: half a cosine from the first one to the last.
    fn rate(&self, seen: u64) -> f32 {
        let done = seen as f32 / (self.samples * u64::from(self.epochs)).max(1) as f32;
        LAST_RATE + (self.rate - LAST_RATE) * 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * done))
    }
}

impl Training {
    /// A training of `model` before its first step.
    pub fn new(model: Model) -> Self {
        let zeros = vec![0.0; model.parameters.len()];
        Self {
            model,
            first_moments: zeros.clone(),
            second_moments: zeros,
            epoch: 0,
            chunk: 0,
            step: 0,
            seen: 0,
            losses: Loss::default(),
        }
    }

    /// Trains on all samples of the epoch's next chunk, in a random order. `progress` receives each batch's size.
    pub fn chunk(&mut self, set: &Set, plan: &Plan, progress: impl Fn(usize)) {
        let mut order: Vec<u32> = (0..set.samples.len() as u32).collect();
        shuffle(&mut order, plan.order(self.epoch) ^ Rng::new(!self.chunk).next());
        let mut shards = vec![vec![0.0; self.model.parameters.len()]; SHARDS];
        for batch in order.chunks(plan.batch) {
            let size = batch.len().div_ceil(SHARDS);
            let (model, result) = (&self.model, plan.result);
            let losses: Vec<Loss> = shards
                .par_iter_mut()
                .enumerate()
                .map(|(number, gradient)| {
                    gradient.fill(0.0);
                    let own = batch.get(number * size..).unwrap_or_default();
                    let samples = own.iter().take(size).map(|&index| set.samples[index as usize]);
                    model.learn(set, samples, result, gradient)
                })
                .collect();
            losses.into_iter().for_each(|loss| self.losses.add(loss));
            self.step += 1;
            self.seen += batch.len() as u64;
            self.descend(&shards, plan.rate(self.seen), plan.decay, batch.len());
            if let Some(confidence) = plan.confidence {
                self.model.set_confidence(confidence);
            }
            progress(batch.len());
        }
        self.chunk += 1;
    }

    /// Ends an epoch, and returns the average of the losses before each of its steps.
    pub fn end_epoch(&mut self, plan: &Plan) -> Loss {
        self.epoch += 1;
        self.chunk = 0;
        std::mem::take(&mut self.losses).mean(plan.samples as usize)
    }

    /// One step of AdamW against the sum of the shards' gradients over `count` samples.
    fn descend(&mut self, shards: &[Vec<f32>], rate: f32, decay: f32, count: usize) {
        let power = self.step.min(1 << 20) as i32;
        let [first_correction, second_correction] = BETAS.map(|beta| 1.0 - beta.powi(power));
        let parameters = self.model.parameters.par_chunks_mut(PIECE);
        let averages = self.first_moments.par_chunks_mut(PIECE).zip(self.second_moments.par_chunks_mut(PIECE));
        parameters.zip(averages).enumerate().for_each(|(piece, (parameters, (first_moments, second_moments)))| {
            let start = piece * PIECE;
            let mut gradient = vec![0.0; parameters.len()];
            for shard in shards {
                let shard = &shard[start..start + parameters.len()];
                gradient.iter_mut().zip(shard).for_each(|(sum, value)| *sum += value);
            }
            for (index, parameter) in parameters.iter_mut().enumerate() {
                let derivative = gradient[index] / count as f32;
                first_moments[index] = BETAS[0] * first_moments[index] + (1.0 - BETAS[0]) * derivative;
                second_moments[index] = BETAS[1] * second_moments[index] + (1.0 - BETAS[1]) * derivative * derivative;
                let (first, second) =
                    (first_moments[index] / first_correction, second_moments[index] / second_correction);
                *parameter -= rate * (first / (second.sqrt() + EPSILON) + decay * *parameter);
                *parameter = parameter.clamp(-MOST_WEIGHT, MOST_WEIGHT);
            }
        });
    }
}

/// The losses of a set's samples, averaged, the same for any number of threads.
pub fn mean_loss(model: &Model, set: &Set, result: f32) -> Loss {
    let samples = set.samples.par_chunks(LOSS_SHARD);
    let losses: Vec<Loss> = samples.map(|samples: &[Sample]| model.loss(set, samples, result)).collect();
    let mut sum = Loss::default();
    losses.into_iter().for_each(|loss| sum.add(loss));
    sum.mean(set.samples.len())
}
