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
        let said = sentence(group, language);
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

/// One sentence for messages that are [`kin`].
fn sentence(group: &[PartnerMessage], language: Language) -> String {
    use PartnerMessage as M;
    let Some(message) = group.first() else { return String::new() };
    let is_russian = language == Language::Russian;
    let either = |russian: String, english: String| if is_russian { russian } else { english };
    let list = |forms, joint| listed(group, forms, joint);
    let [russian, english] = match message {
        M::Need { piece, urgency } => {
            let one = list(RU_NOMINATIVE, " или ");
            let a = list(EN_ONE, " or ");
            let end = if feminine(*piece) { "а" } else { "" };
            return match urgency {
                Urgency::Low => either(format!("не помешал{end} бы {one}"), format!("{a} would be nice")),
                Urgency::Medium if feminine(*piece) => either(format!("нужна {one}"), format!("need {a}")),
                Urgency::Medium => either(format!("нужен {one}"), format!("need {a}")),
                Urgency::High => either(format!("срочно {}!", list(RU_ACCUSATIVE, " или ")), format!("need {a} now")),
                Urgency::Mates => either(format!("{one} — и мат"), format!("{} mates", list(EN_BARE, " or "))),
            };
        }
        M::Avoid { urgency, .. } => {
            let (them, plural) = (list(RU_ACCUSATIVE, " и "), list(EN_PLURAL, " or "));
            return match urgency {
                Urgency::Low => either(format!("хорошо бы не отдавать {them}"), format!("preferably no {plural}")),
                Urgency::Medium => either(format!("не отдавай {them}"), format!("no {plural} please")),
                Urgency::High => {
                    either(format!("ни в коем случае не отдавай {them}"), format!("absolutely no {plural}"))
                }
                Urgency::Mates => either(
                    format!("{} — мне мат", list(RU_NOMINATIVE, " или ")),
                    format!("{} mates me", list(EN_BARE, " or ")),
                ),
            };
        }
        M::Enough(piece) => {
            let needed = if feminine(*piece) { "нужна" } else { "нужен" };
            let russian = format!("{} больше не {needed}", form(RU_NOMINATIVE, *piece));
            return either(russian, format!("no more {} needed", form(EN_PLURAL, *piece)));
        }
        M::Allow(piece) => {
            let russian = format!("{} снова можно отдавать", form(RU_ACCUSATIVE, *piece));
            return either(russian, format!("you can give {} again", form(EN_PLURAL, *piece)));
        }
        M::Trade { good: true, piece: None } => ["меняйся", "trade"],
        M::Trade { good: false, piece: None } => ["не меняйся", "no trades"],
        M::Trade { good, piece: Some(piece) } => {
            let [not, dont] = if *good { ["", ""] } else { ["не ", "don't "] };
            let russian = format!("{not}меняй {}", form(RU_PLURAL, *piece));
            return either(russian, format!("{dont}trade {}", form(EN_PLURAL, *piece)));
        }
        M::Take(piece) => {
            let russian = format!("возьми {}", form(RU_ACCUSATIVE, *piece));
            return either(russian, format!("take the {}", form(EN_BARE, *piece)));
        }
        M::AskTrade(None) => ["можно мне меняться?", "may I trade?"],
        M::AskTrade(Some(piece)) => {
            let russian = format!("можно мне разменять {}?", form(RU_PLURAL, *piece));
            return either(russian, format!("may I trade {}?", form(EN_PLURAL, *piece)));
        }
        M::AskNeed => ["что тебе нужно?", "what do you need?"],
        M::Yes => ["да", "yes"],
        M::No => ["нет", "no"],
        M::Sit { cause, seconds } => {
            let long = seconds.map_or_else(String::new, |seconds| {
                either(format!(" на {seconds} секунд"), format!(" {seconds} seconds"))
            });
            let [why, reason] = match cause {
                None => ["", ""],
                Some(Cause::Time) => [", у нас время лучше", ", we're up on time"],
                Some(Cause::Piece) => [", фигура идёт", ", piece coming"],
                Some(Cause::Mate) => [", у меня мат", ", I mate"],
            };
            return either(format!("зависни{long}{why}"), format!("sit{long}{reason}"));
        }
        M::Stall(None) => ["не бери ничего", "avoid captures"],
        M::Stall(Some(moves)) => {
            return either(format!("не бери ничего, ходов: {moves}"), format!("avoid captures, moves: {moves}"));
        }
        M::Go(None) => ["ходи", "go"],
        M::Go(Some(Cause::Time)) => ["ходи, у нас мало времени", "go, we're down on time"],
        M::Go(Some(Cause::Piece)) => ["ходи, фигура у тебя", "go, the piece is here"],
        M::Go(Some(Cause::Mate)) => ["ходи, у меня мат", "go, I mate"],
        M::Sitting => ["я завис", "I'm sitting"],
        M::Waiting => ["мой ждёт", "mine is waiting"],
        M::Fast(None) => ["играй быстрее", "play fast"],
        M::Fast(Some(Haste::Time)) => ["играй быстрее, у нас мало времени", "play fast, we're low on time"],
        M::Fast(Some(Haste::Pressure)) => ["играй быстрее, дави на него", "play fast, keep the pressure on"],
        M::Slow => ["не спеши", "take your time"],
        M::Dead => ["мне мат", "I'm dead"],
        M::Alive => ["снова хожу", "moving again"],
        M::Mate => ["мат на доске", "mate on my board"],
        M::Hint(text) => return either(format!("сыграй {text}"), format!("play {text}")),
        M::Threat(Danger::Low) => ["угроза низкая", "threat low"],
        M::Threat(Danger::Medium) => ["угроза средняя", "threat medium"],
        M::Threat(Danger::High) => ["угроза высокая", "threat high"],
        M::Threat(Danger::Critical) => ["угроза критическая", "threat critical"],
        M::Material(cp) => return either(format!("материал {cp:+}"), format!("material {cp:+}")),
        M::Help => ["помощь", "help"],
        M::Hello => ["привет", "hello"],
        M::Thanks => ["спасибо", "thanks"],
        M::Clocks { own_cs, opponent_cs } => return clocks(*own_cs, *opponent_cs),
        M::Say(text) => [text.as_str(); 2],
    };
    if is_russian { russian } else { english }.to_owned()
}

/// Clocks in the form of Fairy-Stockfish.
fn clocks(own: Option<u32>, opponent: Option<u32>) -> String {
    let part = |name, cs: Option<u32>| cs.map(|cs| format!("{name} {cs}"));
    let parts: Vec<String> = [part("time", own), part("otim", opponent)].into_iter().flatten().collect();
    parts.join(" ")
}
