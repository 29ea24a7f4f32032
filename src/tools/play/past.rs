//! The page's list of games that are kept, for the table's owner.

use super::door::Door;
use super::store::{self, Folder};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::io;
use std::sync::Arc;

/// Lists the games; without a folder there are none.
pub async fn list(State(door): State<Arc<Door>>) -> Response {
    let Some(folder) = door.folder.clone() else { return json(&json!({ "games": [], "older": 0 })) };
    read(folder, |folder| store::list(folder).and_then(|games| Ok(json(&serde_json::to_value(games)?)))).await
}

/// Returns the BPGN of a game.
pub async fn game(State(door): State<Arc<Door>>, Path(name): Path<String>) -> Response {
    let Some(folder) = door.folder.clone() else { return StatusCode::NOT_FOUND.into_response() };
    let text = move |folder: &Folder| {
        store::read(folder, &name)
            .map(|text| ([(header::CONTENT_TYPE, "application/x-chess-bpgn")], text).into_response())
    };
    read(folder, text).await
}

/// Reads from the folder without blocking other clients.
async fn read(folder: Arc<Folder>, how: impl FnOnce(&Folder) -> io::Result<Response> + Send + 'static) -> Response {
    match tokio::task::spawn_blocking(move || how(&folder)).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) if error.kind() == io::ErrorKind::NotFound => StatusCode::NOT_FOUND.into_response(),
        Ok(Err(error)) => {
            let problem = json!({ "error": { "line": 0, "token": error.to_string(), "text": error.to_string() } });
            (StatusCode::UNPROCESSABLE_ENTITY, json(&problem)).into_response()
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn json(value: &serde_json::Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}
