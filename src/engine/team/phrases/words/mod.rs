//! The words of both languages and their meanings, as tables in text files.
//!
//! A row is `HEAD = TEXT`; lines that begin with `#` are comments. Each file explains its format.

mod packed;

use packed::{packed, packed_len, unpacked};
use std::sync::LazyLock;

/// A table from its file, unpacked when it is first read.
macro_rules! table {
    ($file:literal) => {
        LazyLock::new(|| {
            const TABLE: &str = include_str!($file);
            static PACKED: [u8; packed_len(TABLE)] = packed(TABLE);
            unpacked(&PACKED)
        })
    };
}

/// English words: `TAG … = FORMS`, see [`forms`].
pub static ENGLISH: LazyLock<String> = table!("english.txt");
/// Russian words in the same way.
pub static RUSSIAN: LazyLock<String> = table!("russian.txt");
/// Idioms of both languages.
pub static IDIOMS: [LazyLock<String>; 5] =
    [table!("idioms.txt"), table!("wishes.txt"), table!("states.txt"), table!("sayings.txt"), table!("calls.txt")];
/// Neighbors that mean something together.
pub static NEIGHBORS: LazyLock<String> = table!("neighbors.txt");
/// The grammar.
pub static RULES: LazyLock<String> = table!("rules.txt");
/// Lines that are read as a whole.
pub static COMMANDS: LazyLock<String> = table!("commands.txt");
/// Lines without a message that deserve an answer.
pub static SMALL_TALK: LazyLock<String> = table!("small_talk.txt");
/// Real words of both languages that differ by one letter from a word of the lexicon: they are not typos and are never
/// corrected. Taken from the spelling dictionaries of Debian (`wamerican`, `hunspell-ru`), and read by [`forms`].
pub static REAL: [LazyLock<String>; 2] = [table!("real_russian.txt"), table!("real_english.txt")];

/// The rows of a table: the parts before and after the `=`.
pub fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = table.lines().filter_map(|line| line.split_once('='));
    rows.map(|(head, text)| (head.trim(), text.trim()))
}

/// The forms of words that a text stands for: they are separated by blanks, `кон:ь,я,ю` stands for `конь коня коню`,
/// and an empty ending for the stem.
pub fn forms(text: &'static str) -> impl Iterator<Item = String> {
    text.split_ascii_whitespace().flat_map(|group| {
        let (stem, endings) = group.split_once(':').unwrap_or((group, ""));
        endings.split(',').map(move |ending| format!("{stem}{ending}"))
    })
}

/// The sequences of words that a text stands for: `a/b c` for `a c` and `b c`.
pub fn variants(text: &'static str) -> Vec<Vec<&'static str>> {
    text.split_ascii_whitespace().fold(vec![Vec::new()], |variants, place| {
        let with = |variant: Vec<&'static str>| place.split('/').map(move |word| [&variant[..], &[word]].concat());
        variants.into_iter().flat_map(with).collect()
    })
}
