//! The sequential probability ratio test: a match goes on until one of two hypotheses is accepted.
//!
//! Hypotheses are Elo differences of the logistic model; the likelihoods are those of the pentanomial (GSPRT).

use super::{Pentanomial, score_of_elo};
use std::fmt;

/// Hypotheses beyond this are taken for typing errors.
const MOST_ELO: f64 = 1000.0;

/// Two hypotheses and the risks of accepting the wrong one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo: [f64; 2],
    alpha: f64,
    beta: f64,
}

/// Errors of the parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// elo0 is not less than elo1, or one of them is out of range.
    #[error("SPRT: elo0 must be less than elo1, both within ±1000, not {0} and {1}")]
    Hypotheses(f64, f64),
    /// A risk is not between 0 and 0.5.
    #[error("SPRT: {0} must lie between 0 and 0.5, not {1}")]
    Risk(&'static str, f64),
}

/// Decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The difference is elo0 or less: the change failed.
    H0,
    /// The difference is elo1 or more: the change passed.
    H1,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// A test of `elo0` against `elo1`. `alpha` is the risk of accepting elo1 where elo0 is true, `beta` that of the
    /// opposite.
    ///
    /// # Errors
    /// When elo0 is not less than elo1, one of them is out of range, or a risk does not lie between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let sound = |elo: f64| elo.abs() <= MOST_ELO;
        if !(elo0 < elo1 && sound(elo0) && sound(elo1)) {
            return Err(SprtError::Hypotheses(elo0, elo1));
        }
        for (name, risk) in [("alpha", alpha), ("beta", beta)] {
            if !(risk > 0.0 && risk < 0.5) {
                return Err(SprtError::Risk(name, risk));
            }
        }
        Ok(Self { elo: [elo0, elo1], alpha, beta })
    }

    /// The log-likelihood ratio (LLR): above zero elo1 explains the pairs better than elo0.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let [drop0, drop1] = self.elo.map(|elo| pairs.drop(score_of_elo(elo)));
        drop0 - drop1
    }

    /// Wald's bounds of the LLR: elo0 is accepted at the lower one, elo1 at the upper one.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The decision from these pairs.
    pub fn decide(&self, pairs: &Pentanomial) -> Decision {
        let (llr, (low, high)) = (self.llr(pairs), self.bounds());
        if llr >= high {
            Decision::H1
        } else if llr <= low {
            Decision::H0
        } else {
            Decision::Open
        }
    }

    /// Estimated fraction of the test's pairs that are played already, from the LLR so far.
    pub fn progress(&self, pairs: &Pentanomial) -> f64 {
        let (llr, (low, high)) = (self.llr(pairs), self.bounds());
        (llr / if llr < 0.0 { low } else { high }).clamp(0.0, 1.0)
    }
}

impl fmt::Display for Sprt {
    /// As in `[0, 5], alpha 0.05, beta 0.05`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}], alpha {}, beta {}", self.elo[0], self.elo[1], self.alpha, self.beta)
    }
}
