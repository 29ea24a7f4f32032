//! What threads tell each other of a PV node in which they are: its best move so far. Who hears of it searches the other moves against that
//! score, as if it had searched the move itself.

use crate::search::threads::abdada::LEAST_DEPTH;
use crate::search::tree::window::{NodeKind, Window};
use crate::search::tree::{Line, Tree};
use crate::types::Score;
use crate::types::score::{INFINITE, MAX_PLY};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A move that raised alpha, as the line that begins with it.
#[derive(Clone, Default)]
struct PvMove {
    /// Of which node, see [`Tree::pv_move_tag`]; 0 for none.
    tag: u64,
    score: Score,
    line: Line,
}

/// The newest raises, one a ply.
pub(in crate::search) struct PvMoves {
    plies: Vec<(AtomicU64, Mutex<PvMove>)>,
}

impl PvMoves {
    pub(in crate::search) fn new() -> Self {
        Self { plies: (0..MAX_PLY).map(|_| Default::default()).collect() }
    }

    /// Tells of a raise at `ply`, unless a better one of the same node has been told.
    fn tell(&self, ply: usize, raise: PvMove) {
        let (tag, place) = &self.plies[ply];
        let mut told = place.lock().unwrap_or_else(PoisonError::into_inner);
        if told.tag != raise.tag || told.score < raise.score {
            tag.store(raise.tag, Relaxed);
            *told = raise;
        }
    }

    /// What has been told of the node with this tag at `ply`, if it beats `alpha`.
    #[inline]
    fn above(&self, alpha: Score, ply: usize, tag: u64) -> Option<PvMove> {
        let (newest, place) = &self.plies[ply];
        if newest.load(Relaxed) != tag {
            return None;
        }
        let told = place.lock().unwrap_or_else(PoisonError::into_inner);
        (told.tag == tag && told.score > alpha).then(|| told.clone())
    }
}

impl Tree<'_> {
    /// What tells a node, searched to `depth` in this round, from others.
    fn pv_move_tag(&self, key: u64, depth: i32) -> u64 {
        let number = u64::from(self.round());
        (key ^ number << 8 ^ depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1
    }

    /// Tells the other threads of the move that raised alpha at `ply`, with which the best line begins now.
    pub(in crate::search) fn publish_pv_move(&self, depth: i32, ply: usize, score: Score) {
        if let Some(together) = self.run.together.as_ref().filter(|_| depth >= LEAST_DEPTH) {
            let tag = self.pv_move_tag(self.position.key(), depth);
            together.raises.tell(ply, PvMove { tag, score, line: self.frames[ply].pv.clone() });
        }
    }

    /// What other threads have told of the node at `ply` whose position has this key.
    fn pv_move_above(&self, alpha: Score, key: u64, depth: i32, ply: usize) -> Option<PvMove> {
        let together = self.run.together.as_ref().filter(|_| depth >= LEAST_DEPTH)?;
        together.raises.above(alpha, ply, self.pv_move_tag(key, depth))
    }

    /// The line of this score that another thread has told of this node.
    pub(in crate::search) fn published_line(&self, depth: i32, ply: usize, score: Score) -> Option<Line> {
        let raise = self.pv_move_above(-INFINITE, self.position.key(), depth, ply)?;
        (raise.score == score).then_some(raise.line)
    }

    /// Takes over a better move of this node that another thread has found, and says whether there was one.
    #[inline]
    pub(in crate::search) fn adopt_pv_move<N: NodeKind>(
        &mut self,
        window: &mut Window,
        depth: i32,
        ply: usize,
    ) -> bool {
        let Some(raise) = self.pv_move_above(window.alpha, self.position.key(), depth, ply) else { return false };
        let Some(&mv) = raise.line.first() else { return false };
        window.raise(mv, raise.score);
        if N::ROOT {
            self.adopt_root_move(mv, raise.score, &raise.line);
        }
        self.frames[ply].pv = raise.line;
        true
    }

    /// The alpha of the node at `ply`, a move of which has been made, after what other threads have told.
    pub(in crate::search) fn alpha_before(&self, ply: usize, depth: i32, alpha: Score) -> Score {
        let key = self.keys[self.keys.len() - 2];
        self.pv_move_above(alpha, key, depth, ply).map_or(alpha, |raise| raise.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::threads::abdada::{Company, tests::asked_both};
    use crate::search::tree::window::{Pv, Root};

    /// Nothing to win.
    const QUIET: &str = "6k1/5ppp/8/8/8/8/5PPP/6K1[] w - - 0 1";
    /// What a helper says that a move is worth.
    const TOLD: Score = 5_000;

    /// The helper tells of a move in the node at `ply`, which is that of the root.
    fn tell(helper: &mut Tree<'_>, index: usize, depth: i32, ply: usize, score: Score) -> Line {
        let line = Line::from_iter([helper.root_moves[index].mv]);
        helper.frames[ply].pv.clone_from(&line);
        helper.publish_pv_move(depth, ply, score);
        line
    }

    #[test]
    fn moves_of_a_pv_node_are_searched_against_the_best_that_another_thread_has_told() {
        let nodes = |told: Option<(i32, usize, Score)>| {
            let mut nodes = 0;
            asked_both(QUIET, |main, helper| {
                let line = told.map(|(depth, ply, score)| tell(helper, 3, depth, ply, score));
                let score = main.alphabeta::<Pv>(3, -INFINITE, 2 * TOLD, 1, false);
                let heard = told.is_some_and(|(depth, ply, _)| (depth, ply) == (3, 1));
                match told {
                    Some((_, _, told)) if heard => assert_eq!((score, Some(&main.frames[1].pv)), (told, line.as_ref())),
                    _ => assert!(score < TOLD),
                }
                nodes = main.searched();
            });
            nodes
        };
        let alone = nodes(None);
        assert!(nodes(Some((3, 1, TOLD))) < alone, "each is searched only to see that it is worse");
        assert_eq!(nodes(Some((3, 1, 2 * TOLD))), 1, "beta is reached at once");
        assert_eq!(nodes(Some((4, 1, TOLD))), alone, "another depth");
        assert_eq!(nodes(Some((3, 2, TOLD))), alone, "another ply");
    }

    #[test]
    fn a_move_that_is_searched_again_has_to_beat_what_was_told_of_its_node_in_this_round() {
        asked_both(QUIET, |main, helper| {
            let line = tell(helper, 3, 3, 1, TOLD);
            assert_eq!(
                (main.published_line(3, 1, TOLD).as_ref(), main.published_line(3, 1, TOLD - 1)),
                (Some(&line), None)
            );
            let undo = main.make(line[0], 1);
            assert_eq!((main.alpha_before(1, 3, 0), main.alpha_before(1, 4, 0)), (TOLD, 0));
            assert_eq!(main.alpha_before(1, 3, TOLD + 1), TOLD + 1);
            main.unmake(line[0], &undo);
            helper.company = Company::default();
            helper.begin_round(0, 4, (-INFINITE, INFINITE));
            main.make(line[0], 1);
            assert_eq!(main.alpha_before(1, 3, 0), 0, "another round");
        });
    }

    #[test]
    fn a_root_move_of_which_another_thread_has_told_keeps_its_score_and_line() {
        for index in [0, 3] {
            asked_both(QUIET, |main, helper| {
                let line = tell(helper, index, 3, 0, TOLD);
                assert_eq!(main.alphabeta::<Root>(3, -INFINITE, INFINITE, 0, false), TOLD);
                let root = &main.root_moves[index];
                assert_eq!((root.score, &root.line), (TOLD, &line));
                let better = main.root_moves.iter().filter(|root| root.score >= TOLD);
                assert_eq!(better.count(), 1);
            });
        }
    }

    #[test]
    fn a_worse_move_does_not_displace_what_was_told_of_the_same_node() {
        let raises = PvMoves::new();
        let told = |tag, alpha| raises.above(alpha, 7, tag).map(|raise| raise.score);
        let tell = |tag, score| raises.tell(7, PvMove { tag, score, line: Line::new() });
        tell(1, 50);
        tell(1, 30);
        assert_eq!((told(1, 49), told(1, 50), told(3, 0)), (Some(50), None, None));
        tell(1, 60);
        assert_eq!(told(1, 50), Some(60));
        tell(3, -20);
        assert_eq!((told(3, -30), told(1, -30)), (Some(-20), None), "one node a ply");
    }
}
