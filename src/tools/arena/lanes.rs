//! Several games at once. Every lane has engines of its own and plays the next game of the match when it is free; what came
//! of the games is told in their order.

use super::EVENT_QUEUE;
use super::process::Event;
use super::series::{Plan, Series, SeriesError, Verdict};
use super::table::{Notice, Observer, Score, Side, Table};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

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
    /// A game has ended, or was broken off.
    Played(Box<Table>),
    /// The lane plays no more: the teams' names, or why it had to stop.
    Closed(Result<[String; 2], SeriesError>),
}

/// What the lanes share.
struct Course<'a> {
    plan: &'a Plan,
    interrupts: &'a Interrupts,
    next: AtomicU32,
    stop: AtomicBool,
}

impl Course<'_> {
    /// The number of the next game to play.
    fn next_game(&self) -> Option<u32> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number <= self.plan.games && !self.stop.load(Ordering::Relaxed)).then_some(number)
    }

    fn play(&self, news: &Sender<News>) -> Result<[String; 2], SeriesError> {
        let (sender, events) = sync_channel(EVENT_QUEUE);
        self.interrupts.reach(&sender);
        let mut series = Series::new(self.plan.clone(), sender, events)?;
        while let Some(number) = self.next_game() {
            let Some(finished) = series.play_game(number, Score::default(), &mut [])? else {
                self.stop.store(true, Ordering::Relaxed);
                break;
            };
            if finished.interrupted {
                self.stop.store(true, Ordering::Relaxed);
            }
            // Whoever hears no news has stopped.
            if news.send(News::Played(Box::new(finished.table))).is_err() {
                break;
            }
        }
        Ok(series.quit())
    }
}

/// Plays all games of a match, `lanes` at once. Observers are shown the games as they ended, in the order of their numbers.
///
/// # Errors
/// When an engine does not get ready, or an observer fails; games that were being played are finished first.
pub fn play(
    plan: &Plan,
    lanes: usize,
    interrupts: &Interrupts,
    observers: &mut [Box<dyn Observer>],
) -> Result<Verdict, SeriesError> {
    let course = Course { plan, interrupts, next: AtomicU32::new(1), stop: AtomicBool::new(false) };
    let (sender, inbox) = channel();
    let mut results = Results { waiting: BTreeMap::new(), next: 1, score: Score::default(), observers };
    let mut teams = [Side::First, Side::Second].map(|side| side.to_string());
    let mut trouble = None;
    thread::scope(|scope| {
        for _ in 0..lanes.min(plan.games as usize) {
            let (course, news) = (&course, sender.clone());
            let lane = move || {
                let closed = course.play(&news);
                let _ = news.send(News::Closed(closed));
            };
            if let Err(error) = thread::Builder::new().name("lane".to_owned()).spawn_scoped(scope, lane) {
                let _ = sender.send(News::Closed(Err(error.into())));
            }
        }
        drop(sender);
        for news in inbox {
            let result = match news {
                News::Played(table) => results.take(table),
                News::Closed(closed) => closed.map(|names| teams = names),
            };
            if let Err(error) = result {
                course.stop.store(true, Ordering::Relaxed);
                trouble.get_or_insert(error);
            }
        }
    });
    results.rest()?;
    match trouble {
        Some(error) => Err(error),
        None => Ok(Verdict { score: results.score, teams, interrupted: course.stop.into_inner() }),
    }
}

/// Games on their way to the observers.
struct Results<'a> {
    waiting: BTreeMap<u32, Box<Table>>,
    next: u32,
    score: Score,
    observers: &'a mut [Box<dyn Observer>],
}

impl Results<'_> {
    /// Shows a game when all before it have been shown.
    fn take(&mut self, table: Box<Table>) -> Result<(), SeriesError> {
        self.waiting.insert(table.card.number, table);
        while let Some(table) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.show(table)?;
        }
        Ok(())
    }

    /// Shows what waits for a game that will not be played.
    fn rest(&mut self) -> Result<(), SeriesError> {
        while let Some((_, table)) = self.waiting.pop_first() {
            self.show(table)?;
        }
        Ok(())
    }

    fn show(&mut self, mut table: Box<Table>) -> Result<(), SeriesError> {
        table.score = self.score;
        self.score.add(&table);
        self.observers.iter_mut().try_for_each(|observer| observer.notice(&table, Notice::Ended, Instant::now()))?;
        Ok(())
    }
}
