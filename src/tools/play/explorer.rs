//! The moves played in a position, in the games that are kept and those of a base of `tandem explore`.

use super::answer::Answer;
use super::door::Door;
use super::replay::Problem;
use super::store::{self, Folder};
use super::{analysis, live};
use crate::board::Position;
use crate::game::BoardId;
use crate::tools::explore::base::{Base, BaseError};
use crate::tools::explore::counts::{self, Counts, Place};
use crate::tools::explore::row::Row;
use crate::tools::import::{Games, Input, fingerprint};
use crate::types::Move;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
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

/// Why the games or the base cannot be read.
#[derive(Debug, thiserror::Error)]
enum Unread {
    #[error(transparent)]
    Folder(#[from] io::Error),
    #[error(transparent)]
    Base(#[from] BaseError),
}

impl Known {
    /// Counts games that were not read yet and that the base does not hold; returns how many are left.
    fn read_on(&mut self, folder: &Folder, base: Option<&Base>) -> Result<usize, Unread> {
        let room = MOST_GAMES.saturating_sub(self.files.len());
        let names = store::names(folder)?;
        let new: Vec<_> = names.into_iter().filter(|name| !self.files.contains(name)).take(room).collect();
        for name in new.iter().take(MOST_READ) {
            self.files.insert(name.clone());
            let Ok(text) = store::read(folder, name) else { continue };
            for game in Games::new(vec![Input::Bytes(name.clone(), text)], None).flatten() {
                if base.map_or(Ok(false), |base| base.holds(fingerprint(&game.settled)))? {
                    continue;
                }
                self.games += 1;
                for (place, one) in counts::of_game(&game.settled, PLIES) {
                    *self.moves.entry(place).or_default() += one;
                }
            }
        }
        Ok(new.len().saturating_sub(MOST_READ))
    }

    /// The moves played in a position on either board, the most frequent first.
    fn moves(&self, position: &Position, base: Option<&Base>) -> Result<Vec<Row>, BaseError> {
        let key = counts::key(position);
        let kept = self.moves.range((key, 0, 0)..=(key, u16::MAX, u8::MAX));
        let mut found: Vec<_> = kept.map(|(&(_, bits, _), &one)| (Move::from_bits(bits), one)).collect();
        if let Some(base) = base {
            found.extend(base.moves(position, None)?);
        }
        let legal = counts::merged(position, found).into_iter().filter(|(mv, _)| position.is_legal(*mv));
        Ok(legal.take(MOST_MOVES).map(|(mv, sum)| Row::new(position, mv, sum, None)).collect())
    }
}

/// The moves played in the position of the request, of each board.
fn explore(explorer: &Explorer, door: &Door, [a, b]: &[Position; 2]) -> Result<Value, Unread> {
    let mut known = explorer.0.lock().unwrap_or_else(PoisonError::into_inner);
    let base = door.base.as_ref();
    let left = door.folder.as_ref().map_or(Ok(0), |folder| known.read_on(folder, base))?;
    let games = known.games as u64 + base.map_or(0, |base| base.facts().games);
    Ok(json!({ "games": games, "left": left, "boards": [known.moves(a, base)?, known.moves(b, base)?] }))
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
    let found = tokio::task::spawn_blocking(move || explore(&explorer, &door, &positions)).await;
    match found {
        Ok(Ok(found)) => Answer::json(&found),
        Ok(Err(error)) => Answer::problem(&Problem::wrong(&error.to_string(), error.to_string())),
        Err(_) => Answer::empty(500),
    }
}
