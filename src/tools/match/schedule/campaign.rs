//! Definition of a match: contestants, games and conditions.

use super::extent::Games;
use super::pairs::Schedule;
use crate::arena::control::TimeControl;
use crate::arena::engines::EngineSpec;
use crate::arena::measure::{self, Measure};
use crate::arena::referee::one_board::MatchVariant;
use crate::arena::referee::{Adjudication, MatchSide, quote};
use crate::game::Rules;
use crate::tools::r#match::display::Warnings;
use crate::tools::r#match::results::Terms;
use crate::tools::openings::OpeningSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// An error that ends a match.
pub type Problem = Box<dyn std::error::Error + Send + Sync>;

/// An engine's trouble that does not stop the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineTrouble<'a> {
    /// A report while it gets ready, such as the refused value of an option.
    Reports(&'a str),
    /// An option that was asked for is not among its own.
    HasNoOption(&'a str),
    /// It had to be started anew; with the reason.
    StartedAnew(&'a str),
}

impl fmt::Display for EngineTrouble<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reports(text) => write!(f, "says: {}", quote(text)),
            Self::HasNoOption(name) => write!(f, "has no option `{name}`"),
            Self::StartedAnew(why) => write!(f, "{why}: started anew"),
        }
    }
}

/// Conditions of play: the arguments that are the same for all games.
#[derive(clap::Args, Clone, Debug)]
pub struct Conditions {
    /// Seconds a player and seconds added a move, S+I
    #[arg(long = "tc", default_value = "10+0", value_name = "S+I")]
    pub control: TimeControl,
    /// A preset, single options, or both: `fics`, `gambler,drop-check=forbidden`
    #[arg(long, default_value = "international", value_name = "PRESET[,OPTION=VALUE…]")]
    pub rules: Rules,
    /// The game: bughouse, or one board of crazyhouse or of a game of `tandem help games` between two UCI engines, both
    /// colors from each opening (a FEN a line in a file of --openings); its games are written as PGN
    #[arg(long, default_value = "bughouse", value_name = "NAME", conflicts_with = "rules")]
    pub variant: MatchVariant,
    /// Unit of the clocks: `real` time, or `nodes=N`: N nodes are a millisecond, and the same games are played every
    /// time; `nodes=N:M`: M for all engines but the first
    #[arg(long = "clock", default_value = "real", value_name = "real|nodes=N[:M]")]
    pub measure: Measure,
    /// Decides the order of the openings, and whatever else is random
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..1 << 53))]
    pub seed: u64,
    /// A flag falls this many milliseconds after its clock shows zero, since pipes and scheduling take time
    #[arg(long, default_value_t = 20, value_name = "MS")]
    pub lag: u64,
    /// Seconds that an engine may keep silent where no clock runs: while it starts and gets ready for a game [default:
    /// 15], and while it thinks under --clock nodes=N and reports no further node [default: 300]
    #[arg(long, value_name = "S", help_heading = "Engines", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub patience: Option<u64>,
    /// Games that end early.
    #[command(flatten)]
    pub adjudication: Adjudication,
}

impl Conditions {
    /// A contestant's engine with the options that all engines of a match get. `number` is the contestant's, from 0,
    /// `hash` in MB.
    pub fn equipped(&self, spec: EngineSpec, number: usize, threads: u32, hash: u32) -> EngineSpec {
        let pair = |name: &str, value: String| (name.to_owned(), value);
        let mut before = vec![pair("Threads", threads.to_string()), pair("Hash", hash.to_string())];
        before.push(pair("TeamMessageMode", "full".to_owned()));
        let mut after = Vec::new();
        if let Some(rate) = self.measure.rate(number) {
            // A clock that counts nodes has no latency.
            before.push(pair("MoveOverhead", "0".to_owned()));
            after.push(pair(measure::OPTION, rate.to_string()));
        }
        spec.with_general(&before, &after)
    }
}

/// A match to be played.
pub struct Campaign {
    /// The contestants, two or more.
    pub contestants: Vec<EngineSpec>,
    /// Schedule of the meetings.
    pub schedule: Schedule,
    /// The games to play.
    pub games: Games,
    /// Conditions of play.
    pub conditions: Conditions,
    /// The openings of the games.
    pub openings: Arc<OpeningSet>,
    /// Number of pairs played at once.
    pub lanes: usize,
    /// How long a result stays on the screen before the next game.
    pub pause: Duration,
    /// The BPGN file.
    pub bpgn: PathBuf,
    /// Receives warnings that do not stop the match.
    pub warnings: Warnings,
}

impl Campaign {
    /// The time control of a contestant.
    pub fn control(&self, contestant: usize) -> TimeControl {
        self.contestants[contestant].control.unwrap_or(self.conditions.control)
    }

    /// Warns of an engine's trouble that does not stop the match, once.
    pub(super) fn warn_of(&self, side: MatchSide, spec: &EngineSpec, trouble: EngineTrouble) {
        self.warnings.once(format!("{side}: `{}` {trouble}", spec.command.join(" ")));
    }

    /// The terms, which are the same for all pairs.
    pub fn terms(&self) -> Terms {
        let Conditions { control, measure, adjudication, lag, rules, variant, seed, .. } = &self.conditions;
        let is_bughouse = *variant == MatchVariant::BUGHOUSE;
        Terms {
            control: control.to_string(),
            clock: measure.to_string(),
            adjudication: adjudication.to_string(),
            lag_ms: *lag,
            variant: variant.name().to_owned(),
            rules: if is_bughouse { rules.to_string() } else { variant.name().to_owned() },
            openings: self.openings.digest(),
            seed: *seed,
            contestants: self.contestants.len(),
            schedule: self.schedule.to_string(),
        }
    }
}
