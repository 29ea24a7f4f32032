//! Attack sets of pieces: tables for leapers; for sliders PEXT where the build target has BMI2, magics elsewhere.
//!
//! Magic bitboards after P. Kannan, "Magic Move-Bitboard Generation in Computer Chess" (2007); PEXT indexing as the
//! Chess Programming Wiki's page "BMI2" describes it.

use crate::types::rng::Rng;
use crate::types::{Bitboard, Color, LargeTable, PieceType, Square};
use once_cell::sync::Lazy;

const ROOK_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The square `step` away, if it is on the board.
const fn step(square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let file = square.file() as i8 + files;
    let rank = square.rank() as i8 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some(Square::new(file as u8, rank as u8)) }
}

/// The squares that a leaper attacks from each square.
const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(Square::from_index(square), steps[i]) {
                table[square].0 |= 1 << to.index();
            }
            i += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] = leaper(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaper(&KING_STEPS);
/// The moves of queen and knight together, see [`from_anywhere`].
static FROM_ANYWHERE: [Bitboard; 64] = {
    let mut table = KNIGHT;
    let mut square = 0;
    while square < 64 {
        let from = Square::from_index(square);
        table[square].0 |= walk(from, &ROOK_STEPS, Bitboard::EMPTY).0 | walk(from, &BISHOP_STEPS, Bitboard::EMPTY).0;
        square += 1;
    }
    table
};
static ROOK_LINES: [Bitboard; 64] = slider_lines(&ROOK_STEPS);
static BISHOP_LINES: [Bitboard; 64] = slider_lines(&BISHOP_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// The squares that a slider attacks, step by step up to and including the first of `occupied`.
const fn walk(square: Square, steps: &[(i8, i8); 4], occupied: Bitboard) -> Bitboard {
    let mut reached = 0;
    let mut i = 0;
    while i < 4 {
        let mut at = square;
        while let Some(next) = step(at, steps[i]) {
            reached |= 1 << next.index();
            if occupied.has(next) {
                break;
            }
            at = next;
        }
        i += 1;
    }
    Bitboard(reached)
}

/// The squares that a slider attacks from each square of an empty board.
const fn slider_lines(steps: &[(i8, i8); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = walk(Square::from_index(square), steps, Bitboard::EMPTY);
        square += 1;
    }
    table
}

/// `[from][to]`: the squares strictly between two squares of one line, or the whole line through both.
const fn lines(whole: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let direction = KING_STEPS[i];
            let mut line = 1u64 << from;
            if whole {
                let mut sides = 0;
                while sides < 2 {
                    let sign = 1 - 2 * sides;
                    let mut at = Square::from_index(from);
                    while let Some(next) = step(at, (direction.0 * sign, direction.1 * sign)) {
                        line |= 1 << next.index();
                        at = next;
                    }
                    sides += 1;
                }
            }
            let mut between = 0u64;
            let mut at = Square::from_index(from);
            while let Some(next) = step(at, direction) {
                table[from][next.index()] = Bitboard(if whole { line } else { between });
                between |= 1 << next.index();
                at = next;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 64]; 64] = lines(false);
static LINE: [[Bitboard; 64]; 64] = lines(true);

/// The attack table of a slider on one square.
#[derive(Clone, Copy)]
struct MagicEntry {
    /// The squares whose occupation changes the attacks: those on its lines, without the last one in each direction.
    mask: u64,
    magic: u64,
    shift: u32,
    offset: u32,
}

impl MagicEntry {
    #[inline]
    fn index(&self, occupied: Bitboard) -> usize {
        self.offset as usize + self.local_index(occupied)
    }

    #[cfg(target_feature = "bmi2")]
    #[inline]
    fn local_index(&self, occupied: Bitboard) -> usize {
        // Perft is a third faster and search a twentieth faster than with magic numbers (benches/MEASURED.md).
        // SAFETY: this is compiled only where the build target has BMI2.
        unsafe { std::arch::x86_64::_pext_u64(occupied.0, self.mask) as usize }
    }

    #[cfg(not(target_feature = "bmi2"))]
    #[inline]
    fn local_index(&self, occupied: Bitboard) -> usize {
        self.magic_index(occupied)
    }

    #[inline]
    fn magic_index(&self, occupied: Bitboard) -> usize {
        ((occupied.0 & self.mask).wrapping_mul(self.magic) >> self.shift) as usize
    }
}

struct Sliders {
    rook: [MagicEntry; 64],
    bishop: [MagicEntry; 64],
    attacks: LargeTable<Bitboard>,
}

static SLIDERS: Lazy<Sliders> = Lazy::new(|| {
    let mut attacks = Vec::new();
    let rook = std::array::from_fn(|square| build_entry(Square::from_index(square), &ROOK_STEPS, &mut attacks));
    let bishop = std::array::from_fn(|square| build_entry(Square::from_index(square), &BISHOP_STEPS, &mut attacks));
    Sliders { rook, bishop, attacks: attacks.into() }
});

/// The squares whose occupation changes the attacks of a slider on `square`.
fn relevant(square: Square, steps: &[(i8, i8); 4]) -> Bitboard {
    let mut mask = Bitboard::EMPTY;
    for &direction in steps {
        let mut at = square;
        while let Some(next) = step(at, direction) {
            if step(next, direction).is_some() {
                mask |= next.into();
            }
            at = next;
        }
    }
    mask
}

/// All subsets of `mask`, the empty one first.
fn subsets(mask: Bitboard) -> impl Iterator<Item = Bitboard> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(mask.0) & mask.0;
        next = (following != 0).then_some(following);
        Some(Bitboard(subset))
    })
}

fn build_entry(square: Square, steps: &[(i8, i8); 4], attacks: &mut Vec<Bitboard>) -> MagicEntry {
    let mask = relevant(square, steps);
    let offset = attacks.len();
    let magic = if cfg!(target_feature = "bmi2") { 0 } else { find_magic(mask, |set| walk(square, steps, set)) };
    let entry = MagicEntry { mask: mask.0, magic, shift: 64 - mask.count(), offset: offset as u32 };
    attacks.resize(offset + (1 << mask.count()), Bitboard::EMPTY);
    for occupied in subsets(mask) {
        attacks[entry.index(occupied)] = walk(square, steps, occupied);
    }
    entry
}

/// A multiplier that maps the subsets of `mask` to indices so that only subsets with equal attacks share one.
fn find_magic(mask: Bitboard, attacks: impl Fn(Bitboard) -> Bitboard) -> u64 {
    let cases: Vec<_> = subsets(mask).map(|occupied| (occupied, attacks(occupied))).collect();
    let mut rng = Rng::new(mask.0);
    let mut seen = vec![(0u32, Bitboard::EMPTY); cases.len()];
    for attempt in 1.. {
        let magic = rng.next() & rng.next() & rng.next();
        let entry = MagicEntry { mask: mask.0, magic, shift: 64 - mask.count(), offset: 0 };
        let fits = cases.iter().all(|&(occupied, reached)| {
            let slot = &mut seen[entry.magic_index(occupied)];
            if slot.0 == attempt {
                return slot.1 == reached;
            }
            *slot = (attempt, reached);
            true
        });
        if fits {
            return magic;
        }
    }
    unreachable!("the loop ends only by a return")
}

/// Squares that a knight on `square` attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares from which some piece, a queen or a knight, would attack `square` on an empty board.
#[inline]
pub fn from_anywhere(square: Square) -> Bitboard {
    FROM_ANYWHERE[square.index()]
}

/// Squares that a rook on `square` attacks on an empty board.
#[inline]
pub fn rook_lines(square: Square) -> Bitboard {
    ROOK_LINES[square.index()]
}

/// Squares that a bishop on `square` attacks on an empty board.
#[inline]
pub fn bishop_lines(square: Square) -> Bitboard {
    BISHOP_LINES[square.index()]
}

/// Squares that a king on `square` attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares that a pawn of `color` on `square` attacks.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Squares that the pawns of `color` on `pawns` attack.
#[inline]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.west() | ahead.east()
}

/// Squares that a bishop on `square` attacks, up to and including the first of `occupied` on each diagonal.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let sliders = &*SLIDERS;
    sliders.attacks[sliders.bishop[square.index()].index(occupied)]
}

/// Squares that a rook on `square` attacks, up to and including the first of `occupied` on each line.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let sliders = &*SLIDERS;
    sliders.attacks[sliders.rook[square.index()].index(occupied)]
}

/// Squares that a queen on `square` attacks.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Squares that a piece of `color` and `kind` on `square` attacks.
#[inline]
pub fn of(color: Color, kind: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => pawn(color, square),
        PieceType::Knight => knight(square),
        PieceType::Bishop => bishop(square, occupied),
        PieceType::Rook => rook(square, occupied),
        PieceType::Queen => queen(square, occupied),
        PieceType::King => king(square),
    }
}

/// The squares strictly between two squares of one line; none when they share no line.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole line through two squares, edge to edge; none when they share no line.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attack_tables_are_those_of_stepping_square_by_square() {
        let mut rng = Rng::new(1);
        for square in Square::all() {
            for _ in 0..200 {
                let occupied = Bitboard(rng.next() & rng.next());
                assert_eq!(bishop(square, occupied), walk(square, &BISHOP_STEPS, occupied), "{square} {occupied:?}");
                assert_eq!(rook(square, occupied), walk(square, &ROOK_STEPS, occupied), "{square} {occupied:?}");
            }
        }
    }

    #[test]
    fn magics_map_no_two_different_attack_sets_to_one_index() {
        for (square, steps) in [(Square::A1, &ROOK_STEPS), (Square::E1, &BISHOP_STEPS)] {
            let mask = relevant(square, steps);
            let magic = find_magic(mask, |set| walk(square, steps, set));
            let entry = MagicEntry { mask: mask.0, magic, shift: 64 - mask.count(), offset: 0 };
            let mut table = vec![None; 1 << mask.count()];
            for occupied in subsets(mask) {
                let reached = walk(square, steps, occupied);
                let slot = &mut table[entry.magic_index(occupied)];
                assert!(slot.is_none_or(|old| old == reached), "two attack sets of {square} share an index");
                *slot = Some(reached);
            }
        }
    }
}
