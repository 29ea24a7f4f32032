//! The text after `partnermsg` and `teammsg`, read and written.

use tandem::protocol::ubi::words::lines;
use tandem::team::message::{Cause, Danger, Haste, PartnerMessage, Urgency};
use tandem::team::notation::parse;
use tandem::types::PieceType;

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
        ("enough n ban", M::Allow(knight)),
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
fn ubi_4_words_of_the_grammar_are_said_first_and_our_own_beside_them() {
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
fn senseless_words_are_no_message() {
    for text in ["", "need", "need k", "need nn", "material x", "threat huge", "trade maybe", "mood", "ask queen"] {
        assert_eq!(read(text), None, "{text}");
    }
}
