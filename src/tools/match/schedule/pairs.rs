//! What a match consists of: pairs of games, numbered from 0. The number of a pair says all about it (who plays, which
//! opening, which seats, which seed), so that any slice of a match can be played anywhere, and any pair again.

use crate::game::{Seating, Team};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Why a text is no slice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no slice of a match: two numbers are wanted, as in `0..100` (the second is the first pair not played)"
)]
pub struct SliceError(String);

/// Pairs to play, the end excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice(pub Range<u32>);

impl Slice {
    /// Pairs that can be numbered: their games have numbers of 32 bits.
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

/// Who meets whom when there are more than two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Schedule {
    /// Everybody everybody else.
    RoundRobin,
    /// The first all others, who do not meet each other.
    Gauntlet,
}

impl Schedule {
    /// Who meets whom in a round, by the contestants' numbers from 0. Every pair of a round has the same opening.
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
    /// For whatever is random in it. 53 bits, so that every reader of JSON has it exactly.
    pub seed: u64,
    /// The two that meet, by number from 0.
    pub meeting: [usize; 2],
}

impl Pair {
    /// The pair with this number among those who meet like this.
    pub fn new(index: u32, meetings: &[[usize; 2]], match_seed: u64) -> Self {
        let pairs = meetings.len().max(1) as u32;
        let meeting = meetings.get((index % pairs) as usize).copied().unwrap_or([0, 1]);
        Self { index, round: index / pairs, seed: mix(match_seed, index), meeting }
    }

    /// The number of one of its games (0 or 1) in the whole match, from 1.
    pub fn game_number(&self, game: u32) -> u32 {
        2 * self.index + game + 1
    }

    /// Where everybody sits (R17): the teams' seats change from one game to the other, the opponents with every round.
    pub fn seating(&self, game: u32) -> Seating {
        let whole = Seating::default();
        let met = if self.round % 2 == 1 { whole.change_opponents(Team::One) } else { whole };
        if game == 1 { met.change_colors() } else { met }
    }
}

/// A number that looks random (the finalizer of SplitMix64), for every pair another one.
fn mix(match_seed: u64, index: u32) -> u64 {
    let mut x = match_seed.wrapping_add((u64::from(index) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x ^ (x >> 31)) >> 11
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;

    #[test]
    fn slices_are_read() {
        assert_eq!("3..7".parse(), Ok(Slice(3..7)));
        for text in ["", "3", "3..", "..7", "7..3", "3..3", "-1..2", "0..=5", "0..4294967295"] {
            assert_eq!(text.parse::<Slice>(), Err(SliceError(text.to_owned())));
        }
    }

    #[test]
    fn everybody_meets_everybody_or_the_first_all_others() {
        let all = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(Schedule::RoundRobin.meetings(4), all);
        assert_eq!(Schedule::Gauntlet.meetings(4), all[..3]);
        assert_eq!(Schedule::Gauntlet.meetings(2), Schedule::RoundRobin.meetings(2));
    }

    #[test]
    fn r17_both_teams_have_the_same_seats_and_the_same_opening_once() {
        let meetings = Schedule::RoundRobin.meetings(3);
        for index in 0..30 {
            let pair = Pair::new(index, &meetings, 5);
            assert_eq!(pair, Pair::new(index, &meetings, 5), "the number says all");
            assert_eq!(pair.round, index / 3);
            assert_eq!(pair.meeting, meetings[index as usize % 3]);
            let [first, second] = [0, 1].map(|game| pair.seating(game));
            for seat in Seat::ALL {
                assert_eq!(first.player(seat), second.player(seat.opponent()));
            }
        }
        let opponents = |index| Pair::new(index, &meetings, 5).seating(0);
        assert_ne!(opponents(0), opponents(3), "the other opponent in the next round");
    }

    #[test]
    fn seeds_differ_and_fit_into_a_json_number() {
        let seeds: std::collections::HashSet<u64> = (0..1000).map(|index| mix(7, index)).collect();
        assert_eq!(seeds.len(), 1000);
        assert!(seeds.iter().all(|&seed| seed < 1 << 53));
        assert_ne!(mix(7, 0), mix(8, 0));
    }
}
