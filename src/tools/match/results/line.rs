//! A finished pair of games as one line of JSON.
//!
//! A line stands alone: it says what match it belongs to, so that lines from many machines can be put together, and what
//! does not belong is told from what does. Fields may be added without a new version; a changed meaning needs one.

use crate::arena::referee::{Adjudication, MatchSide};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a line says it is.
pub const FORMAT: &str = "tandem match pair";
/// The version of the format that is written.
pub const VERSION: u32 = 2;

/// A pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairLine {
    /// [`FORMAT`]
    pub format: String,
    /// [`VERSION`]
    pub version: u32,
    /// The number of the pair in the match, from 0.
    pub pair: u32,
    /// Seed of whatever was random in it.
    pub seed: u64,
    /// The opening's place in the set, from 1.
    pub opening: usize,
    /// What must be the same for all pairs of a match.
    pub terms: Arc<Terms>,
    /// The two teams.
    pub teams: Arc<[TeamId; 2]>,
    /// The two games. In the first one the first team has white on A and black on B.
    pub games: [GameLine; 2],
    /// Where it was played.
    pub machine: Arc<Machine>,
    /// Where its games are written down.
    pub bpgn: Sheet,
    /// When it was finished, UTC: `2026.11.20 10:06:00`.
    pub date: String,
}

/// What a match is played by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// Seconds and increment: `10+0`.
    pub control: String,
    /// What the clocks measure: `real`, or `nodes=N` or `nodes=N:M`.
    pub clock: String,
    /// How games were ended before the rules did: `none`, or as in `maxmoves 100`.
    #[serde(default = "no_adjudication")]
    pub adjudication: String,
    /// Milliseconds after zero at which a flag falls.
    pub lag_ms: u64,
    /// The rules, as `--rules` takes them.
    pub rules: String,
    /// Which set of openings.
    pub openings: String,
    /// The seed of the match.
    pub seed: u64,
    /// How many teams there are.
    pub contestants: usize,
    /// Who meets whom.
    pub schedule: String,
}

/// What lines say that are older than adjudication.
fn no_adjudication() -> String {
    Adjudication::default().to_string()
}

/// A team, so that it can be told from another one of the same name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamId {
    /// Its number in the match, from 0.
    pub number: usize,
    /// Its name as the engine tells it.
    pub name: String,
    /// Program and arguments, as they were given.
    pub command: String,
    /// Options set: `Hash=16`.
    pub options: Vec<String>,
    /// The names of the two engines of a team of two different ones; empty for all other teams.
    pub engines: Vec<String>,
    /// Whether nothing that its engines said reached their partners: `talk=off`.
    pub muted: bool,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// BPGN's result.
    pub result: String,
    /// Which of the two teams won, 0 or 1; null for a draw.
    pub winner: Option<usize>,
    /// In a word: `mate`, `flag`, `illegal move`.
    pub reason: String,
    /// In words: `black on A checkmated`.
    pub note: String,
    /// Plies on both boards.
    pub plies: u32,
    /// How long it took, on the clock of the match.
    pub duration_ms: u64,
    /// What the two teams did in it.
    pub teams: [TeamTally; 2],
}

/// What a team did, both players together. Sums, from which averages can be made over any number of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamTally {
    /// Moves played.
    pub moves: u64,
    /// Time on its clocks, the last unfinished turns included.
    pub time_ms: u64,
    /// Moves of which a depth was told, and the sum of these. Sits and moves with a mate score do not count: their depth says
    /// nothing of the search's speed.
    pub depth_moves: u64,
    /// See `depth_moves`.
    pub depth_sum: u64,
    /// Nodes told, and the time of the moves for which they were.
    pub nodes: u64,
    /// See `nodes`.
    pub nodes_ms: u64,
    /// The lead over the diagonal's clock after each move, summed up over the moves.
    pub up_time_ms_sum: i64,
    /// Flags that fell, hanging or not.
    pub flags: u64,
    /// Races of two clocks that this team has won, and that it has lost. A game is a race if it ended on one board by mate or by
    /// a flag while the other board was won for the losing team, as told by its player there with its last move (a forced mate, or 8
    /// pawns or more), and the losing seat had less time than its diagonal: with more, it could have sat.
    pub races_won: u64,
    /// See `races_won`.
    pub races_lost: u64,
    /// By how much the losing seat's clock was short of its diagonal's at the end, summed up over the races won.
    pub races_won_ms_sum: i64,
    /// The same, over the races lost.
    pub races_lost_ms_sum: i64,
    /// Sits: turns that took a tenth of the whole time of a player, or more. What an engine means by it cannot be seen from
    /// outside.
    pub sits: u64,
    /// Messages to the partner by their first word.
    pub messages: BTreeMap<String, u64>,
}

impl TeamTally {
    /// Kinds of messages that are told apart.
    const MOST_KINDS: usize = 32;

    /// One more message.
    pub fn message(&mut self, kind: &str) {
        let known = self.messages.contains_key(kind) || self.messages.len() < Self::MOST_KINDS;
        *self.messages.entry(if known { kind.to_owned() } else { "(others)".to_owned() }).or_default() += 1;
    }

    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        // Files and engines may tell any number.
        macro_rules! add {
            ($($field:ident)*) => { $(self.$field = self.$field.saturating_add(other.$field);)* };
        }
        add!(moves time_ms depth_moves depth_sum nodes nodes_ms up_time_ms_sum flags sits);
        add!(races_won races_lost races_won_ms_sum races_lost_ms_sum);
        for (kind, count) in &other.messages {
            let sum = self.messages.entry(kind.clone()).or_default();
            *sum = sum.saturating_add(*count);
        }
    }
}

/// The machine on which a pair was played; a pair never spans two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Its name.
    pub host: String,
    /// The processor's name.
    pub cpu: String,
    /// Logical processors that the match could use.
    pub cores: usize,
    /// Nodes a second of this program's own short bench, on one thread, before the match; null if it did not run.
    pub bench_nps: Option<u64>,
    /// The version of this program.
    pub tandem: String,
}

/// The file with the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Its path, as it was given.
    pub file: String,
    /// The tag `Match` of the games, the same for all runs that this file of pairs has seen.
    pub id: String,
    /// Its length when the pair was finished. What stands behind it belongs to no finished pair of this match.
    pub bytes: u64,
}

impl PairLine {
    /// Keeps only once in memory what is the same in another line.
    pub fn share_with(&mut self, other: &Self) {
        share(&mut self.terms, &other.terms);
        share(&mut self.teams, &other.teams);
        share(&mut self.machine, &other.machine);
    }

    /// Half points of the first team in both games, 0 to 4.
    pub fn half_points(&self) -> usize {
        self.games.iter().map(|game| game.winner.map_or(1, |winner| if winner == 0 { 2 } else { 0 })).sum()
    }

    /// The two teams, by number from 0.
    pub fn meeting(&self) -> [usize; 2] {
        self.teams.each_ref().map(|team| team.number)
    }
}

impl GameLine {
    /// The winner.
    pub fn side(&self) -> Option<MatchSide> {
        self.winner.map(|team| if team == 0 { MatchSide::First } else { MatchSide::Second })
    }
}

fn share<T: PartialEq>(mine: &mut Arc<T>, theirs: &Arc<T>) {
    if mine == theirs {
        *mine = Arc::clone(theirs);
    }
}

/// The first field that is not the same, of two that are to belong to the same match.
pub fn difference<T: Serialize>(here: &T, there: &T) -> Option<String> {
    let [here, there] = [here, there].map(|value| serde_json::to_value(value).unwrap_or_default());
    let (name, value) = here.as_object()?.iter().find(|&(name, value)| there[name] != *value)?;
    Some(format!("{name} is `{}` here and `{}` there", plain(value), plain(&there[name])))
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
        _ => value.to_string(),
    }
}
