//! A move that was played in a position, as tables and pages show it.

use super::counts::Counts;
use crate::board::Position;
use crate::types::score;
use crate::types::{Move, Score};
use serde::Serialize;

/// A move.
#[derive(Serialize)]
pub struct Row {
    /// In SAN, or by its squares if these rules do not have it.
    pub san: String,
    /// By its squares.
    #[serde(rename = "move")]
    pub mv: String,
    /// Boards on which it was played.
    pub played: u32,
    /// Games that the mover's team won.
    pub wins: u32,
    /// Draws.
    pub draws: u32,
    /// Games that it lost.
    pub losses: u32,
    /// The score of the mover's team, from 0 to 1.
    pub score: Option<f64>,
    /// The movers' average rating.
    pub rating: Option<f64>,
    /// Tandem's score for the mover in cp, if it searched; `None` for a mate score.
    pub cp: Option<i32>,
    /// The moves to mate.
    pub mate: Option<i32>,
    /// Either of them.
    #[serde(skip)]
    pub searched: Option<Score>,
}

impl Row {
    /// A move with its counts, and Tandem's score for the mover if it searched.
    pub fn new(position: &Position, mv: Move, counts: Counts, searched: Option<Score>) -> Self {
        let text = mv.to_text(false);
        let short = |value: f64| (value * 10_000.0).round() / 10_000.0;
        Self {
            // By other rules a move may be legal that is not by these.
            san: if position.is_legal(mv) { position.san(mv) } else { text.clone() },
            mv: text,
            played: counts.played,
            wins: counts.wins,
            draws: counts.draws,
            losses: counts.losses,
            score: counts.score().map(short),
            rating: counts.rating().map(f64::round),
            cp: searched.filter(|&score| !score::is_mate(score)),
            mate: searched.and_then(score::mate_moves),
            searched,
        }
    }
}
