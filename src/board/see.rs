//! Static exchange evaluation: the material balance of a capture after all recaptures on its square.
//!
//! The swap algorithm of the Chess Programming Wiki's page "SEE - The Swap Algorithm", as a threshold test. Drops take
//! part only as the move itself: a piece dropped on a square can be taken there.

use super::{Position, attacks};
use crate::types::{Bitboard, Color, Move, MoveKind, PieceType, Score};

/// Values of pieces in exchanges, pawn to king, in cp. They include what the piece is worth to the partner who gets it.
pub const EXCHANGE_VALUES: [Score; 6] = [100, 220, 220, 250, 480, 10_000];

impl Position {
    /// Whether `mv`, with all that may follow on its target square, gains at least `threshold` (in the units of
    /// [`EXCHANGE_VALUES`]). Castling gains nothing and is never recaptured.
    pub fn see_at_least(&self, mv: Move, threshold: Score) -> bool {
        let value = |kind: PieceType| EXCHANGE_VALUES[kind.index()];
        let to = mv.to();
        let taken = match mv.kind() {
            MoveKind::Castle => return threshold <= 0,
            MoveKind::EnPassant => value(PieceType::Pawn),
            _ if mv.is_capture() => self.exchange_value(to),
            _ => 0,
        };
        let (next, occupied_from) = match (mv.dropped(), mv.promotion()) {
            (Some(kind), _) => (value(kind), Bitboard::EMPTY),
            // A captured promoted piece is only a pawn for the partner, but a whole piece is missing on this board.
            (None, Some(kind)) => (value(kind), mv.origin().into()),
            (None, None) => (self.exchange_value(mv.origin()), mv.origin().into()),
        };
        let promoted_gain = mv.promotion().map_or(0, |kind| value(kind) - value(PieceType::Pawn));

        // `balance`: by how much the side to move in the exchange is above the threshold.
        let mut balance = taken + promoted_gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= next;
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied().without(occupied_from) | to.into();
        if mv.kind() == MoveKind::EnPassant {
            occupied = occupied.without(to.forward(!self.side_to_move).into());
        }
        let straight = self.kind(PieceType::Rook) | self.kind(PieceType::Queen);
        let diagonal = self.kind(PieceType::Bishop) | self.kind(PieceType::Queen);
        let blockers = Color::ALL.map(|color| self.blockers(color) & self.color(color));
        let mut attackers = self.attackers_to(to, occupied);
        let mut side = !self.side_to_move;
        loop {
            attackers &= occupied;
            let mut ours = attackers & self.color(side);
            // A pinned piece does not take part, unless it moves along its pin.
            let pinned = blockers[side.index()] & ours;
            for square in pinned {
                if !attacks::line(self.king(side), square).has(to) {
                    ours = ours.without(square.into());
                }
            }
            let Some(kind) = PieceType::ALL.into_iter().find(|&kind| (ours & self.kind(kind)).any()) else {
                break;
            };
            if kind == PieceType::King && (attackers & self.color(!side)).any() {
                break;
            }
            let from = (ours & self.kind(kind)).lowest();
            side = !side;
            balance = -balance - 1 - self.exchange_value(from);
            if balance >= 0 {
                break;
            }
            occupied = occupied.without(from.into());
            attackers |= attacks::bishop(to, occupied) & diagonal | attacks::rook(to, occupied) & straight;
        }
        side != self.side_to_move
    }

    /// The exchange value of the piece on `square`. That of a promoted piece is the mean of its own value and of a
    /// pawn's, since the partner gets a pawn for it.
    fn exchange_value(&self, square: crate::types::Square) -> Score {
        let Some(piece) = self.piece_at(square) else {
            return 0;
        };
        let value = EXCHANGE_VALUES[piece.kind().index()];
        if self.promoted.has(square) { (value + EXCHANGE_VALUES[0]) / 2 } else { value }
    }
}
