//! The lobby's requests. Actions of a table are asked of the table itself; a seat is taken and freed at its desk.

use super::Access;
use crate::game::Seat;
use crate::tools::play::desk::Summary;
use crate::tools::play::door::{Door, TableDoor};
use crate::tools::play::keys::Role;
use crate::tools::play::table::TableEvent;
use crate::types::host::Instant;
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

/// A refused request: the status, the error code, for which the page has a text, and the refused value.
pub type Refused = (StatusCode, &'static str, String);

/// The list of tables. The body has the secret of the visitor's own seat, if it has one.
pub async fn state(State(door): State<Arc<Door>>, headers: HeaderMap, key: String) -> Response {
    let listed = || {
        let access = access(&door, &headers)?;
        let organizer = access == Access::Organizer;
        let club = door.club.as_ref().ok_or_else(no_club)?;
        let now = Instant::now();
        let link = |table: &TableDoor, role| format!("/#key={}", table.desk.keys().secret(role));
        let tables: Vec<TableLine> = door
            .tables
            .iter()
            .map(|table| TableLine {
                summary: table.desk.summary().at(now),
                watch: link(table, Role::Spectator),
                owner: organizer.then(|| link(table, Role::Owner)),
            })
            .collect();
        Ok(json!({
            "organizer": organizer,
            "network": club.network,
            "invite": organizer.then(|| club.link(Access::Visitor)),
            "tables": tables,
            "mine": ordered_seat(&door, access).or_else(|| Some(shown_seat(&door, own_seat(&door, &key)?))),
            "unkept": door.tables.iter().find_map(|table| table.desk.summary().unkept).filter(|_| organizer),
            "engines": club.offers.iter().map(|offer| &offer.name).collect::<Vec<_>>(),
            "tournament": club.tournament_view(access),
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
            return Err(refused(StatusCode::CONFLICT, "you_play"));
        }
        let secret = table.desk.take(seat).ok_or_else(|| refused(StatusCode::CONFLICT, "taken"))?;
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
        let (number, link) = own_seat(&door, &key).ok_or_else(|| refused(StatusCode::NOT_FOUND, "no_seat"))?;
        let table = &door.tables[number];
        if plays(table) {
            return Err(refused(StatusCode::CONFLICT, "you_play"));
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
            return Err(refused(StatusCode::FORBIDDEN, "organizer"));
        }
        let (table, seat) = (table(&door, number)?, named(seat)?);
        let seats = table.desk.summary().seats;
        let link =
            seats.get(seat.index()).map(|seat| seat.link).ok_or_else(|| refused(StatusCode::NOT_FOUND, "no_seat"))?;
        release(table, link)?;
        Ok(json!({}))
    };
    answer(freed())
}

fn refused(status: StatusCode, code: &'static str) -> Refused {
    (status, code, String::new())
}

fn no_club() -> Refused {
    refused(StatusCode::NOT_FOUND, "no_club")
}

/// The access to the lobby that a request has.
///
/// # Errors
/// When there is no lobby, or the request has no secret of it.
pub fn access(door: &Door, headers: &HeaderMap) -> Result<Access, Refused> {
    door.club.as_ref().ok_or_else(no_club)?;
    door.lets_into_club(headers).ok_or_else(|| refused(StatusCode::FORBIDDEN, "key"))
}

fn table(door: &Door, number: usize) -> Result<&TableDoor, Refused> {
    number
        .checked_sub(1)
        .and_then(|index| door.tables.get(index))
        .ok_or_else(|| refused(StatusCode::NOT_FOUND, "no_table"))
}

fn named(letter: char) -> Result<Seat, Refused> {
    Seat::from_letter(letter).ok_or_else(|| refused(StatusCode::NOT_FOUND, "no_seat"))
}

/// The index of the table and the link of a secret that opens a seat.
fn own_seat(door: &Door, key: &str) -> Option<(usize, Seat)> {
    door.tables.iter().enumerate().find_map(|(number, table)| match table.desk.role(key)? {
        Role::Guest(link) => Some((number, link)),
        _ => None,
    })
}

/// The seat to which a link leads now.
fn shown_seat(door: &Door, (table, link): (usize, Seat)) -> Value {
    let seats = door.tables[table].desk.summary().seats;
    let seat = Seat::ALL.into_iter().zip(seats).find(|(_, seat)| seat.link == link);
    json!({ "table": table, "seat": seat.map(|(seat, _)| seat.letter()) })
}

/// The seat of a person in the game of the tournament, with its secret.
fn ordered_seat(door: &Door, access: Access) -> Option<Value> {
    let Access::Person(person) = access else { return None };
    let (number, seat) = door.club.as_ref()?.hall().tournament.as_ref()?.place(person)?;
    let table = number - 1;
    let key = door.tables.get(table)?.desk.ordered_seat(seat)?;
    Some(json!({ "table": table, "seat": seat.letter(), "key": key }))
}

/// Whether a game is under way.
fn plays(table: &TableDoor) -> bool {
    matches!(table.desk.summary().phase, "playing" | "paused")
}

fn release(table: &TableDoor, link: Seat) -> Result<(), Refused> {
    table.desk.free(link).map_err(|_| refused(StatusCode::INTERNAL_SERVER_ERROR, "busy"))?;
    wake(table);
    Ok(())
}

fn wake(table: &TableDoor) {
    // If the queue is full the table is awake anyway.
    let _ = table.events.try_send(TableEvent::Wake);
}

/// The answer to a request.
pub fn answer(result: Result<Value, Refused>) -> Response {
    let (status, body) = match result {
        Ok(body) => (StatusCode::OK, body),
        Err((status, code, text)) => (status, json!({ "error": { "code": code, "text": text } })),
    };
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
