//! Tests of all steps together, from a line to its messages.

use tandem::protocol::cecp::shorthand::shorthand;
use tandem::team::message::{Cause, Danger, Haste, PartnerMessage, Urgency};
use tandem::team::phrases::{Language, in_latin, say, say_all, understand};
use tandem::types::PieceType;

/// Every message that can be said, except free text.
fn vocabulary() -> Vec<PartnerMessage> {
    use PartnerMessage as M;
    let causes = [None, Some(Cause::Time), Some(Cause::Piece), Some(Cause::Mate)];
    let mut all = vec![M::Yes, M::No, M::Sitting, M::Waiting, M::Slow, M::Dead, M::Alive, M::Mate, M::Help, M::Hello];
    all.extend([
        M::Thanks,
        M::AskTrade(None),
        M::AskNeed,
        M::Stall(None),
        M::Stall(Some(3)),
        M::Trade { good: true, piece: None },
        M::Trade { good: false, piece: None },
    ]);
    all.extend([None, Some(Haste::Time), Some(Haste::Pressure)].map(M::Fast));
    for cause in causes {
        all.extend([M::Go(cause), M::Sit { cause, seconds: None }, M::Sit { cause, seconds: Some(10) }]);
    }
    for piece in PieceType::HELD {
        for urgency in [Urgency::Low, Urgency::Medium, Urgency::High, Urgency::Mates] {
            all.extend([M::Need { piece, urgency }, M::Avoid { piece, urgency }]);
        }
        let some = Some(piece);
        all.extend([M::Enough(piece), M::Allow(piece), M::Take(piece), M::AskTrade(some)]);
        all.extend([true, false].map(|good| M::Trade { good, piece: some }));
    }
    all.extend([Danger::Low, Danger::Medium, Danger::High, Danger::Critical].map(M::Threat));
    all.extend([M::Material(-320), M::Material(150), M::Hint("Qg5".to_owned()), M::Hint("N@f7".to_owned())]);
    for (own_cs, opponent_cs) in [(Some(2931), None), (None, Some(300)), (Some(1), Some(2))] {
        all.push(M::Clocks { own_cs, opponent_cs });
    }
    all
}

#[test]
fn every_message_said_is_understood_in_both_languages() {
    for message in vocabulary() {
        for language in [Language::Russian, Language::English] {
            let said = say(&message, language);
            assert_eq!(understand(&said).messages, std::slice::from_ref(&message), "{said}");
        }
    }
}

#[test]
fn messages_said_in_latin_letters_are_ascii_and_understood() {
    let mut wrong = Vec::new();
    // Tandem sends these to engines only.
    let to_people = |message: &PartnerMessage| !matches!(message, PartnerMessage::Threat(_) | PartnerMessage::Stall(_));
    for message in vocabulary().into_iter().filter(to_people) {
        let said = in_latin(&say(&message, Language::Russian));
        let understood = understand(&said).messages;
        if !said.is_ascii() || understood != std::slice::from_ref(&message) {
            wrong.push(format!("{said}: {understood:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn messages_said_together_are_understood_together() {
    let all = vocabulary();
    // Left out: a mate, which would become a reason to sit; reasons, which need their request; numbers, which stand
    // alone.
    let alone = |message: &PartnerMessage| {
        matches!(
            message,
            PartnerMessage::Clocks { .. }
                | PartnerMessage::Material(_)
                | PartnerMessage::Threat(_)
                | PartnerMessage::Mate
                | PartnerMessage::Stall(_)
                | PartnerMessage::AskNeed
        )
    };
    let mut wrong = Vec::new();
    for first in all.iter().filter(|message| !alone(message)) {
        for second in all.iter().filter(|message| !alone(message)) {
            if std::mem::discriminant(first) == std::mem::discriminant(second) {
                continue;
            }
            for language in [Language::Russian, Language::English] {
                let said = say_all(&[first.clone(), second.clone()], language);
                let understood = understand(&said).messages;
                if understood != [first.clone(), second.clone()] {
                    wrong.push(format!("{said}: {understood:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn shorthand_is_understood() {
    use PartnerMessage as M;
    for message in vocabulary() {
        let Some(short) = shorthand(&message) else { continue };
        // Shorthand has fewer words: reasons are lost, and `low` becomes `medium`.
        let expected = match message {
            M::Need { piece, urgency: Urgency::Low } => M::Need { piece, urgency: Urgency::Medium },
            M::Avoid { piece, urgency: Urgency::Low } => M::Avoid { piece, urgency: Urgency::Medium },
            M::Sit { .. } => M::Sit { cause: None, seconds: None },
            M::Go(_) => M::Go(None),
            M::Stall(_) => M::Trade { good: false, piece: None },
            M::Fast(_) => M::Fast(None),
            other => other,
        };
        assert_eq!(understand(&short).messages, [expected], "{short}");
    }
}

#[test]
fn the_language_is_heard() {
    for (text, language) in [
        ("дай коня", Some(Language::Russian)),
        ("daj konya", Some(Language::Russian)),
        ("need a knight", Some(Language::English)),
        ("+++n", None),
        ("sit", None),
        ("zxcv", None),
    ] {
        assert_eq!(understand(text).language, language, "{text}");
    }
}

#[test]
fn lines_that_nobody_types_are_survived() {
    for text in ["", " ", "\u{0}", "?!", "—", "+++", "---", "'", "@", "a".repeat(1 << 20).as_str()] {
        assert!(understand(text).messages.is_empty(), "{text:.20}");
    }
    let many = ["need", "n", "не", "мат", ",", "и", "мне", "q"].repeat(10).join(" ");
    understand(&many);
    understand(&"дай ".repeat(70));
    understand(&"n,".repeat(250));
}
