//! The order of moves: the table's move, good captures and promotions, killers, the counter move, histories, bad
//! captures and underpromotions.

#[cfg(test)]
use super::fen::parse;
use super::game::Game;
#[cfg(test)]
use super::gardner::GARDNER;
use super::mailbox::{CELL_VALUES, CELLS};
use super::moves::{Move, Square};
use super::search::MAX_PLY;

/// A move with its rank in the order; below 0 for captures that lose material, for underpromotions and for moves that
/// mostly failed.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The move.
    pub mv: Move,
    /// Its rank.
    pub score: i32,
}

/// Size of the tables by piece and square.
const PLACES: usize = CELL_VALUES * CELLS;
/// The bound of history values; the nearer a value is to it, the slower it grows (gravity).
const HISTORY_LIMIT: i32 = 12_000;

// The ranks of the kinds of moves; quiet moves are ordered by their histories below.
const TABLE_MOVE: i32 = 2_000_000;
const GOOD_CAPTURE: i32 = 500_000;
const KILLER: i32 = 200_000;
const COUNTER_MOVE: i32 = 150_000;
const BAD_CAPTURE: i32 = -100_000;

/// The tables of a search for move ordering. Moves are stored by their [`Move::bits`].
pub struct Order {
    /// By piece and target square.
    history: Vec<i32>,
    /// By the piece and square of the move before, then by those of the move: squares without the margin.
    continuation: Vec<i16>,
    /// By the piece and square of the move before: the move that refuted it last.
    counter_moves: Vec<u32>,
    /// By ply.
    killers: [[u32; 2]; MAX_PLY + 2],
    /// Generated moves, kept for reuse.
    buffer: Vec<Move>,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            history: vec![0; PLACES],
            continuation: vec![0; PAIRS * PAIRS],
            counter_moves: vec![0; PLACES],
            killers: [[0; 2]; MAX_PLY + 2],
            buffer: Vec::new(),
        }
    }
}

/// Pieces on squares without the margin: 20 kinds with colors on 96 squares.
const PAIRS: usize = 20 * 96;

/// The place of a piece on a square in a row or column of the continuation history.
const fn compact(piece: usize, to: Square) -> usize {
    let kind = (piece & 15) - 1 + if piece >= 16 { 10 } else { 0 };
    kind * 96 + super::moves::rank_of(to) as usize * 12 + super::moves::file_of(to) as usize
}

/// The place of a piece on a square in the tables of [`PLACES`].
const fn place(piece: usize, to: Square) -> usize {
    piece * CELLS + to as usize
}

impl Order {
    /// Halves the history and clears the killers for a new search.
    pub fn age(&mut self) {
        self.history.iter_mut().for_each(|value| *value /= 2);
        self.killers = [[0; 2]; MAX_PLY + 2];
    }

    /// Fills `list` with the moves of a position and their ranks.
    pub fn list<G: Game>(
        &mut self,
        position: &G,
        noisy: bool,
        table_move: u32,
        ply: usize,
        last: Option<(usize, Square)>,
        list: &mut Vec<Scored>,
    ) {
        list.clear();
        self.buffer.clear();
        position.generate(noisy, &mut self.buffer);
        let counter_move = last.map_or(0, |(piece, to)| self.counter_moves[place(piece, to)]);
        let killers = self.killers[ply];
        list.extend(self.buffer.iter().map(|&mv| {
            let bits = mv.bits();
            let score = if bits == table_move {
                TABLE_MOVE
            } else if position.is_noisy(mv) {
                let is_good = !position.is_underpromotion(mv) && position.gains_at_least(mv, 0);
                let base = if is_good { GOOD_CAPTURE } else { BAD_CAPTURE };
                base + position.gain(mv).min(30_000) * 8 - position.mover(mv) as i32 % 16
            } else if bits == killers[0] {
                KILLER + 1
            } else if bits == killers[1] {
                KILLER
            } else if bits == counter_move {
                COUNTER_MOVE
            } else {
                let piece = position.mover(mv);
                let continuation = last
                    .map_or(0, |(before, at)| self.continuation[compact(before, at) * PAIRS + compact(piece, mv.to)]);
                self.history[place(piece, mv.to)] + i32::from(continuation)
            };
            Scored { mv, score }
        }));
    }

    /// Swaps the best of the moves from `index` on to that place, and returns it.
    pub fn pick(list: &mut [Scored], index: usize) -> Scored {
        let mut best = index;
        for other in index + 1..list.len() {
            if list[other].score > list[best].score {
                best = other;
            }
        }
        list.swap(index, best);
        list[index]
    }

    /// Updates the tables with a quiet move that cut, or raised alpha in a PV node; `tried` are the quiet moves that
    /// were searched, this one among them.
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
            *value += change - *value * bonus / HISTORY_LIMIT;
            if let Some((before, at)) = last {
                let value =
                    &mut self.continuation[compact(before, at) * PAIRS + compact(position.mover(other), other.to)];
                *value += (change - i32::from(*value) * bonus / HISTORY_LIMIT) as i16;
            }
        }
        let killers = &mut self.killers[ply];
        if killers[0] != mv.bits() {
            killers[1] = killers[0];
            killers[0] = mv.bits();
        }
        if let Some((piece, to)) = last {
            self.counter_moves[place(piece, to)] = mv.bits();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_underpromotions_came_before_captures_and_quiet_moves() {
        let position = parse(&GARDNER, "5/P3k/5/5/4K w - - 0 1").expect("a position");
        let (mut order, mut list) = (Order::default(), Vec::new());
        order.list(&position, false, 0, 0, None, &mut list);
        assert_eq!(list.len(), 7, "four promotions, three moves of the king");
        for Scored { mv, score } in list {
            let sign = match mv.to_string().as_str() {
                "a4a5q" => 1,
                "a4a5r" | "a4a5b" | "a4a5n" => -1,
                _ => 0,
            };
            assert_eq!(score.signum(), sign, "{mv}");
        }
    }
}
