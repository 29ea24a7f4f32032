//! Games that outlive the server: what is written and when, and a game that goes on after an interruption.

use super::{LONGEST_MOVE, MOST_CHAT, Table};
use crate::game::bpgn;
use crate::game::{Clocks, Rules, Seat};
use crate::tools::play::keys::Role;
use crate::tools::play::quote::quote;
use crate::tools::play::round::{Interrupted, Round};
use crate::tools::play::seated::SeatedEngine;
use crate::tools::play::setup::Occupant;
use crate::tools::play::store::{KeptGame, KeptTable, game_name, is_game};
use crate::tools::play::wishes::Wishes;
use crate::types::host::{self, Instant};
use std::time::Duration;

/// The interval at which the clocks of a game under way are written, between its plies.
const CLOCKS_EVERY: Duration = Duration::from_secs(5);
/// The longest time on a clock that is read from a file, in ms: eleven days.
const MOST_CLOCK_MS: u64 = 1_000_000_000;

/// Where games are kept, and the table with the game under way.
pub trait Shelf: Send + Sync {
    /// Notes a game under way, and whether it has ended: then it is listed as soon as that is written.
    fn set_current(&self, file: &str, over: bool);

    /// Has the file of a game replaced.
    fn keep_game(&self, file: &str, bpgn: String);

    /// Has table `place` replaced, from 1.
    fn keep_table(&self, place: usize, table: KeptTable);
}

/// A game that was interrupted.
pub struct Paused {
    /// Where it stands.
    pub game: Interrupted,
    /// Whether it goes on only when the owner says so; otherwise as soon as everybody is there.
    pub held: bool,
}

/// How far a game has got.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mark {
    /// The name of its file.
    file: Option<String>,
    plies: usize,
    lines: usize,
    over: bool,
    at: Option<Instant>,
}

impl Table {
    /// Puts the table back as a server that has ended left it.
    ///
    /// # Errors
    /// When its game cannot go on; it stays in the list of games.
    pub fn restore(&mut self, kept: KeptTable, now: Instant) -> Result<(), String> {
        let KeptTable { number, setup, seating, names, mut chat, game, order, done, .. } = kept;
        // An ordered game that has ended, but was not counted yet, is reported again.
        if let Some(done) = done.clone() {
            self.links.desk.finish(done);
        }
        if let Some(order) = &order {
            self.links.desk.accept(order.id.clone());
        }
        (self.order, self.done) = (order, done);
        self.number = number;
        self.names = names.checked();
        let seats: Vec<Seat> = seating.chars().filter_map(Seat::from_letter).collect();
        let is_whole = |seats: &[Seat; 4]| Seat::ALL.iter().all(|seat| seats.contains(seat));
        self.seating = seats.try_into().ok().filter(is_whole).unwrap_or(Seat::ALL);
        let rules = match setup.check(self.engines.offers()) {
            Ok(rules) => rules,
            Err(why) => return game.map_or(Ok(()), |game| Err(format!("{}: {why}", game.file))),
        };
        let Some(game) = game else {
            self.setup.clone_from(&setup);
            self.rules = rules;
            if self.order.is_some() {
                self.engines.invite(&self.setup, self.rules, now);
            }
            return Ok(());
        };
        let file = game.file.clone();
        let Some(paused) = paused_game(game, rules)? else { return Ok(()) };
        chat.truncate(MOST_CHAT);
        self.chat = chat;
        self.setup = setup;
        self.rules = rules;
        self.paused = Some(paused);
        self.kept.file = Some(file);
        self.set_current();
        self.engines.invite(&self.setup, self.rules, now);
        Ok(())
    }

    fn set_current(&self) {
        if let (Some(shelf), Some(file)) = (&self.shelf, &self.kept.file) {
            shelf.set_current(file, self.kept.over);
        }
    }

    /// Stops the game where it stands, to go on later; returns its engines.
    pub(super) fn interrupt(&mut self, held: bool, now: Instant) -> Vec<SeatedEngine> {
        let Some(round) = &mut self.round else { return Vec::new() };
        let game = round.interrupt(now);
        let engines = round.release();
        if let Some(game) = game {
            self.round = None;
            self.paused = Some(Paused { game, held });
        }
        engines
    }

    /// Lets an interrupted game go on once everybody is there.
    pub(super) fn resume_if_ready(&mut self, now: Instant) {
        let person = |seat| matches!(self.setup.occupant(seat), Occupant::Me | Occupant::Guest);
        let owner = self.pages.iter().any(|page| page.role == Role::Owner);
        // A tournament waits for nobody but its players.
        let watched = owner || self.order.is_some() || Seat::ALL.into_iter().any(person);
        let all = Seat::ALL.into_iter().all(|seat| self.is_taken(seat));
        if self.paused.as_ref().is_some_and(|paused| !paused.held) && watched && all {
            self.resume(now);
        }
    }

    /// Lets an interrupted game go on, if there is one.
    pub(super) fn resume(&mut self, now: Instant) {
        if let Some(paused) = self.paused.take() {
            self.begin(Some(paused.game), now);
        }
    }

    /// When [`Table::keep`] is to be called even without events.
    pub(super) fn keeping_due(&self) -> Option<Instant> {
        self.kept.at.filter(|_| self.is_playing() && self.shelf.is_some()).map(|at| at + CLOCKS_EVERY)
    }

    /// Has the game written if it has changed, and its clocks now and then.
    pub(super) fn keep(&mut self, now: Instant) {
        let Some(round) = &self.round else { return };
        let live = round.live();
        let (plies, lines, over) = (live.record.plies.len(), live.talk.len(), live.ending.is_some());
        if self.kept.over && !over {
            self.kept = Mark::default();
        }
        let changed = (plies, lines, over) != (self.kept.plies, self.kept.lines, self.kept.over);
        let due = !over && self.kept.at.is_some_and(|at| now >= at + CLOCKS_EVERY);
        // A game without a move is not worth a file.
        if plies == 0 || !(changed || due) {
            self.kept.over |= over;
            return;
        }
        let began = live.card.date.unwrap_or_else(host::date);
        let file = self.kept.file.take().unwrap_or_else(|| game_name(began, self.place, self.number));
        self.kept = Mark { file: Some(file.clone()), plies, lines, over, at: Some(now) };
        self.set_current();
        if let Some(shelf) = &self.shelf {
            if changed {
                shelf.keep_game(&file, bpgn::write(&live.record));
            }
            self.keep_table(&**shelf, (!over).then(|| game_under_way(round, file, now)));
        }
    }

    /// Has the table written, with the game under way.
    fn keep_table(&self, shelf: &dyn Shelf, game: Option<KeptGame>) {
        let table = KeptTable {
            keys: self.links.desk.keys().texts(),
            taken: self.links.desk.taken(),
            port: 0,
            number: self.number,
            setup: self.setup.clone(),
            seating: self.seating.map(Seat::letter).iter().collect(),
            names: self.names.clone(),
            chat: self.chat.clone(),
            game,
            order: self.order.clone(),
            done: self.done.clone(),
        };
        shelf.keep_table(self.place, table);
    }

    /// Writes the table as it is: at the server's start, when its links change, and at the end.
    pub fn keep_links(&self, now: Instant) {
        let Some(shelf) = &self.shelf else { return };
        let file = self.kept.file.clone().filter(|_| !self.kept.over);
        let round = self.round.as_ref().filter(|round| !round.is_over());
        let game = file.and_then(|file| match (round, &self.paused) {
            (Some(round), _) => Some(game_under_way(round, file, now)),
            (None, Some(paused)) => Some(interrupted_game(paused, file)),
            (None, None) => None,
        });
        self.keep_table(&**shelf, game);
    }
}

/// A kept game, where it stood; `None` if it has ended.
fn paused_game(kept: KeptGame, rules: Rules) -> Result<Option<Paused>, String> {
    let wrong = |why: &dyn std::fmt::Display| format!("{}: {why}", kept.file);
    if !is_game(&kept.file) {
        return Err(wrong(&"it is no file of a game"));
    }
    let record = bpgn::read(kept.bpgn.as_bytes()).map_err(|error| wrong(&error))?.into_iter().next();
    let record = record.ok_or_else(|| wrong(&"there is no game in it"))?;
    let game = record.replay(rules).map_err(|error| wrong(&error))?;
    if game.outcome().is_some() {
        return Ok(None);
    }
    let clocks = Clocks::new(kept.clocks.map(|ms| ms.min(MOST_CLOCK_MS)));
    let premoves = kept.premoves.map(|text| text.map(|text| quote(&text, LONGEST_MOVE)));
    let wishes = kept.wishes.map(|texts| Wishes::from_texts(&texts));
    Ok(Some(Paused { game: Interrupted { record, game, clocks, premoves, wishes }, held: kept.held }))
}

/// A game under way, as it is kept.
fn game_under_way(round: &Round, file: String, now: Instant) -> KeptGame {
    let live = round.live();
    let clocks = live.clock.reading(now);
    KeptGame {
        file,
        clocks: Seat::ALL.map(|seat| clocks[seat]),
        bpgn: bpgn::write(&live.record),
        premoves: Seat::ALL.map(|seat| round.premove(seat).map(str::to_owned)),
        wishes: Seat::ALL.map(|seat| round.wishes(seat).texts()),
        held: false,
    }
}

/// A game that was interrupted, as it is kept.
fn interrupted_game(Paused { game, held }: &Paused, file: String) -> KeptGame {
    KeptGame {
        file,
        clocks: Seat::ALL.map(|seat| game.clocks[seat]),
        bpgn: bpgn::write(&game.record),
        premoves: game.premoves.clone(),
        wishes: game.wishes.each_ref().map(Wishes::texts),
        held: *held,
    }
}
