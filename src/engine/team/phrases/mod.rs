//! Translates partners' words to messages and back: free text in Russian and English, and the shorthand of the chess
//! servers.
//!
//! A wrong reading is worse than none. A line is split into tokens (`token`); the `lexicon` gives each word its
//! meaning (tables in `words`) and corrects typos; `rewrite` joins neighbors that mean something together; then the
//! sentence must split into clauses so that a rule (`rules`) fits every word of each. Anything that no rule fits has no
//! meaning. Independent of the position: whether a wish can be fulfilled is not checked.

mod fixed;
mod item;
mod lexicon;
mod meaning;
mod moves;
mod parse;
mod rewrite;
mod rules;
mod say;
mod small_talk;
mod tag;
mod token;
mod translit;
mod words;

pub use fixed::is_fixed;
pub use say::{say, say_all};
pub use small_talk::is_small_talk;
pub use translit::in_latin;

use super::message::PartnerMessage;

/// A language that partners talk in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// Russian, in Cyrillic or Latin letters.
    Russian,
    /// English, as on chess servers.
    English,
}

/// How a line was understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Understood {
    /// Its messages; empty if it was not understood, or says nothing about the game.
    pub messages: Vec<PartnerMessage>,
    /// Its language; `None` for server shorthand and for words of neither language.
    pub language: Option<Language>,
}

/// Parses a partner's words. Parts that are not understood are left out; the result never has [`PartnerMessage::Say`].
///
/// The work is bounded: a line over 600 bytes, longer than anyone would type, is not read.
///
/// ```
/// use tandem_engine::team::message::{PartnerMessage, Urgency};
/// use tandem_engine::team::phrases::understand;
/// use tandem_engine::types::PieceType;
///
/// let said = understand("Дай коня, и мат!");
/// assert_eq!(said.messages, [PartnerMessage::Need { piece: PieceType::Knight, urgency: Urgency::Mates }]);
/// assert!(understand("I lost my knight").messages.is_empty());
/// ```
pub fn understand(text: &str) -> Understood {
    if text.len() > token::LONGEST {
        return Understood::default();
    }
    let (sentences, language) = item::sentences(text);
    let messages = fixed::fixed(text).unwrap_or_else(|| meaning::messages(&sentences));
    Understood { messages, language }
}
