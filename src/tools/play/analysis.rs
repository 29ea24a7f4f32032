//! The analysis board: positions and moves by the rules, and Tandem's lines of both boards while it searches.

use super::replay::Problem;
use super::review::answer;
use super::setup;
use super::view;
use super::wire::BoardView;
use crate::arena::referee::complete_promotion;
use crate::board::Position;
use crate::eval::Prices;
use crate::game::{BoardId, Game, Rules, Seat};
use crate::search::{Bound, Finished, Job, Limits, Observer, Report, Searcher, Shared};
use crate::tools::analyze::expectation::{TimeLeft, expected};
use crate::tools::analyze::json::BoardLine;
use crate::tools::analyze::judge::Judgment;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Positions that are analyzed at once.
const MOST_RUNNING: usize = 2;
/// The most nodes for a board.
const MOST_NODES: u64 = 2_000_000_000;
/// The size of the table of each board, in MiB.
const HASH_MB: usize = 32;
/// Time without a request after which a page counts as gone.
const SILENCE: Duration = Duration::from_secs(10);
/// The interval of looks at the searches.
const LOOK: Duration = Duration::from_millis(30);

/// Both boards, and a move to be made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// `A | B`, each a BFEN or `startpos`.
    boards: String,
    /// The rules: a preset, options, or both.
    rules: String,
    /// The board and the move.
    #[serde(rename = "move")]
    mv: Option<(BoardName, String)>,
    /// Nodes for each board.
    nodes: Option<u64>,
    /// The four clocks and the time at the start, in ms.
    clocks: Option<([u64; 4], u64)>,
}

#[derive(Clone, Copy, Deserialize)]
enum BoardName {
    A,
    B,
}

/// A position of both boards.
#[derive(Serialize)]
struct Place {
    /// `A | B`.
    bfen: String,
    boards: [BoardView; 2],
    /// The move that led here: seat and SAN.
    ply: Option<(char, String)>,
    /// How the game ended here: result, reason, seat.
    over: Option<(&'static str, String, Option<char>)>,
}

fn wrong(token: &str, text: String) -> Problem {
    Problem { line: 0, token: token.to_owned(), text }
}

/// Reads the request, and the game of its boards.
fn read(bytes: &[u8]) -> Result<(Asked, Game), Problem> {
    let asked: Asked = serde_json::from_slice(bytes).map_err(|error| wrong("", error.to_string()))?;
    let rules: Rules =
        asked.rules.parse().map_err(|error: crate::game::RulesError| wrong(&asked.rules, error.to_string()))?;
    let game = setup::boards(&asked.boards, rules).map_err(|text| wrong(&text.clone(), text))?;
    Ok((asked, game))
}

/// Makes the requested move.
fn place(bytes: &[u8]) -> Result<Place, Problem> {
    let (asked, mut game) = read(bytes)?;
    let mut ply = None;
    if let Some((board, text)) = asked.mv {
        let board = match board {
            BoardName::A => BoardId::A,
            BoardName::B => BoardId::B,
        };
        let seat = game.on_turn(board);
        let illegal = || wrong(&text, format!("`{text}` is not legal on board {board}"));
        let mv = game.position(board).find_move(&text).ok_or_else(illegal)?;
        let mv = complete_promotion(&game, board, mv);
        ply = Some((seat.letter(), game.san(board, mv)));
        game.play_whole(board, mv).map_err(|error| wrong(&text, error.to_string()))?;
    }
    let over = game.outcome().map(|outcome| {
        let result = crate::game::bpgn::GameResult::from(Some(outcome)).text();
        (result, outcome.reason.to_string(), outcome.seat.map(Seat::letter))
    });
    let both = game.outcome().is_none();
    let boards = BoardId::ALL.map(|board| view::board(&game, board, both));
    Ok(Place { bfen: game.to_bfen(), boards, ply, over })
}

/// Returns the boards of a position, with all legal moves, after the move in the request if there is one.
pub async fn position(body: Bytes) -> Response {
    match place(&body) {
        Ok(place) => answer(StatusCode::OK, &place),
        Err(problem) => answer(StatusCode::UNPROCESSABLE_ENTITY, &json!({ "error": problem })),
    }
}

/// What a search has found last.
#[derive(Clone, Default)]
struct Found {
    report: Option<Report>,
    ended: bool,
}

/// Keeps the newest line of a search.
#[derive(Clone, Default)]
struct Keeper(Arc<Mutex<Found>>);

impl Keeper {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Keeper {
    fn report(&mut self, report: &Report) {
        if report.bound == Bound::Exact && report.multipv == 1 {
            self.found().report = Some(report.clone());
        }
    }

    fn finished(&mut self, _: &Finished) {
        self.found().ended = true;
    }
}

/// A position that is analyzed.
struct Running {
    positions: [Position; 2],
    found: [Keeper; 2],
    time: Option<TimeLeft>,
    stop: AtomicBool,
    done: AtomicBool,
    asked: Mutex<Instant>,
}

impl Running {
    fn asked(&self) -> MutexGuard<'_, Instant> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.done.load(Ordering::Relaxed) || self.asked().elapsed() > SILENCE
    }

    /// Searches both boards until their nodes are spent, or the page has gone.
    fn work(&self, nodes: u64) {
        let mut searchers = Vec::new();
        for (board, (position, found)) in BoardId::ALL.into_iter().zip(self.positions.iter().zip(&self.found)) {
            let mut searcher = Searcher::new(Shared::new(HASH_MB, 1));
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let job = Job { board, ..Job::new(position.clone(), Prices::bughouse_default(), limits) };
            let ended = Judgment::of_ended(position).is_some();
            if ended || searcher.start(job, Box::new(found.clone())).is_err() {
                found.found().ended = true;
            }
            searchers.push(searcher);
        }
        while !self.is_over() && !self.found.iter().all(|found| found.found().ended) {
            std::thread::sleep(LOOK);
        }
        searchers.iter_mut().for_each(Searcher::abort);
        self.done.store(true, Ordering::Relaxed);
    }

    /// The lines of both boards so far.
    fn news(&self) -> serde_json::Value {
        *self.asked() = Instant::now();
        let done = self.done.load(Ordering::Relaxed);
        let found = self.found.each_ref().map(|found| found.found().report.clone());
        let verdict = |index: usize| {
            let position = &self.positions[index];
            let of_line = |report: &Report| Judgment::of_line(position, report.score, report.depth, &report.pv);
            Judgment::of_ended(position).or_else(|| found[index].as_ref().map(of_line))
        };
        let verdicts = [verdict(0), verdict(1)];
        let team = match &verdicts {
            [Some(a), Some(b)] => Some(expected([a, b], self.time.as_ref())),
            _ => None,
        };
        let best = verdicts.each_ref().map(|verdict| Some(verdict.as_ref()?.best?.to_text(false)));
        let nodes = found.map(|report| report.map_or(0, |report| report.nodes));
        json!({ "boards": verdicts.map(|verdict| verdict.as_ref().map(BoardLine::of)), "best": best, "nodes": nodes, "team": team, "done": done })
    }
}

/// The positions that are analyzed for pages.
#[derive(Default)]
pub struct Analyses {
    all: Mutex<HashMap<u64, Arc<Running>>>,
    last: AtomicU64,
}

impl Analyses {
    fn all(&self) -> MutexGuard<'_, HashMap<u64, Arc<Running>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, id: u64) -> Option<Arc<Running>> {
        self.all().get(&id).cloned()
    }

    /// Begins to search; `None` if there is no capacity.
    fn begin(&self, game: &Game, nodes: u64, time: Option<TimeLeft>) -> Option<u64> {
        let mut all = self.all();
        all.retain(|_, running| running.asked().elapsed() <= SILENCE);
        if all.values().filter(|running| !running.is_over()).count() >= MOST_RUNNING {
            return None;
        }
        let running = Arc::new(Running {
            positions: BoardId::ALL.map(|board| game.position(board).clone()),
            found: Default::default(),
            time,
            stop: AtomicBool::new(false),
            done: AtomicBool::new(false),
            asked: Mutex::new(Instant::now()),
        });
        let worker = Arc::clone(&running);
        std::thread::Builder::new().name("analysis".to_owned()).spawn(move || worker.work(nodes)).ok()?;
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        all.insert(id, running);
        Some(id)
    }
}

/// Begins to analyze the position in the request.
pub async fn begin(State(analyses): State<Arc<Analyses>>, body: Bytes) -> Response {
    let (asked, game) = match read(&body) {
        Ok(read) => read,
        Err(problem) => return answer(StatusCode::UNPROCESSABLE_ENTITY, &json!({ "error": problem })),
    };
    let time = asked.clocks.map(|(clocks, base_ms)| {
        let mut time = TimeLeft { clocks: crate::game::Clocks::all(0), base_ms };
        Seat::ALL.into_iter().zip(clocks).for_each(|(seat, ms)| time.clocks[seat] = ms);
        time
    });
    match analyses.begin(&game, asked.nodes.unwrap_or(1).clamp(1, MOST_NODES), time) {
        Some(id) => answer(StatusCode::OK, &json!({ "id": id })),
        None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

/// Returns what was found so far.
pub async fn news(State(analyses): State<Arc<Analyses>>, Path(id): Path<u64>) -> Response {
    match analyses.get(id) {
        Some(running) => answer(StatusCode::OK, &running.news()),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Stops an analysis.
pub async fn stop(State(analyses): State<Arc<Analyses>>, Path(id): Path<u64>) -> Response {
    if let Some(running) = analyses.all().remove(&id) {
        running.stop.store(true, Ordering::Relaxed);
    }
    StatusCode::NO_CONTENT.into_response()
}
