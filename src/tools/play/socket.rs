//! One page's WebSocket: its secret first, then requests in and replies out, within bounds.

use super::allowance::Allowance;
use super::door::{Door, MOST_SOCKETS};
use super::quote::quote;
use super::table::{Outlet, TableEvent};
use super::wire::{Hello, Reply, Request};
use axum::extract::ws::{Message, WebSocket};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How long a page may take to send its secret.
const HELLO_TIME: Duration = Duration::from_secs(5);
/// How long a write to a page may take.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// The interval of pings to a page.
const PING: Duration = Duration::from_secs(20);
/// The silence after which a page counts as gone.
const SILENCE: Duration = Duration::from_secs(60);
/// Messages to a page that may be queued.
pub const WAITING: usize = 64;
/// Messages that a page may send at once.
const BURST: u32 = 60;
/// Further messages per second.
const A_SECOND: u32 = 20;
/// Malformed messages that are tolerated before a page is cut off.
const MOST_MALFORMED: u32 = 20;
/// Characters of a malformed message that are quoted.
const LONGEST_QUOTE: usize = 80;

impl Outlet for mpsc::Sender<Arc<str>> {
    fn send(&self, message: Arc<str>) {
        let _ = self.try_send(message);
    }

    fn is_open(&self) -> bool {
        !self.is_closed() && self.capacity() > 0
    }
}

/// One of the [`MOST_SOCKETS`] WebSockets.
pub struct SocketSlot(Arc<Door>);

impl SocketSlot {
    /// Takes one, if any is free.
    pub fn take(door: &Arc<Door>) -> Option<Self> {
        let more = |count| (count < MOST_SOCKETS).then_some(count + 1);
        let taken = door.sockets.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        taken.is_ok().then(|| Self(Arc::clone(door)))
    }
}

impl Drop for SocketSlot {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Serves a page until it disconnects or is cut off.
pub async fn serve(mut socket: WebSocket, slot: SocketSlot) {
    let door = Arc::clone(&slot.0);
    let Some(hello) = hello(&mut socket).await else {
        return refuse(socket, "hello", String::new()).await;
    };
    let Some((table, role)) = door.table(&hello.key) else {
        return refuse(socket, "key", String::new()).await;
    };
    let (out, news) = mpsc::channel(WAITING);
    let (id, out) = (door.next_page(), Box::new(out));
    if table.events.try_send(TableEvent::Came { id, role, language: hello.language.into(), out }).is_err() {
        return refuse(socket, "busy", String::new()).await;
    }
    let pass = |request| match request {
        Request::Ping => Passed::Ping,
        request => match table.events.try_send(TableEvent::Asked(id, request)) {
            Ok(()) => Passed::On,
            Err(_) => Passed::Busy,
        },
    };
    let why = relay(&mut socket, pass, news).await;
    // If the host's queue is full, the host drops the page later, because its channel is closed.
    let _ = table.events.try_send(TableEvent::Gone(id));
    if let Some((code, text)) = why {
        refuse(socket, code, text).await;
    }
}

/// The result of passing on a page's request.
pub enum Passed {
    /// It is under way.
    On,
    /// It asks for a sign of life.
    Ping,
    /// There is no room for it.
    Busy,
}

/// The first message, if it arrives in time and is valid.
pub async fn hello(socket: &mut WebSocket) -> Option<Hello> {
    match timeout(HELLO_TIME, socket.recv()).await {
        Ok(Some(Ok(Message::Text(text)))) => serde_json::from_str(&text).ok(),
        _ => None,
    }
}

/// Passes messages on until the page disconnects; returns the error if it is to be cut off.
pub async fn relay<R: DeserializeOwned>(
    socket: &mut WebSocket,
    mut pass: impl FnMut(R) -> Passed,
    mut news: mpsc::Receiver<Arc<str>>,
) -> Option<(&'static str, String)> {
    let (mut heard, mut malformed) = (Instant::now(), 0);
    let mut allowance = Allowance::new(BURST, A_SECOND, heard);
    let mut ping = tokio::time::interval(PING);
    loop {
        tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                let request = match message {
                    Some(Ok(Message::Text(text))) => {
                        serde_json::from_str::<R>(&text).map_err(|_| quote(&text, LONGEST_QUOTE))
                    }
                    Some(Ok(Message::Binary(_))) => Err(String::new()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                };
                if !allowance.take(heard) {
                    return Some(("too_fast", String::new()));
                }
                match request {
                    Ok(request) => match pass(request) {
                        Passed::On => {}
                        Passed::Ping => write(socket, text(&Reply::Pong)).await?,
                        Passed::Busy => return Some(("busy", String::new())),
                    },
                    Err(text) => {
                        malformed += 1;
                        if malformed > MOST_MALFORMED {
                            return Some(("nonsense", text));
                        }
                        write(socket, error("nonsense", text)).await?;
                    }
                }
            }
            message = news.recv() => match message {
                Some(text) => write(socket, Message::text(&*text)).await?,
                // The host has cut the page off, and has sent it the reason.
                None => return None,
            },
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE {
                    return None;
                }
                write(socket, Message::Ping(Default::default())).await?;
            }
        }
    }
}

/// Sends a message; `None` if that fails or takes too long.
async fn write(socket: &mut WebSocket, message: Message) -> Option<()> {
    timeout(WRITE_TIME, socket.send(message)).await.ok()?.ok()
}

/// Sends a page an error and closes its socket.
pub async fn refuse(mut socket: WebSocket, code: &'static str, text: String) {
    let _ = write(&mut socket, error(code, text)).await;
    let _ = write(&mut socket, Message::Close(None)).await;
}

fn error(code: &'static str, text: String) -> Message {
    self::text(&Reply::Error { code, text })
}

fn text(reply: &Reply) -> Message {
    Message::text(serde_json::to_string(reply).unwrap_or_default())
}
