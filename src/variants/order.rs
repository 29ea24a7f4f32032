//! The order of moves: the table's move, good captures, killers, the answer that worked before, history, bad captures.

use super::game::Game;
use super::moves::{Move, Square};
use super::search::MAX_PLY;

/// A move with its rank in the order; below 0 for captures that lose material and for moves that mostly failed.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The move.
    pub mv: Move,
    /// Its rank.
    pub score: i32,
}

/// Cells of the board by pieces: the size of the tables.
const PLACES: usize = 32 * 192;
/// The bound of history values.
const MOST: i32 = 12_000;

const STORED: i32 = 2_000_000;
const GOOD_CAPTURE: i32 = 500_000;
const KILLER: i32 = 200_000;
const ANSWER: i32 = 150_000;
const BAD_CAPTURE: i32 = -100_000;

/// The tables of a search for move ordering: histories, answers to moves, killers.
pub struct Order {
    history: Vec<i32>,
    /// By the piece and square before, then by those of the move: squares without the margin.
    follow_ups: Vec<i16>,
    answers: Vec<u32>,
    killers: [[u32; 2]; MAX_PLY + 2],
    buffer: Vec<Move>,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            history: vec![0; PLACES],
            follow_ups: vec![0; PAIRS * PAIRS],
            answers: vec![0; PLACES],
            killers: [[0; 2]; MAX_PLY + 2],
            buffer: Vec::new(),
        }
    }
}

/// Pieces on squares without the margin: 20 kinds with colors on 96 squares.
const PAIRS: usize = 20 * 96;

/// The place of a piece on a square in a row or column of the follow-ups.
const fn compact(piece: usize, to: Square) -> usize {
    let kind = (piece & 15) - 1 + if piece >= 16 { 10 } else { 0 };
    kind * 96 + super::moves::rank_of(to) as usize * 12 + super::moves::file_of(to) as usize
}

const fn place(piece: usize, to: Square) -> usize {
    piece * 192 + to as usize
}

impl Order {
    /// A new search begins: what was learned counts half.
    pub fn age(&mut self) {
        self.history.iter_mut().for_each(|value| *value /= 2);
        self.killers = [[0; 2]; MAX_PLY + 2];
    }

    /// Fills `list` with the moves of a position and their ranks.
    pub fn list<G: Game>(
        &mut self,
        position: &G,
        noisy: bool,
        stored: u32,
        ply: usize,
        last: Option<(usize, Square)>,
        list: &mut Vec<Scored>,
    ) {
        list.clear();
        self.buffer.clear();
        position.generate(noisy, &mut self.buffer);
        let answer = last.map_or(0, |(piece, to)| self.answers[place(piece, to)]);
        let killers = self.killers[ply];
        list.extend(self.buffer.iter().map(|&mv| {
            let bits = mv.bits();
            let score = if bits == stored {
                STORED
            } else if position.is_noisy(mv) {
                let base = if position.gains_at_least(mv, 0) { GOOD_CAPTURE } else { BAD_CAPTURE };
                base + position.gain(mv).min(30_000) * 8 - position.mover(mv) as i32 % 16
            } else if bits == killers[0] {
                KILLER + 1
            } else if bits == killers[1] {
                KILLER
            } else if bits == answer {
                ANSWER
            } else {
                let piece = position.mover(mv);
                let follows =
                    last.map_or(0, |(before, at)| self.follow_ups[compact(before, at) * PAIRS + compact(piece, mv.to)]);
                self.history[place(piece, mv.to)] + i32::from(follows)
            };
            Scored { mv, score }
        }));
    }

    /// Brings the best of the moves from `index` on to that place.
    pub fn next(list: &mut [Scored], index: usize) -> Scored {
        let mut best = index;
        for other in index + 1..list.len() {
            if list[other].score > list[best].score {
                best = other;
            }
        }
        list.swap(index, best);
        list[index]
    }

    /// A quiet move was too good for the opponent; those tried before it were not.
    pub fn learn<G: Game>(
        &mut self,
        position: &G,
        mv: Move,
        tried: &[Move],
        depth: i32,
        ply: usize,
        last: Option<(usize, Square)>,
    ) {
        let bonus = (32 * depth * depth).min(1_600);
        for &other in tried {
            let change = if other == mv { bonus } else { -bonus };
            let value = &mut self.history[place(position.mover(other), other.to)];
            *value += change - *value * bonus / MOST;
            if let Some((before, at)) = last {
                let value =
                    &mut self.follow_ups[compact(before, at) * PAIRS + compact(position.mover(other), other.to)];
                *value += (change - i32::from(*value) * bonus / MOST) as i16;
            }
        }
        let killers = &mut self.killers[ply];
        if killers[0] != mv.bits() {
            killers[1] = killers[0];
            killers[0] = mv.bits();
        }
        if let Some((piece, to)) = last {
            self.answers[place(piece, to)] = mv.bits();
        }
    }
}
