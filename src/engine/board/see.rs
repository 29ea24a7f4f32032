//! Static exchange evaluation: the value of a capture after all recaptures on its target square.
//!
//! The swap algorithm of the Chess Programming Wiki's page "SEE - The Swap Algorithm", as a threshold test. Drops take
//! part only as the move itself: a piece dropped on a square can be taken there.

use super::{Position, Promotion, attacks};
use crate::types::{Bitboard, ByColor, Move, MoveKind, Piece, PieceType, Score};

/// The value of a king, so high that it is never given up in an exchange.
const KING: Score = 1_000_000;

/// The value of each piece in exchanges, in cp: the loss of its side and the gain of the captor, wherever it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeValues {
    /// `[color][kind]`, pawn to king.
    plain: ByColor<[Score; 6]>,
    /// The same for promoted pieces, which are handed over as pawns (R5).
    promoted: ByColor<[Score; 6]>,
    board: [Score; 6],
}

impl ExchangeValues {
    /// `board`: values of pieces on the board, pawn to king. `transfer[color][kind]`: values of captured pieces in a
    /// hand of the captor's team, pawn to queen. A sum of both is raised to 0 if negative.
    pub fn new(board: [Score; 6], transfer: ByColor<[Score; 5]>) -> Self {
        let table = |as_pawn: bool| {
            ByColor::from_fn(|color| {
                std::array::from_fn(|kind| match transfer[color].get(kind) {
                    Some(&own) => (board[kind] + if as_pawn { transfer[color][0] } else { own }).max(0),
                    None => KING,
                })
            })
        };
        Self { plain: table(false), promoted: table(true), board }
    }

    /// The exchange value of a piece.
    #[inline]
    pub fn of(&self, piece: Piece, promoted: bool) -> Score {
        let table = if promoted { &self.promoted } else { &self.plain };
        table[piece.color()][piece.kind().index()]
    }

    /// The immediate gain of `mv`: the captured piece, and the piece that a pawn becomes.
    #[inline]
    pub fn gain(&self, position: &Position, mv: Move) -> Score {
        let taken = match mv.kind() {
            MoveKind::EnPassant => self.of(Piece::new(!position.side_to_move, PieceType::Pawn), false),
            _ if mv.is_capture() => self.on(position, mv.to()),
            _ => 0,
        };
        taken + mv.promotion().map_or(0, |kind| self.board[kind.index()] - self.board[PieceType::Pawn.index()])
    }

    /// The exchange value of the piece on `square`; 0 for an empty square.
    #[inline]
    fn on(&self, position: &Position, square: crate::types::Square) -> Score {
        position.piece_at(square).map_or(0, |piece| self.of(piece, position.promoted.has(square)))
    }
}

impl Position {
    /// Whether `mv` and the following exchange on its target square gain at least `threshold` by these values. Castling
    /// gains 0.
    pub fn see_at_least(&self, mv: Move, threshold: Score, values: &ExchangeValues) -> bool {
        if mv.kind() == MoveKind::Castle {
            return threshold <= 0;
        }
        let to = mv.to();
        let us = self.side_to_move;
        let (next, occupied_from) = match (mv.dropped(), mv.promotion()) {
            (Some(kind), _) => (values.of(Piece::new(us, kind), false), Bitboard::EMPTY),
            (None, Some(kind)) => {
                let as_pawn = self.rules.promotion == Promotion::OwnChoice;
                (values.of(Piece::new(us, kind), as_pawn), mv.origin().into())
            }
            (None, None) => (values.on(self, mv.origin()), mv.origin().into()),
        };

        // `balance`: the lead of the side to move of the exchange over the threshold.
        let mut balance = values.gain(self, mv) - threshold;
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
        let mut attackers = self.attackers_to(to, occupied);
        let mut side = !self.side_to_move;
        // Most squares that a quiet move goes to are not attacked.
        if (attackers & occupied & self.color(side)).is_empty() {
            return true;
        }
        let straight = self.kind(PieceType::Rook) | self.kind(PieceType::Queen);
        let diagonal = self.kind(PieceType::Bishop) | self.kind(PieceType::Queen);
        // Most exchanges end before the mover's side has to take again: pins are looked for only when asked.
        let mut pins: [Option<Bitboard>; 2] = [None; 2];
        loop {
            attackers &= occupied;
            let mut ours = attackers & self.color(side);
            if ours.is_empty() {
                break;
            }
            // A pinned piece does not take part, unless it moves along its pin.
            let pinned = *pins[side.index()].get_or_insert_with(|| self.blockers(side) & self.color(side)) & ours;
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
            balance = -balance - 1 - values.on(self, from);
            if balance >= 0 {
                break;
            }
            occupied = occupied.without(from.into());
            attackers |= attacks::bishop(to, occupied) & diagonal | attacks::rook(to, occupied) & straight;
        }
        side != self.side_to_move
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, PieceSet, fen};

    #[test]
    fn bug_a_piece_taken_from_the_other_board_for_a_pawn_was_lost_as_a_pawn() {
        let values = ExchangeValues::new([100, 300, 300, 500, 900, 0], ByColor([[50, 150, 150, 250, 450]; 2]));
        let gains = |promotion, least| {
            let rules = BoardRules { promotion, ..BoardRules::default() };
            let position = fen::parse("1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", rules).expect("a position");
            let mv = position.find_move("a7a8q").expect("a legal move");
            position.see_at_least(mv, least, &values)
        };
        // The pawn becomes a queen, which is taken and handed over: as a pawn, or as a queen.
        let taken = Promotion::Taken(ByColor([PieceSet::PROMOTED; 2]));
        for (promotion, exact) in [(Promotion::OwnChoice, 800 - 950), (taken, 800 - 1_350)] {
            assert!(gains(promotion, exact) && !gains(promotion, exact + 1), "{promotion:?}");
        }
    }
}
