//! Logistic regression by Newton's method, bit-identical for any number of threads, with errors that stay valid when
//! neighboring samples are from the same game.

use rayon::prelude::*;

/// Parts of the samples. They are summed in order, and each counts as one observation for the errors: parts of many
/// games are independent, neighboring samples are not.
const PARTS: usize = 256;
/// Most steps of Newton's method, and the step size at which it ends.
const STEPS: u32 = 30;
const SMALL_STEP: f64 = 1e-7;
/// Weight of the regularization, in samples: keeps the worth of features that no sample has at 0.
const REGULARIZATION: f64 = 1e-6;

/// A sample: the values of `N` features, and the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<const N: usize, T = i8> {
    /// Count or amount of each feature, negative for the other side.
    pub features: [T; N],
    /// Result, 0 to 1.
    pub result: f32,
}

/// The fitted worth of each feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted<const N: usize> {
    /// Log-odds per unit of each feature.
    pub worth: [f64; N],
    /// `[i][j]`: covariance of the errors of two worths.
    pub covariance: Vec<[f64; N]>,
    /// Mean squared difference of expected and actual results.
    pub loss: f64,
}

impl<const N: usize> Fitted<N> {
    /// The worth of `thing` as a multiple of that of `unit`, and its standard error.
    pub fn ratio(&self, thing: usize, unit: usize) -> (f64, f64) {
        let ratio = self.worth[thing] / self.worth[unit];
        let of = |i: usize, j: usize| self.covariance[i][j];
        let variance = of(thing, thing) - 2.0 * ratio * of(thing, unit) + ratio * ratio * of(unit, unit);
        (ratio, variance.max(0.0).sqrt() / self.worth[unit].abs())
    }
}

/// Sums over samples, for given worths.
#[derive(Clone)]
struct Sums<const N: usize> {
    gradient: [f64; N],
    /// Lower triangle, `[row * N + column]`.
    hessian: Vec<f64>,
    loss: f64,
}

impl<const N: usize> Sums<N> {
    const NONE: Self = Self { gradient: [0.0; N], hessian: Vec::new(), loss: 0.0 };

    fn of<T: Copy + Into<f64>>(samples: &[Sample<N, T>], worth: &[f64; N]) -> Self {
        let mut sums = Self { hessian: vec![0.0; N * N], ..Self::NONE };
        for sample in samples {
            let features = sample.features.map(Into::into);
            let value: f64 = features.iter().zip(worth).map(|(feature, worth)| feature * worth).sum();
            let expected = 1.0 / (1.0 + libm::exp(-value));
            let residual = expected - f64::from(sample.result);
            let weight = expected * (1.0 - expected);
            sums.loss += residual * residual;
            for (row, &first) in features.iter().enumerate().filter(|(_, feature)| **feature != 0.0) {
                sums.gradient[row] += residual * first;
                let sums_of_row = &mut sums.hessian[row * N..=row * N + row];
                sums_of_row.iter_mut().zip(&features).for_each(|(sum, second)| *sum += weight * first * second);
            }
        }
        sums
    }

    fn add(&mut self, other: &Self) {
        self.gradient.iter_mut().zip(&other.gradient).for_each(|(sum, value)| *sum += value);
        self.hessian.iter_mut().zip(&other.hessian).for_each(|(sum, value)| *sum += value);
        self.loss += other.loss;
    }
}

/// Fits the worths of greatest likelihood.
pub fn fit<const N: usize, T: Copy + Into<f64> + Sync>(samples: &[Sample<N, T>]) -> Fitted<N> {
    let size = samples.len().div_ceil(PARTS).max(1);
    let mut worth = [0.0; N];
    let mut step = 0;
    loop {
        let parts: Vec<Sums<N>> = samples.par_chunks(size).map(|part| Sums::of(part, &worth)).collect();
        let mut sums = Sums { hessian: vec![0.0; N * N], ..Sums::NONE };
        parts.iter().for_each(|part| sums.add(part));
        for (number, worth) in worth.iter().enumerate() {
            sums.gradient[number] += REGULARIZATION * worth;
            sums.hessian[number * N + number] += REGULARIZATION;
        }
        let root = Cholesky::new(sums.hessian, N);
        let change = root.solve(sums.gradient.to_vec());
        let largest = change.iter().fold(0.0, |most: f64, change| most.max(change.abs()));
        if largest < SMALL_STEP || step == STEPS {
            let covariance = covariance(&root, &parts);
            return Fitted { worth, covariance, loss: sums.loss / samples.len().max(1) as f64 };
        }
        worth.iter_mut().zip(change).for_each(|(worth, change)| *worth -= change);
        step += 1;
    }
}

/// Covariance of the worths over other sets of games, from the gradient of each part (sandwich estimator).
fn covariance<const N: usize>(root: &Cholesky, parts: &[Sums<N>]) -> Vec<[f64; N]> {
    let influences: Vec<Vec<f64>> = parts.iter().map(|part| root.solve(part.gradient.to_vec())).collect();
    let entry = |i: usize, j: usize| influences.iter().map(|influence| influence[i] * influence[j]).sum();
    (0..N).map(|i| std::array::from_fn(|j| entry(i, j))).collect()
}

/// Cholesky decomposition of a positive definite matrix.
pub struct Cholesky {
    /// Lower triangle, `[row * size + column]`.
    root: Vec<f64>,
    size: usize,
}

impl Cholesky {
    /// Decomposes a matrix given by its lower triangle.
    pub fn new(mut matrix: Vec<f64>, size: usize) -> Self {
        for row in 0..size {
            for column in 0..=row {
                let (above, below) = matrix.split_at(row * size);
                let left = if row == column { &below[..size] } else { &above[column * size..(column + 1) * size] };
                let dot: f64 = left[..column].iter().zip(&below[..column]).map(|(a, b)| a * b).sum();
                let rest = matrix[row * size + column] - dot;
                matrix[row * size + column] =
                    if row == column { rest.max(1e-12).sqrt() } else { rest / matrix[column * size + column] };
            }
        }
        Self { root: matrix, size }
    }

    /// Solves `matrix · x = vector` for `x`.
    pub fn solve(&self, mut vector: Vec<f64>) -> Vec<f64> {
        let (root, size) = (&self.root, self.size);
        for row in 0..size {
            let dot: f64 = (0..row).map(|column| root[row * size + column] * vector[column]).sum();
            vector[row] = (vector[row] - dot) / root[row * size + row];
        }
        for row in (0..size).rev() {
            let dot: f64 = (row + 1..size).map(|below| root[below * size + row] * vector[below]).sum();
            vector[row] = (vector[row] - dot) / root[row * size + row];
        }
        vector
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::rng::Rng;

    fn chance(rng: &mut Rng) -> f64 {
        rng.below(1 << 24) as f64 / f64::from(1 << 24)
    }

    /// Samples with random results from known worths; the last feature is always 0.
    fn samples(worth: [f64; 3], count: usize, seed: u64) -> Vec<Sample<4>> {
        let mut rng = Rng::new(seed);
        let mut one = || {
            let features: [i8; 3] = std::array::from_fn(|_| rng.below(7) as i8 - 3);
            let value: f64 = features.iter().zip(worth).map(|(&feature, worth)| f64::from(feature) * worth).sum();
            let won = chance(&mut rng) < 1.0 / (1.0 + libm::exp(-value));
            Sample { features: [features[0], features[1], features[2], 0], result: f32::from(u8::from(won)) }
        };
        (0..count).map(|_| one()).collect()
    }

    #[test]
    fn known_worths_are_found_within_their_errors() {
        let worth = [0.5, -0.2, 1.1];
        let fitted = fit(&samples(worth, 60_000, 1));
        for (index, known) in worth.into_iter().enumerate() {
            let error = fitted.covariance[index][index].sqrt();
            assert!(error > 0.002 && error < 0.02, "{fitted:?}");
            assert!((fitted.worth[index] - known).abs() < 4.0 * error, "{fitted:?}");
        }
        assert_eq!(fitted.worth[3], 0.0);
        let (ratio, error) = fitted.ratio(2, 0);
        assert!((ratio - 2.2).abs() < 4.0 * error && error < 0.1, "{ratio} ± {error}");
    }

    #[test]
    fn errors_are_those_by_which_other_samples_give_other_worths() {
        let fits: Vec<Fitted<4>> = (0..60).map(|seed| fit(&samples([0.5, -0.2, 1.1], 3_000, seed))).collect();
        let mean = fits.iter().map(|fit| fit.worth[0]).sum::<f64>() / 60.0;
        let spread = (fits.iter().map(|fit| (fit.worth[0] - mean).powi(2)).sum::<f64>() / 59.0).sqrt();
        let told = fits.iter().map(|fit| fit.covariance[0][0].sqrt()).sum::<f64>() / 60.0;
        assert!((0.7..1.4).contains(&(told / spread)), "told {told}, seen {spread}");
    }

    #[test]
    fn a_system_of_equations_is_solved() {
        let root = Cholesky::new(vec![4.0, 0.0, 2.0, 3.0], 2);
        let solved = root.solve(vec![10.0, 8.0]);
        assert!((solved[0] - 1.75).abs() < 1e-12 && (solved[1] - 1.5).abs() < 1e-12, "{solved:?}");
    }
}
