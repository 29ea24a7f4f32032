//! The organizer's requests about a tournament.

use super::lobby::{Refused, access, answer};
use super::tournament::entry::{Entry, Wrong};
use super::{Access, Club};
use crate::tools::play::door::Door;
use crate::tools::play::quote::quote;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;

/// Characters of a refused entry's fault that are quoted.
const LONGEST_FAULT: usize = 120;

/// Begins a tournament by the entry in the body.
pub async fn begin(State(door): State<Arc<Door>>, headers: HeaderMap, body: String) -> Response {
    let entered = |club: &Club| {
        let entry: Entry =
            serde_json::from_str(&body).map_err(|error| ("entry", quote(&error.to_string(), LONGEST_FAULT)))?;
        club.begin(&entry)
    };
    asked(&door, &headers, entered)
}

/// Takes a team out.
pub async fn withdraw(State(door): State<Arc<Door>>, headers: HeaderMap, Path(team): Path<usize>) -> Response {
    asked(&door, &headers, |club| club.change(|cup| cup.withdraw(team)))
}

/// Sets the result of a game to the one in the body.
pub async fn decide(
    State(door): State<Arc<Door>>,
    headers: HeaderMap,
    Path(number): Path<usize>,
    body: String,
) -> Response {
    asked(&door, &headers, |club| club.change(|cup| cup.decide(number, body.trim())))
}

/// Orders the next games at once.
pub async fn go_on(State(door): State<Arc<Door>>, headers: HeaderMap) -> Response {
    asked(&door, &headers, |club| {
        club.go_on();
        Ok(())
    })
}

/// Ends the tournament.
pub async fn end(State(door): State<Arc<Door>>, headers: HeaderMap) -> Response {
    asked(&door, &headers, |club| {
        club.end();
        Ok(())
    })
}

/// Carries out a request of the organizer, and orders the games that follow.
fn asked(door: &Door, headers: &HeaderMap, act: impl FnOnce(&Club) -> Result<(), Wrong>) -> Response {
    let done = || -> Result<_, Refused> {
        if access(door, headers)? != Access::Organizer {
            return Err((StatusCode::FORBIDDEN, "organizer", String::new()));
        }
        if let Some(club) = &door.club {
            act(club).map_err(|(code, text)| (StatusCode::UNPROCESSABLE_ENTITY, code, text))?;
            club.tick(&door.tables, Instant::now());
        }
        Ok(json!({}))
    };
    answer(done())
}
