//! Fixed texts: the shorthand of the chess servers, which people write too, the sentences of other engines, and
//! messages in their text form. They are read word for word, without correcting typos.

use super::tag::Tag;
use super::token::Token;
use super::{Language, lexicon, words};
use crate::team::message::{PartnerMessage, Urgency};
use crate::team::notation::{self, piece};
use std::sync::LazyLock;

/// A line of `words/commands.txt`.
struct FixedLine {
    text: &'static str,
    /// Whether anything may follow.
    is_beginning: bool,
    message: Option<PartnerMessage>,
}

static LINES: LazyLock<Vec<FixedLine>> = LazyLock::new(|| {
    let line = |(head, text): (&str, &'static str)| {
        let message = notation::parse(&head.split_ascii_whitespace().collect::<Vec<_>>());
        let beginning = text.strip_suffix("...");
        FixedLine { text: beginning.unwrap_or(text), is_beginning: beginning.is_some(), message }
    };
    let rows = words::rows(&words::COMMANDS);
    rows.flat_map(|(head, text)| text.split(';').map(move |text| (head, text))).map(line).collect()
});

/// The types of UBI that other engines write in chats too.
const FORMS: [&str; 11] =
    ["need", "avoid", "enough", "trade", "ask", "stall", "sit", "go", "play_fast", "material", "threat"];

/// Whether a line is a fixed text, not a sentence that only a person would write.
pub fn is_fixed(line: &str) -> bool {
    fixed(line).is_some()
}

/// The messages of a fixed text. `Some` without messages: known, but nothing to act on.
pub fn fixed(line: &str) -> Option<Vec<PartnerMessage>> {
    let line = line.trim().to_lowercase();
    let words: Vec<&str> = line.split_ascii_whitespace().take(10).collect();
    let whole = words.join(" ");
    let whole = whole.trim_end_matches(['!', '.']);
    let asked = whole.strip_suffix('?').unwrap_or(whole);
    let is_meant = |known: &&FixedLine| match known {
        FixedLine { is_beginning: true, text, .. } => line.starts_with(text),
        FixedLine { text, message, .. } => {
            *text == whole || (*text == asked && *message == Some(PartnerMessage::AskNeed))
        }
    };
    if let Some(known) = LINES.iter().find(is_meant) {
        return Some(known.message.iter().cloned().collect());
    }
    if let ["partner", _, "is", "an", "engine.", ..] = words[..] {
        return Some(Vec::new());
    }
    // Sjeng: "Ok, Knight mates you (ptell me 'x' when it no longer mates you)".
    if line.contains("(ptell me 'x'") {
        return Some(Vec::new());
    }
    if let ["mate", "in", _, "give", "him", "no", "more", "pieces."] = words[..] {
        return Some(vec![PartnerMessage::Mate]);
    }
    if let [kind, "doesn't", "mate", "me", "anymore"] = words[..] {
        return Some(vec![PartnerMessage::Allow(piece(kind)?)]);
    }
    whether(&words)
        .or_else(|| signed_behind(whole))
        .or_else(|| clocks(&words))
        .or_else(|| in_ubi(&words))
        .map(|message| vec![message])
}

/// `trades ++`, `q---`
fn signed_behind(whole: &str) -> Option<PartnerMessage> {
    let what = whole.trim_end_matches('+').trim_end_matches('-');
    let signs = &whole[what.len()..];
    let message = signed(signs.starts_with('+'), signs.len(), what.trim_end())?;
    // "Q+" may be a check.
    (signs.len() > usize::from(!matches!(message, PartnerMessage::Trade { .. }))).then_some(message)
}

/// "tell me +q or -q": whether a piece is welcome.
fn whether(words: &[&str]) -> Option<PartnerMessage> {
    let signed = |sign| {
        let what = move |word: &&str| piece(word.trim_end_matches(['?', '!', '.', ',']).strip_prefix(sign)?);
        words.iter().filter_map(what)
    };
    signed('+')
        .find(|piece| signed('-').any(|other| other == *piece))
        .map(|piece| PartnerMessage::AskTrade(Some(piece)))
}

/// Whether all words are shorthand, from which no language can be inferred.
pub fn is_command(tokens: &[Token]) -> bool {
    tokens.iter().all(|token| match token {
        Token::Word(word) => LINES.iter().any(|line| !line.is_beginning && line.text == word) || piece(word).is_some(),
        _ => true,
    })
}

/// `+++n`, `-queen`, `--ладья`, `+trades`.
pub fn signed(good: bool, level: usize, what: &str) -> Option<PartnerMessage> {
    let language = if what.is_ascii() { Language::English } else { Language::Russian };
    let meaning = lexicon::of(language).meaning(what);
    if meaning.is_some_and(|meaning| matches!(meaning.tags[..], [Tag::Trade | Tag::Trades])) {
        return Some(PartnerMessage::Trade { good, piece: None });
    }
    let piece = piece(what).or_else(|| meaning.and_then(|meaning| meaning.piece))?;
    let urgency = match level {
        1 => Urgency::Medium,
        2 => Urgency::High,
        _ => Urgency::Mates,
    };
    Some(if good { PartnerMessage::Need { piece, urgency } } else { PartnerMessage::Avoid { piece, urgency } })
}

/// `time N`, `otim N`, or both: Fairy-Stockfish tells its clocks to other engines, in centiseconds.
fn clocks(words: &[&str]) -> Option<PartnerMessage> {
    let number = |word: &str| word.parse().ok();
    let (own_cs, opponent_cs) = match *words {
        ["time", own] => (Some(number(own)?), None),
        ["otim", opponent] => (None, Some(number(opponent)?)),
        ["time", own, "otim", opponent] => (Some(number(own)?), Some(number(opponent)?)),
        _ => return None,
    };
    Some(PartnerMessage::Clocks { own_cs, opponent_cs })
}

/// A message in the form of UBI, or in the words of [`super::say`] that no grammar reads.
fn in_ubi(words: &[&str]) -> Option<PartnerMessage> {
    const DANGERS: [(&str, &str); 4] =
        [("низкая", "low"), ("средняя", "medium"), ("высокая", "high"), ("критическая", "critical")];
    match *words {
        ["no", "more", kind] => {
            let piece = piece(kind).or_else(|| lexicon::of(Language::English).meaning(kind)?.piece)?;
            Some(PartnerMessage::Avoid { piece, urgency: Urgency::Medium })
        }
        ["avoid", "captures"] | ["не", "бери", "ничего"] => Some(PartnerMessage::Stall(None)),
        ["avoid", "captures,", "moves:", moves] | ["не", "бери", "ничего,", "ходов:", moves] => {
            notation::parse_whole(&["stall", "duration", moves])
        }
        ["материал", cp] => notation::parse_whole(&["material", cp]),
        ["угроза", level] => {
            notation::parse_whole(&["threat", DANGERS.iter().find(|(word, _)| *word == level)?.1])
        }
        [kind, ..] if FORMS.contains(&kind) => notation::parse_whole(words),
        _ => None,
    }
}
