//! Words of people: a first cut that knows the server's shorthand for sitting only; both languages are on their way.

use super::message::PartnerMessage;

/// The languages that partners are spoken to in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Russian.
    Russian,
    /// English.
    English,
}

/// What a line means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Understood {
    /// In the order said; empty when nothing was understood.
    pub messages: Vec<PartnerMessage>,
    /// The language of the words, if they have one.
    pub language: Option<Language>,
}

/// Reads free text.
pub fn understand(text: &str) -> Understood {
    let messages = match text.trim().to_ascii_lowercase().as_str() {
        "sit" => vec![PartnerMessage::Sit { cause: None, seconds: None }],
        "go" => vec![PartnerMessage::Go(None)],
        _ => Vec::new(),
    };
    Understood { messages, language: None }
}

/// Says a message in a language.
pub fn say(message: &PartnerMessage, _language: Language) -> String {
    format!("{message:?}")
}
