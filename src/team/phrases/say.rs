//! From messages to words, short as players type them. [`super::understand`] understands all of them.

use super::Language;
use crate::team::message::{Cause, Danger, Haste, PartnerMessage, Urgency};
use crate::types::PieceType;

/// A message in words; free text as it is.
pub fn say(message: &PartnerMessage, language: Language) -> String {
    say_all(std::slice::from_ref(message), language)
}

/// Several messages in one line: «нужен конь или слон, не отдавай ферзя».
pub fn say_all(messages: &[PartnerMessage], language: Language) -> String {
    let mut line = String::new();
    let mut at = 0;
    // After a mate a comma would join it with the next words, and a question mark would make the words before the comma
    // a question.
    let mut mates = false;
    while at < messages.len() {
        let alike = messages[at..].iter().take_while(|other| kin(&messages[at], other)).count().max(1);
        let group = &messages[at..at + alike];
        let next_mates = matches!(
            group[0],
            PartnerMessage::Need { urgency: Urgency::Mates, .. }
                | PartnerMessage::Avoid { urgency: Urgency::Mates, .. }
                | PartnerMessage::Dead
        );
        let said = match language {
            Language::Russian => russian(group),
            Language::English => english(group),
        };
        if !line.is_empty() {
            let closed = line.ends_with(['!', '?', '.']);
            line.push_str(if closed {
                " "
            } else if mates || next_mates || said.ends_with('?') {
                "; "
            } else {
                ", "
            });
        }
        line.push_str(&said);
        mates = next_mates;
        at += alike;
    }
    line
}

/// Whether two messages differ only in the piece, so that one sentence can say both.
fn kin(one: &PartnerMessage, other: &PartnerMessage) -> bool {
    use PartnerMessage as M;
    match (one, other) {
        (M::Need { urgency: a, .. }, M::Need { urgency: b, .. })
        | (M::Avoid { urgency: a, .. }, M::Avoid { urgency: b, .. }) => a == b,
        _ => false,
    }
}

/// The names of these pieces in the form that the sentence needs, joined.
fn listed(group: &[PartnerMessage], forms: [&'static str; 5], joint: &str) -> String {
    let names: Vec<&str> = group
        .iter()
        .filter_map(|message| match message {
            PartnerMessage::Need { piece, .. } | PartnerMessage::Avoid { piece, .. } => Some(form(forms, *piece)),
            _ => None,
        })
        .collect();
    names.join(joint)
}

/// The form for a piece. Kings do not occur.
fn form(forms: [&'static str; 5], piece: PieceType) -> &'static str {
    forms.get(piece.index()).copied().unwrap_or_default()
}

const RU_NOMINATIVE: [&str; 5] = ["пешка", "конь", "слон", "ладья", "ферзь"];
const RU_ACCUSATIVE: [&str; 5] = ["пешку", "коня", "слона", "ладью", "ферзя"];
const RU_PLURAL: [&str; 5] = ["пешки", "коней", "слонов", "ладьи", "ферзей"];
const EN_ONE: [&str; 5] = ["a pawn", "a knight", "a bishop", "a rook", "a queen"];
const EN_BARE: [&str; 5] = ["pawn", "knight", "bishop", "rook", "queen"];
const EN_PLURAL: [&str; 5] = ["pawns", "knights", "bishops", "rooks", "queens"];

/// Whether the word for the piece is feminine.
const fn feminine(piece: PieceType) -> bool {
    matches!(piece, PieceType::Pawn | PieceType::Rook)
}

fn russian(group: &[PartnerMessage]) -> String {
    use PartnerMessage as M;
    let Some(message) = group.first() else { return String::new() };
    let text = match message {
        M::Need { piece, urgency } => {
            let one = listed(group, RU_NOMINATIVE, " или ");
            return match urgency {
                Urgency::Low if feminine(*piece) => format!("не помешала бы {one}"),
                Urgency::Low => format!("не помешал бы {one}"),
                Urgency::Medium if feminine(*piece) => format!("нужна {one}"),
                Urgency::Medium => format!("нужен {one}"),
                Urgency::High => format!("срочно {}!", listed(group, RU_ACCUSATIVE, " или ")),
                Urgency::Mates => format!("{one} — и мат"),
            };
        }
        M::Avoid { urgency, .. } => {
            let them = listed(group, RU_ACCUSATIVE, " и ");
            return match urgency {
                Urgency::Low => format!("хорошо бы не отдавать {them}"),
                Urgency::Medium => format!("не отдавай {them}"),
                Urgency::High => format!("ни в коем случае не отдавай {them}"),
                Urgency::Mates => format!("{} — мне мат", listed(group, RU_NOMINATIVE, " или ")),
            };
        }
        M::Enough(piece) => {
            let needed = if feminine(*piece) { "нужна" } else { "нужен" };
            return format!("{} больше не {needed}", form(RU_NOMINATIVE, *piece));
        }
        M::Trade { good: true, piece: None } => "меняйся",
        M::Trade { good: false, piece: None } => "не меняйся",
        M::Trade { good, piece: Some(piece) } => {
            return format!("{}меняй {}", if *good { "" } else { "не " }, form(RU_PLURAL, *piece));
        }
        M::Take(piece) => return format!("возьми {}", form(RU_ACCUSATIVE, *piece)),
        M::AskTrade(None) => "можно мне меняться?",
        M::AskTrade(Some(piece)) => return format!("можно мне разменять {}?", form(RU_PLURAL, *piece)),
        M::AskNeed => "что тебе нужно?",
        M::Yes => "да",
        M::No => "нет",
        M::Sit { cause, seconds } => {
            let long = seconds.map_or_else(String::new, |seconds| format!(" на {seconds} секунд"));
            let why = match cause {
                None => "",
                Some(Cause::Time) => ", у нас время лучше",
                Some(Cause::Piece) => ", фигура идёт",
                Some(Cause::Mate) => ", у меня мат",
            };
            return format!("зависни{long}{why}");
        }
        M::Stall(None) => "не бери ничего",
        M::Stall(Some(moves)) => return format!("не бери ничего, ходов: {moves}"),
        M::Go(None) => "ходи",
        M::Go(Some(Cause::Time)) => "ходи, у нас мало времени",
        M::Go(Some(Cause::Piece)) => "ходи, фигура у тебя",
        M::Go(Some(Cause::Mate)) => "ходи, у меня мат",
        M::Sitting => "я завис",
        M::Waiting => "мой ждёт",
        M::Fast(None) => "играй быстрее",
        M::Fast(Some(Haste::Time)) => "играй быстрее, у нас мало времени",
        M::Fast(Some(Haste::Pressure)) => "играй быстрее, дави на него",
        M::Slow => "не спеши",
        M::Dead => "мне мат",
        M::Alive => "снова хожу",
        M::Mate => "мат на доске",
        M::Hint(text) => return format!("сыграй {text}"),
        M::Threat(Danger::Low) => "угроза низкая",
        M::Threat(Danger::Medium) => "угроза средняя",
        M::Threat(Danger::High) => "угроза высокая",
        M::Threat(Danger::Critical) => "угроза критическая",
        M::Material(cp) => return format!("материал {cp:+}"),
        M::Help => "помощь",
        M::Hello => "привет",
        M::Thanks => "спасибо",
        M::Clocks { own_cs, opponent_cs } => return clocks(*own_cs, *opponent_cs),
        M::Say(text) => text,
    };
    text.to_owned()
}

fn english(group: &[PartnerMessage]) -> String {
    use PartnerMessage as M;
    let Some(message) = group.first() else { return String::new() };
    let text = match message {
        M::Need { urgency, .. } => {
            let one = listed(group, EN_ONE, " or ");
            return match urgency {
                Urgency::Low => format!("{one} would be nice"),
                Urgency::Medium => format!("need {one}"),
                Urgency::High => format!("need {one} now"),
                Urgency::Mates => format!("{} mates", listed(group, EN_BARE, " or ")),
            };
        }
        M::Avoid { urgency, .. } => {
            let them = listed(group, EN_PLURAL, " or ");
            return match urgency {
                Urgency::Low => format!("preferably no {them}"),
                Urgency::Medium => format!("no {them} please"),
                Urgency::High => format!("absolutely no {them}"),
                Urgency::Mates => format!("{} mates me", listed(group, EN_BARE, " or ")),
            };
        }
        M::Enough(piece) => return format!("no more {} needed", form(EN_PLURAL, *piece)),
        M::Trade { good: true, piece: None } => "trade",
        M::Trade { good: false, piece: None } => "no trades",
        M::Trade { good, piece: Some(piece) } => {
            return format!("{} {}", if *good { "trade" } else { "don't trade" }, form(EN_PLURAL, *piece));
        }
        M::Take(piece) => return format!("take the {}", form(EN_BARE, *piece)),
        M::AskTrade(None) => "may I trade?",
        M::AskTrade(Some(piece)) => return format!("may I trade {}?", form(EN_PLURAL, *piece)),
        M::AskNeed => "what do you need?",
        M::Yes => "yes",
        M::No => "no",
        M::Sit { cause, seconds } => {
            let long = seconds.map_or_else(String::new, |seconds| format!(" {seconds} seconds"));
            let why = match cause {
                None => "",
                Some(Cause::Time) => ", we're up on time",
                Some(Cause::Piece) => ", piece coming",
                Some(Cause::Mate) => ", I mate",
            };
            return format!("sit{long}{why}");
        }
        M::Stall(None) => "avoid captures",
        M::Stall(Some(moves)) => return format!("avoid captures, moves: {moves}"),
        M::Go(None) => "go",
        M::Go(Some(Cause::Time)) => "go, we're down on time",
        M::Go(Some(Cause::Piece)) => "go, the piece is here",
        M::Go(Some(Cause::Mate)) => "go, I mate",
        M::Sitting => "I'm sitting",
        M::Waiting => "mine is waiting",
        M::Fast(None) => "play fast",
        M::Fast(Some(Haste::Time)) => "play fast, we're low on time",
        M::Fast(Some(Haste::Pressure)) => "play fast, keep the pressure on",
        M::Slow => "take your time",
        M::Dead => "I'm dead",
        M::Alive => "moving again",
        M::Mate => "mate on my board",
        M::Hint(text) => return format!("play {text}"),
        M::Threat(Danger::Low) => "threat low",
        M::Threat(Danger::Medium) => "threat medium",
        M::Threat(Danger::High) => "threat high",
        M::Threat(Danger::Critical) => "threat critical",
        M::Material(cp) => return format!("material {cp:+}"),
        M::Help => "help",
        M::Hello => "hello",
        M::Thanks => "thanks",
        M::Clocks { own_cs, opponent_cs } => return clocks(*own_cs, *opponent_cs),
        M::Say(text) => text,
    };
    text.to_owned()
}

/// As Fairy-Stockfish has it.
fn clocks(own: Option<u32>, opponent: Option<u32>) -> String {
    let part = |name, cs: Option<u32>| cs.map(|cs| format!("{name} {cs}"));
    let parts: Vec<String> = [part("time", own), part("otim", opponent)].into_iter().flatten().collect();
    parts.join(" ")
}
