//! Mates by checks at the root: under a clock a mate by us ends the search; one by the opponent refutes the best move.

use super::RootPeers;
use super::RootSearch;
use crate::search::mate::{MateQuestion, wins_much};
use crate::search::params;
use crate::types::score::{self, MATE_BOUND, MAX_PLY};
use crate::types::{Move, Score};

impl<P: RootPeers> RootSearch<P> {
    /// Prepares the mate searches of the next iteration by the last one's score: inside the tree if that is winning; at
    /// the root if it is no mate score, no clock runs (under a clock an iteration has more use of its nodes), and no
    /// root move feeds a mate on the other board, which could come first.
    pub fn set_mate_shares(&mut self) {
        let score = self.moves.best().score;
        let wins = self.wins(score);
        let feeds = self.moves.list.iter().any(|root| root.feeds);
        let open = score < MATE_BOUND && !feeds && !self.tree.run.has_deadline();
        self.tree.inner_mates.turn(self.wants_inner_mates());
        self.tree.root_mates.begin_iteration(if open { share(wins) } else { 0 });
    }

    /// Whether mates are searched for inside the tree of the next iteration.
    pub(super) fn wants_inner_mates(&self) -> bool {
        self.tree.root_mates.are_wanted() && self.wins(self.moves.best().score)
    }

    /// If the iteration was left for a mate by the side to move: takes it as [`Self::finds_mate`] does. The other moves
    /// have the scores and the order from before this iteration.
    pub fn was_left_for_mate(&mut self) -> bool {
        if !self.tree.root_mates.has_mate() {
            return false;
        }
        self.tree.end_pause();
        self.tree.resumed = false;
        self.moves.begin_again(0);
        self.mates_at_once()
    }

    /// Continues the search for a mate by the side to move, and for one that the best move prepares. If one is found,
    /// its move comes first among the root moves, with line and score of the mate.
    pub fn finds_mate(&mut self) -> bool {
        self.mates_at_once() || self.best_mates()
    }

    fn mates_at_once(&mut self) -> bool {
        if !self.tree.root_mates.are_wanted() || self.moves.best().score >= MATE_BOUND {
            return false;
        }
        let Some((line, plies)) = self.search_mate(MateQuestion::Ours) else { return false };
        let list = &mut self.moves.list;
        let Some(rank) = list.iter().position(|root| Some(&root.mv) == line.first()) else { return false };
        if list[rank].feeds && plies > 1 {
            // The move feeds a mate on the other board, which comes first.
            return false;
        }
        list[..=rank].rotate_right(1);
        self.prove_best(score::mate_in(plies.into()), line);
        true
    }

    /// Continues the search for a mate by the opponent after the best move. If one is found, the move keeps that score
    /// and is ordered last. A forced move is made all the same, but with that score its player may sit.
    pub fn best_is_refuted(&mut self) -> bool {
        let best = self.moves.best();
        if !self.tree.root_mates.are_wanted() || score::is_mate(best.score) {
            return false;
        }
        let mv = best.mv;
        let Some((line, plies)) = self.search_mate(MateQuestion::Theirs(mv)) else { return false };
        self.prove_best(score::mated_in(usize::from(plies) + 1), std::iter::once(mv).chain(line));
        self.moves.list.rotate_left(1);
        true
    }

    /// If the best move's score is winning, continues the search for a mate after it against every reply. If one is
    /// found, the move gets its line and score.
    fn best_mates(&mut self) -> bool {
        let best = self.moves.best();
        if !self.tree.root_mates.are_wanted() || best.feeds || !self.wins(best.score) {
            return false;
        }
        let mv = best.mv;
        let Some((line, plies)) = self.search_mate(MateQuestion::After(mv)) else { return false };
        self.prove_best(score::mate_in(usize::from(plies) + 1), std::iter::once(mv).chain(line));
        true
    }

    /// Whether the root's score means a won game. Its flow, the worth of all pieces to the other board, is no part of
    /// that.
    fn wins(&self, score: Score) -> bool {
        wins_much(self.shown(score))
    }

    fn prove_best(&mut self, score: Score, line: impl IntoIterator<Item = Move>) {
        let root = self.moves.best_mut();
        root.score = score;
        root.line = line.into_iter().take(MAX_PLY).collect();
        root.proven = Some((root.score, root.line.clone()));
    }

    /// A mating line and an upper bound of its plies, if a share of this search's nodes finds one.
    fn search_mate(&mut self, question: MateQuestion) -> Option<(Vec<Move>, u16)> {
        let best = self.moves.best();
        let wins = self.wins(best.score);
        // A forced move is searched for a few nodes only.
        let forced = self.moves.list.len() == 1 && self.shown(best.score) < 0;
        let tree = &mut self.tree;
        let searched = tree.searched();
        let most = (searched * share(wins) / 100).max(if forced { params::forced_mate_nodes() } else { 0 });
        let found = tree.find_root_mate(question, most);
        if tree.searched() > searched {
            tree.check_in();
        }
        found
    }
}

/// The share of the nodes for each mate search at the root, in percent.
fn share(wins: bool) -> u64 {
    if wins { params::hunting_percent() } else { params::mate_percent() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, MateRule, fen};
    use crate::eval::Prices;
    use crate::search::limits::{Job, Limits, TimeLimit};
    use crate::search::mate::RootMates;
    use crate::search::run::Run;
    use crate::search::tree::peers::Alone;
    use crate::search::tree::stack;
    use crate::types::score::INFINITE;
    use crate::types::{Color, PieceType};
    use std::sync::Arc;

    /// Nodes of the tree search, of which mate searches get a share.
    const SEARCHED: u64 = 100_000;

    fn run_at(bfen: &str, mate: MateRule) -> Arc<Run> {
        let rules = BoardRules { mate, ..BoardRules::default() };
        let position = fen::parse(bfen, rules).expect("a position");
        Arc::new(Run::of(Job::new(position, Prices::bughouse_default(), Limits::default()), 1))
    }

    /// A root at which [`SEARCHED`] nodes have been searched, with this best move and score as shown to users.
    fn root_with(run: &Arc<Run>, best: &str, score: Score) -> RootSearch<Alone> {
        let best = run.job.position.find_move(best).expect("a legal move");
        let mut root = RootSearch::new(Arc::clone(run), Arc::default(), Alone, None);
        (0..SEARCHED).for_each(|_| root.tree.count_node());
        let place = root.moves.list.iter().position(|root| root.mv == best).expect("a root move");
        root.moves.list.swap(0, place);
        root.moves.best_mut().score = score + root.tree.draw_score();
        root
    }

    #[test]
    fn a_quiet_move_that_wins_is_searched_for_the_mate_that_it_prepares() {
        let run = run_at("7k/8/5K2/8/8/8/8/R7[] w - - 0 1", MateRule::Immediate);
        for (score, found) in [(params::hunting_cp() - 1, false), (params::hunting_cp(), true)] {
            let mut root = root_with(&run, "f6g6", score);
            root.tree.root_mates.begin(&run.job);
            assert_eq!(root.finds_mate(), found, "{score}");
            let best = root.moves.best();
            let line: Vec<String> = best.line.iter().map(Move::to_string).collect();
            let expected = if found { vec!["f6g6", "h8g8", "a1a8"] } else { vec!["f6g6"] };
            assert_eq!(
                (best.score == score::mate_in(3), line),
                (found, expected.into_iter().map(str::to_owned).collect())
            );
        }
    }

    #[test]
    fn bug_flow_made_a_level_game_a_won_one() {
        let run = run_at("4k3/8/8/8/8/8/8/4K1N1[] w - - 0 1", MateRule::Immediate);
        let mut prices = run.job.prices.clone();
        prices.transfer[Color::White][PieceType::Knight.index()] = 3 * params::hunting_cp();
        let run = Arc::new(Run::of(Job { prices, ..run.job.clone() }, 1));
        for (score, wins) in [(0, false), (params::hunting_cp(), true)] {
            let root = root_with(&run, "e1e2", score);
            assert_eq!(root.wins(root.moves.best().score), wins, "{score}");
        }
    }

    #[test]
    fn a_mate_that_is_found_during_an_iteration_ends_it_where_no_clock_runs() {
        let run = run_at("6rk/5qpp/4K3/4N3/8/8/8/8[] w - - 0 1", MateRule::Immediate);
        for (hard_ms, feeds, found) in [(None, false, true), (None, true, false), (Some(1_000_000), false, false)] {
            let limits = Limits { time: hard_ms.map(TimeLimit::exactly), ..run.job.limits.clone() };
            let run = Arc::new(Run::of(Job { limits, ..run.job.clone() }, 1));
            let mut root = root_with(&run, "e6d6", 0);
            root.moves.list[1].feeds = feeds;
            root.tree.root_mates.begin(&run.job);
            root.set_mate_shares();
            root.moves.begin_iteration();
            (0..5_000).for_each(|_| root.tree.count_node());
            assert_eq!((root.tree.stopped(), root.was_left_for_mate()), (found, found), "{hard_ms:?} {feeds}");
            let best = root.moves.best();
            assert!(!found || (best.mv.to_string(), best.score) == ("e5f7".to_owned(), score::mate_in(1)));
            assert!(!root.tree.stopped() && !root.was_left_for_mate(), "the search goes on");
        }
    }

    #[test]
    fn a_move_that_lets_the_opponent_mate_by_checks_comes_last() {
        let bfen = "r1bnR2r/2N2pkp/p3pp2/1pb5/2B5/2N1PnP1/PP4PP/R1B3RK[QQRBBPPbp] b - - 1 18";
        let run = run_at(bfen, BoardRules::default().mate);
        let (job, careless) = (&run.job, run.job.position.find_move("a6a5").expect("a legal move"));
        let mut root = root_with(&run, "a6a5", 0);
        root.tree.root_mates.begin(job);
        assert!(root.best_is_refuted());
        let last = root.moves.list.last().expect("moves");
        assert_eq!(last.mv, careless);
        let score = last.proven.as_ref().expect("a mate").0;
        assert!(score < -MATE_BOUND);
        root.tree.root_depth = 1;
        root.search(1, -INFINITE, INFINITE);
        let scored = root.moves.list.iter().find(|root| root.mv == careless).map(|root| root.score);
        assert!(scored.is_some_and(|scored| scored <= score), "a search does not score it better");
        // As the only move its line is the mate, and if it feeds a mate on the other board, just the move.
        root.moves.list.retain(|root| root.mv == careless);
        for (feeds, least) in [(false, 2), (true, 1)] {
            root.moves.best_mut().feeds = feeds;
            root.moves.best_mut().line.clear();
            stack::extend_pv(&mut root.tree.stack, 1, careless);
            root.search(1, -INFINITE, INFINITE);
            let line = root.moves.best().line.clone();
            let mut position = job.position.clone();
            for &mv in &line {
                assert!(position.is_legal(mv), "bug: a refuted move had the line of another one: {line:?}");
                position.make_move(mv);
            }
            assert!(line[0] == careless && line.len() >= least && (line.len() == 1) == feeds, "{line:?}");
        }
        root.moves.best_mut().feeds = false;
        (root.moves.best_mut().score, root.moves.best_mut().proven) = (0, None);
        assert!(root.best_is_refuted(), "bug: a forced move into a mate had no score of a mate");
        assert_eq!((root.moves.list.len(), root.moves.best().score < -MATE_BOUND), (1, true));
        root.moves.best_mut().score = 0;
        root.tree.root_mates = RootMates::default();
        assert!(!root.best_is_refuted(), "only where it was begun, as helpers do not");
    }

    #[test]
    fn mates_are_looked_for_inside_the_tree_only_where_the_game_is_won() {
        let run = run_at("6rk/6pp/4K3/4N3/8/8/8/8[] w - - 0 1", MateRule::Immediate);
        for (score, due) in [(params::hunting_cp(), true), (params::hunting_cp() - 1, false), (MATE_BOUND, false)] {
            let mut root = root_with(&run, "e5f7", score);
            root.tree.root_mates.begin(&run.job);
            root.set_mate_shares();
            let tree = &root.tree;
            assert_eq!(tree.inner_mates.is_due(params::inner_mate_depth(), 2, 0, tree.searched()), due, "{score}");
        }
    }
}
