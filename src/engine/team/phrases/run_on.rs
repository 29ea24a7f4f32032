//! Orders that follow each other without a comma: «ферзя не надо дай коня», and pieces listed behind an order.

use super::item::Item;
use super::tag::{Tag, Tags};

/// Words that tell what to do with the pieces beside them.
const VERBS: Tags = Tags::of(&[
    Tag::Give,
    Tag::Davai,
    Tag::Need,
    Tag::NotNeed,
    Tag::Enough,
    Tag::Trade,
    Tag::Take,
    Tag::Keep,
    Tag::AwaitI,
    Tag::Offer,
    Tag::Lose,
]);
/// Those that a "not" stands before.
pub const DENIED: Tags = Tags::of(&[Tag::Give, Tag::Offer, Tag::Lose, Tag::Davai, Tag::Trade, Tag::Take, Tag::Need]);
/// Words between one of these and its piece.
const BETWEEN: Tags =
    Tags::of(&[Tag::Me, Tag::More, Tag::Number, Tag::Urgent, Tag::Now, Tag::Him, Tag::Your, Tag::Already]);
/// Words behind a piece that end an order.
const ENDS: Tags = VERBS.or(Tags::of(&[Tag::Urgent, Tag::Nice, Tag::Can, Tag::Cannot]));
/// Words behind a piece with which another order begins.
const TELLS: Tags = Tags::of(&[Tag::Nice, Tag::MateMe, Tag::Mates, Tag::Can, Tag::Cannot]);
/// Words between a piece and the one that is listed behind them.
const SAID: Tags = Tags::of(&[
    Tag::Not,
    Tag::NotGive,
    Tag::NotTrade,
    Tag::NotNeed,
    Tag::Enough,
    Tag::Keep,
    Tag::Give,
    Tag::Offer,
    Tag::Davai,
    Tag::Lose,
    Tag::Trade,
    Tag::Need,
    Tag::Him,
    Tag::Cannot,
]);

/// An order about a piece holds for the one listed behind it too: «ферзя не отдавай и ладью», «коня дай и слона».
pub fn listed_behind(items: &mut [Item]) {
    for at in 2..items.len().saturating_sub(1) {
        let ends = items.get(at + 2).is_none_or(|item| item.tag == Tag::Comma);
        if !ends || (items[at].tag, items[at + 1].tag) != (Tag::And, Tag::Piece) {
            continue;
        }
        let Some(named) = items[..at].iter().rposition(|item| item.tag == Tag::Piece) else { continue };
        if named + 1 < at && items[named + 1..at].iter().all(|item| SAID.has(item.tag)) {
            items[named + 1..at + 2].rotate_right(2);
        }
    }
}

/// The number of words of a verb with which these begin, its "not" included.
fn length_of_verb(items: &[Item]) -> usize {
    match items {
        [Item { tag: Tag::Not, .. }, verb, ..] if DENIED.has(verb.tag) => 2,
        [verb, ..] if VERBS.has(verb.tag) => 1,
        _ => 0,
    }
}

/// Whether these words end with an order: a verb and its piece, or a piece and its verb.
fn order_ends(before: &[Item]) -> bool {
    match before {
        [rest @ .., Item { tag: Tag::Piece, .. }] => {
            rest.iter().rfind(|item| !BETWEEN.has(item.tag)).is_some_and(|item| VERBS.has(item.tag))
        }
        [.., Item { tag: Tag::Piece, .. }, last]
        | [.., Item { tag: Tag::Piece, .. }, Item { tag: Tag::Not, .. }, last] => ENDS.has(last.tag),
        _ => false,
    }
}

/// Whether these words begin with one, or tell that the speaker wins.
fn order_begins(behind: &[Item]) -> bool {
    if matches!(behind, [Item { tag: Tag::Wins, .. }, ..]) {
        return true;
    }
    let verb = length_of_verb(behind);
    if verb > 0 {
        let next = behind[verb..].iter().find(|item| !BETWEEN.has(item.tag));
        return next.is_some_and(|item| item.tag == Tag::Piece);
    }
    let [Item { tag: Tag::Piece, .. }, rest @ ..] = behind else { return false };
    let verb = match rest {
        [Item { tag: Tag::Nope, .. }] => 1,
        [first, ..] if TELLS.has(first.tag) => 1,
        _ => length_of_verb(rest),
    };
    let object = |item: &Item| matches!(item.tag, Tag::Piece | Tag::Me | Tag::Number | Tag::More);
    verb > 0 && rest.get(verb).is_none_or(|item| !object(item))
}

/// Commas between orders: "trade queens don't give a knight", «ферзя не надо дай коня». "Need n need n" is one, said
/// urgently.
pub fn orders_apart(items: &mut Vec<Item>) {
    let mut at = 2;
    while at < items.len() {
        let (before, behind) = items.split_at(at);
        let begins = before.iter().rposition(|item| item.tag == Tag::Comma).map_or(0, |comma| comma + 1);
        let repeated = behind.starts_with(&before[begins..]) || before.ends_with(behind);
        if !repeated && order_ends(before) && order_begins(behind) {
            items.insert(at, Item::plain(Tag::Comma));
        }
        at += 1;
    }
}
