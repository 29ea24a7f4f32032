//! Partner messages in UBI's notation.

use crate::team::message::{Danger, PartnerMessage, Urgency};
use crate::team::notation;

/// Returns the texts behind `teammsg` or `partnermsg` for a message: first its nearest form in the specification, which
/// is all that other engines and servers accept, then the message itself where it says more. [`notation::parse`] reads
/// each back, the last one as the message itself.
pub fn lines(message: &PartnerMessage) -> Vec<String> {
    use PartnerMessage as M;
    let plain = match *message {
        M::Need { piece, urgency: Urgency::Mates } => Some(M::Need { piece, urgency: Urgency::High }),
        M::Avoid { urgency: Urgency::Mates, .. } => Some(M::Threat(Danger::High)),
        M::Avoid { urgency: Urgency::High, .. } => Some(M::Threat(Danger::Medium)),
        M::Trade { good: false, piece: None } => Some(M::Stall(None)),
        M::Dead => Some(M::Threat(Danger::Critical)),
        M::Alive | M::Allow(_) => Some(M::Threat(Danger::Low)),
        _ => None,
    };
    plain.iter().chain([message]).map(notation::write).collect()
}
