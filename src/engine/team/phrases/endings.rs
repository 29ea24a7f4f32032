//! Words that are not in the lexicon, by their endings.

/// Adverbs that deny.
const DENYING: [&str; 5] = ["hardly", "barely", "rarely", "nearly", "scarcely"];

/// An adverb that is not in the lexicon: "honestly", "literally".
pub fn is_manner(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ly") && !DENYING.contains(&word)
}

/// Whether a word that is not in the lexicon looks like a verb in the past tense.
pub fn is_past(word: &str) -> bool {
    const ENDINGS: [&str; 8] = ["ed", "ал", "ил", "ала", "ила", "али", "или", "лся"];
    word.chars().count() > 3 && ENDINGS.iter().any(|ending| word.ends_with(ending))
}
