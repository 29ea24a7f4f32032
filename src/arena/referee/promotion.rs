//! Gambler's promotion in a match: which piece the promoter's partner takes.
//!
//! UBI has no command to ask the partner's engine, so the referee picks for it, by the static evaluation of both
//! boards.

use crate::board::Promotion;
use crate::eval::{Prices, evaluate};
use crate::game::{BoardId, Game, GameMove, Outcome, Team};
use crate::types::{Move, Score, score::EVAL_LIMIT};

/// Completes a promotion with the piece that is best for the team. A move that takes no piece from the other board is
/// returned unchanged.
pub fn complete(game: &Game, board: BoardId, mv: Move) -> GameMove {
    if mv.promotion().is_none() || !matches!(game.position(board).rules().promotion, Promotion::Taken(_)) {
        return mv.into();
    }
    let seat = game.on_turn(board);
    let choices = game.takeable(seat).filter_map(|square| {
        let kind = game.position(!board).piece_at(square)?.kind();
        let legal = game.position(board).legal_moves();
        let mv = legal
            .into_iter()
            .find(|other| other.promotion() == Some(kind) && other.from() == mv.from() && other.to() == mv.to())?;
        let choice = GameMove { mv, taken: Some(square) };
        let mut after = game.clone();
        after.play_whole(board, choice).ok()?;
        Some((worth(&after, seat.team()), choice))
    });
    choices.max_by_key(|&(worth, _)| worth).map_or_else(|| mv.into(), |(_, choice)| choice)
}

/// The sum of both boards' evaluations for a team, in cp.
fn worth(game: &Game, team: Team) -> Score {
    if let Some(Outcome { winner: Some(winner), .. }) = game.outcome() {
        return if winner == team { 2 * EVAL_LIMIT } else { -2 * EVAL_LIMIT };
    }
    let context = Prices::bughouse_default();
    BoardId::ALL
        .into_iter()
        .map(|board| {
            let score = evaluate(game.position(board), &context);
            if game.on_turn(board).team() == team { score } else { -score }
        })
        .sum()
}
