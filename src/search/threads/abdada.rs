//! How the threads of one search share its tree.
//!
//! All search the root in the main thread's rounds: one iteration, one window. A move with which another thread is busy is put off until
//! the others are searched (T. Kerrigan, "Simplified ABDADA"). Who is in a node that another thread has ended meanwhile leaves it, who is in
//! a PV node hears of better moves there ([`crate::search::threads::shared_pv`]), and if a helper comes to the end of a round first, the main thread takes over
//! what it found.

use crate::search::root::RootMove;
use crate::search::run::Run;
use crate::search::threads::shared_pv::PvMoves;
use crate::search::tree::Tree;
use crate::search::tree::window::{NodeKind, Root};
use crate::types::{Move, Score};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Nodes of less depth are searched without a look at the other threads.
pub(in crate::search) const LEAST_DEPTH: i32 = 2;
/// Places for moves with which threads are busy.
const BUSY: usize = 1 << 12;
/// The newest events, which a thread can still hear of.
const EVENTS: u64 = 64;
/// What is told of a round that begins or ends: no node's key.
const ROUND_EVENT: u64 = 0;
/// The number of the round after the last.
const OVER: u32 = u32::MAX;

/// What the main thread searches the root for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Round {
    /// How often the view of the other board had been replaced.
    pub(in crate::search) views: u32,
    /// The iteration, in plies.
    pub(in crate::search) depth: i32,
    /// The root's window.
    pub(in crate::search) window: (Score, Score),
    /// Rank of the line that is searched, from 0.
    pub(in crate::search) rank: usize,
    /// The root moves in their order, with what is known of them already.
    pub(in crate::search) moves: Vec<(Move, Option<Score>)>,
}

/// What a helper found in a round.
struct Outcome {
    /// The round's number.
    round: u32,
    score: Score,
    /// The helper's root moves.
    moves: Vec<RootMove>,
}

/// What the threads of one search tell each other.
pub(in crate::search) struct SharedTree {
    /// Moves with which threads are busy, see [`Tree::mark`]; 0 for none.
    busy: Vec<AtomicU64>,
    /// The newest events: nodes that have been searched, see [`ended`], and [`ROUND_EVENT`].
    events: Vec<AtomicU64>,
    /// How many there have been.
    count: AtomicU64,
    pub(in crate::search) raises: PvMoves,
    round: Mutex<Option<Round>>,
    /// The number of that round, from 1; [`OVER`] behind the last one.
    number: AtomicU32,
    /// There is another number.
    changed: Condvar,
    outcome: Mutex<Option<Outcome>>,
    /// The number of the round in which that was found; 0 for none. It changes only while `outcome` is locked.
    decided: AtomicU32,
}

impl SharedTree {
    pub(in crate::search) fn new() -> Self {
        let words = |count: usize| (0..count).map(|_| AtomicU64::new(0)).collect();
        Self {
            busy: words(BUSY),
            events: words(EVENTS as usize),
            count: AtomicU64::new(0),
            raises: PvMoves::new(),
            round: Mutex::new(None),
            number: AtomicU32::new(0),
            changed: Condvar::new(),
            outcome: Mutex::new(None),
            decided: AtomicU32::new(0),
        }
    }

    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.busy[(mark >> 40) as usize % BUSY]
    }

    /// Tells what has happened, and says how often something had happened before.
    fn tell(&self, event: u64) -> u64 {
        let before = self.count.fetch_add(1, Relaxed);
        self.events[(before % EVENTS) as usize].store(event, Relaxed);
        before
    }

    /// The main thread begins a search of the root, or soon will. If it is the same as before, nothing changes.
    pub(in crate::search) fn begin(&self, round: Round) {
        let mut current = lock(&self.round);
        if current.as_ref() != Some(&round) {
            *current = Some(round);
            self.number.fetch_add(1, SeqCst);
            self.changed.notify_all();
            self.tell(ROUND_EVENT);
        }
    }

    /// A helper has come to the end of a round. If the main thread is in another one by now, that is no news.
    fn decide(&self, outcome: Outcome) {
        let mut last = lock(&self.outcome);
        if outcome.round == self.number.load(SeqCst) {
            self.decided.store(outcome.round, SeqCst);
            *last = Some(outcome);
            self.tell(ROUND_EVENT);
        }
    }

    /// Whether a helper has come to the end of the round.
    fn is_decided(&self) -> bool {
        self.decided.load(Relaxed) == self.number.load(Relaxed)
    }

    /// The round that the main thread is in, and its number; waits while it is in the one numbered `last`. Nothing behind the last round.
    fn round_after(&self, last: u32) -> Option<(u32, Round)> {
        let mut round = lock(&self.round);
        while self.number.load(SeqCst) == last {
            round = self.changed.wait(round).unwrap_or_else(PoisonError::into_inner);
        }
        let number = self.number.load(SeqCst);
        round.clone().filter(|_| number != OVER).map(|round| (number, round))
    }

    /// The main thread begins no more rounds.
    pub(in crate::search) fn finish(&self) {
        let round = lock(&self.round);
        self.number.store(OVER, SeqCst);
        drop(round);
        self.changed.notify_all();
        self.tell(ROUND_EVENT);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A node that was searched to a depth, as a word: its key, in the lowest byte the depth and whether the score is exact.
fn ended(key: u64, depth: i32, exact: bool) -> u64 {
    key & !0xff | depth.clamp(0, 0x7f) as u64 | u64::from(exact) << 7
}

/// A node that a thread is in.
#[derive(Clone, Copy, Debug)]
struct Goal {
    key: u64,
    /// The depth to which it is searched.
    depth: i32,
    /// Whether only an exact score is of use.
    exact: bool,
    /// Whether it may be left once another thread has searched it.
    leaves: bool,
}

impl Goal {
    fn is_reached(&self, event: u64) -> bool {
        let (depth, exact) = ((event & 0x7f) as i32, event & 0x80 != 0);
        self.leaves && (self.key ^ event) >> 8 == 0 && self.depth <= depth && (exact || !self.exact)
    }
}

/// What a thread knows of the others.
#[derive(Default)]
pub(in crate::search) struct Company {
    /// The nodes that it is in, the root first.
    goals: Vec<Goal>,
    /// Events that it has heard of.
    heard: u64,
    /// The node that it leaves, one of `goals`.
    leaving: Option<usize>,
    /// The number of the round in which it helps; nothing for the main thread.
    round: Option<u32>,
}

impl Company {
    /// Whether scores mean nothing until a node further up has been left.
    #[inline]
    pub(in crate::search) fn is_leaving(&self) -> bool {
        self.leaving.is_some()
    }
}

impl<'a> Tree<'a> {
    /// The score of the position, searched `depth` plies deep, if it lies between `alpha` and `beta`; else a bound.
    pub(in crate::search) fn alphabeta<N: NodeKind>(
        &mut self,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        let run: &Run = self.run;
        let Some(together) = run.together.as_ref().filter(|_| N::ROOT || depth >= LEAST_DEPTH) else {
            return self.node::<N>(depth, alpha, beta, ply, cut_node);
        };
        let whole = !N::ROOT && !self.frames[ply].excluded.is_some();
        let key = self.position.key();
        let index = self.company.goals.len();
        let before = self.searched();
        // The main thread wants the whole line of a PV node.
        let leaves = whole && (!N::PV || self.company.round.is_some());
        self.company.goals.push(Goal { key, depth, exact: N::PV, leaves });
        let score = loop {
            let score = self.node::<N>(depth, alpha, beta, ply, cut_node);
            if self.company.leaving != Some(index) {
                break score;
            }
            self.company.leaving = None;
            if self.stopped() {
                break score;
            }
            if N::ROOT {
                if let Some(score) = self.adopt_outcome(together) {
                    break score;
                }
                continue;
            }
            if let Some(score) = self.found_by_others(self.company.goals[index].depth, alpha, beta, ply) {
                break score;
            }
        };
        let goal = self.company.goals.pop();
        // What the table knew at once, the others know too.
        if whole && !self.stopped() && self.searched() > before + 1 {
            let depth = goal.map_or(depth, |goal| goal.depth);
            let events = together.tell(ended(key, depth, alpha < score && score < beta));
            if events == self.company.heard {
                // Its own words are no news.
                self.company.heard += 1;
            }
        }
        score
    }

    /// The number of the round that this thread is in; 0 without others.
    pub(in crate::search) fn round(&self) -> u32 {
        let number = |together: &SharedTree| together.number.load(Relaxed);
        self.company.round.or(self.run.together.as_ref().map(number)).unwrap_or(0)
    }

    /// The score of the node that was left, if the table has it. Its line is what was told of its best move, or else only that move.
    fn found_by_others(&mut self, depth: i32, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
        let entry = self.recall(ply)?;
        let found = entry.found.filter(|found| found.depth >= depth && found.allows_cut(alpha, beta))?;
        let alone = || Some(entry.mv).filter(|&mv| mv.is_some() && self.position.is_legal(mv)).into_iter().collect();
        self.frames[ply].pv = self.published_line(depth, ply, found.score).unwrap_or_else(alone);
        Some(found.score)
    }

    /// The node that is searched now is searched only to this depth.
    #[inline]
    pub(in crate::search) fn note_depth(&mut self, depth: i32) {
        if depth + 1 >= LEAST_DEPTH
            && let Some(goal) = self.company.goals.last_mut()
        {
            goal.depth = depth;
        }
    }

    /// Hears of what other threads have ended. If this thread is in such a node, it leaves it: [`Self::stopped`] until it is there.
    #[inline]
    pub(in crate::search) fn hear(&mut self) {
        if let Some(together) = &self.run.together {
            let count = together.count.load(Relaxed);
            if count != self.company.heard {
                self.hear_events(together, count);
            }
        }
    }

    #[inline(never)]
    fn hear_events(&mut self, together: &SharedTree, count: u64) {
        let company = &mut self.company;
        match company.round {
            Some(round) if round != together.number.load(Relaxed) => {
                self.unwind();
                return;
            }
            None if together.is_decided() => company.leaving = Some(0),
            _ => {}
        }
        for number in company.heard.max(count.saturating_sub(EVENTS))..count {
            let event = together.events[(number % EVENTS) as usize].load(Relaxed);
            let left = company.goals.iter().position(|goal| goal.is_reached(event));
            company.leaving = match (company.leaving, left) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
        company.heard = count;
    }

    /// Takes over what a helper found in this round.
    fn adopt_outcome(&mut self, together: &SharedTree) -> Option<Score> {
        let mut last = lock(&together.outcome);
        // Whether it is of use or not, it is not to be heard of again.
        together.decided.store(0, SeqCst);
        let outcome = last.take().filter(|outcome| outcome.round == together.number.load(SeqCst))?;
        drop(last);
        self.adopt(&outcome.moves);
        Some(outcome.score)
    }

    /// Where and how it is told that a thread is busy with a move of the position, if others are to know.
    #[inline]
    fn mark(&self, mv: Move, depth: i32) -> Option<(&'a AtomicU64, u64)> {
        let together = self.run.together.as_ref().filter(|_| depth >= LEAST_DEPTH)?;
        let mixed =
            (self.position.key() ^ u64::from(mv.bits()) << 8 ^ depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Some((together.place(mixed), mixed | 1))
    }

    /// Whether another thread is busy with a move at this depth.
    #[inline]
    pub(in crate::search) fn is_searched_elsewhere(&self, mv: Move, depth: i32) -> bool {
        self.mark(mv, depth).is_some_and(|(place, mark)| place.load(Relaxed) == mark)
    }

    /// Tells the other threads that this one is busy with a move, unless another is; for [`Self::end_move`].
    #[inline]
    pub(in crate::search) fn begin_move(&self, mv: Move, depth: i32) -> Option<(&'a AtomicU64, u64)> {
        // Another mark at this place stays: what is not told is only searched twice.
        self.mark(mv, depth).filter(|(place, mark)| place.compare_exchange(0, *mark, Relaxed, Relaxed).is_ok())
    }

    /// Takes back what [`Self::begin_move`] told.
    #[inline]
    pub(in crate::search) fn end_move(&self, busy: Option<(&'a AtomicU64, u64)>) {
        if let Some((place, _)) = busy {
            place.store(0, Relaxed);
        }
    }

    /// Helps the main thread until it begins no more rounds.
    pub(in crate::search) fn help(&mut self) {
        let run: &Run = self.run;
        let Some(together) = &run.together else { return };
        let mut last = 0;
        loop {
            self.budget.release();
            let next = together.round_after(last);
            self.budget.acquire(false);
            let Some((number, round)) = next else { return };
            // Hears of a new view, and forgets that it was unwound.
            self.check_in();
            let _ = self.take_news();
            if self.is_over() {
                return;
            }
            self.company.round = Some(number);
            self.follow(&round);
            let (alpha, beta) = round.window;
            let score = self.alphabeta::<Root>(round.depth, alpha, beta, 0, false);
            self.check_in();
            if !self.stopped() {
                if self.views() == round.views {
                    together.decide(Outcome { round: number, score, moves: self.root_moves.clone() });
                }
                last = number;
            }
        }
    }
}

#[cfg(test)]
pub(in crate::search) mod tests {
    use super::*;
    use crate::board::{BoardRules, fen};
    use crate::eval::TeamView;
    use crate::search::budget::ThreadBudget;
    use crate::search::tree::window::Pv;
    use crate::search::tt::Tt;
    use crate::search::{Bound, Job, Limits};
    use crate::types::score::{INFINITE, mate_in};
    use std::sync::Arc;

    /// The knight mates, and nothing can be put between.
    const MATE: &str = "6rk/6pp/8/6N1/8/8/8/6K1[] w - - 0 1";

    /// Asks the main thread and the one that helps it in its first round about a position.
    pub(in crate::search) fn asked_both(bfen: &str, ask: impl FnOnce(&mut Tree<'_>, &mut Tree<'_>)) {
        let position = fen::parse(bfen, BoardRules::default()).expect("a position");
        let job = Job::new(position, TeamView::bughouse_default(), Limits::default());
        let run = Run::new(job, Arc::new(Tt::new(1)), None, Arc::default(), 2);
        let budget = ThreadBudget::new(2);
        let [mut main, mut helper] = std::array::from_fn(|_| Tree::new(&run, &budget, None));
        run.together.as_ref().expect("two threads").begin(round(&main));
        helper.company.round = Some(1);
        ask(&mut main, &mut helper);
    }

    /// Asks one of two threads about a position.
    fn asked(ask: impl FnOnce(&mut Tree<'_>, &SharedTree)) {
        asked_both(MATE, |worker, _| {
            let run = worker.run;
            ask(worker, run.together.as_ref().expect("two threads"));
        });
    }

    fn round(worker: &Tree<'_>) -> Round {
        let moves = worker.root_moves.iter().map(|root| (root.mv, None)).collect();
        Round { views: worker.views(), depth: 3, window: (-INFINITE, INFINITE), rank: 0, moves }
    }

    #[test]
    fn a_move_with_which_another_thread_is_busy_is_searched_last() {
        // The second move of the root mates, which ends the node.
        let nodes = |is_busy: bool| {
            let mut nodes = 0;
            asked(|worker, _| {
                let mate = worker.root_moves.iter().position(|root| root.mv.to_string() == "g5f7");
                worker.root_moves.swap(1, mate.expect("the mate"));
                let mate = worker.root_moves[1].mv;
                let busy = if is_busy { worker.begin_move(mate, 3) } else { None };
                for root in &worker.root_moves {
                    assert_eq!(worker.is_searched_elsewhere(root.mv, 3), is_busy && root.mv == mate);
                }
                assert!(!worker.is_searched_elsewhere(mate, 4), "that is other work");
                assert_eq!(worker.alphabeta::<Root>(3, -INFINITE, mate_in(1), 0, false), mate_in(1));
                worker.end_move(busy);
                assert!(!worker.is_searched_elsewhere(mate, 3));
                nodes = worker.searched();
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
            asked_both(MATE, |main, worker| {
                let together = main.run.together.as_ref().expect("two threads");
                let (key, mv) = (worker.position.key(), worker.root_moves[0].mv);
                worker.remember(1, mv, 0, 123, 5, Bound::Exact);
                let key = if foreign { !key } else { key };
                together.tell(ended(key, depth, exact));
                let score = worker.alphabeta::<Pv>(5, -INFINITE, INFINITE, 1, false);
                assert_eq!(score == 123, leaves, "{foreign} {depth} {exact}");
                assert_eq!(worker.searched() == 1, leaves);
                assert_eq!(worker.frames[1].pv.first() == Some(&mv) && worker.frames[1].pv.len() == 1, leaves);
            });
        }
    }

    #[test]
    fn the_main_thread_takes_over_what_a_helper_found_in_its_round_only() {
        asked(|worker, together| {
            let round = round(worker);
            together.begin(round.clone());
            let mut moves = worker.root_moves.clone();
            let last = moves.len() - 1;
            moves[last].score = 77;
            let outcome = |round| Outcome { round, score: 77, moves: moves.clone() };
            let search = |worker: &mut Tree<'_>| worker.alphabeta::<Root>(3, -INFINITE, INFINITE, 0, false);
            together.decide(outcome(1));
            assert_eq!(search(worker), 77);
            assert_eq!(worker.root_moves[last].score, 77);
            assert!(worker.company.goals.is_empty() && !worker.stopped());
            assert!(!together.is_decided(), "it is taken over once");
            // The same round again is no new one.
            together.begin(round.clone());
            assert_eq!(together.number.load(SeqCst), 1);
            together.begin(Round { depth: 4, ..round });
            together.decide(outcome(1));
            assert_eq!(search(worker), mate_in(1), "what was found in the last round is no news");
        });
    }
}
