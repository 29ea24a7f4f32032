//! Fixed texts: the shorthand of the chess servers, the sentences of other engines, and messages in the form of UBI.
//! They are read word for word, without correcting typos.

use super::Language;
use super::lexicon;
use super::tag::Tag;
use super::token::Token;
use crate::team::message::{Cause, Danger, Haste, PartnerMessage, Urgency};
use crate::types::PieceType;

/// Words that make up a whole line, of engines and of people, and their meanings.
const COMMANDS: &[(&str, PartnerMessage)] = &[
    ("hard sit", PartnerMessage::Sit { cause: None, seconds: None }),
    ("sit hard", PartnerMessage::Sit { cause: None, seconds: None }),
    ("any piece", PartnerMessage::Trade { good: true, piece: None }),
    ("any pieces", PartnerMessage::Trade { good: true, piece: None }),
    ("feed me", PartnerMessage::Trade { good: true, piece: None }),
    ("feed me pieces", PartnerMessage::Trade { good: true, piece: None }),
    ("любую фигуру", PartnerMessage::Trade { good: true, piece: None }),
    ("what do you need", PartnerMessage::AskNeed),
    ("what do u need", PartnerMessage::AskNeed),
    ("what u need", PartnerMessage::AskNeed),
    ("что тебе нужно", PartnerMessage::AskNeed),
    ("что нужно", PartnerMessage::AskNeed),
    ("chto tebe nuzhno", PartnerMessage::AskNeed),
    ("chto nuzhno", PartnerMessage::AskNeed),
    ("sit", PartnerMessage::Sit { cause: None, seconds: None }),
    ("stall", PartnerMessage::Sit { cause: None, seconds: None }),
    ("go", PartnerMessage::Go(None)),
    ("move", PartnerMessage::Go(None)),
    ("fast", PartnerMessage::Fast(None)),
    ("play_fast", PartnerMessage::Fast(None)),
    ("time", PartnerMessage::Fast(None)),
    ("slow", PartnerMessage::Slow),
    ("sitting", PartnerMessage::Sitting),
    ("waiting", PartnerMessage::Waiting),
    ("dead", PartnerMessage::Dead),
    ("x", PartnerMessage::Alive),
    ("х", PartnerMessage::Alive),
    ("alive", PartnerMessage::Alive),
    ("mate", PartnerMessage::Mate),
    ("yes", PartnerMessage::Yes),
    ("no", PartnerMessage::No),
    ("help", PartnerMessage::Help),
];

/// Beginnings of sentences of engines, and their meanings; longer ones first.
const ENGINES: &[(&str, Option<PartnerMessage>)] = &[
    ("i'll have to sit...(dead)", Some(PartnerMessage::Dead)),
    ("i'll have to sit...(piece)", Some(PartnerMessage::Sitting)),
    ("i am forcedly mated", Some(PartnerMessage::Dead)),
    ("you can trade freely", Some(PartnerMessage::Trade { good: true, piece: None })),
    ("i sit, tell me", Some(PartnerMessage::Sitting)),
    ("ok, i sit next move", Some(PartnerMessage::Sitting)),
    // Answers to what was said, and explanations.
    ("ok, trading is", None),
    ("ok, i'm going fast", None),
    ("ok, i'm moving", None),
    ("ok, moving normally", None),
    ("ok, reverting", None),
    ("sorry, but i", None),
    ("sorry, not possible", None),
    ("sorry, partners may", None),
    ("sorry, that move", None),
    ("sorry, i did not", None),
    ("sorry, не понял", None),
    ("sorry, так не", None),
    ("sorry, подсказывать", None),
    ("i listen to", None),
    ("tell 'help", None),
    ("after receiving", None),
    ("if you specify", None),
    ("i play fast, tell me", None),
    ("i play at normal speed", None),
    ("i play normally", None),
    ("commands that i understand", None),
    ("for help on", None),
    ("hello! i am sjeng", None),
    ("i understand:", None),
    ("понимаю:", None),
];

/// Words that nobody who says them wants answered.
const SMALL_TALK: &[&str] = &[
    "gg", "ggs", "wp", "gl", "hf", "gj", "np", "lol", "lmao", "haha", "hehe", "xd", "omg", "wow", "cool", "nice",
    "brb", "bb", "гг", "лол", "ха", "хаха", "ага",
];

/// Whether a line says nothing that could have been misunderstood: `gg`, `:)`, `...`, `1`.
pub fn is_small_talk(line: &str) -> bool {
    let line = line.to_lowercase();
    line.split(|letter: char| !letter.is_alphabetic())
        .all(|word| word.chars().count() < 2 || SMALL_TALK.contains(&word))
}

/// Whether a line is a fixed text: no sentence that only a person would write.
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
    let is_meant = |(name, message): &&(&str, PartnerMessage)| {
        *name == whole || (*name == asked && *message == PartnerMessage::AskNeed)
    };
    if let Some((_, message)) = COMMANDS.iter().find(is_meant) {
        return Some(vec![message.clone()]);
    }
    if let Some((_, message)) = ENGINES.iter().find(|(beginning, _)| line.starts_with(beginning)) {
        return Some(message.iter().cloned().collect());
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
        return Some(vec![PartnerMessage::Enough(letter(kind)?)]);
    }
    whether(&words).or_else(|| clocks(&words)).or_else(|| ubi(&words)).map(|message| vec![message])
}

/// "tell me +q or -q": whether a piece is welcome.
fn whether(words: &[&str]) -> Option<PartnerMessage> {
    let signed = |sign| {
        let what = move |word: &&str| letter(word.trim_end_matches(['?', '!', '.', ',']).strip_prefix(sign)?);
        words.iter().filter_map(what)
    };
    signed('+')
        .find(|piece| signed('-').any(|other| other == *piece))
        .map(|piece| PartnerMessage::AskTrade(Some(piece)))
}

/// Whether all words are shorthand, which does not tell in which language to answer.
pub fn is_command(tokens: &[Token]) -> bool {
    tokens.iter().all(|token| match token {
        Token::Word(word) => COMMANDS.iter().any(|(name, _)| name == word) || letter(word).is_some(),
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
    let piece = letter(what).or_else(|| meaning.and_then(|meaning| meaning.piece))?;
    let urgency = match level {
        1 => Urgency::Medium,
        2 => Urgency::High,
        _ => Urgency::Mates,
    };
    Some(if good { PartnerMessage::Need { piece, urgency } } else { PartnerMessage::Avoid { piece, urgency } })
}

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
        M::AskNeed => "what do you need?".to_owned(),
        M::Yes => "yes".to_owned(),
        M::No => "no".to_owned(),
        M::Sit { .. } => "sit".to_owned(),
        M::Go(_) => "go".to_owned(),
        M::Fast(_) => "fast".to_owned(),
        M::Slow => "slow".to_owned(),
        M::Sitting => "sitting".to_owned(),
        M::Waiting => "waiting".to_owned(),
        M::Dead => "dead".to_owned(),
        M::Alive => "x".to_owned(),
        M::Mate => "mate".to_owned(),
        M::Help => "help".to_owned(),
        M::Hello => "hello".to_owned(),
        M::Thanks => "thanks".to_owned(),
        M::Clocks { own_cs: Some(own), opponent_cs: None } => format!("time {own}"),
        M::Clocks { own_cs: None, opponent_cs: Some(opponent) } => format!("otim {opponent}"),
        M::Clocks { own_cs: Some(own), opponent_cs: Some(opponent) } => format!("time {own} otim {opponent}"),
        M::Say(text) | M::Hint(text) => text.clone(),
        // These engines understand no such numbers.
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

/// A piece by its letter, in English or in Russian.
fn letter(word: &str) -> Option<PieceType> {
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

/// A message in the form of UBI.
fn ubi(words: &[&str]) -> Option<PartnerMessage> {
    use PartnerMessage as M;
    Some(match *words {
        ["no", "more", kind] => M::Avoid {
            piece: letter(kind).or_else(|| lexicon::of(Language::English).meaning(kind)?.piece)?,
            urgency: Urgency::Medium,
        },
        ["avoid", "captures"] | ["не", "бери", "ничего"] => M::Stall(None),
        ["stall", "duration", moves]
        | ["avoid", "captures,", "moves:", moves]
        | ["не", "бери", "ничего,", "ходов:", moves] => M::Stall(Some(moves.parse().ok()?)),
        ["need", kind, ref rest @ ..] if !rest.is_empty() => M::Need { piece: letter(kind)?, urgency: urgency(rest)? },
        ["avoid", kind, ref rest @ ..] if !rest.is_empty() => {
            M::Avoid { piece: letter(kind)?, urgency: urgency(rest)? }
        }
        ["enough", kind] => M::Enough(letter(kind)?),
        ["trade", value, ref rest @ ..] => {
            let good = match value {
                "good" => true,
                "bad" => false,
                _ => return None,
            };
            match *rest {
                [] => M::Trade { good, piece: None },
                [kind] => M::Trade { good, piece: Some(letter(kind)?) },
                _ => return None,
            }
        }
        ["ask", "trade"] => M::AskTrade(None),
        ["ask", "trade", kind] => M::AskTrade(Some(letter(kind)?)),
        ["sit", "duration", seconds] => M::Sit { cause: None, seconds: Some(seconds.parse().ok()?) },
        ["sit", "reason", why] => M::Sit { cause: Some(cause(why)?), seconds: None },
        ["sit", "reason", why, "duration", seconds] => {
            M::Sit { cause: Some(cause(why)?), seconds: Some(seconds.parse().ok()?) }
        }
        ["sit", why] => M::Sit { cause: Some(cause(why)?), seconds: None },
        ["go", why] => M::Go(Some(cause(why)?)),
        ["go", "reason", why] => M::Go(Some(cause(why)?)),
        ["play_fast", "time"] | ["play_fast", "reason", "time"] => M::Fast(Some(Haste::Time)),
        ["play_fast", "pressure"] | ["play_fast", "reason", "pressure"] => M::Fast(Some(Haste::Pressure)),
        ["material" | "материал", cp] => M::Material(cp.parse().ok()?),
        ["threat" | "угроза", level] => M::Threat(danger(level)?),
        _ => return None,
    })
}

fn urgency(words: &[&str]) -> Option<Urgency> {
    Some(match *words {
        ["urgency", "low"] | ["low"] => Urgency::Low,
        ["urgency", "medium"] | ["medium"] => Urgency::Medium,
        ["urgency", "high"] | ["high"] => Urgency::High,
        ["urgency", "high", "mates", "1"] | ["urgency", "mates"] => Urgency::Mates,
        _ => return None,
    })
}

fn cause(word: &str) -> Option<Cause> {
    Some(match word {
        "time" => Cause::Time,
        "piece" => Cause::Piece,
        "mate" => Cause::Mate,
        _ => return None,
    })
}

fn danger(word: &str) -> Option<Danger> {
    Some(match word {
        "low" | "низкая" => Danger::Low,
        "medium" | "средняя" => Danger::Medium,
        "high" | "высокая" => Danger::High,
        "critical" | "критическая" => Danger::Critical,
        _ => return None,
    })
}
