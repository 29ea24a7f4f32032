//! The lexicon, built from the tables of [`super::words`]: finds words in spite of typos, and idioms.

use super::Language;
use super::tag::Tag;
use super::translit;
use super::words;
use crate::types::PieceType;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The meaning of a word or an idiom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// Its tags; none for a word that changes nothing.
    pub tags: Vec<Tag>,
    /// The piece of [`Tag::Piece`].
    pub piece: Option<PieceType>,
}

impl Meaning {
    /// The meaning with this name in the tables: names of tags, or of the piece for [`Tag::Piece`].
    fn named(head: &str) -> Self {
        let mut meaning = Self::default();
        for name in head.split_ascii_whitespace() {
            let kind = PieceType::HELD.into_iter().find(|kind| format!("{kind:?}") == name);
            meaning.tags.push(kind.map_or_else(|| Tag::named(name), |_| Tag::Piece));
            meaning.piece = meaning.piece.or(kind);
        }
        meaning
    }
}

/// The words of one language.
pub struct Lexicon {
    /// All known words; those that occur only in idioms have [`Tag::Unknown`].
    words: HashMap<String, Meaning>,
    /// Idioms by their first word, the longest first.
    idioms: HashMap<String, Vec<Phrase>>,
    /// The words that a typo may be corrected to, by first letter.
    corrections: HashMap<char, Vec<String>>,
    /// Words by their skeleton in Latin letters (see [`translit`]).
    skeletons: HashMap<String, String>,
}

/// An idiom: its words and its tags.
struct Phrase {
    words: Vec<String>,
    tags: Vec<Tag>,
}

static RUSSIAN: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(words::RUSSIAN, |c| !c.is_ascii()));
static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(words::ENGLISH, |c| c.is_ascii()));
static REAL: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| words::REAL.into_iter().flat_map(str::split_ascii_whitespace).collect());

/// The lexicon of a language.
pub fn of(language: Language) -> &'static Lexicon {
    match language {
        Language::Russian => &RUSSIAN,
        Language::English => &ENGLISH,
    }
}

impl Lexicon {
    fn new(table: &'static str, own: fn(char) -> bool) -> Self {
        let mut words: HashMap<String, Meaning> = HashMap::new();
        // The table's order decides where two words have one skeleton.
        let mut order: Vec<String> = Vec::new();
        let mut enter = |form: String, meaning: Meaning| {
            words.entry(form).or_insert_with_key(|form| {
                order.push(form.clone());
                meaning
            });
        };
        for (head, text) in words::rows(table) {
            let meaning = Meaning::named(head);
            words::forms(text).for_each(|form| enter(form, meaning.clone()));
        }
        let phrases = phrases(own);
        for word in phrases.iter().flat_map(|phrase| &phrase.words) {
            enter(word.clone(), Meaning { tags: vec![Tag::Unknown], piece: None });
        }
        let mut corrections: HashMap<char, Vec<String>> = HashMap::new();
        let mut skeletons = HashMap::new();
        for word in &order {
            if let Some(first) = word.chars().next()
                && words[word].tags != [Tag::Unknown]
            {
                corrections.entry(first).or_default().push(word.clone());
            }
            skeletons.entry(translit::of_russian(word)).or_insert_with(|| word.clone());
        }
        let mut idioms: HashMap<String, Vec<Phrase>> = HashMap::new();
        for phrase in phrases {
            idioms.entry(phrase.words[0].clone()).or_default().push(phrase);
        }
        for list in idioms.values_mut() {
            list.sort_by_key(|phrase| std::cmp::Reverse(phrase.words.len()));
        }
        Self { words, idioms, corrections, skeletons }
    }

    /// The meaning of a word, if it is known.
    pub fn meaning(&self, word: &str) -> Option<&Meaning> {
        self.words.get(word)
    }

    /// The longest idiom at the start of these words: the number of its words, and its tags.
    pub fn idiom(&self, words: &[&str]) -> Option<(usize, &[Tag])> {
        let list = self.idioms.get(*words.first()?)?;
        let phrase = list.iter().find(|phrase| {
            phrase.words.len() <= words.len()
                && phrase.words.iter().zip(words).all(|(own, &word)| {
                    own == word || own == "_" && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
                })
        })?;
        Some((phrase.words.len(), &phrase.tags))
    }

    /// The known word that a word in this language's own letters stands for, typos corrected.
    pub fn read(&self, word: &str) -> Option<String> {
        let stretched = [word.to_owned(), squeezed(word, 2), squeezed(word, 1)];
        // A repeated letter such as "qq" does not name a piece.
        let known = |form: &&String| self.words.contains_key(*form) && (form.chars().count() > 1 || *form == word);
        stretched.iter().find(known).cloned().or_else(|| self.corrected(&stretched[1]))
    }

    /// The Russian word that a word in Latin letters stands for.
    pub fn read_latin(&self, word: &str) -> Option<String> {
        let tries = [squeezed(word, 2), squeezed(word, 1)];
        let skeletons = tries.iter().flat_map(|form| translit::of_latin(form));
        skeletons.filter(|skeleton| !skeleton.is_empty()).find_map(|skeleton| self.skeletons.get(&skeleton).cloned())
    }

    /// The one word of the lexicon that differs by a letter, or by two neighbors exchanged. Short words are left alone,
    /// and so are words that exist, and words that could be mistakes for several things.
    fn corrected(&self, word: &str) -> Option<String> {
        if REAL.contains(word) {
            return None;
        }
        let mut letters = word.chars();
        let (first, second) = (letters.next()?, letters.next()?);
        let near = |initial: char| self.corrections.get(&initial).into_iter().flatten();
        let mut found: Option<&String> = None;
        for candidate in near(first).chain(near(second).filter(|_| second != first)) {
            if !is_slip(word, candidate) {
                continue;
            }
            match found {
                Some(other) if self.words[other] != self.words[candidate] => return None,
                // The result must not depend on the order of the hash table.
                Some(other) if other <= candidate => {}
                _ => found = Some(candidate),
            }
        }
        found.cloned()
    }
}

/// Whether `typed` may be a typo of `meant`.
fn is_slip(typed: &str, meant: &str) -> bool {
    let (long, longer) = (typed.chars().count(), meant.chars().count());
    if long.abs_diff(longer) > 1 || longer < 3 || long < 3 || strsim::osa_distance(typed, meant) != 1 {
        return false;
    }
    let ends = |text: &str| (text.chars().next(), text.chars().next_back());
    // Short words are similar to many others: the first and the last letter must be right.
    if long.min(longer) == 3 {
        return !meant.is_ascii() && long.max(longer) == 4 && ends(typed) == ends(meant);
    }
    let first = |text: &str| text.chars().next();
    first(typed) == first(meant) || long == longer && swapped_at_front(typed, meant)
}

fn swapped_at_front(typed: &str, meant: &str) -> bool {
    let mut typed = typed.chars();
    let mut meant = meant.chars();
    typed.next().zip(typed.next()) == meant.next().zip(meant.next()).map(|(a, b)| (b, a))
}

/// The word with at most `most` equal letters in a row: for "nooooo", "плииииз".
fn squeezed(word: &str, most: usize) -> String {
    let mut kept = String::with_capacity(word.len());
    let (mut last, mut run) = (None, 0);
    for c in word.chars() {
        run = if last == Some(c) { run + 1 } else { 1 };
        last = Some(c);
        if run <= most {
            kept.push(c);
        }
    }
    kept
}

/// The idioms written in the language's own letters.
fn phrases(own: fn(char) -> bool) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    for (head, text) in words::rows(words::IDIOMS) {
        let idioms = text.split(';').filter(|idiom| idiom.chars().all(|c| !c.is_alphabetic() || own(c)));
        for words in idioms.flat_map(words::variants).filter(|words| !words.is_empty()) {
            let words = words.into_iter().map(|word| word.replace('\'', "")).collect();
            phrases.push(Phrase { words, tags: Meaning::named(head).tags });
        }
    }
    phrases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_and_every_idiom_has_one_meaning() {
        for table in [words::RUSSIAN, words::ENGLISH] {
            let mut seen: HashMap<String, Meaning> = HashMap::new();
            for (head, text) in words::rows(table).filter(|(head, _)| !head.starts_with("With ")) {
                for form in words::forms(text) {
                    let meaning = Meaning::named(head);
                    assert!(!meaning.tags.contains(&Tag::Unknown), "`{head}` is no meaning");
                    let before = seen.entry(form.clone()).or_insert_with(|| meaning.clone());
                    assert_eq!(*before, meaning, "`{form}` stands in two rows");
                }
            }
        }
        let mut seen: HashMap<Vec<String>, Vec<Tag>> = HashMap::new();
        for Phrase { words, tags } in phrases(|_| true) {
            assert!(!tags.contains(&Tag::Unknown), "{words:?} have no meaning");
            let before = seen.entry(words.clone()).or_insert_with(|| tags.clone());
            assert_eq!(*before, tags, "{words:?} stands twice");
        }
    }

    #[test]
    fn one_slip_is_forgiven_and_real_words_are_left_alone() {
        let russian = of(Language::Russian);
        for (typed, meant) in [("кноя", "коня"), ("слонн", "слон"), ("фрезя", "ферзя"), ("завсини", "зависни")]
        {
            let read = russian.read(typed).unwrap_or_default();
            assert_eq!(russian.meaning(&read), russian.meaning(meant), "{typed}");
        }
        for typed in ["слов", "они", "конец", "пешком", "день", "кон"] {
            let piece = russian.read(typed).and_then(|word| russian.meaning(&word)?.piece);
            assert_eq!(piece, None, "{typed}");
        }
        let english = of(Language::English);
        for typed in ["brook", "look", "dawn", "queer", "light", "gave", "lost", "night"] {
            let piece = english.read(typed).and_then(|word| english.meaning(&word)?.piece);
            assert_eq!(piece, None, "{typed}");
        }
        assert_eq!(english.read("knigth").as_deref(), Some("knight"));
    }
}
