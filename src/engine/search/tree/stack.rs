//! The search stack: a frame for each ply of the line.

use super::handed_over::Flow;
use super::history::MoverTo;
use crate::types::score::MAX_PLY;
use crate::types::{Move, Score};
use arrayvec::ArrayVec;

/// A line of moves.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// The state of a node that other plies of the line read.
#[derive(Clone, Default)]
pub struct Frame {
    /// History row of the move made here; none for a null move.
    pub mover: Option<MoverTo>,
    /// The flow of the position here.
    pub flow: Flow,
    /// Static score, if the side to move was not in check.
    pub eval: Option<Score>,
    /// Plies by which the move made here is reduced, until the node after it has read them.
    pub reduction: i32,
    /// Quiet moves that cut at this ply.
    pub killers: [Move; 2],
    /// How many nodes have cut at this ply since the node above it was entered.
    pub cuts: u32,
    /// The move left out by the verification search of a singular extension.
    pub excluded: Move,
    /// The best line from here.
    pub pv: Line,
}

/// A frame for each ply that a line can have, and one after the last.
pub fn new() -> Vec<Frame> {
    vec![Frame::default(); MAX_PLY + 2]
}

/// Sets the best line at `ply` to `mv` and the best line below it.
pub fn extend_pv(stack: &mut [Frame], ply: usize, mv: Move) {
    let (here, below) = stack.split_at_mut(ply + 1);
    let line = &mut here[ply].pv;
    line.clear();
    line.push(mv);
    let room = line.remaining_capacity();
    let _ = line.try_extend_from_slice(&below[0].pv[..below[0].pv.len().min(room)]);
}
