//! The other games on the page: Gardner's mini-chess, Courier, exchange chess, chess battle and Kriegspiel, for one
//! person against Tandem or for two people.
//!
//! A page and a WebSocket of their own, independent of the bughouse table. Each table's owner has a room for
//! one game at a time, and a link to it for another person. Without clocks: Tandem has a time for each move, people
//! take theirs.

mod contest;
mod kept;
mod record;
mod room;
mod settings;
mod socket;
mod thinker;
mod view;
mod wire;

use super::door::Door;
use super::keys::{Key, NoRandom, Role};
use super::store::{DiskShelf, StoreError};
use axum::Router;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use room::{Parts, Room};
use std::sync::Arc;

/// The page's path.
const ADDRESS: &str = "/other-games";
/// The largest message of a page, in bytes.
const MOST_MESSAGE: usize = 1024;

/// The rooms, one for each table.
pub struct Games {
    rooms: Vec<Arc<Room>>,
}

/// The access to a room that a secret gives.
struct RoomAccess {
    room: Arc<Room>,
    is_host: bool,
}

impl Games {
    /// A room for each table, with the game that is kept there. Faults are told to `complain`.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn open(
        tables: usize,
        address: &str,
        network: bool,
        shelf: Option<&DiskShelf>,
        new_links: bool,
        complain: impl Fn(&str),
    ) -> Result<Self, NoRandom> {
        let room = |number| {
            let kept = shelf.and_then(|shelf| {
                shelf.folder.other_games::<kept::Room>(number).unwrap_or_else(|error| {
                    // A folder that cannot be read is named with the tables.
                    if matches!(error, StoreError::Table { .. }) {
                        complain(&error.to_string());
                    }
                    None
                })
            });
            let (guest, game) = kept.map_or((None, None), |kept| (Key::from_text(kept.guest), kept.game));
            let guest = guest.filter(|_| !new_links).map_or_else(Key::random, Ok)?;
            let shelf = shelf.map(|shelf| room::Shelf {
                keeper: Arc::clone(&shelf.keeper),
                path: shelf.folder.other_games_path(number),
            });
            Ok(Room::new(Parts { guest, address: address.to_owned(), network, shelf }, game))
        };
        Ok(Self { rooms: (1..=tables).map(room).collect::<Result<_, _>>()? })
    }

    /// The access to a room that a secret gives: a table's own one hosts its room.
    fn access(&self, door: &Door, key: &str) -> Option<RoomAccess> {
        let table = door.tables.iter().position(|table| table.desk.role(key) == Some(Role::Owner));
        if let Some(room) = table.and_then(|index| self.rooms.get(index)) {
            return Some(RoomAccess { room: Arc::clone(room), is_host: true });
        }
        let room = self.rooms.iter().find(|room| room.is_guest(key))?;
        Some(RoomAccess { room: Arc::clone(room), is_host: false })
    }
}

/// The page and its WebSocket.
pub fn routes(door: Arc<Door>, games: Arc<Games>) -> Router<Arc<Door>> {
    Router::new()
        .route(ADDRESS, get(|| async { super::assets::file("games.html") }))
        .route("/other-games/ws", any(open_socket))
        .with_state((door, games))
}

async fn open_socket(
    State((door, games)): State<(Arc<Door>, Arc<Games>)>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !door.is_from_us(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Some(slot) = super::socket::SocketSlot::take(&door) else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let upgrade = upgrade.max_message_size(MOST_MESSAGE).max_frame_size(MOST_MESSAGE);
    upgrade.on_upgrade(move |stream| socket::serve(stream, slot, door, games))
}
