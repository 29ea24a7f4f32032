//! Answers to lines without a message.

use super::replies::{self, Reply};
use super::words;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Words that need no answer.
const SMALL_TALK: &[&str] = &[
    "gg",
    "ggs",
    "wp",
    "gl",
    "hf",
    "gj",
    "np",
    "lol",
    "lmao",
    "haha",
    "hehe",
    "xd",
    "omg",
    "wow",
    "cool",
    "nice",
    "brb",
    "bb",
    "still",
    "fighting",
    "гг",
    "лол",
    "ха",
    "хаха",
    "ага",
    "борюсь",
];

/// Lines of small talk, the words that may stand around them left out, and their answers.
struct SmallTalk {
    around: HashSet<&'static str>,
    lines: Vec<(Vec<&'static str>, &'static Reply)>,
}

static TABLE: LazyLock<SmallTalk> = LazyLock::new(|| {
    let mut table = SmallTalk { around: HashSet::new(), lines: Vec::new() };
    for (head, text) in words::rows(&words::SMALL_TALK) {
        let answer = match head {
            "thanks" => &replies::THANKS,
            "fighting" => &replies::FIGHTING,
            _ => {
                table.around.extend(text.split_ascii_whitespace());
                continue;
            }
        };
        table.lines.extend(text.split(';').flat_map(words::variants).map(|line| (sorted(line), answer)));
    }
    table
});

/// The words of a line in one order for all orders: «у тебя как?»
fn sorted(mut words: Vec<&str>) -> Vec<&str> {
    words.sort_unstable();
    words
}

/// The answer to a line without a message; `None` if it needs none, such as `gg`, `:)`, `...`, `1`.
pub fn answer_to(line: &str) -> Option<&'static Reply> {
    if lost_its_letters(line) {
        return Some(&replies::LETTERS_LOST);
    }
    let line = line.to_lowercase().replace('ё', "е").replace(['\'', '’'], "");
    let words: Vec<&str> =
        line.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_quiet = |word: &&str| word.chars().count() < 2 || SMALL_TALK.contains(word);
    if line.split(|letter: char| !letter.is_alphabetic()).all(|word| is_quiet(&word)) {
        return None;
    }
    let bare = words.iter().copied().filter(|word| !TABLE.around.contains(word)).collect();
    let ways = [sorted(bare), sorted(words)];
    let known = TABLE.lines.iter().find(|(known, _)| ways.contains(known));
    Some(known.map_or(&replies::NOT_UNDERSTOOD, |&(_, answer)| answer))
}

/// Whether a server has left only the punctuation of a line in letters that it does not know: `? ! ..`, `(??? ????)`.
/// Punctuation that people type, such as `...`, `?!` or `:)`, is no such line.
pub fn lost_its_letters(line: &str) -> bool {
    let is_sign = |c: char| matches!(c, '?' | '!' | '.' | ',' | '(' | ')' | '-' | '"' | '\'') || c.is_whitespace();
    if !line.chars().all(is_sign) {
        return false;
    }
    let groups: Vec<&str> =
        line.split_whitespace().map(|group| group.trim_matches(['(', ')'])).filter(|group| !group.is_empty()).collect();
    let is_word = |group: &&str| group.trim_end_matches(['!', '.', ',']).matches('?').count() > 2;
    let differ = groups.iter().any(|group| group.chars().next() != groups[0].chars().next());
    groups.iter().any(is_word) || groups.len() > 1 && (differ || line.contains('?'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_in_the_table_is_known() {
        assert!(words::rows(&words::SMALL_TALK).all(|(head, _)| matches!(head, "thanks" | "fighting" | "")));
    }

    #[test]
    fn only_lines_that_a_server_has_emptied_have_lost_their_letters() {
        for line in ["? ! ..", "(??? ????)", "???????, ???????!", "?? ??", ", ?", "????"] {
            assert!(lost_its_letters(line), "{line}");
        }
        for line in ["", "(", "?", "??", "?!", "!!!", "...", ". . .", ":)", "(!)", "1", "да?", ":) :)", "+ ?"] {
            assert!(!lost_its_letters(line), "{line}");
        }
    }
}
