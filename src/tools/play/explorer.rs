//! The moves played in a position, in the games that are kept.

use super::answer::Answer;
use super::door::Door;
use super::replay::Problem;
use super::store::{self, Folder};
use super::{analysis, live};
use crate::board::Position;
use crate::game::BoardId;
use crate::tools::explore::counts::{self, Counts, Place};
use crate::tools::import::{Games, Input};
use crate::types::Move;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// Plies of each board that are counted.
const PLIES: usize = 40;
/// Games that are read for one request; the page asks again for the rest.
const MOST_READ: usize = 500;
/// Games that are counted, the newest.
const MOST_GAMES: usize = 10_000;
/// Moves of a board in an answer.
const MOST_MOVES: usize = 12;

/// The moves of the kept games, counted as they are asked for.
#[derive(Default)]
pub struct Explorer(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// The files that were read, whether they held a game or not.
    files: HashSet<String>,
    games: usize,
    moves: BTreeMap<Place, Counts>,
}

/// A move that was played.
#[derive(Serialize)]
struct Row {
    san: String,
    #[serde(rename = "move")]
    mv: String,
    played: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// The mean score of the mover's team, from 0 to 1.
    score: Option<f64>,
}

impl Known {
    /// Counts games that were not read yet; returns how many are left.
    fn read_on(&mut self, folder: &Folder) -> io::Result<usize> {
        let room = MOST_GAMES.saturating_sub(self.files.len());
        let names = store::names(folder)?;
        let new: Vec<_> = names.into_iter().filter(|name| !self.files.contains(name)).take(room).collect();
        for name in new.iter().take(MOST_READ) {
            self.files.insert(name.clone());
            let Ok(text) = store::read(folder, name) else { continue };
            for game in Games::new(vec![Input::Bytes(name.clone(), text)], None).flatten() {
                self.games += 1;
                for (place, one) in counts::of_game(&game.settled, PLIES) {
                    *self.moves.entry(place).or_default() += one;
                }
            }
        }
        Ok(new.len().saturating_sub(MOST_READ))
    }

    /// The moves played in a position on either board, the most frequent first.
    fn moves(&self, position: &Position) -> Vec<Row> {
        let key = counts::key(position);
        let mut sums = BTreeMap::<u16, Counts>::new();
        for (&(_, bits, _), &one) in self.moves.range((key, 0, 0)..=(key, u16::MAX, u8::MAX)) {
            *sums.entry(bits).or_default() += one;
        }
        let found = sums.into_iter().map(|(bits, sum)| (Move::from_bits(bits), sum)).collect();
        let legal = counts::merged(position, found).into_iter().filter(|(mv, _)| position.is_legal(*mv));
        let row = |(mv, sum): (Move, Counts)| {
            let Counts { played, wins, draws, losses, .. } = sum;
            Row { san: position.san(mv), mv: mv.to_text(false), played, wins, draws, losses, score: sum.score() }
        };
        legal.take(MOST_MOVES).map(row).collect()
    }
}

/// The moves played in the position of the request, of each board.
fn explore(explorer: &Explorer, folder: Option<&Folder>, positions: &[Position; 2]) -> io::Result<Value> {
    let mut known = explorer.0.lock().unwrap_or_else(PoisonError::into_inner);
    let left = folder.map_or(Ok(0), |folder| known.read_on(folder))?;
    let boards = positions.each_ref().map(|position| known.moves(position));
    Ok(json!({ "games": known.games, "left": left, "boards": boards }))
}

/// Tells what was played in the position of the request.
pub async fn moves(
    State((explorer, door)): State<(Arc<Explorer>, Arc<Door>)>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let game = match analysis::read(&body) {
        Ok((_, game)) => game,
        Err(problem) => return Answer::problem(&problem),
    };
    let positions = BoardId::ALL.map(|board| game.position(board).clone());
    if live::forbids(&door, &headers, &positions) {
        return live::refusal();
    }
    let folder = door.folder.clone();
    let found = tokio::task::spawn_blocking(move || explore(&explorer, folder.as_deref(), &positions)).await;
    match found {
        Ok(Ok(found)) => Answer::json(&found),
        Ok(Err(error)) => Answer::problem(&Problem::wrong(&error.to_string(), error.to_string())),
        Err(_) => Answer::empty(500),
    }
}
