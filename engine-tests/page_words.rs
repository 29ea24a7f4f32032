//! The page's words: both languages have the same keys, and every key that a script asks for is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The dictionaries, and how many keys each has at least.
const LEAST: [(&str, usize); 6] = [
    ("words.js", 150),
    ("club_words.js", 20),
    ("puzzle_words.js", 30),
    ("look_words.js", 10),
    ("analysis_words.js", 20),
    ("games_words.js", 60),
];

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tools/play/page")
}

/// The keys of a language's block, those of groups as `group.key`.
fn keys(text: &str, language: &str) -> BTreeSet<String> {
    let start =
        text.find(&format!("\n  {language}: {{")).unwrap_or_else(|| panic!("no {language}")) + 4 + language.len();
    let (mut path, mut found, mut word) = (Vec::<String>::new(), BTreeSet::new(), String::new());
    let (mut quoted, mut escaped, mut depth) = (false, false, 0);
    for c in text[start..].chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => {
                quoted = !quoted;
                if quoted {
                    word.clear();
                }
            }
            _ if quoted => word.push(c),
            ':' => {
                path.truncate(depth);
                path.push(std::mem::take(&mut word));
                found.insert(path[1..].join("."));
            }
            '{' | '[' => {
                // Lists have no keys, and blocks inside them none that matter.
                depth += 1;
                if path.len() < depth {
                    path.push(String::new());
                }
            }
            '}' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return found;
                }
            }
            c if c.is_alphanumeric() || c == '_' => word.push(c),
            _ => word.clear(),
        }
    }
    panic!("{language} has no end");
}

#[test]
fn both_languages_have_the_same_words() {
    for (file, least) in LEAST {
        let text = fs::read_to_string(page().join(file)).expect("UTF-8");
        let [english, russian] = ["en", "ru"].map(|language| keys(&text, language));
        assert!(english.len() > least, "only {} keys in {file}: {english:?}", english.len());
        let differ: Vec<&String> = english.symmetric_difference(&russian).collect();
        assert!(differ.is_empty(), "{file}: in one language only: {differ:?}");
    }
}

#[test]
fn every_word_that_a_script_asks_for_is_there() {
    let known: BTreeSet<String> = LEAST
        .into_iter()
        .flat_map(|(file, _)| keys(&fs::read_to_string(page().join(file)).expect("UTF-8"), "en"))
        .collect();
    let mut asked = 0;
    let without_server = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page");
    for entry in [page(), without_server].iter().flat_map(|folder| fs::read_dir(folder).expect("a folder of the page"))
    {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        for (at, head) in text.match_indices("words(\"") {
            let key = text[at + head.len()..].split('"').next().unwrap_or_default();
            asked += 1;
            assert!(known.contains(key), "{}: no words for `{key}`", path.display());
        }
    }
    assert!(asked > 100, "only {asked} words are asked for");
}

#[test]
fn the_reader_sees_a_missing_word() {
    let text = "export const WORDS = {\n  en: {\n    a: \"x: y\", b: { c: \"\\\"d: \", e: [[\"f\", \"g\"]] },\n  },\n  ru: {\n    a: \"x\", b: { c: \"\" },\n  },\n};";
    assert_eq!(keys(text, "en").into_iter().collect::<Vec<_>>(), ["a", "b", "b.c", "b.e"]);
    assert_eq!(keys(text, "ru").into_iter().collect::<Vec<_>>(), ["a", "b", "b.c"]);
}
