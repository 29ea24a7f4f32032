//! From words to meanings: looks words up, joins the words of idioms, leaves out forms of address.

use super::Language;
use super::fixed;
use super::lexicon::{self, Lexicon};
use super::moves::Concrete;
use super::tag::Tag;
use super::token::{Stop, Token, tokens};
use crate::team::message::PartnerMessage;
use crate::types::PieceType;

/// One meaning in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its meaning.
    pub tag: Tag,
    /// The piece, number or move that the tag stands for.
    pub value: Option<Value>,
}

/// The value of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A piece.
    Piece(PieceType),
    /// A number.
    Number(u32),
    /// A move, or a square.
    Place(String),
    /// A complete message (server shorthand).
    Message(PartnerMessage),
}

impl Item {
    /// An item without a value.
    pub const fn plain(tag: Tag) -> Self {
        Self { tag, value: None }
    }
}

/// A sentence: its meanings, and how it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The meanings in order.
    pub items: Vec<Item>,
    /// `?`, `!!`
    pub stop: Stop,
}

/// The result of looking a word up.
enum Known {
    Word(String, Language),
    Other(Token),
}

/// The sentences of a line, and its language if it can be inferred from the words.
pub fn sentences(line: &str) -> (Vec<Sentence>, Option<Language>) {
    let tokens = tokens(line);
    let language = language(&tokens);
    let translit = language == Some(Language::Russian) && !tokens.iter().any(is_cyrillic);
    let mut sentences = Vec::new();
    let mut current = Vec::new();
    for token in tokens {
        match token {
            Token::Stop(stop) => {
                sentences.push(Sentence { items: items(&current), stop });
                current.clear();
            }
            Token::Word(word) => current.push(look_up(word, translit)),
            other => current.push(Known::Other(other)),
        }
    }
    sentences.push(Sentence { items: items(&current), stop: Stop::default() });
    sentences.retain(|sentence| !sentence.items.is_empty());
    (sentences, language)
}

fn look_up(word: String, translit: bool) -> Known {
    let language = if word.is_ascii() { Language::English } else { Language::Russian };
    let russian = if translit && word.is_ascii() { lexicon::of(Language::Russian).read_latin(&word) } else { None };
    match russian {
        Some(found) => Known::Word(found, Language::Russian),
        None => match lexicon::of(language).read(&word) {
            Some(found) => Known::Word(found, language),
            None => Known::Other(Token::Word(word)),
        },
    }
}

const fn is_russian_letter(c: char) -> bool {
    matches!(c, 'а'..='я' | 'А'..='Я')
}

fn is_cyrillic(token: &Token) -> bool {
    match token {
        Token::Word(word) => word.chars().any(is_russian_letter),
        Token::Signed { what, .. } => what.chars().any(is_russian_letter),
        _ => false,
    }
}

/// Russian if there are Cyrillic letters; else the language of most of the words. Server shorthand belongs to neither.
fn language(tokens: &[Token]) -> Option<Language> {
    if tokens.iter().any(is_cyrillic) {
        return Some(Language::Russian);
    }
    let says = |language: Language, word: &str| {
        lexicon::of(language).meaning(word).is_some_and(|meaning| meaning.tags != [Tag::Unknown])
    };
    let (mut russian, mut english) = (0, 0);
    for token in tokens {
        let Token::Word(word) = token else { continue };
        // A letter is a piece in every language.
        if word.chars().count() > 1 {
            english += usize::from(says(Language::English, word));
            russian += usize::from(
                lexicon::of(Language::Russian).read_latin(word).is_some_and(|word| says(Language::Russian, &word)),
            );
        }
    }
    match russian.cmp(&english) {
        std::cmp::Ordering::Greater => Some(Language::Russian),
        _ if english == 0 || fixed::is_command(tokens) => None,
        _ => Some(Language::English),
    }
}

fn items(words: &[Known]) -> Vec<Item> {
    let texts: Vec<(String, Option<Language>)> = words
        .iter()
        .map(|known| match known {
            Known::Word(word, language) => (word.clone(), Some(*language)),
            Known::Other(Token::Number(number)) => (number.to_string(), None),
            Known::Other(_) => (String::new(), None),
        })
        .collect();
    let plain: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
    let mut items = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let idiom = texts[at].1.and_then(|language| lexicon::of(language).idiom(&plain[at..]));
        if let Some((length, tags)) = idiom {
            items.extend(tags.iter().map(|&tag| Item::plain(tag)));
            at += length;
            continue;
        }
        match &words[at] {
            Known::Word(word, language) => push_word(lexicon::of(*language), word, &mut items),
            Known::Other(token) => items.push(other(token)),
        }
        at += 1;
    }
    let mut items = without_vocatives(items);
    items.retain(|item| item.tag != Tag::To);
    by_what_follows(items)
}

fn push_word(lexicon: &Lexicon, word: &str, items: &mut Vec<Item>) {
    let Some(meaning) = lexicon.meaning(word) else { return };
    items.extend(
        meaning
            .tags
            .iter()
            .map(|&tag| Item { tag, value: meaning.piece.filter(|_| tag == Tag::Piece).map(Value::Piece) }),
    );
}

fn other(token: &Token) -> Item {
    let (tag, value) = match token {
        Token::Signed { good, level, what } => match fixed::signed(*good, *level, what) {
            Some(message) => (Tag::Signed, Some(Value::Message(message))),
            None => (Tag::Unknown, None),
        },
        Token::Number(number) => (Tag::Number, Some(Value::Number(*number))),
        Token::Concrete(Concrete::Move(text)) => (Tag::Move, Some(Value::Place(text.clone()))),
        Token::Concrete(Concrete::Square(text)) => (Tag::Square, Some(Value::Place(text.clone()))),
        Token::Comma => (Tag::Comma, None),
        Token::Slash => (Tag::Or, None),
        Token::Equals => (Tag::Is, None),
        Token::Word(_) | Token::Stop(_) => (Tag::Unknown, None),
    };
    Item { tag, value }
}

/// In "thanks, mate" and "sit p" the partner is addressed; no mate and no pawn is meant. Only after words that neither
/// can follow.
fn without_vocatives(mut items: Vec<Item>) -> Vec<Item> {
    use Tag::*;
    let mut at = 0;
    while at < items.len() {
        let last = items.get(at + 1).is_none_or(|next| next.tag == Comma);
        let before = at.checked_sub(1).map_or(Unknown, |before| items[before].tag);
        let manners = matches!(
            before,
            Hello | Hail | Thanks | Yes | No | Nope | Sit | Wait | Hold | Go | Slow | Fast | Hurry | Ok
        );
        // "need a knight mate", "no trades, mate"
        let wish = last
            && matches!(before, Piece | Trade | Trades | NotTrade | Comma | Urgent | Now)
            && items[..at].iter().any(|item| {
                matches!(
                    item.tag,
                    Give | Need | Not | No | NotGive | NotTrade | Take | Trade | Sit | Go | Keep | Yes | Hello | Thanks
                )
            });
        let drop = match items[at].tag {
            Buddy => manners || wish,
            Piece => {
                last && manners
                    && !matches!(before, No | Nope)
                    && items[at].value == Some(Value::Piece(PieceType::Pawn))
            }
            _ => false,
        };
        if drop {
            items.remove(at);
            continue;
        }
        if items[at].tag == Buddy {
            items[at].tag = Mate;
        }
        at += 1;
    }
    items
}

/// The words whose meaning depends on whether a piece follows. «Давай» asks for one in «давай коня»; in «давай ходи» it
/// means nothing of its own. "Hold the queen" keeps a piece, "hold" waits.
fn by_what_follows(mut items: Vec<Item>) -> Vec<Item> {
    use Tag::*;
    let mut at = 0;
    while at < items.len() {
        let before = at.checked_sub(1).map(|before| items[before].tag);
        let behind = &items[at + 1..];
        let next = behind
            .iter()
            .map(|item| item.tag)
            .find(|tag| !matches!(tag, Me | You | Your | More | Number | Urgent | Now | Very | Fast));
        let is_piece = matches!(next, Some(Piece | Minor | Major | Diag));
        let becomes = match items[at].tag {
            Davai if before == Some(Not) => Some(Davai),
            Davai => {
                let ends = matches!(next, None | Some(Comma | And | Or));
                (is_piece || ends && before == Some(Piece)).then_some(Give)
            }
            // "Hold, a knight is coming"
            Hold if is_piece && !behind.iter().any(|item| item.tag == Coming) => Some(Keep),
            Hold => Some(Wait),
            LetsGo => Some(if is_piece { Give } else { Go }),
            Any => (is_piece && matches!(before, None | Some(Hello | Hail))).then_some(Any),
            tag => Some(tag),
        };
        match becomes {
            Some(tag) => {
                items[at].tag = tag;
                at += 1;
            }
            None => {
                items.remove(at);
            }
        }
    }
    items
}
