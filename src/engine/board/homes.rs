//! The squares that kings and rooks castle from: e, a and h, or other files in Chess960 (R19).

use super::castling::{CastlingRights, Wing};
use crate::types::{Bitboard, Color, Square};

/// The home squares of both colors, with the squares that castling from there involves. They never change in a game.
///
/// Arrays are `[color][wing]`; sets of files have bit 0 for the a-file and stand for squares of the own first rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Homes {
    /// The homes of all kings and rooks.
    squares: Bitboard,
    /// The files of the kings.
    kings: [u8; 2],
    /// The files of the rooks; [`NO_FILE`] on a wing without a rook that could castle.
    rooks: [[u8; 2]; 2],
    must_be_empty: [[u8; 2]; 2],
    must_be_safe: [[u8; 2]; 2],
    standard: bool,
}

/// The file of a rook that does not exist.
const NO_FILE: u8 = 8;

/// The king's home file in the usual start position.
const KING: u8 = 4;

/// The rooks' home files there, by wing.
const ROOKS: [u8; 2] = [7, 0];

/// The files from `a` to `b`, both included.
const fn span(a: u8, b: u8) -> u8 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    0xff << low & 0xff >> (7 - high)
}

impl Homes {
    /// The homes of the usual start position.
    pub const STANDARD: Self = Self::new([KING; 2], [ROOKS; 2]);

    /// The homes of kings on these files and rooks on these.
    const fn new(kings: [u8; 2], rooks: [[u8; 2]; 2]) -> Self {
        let mut homes = Self {
            squares: Bitboard::EMPTY,
            kings,
            rooks,
            must_be_empty: [[0; 2]; 2],
            must_be_safe: [[0; 2]; 2],
            standard: true,
        };
        let mut color = 0;
        while color < 2 {
            let king = kings[color];
            homes.standard &= king == KING;
            homes.squares.0 |= 1 << king << (56 * color);
            let mut wing = 0;
            while wing < 2 {
                let rook = rooks[color][wing];
                homes.standard &= rook == ROOKS[wing];
                if rook != NO_FILE {
                    let (king_to, rook_to) = (Wing::KING_TO[wing], Wing::ROOK_TO[wing]);
                    homes.squares.0 |= 1 << rook << (56 * color);
                    let path = span(king, king_to);
                    homes.must_be_empty[color][wing] = (path | span(rook, rook_to)) & !(1 << king | 1 << rook);
                    homes.must_be_safe[color][wing] = path & !(1 << king) | 1 << king_to;
                }
                wing += 1;
            }
            color += 1;
        }
        homes
    }

    /// The homes that castling rights tell: for each color the king's file and the files of the rooks with a right. A
    /// rook without a right can still get one when it is dropped (R7): its home is then that of the other color's rook
    /// on the wing, if the kings have the same home, or the usual one if the king has.
    pub fn of_rights(kings: [u8; 2], rooks: [[Option<u8>; 2]; 2]) -> Self {
        let [white, black] = [0, 1].map(|color: usize| {
            let any = rooks[color].iter().any(Option::is_some);
            let king = if any { kings[color] } else { KING };
            let files = [0, 1].map(|wing: usize| {
                let usual = (king == KING).then_some(ROOKS[wing]);
                let mirrored = rooks[1 - color][wing].filter(|_| any && kings[0] == kings[1]);
                rooks[color][wing].or(mirrored).or(usual).unwrap_or(NO_FILE)
            });
            (king, files)
        });
        Self::new([white.0, black.0], [white.1, black.1])
    }

    /// Whether these are the homes of the usual start position.
    #[inline]
    pub const fn is_standard(&self) -> bool {
        self.standard
    }

    /// Whether all kings and rooks with one of `rights` have the homes of the usual start position.
    pub fn are_usual_for(&self, rights: CastlingRights) -> bool {
        let is_usual = |color: Color, wing: Wing| self.rook_file(color, wing) == ROOKS[wing as usize];
        Color::ALL.into_iter().filter(|&color| rights.any(color)).all(|color| {
            let mut wings = Wing::ALL.into_iter().filter(|&wing| rights.has(color, wing));
            self.kings[color.index()] == KING && wings.all(|wing| is_usual(color, wing))
        })
    }

    /// Whether `square` is the home of a king or a rook.
    #[inline]
    pub const fn has(&self, square: Square) -> bool {
        self.squares.has(square)
    }

    /// The file of the rook of `color` on `wing`, 0 to 7; only for a wing that has one.
    #[inline]
    pub const fn rook_file(&self, color: Color, wing: Wing) -> u8 {
        self.rooks[color.index()][wing as usize]
    }

    /// The home of the rook of `color` on `wing`; `None` if no rook can castle there.
    pub fn rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let file = self.rook_file(color, wing);
        (file != NO_FILE).then(|| Square::new(file, 0).relative_to(color))
    }

    /// The squares that king and rook cross or reach, without their own, which must be empty.
    #[inline]
    pub const fn must_be_empty(&self, color: Color, wing: Wing) -> Bitboard {
        Bitboard((self.must_be_empty[color.index()][wing as usize] as u64) << (56 * color.index()))
    }

    /// The squares that the king crosses or reaches, none of which may be attacked by the enemy.
    #[inline]
    pub const fn must_be_safe(&self, color: Color, wing: Wing) -> Bitboard {
        Bitboard((self.must_be_safe[color.index()][wing as usize] as u64) << (56 * color.index()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_between_from_any_files() {
        let homes = Homes::STANDARD;
        assert!(homes.is_standard());
        assert_eq!(homes.must_be_empty(Color::White, Wing::King).0, 0b0110_0000);
        assert_eq!(homes.must_be_safe(Color::White, Wing::King).0, 0b0110_0000);
        assert_eq!(homes.must_be_empty(Color::Black, Wing::Queen).0, 0b0000_1110 << 56);
        assert_eq!(homes.must_be_safe(Color::Black, Wing::Queen).0, 0b0000_1100 << 56);
        // King b1, rooks a1 and c1: the king steps to c1 or runs to g1.
        let homes = Homes::new([1, 1], [[2, 0]; 2]);
        assert!(!homes.is_standard());
        assert_eq!(homes.must_be_empty(Color::White, Wing::King).0, 0b0111_1000);
        assert_eq!(homes.must_be_safe(Color::White, Wing::King).0, 0b0111_1100);
        assert_eq!(homes.must_be_empty(Color::White, Wing::Queen).0, 0b0000_1100);
        assert_eq!(homes.must_be_safe(Color::White, Wing::Queen).0, 0b0000_0100);
        // King on its target: only the rook moves, but the king must be safe without it.
        let homes = Homes::new([6, 6], [[7, 2]; 2]);
        assert_eq!(homes.must_be_empty(Color::White, Wing::King).0, 0b0010_0000);
        assert_eq!(homes.must_be_safe(Color::White, Wing::King).0, 0b0100_0000);
    }

    #[test]
    fn the_home_of_a_rook_without_a_right() {
        let rook = |kings, rooks, wing| Homes::of_rights(kings, rooks).rook(Color::White, wing).map(|rook| rook.file());
        let (none, both) = ([None; 2], [Some(6), Some(1)]);
        assert_eq!(rook([4, 4], [none, none], Wing::King), Some(7));
        assert_eq!(rook([3, 3], [[Some(6), None], both], Wing::Queen), Some(1), "as the other color's");
        assert_eq!(rook([3, 2], [[Some(6), None], both], Wing::Queen), None, "kings with different homes");
        assert_eq!(rook([4, 2], [[Some(6), None], none], Wing::Queen), Some(0), "the usual one");
    }
}
