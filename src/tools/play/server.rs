//! The page's server: files, one WebSocket per page, replay and review of games. Requests of other pages are refused.
//!
//! Every site in a browser can reach the loopback address, so `Host` and `Origin` are checked: no other page can play
//! or read. Other clients lack the secret of the link. Everything that a client can make large or slow has a bound.

use super::keys::Keys;
use super::review::{self, Reviews};
use super::table::{PageId, TableEvent};
use super::{assets, replay, socket};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Connections that have not become a WebSocket.
const MOST_REQUESTS: usize = 128;
/// WebSockets. One that does not send a secret is closed soon.
pub const MOST_SOCKETS: usize = 256;
/// How long a client may take over the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long a connection without a WebSocket may last.
const REQUEST_TIME: Duration = Duration::from_secs(60);
/// The largest BPGN that is read, in bytes.
const MOST_BPGN: usize = 1 << 20;
/// The largest message of a page, in bytes.
const MOST_MESSAGE: usize = 4096;
/// The header with the secret, for requests without a WebSocket.
const KEY_HEADER: &str = "x-key";

/// State shared by all connections.
pub struct Door {
    /// The secrets.
    pub keys: Keys,
    /// The host's queue.
    pub events: SyncSender<TableEvent>,
    /// The port that the page is on.
    pub port: u16,
    /// Number of open WebSockets.
    pub sockets: AtomicUsize,
    /// Games evaluated for pages.
    pub reviews: Reviews,
    next_page: AtomicU64,
}

impl Door {
    /// A door without connections.
    pub fn new(keys: Keys, events: SyncSender<TableEvent>, port: u16) -> Self {
        let (sockets, next_page) = (AtomicUsize::new(0), AtomicU64::new(1));
        Self { keys, events, port, sockets, reviews: Reviews::default(), next_page }
    }

    /// A number for a new page.
    pub fn next_page(&self) -> PageId {
        self.next_page.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether `host` names this server: by IP address, or as `localhost`. Any other name that resolves here is refused
    /// (DNS rebinding).
    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':').filter(|(name, _)| !name.contains(':') || name.ends_with(']')) {
            Some((name, port)) => (name, port.parse().ok()),
            None => (host, Some(80)),
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        port == Some(self.port) && (bare.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok())
    }

    /// Whether a request comes from a page of ours and carries a valid secret.
    pub fn lets_in(&self, headers: &HeaderMap) -> bool {
        let key = headers.get(KEY_HEADER).and_then(|key| key.to_str().ok()).unwrap_or_default();
        self.is_from_us(headers) && self.keys.role(key).is_some()
    }

    /// Whether a request comes from a page of ours.
    fn is_from_us(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else { return false };
        origin.strip_prefix("http://") == Some(host) && self.is_ours(host)
    }
}

/// Serves until the task is dropped.
pub async fn serve(listener: TcpListener, door: Arc<Door>) {
    let router = router(door);
    let permits = Arc::new(Semaphore::new(MOST_REQUESTS));
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // No file descriptor is free, or the client has gone.
            Err(error) => {
                tracing::warn!(target: "tandem::play", "accept: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Moves are small, and must not be delayed.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
            let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
            // After an upgrade this future ends, and the WebSocket goes on in a task of its own.
            let _ = tokio::time::timeout(REQUEST_TIME, connection).await;
            drop(permit);
        });
    }
}

fn router(door: Arc<Door>) -> Router {
    Router::new()
        .route("/", get(|| async { assets::file("index.html") }))
        .route("/{file}", get(|Path(file): Path<String>| async move { assets::file(&file) }))
        .route("/ws", any(open_socket))
        .route("/replay", post(read_bpgn))
        .route("/review/{index}", post(review::begin))
        .route("/reviews/{id}/from/{from}", post(review::news))
        .route("/reviews/{id}/stop", post(review::stop))
        .layer(DefaultBodyLimit::max(MOST_BPGN))
        .layer(from_fn_with_state(Arc::clone(&door), guard))
        .with_state(door)
}

/// Rejects requests not meant for this server, and sets headers against loading or embedding anything from elsewhere.
async fn guard(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    const HEADERS: [(&str, &str); 4] = [
        (
            "content-security-policy",
            "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    let host = request.headers().get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !door.is_ours(host) {
        let text = "This page is reached by the address that `tandem play` has printed.\n";
        return (StatusCode::MISDIRECTED_REQUEST, text).into_response();
    }
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn open_socket(State(door): State<Arc<Door>>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    if !door.is_from_us(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Some(place) = socket::Place::take(&door) else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let upgrade = upgrade.max_message_size(MOST_MESSAGE).max_frame_size(MOST_MESSAGE);
    upgrade.on_upgrade(move |socket| socket::attend(socket, place))
}

/// Returns the games of a BPGN, position by position.
async fn read_bpgn(State(door): State<Arc<Door>>, headers: HeaderMap, body: Bytes) -> Response {
    if !door.lets_in(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let read = tokio::task::spawn_blocking(move || replay::read(&body)).await;
    let (status, answer) = match read {
        Ok(Ok(games)) => (StatusCode::OK, json!({ "games": games })),
        Ok(Err(error)) => (StatusCode::UNPROCESSABLE_ENTITY, json!({ "error": replay::Problem::from(&error) })),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, json!({})),
    };
    (status, [(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_and_localhost_are_ours() {
        let (events, _host) = std::sync::mpsc::sync_channel(1);
        let door = Door::new(Keys::random().expect("random numbers"), events, 8020);
        for host in ["127.0.0.1:8020", "localhost:8020", "LOCALHOST:8020", "[::1]:8020", "192.168.1.7:8020"] {
            assert!(door.is_ours(host), "{host}");
        }
        for host in
            ["", "127.0.0.1", "127.0.0.1:80", "evil.example:8020", "127.0.0.1.evil.example:8020", "::1", ":8020"]
        {
            assert!(!door.is_ours(host), "{host}");
        }
        let from = |origin: &'static str, host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            headers.insert(header::HOST, HeaderValue::from_static(host));
            door.is_from_us(&headers)
        };
        assert!(from("http://127.0.0.1:8020", "127.0.0.1:8020"));
        assert!(!from("http://localhost:8020", "127.0.0.1:8020"), "another origin to the browser");
        assert!(!from("http://evil.example:8020", "evil.example:8020"));
        assert!(!from("null", "127.0.0.1:8020"));
        assert!(!door.is_from_us(&HeaderMap::new()));
    }
}
