//! Parts of a sentence between commas, where no rule reads the whole.

use super::clauses::{self, Clause};
use super::gist::CONTRARY;
use super::item::{Item, Sentence};
use super::rules::Make;
use super::tag::{Tag, Tags};
use super::token::Stop;

/// The longest part, in items, that may stand before the one that counts: "well, take it, it hangs".
const SHORT: usize = 2;
/// The same before a wish in so many words.
const LONG: usize = 6;

/// Words that ask for a piece, so that a longer part may stand before: "his king is bare, give me anything".
const ASKS: Tags = Tags::of(&[Tag::Give, Tag::Need, Tag::Urgent, Tag::Nice]);

/// The first part that is understood as a sentence of its own, if nothing in the others may be against it.
pub fn first_understood(sentence: &Sentence) -> Option<Clause> {
    let parts: Vec<&[Item]> = sentence.items.split(|item| item.tag == Tag::Comma).collect();
    let read = |part: &&[Item]| {
        let mut reading = clauses::read(&Sentence { items: part.to_vec(), stop: Stop::default() });
        let whole = !reading.dropped && !reading.remarked && reading.clauses.len() == 1;
        reading.clauses.pop().filter(|clause| whole && clause.makes != Make::Nothing)
    };
    let (at, clause) = parts.iter().enumerate().find_map(|(at, part)| Some((at, read(part)?)))?;
    let most = match clause.makes {
        Make::Need if clause.items.iter().any(|item| ASKS.has(item.tag)) => LONG,
        _ => SHORT,
    };
    let short = |part: &&[Item]| {
        part.len() <= most && part.iter().all(|item| !matches!(item.tag, Tag::Piece | Tag::Not | Tag::Unknown))
    };
    // "Any piece, besides a pawn"
    let contrary = |part: &&[Item]| {
        part.iter().any(|item| CONTRARY.has(item.tag)) || matches!(part, [Item { tag: Tag::Link, .. }, ..])
    };
    // "Queens, New York"
    let vague = match clause.makes {
        Make::Need => clause.items.iter().all(|item| item.tag == Tag::Piece || item.tag == Tag::Number),
        Make::Hail | Make::Mate => true,
        _ => false,
    };
    // «Он отбился, мата нет»: who is safe is the opponent.
    let theirs = |part: &&[Item]| {
        let has = |tags: Tags| part.iter().any(|item| tags.has(item.tag));
        has(Tags::of(&[Tag::He, Tag::Opponent, Tag::Mine])) && has(Tags::of(&[Tag::Alive, Tag::NotDead]))
    };
    if clause.makes == Make::Alive && parts[..at].iter().any(theirs) {
        return None;
    }
    let agrees = parts[..at].iter().all(short) && !parts[..at].iter().chain(&parts[at + 1..]).any(contrary);
    (parts.len() > 1 && agrees && !vague).then_some(clause)
}
