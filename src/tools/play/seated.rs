//! Another engine on a seat: its process, the dialog with it, and its state while it is at the table.

use super::allowance::Allowance;
use super::offers::LONGEST_NAME;
use super::quote::quote;
use crate::arena::control::TimeControl;
use crate::arena::engines::{EngineEvent, EnginePlayer, GameStart, Message};
use crate::arena::referee::Conduct;
use crate::game::{Rules, Seat};
use crate::types::host::Instant;
use std::time::Duration;

/// How long to wait for the exit of an engine's process after the end of its output, to report how it ended.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);
/// Messages that are kept from before a game.
const MOST_EARLY_WORDS: usize = 10;
/// Messages that an engine may send at once in a game.
const BURST: u32 = 12;
/// Further messages per second: people read them, and a page whose queue is full is cut off.
const A_SECOND: u32 = 3;

/// The game that an engine gets ready for.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// Its seat.
    pub seat: Seat,
    /// The rules in force.
    pub rules: Rules,
    /// The time control.
    pub control: TimeControl,
    /// The name of its partner.
    pub partner: String,
}

/// An engine on a seat.
pub struct SeatedEngine {
    /// The seat.
    pub seat: Seat,
    /// The dialog.
    pub player: Box<dyn EnginePlayer>,
    /// Counts of what it has written in this game besides moves.
    pub conduct: Conduct,
    words: Allowance,
    /// Whether it must be restarted before the next game: it has exited, lost on time, or broken the rules.
    pub unfit: bool,
    /// The name given by the user, if any.
    given_name: Option<String>,
    told: bool,
    /// Its messages to its partner from before the game.
    early_words: Vec<Message>,
    /// When it closed its output.
    closed: Option<Instant>,
}

impl SeatedEngine {
    /// An engine that was just started.
    pub fn new(seat: Seat, player: Box<dyn EnginePlayer>, given_name: Option<String>) -> Self {
        let (conduct, early_words) = Default::default();
        let words = Allowance::new(BURST, A_SECOND, Instant::now());
        Self { seat, player, conduct, words, unfit: false, given_name, told: false, early_words, closed: None }
    }

    /// Its name on the score sheet: the user's, or its own.
    pub fn name(&self) -> String {
        quote(&self.given_name.clone().unwrap_or_else(|| self.player.name()), LONGEST_NAME)
    }

    /// Whether an event is about it.
    pub fn is_about(&self, event: &EngineEvent) -> bool {
        event.process() == Some(self.player.process().borrow().id())
    }

    /// Sends it the parameters of the next game.
    pub fn tell(&mut self, terms: &Terms) {
        let Terms { seat, rules, control, partner } = terms;
        self.seat = *seat;
        (self.conduct, self.early_words) = Default::default();
        self.told = true;
        let TimeControl { base, increment } = *control;
        self.player.new_game(&GameStart { seat: *seat, rules, base, increment, partner });
    }

    /// Whether it has been sent a game.
    pub fn was_told(&self) -> bool {
        self.told
    }

    /// Whether it can get ready for another game as it is.
    pub fn may_play_on(&self) -> bool {
        !self.unfit && self.closed.is_none() && !(self.told && self.player.plays_once())
    }

    /// Whether a message that it sends in the game at `at` is passed on: a flood is cut.
    pub fn may_say(&mut self, at: Instant) -> bool {
        self.words.take(at) && self.conduct.message()
    }

    /// Keeps a message from before the game; messages beyond the limit are discarded.
    pub fn says_early(&mut self, message: Message) {
        if self.early_words.len() < MOST_EARLY_WORDS {
            self.early_words.push(message);
        }
    }

    /// Takes its messages from before the game.
    pub fn take_early_words(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.early_words)
    }

    /// Notes that it has closed its output.
    pub fn closes(&mut self, now: Instant) {
        self.closed.get_or_insert(now);
    }

    /// Whether it has closed its output.
    pub fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// Its last lines and how its process ended, once known after it has closed its output.
    pub fn gone(&self, now: Instant) -> Option<Vec<String>> {
        let closed = self.closed?;
        let mut process = self.player.process().borrow_mut();
        (process.has_ended() || now >= closed + EXIT_TIMEOUT).then(|| process.evidence_now())
    }

    /// Its last lines.
    pub fn evidence(&self) -> Vec<String> {
        self.player.process().borrow_mut().evidence_now()
    }

    /// Asks its process to exit.
    pub fn ask_to_leave(&self) {
        self.player.process().borrow_mut().ask_to_leave();
    }

    /// Whether its process has exited.
    pub fn has_left(&self) -> bool {
        self.player.process().borrow_mut().has_ended()
    }
}
