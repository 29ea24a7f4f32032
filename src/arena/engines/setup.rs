//! The part common to UBI and UCI: an engine's introduction, its `info` lines, `setoption` lines to it.

use super::player::{EngineScore, GameStart, SearchInfo};
use crate::game::Rules;

/// An engine's introduction, and the options to set.
#[derive(Debug)]
pub struct Introduction {
    /// The engine's name; the match's name for it until it sends one.
    pub name: String,
    /// The names of its options, in its own spelling.
    options: Vec<String>,
    /// The variants that it plays.
    pub variants: Vec<String>,
    /// The word that ends the introduction.
    end: &'static str,
    /// Whether `end` has been received.
    pub complete: bool,
    /// Options that the user and the match set, such as `Threads=1`, as far as the engine has them.
    wishes: Vec<(String, String)>,
}

impl Introduction {
    /// An empty introduction, which ends with the word `end`, `ubiok` or `uciok`.
    pub fn new(end: &'static str, name: String, wishes: Vec<(String, String)>) -> Self {
        Self { name, options: Vec::new(), variants: Vec::new(), end, complete: false, wishes }
    }

    /// Reads a line of the introduction; returns false for any other line.
    pub fn read(&mut self, line: &str) -> bool {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("id") => {
                let is_name = words.next() == Some("name");
                let name = words.collect::<Vec<_>>().join(" ");
                if is_name && !self.complete && !name.is_empty() {
                    self.name = name;
                }
            }
            Some("option") => {
                let (name, values) = parse_option(words);
                if name == "UCI_Variant" {
                    self.variants = values;
                }
                self.options.push(name);
            }
            Some(word) if word == self.end => self.complete = true,
            _ => return false,
        }
        true
    }

    /// Whether the engine has an option of this name.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// The `setoption` lines for a game, for options that the engine has, in its own spelling.
    pub fn settings(&self, start: &GameStart) -> Vec<String> {
        let own = game_options(start);
        self.set_options(own.iter().map(|(name, value)| (*name, value.as_str())))
    }

    /// The `setoption` lines for these options and those that the user and the match set, for options that the engine
    /// has, in its own spelling.
    pub fn set_options<'a>(&'a self, own: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
        let wishes = self.wishes.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        own.chain(wishes)
            .filter_map(|(name, value)| {
                let known = self.options.iter().find(|option| option.eq_ignore_ascii_case(name))?;
                Some(format!("setoption name {known} value {value}"))
            })
            .collect()
    }
}

/// The options for a game, names and values: the preset of its rules, the increment, and each rule.
pub fn game_options(start: &GameStart) -> Vec<(&'static str, String)> {
    let text = start.rules.to_string();
    let preset = text.split(',').next().unwrap_or_default().to_owned();
    let own = [("Rules", preset), ("IncrementMs", start.increment.as_millis().to_string())];
    let rule = |name| Some((name, start.rules.get(name)?.to_owned()));
    let rules = Rules::options().iter().filter_map(|option| rule(option.name));
    let chess960 = start.rules.chess960.then(|| ("UCI_Chess960", "true".to_owned()));
    own.into_iter().chain(rules).chain(chess960).collect()
}

/// Parses the words behind `option`: the name, and the values of a combo.
pub fn parse_option<'a>(words: impl Iterator<Item = &'a str>) -> (String, Vec<String>) {
    let words: Vec<&str> = words.skip(1).collect();
    let end = words.iter().position(|&word| word == "type").unwrap_or(words.len());
    let values = words[end..].windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned());
    (words[..end].join(" "), values.collect())
}

/// The error that a line `info string error: …` reports; `None` for any other line.
pub fn reported_error(line: &str) -> Option<String> {
    let text = line.trim_start().strip_prefix("info string ")?;
    let is_error = text.get(.."error:".len()).is_some_and(|start| start.eq_ignore_ascii_case("error:"));
    is_error.then(|| text.to_owned())
}

/// Parses the words behind `info`; returns an empty result for all lines of MultiPV but the first. A depth without a
/// score is that of an iteration that begins, or of the move being searched, and is left out.
pub fn parse_info<'a>(mut words: impl Iterator<Item = &'a str>) -> SearchInfo {
    let mut thought = SearchInfo::default();
    let mut first = true;
    while let Some(word) = words.next() {
        match word {
            "depth" => thought.depth = words.next().and_then(|text| text.parse().ok()),
            "nodes" => thought.nodes = words.next().and_then(|text| text.parse().ok()),
            "multipv" => first = words.next() == Some("1"),
            "score" => {
                let (unit, number) = (words.next(), words.next().and_then(|text| text.parse().ok()));
                thought.score = match (unit, number) {
                    (Some("cp"), Some(cp)) => Some(EngineScore::Cp(cp)),
                    (Some("mate"), Some(moves)) => Some(EngineScore::Mate(moves)),
                    _ => None,
                };
            }
            "pv" => thought.line = words.by_ref().map(str::to_owned).collect(),
            "string" => break,
            _ => {}
        }
    }
    thought.depth = thought.depth.filter(|_| thought.score.is_some());
    if first { thought } else { SearchInfo::default() }
}
