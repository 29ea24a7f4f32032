//! What UBI and UCI have in common: `option` and `info` lines of an engine, `setoption` lines to it.

use super::player::{Terms, Thought, Verdict};
use crate::game::Rules;

/// The words behind `option`: the name, and what a combo can be set to.
pub fn parse_option<'a>(words: impl Iterator<Item = &'a str>) -> (String, Vec<String>) {
    let words: Vec<&str> = words.skip(1).collect();
    let end = words.iter().position(|&word| word == "type").unwrap_or(words.len());
    let values = words[end..].windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned());
    (words[..end].join(" "), values.collect())
}

/// The words behind `info`; nothing of interest for all but the best line.
pub fn parse_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Thought {
    let mut thought = Thought::default();
    let mut first = true;
    while let Some(word) = words.next() {
        match word {
            "depth" => thought.depth = words.next().and_then(|text| text.parse().ok()),
            "nodes" => thought.nodes = words.next().and_then(|text| text.parse().ok()),
            "multipv" => first = words.next() == Some("1"),
            "score" => {
                let (unit, number) = (words.next(), words.next().and_then(|text| text.parse().ok()));
                thought.score = match (unit, number) {
                    (Some("cp"), Some(cp)) => Some(Verdict::Cp(cp)),
                    (Some("mate"), Some(moves)) => Some(Verdict::Mate(moves)),
                    _ => None,
                };
            }
            "pv" => thought.line = words.by_ref().map(str::to_owned).collect(),
            "string" => break,
            _ => {}
        }
    }
    if first { thought } else { Thought::default() }
}

/// The settings for a game that the engine has an option for, by its own spelling.
pub fn settings(options: &[String], terms: &Terms, wishes: &[(String, String)]) -> Vec<String> {
    let rules = Rules::options()
        .iter()
        .filter_map(|option| Some((option.name.to_owned(), terms.rules.get(option.name)?.to_owned())));
    let text = terms.rules.to_string();
    let own = [
        ("Rules".to_owned(), text.split(',').next().unwrap_or_default().to_owned()),
        ("IncrementMs".to_owned(), terms.increment.as_millis().to_string()),
    ];
    own.into_iter()
        .chain(rules)
        .chain(wishes.iter().cloned())
        .filter_map(|(name, value)| {
            let known = options.iter().find(|option| option.eq_ignore_ascii_case(&name))?;
            Some(format!("setoption name {known} value {value}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_with_blanks_and_choices() {
        let read = |text: &str| parse_option(text.split(' '));
        assert_eq!(read("name Clear Hash type button"), ("Clear Hash".to_owned(), vec![]));
        let variants = read("name UCI_Variant type combo default chess var bughouse var chess");
        assert_eq!(variants, ("UCI_Variant".to_owned(), vec!["bughouse".to_owned(), "chess".to_owned()]));
    }

    #[test]
    fn thoughts_are_understood() {
        let read = |text: &str| parse_info(text.split(' '));
        assert_eq!(
            read("board B depth 7 seldepth 9 multipv 1 score mate -3 nodes 100 nps 5 time 20 pv e2e4 p@e5"),
            Thought {
                depth: Some(7),
                score: Some(Verdict::Mate(-3)),
                nodes: Some(100),
                line: vec!["e2e4".to_owned(), "p@e5".to_owned()],
            }
        );
        assert_eq!(read("depth 7 multipv 2 score cp 3"), Thought::default());
        assert_eq!(read("string depth 7 is a lot"), Thought::default());
    }
}
