//! Several pairs of games at once. Every lane has engines of its own and plays the next pair of the match when it is free;
//! what came of the pairs is told in their order.

use super::EVENT_QUEUE;
use super::book::Book;
use super::campaign::{Campaign, Problem};
use super::crew::{Crew, Played};
use super::pairs::Pair;
use super::process::Event;
use super::table::{Observer, Score};
use super::tally::Tally;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Whom the user's wish to stop reaches.
#[derive(Clone, Debug, Default)]
pub struct Interrupts(Arc<Mutex<Reached>>);

#[derive(Debug, Default)]
struct Reached {
    wished: bool,
    referees: Vec<SyncSender<Event>>,
}

impl Interrupts {
    /// The user wants to stop.
    pub fn send(&self) {
        let mut reached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reached.wished = true;
        for referee in &reached.referees {
            // Those who are gone have stopped.
            let _ = referee.send(Event::Interrupt);
        }
    }

    /// From now on the wish reaches `referee` too, at once if it was uttered before.
    pub fn reach(&self, referee: &SyncSender<Event>) {
        let mut reached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if reached.wished {
            let _ = referee.try_send(Event::Interrupt);
        }
        reached.referees.push(referee.clone());
    }
}

/// What a lane tells.
enum News {
    /// A pair has been played, or was broken off: its place among those to play.
    Played(usize, Box<Played>),
    /// The lane plays no more because of this.
    Stopped(Problem),
}

/// What the lanes share.
struct Course<'a> {
    campaign: &'a Campaign,
    todo: &'a [(Pair, u32)],
    known: &'a Book,
    interrupts: &'a Interrupts,
    next: AtomicUsize,
    stop: AtomicBool,
}

impl Course<'_> {
    /// The place of the next pair to play, itself, and how many of its games.
    fn next_pair(&self) -> Option<(usize, Pair, u32)> {
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        let &(pair, games) = self.todo.get(place).filter(|_| !self.stop.load(Ordering::Relaxed))?;
        Some((place, pair, games))
    }

    fn play(&self, news: &Sender<News>) -> Result<(), Problem> {
        let (sender, events) = sync_channel(EVENT_QUEUE);
        self.interrupts.reach(&sender);
        let tally = Tally::default();
        let mut observers: Vec<Box<dyn Observer>> = vec![Box::new(tally.clone())];
        let mut crew = Crew::new(self.campaign, self.known, (&sender, &events), tally);
        while let Some((place, pair, games)) = self.next_pair() {
            let mut played = crew.play(pair, games, Score::default(), &mut observers);
            if played.is_broken() {
                self.stop.store(true, Ordering::Relaxed);
            }
            let problem = played.problem.take();
            // What was played before the problem counts. Whoever hears no news has stopped.
            played.interrupted |= problem.is_some();
            let heard = news.send(News::Played(place, Box::new(played))).is_ok();
            if let Some(problem) = problem {
                return Err(problem);
            }
            if !heard {
                break;
            }
        }
        crew.quit();
        Ok(())
    }

    /// Nothing more is needed: no new pairs, and those in progress are broken off.
    fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.interrupts.send();
    }
}

/// Plays the pairs `todo`, as many at once as the campaign wants, and hands them to `take` in their order, until that breaks
/// off. Pairs that were broken off come last where pairs are `kept`: what they leave in the file of the games can be cut
/// off then.
///
/// # Errors
/// When an engine does not get ready (pairs that are being played are finished first), or `take` fails.
pub fn play(
    campaign: &Campaign,
    todo: &[(Pair, u32)],
    known: &Book,
    interrupts: &Interrupts,
    kept: bool,
    take: impl FnMut(Played) -> Result<ControlFlow<()>, Problem>,
) -> Result<(), Problem> {
    let course = Course { campaign, todo, known, interrupts, next: AtomicUsize::new(0), stop: AtomicBool::new(false) };
    let mut queue = Queue { waiting: BTreeMap::new(), broken: Vec::new(), next: 0, kept, take, over: false };
    let mut problem = None;
    let (sender, inbox) = channel();
    thread::scope(|scope| {
        for _ in 0..campaign.lanes.min(todo.len()) {
            let (course, news) = (&course, sender.clone());
            let lane = move || {
                if let Err(problem) = course.play(&news) {
                    let _ = news.send(News::Stopped(problem));
                }
            };
            if let Err(error) = thread::Builder::new().name("lane".to_owned()).spawn_scoped(scope, lane) {
                let _ = sender.send(News::Stopped(error.into()));
            }
        }
        drop(sender);
        for news in inbox {
            match news {
                News::Played(place, played) => {
                    queue.waiting.insert(place, played);
                    if let Err(error) = queue.advance() {
                        problem.get_or_insert(error);
                    }
                    if queue.over {
                        course.end();
                    }
                }
                News::Stopped(error) => {
                    course.stop.store(true, Ordering::Relaxed);
                    problem.get_or_insert(error);
                }
            }
        }
    });
    queue.rest()?;
    problem.map_or(Ok(()), Err)
}

/// Pairs on their way to whoever takes them.
struct Queue<F> {
    waiting: BTreeMap<usize, Box<Played>>,
    /// Those that come last.
    broken: Vec<Played>,
    next: usize,
    kept: bool,
    take: F,
    /// Whether no more are wanted.
    over: bool,
}

impl<F: FnMut(Played) -> Result<ControlFlow<()>, Problem>> Queue<F> {
    /// Hands on all pairs before which none is missing.
    fn advance(&mut self) -> Result<(), Problem> {
        while let Some(played) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.sort_in(*played)?;
        }
        Ok(())
    }

    fn sort_in(&mut self, played: Played) -> Result<(), Problem> {
        if self.kept && played.is_broken() {
            self.broken.push(played);
            return Ok(());
        }
        self.hand_on(played)
    }

    /// Hands on what waits for a pair that will not be played.
    fn rest(&mut self) -> Result<(), Problem> {
        while let Some((_, played)) = self.waiting.pop_first() {
            self.sort_in(*played)?;
        }
        std::mem::take(&mut self.broken).into_iter().try_for_each(|played| self.hand_on(played))
    }

    fn hand_on(&mut self, played: Played) -> Result<(), Problem> {
        if !self.over {
            let taken = (self.take)(played);
            self.over = !matches!(taken, Ok(ControlFlow::Continue(())));
            return taken.map(|_| ());
        }
        Ok(())
    }
}
