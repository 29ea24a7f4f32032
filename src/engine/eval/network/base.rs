//! The base score that a network's output is added to.

use crate::board::Position;
use crate::eval::facts::{FACTS, Facts};
use crate::eval::{Total, evaluate_by, evaluate_with, inform, placed, weights::Corrected};
use crate::types::names::by_name;
use crate::types::{Piece, Score, Square};
use std::fmt;
use std::str::FromStr;

/// The base score that a network's output is added to. A network that corrects the handcrafted evaluation needs far
/// fewer games to surpass that evaluation (the diary has the matches), and more time for each score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// None: the output is the whole score.
    Nothing,
    /// The handcrafted evaluation by the numbers of [`Corrected`], beside which the network learned.
    Handcrafted,
}

impl Base {
    /// All bases, indexed by their number in files.
    pub const ALL: [Self; 2] = [Self::Nothing, Self::Handcrafted];

    /// Its name in commands and cards.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Handcrafted => "handcrafted",
        }
    }

    /// The base score of `position`, in cp for the side to move.
    #[inline]
    pub fn score(self, position: &Position) -> Score {
        match self {
            Self::Nothing => 0,
            Self::Handcrafted => evaluate_by::<Corrected>(position),
        }
    }

    /// [`Self::score`], and the facts of the board, which only the handcrafted evaluation knows.
    pub fn informed(self, position: &Position) -> (Score, Facts) {
        match self {
            Self::Nothing => (0, [0; FACTS]),
            Self::Handcrafted => {
                inform::<Corrected, _>(position, self.placed(position), |score, facts| (score, *facts))
            }
        }
    }

    /// [`Self::score`] from [`Self::placed`] of the position.
    #[inline]
    pub(super) fn score_with(self, position: &Position, placed: Total) -> Score {
        match self {
            Self::Nothing => 0,
            Self::Handcrafted => evaluate_with::<Corrected>(position, placed),
        }
    }

    /// The part of the score that the pieces on the board have by kind and square alone.
    pub(super) fn placed(self, position: &Position) -> Total {
        match self {
            Self::Nothing => Total::default(),
            Self::Handcrafted => placed::sum::<Corrected>(position),
        }
    }

    /// The part of [`Self::placed`] that `piece` on `square` has.
    #[inline]
    pub(super) fn part(self, piece: Piece, square: Square) -> Total {
        match self {
            Self::Nothing => Total::default(),
            Self::Handcrafted => placed::part::<Corrected>(piece, square),
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
