//! Every number of the handcrafted evaluation, once. All in cp, where a pawn on the board is 100.
//!
//! Board values are flat and hands are dear, as players of bughouse have it: a held piece is worth about one and a half
//! times the same piece on the board (T1), and the knight, weaker than the bishop on the board, is the stronger of the
//! two in hand (T2).

use crate::types::{PieceType, Score};

/// What a piece on the board is worth, pawn to king.
pub const BOARD_VALUES: [Score; 6] = [100, 200, 206, 230, 410, 0];

/// What the first piece of a kind in hand is worth, pawn to queen.
pub const HAND_VALUES: [Score; 5] = [150, 310, 298, 335, 610];

/// What the second, third, … piece of a kind is worth, in percent of the first. The last entry serves for all further
/// ones. One more pawn nearly always finds a square; the third knight waits for its turn.
pub const HAND_PERCENT: [[Score; 5]; 5] =
    [[100, 94, 86, 76, 64], [100, 90, 78, 66, 60], [100, 88, 76, 64, 58], [100, 88, 76, 64, 58], [100, 90, 78, 66, 60]];

/// What a hand that arrives at the partner is worth to this board, in percent of the first of its kind.
pub const FLOW_PERCENT: Score = 60;

/// What it is worth to be on turn.
pub const TEMPO: Score = 25;

/// Most pieces of a kind that the table of hands tells apart: two sets hold sixteen pawns.
const COUNTED: usize = 16;

/// `[kind][count]`: what so many of a kind in hand are worth together.
pub static HAND_SUMS: [[Score; COUNTED + 1]; 5] = hand_sums();

const fn hand_sums() -> [[Score; COUNTED + 1]; 5] {
    let mut sums = [[0; COUNTED + 1]; 5];
    let mut kind = 0;
    while kind < 5 {
        let mut count = 0;
        while count < COUNTED {
            let step = if count < 4 { count } else { 4 };
            sums[kind][count + 1] = sums[kind][count] + HAND_VALUES[kind] * HAND_PERCENT[kind][step] / 100;
            count += 1;
        }
        kind += 1;
    }
    sums
}

/// What `count` pieces of `kind` in hand are worth together. More than two sets hold add nothing.
#[inline]
pub fn hand_sum(kind: PieceType, count: u32) -> Score {
    HAND_SUMS[kind.index()][(count as usize).min(COUNTED)]
}
