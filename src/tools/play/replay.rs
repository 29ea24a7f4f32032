//! Finished games for the page: reads any format of games into a list, and each game into the positions of both boards
//! after every ply, in chronological order.

use super::answer::Answer;
use super::view;
use super::wire::BoardView;
use crate::game::bpgn::{BpgnError, Ply, Record, Stamp};
use crate::game::{Game, GameMove, Rules, Seat};
use crate::tools::import::{Damage, Games, Input};
use serde::Serialize;
use serde_json::json;

/// Games of a file that are listed.
const MOST_GAMES: usize = 10_000;
/// Plies of a game that are shown: more than any real game has.
pub const MOST_PLIES: usize = 2_000;

/// A game to step through.
#[derive(Debug, Serialize)]
pub struct Replay {
    /// The tags.
    pub tags: Vec<(String, String)>,
    /// The boards at the start and after every ply; in a list, of the first game alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// How the game ended, as written in the file.
    pub end_note: Option<String>,
    /// How it ended, if understood: the reason, as [`crate::game::Reason`] writes it, and the seat concerned, if any.
    pub ending: Option<(String, Option<char>)>,
    /// The error after the last frame, if any.
    pub problem: Option<Problem>,
}

/// An error in a text. The page does not translate every message, but can show line and token in any language.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// The line, from 1; 0 if the error has no line.
    pub line: usize,
    /// The wrong token.
    pub token: String,
    /// The whole message, in English.
    pub text: String,
    /// The code of the fault, if the page has words for it.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub code: &'static str,
}

impl Problem {
    /// A problem of a text that has no lines.
    pub fn wrong(token: &str, text: String) -> Self {
        Self { line: 0, token: token.to_owned(), text, code: "" }
    }

    /// There is no game of this number, from 0.
    pub fn no_game(index: usize) -> Self {
        Self::wrong(&index.to_string(), format!("there is no game {index}"))
    }
}

impl From<&BpgnError> for Problem {
    fn from(error: &BpgnError) -> Self {
        let (line, token, text) = (error.line, error.token.clone(), error.to_string());
        Self { line, token, text, code: "" }
    }
}

/// The four clocks, in ms; none where the record does not tell the time.
type Times = [Option<u64>; 4];

/// Both boards at a moment.
#[derive(Debug, Serialize)]
pub struct Frame {
    /// Boards A and B.
    pub boards: [BoardView; 2],
    /// The four clocks.
    pub clocks: Times,
    /// The seat that moved, and the move in SAN; none at the start.
    pub ply: Option<(char, String)>,
    /// Messages after the ply, and other notes.
    pub notes: Vec<String>,
}

/// Reads the games of a file of any format, as many as are listed, and whether there are more. Of a game that is
/// damaged, what comes before the damage is shown.
/// Fails when nothing in it can be shown.
fn list(bytes: &[u8]) -> Result<(Vec<Replay>, bool), Problem> {
    let mut replays = Vec::new();
    let (mut first_problem, mut shows_something) = (None, false);
    let mut games = records(bytes);
    for game in games.by_ref().take(MOST_GAMES) {
        if let Err((None, problem)) = &game {
            first_problem = first_problem.or_else(|| Some(problem.clone()));
        }
        shows_something |= match &game {
            Ok(_) => true,
            Err((record, _)) => record.as_ref().is_some_and(|record| !record.plies.is_empty()),
        };
        replays.push(if replays.is_empty() { shown(game) } else { head(game) });
    }
    first_problem.filter(|_| !shows_something).map_or(Ok((replays, games.next().is_some())), Err)
}

/// A game of a file, position by position.
fn shown(game: Read) -> Replay {
    match game {
        Ok(record) => replay(record),
        Err((record, problem)) => Replay { problem: Some(problem), ..replay(record.map(|it| *it).unwrap_or_default()) },
    }
}

/// A game without its positions.
fn head(game: Read) -> Replay {
    let (Record { tags, result, end_note, .. }, problem) = match game {
        Ok(record) => (record, None),
        Err((record, problem)) => (record.map(|it| *it).unwrap_or_default(), Some(problem)),
    };
    Replay { tags, frames: Vec::new(), result: result.text(), end_note, ending: None, problem }
}

/// The games of a file, the first one position by position.
pub(super) fn answer(bytes: &[u8]) -> Answer {
    match list(bytes) {
        Ok((games, more)) => Answer::json(&json!({ "games": games, "more": more })),
        Err(problem) => Answer::problem(&problem),
    }
}

/// Game number `index`, from 0, of a file, position by position.
pub(super) fn answer_one(bytes: &[u8], index: usize) -> Answer {
    match records(bytes).nth(index) {
        Some(game) => Answer::json(&shown(game)),
        None => Answer::problem(&Problem::no_game(index)),
    }
}

/// A game's record, or what is wrong with it and the record as far as it was read.
type Read = Result<Record, (Option<Box<Record>>, Problem)>;

/// The games of a file of any format.
pub fn records(bytes: &[u8]) -> impl Iterator<Item = Read> {
    let games = Games::new(vec![Input::Bytes(String::new(), bytes.to_vec())], None);
    games.map(|game| match game {
        Ok(game) => Ok(game.settled.record),
        Err(damage) => {
            let Damage { line, token, text, record, .. } = *damage;
            let text = format!("line {line}, `{token}`: {text}");
            Err((record, Problem { line, token, text, code: "" }))
        }
    })
}

fn replay(mut record: Record) -> Replay {
    let mut frames = Vec::new();
    let cut = record.plies.len() > MOST_PLIES;
    record.plies.truncate(MOST_PLIES);
    let (rules, wrong_rules) = match record.rules() {
        Ok(rules) => (rules.unwrap_or_default(), None),
        Err(error) => (Rules::default(), Some(error.to_string())),
    };
    let mut clocks = Seat::ALL.map(|seat| record.player_control(seat).map(|(base, _)| base));
    let mut before: Option<(Ply, Game)> = None;
    // `game` is the position before `ply`, so it completes the frame of the previous ply.
    let mut visit = |game: &Game, ply: &Ply, _: GameMove| {
        frames.push(frame(game, before.as_ref().map(|(ply, _)| ply), clocks));
        set_clock(&mut clocks, game, ply);
        before = Some((ply.clone(), game.clone()));
    };
    let played = record.replay_with(rules, &mut visit);
    let mut problem = wrong_rules.map(|text| Problem::wrong(record.tag("Rules").unwrap_or_default(), text));
    let outcome = played.as_ref().ok().and_then(Game::outcome);
    let ending = outcome.map(|outcome| (outcome.reason.to_string(), outcome.seat.map(Seat::letter)));
    match played {
        Ok(game) => {
            // A flag may have fallen at the end.
            let last = Seat::ALL.map(|seat| clocks[seat.index()].map(|_| game.clocks()[seat]));
            frames.push(frame(&game, before.as_ref().map(|(ply, _)| ply), last));
        }
        Err(error) => {
            // The end of a truncated game cannot be checked.
            problem = problem.or_else(|| (!cut).then(|| Problem::from(&error)));
            if let Some((ply, mut game)) = before
                && let Ok(mv) = game.parse_san(ply.seat.board, &ply.san)
                && game.play_whole(ply.seat.board, mv).is_ok()
            {
                frames.push(frame(&game, Some(&ply), clocks));
            } else if frames.is_empty()
                && let Ok(game) = record.initial_game(rules)
            {
                frames.push(frame(&game, None, clocks));
            }
        }
    }
    if let Some(first) = frames.first_mut() {
        first.notes = record.notes;
    }
    if cut {
        let text = format!("only the first {MOST_PLIES} plies are shown");
        problem = problem.or(Some(Problem::wrong(&MOST_PLIES.to_string(), text)));
    }
    Replay { tags: record.tags, frames, result: record.result.text(), end_note: record.end_note, ending, problem }
}

/// Sets the clock of a ply's player to its time after it, as `game` has it, if the record tells that.
fn set_clock(clocks: &mut Times, game: &Game, ply: &Ply) {
    let clock = &mut clocks[ply.seat.index()];
    let is_told = match ply.stamp {
        Some(Stamp::Remaining(_)) => true,
        // A time from the game's start on tells nothing without the time control.
        Some(Stamp::SinceStart(_)) => clock.is_some(),
        None => false,
    };
    if is_told {
        *clock = Some(game.clocks()[ply.seat]);
    }
}

fn frame(game: &Game, ply: Option<&Ply>, clocks: Times) -> Frame {
    Frame {
        boards: view::boards(game, None),
        clocks,
        ply: ply.map(|ply| (ply.seat.letter(), ply.san.clone())),
        notes: ply.map_or_else(Vec::new, |ply| ply.notes.clone()),
    }
}
