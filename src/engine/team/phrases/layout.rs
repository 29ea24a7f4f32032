//! Lines typed with the keyboard in the other alphabet: "lfq rjyz" is «дай коня», «туув лтшпре» is "need knight".

use super::Language;
use super::lexicon;
use super::token::{Token, tokens};

/// The keys of the English and of the Russian layout, with Shift too; a key's letters have the same place in both.
const ENGLISH: &str = r#"qwertyuiop[]asdfghjkl;'zxcvbnm,./`QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?~&"#;
const RUSSIAN: &str = r#"йцукенгшщзхъфывапролджэячсмитьбю.ёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,Ё?"#;
/// At least one word of a line must have this many letters: shorter ones may be abbreviations.
const SHORTEST: usize = 3;
/// Signs that end a word of either layout.
const ENDS: [char; 4] = ['.', ',', '!', '?'];

/// The line as it reads with the keyboard switched, if each word is known then and none is as it was typed.
pub fn switched(line: &str) -> Option<String> {
    let cyrillic = line.chars().any(|c| matches!(c, 'а'..='я' | 'А'..='Я' | 'ё' | 'Ё'));
    let latin = line.chars().any(|c| c.is_ascii_alphabetic());
    let (from, to, typed, meant) = match (latin, cyrillic) {
        (true, false) => (ENGLISH, RUSSIAN, Language::English, Language::Russian),
        (false, true) => (RUSSIAN, ENGLISH, Language::Russian, Language::English),
        _ => return None,
    };
    let known = |language: Language, word: &str| lexicon::of(language).meaning(word).is_some();
    // A typed word counts as known only if it is all letters: `;` and `[` are letters of the Russian layout.
    let stands = |word: &str| word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
    let mut typed_words = line.split_whitespace().map(|word| word.trim_end_matches(ENDS).to_lowercase());
    if typed_words.any(|word| stands(&word) && known(typed, &word)) {
        return None;
    }
    let key = |c: char| from.chars().zip(to.chars()).find(|&(other, _)| other == c).map_or(c, |(_, meant)| meant);
    // First every key is switched, then all but the signs that end a word: "cnjq." is «стой.», not «стойю».
    [false, true].into_iter().find_map(|ended| {
        let mut read = String::with_capacity(2 * line.len());
        for word in line.split_whitespace() {
            let core = if ended { word.trim_end_matches(ENDS) } else { word };
            if !read.is_empty() {
                read.push(' ');
            }
            read.extend(core.chars().map(key));
            read.push_str(&word[core.len()..]);
        }
        let (mut all, mut long) = (true, false);
        for word in words(&read) {
            all &= known(meant, &word);
            long |= word.chars().count() >= SHORTEST;
        }
        (all && long).then_some(read)
    })
}

fn words(line: &str) -> impl Iterator<Item = String> {
    tokens(line).into_iter().filter_map(|token| if let Token::Word(word) = token { Some(word) } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_two_letters() {
        assert_eq!(ENGLISH.chars().count(), RUSSIAN.chars().count());
    }

    #[test]
    fn a_line_reads_with_the_other_layout_only_if_it_is_words_there_and_none_here() {
        for (typed, meant) in [
            ("lfq rjyz", "дай коня"),
            ("[jlb!", "ходи!"),
            ("Cnjq.", "Стой."),
            ("ye;ty athpm? b vfn", "нужен ферзь, и мат"),
            ("тууе лтшпре", ""),
            ("туув лтшпре", "need knight"),
        ] {
            assert_eq!(switched(typed).unwrap_or_default(), meant, "{typed}");
        }
        for line in ["gg", "sit", "пп", "дай коня", "lol n", "rjyz дай", "", "...", "need rjyz"] {
            assert_eq!(switched(line), None, "{line}");
        }
    }
}
