//! The values of Gardner's mini-chess, fitted to its games.
//!
//! Fitted to 53,205 quiet positions of 7,942 games of the program with itself (2,000 to 3,400 nodes a move), the last
//! third of the games with the values that the others gave. The target is a share of a win: seven parts of the score
//! of 4,000 nodes and three of the game's result. In games held out the mean squared error fell from 0.0191 to 0.0130
//! in the first round and from 0.0174 to 0.0163 in the second. The script of the fit is not kept; the diary of the
//! search has its matches.

use super::laws::Pair;
use super::moves::Kind;

/// The kinds with their values, and those of a square more that they attack.
pub const VALUES: &[(Kind, Pair, Pair)] = &[
    (Kind::Pawn, [104, 112], [0, 0]),
    (Kind::Knight, [330, 347], [6, 6]),
    (Kind::Bishop, [314, 334], [7, 7]),
    (Kind::Rook, [461, 593], [5, 8]),
    (Kind::Queen, [837, 966], [3, 5]),
    (Kind::King, [0, 0], [0, 0]),
];

/// The ranks of a table, first to fifth, from the side of the piece; each has the files a to e.
type Ranks = [[i32; 5]; 5];

/// What a square adds to the value of a piece there, in the middlegame and in the endgame, in cp: pawn, knight, bishop,
/// rook, queen, king.
#[rustfmt::skip]
const SQUARES: [[Ranks; 2]; 6] = [
    [
        [
            [   0,    0,    0,    0,    0],
            [ -25,   -1,  -11,  -17,    7],
            [ -13,   43,   32,   41,    3],
            [  32,   12,   28,  -70,  -56],
            [   0,    0,    0,    0,    0],
        ],
        [
            [   0,    0,    0,    0,    0],
            [  57,    5,    4,  -18,  -21],
            [  -4,  -52,   -6,  -16,  -35],
            [  16,   62,   21,   76,  -83],
            [   0,    0,    0,    0,    0],
        ],
    ],
    [
        [
            [ -57,  -26,  -26,   -7,  -85],
            [ 167,  -40,   53,   11,   12],
            [   4,  122,  -23, -186,  116],
            [ -38,   80,   -4,   34,   93],
            [-147,  137,  -26,  -51, -110],
        ],
        [
            [ -20,  -77,  -75,   66,  -73],
            [ 120,   63,   30,   10,   15],
            [ 115,  -46,   11,   81,  -76],
            [  33,   58,  -45,  -85,  -36],
            [  17,   11,    1,  -26,  -75],
        ],
    ],
    [
        [
            [ -82,   -2,   34,   -2,  -25],
            [  -2,   51,    4,    4,   -2],
            [  26,    4,   57,    4,  -16],
            [  -2,   39,    4,  185,   -2],
            [-189,   -2,  -47,   -2,  -33],
        ],
        [
            [ -37,   -1,  -16,   -1,  -32],
            [  -1,   31,    2,  -12,   -1],
            [  -5,    2,   63,    2,   19],
            [  -1,    5,    2,  -38,   -1],
            [  47,   -1,   36,   -1,  -61],
        ],
    ],
    [
        [
            [ -95,  -89,   12, -131,   -8],
            [ -53,   47, -172, -173,  -75],
            [ -18,   45,   44,  -54,  -70],
            [  58,   -8,   52,  105,    7],
            [ 157,  258,  -23,   76,  102],
        ],
        [
            [  20,   -3,  -87,   24,  -21],
            [  17,  -87,   11,   27,   12],
            [  25,  -30,    4,   63,   25],
            [ -35,  -51,   32,  -47,   24],
            [ -60,  -28,    1,   95,   58],
        ],
    ],
    [
        [
            [ -85,  -15,  -11,  -65, -122],
            [  75,    0,  -66,  -59,  -43],
            [   2,  -70,   33,  -10,  -62],
            [ -65,   15,   94,   89,  157],
            [ 112,  -94,   68,   93,   32],
        ],
        [
            [  30,  -46, -118,  -26,   26],
            [ -28,  -60,   37,   17,   -3],
            [ -18,   38,  194,  -12,  -52],
            [ 121,   88,  -73,    0,  -12],
            [ -14,    1,   15,  -16,  -82],
        ],
    ],
    [
        [
            [  67,  -34,  -41,  -24,  -15],
            [ -29,  -71,  -77,  -48,    6],
            [  24,   14,  230,  264,   28],
            [ -95,   24,  -78,  -55, -152],
            [ -48,  175,  100, -117,  -52],
        ],
        [
            [ -83,  -31,  -19,  -35,  -54],
            [  14,   -3,   28,    9,  -52],
            [  23,    5,   37,   76,  -21],
            [  14,   15,   91,   36,   36],
            [  -8,  -26,   69,    8, -127],
        ],
    ],
];

/// The value of a square for a kind, for a side that counts ranks from its own edge.
pub fn placement(kind: Kind, file: u8, rank: u8) -> Pair {
    let Some(at) = VALUES.iter().position(|value| value.0 == kind) else { return [0, 0] };
    SQUARES[at].map(|ranks| ranks[usize::from(rank)][usize::from(file)])
}
