//! TD(λ) results: the result of a game, mixed with what the scores of later plies say about it.

use super::logistic::sigmoid;
use super::set::{LEAD_KINDS, lead_value, leads};
use crate::game::{ByBoard, Team};
use crate::tools::data::Moment;
use crate::types::Score;

/// Cp of both boards' scores for one unit of the logistic curve of results, about as the networks' cards have it
/// (`result_scale`).
const SCALE: f32 = 650.0;
/// The worth of leads on the clock in cp, by kind, from the same cards (`leads_cp`).
const LEADS: [f32; LEAD_KINDS] = [91.0, 174.0, 307.0, 1312.0];
/// Cp that count most in a score, where mates have no other score.
const MOST: Score = 1_750;

/// The results that the scores of a game's plies foretell, in order.
#[derive(Clone, Debug)]
pub struct Forecast {
    most: Score,
    /// The score found last on each board, in cp for [`Team::One`].
    latest: ByBoard<f32>,
    /// The result that is expected at each ply, 0 to 1 for [`Team::One`].
    expected: Vec<f32>,
}

impl Forecast {
    /// Before the first ply. No score counts more than one of `mate_cp`, if that is not 0.
    pub fn new(mate_cp: Score) -> Self {
        let most = if mate_cp > 0 { mate_cp } else { MOST };
        Self { most, latest: ByBoard([0.0; 2]), expected: Vec::new() }
    }

    /// Adds the ply of a moment.
    pub fn add(&mut self, moment: &Moment) {
        let seat = moment.seat();
        let sign = if seat.team() == Team::One { 1.0 } else { -1.0 };
        self.latest[moment.ply.board] = sign * moment.ply.score.clamp(-self.most, self.most) as f32;
        let cp = self.latest.0.iter().sum::<f32>() + sign * lead_value(&LEADS, leads(moment));
        self.expected.push(sigmoid(cp / SCALE));
    }

    /// The result that each ply teaches, 0 to 1 for [`Team::One`]: of what is expected later, or of the game's `result`
    /// at the end, the share `lambda`, of what the ply itself expects the rest. With 1 all are the game's result.
    pub fn results(self, lambda: f32, result: f32) -> Vec<f32> {
        let mut results = self.expected;
        let mut later = result;
        for expected in results.iter_mut().rev() {
            later = (1.0 - lambda) * *expected + lambda * later;
            *expected = later;
        }
        results
    }
}
