//! Every number of the handcrafted evaluation but the piece-square tables. All in cp, where a pawn on the board is 100.
//!
//! The numbers are there twice. [`Alone`] are those of `Eval=handcrafted`: a piece in hand is worth one and a half of
//! the same piece on the board, and a knight, the weaker minor piece on the board, is the stronger one in hand (rules
//! T1 and T2); with these values held fast, all others were fitted to the results of games (`tandem fit evaluation`),
//! on boards where they ended by mate. [`Corrected`] are those to which a network adds its output. They were fitted in
//! the same way with hand values left free, and stay as they were when the networks were trained with them.

use crate::types::{PieceType, Score, tunables::tunables};

/// The numbers of the handcrafted evaluation that plays without a network.
pub struct Alone;

/// The numbers of the handcrafted evaluation that a network corrects.
pub struct Corrected;

/// Defines both sets: each line is one of [`tunables`], of [`Alone`], with an arrow to the number of [`Corrected`]
/// where that is another one.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $alone:expr $(=> $corrected:expr)?, $low:literal ..= $high:literal,
        $step:literal;)+) => {
        tunables! {
            $($(#[$doc])* $name: $type = $alone, $low..=$high, $step;)+
        }

        /// The numbers that a network corrects. They are not tunable: networks were trained with them.
        mod corrected {
            use super::Score;

            $(pub const fn $name() -> $type {
                weights!(@last $alone $(, $corrected)?)
            })+
        }

        /// One set of the evaluation's numbers.
        pub trait Numbers {
            /// The place of the set in tables that hold both.
            const SET: usize;

            $($(#[$doc])* fn $name() -> $type;)+
        }

        impl Numbers for Alone {
            const SET: usize = 0;

            $(#[inline(always)]
            fn $name() -> $type {
                $name()
            })+
        }

        impl Numbers for Corrected {
            const SET: usize = 1;

            $(#[inline(always)]
            fn $name() -> $type {
                corrected::$name()
            })+
        }
    };
    (@last $alone:expr) => { $alone };
    (@last $alone:expr, $corrected:expr) => { $corrected };
}

weights! {
    /// Values of pieces on the board, pawn to king.
    board_values: [Score; 6] = [100, 178, 186, 189, 358, 0] => [100, 167, 192, 189, 358, 0], 0..=1000, 15;
    /// Value of the first piece of a kind in hand, pawn to queen.
    hand_values: [Score; 5] = [150, 276, 264, 284, 537] => [102, 224, 207, 230, 415], 20..=1500, 20;
    /// Values of the first, second, … piece of a kind in hand, in percent of the first. The last entry serves for all
    /// further ones. One more pawn nearly always has a square to drop on; a third knight has to wait.
    hand_percent: [[Score; 5]; 5] = [
        [100, 95, 83, 74, 62],
        [100, 90, 78, 66, 60],
        [100, 81, 73, 64, 58],
        [100, 90, 76, 64, 58],
        [100, 85, 78, 66, 60],
    ],
        0..=150, 6;
    /// Value of being on turn.
    tempo: Score = 34 => 27, 0..=100, 5;

    // Pieces
    /// For each square that a piece attacks, without own pieces and squares attacked by enemy pawns, pawn to king.
    mobility: [Score; 6] = [0, 15, 23, 21, 13, 0] => [0, 18, 23, 19, 5, 0], 0..=40, 2;
    /// For each enemy non-pawn piece that an own pawn attacks.
    pawn_threat: Score = 40 => 33, 0..=100, 5;
    /// For each step by which the distance of a non-pawn piece to the enemy king is below 8, pawn to king.
    near_king: [Score; 6] = [0, 7, 3, 1, 1, 0] => [0, 5, 2, 0, 0, 0], 0..=40, 1;
    /// For each knight and bishop that a pawn guards.
    guarded_minor: Score = 17, 0..=100, 4;

    // Pawns
    /// For each pawn on the seventh, the sixth and the fifth rank.
    near_promotion: [Score; 3] = [104, 86, 47] => [97, 67, 26], 0..=250, 10;
    /// For each pawn on the seventh rank whose last step is free and unguarded.
    safe_promotion: Score = 94 => 87, 0..=300, 12;
    /// For each pawn in hand, up to two, that finds a square on the seventh rank with a safe promotion ahead.
    pawn_drop_square: Score = 15 => 16, 0..=150, 5;

    // The king, in units of danger
    /// For each piece that attacks a square next to the enemy king, pawn to king; all pawns count as one.
    attacker: [Score; 6] = [41, 22, 9, 10, 29, 0] => [41, 18, 9, 7, 31, 0], 0..=120, 4;
    /// For each square next to the enemy king that a piece attacks.
    ring_hit: Score = 12 => 17, 0..=60, 4;
    /// For each square next to the king that an enemy attacks and only the king guards.
    weak_square: Score = 17 => 13, 0..=80, 4;
    /// For each piece in the enemy's hand, up to three of a kind, pawn to queen.
    held_force: [Score; 5] = [8, 0, 5, 9, 19] => [9, 2, 5, 9, 19], 0..=100, 4;
    /// Maximum of [`held_force`] over a hand.
    force_limit: Score = 4 => 37, 4..=240, 12;
    /// For each square, up to two a kind, where a held piece could be safely dropped with check, pawn to queen.
    drop_check: [Score; 5] = [17, 42, 0, 13, 20] => [13, 35, 3, 9, 12], 0..=160, 8;
    /// In addition for each such square next to the king, so that no drop can block the check; a pawn's always is.
    contact_check: [Score; 5] = [5, 0, 16, 23, 29] => [1, 0, 18, 24, 27], 0..=200, 8;
    /// The same as [`drop_check`] for a kind that the enemy does not hold yet, pawn to queen.
    virtual_check: [Score; 5] = [12, 30, 8, 9, 14] => [8, 23, 2, 7, 4], 0..=160, 4;
    /// For each square, up to four, where a piece on the board could give check, or a held one that is not safe there.
    other_check: Score = 8, 0..=80, 4;
    /// If a kind not held yet could give a check that no drop blocks, and the king has no escape square.
    virtual_mate: Score = 41 => 29, 0..=400, 12;
    /// For each escape square of the king missing to [`enough_escapes`], if a check could be dropped.
    no_escape: Score = 4 => 8, 0..=100, 4;
    /// Number of escape squares beyond which more do not help.
    enough_escapes: u32 = 7, 0..=8, 1;
    /// Growth of the danger when the attacker is on turn, in percent.
    on_turn_percent: Score = 25 => 30, 0..=100, 5;
    /// 64ths of a cp for a unit of danger.
    danger_linear: Score = 76 => 52, 0..=192, 8;
    /// Units² for one more cp.
    danger_square: Score = 166 => 186, 16..=960, 16;
    /// Maximum cost of the danger, in cp; for [`Alone`] in effect none, which is most of what its numbers gain (see the
    /// search's diary).
    danger_limit: Score = 20_000 => 1_050, 300..=20_000, 100;
    /// Value of a castling right, in cp.
    castling: Score = 30 => 26, 0..=80, 4;
}

/// Largest count of a kind in the table of hands: two sets have sixteen pawns of a color.
const COUNTED: usize = 16;

/// The value of `count` pieces of one kind in hand together, from that of the first and a row of [`hand_percent`].
const fn sum(value: Score, percent: [Score; 5], count: usize) -> Score {
    let mut sum = 0;
    let mut index = 0;
    while index < count {
        sum += value * percent[if index < 4 { index } else { 4 }] / 100;
        index += 1;
    }
    sum
}

/// `[kind][count]`: the value of `count` pieces of a kind in hand together.
#[cfg(not(feature = "tune"))]
type Sums = [[Score; COUNTED + 1]; 5];

/// [`Sums`] of both sets, by [`Numbers::SET`].
#[cfg(not(feature = "tune"))]
static SUMS: [Sums; 2] =
    [sums(hand_values(), hand_percent()), sums(corrected::hand_values(), corrected::hand_percent())];

#[cfg(not(feature = "tune"))]
const fn sums(values: [Score; 5], percent: [[Score; 5]; 5]) -> Sums {
    let mut sums = [[0; COUNTED + 1]; 5];
    let mut entry = 0;
    while entry < 5 * (COUNTED + 1) {
        let (kind, count) = (entry / (COUNTED + 1), entry % (COUNTED + 1));
        sums[kind][count] = sum(values[kind], percent[kind], count);
        entry += 1;
    }
    sums
}

/// The value of `count` pieces of `kind` in hand together. Pieces beyond the sixteenth add 0.
#[inline]
pub fn hand_sum<N: Numbers>(kind: PieceType, count: u32) -> Score {
    let (kind, count) = (kind.index(), (count as usize).min(COUNTED));
    #[cfg(not(feature = "tune"))]
    let sum = SUMS[N::SET][kind][count];
    #[cfg(feature = "tune")]
    let sum = sum(N::hand_values()[kind], N::hand_percent()[kind], count);
    sum
}
