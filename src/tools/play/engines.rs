//! The engines at the table between games: started for a setup, sent the parameters of the next game, passed to the
//! game when it begins, and made ready for another afterwards. Each seat has a process of its own.
//!
//! Nothing here blocks: an engine is checked when it has written something, and at the times of [`Engines::due`].

use super::offers::Offer;
use super::quote::quote;
use super::round::name;
use super::seated::{SeatedEngine, Terms};
use super::setup::Setup;
use crate::arena::engines::{
    EngineEvent, EngineOutput, NextStep, POLL_INTERVAL, READY_PATIENCE, Readiness, missing_options, start_player,
};
use crate::game::{Rules, Seat};
use crate::types::host::Instant;
use std::io::Write;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

/// Events of engines that may be queued.
const MOST_WAITING: usize = 256;
/// Events of engines in one batch; requests of pages are handled between batches.
const MOST_AT_ONCE: usize = 64;
/// How long a process may take to exit after it was asked to.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// Lines of evidence shown on a page.
const SHOWN_EVIDENCE: usize = 2;
/// Characters of evidence shown on a page.
const LONGEST_WHY: usize = 200;

/// The channels between the engines' processes and the host.
pub struct Exchange {
    /// For events of the processes.
    pub sender: SyncSender<EngineEvent>,
    /// For the host's acknowledgment of the last batch.
    pub heard: SyncSender<()>,
}

impl Exchange {
    /// For a table where no engine is offered.
    pub fn closed() -> Self {
        Self { sender: sync_channel(0).0, heard: sync_channel(0).0 }
    }

    /// Passes events of engines to the host through `send`, until that returns false (the host has ended). A batch is
    /// sent only after the host has acknowledged the last one, so a flooding engine leaves room for the pages.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn open(send: impl Fn(Vec<EngineEvent>) -> bool + Send + 'static) -> std::io::Result<Self> {
        let (sender, events) = sync_channel(MOST_WAITING);
        let (heard, next) = sync_channel(1);
        std::thread::Builder::new().name("engines".to_owned()).spawn(move || pass_on(&events, &next, send))?;
        Ok(Self { sender, heard })
    }
}

/// Passes batches on until either side has ended.
fn pass_on(events: &Receiver<EngineEvent>, next: &Receiver<()>, send: impl Fn(Vec<EngineEvent>) -> bool) {
    while let Ok(first) = events.recv() {
        let batch = std::iter::once(first).chain(events.try_iter().take(MOST_AT_ONCE - 1)).collect();
        if !send(batch) || next.recv().is_err() {
            return;
        }
    }
}

/// Why an engine does not play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The error code, for which the page has a text.
    pub code: &'static str,
    /// The engine's name and the known details.
    pub text: String,
}

/// The state of an engine at its seat.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// It gets ready, or is ready.
    GettingReady(Readiness),
    /// It plays.
    Playing,
    /// It does not play.
    Failed(Failure),
}

impl Stage {
    fn is_coming(&self) -> bool {
        matches!(self, Self::GettingReady(Readiness::Coming(_)))
    }
}

/// A seat taken by an engine.
struct EngineSlot {
    /// Index into the offers.
    offer: usize,
    terms: Terms,
    stage: Stage,
    /// The engine, unless it plays or has failed.
    engine: Option<SeatedEngine>,
}

/// The engines of the table.
pub struct Engines {
    offers: Vec<Offer>,
    exchange: Exchange,
    /// In the order of [`Seat::ALL`].
    slots: [Option<EngineSlot>; 4],
    /// Engines that were asked to exit, each with its deadline.
    leaving: Vec<(SeatedEngine, Instant)>,
    /// Failures not yet reported.
    news: Vec<Failure>,
    /// Warnings already printed.
    warned: Vec<String>,
}

impl Engines {
    /// No engine at the table yet; `offers` are those that may be.
    pub fn new(offers: Vec<Offer>, exchange: Exchange) -> Self {
        let (slots, leaving, news, warned) = Default::default();
        Self { offers, exchange, slots, leaving, news, warned }
    }

    /// The engines that may be at the table.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// Whether the engine on `seat` is ready for the game, or plays it.
    pub fn is_ready(&self, seat: Seat) -> bool {
        self.slots[seat.index()]
            .as_ref()
            .is_some_and(|slot| matches!(slot.stage, Stage::GettingReady(Readiness::Ready) | Stage::Playing))
    }

    /// The failure of the engine on `seat`, if any.
    pub fn failure(&self, seat: Seat) -> Option<&Failure> {
        match &self.slots[seat.index()].as_ref()?.stage {
            Stage::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    /// The failures since the last call.
    pub fn take_news(&mut self) -> Vec<Failure> {
        std::mem::take(&mut self.news)
    }

    // Starting and stopping.

    /// Prepares the engines of the next game, by `setup`. Engines already at the table are not restarted.
    pub fn invite(&mut self, setup: &Setup, rules: Rules, now: Instant) {
        let wanted = Seat::ALL.map(|seat| {
            let wanted = setup.engine(seat)?;
            let offer = self.offers.iter().position(|offer| offer.name == wanted)?;
            let partner = name(setup, seat.partner());
            Some((offer, Terms { seat, rules, control: setup.control(), partner }))
        });
        let mut old = std::mem::take(&mut self.slots);
        // An engine with the same offer and terms stays as it is.
        for (index, want) in wanted.iter().enumerate() {
            let same = |slot: &EngineSlot| {
                slot.engine.is_some()
                    && want.as_ref().is_some_and(|(offer, terms)| (*offer, terms) == (slot.offer, &slot.terms))
            };
            if old[index].as_ref().is_some_and(same) {
                self.slots[index] = old[index].take();
            }
        }
        let mut free: Vec<(usize, SeatedEngine)> =
            old.into_iter().flatten().filter_map(|slot| Some((slot.offer, slot.engine?))).collect();
        for (index, want) in wanted.into_iter().enumerate() {
            if let (None, Some((offer, terms))) = (&self.slots[index], want) {
                let known = free.iter().position(|(other, engine)| *other == offer && engine.may_play_on());
                let engine = known.map(|at| free.swap_remove(at).1);
                self.slots[index] = Some(self.slot(offer, terms, engine, now));
            }
        }
        free.into_iter().for_each(|(_, engine)| self.dismiss(engine, now));
        self.look(now);
    }

    /// A slot for `engine`, which comes from another game, or for a newly started one.
    fn slot(&mut self, offer: usize, terms: Terms, engine: Option<SeatedEngine>, now: Instant) -> EngineSlot {
        let (name, spec) = (&self.offers[offer].name, &self.offers[offer].spec);
        let started = match engine {
            Some(engine) => Ok(engine),
            None => start_player(spec, name, &self.exchange.sender)
                .map(|player| SeatedEngine::new(terms.seat, player, spec.name.clone())),
        };
        let (stage, engine) = match started {
            Ok(engine) => (Stage::GettingReady(Readiness::Coming(now + READY_PATIENCE)), Some(engine)),
            Err(error) => {
                let program = spec.command.first().map_or("", String::as_str);
                let failure = Failure { code: "engine_start", text: format!("{name}: `{program}`: {error}") };
                self.news.push(failure.clone());
                (Stage::Failed(failure), None)
            }
        };
        EngineSlot { offer, terms, stage, engine }
    }

    fn dismiss(&mut self, engine: SeatedEngine, now: Instant) {
        engine.ask_to_leave();
        self.leaving.push((engine, now + QUIT_TIMEOUT));
    }

    /// Takes the engines of the game that begins.
    pub fn take(&mut self) -> Vec<SeatedEngine> {
        let mut taken = Vec::new();
        for slot in self.slots.iter_mut().flatten() {
            if let Some(engine) = slot.engine.take() {
                slot.stage = Stage::Playing;
                taken.push(engine);
            }
        }
        taken
    }

    /// Takes back the engines of a finished game. They get ready for another on the same terms, or are restarted.
    pub fn give_back(&mut self, engines: Vec<SeatedEngine>, now: Instant) {
        for engine in engines {
            let index = engine.seat.index();
            let Some(EngineSlot { offer, terms, .. }) = self.slots[index].take() else {
                self.dismiss(engine, now);
                continue;
            };
            let engine = if engine.may_play_on() {
                Some(engine)
            } else {
                self.dismiss(engine, now);
                None
            };
            self.slots[index] = Some(self.slot(offer, terms, engine, now));
        }
    }

    /// Ends all engines when the program ends; `playing` are those of an aborted game.
    pub fn quit(mut self, playing: Vec<SeatedEngine>) {
        let seated = self.slots.iter_mut().flatten().filter_map(|slot| slot.engine.take());
        let mut all: Vec<SeatedEngine> = playing.into_iter().chain(seated).collect();
        all.iter().for_each(SeatedEngine::ask_to_leave);
        all.extend(self.leaving.drain(..).map(|(engine, _)| engine));
        let end = Instant::now() + QUIT_TIMEOUT;
        while !all.iter().all(SeatedEngine::has_left) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    // Getting ready.

    /// Handles an event of an engine that is not in a game.
    pub fn hear(&mut self, event: EngineEvent, now: Instant) {
        let is_its = |slot: &Option<EngineSlot>| {
            slot.as_ref().and_then(|slot| slot.engine.as_ref()).is_some_and(|engine| engine.is_about(&event))
        };
        let Some(index) = self.slots.iter().position(is_its) else { return };
        let Some(EngineSlot { stage, engine: Some(engine), .. }) = &mut self.slots[index] else { return };
        match event {
            EngineEvent::Line { text: Some(text), .. } => match engine.player.read(&text) {
                // Messages in the stage `Coming` belong to the game before.
                Some(EngineOutput::Message(message)) if !stage.is_coming() => engine.says_early(message),
                Some(EngineOutput::Garbage(line)) if engine.conduct.garbage() => {
                    self.fail(index, "engine_garbage", &[line]);
                }
                _ => {}
            },
            EngineEvent::Line { text: None, .. } => {
                self.fail(index, "engine_garbage", &["a line without end".to_owned()]);
            }
            EngineEvent::Closed { .. } => engine.closes(now),
            EngineEvent::Flushed { .. } | EngineEvent::Interrupt => {}
        }
        self.look_at(index, now);
    }

    /// Acknowledges the last batch of events of engines.
    pub fn heard(&self) {
        // At most one acknowledgment is ever pending.
        let _ = self.exchange.heard.try_send(());
    }

    /// Advances all engines that get ready, and drops leaving ones that have exited or missed their deadline.
    pub fn look(&mut self, now: Instant) {
        (0..self.slots.len()).for_each(|index| self.look_at(index, now));
        self.leaving.retain(|(engine, until)| now < *until && !engine.has_left());
    }

    fn look_at(&mut self, index: usize, now: Instant) {
        let Some(EngineSlot { offer, terms, stage, engine: Some(engine) }) = &mut self.slots[index] else { return };
        if engine.is_closed() {
            if let Some(evidence) = engine.gone(now) {
                self.give_up(index, "engine_gone", &evidence, now);
            }
            return;
        }
        let Stage::GettingReady(readiness) = stage else { return };
        match readiness.next_step(&*engine.player, now) {
            NextStep::TellGame => {
                let Offer { name, spec } = &self.offers[*offer];
                for option in missing_options(spec, &*engine.player) {
                    let warning = format!("warning: {name} has no option `{option}`");
                    if !self.warned.contains(&warning) {
                        // Write errors are ignored: without a stderr there is no reader.
                        let _ = writeln!(std::io::stderr(), "{warning}");
                        self.warned.push(warning);
                    }
                }
                engine.tell(terms);
                *readiness = Readiness::Told(now + READY_PATIENCE);
            }
            NextStep::Play => *readiness = Readiness::Ready,
            NextStep::GiveUp => {
                let evidence = engine.evidence();
                self.give_up(index, "engine_silent", &evidence, now);
            }
            NextStep::Wait => {}
        }
    }

    /// Handles an engine that does not get ready: one still stuck in the game before is restarted, any other fails.
    fn give_up(&mut self, index: usize, code: &'static str, evidence: &[String], now: Instant) {
        let comes_again =
            |slot: &mut EngineSlot| slot.stage.is_coming() && slot.engine.as_ref().is_some_and(SeatedEngine::was_told);
        match self.slots[index].take_if(comes_again) {
            Some(EngineSlot { offer, terms, .. }) => self.slots[index] = Some(self.slot(offer, terms, None, now)),
            None => self.fail(index, code, evidence),
        }
    }

    /// Marks the engine of a slot as failed and ends its process.
    fn fail(&mut self, index: usize, code: &'static str, evidence: &[String]) {
        let Some(slot) = &mut self.slots[index] else { return };
        let last = evidence[evidence.len().saturating_sub(SHOWN_EVIDENCE)..].join("; ");
        let (name, why) = (&self.offers[slot.offer].name, quote(&last, LONGEST_WHY));
        let text = if why.is_empty() { name.clone() } else { format!("{name}: {why}") };
        let failure = Failure { code, text };
        tracing::warn!(target: "tandem::play", "{code}: {name}: {evidence:?}");
        slot.engine = None;
        slot.stage = Stage::Failed(failure.clone());
        self.news.push(failure);
    }

    /// When [`Engines::look`] is to be called even without events.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        let waits = |slot: &EngineSlot| {
            let is_closed = slot.engine.as_ref().is_some_and(SeatedEngine::is_closed);
            is_closed || matches!(slot.stage, Stage::GettingReady(Readiness::Coming(_) | Readiness::Told(_)))
        };
        let is_awaited = !self.leaving.is_empty() || self.slots.iter().flatten().any(waits);
        is_awaited.then(|| now + POLL_INTERVAL)
    }
}
