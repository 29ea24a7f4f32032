//! Words that tell how long, or on what terms, a ban or a sit holds, and nothing else.

use super::item::Item;
use super::put_right::forbids_trades;
use super::tag::{Tag, Tags};

/// Words of bans and sits.
const HOLDS: Tags = Tags::of(&[
    Tag::Not,
    Tag::No,
    Tag::NotGive,
    Tag::NotTrade,
    Tag::NotTake,
    Tag::NotGo,
    Tag::Keep,
    Tag::Sit,
    Tag::SittingI,
    Tag::Wait,
]);
/// Subjects between «пока» and «не».
const SUBJECTS: [&str; 6] = ["я", "он", "мой", "твой", "соперник", "противник"];

/// The endings of commands: «не меняй, пока не ходи» has a second ban.
const COMMANDS: [&str; 4] = ["и", "й", "йся", "те"];

/// The number of words at the beginning of these that are such terms of the meanings before them; none if they are an
/// idiom.
pub fn length_of_terms(words: &[&str], before: &[Item], is_idiom: bool) -> usize {
    let end = words.iter().position(|word| *word == ",").unwrap_or(words.len());
    // "Don't trade unless you win a knight"
    if words[0] == "unless" && forbids_trades(before) {
        return end;
    }
    // «Не ходи, пока мой не сходит», but not «стой, пока конь не придет»
    let lasts = match words[..end] {
        ["пока", "не", verb] => !COMMANDS.iter().any(|ending| verb.ends_with(ending)),
        ["пока", who, "не", _] => SUBJECTS.contains(&who),
        _ => false,
    };
    if lasts && !is_idiom && before.iter().any(|item| HOLDS.has(item.tag)) { end } else { 0 }
}
