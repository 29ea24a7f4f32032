//! The shorthand of the chess servers, for messages to other engines there.

use crate::team::message::{PartnerMessage, Urgency};
use crate::team::notation::plain;

/// The words for a message that Fairy-Stockfish, Sunsetter and Sjeng understand; `None` if they have none.
pub fn shorthand(message: &PartnerMessage) -> Option<String> {
    use PartnerMessage as M;
    Some(match message {
        M::Need { piece, urgency } => format!("{}{}", signs('+', *urgency), piece.letter()),
        M::Avoid { piece, urgency } => format!("{}{}", signs('-', *urgency), piece.letter()),
        M::Trade { good: true, piece: None } => "+trades".to_owned(),
        M::Trade { good: false, piece: None } | M::Stall(_) => "---trades".to_owned(),
        M::Trade { good, piece: Some(piece) } => {
            format!("{} {}", if *good { "trade" } else { "do not trade" }, piece.letter())
        }
        M::AskTrade(None) => "may I trade?".to_owned(),
        M::AskTrade(Some(piece)) => format!("may I trade {}?", piece.letter()),
        M::Take(piece) => format!("take {}", piece.letter()),
        M::Enough(piece) => format!("no more {} needed", piece.letter()),
        M::Allow(piece) => format!("{} doesn't mate me anymore", piece.letter()),
        M::AskNeed => "what do you need?".to_owned(),
        M::Sit { .. } => "sit".to_owned(),
        M::Go(_) => "go".to_owned(),
        M::Fast(_) => "fast".to_owned(),
        M::Alive => "x".to_owned(),
        M::Yes | M::No | M::Sitting | M::Waiting | M::Slow | M::Dead | M::Mate => plain(message),
        M::Help | M::Hello | M::Thanks => plain(message),
        M::Clocks { own_cs: Some(own), opponent_cs: None } => format!("time {own}"),
        M::Clocks { own_cs: None, opponent_cs: Some(opponent) } => format!("otim {opponent}"),
        M::Clocks { own_cs: Some(own), opponent_cs: Some(opponent) } => format!("time {own} otim {opponent}"),
        M::Say(text) | M::Hint(text) => text.clone(),
        // These engines have no words for these.
        M::Clocks { own_cs: None, opponent_cs: None } | M::Material(_) | M::Threat(_) => return None,
    })
}

fn signs(sign: char, urgency: Urgency) -> String {
    let count = match urgency {
        Urgency::Low | Urgency::Medium => 1,
        Urgency::High => 2,
        Urgency::Mates => 3,
    };
    sign.to_string().repeat(count)
}
