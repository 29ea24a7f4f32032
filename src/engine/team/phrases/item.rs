//! From words to meanings: looks words up, joins the words of idioms, leaves out forms of address.

use super::Language;
use super::diagonals;
use super::emphasis;
use super::endings::{is_manner, is_past};
use super::fixed;
use super::lexicon::{self, Lexicon, Place};
use super::moves::Concrete;
use super::put_right::{forbids_a_piece, listed_before, put_right, with_commas};
use super::questions;
use super::tag::{Tag, Tags};
use super::terms::length_of_terms;
use super::token::{Stop, Token, tokens};
use super::vocatives::{hold_pawns, without_vocatives};
use super::what_follows::by_what_follows;
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
            Token::Word(word) => look_up(word, translit, &mut current),
            other => current.push(Known::Other(other)),
        }
    }
    sentences.push(Sentence { items: items(&current), stop: Stop::default() });
    sentences.retain(|sentence| !sentence.items.is_empty());
    questions::settle(line, &mut sentences);
    emphasis::mark_urgent(line, &mut sentences);
    (sentences, language)
}

fn look_up(mut word: String, translit: bool, found: &mut Vec<Known>) {
    let language = if word.is_ascii() { Language::English } else { Language::Russian };
    // "nnn"
    if word.len() >= 3 && word.chars().all(|letter| "pnbrq".contains(letter) && word.starts_with(letter)) {
        found.extend(word.chars().map(|letter| Known::Word(letter.to_string(), language)));
        return;
    }
    // «Ходи-ходи», «погоди-ка»
    if let Some((first, second)) = word.split_once('-')
        && (first == second || second == "ка")
        && lexicon::of(language).meaning(&word).is_none()
    {
        word.truncate(first.len());
    }
    let russian = if translit && word.is_ascii() { lexicon::of(Language::Russian).read_latin(&word) } else { None };
    let lexicon = lexicon::of(language);
    if let Some(russian) = russian {
        found.push(Known::Word(russian, Language::Russian));
    } else if let Some(known) = lexicon.read(&word) {
        found.push(Known::Word(known, language));
    } else if let Some(parts) = lexicon.run_together(&word) {
        found.extend(parts.map(|part| Known::Word(part, language)));
    } else if let Some(parts) =
        (translit && word.is_ascii()).then(|| lexicon::of(Language::Russian).read_latin_loosely(&word)).flatten()
    {
        found.extend(parts.into_iter().map(|part| Known::Word(part, Language::Russian)));
    } else {
        found.push(Known::Other(Token::Word(word)));
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
            let strange = word.len() > 3 && lexicon::of(Language::English).read(word).is_none();
            let read = lexicon::of(Language::Russian).read_latin(word);
            russian += usize::from(read.is_some_and(|word| strange || says(Language::Russian, &word)));
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
            Known::Other(Token::Comma) => (",".to_owned(), None),
            Known::Other(_) => (String::new(), None),
        })
        .collect();
    let plain: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
    // Words that change nothing separate as commas do.
    let separates = |at: usize| {
        words.get(at).is_none_or(|known| match known {
            Known::Word(word, language) => {
                let meaning = lexicon::of(*language).meaning(word);
                meaning.is_some_and(|meaning| matches!(meaning.tags[..], [] | [Tag::Comma | Tag::Because]))
            }
            Known::Other(token) => matches!(token, Token::Comma),
        })
    };
    let has_square = words.iter().any(|known| matches!(known, Known::Other(Token::Concrete(Concrete::Square(_)))));
    let asks = |at: usize| texts[..at].iter().any(|(word, _)| POLITE.contains(&&**word));
    let mut items = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let apart = |length: usize, place: Place| match place {
            Place::Anywhere => true,
            Place::Apart => (at == 0 || separates(at - 1)) && separates(at + length),
            Place::Alone => (0..at).chain(at + length..words.len()).all(separates),
        };
        let idiom = texts[at].1.and_then(|language| lexicon::of(language).idiom(&plain[at..], apart));
        let terms = length_of_terms(&plain[at..], &items, idiom.is_some());
        if terms > 0 {
            at += terms;
            continue;
        }
        if let Some((length, tags, very)) = idiom {
            items.extend(tags.iter().map(|&tag| Item::plain(tag)));
            items.extend(very.then(|| Item::plain(Tag::Very)));
            at += length;
            continue;
        }
        let piece_follows = words.get(at + 1).is_some_and(is_piece_word);
        match &words[at] {
            Known::Other(Token::Word(word)) if is_manner(word) => {}
            // "Need a night", «нужен кон»
            Known::Word(word, _) | Known::Other(Token::Word(word))
                if matches!(&**word, "night" | "nights" | "кон")
                    && items.last().is_some_and(|item| KNIGHTS_FOLLOW.has(item.tag)) =>
            {
                items.push(Item { tag: Tag::Piece, value: Some(Value::Piece(PieceType::Knight)) });
            }
            // «Дайте, пожалуйста, коня»: the commas go with the words that change nothing.
            Known::Other(Token::Comma)
                if texts.get(at + 1).is_some_and(|(word, _)| POLITE.contains(&&**word))
                    && matches!(words.get(at + 2), Some(Known::Other(Token::Comma))) =>
            {
                if !items.last().is_some_and(|item| GOVERNS.has(item.tag)) {
                    items.push(Item::plain(Tag::Comma));
                }
                at += 2;
            }
            // "A juicy knight", «жирного коня»
            Known::Other(Token::Word(word))
                if piece_follows
                    && !items.is_empty()
                    && (ADJECTIVES.iter().any(|ending| word.ends_with(ending))
                        || at > 0 && matches!(&words[at - 1], Known::Word(it, _) if DETERMINERS.contains(&&**it))) => {}
            // «Да возьми ты ладью», «да не отдавай»
            Known::Word(word, _)
                if word == "да" && at == 0 && words.get(1).is_some_and(|next| is_command(next) || is_not(next)) => {}
            // "No worries, p" speaks to the partner; "just a p" does not.
            Known::Word(word, _)
                if word == "p"
                    && items.is_empty()
                    && at > 0
                    && at + 1 == words.len()
                    && plain[at - 1] != "a"
                    && !asks(at) => {}
            // «Стоп пешки»
            Known::Word(word, _)
                if matches!(&**word, "stop" | "стоп") && items.is_empty() && names_nothing_else(&words[at + 1..]) =>
            {
                items.push(Item::plain(Tag::Enough));
            }
            // "n > q"; "knight > bishop" is an opinion.
            Known::Other(Token::Word(word))
                if word == ">" && at > 0 && plain[at - 1].len() == 1 && names_piece(&words[at + 1..]) =>
            {
                items.push(Item::plain(Tag::Than));
            }
            // "Mated unless a pawn"
            Known::Word(word, _) if word == "unless" && names_piece(&words[at + 1..]) => {
                items.extend([Tag::If, Tag::Without].map(Item::plain));
            }
            // «Ладью не отдавай, ферзя тоже»
            Known::Word(word, _) if TOO.contains(&&**word) => listed_before(&mut items),
            Known::Word(word, language) => {
                // «Нет времени сидеть» is "no time to sit".
                let infinitive = word.ends_with("ть") || word.ends_with("ться");
                let no_time = matches!(items.last(), Some(Item { tag: Tag::Behind, .. }));
                items.extend((infinitive && no_time).then_some(Item::plain(Tag::To)));
                // "Quick, a pawn" asks for one, "quick, p" speaks to the partner.
                let asked = at + 1 == words.len() && is_piece_word(&words[at]);
                let quick = matches!(items.last(), Some(Item { tag: Tag::Fast, .. }));
                items.extend((asked && quick).then_some(Item::plain(Tag::Give)));
                push_word(lexicon::of(*language), word, &mut items);
                hold_pawns(word, separates(at + 1), &mut items);
                // "Bishop pls"
                let reason = texts.get(at + 1).is_some_and(|(next, _)| BEHIND.contains(&&**next));
                if POLITE.contains(&&**word) && (separates(at + 1) || reason) && names_only_pieces(&items) {
                    items.push(Item::plain(Tag::Give));
                }
                // "No p pls n" forbids one and asks for another; "no n pls p" speaks to the partner.
                if POLITE.contains(&&**word) && forbids_a_piece(&items) {
                    match &words[at + 1..] {
                        [Known::Word(next, _)] if next == "p" => at += 1,
                        rest if names_nothing_else(rest) => items.extend([Tag::Comma, Tag::Give].map(Item::plain)),
                        _ => {}
                    }
                }
                // «Кинь коня на f7»
                if let Some(last) = items.last_mut()
                    && THROWN.contains(&&**word)
                    && has_square
                {
                    last.tag = Tag::Put;
                }
            }
            Known::Other(token) => items.push(other(token)),
        }
        at += 1;
    }
    let mut items = put_right(without_vocatives(items));
    diagonals::told_apart(&mut items);
    with_commas(&mut items, texts.iter().any(|(_, language)| *language == Some(Language::Russian)));
    // "To open his king" is a remark, "to give" is not.
    for at in 1..items.len() {
        // "A pawn to stop him"
        if at > 1 && items[at].tag == Tag::Wait && items[at - 1].tag == Tag::To && items[at - 2].tag == Tag::Piece {
            items[at].tag = Tag::Unknown;
        }
        if items[at].tag == Tag::Unknown && items[at - 1].tag == Tag::To {
            items[at - 1].tag = Tag::Link;
        }
        // "No time to sit"
        if at > 1 && items[at - 1].tag == Tag::To && items[at - 2].tag == Tag::Behind {
            items[at].tag = match items[at].tag {
                Tag::Sit | Tag::Wait => Tag::NotSit,
                Tag::Trade => Tag::NotTrade,
                other => other,
            };
        }
    }
    // "Sit, a knight in 1 move", "a knight in 2 moves"
    let has = |tags: Tags| items.iter().any(|item| tags.has(item.tag));
    let alone = items.iter().all(|item| ARRIVES.has(item.tag));
    if has(WAITS) && !has(GOVERNS) || alone {
        for at in 0..items.len() {
            let behind = at > 0 && matches!(items[at - 1].tag, Tag::Piece | Tag::AnyPiece);
            if items[at].tag == Tag::To && (behind || alone) {
                items[at].tag = Tag::Coming;
            }
        }
    }
    items.retain(|item| item.tag != Tag::To);
    by_what_follows(items)
}

/// Words before an adjective.
const DETERMINERS: [&str; 8] = ["a", "an", "the", "another", "that", "this", "some", "your"];
/// Words after which "night" is a knight.
const KNIGHTS_FOLLOW: Tags = Tags::of(&[Tag::Need, Tag::Give, Tag::NotGive, Tag::Me, Tag::More, Tag::Number]);
/// Words that take an object, whatever stands between commas before it.
const GOVERNS: Tags = Tags::of(&[
    Tag::Give,
    Tag::Need,
    Tag::Trade,
    Tag::NotGive,
    Tag::NotTrade,
    Tag::Take,
    Tag::Offer,
    Tag::Lose,
    Tag::Keep,
    Tag::Can,
]);
/// Words beside which a piece "in two moves" is on its way.
const WAITS: Tags = Tags::of(&[Tag::Sit, Tag::NotGo, Tag::Wait, Tag::Hold]);
/// The words of a line in which it is too.
const ARRIVES: Tags = Tags::of(&[Tag::Piece, Tag::AnyPiece, Tag::Number, Tag::To]);
/// Words of politeness; between commas they change nothing.
const POLITE: [&str; 6] = ["please", "pls", "plz", "пожалуйста", "плиз", "пж"];
/// Words that begin the reason of a wish, or another order behind it.
const BEHIND: [&str; 17] =
    ["my", "im", "i", "he", "hes", "his", "its", "for", "ty", "go", "move", "sit", "wait", "у", "мой", "моя", "он"];
/// Words behind a piece that belongs to those named before.
const TOO: [&str; 4] = ["too", "either", "also", "тоже"];
/// Verbs that ask for a piece; in a line that names a square they are about a drop.
const THROWN: [&str; 12] =
    ["throw", "toss", "кинь", "киньте", "кидай", "скинь", "скиньте", "закинь", "брось", "бросай", "метни", "подбрось"];
/// The endings of Russian adjectives.
const ADJECTIVES: [&str; 10] = ["ого", "его", "ую", "юю", "ый", "ий", "ая", "ых", "их", "ые"];
/// Words that tell the partner to do something.
const COMMANDS: Tags =
    Tags::of(&[Tag::Take, Tag::Give, Tag::Offer, Tag::Lose, Tag::Go, Tag::Sit, Tag::Wait, Tag::Trade]);

/// Whether a sentence, or its part behind the last comma, has named pieces and nothing else, and no command governs
/// them.
fn names_only_pieces(items: &[Item]) -> bool {
    use Tag::*;
    let begins = items.iter().rposition(|item| item.tag == Comma).map_or(0, |comma| comma + 1);
    let (before, named) = items.split_at(begins);
    let forbids = |item: &Item| GOVERNS.has(item.tag) || matches!(item.tag, No | Not | Nor | NotLet | Without | Piece);
    named.iter().any(|item| item.tag == Piece)
        && named
            .iter()
            .all(|item| matches!(item.tag, Piece | Number | More | And | Or | Any | Now | Urgent | Hail | Hello))
        && (before.iter().any(|item| matches!(item.tag, Enough | NotNeed)) || !before.iter().any(forbids))
}

/// Whether a word tells the partner to do something.
fn is_command(known: &Known) -> bool {
    let Known::Word(word, language) = known else { return false };
    let meaning = lexicon::of(*language).meaning(word);
    meaning.is_some_and(|meaning| matches!(meaning.tags[..], [tag] if COMMANDS.has(tag)))
}

/// Whether a word is «не».
fn is_not(known: &Known) -> bool {
    matches!(known, Known::Word(word, _) if word == "не")
}

/// Whether the first word that has a meaning, but for numbers, names a piece.
fn names_piece(words: &[Known]) -> bool {
    let meaning = |known: &Known| match known {
        Known::Word(word, language) => lexicon::of(*language).meaning(word),
        Known::Other(_) => None,
    };
    let counts = |known: &Known| match known {
        Known::Other(token) => matches!(token, Token::Number(_)),
        Known::Word(..) => meaning(known).is_some_and(|it| matches!(it.tags[..], [] | [Tag::More | Tag::Number])),
    };
    let next = words.iter().find(|&known| !counts(known));
    next.and_then(meaning).is_some_and(|it| it.piece.is_some())
}

/// Whether these words name pieces and nothing else. "p" may speak to the partner.
fn names_nothing_else(words: &[Known]) -> bool {
    let meaning = |known: &Known| match known {
        Known::Word(word, language) if word != "p" => lexicon::of(*language).meaning(word),
        _ => None,
    };
    let is_piece = |known: &Known| meaning(known).is_some_and(|it| it.piece.is_some());
    let is_filler = |known: &Known| meaning(known).is_some_and(|it| it.tags.is_empty());
    words.iter().any(is_piece) && words.iter().all(|known| is_piece(known) || is_filler(known))
}

/// Whether a word names a piece, in more than a letter.
fn is_piece_word(known: &Known) -> bool {
    let Known::Word(word, language) = known else { return false };
    word.chars().count() > 1 && lexicon::of(*language).meaning(word).is_some_and(|meaning| meaning.piece.is_some())
}

fn push_word(lexicon: &Lexicon, word: &str, items: &mut Vec<Item>) {
    let Some(meaning) = lexicon.meaning(word) else { return };
    let value = |tag| match tag {
        Tag::Piece => meaning.piece.map(Value::Piece),
        Tag::Number => meaning.number.map(Value::Number),
        _ => None,
    };
    items.extend(meaning.tags.iter().map(|&tag| Item { tag, value: value(tag) }));
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
        // "+-n": a stray sign is no interjection before a wish.
        Token::Word(word) if word == "+" => (Tag::Idiom, None),
        Token::Word(word) if is_past(word) => (Tag::Past, None),
        Token::Word(_) | Token::Stop(_) => (Tag::Unknown, None),
    };
    Item { tag, value }
}
