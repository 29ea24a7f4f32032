//! Between the iterations mates by checks alone are looked for: one by the side to move, and where it wins anyway one that its best move
//! prepares; either ends a search under a clock. A mate by the opponent after the best move refutes that move. Where the game is won, the main
//! thread looks for mates inside its tree too, at the player's own turns: so those that begin with quiet moves are found earlier.

use crate::board::Position;
use crate::search::mate::dfpn::{MateSearch, MateTable, Verdict};
use crate::search::params;
use crate::search::tree::Tree;
use crate::search::{Job, Limits};
use crate::types::score::{self, MATE_BOUND, MAX_PLY};
use crate::types::{Move, Score};

/// How far one question has been looked into.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// Positions visited.
    visited: u64,
    /// The answer is known to be no.
    no: bool,
}

/// What is known of mates by checks at one root.
#[derive(Default)]
pub struct RootMates {
    table: MateTable,
    wanted: bool,
    ours: Progress,
    /// What is known of the best move: whether the opponent mates after it, and whether we do, whatever he replies.
    theirs: Progress,
    after: Progress,
    /// That move.
    best: Option<Move>,
}

impl RootMates {
    /// Begins at another root, or does not, where more than the best move is wanted.
    pub fn begin(&mut self, job: &Job) {
        let Limits { search_moves, multipv, candidates, .. } = &job.limits;
        let one = search_moves.is_empty() && *multipv <= 1 && *candidates <= 1;
        self.wanted = one && job.features.mate_search && job.blindness.percent == 0;
        if self.wanted {
            self.table.clear();
            (self.ours, self.best) = (Progress::default(), None);
            (self.theirs, self.after) = Default::default();
        }
    }

    /// The best move is this one now.
    fn follow(&mut self, best: Move) {
        if self.best != Some(best) {
            self.best = Some(best);
            (self.theirs, self.after) = Default::default();
        }
    }
}

/// What is known of mates by checks inside the tree of one root.
#[derive(Default)]
pub struct InnerMates {
    table: MateTable,
    /// The game is won, and nothing but the mate is left to find.
    on: bool,
    /// Positions visited.
    visited: u64,
}

impl InnerMates {
    /// Begins at another root.
    pub fn begin(&mut self) {
        (self.on, self.visited) = (false, 0);
    }

    fn turn(&mut self, on: bool) {
        if on && !self.on {
            self.table.clear();
        }
        self.on = on;
    }
}

impl Tree<'_> {
    /// Whether mates are looked for inside the tree of the next iteration: where the last one's score wins much.
    pub(in crate::search) fn turn_inner_mates(&mut self, mates: &RootMates, score: Score) {
        self.inner_mates.turn(mates.wanted && wins_much(score));
    }

    /// What a search for a mate says, as long as `visited`, which counts its positions, is not more than `most`.
    fn ask(&mut self, search: MateSearch, visited: &mut u64, most: u64) -> Verdict {
        search.search(|| {
            self.count_node();
            *visited += 1;
            !self.stopped() && *visited <= most
        })
    }

    /// A mate by checks of the side to move at `ply`, in how many plies, where one is looked for: at the player's own turns, with a few
    /// positions each, and a share of all nodes.
    pub(in crate::search) fn mate_inside(&mut self, depth: i32, beta: Score, ply: usize) -> Option<(Move, usize)> {
        let due = self.inner_mates.on
            && ply.is_multiple_of(2)
            && depth >= params::inner_mate_depth()
            && beta < MATE_BOUND
            && self.inner_mates.visited * 100 < self.searched() * params::inner_mate_percent();
        if !due {
            return None;
        }
        let mut mates = std::mem::take(&mut self.inner_mates);
        let most = mates.visited + params::inner_mate_nodes();
        let search = MateSearch::new(&mut mates.table, self.position.clone());
        let verdict = self.ask(search, &mut mates.visited, most);
        self.inner_mates = mates;
        match verdict {
            Verdict::Mate(line, plies) => Some((*line.first()?, plies.into())),
            _ => None,
        }
    }

    /// Goes on with the search for a mate by the side to move, and for one that the best move prepares. If one is found, the root has its
    /// move, line and score.
    pub(in crate::search) fn finds_mate(&mut self, mates: &mut RootMates) -> bool {
        self.mates_at_once(mates) || self.best_mates(mates)
    }

    /// Goes on with the search for a mate by the side to move. If one is found, the root has its move, line and score.
    fn mates_at_once(&mut self, mates: &mut RootMates) -> bool {
        if !mates.wanted || self.root_moves[0].score >= MATE_BOUND {
            return false;
        }
        let search = MateSearch::new(&mut mates.table, self.position.clone());
        let Some((line, plies)) = self.look_for_mate(search, &mut mates.ours) else {
            return false;
        };
        let Some(rank) = self.root_moves.iter().position(|root| Some(&root.mv) == line.first()) else { return false };
        self.root_moves[..=rank].rotate_right(1);
        let root = &mut self.root_moves[0];
        if root.feeds && plies > 1 {
            // The mate on the other board comes first.
            self.root_moves[..=rank].rotate_left(1);
            return false;
        }
        root.score = score::mate_in(plies.into());
        root.line = line.into_iter().take(MAX_PLY).collect();
        root.known = Some((root.score, root.line.clone()));
        true
    }

    /// Goes on with the search for a mate by the opponent after the best move. If one is found, the move has that score from now on, and
    /// comes last.
    pub(in crate::search) fn best_is_refuted(&mut self, mates: &mut RootMates) -> bool {
        let best = &self.root_moves[0];
        if !mates.wanted || score::is_mate(best.score) || self.root_moves.len() == 1 {
            return false;
        }
        let position = self.after_best(mates);
        let search = MateSearch::new(&mut mates.table, position);
        let Some((line, plies)) = self.look_for_mate(search, &mut mates.theirs) else { return false };
        let root = &mut self.root_moves[0];
        root.score = score::mated_in(usize::from(plies) + 1);
        root.line = std::iter::once(root.mv).chain(line).take(MAX_PLY).collect();
        root.known = Some((root.score, root.line.clone()));
        self.root_moves.rotate_left(1);
        true
    }

    /// Where the best move wins much, goes on with the search for a mate after it, whatever the opponent replies. If one is found, the
    /// move has its line and score.
    fn best_mates(&mut self, mates: &mut RootMates) -> bool {
        let best = &self.root_moves[0];
        if !mates.wanted || best.feeds || !wins_much(best.score) {
            return false;
        }
        let mv = best.mv;
        let position = self.after_best(mates);
        let search = MateSearch::against(&mut mates.table, position);
        let Some((line, plies)) = self.look_for_mate(search, &mut mates.after) else { return false };
        let root = &mut self.root_moves[0];
        root.score = score::mate_in(usize::from(plies) + 1);
        root.line = std::iter::once(mv).chain(line).take(MAX_PLY).collect();
        root.known = Some((root.score, root.line.clone()));
        true
    }

    /// The position after the best move, about which the mates learns from now on.
    fn after_best(&self, mates: &mut RootMates) -> Position {
        let mv = self.root_moves[0].mv;
        mates.follow(mv);
        let mut position = self.position.clone();
        position.make_move(mv);
        position
    }

    /// A mate, and in how many plies it comes, if a share of this search's nodes finds one.
    fn look_for_mate(&mut self, search: MateSearch, progress: &mut Progress) -> Option<(Vec<Move>, u16)> {
        let wins = wins_much(self.root_moves[0].score);
        let percent = if wins { params::hunting_percent() } else { params::mate_percent() };
        let most = self.searched() * percent / 100;
        if progress.no || progress.visited >= most {
            return None;
        }
        let verdict = self.ask(search, &mut progress.visited, most);
        self.check_in();
        match verdict {
            Verdict::Mate(line, plies) => Some((line, plies)),
            Verdict::None => {
                progress.no = true;
                None
            }
            Verdict::Open => None,
        }
    }
}

/// Whether a score wins the game, but by no known mate.
fn wins_much(score: Score) -> bool {
    (params::hunting_cp()..MATE_BOUND).contains(&score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, MateRule, fen};
    use crate::eval::TeamView;
    use crate::search::budget::ThreadBudget;
    use crate::search::run::Run;
    use crate::search::tree::window::Root;
    use crate::search::tt::Tt;
    use crate::types::Score;
    use crate::types::score::INFINITE;
    use std::sync::Arc;

    /// Nodes of the search beside which mates are looked for.
    const SEARCHED: u64 = 100_000;

    fn run_at(bfen: &str, mate: MateRule) -> Run {
        let rules = BoardRules { mate, ..BoardRules::default() };
        let position = fen::parse(bfen, rules).expect("a position");
        let job = Job::new(position, TeamView::bughouse_default(), Limits::default());
        Run::new(job, Arc::new(Tt::new(1)), None, Arc::default(), 1)
    }

    /// A worker that has searched [`SEARCHED`] nodes, with this move as the best one and this score of it.
    fn worker_with<'a>((run, budget): (&'a Run, &'a ThreadBudget), best: &str, score: Score) -> Tree<'a> {
        let best = run.job.position.find_move(best).expect("a legal move");
        let mut worker = Tree::new(run, budget, None);
        (0..SEARCHED).for_each(|_| worker.count_node());
        let place = worker.root_moves.iter().position(|root| root.mv == best).expect("a root move");
        worker.root_moves.swap(0, place);
        worker.root_moves[0].score = score;
        worker
    }

    #[test]
    fn a_quiet_move_that_wins_is_looked_at_for_the_mate_that_it_prepares() {
        let run = run_at("7k/8/5K2/8/8/8/8/R7[] w - - 0 1", MateRule::Immediate);
        let budget = ThreadBudget::new(1);
        let mut mates = RootMates::default();
        for (score, found) in [(params::hunting_cp() - 1, false), (params::hunting_cp(), true)] {
            let mut worker = worker_with((&run, &budget), "f6g6", score);
            mates.begin(&run.job);
            assert_eq!(worker.finds_mate(&mut mates), found, "{score}");
            let root = &worker.root_moves[0];
            let line: Vec<String> = root.line.iter().map(Move::to_string).collect();
            let expected = if found { vec!["f6g6", "h8g8", "a1a8"] } else { vec!["f6g6"] };
            assert_eq!(
                (root.score == score::mate_in(3), line),
                (found, expected.into_iter().map(str::to_owned).collect())
            );
        }
    }

    #[test]
    fn a_move_that_lets_the_opponent_mate_by_checks_comes_last() {
        let bfen = "r1bnR2r/2N2pkp/p3pp2/1pb5/2B5/2N1PnP1/PP4PP/R1B3RK[QQRBBPPbp] b - - 1 18";
        let run = run_at(bfen, BoardRules::default().mate);
        let (job, careless) = (&run.job, run.job.position.find_move("a6a5").expect("a legal move"));
        let budget = ThreadBudget::new(1);
        let mut worker = worker_with((&run, &budget), "a6a5", 0);
        let mut mates = RootMates::default();
        mates.begin(job);
        assert!(worker.best_is_refuted(&mut mates));
        let last = worker.root_moves.last().expect("moves");
        assert_eq!(last.mv, careless);
        let score = last.known.as_ref().expect("a mate").0;
        assert!(score < -MATE_BOUND);
        worker.root_depth = 1;
        worker.alphabeta::<Root>(1, -INFINITE, INFINITE, 0, false);
        let scored = worker.root_moves.iter().find(|root| root.mv == careless).map(|root| root.score);
        assert!(scored.is_some_and(|scored| scored <= score), "a search does not think better of it");
        // Where nothing else is left, its line is the mate, and where it feeds a mate on the other board, itself.
        worker.root_moves.retain(|root| root.mv == careless);
        for (feeds, least) in [(false, 2), (true, 1)] {
            worker.root_moves[0].feeds = feeds;
            worker.root_moves[0].line.clear();
            worker.extend_pv(1, careless);
            worker.alphabeta::<Root>(1, -INFINITE, INFINITE, 0, false);
            let line = worker.root_moves[0].line.clone();
            let mut position = job.position.clone();
            for &mv in &line {
                assert!(position.is_legal(mv), "bug: a refuted move had the line of another one: {line:?}");
                position.make_move(mv);
            }
            assert!(line[0] == careless && line.len() >= least && (line.len() == 1) == feeds, "{line:?}");
        }
        worker.root_moves[0].feeds = false;
        assert!(!worker.best_is_refuted(&mut RootMates::default()), "only where it was begun, as helpers do not");
    }

    #[test]
    fn mates_are_looked_for_inside_the_tree_where_the_game_is_won_at_the_players_own_turns() {
        let run = run_at("6rk/6pp/4K3/4N3/8/8/8/8[] w - - 0 1", MateRule::Immediate);
        let budget = ThreadBudget::new(1);
        let mut worker = worker_with((&run, &budget), "e5f7", params::hunting_cp());
        let depth = params::inner_mate_depth();
        let mut mates = RootMates::default();
        mates.begin(&run.job);
        let mut found = |score, depth, beta, ply| {
            worker.turn_inner_mates(&mates, score);
            worker.mate_inside(depth, beta, ply).map(|(mv, plies)| (mv.to_string(), plies))
        };
        let mate = Some(("e5f7".to_owned(), 1));
        let won = params::hunting_cp();
        assert_eq!(found(won, depth, 0, 2), mate);
        assert_eq!(found(won - 1, depth, 0, 2), None, "not won");
        assert_eq!(found(won, depth - 1, 0, 2), None, "too near the leaves");
        assert_eq!(found(won, depth, 0, 3), None, "the opponent's turn");
        assert_eq!(found(won, depth, score::mate_in(9), 2), None, "a mate is known");
        worker.turn_inner_mates(&RootMates::default(), won);
        assert_eq!(worker.mate_inside(depth, 0, 2), None, "not where mates are not wanted");
        worker.inner_mates.visited = worker.searched();
        worker.turn_inner_mates(&mates, won);
        assert_eq!(worker.mate_inside(depth, 0, 2), None, "its share of the nodes is spent");
    }
}
