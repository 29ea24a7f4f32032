//! The history tables of one board, shared by all its threads. Of two concurrent updates of an entry one may be lost.
//!
//! Drops have rows of their own: a knight dropped on f3 and a knight moved there share no entry.

use crate::board::Position;
use crate::search::params;
use crate::types::rng::GOLDEN_RATIO;
use crate::types::{Color, LargeTable, Move, PieceType, Score, Square};
use std::sync::atomic::{AtomicI16, AtomicI32, AtomicU16, Ordering::Relaxed};

/// Twelve pieces, then five kinds of drops per color.
const MOVERS: usize = 22;
const MOVER_SQUARES: usize = MOVERS * 64;
const CORRECTION_ENTRIES: usize = 16_384;
/// Corrections are stored in 256ths of a cp.
const CORRECTION_GRAIN: i32 = 256;

/// The piece or drop that moves and its target square: a row of the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoverTo(u16);

impl MoverTo {
    /// The row of a move that is about to be made.
    #[inline]
    pub fn new(position: &Position, mv: Move) -> Self {
        let mover = match mv.dropped() {
            Some(kind) => dropper(position.side_to_move(), kind),
            None => position.piece_at(mv.origin()).map_or(0, |piece| piece.index()),
        };
        Self((mover * 64 + mv.to().index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    fn mover(self) -> usize {
        self.index() / 64
    }

    #[inline]
    fn square(self) -> usize {
        self.index() % 64
    }
}

/// The place of drops of a kind among the movers.
#[inline]
fn dropper(color: Color, kind: PieceType) -> usize {
    12 + 5 * color.index() + kind.index()
}

/// The entries of one mover, by its target square.
type MoverRow = [AtomicI16; 64];

/// The history tables of one board's searches.
pub struct Histories {
    /// `[mover]`.
    quiet: Vec<MoverRow>,
    /// `[row][kind taken]`.
    noisy: Vec<[AtomicI16; 6]>,
    /// `[row of an earlier move][mover]`.
    continuation: LargeTable<MoverRow>,
    /// The rows of a move that has no earlier one.
    nothing: Vec<MoverRow>,
    /// Counter moves as bits, by the row of the move before.
    counter: Vec<AtomicU16>,
    /// `[key kind][color][entry]`.
    correction: [[Vec<AtomicI32>; 2]; 2],
}

impl Default for Histories {
    fn default() -> Self {
        Self {
            quiet: mover_rows(MOVERS),
            noisy: zeros(MOVER_SQUARES),
            continuation: LargeTable::from_fn(MOVER_SQUARES * MOVERS, |_| empty_row()),
            nothing: mover_rows(MOVERS),
            counter: (0..MOVER_SQUARES).map(|_| AtomicU16::new(Move::NONE.bits())).collect(),
            correction: std::array::from_fn(|_| std::array::from_fn(|_| zeros(CORRECTION_ENTRIES))),
        }
    }
}

fn zeros<T: Default>(count: usize) -> Vec<T> {
    std::iter::repeat_with(T::default).take(count).collect()
}

fn mover_rows(count: usize) -> Vec<MoverRow> {
    std::iter::repeat_with(empty_row).take(count).collect()
}

fn empty_row() -> MoverRow {
    std::array::from_fn(|_| AtomicI16::new(0))
}

/// Adds a bonus to an entry, scaled down the nearer the entry is to the limit (history gravity).
#[inline]
fn learn(entry: &AtomicI16, bonus: i32) {
    let (bonus, old) = (bonus.clamp(-params::history_limit(), params::history_limit()), entry.load(Relaxed));
    entry.store(old + (bonus - i32::from(old) * bonus.abs() / params::history_limit()) as i16, Relaxed);
}

/// The parts of the tables that score the quiet moves and drops of one node.
#[derive(Clone, Copy)]
pub struct QuietRows<'h>([&'h [MoverRow]; 3]);

impl<'h> QuietRows<'h> {
    /// The history score of a quiet move or drop.
    #[inline]
    pub fn score(&self, mover: MoverTo) -> i32 {
        self.0.iter().map(|rows| i32::from(rows[mover.mover()][mover.square()].load(Relaxed))).sum()
    }

    /// The history scores of the drops of `kind` by `color`, by square.
    #[inline]
    pub fn drops(&self, color: Color, kind: PieceType) -> impl Fn(Square) -> i32 + use<'h> {
        let rows = self.0.map(|rows| &rows[dropper(color, kind)]);
        move |to| rows.iter().map(|row| i32::from(row[to.index()].load(Relaxed))).sum()
    }
}

impl Histories {
    /// The rows for the moves after the moves `before` (the last, and the one before that).
    #[inline]
    pub fn quiet(&self, before: [Option<MoverTo>; 2]) -> QuietRows<'_> {
        let rows = |earlier: Option<MoverTo>| {
            earlier.map_or(&self.nothing[..], |row| &self.continuation[row.index() * MOVERS..][..MOVERS])
        };
        QuietRows([&self.quiet, rows(before[0]), rows(before[1])])
    }

    /// Updates the histories of a quiet move or drop.
    pub fn learn_quiet(&self, mover: MoverTo, before: [Option<MoverTo>; 2], bonus: i32) {
        learn(&self.quiet[mover.mover()][mover.square()], bonus);
        for earlier in before.into_iter().flatten() {
            learn(&self.continuation[earlier.index() * MOVERS + mover.mover()][mover.square()], bonus);
        }
    }

    /// The history score of a capture of `taken`.
    #[inline]
    pub fn noisy(&self, mover: MoverTo, taken: PieceType) -> i32 {
        i32::from(self.noisy[mover.index()][taken.index()].load(Relaxed))
    }

    /// Updates the history of a capture.
    pub fn learn_noisy(&self, mover: MoverTo, taken: PieceType, bonus: i32) {
        learn(&self.noisy[mover.index()][taken.index()], bonus);
    }

    /// The quiet move that last refuted the move `before`.
    #[inline]
    pub fn counter(&self, before: Option<MoverTo>) -> Move {
        before.map_or(Move::NONE, |row| Move::from_bits(self.counter[row.index()].load(Relaxed)))
    }

    /// Stores `mv` as the refutation of the move `before`.
    pub fn set_counter(&self, before: Option<MoverTo>, mv: Move) {
        if let Some(row) = before {
            self.counter[row.index()].store(mv.bits(), Relaxed);
        }
    }

    /// The mean error of the static score in positions with the same pawns and in those with the same hands, in cp.
    #[inline]
    pub fn correction(&self, position: &Position) -> Score {
        let us = position.side_to_move();
        let entries = correction_keys(position).into_iter().zip(&self.correction);
        let sum: i32 = entries.map(|(key, table)| table[us.index()][key].load(Relaxed)).sum();
        sum / (2 * CORRECTION_GRAIN)
    }

    /// Updates the correction histories with an `error` of the static score, in cp, found at `depth`.
    pub fn learn_correction(&self, position: &Position, error: Score, depth: i32) {
        let us = position.side_to_move();
        let limit = params::correction_limit() * CORRECTION_GRAIN;
        let weight = (depth + 1).min(params::correction_weight());
        for (key, table) in correction_keys(position).into_iter().zip(&self.correction) {
            let entry = &table[us.index()][key];
            let target = error.clamp(-params::correction_error(), params::correction_error()) * CORRECTION_GRAIN;
            let moved = (entry.load(Relaxed) * (256 - weight) + target * weight) / 256;
            entry.store(moved.clamp(-limit, limit), Relaxed);
        }
    }
}

/// Indices into the correction tables: by pawns, by hands.
#[inline]
fn correction_keys(position: &Position) -> [usize; 2] {
    let pawns = |color: Color| position.pieces(color, PieceType::Pawn).0;
    let held = |color: Color| {
        let hand = position.hand(color);
        PieceType::HELD.iter().fold(0u64, |key, &kind| key << 5 | u64::from(hand.count(kind)))
    };
    // Multipliers: two primes of xxHash (Y. Collet) beside the golden ratio.
    let mix = |white: u64, black: u64| {
        let mixed = (white.wrapping_mul(GOLDEN_RATIO) ^ black.wrapping_mul(0xc2b2_ae3d_27d4_eb4f))
            .wrapping_mul(0x1656_67b1_9e37_79f9);
        (mixed >> 50) as usize % CORRECTION_ENTRIES
    };
    [mix(pawns(Color::White), pawns(Color::Black)), mix(held(Color::White), held(Color::Black))]
}

/// Whether `square` is adjacent to the enemy king.
#[inline]
pub fn near_king(position: &Position, square: Square) -> bool {
    square.distance(position.king(!position.side_to_move())) <= 1
}
