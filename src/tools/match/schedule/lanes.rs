//! Pairs of games in one lane or in several at once. Every lane is a thread with engines of its own and plays the next
//! pair of the match when it is free; results of the pairs are passed on in order.

use super::campaign::Problem;
use super::crew::{PairPlayer, PlayedPair};
use super::pairs::Pair;
use crate::arena::engines::EngineEvent;
use crate::arena::referee::{GameObserver, LiveGame, Notice};
use std::collections::BTreeMap;
use std::io;
use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// Capacity of a referee's event queue: a flood of lines blocks its writer instead of filling the memory.
const EVENT_QUEUE: usize = 4096;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The user's interrupt, and the referees that receive it.
#[derive(Clone, Debug, Default)]
pub struct Interrupts(Arc<Mutex<Reached>>);

#[derive(Debug, Default)]
struct Reached {
    sent: bool,
    referees: Vec<SyncSender<EngineEvent>>,
}

impl Interrupts {
    /// Interrupts all referees.
    pub fn send(&self) {
        let mut reached = lock(&self.0);
        reached.sent = true;
        for referee in &reached.referees {
            // A referee whose receiver is gone has stopped.
            let _ = referee.send(EngineEvent::Interrupt);
        }
    }

    /// Registers a referee for the interrupt; one that was sent before reaches it at once.
    fn reach(&self, referee: &SyncSender<EngineEvent>) {
        let mut reached = lock(&self.0);
        if reached.sent {
            let _ = referee.try_send(EngineEvent::Interrupt);
        }
        reached.referees.push(referee.clone());
    }
}

/// Observers that are shared by the threads that play games.
#[derive(Clone)]
pub struct Onlookers(pub Arc<Mutex<Vec<Box<dyn GameObserver + Send>>>>);

impl GameObserver for Onlookers {
    fn notice(&mut self, live: &LiveGame, notice: Notice, now: Instant) -> io::Result<()> {
        lock(&self.0).iter_mut().try_for_each(|observer| observer.notice(live, notice, now))
    }
}

/// State shared by the lanes.
struct SharedState<'a, G, M, F, T> {
    /// The pairs that no lane has taken yet, each with its place before it and the number of its games behind it.
    todo: Mutex<Enumerate<T>>,
    interrupts: &'a Interrupts,
    /// Makes the engines of a lane.
    make: M,
    stop: AtomicBool,
    queue: Mutex<PairQueue<G, F>>,
}

impl<G, M, P, F, T> SharedState<'_, G, M, F, T>
where
    T: Iterator<Item = (Pair, u32)>,
    M: Fn(SyncSender<EngineEvent>, Receiver<EngineEvent>) -> P,
    P: PairPlayer<G>,
    F: FnMut(PlayedPair<G>) -> Result<ControlFlow<()>, Problem>,
{
    /// The next pair to play, with its place before it and the number of its games behind it.
    fn next_pair(&self) -> Option<(usize, Pair, u32)> {
        let (place, (pair, games)) = lock(&self.todo).next().filter(|_| !self.stop.load(Ordering::Relaxed))?;
        Some((place, pair, games))
    }

    /// Plays pairs until none is left or no more are needed; true if this lane found that no more are needed.
    fn run_lane(&self) -> bool {
        let (sender, events) = sync_channel(EVENT_QUEUE);
        self.interrupts.reach(&sender);
        let mut crew = (self.make)(sender, events);
        let mut over = false;
        while let Some((place, pair, games)) = self.next_pair() {
            let mut played = crew.play(pair, games);
            if played.is_broken() {
                self.stop.store(true, Ordering::Relaxed);
            }
            let problem = played.problem.take();
            // Games played before the problem count.
            played.interrupted |= problem.is_some();
            let mut queue = lock(&self.queue);
            queue.problem = queue.problem.take().or(problem);
            queue.insert(place, played);
            over = queue.over;
            if over {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        crew.quit();
        over
    }
}

/// Plays the pairs `todo`, as many at once as there are `lanes`, each with the engines that `make` returns, and passes
/// them to `take` in order, until that breaks. If pairs are `kept`, aborted ones come last, so that their games can be
/// cut off the end of the file of games.
///
/// # Errors
/// When an engine does not get ready (pairs in progress are finished first), or `take` fails.
pub fn play<G: Send, P: PairPlayer<G>>(
    (lanes, kept): (usize, bool),
    todo: impl Iterator<Item = (Pair, u32)> + Send,
    interrupts: &Interrupts,
    make: impl Fn(SyncSender<EngineEvent>, Receiver<EngineEvent>) -> P + Sync,
    take: impl FnMut(PlayedPair<G>) -> Result<ControlFlow<()>, Problem> + Send,
) -> Result<(), Problem> {
    let queue =
        PairQueue { waiting: BTreeMap::new(), broken: Vec::new(), next: 0, kept, take, over: false, problem: None };
    let (todo, stop, queue) = (Mutex::new(todo.enumerate()), AtomicBool::new(false), Mutex::new(queue));
    let shared = SharedState { todo, interrupts, make, stop, queue };
    thread::scope(|scope| {
        for _ in 0..lanes {
            let lane = || {
                // Aborts the pairs in progress, after this lane's engines and channel are gone.
                if shared.run_lane() {
                    shared.interrupts.send();
                }
            };
            if let Err(error) = thread::Builder::new().name("lane".to_owned()).spawn_scoped(scope, lane) {
                lock(&shared.queue).problem.get_or_insert(error.into());
            }
        }
    });
    let mut queue = shared.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    queue.finish();
    queue.problem.map_or(Ok(()), Err)
}

/// Played pairs that wait to be passed to `take` in order.
struct PairQueue<G, F> {
    waiting: BTreeMap<usize, PlayedPair<G>>,
    /// Aborted pairs, which come last.
    broken: Vec<PlayedPair<G>>,
    next: usize,
    kept: bool,
    take: F,
    /// Whether no more are needed.
    over: bool,
    /// The first error.
    problem: Option<Problem>,
}

impl<G, F: FnMut(PlayedPair<G>) -> Result<ControlFlow<()>, Problem>> PairQueue<G, F> {
    /// Adds a pair, and passes on all pairs before which none is missing.
    fn insert(&mut self, place: usize, played: PlayedPair<G>) {
        self.waiting.insert(place, played);
        while let Some(played) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.dispatch(played);
        }
    }

    /// Passes a pair on, or puts it aside if it was aborted and pairs are kept.
    fn dispatch(&mut self, played: PlayedPair<G>) {
        if self.kept && played.is_broken() {
            self.broken.push(played);
        } else {
            self.pass_on(played);
        }
    }

    /// Passes on the pairs that wait for one that will not be played.
    fn finish(&mut self) {
        while let Some((_, played)) = self.waiting.pop_first() {
            self.dispatch(played);
        }
        std::mem::take(&mut self.broken).into_iter().for_each(|played| self.pass_on(played));
    }

    fn pass_on(&mut self, played: PlayedPair<G>) {
        if !self.over {
            let taken = (self.take)(played);
            self.over = !matches!(taken, Ok(ControlFlow::Continue(())));
            self.problem = self.problem.take().or(taken.err());
        }
    }
}
