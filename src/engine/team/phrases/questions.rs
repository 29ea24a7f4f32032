//! Which sentences ask, whatever their punctuation, and which do not.

use super::item::{Item, Sentence};
use super::tag::{Tag, Tags};
use super::translit::{of_latin, of_russian};

/// Words at the start of a question, with or without a question mark.
const BEGINNINGS: [&str; 5] = ["is", "are", "does", "should", "shall"];
/// Where only the subject of a statement was left out: "is mate, we win".
const STATED: [&str; 2] = ["is mate,", "is checkmate,"];
/// Words that forbid.
const BANS: Tags = Tags::of(&[Tag::Not, Tag::NotGive, Tag::NotLet, Tag::NotTrade, Tag::NotTake, Tag::Keep]);
/// Commands to move or not.
const COMMANDS: Tags = Tags::of(&[Tag::Sit, Tag::Wait, Tag::Go, Tag::NotGo, Tag::Hurry, Tag::Fast, Tag::Slow]);
/// Words at the end of a command that ask for a yes.
const NODS: [&str; 7] = ["ok", "okay", "alright", "ладно", "хорошо", "ок", "окей"];
/// Words of a sentence that explains the question before it: "is good for me".
const REASONS: Tags = Tags::of(&[Tag::Is, Tag::Good, Tag::For, Tag::Me, Tag::We, Tag::Very]);
/// First words of a polite request.
const REQUESTS: [&str; 9] = ["can", "could", "would", "will", "mind", "можешь", "можете", "мог", "могли"];
/// Words of a request to wait: "could you wait a bit?"
const WAITING: Tags = Tags::of(&[
    Tag::Can,
    Tag::You,
    Tag::Sit,
    Tag::Wait,
    Tag::Number,
    Tag::Seconds,
    Tag::For,
    Tag::Me,
    Tag::More,
    Tag::Now,
    Tag::NotTake,
]);

/// Infinitives of giving: «дать коня?» offers a piece.
const OFFERS: [&str; 7] = ["дать", "кинуть", "прислать", "подкинуть", "передать", "достать", "добыть"];

/// Puts right which of a line's sentences ask.
pub fn settle(line: &str, sentences: &mut Vec<Sentence>) {
    let words: Vec<String> = line.split_whitespace().take(2).map(bare).collect();
    if let ([only], Some(first)) = (&mut sentences[..], words.first())
        && BEGINNINGS.contains(&&**first)
    {
        let line = line.trim_start().to_lowercase();
        only.stop.asks |= !STATED.iter().any(|stated| line.starts_with(stated));
    }
    // «Менять ли ферзей», but not «вряд ли»
    if let ([only], [_, second]) = (&mut sentences[..], &words[..])
        && matches!(&**second, "ли" | "li")
        && !only.items.iter().any(|item| matches!(item.tag, Tag::Reports | Tag::Comma))
    {
        only.stop.asks = true;
    }
    // "R u mating"
    if let ([only], [first, second]) = (&mut sentences[..], &words[..])
        && first == "r"
        && ["u", "you"].contains(&&**second)
        && only.items.first().is_some_and(|item| item.tag == Tag::Piece)
    {
        only.items.remove(0);
        only.stop.asks = true;
    }
    let offers = |at: usize| {
        let means = |word: &str, offer: &str| word == offer || of_latin(word).contains(&of_russian(offer));
        words.get(at).is_some_and(|word| OFFERS.into_iter().any(|offer| means(word, offer)))
    };
    if let [only] = &mut sentences[..]
        && only.stop.asks
        && (offers(0) || offers(1) && matches!(&*words[0], "тебе" | "tebe"))
    {
        only.items.iter_mut().filter(|item| item.tag == Tag::Give).for_each(|item| item.tag = Tag::Offer);
    }
    // "Would a knight mate", but "would love a knight"
    if let ([only], [first, second]) = (&mut sentences[..], &words[..])
        && first == "would"
        && ["a", "an", "the"].contains(&&**second)
    {
        only.stop.asks = true;
    }
    if let [only] = &mut sentences[..] {
        let has = |tag: Tag| only.items.iter().any(|item| item.tag == tag);
        let requests = has(Tag::Can) && has(Tag::You) || words.iter().any(|word| REQUESTS.contains(&&**word));
        if requests
            && (has(Tag::Sit) || has(Tag::Wait) || has(Tag::NotTake))
            && only.items.iter().all(|item| WAITING.has(item.tag))
        {
            only.stop.asks = false;
        }
    }
    let nods = line.split_whitespace().next_back().is_some_and(|last| NODS.contains(&&*bare(last)));
    for sentence in sentences.iter_mut() {
        // "Trade queens y/n"
        if let [_, .., Item { tag: Tag::Yes, .. }, Item { tag: Tag::Or, .. }, _] = sentence.items[..] {
            sentence.items.truncate(sentence.items.len() - 3);
            sentence.stop.asks = true;
        }
        // "Trade or not"
        if let [_, .., Item { tag: Tag::Or, .. }, Item { tag: Tag::No | Tag::Nope | Tag::Not, .. }] = sentence.items[..]
        {
            sentence.items.truncate(sentence.items.len() - 2);
            sentence.stop.asks = true;
        }
        // "Don't lose the queen, ok?", "sit, ok?"
        if sentence.stop.asks
            && (sentence.items.iter().any(|item| BANS.has(item.tag))
                || nods && sentence.items.first().is_some_and(|item| COMMANDS.has(item.tag)))
            && let [said @ .., Item { tag: Tag::Comma, .. }]
            | [said @ .., Item { tag: Tag::Comma, .. }, Item { tag: Tag::Ok | Tag::Yes | Tag::Good, .. }] =
                &sentence.items[..]
        {
            sentence.items.truncate(said.len());
            sentence.stop.asks = false;
        }
    }
    explained(sentences);
    apart(sentences);
}

/// "My opponent sits, what do you need?": only the part behind the last comma asks.
fn apart(sentences: &mut Vec<Sentence>) {
    const ASKING: Tags =
        Tags::of(&[Tag::What, Tag::Can, Tag::Should, Tag::If, Tag::Or, Tag::Need, Tag::Trade, Tag::Trades]);
    let split = |sentence: &Sentence| {
        let at = sentence.items.iter().rposition(|item| item.tag == Tag::Comma).filter(|_| sentence.stop.asks)?;
        let asks = matches!(sentence.items.get(at + 1)?.tag, Tag::What | Tag::Can | Tag::Should);
        (asks && !sentence.items[..at].iter().any(|item| ASKING.has(item.tag))).then_some(at)
    };
    let Some((place, at)) = sentences.iter().enumerate().find_map(|(place, sentence)| Some((place, split(sentence)?)))
    else {
        return;
    };
    let asked = sentences[place].items.split_off(at);
    let stated = std::mem::take(&mut sentences[place].items);
    sentences[place].items = asked;
    if !stated.is_empty() {
        sentences.insert(place, Sentence { items: stated, ..Sentence::default() });
    }
}

/// "Can you trade queens? It is good for me" recommends the trade: a reason behind it leaves no question.
fn explained(sentences: &mut Vec<Sentence>) {
    let [.., question, reason] = &mut sentences[..] else { return };
    let has = |sentence: &Sentence, tag: Tag| sentence.items.iter().any(|item| item.tag == tag);
    if question.stop.asks
        && !reason.stop.asks
        && has(question, Tag::You)
        && has(question, Tag::Trade)
        && has(reason, Tag::Good)
        && reason.items.iter().all(|item| REASONS.has(item.tag))
    {
        question.items.push(Item::plain(Tag::Good));
        question.stop.asks = false;
        sentences.pop();
    }
}

/// A word in small letters without what stands around it.
fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}
