//! The evaluation that a search uses.

use super::evaluate_board;
use super::network::{AccumulatorStack, Network};
use crate::board::{Position, Undo};
use crate::types::names::by_name;
use crate::types::{Move, Score};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The kind of evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EvalKind {
    /// The handcrafted evaluation.
    Handcrafted,
    /// A network.
    #[default]
    Network,
}

impl EvalKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Handcrafted, Self::Network];

    /// Its name in options and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Handcrafted => "handcrafted",
            Self::Network => "network",
        }
    }
}

impl fmt::Display for EvalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EvalKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        by_name(Self::ALL, Self::name, text)
    }
}

/// The handcrafted evaluation, or a network that is updated with every move of the line.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// Evaluates each position from scratch.
    Handcrafted,
    /// Updated along the line.
    Network(Box<AccumulatorStack>),
}

impl Evaluator {
    /// The evaluation by `network`, or the handcrafted one if `None`, for a line that begins at `position`.
    pub fn new(network: Option<Arc<Network>>, position: &Position) -> Self {
        network.map_or(Self::Handcrafted, |network| Self::Network(Box::new(AccumulatorStack::new(network, position))))
    }

    /// Makes a move on the position at the line's end.
    #[inline]
    pub fn make(&mut self, position: &mut Position, mv: Move) -> Undo {
        match self {
            Self::Handcrafted => position.make_move(mv),
            Self::Network(stack) => stack.make(position, mv),
        }
    }

    /// Unmakes the move that gave `undo`. Null moves, made or unmade, need no call here.
    #[inline]
    pub fn unmake(&mut self, position: &mut Position, mv: Move, undo: &Undo) {
        position.unmake_move(mv, undo);
        if let Self::Network(stack) = self {
            stack.unmake();
        }
    }

    /// The score of the position at the line's end for the side to move, from this board alone, in cp.
    #[inline]
    pub fn score(&mut self, position: &Position) -> Score {
        match self {
            Self::Handcrafted => evaluate_board(position),
            Self::Network(stack) => stack.score(position),
        }
    }
}
