//! How the threads of one search share its tree.
//!
//! All threads search the root in the main thread's rounds ([`super::rounds`]). A move that another thread is searching
//! is deferred until the other moves have been searched (T. Kerrigan, "Simplified ABDADA"). A thread leaves a node that
//! another one has completed meanwhile, and adopts better moves of other threads in PV nodes ([`super::shared_pv`]). If
//! a helper completes a round first, the main thread adopts its result.

use super::goal::{Goal, ended};
use super::rounds::Rounds;
use super::shared_pv::SharedPv;
use crate::search::root::{RootPeers, Round, RoundResult};
use crate::search::tree::peers::{NodeId, Peers, PvMove};
use crate::types::rng::GOLDEN_RATIO;
use crate::types::{Move, Score};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots for marks of moves that are being searched.
const CLAIMS: usize = 1 << 12;
/// Size of the ring buffer of events.
const EVENTS: u64 = 64;
/// The event of a round that begins or ends; not the key of a node.
const ROUND_EVENT: u64 = 0;

/// The moves that threads are searching, and the nodes that they have completed.
pub struct SharedTree {
    /// Marks of moves that are being searched, see [`mark`]; 0 for none.
    claims: Vec<AtomicU64>,
    /// The latest events: nodes that have been completed, see [`ended`], and [`ROUND_EVENT`].
    events: Vec<AtomicU64>,
    /// Number of events so far.
    count: AtomicU64,
    pv: SharedPv,
    pub rounds: Rounds,
}

impl SharedTree {
    /// The empty state, before any search.
    pub fn new() -> Self {
        let words = |count: usize| (0..count).map(|_| AtomicU64::new(0)).collect();
        Self {
            claims: words(CLAIMS),
            events: words(EVENTS as usize),
            count: AtomicU64::new(0),
            pv: SharedPv::new(),
            rounds: Rounds::new(),
        }
    }

    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.claims[(mark >> 40) as usize % CLAIMS]
    }

    /// Publishes an event, and returns how many there were before it.
    fn publish(&self, event: u64) -> u64 {
        let before = self.count.fetch_add(1, Relaxed);
        self.events[(before % EVENTS) as usize].store(event, Relaxed);
        before
    }

    /// Begins a round, perhaps before the main thread comes to it. No effect if it equals the current one.
    pub fn begin_round(&self, round: Round) {
        if self.rounds.begin(round) {
            self.publish(ROUND_EVENT);
        }
    }

    /// Ends the round of this number with a helper's result. No effect if it is not the current one.
    pub fn end_round(&self, number: u32, result: RoundResult) {
        if self.rounds.end(number, result) {
            self.publish(ROUND_EVENT);
        }
    }

    /// Ends all rounds.
    pub fn finish(&self) {
        self.rounds.finish();
        self.publish(ROUND_EVENT);
    }
}

/// A hash of a node's key and depth with another number; never 0.
fn tag(key: u64, number: u64, depth: i32) -> u64 {
    (key ^ number << 8 ^ depth as u64).wrapping_mul(GOLDEN_RATIO) | 1
}

/// The mark of a move that is being searched; never 0.
fn mark(key: u64, mv: Move, depth: i32) -> u64 {
    tag(key, mv.bits().into(), depth)
}

/// One of several threads of a search.
pub struct Abdada<'a> {
    shared: &'a SharedTree,
    /// The nodes of the current line, the root first.
    goals: Vec<Goal>,
    /// Number of events read.
    read: u64,
    /// Index in `goals` of the node being left.
    leaving: Option<usize>,
    /// The number of a helper's round; none for the main thread.
    round: Option<u32>,
}

impl<'a> Abdada<'a> {
    /// The main thread, or a helper before its first round.
    pub fn new(shared: &'a SharedTree) -> Self {
        Self { shared, goals: Vec::new(), read: 0, leaving: None, round: None }
    }

    /// Makes this thread a helper in the round of this number.
    pub fn help_in(&mut self, round: u32) {
        self.round = Some(round);
    }

    /// The tag of a PV node in the current round.
    fn pv_tag(&self, node: NodeId) -> u64 {
        let round = self.round.unwrap_or_else(|| self.shared.rounds.number());
        tag(node.key, round.into(), node.depth)
    }

    #[inline(never)]
    fn read_events(&mut self, count: u64) -> bool {
        match self.round {
            Some(round) if round != self.shared.rounds.number() => return true,
            None if self.shared.rounds.has_ended() => self.leaving = Some(0),
            _ => {}
        }
        for number in self.read.max(count.saturating_sub(EVENTS))..count {
            let event = self.shared.events[(number % EVENTS) as usize].load(Relaxed);
            let left = self.goals.iter().position(|goal| goal.is_reached(event));
            self.leaving = match (self.leaving, left) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
        self.read = count;
        false
    }
}

impl<'a> Peers for Abdada<'a> {
    const LEAST_DEPTH: i32 = 2;
    type Claim = &'a AtomicU64;

    fn is_main(&self) -> bool {
        self.round.is_none()
    }

    fn enter(&mut self, key: u64, depth: i32, exact: bool, whole: bool) {
        // The main thread does not leave PV nodes, since it needs their full PV.
        let leaves = whole && (!exact || !self.is_main());
        self.goals.push(Goal { key, depth, exact, leaves });
    }

    #[inline]
    fn reduce_depth(&mut self, depth: i32) {
        if depth + 1 >= Self::LEAST_DEPTH
            && let Some(goal) = self.goals.last_mut()
        {
            goal.depth = depth;
        }
    }

    #[inline]
    fn poll(&mut self) -> bool {
        let count = self.shared.count.load(Relaxed);
        count != self.read && self.read_events(count)
    }

    #[inline]
    fn is_leaving(&self) -> bool {
        self.leaving.is_some()
    }

    fn left(&mut self) -> Option<i32> {
        let innermost = self.goals.len().checked_sub(1)?;
        if self.leaving != Some(innermost) {
            return None;
        }
        self.leaving = None;
        Some(self.goals[innermost].depth)
    }

    fn exit(&mut self, found: Option<bool>) {
        let goal = self.goals.pop();
        if let (Some(Goal { key, depth, .. }), Some(exact)) = (goal, found) {
            let events = self.shared.publish(ended(key, depth, exact));
            // Skips the thread's own event if no other one came before it.
            self.read += u64::from(events == self.read);
        }
    }

    #[inline]
    fn is_searched_elsewhere(&self, key: u64, mv: Move, depth: i32) -> bool {
        let mark = mark(key, mv, depth);
        depth >= Self::LEAST_DEPTH && self.shared.place(mark).load(Relaxed) == mark
    }

    #[inline]
    fn begin_move(&self, key: u64, mv: Move, depth: i32) -> Option<Self::Claim> {
        if depth < Self::LEAST_DEPTH {
            return None;
        }
        let mark = mark(key, mv, depth);
        let place = self.shared.place(mark);
        // On a collision the older mark stays: without a mark the move may just be searched twice.
        place.compare_exchange(0, mark, Relaxed, Relaxed).is_ok().then_some(place)
    }

    #[inline]
    fn end_move(&self, claim: Option<Self::Claim>) {
        if let Some(place) = claim {
            place.store(0, Relaxed);
        }
    }

    #[inline]
    fn better_move(&self, node: NodeId, alpha: Score) -> Option<PvMove> {
        if node.depth < Self::LEAST_DEPTH {
            return None;
        }
        self.shared.pv.above(alpha, node.ply, self.pv_tag(node))
    }

    #[inline]
    fn publish_move(&self, node: NodeId, mv: impl FnOnce() -> PvMove) {
        if node.depth >= Self::LEAST_DEPTH {
            self.shared.pv.publish(node.ply, self.pv_tag(node), mv());
        }
    }
}

impl RootPeers for Abdada<'_> {
    fn begin_round(&self, round: impl FnOnce() -> Round) {
        self.shared.begin_round(round());
    }

    fn left_root(&mut self) -> Option<Option<RoundResult>> {
        self.left()?;
        // Removes the result even if it is stale.
        Some(self.shared.rounds.take_result())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::Prices;
    use crate::search::limits::{Job, Limits};
    use crate::search::report::Bound;
    use crate::search::root::RootSearch;
    use crate::search::run::Run;
    use crate::search::tree::stack::Line;
    use crate::search::tree::window::{NonPv, Pv};
    use crate::types::score::{INFINITE, mate_in};
    use std::sync::Arc;

    /// A mate in one by a knight, whose check no drop can block.
    const MATE: &str = "6rk/6pp/8/6N1/8/8/8/6K1[] w - - 0 1";
    /// A quiet position, with nothing to win.
    const QUIET: &str = "6k1/5ppp/8/8/8/8/5PPP/6K1[] w - - 0 1";
    /// The score of a move that another thread publishes.
    const PUBLISHED: Score = 5_000;

    type Root<'a> = RootSearch<Abdada<'a>>;

    /// Calls `ask` with the root of a thread in its first round; other threads exist only through what they publish.
    fn asked(bfen: &str, round: Option<u32>, ask: impl for<'a> FnOnce(&mut Root<'a>, &'a SharedTree)) {
        let position = fen::parse(bfen, BoardRules::default()).expect("a position");
        let run = Run::of(Job::new(position, Prices::bughouse_default(), Limits::default()), 2);
        let shared = SharedTree::new();
        let mut root = RootSearch::new(Arc::new(run), Arc::default(), Abdada::new(&shared), None);
        shared.begin_round(first_round(&root));
        round.into_iter().for_each(|round| root.tree.peers.help_in(round));
        ask(&mut root, &shared);
    }

    fn first_round(root: &Root<'_>) -> Round {
        let moves = root.moves.list.iter().map(|root| (root.mv, None)).collect();
        let (price_changes, window) = (root.tree.price_changes(), (-INFINITE, INFINITE));
        Round { price_changes, iteration: 3, depth: 3, inner_mates: false, window, rank: 0, moves }
    }

    #[test]
    fn bug_a_reply_that_another_thread_has_refuted_did_not_count_for_reductions() {
        asked(QUIET, None, |root, _| {
            let (tree, mv) = (&mut root.tree, root.moves.list[0].mv);
            tree.remember(1, mv, 0, PUBLISHED, 3, Bound::Lower);
            assert_eq!((tree.alphabeta::<NonPv>(3, 0, 1, 1, true), tree.stack[1].cuts), (PUBLISHED, 1));
        });
    }

    #[test]
    fn a_move_that_another_thread_is_searching_is_searched_last() {
        // The second move of the root mates, which ends the node.
        let nodes = |claimed: bool| {
            let mut nodes = 0;
            asked(MATE, None, |root, shared| {
                let mate = root.moves.list.iter().position(|root| root.mv.to_string() == "g5f7");
                root.moves.list.swap(1, mate.expect("the mate"));
                let (mate, key) = (root.moves.list[1].mv, root.tree.position.key());
                let other = Abdada::new(shared);
                let claim = if claimed { other.begin_move(key, mate, 3) } else { None };
                for mv in root.moves.list.iter().map(|root| root.mv) {
                    assert_eq!(root.tree.peers.is_searched_elsewhere(key, mv, 3), claimed && mv == mate);
                }
                assert!(!other.is_searched_elsewhere(key, mate, 4), "that is other work");
                assert_eq!(root.search(3, -INFINITE, mate_in(1)), mate_in(1));
                other.end_move(claim);
                assert!(!other.is_searched_elsewhere(key, mate, 3));
                nodes = root.tree.searched();
            });
            nodes
        };
        assert!(nodes(true) > nodes(false), "the others were searched before it");
    }

    #[test]
    fn a_node_that_another_thread_has_searched_is_left() {
        for (foreign, depth, exact, leaves) in
            [(false, 4, true, false), (false, 5, false, false), (true, 5, true, false), (false, 5, true, true)]
        {
            asked(MATE, Some(1), |root, shared| {
                let tree = &mut root.tree;
                let (key, mv) = (tree.position.key(), root.moves.list[0].mv);
                tree.remember(1, mv, 0, 123, 5, Bound::Exact);
                let key = if foreign { !key } else { key };
                shared.publish(ended(key, depth, exact));
                let score = tree.alphabeta::<Pv>(5, -INFINITE, 100, 1, false);
                assert_eq!(score == 123, leaves, "{foreign} {depth} {exact}");
                assert_eq!(tree.stack[1].cuts, 1, "bug: a cut for which a node was left did not count");
                assert_eq!(tree.searched() == 1, leaves);
                assert_eq!(tree.stack[1].pv.first() == Some(&mv) && tree.stack[1].pv.len() == 1, leaves);
            });
        }
    }

    #[test]
    fn the_main_thread_adopts_a_helpers_result_of_the_current_round_only() {
        asked(MATE, None, |root, shared| {
            let round = first_round(root);
            shared.begin_round(round.clone());
            let mut moves = root.moves.list.clone();
            let last = moves.len() - 1;
            moves[last].score = 77;
            shared.end_round(1, (77, moves.clone()));
            assert_eq!(root.search(3, -INFINITE, INFINITE), 77);
            assert_eq!(root.moves.list[last].score, 77);
            assert!(root.tree.peers.goals.is_empty() && !root.tree.stopped());
            assert!(!shared.rounds.has_ended(), "it is taken over once");
            // An equal round does not begin a new one.
            shared.begin_round(round.clone());
            assert_eq!(shared.rounds.number(), 1);
            shared.begin_round(Round { depth: 4, ..round });
            shared.end_round(1, (77, moves));
            assert_eq!(root.search(3, -INFINITE, INFINITE), mate_in(1), "what was found in the last round is no news");
        });
    }

    /// Publishes a move as another thread, for a node at `ply` with the root's position.
    fn publish(root: &Root<'_>, shared: &SharedTree, index: usize, (depth, ply, score): (i32, usize, Score)) -> Line {
        let line = Line::from_iter([root.moves.list[index].mv]);
        let mut other = Abdada::new(shared);
        other.help_in(1);
        other.publish_move(root.tree.node_id(depth, ply), || PvMove { score, exact: true, line: line.clone() });
        line
    }

    #[test]
    fn moves_of_a_pv_node_are_searched_against_the_best_that_another_thread_has_published() {
        let nodes = |published: Option<(i32, usize, Score)>| {
            let mut nodes = 0;
            asked(QUIET, None, |root, shared| {
                let line = published.map(|published| publish(root, shared, 3, published));
                let tree = &mut root.tree;
                let score = tree.alphabeta::<Pv>(3, -INFINITE, 2 * PUBLISHED, 1, false);
                match published {
                    Some((3, 1, published)) => {
                        assert_eq!((score, Some(&tree.stack[1].pv)), (published, line.as_ref()));
                    }
                    _ => assert!(score < PUBLISHED),
                }
                nodes = tree.searched();
            });
            nodes
        };
        let alone = nodes(None);
        assert!(nodes(Some((3, 1, PUBLISHED))) < alone, "each is searched only to see that it is worse");
        assert_eq!(nodes(Some((3, 1, 2 * PUBLISHED))), 1, "beta is reached at once");
        assert_eq!(nodes(Some((4, 1, PUBLISHED))), alone, "another depth");
        assert_eq!(nodes(Some((3, 2, PUBLISHED))), alone, "another ply");
    }

    #[test]
    fn bug_a_lower_bound_of_another_thread_became_an_exact_score() {
        asked(QUIET, None, |root, shared| {
            let mut other = Abdada::new(shared);
            other.help_in(1);
            let line = Line::from_iter([root.moves.list[3].mv]);
            other.publish_move(root.tree.node_id(3, 1), || PvMove { score: PUBLISHED, exact: false, line });
            let mut below = |beta| root.tree.alphabeta::<Pv>(3, -INFINITE, beta, 1, false);
            assert!(below(2 * PUBLISHED) < PUBLISHED);
            assert_eq!(below(PUBLISHED), PUBLISHED);
        });
    }

    #[test]
    fn a_move_that_is_searched_again_has_to_beat_what_was_published_of_its_node() {
        asked(QUIET, None, |root, shared| {
            let line = publish(root, shared, 3, (3, 0, PUBLISHED));
            let node = root.tree.root_node(3);
            root.tree.make(line[0], 0);
            assert_eq!(root.tree.raised_alpha(&node, 0), PUBLISHED);
            assert_eq!(root.tree.raised_alpha(&node, PUBLISHED + 1), PUBLISHED + 1);
            root.tree.peers.help_in(2);
            assert_eq!(root.tree.raised_alpha(&node, 0), 0, "another round");
        });
    }

    #[test]
    fn a_pv_move_holds_for_its_node_in_its_round() {
        asked(QUIET, None, |root, shared| {
            let line = publish(root, shared, 3, (3, 1, PUBLISHED));
            let better = |root: &Root<'_>, depth, alpha| {
                root.tree.peers.better_move(root.tree.node_id(depth, 1), alpha).map(|mv| (mv.score, mv.line))
            };
            assert_eq!(better(root, 3, 0), Some((PUBLISHED, line)));
            assert_eq!((better(root, 4, 0), better(root, 3, PUBLISHED)), (None, None));
            root.tree.peers.help_in(2);
            assert_eq!(better(root, 3, 0), None, "another round");
        });
    }

    #[test]
    fn a_root_move_that_another_thread_has_published_keeps_its_score_and_line() {
        for index in [0, 3] {
            asked(QUIET, None, |root, shared| {
                let line = publish(root, shared, index, (3, 0, PUBLISHED));
                assert_eq!(root.search(3, -INFINITE, INFINITE), PUBLISHED);
                let found = &root.moves.list[index];
                assert_eq!((found.score, &found.line), (PUBLISHED, &line));
                let better = root.moves.list.iter().filter(|root| root.score >= PUBLISHED);
                assert_eq!(better.count(), 1);
            });
        }
    }
}
