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
use crate::types::host::Instant;
use serde::{Deserialize, Serialize};

/// Lines that a person may say in a game: all of them go into its record.
const MOST_LINES: u32 = 1000;

/// A line of the chat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Spoken {
    /// The seat that said it.
    #[serde(with = "seat_letter")]
    pub seat: Seat,
    /// The words as they were said.
    pub text: String,
    /// The meaning for readers of another language, by [`Language`]'s order: Russian, English.
    #[serde(default)]
    pub readings: [Option<String>; 2],
    /// Whether `text` is not the words themselves, but Tandem's understanding of them.
    pub understood: bool,
}

impl Spoken {
    /// The words for a reader, and the original if they are a translation.
    pub fn read_by(&self, reader: Language) -> (&str, Option<&str>) {
        match &self.readings[place(reader)] {
            Some(reading) => (reading, Some(&self.text).filter(|_| !self.understood).map(String::as_str)),
            None => (&self.text, None),
        }
    }
}

/// The place of a language among readings.
const fn place(language: Language) -> usize {
    match language {
        Language::Russian => 0,
        Language::English => 1,
    }
}

/// The messages in each language but that of their text; none if one of them is free text.
fn readings(messages: &[PartnerMessage], written: Option<Language>) -> [Option<String>; 2] {
    let is_free = |message: &PartnerMessage| matches!(message, PartnerMessage::Say(_));
    if messages.is_empty() || messages.iter().any(is_free) {
        return [None, None];
    }
    let reading = |language| (written != Some(language)).then(|| phrases::say_all(messages, language));
    [Language::Russian, Language::English].map(reading)
}

/// A seat as its letter in BPGN.
mod seat_letter {
    use crate::game::Seat;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_char(seat.letter())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
        let letter = char::deserialize(from)?;
        Seat::from_letter(letter).ok_or_else(|| D::Error::custom(format!("`{letter}` is no seat")))
    }
}

impl Round {
    /// Takes the lines since the last call.
    pub fn take_spoken(&mut self) -> Vec<Spoken> {
        std::mem::take(&mut self.spoken)
    }

    /// Adds a line, as people read it, to the chat and the record.
    fn utter(&mut self, seat: Seat, text: String, readings: [Option<String>; 2]) {
        self.live.say(seat, text.clone());
        self.spoken.push(Spoken { seat, text, readings, understood: false });
    }

    /// Passes a person's text to its partner.
    ///
    /// # Errors
    /// When the person has said as many lines as a game may have.
    pub fn say(&mut self, seat: Seat, text: &str, now: Instant) -> Result<(), TurnedDown> {
        let lines = &mut self.lines[seat.index()];
        if *lines == MOST_LINES {
            return Err(TurnedDown::Silenced);
        }
        *lines += 1;
        let understood = phrases::understand(text);
        self.utter(seat, text.to_owned(), readings(&understood.messages, understood.language));
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
            let reading = |language| {
                let what = phrases::say_all(&understood.messages, language);
                let effects = self.tandem(partner).map(|tandem| tandem.effects(language)).unwrap_or_default();
                Some(if effects.is_empty() { what } else { format!("{what} — {effects}") })
            };
            let readings = [Language::Russian, Language::English].map(reading);
            let text = readings[place(understood.language.unwrap_or(self.languages[seat.index()]))]
                .clone()
                .unwrap_or_default();
            self.spoken.push(Spoken { seat, text, readings, understood: true });
            self.go_on(now);
        }
        Ok(())
    }

    /// Passes Tandem's messages to its partner.
    pub(super) fn pass_on(&mut self, seat: Seat, said: &[PartnerMessage], now: Instant) {
        let language = self.tandem(seat).map_or(Language::English, TandemSeat::language);
        let text = phrases::say_all(said, language);
        // The word is a sign for bots, so that none of them answers.
        let plain = text.strip_prefix("sorry, ").filter(|_| language == Language::Russian);
        self.utter(seat, plain.unwrap_or(&text).to_owned(), readings(said, Some(language)));
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
            let language = self.languages[partner.index()];
            self.utter(seat, phrases::say_all(&shown, language), readings(&shown, Some(language)));
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
