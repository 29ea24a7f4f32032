//! Generation of the moves that give check: the targets of each piece are masked, so that no other move is listed.

use super::movegen::{Select, Sink, came_from};
use super::{CheckInfo, PieceSet, Position};
use crate::types::{Bitboard, Move, MoveKind, MoveList, PieceType, Square};

/// Lists the moves that give check.
struct Checks<'a> {
    position: &'a Position,
    info: &'a CheckInfo,
    list: &'a mut MoveList,
}

impl Sink for Checks<'_> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, capture: bool) {
        let direct = self.position.piece_at(from).map_or(Bitboard::EMPTY, |piece| self.info.squares(piece.kind()));
        self.list.piece(from, targets & (direct | self.info.discovered_from(from)), capture);
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, back: i8, kind: MoveKind) {
        let direct = self.info.squares(PieceType::Pawn);
        let gives_check = |&to: &Square| (direct | self.info.discovered_from(came_from(to, back))).has(to);
        self.list.pawns(targets.filter(gives_check).collect(), back, kind);
    }

    fn promotions(&mut self, targets: Bitboard, back: i8, capture: bool, kinds: PieceSet) {
        let mut all = MoveList::new();
        all.promotions(targets, back, capture, kinds);
        all.into_iter().for_each(|mv| self.single(mv));
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        if self.position.gives_check(self.info, mv) {
            self.list.push(mv);
        }
    }

    #[inline]
    fn drops(&mut self, kind: PieceType, targets: Bitboard) {
        self.list.drops(kind, targets & self.info.squares(kind));
    }
}

impl Position {
    /// Adds the legal moves of the pieces on the board that give check; `info` must be of this position.
    #[inline]
    pub fn add_board_checks(&self, select: Select, info: &CheckInfo, list: &mut MoveList) {
        self.generate(select, &mut Checks { position: self, info, list });
    }

    /// All legal moves that give check, drops last.
    pub fn checks(&self) -> MoveList {
        let mut list = MoveList::new();
        let info = self.check_info();
        let mut sink = Checks { position: self, info: &info, list: &mut list };
        self.generate(Select::All, &mut sink);
        self.generate_drops(&mut sink);
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::types::rng::Rng;

    #[test]
    fn the_checks_are_the_legal_moves_that_give_check() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QRBNPqrbnp] w KQkq - 0 1",
            "r3k2r/1P4P1/2n2b2/3pP3/8/2N2Q2/1p4p1/R3K2R[BNbn] w KQkq d6 0 1",
            "8/8/8/2k5/3Pp3/8/1B2R3/4K3[] b - d3 0 1",
            "5k2/8/8/8/8/8/8/4K2R[] w K - 0 1",
        ];
        let mut rng = Rng::new(7);
        let mut found = 0;
        for start in starts {
            for _ in 0..50 {
                let mut position = fen::parse(start, BoardRules::default()).expect("a position");
                for _ in 0..60 {
                    let info = position.check_info();
                    let moves = position.legal_moves();
                    let expected: MoveList =
                        moves.iter().copied().filter(|&mv| position.gives_check(&info, mv)).collect();
                    assert_eq!(position.checks(), expected, "{}", position.to_bfen());
                    let mut on_board = MoveList::new();
                    position.add_board_checks(Select::Quiet, &info, &mut on_board);
                    let quiet = expected.iter().copied().filter(|mv| !mv.is_drop() && !mv.is_noisy());
                    assert_eq!(on_board, quiet.collect::<MoveList>(), "{}", position.to_bfen());
                    found += expected.len();
                    if moves.is_empty() {
                        break;
                    }
                    position.make_move(moves[rng.below(moves.len())]);
                }
            }
        }
        assert!(found > 5_000, "{found}");
    }
}
