//! What is said louder than its words: a piece named three times in a row, a "NOT" in capitals.

use super::item::{Item, Sentence};
use super::tag::{Tag, Tags};

/// What forbids to give a piece away.
const BANS: Tags = Tags::of(&[Tag::Not, Tag::NotGive, Tag::NotLet, Tag::Keep]);
/// Words that are loud in capitals: beside a ban, and beside any wish.
const DENIALS: [&str; 6] = ["NOT", "DONT", "DON'T", "NEVER", "НЕ", "НИКОГДА"];
const PLEAS: [&str; 4] = ["PLEASE", "PLEASEE", "PLZ", "ПОЖАЛУЙСТА"];
/// From so many times on a piece is wanted badly.
const LOUD: usize = 3;

/// Makes what is emphasized urgent.
pub fn heed(line: &str, sentences: &mut [Sentence]) {
    let small = line.chars().any(char::is_lowercase);
    let has =
        |loud: &[&str]| small && line.split_whitespace().any(|word| loud.contains(&word.trim_matches([',', '!'])));
    let (denies, pleads) = (has(&DENIALS), has(&PLEAS));
    for sentence in sentences {
        let items = &mut sentence.items;
        if let [first @ Item { tag: Tag::Piece, .. }, rest @ ..] = &items[..]
            && items.len() >= LOUD
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
