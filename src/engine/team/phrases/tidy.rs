//! Messages that others of the same line make superfluous.

use crate::team::message::PartnerMessage;

/// Remarks of a line beside its messages.
#[derive(Clone, Copy, Default)]
pub struct Asides {
    /// Whether "mate" was said without a word of who mates.
    pub open_mate: bool,
    /// Whether any piece was asked for, which is a wish for trades.
    pub any_piece: bool,
}

/// Leaves out what is superfluous.
pub fn tidied(mut messages: Vec<PartnerMessage>, asides: Asides) -> Vec<PartnerMessage> {
    use PartnerMessage as M;
    // "It is mate, I am dead"
    if asides.open_mate && messages.contains(&M::Dead) {
        messages.retain(|message| *message != M::Mate);
    }
    // "Need a piece to block, a bishop please"
    if asides.any_piece && messages.iter().any(|message| matches!(message, M::Need { .. })) {
        messages.retain(|message| *message != M::Trade { good: true, piece: None });
    }
    messages
}

/// Whether a mate named beside it is its reason.
pub const fn is_wish(message: &PartnerMessage) -> bool {
    use PartnerMessage as M;
    matches!(message, M::Need { .. } | M::Avoid { .. } | M::Enough(_) | M::Allow(_) | M::Take(_) | M::Trade { .. })
}
