//! The expected result of a team, from the scores of both boards and the four clocks. Its numbers are fitted to games
//! of people by `tandem fit expectation`, which also prints how well they predict games that they have not seen.

use super::judge::Judgment;
use crate::game::{BoardId, Clocks, Seat, Team};
use crate::types::score::{self, MATE};
use crate::types::{Color, Score};

/// Value of a mate on the board at once, in cp; also the limit of all scores.
pub const MATE_CP: Score = 3_000;
/// The cost of each ply to a mate, in cp.
const MATE_PLY_CP: Score = 20;
/// Log-odds of a lead of a pawn on both boards together: 0.063 in 21 games of people, 0.067 in 83 games of engines.
const PAWN_LOGITS: f64 = 0.065;
/// Log-odds of an unlimited lead on the clock: the limit of `CLOCK_LOGITS * tanh(CLOCK_STEEPNESS * lead / rest)`.
const CLOCK_LOGITS: f64 = 1.2;
/// Steepness of that curve: a lead of a sixth of the time left has three quarters of the limit. In games of engines a
/// lead on the clock predicts nothing: the side that thinks longer plays better.
const CLOCK_STEEPNESS: f64 = 6.0;
/// Part of the base time that is added to what is left, so that the last seconds do not count without bound.
const CLOCK_FLOOR: f64 = 0.04;

/// The time left in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The four clocks, in ms.
    pub clocks: Clocks,
    /// Each player's time at the start, in ms.
    pub base_ms: u64,
}

impl TimeLeft {
    /// By how much team 1, white on A and black on B, is ahead of its diagonals, in ms, on the average of both boards.
    pub fn lead_ms(&self) -> i64 {
        let lead = |seat: Seat| self.clocks[seat] as i64 - self.clocks[seat.diagonal()] as i64;
        BoardId::ALL.into_iter().map(|board| lead(Team::One.seat(board))).sum::<i64>() / 2
    }

    /// The lead as a part of what is left.
    pub fn lead_ratio(&self) -> f64 {
        let left: u64 = Seat::ALL.into_iter().map(|seat| self.clocks[seat]).sum();
        let rest = left as f64 / 4.0 + CLOCK_FLOOR * self.base_ms as f64;
        if rest > 0.0 { self.lead_ms() as f64 / rest } else { 0.0 }
    }
}

/// The lead of team 1 on both boards together, in cp; a mate counts 3,000, less 20 for each ply to it.
pub fn lead_cp(boards: [&Judgment; 2]) -> Score {
    let value = |score: Score| {
        if score::is_mate(score) { score.signum() * (MATE_CP - MATE_PLY_CP * (MATE - score.abs())) } else { score }
    };
    let of_board = |(board, verdict): (BoardId, &Judgment)| {
        let white = value(verdict.score).clamp(-MATE_CP, MATE_CP);
        if Team::One.seat(board).color == Color::White { white } else { -white }
    };
    BoardId::ALL.into_iter().zip(boards).map(of_board).sum()
}

/// The features of the expectation: the lead in pawns, and that on the clock between -1 and 1.
pub fn features(lead_cp: Score, time: Option<&TimeLeft>) -> [f64; 2] {
    [f64::from(lead_cp) / 100.0, time.map_or(0.0, |time| (CLOCK_STEEPNESS * time.lead_ratio()).tanh())]
}

/// The weights of the [`features`], in log-odds.
pub const WEIGHTS: [f64; 2] = [PAWN_LOGITS, CLOCK_LOGITS];

/// The expected result of team 1, from 0 to 1.
pub fn expected(boards: [&Judgment; 2], time: Option<&TimeLeft>) -> f64 {
    chance(&features(lead_cp(boards), time), &WEIGHTS)
}

/// The chance that log-odds stand for.
pub fn chance(features: &[f64; 2], weights: &[f64; 2]) -> f64 {
    let logits: f64 = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
    1.0 / (1.0 + (-logits).exp())
}
