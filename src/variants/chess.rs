//! A position of the chess family: Gardner's mini-chess, Courier, chess battle, and chess itself.

use super::color::Color;
use super::game::{Ending, Game, Reason};
use super::laws::{Laws, Pair, weight};
use super::mailbox::{Board, Cell, forward, key_of, shift};
use super::moves::{Act, Kind, Move, Square, file_of, rank_of, square};

/// Plies without a capture or a pawn's move that make a draw.
const QUIET_LIMIT: u16 = 100;

/// A position.
#[derive(Clone)]
pub struct Chess {
    /// The rules.
    pub(super) laws: &'static Laws,
    /// The pieces.
    pub(super) board: Board,
    /// The side on turn.
    pub(super) side: Color,
    /// Castlings that are still possible: bit `2 * color + index` of [`Laws::castlings`].
    pub(super) rights: u8,
    /// The en passant square, which a pawn has just passed by a double step, if it can legally be taken there; else 0.
    pub(super) ep_square: Square,
    /// Plies since the last capture or pawn's move.
    pub(super) quiet: u16,
    /// The number of the move.
    pub(super) number: u32,
    /// The sum of values of pieces on squares, for white.
    pub(super) placed: Pair,
    /// The sum of [`weight`].
    pub(super) phase: i32,
    /// Whether the side on turn is in check, once it is known.
    checked: Option<bool>,
}

impl Chess {
    /// An empty board, white to move.
    pub(super) fn empty(laws: &'static Laws) -> Self {
        let board = Board::new(laws.size);
        Self {
            laws,
            board,
            side: Color::White,
            rights: 0,
            ep_square: 0,
            quiet: 0,
            number: 1,
            placed: [0; 2],
            phase: 0,
            checked: None,
        }
    }

    /// The rules.
    pub const fn laws(&self) -> &'static Laws {
        self.laws
    }

    /// The pieces.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, square: Square, color: Color, kind: Kind) {
        self.board.put(square, color, kind);
        self.checked = None;
        self.count(square, color, kind, 1);
    }

    /// Takes the piece off a square.
    pub(super) fn take(&mut self, square: Square) -> Option<(Color, Kind)> {
        let (color, kind) = self.board.take(square)?;
        self.checked = None;
        self.count(square, color, kind, -1);
        Some((color, kind))
    }

    fn count(&mut self, square: Square, color: Color, kind: Kind, times: i32) {
        let value = self.laws.squares[Cell::new(color, kind).index()][usize::from(square)];
        self.placed[0] += times * value[0];
        self.placed[1] += times * value[1];
        self.phase += times * weight(kind);
    }

    fn shift(&mut self, from: Square, to: Square) {
        let table = &self.laws.squares[self.board.at(from).index()];
        let (before, after) = (table[usize::from(from)], table[usize::from(to)]);
        self.placed[0] += after[0] - before[0];
        self.placed[1] += after[1] - before[1];
        self.board.shift(from, to);
    }

    /// Whether the king of `color` is attacked.
    pub fn is_checked(&self, color: Color) -> bool {
        self.board.is_attacked(self.board.king(color), !color)
    }

    /// Sets the side on turn.
    pub(super) fn set_side(&mut self, side: Color) {
        (self.side, self.checked) = (side, None);
    }

    /// Whether a move surely leaves the own king unattacked: it is not in check, does not move, and no line leads from
    /// it to the square that is left.
    fn stays_safe(&self, mv: Move) -> bool {
        let king = self.board.king(self.side);
        let [files, ranks] = [file_of as fn(Square) -> u8, rank_of].map(|of| of(king).abs_diff(of(mv.from)));
        let aligned = files == 0 || ranks == 0 || files == ranks;
        self.checked == Some(false) && !aligned && mv.act != Act::EnPassant
    }

    /// The same position with the other side on turn and nothing to take en passant.
    pub(super) fn turned(&self) -> Self {
        Self { side: !self.side, ep_square: 0, quiet: self.quiet + 1, checked: None, ..self.clone() }
    }

    /// Whether all pieces beside the kings are bishops on squares of one color, with which nobody can mate.
    fn has_only_bishops_of_one_color(&self) -> bool {
        let mut color_of_squares = None;
        let fits = |&square: &Square| match self.board.at(square).piece() {
            Some((_, Kind::King)) => true,
            Some((_, Kind::Bishop)) => {
                let own = (file_of(square) + rank_of(square)) % 2;
                *color_of_squares.get_or_insert(own) == own
            }
            _ => false,
        };
        Color::ALL.into_iter().flat_map(|color| self.board.pieces(color)).all(fits)
    }

    /// The kind that a move captures, and where.
    pub fn captured(&self, mv: Move) -> Option<(Kind, Square)> {
        let at = if mv.act == Act::EnPassant { shift(mv.to, -forward(self.side)) } else { mv.to };
        match self.board.at(at).piece() {
            Some((color, kind)) if color != self.side => Some((kind, at)),
            _ => None,
        }
    }

    fn right(color: Color, index: usize) -> u8 {
        1 << (2 * color.index() + index)
    }

    /// Whether a color may still castle so.
    pub(super) fn may_castle(&self, color: Color, index: usize) -> bool {
        self.rights & Self::right(color, index) != 0
    }

    /// Allows a castling.
    pub(super) fn allow_castling(&mut self, color: Color, index: usize) {
        self.rights |= Self::right(color, index);
    }

    /// Ends castlings of a king or rook that moves from or is taken on `square`.
    fn lose_rights(&mut self, square: Square) {
        for color in Color::ALL {
            for (index, castling) in self.laws.castlings.iter().enumerate() {
                if [castling.king[0], castling.rook[0]].iter().any(|&file| self.laws.home(color, file) == square) {
                    self.rights &= !Self::right(color, index);
                }
            }
        }
    }

    /// Appends the castlings. Whether the king passes an attacked square is checked; the last square is left to `make`.
    fn castlings(&self, moves: &mut Vec<Move>) {
        for (index, castling) in self.laws.castlings.iter().enumerate() {
            if !self.may_castle(self.side, index) {
                continue;
            }
            let [king, rook] = [castling.king[0], castling.rook[0]].map(|file| self.laws.home(self.side, file));
            let files = [castling.king, castling.rook].concat();
            let (Some(&low), Some(&high)) = (files.iter().min(), files.iter().max()) else { continue };
            let free = (low..=high)
                .map(|file| self.laws.home(self.side, file))
                .all(|square| square == king || square == rook || self.board.at(square).is_empty());
            let [from, to] = castling.king;
            let safe = (from.min(to)..=from.max(to))
                .all(|file| !self.board.is_attacked(self.laws.home(self.side, file), !self.side));
            if free && safe {
                moves.push(Move::with(king, self.laws.home(self.side, to), Act::Castle));
            }
        }
    }

    fn pawn_moves(&self, from: Square, noisy: bool, moves: &mut Vec<Move>) {
        let (us, ahead) = (self.side, forward(self.side));
        let mut push = |to: Square| {
            if self.laws.size.relative_rank(us, to) == self.laws.size.ranks - 1 {
                moves.extend(self.laws.promotions.iter().map(|&kind| Move::promotion(from, to, kind)));
            } else {
                moves.push(Move::step(from, to));
            }
        };
        let one = shift(from, ahead);
        let promotes = self.laws.size.relative_rank(us, one) == self.laws.size.ranks - 1;
        let is_free = self.board.at(one).is_empty();
        if is_free && (!noisy || promotes) {
            push(one);
        }
        for side in [1, -1] {
            let to = shift(one, side);
            if self.board.at(to).is(!us) {
                push(to);
            }
        }
        for side in [1, -1] {
            if self.ep_square != 0 && shift(one, side) == self.ep_square {
                moves.push(Move::with(from, self.ep_square, Act::EnPassant));
            }
        }
        let two = shift(one, ahead);
        let is_home = self.laws.size.relative_rank(us, from) == 1;
        if is_home && !noisy && is_free && !promotes && self.board.at(two).is_empty() {
            // On a board of four ranks the double step would promote; no game here has it.
            moves.push(Move::with(from, two, Act::DoubleStep));
        }
    }

    /// Clears the en passant square if no pawn of the side on turn can legally take there. Where a pin forbids it, the
    /// position is the same as one without the square.
    pub(super) fn drop_useless_ep(&mut self) {
        let (us, target) = (self.side, self.ep_square);
        let can_take = [1, -1].into_iter().any(|side| {
            let from = shift(target, side - forward(us));
            self.board.at(from) == Cell::new(us, Kind::Pawn)
                && self.make(Move::with(from, target, Act::EnPassant)).is_some()
        });
        if !can_take {
            self.ep_square = 0;
        }
    }
}

impl Game for Chess {
    const REPETITION_DRAWS: bool = true;

    fn side(&self) -> Color {
        self.side
    }

    fn key(&self) -> u64 {
        let extra = u64::from(self.rights) << 1 | self.side as u64;
        self.board.key() ^ key_of(Cell::EMPTY, self.ep_square) ^ extra.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn generate(&self, noisy: bool, moves: &mut Vec<Move>) {
        for &from in self.board.pieces(self.side) {
            let Some((_, kind)) = self.board.at(from).piece() else { continue };
            if kind == Kind::Pawn {
                self.pawn_moves(from, noisy, moves);
                continue;
            }
            self.board.for_each_attacked(from, kind, |to| {
                let cell = self.board.at(to);
                if cell.is(!self.side) || (!noisy && cell.is_empty()) {
                    moves.push(Move::step(from, to));
                }
            });
        }
        if !noisy && self.rights != 0 {
            self.castlings(moves);
        }
    }

    fn make(&self, mv: Move) -> Option<Self> {
        let us = self.side;
        let mut next = self.clone();
        next.ep_square = 0;
        next.quiet += 1;
        next.checked = None;
        if let Some((_, at)) = self.captured(mv) {
            next.take(at);
            next.quiet = 0;
        }
        if self.board.at(mv.from) == Cell::new(us, Kind::Pawn) {
            next.quiet = 0;
        }
        if self.rights != 0 {
            next.lose_rights(mv.from);
            next.lose_rights(mv.to);
        }
        next.shift(mv.from, mv.to);
        match (mv.act, mv.kind) {
            (Act::Promote, Some(kind)) => {
                next.take(mv.to);
                next.put(mv.to, us, kind);
            }
            (Act::Castle, _) => {
                let castling = self.laws.castlings.iter().find(|castling| castling.king[1] == file_of(mv.to))?;
                let [from, to] = castling.rook.map(|file| self.laws.home(us, file));
                next.shift(from, to);
            }
            (Act::DoubleStep, _) if self.laws.en_passant => next.ep_square = shift(mv.from, forward(us)),
            _ => {}
        }
        if !self.stays_safe(mv) && next.is_checked(us) {
            return None;
        }
        next.side = !us;
        next.number += u32::from(us == Color::Black);
        next.checked = Some(next.is_checked(!us));
        if next.ep_square != 0 {
            next.drop_useless_ep();
        }
        Some(next)
    }

    fn pass(&self) -> Option<Self> {
        // With pawns and steppers only, having to move may be what loses.
        let has_slider = self.board.pieces(self.side).iter().any(|&square| {
            matches!(self.board.at(square).piece(), Some((_, Kind::Knight | Kind::Bishop | Kind::Rook | Kind::Queen)))
        });
        // The opponent has just moved: its king is not attacked.
        has_slider.then(|| Self { checked: Some(false), ..self.turned() })
    }

    fn is_check(&self) -> bool {
        self.checked.unwrap_or_else(|| self.is_checked(self.side))
    }

    fn is_underpromotion(&self, mv: Move) -> bool {
        mv.act == Act::Promote && mv.kind != self.laws.promotions.first().copied()
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.act == Act::EnPassant || mv.act == Act::Promote || !self.board.at(mv.to).is_empty()
    }

    fn gain(&self, mv: Move) -> i32 {
        let value = |kind: Kind| self.laws.exchange_values[kind.index()];
        let promoted = mv.kind.map_or(0, |kind| value(kind) - value(Kind::Pawn));
        promoted + self.captured(mv).map_or(0, |(kind, _)| value(kind))
    }

    fn gains_at_least(&self, mv: Move, least: i32) -> bool {
        match mv.act {
            Act::Step | Act::DoubleStep => self.board.exchange_gains(mv.from, mv.to, &self.laws.exchange_values, least),
            _ => self.gain(mv) >= least,
        }
    }

    fn mover(&self, mv: Move) -> usize {
        self.board.at(mv.from).index()
    }

    fn evaluate(&self) -> i32 {
        super::evaluate::evaluate(self)
    }

    fn without_moves(&self) -> Ending {
        match (self.is_check(), self.laws.stalemate_wins) {
            (true, _) => Ending::win(!self.side, Reason::Mate),
            (false, true) => Ending::win(!self.side, Reason::Stalemate),
            (false, false) => Ending::draw(Reason::Stalemate),
        }
    }

    fn ended(&self) -> Option<Ending> {
        if self.quiet >= QUIET_LIMIT {
            return Some(Ending::draw(Reason::Quiet));
        }
        let men = Color::ALL.map(|color| self.board.pieces(color).len());
        let is_minor = |color| {
            let minor = |&square: &Square| {
                matches!(self.board.at(square).piece(), Some((_, Kind::King | Kind::Knight | Kind::Bishop)))
            };
            self.board.pieces(color).iter().all(minor)
        };
        let bare = match men {
            [1, 1] => true,
            // Where stalemate wins, no piece is too little.
            _ if self.laws.stalemate_wins => false,
            [1, 2] | [2, 1] => Color::ALL.into_iter().all(is_minor),
            _ => self.has_only_bishops_of_one_color(),
        };
        bare.then_some(Ending::draw(Reason::Material))
    }

    fn quiet_plies(&self) -> usize {
        usize::from(self.quiet)
    }

    fn to_fen(&self) -> String {
        super::fen::write(self)
    }
}

/// The square of a file and a rank as `color` counts it.
pub(super) fn square_for(laws: &Laws, color: Color, file: u8, rank: u8) -> Square {
    match color {
        Color::White => square(file, rank),
        Color::Black => square(file, laws.size.ranks - 1 - rank),
    }
}
