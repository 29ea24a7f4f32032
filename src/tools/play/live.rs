//! No help during a game: people who play, or could pass it on to those who do, get no analysis from the server.

use super::answer::Answer;
use super::door::Door;
use super::replay::Problem;
use crate::board::Position;
use crate::game::{BoardId, ByBoard, Game};
use crate::tools::explore::counts::key;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashSet;
use std::sync::Arc;

/// First move whose positions count as a game's own. Earlier ones from the usual start occur in too many games.
const FIRST_OWN_MOVE: u16 = 4;
/// Number of a board's last positions that count as the game's own: an analysis of an earlier one helps little.
const RECENT: usize = 8;

/// Whether a secret of this table asks while people play there, or anybody about a position of a game of people: one of
/// the last of a board, or one that is a move away.
pub fn forbids<'a>(door: &Door, headers: &HeaderMap, asked: impl IntoIterator<Item = &'a Position>) -> bool {
    if plays(door, headers) {
        return true;
    }
    let mut games = door.tables.iter().filter_map(|table| table.desk.summary().live).peekable();
    if games.peek().is_none() {
        return false;
    }
    let asked: HashSet<u64> = asked.into_iter().map(key).collect();
    games.any(|game| own_positions(&game).iter().any(|position| asked.contains(&key(position))))
}

/// The positions of a game that tell something about its next moves.
fn own_positions(game: &Game) -> Vec<Position> {
    let usual = key(&Position::start(game.rules().board_rules()));
    let start = ByBoard::from_fn(|board| game.start(board).clone());
    let mut passed = ByBoard::from_fn(|board| vec![start[board].clone()]);
    let mut replayed = Game::from_positions(start, *game.rules(), *game.clocks());
    for played in game.played() {
        if replayed.play_whole(played.seat.board, played.mv).is_err() {
            debug_assert!(false, "a game replays");
            break;
        }
        // A capture changes the other board too, by its hand.
        for board in BoardId::ALL {
            let position = replayed.position(board);
            if passed[board].last() != Some(position) {
                passed[board].push(position.clone());
            }
        }
    }
    let mut own = Vec::new();
    for board in BoardId::ALL {
        let now = game.position(board);
        let next = now.legal_moves().into_iter().map(|mv| {
            let mut next = now.clone();
            next.make_move(mv);
            next
        });
        let is_usual = key(game.start(board)) == usual;
        let recent = passed[board].drain(..).rev().take(RECENT).chain(next);
        own.extend(recent.filter(|position| !is_usual || position.fullmove_number() >= FIRST_OWN_MOVE));
    }
    own
}

/// Whether people play at the table whose secret the request carries.
pub fn plays(door: &Door, headers: &HeaderMap) -> bool {
    door.table_of(headers).is_some_and(|table| table.desk.summary().live.is_some())
}

/// The answer to what is forbidden.
pub fn refusal() -> Answer {
    let text = "no analysis while people play at this table, or of a position of their game";
    let problem = Problem { code: "playing", ..Problem::wrong("", text.to_owned()) };
    Answer { status: 409, ..Answer::problem(&problem) }
}

/// Refuses requests for help from a table where people play.
pub async fn refuse_players(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    if plays(&door, request.headers()) { refusal().into_response() } else { next.run(request).await }
}
