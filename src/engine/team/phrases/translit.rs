//! Russian in Latin letters, as chats without a Russian keyboard have it: "daj konya", "ne menyaysya", "nuzhen kon'".
//!
//! People transliterate a letter in several ways. Words are compared by a skeleton in which these ways are the same.

/// A Russian line in Latin letters, for channels without Cyrillic.
pub fn in_latin(line: &str) -> String {
    let mut latin = String::with_capacity(line.len());
    for letter in line.chars() {
        let small = letter.to_lowercase().next().unwrap_or(letter);
        let text = match small {
            'ё' => "yo",
            'й' => "j",
            'щ' => "sch",
            'ъ' => "",
            'ы' => "y",
            'ь' => "'",
            'ю' => "yu",
            'я' => "ya",
            '—' | '–' => "-",
            '«' | '»' => "\"",
            '…' => "...",
            _ => "",
        };
        let skeleton = if text.is_empty() { of_russian(small.encode_utf8(&mut [0; 4])) } else { text.to_owned() };
        match skeleton.as_str() {
            "" if letter.is_ascii() => latin.push(letter),
            text if letter.is_uppercase() => latin.push_str(&text.to_uppercase()),
            text => latin.push_str(text),
        }
    }
    latin
}

/// The skeleton of each letter; other letters are dropped.
const LETTERS: [&str; 30] = [
    "аa", "бb", "вv", "гg", "дd", "еe", "эe", "жzh", "зz", "иi", "йi", "ыi", "кk", "лl", "мm", "нn", "оo", "пp", "рr",
    "сs", "тt", "уu", "фf", "хh", "цc", "чch", "шsh", "щsh", "юiu", "яia",
];

/// The skeleton of a Russian word.
pub fn of_russian(word: &str) -> String {
    let letter = |c: char| LETTERS.into_iter().find_map(|row| row.strip_prefix(c)).unwrap_or_default();
    let skeleton: String = word.chars().map(letter).collect();
    without_doubles(&skeleton.replace("ts", "c").replace("cia", "ca"))
}

/// A skeleton with `ю` as "u" and `я` as "a", as in "stavlu", "ferza".
pub fn hardened(skeleton: &str) -> String {
    skeleton.replace("iu", "u").replace("ia", "a")
}

/// The skeleton of the masculine form of a verb in the past tense: "pomeshal" for "pomeshala".
pub fn masculine(skeleton: &str) -> Option<String> {
    let reflexive = skeleton.strip_suffix("las").map(|stem| format!("{stem}lsia"));
    reflexive
        .or_else(|| Some(skeleton.strip_suffix('a').filter(|stem| stem.len() > 3 && stem.ends_with('l'))?.to_owned()))
}

/// The possible skeletons of a word in Latin letters: `j` is mostly `й`, sometimes `ж`.
pub fn of_latin(word: &str) -> [String; 2] {
    let plain = word
        .replace("shch", "sh")
        .replace("sch", "sh")
        .replace("kh", "h")
        .replace("ts", "c")
        .replace("tz", "c")
        .replace('w', "v")
        .replace('x', "h");
    let soft = |text: &str| text.replace("yo", "e").replace("ye", "e").replace('y', "i");
    let as_vowel = plain.replace("jo", "e").replace("je", "e").replace('j', "i");
    let mut ways = [as_vowel, plain.replace('j', "zh")];
    // No word begins with «й» and a consonant: "jdi" is «жди».
    if plain.strip_prefix('j').is_some_and(|rest| rest.starts_with(|next: char| !"aeiouy".contains(next))) {
        ways.reverse();
    }
    ways.map(|text| without_doubles(&soft(&text).replace("cia", "ca")))
}

fn without_doubles(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        if !kept.ends_with(c) {
            kept.push(c);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_to_write_a_word_fall_together() {
        for (russian, ways) in [
            ("коня", &["konya", "konja", "konia"][..]),
            ("ладью", &["ladyu", "ladju", "ladiyu"]),
            ("меняйся", &["menyajsya", "menyaysya", "menjajsja"]),
            ("меняться", &["menyatsya", "menyatsa"]),
            ("нужен", &["nuzhen", "nujen"]),
            ("быстрее", &["bystree", "bistree"]),
            ("хорошо", &["horosho", "khorosho", "xorosho"]),
            ("ждет", &["zhdet", "jdet", "zhdyot"]),
        ] {
            for way in ways {
                assert!(of_latin(way).contains(&of_russian(russian)), "{way}");
            }
        }
    }
}
