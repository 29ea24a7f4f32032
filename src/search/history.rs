//! What earlier nodes teach about moves: tables of success, one set a thread.
//!
//! Drops are pieces of their own: a knight dropped on f3 and a knight moved there share nothing.

use crate::board::Position;
use crate::types::{Color, Move, PieceType, Score, Square};

/// Twelve pieces, then five kinds of drops a color.
const MOVERS: usize = 22;
const MOVER_SQUARES: usize = MOVERS * 64;
const LIMIT: i32 = 16_384;
const CORRECTION_ENTRIES: usize = 16_384;
/// A correction is kept in 256ths of a cp.
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_LIMIT: i32 = 96 * CORRECTION_GRAIN;

/// Who moves where: a row of the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoverTo(u16);

impl MoverTo {
    /// The row of a move that is about to be made.
    #[inline]
    pub fn new(position: &Position, mv: Move) -> Self {
        let mover = match mv.dropped() {
            Some(kind) => 12 + 5 * position.side_to_move().index() + kind.index(),
            None => position.piece_at(mv.origin()).map_or(0, |piece| piece.index()),
        };
        Self((mover * 64 + mv.to().index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The tables of one thread.
pub struct Histories {
    quiet: Vec<i16>,
    /// `[piece and square][kind taken]`.
    noisy: Vec<[i16; 6]>,
    /// `[row of an earlier move][row of this move]`.
    continuation: Vec<i16>,
    counter: Vec<Move>,
    /// `[key kind][color][entry]`.
    correction: [[Vec<i32>; 2]; 2],
}

impl Default for Histories {
    fn default() -> Self {
        Self {
            quiet: vec![0; MOVER_SQUARES],
            noisy: vec![[0; 6]; MOVER_SQUARES],
            continuation: vec![0; MOVER_SQUARES * MOVER_SQUARES],
            counter: vec![Move::NONE; MOVER_SQUARES],
            correction: std::array::from_fn(|_| std::array::from_fn(|_| vec![0; CORRECTION_ENTRIES])),
        }
    }
}

/// Moves an entry towards the bonus, the slower the nearer it is to the limit.
#[inline]
fn learn(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    *entry += (bonus - i32::from(*entry) * bonus.abs() / LIMIT) as i16;
}

impl Histories {
    /// How well a quiet move or drop has done, after the moves `before` (the last, and the one before that).
    #[inline]
    pub fn quiet(&self, mover: MoverTo, before: [Option<MoverTo>; 2]) -> i32 {
        let mut value = i32::from(self.quiet[mover.index()]);
        for earlier in before.into_iter().flatten() {
            value += i32::from(self.continuation[earlier.index() * MOVER_SQUARES + mover.index()]);
        }
        value
    }

    /// Learns of a quiet move or drop.
    pub fn learn_quiet(&mut self, mover: MoverTo, before: [Option<MoverTo>; 2], bonus: i32) {
        learn(&mut self.quiet[mover.index()], bonus);
        for earlier in before.into_iter().flatten() {
            learn(&mut self.continuation[earlier.index() * MOVER_SQUARES + mover.index()], bonus);
        }
    }

    /// How well a capture of `taken` has done.
    #[inline]
    pub fn noisy(&self, mover: MoverTo, taken: PieceType) -> i32 {
        i32::from(self.noisy[mover.index()][taken.index()])
    }

    /// Learns of a capture.
    pub fn learn_noisy(&mut self, mover: MoverTo, taken: PieceType, bonus: i32) {
        learn(&mut self.noisy[mover.index()][taken.index()], bonus);
    }

    /// The quiet move that last refuted the move `before`.
    #[inline]
    pub fn counter(&self, before: Option<MoverTo>) -> Move {
        before.map_or(Move::NONE, |row| self.counter[row.index()])
    }

    /// Remembers `mv` as the refutation of the move `before`.
    pub fn set_counter(&mut self, before: Option<MoverTo>, mv: Move) {
        if let Some(row) = before {
            self.counter[row.index()] = mv;
        }
    }

    /// What search found the static score of like positions (same pawns, same hands) to be off by, in cp.
    #[inline]
    pub fn correction(&self, position: &Position) -> Score {
        let us = position.side_to_move();
        let sum: i32 =
            correction_keys(position).iter().zip(&self.correction).map(|(&key, table)| table[us.index()][key]).sum();
        sum / (2 * CORRECTION_GRAIN)
    }

    /// Learns that the static score was off by `error` cp, found at `depth`.
    pub fn learn_correction(&mut self, position: &Position, error: Score, depth: i32) {
        let us = position.side_to_move();
        let weight = (depth + 1).min(16);
        for (key, table) in correction_keys(position).into_iter().zip(&mut self.correction) {
            let entry = &mut table[us.index()][key];
            let target = error.clamp(-400, 400) * CORRECTION_GRAIN;
            *entry = ((*entry * (256 - weight) + target * weight) / 256).clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
        }
    }
}

/// Entries of the correction tables: by pawns, by hands.
#[inline]
fn correction_keys(position: &Position) -> [usize; 2] {
    let pawns = |color: Color| position.pieces(color, PieceType::Pawn).0;
    let held = |color: Color| {
        let hand = position.hand(color);
        PieceType::HELD.iter().fold(0u64, |key, &kind| key << 5 | u64::from(hand.count(kind)))
    };
    let mix = |white: u64, black: u64| {
        let mixed = (white.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ black.wrapping_mul(0xc2b2_ae3d_27d4_eb4f))
            .wrapping_mul(0x1656_67b1_9e37_79f9);
        (mixed >> 50) as usize % CORRECTION_ENTRIES
    };
    [mix(pawns(Color::White), pawns(Color::Black)), mix(held(Color::White), held(Color::Black))]
}

/// Whether dropping on `square` touches the enemy king's neighborhood.
#[inline]
pub fn near_king(position: &Position, square: Square) -> bool {
    square.distance(position.king(!position.side_to_move())) <= 1
}
