//! A finished pair of games as one line of JSON.
//!
//! A line is self-contained: it describes the match it belongs to, so that lines from many machines can be merged and
//! foreign ones rejected. Fields may be added without a new version; a changed meaning needs one.

use crate::arena::engines::{EngineScore, EngineSpec, SearchInfo};
use crate::arena::referee::{Adjudication, MatchSide};
use crate::protocol::options::Variant;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Value of the field `format`.
pub const FORMAT: &str = "tandem match pair";
/// The version of the format that is written.
pub const VERSION: u32 = 2;

/// A finished pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairLine {
    /// [`FORMAT`]
    pub format: String,
    /// [`VERSION`]
    pub version: u32,
    /// The number of the pair in the match, from 0.
    pub pair: u32,
    /// Seed of its random numbers.
    pub seed: u64,
    /// The opening's place in the set, from 1.
    pub opening: usize,
    /// The terms, which are the same for all pairs of a match.
    pub terms: Arc<Terms>,
    /// The two teams.
    pub teams: Arc<[TeamId; 2]>,
    /// The two games. In the first one the first team has white on A and black on B.
    pub games: [GameLine; 2],
    /// The machine it was played on.
    pub machine: Arc<Machine>,
    /// The file with its games.
    pub bpgn: Sheet,
    /// Time of its end, UTC: `2026.11.20 10:06:00`.
    pub date: String,
}

/// The terms of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// Seconds and increment: `10+0`.
    pub control: String,
    /// Unit of the clocks: `real`, or `nodes=N` or `nodes=N:M`.
    pub clock: String,
    /// Adjudication of games: `none`, or as in `maxmoves 100`.
    #[serde(default = "no_adjudication")]
    pub adjudication: String,
    /// Milliseconds after zero at which a flag falls.
    pub lag_ms: u64,
    /// The variant, as `--variant` takes it.
    #[serde(default = "bughouse")]
    pub variant: String,
    /// The rules, as `--rules` takes them; in another variant than bughouse its name.
    pub rules: String,
    /// The set of openings.
    pub openings: String,
    /// The seed of the match.
    pub seed: u64,
    /// Number of teams.
    pub contestants: usize,
    /// Schedule of the meetings.
    pub schedule: String,
}

/// Default for lines that are older than variants.
fn bughouse() -> String {
    Variant::Bughouse.name().to_owned()
}

/// Default for lines that are older than adjudication.
fn no_adjudication() -> String {
    Adjudication::default().to_string()
}

/// Identity of a team, to distinguish it from another one of the same name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamId {
    /// Its number in the match, from 0.
    pub number: usize,
    /// Its name, as given by the user or its engines.
    pub name: String,
    /// Program and arguments, as they were given.
    pub command: String,
    /// Options set: `Hash=16`.
    pub options: Vec<String>,
    /// The names of the two engines of a team of two different ones; empty for all other teams.
    pub engines: Vec<String>,
    /// Whether its engines' messages did not reach their partners: `talk=off`.
    pub muted: bool,
    /// Its advantages and disadvantages against the terms, as the user gave them: `tc=15+0`, `slow=16`,
    /// `partner.slow=4`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<String>,
}

impl TeamId {
    /// The team of `spec` with its number in the match, its name, and the names of two different engines.
    pub fn new(spec: &EngineSpec, number: usize, name: String, engines: Vec<String>) -> Self {
        let (command, options) = (spec.given.clone(), spec.all_options());
        Self { number, name, command, options, engines, muted: spec.muted, odds: spec.odds() }
    }
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// The result in BPGN.
    pub result: String,
    /// Which of the two teams won, 0 or 1; null for a draw.
    pub winner: Option<usize>,
    /// Reason for the end, in a word: `mate`, `flag`, `illegal move`.
    pub reason: String,
    /// Reason in words: `black on A checkmated`.
    pub note: String,
    /// Plies on both boards.
    pub plies: u32,
    /// Duration on the clock of the match.
    pub duration_ms: u64,
    /// Tallies of the two teams.
    pub teams: [TeamTally; 2],
    /// How it was lost; null for a draw, on one board, and in lines of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<Loss>,
}

/// How a game of bughouse was lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loss {
    /// The losing team's board that ended the game: `A` or `B`; null where flags of both boards fell at once.
    pub board: Option<String>,
    /// How the losing team stood on the other board, by the last report of its player there: `won`, `lost`, `open`, or
    /// `unknown`. Won and lost are 8 pawns or a forced mate.
    pub other_board: String,
    /// The time by which the losing seat's clock was short of its diagonal's at the end, in ms, if the game was a race
    /// (see [`TeamTally::races_won`]).
    pub race_lost_by_ms: Option<i64>,
}

/// Sums over both players of a team, from which averages over any number of games can be computed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamTally {
    /// Moves played.
    pub moves: u64,
    /// Time on its clocks, the last unfinished turns included.
    pub time_ms: u64,
    /// Moves with a reported depth, and the sum of these depths. Sits and moves with a mate score do not count: their
    /// depth does not reflect the search's speed.
    pub depth_moves: u64,
    /// See `depth_moves`.
    pub depth_sum: u64,
    /// Nodes reported, and the time of the moves with reported nodes.
    pub nodes: u64,
    /// See `nodes`.
    pub nodes_ms: u64,
    /// The lead over the diagonal's clock after each move, summed up over the moves.
    pub up_time_ms_sum: i64,
    /// Flags that fell, hanging or not.
    pub flags: u64,
    /// Races of two clocks won and lost by this team. A game is a race if it ended on one board by mate or by a flag
    /// while the other board was won for the losing team, as reported by its player there with its last move (a forced
    /// mate, or 8 pawns or more), and the losing seat had less time than its diagonal: with more, it could have sat.
    pub races_won: u64,
    /// See `races_won`.
    pub races_lost: u64,
    /// Time by which the losing seat's clock was short of its diagonal's at the end, summed up over the races won.
    pub races_won_ms_sum: i64,
    /// The same, over the races lost.
    pub races_lost_ms_sum: i64,
    /// Sits: turns that took a tenth of the whole time of a player, or more. The engine's intention cannot be seen from
    /// outside.
    pub sits: u64,
    /// Messages to the partner by their first word.
    pub messages: BTreeMap<String, u64>,
}

impl TeamTally {
    /// Most kinds of messages that are counted separately.
    const MOST_KINDS: usize = 32;

    /// Counts a message.
    pub fn message(&mut self, kind: &str) {
        let known = self.messages.contains_key(kind) || self.messages.len() < Self::MOST_KINDS;
        *self.messages.entry(if known { kind.to_owned() } else { "(others)".to_owned() }).or_default() += 1;
    }

    /// Counts a move that took `spent_ms`, with what its player has reported of it, if anything.
    pub fn moved(&mut self, spent_ms: u64, is_sit: bool, thought: Option<&SearchInfo>) {
        self.moves += 1;
        self.time_ms += spent_ms;
        self.sits += u64::from(is_sit);
        let Some(SearchInfo { depth, score, nodes, .. }) = thought else { return };
        if let Some(depth) = depth.filter(|_| !is_sit && !matches!(score, Some(EngineScore::Mate(_)))) {
            self.depth_moves += 1;
            self.depth_sum += u64::from(depth);
        }
        if let Some(nodes) = nodes {
            self.nodes = self.nodes.saturating_add(*nodes);
            self.nodes_ms += spent_ms;
        }
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        // Numbers from files and engines are unbounded.
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

impl Terms {
    /// Whether the games are on one board.
    pub fn is_one_board(&self) -> bool {
        self.variant != Variant::Bughouse.name()
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
    /// The tag `Match` of the games, the same for all runs with this file of pairs.
    pub id: String,
    /// Its length when the pair was finished. Anything behind it belongs to no finished pair of this match.
    pub bytes: u64,
}

impl PairLine {
    /// Shares the parts that are equal in another line, to save memory.
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

/// Describes the first field that differs between two values that should belong to the same match.
pub fn difference<T: Serialize>(here: &T, there: &T) -> Option<String> {
    let [here, there] = [here, there].map(|value| serde_json::to_value(value).unwrap_or_default());
    // A field that is left out where it is empty may be in either of them.
    let mut names = here.as_object()?.keys().chain(there.as_object()?.keys());
    let name = names.find(|&name| here[name] != there[name])?;
    Some(format!("{name} is `{}` here and `{}` there", plain(&here[name]), plain(&there[name])))
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Null => String::new(),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_odds_of_the_known_team_alone_were_no_difference() {
        let even = TeamId {
            number: 0,
            name: "A".to_owned(),
            command: "a".to_owned(),
            options: Vec::new(),
            engines: Vec::new(),
            muted: false,
            odds: Vec::new(),
        };
        let slowed = TeamId { odds: ["tc=15+0", "slow=16"].map(str::to_owned).to_vec(), ..even.clone() };
        assert_eq!((difference(&even, &even), difference(&slowed, &slowed)), (None, None));
        let text = "odds is `tc=15+0 slow=16` here and `` there";
        assert_eq!(difference(&slowed, &even).as_deref(), Some(text));
        let text = "odds is `` here and `tc=15+0 slow=16` there";
        assert_eq!(difference(&even, &slowed).as_deref(), Some(text));
    }
}
