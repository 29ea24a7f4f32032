//! The tags in which bughouse servers tell variant and rules, and the rules to try where no tag does.
//!
//! Names of bughouse.pro's tags and their values are those of its public source (`rules.rs`).

use super::{BpgnError, Fault, Record};
use crate::game::{Rules, RulesError};

/// The presets in the order in which they are tried; that of the file's server first. At chess.com a check that a drop
/// could block is no mate: of 41 games of its players all fit `fics`, and in one a player waits in such a check.
const ORDERS: [(&[&str], [&str; 4]); 3] = [
    (
        &["fics", "freechess", "bughouse-db", "bughousedb", "chess.com"],
        ["fics", "international", "fairy-stockfish", "gambler"],
    ),
    (&["pychess"], ["fairy-stockfish", "fics", "international", "gambler"]),
    (&[], ["international", "fics", "fairy-stockfish", "gambler"]),
];

/// Words of the tag `Variant` that name bughouse as it is played here, or nothing, as PGN's `?` and `-`.
const BUGHOUSE: [&str; 6] = ["bughouse", "bughouse960", "chess960", "960", "?", "-"];

impl Record {
    /// The rules to try for a game, most likely first: those of bughouse.pro's tags, or the presets.
    ///
    /// # Errors
    /// When the tags tell a variant or a rule that is not played here.
    pub fn likely_rules(&self) -> Result<Vec<Rules>, BpgnError> {
        self.check_variant()?;
        if let Some(rules) = self.rules_of_tags()? {
            return Ok(vec![rules]);
        }
        let told: Vec<String> =
            ["Site", "Event"].iter().filter_map(|name| self.tag(name)).map(str::to_lowercase).collect();
        let is_from = |words: &[&str]| words.iter().any(|word| told.iter().any(|text| text.contains(word)));
        let order = ORDERS.iter().find(|(words, _)| words.is_empty() || is_from(words)).map_or([""; 4], |(_, o)| *o);
        let presets: Result<Vec<Rules>, RulesError> = order.into_iter().map(Rules::preset).collect();
        presets.map_err(|error| BpgnError::new(0, "", Fault::Rules(error)))
    }

    /// Refuses games of other variants, by name.
    pub(super) fn check_variant(&self) -> Result<(), BpgnError> {
        let Some(variant) = self.tag("Variant") else { return Ok(()) };
        let mut words = variant.split_whitespace();
        match words.find(|word| !BUGHOUSE.contains(&word.to_lowercase().as_str())) {
            None => Ok(()),
            Some(word) => Err(self.wrong_tag("Variant", format!("the variant {word} is not played"))),
        }
    }

    /// The rules of the tags `Promotion`, `DropAggression` and `PawnDropRanks`, if any is there. Mate and castling are
    /// those of bughouse.pro: a check that a drop could block is no mate, and a dropped rook does not castle.
    fn rules_of_tags(&self) -> Result<Option<Rules>, BpgnError> {
        let names = ["Promotion", "DropAggression", "PawnDropRanks"];
        if names.iter().all(|name| self.tag(name).is_none()) {
            return Ok(None);
        }
        let mut rules = Rules::preset("fics").map_err(|error| BpgnError::new(0, "", Fault::Rules(error)))?;
        for name in names {
            let Some(value) = self.tag(name) else { continue };
            let settings: &[(&str, &str)] = match (name, value) {
                ("Promotion", "Upgrade") | ("DropAggression", "Mate allowed") => &[],
                ("Promotion", "Steal") => &[("promotion", "take-from-partner-board")],
                ("DropAggression", "No chess mate" | "No bughouse mate") => &[("drop-mate", "forbidden")],
                ("DropAggression", "No check") => &[("drop-check", "forbidden"), ("drop-mate", "forbidden")],
                ("PawnDropRanks", ranks) => pawn_ranks(ranks).ok_or_else(|| self.unknown_rule(name, value))?,
                _ => return Err(self.unknown_rule(name, value)),
            };
            for (option, value) in settings {
                rules.set(option, value).map_err(|error| self.wrong_tag(name, error.to_string()))?;
            }
        }
        Ok(Some(rules))
    }

    fn unknown_rule(&self, name: &str, value: &str) -> BpgnError {
        self.wrong_tag(name, format!("the rule {name} \"{value}\" is not played"))
    }

    pub(super) fn wrong_tag(&self, name: &str, text: String) -> BpgnError {
        let value = self.tag(name).unwrap_or_default();
        BpgnError::new(self.fen_line.max(self.first_line()), &format!("[{name} \"{value}\"]"), Fault::Variant(text))
    }

    /// The line of the first ply, or of the result.
    fn first_line(&self) -> usize {
        self.plies.first().map_or(self.end_line, |ply| ply.line)
    }
}

/// The setting for the ranks on which pawns may be dropped. The first must be the second one; a last one before the
/// sixth allows less than the sixth does, so that such a game can be read by it.
fn pawn_ranks(text: &str) -> Option<&'static [(&'static str, &'static str)]> {
    match text.split_once('-')? {
        ("2", "7") => Some(&[]),
        ("2", "3" | "4" | "5" | "6") => Some(&[("pawn-drop-ranks", "2-6")]),
        _ => None,
    }
}
