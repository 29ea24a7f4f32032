//! Scores, always from the side to move.
//!
//! One scale holds evaluations in centipawns, *hangs* (the side to move is in check and waits for a piece that could
//! block, R8) and mates counted in plies. From worst to best:
//! `-MATE … -MATE + 1000 | hangs and evaluations | MATE - 1000 … MATE`.

/// Centipawns, or a mate by ply, from the side to move.
pub type Score = i32;

/// The deepest ply that a search reaches.
pub const MAX_PLY: usize = 128;
/// Above every score: the bound of a full window.
pub const INFINITE: Score = 32_500;
/// Mate on the board now; a mate in `n` plies is `MATE - n`.
pub const MATE: Score = 32_000;
/// Scores from here to [`MATE`] are mates; lower ones are evaluations and hangs.
pub const MATE_BOUND: Score = MATE - 1_000;
/// The highest evaluation.
pub const EVAL_LIMIT: Score = 29_000;

/// Being mated `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Giving mate `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Whether the score is a forced mate, for either side.
#[inline]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// Full moves to mate as protocols count them: positive when the side to move mates, negative when it is mated.
pub const fn mate_moves(score: Score) -> Option<i32> {
    if !is_mate(score) {
        return None;
    }
    let plies = MATE - score.abs();
    Some(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}
