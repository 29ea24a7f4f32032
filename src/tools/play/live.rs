//! No help during a game: people who play, or could pass it on to those who do, get no analysis from the server.

use super::answer::Answer;
use super::door::Door;
use super::replay::Problem;
use crate::board::Position;
use crate::tools::explore::counts::key;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Positions of a board before this move are everybody's.
const FIRST_OWN_MOVE: u16 = 4;

/// Whether a secret of this table asks while people play there, or anybody about a position of a game of people: one
/// that stands on a board now, or comes by one move from it.
pub fn forbids(door: &Door, headers: &HeaderMap, asked: &[Position; 2]) -> bool {
    if plays(door, headers) {
        return true;
    }
    let asked = asked.each_ref().map(key);
    let is_asked = |position: &Position| asked.contains(&key(position));
    let boards = door.tables.iter().filter_map(|table| table.desk.summary().live).flatten();
    boards.filter(|position| position.fullmove_number() >= FIRST_OWN_MOVE).any(|position| {
        is_asked(&position)
            || position.legal_moves().into_iter().any(|mv| {
                let mut next = position.clone();
                next.make_move(mv);
                is_asked(&next)
            })
    })
}

/// Whether people play at the table whose secret the request carries.
fn plays(door: &Door, headers: &HeaderMap) -> bool {
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
