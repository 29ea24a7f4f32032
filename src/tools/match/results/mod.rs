//! The pairs of one match, collected from all machines. Each pair is in it at most once.
//!
//! A `tally` counts a game, a `line` is a finished pair, `pairs_file` and `games_file` are the files that `keep` writes
//! together. `tail` removes games of an unfinished pair, `merge` is the command that adds up files.

mod games_file;
mod keep;
mod line;
mod machine;
pub mod merge;
mod pairs_file;
mod tail;
mod tally;

pub use games_file::{Sheets, named};
pub use keep::Keep;
pub use line::{FORMAT, GameLine, Loss, Machine, PairLine, Sheet, TeamId, TeamTally, Terms, VERSION};
pub use tally::Tally;

use crate::arena::referee::MatchScore;
use crate::tools::stats::Pentanomial;
use line::difference;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::sync::Arc;

/// Errors of adding a line to a set of pairs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PairSetError {
    #[error("{0}: no finished pair of a match: {1}")]
    NoPair(Origin, String),
    #[error("{0}: written in version {1} of the format, this program reads version {VERSION}")]
    Version(Origin, u32),
    #[error("{0}: belongs to another match than {1}: {2}")]
    Foreign(Origin, Origin, String),
    #[error("{0}: pair {2} was also played in {1}, and not the same")]
    Conflict(Origin, Origin, u32),
}

/// Location of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1; 0 for a pair of this run.
    pub line: usize,
}

impl Origin {
    /// The location of pairs of this run.
    pub fn here() -> Self {
        Self { file: "this match".into(), line: 0 }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.file),
            line => write!(f, "{} line {line}", self.file),
        }
    }
}

/// The finished pairs of a match.
#[derive(Clone, Debug, Default)]
pub struct PairSet {
    pairs: BTreeMap<u32, (PairLine, Origin)>,
    /// Each team, with the location where it occurred first.
    teams: BTreeMap<usize, (TeamId, Origin)>,
    scores: BTreeMap<[usize; 2], MatchScore>,
}

/// The part of a line that every version has.
#[derive(serde::Deserialize)]
struct Head {
    format: String,
    version: u32,
}

/// Parses a line.
///
/// # Errors
/// When it is no pair, or of another version.
pub fn parse(text: &str, origin: &Origin) -> Result<PairLine, PairSetError> {
    let wrong = |error: serde_json::Error| PairSetError::NoPair(origin.clone(), error.to_string());
    let head: Head = serde_json::from_str(text).map_err(wrong)?;
    if head.format != FORMAT {
        return Err(PairSetError::NoPair(origin.clone(), format!("its format is `{}`", head.format)));
    }
    if head.version != VERSION {
        return Err(PairSetError::Version(origin.clone(), head.version));
    }
    let line: PairLine = serde_json::from_str(text).map_err(wrong)?;
    if line.games.iter().any(|game| game.winner.is_some_and(|team| team > 1)) {
        return Err(PairSetError::NoPair(origin.clone(), "a winner is neither 0 nor 1".to_owned()));
    }
    Ok(line)
}

impl PairSet {
    /// Adds a pair; false if an identical one is in the set already.
    ///
    /// # Errors
    /// When it belongs to another match, or the same pair has another outcome in the set. The set is unchanged
    /// then.
    pub fn add(&mut self, mut line: PairLine, mut origin: Origin) -> Result<bool, PairSetError> {
        self.admit(&line.terms, &*line.teams, &origin)?;
        // Saves memory in a long match.
        if let Some((last, there)) = self.pairs.values().next_back() {
            line.share_with(last);
            if origin.file == there.file {
                origin.file = Arc::clone(&there.file);
            }
        }
        match self.pairs.entry(line.pair) {
            Entry::Occupied(entry) if entry.get().0 == line => Ok(false),
            Entry::Occupied(entry) => Err(PairSetError::Conflict(origin, entry.get().1.clone(), line.pair)),
            Entry::Vacant(entry) => {
                for team in &*line.teams {
                    self.teams.entry(team.number).or_insert_with(|| (team.clone(), origin.clone()));
                }
                let score = self.scores.entry(line.meeting()).or_default();
                line.games.iter().for_each(|game| score.count(game.side()));
                entry.insert((line, origin));
                Ok(true)
            }
        }
    }

    /// Checks that pairs of these teams, played by these terms, belong to this match.
    ///
    /// # Errors
    /// When they do not, with the first difference.
    pub fn admit(&self, terms: &Terms, teams: &[TeamId], origin: &Origin) -> Result<(), PairSetError> {
        let foreign = |there: &Origin, what| Err(PairSetError::Foreign(origin.clone(), there.clone(), what));
        if let Some((first, there)) = self.pairs.values().next()
            && let Some(what) = difference(terms, &first.terms)
        {
            return foreign(there, what);
        }
        for team in teams {
            if let Some((known, there)) = self.teams.get(&team.number)
                && let Some(what) = difference(team, known)
            {
                return foreign(there, format!("team {}'s {what}", team.number + 1));
            }
        }
        Ok(())
    }

    /// The part that [`Self::admit`] depends on: the teams and one pair. The scores are those of all pairs.
    pub fn head(&self) -> Self {
        let first = self.pairs.first_key_value().map(|(&number, pair)| (number, pair.clone()));
        Self { pairs: first.into_iter().collect(), teams: self.teams.clone(), scores: self.scores.clone() }
    }

    /// Whether a pair is there.
    pub fn has(&self, pair: u32) -> bool {
        self.pairs.contains_key(&pair)
    }

    /// The pairs, by number.
    pub fn pairs(&self) -> impl DoubleEndedIterator<Item = &PairLine> {
        self.pairs.values().map(|(line, _)| line)
    }

    /// Pairs that two teams have played against each other.
    pub fn meeting(&self, teams: [usize; 2]) -> impl Iterator<Item = &PairLine> {
        self.pairs().filter(move |line| line.meeting() == teams)
    }

    /// The scores of all meetings, from the first team's perspective.
    pub fn scores(&self) -> &BTreeMap<[usize; 2], MatchScore> {
        &self.scores
    }

    /// The score of two teams.
    pub fn score(&self, meeting: [usize; 2]) -> MatchScore {
        self.scores.get(&meeting).copied().unwrap_or_default()
    }

    /// All teams that have played, by number.
    pub fn teams(&self) -> impl Iterator<Item = &TeamId> {
        self.teams.values().map(|(team, _)| team)
    }
}

/// Counts of the kinds of pairs, from the perspective of each pair's first team.
pub fn pentanomial<'a>(pairs: impl IntoIterator<Item = &'a PairLine>) -> Pentanomial {
    let mut counts = Pentanomial::default();
    pairs.into_iter().for_each(|line| counts.count(line.half_points()));
    counts
}
