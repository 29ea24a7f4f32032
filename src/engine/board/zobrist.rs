//! Zobrist hash keys: the XOR of one random number for each feature of a position, hands included.
//!
//! After A. Zobrist, "A New Hashing Method with Application for Game Playing" (1970).

use crate::types::rng::Rng;
use crate::types::{Bitboard, Color, Hand, Piece, PieceType, Square};

use super::homes::Homes;
use super::{CastlingRights, Wing};

struct Keys {
    pieces: [[u64; 64]; 12],
    promoted: [u64; 64],
    /// `[color][kind][count]`; counts above the last index share its number.
    hands: [[[u64; 32]; 5]; 2],
    castling: [u64; 64],
    ep_file: [u64; 8],
    /// `[color][wing][file]`: a right to castle with a rook of that file.
    rook_file: [[[u64; 8]; 2]; 2],
    black_to_move: u64,
}

static KEYS: Keys = {
    let mut rng = Rng::new(0x7a6e_d3b0_ac4d);
    let mut keys = Keys {
        pieces: [[0; 64]; 12],
        promoted: [0; 64],
        hands: [[[0; 32]; 5]; 2],
        castling: [0; 64],
        ep_file: [0; 8],
        rook_file: [[[0; 8]; 2]; 2],
        black_to_move: rng.next(),
    };
    let mut square = 0;
    while square < 64 {
        let mut piece = 0;
        while piece < 12 {
            keys.pieces[piece][square] = rng.next();
            piece += 1;
        }
        keys.promoted[square] = rng.next();
        keys.castling[square] = rng.next();
        square += 1;
    }
    let mut i = 0;
    while i < 2 * 5 * 32 {
        // An empty hand has the key 0, so that no key has to be computed for it.
        if i % 32 != 0 {
            keys.hands[i / 160][i / 32 % 5][i % 32] = rng.next();
        }
        i += 1;
    }
    let mut file = 0;
    while file < 8 {
        keys.ep_file[file] = rng.next();
        file += 1;
    }
    keys.castling[0] = 0;
    let mut i = 0;
    while i < 2 * 2 * 8 {
        keys.rook_file[i / 16][i / 8 % 2][i % 8] = rng.next();
        i += 1;
    }
    keys
};

#[inline]
pub fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.index()][square.index()]
}

#[inline]
pub fn promoted(square: Square) -> u64 {
    KEYS.promoted[square.index()]
}

/// The key of holding `count` of `kind`.
#[inline]
pub fn held(color: Color, kind: PieceType, count: u32) -> u64 {
    KEYS.hands[color.index()][kind.index() % 5][(count as usize).min(31)]
}

#[inline]
pub fn castling(rights: CastlingRights, homes: &Homes) -> u64 {
    let key = KEYS.castling[rights.bits() as usize & 63];
    if homes.is_standard() || homes.are_usual_for(rights) { key } else { key ^ rook_files(rights, homes) }
}

/// Outside the usual homes: the same board with other rooks that may castle is another position. Homes without a right
/// do not count: a position has one key, played or read from BFEN, which does not tell them.
fn rook_files(rights: CastlingRights, homes: &Homes) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for wing in Wing::ALL.into_iter().filter(|&wing| rights.has(color, wing)) {
            key ^= KEYS.rook_file[color.index()][wing as usize][homes.rook_file(color, wing) as usize & 7];
        }
    }
    key
}

#[inline]
pub fn ep(square: Option<Square>) -> u64 {
    square.map_or(0, |square| KEYS.ep_file[square.file() as usize & 7])
}

#[inline]
pub fn black_to_move() -> u64 {
    KEYS.black_to_move
}

pub fn hand(color: Color, hand: Hand) -> u64 {
    PieceType::HELD.iter().fold(0, |key, &kind| key ^ held(color, kind, hand.count(kind)))
}

pub fn all_promoted(squares: Bitboard) -> u64 {
    squares.fold(0, |key, square| key ^ promoted(square))
}
