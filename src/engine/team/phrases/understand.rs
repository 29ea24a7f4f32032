//! From a partner's line to its messages.

use super::{Language, fixed, item, layout, meaning, shades, token};
use crate::team::message::PartnerMessage;

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
    let said = as_typed(text);
    if !said.messages.is_empty() {
        return said;
    }
    layout::switched(text).map_or(said, |text| as_typed(&text))
}

fn as_typed(text: &str) -> Understood {
    let (sentences, language) = item::sentences(text);
    let mut messages = fixed::fixed(text).unwrap_or_else(|| meaning::messages(&sentences));
    shades::add_shades(text, &mut messages);
    Understood { messages, language }
}
