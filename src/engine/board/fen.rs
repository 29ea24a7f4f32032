//! BFEN: FEN with hands in brackets and `~` behind promoted pieces. Reads all forms in use, writes one.
//!
//! Format: the public UBI specification's `BFEN.md`; the ninth-rank form is that of older servers and of BPGN's `FEN`
//! tag.

use super::castling::Wing;
use super::chess960::{self, StartError};
use super::homes::Homes;
use super::{BoardRules, Captures, CastlingRights, Position, attacks};
use crate::types::{Bitboard, ByColor, Color, Hand, Piece, PieceType, Square};
use std::fmt::Write;

/// The start position with empty hands.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

/// An error in a BFEN text. Every message names the field and quotes the wrong part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum BfenError {
    #[error("BFEN is empty")]
    Empty,
    #[error("BFEN board: {found} ranks in `{text}`, not 8")]
    RankCount { found: usize, text: String },
    #[error("BFEN board: rank `{rank}` has {found} squares, not 8")]
    RankWidth { rank: String, found: u32 },
    #[error("BFEN board: `{letter}` in rank `{rank}` is no piece, digit or `~` behind a piece")]
    BoardLetter { letter: char, rank: String },
    #[error("BFEN board: {color} has {found} kings on the board, not 1")]
    Kings { color: Color, found: u32 },
    #[error("BFEN board: a pawn stands on {0}, an end rank")]
    PawnOnEndRank(Square),
    #[error("BFEN hands: `{0}` has no closing `]` right before the next field")]
    HandBrackets(String),
    #[error("BFEN hands: `{letter}` in `{text}` is no piece that can be held")]
    HandLetter { letter: char, text: String },
    #[error("BFEN hands: {found} of `{letter}` in `{text}`, more than the {most} that two sets hold")]
    HandCount { letter: char, found: u32, most: u32, text: String },
    #[error("BFEN side to move: `{0}` is neither `w` nor `b`")]
    SideToMove(String),
    #[error("BFEN side to move: missing behind the board")]
    NoSideToMove,
    #[error("BFEN castling: `{letter}` in `{text}` is none of KQkq, a rook's file such as HAha, and `-`")]
    CastlingLetter { letter: char, text: String },
    #[error("BFEN castling: `{letter}` in `{text}` is impossible, king or rook of {color} stand elsewhere")]
    CastlingImpossible { letter: char, text: String, color: Color },
    #[error("BFEN castling: `{letter}` in `{text}` stands for another square of king or rook only in Chess960")]
    CastlingNot960 { letter: char, text: String },
    #[error("BFEN castling: `{text}` has two rooks on one side of {color}'s king")]
    CastlingOneSide { text: String, color: Color },
    #[error("BFEN: {0}")]
    StartNumber(#[from] StartError),
    #[error("BFEN en passant: `{0}` is neither a square nor `-`")]
    EnPassantSquare(String),
    #[error("BFEN en passant: `{0}` is impossible, no pawn can just have passed it")]
    EnPassantImpossible(Square),
    #[error("BFEN {field}: `{text}` is not a number from 0 to 65535")]
    Counter { field: &'static str, text: String },
    #[error("BFEN: `{0}` is left over behind the last field")]
    LeftOver(String),
    #[error("BFEN check: {0} is in check although it is not on turn")]
    OpponentInCheck(Color),
}

/// Reads one board. Ranks of the board, hands, side to move, castling, en passant and the two move counters are
/// separated by blanks; fields missing at the end take their defaults, but the side to move is required.
///
/// An en passant square on which no enemy pawn can legally take is accepted and ignored. `960:N` stands for a start
/// position of Chess960.
///
/// Castling rights are `KQkq`, or the files of the rooks. In Chess960 (R19) `K` is a right of the outermost rook on its
/// side of the king, on the king's first rank (X-FEN); otherwise king and rook must stand on e, a and h.
///
/// # Errors
/// See [`BfenError`].
pub fn parse(text: &str, rules: BoardRules) -> Result<Position, BfenError> {
    if let Some(number) = text.trim().strip_prefix(chess960::PREFIX) {
        return parse(&chess960::start(chess960::number(number)?), rules);
    }
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().ok_or(BfenError::Empty)?;
    let mut position = Position::empty(rules);
    parse_board(board, &mut position)?;

    let side = fields.next().ok_or(BfenError::NoSideToMove)?;
    let mut letters = side.chars();
    match (letters.next().and_then(Color::from_letter), letters.next()) {
        (Some(color), None) => position.side_to_move = color,
        _ => return Err(BfenError::SideToMove(side.to_owned())),
    }
    parse_castling(fields.next().unwrap_or("-"), &mut position)?;
    parse_en_passant(fields.next().unwrap_or("-"), &mut position)?;
    position.halfmove_clock = parse_counter("halfmove clock", fields.next(), 0)?;
    position.fullmove_number = parse_counter("move number", fields.next(), 1)?;
    if let Some(rest) = fields.next() {
        return Err(BfenError::LeftOver(rest.to_owned()));
    }

    let waiting = !position.side_to_move;
    if position.attackers_of_king(waiting).any() {
        return Err(BfenError::OpponentInCheck(waiting));
    }
    position.checkers = position.attackers_of_king(position.side_to_move);
    position.drop_useless_ep();
    position.key = position.compute_key();
    Ok(position)
}

fn parse_board(text: &str, position: &mut Position) -> Result<(), BfenError> {
    let (board, bracketed) = match text.split_once('[') {
        Some((board, rest)) => {
            let hands = rest.strip_suffix(']').ok_or_else(|| BfenError::HandBrackets(text.to_owned()))?;
            (board, Some(hands))
        }
        None => (text, None),
    };
    let mut ranks: Vec<&str> = board.split('/').collect();
    let ninth = if ranks.len() == 9 && bracketed.is_none() { ranks.pop() } else { None };
    if ranks.len() != 8 {
        return Err(BfenError::RankCount { found: ranks.len(), text: board.to_owned() });
    }
    for (row, rank) in ranks.iter().enumerate() {
        parse_rank(rank, 7 - row as u8, position)?;
    }
    for color in Color::ALL {
        let found = position.pieces(color, PieceType::King).count();
        if found != 1 {
            return Err(BfenError::Kings { color, found });
        }
    }
    if let Some(square) = (position.kind(PieceType::Pawn) & Bitboard::END_RANKS).first() {
        return Err(BfenError::PawnOnEndRank(square));
    }
    let hands = parse_hands(bracketed.or(ninth).unwrap_or(""))?;
    for color in Color::ALL {
        for kind in hands[color].kinds() {
            for _ in 0..hands[color].count(kind) {
                position.receive(color, kind);
            }
        }
    }
    Ok(())
}

fn parse_rank(rank: &str, row: u8, position: &mut Position) -> Result<(), BfenError> {
    let mut file = 0u32;
    let wrong = |letter| BfenError::BoardLetter { letter, rank: rank.to_owned() };
    for letter in rank.chars() {
        if let Some(gap @ 1..=8) = letter.to_digit(10) {
            file += gap;
        } else if letter == '~' {
            // The mark belongs to the piece before it.
            let square = Square::new((file.max(1) - 1) as u8, row);
            let can_be_promoted = file > 0
                && position
                    .piece_at(square)
                    .is_some_and(|piece| !matches!(piece.kind(), PieceType::Pawn | PieceType::King))
                && !position.promoted.has(square);
            if !can_be_promoted {
                return Err(wrong(letter));
            }
            position.promoted |= square.into();
        } else {
            let piece = Piece::from_letter(letter).ok_or_else(|| wrong(letter))?;
            if file < 8 {
                position.put_piece(piece, Square::new(file as u8, row));
            }
            file += 1;
        }
        if file > 8 {
            break;
        }
    }
    if file == 8 { Ok(()) } else { Err(BfenError::RankWidth { rank: rank.to_owned(), found: file }) }
}

/// Reads the letters of both hands in any order, capitals for white; `-` alone stands for empty hands.
///
/// # Errors
/// On a letter that cannot be held, and on more of a kind than two sets hold.
pub fn parse_hands(text: &str) -> Result<ByColor<Hand>, BfenError> {
    let mut hands = ByColor::<Hand>::default();
    if text == "-" {
        return Ok(hands);
    }
    for letter in text.chars() {
        let piece = Piece::from_letter(letter)
            .filter(|piece| piece.kind() != PieceType::King)
            .ok_or_else(|| BfenError::HandLetter { letter, text: text.to_owned() })?;
        let (kind, hand) = (piece.kind(), &mut hands[piece.color()]);
        let most = Hand::MOST[kind.index()];
        if hand.count(kind) == most {
            return Err(BfenError::HandCount { letter, found: most + 1, most, text: text.to_owned() });
        }
        hand.add(kind);
    }
    Ok(hands)
}

fn parse_castling(text: &str, position: &mut Position) -> Result<(), BfenError> {
    let (mut rights, mut rooks) = (CastlingRights::NONE, [[None; 2]; 2]);
    for letter in text.chars().filter(|_| text != "-") {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (wing, file) = castling_rook(letter, color, text, position)?;
        let known = &mut rooks[color.index()][wing as usize];
        if known.replace(file).is_some_and(|other| other != file) {
            return Err(BfenError::CastlingOneSide { text: text.to_owned(), color });
        }
        rights.grant(color, wing);
    }
    position.homes = Homes::of_rights(Color::ALL.map(|color| position.king(color).file()), rooks);
    position.castling = rights.by_rules(position.rules.dropped_rook_castles);
    Ok(())
}

/// The wing and the rook's file of one letter of the castling rights.
fn castling_rook(letter: char, color: Color, text: &str, position: &Position) -> Result<(Wing, u8), BfenError> {
    let impossible = || BfenError::CastlingImpossible { letter, text: text.to_owned(), color };
    let king = position.king(color);
    if king.relative_to(color).rank() != 0 {
        return match letter.to_ascii_lowercase() {
            'a'..='h' | 'k' | 'q' => Err(impossible()),
            _ => Err(BfenError::CastlingLetter { letter, text: text.to_owned() }),
        };
    }
    let rooks = position.pieces(color, PieceType::Rook).without(position.promoted);
    let mut files = (0..8).filter(|&file| rooks.has(Square::new(file, king.rank())));
    let file = match letter.to_ascii_lowercase() {
        'k' => files.next_back().filter(|&file| file > king.file()),
        'q' => files.next().filter(|&file| file < king.file()),
        letter @ 'a'..='h' => files.find(|&file| u32::from(file) + u32::from('a') == u32::from(letter)),
        _ => return Err(BfenError::CastlingLetter { letter, text: text.to_owned() }),
    };
    let file = file.ok_or_else(impossible)?;
    let wing = if file > king.file() { Wing::King } else { Wing::Queen };
    let usual = Homes::STANDARD.rook_file(color, wing) == file && king.relative_to(color) == Square::E1;
    if matches!(letter.to_ascii_lowercase(), 'k' | 'q') && !usual && !position.rules.chess960 {
        return Err(BfenError::CastlingNot960 { letter, text: text.to_owned() });
    }
    Ok((wing, file))
}

fn parse_en_passant(text: &str, position: &mut Position) -> Result<(), BfenError> {
    if text == "-" {
        return Ok(());
    }
    let square: Square = text.parse().map_err(|_| BfenError::EnPassantSquare(text.to_owned()))?;
    let (us, them) = (position.side_to_move, !position.side_to_move);
    let passed = square.relative_to(us).rank() == 5
        && position.piece_at(square).is_none()
        && position.piece_at(square.forward(us)).is_none()
        && position.piece_at(square.forward(them)) == Some(Piece::new(them, PieceType::Pawn));
    if !passed {
        return Err(BfenError::EnPassantImpossible(square));
    }
    if (attacks::pawn(them, square) & position.pieces(us, PieceType::Pawn)).any() {
        position.ep_square = Some(square);
    }
    Ok(())
}

fn parse_counter(field: &'static str, text: Option<&str>, default: u16) -> Result<u16, BfenError> {
    match text {
        None => Ok(default),
        // `parse` would accept a leading sign.
        Some(text) if text.starts_with('+') => Err(BfenError::Counter { field, text: text.to_owned() }),
        Some(text) => text.parse().map_err(|_| BfenError::Counter { field, text: text.to_owned() }),
    }
}

impl Position {
    /// The start position.
    pub fn start(rules: BoardRules) -> Self {
        match parse(START, rules) {
            Ok(position) => position,
            Err(error) => unreachable!("the start position is sound: {error}"),
        }
    }

    /// A start position of Chess960, by its number, which is taken modulo 960.
    pub fn start960(number: u16, rules: BoardRules) -> Self {
        match parse(&chess960::start(number), rules) {
            Ok(position) => position,
            Err(error) => unreachable!("the start positions are sound: {error}"),
        }
    }

    /// The position as BFEN; without brackets in chess, which has no hands.
    pub fn to_bfen(&self) -> String {
        let mut text = String::with_capacity(96);
        for rank in (0..8).rev() {
            self.write_rank(rank, &mut text);
            if rank > 0 {
                text.push('/');
            }
        }
        if self.rules.captures != Captures::Nowhere {
            let white = self.hand(Color::White).letters().to_ascii_uppercase();
            let black = self.hand(Color::Black).letters();
            let _ = write!(text, "[{white}{black}]");
        }
        let ep = self.ep_square.map_or_else(|| "-".to_owned(), |square| square.to_string());
        let _ = write!(
            text,
            " {} {} {ep} {} {}",
            self.side_to_move.letter(),
            self.castling_text(),
            self.halfmove_clock,
            self.fullmove_number
        );
        text
    }

    /// The castling rights as `KQkq`, or by the rooks' files where castling is written by them; `-` for none.
    pub fn castling_text(&self) -> String {
        if !self.castles_by_rook() {
            return self.castling.to_string();
        }
        let held = Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)));
        let letter = |(color, wing)| {
            let file = self.homes.rook(color, wing)?.file_char();
            Some(if color == Color::White { file.to_ascii_uppercase() } else { file })
        };
        let text: String = held.filter(|&(color, wing)| self.castling.has(color, wing)).filter_map(letter).collect();
        if text.is_empty() { "-".to_owned() } else { text }
    }

    fn write_rank(&self, rank: u8, text: &mut String) {
        let mut gap = 0;
        let flush = |gap: &mut u32, text: &mut String| {
            if *gap > 0 {
                let _ = write!(text, "{gap}");
                *gap = 0;
            }
        };
        for file in 0..8 {
            let square = Square::new(file, rank);
            match self.piece_at(square) {
                None => gap += 1,
                Some(piece) => {
                    flush(&mut gap, text);
                    text.push(piece.letter());
                    if self.promoted.has(square) {
                        text.push('~');
                    }
                }
            }
        }
        flush(&mut gap, text);
    }
}
