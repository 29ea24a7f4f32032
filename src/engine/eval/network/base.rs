//! What a network's output is added to.

use crate::board::Position;
use crate::eval::evaluate_board;
use crate::types::Score;
use crate::types::names::by_name;
use std::fmt;
use std::str::FromStr;

/// What a network's output is added to. A network that corrects the handcrafted evaluation needs far fewer games to be better than it
/// (the diary has the matches), and more time for each score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The network says all.
    Nothing,
    /// The network corrects the handcrafted evaluation: it must be the one that it was trained beside.
    Handcrafted,
}

impl Base {
    /// All, by their numbers in files.
    pub const ALL: [Self; 2] = [Self::Nothing, Self::Handcrafted];

    /// Its name in commands and cards.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Handcrafted => "handcrafted",
        }
    }

    /// What is there without the network, in cp for the side to move.
    #[inline]
    pub fn score(self, position: &Position) -> Score {
        match self {
            Self::Nothing => 0,
            Self::Handcrafted => evaluate_board(position),
        }
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Base {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        by_name(Self::ALL, Self::name, text)
    }
}
