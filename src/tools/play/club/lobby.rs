//! The lobby's requests. What a table does by itself is asked of the table; a seat is taken and freed at its desk.

use super::Access;
use crate::game::Seat;
use crate::tools::play::desk::Summary;
use crate::tools::play::door::{Door, TableDoor};
use crate::tools::play::keys::Role;
use crate::tools::play::table::TableEvent;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// A table of the list.
#[derive(Serialize)]
struct TableLine {
    #[serde(flatten)]
    summary: Summary,
    /// The link for spectators.
    watch: String,
    /// The link with which the table is set up, for the organizer.
    owner: Option<String>,
}

/// A refused request: the status and the error code, for which the page has a text.
type Refused = (StatusCode, &'static str);

/// The list of tables. The body has the secret of the visitor's own seat, if it has one.
pub async fn state(State(door): State<Arc<Door>>, headers: HeaderMap, key: String) -> Response {
    let listed = || {
        let access = access(&door, &headers)?;
        let organizer = access == Access::Organizer;
        let club = door.club.as_ref().ok_or(NO_CLUB)?;
        let link = |table: &TableDoor, role| format!("/#key={}", table.desk.keys().secret(role));
        let tables: Vec<TableLine> = door
            .tables
            .iter()
            .map(|table| TableLine {
                summary: table.desk.summary(),
                watch: link(table, Role::Spectator),
                owner: organizer.then(|| link(table, Role::Owner)),
            })
            .collect();
        Ok(json!({
            "organizer": organizer,
            "network": club.network,
            "invite": organizer.then(|| club.link(Access::Visitor)),
            "tables": tables,
            "mine": own_seat(&door, &key).map(|(table, link)| json!({ "table": table, "seat": shown_seat(&door, table, link) })),
        }))
    };
    answer(listed())
}

/// Gives a free seat to a visitor, who gives up the one before (its secret is in the body), if no game is on there.
pub async fn sit(
    State(door): State<Arc<Door>>,
    headers: HeaderMap,
    Path((number, seat)): Path<(usize, char)>,
    key: String,
) -> Response {
    let taken = || {
        access(&door, &headers)?;
        let (table, seat) = (table(&door, number)?, named(seat)?);
        let before = own_seat(&door, &key);
        if before.is_some_and(|(number, _)| plays(&door.tables[number])) {
            return Err((StatusCode::CONFLICT, "you_play"));
        }
        let secret = table.desk.take(seat).ok_or((StatusCode::CONFLICT, "taken"))?;
        if let Some((number, link)) = before {
            release(&door.tables[number], link)?;
        }
        wake(table);
        Ok(json!({ "key": secret }))
    };
    answer(taken())
}

/// Gives up the seat whose secret is in the body.
pub async fn leave(State(door): State<Arc<Door>>, headers: HeaderMap, key: String) -> Response {
    let left = || {
        access(&door, &headers)?;
        let (number, link) = own_seat(&door, &key).ok_or((StatusCode::NOT_FOUND, "no_seat"))?;
        let table = &door.tables[number];
        if plays(table) {
            return Err((StatusCode::CONFLICT, "you_play"));
        }
        release(table, link)?;
        Ok(json!({}))
    };
    answer(left())
}

/// Takes a seat from the person who has it, for the organizer.
pub async fn free(
    State(door): State<Arc<Door>>,
    headers: HeaderMap,
    Path((number, seat)): Path<(usize, char)>,
) -> Response {
    let freed = || {
        if access(&door, &headers)? != Access::Organizer {
            return Err((StatusCode::FORBIDDEN, "organizer"));
        }
        let (table, seat) = (table(&door, number)?, named(seat)?);
        let seats = table.desk.summary().seats;
        let link = seats.get(seat.index()).map(|seat| seat.link).ok_or((StatusCode::NOT_FOUND, "no_seat"))?;
        release(table, link)?;
        Ok(json!({}))
    };
    answer(freed())
}

const NO_CLUB: Refused = (StatusCode::NOT_FOUND, "no_club");

fn access(door: &Door, headers: &HeaderMap) -> Result<Access, Refused> {
    door.club.as_ref().ok_or(NO_CLUB)?;
    door.lets_into_club(headers).ok_or((StatusCode::FORBIDDEN, "key"))
}

fn table(door: &Door, number: usize) -> Result<&TableDoor, Refused> {
    number.checked_sub(1).and_then(|index| door.tables.get(index)).ok_or((StatusCode::NOT_FOUND, "no_table"))
}

fn named(letter: char) -> Result<Seat, Refused> {
    Seat::from_letter(letter).ok_or((StatusCode::NOT_FOUND, "no_seat"))
}

/// The index of the table and the link of a secret that opens a seat.
fn own_seat(door: &Door, key: &str) -> Option<(usize, Seat)> {
    door.tables.iter().enumerate().find_map(|(number, table)| match table.desk.role(key)? {
        Role::Guest(link) => Some((number, link)),
        _ => None,
    })
}

/// The seat to which a link leads now.
fn shown_seat(door: &Door, table: usize, link: Seat) -> Option<char> {
    let seats = door.tables[table].desk.summary().seats;
    Seat::ALL.into_iter().zip(seats).find(|(_, seat)| seat.link == link).map(|(seat, _)| seat.letter())
}

/// Whether a game is under way.
fn plays(table: &TableDoor) -> bool {
    matches!(table.desk.summary().phase, "playing" | "paused")
}

fn release(table: &TableDoor, link: Seat) -> Result<(), Refused> {
    table.desk.free(link).map_err(|_| (StatusCode::INTERNAL_SERVER_ERROR, "busy"))?;
    wake(table);
    Ok(())
}

fn wake(table: &TableDoor) {
    // If the queue is full the table is awake anyway.
    let _ = table.events.try_send(TableEvent::Wake);
}

fn answer(result: Result<Value, Refused>) -> Response {
    let (status, body) = match result {
        Ok(body) => (StatusCode::OK, body),
        Err((status, code)) => (status, json!({ "error": { "code": code } })),
    };
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
