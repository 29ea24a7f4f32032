//! The best move so far of each PV node on the current line: all threads search its other moves against that score.

use crate::search::tree::peers::PvMove;
use crate::types::Score;
use crate::types::score::MAX_PLY;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A move that raised alpha, with its node.
#[derive(Default)]
struct Published {
    /// The node's tag; 0 for none.
    tag: u64,
    mv: PvMove,
}

/// The latest PV moves, one per ply.
pub struct SharedPv {
    plies: Vec<(AtomicU64, Mutex<Published>)>,
}

impl SharedPv {
    /// No move yet.
    pub fn new() -> Self {
        Self { plies: (0..MAX_PLY).map(|_| Default::default()).collect() }
    }

    /// Publishes a move of the node with this tag at `ply`, unless a better one of that node has been published.
    pub fn publish(&self, ply: usize, tag: u64, mv: PvMove) {
        let (newest, place) = &self.plies[ply];
        let mut published = place.lock().unwrap_or_else(PoisonError::into_inner);
        if published.tag != tag || published.mv.score < mv.score {
            newest.store(tag, Relaxed);
            *published = Published { tag, mv };
        }
    }

    /// The move published for the node with this tag at `ply`, if it beats `alpha`.
    #[inline]
    pub fn above(&self, alpha: Score, ply: usize, tag: u64) -> Option<PvMove> {
        let (newest, place) = &self.plies[ply];
        if newest.load(Relaxed) != tag {
            return None;
        }
        let published = place.lock().unwrap_or_else(PoisonError::into_inner);
        (published.tag == tag && published.mv.score > alpha).then(|| published.mv.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worse_move_does_not_displace_a_better_one_of_the_same_node() {
        let pv = SharedPv::new();
        let above = |tag, alpha| pv.above(alpha, 7, tag).map(|mv| mv.score);
        let publish = |tag, score| pv.publish(7, tag, PvMove { score, ..PvMove::default() });
        publish(1, 50);
        publish(1, 30);
        assert_eq!((above(1, 49), above(1, 50), above(3, 0)), (Some(50), None, None));
        publish(1, 60);
        assert_eq!(above(1, 50), Some(60));
        publish(3, -20);
        assert_eq!((above(3, -30), above(1, -30)), (Some(-20), None), "one node a ply");
    }
}
