//! The four seats and the two teams.

use super::BoardId;
use crate::types::Color;
use std::fmt;
use std::ops::Not;

/// One of the two teams; `!team` is the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Team {
    /// White on A and black on B; it wins with the result `1-0`.
    One,
    /// Black on A and white on B.
    Two,
}

impl Team {
    /// Both teams.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// 0 for [`Self::One`], 1 for [`Self::Two`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat of this team on `board`.
    pub fn seat(self, board: BoardId) -> Seat {
        let white = (self == Self::One) == (board == BoardId::A);
        Seat::new(board, if white { Color::White } else { Color::Black })
    }

    /// Both seats, the one on board A first.
    pub fn seats(self) -> [Seat; 2] {
        BoardId::ALL.map(|board| self.seat(board))
    }
}

impl Not for Team {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "team 1 (white on A, black on B)",
            Self::Two => "team 2 (black on A, white on B)",
        })
    }
}

/// A player, named by board and color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The board.
    pub board: BoardId,
    /// The player's color on that board.
    pub color: Color,
}

impl Seat {
    /// All four seats: white and black of A, white and black of B.
    pub const ALL: [Self; 4] = [
        Self::new(BoardId::A, Color::White),
        Self::new(BoardId::A, Color::Black),
        Self::new(BoardId::B, Color::White),
        Self::new(BoardId::B, Color::Black),
    ];

    /// The player of `color` on `board`.
    pub const fn new(board: BoardId, color: Color) -> Self {
        Self { board, color }
    }

    /// 0 to 3, in the order of [`Self::ALL`].
    pub const fn index(self) -> usize {
        2 * self.board.index() + self.color.index()
    }

    /// The other player on this board.
    pub fn opponent(self) -> Self {
        Self { color: !self.color, ..self }
    }

    /// The other player of the team: other board, other color.
    pub fn partner(self) -> Self {
        self.diagonal().opponent()
    }

    /// The partner's opponent: other board, same color.
    pub fn diagonal(self) -> Self {
        Self { board: !self.board, ..self }
    }

    /// The player's team.
    pub fn team(self) -> Team {
        if self == Team::One.seat(self.board) { Team::One } else { Team::Two }
    }

    /// BPGN's letter: `A` and `a` for white and black of board A, `B` and `b` for those of B.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.board.letter(),
            Color::Black => self.board.letter().to_ascii_lowercase(),
        }
    }

    /// The seat of BPGN's letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.letter() == letter)
    }

    /// The name of the BPGN tag with this player's name: `WhiteA`, `BlackA`, `WhiteB`, `BlackB`.
    pub const fn tag(self) -> &'static str {
        ["WhiteA", "BlackA", "WhiteB", "BlackB"][self.index()]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.color, self.board)
    }
}
