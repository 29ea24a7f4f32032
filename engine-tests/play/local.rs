//! The table of one page without a server and threads, as in a worker of a browser.

use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tandem::search::slices::Slices;
use tandem::tools::play::local::{Local, Outgoing, TABLE};

const PATIENCE: Duration = Duration::from_secs(60);
/// A slice ends after so many looks at the clock, each some thousand nodes apart.
const SLICE: u32 = 8;

/// A table and what has come out of it.
struct Host {
    local: Local,
    out: Arc<Mutex<Vec<Outgoing>>>,
    state: Value,
    chat: Vec<String>,
    errors: Vec<String>,
    /// The files to be kept, newest last.
    kept: Vec<(String, String)>,
    asked: u64,
}

impl Host {
    fn new() -> Self {
        let out = Arc::<Mutex<Vec<Outgoing>>>::default();
        let (looks, exit) = (AtomicU32::new(0), Arc::clone(&out));
        let slices = Slices::new(move || (looks.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(SLICE));
        let local = Local::new(slices, Arc::new(move |outgoing| exit.lock().expect("one thread").push(outgoing)));
        let (state, chat, errors, kept) = Default::default();
        Self { local, out, state, chat, errors, kept, asked: 0 }
    }

    /// Asks, and gives the answer's status and text, if there is one.
    fn ask(&mut self, path: &str, body: &str) -> Option<(u16, String)> {
        self.asked += 1;
        self.local.post(format!("{} {path}\n{body}", self.asked).as_bytes());
        self.look()
    }

    fn send(&mut self, message: &Value) {
        assert_eq!(self.ask("table", &message.to_string()), None);
    }

    /// Takes what has come out.
    fn look(&mut self) -> Option<(u16, String)> {
        let mut answered = None;
        for outgoing in std::mem::take(&mut *self.out.lock().expect("one thread")) {
            match outgoing {
                Outgoing::Answer(id, answer) => {
                    assert_eq!(id, self.asked);
                    answered = Some((answer.status, answer.text));
                }
                Outgoing::Keep(name, text) => self.kept.push((name, text)),
                Outgoing::Message(text) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    match message["type"].as_str() {
                        Some("state") => self.state = message,
                        Some("chat") => self.chat.push(message["text"].as_str().expect("text").to_owned()),
                        Some("error") => self.errors.push(format!("{} {}", message["code"], message["text"])),
                        _ => {}
                    }
                }
            }
        }
        answered
    }

    /// Works until `found` is true.
    fn until(&mut self, what: &str, found: impl Fn(&Self) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !found(self) {
            assert!(Instant::now() < end, "no {what}: {}", self.state);
            if let Some(due) = self.local.work().filter(|due| !due.is_zero()) {
                std::thread::sleep(due.min(Duration::from_millis(5)));
            }
            self.look();
        }
    }

    fn begin(&mut self) {
        self.ask("open", r#"{"key":"","language":"en"}"#);
        let seats = ["me", "tandem", "tandem", "tandem"];
        let setup =
            json!({ "base_s": 60, "increment_s": 0, "rules": "international", "seats": seats, "levels": [2, 2, 2, 2] });
        self.send(&json!({ "type": "setup", "setup": setup }));
        self.send(&json!({ "type": "start" }));
        assert_eq!(self.state["phase"], "playing", "{:?}", self.errors);
    }

    /// Makes the first legal move.
    fn play(&mut self) {
        let board = self.state["boards"][0].clone();
        self.send(&json!({ "type": "move", "text": board["legal"][0], "ply": board["ply"] }));
    }

    fn is_my_turn(&self) -> bool {
        self.state["boards"][0]["legal"].as_array().is_some_and(|legal| !legal.is_empty())
    }

    fn is_over(&self) -> bool {
        self.state["phase"] == "over"
    }

    /// The newest version of a file.
    fn file(&self, name: &str) -> &str {
        &self.kept.iter().rev().find(|(kept, _)| kept == name).expect("a file that is kept").1
    }
}

#[test]
fn three_tandems_play_with_a_person_without_threads_and_the_game_is_kept() {
    let mut host = Host::new();
    host.begin();
    for _ in 0..3 {
        host.until("turn", |host| host.is_my_turn() || host.is_over());
        host.play();
    }
    host.send(&json!({ "type": "say", "text": "дай коня" }));
    assert!(host.chat.iter().any(|line| line.contains("knight")), "{:?}", host.chat);
    host.until("moves on board B", |host| host.state["boards"][1]["ply"].as_u64() > Some(6));

    // The page is gone, and comes back: another table goes on with the game.
    let (kept, plies) = (host.file(TABLE).to_owned(), host.state["moves"].as_array().map(Vec::len));
    let mut next = Host::new();
    assert_eq!(next.ask("restore", &kept), Some((204, String::new())));
    next.ask("open", r#"{"key":"","language":"ru"}"#);
    assert_eq!((&next.state["phase"], &next.state["number"]), (&json!("playing"), &json!(1)));
    assert_eq!(next.state["moves"].as_array().map(Vec::len), plies);
    assert!(!next.chat.is_empty() || host.chat.len() > 1);
    next.until("turn", |host| host.is_my_turn() || host.is_over());
    next.send(&json!({ "type": "resign" }));
    assert_eq!(next.state["phase"], "over", "{:?}", next.errors);

    // Its file is in the list.
    let (name, bpgn) = next.kept.iter().rev().find(|(name, _)| name != TABLE).cloned().expect("a game");
    let files = json!({ name.clone(): bpgn, "table.json": kept });
    let (status, list) = next.ask("games", &files.to_string()).expect("an answer");
    let list: Value = serde_json::from_str(&list).expect("JSON");
    assert_eq!(
        (status, &list["games"][0]["name"], list["games"].as_array().map(Vec::len)),
        (200, &json!(name), Some(1))
    );
}

#[test]
fn a_game_is_stepped_through_judged_and_analyzed_without_threads() {
    let mut host = Host::new();
    let bpgn = "[WhiteA \"a\"][BlackA \"b\"][WhiteB \"c\"][BlackB \"d\"][TimeControl \"60+0\"]\n1A. e4 1a. f6 2A. d4 2a. g5 3A. Qh5# 1-0\n";
    let (status, text) = host.ask("replay", bpgn).expect("an answer");
    let games: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((status, games["games"][0]["frames"].as_array().map(Vec::len)), (200, Some(6)), "{text}");
    let begun: Value = serde_json::from_str(&host.ask("review/0", bpgn).expect("an answer").1).expect("JSON");
    let news = format!("reviews/{}/from/0", begun["id"]);
    let end = Instant::now() + PATIENCE;
    let reviewed = loop {
        let news: Value = serde_json::from_str(&host.ask(&news, "").expect("an answer").1).expect("JSON");
        if news["moments"].is_array() {
            break news;
        }
        assert!(Instant::now() < end, "{news}");
        host.local.work();
    };
    assert_eq!(reviewed["lines"].as_array().map(Vec::len), Some(6));
    let page = host.ask(&format!("reviews/{}/page/ru", begun["id"]), "").expect("an answer");
    assert!(page.0 == 200 && page.1.contains("<html lang=\"ru\">"));

    let asked = json!({ "boards": "startpos | startpos", "rules": "fics", "nodes": 30_000 });
    let begun: Value =
        serde_json::from_str(&host.ask("analysis", &asked.to_string()).expect("an answer").1).expect("JSON");
    let end = Instant::now() + PATIENCE;
    let found = loop {
        let news: Value =
            serde_json::from_str(&host.ask(&format!("analysis/{}", begun["id"]), "").expect("an answer").1)
                .expect("JSON");
        if news["done"] == true {
            break news;
        }
        assert!(Instant::now() < end, "{news}");
        host.local.work();
    };
    assert!(found["best"].as_array().is_some_and(|best| best.iter().all(Value::is_string)), "{found}");
}

#[test]
fn garbage_is_refused_and_quoted() {
    let mut host = Host::new();
    for (path, body) in
        [("restore", "{"), ("replay", "1A. e5"), ("position", "[]"), ("analysis", "x"), ("games", "[1]")]
    {
        let (status, text) = host.ask(path, body).expect("an answer");
        assert!(status == 422 && text.contains("\"error\""), "{path}: {status} {text}");
    }
    for path in ["", "review/x", "reviews/1/from/2", "analysis/7", "club/state", "qr"] {
        assert_eq!(host.ask(path, "").map(|(status, _)| status), Some(404), "{path}");
    }
    host.local.post(b"no number\nx");
    host.ask("open", "{}");
    host.ask("table", r#"{"type":"dance"}"#);
    host.ask("table", r#"{"type":"ping"}"#);
    let quoted = [r#""nonsense" "no number""#, r#""hello" "{}""#, r#""nonsense" "{\"type\":\"dance\"}""#];
    assert_eq!(host.errors, quoted);
}
