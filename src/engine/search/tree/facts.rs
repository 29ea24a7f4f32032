//! The facts of a node: what it knows before it looks at its moves, and which of them have come.

use crate::search::tt::TtEntry;
use crate::types::{Move, Score};
use arrayvec::ArrayVec;

/// What a node knows before it looks at its moves.
pub struct Node {
    /// Depth to which it is searched, in plies.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// It may change the PV.
    pub pv: bool,
    /// A cut is expected.
    pub cut_node: bool,
    /// Corrected static score; none in check.
    pub eval: Option<Score>,
    /// The static score is better than two plies ago.
    pub improving: bool,
    /// The table's entry.
    pub entry: Option<TtEntry>,
}

impl Node {
    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.eval.is_none()
    }

    /// The table's move, or none.
    pub fn table_move(&self) -> Move {
        self.entry.map_or(Move::NONE, |entry| entry.mv)
    }
}

/// Static scores of a position that is not in check; zeros in check.
#[derive(Clone, Copy, Default)]
pub struct StaticScores {
    /// Of this board alone, as the table keeps it.
    pub board: Score,
    /// With the flow.
    pub raw: Score,
}

/// Moves beyond this many teach the histories nothing.
type MovesTried = ArrayVec<Move, 64>;

/// The moves of a node that have come.
#[derive(Default)]
pub struct Tried {
    /// How many.
    pub number: i32,
    /// One more was left out because a weak player does not see it.
    pub unseen: bool,
    /// Quiet moves that did not cut.
    pub quiets: MovesTried,
    /// Captures and promotions that did not cut.
    pub noisy: MovesTried,
}
