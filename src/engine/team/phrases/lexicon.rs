//! The lexicon, built from the tables of [`super::words`]: finds words in spite of typos, and idioms.

use super::Language;
use super::slips::{Slip, slip, sound, squeezed};
use super::tag::{Tag, Tags};
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
    /// The number of [`Tag::Number`].
    pub number: Option<u32>,
}

impl Meaning {
    /// The meaning with this name in the tables: names of tags, or of the piece for [`Tag::Piece`].
    fn named(head: &str) -> Self {
        let mut meaning = Self::default();
        for name in head.split_ascii_whitespace() {
            meaning.number = meaning.number.or(name.parse().ok());
            if name.starts_with(|first: char| first.is_ascii_digit()) {
                continue;
            }
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
    /// Idioms by their first word, the longest first, of equal ones those that count only at some places.
    idioms: HashMap<String, Vec<Phrase>>,
    /// The words that a typo may be corrected to, by first letter.
    corrections: HashMap<char, Vec<String>>,
    /// Words by their skeleton in Latin letters (see [`translit`]), and Russian words by their sound; an empty one
    /// where the sound fits words of different meanings.
    skeletons: HashMap<String, String>,
}

/// An idiom: its words and its tags.
struct Phrase {
    words: Vec<String>,
    tags: Vec<Tag>,
    place: Place,
}

/// Where an idiom counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Anywhere.
    Anywhere,
    /// Between separators.
    Apart,
    /// As the whole sentence.
    Alone,
}

static RUSSIAN: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(&words::RUSSIAN, |c| !c.is_ascii()));
static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(&words::ENGLISH, |c| c.is_ascii()));
static REAL: LazyLock<HashSet<String>> =
    LazyLock::new(|| words::REAL.iter().flat_map(|table| words::forms(table)).collect());

/// The lexicon of a language.
pub fn of(language: Language) -> &'static Lexicon {
    match language {
        Language::Russian => &RUSSIAN,
        Language::English => &ENGLISH,
    }
}

/// The most words that may stand between those of an idiom.
const MOST_SKIPPED: usize = 2;
/// Shorter words that change nothing are not what a typo is corrected to.
const SHORTEST_FILLER: usize = 6;
/// The same for words that occur only in idioms; also the shortest one in Latin letters that is read despite a typo.
const SHORTEST_OF_IDIOMS: usize = 6;
/// The same for both if only the letters' order is wrong, and the shortest word that is known by its sound.
const SHORTEST_OF_ALL: usize = 5;
/// The words that others are written together with.
const JOINED: Tags = Tags::of(&[Tag::Not, Tag::No, Tag::Need, Tag::Give, Tag::Davai, Tag::Keep, Tag::Trade]);
/// The words that may follow one of `JOINED` without a blank.
const FOLLOWS: Tags = Tags::of(&[
    Tag::Piece,
    Tag::Give,
    Tag::Offer,
    Tag::Davai,
    Tag::Lose,
    Tag::Take,
    Tag::Trade,
    Tag::Trades,
    Tag::Sit,
    Tag::Go,
    Tag::Hurry,
    Tag::Need,
    Tag::Me,
    Tag::More,
    Tag::Wait,
    Tag::Keep,
    Tag::Moves,
    Tag::With,
]);
/// The words that another one may be written behind.
const BEFORE: Tags = Tags::of(&[
    Tag::Piece,
    Tag::Me,
    Tag::Urgent,
    Tag::Enough,
    Tag::More,
    Tag::Trades,
    Tag::Sit,
    Tag::Wait,
    Tag::Can,
    Tag::Very,
]);
/// The words that may be written behind one of these.
const BEHIND: Tags = Tags::of(&[
    Tag::Me,
    Tag::More,
    Tag::Enough,
    Tag::NotNeed,
    Tag::Urgent,
    Tag::Piece,
    Tag::Trades,
    Tag::Wait,
    Tag::Mate,
]);
/// The words that may follow «не» or «ни» without a blank, even with a typo.
const DENIED: Tags = Tags::of(&[
    Tag::Offer,
    Tag::Davai,
    Tag::Give,
    Tag::Lose,
    Tag::Take,
    Tag::Trade,
    Tag::Trades,
    Tag::Go,
    Tag::Moves,
    Tag::MovesI,
    Tag::Play,
    Tag::Hurry,
    Tag::Need,
]);
const NOT: [&str; 2] = ["не", "ни"];

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
            enter(word.clone(), Meaning { tags: vec![Tag::Unknown], ..Meaning::default() });
        }
        let mut corrections: HashMap<char, Vec<String>> = HashMap::new();
        let mut skeletons = HashMap::new();
        for word in &order {
            if let Some(first) = word.chars().next()
                && (!words[word].tags.is_empty() || word.chars().count() >= SHORTEST_OF_ALL)
            {
                corrections.entry(first).or_default().push(word.clone());
            }
            skeletons.entry(translit::of_russian(word)).or_insert_with(|| word.clone());
        }
        for word in &order {
            skeletons.entry(translit::hardened(&translit::of_russian(word))).or_insert_with(|| word.clone());
        }
        for word in order.iter().filter(|word| !word.is_ascii() && word.chars().count() >= SHORTEST_OF_ALL) {
            let known = skeletons.entry(sound(word)).or_insert_with(|| word.clone());
            if words.get(known) != words.get(word) {
                known.clear();
            }
        }
        let mut idioms: HashMap<String, Vec<Phrase>> = HashMap::new();
        for phrase in phrases {
            let list = idioms.entry(phrase.words[0].clone()).or_default();
            let (words, last) = (phrase.words.len(), phrase.place == Place::Anywhere);
            let at = list.partition_point(|other| other.words.len() > words || last && other.words.len() == words);
            list.insert(at, phrase);
        }
        Self { words, idioms, corrections, skeletons }
    }

    /// The meaning of a word, if it is known.
    pub fn meaning(&self, word: &str) -> Option<&Meaning> {
        self.words.get(word)
    }

    /// The longest idiom at the start of these words: the number of words it takes, its tags, and whether a "very"
    /// stands between its words, as words that change nothing may. `apart` tells for a number of words whether they
    /// have such a place.
    pub fn idiom(&self, words: &[&str], apart: impl Fn(usize, Place) -> bool) -> Option<(usize, &[Tag], bool)> {
        let list = self.idioms.get(*words.first()?)?;
        list.iter().find_map(|phrase| {
            let (length, very) = self.extent(phrase, words)?;
            (phrase.place == Place::Anywhere || apart(length, phrase.place)).then_some((length, &*phrase.tags, very))
        })
    }

    /// The number of words that an idiom takes, if they begin with it, and whether a "very" is one of them.
    fn extent(&self, phrase: &Phrase, words: &[&str]) -> Option<(usize, bool)> {
        let (mut at, mut very, mut skipped) = (0, false, 0);
        for own in &phrase.words {
            loop {
                let word = *words.get(at)?;
                at += 1;
                let number = own == "_" && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
                if own == word || number {
                    break;
                }
                let tags = &self.words.get(word)?.tags[..];
                skipped += 1;
                if at == 1
                    || skipped > MOST_SKIPPED
                    || !matches!(tags, [] | [Tag::Very])
                    || matches!(word, "there" | "там")
                {
                    return None;
                }
                very |= !tags.is_empty();
            }
        }
        Some((at, very))
    }

    /// The known word that a word in this language's own letters stands for, typos corrected.
    pub fn read(&self, word: &str) -> Option<String> {
        let word = match word {
            "u" => "you",
            "ur" => "your",
            "w" => "with",
            "cannot" => "cant",
            "abt" | "bout" => "about",
            "сичас" => "сейчас",
            "she" => "he",
            "shes" => "hes",
            _ => word,
        };
        let stretched = [word.to_owned(), squeezed(word, 2), squeezed(word, 1)];
        // A repeated letter such as "qq" does not name a piece.
        let known = |form: &&String| self.words.contains_key(*form) && (form.chars().count() > 1 || *form == word);
        let found = stretched.iter().find(known).cloned().or_else(|| self.masculine(word));
        let found = found.or_else(|| self.corrected(&stretched[1])).or_else(|| self.heard(&stretched[1]));
        // «Хадиии»
        found.or_else(|| if stretched[1] == word { None } else { self.corrected(&stretched[2]) })
    }

    /// «Закрылся» for «закрылась»: a man's past tense has a woman's meaning.
    fn masculine(&self, word: &str) -> Option<String> {
        let reflexive = word.strip_suffix("лась").map(|stem| format!("{stem}лся"));
        let meant = reflexive.or_else(|| word.strip_suffix("ла").map(|stem| format!("{stem}л")))?;
        self.words.contains_key(&meant).then_some(meant)
    }

    /// The one word that sounds like a word written by ear.
    fn heard(&self, word: &str) -> Option<String> {
        if REAL.contains(word) {
            return None;
        }
        self.skeletons.get(&sound(word)).filter(|known| !known.is_empty()).cloned()
    }

    /// The Russian word that a word in Latin letters stands for.
    pub fn read_latin(&self, word: &str) -> Option<String> {
        let tries = [squeezed(word, 2), squeezed(word, 1)];
        let skeletons = tries.iter().flat_map(|form| translit::of_latin(form));
        skeletons.filter(|skeleton| !skeleton.is_empty()).find_map(|skeleton| {
            let hard = || self.skeletons.get(&translit::hardened(&skeleton));
            let masculine = || self.skeletons.get(&translit::masculine(&skeleton)?);
            self.skeletons.get(&skeleton).or_else(hard).or_else(masculine).cloned()
        })
    }

    /// The two words that were written without a blank between them: "needknight", «неотдавай». One must be a command,
    /// a negation or a wish, and the longer one must have four letters. Behind «не» the second may have a typo.
    pub fn run_together(&self, word: &str) -> Option<[String; 2]> {
        if REAL.contains(word) {
            return None;
        }
        let tag = |part: &str| self.words.get(part).and_then(|meaning| meaning.tags.first().copied());
        let cuts = word.char_indices().map(|(at, _)| word.split_at(at));
        let mut cuts = cuts.filter(|(left, right)| {
            let (short, long) = (left.chars().count(), right.chars().count());
            let (short, long) = (short.min(long), short.max(long));
            (short > 1 || *left == "a") && long > 3
        });
        let whole = cuts.find(|(left, right)| match (tag(left), tag(right)) {
            // "apawn"
            (None, Some(Tag::Piece)) => *left == "a",
            (Some(left), Some(right)) => {
                JOINED.has(left) && FOLLOWS.has(right) || BEFORE.has(left) && JOINED.or(BEHIND).has(right)
            }
            _ => false,
        });
        let parted = |rest: &str| {
            let meant = if rest.chars().count() > 3 { self.read(rest) } else { None };
            meant.filter(|meant| tag(meant).is_some_and(|tag| DENIED.has(tag)))
        };
        let denied = || NOT.iter().find_map(|not| Some([(*not).to_owned(), parted(word.strip_prefix(not)?)?]));
        whole.map(|(left, right)| [left, right].map(str::to_owned)).or_else(denied)
    }

    /// The Russian words that a word in Latin letters stands for, if nothing else is known of it: with a letter
    /// mistyped, or with «не» before it.
    pub fn read_latin_loosely(&self, word: &str) -> Option<Vec<String>> {
        let [skeleton, _] = translit::of_latin(word);
        let denied = skeleton.strip_prefix("ne").or_else(|| skeleton.strip_prefix("ni")).filter(|rest| rest.len() > 2);
        let hard = |text: &str| self.skeletons.get(text).or_else(|| self.skeletons.get(&translit::hardened(text)));
        let tag = |word: &String| self.words[word].tags.first().copied();
        if let Some(rest) = denied.and_then(hard).filter(|rest| tag(rest).is_some_and(|tag| FOLLOWS.has(tag))) {
            return Some(vec!["не".to_owned(), rest.clone()]);
        }
        if skeleton.len() < SHORTEST_OF_IDIOMS {
            return None;
        }
        let near =
            self.skeletons.iter().filter(|(known, _)| matches!(slip(&skeleton, known), Some(Slip::Order | Slip::Near)));
        let mut found: Vec<&String> =
            near.map(|(_, word)| word).filter(|word| !word.is_empty() && tag(word) != Some(Tag::Unknown)).collect();
        found.sort_unstable();
        let (first, rest) = found.split_first()?;
        let one = rest.iter().all(|other| self.words[*other] == self.words[*first]);
        one.then(|| vec![(*first).clone()])
    }

    /// The one word of the lexicon that the word may be a slip for. Short words are left alone, and so are words that
    /// exist, and words that could be slips for several things.
    fn corrected(&self, word: &str) -> Option<String> {
        if REAL.contains(word) {
            return None;
        }
        let mut letters = word.chars();
        let (first, second) = (letters.next()?, letters.next()?);
        let near = |initial: char| self.corrections.get(&initial).into_iter().flatten();
        let long = word.chars().count() >= SHORTEST_OF_IDIOMS;
        let (mut found, mut doubtful): (Option<(Slip, &String)>, bool) = (None, false);
        for candidate in near(first).chain(near(second).filter(|_| second != first)) {
            let Some(slip) = slip(word, candidate) else { continue };
            let length = candidate.chars().count();
            let rarely = match self.words[candidate].tags[..] {
                [] => length >= SHORTEST_FILLER,
                [Tag::Unknown] => long && slip != Slip::Letter,
                _ => true,
            };
            if !(rarely || slip == Slip::Order && length >= SHORTEST_OF_ALL) {
                continue;
            }
            match found {
                // The likeliest typos come first: "wnat" is "want", not "what".
                Some((other, _)) if other < slip => {}
                Some((other, known)) if other == slip && self.words[known] != self.words[candidate] => doubtful = true,
                // The result must not depend on the order of the hash table.
                Some((other, known)) if other == slip && known <= candidate => {}
                _ => {
                    doubtful &= found.is_some_and(|(other, _)| other == slip);
                    found = Some((slip, candidate));
                }
            }
        }
        found.filter(|_| !doubtful).map(|(_, known)| known.clone())
    }
}

/// The idioms written in the language's own letters.
fn phrases(own: fn(char) -> bool) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    for (head, text) in words::IDIOMS.iter().flat_map(|table| words::rows(table)) {
        let marked = |mark| head.strip_suffix(mark);
        let (tags, place) = match (marked(" apart"), marked(" alone")) {
            (Some(tags), _) => (tags, Place::Apart),
            (_, Some(tags)) => (tags, Place::Alone),
            _ => (head, Place::Anywhere),
        };
        let idioms = text.split(';').filter(|idiom| idiom.chars().all(|c| !c.is_alphabetic() || own(c)));
        for words in idioms.flat_map(words::variants).filter(|words| !words.is_empty()) {
            let words = words.into_iter().map(|word| word.replace('\'', "")).collect();
            phrases.push(Phrase { words, tags: Meaning::named(tags).tags, place });
        }
    }
    phrases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_and_every_idiom_has_one_meaning() {
        for table in [&words::RUSSIAN, &words::ENGLISH] {
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
        for Phrase { words, tags, .. } in phrases(|_| true) {
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
