//! Every number of the handcrafted evaluation, once. All in cp, where a pawn on the board is 100.
//!
//! Board values are flat and hands are dear, as players of bughouse have it: a held piece is worth about one and a half
//! times the same piece on the board (T1), and the knight, weaker than the bishop on the board, is the stronger of the
//! two in hand (T2).

use crate::types::{PieceType, Score};

/// What a piece on the board is worth, pawn to king.
pub const BOARD_VALUES: [Score; 6] = [100, 200, 206, 230, 410, 0];

/// What a piece on the board counts for in exchanges, pawn to king. On the scale of [`BOARD_VALUES`], but a pawn is
/// cheaper and a queen dearer: with the plain board values the search lost 25 Elo (see the search's diary).
pub const EXCHANGE_VALUES: [Score; 6] = [85, 199, 206, 236, 474, 0];

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

// Pieces

/// For each square that a piece reaches where neither an own piece stands nor an enemy pawn looks, pawn to king.
pub const MOBILITY: [Score; 6] = [0, 10, 10, 7, 4, 0];
/// For each enemy non-pawn piece that an own pawn attacks.
pub const PAWN_THREAT: Score = 28;

// Pawns

/// For each pawn that another one guards.
pub const CHAIN: Score = 6;
/// For each pawn on the seventh, the sixth and the fifth rank.
pub const NEAR_PROMOTION: [Score; 3] = [75, 30, 8];
/// For each pawn on the seventh rank whose last step is free and unguarded.
pub const SAFE_PROMOTION: Score = 90;
/// For each pawn in hand, up to two, that finds a square on the seventh rank with a safe promotion ahead.
pub const PAWN_DROP_SQUARE: Score = 22;

// The king, in units of danger

/// For each kind of piece that attacks a square beside the enemy king, pawn to king; all pawns count as one.
pub const ATTACKER: [Score; 6] = [4, 6, 4, 5, 8, 0];
/// For each square beside the enemy king that a piece attacks.
pub const RING_HIT: Score = 2;
/// For each square beside the king that an enemy attacks and nobody but the king guards.
pub const WEAK_SQUARE: Score = 4;
/// What each piece in the enemy's hand adds by being there, up to three of a kind, pawn to queen.
pub const HELD_FORCE: [Score; 5] = [1, 4, 3, 3, 6];
/// The most that a hand adds in that way.
pub const FORCE_LIMIT: Score = 16;
/// What a hole beside the king adds when the enemy's hand has that most, and in proportion when it has less.
pub const HOLE: Score = 5;
/// For each square, up to two a kind, where a held piece could be dropped with check and not be taken, pawn to queen.
pub const DROP_CHECK: [Score; 5] = [4, 10, 4, 5, 6];
/// What it adds when such a square touches the king, so that no drop blocks the check; a pawn's always does.
pub const CONTACT_CHECK: [Score; 5] = [0, 0, 5, 7, 14];
/// For each square to run to that the king lacks of [`ENOUGH_ESCAPES`], when a check could be dropped.
pub const NO_ESCAPE: Score = 4;
/// More squares than these do not help further.
pub const ENOUGH_ESCAPES: u32 = 3;
/// What each piece in the own hand takes off: it can fill a hole or block a line.
pub const FILLER: Score = 2;
/// More fillers than these do not help further.
pub const ENOUGH_FILLERS: u32 = 4;
/// What the danger grows by when the attacker is on turn, in percent.
pub const ON_TURN_PERCENT: Score = 20;

/// cp for a unit of danger.
pub const DANGER_LINEAR: Score = 2;
/// Units² for one more cp.
pub const DANGER_SQUARE: Score = 12;
/// No danger costs more.
pub const DANGER_LIMIT: Score = 1_500;
/// What it is worth that the king may still castle, in cp.
pub const CASTLING: Score = 14;
