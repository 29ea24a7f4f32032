//! What partners say to each other across protocols: UBI's `teammsg` and `partnermsg`, CECP's `ptell`.
//!
//! Between players of one protocol the words pass as they are. Between two protocols they go through one message type, as
//! far as there is a plain equivalent; free text passes as free text.

use crate::protocol::cecp::shorthand::shorthand;
use crate::protocol::ubi::words;
use crate::team::message::PartnerMessage;
use crate::team::{notation, phrases};

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
                notation::parse(&self.text.split_ascii_whitespace().collect::<Vec<_>>()).into_iter().collect()
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
                .flat_map(words::lines)
                .collect(),
        }
    }

    /// As one tells it to a partner on a chess server; nothing for what has no words there.
    pub fn for_tell(&self) -> Option<String> {
        match self.dialect {
            Vocabulary::Tell => Some(self.text.clone()),
            Vocabulary::Ubi => self.meanings().first().and_then(shorthand),
        }
    }
}
