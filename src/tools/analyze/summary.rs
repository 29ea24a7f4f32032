//! Statistics of each player from the games of a file: results, mistakes by phase, time, openings.

use super::review::{self, Review, Stand};
use crate::game::bpgn::{GameResult, Record};
use crate::game::{BoardId, Outcome, Reason, Seat};
use serde::Serialize;
use std::collections::BTreeMap;

/// Moves of a player before which a game is in its opening, and before which it is in its middle.
const PHASES: [u32; 2] = [10, 25];
/// Plies of a board that name an opening.
const OPENING_PLIES: usize = 4;
/// Openings of a player that are shown.
pub const SHOWN_OPENINGS: usize = 5;

/// How much a move has cost, in the signs of chess books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// The mark of a move that a longer search has confirmed to cost this much expected result; of one that nothing has
    /// confirmed at most `?!`.
    pub fn of(stand: &Stand) -> Option<Self> {
        stand.better?;
        match (stand.cost, stand.second_look) {
            (cost, Some(_)) if cost >= review::BLUNDER => Some(Self::Blunder),
            (cost, Some(_)) if cost >= review::SWING => Some(Self::Mistake),
            _ => Some(Self::Inaccuracy),
        }
    }

    /// The sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// Moves of a phase.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PhaseSummary {
    /// Moves made.
    pub moves: u32,
    /// Expected result lost by them, summed up; gains do not count.
    pub cost: f64,
    /// Moves marked `?!`, `?` and `??`.
    pub marks: [u32; 3],
}

impl PhaseSummary {
    /// Mean cost of a move, in percent of expected result.
    pub fn mean_cost(&self) -> f64 {
        100.0 * self.cost / f64::from(self.moves.max(1))
    }
}

/// Results of games.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Results {
    /// Games won by the player's team.
    pub wins: u32,
    /// Games drawn or unfinished.
    pub others: u32,
    /// Games lost.
    pub losses: u32,
}

impl Results {
    fn add(&mut self, result: GameResult, seat: Seat) {
        match result {
            GameResult::Won(team) if team == seat.team() => self.wins += 1,
            GameResult::Won(_) => self.losses += 1,
            GameResult::Draw | GameResult::Open => self.others += 1,
        }
    }

    /// Number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.others + self.losses
    }
}

/// A player in all games of the files.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerSummary {
    /// The name.
    pub name: String,
    /// Results.
    pub results: Results,
    /// Opening, middle and end.
    pub phases: [PhaseSummary; 3],
    /// Moves with a known time, and their time in ms.
    pub timed_moves: u32,
    /// See `timed_moves`.
    pub time_ms: u64,
    /// Moves that took too long to be thinking time.
    pub sits: u32,
    /// Games lost by the player's own flag.
    pub flags: u32,
    /// Games lost by a mate on the player's board.
    pub mates: u32,
    /// The lead over the diagonal after each own move, in ms, summed up over `timed_moves`.
    pub lead_ms: i64,
    /// First moves of the player's boards, with results.
    pub openings: BTreeMap<String, Results>,
}

impl PlayerSummary {
    /// All phases together.
    pub fn whole(&self) -> PhaseSummary {
        let mut whole = PhaseSummary::default();
        for phase in &self.phases {
            whole.moves += phase.moves;
            whole.cost += phase.cost;
            whole.marks.iter_mut().zip(phase.marks).for_each(|(sum, count)| *sum += count);
        }
        whole
    }

    /// Mean time of a move and mean lead after it, in seconds, if times are known.
    pub fn mean_times(&self) -> Option<[f64; 2]> {
        let seconds = |ms: f64| ms / 1000.0 / f64::from(self.timed_moves);
        (self.timed_moves > 0).then(|| [seconds(self.time_ms as f64), seconds(self.lead_ms as f64)])
    }

    /// The openings played most often.
    pub fn usual_openings(&self) -> Vec<(&str, Results)> {
        let mut openings: Vec<(&str, Results)> =
            self.openings.iter().map(|(moves, results)| (moves.as_str(), *results)).collect();
        openings.sort_by_key(|(_, results)| std::cmp::Reverse(results.games()));
        openings.truncate(SHOWN_OPENINGS);
        openings
    }
}

/// All players of the games so far, by name.
#[derive(Clone, Debug, Default)]
pub struct Summary(BTreeMap<String, PlayerSummary>);

impl Summary {
    /// Adds a reviewed game.
    pub fn add(&mut self, record: &Record, review: &Review, outcome: Option<Outcome>) {
        let openings = BoardId::ALL.map(|board| opening(record, board));
        for seat in Seat::ALL {
            let name = record.player(seat);
            // A person on both seats of a team has played one game.
            let is_counted = seat.board == BoardId::B && record.player(seat.partner()) == name;
            let player = self.player(&name);
            if !is_counted {
                player.results.add(record.result, seat);
            }
            let opening = &openings[seat.board.index()];
            if !opening.is_empty() {
                player.openings.entry(opening.clone()).or_default().add(record.result, seat);
            }
            if let Some(Outcome { reason, seat: Some(loser), .. }) = outcome.filter(|end| end.seat == Some(seat)) {
                debug_assert_eq!(loser, seat);
                player.flags += u32::from(matches!(reason, Reason::Flag | Reason::Hang));
                player.mates += u32::from(reason == Reason::Mate);
            }
        }
        for stand in &review.stands {
            let Some(played) = stand.played else { continue };
            let player = self.player(&record.player(played.seat));
            let phase = PHASES.iter().filter(|&&first| played.number > first).count();
            let phase = &mut player.phases[phase];
            player.sits += u32::from(played.sat);
            phase.moves += 1;
            phase.cost += stand.cost.max(0.0);
            if let Some(mark) = Mark::of(stand) {
                phase.marks[mark as usize] += 1;
            }
            if let Some((spent, time)) = played.spent_ms.zip(stand.time) {
                player.timed_moves += 1;
                player.time_ms += spent;
                player.lead_ms += time.clocks[played.seat] as i64 - time.clocks[played.seat.diagonal()] as i64;
            }
        }
    }

    fn player(&mut self, name: &str) -> &mut PlayerSummary {
        let player = self.0.entry(name.to_owned()).or_default();
        if player.name.is_empty() {
            player.name = name.to_owned();
        }
        player
    }

    /// The players, by name.
    pub fn players(&self) -> impl Iterator<Item = &PlayerSummary> {
        self.0.values()
    }

    /// A line a player.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{:<24} {:>5} {:>5} {:>6} {:>6} {:>4} {:>4} {:>4} {:>7} {:>7} {:>5} {:>5}  cost by phase\n",
            "player", "games", "won", "moves", "cost", "?!", "?", "??", "s/move", "clock", "sits", "flags"
        );
        for player in self.players() {
            let whole = player.whole();
            let [inaccuracies, mistakes, blunders] = whole.marks;
            let [time, lead] = player.mean_times().map_or_else(
                || ["-".to_owned(), "-".to_owned()],
                |[time, lead]| [format!("{time:.1}"), format!("{lead:+.1}")],
            );
            let phases: Vec<String> = player.phases.iter().map(|phase| format!("{:.1}", phase.mean_cost())).collect();
            let Results { wins, .. } = player.results;
            let games = player.results.games();
            text += &format!(
                "{:<24} {games:>5} {wins:>5} {:>6} {:>5.1}% {inaccuracies:>4} {mistakes:>4} {blunders:>4} {time:>7} {lead:>7} \
                 {:>5} {:>5}  {}\n",
                player.name,
                whole.moves,
                whole.mean_cost(),
                player.sits,
                player.flags,
                phases.join(" ")
            );
        }
        text
    }
}

/// The first moves of a board.
fn opening(record: &Record, board: BoardId) -> String {
    let plies = record.plies.iter().filter(|ply| ply.seat.board == board).take(OPENING_PLIES);
    plies.map(|ply| ply.san.as_str()).collect::<Vec<_>>().join(" ")
}
