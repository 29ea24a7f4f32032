//! Emphasis that makes a wish or a ban urgent: a piece named three times in a row, "NOT" or "PLEASE" in capitals.

use super::item::{Item, Sentence};
use super::tag::{Tag, Tags};

/// Meanings that forbid to give a piece away.
const BANS: Tags = Tags::of(&[Tag::Not, Tag::NotGive, Tag::NotLet, Tag::Keep]);
/// In capitals these make a ban urgent.
const DENIALS: [&str; 6] = ["NOT", "DONT", "DON'T", "NEVER", "НЕ", "НИКОГДА"];
/// In capitals these make any wish urgent.
const PLEAS: [&str; 4] = ["PLEASE", "PLEASEE", "PLZ", "ПОЖАЛУЙСТА"];
/// A piece named this often, and nothing else, is an urgent wish.
const REPEATS: usize = 3;

/// Adds [`Tag::Urgent`] to the sentences of `line` that are emphasized. Capitals count only beside small letters.
pub fn mark_urgent(line: &str, sentences: &mut [Sentence]) {
    let small = line.chars().any(char::is_lowercase);
    let has =
        |loud: &[&str]| small && line.split_whitespace().any(|word| loud.contains(&word.trim_matches([',', '!'])));
    let (denies, pleads) = (has(&DENIALS), has(&PLEAS));
    for sentence in sentences {
        let items = &mut sentence.items;
        if let [first @ Item { tag: Tag::Piece, .. }, rest @ ..] = &items[..]
            && items.len() >= REPEATS
            && rest.iter().all(|item| item == first)
        {
            items.truncate(1);
            items.push(Item::plain(Tag::Urgent));
        } else if (pleads || denies && items.iter().any(|item| BANS.has(item.tag)))
            && items.iter().any(|item| item.tag == Tag::Piece)
        {
            items.push(Item::plain(Tag::Urgent));
        }
    }
}
