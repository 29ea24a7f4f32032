//! FEN of boards of any size here: an empty run may have two digits.

use super::chess::Chess;
use super::color::Color;
use super::game::Game;
use super::laws::Laws;
use super::mailbox::{Board, Size, forward, shift};
use super::moves::{Kind, Square, parse_square, square, square_text};

/// Why a text is no position of a game. The message quotes the bad part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum FenError {
    #[error("`{text}` has {found} ranks, the board has {wanted}")]
    Ranks { text: String, found: usize, wanted: u8 },
    #[error("rank `{rank}` has {found} squares, the board has {wanted} files")]
    Files { rank: String, found: usize, wanted: u8 },
    #[error("`{letter}` in rank `{rank}` is no piece of this game")]
    Piece { letter: char, rank: String },
    #[error("`{text}`: {color} has {count} kings, not one")]
    Kings { text: String, color: Color, count: usize },
    #[error("`{text}`: {color} has more than {most} pieces")]
    Crowd { text: String, color: Color, most: usize },
    #[error("`{text}`: a pawn on {square}, the first or last rank")]
    Pawn { text: String, square: String },
    #[error("`{0}` is neither `w` nor `b`")]
    Side(String),
    #[error("`{0}` names no castling that this game and position have")]
    Castling(String),
    #[error("`{0}` is no square that a pawn has passed")]
    EnPassant(String),
    #[error("`{0}` is no number of moves")]
    Counter(String),
    #[error("`{text}`: {color} is in check and not on turn")]
    Check { text: String, color: Color },
    #[error("`{0}` is no reserve: one king, and queens, rooks, bishops and knights of each side in brackets")]
    Reserve(String),
    #[error("`{0}` is behind the position")]
    Rest(String),
    #[error("`{text}`: a board of {found} ranks; this game has 4 to 8")]
    Size { text: String, found: usize },
    #[error("`{text}`: the kings stand in opposite corners, and {square} is none or the wrong one")]
    Corner { text: String, square: String },
    #[error("`{0}`: both kings are put before anything else, and the side on turn puts its own")]
    Unplaced(String),
}

/// Reads a number of moves, which may be missing.
pub(super) fn counter(word: Option<&str>, default: u32, most: u32) -> Result<u32, FenError> {
    match word {
        None | Some("-") => Ok(default),
        Some(word) => {
            // `parse` would accept a leading sign.
            let number = word.parse::<u32>().ok().filter(|_| !word.starts_with('+'));
            number.map(|number| number.min(most)).ok_or_else(|| FenError::Counter(word.to_owned()))
        }
    }
}

/// Reads a side.
pub(super) fn side(word: &str) -> Result<Color, FenError> {
    Color::ALL
        .into_iter()
        .find(|color| word == color.letter().to_string())
        .ok_or_else(|| FenError::Side(word.to_owned()))
}

/// Calls `put` with each piece of the ranks in `text`, the last rank first. `kind` reads a piece's small letter.
pub(super) fn pieces(
    text: &str,
    size: Size,
    kind: impl Fn(char) -> Option<Kind>,
    mut put: impl FnMut(Square, Color, Kind),
) -> Result<(), FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(size.ranks) {
        return Err(FenError::Ranks { text: text.to_owned(), found: ranks.len(), wanted: size.ranks });
    }
    for (&rank, number) in ranks.iter().zip((0..size.ranks).rev()) {
        let (mut file, mut run) = (0_usize, 0_usize);
        for letter in rank.chars() {
            if let Some(digit) = letter.to_digit(10) {
                run = (10 * run + digit as usize).min(100);
                continue;
            }
            file += std::mem::take(&mut run);
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let unknown = || FenError::Piece { letter, rank: rank.to_owned() };
            let found = kind(letter.to_ascii_lowercase()).ok_or_else(unknown)?;
            if file < usize::from(size.files) {
                put(square(file as u8, number), color, found);
            }
            file += 1;
        }
        file += run;
        if file != usize::from(size.files) {
            return Err(FenError::Files { rank: rank.to_owned(), found: file, wanted: size.files });
        }
    }
    Ok(())
}

/// The ranks of a board, the last one first.
pub(super) fn ranks(board: &Board) -> String {
    let size = board.size();
    let rank = |rank: u8| {
        let (mut text, mut run) = (String::new(), 0);
        let flush = |text: &mut String, run: &mut u32| {
            if *run > 0 {
                *text += &run.to_string();
            }
            *run = 0;
        };
        for file in 0..size.files {
            match board.at(square(file, rank)).letter() {
                None => run += 1,
                Some(letter) => {
                    flush(&mut text, &mut run);
                    text.push(letter);
                }
            }
        }
        flush(&mut text, &mut run);
        text
    };
    (0..size.ranks).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// Reads a position of the chess family.
///
/// # Errors
/// When the text is none, or is a position that no game can have.
pub fn parse(laws: &'static Laws, text: &str) -> Result<Chess, FenError> {
    let mut words = text.split_ascii_whitespace();
    let mut position = Chess::empty(laws);
    let board = words.next().unwrap_or_default();
    let kind = |letter: char| match letter {
        'w' if laws.jester_is_sage => Some(Kind::Sage),
        letter => Kind::from_letter(letter).filter(|kind| laws.kinds.contains(kind)),
    };
    let mut crowd = None;
    pieces(board, laws.size, kind, |square, color, kind| {
        if position.board.has_room(color) {
            position.put(square, color, kind);
        } else {
            crowd = Some(color);
        }
    })?;
    if let Some(color) = crowd {
        return Err(FenError::Crowd { text: board.to_owned(), color, most: position.board.pieces(color).len() });
    }
    for color in Color::ALL {
        let of_kind = |kind: Kind| {
            let board = &position.board;
            board.pieces(color).iter().copied().filter(move |&square| board.at(square).piece() == Some((color, kind)))
        };
        let count = of_kind(Kind::King).count();
        if count != 1 {
            return Err(FenError::Kings { text: board.to_owned(), color, count });
        }
        let edge = |&square: &Square| [0, laws.size.ranks - 1].contains(&laws.size.relative_rank(color, square));
        if let Some(square) = of_kind(Kind::Pawn).find(edge) {
            return Err(FenError::Pawn { text: board.to_owned(), square: square_text(square) });
        }
    }
    position.set_side(words.next().map_or(Ok(Color::White), side)?);
    if position.is_checked(!position.side) {
        return Err(FenError::Check { text: text.to_owned(), color: !position.side });
    }
    read_rights(&mut position, words.next().unwrap_or("-"))?;
    read_en_passant(&mut position, words.next().unwrap_or("-"))?;
    position.quiet = counter(words.next(), 0, 1_000)? as u16;
    position.number = counter(words.next(), 1, 100_000)?.max(1);
    match words.next() {
        Some(rest) => Err(FenError::Rest(rest.to_owned())),
        None => Ok(position),
    }
}

fn read_rights(position: &mut Chess, word: &str) -> Result<(), FenError> {
    if word == "-" {
        return Ok(());
    }
    for letter in word.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let laws = position.laws;
        let index = laws.castlings.iter().position(|castling| castling.letter == letter.to_ascii_uppercase());
        let possible = index.filter(|&index| {
            let castling = laws.castlings[index];
            let at = |file: u8| position.board.at(laws.home(color, file)).piece();
            at(castling.king[0]) == Some((color, Kind::King)) && at(castling.rook[0]) == Some((color, Kind::Rook))
        });
        let index = possible.ok_or_else(|| FenError::Castling(word.to_owned()))?;
        position.allow_castling(color, index);
    }
    Ok(())
}

fn read_en_passant(position: &mut Chess, word: &str) -> Result<(), FenError> {
    if word == "-" {
        return Ok(());
    }
    let wrong = || FenError::EnPassant(word.to_owned());
    let laws = position.laws;
    let them = !position.side;
    let square = parse_square(word).filter(|&square| laws.size.has(square)).ok_or_else(wrong)?;
    let pawn = position.board.at(shift(square, forward(them))).piece();
    let behind = position.board.at(shift(square, -forward(them)));
    let is_passed = laws.en_passant
        && laws.size.relative_rank(them, square) == 2
        && position.board.at(square).is_empty()
        && behind.is_empty()
        && pawn == Some((them, Kind::Pawn));
    if !is_passed {
        return Err(wrong());
    }
    position.ep_square = square;
    position.drop_useless_ep();
    Ok(())
}

/// The position as FEN.
pub(super) fn write(position: &Chess) -> String {
    let castlings = position.laws.castlings;
    let mut rights = String::new();
    for color in Color::ALL {
        for (index, castling) in castlings.iter().enumerate() {
            if position.may_castle(color, index) {
                rights.push(match color {
                    Color::White => castling.letter,
                    Color::Black => castling.letter.to_ascii_lowercase(),
                });
            }
        }
    }
    if rights.is_empty() {
        rights.push('-');
    }
    let ep = if position.ep_square == 0 { "-".to_owned() } else { square_text(position.ep_square) };
    let (side, quiet, number) = (position.side().letter(), position.quiet, position.number);
    format!("{} {side} {rights} {ep} {quiet} {number}", ranks(&position.board))
}
