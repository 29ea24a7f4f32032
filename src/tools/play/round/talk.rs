//! Messages between partners: free text of people, messages of Tandem, and protocol words of other engines.

use super::{Round, TurnedDown};
use crate::arena::engines::Message;
use crate::arena::referee::quote;
use crate::game::Seat;
use crate::player::Input;
use crate::protocol::ubi::words;
use crate::team::hearing::Heard;
use crate::team::message::PartnerMessage;
use crate::team::phrases::{self, Language};
use crate::tools::play::tandem_seat::TandemSeat;
use std::time::Instant;

/// Lines that a person may say in a game: all of them go into its record.
const MOST_LINES: u32 = 1000;

/// A line of the chat.
#[derive(Clone, Debug)]
pub struct Spoken {
    /// The seat that said it.
    pub seat: Seat,
    /// The words.
    pub text: String,
    /// Whether `text` is not the words themselves, but Tandem's understanding of them.
    pub understood: bool,
}

impl Round {
    /// Takes the lines since the last call.
    pub fn take_spoken(&mut self) -> Vec<Spoken> {
        std::mem::take(&mut self.spoken)
    }

    /// Adds a line, as people read it, to the chat and the record.
    fn utter(&mut self, seat: Seat, text: String) {
        self.live.say(seat, text.clone());
        self.spoken.push(Spoken { seat, text, understood: false });
    }

    /// Passes a person's text to its partner.
    pub fn say(&mut self, seat: Seat, text: &str, now: Instant) -> Result<(), TurnedDown> {
        let lines = &mut self.lines[seat.index()];
        if *lines == MOST_LINES {
            return Err(TurnedDown::Silenced);
        }
        *lines += 1;
        self.utter(seat, text.to_owned());
        let understood = phrases::understand(text);
        understood.messages.iter().for_each(|message| self.wishes[seat.index()].said(message));
        if self.is_over() {
            return Ok(());
        }
        let partner = seat.partner();
        // Other engines understand neither language, only the words of their protocols.
        match &understood.messages[..] {
            [] => self.tell_engine(partner, &Message::tell(text)),
            messages => self.tell_engine_all(partner, messages),
        }
        if self.tandem(partner).is_some() {
            let heard = Input::Heard(Heard::free(text, understood.clone()));
            self.tell(partner, now, |tandem, ms| tandem.tell(heard, ms));
            let text = self.tandem(partner).map(|tandem| {
                let language = understood.language.unwrap_or(tandem.language());
                let [what, effects] = [phrases::say_all(&understood.messages, language), tandem.effects(language)];
                if effects.is_empty() { what } else { format!("{what} — {effects}") }
            });
            self.spoken.push(Spoken { seat, text: text.unwrap_or_default(), understood: true });
            self.go_on(now);
        }
        Ok(())
    }

    /// Passes Tandem's messages to its partner.
    pub(super) fn pass_on(&mut self, seat: Seat, said: &[PartnerMessage], now: Instant) {
        let language = self.tandem(seat).map_or(Language::English, TandemSeat::language);
        self.utter(seat, phrases::say_all(said, language));
        self.tell_engine_all(seat.partner(), said);
        for message in said {
            self.wishes[seat.index()].said(message);
            // Free text is for people.
            if !matches!(message, PartnerMessage::Say(_)) {
                let message = message.clone();
                self.tell(seat.partner(), now, |tandem, ms| tandem.tell(Input::HeardWithin(message), ms));
            }
        }
    }

    /// Passes another engine's message to its partner.
    pub(super) fn relay(&mut self, seat: Seat, mut message: Message, now: Instant) {
        message.text = quote(&message.text);
        let partner = seat.partner();
        self.tell_engine(partner, &message);
        let mut messages = message.meanings();
        messages.iter().for_each(|message| self.wishes[seat.index()].said(message));
        // Clocks are left out: people see all of them.
        let shown: Vec<PartnerMessage> =
            messages.iter().filter(|message| !matches!(message, PartnerMessage::Clocks { .. })).cloned().collect();
        if !shown.is_empty() {
            self.utter(seat, phrases::say_all(&shown, self.languages[partner.index()]));
        }
        // Text without a known meaning is for other engines only.
        let unknown = PartnerMessage::Say(message.text.clone());
        messages.retain(|message| *message != unknown);
        if !messages.is_empty() {
            let heard = Input::Heard(Heard::new(message.text, messages));
            self.tell(partner, now, |tandem, ms| tandem.tell(heard, ms));
        }
    }

    /// Sends a message to the engine on `seat`, if any.
    fn tell_engine(&mut self, seat: Seat, message: &Message) {
        if let Some(engine) = self.engines.iter_mut().find(|engine| engine.seat == seat) {
            engine.player.hear(message);
        }
    }

    fn tell_engine_all(&mut self, seat: Seat, messages: &[PartnerMessage]) {
        for words in messages.iter().flat_map(words::lines) {
            self.tell_engine(seat, &Message::ubi(words));
        }
    }
}
