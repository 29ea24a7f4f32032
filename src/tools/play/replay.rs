//! Finished games for the page: a BPGN text becomes the positions of both boards after every ply, in the order of the clock.

use super::view;
use super::wire::BoardView;
use crate::game::bpgn::{self, BpgnError, Ply, Record};
use crate::game::{Game, GameMove, Seat};
use serde::Serialize;

/// Games of a file that are shown.
const MOST_GAMES: usize = 50;
/// Plies of a game that are shown: more than any real game has.
const MOST_PLIES: usize = 2_000;

/// A game to step through.
#[derive(Debug, Serialize)]
pub struct Replay {
    /// The tags.
    pub tags: Vec<(String, String)>,
    /// The boards at the start and after every ply.
    pub frames: Vec<Frame>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// What ended the game, in the file's words.
    pub end_note: Option<String>,
    /// What is wrong with the game behind the last frame.
    pub problem: Option<String>,
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
    let mut problem = (record.plies.len() > MOST_PLIES).then(|| format!("more than {MOST_PLIES} plies"));
    record.plies.truncate(MOST_PLIES);
    let rules = record.rules().unwrap_or_else(|error| {
        problem = Some(error.to_string());
        None
    });
    let mut before: Option<(Ply, Game)> = None;
    // What stands after a ply is known when the next one comes.
    let mut visit = |game: &Game, ply: &Ply, _: GameMove| {
        frames.push(frame(game, before.as_ref().map(|(ply, _)| ply)));
        before = Some((ply.clone(), game.clone()));
    };
    let played = record.replay_with(rules.unwrap_or_default(), &mut visit);
    match played {
        Ok(game) => frames.push(frame(&game, before.as_ref().map(|(ply, _)| ply))),
        Err(error) => {
            problem = Some(error.to_string());
            if let Some((ply, mut game)) = before
                && let Ok(mv) = game.parse_san(ply.seat.board, &ply.san)
                && game.play_whole(ply.seat.board, mv).is_ok()
            {
                frames.push(frame(&game, Some(&ply)));
            } else if frames.is_empty()
                && let Ok(game) = record.initial_game(rules.unwrap_or_default())
            {
                frames.push(frame(&game, None));
            }
        }
    }
    if let Some(first) = frames.first_mut() {
        first.notes = record.notes;
    }
    Replay { tags: record.tags, frames, result: record.result.text(), end_note: record.end_note, problem }
}

fn frame(game: &Game, ply: Option<&Ply>) -> Frame {
    Frame {
        boards: view::boards(game, None),
        clocks: Seat::ALL.map(|seat| game.clocks()[seat]),
        ply: ply.map(|ply| (ply.seat.letter(), ply.san.clone())),
        notes: ply.map_or_else(Vec::new, |ply| ply.notes.clone()),
    }
}
