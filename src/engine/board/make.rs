//! Making and unmaking moves.

use super::castling::Wing;
use super::rules::{Captures, Promotion};
use super::{CastlingRights, Position, attacks, zobrist};
use crate::types::{Bitboard, Color, Hand, Move, MoveKind, Piece, PieceType, Square};

/// The state that a move overwrote, to unmake it, and the captured piece.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Piece>,
    captured_promoted: bool,
    moved_promoted: bool,
    castling: CastlingRights,
    ep_square: Option<Square>,
    halfmove_clock: u16,
    key: u64,
    checkers: Bitboard,
}

impl Undo {
    /// The kind of piece that the capture hands over, if any: a pawn for a promoted piece (R5).
    #[inline]
    pub fn transfer(&self) -> Option<PieceType> {
        self.captured.map(|piece| if self.captured_promoted { PieceType::Pawn } else { piece.kind() })
    }

    /// The captured piece, if any, promoted or not.
    pub fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

/// Receives the changes of a move to the board and the hands, for incremental sums over the pieces. Unmaking a move
/// reports no changes: an observer keeps a stack of its sums and pops it.
pub trait BoardObserver {
    /// A piece now stands on `square`.
    #[inline]
    fn put(&mut self, _piece: Piece, _square: Square, _promoted: bool) {}

    /// A piece has left `square`.
    #[inline]
    fn removed(&mut self, _piece: Piece, _square: Square, _promoted: bool) {}

    /// `color` now holds `count` of `kind`, one more or one less than before.
    #[inline]
    fn held(&mut self, _color: Color, _kind: PieceType, _count: u32) {}

    /// A null move was made.
    #[inline]
    fn passed(&mut self) {}
}

/// The observer that ignores all changes.
impl BoardObserver for () {}

/// The square of the pawn that an en passant capture on `target` takes.
#[inline]
pub(super) fn ep_victim(target: Square, us: Color) -> Square {
    target.forward(!us)
}

impl Position {
    fn remember(&self) -> Undo {
        Undo {
            captured: None,
            captured_promoted: false,
            moved_promoted: false,
            castling: self.castling,
            ep_square: self.ep_square,
            halfmove_clock: self.halfmove_clock,
            key: self.key,
            checkers: self.checkers,
        }
    }

    /// Makes a legal move. The result has the captured piece, which leaves this board in bughouse.
    #[inline]
    pub fn make_move(&mut self, mv: Move) -> Undo {
        self.make_move_observed(mv, &mut ())
    }

    /// As [`Self::make_move`]; reports each change to `observer`.
    pub fn make_move_observed(&mut self, mv: Move, observer: &mut impl BoardObserver) -> Undo {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {}", self.to_bfen());
        let mut undo = self.remember();
        let us = self.side_to_move;
        let to = mv.to();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(us.index() as u16);
        self.set_ep(None);

        if let Some(kind) = mv.dropped() {
            self.change_hand(us, kind, Hand::remove);
            observer.held(us, kind, self.hand(us).count(kind));
            self.put_piece(Piece::new(us, kind), to);
            observer.put(Piece::new(us, kind), to, false);
            if kind == PieceType::Rook && self.rules.dropped_rook_castles {
                self.change_castling(|rights, homes| rights.rook_dropped(us, to, homes));
            }
            self.halfmove_clock = 0;
        } else if mv.kind() == MoveKind::Castle {
            self.castle(mv, us, observer);
        } else {
            self.make_board_move(mv, us, &mut undo, observer);
        }

        self.pass_turn();
        if mv.kind() == MoveKind::DoublePush {
            let behind = to.forward(!us);
            if self.can_take_ep(behind) {
                self.set_ep(Some(behind));
            }
        }
        self.checkers = if self.may_check(mv, us) { self.attackers_of_king(!us) } else { Bitboard::EMPTY };
        undo
    }

    /// Whether the side on turn can take en passant on `target`, which an enemy pawn has just passed. Under Gambler's
    /// promotion a pin does not count: the pinning piece can be taken off the board before the capture.
    #[inline]
    pub(super) fn can_take_ep(&self, target: Square) -> bool {
        let us = self.side_to_move;
        let pawns = attacks::pawn(!us, target) & self.pieces(us, PieceType::Pawn);
        pawns.any() && self.some_ep_is_safe(us, pawns, target)
    }

    /// The rare part of [`Self::can_take_ep`]: few double steps end beside an enemy pawn.
    #[cold]
    fn some_ep_is_safe(&self, us: Color, pawns: Bitboard, target: Square) -> bool {
        let pins_count = self.rules.promotion == Promotion::OwnChoice;
        let king = self.king(us);
        for from in pawns {
            if !pins_count || self.ep_is_safe(us, king, from, target) {
                return true;
            }
        }
        false
    }

    /// Whether the move that `us` has made could give check: it went to or left a square on a line of the enemy king
    /// or a knight's move away from that king.
    #[inline]
    fn may_check(&self, mv: Move, us: Color) -> bool {
        let near = attacks::from_anywhere(self.king(!us));
        if mv.is_drop() {
            return near.has(mv.to());
        }
        near.has(mv.to()) || near.has(mv.origin()) || matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant)
    }

    /// The approximate key after a legal move, by a few XORs: castling (rook and rights), en passant, promoted marks
    /// and captured pieces that enter the own hand are left out. Good enough to prefetch a table entry.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let us = self.side_to_move;
        let to = mv.to();
        let changed = match mv.dropped() {
            Some(kind) => {
                let count = self.hand(us).count(kind);
                zobrist::held(us, kind, count)
                    ^ zobrist::held(us, kind, count.saturating_sub(1))
                    ^ zobrist::piece(Piece::new(us, kind), to)
            }
            None => {
                let on = |square| self.piece_at(square).map_or(0, |piece| zobrist::piece(piece, square));
                let placed = self.piece_at(mv.origin()).map(|piece| match mv.promotion() {
                    Some(kind) => Piece::new(us, kind),
                    None => piece,
                });
                on(mv.origin()) ^ on(to) ^ placed.map_or(0, |piece| zobrist::piece(piece, to))
            }
        };
        self.key ^ changed ^ zobrist::ep(self.ep_square) ^ zobrist::black_to_move()
    }

    fn make_board_move(&mut self, mv: Move, us: Color, undo: &mut Undo, observer: &mut impl BoardObserver) {
        let (from, to) = (mv.origin(), mv.to());
        if mv.is_capture() {
            let victim = if mv.kind() == MoveKind::EnPassant { ep_victim(to, us) } else { to };
            undo.captured = self.remove_piece(victim);
            if self.promoted.has(victim) {
                undo.captured_promoted = true;
                self.toggle_promoted(victim);
            }
            if let Some(piece) = undo.captured {
                observer.removed(piece, victim, undo.captured_promoted);
            }
            if self.rules.captures == Captures::ToOwnHand
                && let Some(kind) = undo.transfer()
            {
                self.change_hand(us, kind, Hand::add);
                observer.held(us, kind, self.hand(us).count(kind));
            }
            self.halfmove_clock = 0;
        }
        let moved = self.remove_piece(from);
        if self.promoted.has(from) {
            undo.moved_promoted = true;
            self.toggle_promoted(from);
            self.toggle_promoted(to);
        }
        let placed = match mv.promotion() {
            Some(kind) => {
                if self.rules.promotion == Promotion::OwnChoice {
                    self.toggle_promoted(to);
                }
                Some(Piece::new(us, kind))
            }
            None => moved,
        };
        if let (Some(old), Some(new)) = (moved, placed) {
            self.put_piece(new, to);
            observer.removed(old, from, undo.moved_promoted);
            observer.put(new, to, self.promoted.has(to));
        }
        if moved.is_some_and(|piece| piece.kind() == PieceType::Pawn) {
            self.halfmove_clock = 0;
        }
        self.change_castling(|rights, homes| {
            rights.touch(from, homes);
            rights.touch(to, homes);
        });
    }

    /// Makes a castling move. King and rook may end where the other one stood, so both leave before either is put down.
    fn castle(&mut self, mv: Move, us: Color, observer: &mut impl BoardObserver) {
        let wing = Wing::of(mv);
        let (from, to) = (mv.origin(), wing.king_to(us));
        // Neither is promoted: a promoted rook has no right to castle.
        let (rook_to, rook) = (wing.rook_to(us), self.homes.rook(us, wing));
        if let Some(rook_from) = rook {
            let king = self.remove_piece(from);
            let rook = self.remove_piece(rook_from);
            for (piece, from, to) in [(king, from, to), (rook, rook_from, rook_to)] {
                if let Some(piece) = piece {
                    self.put_piece(piece, to);
                    observer.removed(piece, from, false);
                    observer.put(piece, to, false);
                }
            }
        }
        self.change_castling(|rights, homes| rights.touch(from, homes));
    }

    fn uncastle(&mut self, mv: Move, us: Color) {
        let wing = Wing::of(mv);
        if let Some(rook_from) = self.homes.rook(us, wing) {
            let king = self.remove_piece(wing.king_to(us));
            let rook = self.remove_piece(wing.rook_to(us));
            for (piece, to) in [(king, mv.origin()), (rook, rook_from)] {
                if let Some(piece) = piece {
                    self.put_piece(piece, to);
                }
            }
        }
    }

    /// Unmakes the move that gave `undo`; the position must be the one right after that move.
    pub fn unmake_move(&mut self, mv: Move, undo: &Undo) {
        let us = !self.side_to_move;
        let to = mv.to();
        if let Some(kind) = mv.dropped() {
            self.remove_piece(to);
            self.change_hand(us, kind, Hand::add);
        } else if mv.kind() == MoveKind::Castle {
            self.uncastle(mv, us);
        } else {
            self.unmake_board_move(mv, us, undo);
        }
        self.side_to_move = us;
        self.fullmove_number = self.fullmove_number.saturating_sub(us.index() as u16);
        self.castling = undo.castling;
        self.ep_square = undo.ep_square;
        self.halfmove_clock = undo.halfmove_clock;
        self.checkers = undo.checkers;
        self.key = undo.key;
    }

    fn unmake_board_move(&mut self, mv: Move, us: Color, undo: &Undo) {
        let (from, to) = (mv.origin(), mv.to());
        let placed = self.remove_piece(to);
        let moved = if mv.promotion().is_some() { Some(Piece::new(us, PieceType::Pawn)) } else { placed };
        self.promoted = self.promoted.without(to.into());
        if let Some(piece) = moved {
            self.put_piece(piece, from);
        }
        if undo.moved_promoted {
            self.promoted |= from.into();
        }
        if let Some(piece) = undo.captured {
            let victim = if mv.kind() == MoveKind::EnPassant { ep_victim(to, us) } else { to };
            self.put_piece(piece, victim);
            if undo.captured_promoted {
                self.promoted |= victim.into();
            }
            if self.rules.captures == Captures::ToOwnHand
                && let Some(kind) = undo.transfer()
            {
                self.change_hand(us, kind, Hand::remove);
            }
        }
    }

    /// Passes the turn without a move, for null-move pruning. The side on turn must not be in check.
    #[inline]
    pub fn make_null(&mut self) -> Undo {
        self.make_null_observed(&mut ())
    }

    /// As [`Self::make_null`]; reports the null move to `observer`.
    pub fn make_null_observed(&mut self, observer: &mut impl BoardObserver) -> Undo {
        debug_assert!(!self.in_check());
        let undo = self.remember();
        self.set_ep(None);
        self.pass_turn();
        observer.passed();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.checkers = Bitboard::EMPTY;
        undo
    }

    /// Takes back a null move.
    pub fn unmake_null(&mut self, undo: &Undo) {
        self.side_to_move = !self.side_to_move;
        self.ep_square = undo.ep_square;
        self.halfmove_clock = undo.halfmove_clock;
        self.checkers = undo.checkers;
        self.key = undo.key;
    }
}
