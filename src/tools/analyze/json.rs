//! An analyzed game as JSON lines: one per ply, and one for the game.

use super::judge::Judgment;
use super::review::{Decisive, Review, Stand};
use super::summary::{PlayerSummary, Summary};
use super::walk::Walk;
use super::{judge, text};
use crate::game::bpgn::Record;
use crate::game::{Outcome, Seat};
use crate::types::score;
use serde::Serialize;

/// The boards after a ply, or at the start.
#[derive(Debug, Serialize)]
pub struct StandLine {
    /// The game of the file, from 1.
    pub game: usize,
    /// Plies played on both boards.
    pub ply: usize,
    /// The seat that moved, as BPGN's letter.
    pub seat: Option<char>,
    /// The number of the move on its board.
    pub number: Option<u32>,
    /// The move in SAN.
    pub san: Option<String>,
    /// Time spent on the move, in ms.
    pub spent_ms: Option<u64>,
    /// Both boards as `A | B`.
    pub bfen: String,
    /// Boards A and B.
    pub boards: [BoardLine; 2],
    /// The clocks of white and black on A, white and black on B, in ms, if the record has them.
    pub clocks_ms: Option<[u64; 4]>,
    /// By how much white on A and black on B are ahead of their diagonals on the clock, in ms.
    pub lead_ms: Option<i64>,
    /// The expected result of white on A and black on B, from 0 to 1.
    pub team: f64,
    /// Loss of expected result of the ply's own team.
    pub cost: f64,
    /// A better line, if any.
    pub better: Option<Vec<String>>,
}

/// A board.
#[derive(Debug, Serialize)]
pub struct BoardLine {
    /// Score in cp from White's perspective; none for a mate score.
    pub cp: Option<i32>,
    /// Moves to mate: above 0 white mates, below 0 black; 0 on the mated board.
    pub mate: Option<i32>,
    /// Depth of the last completed iteration.
    pub depth: u32,
    /// Whether the player on turn hangs.
    pub hangs: bool,
    /// The best line in SAN.
    pub line: Vec<String>,
}

impl BoardLine {
    /// The line of a verdict.
    pub fn of(verdict: &Judgment) -> Self {
        Self {
            cp: (!score::is_mate(verdict.score)).then_some(verdict.score),
            mate: judge::mate_moves(verdict.score),
            depth: verdict.depth,
            hangs: verdict.hangs,
            line: verdict.line.clone(),
        }
    }
}

/// A decisive moment.
#[derive(Debug, Serialize)]
pub struct MomentLine {
    /// Plies played up to it.
    pub ply: usize,
    /// `swing`, `sit`, `hang`, `flag` or `end`.
    pub kind: &'static str,
    /// The seat that caused or suffered it.
    pub seat: Option<char>,
    /// Description in words.
    pub text: String,
}

/// The end of a game.
#[derive(Debug, Serialize)]
struct GameLine {
    game: usize,
    result: &'static str,
    reason: Option<String>,
    moments: Vec<MomentLine>,
}

/// The line of game number `game` after `ply` plies, with both boards as `bfen`.
pub fn stand_line(game: usize, ply: usize, stand: &Stand, bfen: String) -> StandLine {
    // Four decimal places; adding 0.0 turns -0.0 into 0.0.
    let short = |value: f64| (value * 10_000.0).round() / 10_000.0 + 0.0;
    StandLine {
        game,
        ply,
        seat: stand.played.map(|played| played.seat.letter()),
        number: stand.played.map(|played| played.number),
        san: stand.played.map(|played| played.san.clone()),
        spent_ms: stand.played.and_then(|played| played.spent_ms),
        bfen,
        boards: stand.boards.map(BoardLine::of),
        clocks_ms: stand.time.map(|time| Seat::ALL.map(|seat| time.clocks[seat])),
        lead_ms: stand.time.map(|time| time.lead_ms()),
        team: short(stand.team),
        cost: short(stand.cost),
        better: stand.better.map(<[String]>::to_vec),
    }
}

/// The decisive moments.
pub fn moment_lines(record: &Record, review: &Review, outcome: Option<Outcome>) -> Vec<MomentLine> {
    let line = |moment: &Decisive| MomentLine {
        ply: moment.index,
        kind: moment.kind.name(),
        seat: moment.seat.map(Seat::letter),
        text: text::sentence(record, review, moment, outcome),
    };
    review.decisive.iter().map(line).collect()
}

/// A line for each player.
#[derive(Debug, Serialize)]
struct PlayerLine<'a> {
    player: &'a PlayerSummary,
}

/// The lines of all players.
///
/// # Errors
/// On a serialization error, which these types never cause.
pub fn players(summary: &Summary) -> Result<String, serde_json::Error> {
    let line = |player| Ok(serde_json::to_string(&PlayerLine { player })? + "\n");
    summary.players().map(line).collect()
}

/// The whole game.
///
/// # Errors
/// On a serialization error, which these types never cause.
pub fn report(game: usize, record: &Record, walk: &Walk, review: &Review) -> Result<String, serde_json::Error> {
    let outcome = walk.outcome;
    let mut text = String::new();
    for (ply, stand) in review.stands.iter().enumerate() {
        text += &serde_json::to_string(&stand_line(game, ply, stand, walk.bfen(ply)))?;
        text.push('\n');
    }
    let moments = moment_lines(record, review, outcome);
    let reason = outcome.map(|outcome| outcome.reason.to_string());
    text += &serde_json::to_string(&GameLine { game, result: record.result.text(), reason, moments })?;
    text.push('\n');
    Ok(text)
}
