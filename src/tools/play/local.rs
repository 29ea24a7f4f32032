//! The table of one page, without a server and without threads, as in a worker of a browser: requests come by calls,
//! searches work in slices between them, and what is to outlive the program goes out to be kept.
//!
//! A request is a line `ID PATH`, and the body behind it. The paths are those of the server, with three more: `open`
//! begins the table's messages with the page's first one, `table` carries another one, and `restore` brings back the
//! table that was kept.

use super::analysis::{self, Analyses};
use super::answer::Answer;
use super::desk::Desk;
use super::engines::{Engines, Exchange};
use super::keys::{Keys, Links, Role};
use super::quote::quote;
use super::replay::{self, Problem};
use super::review::{self, Reviews};
use super::store::{KeptTable, PastGame, PastGames, is_game, newest};
use super::table::{Outlet, PageId, Parts, Shelf, Table, TableEvent};
use super::wire::{Hello, Reply, Request};
use crate::search::slices::Slices;
use crate::team::partnership::wake_by;
use crate::types::host::Instant;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Size of the transposition table of a team, in MiB.
const HASH_MB: usize = 16;
/// The name under which the table is kept.
pub const TABLE: &str = "table.json";
/// The only table.
const PLACE: usize = 1;
/// Characters of a malformed message that are quoted.
const LONGEST_QUOTE: usize = 80;

/// An output to the page.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// A message of the table.
    Message(Arc<str>),
    /// The answer to the request with this number.
    Answer(u64, Answer),
    /// A file to be kept, by its name: a game, or [`TABLE`].
    Keep(String, String),
}

/// Receives the outputs.
pub type Exit = Arc<dyn Fn(Outgoing) + Send + Sync>;

/// The outgoing queue of the page, which reads every message at once.
struct PageOutlet(Exit);

impl Outlet for PageOutlet {
    fn send(&self, message: Arc<str>) {
        (self.0)(Outgoing::Message(message));
    }

    fn is_open(&self) -> bool {
        true
    }
}

/// The shelf of a table whose files the page keeps.
struct Kept {
    exit: Exit,
    /// The games under way.
    current: Mutex<BTreeSet<String>>,
}

impl Kept {
    fn current(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf for Kept {
    fn set_current(&self, file: &str, over: bool) {
        let mut current = self.current();
        if over {
            current.remove(file)
        } else {
            current.insert(file.to_owned())
        };
    }

    fn keep_game(&self, file: &str, bpgn: String) {
        (self.exit)(Outgoing::Keep(file.to_owned(), bpgn));
    }

    fn keep_table(&self, _: usize, table: KeptTable) {
        if let Ok(text) = serde_json::to_string(&table) {
            (self.exit)(Outgoing::Keep(TABLE.to_owned(), text));
        }
    }
}

/// The table of one page, and the work on its games.
pub struct Local {
    table: Table,
    kept: Arc<Kept>,
    exit: Exit,
    slices: Arc<Slices>,
    /// Set when a search of the table has found something.
    woken: Arc<AtomicBool>,
    /// The number of the page's connection; none before the first.
    page: Option<PageId>,
    connections: PageId,
    reviews: Reviews,
    analyses: Analyses,
    /// Games that are being evaluated, in turn.
    reviewing: VecDeque<review::Task>,
    analyzing: Vec<analysis::Task>,
}

impl Local {
    /// A table without a game, whose searches work in `slices`.
    pub fn new(slices: Arc<Slices>, exit: Exit) -> Self {
        let links = Links { desk: Arc::new(Desk::new(Keys::unused(), [false; 4])), address: None, network: false };
        let woken = Arc::<AtomicBool>::default();
        let bell = Arc::clone(&woken);
        let kept = Arc::new(Kept { exit: Arc::clone(&exit), current: Mutex::default() });
        let table = Table::new(Parts {
            links,
            place: PLACE,
            club: false,
            wake: wake_by(move || bell.store(true, Ordering::Relaxed)),
            slices: Some(Arc::clone(&slices)),
            levels: None,
            hash_mb: HASH_MB,
            engines: Engines::new(Vec::new(), Exchange::closed()),
            shelf: Ok(Arc::clone(&kept) as Arc<dyn Shelf>),
        });
        let (page, connections) = (None, 0);
        let (reviews, analyses) = (Reviews::of_page(), Analyses::of_page());
        let (reviewing, analyzing) = Default::default();
        Self { table, kept, exit, slices, woken, page, connections, reviews, analyses, reviewing, analyzing }
    }

    /// Takes a request; its answer goes out before this returns.
    pub fn post(&mut self, request: &[u8]) {
        let end = request.iter().position(|&byte| byte == b'\n').unwrap_or(request.len());
        let (head, body) = (String::from_utf8_lossy(&request[..end]), request.get(end + 1..).unwrap_or_default());
        let (id, path) = head.split_once(' ').unwrap_or(("", &head));
        let Ok(id) = id.parse() else {
            return self.refuse("nonsense", &head);
        };
        if let Some(answer) = self.answer(path, body) {
            (self.exit)(Outgoing::Answer(id, answer));
        }
    }

    /// Answers a request; the table's messages have no answer of their own.
    fn answer(&mut self, path: &str, body: &[u8]) -> Option<Answer> {
        let parts: Vec<&str> = path.split('/').collect();
        let number = |text: &str| text.parse().ok();
        Some(match parts[..] {
            ["open"] => {
                self.open(body);
                return None;
            }
            ["table"] => {
                self.hear(body);
                return None;
            }
            ["restore"] => self.restore(body),
            ["games"] => self.games(body),
            ["replay"] => replay::answer(body),
            ["replay", index] => {
                number(index).map_or(Answer::empty(404), |index| replay::answer_one(body, index as usize))
            }
            ["position"] => analysis::position(body),
            ["review", index] => match number(index) {
                Some(index) => self.reviews.begin(body, index as usize, |task| {
                    self.reviewing.push_back(task);
                    true
                }),
                None => Answer::empty(404),
            },
            ["reviews", id, "from", from] => match (number(id), number(from)) {
                (Some(id), Some(from)) => self.reviews.news(id, from as usize),
                _ => Answer::empty(404),
            },
            ["reviews", id, "page", language] => {
                number(id).map_or(Answer::empty(404), |id| self.reviews.page(id, language))
            }
            ["reviews", id, "stop"] => number(id).map_or(Answer::empty(404), |id| self.reviews.stop(id)),
            ["analysis"] => self.analyses.begin(body, Some(&self.slices), |task| {
                self.analyzing.push(task);
                true
            }),
            ["analysis", id] => number(id).map_or(Answer::empty(404), |id| self.analyses.news(id)),
            ["analysis", id, "stop"] => number(id).map_or(Answer::empty(404), |id| self.analyses.stop(id)),
            _ => Answer::empty(404),
        })
    }

    /// Begins the messages of the table with the page's first one; those of an older connection end.
    fn open(&mut self, hello: &[u8]) {
        let Ok(Hello { language, .. }) = serde_json::from_slice::<Hello>(hello) else {
            return self.refuse("hello", &String::from_utf8_lossy(hello));
        };
        let now = Instant::now();
        if let Some(old) = self.page.take() {
            self.table.step(Some(TableEvent::Gone(old)), now);
        }
        self.connections += 1;
        let (id, out) = (self.connections, Box::new(PageOutlet(Arc::clone(&self.exit))));
        self.page = Some(id);
        self.table.step(Some(TableEvent::Came { id, role: Role::Owner, language: language.into(), out }), now);
    }

    /// Takes a message of the page to the table.
    fn hear(&mut self, message: &[u8]) {
        match serde_json::from_slice::<Request>(message) {
            Ok(Request::Ping) => self.reply(&Reply::Pong),
            Ok(request) => {
                if let Some(page) = self.page {
                    self.table.step(Some(TableEvent::Asked(page, request)), Instant::now());
                }
            }
            Err(_) => self.refuse("nonsense", &String::from_utf8_lossy(message)),
        }
    }

    fn refuse(&self, code: &'static str, text: &str) {
        self.reply(&Reply::Error { code, text: quote(text, LONGEST_QUOTE) });
    }

    fn reply(&self, reply: &Reply) {
        if let Ok(text) = serde_json::to_string(reply) {
            (self.exit)(Outgoing::Message(text.into()));
        }
    }

    /// Puts the table back as it was kept; before the page's first message.
    fn restore(&mut self, kept: &[u8]) -> Answer {
        let table = serde_json::from_slice::<KeptTable>(kept).map_err(|error| error.to_string());
        let restored = table.and_then(|table| self.table.restore(table, Instant::now()));
        match restored {
            Ok(()) => Answer::empty(204),
            Err(text) => Answer::problem(&Problem::wrong(TABLE, text)),
        }
    }

    /// The list of games, of an object with the text of each file. Those under way are left out.
    fn games(&self, files: &[u8]) -> Answer {
        let files: BTreeMap<String, String> = match serde_json::from_slice(files) {
            Ok(files) => files,
            Err(error) => {
                return Answer::problem(&Problem::wrong("games", error.to_string()));
            }
        };
        let current = self.kept.current().clone();
        let (names, older) =
            newest(files.keys().filter(|name| is_game(name) && !current.contains(*name)).cloned().collect());
        let game = |name: String| {
            let text = files.get(&name).map_or(&[][..], |text| text.as_bytes());
            PastGame::new(name, text)
        };
        Answer::json(&PastGames { folder: String::new(), games: names.into_iter().map(game).collect(), older })
    }

    /// Works for a slice. Returns the time until the next call is due even if no request comes; `None` if there is
    /// nothing to do until then.
    pub fn work(&mut self) -> Option<Duration> {
        self.slices.work();
        if let Some(mut task) = self.reviewing.pop_front()
            && task.step()
        {
            self.reviewing.push_back(task);
        }
        self.analyzing.retain_mut(analysis::Task::goes_on);
        let now = Instant::now();
        if self.woken.swap(false, Ordering::Relaxed) {
            self.table.step(Some(TableEvent::Wake), now);
        } else if self.table.due(now).is_some_and(|due| due <= now) {
            self.table.step(None, now);
        }
        let busy = !self.slices.is_idle() || !self.reviewing.is_empty() || self.woken.load(Ordering::Relaxed);
        if busy {
            return Some(Duration::ZERO);
        }
        self.table.due(now).map(|due| due.saturating_duration_since(Instant::now()))
    }
}
