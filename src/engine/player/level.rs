//! How strong a player plays: eight levels, from a learner to all that it can, and one below them for a child's first games.
//!
//! A learner looks a few plies ahead, does not see every drop that the opponent has, chooses among moves that look about equally good to
//! it, half listens to its partner, and takes its time. It never throws away more by choice than its level allows.

use crate::search::{Blindness, Candidate, Finished, Limits, TimeLimit};
use crate::types::Score;
use crate::types::rng::Rng;
use std::ops::RangeInclusive;

/// What makes a level.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    /// Rating on Tandem's own scale: the differences are those of matches between neighbors (`tandem help levels`), the zero is arbitrary.
    rating: u64,
    /// Last iteration, in plies.
    depth: f64,
    /// Nodes a move.
    nodes: f64,
    /// The share of the usual time that it thinks, in percent.
    time_percent: f64,
    /// Moves that it chooses among.
    candidates: f64,
    /// How far the choice strays from the best move, in cp: the temperature of a softmax over the scores.
    temperature_cp: f64,
    /// A move that is worse than the best by more is never chosen, in cp.
    most_loss_cp: f64,
    /// The share of the opponent's drops that are overlooked, in percent.
    blind_percent: f64,
    /// How much of what the partner wants counts, in percent.
    heed_percent: f64,
}

/// The levels by their numbers, from 0, which is below the ladder. The last one has no limits; its row is only where the way there from the
/// one before it leads.
#[rustfmt::skip]
const LEVELS: [Row; 9] = [
    row( 530, [ 1.0,     700.0, 100.0, 12.0, 115.0, 365.0, 70.0,  42.0]),
    row(1000, [ 3.0,   4_300.0,  95.0, 12.0,  47.0, 145.0, 28.0,  71.0]),
    row(1120, [ 4.0,   7_000.0,  83.0, 10.0,  37.0, 113.0, 20.0,  76.0]),
    row(1290, [ 5.0,   9_500.0,  73.0,  8.0,  31.0,  94.0, 15.0,  80.0]),
    row(1410, [ 6.0,  12_200.0,  66.0,  7.0,  27.0,  82.0, 12.0,  83.0]),
    row(1550, [ 7.0,  17_500.0,  60.0,  6.0,  24.0,  73.0, 10.0,  85.0]),
    row(1730, [ 8.0,  29_000.0,  55.0,  4.0,  20.0,  61.0,  8.0,  88.0]),
    row(1860, [11.0,  70_000.0,  54.0,  3.0,  14.0,  43.0,  4.0,  91.0]),
    row(2010, [20.0, 500_000.0, 100.0,  1.0,   0.0,   0.0,  0.0, 100.0]),
];

const fn row(rating: u64, parts: [f64; 8]) -> Row {
    let [depth, nodes, time_percent, candidates, temperature_cp, most_loss_cp, blind_percent, heed_percent] = parts;
    Row { rating, depth, nodes, time_percent, candidates, temperature_cp, most_loss_cp, blind_percent, heed_percent }
}

/// The least and the most of the usual time for a move that a weak player takes, in percent …
const PACE_PERCENT: [u64; 2] = [40, 120];
/// … but no more than this, in ms: who has an hour does not want to wait for a learner.
const MOST_PACE_MS: u64 = 5_000;
/// The part of it for a move without choice, in percent.
const FORCED_PERCENT: u64 = 25;

/// How many parts a level has.
const PARTS: u64 = 100;

/// How strong a player is: a level from 0 to 8, or in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// In hundredths of a level.
    hundredths: u64,
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl Level {
    /// How many there are above the one for a child; the last one is full strength.
    pub const COUNT: u64 = LEVELS.len() as u64 - 1;

    /// The numbers of all levels.
    pub const NUMBERS: RangeInclusive<u64> = 0..=Self::COUNT;

    /// Full strength.
    pub const FULL: Self = Self { hundredths: PARTS * Self::COUNT };

    /// The lowest and the highest rating.
    pub const RATINGS: [u64; 2] = [LEVELS[0].rating, LEVELS[LEVELS.len() - 1].rating];

    /// The level of this number; the nearest one if there is none.
    pub fn new(number: u64) -> Self {
        Self { hundredths: number.min(Self::COUNT) * PARTS }
    }

    /// The strength of this rating, between two levels where it falls between theirs; the nearest one if there is none.
    pub fn rated(rating: u64) -> Self {
        let rating = rating.clamp(Self::RATINGS[0], Self::RATINGS[1]);
        let steps = LEVELS.windows(2).zip(0u64..);
        let found = steps.into_iter().find(|(step, _)| rating <= step[1].rating);
        found.map_or(Self::FULL, |(step, number)| {
            let [low, high] = [step[0].rating, step[1].rating];
            Self { hundredths: number * PARTS + (rating - low) * PARTS / (high - low) }
        })
    }

    /// The rating of a level, or between two of them.
    pub fn rating(self) -> u64 {
        self.between(|row| row.rating as f64).round() as u64
    }

    /// Whether nothing is held back.
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }

    fn between(self, value: impl Fn(&Row) -> f64) -> f64 {
        let low = (self.hundredths / PARTS) as usize;
        let part = (self.hundredths % PARTS) as f64 / PARTS as f64;
        let [from, to] = [low, (low + 1).min(LEVELS.len() - 1)].map(|index| value(&LEVELS[index]));
        from + part * (to - from)
    }
}

/// A player's level, with what decides its chances: the same seed makes the same choices in the same positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    /// How strong it is.
    pub level: Level,
    /// Another one for each game.
    pub seed: u64,
}

impl Skill {
    /// Nothing is held back.
    pub fn is_full(self) -> bool {
        self.level.is_full()
    }

    /// What the search of a move may take at most.
    pub fn limit(self, limits: &mut Limits) {
        if self.is_full() {
            return;
        }
        let depth = self.level.between(|row| row.depth) as u32;
        let nodes = self.level.between(|row| row.nodes.ln()).exp() as u64;
        limits.depth = Some(limits.depth.map_or(depth, |asked| asked.min(depth)));
        limits.nodes = Some(limits.nodes.map_or(nodes, |asked| asked.min(nodes)));
        limits.candidates = self.level.between(|row| row.candidates).round() as usize;
    }

    /// The part of the time that a move may take in which it thinks.
    pub fn share(self, limit: TimeLimit) -> TimeLimit {
        let percent = self.level.between(|row| row.time_percent) as u64;
        let part = |ms: u64| (ms.saturating_mul(percent) / 100).max(1);
        if self.is_full() { limit } else { TimeLimit { soft_ms: part(limit.soft_ms), hard_ms: part(limit.hard_ms) } }
    }

    /// What it does not see in the position of this key.
    pub fn blindness(self, key: u64) -> Blindness {
        let percent = self.level.between(|row| row.blind_percent) as u8;
        if percent == 0 { Blindness::NONE } else { Blindness { percent, seed: self.seed ^ key } }
    }

    /// How much of what the partner's wishes add to prices counts, in percent; none at full strength, where all does.
    pub fn heed_percent(self) -> Option<Score> {
        (!self.is_full()).then(|| self.level.between(|row| row.heed_percent) as Score)
    }

    /// The move that it makes of those that were found in the position of this key.
    pub fn choose(self, found: Finished, key: u64) -> Finished {
        let Some(best) = found.candidates.first().filter(|_| !self.is_full()).copied() else { return found };
        let [heat, most_loss] =
            [self.level.between(|row| row.temperature_cp), self.level.between(|row| row.most_loss_cp)];
        let worth = |candidate: &Candidate| f64::from(candidate.score) + heat * self.whim(candidate, key);
        let allowed = found.candidates.iter().filter(|candidate| f64::from(best.score - candidate.score) <= most_loss);
        let chosen = allowed.max_by(|a, b| worth(a).total_cmp(&worth(b))).copied().unwrap_or(best);
        Finished { best: Some(chosen.mv), ponder: chosen.reply, score: chosen.score, ..found }
    }

    /// How much a move is to its taste, by the Gumbel distribution: the best sum of scores and these is a draw by softmax.
    fn whim(self, candidate: &Candidate, key: u64) -> f64 {
        let drawn = Rng::new(Rng::new(self.seed ^ key).next() ^ u64::from(candidate.mv.bits())).next() >> 11;
        let chance = (drawn as f64 + 0.5) / (1u64 << 53) as f64;
        -(-chance.ln()).ln()
    }

    /// How long it takes for a move in the position of this key, of `usual_ms`, in ms; nothing at full strength.
    pub fn pace_ms(self, usual_ms: u64, found: &Finished, key: u64) -> u64 {
        if self.is_full() {
            return 0;
        }
        let [least, most] = PACE_PERCENT;
        let percent = least + Rng::new(self.seed ^ key.rotate_left(17)).below((most - least) as usize) as u64;
        let pace = (usual_ms.saturating_mul(percent) / 100).min(MOST_PACE_MS);
        if found.candidates.len() > 1 { pace } else { pace * FORCED_PERCENT / 100 }
    }
}
