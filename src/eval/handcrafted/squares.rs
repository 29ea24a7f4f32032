//! Piece-square tables: where a piece likes to stand, in cp, small against everything else.
//!
//! In bughouse there is no endgame to walk the king into, and a piece that stands badly is soon taken and comes back
//! from a hand. So: knights in the middle, pawns in the center, the king on the first rank and off the middle files.

use crate::types::{Color, PieceType, Score, Square};

type Table = [[i8; 8]; 8];

/// Drawn as white sees the board: the first row is the eighth rank, the first column the a-file. Pawn to king.
const DRAWN: [Table; 6] = [
    [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [10, 12, 14, 16, 16, 14, 12, 10],
        [8, 10, 14, 18, 18, 14, 10, 8],
        [2, 4, 8, 18, 18, 8, 4, 2],
        [-2, 0, 6, 16, 16, -2, -4, -4],
        [0, 0, 2, 6, 6, -4, 0, 0],
        [0, 2, 0, -8, -8, 6, 6, 2],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ],
    [
        [-30, -18, -10, -6, -6, -10, -18, -30],
        [-18, -4, 8, 12, 12, 8, -4, -18],
        [-8, 8, 20, 24, 24, 20, 8, -8],
        [-8, 6, 20, 26, 26, 20, 6, -8],
        [-10, 4, 14, 20, 20, 14, 4, -10],
        [-14, 0, 12, 10, 10, 12, 0, -14],
        [-20, -10, 0, 4, 4, 0, -10, -20],
        [-32, -16, -12, -10, -10, -12, -16, -32],
    ],
    [
        [-8, -6, -6, -6, -6, -6, -6, -8],
        [-4, 2, 4, 4, 4, 4, 2, -4],
        [0, 6, 10, 10, 10, 10, 6, 0],
        [0, 8, 10, 12, 12, 10, 8, 0],
        [0, 6, 12, 12, 12, 12, 6, 0],
        [2, 8, 8, 10, 10, 8, 8, 2],
        [0, 10, 4, 6, 6, 4, 10, 0],
        [-10, -6, -10, -6, -6, -10, -6, -10],
    ],
    [
        [6, 6, 8, 8, 8, 8, 6, 6],
        [10, 12, 14, 14, 14, 14, 12, 10],
        [0, 2, 4, 4, 4, 4, 2, 0],
        [-4, 0, 2, 2, 2, 2, 0, -4],
        [-6, -2, 0, 0, 0, 0, -2, -6],
        [-8, -4, -2, 0, 0, -2, -4, -8],
        [-8, -4, 0, 2, 2, 0, -4, -8],
        [-4, 0, 4, 8, 8, 6, 0, -4],
    ],
    [
        [0, 2, 4, 6, 6, 4, 2, 0],
        [2, 6, 8, 10, 10, 8, 6, 2],
        [2, 6, 10, 10, 10, 10, 6, 2],
        [0, 4, 8, 8, 8, 8, 4, 0],
        [-2, 2, 6, 6, 6, 6, 2, -2],
        [-4, 2, 4, 4, 4, 4, 2, -4],
        [-6, 0, 2, 4, 4, 2, 0, -6],
        [-8, -6, -4, 0, -2, -6, -6, -8],
    ],
    [
        [-120, -120, -120, -120, -120, -120, -120, -120],
        [-120, -120, -120, -120, -120, -120, -120, -120],
        [-120, -120, -120, -120, -120, -120, -120, -120],
        [-110, -110, -120, -120, -120, -120, -110, -110],
        [-95, -95, -105, -110, -110, -105, -95, -95],
        [-60, -60, -75, -85, -85, -75, -60, -60],
        [-18, -14, -34, -46, -46, -40, -14, -14],
        [6, 14, 8, -8, 0, -4, 22, 18],
    ],
];

/// `[color][kind][square]`, from the view of that color.
static TABLES: [[[i8; 64]; 6]; 2] = tables();

const fn tables() -> [[[i8; 64]; 6]; 2] {
    let mut tables = [[[0; 64]; 6]; 2];
    let mut index = 0;
    while index < 64 {
        let mut kind = 0;
        while kind < 6 {
            let value = DRAWN[kind][7 - index / 8][index % 8];
            let square = Square::from_index(index);
            tables[0][kind][square.relative_to(Color::White).index()] = value;
            tables[1][kind][square.relative_to(Color::Black).index()] = value;
            kind += 1;
        }
        index += 1;
    }
    tables
}

/// How well a piece of `color` and `kind` stands on `square`, in cp.
#[inline]
pub fn value(color: Color, kind: PieceType, square: Square) -> Score {
    Score::from(TABLES[color.index()][kind.index()][square.index()])
}
