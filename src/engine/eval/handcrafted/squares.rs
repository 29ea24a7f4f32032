//! Piece-square tables, in cp, small against the other terms.
//!
//! In bughouse there is no endgame with an active king, and a badly placed piece is soon captured and comes back from a
//! hand. So: knights in the middle, pawns in the center, the king on the first rank and off the middle files.

use crate::types::{Color, PieceType, Score, Square};

type SquareTable = [[i8; 8]; 8];

/// Laid out from white's side: the first row is the eighth rank, the first column the a-file. Pawn to king.
const DRAWN: [SquareTable; 6] = [
    [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [11, 8, 13, 15, 18, 13, 14, 11],
        [3, 9, 15, 21, 19, 17, 10, 12],
        [5, -8, 15, 10, 30, 10, 2, 0],
        [2, -11, 12, 12, 14, -20, -10, -25],
        [-10, -4, -17, -5, 5, 9, 9, -5],
        [9, -6, 22, -9, -19, 32, 13, 11],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ],
    [
        [-31, -19, -11, -6, -6, -11, -18, -31],
        [-15, -4, 6, 12, 12, 8, -3, -18],
        [-9, 8, 20, 23, 25, 19, 11, -8],
        [-8, 13, 19, 35, 13, 21, -2, -4],
        [-10, 3, 16, 26, 24, 24, 3, -5],
        [-10, -4, 15, 7, 8, 17, 2, 7],
        [-23, -10, -2, 3, 7, 4, -11, -20],
        [-33, -58, -13, -10, -9, -14, -28, -32],
    ],
    [
        [-8, -7, -6, -6, -6, -6, -6, -7],
        [-4, 2, 5, 4, 5, 5, 2, -3],
        [0, 5, 9, 11, 11, 12, 7, -1],
        [-1, 7, 9, 12, 15, 10, 16, -3],
        [0, 3, 13, 14, 14, 7, 8, -3],
        [5, 7, 13, 22, 3, 3, 4, 2],
        [2, 13, 4, -1, 16, 3, 8, -3],
        [-11, -4, -21, -6, -4, -22, -4, -10],
    ],
    [
        [5, 6, 8, 9, 8, 7, 6, 5],
        [9, 11, 15, 14, 13, 14, 13, 11],
        [1, 2, 4, 3, 3, 4, 3, 0],
        [-4, 0, 2, 3, 2, 2, 2, -2],
        [-6, -3, 0, 0, 0, 1, -2, -4],
        [-6, -5, -2, 0, 0, -4, -4, -13],
        [-8, -4, 0, 1, 3, 1, -3, -8],
        [-10, 9, -2, 7, 9, 11, 0, -11],
    ],
    [
        [-1, 2, 4, 6, 7, 4, 3, 0],
        [3, 7, 8, 10, 10, 7, 6, 2],
        [1, 6, 10, 10, 11, 10, 6, 1],
        [0, 3, 8, 6, 10, 9, 7, 0],
        [-10, 0, 8, 7, 5, 6, 2, -2],
        [-8, -1, 3, 4, 8, 4, 3, -3],
        [-6, -2, -6, 3, 6, 2, 0, -6],
        [-9, -10, 0, 28, -4, -5, -6, -8],
    ],
    [
        [-120, -120, -120, -120, -120, -120, -120, -120],
        [-120, -120, -120, -120, -120, -120, -120, -120],
        [-120, -120, -120, -120, -120, -120, -120, -120],
        [-110, -110, -120, -120, -120, -120, -110, -110],
        [-95, -95, -105, -110, -110, -105, -94, -95],
        [-60, -59, -74, -85, -86, -75, -59, -61],
        [-18, -13, -34, -42, -51, -46, -17, -15],
        [6, 13, 14, -13, 10, -7, 25, 18],
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

/// The value of a piece of `color` and `kind` on `square`, in cp.
#[inline]
pub fn value(color: Color, kind: PieceType, square: Square) -> Score {
    Score::from(TABLES[color.index()][kind.index()][square.index()])
}
