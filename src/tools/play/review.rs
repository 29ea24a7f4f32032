//! The evaluation of a game that a page steps through: computed in the background, within bounds, while the page polls.

use super::replay::{self, MOST_PLIES, Problem};
use crate::game::Seat;
use crate::game::bpgn::{BpgnError, Record};
use crate::tools::analyze::html::{self, Tongue};
use crate::tools::analyze::json::{MomentLine, StandLine, moment_lines, stand_line};
use crate::tools::analyze::judge::{Effort, Judge};
use crate::tools::analyze::review::{self, Review};
use crate::tools::analyze::summary::Summary;
use crate::tools::analyze::walk::Walk;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use clap::ValueEnum;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The effort for each position: a game of a hundred plies takes some seconds.
const EFFORT: Effort = Effort { nodes: Some(10_000), movetime_ms: None };
/// How many times as long a position is searched where a loss is to be named.
const SECOND_LOOK: u32 = 20;
/// Games that are evaluated at once.
const MOST_RUNNING: usize = 2;
/// Time without a request after which a page counts as gone.
const SILENCE: Duration = Duration::from_secs(10);
/// Evaluated games that are kept.
const MOST_DONE: usize = 8;
/// Moments in one answer, at most.
const MOST_LINES: usize = 400;

/// The results for a game so far.
#[derive(Default)]
struct Progress {
    lines: Vec<StandLine>,
    end: Option<End>,
}

/// What is known once the whole game is evaluated.
struct End {
    moments: Vec<MomentLine>,
    /// What each player did, in the order of [`Seat::ALL`].
    players: [PlayerLine; 4],
    /// The game as a file of its own, in English and Russian.
    pages: [String; 2],
}

impl End {
    fn new(record: &Record, walk: &Walk, review: &Review) -> Self {
        let page = |tongue| {
            let mut summary = Summary::default();
            summary.add(record, review, walk.outcome);
            let game = html::game(1, record, (walk, review), walk.outcome, tongue);
            html::head(tongue) + &game + &html::tail(&summary, tongue)
        };
        Self {
            moments: moment_lines(record, review, walk.outcome),
            players: PlayerLine::all(record, walk, review),
            pages: [Tongue::En, Tongue::Ru].map(page),
        }
    }
}

/// What a player did in a game.
#[derive(Serialize)]
struct PlayerLine {
    seat: char,
    name: String,
    moves: u32,
    /// Mean loss of expected result of a move, in percent.
    cost: f64,
    /// Moves marked `?!`, `?` and `??`.
    marks: [u32; 3],
    /// Time used, in ms, if the record has it.
    time_ms: Option<u64>,
    sits: u32,
}

impl PlayerLine {
    fn all(record: &Record, walk: &Walk, review: &Review) -> [Self; 4] {
        // Several players may have the same name, so they are told apart by their seats.
        let mut by_seat = record.clone();
        Seat::ALL.into_iter().for_each(|seat| by_seat.set_tag(seat.tag(), &seat.letter().to_string()));
        let mut summary = Summary::default();
        summary.add(&by_seat, review, walk.outcome);
        Seat::ALL.map(|seat| {
            let letter = seat.letter();
            let found = summary.players().find(|player| player.name.starts_with(letter)).cloned().unwrap_or_default();
            let whole = found.whole();
            Self {
                seat: letter,
                name: record.player(seat),
                moves: whole.moves,
                cost: (whole.mean_cost() * 10.0).round() / 10.0,
                marks: whole.marks,
                time_ms: (found.timed_moves > 0).then_some(found.time_ms),
                sits: found.sits,
            }
        })
    }
}

/// A game that is being evaluated, or has been.
struct Running {
    /// Moments of the game.
    total: usize,
    progress: Mutex<Progress>,
    stop: AtomicBool,
    asked: Mutex<Instant>,
}

impl Running {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the page has gone.
    fn is_forgotten(&self) -> bool {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > SILENCE
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_forgotten() || self.progress().end.is_some()
    }

    /// Evaluates the game, position by position.
    fn work(&self, record: &Record, walk: &Walk) {
        let mut judge = Judge::new(EFFORT);
        let mut verdicts = Vec::with_capacity(walk.questions.len());
        for question in &walk.questions {
            if self.stop.load(Ordering::Relaxed) || self.is_forgotten() {
                return;
            }
            verdicts.push(judge.judge(question));
            let mut progress = self.progress();
            while let Some(moment) = walk.moments.get(progress.lines.len()) {
                if moment.boards.iter().any(|&index| index >= verdicts.len()) {
                    break;
                }
                let at = progress.lines.len();
                let before = at.checked_sub(1).map(|at| review::stand(&walk.moments[at], None, &verdicts));
                let stand = review::stand(moment, before.as_ref(), &verdicts);
                progress.lines.push(stand_line(1, at, &stand, walk.bfen(at)));
            }
        }
        // A loss is named only if a longer search agrees.
        let mut judge = Judge::new(EFFORT.times(SECOND_LOOK));
        let mut deeper = BTreeMap::new();
        for index in review::unsure(walk, &verdicts) {
            if self.stop.load(Ordering::Relaxed) || self.is_forgotten() {
                return;
            }
            deeper.insert(index, judge.judge(&walk.questions[index]));
        }
        let end = End::new(record, walk, &Review::new(walk, &verdicts, &deeper));
        self.progress().end = Some(end);
    }
}

/// The games evaluated for pages.
#[derive(Default)]
pub struct Reviews {
    games: Mutex<HashMap<u64, Arc<Running>>>,
    last: AtomicU64,
}

impl Reviews {
    fn games(&self) -> MutexGuard<'_, HashMap<u64, Arc<Running>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts to evaluate a game. Returns its id and number of moments, or `None` if there is no capacity.
    fn begin(&self, record: Record, walk: Walk) -> Option<(u64, usize)> {
        let mut games = self.games();
        let is_done = |game: &Running| game.progress().end.is_some();
        let done: Vec<u64> = games.iter().filter(|(_, game)| is_done(game)).map(|(&id, _)| id).collect();
        // The last ones stay, so that a page can still save them.
        let oldest = done.iter().filter(|&&id| done.iter().filter(|&&newer| newer > id).count() < MOST_DONE).min();
        let oldest = oldest.copied().unwrap_or(0);
        games.retain(|&id, game| if is_done(game) { id >= oldest } else { !game.is_forgotten() });
        if games.values().filter(|game| !game.is_over()).count() >= MOST_RUNNING {
            return None;
        }
        let total = walk.moments.len();
        let asked = Mutex::new(Instant::now());
        let game = Arc::new(Running { total, progress: Mutex::default(), stop: AtomicBool::new(false), asked });
        let worker = Arc::clone(&game);
        std::thread::Builder::new().name("review".to_owned()).spawn(move || worker.work(&record, &walk)).ok()?;
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        games.insert(id, game);
        Some((id, total))
    }

    /// The results from the moment `from` on; `None` for an unknown id.
    fn news(&self, id: u64, from: usize) -> Option<Value> {
        let game = Arc::clone(self.games().get(&id)?);
        *game.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let progress = game.progress();
        let lines = progress.lines.iter().skip(from).take(MOST_LINES).collect::<Vec<_>>();
        let complete = from + lines.len() == progress.lines.len();
        let end = progress.end.as_ref().filter(|_| complete);
        let (moments, players) = (end.map(|end| &end.moments), end.map(|end| &end.players));
        Some(json!({ "lines": lines, "total": game.total, "moments": moments, "players": players }))
    }

    /// A game that was evaluated as a file of its own.
    fn page(&self, id: u64, tongue: Tongue) -> Option<String> {
        let game = Arc::clone(self.games().get(&id)?);
        let progress = game.progress();
        Some(progress.end.as_ref()?.pages[tongue as usize].clone())
    }

    /// Stops the evaluation of a game.
    fn stop(&self, id: u64) {
        if let Some(game) = self.games().remove(&id) {
            game.stop.store(true, Ordering::Relaxed);
        }
    }
}

pub(super) fn answer(status: StatusCode, value: &impl Serialize) -> Response {
    let text = serde_json::to_string(value).unwrap_or_default();
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// The game number `index` of a text, ready to be evaluated.
fn read(bytes: &[u8], index: usize) -> Result<(Record, Walk), Problem> {
    let wrong = |token: String, text: String| Problem { line: 0, token, text };
    let problem = |error: BpgnError| Problem::from(&error);
    let record = replay::records(bytes).nth(index);
    let record = record.ok_or_else(|| wrong(index.to_string(), format!("there is no game {index}")))?;
    let record = record.map_err(|(_, problem)| problem)?;
    if record.plies.len() > MOST_PLIES {
        return Err(wrong(record.plies.len().to_string(), format!("more than {MOST_PLIES} plies")));
    }
    let rules =
        record.rules().map_err(|error| wrong(record.tag("Rules").unwrap_or_default().to_owned(), error.to_string()))?;
    let walk = Walk::new(&record, rules.unwrap_or_default()).map_err(problem)?;
    Ok((record, walk))
}

/// Starts to evaluate game number `index`, from 0, of the file in the body.
pub async fn begin(State(reviews): State<Arc<Reviews>>, Path(index): Path<usize>, body: Bytes) -> Response {
    let read = tokio::task::spawn_blocking(move || read(&body, index)).await;
    match read {
        Ok(Ok((record, walk))) => match reviews.begin(record, walk) {
            Some((id, total)) => answer(StatusCode::OK, &json!({ "id": id, "total": total })),
            None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        },
        Ok(Err(problem)) => answer(StatusCode::UNPROCESSABLE_ENTITY, &json!({ "error": problem })),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Returns the results from the moment `from` on.
pub async fn news(State(reviews): State<Arc<Reviews>>, Path((id, from)): Path<(u64, usize)>) -> Response {
    reviews.news(id, from).map_or_else(|| StatusCode::NOT_FOUND.into_response(), |news| answer(StatusCode::OK, &news))
}

/// Returns a game that was evaluated as an HTML file in a language: `en` or `ru`.
pub async fn page(State(reviews): State<Arc<Reviews>>, Path((id, language)): Path<(u64, String)>) -> Response {
    let tongue = Tongue::from_str(&language, true).ok();
    match tongue.and_then(|tongue| reviews.page(id, tongue)) {
        Some(page) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], page).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Stops an evaluation, once the page shows something else.
pub async fn stop(State(reviews): State<Arc<Reviews>>, Path(id): Path<u64>) -> Response {
    reviews.stop(id);
    StatusCode::NO_CONTENT.into_response()
}
