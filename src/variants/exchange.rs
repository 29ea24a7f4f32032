//! V3: exchange chess of V. V. Potopakhin («обменные шахматы»), N × N, N from 4 to 8.
//!
//! V3.1 Aim: take the king. Each side has a king, and in reserve `N² div 4 div 2` each of queens, rooks, bishops and
//!      knights.
//! V3.2 White puts the king into any corner, black into the opposite one. A king never moves and takes nothing.
//! V3.3 A drop goes onto any empty square but the three around each king, and never attacks the enemy king.
//! V3.4 A capture is as in chess; the king may be taken, which wins. Captured pieces are gone.
//! V3.5 An exchange: two own pieces, neither the king, change places if one attacks the other's square.
//! V3.6 A knight may besides move to an empty square that another own knight attacks.
//! V3.7 A player who cannot move has lost. After 20 moves of each side without a capture or a drop the game is drawn.
//! V3.8 Check is no duty to answer.
//!
//! It follows that the first move after the kings is a drop, and that a player who cannot drop has to capture or
//! exchange: there are no other moves.

use super::color::Color;
use super::fen::{FenError, counter, pieces, ranks, side};
use super::game::{Ending, Game, Reason};
use super::mailbox::{Board, CELLS, Cell, KNIGHT, Size, key_of, shift};
use super::moves::{Act, KINDS, Kind, Move, Square, file_of, rank_of, square, square_text};

/// The kinds in reserve.
const HELD: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
/// Plies without a capture or a drop that make a draw: 20 moves of each side.
const QUIET_LIMIT: u16 = 40;
/// The usual size.
pub const USUAL_SIZE: u8 = 5;

/// Values of pieces on the board, in cp; a reserve keeps nearly all of its value.
const VALUES: [i32; KINDS] = {
    let mut values = [0; KINDS];
    values[Kind::Knight as usize] = 300;
    values[Kind::Bishop as usize] = 300;
    values[Kind::Rook as usize] = 420;
    values[Kind::Queen as usize] = 800;
    values[Kind::King as usize] = 20_000;
    values
};

/// The same for exchanges on a square: a king captures nothing (V3.2).
const EXCHANGE_VALUES: [i32; KINDS] = {
    let mut values = VALUES;
    values[Kind::King as usize] = 0;
    values
};

/// A position.
#[derive(Clone)]
pub struct Exchange {
    board: Board,
    side: Color,
    /// Pieces in reserve, by color and kind.
    held: [[u8; KINDS]; 2],
    quiet: u16,
    number: u32,
}

/// How many of each kind a side has on a board of `size` files.
pub const fn reserve(size: u8) -> u8 {
    size * size / 4 / 2
}

impl Exchange {
    /// The start on a board of `size` × `size`, 4 to 8: empty, all pieces in reserve.
    pub fn start(size: u8) -> Self {
        let size = size.clamp(4, 8);
        let mut held = [[0; KINDS]; 2];
        for reserves in &mut held {
            HELD.iter().for_each(|kind| reserves[kind.index()] = reserve(size));
            reserves[Kind::King.index()] = 1;
        }
        let board = Board::new(Size { files: size, ranks: size });
        Self { board, side: Color::White, held, quiet: 0, number: 1 }
    }

    /// Reads a FEN with the reserves in brackets behind the ranks; the board is as large as the FEN says.
    ///
    /// # Errors
    /// When the text is none, or is a position that no game can have.
    pub fn parse(text: &str) -> Result<Self, FenError> {
        let mut words = text.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        let no_reserve = || FenError::Reserve(first.to_owned());
        let (men, reserves) = first.strip_suffix(']').and_then(|text| text.split_once('[')).ok_or_else(no_reserve)?;
        let found = men.split('/').count();
        let size = u8::try_from(found).ok().filter(|size| (4..=8).contains(size));
        let size = size.ok_or_else(|| FenError::Size { text: men.to_owned(), found })?;
        let mut position = Self { held: [[0; KINDS]; 2], ..Self::start(size) };
        let kind = |letter| Kind::from_letter(letter).filter(|kind| *kind == Kind::King || HELD.contains(kind));
        let mut on_board = [[0_u8; KINDS]; 2];
        pieces(men, position.board.size(), kind, |square, color, kind| {
            on_board[color.index()][kind.index()] += 1;
            if position.board.has_room(color) {
                position.board.put(square, color, kind);
            }
        })?;
        for letter in reserves.chars() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let held = &mut position.held[color.index()][kind(letter).ok_or_else(no_reserve)?.index()];
            *held = held.saturating_add(1);
        }
        let on_turn = words.next().map_or(Ok(Color::White), side)?;
        for color in Color::ALL {
            let total = |kind: Kind| {
                usize::from(on_board[color.index()][kind.index()]) + usize::from(position.held(color, kind))
            };
            // The king of the side on turn is gone where the game is over.
            let taken = on_turn == color && total(Kind::King) == 0 && position.held(!color, Kind::King) == 0;
            if total(Kind::King) != 1 && !taken {
                return Err(FenError::Kings { text: men.to_owned(), color, count: total(Kind::King) });
            }
            if HELD.iter().any(|&kind| total(kind) > usize::from(reserve(size))) {
                return Err(no_reserve());
            }
            let king = position.board.king(color);
            let opposite = position.corner(position.board.king(!color));
            if king != 0 && (!position.corners().contains(&king) || opposite.is_some_and(|corner| corner != king)) {
                return Err(FenError::Corner { text: men.to_owned(), square: square_text(king) });
            }
        }
        // V3.2: nothing but a king stands before both kings do, and the side on turn puts its own.
        let is_awaited = |color| position.held(color, Kind::King) > 0;
        let is_bare = |color| position.board.pieces(color).len() == usize::from(position.board.king(color) != 0);
        if Color::ALL.into_iter().any(is_awaited) && !(is_awaited(on_turn) && Color::ALL.into_iter().all(is_bare)) {
            return Err(FenError::Unplaced(first.to_owned()));
        }
        position.side = on_turn;
        let mut rest = words.peekable();
        // FEN of other games has castling and en passant here.
        for _ in 0..2 {
            rest.next_if_eq(&"-");
        }
        position.quiet = counter(rest.next(), 0, 1_000)? as u16;
        position.number = counter(rest.next(), 1, 100_000)?.max(1);
        match rest.next() {
            Some(word) => Err(FenError::Rest(word.to_owned())),
            None => Ok(position),
        }
    }

    /// The pieces on the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How many of a kind a color has in reserve.
    pub fn held(&self, color: Color, kind: Kind) -> u8 {
        self.held[color.index()][kind.index()]
    }

    fn corners(&self) -> [Square; 4] {
        let last = self.board.size().files - 1;
        [square(0, 0), square(last, 0), square(0, last), square(last, last)]
    }

    /// The corner opposite to one.
    fn corner(&self, of: Square) -> Option<Square> {
        let last = self.board.size().files - 1;
        (of != 0).then(|| square(last - file_of(of), last - rank_of(of)))
    }

    /// Whether a square is beside a king (V3.3).
    fn is_beside_king(&self, square: Square) -> bool {
        Color::ALL.into_iter().any(|color| {
            let king = self.board.king(color);
            king != 0 && file_of(king).abs_diff(file_of(square)) <= 1 && rank_of(king).abs_diff(rank_of(square)) <= 1
        })
    }

    /// V3.2: any corner, or the one opposite to the other king.
    fn king_drops(&self, moves: &mut Vec<Move>) {
        match self.corner(self.board.king(!self.side)) {
            Some(corner) => moves.push(Move::drop(Kind::King, corner)),
            None => moves.extend(self.corners().map(|corner| Move::drop(Kind::King, corner))),
        }
    }

    fn drops(&self, moves: &mut Vec<Move>) {
        let us = self.side;
        let kinds: Vec<Kind> = HELD.into_iter().filter(|&kind| self.held(us, kind) > 0).collect();
        if kinds.is_empty() {
            return;
        }
        let target = self.board.king(!us);
        // The squares from which a kind would check are those that it attacks from the king's square.
        let mut checks: Vec<(Square, Kind)> = Vec::new();
        for kind in HELD {
            self.board.for_each_attacked(target, kind, |square| checks.push((square, kind)));
        }
        for square in self.board.size().squares() {
            if self.board.at(square).is_empty() && !self.is_beside_king(square) {
                let allowed = kinds.iter().filter(|&&kind| !checks.contains(&(square, kind)));
                moves.extend(allowed.map(|&kind| Move::drop(kind, square)));
            }
        }
    }

    /// V3.6: moves of a knight to empty squares that another own knight attacks.
    fn knight_moves(&self, moves: &mut Vec<Move>) {
        let us = self.side;
        let knight = Cell::new(us, Kind::Knight);
        let knights: Vec<Square> =
            self.board.pieces(us).iter().copied().filter(|&square| self.board.at(square) == knight).collect();
        if knights.len() < 2 {
            return;
        }
        for to in self.board.size().squares() {
            if !self.board.at(to).is_empty() {
                continue;
            }
            let attackers = KNIGHT.iter().filter(|&&jump| self.board.at(shift(to, jump)) == knight);
            let attackers: Vec<Square> = attackers.map(|&jump| shift(to, jump)).collect();
            for &from in &knights {
                if attackers.iter().any(|&other| other != from) {
                    moves.push(Move::step(from, to));
                }
            }
        }
    }

    /// For each square the attacks of both colors on it, by the pieces there.
    fn attacks(&self) -> [[i8; CELLS]; 2] {
        let mut counts = [[0; CELLS]; 2];
        for color in Color::ALL {
            for &from in self.board.pieces(color) {
                if let Some((_, kind)) = self.board.at(from).piece()
                    && kind != Kind::King
                {
                    let row = &mut counts[color.index()];
                    self.board.for_each_attacked(from, kind, |to| row[usize::from(to)] += 1);
                }
            }
        }
        counts
    }
}

impl Game for Exchange {
    const REPETITION_DRAWS: bool = false;

    fn side(&self) -> Color {
        self.side
    }

    fn key(&self) -> u64 {
        let mut key = self.board.key() ^ self.side as u64;
        // Reserves decide how the game can go on; the counter is part of the key because without repetition draws it is
        // all that ends a game.
        for reserves in &self.held {
            for &count in reserves {
                key = (key ^ u64::from(count)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
            }
        }
        key ^ key_of(Cell::EMPTY, self.quiet.min(QUIET_LIMIT) as Square)
    }

    fn generate(&self, noisy: bool, moves: &mut Vec<Move>) {
        let us = self.side;
        if self.board.king(us) == 0 {
            // A king that was taken is not in reserve, and the game is over.
            if !noisy && self.held(us, Kind::King) > 0 {
                self.king_drops(moves);
            }
            return;
        }
        for &from in self.board.pieces(us) {
            let Some((_, kind)) = self.board.at(from).piece() else { continue };
            if kind == Kind::King {
                continue;
            }
            self.board.for_each_attacked(from, kind, |to| match self.board.at(to).piece() {
                Some((color, _)) if color != us => moves.push(Move::step(from, to)),
                // Of two that attack each other one order is enough.
                Some((_, other)) if !noisy && other != Kind::King && (from < to || !self.board.attacks(to, from)) => {
                    moves.push(Move::with(from, to, Act::Swap));
                }
                _ => {}
            });
        }
        if !noisy {
            self.knight_moves(moves);
            self.drops(moves);
        }
    }

    fn make(&self, mv: Move) -> Option<Self> {
        let us = self.side;
        let mut next = self.clone();
        next.quiet += 1;
        match (mv.act, mv.kind) {
            (Act::Drop, Some(kind)) => {
                next.board.put(mv.to, us, kind);
                next.held[us.index()][kind.index()] -= 1;
                next.quiet = 0;
            }
            (Act::Swap, _) => {
                let (one, other) = (next.board.take(mv.from)?, next.board.take(mv.to)?);
                next.board.put(mv.to, us, one.1);
                next.board.put(mv.from, us, other.1);
            }
            _ => {
                if next.board.take(mv.to).is_some() {
                    next.quiet = 0;
                }
                next.board.shift(mv.from, mv.to);
            }
        }
        next.side = !us;
        next.number += u32::from(us == Color::Black);
        Some(next)
    }

    fn wins_at_once(&self) -> bool {
        let king = self.board.king(!self.side);
        king != 0 && self.board.is_attacked(king, self.side)
    }

    fn pass(&self) -> Option<Self> {
        // Without a reserve only captures and exchanges are left, and having to move may be what loses.
        let can_drop = HELD.iter().any(|&kind| self.held(self.side, kind) > 0);
        (can_drop && self.board.king(self.side) != 0).then(|| Self {
            side: !self.side,
            quiet: self.quiet + 1,
            ..self.clone()
        })
    }

    fn is_check(&self) -> bool {
        // V3.8: not to answer it is legal, and loses.
        let king = self.board.king(self.side);
        king != 0 && self.board.is_attacked(king, !self.side)
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.act == Act::Step && !self.board.at(mv.to).is_empty()
    }

    fn gain(&self, mv: Move) -> i32 {
        if mv.act == Act::Step { VALUES[self.board.at(mv.to).kind_index()] } else { 0 }
    }

    fn gains_at_least(&self, mv: Move, least: i32) -> bool {
        match (mv.act, mv.kind) {
            (Act::Step, _) => self.board.exchange_gains(mv.from, mv.to, &EXCHANGE_VALUES, least),
            // A dropped piece that can be taken.
            (Act::Drop, Some(kind)) => least <= -VALUES[kind.index()] || !self.board.is_attacked(mv.to, !self.side),
            _ => true,
        }
    }

    fn mover(&self, mv: Move) -> usize {
        mv.kind.map_or_else(|| self.board.at(mv.from).index(), |kind| Cell::new(self.side, kind).index())
    }

    fn evaluate(&self) -> i32 {
        let counts = self.attacks();
        let mut sum = 0;
        for us in Color::ALL {
            let (own, others) = (&counts[us.index()], &counts[(!us).index()]);
            let mut value = 0;
            let mut lost = [0; 2];
            for &square in self.board.pieces(us) {
                let kind = self.board.at(square).kind_index();
                if kind == Kind::King.index() {
                    // An attacker of the king captures it unless a move prevents that.
                    value -= 150 * i32::from(others[usize::from(square)]);
                    continue;
                }
                value += VALUES[kind];
                // The author's proposal: a piece belongs to whoever attacks it more often.
                let (guards, threats) = (own[usize::from(square)], others[usize::from(square)]);
                if threats > guards {
                    let part = VALUES[kind] / 4;
                    lost = if part > lost[0] { [part, lost[0]] } else { [lost[0], lost[1].max(part)] };
                }
            }
            // The side on turn saves one.
            value -= if us == self.side { lost[1] } else { lost[0] + lost[1] };
            for kind in HELD {
                value += i32::from(self.held(us, kind)) * (VALUES[kind.index()] + 15);
            }
            // Squares beside the enemy king, which nothing can be dropped on.
            let target = self.board.king(!us);
            if target != 0 {
                let beside = self.board.size().squares().filter(|&to| {
                    file_of(to).abs_diff(file_of(target)) <= 1 && rank_of(to).abs_diff(rank_of(target)) <= 1
                });
                value += 10 * beside.map(|to| i32::from(own[usize::from(to)])).sum::<i32>();
            }
            sum += us.sign() * value;
        }
        sum * self.side.sign() + 10
    }

    fn without_moves(&self) -> Ending {
        Ending::win(!self.side, Reason::NoMove)
    }

    fn ended(&self) -> Option<Ending> {
        for color in Color::ALL {
            if self.board.king(color) == 0 && self.held(color, Kind::King) == 0 {
                return Some(Ending::win(!color, Reason::KingTaken));
            }
        }
        (self.quiet >= QUIET_LIMIT).then_some(Ending::draw(Reason::Quiet))
    }

    fn quiet_plies(&self) -> usize {
        usize::from(self.quiet)
    }

    fn to_fen(&self) -> String {
        let mut held = String::new();
        for color in Color::ALL {
            for kind in [Kind::King].into_iter().chain(HELD) {
                let letter = Cell::new(color, kind).letter().unwrap_or_default();
                (0..self.held(color, kind)).for_each(|_| held.push(letter));
            }
        }
        let (side, quiet, number) = (self.side.letter(), self.quiet, self.number);
        format!("{}[{held}] {side} - - {quiet} {number}", ranks(&self.board))
    }
}
