//! The network in training: the same shape as the one that plays, in 32-bit floats, and its gradient.

use super::logistic::sigmoid;
use super::set::{LEAD_KINDS, Sample, Set, lead_value};
use crate::eval::facts::{FACTS, Facts};
use crate::eval::network::{
    Base, FACT_UNIT, FACTS_SUM_UNIT, FACTS_WEIGHT_UNIT, FIRST_UNIT, FactsLayer, MOST_FACTS_UNIT, MOST_OUTPUT_SUM,
    MOST_OUTPUT_UNIT, Network, NetworkError, RowSet,
};
use crate::types::rng::Rng;
use std::ops::Range;

/// Weights are clamped to this, so that they fit in integers.
pub const MOST_WEIGHT: f32 = 1.98;
/// A sum that fits into 16 bits whatever the rounding of weights adds.
const MOST_SUM: f32 = 32_000.0;
/// Range of the first layer's initial weights.
const FIRST_SPREAD: f32 = 0.1;
/// Initial bias of hidden units: within the unclipped range.
const FIRST_BIAS: f32 = 0.25;
/// Range of the initial weights of the layer of facts. Its weights in the output begin with 0, so that it adds nothing.
const FACTS_SPREAD: f32 = 0.14;
/// Initial bias of the layer of facts.
const FACTS_BIAS: f32 = 0.1;

/// Architecture of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Hidden units of a view.
    pub hidden: usize,
    /// Cp of an output of one.
    pub scale: f32,
    /// Evaluation that the output is added to.
    pub base: Base,
    /// Units of the layer of facts.
    pub facts: usize,
    /// Rows of its first layer.
    pub rows: RowSet,
}

impl Shape {
    /// Of a view's rows, which stand in the order of row sets, those that the network has.
    fn known(self, rows: &[u16]) -> &[u16] {
        let known = self.rows.rows();
        if self.rows == RowSet::Attacks { rows } else { &rows[..rows.partition_point(|&row| usize::from(row) < known)] }
    }
}

/// Sums of losses over samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// The loss to minimize.
    pub total: f64,
    /// Unweighted loss of the result: squared error of the team's expected result.
    pub result: f64,
    /// Unweighted loss of the score: squared difference of the expected results by the board's value and by the
    /// search's score.
    pub score: f64,
}

impl Loss {
    /// Adds another sum.
    pub fn add(&mut self, other: Self) {
        self.total += other.total;
        self.result += other.result;
        self.score += other.score;
    }

    /// The averages over `count` samples.
    pub fn mean(self, count: usize) -> Self {
        let count = count.max(1) as f64;
        Self { total: self.total / count, result: self.result / count, score: self.score / count }
    }
}

/// A network in floats. All parameters are in one vector, so that a step treats them alike: first layer
/// `[row][hidden]`, its bias `[hidden]`, output `[own, other][hidden]`, its bias; then, only for training, the
/// confidence of both boards' values for the result, and the worth of leads on the clock `[kind]`;
/// then the layer of facts `[fact][unit]`, its bias `[unit]`, and its weights in the output `[unit]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its architecture.
    pub shape: Shape,
    /// All parameters.
    pub parameters: Vec<f32>,
}

/// Positions of the parts in the vector of parameters.
struct Parts {
    bias: Range<usize>,
    output: Range<usize>,
    output_bias: usize,
    confidence: usize,
    leads: Range<usize>,
    facts: Range<usize>,
    facts_bias: Range<usize>,
    facts_output: Range<usize>,
}

/// The units of a board, clipped.
struct Units {
    /// The hidden units, `[own, other][hidden]`, 0 … 1.
    hidden: Vec<f32>,
    /// Those of the layer of facts, 0 … 4.
    facts: Vec<f32>,
}

impl Model {
    /// A model with random weights. `confidence` scales both boards' values to predict results: less than 1, since much
    /// can still happen.
    pub fn new(shape: Shape, seed: u64, confidence: f32) -> Self {
        let hidden = shape.hidden;
        let parts = parts(shape);
        let mut rng = Rng::new(seed);
        let mut spread = |most: f32| (rng.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0) * most;
        let mut parameters = vec![0.0; parts.facts_output.end];
        parameters[..parts.bias.start].iter_mut().for_each(|weight| *weight = spread(FIRST_SPREAD));
        parameters[parts.bias].fill(FIRST_BIAS);
        let output_spread = libm::sqrtf(1.0 / hidden as f32);
        parameters[parts.output].iter_mut().for_each(|weight| *weight = spread(output_spread));
        parameters[parts.confidence] = confidence;
        parameters[parts.facts].iter_mut().for_each(|weight| *weight = spread(FACTS_SPREAD));
        parameters[parts.facts_bias].fill(FACTS_BIAS);
        Self { shape, parameters }
    }

    /// This model with more hidden units, or with a layer of facts or further rows where it has none:
    /// what is new adds nothing yet.
    pub fn grown(&self, shape: Shape, seed: u64) -> Self {
        let mut model = Self::new(shape, seed, 0.0);
        let (old, new) = (self.parts(), model.parts());
        model.parameters[self.shape.rows.rows() * shape.hidden..new.bias.start].fill(0.0);
        model.parameters[new.output.clone()].fill(0.0);
        // The first layer, its bias and the output are rows of hidden units.
        let layers =
            [(0..new.bias.start, 0..old.bias.start), (new.bias.start..new.output.end, old.bias.start..old.output.end)];
        for (to, from) in layers {
            let rows = model.parameters[to].chunks_mut(shape.hidden);
            for (row, own) in rows.zip(self.parameters[from].chunks(self.shape.hidden)) {
                row[..own.len()].copy_from_slice(own);
            }
        }
        let same = if shape.facts == self.shape.facts { old.facts_output.end } else { old.leads.end };
        let rest = &self.parameters[old.output_bias..same];
        model.parameters[new.output_bias..][..rest.len()].copy_from_slice(rest);
        model
    }

    /// Converts a network to floats, the inverse of [`Self::quantized`]. `confidence` as in [`Self::new`].
    pub fn of(network: &Network, confidence: f32) -> Self {
        let facts = network.facts.units();
        let shape = Shape {
            hidden: network.hidden,
            scale: network.scale as f32,
            base: network.base,
            facts,
            rows: network.row_set(),
        };
        let (first, output) = (f32::from(FIRST_UNIT), network.output_unit as f32);
        let floats = |values: &[i16], unit: f32| -> Vec<f32> {
            values.iter().map(move |&value| f32::from(value) / unit).collect()
        };
        let layers: [Vec<f32>; 3] =
            [floats(&network.first, first), floats(&network.bias, first), floats(&network.output, output)];
        let mut parameters = layers.concat();
        parameters.extend([network.output_bias as f32 / (first * output), confidence]);
        parameters.resize(parts(shape).leads.end, 0.0);
        let (weights, bias, output) = network.facts.parts();
        parameters.extend(floats(&weights, FACTS_WEIGHT_UNIT as f32));
        parameters.extend(bias.iter().map(|&bias| bias as f32 / FACTS_SUM_UNIT as f32));
        parameters.extend(floats(output, FACTS_WEIGHT_UNIT as f32));
        Self { shape, parameters }
    }

    /// The mean of models of one shape, each with its weight; `None` if their shapes differ or there are none.
    pub fn mean(models: &[(Self, f32)]) -> Option<Self> {
        let (first, _) = models.first()?;
        let sum: f32 = models.iter().map(|(_, weight)| weight).sum();
        let mut parameters = vec![0.0; first.parameters.len()];
        for (model, weight) in models {
            if model.shape != first.shape {
                return None;
            }
            let parts = parameters.iter_mut().zip(&model.parameters);
            parts.for_each(|(mean, parameter)| *mean += parameter * weight / sum);
        }
        Some(Self { shape: first.shape, parameters })
    }

    fn parts(&self) -> Parts {
        parts(self.shape)
    }

    fn units(&self, set: &Set, board: u32) -> Units {
        let (hidden, parts) = (self.shape.hidden, self.parts());
        let mut clipped = Vec::with_capacity(2 * hidden);
        for rows in set.rows(board).map(|rows| self.shape.known(rows)) {
            let start = clipped.len();
            clipped.extend_from_slice(&self.parameters[parts.bias.clone()]);
            let sums = &mut clipped[start..];
            for &row in rows {
                let weights = &self.parameters[usize::from(row) * hidden..][..hidden];
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
            sums.iter_mut().for_each(|sum| *sum = sum.clamp(0.0, 1.0));
        }
        Units { hidden: clipped, facts: self.facts_units(&set.facts[board as usize]) }
    }

    fn facts_units(&self, facts: &Facts) -> Vec<f32> {
        let parts = self.parts();
        let mut sums = self.parameters[parts.facts_bias].to_vec();
        for (value, weights) in active(facts).map(|(place, value)| (value, self.facts_weights(place))) {
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
        }
        sums.iter_mut().for_each(|sum| *sum = sum.clamp(0.0, MOST_FACTS_UNIT as f32));
        sums
    }

    /// The weights of a fact.
    fn facts_weights(&self, place: usize) -> &[f32] {
        let units = self.shape.facts;
        &self.parameters[self.parts().facts][place * units..][..units]
    }

    fn output(&self, units: &Units) -> f32 {
        let parts = self.parts();
        let terms = units.hidden.iter().zip(&self.parameters[parts.output]).map(|(unit, weight)| unit * unit * weight);
        let facts = units.facts.iter().zip(&self.parameters[parts.facts_output]).map(|(unit, weight)| unit * weight);
        terms.sum::<f32>() + self.parameters[parts.output_bias] + facts.sum::<f32>()
    }

    /// The base's evaluation of a board, in units of the scale.
    fn base(&self, set: &Set, board: u32) -> f32 {
        match self.shape.base {
            Base::Nothing => 0.0,
            Base::Handcrafted => f32::from(set.statics[board as usize]) / self.shape.scale,
        }
    }

    /// The network's output for a board, without its base, for the side to move, in units of the scale.
    pub fn correction(&self, set: &Set, board: u32) -> f32 {
        self.output(&self.units(set, board))
    }

    /// The value of a board for the side to move, in units of the scale.
    pub fn value(&self, set: &Set, board: u32) -> f32 {
        self.base(set, board) + self.correction(set, board)
    }

    /// The losses of samples, summed. `result` is the weight of the game's result, 0 to 1; the rest is that of the
    /// score.
    pub fn loss(&self, set: &Set, samples: &[Sample], result: f32) -> Loss {
        let mut sum = Loss::default();
        for sample in samples {
            let (own, other) = (self.value(set, sample.board), self.value(set, sample.other));
            sum.add(self.judge(sample, own, other, result).0);
        }
        sum
    }

    /// The loss of a sample, and its derivatives by the logit of the team's expected result and by the board's value.
    fn judge(&self, sample: &Sample, own: f32, other: f32, weight: f32) -> (Loss, f32, f32) {
        let both = own + sample.other_sign * other;
        let team = sigmoid(self.confidence() * both + lead_value(self.leads(), sample.leads));
        let board = sigmoid(own);
        let (result_error, score_error) = (team - sample.result, board - sigmoid(sample.score / self.shape.scale));
        let (result, score) = (f64::from(result_error * result_error), f64::from(score_error * score_error));
        let loss = Loss { total: f64::from(weight) * result + f64::from(1.0 - weight) * score, result, score };
        let by_team = 2.0 * weight * result_error * team * (1.0 - team);
        let by_board = 2.0 * (1.0 - weight) * score_error * board * (1.0 - board);
        (loss, by_team, by_board)
    }

    /// Adds the gradient of the samples' losses to `gradient`, one entry per parameter, and returns the sum of the
    /// losses.
    pub fn learn(&self, set: &Set, samples: impl Iterator<Item = Sample>, result: f32, gradient: &mut [f32]) -> Loss {
        let parts = self.parts();
        let mut sum = Loss::default();
        let mut slopes = vec![0.0; self.shape.hidden];
        for sample in samples {
            let [own, other] = [sample.board, sample.other].map(|board| self.units(set, board));
            let values = [(sample.board, &own), (sample.other, &other)]
                .map(|(board, units)| self.base(set, board) + self.output(units));
            let (loss, by_team, by_board) = self.judge(&sample, values[0], values[1], result);
            sum.add(loss);
            let by_both = by_team * self.confidence();
            self.backward(set, sample.board, &own, by_both + by_board, gradient, &mut slopes);
            self.backward(set, sample.other, &other, by_both * sample.other_sign, gradient, &mut slopes);
            gradient[parts.confidence] += by_team * (values[0] + sample.other_sign * values[1]);
            for lead in sample.leads {
                if let Some(kind) = usize::from(lead.unsigned_abs()).checked_sub(1) {
                    gradient[parts.leads.start + kind] += by_team * f32::from(lead.signum());
                }
            }
        }
        sum
    }

    /// Adds the gradient of one board's output, which changes the loss by `slope`.
    fn backward(&self, set: &Set, board: u32, units: &Units, slope: f32, gradient: &mut [f32], slopes: &mut [f32]) {
        let (hidden, parts) = (self.shape.hidden, self.parts());
        gradient[parts.output_bias] += slope;
        self.backward_facts(&set.facts[board as usize], &units.facts, slope, gradient);
        for (side, rows) in set.rows(board).map(|rows| self.shape.known(rows)).into_iter().enumerate() {
            let place = side * hidden..(side + 1) * hidden;
            let units = &units.hidden[place.clone()];
            let weights = &self.parameters[parts.output.clone()][place.clone()];
            let by_output = &mut gradient[parts.output.clone()][place];
            by_output.iter_mut().zip(units).for_each(|(sum, unit)| *sum += slope * unit * unit);
            for ((value, unit), weight) in slopes.iter_mut().zip(units).zip(weights) {
                // No slope where the unit is clipped.
                let inside = if *unit > 0.0 && *unit < 1.0 { 1.0 } else { 0.0 };
                *value = 2.0 * slope * unit * weight * inside;
            }
            let by_bias = &mut gradient[parts.bias.clone()];
            by_bias.iter_mut().zip(slopes.iter()).for_each(|(sum, value)| *sum += value);
            for &row in rows {
                let by_row = &mut gradient[usize::from(row) * hidden..][..hidden];
                by_row.iter_mut().zip(slopes.iter()).for_each(|(sum, value)| *sum += value);
            }
        }
    }

    /// The part of [`Self::backward`] that the layer of facts has.
    fn backward_facts(&self, facts: &Facts, units: &[f32], slope: f32, gradient: &mut [f32]) {
        let parts = self.parts();
        let by_output = &mut gradient[parts.facts_output.clone()];
        by_output.iter_mut().zip(units).for_each(|(sum, unit)| *sum += slope * unit);
        let inside = |unit: f32| if unit > 0.0 && unit < MOST_FACTS_UNIT as f32 { slope } else { 0.0 };
        let weights = &self.parameters[parts.facts_output];
        let slopes: Vec<f32> = units.iter().zip(weights).map(|(&unit, weight)| inside(unit) * weight).collect();
        gradient[parts.facts_bias].iter_mut().zip(&slopes).for_each(|(sum, value)| *sum += value);
        for (place, value) in active(facts) {
            let by_fact = &mut gradient[parts.facts.clone()][place * units.len()..][..units.len()];
            by_fact.iter_mut().zip(&slopes).for_each(|(sum, slope)| *sum += value * slope);
        }
    }

    /// Factor of both boards' values in the prediction of the result.
    pub fn confidence(&self) -> f32 {
        self.parameters[self.parts().confidence]
    }

    /// Sets [`Self::confidence`].
    pub fn set_confidence(&mut self, confidence: f32) {
        let place = self.parts().confidence;
        self.parameters[place] = confidence;
    }

    /// Worth of leads on the clock, by kind.
    pub fn leads(&self) -> &[f32] {
        &self.parameters[self.parts().leads]
    }

    /// The network in integers, as used in play. A unit that some board could bring beyond 16 bits is made smaller, and
    /// its weights in the output larger, so that no training is lost.
    ///
    /// # Errors
    /// When other integers could overflow.
    pub fn quantized(&self, card: String) -> Result<Network, NetworkError> {
        let mut model = self.clone();
        loop {
            match model.in_integers(card.clone()) {
                Err(NetworkError::Overflow { unit, value }) => model.shrink(unit, MOST_SUM / value.abs() as f32),
                network => return network,
            }
        }
    }

    /// Multiplies the sums of a unit by `factor`, below 1. What its square adds to the output stays as it was, unless
    /// the unit was clipped.
    fn shrink(&mut self, unit: usize, factor: f32) {
        let (hidden, parts) = (self.shape.hidden, self.parts());
        let weights = |layer: &mut [f32], factor: f32| {
            layer.iter_mut().skip(unit).step_by(hidden).for_each(|weight| *weight *= factor);
        };
        weights(&mut self.parameters[..parts.bias.end], factor);
        weights(&mut self.parameters[parts.output], 1.0 / (factor * factor));
    }

    fn in_integers(&self, card: String) -> Result<Network, NetworkError> {
        let parts = self.parts();
        let sides = self.parameters[parts.output.clone()].chunks(self.shape.hidden);
        let largest = sides.map(|weights| weights.iter().map(|weight| weight.abs()).sum::<f32>()).fold(0.0, f32::max);
        // The finest unit in which all weights fit, each rounded up.
        let room = f32::from(MOST_OUTPUT_SUM) - self.shape.hidden as f32;
        let output_unit = ((room / largest) as u32).clamp(1, MOST_OUTPUT_UNIT);
        let (first, output, sum_unit) = (f32::from(FIRST_UNIT), output_unit as f32, FACTS_SUM_UNIT as f32);
        let rounded = |values: &[f32], unit: f32| -> Vec<i16> {
            // Numbers out of range saturate.
            values.iter().map(|value| (value * unit).round() as i16).collect()
        };
        let network = Network {
            hidden: self.shape.hidden,
            scale: (self.shape.scale.round() as i32).max(1),
            base: self.shape.base,
            card,
            first: rounded(&self.parameters[..parts.bias.start], first).into(),
            bias: rounded(&self.parameters[parts.bias], first),
            output_unit,
            output: rounded(&self.parameters[parts.output], output),
            output_bias: (self.parameters[parts.output_bias] * first * output).round() as i32,
            facts: FactsLayer::new(
                &rounded(&self.parameters[parts.facts], FACTS_WEIGHT_UNIT as f32),
                self.parameters[parts.facts_bias].iter().map(|bias| (bias * sum_unit).round() as i32).collect(),
                rounded(&self.parameters[parts.facts_output], FACTS_WEIGHT_UNIT as f32),
            ),
        };
        // The file's parser validates the network.
        Network::parse(&network.to_bytes())
    }
}

/// The facts that are not zero, by their places.
fn active(facts: &Facts) -> impl Iterator<Item = (usize, f32)> {
    let known = facts.iter().enumerate().filter(|&(_, &fact)| fact != 0);
    known.map(|(place, &fact)| (place, f32::from(fact) / FACT_UNIT as f32))
}

fn parts(shape: Shape) -> Parts {
    let hidden = shape.hidden;
    let rows = shape.rows.rows();
    let bias = rows * hidden..(rows + 1) * hidden;
    let output = bias.end..bias.end + 2 * hidden;
    let output_bias = output.end;
    let confidence = output_bias + 1;
    let leads = confidence + 1..confidence + 1 + LEAD_KINDS;
    let facts = leads.end..leads.end + FACTS * shape.facts;
    let facts_bias = facts.end..facts.end + shape.facts;
    let facts_output = facts_bias.end..facts_bias.end + shape.facts;
    Parts { bias, output, output_bias, confidence, leads, facts, facts_bias, facts_output }
}
