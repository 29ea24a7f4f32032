//! `partnermsg TYPE …`: the message types of the specification, and Tandem's own in the same form.

use crate::team::message::{Haste, PartnerMessage, Urgency};
use crate::types::PieceType;

/// Reads what stands behind `partnermsg`; nothing for a type that Tandem does not know, or one that makes no sense.
/// Other engines have words of their own, so that is no error.
pub fn parse(words: &[&str]) -> Option<PartnerMessage> {
    use PartnerMessage as M;
    let (kind, rest) = words.split_first()?;
    let first = rest.first().map(|word| word.to_ascii_lowercase());
    let first = first.as_deref();
    Some(match kind.to_ascii_lowercase().as_str() {
        "need" => M::Need { piece: piece(first)?, urgency: urgency(rest), mates: value_of(rest, "mates") == Some("1") },
        "avoid" => M::Avoid { piece: piece(first)?, urgency: urgency(rest) },
        "trade" => M::Trade { good: is_good(first)?, piece: piece(rest.get(1).copied()) },
        "ask" if first == Some("trade") => M::AskTrade(piece(rest.get(1).copied())?),
        "yes" => M::Yes,
        "no" => M::No,
        "sit" | "stall" => M::Sit((!rest.is_empty()).then(|| rest.join(" "))),
        "go" => M::Go,
        "play_fast" => M::Fast(match value_of(rest, "reason") {
            Some("time") => Some(Haste::Time),
            Some("pressure") => Some(Haste::Pressure),
            _ => None,
        }),
        "slow" => M::Slow,
        "sitting" => M::Sitting,
        "waiting" => M::Waiting,
        "dead" => M::Dead,
        "alive" => M::Alive,
        "mate" => M::Mate,
        "material" => M::Material(first?.parse().ok()?),
        "threat" => M::Threat(level(first?)?),
        "say" => M::Say(rest.join(" ")),
        _ => return None,
    })
}

/// Writes what stands behind `teammsg` or `partnermsg`; [`parse`] reads it back.
pub fn render(message: &PartnerMessage) -> String {
    use PartnerMessage as M;
    match message {
        M::Need { piece, urgency, mates } => {
            format!("need {} urgency {}{}", piece.letter(), level_word(*urgency), if *mates { " mates 1" } else { "" })
        }
        M::Avoid { piece, urgency } => format!("avoid {} urgency {}", piece.letter(), level_word(*urgency)),
        M::Trade { good, piece } => {
            let kind = piece.map_or_else(String::new, |piece| format!(" {}", piece.letter()));
            format!("trade {}{kind}", if *good { "good" } else { "bad" })
        }
        M::AskTrade(piece) => format!("ask trade {}", piece.letter()),
        M::Yes => "yes".to_owned(),
        M::No => "no".to_owned(),
        M::Sit(None) => "sit".to_owned(),
        M::Sit(Some(why)) => format!("sit {why}"),
        M::Go => "go".to_owned(),
        M::Fast(None) => "play_fast".to_owned(),
        M::Fast(Some(Haste::Time)) => "play_fast reason time".to_owned(),
        M::Fast(Some(Haste::Pressure)) => "play_fast reason pressure".to_owned(),
        M::Slow => "slow".to_owned(),
        M::Sitting => "sitting".to_owned(),
        M::Waiting => "waiting".to_owned(),
        M::Dead => "dead".to_owned(),
        M::Alive => "alive".to_owned(),
        M::Mate => "mate".to_owned(),
        M::Material(cp) => format!("material {cp:+}"),
        M::Threat(urgency) => format!("threat {}", level_word(*urgency)),
        M::Say(text) => format!("say {text}"),
    }
}

const fn level_word(urgency: Urgency) -> &'static str {
    match urgency {
        Urgency::Low => "low",
        Urgency::Medium => "medium",
        Urgency::High => "high",
        Urgency::Critical => "critical",
    }
}

fn piece(word: Option<&str>) -> Option<PieceType> {
    let mut letters = word?.chars();
    let kind = PieceType::from_letter(letters.next()?)?;
    (letters.next().is_none() && kind != PieceType::King).then_some(kind)
}

fn is_good(word: Option<&str>) -> Option<bool> {
    match word? {
        "good" => Some(true),
        "bad" => Some(false),
        _ => None,
    }
}

fn level(word: &str) -> Option<Urgency> {
    Some(match word {
        "low" => Urgency::Low,
        "medium" => Urgency::Medium,
        "high" => Urgency::High,
        "critical" => Urgency::Critical,
        _ => return None,
    })
}

/// The word behind `key`.
fn value_of<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    let at = words.iter().position(|word| word.eq_ignore_ascii_case(key))?;
    words.get(at + 1).copied()
}

fn urgency(words: &[&str]) -> Urgency {
    value_of(words, "urgency").and_then(level).unwrap_or(Urgency::Medium)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<PartnerMessage> {
        parse(&text.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn messages_of_the_specification_and_our_own() {
        use PartnerMessage as M;
        let knight = PieceType::Knight;
        let need = |urgency, mates| M::Need { piece: knight, urgency, mates };
        for (text, message) in [
            ("need n urgency high", need(Urgency::High, false)),
            ("need N", need(Urgency::Medium, false)),
            ("need n urgency high mates 1", need(Urgency::High, true)),
            ("avoid q urgency low", M::Avoid { piece: PieceType::Queen, urgency: Urgency::Low }),
            ("stall duration 3", M::Sit(Some("duration 3".to_owned()))),
            ("sit", M::Sit(None)),
            ("play_fast reason time", M::Fast(Some(Haste::Time))),
            ("material -120", M::Material(-120)),
            ("material +50", M::Material(50)),
            ("threat critical", M::Threat(Urgency::Critical)),
            ("trade bad q", M::Trade { good: false, piece: Some(PieceType::Queen) }),
            ("trade good", M::Trade { good: true, piece: None }),
            ("ask trade r", M::AskTrade(PieceType::Rook)),
            ("say мат на доске", M::Say("мат на доске".to_owned())),
        ] {
            assert_eq!(read(&render(&message)), Some(message.clone()), "{text} written and read again");
            assert_eq!(read(text), Some(message), "{text}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_nothing() {
        for text in ["", "need", "need k", "need nn", "material x", "threat huge", "trade maybe", "hello", "ask queen"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
