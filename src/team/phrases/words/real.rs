//! Real words that differ by one letter from a word of the lexicon. They are not typos and are never corrected.
//!
//! The lists hold what the spelling dictionaries of Debian (`wamerican`, `hunspell-ru`) have within a letter of the
//! lexicon.

/// Russian ones.
pub const RUSSIAN: &str = include_str!("real_russian.txt");
/// English ones.
pub const ENGLISH: &str = include_str!("real_english.txt");
