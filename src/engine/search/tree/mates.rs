//! Mates by checks that are searched for while the tree is searched: at its root, and inside it where the game is won.

use super::Tree;
use super::facts::{Node, StaticScores};
use super::peers::Peers;
use crate::search::mate::MateQuestion;
use crate::search::report::Bound;
use crate::types::score::mate_in;
use crate::types::{Move, Score};
use std::sync::Arc;

impl<P: Peers> Tree<P> {
    /// Continues the search for a mate by the root's side to move if it is due. A mate ends the iteration.
    pub(super) fn mate_at_root(&mut self) {
        if let Some(most) = self.root_mates.due(self.searched())
            && let Some(mate) = self.find_root_mate(MateQuestion::Ours, most)
        {
            self.root_mates.adopt(mate);
            self.unwinding = true;
        }
    }

    /// Continues a mate search at the root until `most` positions have been visited in all. Returns a mating line and
    /// an upper bound of its plies, both from after the question's move.
    pub fn find_root_mate(&mut self, question: MateQuestion, most: u64) -> Option<(Vec<Move>, u16)> {
        let run = Arc::clone(&self.run);
        let mut mates = std::mem::take(&mut self.root_mates);
        let found = mates.find(question, &run.job.position, most, || {
            self.count_node();
            !self.stopped()
        });
        self.root_mates = mates;
        found
    }

    /// The score of a mate by checks of the side to move, if a mate search is due and finds one.
    pub(super) fn mate_inside(&mut self, node: &Node, scores: StaticScores, beta: Score) -> Option<Score> {
        if !self.inner_mates.is_due(node.depth, node.ply, beta, self.searched()) {
            return None;
        }
        let mut mates = std::mem::take(&mut self.inner_mates);
        let found = mates.find(self.position.clone(), &mut || {
            self.count_node();
            !self.stopped()
        });
        self.inner_mates = mates;
        let (mv, plies) = found?;
        let score = mate_in(node.ply + plies);
        if self.run.job.features.tt {
            self.remember(node.ply, mv, scores.board, score, node.depth, Bound::Lower);
        }
        Some(score)
    }
}
