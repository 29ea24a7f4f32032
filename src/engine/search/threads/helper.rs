//! A helper thread: searches the root in the main thread's rounds.

use super::abdada::{Abdada, SharedTree};
use crate::search::budget::ThreadBudget;
use crate::search::root::RootSearch;

impl<'a> RootSearch<Abdada<'a>> {
    /// Helps the main thread until there are no more rounds. The caller holds a permit of the `budget`, which is given
    /// back while the helper waits.
    pub fn help(&mut self, shared: &'a SharedTree, budget: &ThreadBudget) {
        let mut last = 0;
        loop {
            budget.release();
            let next = shared.rounds.after(last);
            budget.acquire(false);
            let Some((number, round)) = next else { return };
            // Adopts new prices, if any, and ends the unwinding.
            self.tree.check_in();
            let _ = self.take_news();
            if self.tree.is_over() {
                return;
            }
            self.tree.peers.help_in(number);
            self.tree.root_depth = round.iteration;
            self.tree.inner_mates.turn(round.inner_mates);
            self.moves.follow(&round.moves, round.rank);
            let (alpha, beta) = round.window;
            let score = self.search(round.depth, alpha, beta);
            self.tree.check_in();
            if !self.tree.stopped() {
                if self.tree.price_changes() == round.price_changes {
                    shared.end_round(number, (score, self.moves.list.clone()));
                }
                last = number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, Position};
    use crate::eval::Prices;
    use crate::search::limits::{Job, Limits};
    use crate::search::root::Round;
    use crate::search::run::Run;
    use crate::types::score::INFINITE;
    use std::sync::Arc;
    use std::thread;

    #[test]
    fn bug_a_helper_extended_by_the_depth_of_a_shallower_root_and_searched_no_mates_inside_the_tree() {
        let job = Job::new(Position::start(BoardRules::default()), Prices::bughouse_default(), Limits::default());
        let (shared, budget) = (SharedTree::new(), ThreadBudget::new(1));
        let mut root = RootSearch::new(Arc::new(Run::of(job, 2)), Arc::default(), Abdada::new(&shared), None);
        let moves = root.moves.list.iter().map(|root| (root.mv, None)).collect();
        let (price_changes, window) = (root.tree.price_changes(), (-INFINITE, INFINITE));
        shared.begin_round(Round { price_changes, iteration: 5, depth: 2, inner_mates: true, window, rank: 0, moves });
        thread::scope(|scope| {
            scope.spawn(|| {
                while !shared.rounds.has_ended() {
                    thread::yield_now();
                }
                shared.finish();
            });
            budget.acquire(false);
            root.help(&shared, &budget);
        });
        assert_eq!((root.tree.root_depth, root.tree.inner_mates.are_on()), (5, true));
    }
}
