//! The meaning of a sentence that no rule reads, from the set of its words: only where the set leaves no doubt.

use super::item::Item;
use super::rules::Make;
use super::tag::{Tag, Tags};
use crate::team::message::Cause;

/// Longer sentences are not guessed.
const LONGEST: usize = 14;
/// With more unknown words nothing is guessed.
const MOST_UNKNOWN: usize = 3;
/// Words of stories, of conditions, of concrete moves, of corrections: nothing is guessed beside them.
const DOUBTFUL: Tags = Tags::of(&[
    Tag::Reports,
    Tag::Past,
    Tag::Hedge,
    Tag::Idiom,
    Tag::If,
    Tag::Or,
    Tag::Than,
    Tag::Correct,
    Tag::Except,
    Tag::Signed,
    Tag::Move,
    Tag::Square,
    Tag::What,
    Tag::Where,
    Tag::My,
    Tag::IHave,
    Tag::Link,
    Tag::Wins,
    Tag::Captures,
    Tag::Castle,
    Tag::Needs,
    Tag::Seconds,
]);
/// Words by which a part of a sentence that is not understood voids a wish in another part.
pub const CONTRARY: Tags = Tags::of(&[
    Tag::Need,
    Tag::Give,
    Tag::NotGive,
    Tag::NotLet,
    Tag::NotNeed,
    Tag::Trade,
    Tag::Trades,
    Tag::NotTrade,
    Tag::Enough,
    Tag::Forget,
    Tag::If,
    Tag::Reports,
    Tag::Hedge,
    Tag::Correct,
    Tag::Than,
    Tag::Except,
    Tag::Idiom,
    Tag::Sit,
    Tag::Go,
    Tag::NotGo,
    Tag::NotSit,
    Tag::Take,
    Tag::What,
]);
const PIECES: Tags = Tags::of(&[Tag::Piece, Tag::Minor, Tag::Major, Tag::Diag]);
const OTHERS: Tags = Tags::of(&[Tag::He, Tag::His, Tag::Opponent, Tag::Mine]);
const MATES: Tags = Tags::of(&[Tag::Mate, Tag::Mates, Tag::MateI]);
const MATED: Tags = Tags::of(&[Tag::MateMe, Tag::DeadMe]);
const TRADES: Tags = Tags::of(&[Tag::Trade, Tag::Trades]);
const FORBIDS: Tags = Tags::of(&[Tag::No, Tag::NotGive, Tag::NotLet, Tag::Keep]);
const GIVES: Tags = Tags::of(&[Tag::Give, Tag::Offer, Tag::Lose]);
const MOVES: Tags = Tags::of(&[Tag::Sit, Tag::Go, Tag::Sitting, Tag::SittingI, Tag::Wait, Tag::Think, Tag::Time]);
const WANTS: Tags = Tags::of(&[Tag::Need, Tag::Give]);
/// Words beside which "no" states what there is: "no n coming".
const STATED: Tags = Tags::of(&[Tag::Need, Tag::Only, Tag::Is, Tag::I, Tag::More, Tag::Coming]);
const ALLOWS: Tags = Tags::of(&[Tag::Can, Tag::Ok, Tag::Fine]);
const NOT_BAD: [Tag; 2] = [Tag::Not, Tag::Bad];
const NOT_ENOUGH: [Tag; 2] = [Tag::Not, Tag::Enough];
const I_GIVE: [Tag; 2] = [Tag::I, Tag::Give];
const DENIES: Tags = Tags::of(&[
    Tag::Not,
    Tag::No,
    Tag::Nope,
    Tag::Nor,
    Tag::NotGive,
    Tag::NotLet,
    Tag::NotNeed,
    Tag::NotTrade,
    Tag::NotTake,
    Tag::Without,
    Tag::Cannot,
    Tag::Enough,
    Tag::Forget,
    Tag::Stop,
    Tag::Keep,
    Tag::Bad,
    Tag::NotMates,
    Tag::NotMateMe,
    Tag::NotDead,
    Tag::NotGo,
    Tag::NotSit,
    Tag::Lack,
]);

/// The meanings of a sentence's parts between commas; none if a part without a meaning has a word of [`CONTRARY`].
pub fn parts(items: &[Item], asks: bool) -> Vec<(Make, Vec<Item>)> {
    let mut found = Vec::new();
    for part in items.split(|item| matches!(item.tag, Tag::Comma | Tag::Because)) {
        match of(part, asks) {
            Some(makes) => found.push((makes, part.to_vec())),
            None if part.iter().any(|item| CONTRARY.has(item.tag)) => return Vec::new(),
            None => {}
        }
    }
    found
}

/// The meaning of these words, if there is only one.
pub fn of(items: &[Item], asks: bool) -> Option<Make> {
    let count = |tags: Tags| items.iter().filter(|item| tags.has(item.tag)).count();
    let has = |tags: Tags| count(tags) > 0;
    let one = |tag: Tag| has(Tags::of(&[tag]));
    let beside = |tags: [Tag; 2]| items.windows(2).any(|pair| [pair[0].tag, pair[1].tag] == tags);
    if has(Tags::of(&[Tag::What]))
        && one(Tag::You)
        && !has(PIECES)
        && !has(OTHERS)
        && !has(TRADES)
        && !one(Tag::Past)
        && !one(Tag::Reports)
        && !has(MOVES)
    {
        let wish = has(WANTS) || has(ALLOWS) || one(Tag::Get) || one(Tag::Take) || one(Tag::Good) || one(Tag::Nice);
        return (wish && (asks || items[0].tag == Tag::What)).then_some(Make::AskNeed);
    }
    if items.len() > LONGEST || has(DOUBTFUL) || count(Tags::of(&[Tag::Unknown])) > MOST_UNKNOWN {
        return None;
    }
    if has(TRADES) || one(Tag::NotTrade) {
        // «Лёгкие меняй, тяжёлые нет», "first a knight and then a trade"
        if one(Tag::Nope) && count(PIECES) > 1 || one(Tag::And) && has(PIECES) {
            return None;
        }
        let theirs =
            has(OTHERS) || one(Tag::Give) || one(Tag::For) || one(Tag::I) || one(Tag::Take) || has(MATES) || has(MATED);
        // «Не меняй слона на коня»
        let is_swap = |three: &[Item]| PIECES.has(three[0].tag) && three[1].tag == Tag::On && PIECES.has(three[2].tag);
        let swaps = items.windows(3).any(is_swap);
        let unequal = |three: &[Item]| is_swap(three) && three[0] != three[2];
        return match () {
            () if (theirs || swaps) && !asks => None,
            // "Trade places?"
            () if asks && items.windows(2).any(|pair| TRADES.has(pair[0].tag) && pair[1].tag == Tag::Unknown) => None,
            // «Менять ферзя на ладью?»
            () if asks && items.windows(3).any(unequal) => None,
            () if asks => (!has(DENIES) && !has(OTHERS)).then_some(Make::AskTrade),
            () if one(Tag::Unknown) => None,
            // "I don't mind trades", "I am not dead, trade again", "trades are not bad"
            () if one(Tag::NotMateMe) || one(Tag::NotDead) || beside(NOT_BAD) => None,
            () if has(DENIES) => Some(Make::NoTrade),
            () => (one(Tag::Trades) && !one(Tag::On)).then_some(Make::Trade),
        };
    }
    if !has(PIECES) {
        if one(Tag::Thanks) {
            return (!has(DENIES)).then_some(Make::Thanks);
        }
        let mated = has(MATED) || one(Tag::Mated) || one(Tag::Dead);
        if mated && one(Tag::I) && !has(DENIES) && !has(OTHERS) && !one(Tag::You) && !asks {
            return Some(Make::Dead);
        }
        let still =
            has(OTHERS) && (one(Tag::NotGo) || one(Tag::NotMoving)) || one(Tag::NotMoving) && !one(Tag::Unknown);
        let board = one(Tag::Press) || one(Tag::Danger) || one(Tag::Board);
        let moves = still && !board && !one(Tag::You) && !one(Tag::I) && !one(Tag::Me);
        return moves.then_some(Make::Waiting).filter(|_| !asks);
    }
    if asks || one(Tag::Take) || one(Tag::Win) {
        return None;
    }
    let (wants, denies) = (has(WANTS), has(DENIES));
    match () {
        () if one(Tag::MateMe) && !wants => {
            (!one(Tag::NotMateMe) && !one(Tag::Unknown) && !one(Tag::Nice)).then_some(Make::AvoidMates)
        }
        () if has(OTHERS) && has(MATES) && !one(Tag::I) && !denies => Some(Make::AvoidMates),
        () if has(OTHERS) && (has(MATED) || one(Tag::Mated)) && one(Tag::I) && !denies => Some(Make::AvoidMates),
        () if has(OTHERS) || has(MATES) || has(MATED) => None,
        // "Not enough pawns to mate"
        () if beside(NOT_ENOUGH) => None,
        () if one(Tag::NotNeed) || one(Tag::Enough) => (!one(Tag::Him)).then_some(Make::Enough),
        () if has(FORBIDS) => {
            let other = has(STATED) || has(ALLOWS);
            (!other).then_some(Make::Avoid)
        }
        () if denies => None,
        () if has(ALLOWS) && has(GIVES) && one(Tag::You) && !one(Tag::Me) && !one(Tag::Need) => Some(Make::Allow),
        // "Can I give a knight", "I'll give a knight"
        () if one(Tag::Can) && one(Tag::I) && one(Tag::Give) || beside(I_GIVE) => None,
        // "Need to sac the queen"
        () if one(Tag::Offer) || one(Tag::Lose) => None,
        () => (wants && !one(Tag::Him) && !one(Tag::You) && !one(Tag::Sit)).then_some(Make::Need),
    }
}

/// The reason given by words that no rule fits, by their subject.
pub fn cause(left: &[Item]) -> Option<Cause> {
    let has = |tags: Tags| left.iter().any(|item| tags.has(item.tag));
    if has(Tags::of(&[Tag::Time, Tag::Ahead, Tag::Behind, Tag::Flag, Tag::Seconds])) {
        Some(Cause::Time)
    } else if has(MATES) && !has(Tags::of(&[Tag::Me, Tag::MateMe, Tag::Not])) {
        Some(Cause::Mate)
    } else if has(PIECES) || has(Tags::of(&[Tag::AnyPiece])) {
        Some(Cause::Piece)
    } else {
        None
    }
}
