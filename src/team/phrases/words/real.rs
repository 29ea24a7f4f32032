//! Real words that look like a word of the lexicon with one letter wrong. They mean what they say and are never corrected.
//!
//! The lists hold what the spelling dictionaries of Debian (`wamerican`, `hunspell-ru`) have within a letter of the lexicon.

/// Russian ones.
pub const RUSSIAN: &str = include_str!("real_russian.txt");
/// English ones.
pub const ENGLISH: &str = include_str!("real_english.txt");
