//! Corrections and comparisons within a sentence.

use super::item::{Item, Value};
use super::run_on::{DENIED, listed_behind, orders_apart};
use super::tag::{Tag, Tags};
use crate::types::PieceType;

/// Words of a wish.
const WISHED: Tags = PIECES.or(Tags::of(&[Tag::Need, Tag::Give, Tag::Me, Tag::I, Tag::Urgent, Tag::Now, Tag::Only]));
/// Words of a ban, of a trade, and of what the speaker has.
const TOLD: Tags =
    PIECES.or(Tags::of(&[Tag::Need, Tag::I, Tag::Now, Tag::Already, Tag::No, Tag::Trade, Tag::IHave, Tag::Get]));
/// Words that tell what to do with a piece.
const ORDERS: Tags = Tags::of(&[Tag::Trade, Tag::Keep, Tag::Hold, Tag::Lose]);
/// Words before another one of these.
const ORDERED: Tags = ORDERS.or(PIECES).or(Tags::of(&[Tag::Not, Tag::Your]));
/// Words that govern the piece behind them.
const VERBS: Tags = ORDERS.or(Tags::of(&[
    Tag::NotTrade,
    Tag::Offer,
    Tag::Give,
    Tag::NotGive,
    Tag::Need,
    Tag::NotNeed,
    Tag::Enough,
    Tag::Take,
]));
/// Other words of an order or a verdict about a piece.
const BESIDE: Tags = Tags::of(&[
    Tag::Not,
    Tag::No,
    Tag::I,
    Tag::You,
    Tag::Me,
    Tag::Your,
    Tag::His,
    Tag::My,
    Tag::Can,
    Tag::Now,
    Tag::Urgent,
    Tag::Very,
    Tag::Ok,
    Tag::Fine,
    Tag::Bad,
    Tag::Nice,
    Tag::Already,
]);
/// Words before the verb of an order: "u can give b", "absolutely no b".
const LEADS: Tags = Tags::of(&[Tag::Very, Tag::Nice, Tag::Rather, Tag::I, Tag::You, Tag::Can, Tag::Should]);
/// Words of bans, which "no" goes on with: "no n no b".
const DENIALS: Tags = Tags::of(&[Tag::Not, Tag::No, Tag::NotGive, Tag::Keep, Tag::NotTrade, Tag::NotNeed]);
/// All words of such an order.
const GOVERNED: Tags = VERBS.or(PIECES).or(BESIDE);
/// Words that name pieces.
const PIECES: Tags = Tags::of(&[Tag::Piece, Tag::Minor, Tag::Major, Tag::Number, Tag::More, Tag::Or, Tag::And]);

/// A piece at the end goes to those before it, which it is named with: «не отдавай ладью, ферзя тоже».
pub fn listed_before(items: &mut [Item]) {
    if let [before @ .., Item { tag: Tag::Comma | Tag::And, .. }, Item { tag: Tag::Piece, .. }] = &items[..]
        && let Some(at) = before.iter().rposition(|item| item.tag == Tag::Piece)
        && at + 1 < before.len()
    {
        let last = items.len() - 1;
        items[last - 1].tag = Tag::And;
        items[at + 1..].rotate_right(2);
    }
}

/// Commas that were not typed: "hi what do you need", "enough pawns now a knight". The order of words may be `free`, as
/// in Russian.
pub fn with_commas(items: &mut Vec<Item>, free: bool) {
    orders_apart(items);
    // "Nope trade rooks", "ok give me a knight"
    if matches!(
        items[..],
        [Item { tag: Tag::Nope, .. }, Item { tag: Tag::Trade | Tag::Give | Tag::Take | Tag::Go, .. }, _, ..]
            | [Item { tag: Tag::Ok, .. }, Item { tag: Tag::Give, .. }, Item { tag: Tag::Piece, .. }, ..]
    ) {
        items.insert(1, Item::plain(Tag::Comma));
    }
    if let [Item { tag: Tag::Hello | Tag::Hail, .. }, Item { tag: Tag::What, .. }, ..] = items[..] {
        items.insert(1, Item::plain(Tag::Comma));
    }
    // "I am dead don't move"
    let dead = |three: &[Item]| {
        let denied = DENIED.has(three[2].tag) || matches!(three[2].tag, Tag::Go | Tag::Play);
        (three[0].tag, three[1].tag) == (Tag::DeadMe, Tag::Not) && denied
    };
    if let Some(at) = items.windows(3).position(dead) {
        items.insert(at + 1, Item::plain(Tag::Comma));
    }
    // "Trade rooks not queens", "no q need n"
    let two = |four: &[Item]| {
        let [first, middle, second, Tag::Piece] = [four[0].tag, four[1].tag, four[2].tag, four[3].tag] else {
            return false;
        };
        match middle {
            Tag::Piece if first == Tag::No => matches!(second, Tag::Need | Tag::Yes),
            Tag::Piece => matches!((first, second), (Tag::Trade | Tag::Trades, Tag::Not | Tag::No)),
            // "Trades ok not n"
            Tag::Ok | Tag::Good | Tag::Fine => {
                matches!((first, second), (Tag::Trade | Tag::Trades, Tag::Not | Tag::No))
            }
            _ => false,
        }
    };
    if let Some(at) = items.windows(4).position(two) {
        // "No p yes n"
        if items[at + 2].tag == Tag::Yes {
            items[at + 2].tag = Tag::Need;
        }
        items.insert(at + 2, Item::plain(Tag::Comma));
    }
    if let Some(at) = (1..items.len()).find(|&at| begins_anew(items, at)) {
        items.insert(at, Item::plain(Tag::Comma));
    }
    for at in (1..items.len()).rev() {
        let judged = judged_anew(items, at);
        // "P ok n not"
        if judged && items[at + 1..] == [Item::plain(Tag::Not)] {
            items.push(Item::plain(Tag::Ok));
        }
        if judged || orders_anew(items, at, free) {
            items.insert(at, Item::plain(Tag::Comma));
        }
    }
    // "Need n asap ty"
    let thanks = |pair: &[Item]| matches!((pair[0].tag, pair[1].tag), (Tag::Urgent | Tag::Now, Tag::Thanks));
    if let Some(at) = items.windows(2).position(thanks) {
        items.insert(at + 1, Item::plain(Tag::Comma));
    }
    let now = items.windows(2).position(|pair| pair[0].tag == Tag::Now && pair[1].tag == Tag::Piece);
    if let Some(at) = now
        && items[..at].iter().any(|item| item.tag == Tag::Piece)
        && items[..at].iter().any(|item| matches!(item.tag, Tag::Enough | Tag::NotNeed))
    {
        items.insert(at, Item::plain(Tag::Comma));
    }
}

/// Whether a verdict on another piece begins at `at`: "p ok n not", "no q now r ok".
fn judged_anew(items: &[Item], at: usize) -> bool {
    let before = &items[..at];
    let next = items.get(at + 1).map(|item| item.tag);
    items[at].tag == Tag::Piece
        && matches!(items[at - 1].tag, Tag::Ok | Tag::Fine | Tag::Now)
        && matches!(next, Some(Tag::Ok | Tag::Fine | Tag::Not))
        && before.iter().any(|item| item.tag == Tag::Piece)
        && !before.iter().any(|item| matches!(item.tag, Tag::Trade | Tag::Trades))
}

/// Whether an order about another piece begins at `at`, behind one that is whole: "need n dont give b", "n ok trade r".
/// In «коня не отдавай слона» the verb may belong to either piece.
fn orders_anew(items: &[Item], at: usize, free: bool) -> bool {
    use Tag::*;
    let begins = items[..at].iter().rposition(|item| item.tag == Comma).map_or(0, |comma| comma + 1);
    let before: Vec<Tag> = items[begins..at].iter().map(|item| item.tag).collect();
    let Some(named) = before.iter().position(|&tag| tag == Piece) else { return false };
    let denies = before.iter().any(|&tag| DENIALS.has(tag));
    let mut behind = items[at..].iter().map(|item| item.tag).skip_while(|&tag| LEADS.has(tag)).peekable();
    let denied = behind.next_if_eq(&Not).is_some();
    let verb = behind.next().filter(|&tag| VERBS.has(tag) || tag == No && !denies);
    let Some(verb) = verb else { return false };
    let object = behind.find(|tag| !matches!(tag, More | Number | Me | Your | His | You | My));
    if !matches!(object, Some(Piece | Minor | Major)) || !before.iter().all(|&tag| GOVERNED.has(tag)) {
        return false;
    }
    // "Need n need n need n"
    let repeated = items[at..].starts_with(&items[begins..at]) || items[..at].ends_with(&items[at..]);
    // "You can lose q sac r"
    let allows = before.contains(&Can) && !denied && matches!(verb, Lose | Offer);
    // "P need n" speaks to the partner.
    let addressed = before.len() == 1 && items[begins].value == Some(Value::Piece(PieceType::Pawn));
    // "Gimme pawn n dont trade qs": "n" is "and".
    let doubtful = matches!(before[..], [.., Piece, Piece]);
    if repeated || allows || addressed || doubtful {
        return false;
    }
    match before[..] {
        [.., Ok | Fine] => true,
        [.., Bad | Nice] => !free,
        // "No more n needed trade r"
        [.., Need] => before.contains(&No),
        [.., Piece | Now | Urgent] => {
            before[..named].iter().any(|&tag| VERBS.has(tag) || matches!(tag, Not | No | Nice))
                || !free && (denied || matches!(verb, Keep | Hold | Give | NotGive | NotTrade | NotNeed))
        }
        _ => false,
    }
}

/// Whether another message begins at `at` without a comma: a ban or what the speaker has behind a wish ("n no q"), or a
/// wish behind one of these or a trade ("no q i need n", "trade q dont need r").
fn begins_anew(items: &[Item], at: usize) -> bool {
    use Tag::*;
    let (before, behind) = items.split_at(at);
    let all = |tags: Tags| before.iter().all(|item| tags.has(item.tag));
    let has = |tag: Tag| before.iter().any(|item| item.tag == tag);
    let mut tags = behind.iter().map(|item| item.tag);
    let (first, second) = (tags.next(), tags.next());
    let names_piece = |skipped: usize| {
        let mut rest = behind.iter().skip(skipped).map(|item| item.tag);
        rest.find(|tag| !matches!(tag, More | Number)) == Some(Piece)
    };
    let last = before.last().map(|item| item.tag);
    // "Trade n keep q", "dont trade bishops trade knights"
    let ordered = all(ORDERED) && before.iter().any(|item| ORDERS.has(item.tag));
    if last == Some(Piece) && ordered && first.is_some_and(|tag| ORDERS.has(tag)) {
        return names_piece(1);
    }
    // "Wait for a knight don't trade queens"
    if last == Some(Piece) && has(Wait) && (first, second) == (Some(Not), Some(Trade)) {
        return names_piece(2);
    }
    let named = before.iter().rev().map(|item| item.tag).find(|&tag| tag != Only);
    if matches!(named, Some(Piece | Minor | Major)) && all(WISHED) {
        match (first, second) {
            // "Only a knight, no trades"
            (Some(NotTrade), _) => return has(Only),
            (Some(No | IHave), _) => return names_piece(1),
            (Some(I), Some(IHave)) => return names_piece(2),
            _ => {}
        }
    }
    let told = has(No) || has(Trade) || has(IHave) || has(Get);
    if !told || !has(Piece) || !all(TOLD) || !matches!(last, Some(Piece | Need | Now)) {
        return false;
    }
    match (first, second) {
        (Some(Need), _) => names_piece(1),
        (Some(I), Some(Need)) => names_piece(2),
        (Some(NotNeed), _) => has(Trade) && names_piece(1),
        (Some(Not), Some(Need)) => has(Trade) && names_piece(2),
        _ => false,
    }
}

/// Whether the words so far forbid trades.
pub fn forbids_trades(items: &[Item]) -> bool {
    let trades = |pair: &[Item]| {
        matches!((pair[0].tag, pair[1].tag), (Tag::Not | Tag::No | Tag::Stop, Tag::Trade | Tag::Trades))
    };
    items.iter().any(|item| item.tag == Tag::NotTrade) || items.windows(2).any(trades)
}

/// Whether the words so far forbid a piece, or say that none is needed, and nothing else: "no p", "dont need n".
pub fn forbids_a_piece(items: &[Item]) -> bool {
    const DENIES: Tags = Tags::of(&[Tag::No, Tag::Not, Tag::NotNeed, Tag::Enough]);
    const WORDS: Tags = PIECES.or(DENIES).or(Tags::of(&[Tag::Need, Tag::I, Tag::Now]));
    items.last().is_some_and(|item| item.tag == Tag::Piece)
        && items.iter().all(|item| WORDS.has(item.tag))
        && items.iter().any(|item| DENIES.has(item.tag))
}

/// Pieces that a sentence names and takes back are left out: "a knight, I mean a bishop", "rather a knight than a
/// bishop", «не коня, а слона».
pub fn put_right(mut items: Vec<Item>) -> Vec<Item> {
    use Tag::*;
    let is_piece = |item: &Item| matches!(item.tag, Piece | Minor | Major | Diag);
    // «Дай пешку и хватит»
    if let [_, .., Item { tag: And, .. }, Item { tag: Enough, .. }] = items[..] {
        items.truncate(items.len() - 2);
    }
    listed_behind(&mut items);
    // "I don't think I am dead": "don't think" alone is "hurry".
    let doubts =
        |three: &[Item]| (three[0].tag, three[1].tag) == (I, Hurry) && !matches!(three[2].tag, Comma | Because);
    if let Some(at) = items.windows(3).position(doubts) {
        items.truncate(at);
        items.push(Item::plain(Idiom));
    }
    while let Some(at) = items.iter().position(|item| item.tag == Correct) {
        items.remove(at);
        if items[at..].iter().any(is_piece) {
            // "A knight, no sorry, a bishop"
            let kept = |(place, item): (usize, Item)| (place + 1 < at || item.tag != No).then_some(item);
            let said: Vec<Item> = items.drain(..at).enumerate().filter_map(kept).collect();
            let before = said.into_iter().filter(|item| !is_piece(item) && item.tag != Comma);
            let before: Vec<Item> = before.filter(|item| !matches!(item.tag, And | Or)).collect();
            items.splice(..0, before);
        }
    }
    while let Some(at) = items.iter().position(|item| item.tag == Than) {
        let listed = |item: &Item| is_piece(item) || matches!(item.tag, With | Or | And | AnyPiece | More | Number);
        let end = (at + 1..items.len()).find(|&end| !listed(&items[end])).unwrap_or(items.len());
        if !items[at..end].iter().any(is_piece) {
            items[at].tag = Unknown;
            continue;
        }
        // "I like knights more than bishops", "rooks are stronger than bishops" are opinions.
        let wish = |item: &Item| matches!(item.tag, Need | Give | Rather | Nice | For | Not | NotGive | NotTrade);
        let opinion = |item: &Item| matches!(item.tag, Unknown | Is | Reports);
        if items[..at].iter().any(opinion) && !items.iter().any(wish) {
            return vec![Item::plain(Idiom)];
        }
        items.drain(at..end);
        if at > 0 && items[at - 1].tag == Comma {
            items.remove(at - 1);
        }
        if items.iter().all(|item| item.tag != NotGive && item.tag != Not) && items.iter().any(is_piece) {
            items.insert(0, Item::plain(Need));
        }
    }
    // "A bishop, not a knight"
    let asks =
        |item: &Item| matches!(item.tag, Need | Give | Take | Me | I | Urgent | Now | More | Number) || is_piece(item);
    if let Some(at) = items.iter().rposition(|item| item.tag == Not)
        && at > 0
        && items[at + 1..].iter().all(is_piece)
        && at + 1 < items.len()
        && items[..at].iter().all(|item| asks(item) || item.tag == Comma)
        && items[..at].iter().any(is_piece)
    {
        items.truncate(at);
    }
    // "Not a bishop, a knight"
    let mut rest = items.iter().skip_while(|item| matches!(item.tag, Not | Piece));
    let first = items.iter().take_while(|item| matches!(item.tag, Not | Piece)).count();
    if first == 2
        && items[0].tag == Not
        && matches!(rest.next(), Some(Item { tag: Comma, .. }))
        && rest.all(|item| matches!(item.tag, Piece | Need | Give | Me | Rather | Davai | Urgent | Now | I))
        && items[2..].iter().any(is_piece)
    {
        items.drain(..3);
    }
    items
}
