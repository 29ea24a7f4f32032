//! Detection of moves that give check, without making them.

use super::castling::Wing;
use super::make::ep_victim;
use super::{Position, attacks};
use crate::types::{Bitboard, Color, Move, MoveKind, PieceType, Square};

/// Check squares of a position, computed once to test each of its moves for check.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// For each kind, pawn to queen, the squares from which it attacks the enemy king.
    squares: [Bitboard; 5],
    /// Own pieces that alone stand between an own slider and the enemy king.
    discoverers: Bitboard,
    king: Square,
}

impl CheckInfo {
    /// The squares from which a piece of `kind` gives check; none for a king.
    #[inline]
    pub fn squares(&self, kind: PieceType) -> Bitboard {
        self.squares.get(kind.index()).copied().unwrap_or_default()
    }

    /// The squares to which the piece on `from` gives check by leaving the line between an own slider and the enemy
    /// king; none if it does not stand there.
    #[inline]
    pub fn discovered_from(&self, from: Square) -> Bitboard {
        if self.discoverers.has(from) { !attacks::line(self.king, from) } else { Bitboard::EMPTY }
    }
}

impl Position {
    /// Computes the [`CheckInfo`] for moves of the side to move.
    pub fn check_info(&self) -> CheckInfo {
        let us = self.side_to_move();
        let king = self.king(!us);
        let occupied = self.occupied();
        let bishop = attacks::bishop(king, occupied);
        let rook = attacks::rook(king, occupied);
        CheckInfo {
            squares: [attacks::pawn(!us, king), attacks::knight(king), bishop, rook, bishop | rook],
            discoverers: self.blockers(!us) & self.color(us),
            king,
        }
    }

    /// Whether the legal move `mv` gives check; `info` must be of this position.
    pub fn gives_check(&self, info: &CheckInfo, mv: Move) -> bool {
        let to = mv.to();
        if let Some(kind) = mv.dropped() {
            return info.squares(kind).has(to);
        }
        let us = self.side_to_move();
        let from = mv.origin();
        if info.discovered_from(from).has(to) {
            return true;
        }
        match mv.kind() {
            MoveKind::Castle => {
                let wing = Wing::of(mv);
                let rook = self.homes.rook(us, wing).map_or(Bitboard::EMPTY, Bitboard::from);
                let occupied = self.occupied().without(rook | from.into());
                attacks::rook(wing.rook_to(us), occupied | wing.king_to(us).into()).has(info.king)
            }
            MoveKind::EnPassant => info.squares(PieceType::Pawn).has(to) || self.ep_discovers(us, info.king, from, to),
            MoveKind::Promotion(kind) | MoveKind::CapturePromotion(kind) => {
                attacks::of(us, kind, to, self.occupied().without(from.into())).has(info.king)
            }
            _ => self.piece_at(from).is_some_and(|piece| info.squares(piece.kind()).has(to)),
        }
    }

    /// Whether an own slider attacks `king` after both pawns of an en passant capture have left their squares.
    fn ep_discovers(&self, us: Color, king: Square, from: Square, to: Square) -> bool {
        let gone = Bitboard::from(from) | ep_victim(to, us).into();
        let occupied = self.occupied().without(gone) | to.into();
        let queens = self.pieces(us, PieceType::Queen);
        (attacks::rook(king, occupied) & (self.pieces(us, PieceType::Rook) | queens)).any()
            || (attacks::bishop(king, occupied) & (self.pieces(us, PieceType::Bishop) | queens)).any()
    }
}
