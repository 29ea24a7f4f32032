//! The fit itself: loss, derivatives by finite differences, Newton's method with a quadratic penalty.

use super::SQUARES;
use super::samples::Sample;
use crate::board::Position;
use crate::eval::{evaluate_board, squares, weights::Alone};
use crate::tools::fit::regression::Cholesky;
use crate::types::tunables::Tunable;
use crate::types::{Color, PieceType, Score, Square};
use rayon::prelude::*;
use std::iter;

/// Indices `kind * 64 + square` of the piece-square numbers in a position, each with its sign for the side to move.
fn square_numbers(position: &Position) -> impl Iterator<Item = (usize, f64)> {
    Color::ALL.into_iter().flat_map(move |color| {
        let sign = if color == position.side_to_move() { 1.0 } else { -1.0 };
        PieceType::ALL.into_iter().flat_map(move |kind| {
            let pieces = position.pieces(color, kind);
            pieces.map(move |square| (kind.index() * 64 + square.relative_to(color).index(), sign))
        })
    })
}

/// The win probability for an evaluation in cp.
fn chance(eval: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-eval / scale).exp())
}

/// The mean loss for these evaluations, in nats, of the fitted samples and of those held out.
pub fn losses(samples: &[Sample], evals: &[f64], scale: f64) -> [f64; 2] {
    [false, true].map(|held_out| {
        let chosen = samples.iter().zip(evals).filter(|(sample, _)| sample.held_out == held_out);
        let (sum, count) = chosen.fold((0.0, 0.0), |(sum, count), (sample, &eval)| {
            let eval = if sample.won { eval } else { -eval };
            (sum - chance(eval, scale).max(1e-9).ln(), count + 1.0)
        });
        sum / f64::max(count, 1.0)
    })
}

/// Fits the cp that stand for odds of `e : 1` to the old evaluations, by the least loss.
pub fn fit_scale(samples: &[Sample], evals: &[f64]) -> f64 {
    let (mut low, mut high) = (50.0, 3_000.0);
    while high - low > 0.5 {
        let [left, right] = [(2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0];
        let [at_left, at_right] = [left, right].map(|scale| losses(samples, evals, scale)[0]);
        if at_left < at_right { high = right } else { low = left }
    }
    (low + high) / 2.0
}

/// Everything that is fitted: the engine's tunable numbers, and changes of the piece-square tables. The engine does not
/// read these changes; they are added to its evaluation, which is linear in them.
pub struct Fit<'a> {
    /// The positions.
    pub samples: &'a [Sample],
    /// The cp that stand for odds of `e : 1`.
    pub scale: f64,
    /// The tunable numbers that are fitted.
    pub numbers: Vec<Tunable>,
    /// Changes of the squares' numbers, in cp.
    pub squares: Vec<f64>,
    /// The changes that cost `pull / 2`, of the tunable numbers and then of the squares' numbers; 0 keeps a number.
    pub steps: Vec<f64>,
    /// Weight of the penalty for changes, in samples.
    pub pull: f64,
}

impl Fit<'_> {
    /// The evaluations of all samples, by the engine, in cp for the side to move.
    fn engine(&self) -> Vec<f64> {
        self.samples.par_iter().map(|sample| f64::from(evaluate_board(&sample.position))).collect()
    }

    /// The evaluations with the changes of the piece-square tables added.
    pub fn evals(&self) -> Vec<f64> {
        let squares =
            |sample: &Sample| square_numbers(&sample.position).map(|(at, sign)| sign * self.squares[at]).sum::<f64>();
        self.samples.par_iter().zip(self.engine()).map(|(sample, eval)| eval + squares(sample)).collect()
    }

    /// The penalty for changes, in nats.
    fn penalty(&self, values: &[f64]) -> f64 {
        let old = self.numbers.iter().map(|number| f64::from(number.default)).chain(iter::repeat(0.0));
        let changed = values.iter().zip(old).zip(&self.steps).filter(|(_, step)| **step > 0.0);
        self.pull / 2.0 * changed.map(|((value, old), step)| ((value - old) / step).powi(2)).sum::<f64>()
    }

    /// The current numbers.
    pub fn values(&self) -> Vec<f64> {
        self.numbers.iter().map(|number| f64::from(number.value())).chain(self.squares.iter().copied()).collect()
    }

    /// Sets the numbers: rounded and within their ranges.
    pub fn set(&mut self, values: &[f64]) {
        for (number, value) in self.numbers.iter().zip(values) {
            number.set((value.round() as i32).clamp(*number.range.start(), *number.range.end()));
        }
        for (at, (value, square)) in values[self.numbers.len()..].iter().zip(&mut self.squares).enumerate() {
            let old = table_value(at);
            *square = (f64::from(old) + value).round().clamp(-128.0, 127.0) - f64::from(old);
        }
    }

    /// The function to minimize: loss and penalty per fitted sample, in nats.
    pub fn cost(&self) -> f64 {
        let fitted = self.samples.iter().filter(|sample| !sample.held_out).count() as f64;
        losses(self.samples, &self.evals(), self.scale)[0] + self.penalty(&self.values()) / fitted
    }

    /// Derivatives of the engine's evaluation of each sample by each tunable number, in cp.
    fn derivatives(&self) -> Vec<Vec<f32>> {
        let column = |(number, step): (&Tunable, &f64)| {
            if *step == 0.0 {
                return vec![0.0; self.samples.len()];
            }
            let value = number.value();
            let ends = [value + number.step, value - number.step]
                .map(|end| end.clamp(*number.range.start(), *number.range.end()));
            let [up, down] = ends.map(|end| {
                number.set(end);
                self.engine()
            });
            number.set(value);
            let width = f64::from(ends[0] - ends[1]);
            up.iter().zip(&down).map(|(up, down)| ((up - down) / width) as f32).collect()
        };
        self.numbers.iter().zip(&self.steps).map(column).collect()
    }

    /// The numbers of least cost for the linearized evaluation, by a few steps of Newton's method.
    pub fn solve(&self) -> Vec<f64> {
        let (columns, evals, start) = (self.derivatives(), self.evals(), self.values());
        let tunable = self.numbers.len();
        let size = start.len();
        let old: Vec<f64> = self.numbers.iter().map(|number| f64::from(number.default)).chain([0.0; SQUARES]).collect();
        let mut values = start.clone();
        for _ in 0..4 {
            let change: Vec<f64> = values.iter().zip(&start).map(|(value, start)| value - start).collect();
            let zero = || (vec![0.0; size], vec![0.0; size * size]);
            let add = |(mut gradient, mut hessian): (Vec<f64>, Vec<f64>), at: usize| {
                let sample = &self.samples[at];
                let dense = columns.iter().map(|column| f64::from(column[at])).enumerate();
                let sparse = square_numbers(&sample.position).map(|(square, sign)| (tunable + square, sign));
                let row: Vec<(usize, f64)> = dense.chain(sparse).filter(|&(_, entry)| entry != 0.0).collect();
                let eval = evals[at] + row.iter().map(|&(number, entry)| entry * change[number]).sum::<f64>();
                let p = chance(eval, self.scale);
                let residual = (p - f64::from(u8::from(sample.won))) / self.scale;
                let weight = p * (1.0 - p) / (self.scale * self.scale);
                for (i, &(number, entry)) in row.iter().enumerate() {
                    gradient[number] += residual * entry;
                    for &(other, second) in &row[..=i] {
                        hessian[number.max(other) * size + number.min(other)] += weight * entry * second;
                    }
                }
                (gradient, hessian)
            };
            let sum = |(mut gradient, mut hessian): (Vec<f64>, Vec<f64>),
                       (more_gradient, more_hessian): (Vec<f64>, Vec<f64>)| {
                gradient.iter_mut().zip(more_gradient).for_each(|(sum, more)| *sum += more);
                hessian.iter_mut().zip(more_hessian).for_each(|(sum, more)| *sum += more);
                (gradient, hessian)
            };
            let fitted = (0..self.samples.len()).into_par_iter().filter(|&at| !self.samples[at].held_out);
            let (mut gradient, mut hessian) = fitted.fold(zero, add).reduce(zero, sum);
            for (number, &step) in self.steps.iter().enumerate() {
                let curvature = if step > 0.0 { self.pull / (step * step) } else { 1e12 };
                gradient[number] += curvature * (values[number] - old[number]);
                hessian[number * size + number] += curvature;
            }
            for (value, step) in values.iter_mut().zip(Cholesky::new(hessian, size).solve(gradient)) {
                *value -= step;
            }
        }
        values
    }

    /// Moves each number with a small step, where rounding costs much, up or down by one as long as that lowers the
    /// cost.
    pub fn settle(&mut self) {
        let mut best = self.cost();
        for at in 0..self.numbers.len() {
            let number = self.numbers[at].clone();
            if self.steps[at] == 0.0 || number.step > 2 {
                continue;
            }
            for direction in [1, -1] {
                loop {
                    let value = number.value();
                    if !number.range.contains(&(value + direction)) {
                        break;
                    }
                    number.set(value + direction);
                    let cost = self.cost();
                    if cost >= best {
                        number.set(value);
                        break;
                    }
                    best = cost;
                }
            }
        }
    }
}

/// The engine's piece-square number `kind * 64 + square`, for white.
pub fn table_value(at: usize) -> Score {
    squares::value::<Alone>(Color::White, PieceType::ALL[at / 64], Square::from_index(at % 64))
}
