//! `partnermsg TYPE …`: the message types of the specification, and Tandem's own in the same form.

use crate::team::message::{Cause, Danger, Haste, PartnerMessage, Urgency};
use crate::types::PieceType;

/// Reads what stands behind `partnermsg`; nothing for a type that Tandem does not know, or one that makes no sense.
/// Other engines have words of their own, so that is no error.
pub fn parse(words: &[&str]) -> Option<PartnerMessage> {
    use PartnerMessage as M;
    let (kind, rest) = words.split_first()?;
    let first = rest.first().map(|word| word.to_ascii_lowercase());
    let first = first.as_deref();
    Some(match kind.to_ascii_lowercase().as_str() {
        "need" => M::Need { piece: piece(first)?, urgency: urgency(rest) },
        "mates" => M::Need { piece: piece(first)?, urgency: Urgency::Mates },
        "avoid" => M::Avoid { piece: piece(first)?, urgency: urgency(rest) },
        "enough" => M::Enough(piece(first)?),
        "take" => M::Take(piece(first)?),
        "trade" => M::Trade { good: is_good(first)?, piece: piece(rest.get(1).copied()) },
        "ask" if first == Some("trade") => match rest.get(1) {
            None => M::AskTrade(None),
            Some(&word) => M::AskTrade(Some(piece(Some(word))?)),
        },
        "ask" if first == Some("need") => M::AskNeed,
        "yes" => M::Yes,
        "no" => M::No,
        "stall" => M::Stall(value_of(rest, "duration").and_then(|number| number.parse().ok())),
        "sit" => {
            M::Sit { cause: cause(rest), seconds: value_of(rest, "duration").and_then(|number| number.parse().ok()) }
        }
        "go" => M::Go(cause(rest)),
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
        "threat" => M::Threat(danger(first?)?),
        "clocks" => M::Clocks { own_cs: centiseconds(rest, "own"), opponent_cs: centiseconds(rest, "opponent") },
        "hint" if !rest.is_empty() => M::Hint(rest.join(" ")),
        "help" => M::Help,
        "hello" => M::Hello,
        "thanks" => M::Thanks,
        "say" => M::Say(rest.join(" ")),
        _ => return None,
    })
}

/// Writes what stands behind each `teammsg` or `partnermsg` for a message: first what the specification has, which is all that other engines
/// and servers take, then our own word where it says more. [`parse`] reads each back, the last one as the message itself.
pub fn lines(message: &PartnerMessage) -> Vec<String> {
    use PartnerMessage as M;
    let plain = match *message {
        M::Need { piece, urgency: Urgency::Mates } => Some(M::Need { piece, urgency: Urgency::High }),
        M::Avoid { urgency: Urgency::Mates, .. } => Some(M::Threat(Danger::High)),
        M::Avoid { urgency: Urgency::High, .. } => Some(M::Threat(Danger::Medium)),
        M::Trade { good: false, piece: None } => Some(M::Stall(None)),
        M::Dead => Some(M::Threat(Danger::Critical)),
        M::Alive => Some(M::Threat(Danger::Low)),
        _ => None,
    };
    plain.iter().chain([message]).map(render).collect()
}

fn render(message: &PartnerMessage) -> String {
    use PartnerMessage as M;
    match message {
        M::Need { piece, urgency: Urgency::Mates } => format!("mates {}", piece.letter()),
        M::Need { piece, urgency } => format!("need {} {}", piece.letter(), urgency_words(*urgency)),
        M::Avoid { piece, urgency } => format!("avoid {} {}", piece.letter(), urgency_words(*urgency)),
        M::Enough(piece) => format!("enough {}", piece.letter()),
        M::Take(piece) => format!("take {}", piece.letter()),
        M::Trade { good, piece } => {
            let kind = piece.map_or_else(String::new, |piece| format!(" {}", piece.letter()));
            format!("trade {}{kind}", if *good { "good" } else { "bad" })
        }
        M::AskTrade(None) => "ask trade".to_owned(),
        M::AskTrade(Some(piece)) => format!("ask trade {}", piece.letter()),
        M::AskNeed => "ask need".to_owned(),
        M::Yes => "yes".to_owned(),
        M::No => "no".to_owned(),
        M::Sit { cause, seconds } => {
            let seconds = seconds.map_or_else(String::new, |seconds| format!(" duration {seconds}"));
            format!("sit{}{seconds}", cause_words(*cause))
        }
        M::Stall(moves) => format!("stall{}", moves.map_or_else(String::new, |moves| format!(" duration {moves}"))),
        M::Go(cause) => format!("go{}", cause_words(*cause)),
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
        M::Threat(danger) => format!("threat {}", danger_word(*danger)),
        M::Clocks { own_cs, opponent_cs } => {
            let part = |name, cs: &Option<u32>| cs.map_or_else(String::new, |cs| format!(" {name} {cs}"));
            format!("clocks{}{}", part("own", own_cs), part("opponent", opponent_cs))
        }
        M::Hint(text) => format!("hint {text}"),
        M::Help => "help".to_owned(),
        M::Hello => "hello".to_owned(),
        M::Thanks => "thanks".to_owned(),
        M::Say(text) => format!("say {text}"),
    }
}

const fn urgency_words(urgency: Urgency) -> &'static str {
    match urgency {
        Urgency::Low => "urgency low",
        Urgency::Medium => "urgency medium",
        Urgency::High => "urgency high",
        Urgency::Mates => "urgency high mates 1",
    }
}

const fn cause_words(cause: Option<Cause>) -> &'static str {
    match cause {
        None => "",
        Some(Cause::Time) => " reason time",
        Some(Cause::Piece) => " reason piece",
        Some(Cause::Mate) => " reason mate",
    }
}

const fn danger_word(danger: Danger) -> &'static str {
    match danger {
        Danger::Low => "low",
        Danger::Medium => "medium",
        Danger::High => "high",
        Danger::Critical => "critical",
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

fn danger(word: &str) -> Option<Danger> {
    Some(match word {
        "low" => Danger::Low,
        "medium" => Danger::Medium,
        "high" => Danger::High,
        "critical" => Danger::Critical,
        _ => return None,
    })
}

/// `sit time` and `sit reason time`.
fn cause(words: &[&str]) -> Option<Cause> {
    let word = value_of(words, "reason").or(words.first().copied())?;
    Some(match word.to_ascii_lowercase().as_str() {
        "time" => Cause::Time,
        "piece" => Cause::Piece,
        "mate" => Cause::Mate,
        _ => return None,
    })
}

fn centiseconds(words: &[&str], key: &str) -> Option<u32> {
    value_of(words, key)?.parse().ok()
}

/// The word behind `key`.
fn value_of<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    let at = words.iter().position(|word| word.eq_ignore_ascii_case(key))?;
    words.get(at + 1).copied()
}

/// The urgency named, as `urgency high` or plainly; medium without one.
fn urgency(words: &[&str]) -> Urgency {
    let named = value_of(words, "urgency").or(words.get(1).copied()).map(str::to_ascii_lowercase);
    match named.as_deref() {
        _ if value_of(words, "mates") == Some("1") => Urgency::Mates,
        Some("low") => Urgency::Low,
        Some("high") => Urgency::High,
        Some("mates" | "critical") => Urgency::Mates,
        _ => Urgency::Medium,
    }
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
        let need = |urgency| M::Need { piece: knight, urgency };
        for (text, message) in [
            ("need n urgency high", need(Urgency::High)),
            ("need N", need(Urgency::Medium)),
            ("need n urgency high mates 1", need(Urgency::Mates)),
            ("avoid q urgency low", M::Avoid { piece: PieceType::Queen, urgency: Urgency::Low }),
            ("need n mates", need(Urgency::Mates)),
            ("mates n", need(Urgency::Mates)),
            ("avoid b urgency high mates 1", M::Avoid { piece: PieceType::Bishop, urgency: Urgency::Mates }),
            ("enough n", M::Enough(knight)),
            ("take n", M::Take(knight)),
            ("stall", M::Stall(None)),
            ("stall duration 3", M::Stall(Some(3))),
            ("stall duration -1", M::Stall(None)),
            ("sit", M::Sit { cause: None, seconds: None }),
            ("sit reason piece", M::Sit { cause: Some(Cause::Piece), seconds: None }),
            ("go time", M::Go(Some(Cause::Time))),
            ("clocks own 1200 opponent 900", M::Clocks { own_cs: Some(1200), opponent_cs: Some(900) }),
            ("hint Qg5", M::Hint("Qg5".to_owned())),
            ("play_fast reason time", M::Fast(Some(Haste::Time))),
            ("material -120", M::Material(-120)),
            ("material +50", M::Material(50)),
            ("threat critical", M::Threat(Danger::Critical)),
            ("trade bad q", M::Trade { good: false, piece: Some(PieceType::Queen) }),
            ("trade good", M::Trade { good: true, piece: None }),
            ("ask trade r", M::AskTrade(Some(PieceType::Rook))),
            ("say мат на доске", M::Say("мат на доске".to_owned())),
        ] {
            let last = lines(&message).pop().unwrap_or_default();
            assert_eq!(read(&last), Some(message.clone()), "{text} written and read again");
            assert_eq!(read(text), Some(message), "{text}");
        }
    }

    #[test]
    fn ubi_4_what_the_grammar_has_is_said_first_and_our_own_word_beside_it() {
        use PartnerMessage as M;
        let queen = PieceType::Queen;
        for (message, said) in [
            (M::Need { piece: queen, urgency: Urgency::Mates }, &["need q urgency high", "mates q"][..]),
            (M::Need { piece: queen, urgency: Urgency::Low }, &["need q urgency low"]),
            (M::Avoid { piece: queen, urgency: Urgency::Mates }, &["threat high", "avoid q urgency high mates 1"]),
            (M::Avoid { piece: queen, urgency: Urgency::High }, &["threat medium", "avoid q urgency high"]),
            (M::Avoid { piece: queen, urgency: Urgency::Medium }, &["avoid q urgency medium"]),
            (M::Dead, &["threat critical", "dead"]),
            (M::Alive, &["threat low", "alive"]),
            (M::Trade { good: false, piece: None }, &["stall", "trade bad"]),
            (M::Stall(Some(2)), &["stall duration 2"]),
            (M::Fast(Some(Haste::Time)), &["play_fast reason time"]),
            (M::Material(-20), &["material -20"]),
        ] {
            assert_eq!(lines(&message), said);
        }
    }

    #[test]
    fn what_makes_no_sense_is_nothing() {
        for text in ["", "need", "need k", "need nn", "material x", "threat huge", "trade maybe", "mood", "ask queen"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
