//! The meaning of a sentence that no rule reads, from the set of its words: only where the set leaves no doubt.

use super::item::Item;
use super::rules::Make;
use super::tag::{Tag, Tags};

/// Longer sentences are not guessed.
const LONGEST: usize = 10;
/// With more unknown words nothing is guessed.
const MOST_UNKNOWN: usize = 1;
/// Words of stories, of conditions, of concrete moves, of corrections: nothing is guessed beside them.
const DOUBTFUL: Tags = Tags::of(&[
    Tag::Reports,
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
const PIECES: Tags = Tags::of(&[Tag::Piece, Tag::Minor, Tag::Major, Tag::Diag]);
const OTHERS: Tags = Tags::of(&[Tag::He, Tag::His, Tag::Opponent, Tag::Mine]);
const MATES: Tags = Tags::of(&[Tag::Mate, Tag::Mates, Tag::MateI]);
const MATED: Tags = Tags::of(&[Tag::MateMe, Tag::DeadMe]);
const TRADES: Tags = Tags::of(&[Tag::Trade, Tag::Trades]);
const FORBIDS: Tags = Tags::of(&[Tag::No, Tag::NotGive, Tag::NotLet, Tag::Keep]);
const GIVES: Tags = Tags::of(&[Tag::Give, Tag::Offer, Tag::Lose]);
const WANTS: Tags = Tags::of(&[Tag::Need, Tag::Give]);
const ALLOWS: Tags = Tags::of(&[Tag::Can, Tag::Ok, Tag::Fine]);
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

/// The meaning of these words, if there is only one.
pub fn of(items: &[Item], asks: bool) -> Option<Make> {
    let count = |tags: Tags| items.iter().filter(|item| tags.has(item.tag)).count();
    let has = |tags: Tags| count(tags) > 0;
    let one = |tag: Tag| has(Tags::of(&[tag]));
    if items.len() > LONGEST || has(DOUBTFUL) || count(Tags::of(&[Tag::Unknown])) > MOST_UNKNOWN {
        return None;
    }
    if has(TRADES) || one(Tag::NotTrade) {
        let theirs =
            has(OTHERS) || one(Tag::Give) || one(Tag::For) || one(Tag::I) || one(Tag::Take) || has(MATES) || has(MATED);
        return match () {
            () if theirs && !asks => None,
            () if asks => (!has(DENIES) && !has(OTHERS)).then_some(Make::AskTrade),
            () if one(Tag::Unknown) => None,
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
        let moves = one(Tag::NotMoving) && !one(Tag::Unknown) && !one(Tag::You) && !one(Tag::I);
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
        () if one(Tag::NotNeed) || one(Tag::Enough) => (!one(Tag::Him)).then_some(Make::Enough),
        () if has(FORBIDS) => {
            let other = one(Tag::Need) || one(Tag::Is) || one(Tag::I) || has(ALLOWS) || one(Tag::More);
            (!other).then_some(Make::Avoid)
        }
        () if denies => None,
        () if has(ALLOWS) && has(GIVES) && one(Tag::You) && !one(Tag::Me) && !one(Tag::Need) => Some(Make::Allow),
        () => (wants && !one(Tag::Him) && !one(Tag::You) && !one(Tag::Sit)).then_some(Make::Need),
    }
}
