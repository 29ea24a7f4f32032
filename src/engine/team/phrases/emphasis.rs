//! Emphasis that makes a wish or a ban urgent: a piece named three times at first ("n n n", "no b no b no b"), "NOT" or
//! "PLEASE" in capitals.

use super::item::{Item, Sentence};
use super::tag::{Tag, Tags};

/// Meanings that forbid to give a piece away.
const BANS: Tags = Tags::of(&[Tag::Not, Tag::NotGive, Tag::NotLet, Tag::Keep]);
/// In capitals these make a ban urgent.
const DENIALS: [&str; 6] = ["NOT", "DONT", "DON'T", "NEVER", "НЕ", "НИКОГДА"];
/// In capitals these make any wish urgent.
const PLEAS: [&str; 4] = ["PLEASE", "PLEASEE", "PLZ", "ПОЖАЛУЙСТА"];
/// A piece named this often, with the same words each time, is an urgent wish or ban.
const REPEATS: usize = 3;
/// The most words that are repeated so.
const LONGEST: usize = 3;

/// Adds [`Tag::Urgent`] to the sentences of `line` that are emphasized. A denial in capitals counts only beside small
/// letters.
pub fn mark_urgent(line: &str, sentences: &mut [Sentence]) {
    let small = line.chars().any(char::is_lowercase);
    let has = |loud: &[&str]| line.split_whitespace().any(|word| loud.contains(&word.trim_matches([',', '!'])));
    let (denies, pleads) = (small && has(&DENIALS), has(&PLEAS));
    for sentence in sentences {
        let items = &mut sentence.items;
        if !items.iter().any(|item| item.tag == Tag::Piece) {
            continue;
        }
        if let Some(once) = repeated(items) {
            items.splice(once..REPEATS * once, [Item::plain(Tag::Urgent)]);
        } else if pleads || denies && items.iter().any(|item| BANS.has(item.tag)) {
            items.push(Item::plain(Tag::Urgent));
        }
    }
}

/// The number of words with which a sentence begins over and over.
fn repeated(items: &[Item]) -> Option<usize> {
    (1..=LONGEST).find(|&once| {
        let times = items.get(..REPEATS * once).into_iter().flat_map(|words| words.chunks(once));
        items.len() >= REPEATS * once && times.clone().all(|again| again == &items[..once])
    })
}
