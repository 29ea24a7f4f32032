//! TD(λ) scores: a search's score, mixed with those of later searches of the same board.

use super::logistic::sigmoid;
use crate::game::ByBoard;
use crate::tools::data::StoredPly;

/// Least distance of an expected result from 0 and 1, so that it has a score in cp.
const SURE: f32 = 1e-5;

/// Parameters of TD(λ) over the plies of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lookahead {
    /// Weight of later scores, 0 (a search's own score) to 1 (only the board's last score counts).
    pub lambda: f32,
    /// Cp that count as one unit of the logistic curve.
    pub scale: f32,
}

impl Lookahead {
    /// The score of each ply, in cp for its player; later scores are not mixed in past a move that was not the best.
    pub fn scores(self, plies: &[StoredPly]) -> Vec<f32> {
        let mut later: ByBoard<Option<f32>> = ByBoard([None; 2]);
        let mut scores: Vec<f32> = plies.iter().rev().map(|ply| self.score(ply, &mut later[ply.board])).collect();
        scores.reverse();
        scores
    }

    /// The score of a ply. `later` is the expected result, 0 to 1, of the next ply's player, and is set to that of this
    /// one's.
    fn score(self, ply: &StoredPly, later: &mut Option<f32>) -> f32 {
        let found = ply.score as f32;
        let own = sigmoid(found / self.scale);
        let next = later.filter(|_| self.lambda > 0.0 && !ply.near_best && !ply.random);
        let expected = next.map_or(own, |next| own + self.lambda * (1.0 - next - own));
        *later = Some(expected);
        next.map_or(found, |_| {
            let expected = expected.clamp(SURE, 1.0 - SURE);
            self.scale * libm::logf(expected / (1.0 - expected))
        })
    }
}
