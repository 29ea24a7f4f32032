//! The pairs of games of a match, numbered from 0. The number of a pair determines everything about it (teams, opening,
//! seats, seed), so that any slice of a match can be played anywhere, and any pair again.

use crate::game::{Seating, Team};
use crate::types::rng::{GOLDEN_RATIO, Rng};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A text that is no slice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no slice of a match: two numbers are wanted, as in `0..100` (the second is the first pair not played)"
)]
pub struct SliceError(String);

/// Pairs to play, the end excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice(pub Range<u32>);

impl Slice {
    /// Most pairs of a match: their games have 32-bit numbers.
    const MOST: u32 = u32::MAX / 2;
}

impl FromStr for Slice {
    type Err = SliceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |part: &str| part.trim().parse::<u32>().ok().filter(|&number| number <= Self::MOST);
        let ends = text.split_once("..").and_then(|(start, end)| Some(number(start)?..number(end)?));
        ends.filter(|range| !range.is_empty()).map(Self).ok_or_else(|| SliceError(text.to_owned()))
    }
}

/// Pairings of more than two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Schedule {
    /// All against all.
    RoundRobin,
    /// The first against all others, who never meet.
    Gauntlet,
}

impl Schedule {
    /// The meetings of a round, by the contestants' numbers from 0. Every pair of a round has the same opening.
    pub fn meetings(self, contestants: usize) -> Vec<[usize; 2]> {
        let hosts = if self == Self::Gauntlet { 1 } else { contestants };
        (0..hosts).flat_map(|host| (host + 1..contestants).map(move |guest| [host, guest])).collect()
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        })
    }
}

/// Two games with the same opening, the teams' seats exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its number in the match.
    pub index: u32,
    /// The round that it belongs to, from 0: all pairs of a round have the same opening.
    pub round: u32,
    /// Seed of its random numbers. 53 bits, so that every JSON reader represents it exactly.
    pub seed: u64,
    /// The two teams, by number from 0.
    pub meeting: [usize; 2],
}

impl Pair {
    /// The pair number `index` of a match with these meetings in each round.
    pub fn new(index: u32, meetings: &[[usize; 2]], match_seed: u64) -> Self {
        let pairs = meetings.len().max(1) as u32;
        let meeting = meetings.get((index % pairs) as usize).copied().unwrap_or([0, 1]);
        // A different pseudorandom number for every pair.
        let start = match_seed.wrapping_add(u64::from(index).wrapping_mul(GOLDEN_RATIO));
        Self { index, round: index / pairs, seed: Rng::new(start).next() >> 11, meeting }
    }

    /// The number of one of its games (0 or 1) in the whole match, from 1.
    pub fn game_number(&self, game: u32) -> u32 {
        2 * self.index + game + 1
    }

    /// The seating of a game (R17): the teams' seats change from one game to the other, the opponents with every round.
    pub fn seating(&self, game: u32) -> Seating {
        let whole = Seating::default();
        let met = if self.round % 2 == 1 { whole.change_opponents(Team::One) } else { whole };
        if game == 1 { met.change_colors() } else { met }
    }
}
