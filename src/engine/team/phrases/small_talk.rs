//! Lines that need no answer.

/// Words that need no answer.
const SMALL_TALK: &[&str] = &[
    "gg", "ggs", "wp", "gl", "hf", "gj", "np", "lol", "lmao", "haha", "hehe", "xd", "omg", "wow", "cool", "nice",
    "brb", "bb", "гг", "лол", "ха", "хаха", "ага",
];

/// Whether a line has only small talk, so that nothing was misunderstood: `gg`, `:)`, `...`, `1`.
pub fn is_small_talk(line: &str) -> bool {
    let line = line.to_lowercase();
    line.split(|letter: char| !letter.is_alphabetic())
        .all(|word| word.chars().count() < 2 || SMALL_TALK.contains(&word))
}
