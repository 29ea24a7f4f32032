//! The text form of messages: `need n urgency high`, `trade bad`. It is used by UBI's `partnermsg` and `teammsg`, with
//! the types of the specification and Tandem's own, by the tables of [`super::phrases`], and by other engines in chats.

use super::message::{Cause, Danger, Haste, PartnerMessage, Urgency};
use crate::types::PieceType;

/// The words for the urgency of a wish.
pub const URGENCIES: [(&str, Urgency); 5] = [
    ("low", Urgency::Low),
    ("medium", Urgency::Medium),
    ("high", Urgency::High),
    ("mates", Urgency::Mates),
    ("critical", Urgency::Mates),
];
/// The words for the reasons to sit, or to move again.
pub const CAUSES: [(&str, Cause); 3] = [("time", Cause::Time), ("piece", Cause::Piece), ("mate", Cause::Mate)];
/// The words for the reasons to play fast.
pub const HASTES: [(&str, Haste); 2] = [("time", Haste::Time), ("pressure", Haste::Pressure)];
/// The words for the danger that a king is in.
pub const DANGERS: [(&str, Danger); 4] =
    [("low", Danger::Low), ("medium", Danger::Medium), ("high", Danger::High), ("critical", Danger::Critical)];
/// The words for good and bad trades.
const VALUES: [(&str, bool); 2] = [("good", true), ("bad", false)];
/// Messages of a single word.
const PLAIN: [(&str, PartnerMessage); 11] = [
    ("yes", PartnerMessage::Yes),
    ("no", PartnerMessage::No),
    ("slow", PartnerMessage::Slow),
    ("sitting", PartnerMessage::Sitting),
    ("waiting", PartnerMessage::Waiting),
    ("dead", PartnerMessage::Dead),
    ("alive", PartnerMessage::Alive),
    ("mate", PartnerMessage::Mate),
    ("help", PartnerMessage::Help),
    ("hello", PartnerMessage::Hello),
    ("thanks", PartnerMessage::Thanks),
];

/// The word of a table for `value`, the first one if there are two.
pub fn word<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> &'static str {
    table.iter().find(|(_, each)| each == value).map_or("", |(word, _)| word)
}

/// The value of a word in a table.
fn value<T: Clone>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(each, _)| *each == word).map(|(_, value)| value.clone())
}

/// The word of a message that is one word in UBI and in the shorthand of the servers.
pub fn plain(message: &PartnerMessage) -> String {
    word(&PLAIN, message).to_owned()
}

/// The unread words after a message's type, in lower case.
struct Rest(Vec<String>);

impl Rest {
    /// The next word, if it can be read.
    fn next<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let found = self.0.first().and_then(|word| read(word))?;
        self.0.remove(0);
        Some(found)
    }

    /// The word after `key`, if it can be read.
    fn behind<T>(&mut self, key: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let at = self.0.iter().position(|word| word == key)?;
        let found = self.0.get(at + 1).and_then(|word| read(word))?;
        self.0.drain(at..=at + 1);
        Some(found)
    }

    /// `urgency high mates 1`, `urgency high`, `high`; medium without any.
    fn urgency(&mut self) -> Urgency {
        let named = |word: &str| value(&URGENCIES, word);
        let mates = self.behind("mates", |word| (word == "1").then_some(Urgency::Mates));
        let urgency = self.behind("urgency", named).or_else(|| self.next(named));
        mates.or(urgency).unwrap_or(Urgency::Medium)
    }

    /// `reason time`, `time`.
    fn cause(&mut self) -> Option<Cause> {
        let named = |word: &str| value(&CAUSES, word);
        self.behind("reason", named).or_else(|| self.next(named))
    }

    fn number(&mut self, key: &str) -> Option<u32> {
        self.behind(key, |word| word.parse().ok())
    }
}

/// A piece by its letter, in English or in Russian.
pub fn piece(word: &str) -> Option<PieceType> {
    let mut letters = word.chars();
    let first = letters.next()?;
    if letters.next().is_some() {
        return None;
    }
    match first {
        'п' => Some(PieceType::Pawn),
        'к' => Some(PieceType::Knight),
        'с' => Some(PieceType::Bishop),
        'л' => Some(PieceType::Rook),
        'ф' => Some(PieceType::Queen),
        _ => PieceType::from_letter(first).filter(|&kind| kind != PieceType::King),
    }
}

/// Parses the words after `partnermsg`; `None` for a type that Tandem does not support, or a malformed message. Words
/// that are not understood are skipped: other engines have words of their own, so that is no error.
pub fn parse(words: &[&str]) -> Option<PartnerMessage> {
    read(words).map(|(message, _)| message)
}

/// The same for a line of a chat: every word must be understood.
pub(super) fn parse_whole(words: &[&str]) -> Option<PartnerMessage> {
    read(words).filter(|(_, rest)| rest.0.is_empty()).map(|(message, _)| message)
}

/// A message, and the words that were not understood.
fn read(words: &[&str]) -> Option<(PartnerMessage, Rest)> {
    use PartnerMessage as M;
    let (kind, behind) = words.split_first()?;
    let kind = kind.to_ascii_lowercase();
    let mut rest = Rest(behind.iter().map(|word| word.to_ascii_lowercase()).collect());
    let message = match kind.as_str() {
        "need" => M::Need { piece: rest.next(piece)?, urgency: rest.urgency() },
        "mates" => M::Need { piece: rest.next(piece)?, urgency: Urgency::Mates },
        "avoid" => M::Avoid { piece: rest.next(piece)?, urgency: rest.urgency() },
        "enough" => {
            let piece = rest.next(piece)?;
            rest.next(|word| (word == "ban").then_some(())).map_or(M::Enough(piece), |()| M::Allow(piece))
        }
        "take" => M::Take(rest.next(piece)?),
        "trade" => M::Trade { good: rest.next(|word| value(&VALUES, word))?, piece: rest.next(piece) },
        "ask" => match rest.next(|word| Some(word.to_owned()))?.as_str() {
            "need" => M::AskNeed,
            "trade" if rest.0.is_empty() => M::AskTrade(None),
            "trade" => M::AskTrade(Some(rest.next(piece)?)),
            _ => return None,
        },
        "stall" => M::Stall(rest.number("duration")),
        "sit" => M::Sit { cause: rest.cause(), seconds: rest.number("duration") },
        "go" => M::Go(rest.cause()),
        "play_fast" => {
            let named = |word: &str| value(&HASTES, word);
            M::Fast(rest.behind("reason", named).or_else(|| rest.next(named)))
        }
        "material" => M::Material(rest.next(|word| word.parse().ok())?),
        "threat" => M::Threat(rest.next(|word| value(&DANGERS, word))?),
        "clocks" => M::Clocks { own_cs: rest.number("own"), opponent_cs: rest.number("opponent") },
        "hint" if !behind.is_empty() => M::Hint(behind.join(" ")),
        "say" => M::Say(behind.join(" ")),
        _ => value(&PLAIN, &kind)?,
    };
    Some((message, rest))
}

/// Writes a message; [`parse`] reads it back.
pub fn write(message: &PartnerMessage) -> String {
    use PartnerMessage as M;
    let urgency = |urgency: &Urgency| match urgency {
        Urgency::Mates => "urgency high mates 1".to_owned(),
        other => format!("urgency {}", word(&URGENCIES, other)),
    };
    let reason =
        |cause: &Option<Cause>| cause.map_or_else(String::new, |cause| format!(" reason {}", word(&CAUSES, &cause)));
    let number =
        |name: &str, number: &Option<u32>| number.map_or_else(String::new, |number| format!(" {name} {number}"));
    match message {
        M::Need { piece, urgency: Urgency::Mates } => format!("mates {}", piece.letter()),
        M::Need { piece, urgency: how } => format!("need {} {}", piece.letter(), urgency(how)),
        M::Avoid { piece, urgency: how } => format!("avoid {} {}", piece.letter(), urgency(how)),
        M::Enough(piece) => format!("enough {}", piece.letter()),
        M::Allow(piece) => format!("enough {} ban", piece.letter()),
        M::Take(piece) => format!("take {}", piece.letter()),
        M::Trade { good, piece } => {
            let kind = piece.map_or_else(String::new, |piece| format!(" {}", piece.letter()));
            format!("trade {}{kind}", word(&VALUES, good))
        }
        M::AskTrade(None) => "ask trade".to_owned(),
        M::AskTrade(Some(piece)) => format!("ask trade {}", piece.letter()),
        M::AskNeed => "ask need".to_owned(),
        M::Sit { cause, seconds } => format!("sit{}{}", reason(cause), number("duration", seconds)),
        M::Stall(moves) => format!("stall{}", number("duration", moves)),
        M::Go(cause) => format!("go{}", reason(cause)),
        M::Fast(None) => "play_fast".to_owned(),
        M::Fast(Some(haste)) => format!("play_fast reason {}", word(&HASTES, haste)),
        M::Material(cp) => format!("material {cp:+}"),
        M::Threat(danger) => format!("threat {}", word(&DANGERS, danger)),
        M::Clocks { own_cs, opponent_cs } => {
            format!("clocks{}{}", number("own", own_cs), number("opponent", opponent_cs))
        }
        M::Hint(text) => format!("hint {text}"),
        M::Say(text) => format!("say {text}"),
        M::Yes | M::No | M::Sitting | M::Waiting | M::Slow | M::Dead | M::Alive | M::Mate => plain(message),
        M::Help | M::Hello | M::Thanks => plain(message),
    }
}
