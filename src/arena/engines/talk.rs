//! Messages between partners across protocols: UBI's `teammsg` and `partnermsg`, CECP's `ptell`.
//!
//! Between players of one protocol the text passes unchanged. Between two protocols it is converted through one message
//! type, as far as there is a plain equivalent; free text stays free text.

use crate::protocol::cecp::is_greeting;
use crate::protocol::cecp::shorthand::shorthand;
use crate::protocol::ubi::words;
use crate::team::message::PartnerMessage;
use crate::team::{notation, phrases};

/// The vocabulary of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// Types and arguments of UBI.
    Ubi,
    /// Plain text and the shorthand of the chess servers.
    Tell,
}

/// A message of a player to its partner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The vocabulary of `text`.
    pub dialect: Vocabulary,
    /// The text as sent.
    pub text: String,
}

impl Message {
    /// A message in UBI's words.
    pub fn ubi(text: impl Into<String>) -> Self {
        Self { dialect: Vocabulary::Ubi, text: text.into() }
    }

    /// A message in the words of a chess server.
    pub fn tell(text: impl Into<String>) -> Self {
        Self { dialect: Vocabulary::Tell, text: text.into() }
    }

    /// The parsed messages; text that cannot be parsed is free text.
    pub fn meanings(&self) -> Vec<PartnerMessage> {
        let understood = match self.dialect {
            Vocabulary::Ubi => {
                notation::parse(&self.text.split_ascii_whitespace().collect::<Vec<_>>()).into_iter().collect()
            }
            Vocabulary::Tell => phrases::understand(&self.text).messages,
        };
        if understood.is_empty() { vec![PartnerMessage::Say(self.text.clone())] } else { understood }
    }

    /// The form for UBI, one line per message; empty for messages that UBI makes redundant.
    pub fn for_ubi(&self) -> Vec<String> {
        match self.dialect {
            Vocabulary::Ubi => vec![self.text.clone()],
            // It tells which words the engine reads, and UBI has its own.
            Vocabulary::Tell if is_greeting(&self.text) => Vec::new(),
            // Except clocks: every `position` of UBI has all four.
            Vocabulary::Tell => self
                .meanings()
                .iter()
                .filter(|message| !matches!(message, PartnerMessage::Clocks { .. }))
                .flat_map(words::lines)
                .collect(),
        }
    }

    /// The form for a partner on a chess server; `None` if there is none.
    pub fn for_tell(&self) -> Option<String> {
        match self.dialect {
            Vocabulary::Tell => Some(self.text.clone()),
            Vocabulary::Ubi => self.meanings().first().and_then(shorthand),
        }
    }
}
