//! The page's server: files, one WebSocket per page, replay and review of games. Requests of other pages are refused.
//! Everything that a client can make large or slow has a bound.

use super::club::{cup, lobby};
use super::door::Door;
use super::games::{self, Games};
use super::linger::Lingering;
use super::{assets, handlers, live, past, puzzles, qr, socket};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The interval at which a tournament looks at its tables.
const TICK: Duration = Duration::from_millis(250);
/// Connections that have not become a WebSocket.
const MOST_REQUESTS: usize = 128;
/// How long a client may take over the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long a connection without a WebSocket takes requests. The last one may take as long again.
const REQUEST_TIME: Duration = Duration::from_secs(60);
/// The largest request that is no file of games, in bytes.
const MOST_REQUEST: usize = 1 << 20;
/// The largest request in the lobby, in bytes: the entry of a tournament.
const MOST_ENTRY: usize = 16 << 10;
/// The largest message of a page, in bytes.
const MOST_MESSAGE: usize = 4096;

/// Serves until the task is dropped.
pub async fn serve(listener: TcpListener, door: Arc<Door>, games: Arc<Games>) {
    let referee = Arc::clone(&door);
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval(TICK);
        while let Some(club) = &referee.club {
            ticks.tick().await;
            club.tick(&referee.tables, Instant::now());
        }
    });
    let router = router(door, games);
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
        let router = router.clone();
        tokio::spawn(async move {
            answer_requests(stream, router, REQUEST_TIME).await;
            drop(permit);
        });
    }
}

/// Answers the requests of a connection for a time, and the one that is under way then.
async fn answer_requests(stream: TcpStream, router: Router, time: Duration) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    let service = TowerToHyperService::new(router);
    // After an upgrade this future ends, and the WebSocket goes on in a task of its own.
    let stream = TokioIo::new(Lingering::new(stream));
    let mut connection = pin!(http.serve_connection(stream, service).with_upgrades());
    if timeout(time, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(time, connection).await;
    }
}

fn router(door: Arc<Door>, games: Arc<Games>) -> Router {
    let with_key = handlers::router(&door).route_layer(from_fn_with_state(Arc::clone(&door), require_key));
    let for_owner = Router::new()
        .route("/games", post(past::list))
        .route("/games/{name}", post(past::game))
        .route("/puzzles/own", post(puzzles::own).layer(from_fn_with_state(Arc::clone(&door), live::refuse_players)))
        .route("/qr", post(qr::draw))
        .route_layer(from_fn_with_state(Arc::clone(&door), require_owner));
    let club = Router::new()
        .route("/club/state", post(lobby::state))
        .route("/club/sit/{table}/{seat}", post(lobby::sit))
        .route("/club/free/{table}/{seat}", post(lobby::free))
        .route("/club/leave", post(lobby::leave))
        .route("/club/cup/begin", post(cup::begin))
        .route("/club/cup/withdraw/{team}", post(cup::withdraw))
        .route("/club/cup/decide/{game}", post(cup::decide))
        .route("/club/cup/next", post(cup::go_on))
        .route("/club/cup/end", post(cup::end))
        .layer(DefaultBodyLimit::max(MOST_ENTRY));
    Router::new()
        .route("/club", get(|| async { assets::file("club.html") }))
        .merge(club)
        .route("/", get(|| async { assets::file("index.html") }))
        .route("/{file}", get(|Path(file): Path<String>| async move { assets::file(&file) }))
        .route("/ws", any(open_socket))
        .merge(with_key)
        .merge(for_owner)
        .merge(games::routes(Arc::clone(&door), games))
        .layer(DefaultBodyLimit::max(MOST_REQUEST))
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

/// Rejects requests without a secret of this table.
async fn require_key(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    if door.lets_in(request.headers()) { next.run(request).await } else { StatusCode::FORBIDDEN.into_response() }
}

/// Rejects requests without the table's own secret.
async fn require_owner(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    if door.lets_owner_in(request.headers()) { next.run(request).await } else { StatusCode::FORBIDDEN.into_response() }
}

async fn open_socket(State(door): State<Arc<Door>>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    if !door.is_from_us(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Some(slot) = socket::SocketSlot::take(&door) else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let upgrade = upgrade.max_message_size(MOST_MESSAGE).max_frame_size(MOST_MESSAGE);
    upgrade.on_upgrade(move |socket| socket::serve(socket, slot))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    const TIME: Duration = Duration::from_secs(1);

    /// The answer to a request, of which the client sends all before it reads.
    fn answer(request: Vec<u8>, router: Router, time: Duration) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let client = runtime.block_on(async {
            let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
            let address = listener.local_addr().expect("an address");
            let client = std::thread::spawn(move || {
                let mut stream = std::net::TcpStream::connect(address)?;
                stream.write_all(&request)?;
                let mut answer = String::new();
                stream.read_to_string(&mut answer).map(|_| answer)
            });
            let (stream, _) = listener.accept().await.expect("a client");
            answer_requests(stream, router, time).await;
            client
        });
        client.join().expect("a client").expect("an answer")
    }

    #[test]
    fn bug_a_request_was_cut_off_when_the_time_of_its_connection_was_over() {
        let slow = || async {
            tokio::time::sleep(TIME + Duration::from_millis(100)).await;
            "late"
        };
        let request = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n".to_vec();
        let answer = answer(request, Router::new().route("/", get(slow)), TIME);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("late"), "{answer}");
    }

    #[test]
    fn bug_the_answer_to_a_request_that_was_not_read_to_its_end_was_lost() {
        const LENGTH: usize = 16 << 20;
        let mut request =
            format!("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: {LENGTH}\r\n\r\n").into_bytes();
        request.resize(request.len() + LENGTH, b' ');
        let refuses = Router::new().route("/", post(|| async { StatusCode::PAYLOAD_TOO_LARGE }));
        let answer = answer(request, refuses, REQUEST_TIME);
        assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    }
}
