//! The WebSocket of another game: a secret first, then requests in and replies out, within the bounds of the table's.

use super::wire::GameRequest;
use super::{Games, RoomAccess};
use crate::tools::play::door::Door;
use crate::tools::play::socket::{self, Passed};
use axum::extract::ws::WebSocket;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Serves a page until it disconnects or is cut off.
pub async fn serve(mut socket: WebSocket, slot: socket::SocketSlot, door: Arc<Door>, games: Arc<Games>) {
    let Some(hello) = socket::hello(&mut socket).await else {
        return socket::refuse(socket, "hello", String::new()).await;
    };
    let Some(RoomAccess { room, is_host }) = games.access(&door, &hello.key) else {
        return socket::refuse(socket, "key", String::new()).await;
    };
    let (out, news) = mpsc::channel(socket::WAITING);
    let id = door.next_page();
    room.come(is_host, id, out);
    let pass = |request: GameRequest| match request {
        GameRequest::Ping => Passed::Ping,
        request => {
            room.ask(is_host, id, request);
            Passed::On
        }
    };
    let why = socket::relay(&mut socket, pass, news).await;
    room.leave(is_host, id);
    if let Some((code, text)) = why {
        socket::refuse(socket, code, text).await;
    }
    drop(slot);
}
