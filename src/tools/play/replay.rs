//! Finished games for the page: a BPGN text becomes the positions of both boards after every ply, in the order of the clock.

use super::view;
use super::wire::BoardView;
use crate::game::bpgn::{self, BpgnError, Ply, Record};
use crate::game::{Game, GameMove, Rules, Seat};
use serde::Serialize;

/// Games of a file that are shown.
const MOST_GAMES: usize = 50;
/// Plies of a game that are shown: more than any real game has.
pub const MOST_PLIES: usize = 2_000;

/// A game to step through.
#[derive(Debug, Serialize)]
pub struct Replay {
    /// The tags.
    pub tags: Vec<(String, String)>,
    /// The boards at the start and after every ply.
    pub frames: Vec<Frame>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// What ended the game, in the file's words …
    pub end_note: Option<String>,
    /// … and as far as they are understood: the reason, as [`crate::game::Reason`] writes it, and whom it happened to.
    pub ending: Option<(String, Option<char>)>,
    /// What is wrong with the game behind the last frame.
    pub problem: Option<Problem>,
}

/// What is wrong with a text. The page has no sentences of its own for all that can be; where and what it can say in any language.
#[derive(Debug, Serialize)]
pub struct Problem {
    /// The line, counted from 1.
    pub line: usize,
    /// The wrong token.
    pub token: String,
    /// All of it, in English.
    pub text: String,
}

impl From<&BpgnError> for Problem {
    fn from(error: &BpgnError) -> Self {
        Self { line: error.line, token: error.token.clone(), text: error.to_string() }
    }
}

/// Both boards at a moment.
#[derive(Debug, Serialize)]
pub struct Frame {
    /// Boards A and B.
    pub boards: [BoardView; 2],
    /// The four clocks, in ms.
    pub clocks: [u64; 4],
    /// Who moved, and the move in SAN; nothing at the start.
    pub ply: Option<(char, String)>,
    /// What was said after it, and other notes.
    pub notes: Vec<String>,
}

/// Reads the games of a file, as many as are shown.
/// Fails when the text is not BPGN.
pub fn read(bytes: &[u8]) -> Result<Vec<Replay>, BpgnError> {
    let records = bpgn::read(bytes)?;
    Ok(records.into_iter().take(MOST_GAMES).map(replay).collect())
}

fn replay(mut record: Record) -> Replay {
    let mut frames = Vec::new();
    let cut = record.plies.len() > MOST_PLIES;
    record.plies.truncate(MOST_PLIES);
    let (rules, wrong_rules) = match record.rules() {
        Ok(rules) => (rules.unwrap_or_default(), None),
        Err(error) => (Rules::default(), Some(error.to_string())),
    };
    let mut before: Option<(Ply, Game)> = None;
    // What stands after a ply is known when the next one comes.
    let mut visit = |game: &Game, ply: &Ply, _: GameMove| {
        frames.push(frame(game, before.as_ref().map(|(ply, _)| ply)));
        before = Some((ply.clone(), game.clone()));
    };
    let played = record.replay_with(rules, &mut visit);
    let mut problem =
        wrong_rules.map(|text| Problem { line: 0, token: record.tag("Rules").unwrap_or_default().to_owned(), text });
    let outcome = played.as_ref().ok().and_then(Game::outcome);
    let ending = outcome.map(|outcome| (outcome.reason.to_string(), outcome.seat.map(Seat::letter)));
    match played {
        Ok(game) => frames.push(frame(&game, before.as_ref().map(|(ply, _)| ply))),
        Err(error) => {
            // What was cut off has no end to be checked.
            problem = problem.or_else(|| (!cut).then(|| Problem::from(&error)));
            if let Some((ply, mut game)) = before
                && let Ok(mv) = game.parse_san(ply.seat.board, &ply.san)
                && game.play_whole(ply.seat.board, mv).is_ok()
            {
                frames.push(frame(&game, Some(&ply)));
            } else if frames.is_empty()
                && let Ok(game) = record.initial_game(rules)
            {
                frames.push(frame(&game, None));
            }
        }
    }
    if let Some(first) = frames.first_mut() {
        first.notes = record.notes;
    }
    if cut {
        let (token, text) = (MOST_PLIES.to_string(), format!("only the first {MOST_PLIES} plies are shown"));
        problem = problem.or(Some(Problem { line: 0, token, text }));
    }
    Replay { tags: record.tags, frames, result: record.result.text(), end_note: record.end_note, ending, problem }
}

fn frame(game: &Game, ply: Option<&Ply>) -> Frame {
    Frame {
        boards: view::boards(game, None),
        clocks: Seat::ALL.map(|seat| game.clocks()[seat]),
        ply: ply.map(|ply| (ply.seat.letter(), ply.san.clone())),
        notes: ply.map_or_else(Vec::new, |ply| ply.notes.clone()),
    }
}
