//! The words of both languages and their meanings, as tables in text files.
//!
//! A row is `HEAD = TEXT`; lines that begin with `#` are comments. Each file explains its format.

/// English words: `TAG … = FORMS`, see [`forms`].
pub const ENGLISH: &str = include_str!("english.txt");
/// Russian words in the same way.
pub const RUSSIAN: &str = include_str!("russian.txt");
/// Idioms of both languages.
pub const IDIOMS: [&str; 5] = [
    include_str!("idioms.txt"),
    include_str!("wishes.txt"),
    include_str!("states.txt"),
    include_str!("sayings.txt"),
    include_str!("calls.txt"),
];
/// Neighbors that mean something together.
pub const NEIGHBORS: &str = include_str!("neighbors.txt");
/// The grammar.
pub const RULES: &str = include_str!("rules.txt");
/// Lines that are read as a whole.
pub const COMMANDS: &str = include_str!("commands.txt");
/// Lines without a message that deserve an answer.
pub const SMALL_TALK: &str = include_str!("small_talk.txt");
/// Real words of both languages that differ by one letter from a word of the lexicon: they are not typos and are never
/// corrected. Taken from the spelling dictionaries of Debian (`wamerican`, `hunspell-ru`), and read by [`forms`].
pub const REAL: [&str; 2] = [include_str!("real_russian.txt"), include_str!("real_english.txt")];

/// The rows of a table: the parts before and after the `=`.
pub fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = table.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('='));
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
