//! What is said louder than its words: a piece named three times in a row, a "NOT" in capitals.

use super::item::{Item, Sentence};
use super::tag::{Tag, Tags};

/// What forbids to give a piece away.
const BANS: Tags = Tags::of(&[Tag::Not, Tag::NotGive, Tag::NotLet, Tag::Keep]);
/// Words that are loud in capitals.
const DENIALS: [&str; 6] = ["NOT", "DONT", "DON'T", "NEVER", "НЕ", "НИКОГДА"];
/// From so many times on a piece is wanted badly.
const LOUD: usize = 3;

/// Makes what is emphasized urgent.
pub fn heed(line: &str, sentences: &mut [Sentence]) {
    let shouts = line.chars().any(char::is_lowercase)
        && line.split_whitespace().any(|word| DENIALS.contains(&word.trim_matches([',', '!', '.'])));
    for sentence in sentences {
        let items = &mut sentence.items;
        if let [first @ Item { tag: Tag::Piece, .. }, rest @ ..] = &items[..]
            && items.len() >= LOUD
            && rest.iter().all(|item| item == first)
        {
            items.truncate(1);
            items.push(Item::plain(Tag::Urgent));
        } else if shouts && items.iter().any(|item| BANS.has(item.tag)) && items.iter().any(|i| i.tag == Tag::Piece) {
            items.push(Item::plain(Tag::Urgent));
        }
    }
}
