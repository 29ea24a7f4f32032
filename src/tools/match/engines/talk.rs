//! What partners say to each other across protocols: UBI's `teammsg` and `partnermsg`, CECP's `ptell`.
//!
//! Between players of one protocol the words pass as they are. Between two protocols they go through one message type, as
//! far as there is a plain equivalent; free text passes as free text.

use crate::team::message::PartnerMessage;
use crate::team::phrases::{self, ubi};

/// Whose words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// Types and arguments of UBI.
    Ubi,
    /// Plain text and the shorthand of the chess servers.
    Tell,
}

/// Something that a player said to its partner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How.
    pub dialect: Vocabulary,
    /// In its own words.
    pub text: String,
}

impl Message {
    /// Words of UBI.
    pub fn ubi(text: impl Into<String>) -> Self {
        Self { dialect: Vocabulary::Ubi, text: text.into() }
    }

    /// Words of a chess server.
    pub fn tell(text: impl Into<String>) -> Self {
        Self { dialect: Vocabulary::Tell, text: text.into() }
    }

    /// What it means, message by message; what nobody understands is free text.
    pub fn meanings(&self) -> Vec<PartnerMessage> {
        let understood = match self.dialect {
            Vocabulary::Ubi => {
                ubi::parse(&self.text.split_ascii_whitespace().collect::<Vec<_>>()).into_iter().collect()
            }
            Vocabulary::Tell => phrases::understand(&self.text).messages,
        };
        if understood.is_empty() { vec![PartnerMessage::Say(self.text.clone())] } else { understood }
    }

    /// As UBI has it, a line a message; nothing for what UBI's players know anyway.
    pub fn for_ubi(&self) -> Vec<String> {
        match self.dialect {
            Vocabulary::Ubi => vec![self.text.clone()],
            // Clocks: every `position` of UBI has all four.
            Vocabulary::Tell => self
                .meanings()
                .iter()
                .filter(|message| !matches!(message, PartnerMessage::Clocks { .. }))
                .flat_map(ubi::lines)
                .collect(),
        }
    }

    /// As one tells it to a partner on a chess server; nothing for what has no words there.
    pub fn for_tell(&self) -> Option<String> {
        match self.dialect {
            Vocabulary::Tell => Some(self.text.clone()),
            Vocabulary::Ubi => self.meanings().first().and_then(phrases::shorthand),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorthand_of_the_servers_becomes_ubi() {
        for (tell, ubi) in [
            ("n", "need n urgency medium"),
            ("+N", "need n urgency medium"),
            ("++q", "need q urgency high"),
            ("+++n", "mates n"),
            ("--b", "avoid b urgency high"),
            ("---q", "avoid q urgency high mates 1"),
            ("---trades", "trade bad"),
            ("sit", "sit"),
            ("go", "go"),
            ("fast", "play_fast"),
            ("slow", "slow"),
            ("I'll have to sit...(dead)", "dead"),
            ("x", "alive"),
            ("Mate in 3, give him no more pieces.", "mate"),
            ("Sorry, but I don't understand that command.", "say Sorry, but I don't understand that command."),
            ("+-n", "say +-n"),
            ("k", "say k"),
        ] {
            assert_eq!(Message::tell(tell).for_ubi().pop().as_deref(), Some(ubi), "{tell}");
        }
        assert!(Message::tell("time 2931").for_ubi().is_empty());
        let wishes = Message::tell("дай коня или слона, ферзя не отдавай").for_ubi();
        assert_eq!(wishes, ["need n urgency medium", "need b urgency medium", "avoid q urgency medium"]);
    }

    #[test]
    fn ubi_becomes_the_shorthand_of_the_servers() {
        for (ubi, tell) in [
            ("need n urgency low", Some("+n")),
            ("need n urgency high", Some("++n")),
            ("need n urgency high mates 1", Some("+++n")),
            ("avoid q urgency high", Some("--q")),
            ("stall duration 3", Some("---trades")),
            ("play_fast reason time", Some("fast")),
            ("alive", Some("x")),
            ("say hello there", Some("hello there")),
            ("material -120", None),
            ("mood cheerful", Some("mood cheerful")),
        ] {
            assert_eq!(Message::ubi(ubi).for_tell().as_deref(), tell, "{ubi}");
        }
    }

    #[test]
    fn within_a_protocol_the_words_stay_as_they_are() {
        assert_eq!(Message::ubi("stall  duration 3").for_ubi(), ["stall  duration 3"]);
        assert_eq!(Message::tell("time 2931").for_tell().as_deref(), Some("time 2931"));
    }
}
