//! Legal move generation, written once for three uses: listing moves, counting them, and testing whether there is any.
//!
//! Pins and checks become masks of squares, so that no move has to be made to test whether it is legal. Drops are
//! generated as pairs of a kind and a set of squares, and become single moves only for a list.

use super::castling::Wing;
use super::make::ep_victim;
use super::rules::{PieceSet, Promotion};
use super::{BoardStatus, Position, attacks};
use crate::types::{Bitboard, Color, Hand, Move, MoveKind, MoveList, Piece, PieceType, Square};

/// Which moves of the pieces on the board to generate. Drops are generated separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Select {
    /// Captures and promotions.
    Noisy,
    /// Everything else.
    Quiet,
    /// Both.
    All,
}

/// A receiver of generated moves.
pub(super) trait Sink {
    /// A non-pawn piece goes from `from` to any of `targets`.
    fn piece(&mut self, from: Square, targets: Bitboard, capture: bool);
    /// A pawn goes to each of `targets` from the square whose number is lower by `back` (negative for black).
    fn pawns(&mut self, targets: Bitboard, back: i8, kind: MoveKind);
    /// As [`Self::pawns`] where all `targets` are on the last rank: the pawn promotes to each of `kinds`.
    fn promotions(&mut self, targets: Bitboard, back: i8, capture: bool, kinds: PieceSet);
    /// A single move: castling or en passant.
    fn single(&mut self, mv: Move);
    /// A piece of `kind` is dropped on any of `targets`.
    fn drops(&mut self, kind: PieceType, targets: Bitboard);
}

#[inline]
pub(super) fn came_from(to: Square, back: i8) -> Square {
    Square::from_index((to.index() as i8 - back) as usize)
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, capture: bool) {
        let kind = if capture { MoveKind::Capture } else { MoveKind::Quiet };
        for to in targets {
            self.push(Move::new(from, to, kind));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, back: i8, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(came_from(to, back), to, kind));
        }
    }

    fn promotions(&mut self, targets: Bitboard, back: i8, capture: bool, kinds: PieceSet) {
        for to in targets {
            for kind in PieceType::PROMOTED.into_iter().rev().filter(|&kind| kinds.has(kind)) {
                let kind = if capture { MoveKind::CapturePromotion(kind) } else { MoveKind::Promotion(kind) };
                self.push(Move::new(came_from(to, back), to, kind));
            }
        }
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        self.push(mv);
    }

    #[inline]
    fn drops(&mut self, kind: PieceType, targets: Bitboard) {
        for to in targets {
            self.push(Move::drop(kind, to));
        }
    }
}

/// Counts moves without listing them.
#[derive(Default)]
struct Count(u64);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _from: Square, targets: Bitboard, _capture: bool) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _back: i8, _kind: MoveKind) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _back: i8, _capture: bool, kinds: PieceSet) {
        self.0 += u64::from(targets.count() * kinds.count());
    }

    #[inline]
    fn single(&mut self, _mv: Move) {
        self.0 += 1;
    }

    #[inline]
    fn drops(&mut self, _kind: PieceType, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }
}

impl Position {
    /// All legal moves, drops last.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.add_board_moves(Select::All, &mut list);
        self.add_drops(&mut list);
        list
    }

    /// Adds the legal moves of the pieces on the board.
    pub fn add_board_moves(&self, select: Select, list: &mut MoveList) {
        self.generate(select, list);
    }

    /// Adds the legal drops.
    pub fn add_drops(&self, list: &mut MoveList) {
        self.generate_drops(list);
    }

    /// The number of legal moves; perft uses it for the last ply.
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count::default();
        self.generate(Select::All, &mut count);
        self.generate_drops(&mut count);
        count.0
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        // Drops are cheaper to test for, and nearly always possible with a piece in hand.
        let mut count = Count::default();
        self.generate_drops(&mut count);
        if count.0 == 0 {
            self.generate(Select::All, &mut count);
        }
        count.0 != 0
    }

    /// The squares where a move of any piece but the king must end: all without check; in single check the checker and
    /// the squares between it and the king; none in double check.
    #[inline]
    fn check_mask(&self, king: Square) -> Bitboard {
        match self.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if self.checkers.many() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker) | checker.into(),
        }
    }

    #[inline]
    pub(super) fn generate(&self, select: Select, sink: &mut impl Sink) {
        match self.side_to_move {
            Color::White => self.generate_for::<true>(select, sink),
            Color::Black => self.generate_for::<false>(select, sink),
        }
    }

    fn generate_for<const WHITE: bool>(&self, select: Select, sink: &mut impl Sink) {
        let us = if WHITE { Color::White } else { Color::Black };
        let occupied = self.occupied();
        let king = self.king(us);
        let enemy = self.color(!us);
        let captures = if select == Select::Quiet { Bitboard::EMPTY } else { enemy };
        let quiets = if select == Select::Noisy { Bitboard::EMPTY } else { !occupied };

        self.generate_king(us, king, captures, quiets, sink);
        if self.checkers.many() {
            return;
        }
        if select != Select::Noisy && self.checkers.is_empty() {
            self.generate_castling(us, occupied, sink);
        }

        let mask = self.check_mask(king);
        let pinned = self.blockers(us) & self.color(us);
        self.generate_pawns::<WHITE>(select, king, mask, pinned, sink);

        // A pinned knight never moves.
        for from in self.pieces(us, PieceType::Knight).without(pinned) {
            let reach = attacks::knight(from) & mask;
            sink.piece(from, reach & captures, true);
            sink.piece(from, reach & quiets, false);
        }
        let queens = self.pieces(us, PieceType::Queen);
        let sliders = [
            (self.pieces(us, PieceType::Bishop) | queens, attacks::bishop as fn(Square, Bitboard) -> Bitboard),
            (self.pieces(us, PieceType::Rook) | queens, attacks::rook),
        ];
        for (pieces, attack) in sliders {
            for from in pieces {
                let mut reach = attack(from, occupied) & mask;
                if pinned.has(from) {
                    reach &= attacks::line(king, from);
                }
                sink.piece(from, reach & captures, true);
                sink.piece(from, reach & quiets, false);
            }
        }
    }

    #[inline]
    fn generate_king(&self, us: Color, king: Square, captures: Bitboard, quiets: Bitboard, sink: &mut impl Sink) {
        let without_king = self.occupied().without(king.into());
        let safe = (attacks::king(king) & (captures | quiets))
            .filter(|&to| !self.attacked(to, !us, without_king))
            .collect::<Bitboard>();
        sink.piece(king, safe & captures, true);
        sink.piece(king, safe & quiets, false);
    }

    #[inline]
    fn generate_castling(&self, us: Color, occupied: Bitboard, sink: &mut impl Sink) {
        if !self.castling.any(us) {
            return;
        }
        for wing in Wing::ALL {
            if self.castling.has(us, wing)
                && (self.homes.must_be_empty(us, wing) & occupied).is_empty()
                && self.king_passes(us, wing, occupied)
            {
                sink.single(self.castling_move(us, wing));
            }
        }
    }

    /// Whether no square that the king crosses or reaches is attacked once the rook has left: in Chess960 the rook may
    /// have blocked a check along the rank.
    #[inline]
    fn king_passes(&self, us: Color, wing: Wing, occupied: Bitboard) -> bool {
        let rook = Square::new(self.homes.rook_file(us, wing), 0).relative_to(us);
        let occupied = occupied.without(rook.into());
        self.homes.must_be_safe(us, wing).all(|square| !self.attacked(square, !us, occupied))
    }

    #[inline]
    fn castling_move(&self, us: Color, wing: Wing) -> Move {
        let king = self.king(us);
        match self.homes.rook(us, wing) {
            Some(rook) if self.castles_by_rook() => Move::castle_by_rook(king, rook),
            _ => Move::new(king, wing.king_to(us), MoveKind::Castle),
        }
    }

    #[inline]
    fn generate_pawns<const WHITE: bool>(
        &self,
        select: Select,
        king: Square,
        mask: Bitboard,
        pinned: Bitboard,
        sink: &mut impl Sink,
    ) {
        let us = if WHITE { Color::White } else { Color::Black };
        let ahead: i8 = if WHITE { 8 } else { -8 };
        let empty = !self.occupied();
        let last = Bitboard::relative_rank(us, 7);
        let enemy = self.color(!us);
        let pawns = self.pieces(us, PieceType::Pawn);
        let kinds = self.promotion_kinds(us);

        // Unpinned pawns move as a set; a pinned pawn moves alone, only along its line.
        let groups = std::iter::once((pawns.without(pinned), Bitboard::ALL))
            .chain((pawns & pinned).map(|pawn| (Bitboard::from(pawn), attacks::line(king, pawn))));
        for (group, along) in groups {
            let allowed = mask & along;
            let one = group.forward(us) & empty;
            let two = (one & Bitboard::relative_rank(us, 2)).forward(us) & empty & allowed;
            let pushes = one & allowed;
            let west = group.forward(us).west() & enemy & allowed;
            let east = group.forward(us).east() & enemy & allowed;
            if select != Select::Quiet {
                sink.promotions(pushes & last, ahead, false, kinds);
                sink.promotions(west & last, ahead - 1, true, kinds);
                sink.promotions(east & last, ahead + 1, true, kinds);
                sink.pawns(west.without(last), ahead - 1, MoveKind::Capture);
                sink.pawns(east.without(last), ahead + 1, MoveKind::Capture);
            }
            if select != Select::Noisy {
                sink.pawns(pushes.without(last), ahead, MoveKind::Quiet);
                sink.pawns(two, 2 * ahead, MoveKind::DoublePush);
            }
        }
        if select != Select::Quiet
            && let Some(target) = self.ep_square
        {
            for from in attacks::pawn(!us, target) & pawns {
                if self.ep_is_safe(us, king, from, target) {
                    sink.single(Move::new(from, target, MoveKind::EnPassant));
                }
            }
        }
    }

    /// Whether the own king is not in check after an en passant capture, by which two pawns leave their squares.
    pub(super) fn ep_is_safe(&self, us: Color, king: Square, from: Square, target: Square) -> bool {
        let victim = Bitboard::from(ep_victim(target, us));
        let occupied = self.occupied().without(victim | from.into()) | target.into();
        (self.attackers_to(king, occupied) & self.color(!us).without(victim)).is_empty()
    }

    /// The kinds that a pawn of `color` may become now.
    #[inline]
    fn promotion_kinds(&self, color: Color) -> PieceSet {
        match self.rules.promotion {
            Promotion::OwnChoice => PieceSet::PROMOTED,
            Promotion::Taken(kinds) => kinds[color],
        }
    }

    /// The squares where a drop of any kind may land: the empty ones; in check, those between checker and king.
    #[inline]
    fn drop_squares(&self) -> Bitboard {
        let empty = !self.occupied();
        match self.checkers.first() {
            None => empty,
            Some(_) if self.checkers.many() => Bitboard::EMPTY,
            Some(checker) => attacks::between(self.king(self.side_to_move), checker),
        }
    }

    /// The squares where the side on turn may drop a piece of `kind`, whether it holds one or not.
    #[inline]
    pub fn drop_targets(&self, kind: PieceType) -> Bitboard {
        self.restrict_drops(kind, self.drop_squares())
    }

    #[inline]
    fn restrict_drops(&self, kind: PieceType, squares: Bitboard) -> Bitboard {
        let us = self.side_to_move;
        let mut targets = squares;
        if kind == PieceType::Pawn {
            targets = targets.without(Bitboard::END_RANKS);
            if self.rules.last_pawn_drop_rank < 7 {
                targets = targets.without(Bitboard::relative_rank(us, 6));
            }
        }
        if self.rules.drop_check && self.rules.drop_mate {
            return targets;
        }
        let checks = targets & self.check_squares(kind);
        if !self.rules.drop_check {
            return targets.without(checks);
        }
        let mates = checks.filter(|&square| self.drop_mates(kind, square)).collect();
        targets.without(mates)
    }

    /// The squares from which a piece of `kind` of the side to move would attack the enemy king.
    #[inline]
    pub fn check_squares(&self, kind: PieceType) -> Bitboard {
        let them = !self.side_to_move;
        attacks::of(them, kind, self.king(them), self.occupied())
    }

    fn drop_mates(&self, kind: PieceType, square: Square) -> bool {
        let mut after = self.clone();
        let us = self.side_to_move;
        after.put_piece(Piece::new(us, kind), square);
        if after.hand(us).has(kind) {
            after.change_hand(us, kind, Hand::remove);
        }
        after.set_ep(None);
        after.pass_turn();
        after.checkers = after.attackers_of_king(!us);
        after.status() == BoardStatus::Mate
    }

    #[inline]
    pub(super) fn generate_drops(&self, sink: &mut impl Sink) {
        let hand = self.hand(self.side_to_move);
        if hand.is_empty() {
            return;
        }
        let squares = self.drop_squares();
        if squares.is_empty() {
            return;
        }
        for kind in PieceType::HELD {
            if hand.has(kind) {
                sink.drops(kind, self.restrict_drops(kind, squares));
            }
        }
    }

    /// Whether a move from any source (TT, another position, a GUI) is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        if let Some(kind) = mv.dropped() {
            return mv == Move::drop(kind, mv.to()) && self.hand(us).has(kind) && self.drop_targets(kind).has(mv.to());
        }
        let Some(piece) = self.piece_at(mv.origin()).filter(|piece| piece.color() == us) else {
            return false;
        };
        // Pawn moves and castling are looked up in a generated list; other moves are tested by masks.
        let kind = mv.kind();
        if piece.kind() == PieceType::Pawn || !matches!(kind, MoveKind::Quiet | MoveKind::Capture) {
            return self.is_listed(mv, piece.kind());
        }
        let (from, to) = (mv.origin(), mv.to());
        let wanted = if kind == MoveKind::Capture { self.color(!us) } else { !self.occupied() };
        if !(attacks::of(us, piece.kind(), from, self.occupied()) & wanted).has(to) {
            return false;
        }
        let king = self.king(us);
        if piece.kind() == PieceType::King {
            return !self.attacked(to, !us, self.occupied().without(king.into()));
        }
        self.check_mask(king).has(to) && (!self.blockers(us).has(from) || attacks::line(king, from).has(to))
    }

    fn is_listed(&self, mv: Move, mover: PieceType) -> bool {
        let mut list = MoveList::new();
        let us = self.side_to_move;
        let king = self.king(us);
        match mover {
            PieceType::King if self.checkers.is_empty() => self.generate_castling(us, self.occupied(), &mut list),
            PieceType::Pawn if !self.checkers.many() => {
                let mask = self.check_mask(king);
                let pinned = self.blockers(us) & self.color(us);
                match us {
                    Color::White => self.generate_pawns::<true>(Select::All, king, mask, pinned, &mut list),
                    Color::Black => self.generate_pawns::<false>(Select::All, king, mask, pinned, &mut list),
                }
            }
            _ => {}
        }
        list.contains(&mv)
    }
}
