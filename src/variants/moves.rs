//! Kinds of pieces, squares, and moves with their notation.

use std::fmt;

/// A cell of the padded board: `16 * (rank + 2) + file + 2`, files and ranks from 0. 0 is outside.
pub type Square = u8;

/// Cells of a row of the padded board.
pub const WIDTH: i16 = 16;
/// Cells outside before the first file, and rows outside before the first rank.
const MARGIN: i16 = 2;

/// The square of a file and a rank, both from 0.
pub const fn square(file: u8, rank: u8) -> Square {
    ((rank as i16 + MARGIN) * WIDTH + file as i16 + MARGIN) as Square
}

/// The file of a square, from 0.
pub const fn file_of(square: Square) -> u8 {
    (square % WIDTH as u8).wrapping_sub(MARGIN as u8)
}

/// The rank of a square, from 0.
pub const fn rank_of(square: Square) -> u8 {
    (square / WIDTH as u8).wrapping_sub(MARGIN as u8)
}

/// The square as text, as `e4`.
pub fn square_text(square: Square) -> String {
    format!("{}{}", char::from(b'a' + file_of(square)), rank_of(square) + 1)
}

/// Reads a square, as `e4`; it may be outside a smaller board.
pub fn parse_square(text: &str) -> Option<Square> {
    let &[file, rank] = text.as_bytes() else { return None };
    let is_square = (b'a'..=b'l').contains(&file) && (b'1'..=b'8').contains(&rank);
    is_square.then(|| square(file - b'a', rank - b'1'))
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Moves forward, captures diagonally forward.
    Pawn = 1,
    /// One square diagonally.
    Ferz,
    /// One square along a file or rank: the jester of Courier, where it is played so.
    Wazir,
    /// Jumps two squares diagonally: the bishop of Courier («епископ»).
    Alfil,
    /// One square in any direction, not royal: the sage of Courier, and its jester.
    Sage,
    /// The knight.
    Knight,
    /// Slides diagonally; called courier in Courier («слон»).
    Bishop,
    /// The rook.
    Rook,
    /// The queen.
    Queen,
    /// The king.
    King,
}

/// Number of values of [`Kind`], the unused 0 included.
pub const KINDS: usize = 11;

impl Kind {
    /// All kinds, cheapest first.
    pub const ALL: [Self; 10] = [
        Self::Pawn,
        Self::Ferz,
        Self::Wazir,
        Self::Alfil,
        Self::Sage,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// Its index in tables, from 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index == 0 || index as usize > Self::ALL.len() { None } else { Some(Self::ALL[index as usize - 1]) }
    }

    /// Its small letter in FEN and in moves, as Fairy-Stockfish has it.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Ferz => 'f',
            Self::Wazir => 'w',
            Self::Alfil => 'e',
            Self::Sage => 'm',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The kind of a letter of either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let small = letter.to_ascii_lowercase();
        Self::ALL.into_iter().find(|kind| kind.letter() == small)
    }
}

/// The type of a move: plain, a double step, en passant, castling, a promotion, a drop or a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Act {
    /// A move or capture.
    Step,
    /// A pawn's double step.
    DoubleStep,
    /// A capture en passant.
    EnPassant,
    /// Castling, written as the king's move.
    Castle,
    /// A promotion to the move's kind.
    Promote,
    /// A drop of the move's kind; `from` is 0.
    Drop,
    /// Two own pieces change places.
    Swap,
}

/// A move. Its text is that of UCI: `e2e4`, `e7e8q`, `Q@c3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where it begins; 0 for a drop.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// Its type.
    pub act: Act,
    /// The kind that is dropped or promoted to.
    pub kind: Option<Kind>,
}

impl Move {
    /// A plain move or capture.
    pub const fn step(from: Square, to: Square) -> Self {
        Self { from, to, act: Act::Step, kind: None }
    }

    /// A plain move with another act.
    pub const fn with(from: Square, to: Square, act: Act) -> Self {
        Self { from, to, act, kind: None }
    }

    /// A promotion.
    pub const fn promotion(from: Square, to: Square, kind: Kind) -> Self {
        Self { from, to, act: Act::Promote, kind: Some(kind) }
    }

    /// A drop.
    pub const fn drop(kind: Kind, to: Square) -> Self {
        Self { from: 0, to, act: Act::Drop, kind: Some(kind) }
    }

    /// A swap with its squares in the other order.
    pub fn reversed(self) -> Option<Self> {
        (self.act == Act::Swap).then_some(Self { from: self.to, to: self.from, ..self })
    }

    /// Its 23 bits, never 0.
    pub const fn bits(self) -> u32 {
        let kind = match self.kind {
            Some(kind) => kind as u32,
            None => 0,
        };
        self.from as u32 | (self.to as u32) << 8 | kind << 16 | (self.act as u32) << 20
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = square_text(self.to);
        match (self.act, self.kind) {
            (Act::Drop, Some(kind)) => write!(f, "{}@{to}", kind.letter().to_ascii_uppercase()),
            (_, kind) => {
                write!(f, "{}{to}", square_text(self.from))?;
                kind.map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
            }
        }
    }
}
