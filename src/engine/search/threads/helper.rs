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
            self.tree.root_depth = round.depth;
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
