//! Data shared by the terms, computed once: attacked squares of both sides, and attacks next to the kings.

use super::weights::Numbers;
use crate::board::{Position, attacks};
use crate::types::{Bitboard, ByColor, Color, PieceType, Score, Square};

/// One side's half of the survey.
#[derive(Clone, Copy, Default)]
pub struct Side {
    /// Squares that the pawns attack.
    pub pawns: Bitboard,
    /// Squares that pawns and other pieces attack: everything but the king.
    pub troops: Bitboard,
    /// Squares that the pieces of each kind attack, knight to queen.
    pub reach: [Bitboard; 4],
    /// Squares around the own king.
    pub ring: Bitboard,
    /// Pieces that attack the enemy ring.
    pub attackers: u32,
    /// The weight of those attacks, in units of danger.
    pub attack_units: Score,
    /// The value of the squares that the non-pawn pieces reach, in cp.
    pub mobility: Score,
    /// The value of the distances to the enemy king, in cp.
    pub nearness: Score,
}

impl Side {
    /// Squares that any piece attacks, the king included.
    #[inline]
    pub fn all(&self) -> Bitboard {
        self.troops | self.ring
    }
}

/// Both sides.
pub type Survey = ByColor<Side>;

/// Computes the survey in one pass over the pieces.
#[inline(always)]
pub fn survey<N: Numbers>(position: &Position) -> Survey {
    let mut survey = Survey::from_fn(|color| Side {
        pawns: attacks::pawns(color, position.pieces(color, PieceType::Pawn)),
        ring: attacks::king(position.king(color)),
        ..Side::default()
    });
    for color in Color::ALL {
        survey[color] = survey_side::<N>(position, color, survey[color], &survey[!color]);
    }
    survey
}

#[inline(always)]
fn survey_side<N: Numbers>(position: &Position, us: Color, mut side: Side, enemy: &Side) -> Side {
    let occupied = position.occupied();
    let enemy_king = position.king(!us);
    let free = !(position.color(us) | enemy.pawns);
    side.troops = side.pawns;
    let hits = side.pawns & enemy.ring;
    if hits.any() {
        side.attackers += 1;
        side.attack_units += N::attacker()[PieceType::Pawn.index()] + N::ring_hit() * hits.count() as Score;
    }

    let mut add_piece = |kind: PieceType, square: Square, reach: Bitboard| {
        side.troops |= reach;
        side.reach[kind.index() - 1] |= reach;
        side.nearness += N::near_king()[kind.index()] * (8 - Score::from(square.distance(enemy_king)));
        side.mobility += N::mobility()[kind.index()] * (reach & free).count() as Score;
        let hits = reach & enemy.ring;
        if hits.any() {
            side.attackers += 1;
            side.attack_units += N::attacker()[kind.index()] + N::ring_hit() * hits.count() as Score;
        }
    };
    for square in position.pieces(us, PieceType::Knight) {
        add_piece(PieceType::Knight, square, attacks::knight(square));
    }
    for square in position.pieces(us, PieceType::Bishop) {
        add_piece(PieceType::Bishop, square, attacks::bishop(square, occupied));
    }
    for square in position.pieces(us, PieceType::Rook) {
        add_piece(PieceType::Rook, square, attacks::rook(square, occupied));
    }
    for square in position.pieces(us, PieceType::Queen) {
        add_piece(PieceType::Queen, square, attacks::queen(square, occupied));
    }
    side
}
