//! The differences between the games of the chess family: board, pieces, pawns, castling, stalemate, values.

use super::color::Color;
use super::mailbox::{Board, CELL_VALUES, CELLS, Cell, Size};
use super::moves::{KINDS, Kind, Square, file_of};

/// A castling: files of king and rook, before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Its letter in FEN, white's.
    pub letter: char,
    /// The king's files, from 0.
    pub king: [u8; 2],
    /// The rook's files.
    pub rook: [u8; 2],
}

/// The two castlings of chess.
pub const CHESS_CASTLINGS: [Castling; 2] =
    [Castling { letter: 'K', king: [4, 6], rook: [7, 5] }, Castling { letter: 'Q', king: [4, 2], rook: [0, 3] }];

/// Values of middlegame and endgame, in cp.
pub type Pair = [i32; 2];

/// The rules of a game of the chess family.
#[derive(Debug)]
pub struct Laws {
    /// The board.
    pub size: Size,
    /// The kinds that the game has.
    pub kinds: &'static [Kind],
    /// Whether `w` in a FEN is one more sage: a jester that moves like it.
    pub jester_is_sage: bool,
    /// The usual start position as FEN.
    pub start: &'static str,
    /// Whether pawns capture en passant.
    pub en_passant: bool,
    /// The castlings that exist.
    pub castlings: &'static [Castling],
    /// The kinds to which a pawn may promote.
    pub promotions: &'static [Kind],
    /// Whether the side that stalemates wins; otherwise it is a draw.
    pub stalemate_wins: bool,
    /// Values of the kinds.
    pub values: [Pair; KINDS],
    /// The middlegame values, for exchanges.
    pub exchange_values: [i32; KINDS],
    /// Values of a square more that a kind attacks.
    pub mobility: [Pair; KINDS],
    /// Values of pieces on squares, the kinds' values included, from white's side; black's are negative.
    /// `[cell index][square]`.
    pub squares: Box<[[Pair; CELLS]; CELL_VALUES]>,
    /// The weight of king danger in the evaluation, in percent.
    pub danger_percent: i32,
    /// The sum of [`weight`] at the start of a game.
    pub full_phase: i32,
}

/// The weight of a kind in the phase of the game.
pub const fn weight(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn | Kind::King => 0,
        Kind::Ferz | Kind::Wazir | Kind::Alfil | Kind::Sage | Kind::Knight | Kind::Bishop => 1,
        Kind::Rook => 2,
        Kind::Queen => 4,
    }
}

/// The facts of a game, before its tables are made.
pub struct Facts {
    /// See [`Laws::size`].
    pub size: Size,
    /// See [`Laws::kinds`].
    pub kinds: &'static [Kind],
    /// See [`Laws::jester_is_sage`].
    pub jester_is_sage: bool,
    /// See [`Laws::start`].
    pub start: &'static str,
    /// See [`Laws::en_passant`].
    pub en_passant: bool,
    /// See [`Laws::castlings`].
    pub castlings: &'static [Castling],
    /// See [`Laws::promotions`].
    pub promotions: &'static [Kind],
    /// See [`Laws::stalemate_wins`].
    pub stalemate_wins: bool,
    /// Kinds with their values, and those of a square more that they attack.
    pub values: &'static [(Kind, Pair, Pair)],
    /// What a square adds to the value of a kind, by file and rank from the piece's own edge; [`placement`] where
    /// nothing was fitted.
    pub placement: fn(Size, Kind, u8, u8) -> Pair,
    /// See [`Laws::danger_percent`].
    pub danger_percent: i32,
}

impl Laws {
    /// The laws with their tables.
    pub fn new(facts: &Facts) -> Self {
        let &Facts { size, kinds, jester_is_sage, start, en_passant, castlings, promotions, .. } = facts;
        let &Facts { stalemate_wins, danger_percent, .. } = facts;
        let (mut values, mut mobility) = ([[0; 2]; KINDS], [[0; 2]; KINDS]);
        for &(kind, value, square) in facts.values {
            values[kind.index()] = value;
            mobility[kind.index()] = square;
        }
        let mut squares = Box::new([[[0; 2]; CELLS]; CELL_VALUES]);
        for kind in Kind::ALL {
            for square in size.squares() {
                for color in Color::ALL {
                    let placed = (facts.placement)(size, kind, file_of(square), size.relative_rank(color, square));
                    let both = [0, 1].map(|phase| color.sign() * (values[kind.index()][phase] + placed[phase]));
                    squares[Cell::new(color, kind).index()][usize::from(square)] = both;
                }
            }
        }
        let mut exchange_values = values.map(|[middlegame, _]| middlegame);
        exchange_values[Kind::King.index()] = 20_000;
        let men = start.split(' ').next().unwrap_or_default().chars().filter_map(Kind::from_letter);
        let full_phase = men.map(weight).sum::<i32>().max(1);
        Self {
            size,
            kinds,
            jester_is_sage,
            start,
            en_passant,
            castlings,
            promotions,
            stalemate_wins,
            values,
            exchange_values,
            mobility,
            squares,
            danger_percent,
            full_phase,
        }
    }

    /// Those of the castling rights whose king and rook are still at home.
    pub fn kept_rights(&self, board: &Board, rights: u8) -> u8 {
        let mut kept = 0;
        for color in Color::ALL {
            for (index, castling) in self.castlings.iter().enumerate() {
                let at = |file: u8| board.at(self.home(color, file)).piece();
                let is_home = at(castling.king[0]) == Some((color, Kind::King))
                    && at(castling.rook[0]) == Some((color, Kind::Rook));
                kept |= u8::from(is_home) << (2 * color.index() + index);
            }
        }
        rights & kept
    }

    /// The square on the first rank of `color` with this file.
    pub const fn home(&self, color: Color, file: u8) -> Square {
        super::moves::square(
            file,
            match color {
                Color::White => 0,
                Color::Black => self.size.ranks - 1,
            },
        )
    }
}

/// The value of a square for a kind, for a side that counts ranks from its own edge.
pub fn placement(size: Size, kind: Kind, file: u8, rank: u8) -> Pair {
    let (files, ranks) = (i32::from(size.files), i32::from(size.ranks));
    let (file, rank) = (i32::from(file), i32::from(rank));
    // 0 on the edge; up to 3 in the middle of eight.
    let wing = file.min(files - 1 - file).min(3);
    let depth = rank.min(ranks - 1 - rank).min(3);
    let center = wing.min(depth) * 2 + wing.max(depth) - 4;
    let advance = rank - 1;
    match kind {
        Kind::Pawn => {
            let middle = if wing >= 3 || (files < 8 && wing >= 1) { 6 * advance.min(2) } else { 0 };
            [2 * advance + middle - 4, 6 * advance - 6]
        }
        Kind::Knight => [5 * center, 4 * center],
        Kind::Bishop | Kind::Alfil => [2 * center, center],
        Kind::Ferz | Kind::Wazir | Kind::Sage => [3 * center + 2 * rank, 4 * center],
        Kind::Rook => [3 * wing - 4 + if rank == ranks - 2 { 14 } else { 0 }, if rank >= ranks - 2 { 8 } else { 0 }],
        Kind::Queen => [center / 2, 3 * center],
        Kind::King => [-14 * rank.min(4) - 8 * wing + if rank == 0 { 10 } else { 0 }, 7 * center],
    }
}
