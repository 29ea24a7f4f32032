//! The state of one board: pieces, hands, side to move, castling rights, en passant square.

use super::homes::Homes;
use super::rules::Promotion;
use super::{BoardRules, CastlingRights, attacks, zobrist};
use crate::types::{Bitboard, ByColor, Color, Hand, Piece, PieceType, Square};

/// One board with both hands. Cheap to clone (about 250 bytes); searching makes and unmakes moves in place.
///
/// Always true: each side has exactly one king, the side not on turn is not in check, no pawn stands on an
/// end rank, and the incremental key equals [`Position::compute_key`].
///
/// ```
/// use tandem_engine::board::{BoardRules, Position, fen};
/// use tandem_engine::types::PieceType;
///
/// let mut position = Position::start(BoardRules::default());
/// assert_eq!(position.legal_moves().len(), 20);
///
/// // White holds a knight, which it may drop on any empty square.
/// position = fen::parse("4k3/8/8/3p4/4P3/8/8/4K3[N] w - - 0 1", BoardRules::default())?;
/// let mv = position.find_move("N@f6").expect("a legal drop");
/// let undo = position.make_move(mv);
/// assert!(position.in_check());
/// position.unmake_move(mv, &undo);
///
/// // A captured piece leaves for the other board.
/// let undo = position.make_move(position.find_move("e4d5").expect("a legal capture"));
/// assert_eq!(undo.transfer(), Some(PieceType::Pawn));
/// # Ok::<(), tandem_engine::board::fen::BfenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    by_kind: [Bitboard; 6],
    by_color: ByColor<Bitboard>,
    pub(super) promoted: Bitboard,
    squares: [Option<Piece>; 64],
    hands: ByColor<Hand>,
    pub(super) key: u64,
    pub(super) checkers: Bitboard,
    pub(super) side_to_move: Color,
    pub(super) castling: CastlingRights,
    pub(super) homes: Homes,
    pub(super) ep_square: Option<Square>,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
    pub(super) rules: BoardRules,
}

impl Position {
    /// A board without any piece, to be filled by the parser.
    pub(super) fn empty(rules: BoardRules) -> Self {
        Self {
            by_kind: [Bitboard::EMPTY; 6],
            by_color: ByColor::default(),
            promoted: Bitboard::EMPTY,
            squares: [None; 64],
            hands: ByColor::default(),
            key: 0,
            checkers: Bitboard::EMPTY,
            side_to_move: Color::White,
            castling: CastlingRights::NONE,
            homes: Homes::STANDARD,
            ep_square: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            rules,
        }
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The rules of this board.
    #[inline]
    pub fn rules(&self) -> &BoardRules {
        &self.rules
    }

    /// Sets the kinds that pawns may promote to; under Gambler's promotion that depends on the other board.
    pub fn set_promotion(&mut self, promotion: Promotion) {
        self.rules.promotion = promotion;
    }

    /// The hash key over board, promoted marks, hands, turn, castling rights and en passant.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The pieces that give check to the side on turn.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side on turn is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The piece on `square`, if any.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// The squares of all pieces of `kind`.
    #[inline]
    pub fn kind(&self, kind: PieceType) -> Bitboard {
        self.by_kind[kind.index()]
    }

    /// Whether the same pieces stand on the same squares and the same side is to move; hands may differ.
    pub fn same_board(&self, other: &Self) -> bool {
        self.squares == other.squares && self.side_to_move == other.side_to_move
    }

    /// The squares of all pieces of `color`.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.by_color[color]
    }

    /// The squares of the pieces of `color` and `kind`.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[Color::White] | self.by_color[Color::Black]
    }

    /// The squares of promoted pieces, which are captured as pawns (R5).
    #[inline]
    pub fn promoted(&self) -> Bitboard {
        self.promoted
    }

    /// The square of the king of `color`.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).lowest()
    }

    /// The hand of `color`.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color]
    }

    /// The castling rights.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// Whether castling moves and rights are written by the rooks' squares: in Chess960, and wherever king or rooks
    /// castle from other files than e, a and h.
    #[inline]
    pub fn castles_by_rook(&self) -> bool {
        self.rules.chess960 || !self.homes.is_standard()
    }

    /// The en passant square, behind a pawn that just made its double step; only if an enemy pawn can take it there,
    /// under Gambler's promotion a pinned one too.
    #[inline]
    pub fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Plies since the last capture, pawn move or drop.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move to be played, as FEN counts.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Whether a knight or a bishop is all that the two kings have beside them, with which nobody can mate. Hands are
    /// not looked at.
    pub fn lacks_material(&self) -> bool {
        let occupied = self.occupied();
        let is_minor = |square| {
            let piece = self.piece_at(square).map(Piece::kind);
            matches!(piece, Some(PieceType::King | PieceType::Knight | PieceType::Bishop) | None)
        };
        occupied.count() <= 3 && occupied.into_iter().all(is_minor)
    }

    /// How many pieces of `color` and `kind` are on this board and in its hand, promoted ones counted as pawns. The
    /// rest of the set has been captured and handed over to the other board.
    pub fn material(&self, color: Color, kind: PieceType) -> u32 {
        let on_board = if kind == PieceType::Pawn {
            self.pieces(color, kind) | (self.color(color) & self.promoted)
        } else {
            self.pieces(color, kind).without(self.promoted)
        };
        on_board.count() + if kind == PieceType::King { 0 } else { self.hand(color).count(kind) }
    }

    /// A piece arrives from the partner (R2): one more of `kind` in the hand of `color`.
    pub fn receive(&mut self, color: Color, kind: PieceType) {
        self.change_hand(color, kind, Hand::add);
    }

    /// Replaces the hand of `color`.
    pub fn set_hand(&mut self, color: Color, hand: Hand) {
        for kind in PieceType::HELD {
            while self.hand(color).count(kind) < hand.count(kind) {
                self.change_hand(color, kind, Hand::add);
            }
            while self.hand(color).count(kind) > hand.count(kind) {
                self.change_hand(color, kind, Hand::remove);
            }
        }
    }

    /// Whether the piece on `square` can be removed without a new attack on either king.
    pub fn is_safe_to_lift(&self, square: Square) -> bool {
        let after = self.occupied().without(square.into());
        Color::ALL.into_iter().all(|color| {
            let king = self.king(color);
            let before = self.attackers_to(king, self.occupied());
            let now = self.attackers_to(king, after).without(square.into());
            (now.without(before) & self.color(!color)).is_empty()
        })
    }

    /// Removes a piece from the board, as Gambler's promotion does on the other board. The caller ensures that it is
    /// not a king and that the removal does not put a king in check.
    pub fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.remove_piece(square)?;
        if self.promoted.has(square) {
            self.toggle_promoted(square);
        }
        self.change_castling(|rights, homes| rights.touch(square, homes));
        self.drop_useless_ep();
        self.checkers = self.attackers_of_king(self.side_to_move);
        Some(piece)
    }

    /// The pieces of either color that attack `square` when the squares `occupied` are filled.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let straight = self.kind(PieceType::Rook) | self.kind(PieceType::Queen);
        let diagonal = self.kind(PieceType::Bishop) | self.kind(PieceType::Queen);
        attacks::pawn(Color::White, square) & self.pieces(Color::Black, PieceType::Pawn)
            | attacks::pawn(Color::Black, square) & self.pieces(Color::White, PieceType::Pawn)
            | attacks::knight(square) & self.kind(PieceType::Knight)
            | attacks::king(square) & self.kind(PieceType::King)
            | attacks::rook(square, occupied) & straight
            | attacks::bishop(square, occupied) & diagonal
    }

    /// Whether a piece of `by` attacks `square` when the squares `occupied` are filled.
    #[inline]
    pub fn attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        (self.attackers_to(square, occupied) & self.color(by)).any()
    }

    /// The enemy pieces that attack the king of `color`.
    #[inline]
    pub(super) fn attackers_of_king(&self, color: Color) -> Bitboard {
        self.attackers_to(self.king(color), self.occupied()) & self.color(!color)
    }

    /// The pieces of either color that stand alone between the king of `color` and an enemy slider.
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let straight = self.kind(PieceType::Rook) | self.kind(PieceType::Queen);
        let diagonal = self.kind(PieceType::Bishop) | self.kind(PieceType::Queen);
        let snipers =
            (attacks::rook_lines(king) & straight | attacks::bishop_lines(king) & diagonal) & self.color(!color);
        let occupied = self.occupied();
        snipers.fold(Bitboard::EMPTY, |blockers, sniper| {
            let between = attacks::between(king, sniper) & occupied;
            if between.any() && !between.many() { blockers | between } else { blockers }
        })
    }

    /// The hash key, computed from scratch.
    pub fn compute_key(&self) -> u64 {
        let pieces = self.occupied().fold(0, |key, square| match self.piece_at(square) {
            Some(piece) => key ^ zobrist::piece(piece, square),
            None => key,
        });
        let turn = if self.side_to_move == Color::Black { zobrist::black_to_move() } else { 0 };
        pieces
            ^ turn
            ^ zobrist::all_promoted(self.promoted)
            ^ zobrist::hand(Color::White, self.hand(Color::White))
            ^ zobrist::hand(Color::Black, self.hand(Color::Black))
            ^ zobrist::castling(self.castling, &self.homes)
            ^ zobrist::ep(self.ep_square)
    }

    // Each of the following functions updates the sets, the squares and the key together.

    #[inline]
    pub(super) fn put_piece(&mut self, piece: Piece, square: Square) {
        let set = Bitboard::from(square);
        self.by_kind[piece.kind().index()] |= set;
        self.by_color[piece.color()] |= set;
        self.squares[square.index()] = Some(piece);
        self.key ^= zobrist::piece(piece, square);
    }

    #[inline]
    pub(super) fn remove_piece(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        let set = Bitboard::from(square);
        self.by_kind[piece.kind().index()] ^= set;
        self.by_color[piece.color()] ^= set;
        self.key ^= zobrist::piece(piece, square);
        Some(piece)
    }

    #[inline]
    pub(super) fn toggle_promoted(&mut self, square: Square) {
        self.promoted ^= square.into();
        self.key ^= zobrist::promoted(square);
    }

    #[inline]
    pub(super) fn change_hand(&mut self, color: Color, kind: PieceType, change: impl Fn(&mut Hand, PieceType)) {
        let hand = &mut self.hands[color];
        self.key ^= zobrist::held(color, kind, hand.count(kind));
        change(hand, kind);
        self.key ^= zobrist::held(color, kind, hand.count(kind));
    }

    #[inline]
    pub(super) fn change_castling(&mut self, change: impl Fn(&mut CastlingRights, &Homes)) {
        let before = self.castling;
        change(&mut self.castling, &self.homes);
        if self.castling != before {
            self.key ^= zobrist::castling(before, &self.homes) ^ zobrist::castling(self.castling, &self.homes);
        }
    }

    #[inline]
    pub(super) fn set_ep(&mut self, square: Option<Square>) {
        self.key ^= zobrist::ep(self.ep_square) ^ zobrist::ep(square);
        self.ep_square = square;
    }

    #[inline]
    pub(super) fn pass_turn(&mut self) {
        self.side_to_move = !self.side_to_move;
        self.key ^= zobrist::black_to_move();
    }

    /// The same position under other rules. Castling rights stay. If the new rules track unmoved kings (R7), a king is
    /// marked as one if it has a right, or if it was marked under the old rules.
    #[must_use]
    pub fn with_rules(&self, rules: BoardRules) -> Self {
        let mut position = Self { rules, castling: self.castling.by_rules(rules.dropped_rook_castles), ..self.clone() };
        position.drop_useless_ep();
        position.key = position.compute_key();
        position
    }

    /// Clears an en passant square that no pawn of the side to move can use.
    pub(super) fn drop_useless_ep(&mut self) {
        if let Some(square) = self.ep_square {
            let them = !self.side_to_move;
            let pawn = Some(Piece::new(them, PieceType::Pawn));
            if self.piece_at(square.forward(them)) != pawn || !self.can_take_ep(square) {
                self.set_ep(None);
            }
        }
    }
}
