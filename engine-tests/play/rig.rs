//! A server of the page, and clients of its WebSocket.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tungstenite::handshake::client::Request;
use tungstenite::{Message, WebSocket};

/// Longest wait for anything, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// `tandem play`, ended with the test.
pub struct Server {
    process: Child,
    /// The folder of its games, unless the test gives one.
    _games: Option<TempDir>,
    pub port: u16,
    /// The owner's secret; the organizer's, with several tables.
    pub key: String,
}

impl Server {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts it with more arguments.
    pub fn start_with(more: &[&str]) -> Self {
        let games = tempfile::tempdir().expect("a folder");
        let mut server = Self::start_in(games.path(), 0, more);
        server._games = Some(games);
        server
    }

    /// Starts it on a folder of games and a port.
    pub fn start_in(games: &Path, port: u16, more: &[&str]) -> Self {
        let program = assert_cmd::cargo::cargo_bin!("tandem");
        let mut command = Command::new(program);
        let mut process = command
            .args(["play", "--no-browser", "--port", &port.to_string(), "--games"])
            .arg(games)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .expect("tandem starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let link = line.split_whitespace().last().expect("a link");
        let (address, key) = link.split_once("#key=").expect("a link with a key");
        let port = address.split(['/', ':']).nth(4).and_then(|port| port.parse().ok()).expect("a port");
        Self { process, _games: None, port, key: key.to_owned() }
    }

    /// Ends the program as a power failure does.
    pub fn kill(mut self) {
        self.process.kill().expect("a signal");
        self.process.wait().expect("an end");
    }

    /// Ends the program by SIGTERM, and waits for it.
    #[cfg(unix)]
    pub fn end(mut self) {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args(["-s", "TERM", &pid]).status().expect("a signal").success());
        let status = self.process.wait().expect("an end");
        assert!(status.success(), "{status}");
    }

    /// The memory that the program holds, in MiB.
    #[cfg(target_os = "linux")]
    pub fn memory_mb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("a status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("VmRSS");
        line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).expect("kB") / 1024
    }

    fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server takes connections");
        stream.set_read_timeout(Some(Duration::from_millis(200))).expect("a timeout");
        stream
    }

    fn request(&self, path: &str, origin: Option<&str>, host: &str) -> Request {
        let mut request = Request::builder().uri(format!("ws://127.0.0.1:{}{path}", self.port)).header("Host", host);
        for (name, value) in [
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ] {
            request = request.header(name, value);
        }
        if let Some(origin) = origin {
            request = request.header("Origin", origin);
        }
        request.body(()).expect("a request")
    }

    /// The HTTP status of a refused handshake.
    pub fn handshake(&self, origin: Option<&str>, host: &str) -> u16 {
        let stream = self.stream();
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        match tungstenite::client(self.request("/ws", origin, host), stream) {
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => response.status().as_u16(),
            Err(error) => panic!("{error}"),
            Ok(_) => 101,
        }
    }

    /// A WebSocket that has sent nothing yet.
    pub fn raw(&self) -> Page {
        self.raw_at("/ws")
    }

    /// The same at another path.
    pub fn raw_at(&self, path: &str) -> Page {
        let ours = format!("127.0.0.1:{}", self.port);
        let stream = self.stream();
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let (socket, _) = tungstenite::client(self.request(path, Some(&format!("http://{ours}")), &ours), stream)
            .expect("a WebSocket");
        socket.get_ref().set_read_timeout(Some(Duration::from_millis(200))).expect("a timeout");
        Page { socket, state: Value::Null, seen: Vec::new(), keeps: false }
    }

    /// A page with this secret.
    pub fn open(&self, key: &str) -> Page {
        self.open_at("/ws", key)
    }

    /// The same at another path.
    pub fn open_at(&self, path: &str, key: &str) -> Page {
        let mut page = self.raw_at(path);
        page.send(&json!({ "key": key, "language": "ru" }));
        page
    }

    /// The secret of a seat, as sent to the owner's page.
    pub fn link(&self, owner: &mut Page, seat: &str) -> String {
        let mut fresh = self.open(&self.key);
        let welcome = fresh.wait_type("welcome");
        *owner = fresh;
        secret(&welcome, seat)
    }

    pub fn post_bpgn(&self, body: &[u8]) -> (u16, Value) {
        self.post("/replay", &self.key, body)
    }

    /// Status and JSON of an answer.
    pub fn post(&self, path: &str, key: &str, body: &[u8]) -> (u16, Value) {
        let (status, text) = self.post_for_text(path, key, body);
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    /// Status and text of an answer.
    pub fn post_for_text(&self, path: &str, key: &str, body: &[u8]) -> (u16, String) {
        let mut stream = self.stream();
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let host = format!("127.0.0.1:{}", self.port);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nX-Key: {key}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("a head");
        // A body that is too long is not read to its end.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer).into_owned();
        let status = text.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
        let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A page without a browser.
pub struct Page {
    socket: WebSocket<TcpStream>,
    /// The state received last.
    state: Value,
    /// All messages, if they are kept.
    seen: Vec<Value>,
    keeps: bool,
}

impl Page {
    pub fn send(&mut self, message: &Value) {
        assert!(self.try_send(message), "{message} cannot be sent");
    }

    pub fn try_send(&mut self, message: &Value) -> bool {
        self.send_text(&message.to_string())
    }

    pub fn send_text(&mut self, text: &str) -> bool {
        self.socket.send(Message::text(text)).is_ok()
    }

    pub fn send_binary(&mut self, bytes: &[u8]) -> bool {
        self.socket.send(Message::binary(bytes.to_vec())).is_ok()
    }

    /// Sends bytes that are no frame.
    pub fn send_raw(&mut self, bytes: &[u8]) -> bool {
        self.socket.get_mut().write_all(bytes).is_ok()
    }

    /// The next message, if one comes soon; an error when the connection is closed.
    fn next(&mut self) -> Result<Option<Value>, tungstenite::Error> {
        match self.socket.read() {
            Ok(Message::Text(text)) => {
                let message: Value = serde_json::from_str(&text).expect("the server writes JSON");
                if message["type"] == "state" {
                    self.state = message.clone();
                }
                if self.keeps {
                    self.seen.push(message.clone());
                }
                Ok(Some(message))
            }
            Ok(_) => Ok(None),
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Keeps all messages from now on, and moves those that were kept to `seen`.
    pub fn watch(&mut self, seen: &mut Vec<Value>) {
        self.latest();
        self.keeps = true;
        seen.append(&mut self.seen);
    }

    /// The state after all messages that have come.
    pub fn latest(&mut self) -> Value {
        while let Ok(Some(_)) = self.next() {}
        self.state.clone()
    }

    /// The first of the following messages that satisfies `fits`.
    pub fn wait(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            match self.next() {
                Ok(Some(message)) if fits(&message) => return message,
                Ok(_) => {}
                Err(error) => panic!("{error} while waiting for {what}"),
            }
        }
        panic!("no {what}; the state is {}", self.state)
    }

    pub fn wait_type(&mut self, kind: &str) -> Value {
        self.wait(kind, |message| message["type"] == kind)
    }

    /// The state as soon as it satisfies `fits`, the last received one included.
    pub fn wait_for(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        if self.state.is_object() && fits(&self.state) {
            return self.state.clone();
        }
        self.wait(what, |message| message["type"] == "state" && fits(message))
    }

    /// Whether the server sends this code and then ends the connection.
    pub fn ends_with(&mut self, code: &str) -> bool {
        let mut said = false;
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            match self.next() {
                Ok(Some(message)) => said |= message["code"] == code,
                Ok(None) => {}
                Err(_) => return said,
            }
        }
        false
    }
}

/// A text field of an answer.
pub fn field<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("no {name} in {value}"))
}

/// The BPGN of a state with an end.
pub fn bpgn_of(state: &Value) -> String {
    field(&state["over"], "bpgn").to_owned()
}

pub fn secret(welcome: &Value, seat: &str) -> String {
    let links = welcome["links"].as_array().expect("links");
    let link = links.iter().find(|link| link[0] == seat).and_then(|link| link[1].as_str()).expect("the seat's link");
    link.split_once("#key=").expect("a key").1.to_owned()
}

/// A game that has just started, and the pages of its human seats.
pub fn seats(server: &Server, occupants: [&str; 4]) -> Vec<Page> {
    seats_at(server, occupants, [8; 4])
}

/// The settings of a table: each seat has `me`, `guest`, `tandem` or `engine NAME`.
pub fn setup(occupants: [&str; 4], levels: [u8; 4], base_s: u32) -> Value {
    let seats = occupants.map(|occupant| match occupant.strip_prefix("engine ") {
        Some(name) => json!({ "engine": name }),
        None => json!(occupant),
    });
    let rules = "international";
    json!({ "base_s": base_s, "increment_s": 0, "rules": rules, "start": "usual", "seats": seats, "levels": levels })
}

/// The same with Tandem at these levels.
pub fn seats_at(server: &Server, occupants: [&str; 4], levels: [u8; 4]) -> Vec<Page> {
    let mut owner = server.open(&server.key);
    let welcome = owner.wait_type("welcome");
    let setup = setup(occupants, levels, 600);
    owner.send(&json!({ "type": "setup", "setup": setup }));
    owner.wait_for("the setup", |state| state["setup"] == setup);
    let guests = ["a", "B", "b"].into_iter().zip(&occupants[1..]).filter(|(_, occupant)| **occupant == "guest");
    let guests: Vec<Page> = guests.map(|(seat, _)| server.open(&secret(&welcome, seat))).collect();
    let mut pages: Vec<Page> = std::iter::once(owner).chain(guests).collect();
    let here =
        |state: &Value| state["seats"].as_array().is_some_and(|seats| seats.iter().all(|seat| seat["present"] == true));
    pages[0].wait_for("everybody", here);
    pages[0].send(&json!({ "type": "start" }));
    for page in &mut pages {
        page.wait_for("a start", |state| state["phase"] == "playing");
    }
    pages
}

/// Makes a move on the page's board, and waits until it has been played.
pub fn play_move(page: &mut Page, text: &str) {
    let state = page.wait_for("its turn", |state| {
        state["boards"]
            .as_array()
            .is_some_and(|boards| boards.iter().any(|board| !board["legal"].as_array().is_none_or(Vec::is_empty)))
    });
    let own = usize::from(field(&state, "seat").eq_ignore_ascii_case("b"));
    let ply = state["boards"][own]["ply"].as_u64().expect("a number");
    page.send(&json!({ "type": "move", "text": text, "ply": ply }));
    page.wait_for("the move", |state| state["boards"][own]["ply"].as_u64().is_some_and(|now| now > ply));
}
