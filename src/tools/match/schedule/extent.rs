//! Extent of a match: the arguments for the number of games, the slice of the match, and the test that ends it.

use super::pairs::{Schedule, Slice};
use crate::tools::stats::{Sprt, SprtError};
use std::ops::Range;
use std::path::PathBuf;

/// Default number of games of a match with a sequential test.
const SPRT_GAMES: u32 = 100_000;

/// Arguments about the match as a whole.
#[derive(clap::Args, Debug)]
pub struct Extent {
    /// Games to play [default: 1, or 100000 with --sprt]. Two make a pair: the same opening, the seats exchanged; an
    /// odd last game counts in the score alone
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    games: Option<u32>,
    /// Play only these pairs of games of the match: from pair I, counted from 0, up to the one before J
    #[arg(long, value_name = "I..J", conflicts_with = "games")]
    pairs: Option<Slice>,
    /// Write finished pairs to this file, a line of JSON each. Pairs that it has already are not played again
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,
    /// Do not measure this machine's speed first, which takes half a second; the lines of --jsonl then have no speed
    #[arg(long)]
    pub skip_bench: bool,
    /// Pairings of more than two teams
    #[arg(long, value_enum, default_value_t = Schedule::RoundRobin)]
    pub schedule: Schedule,
    #[command(flatten)]
    test: Test,
}

/// Arguments of the sequential test.
#[derive(clap::Args, Debug)]
pub struct Test {
    /// Test over pairs which of these differences in Elo is to be believed (SPRT); a match ends as soon as one is
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// The risk of believing elo1 where elo0 is true
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// The risk of believing elo0 where elo1 is true
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    beta: f64,
}

impl Test {
    /// The test, if one is requested.
    ///
    /// # Errors
    /// When the numbers are invalid.
    pub fn sprt(&self) -> Result<Option<Sprt>, SprtError> {
        let elo = self.sprt.as_ref().and_then(|elo| elo.first().zip(elo.get(1)));
        elo.map(|(&elo0, &elo1)| Sprt::new(elo0, elo1, self.alpha, self.beta)).transpose()
    }
}

/// The games to play.
#[derive(Clone, Debug)]
pub struct Games {
    /// Whole pairs.
    pub pairs: Range<u32>,
    /// Whether one more game follows them.
    pub odd: bool,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
}

impl Games {
    /// The number of the last game.
    pub fn last(&self) -> u32 {
        2 * self.pairs.end + u32::from(self.odd)
    }
}

impl Extent {
    /// The games to play among `contestants` teams.
    ///
    /// # Errors
    /// When the arguments do not fit together.
    pub fn games(&self, contestants: usize) -> Result<Games, Box<dyn std::error::Error>> {
        let sprt = self.test.sprt()?;
        if sprt.is_some() && contestants > 2 {
            return Err("--sprt is for two teams".into());
        }
        let count = self.games.unwrap_or(if sprt.is_some() { SPRT_GAMES } else { 1 });
        let (pairs, odd) = match &self.pairs {
            Some(slice) => (slice.0.clone(), false),
            None => (0..count / 2, count % 2 == 1),
        };
        if odd && self.jsonl.is_some() {
            return Err("--jsonl: only pairs can be kept there, so --games must be even".into());
        }
        Ok(Games { pairs, odd, sprt })
    }

    /// Whether more than one game is requested.
    pub fn is_long(&self) -> bool {
        self.pairs.is_some() || self.test.sprt.is_some() || self.games.is_some_and(|games| games > 1)
    }
}
