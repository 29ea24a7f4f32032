//! Playing strength: eight levels, from beginner to full strength, and level 0 below them for a child's first games.
//!
//! A weak player searches a few plies, overlooks some of the opponent's drops, chooses among moves of about equal
//! score, gives less weight to its partner, and takes its time. It never gives up more by choice than its level allows.

use crate::search::{Blindness, Candidate, Finished, Limits, TimeLimit};
use crate::types::Score;
use crate::types::rng::Rng;
use std::ops::RangeInclusive;

/// The parameters of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    /// Rating on Tandem's own scale: the differences come from matches between neighboring levels (`tandem help
    /// levels`), the zero is arbitrary.
    rating: u64,
    /// Last iteration, in plies.
    depth: f64,
    /// Nodes per move.
    nodes: f64,
    /// Share of the usual time per move, in percent.
    time_percent: f64,
    /// Number of moves to choose from.
    candidates: f64,
    /// Softmax temperature over the scores of these moves, in cp.
    temperature_cp: f64,
    /// Largest loss against the best move that is accepted, in cp.
    most_loss_cp: f64,
    /// The share of the opponent's drops that are overlooked, in percent.
    blind_percent: f64,
    /// Weight of price changes (partner's wishes, probes), in percent.
    heed_percent: f64,
}

/// The levels by number, from 0. The last one is full strength, without limits; its row only serves to interpolate from
/// the level before it.
#[rustfmt::skip]
const LEVELS: [Row; 9] = [
    // rating, [depth, nodes, time_percent, candidates, temperature_cp, most_loss_cp, blind_percent, heed_percent]
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

/// Range of the time that a weak player takes for a move, in percent of the usual time.
const PACE_PERCENT: [u64; 2] = [40, 120];
/// Upper bound of this time, in ms: a user with an hour on the clock should not wait long for a weak player.
const MOST_PACE_MS: u64 = 5_000;
/// Share of this time for a move without alternatives, in percent.
const FORCED_PERCENT: u64 = 25;

/// The first level that sits as long as it pays; lower ones have a person's patience.
const FIRST_PATIENT_LEVEL: u64 = 5;
/// The longest sit of an impatient player that its partner has not asked for, in ms.
const MOST_SIT_MS: u64 = 4_000;

/// Number of steps from one level to the next.
const STEPS_PER_LEVEL: u64 = 100;

/// Playing strength: a level from 0 to 8, or a value between two of them.
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
    /// Number of levels above level 0; the last one is full strength.
    pub const COUNT: u64 = LEVELS.len() as u64 - 1;

    /// The numbers of all levels.
    pub const NUMBERS: RangeInclusive<u64> = 0..=Self::COUNT;

    /// Full strength.
    pub const FULL: Self = Self { hundredths: STEPS_PER_LEVEL * Self::COUNT };

    /// The lowest and the highest rating.
    pub const RATINGS: [u64; 2] = [LEVELS[0].rating, LEVELS[LEVELS.len() - 1].rating];

    /// The level with this number; larger numbers are clamped to the last one.
    pub fn new(number: u64) -> Self {
        Self { hundredths: number.min(Self::COUNT) * STEPS_PER_LEVEL }
    }

    /// The strength with this rating, interpolated between two levels and clamped to [`Self::RATINGS`].
    pub fn rated(rating: u64) -> Self {
        let rating = rating.clamp(Self::RATINGS[0], Self::RATINGS[1]);
        let steps = LEVELS.windows(2).zip(0u64..);
        let found = steps.into_iter().find(|(step, _)| rating <= step[1].rating);
        found.map_or(Self::FULL, |(step, number)| {
            let [low, high] = [step[0].rating, step[1].rating];
            Self { hundredths: number * STEPS_PER_LEVEL + (rating - low) * STEPS_PER_LEVEL / (high - low) }
        })
    }

    /// The rating, interpolated between two levels.
    pub fn rating(self) -> u64 {
        self.between(|row| row.rating as f64).round() as u64
    }

    /// Whether this is full strength.
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }

    fn between(self, value: impl Fn(&Row) -> f64) -> f64 {
        let low = (self.hundredths / STEPS_PER_LEVEL) as usize;
        let part = (self.hundredths % STEPS_PER_LEVEL) as f64 / STEPS_PER_LEVEL as f64;
        let [from, to] = [low, (low + 1).min(LEVELS.len() - 1)].map(|index| value(&LEVELS[index]));
        from + part * (to - from)
    }
}

/// A level, and the seed of its random choices: the same seed makes the same choices in the same positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    /// The level.
    pub level: Level,
    /// The seed, different for each game.
    pub seed: u64,
}

impl Skill {
    /// Whether this is full strength.
    pub fn is_full(self) -> bool {
        self.level.is_full()
    }

    /// Reduces `limits` to those of the level.
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

    /// The part of a time limit that the level uses.
    pub fn share(self, limit: TimeLimit) -> TimeLimit {
        let percent = self.level.between(|row| row.time_percent) as u64;
        let part = |ms: u64| (ms.saturating_mul(percent) / 100).max(1);
        if self.is_full() { limit } else { TimeLimit { soft_ms: part(limit.soft_ms), hard_ms: part(limit.hard_ms) } }
    }

    /// The drops that are overlooked in the position with this key.
    pub fn blindness(self, key: u64) -> Blindness {
        let percent = self.level.between(|row| row.blind_percent) as u8;
        if percent == 0 { Blindness::NONE } else { Blindness { percent, seed: self.seed ^ key } }
    }

    /// Weight of price changes (partner's wishes, probes), in percent; `None` at full strength, where they count in
    /// full.
    pub fn heed_percent(self) -> Option<Score> {
        (!self.is_full()).then(|| self.level.between(|row| row.heed_percent) as Score)
    }

    /// Chooses a move from those found in the position with this key.
    pub fn choose(self, found: Finished, key: u64) -> Finished {
        let Some(best) = found.candidates.first().filter(|_| !self.is_full()).copied() else { return found };
        let [temperature_cp, most_loss_cp] =
            [self.level.between(|row| row.temperature_cp), self.level.between(|row| row.most_loss_cp)];
        let worth = |candidate: &Candidate| f64::from(candidate.score) + temperature_cp * self.noise(candidate, key);
        let allowed =
            found.candidates.iter().filter(|candidate| f64::from(best.score - candidate.score) <= most_loss_cp);
        let chosen = allowed.max_by(|a, b| worth(a).total_cmp(&worth(b))).copied().unwrap_or(best);
        Finished { best: Some(chosen.mv), ponder: chosen.reply, score: chosen.score, ..found }
    }

    /// Gumbel noise of a move: the maximum of the scores plus scaled noise is a softmax sample.
    fn noise(self, candidate: &Candidate, key: u64) -> f64 {
        let drawn = Rng::new(Rng::new(self.seed ^ key).next() ^ u64::from(candidate.mv.bits())).next() >> 11;
        let chance = (drawn as f64 + 0.5) / (1u64 << 53) as f64;
        -(-chance.ln()).ln()
    }

    /// The longest sit that the partner has not asked for, in ms; `None` for no bound.
    pub fn most_sit_ms(self) -> Option<u64> {
        (self.level.hundredths < FIRST_PATIENT_LEVEL * STEPS_PER_LEVEL).then_some(MOST_SIT_MS)
    }

    /// Time taken for a move in the position with this key, in ms, out of `usual_ms`; 0 at full strength.
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
