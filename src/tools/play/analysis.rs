//! The analysis board: positions and moves by the rules, and Tandem's lines of both boards while it searches.

use super::answer::Answer;
use super::last_report::LastReport;
use super::poller::SILENCE;
use super::replay::Problem;
use super::view;
use super::wire::BoardView;
use super::works::{Work, Works};
use super::{faults, setup};
use crate::arena::referee::complete_promotion;
use crate::board::Position;
use crate::eval::Prices;
use crate::game::{BoardId, Game, Rules, Seat};
use crate::search::slices::Slices;
use crate::search::{Job, Limits, Report, Searcher, Shared};
use crate::tools::analyze::expectation::{TimeLeft, expected};
use crate::tools::analyze::json::BoardLine;
use crate::tools::analyze::judge::Judgment;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// Positions that are analyzed at once.
const MOST_RUNNING: usize = 2;
/// The most nodes for a board.
const MOST_NODES: u64 = 2_000_000_000;
/// The size of the table of each board, in MiB.
const HASH_MB: usize = 32;
/// The interval of looks at the searches.
const LOOK: Duration = Duration::from_millis(30);

/// Both boards, and a move to be made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
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
struct PositionView {
    /// `A | B`.
    bfen: String,
    boards: [BoardView; 2],
    /// The move that led here: seat and SAN.
    ply: Option<(char, String)>,
    /// How the game ended here: result, reason, seat.
    over: Option<(&'static str, String, Option<char>)>,
}

/// Reads the request, and the game of its boards.
pub(super) fn read(bytes: &[u8]) -> Result<(Asked, Game), Problem> {
    let asked: Asked = serde_json::from_slice(bytes).map_err(|error| Problem::wrong("", error.to_string()))?;
    let rules: Rules = asked
        .rules
        .parse()
        .map_err(|error: crate::game::RulesError| Problem::wrong(&asked.rules, error.to_string()))?;
    let game = setup::boards(&asked.boards, rules).map_err(|error| faults::of_boards(&error))?;
    Ok((asked, game))
}

/// The position of a request, after the requested move if there is one.
fn reached(bytes: &[u8]) -> Result<PositionView, Problem> {
    let (asked, mut game) = read(bytes)?;
    let mut ply = None;
    if let Some((board, text)) = asked.mv {
        let board = match board {
            BoardName::A => BoardId::A,
            BoardName::B => BoardId::B,
        };
        let seat = game.on_turn(board);
        let illegal =
            || Problem { code: "illegal", ..Problem::wrong(&text, format!("`{text}` is not legal on board {board}")) };
        let mv = game.position(board).find_move(&text).ok_or_else(illegal)?;
        let mv = complete_promotion(&game, board, mv);
        ply = Some((seat.letter(), game.san(board, mv)));
        game.play_whole(board, mv).map_err(|error| Problem::wrong(&text, error.to_string()))?;
    }
    let over = game.outcome().map(|outcome| {
        let result = crate::game::bpgn::GameResult::from(Some(outcome)).text();
        (result, outcome.reason.to_string(), outcome.seat.map(Seat::letter))
    });
    let both = game.outcome().is_none();
    let boards = BoardId::ALL.map(|board| view::board(&game, board, both));
    Ok(PositionView { bfen: game.to_bfen(), boards, ply, over })
}

/// The boards of a position, with all legal moves, after the move in the request if there is one.
pub fn position(bytes: &[u8]) -> Answer {
    match reached(bytes) {
        Ok(view) => Answer::json(&view),
        Err(problem) => Answer::problem(&problem),
    }
}

/// A position that is analyzed.
struct Analyzed {
    positions: [Position; 2],
    reports: [LastReport; 2],
    time: Option<TimeLeft>,
}

impl Analyzed {
    /// The lines of both boards so far; `done` if there will be no more.
    fn news(&self, done: bool) -> serde_json::Value {
        let found = self.reports.each_ref().map(LastReport::report);
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

/// The work on a position: searches of both boards, until their nodes are spent or the page has gone.
pub struct Task {
    work: Arc<Work<Analyzed>>,
    nodes: u64,
    /// Where the searches work, if there are no threads.
    slices: Option<Arc<Slices>>,
    /// None before the first look.
    searchers: Option<[Searcher; 2]>,
}

impl Task {
    /// Begins the search of a board.
    fn search(&self, board: BoardId) -> Searcher {
        let analyzed = &self.work.found;
        let (position, report) = (&analyzed.positions[board.index()], &analyzed.reports[board.index()]);
        let mut searcher = Searcher::new(match &self.slices {
            Some(slices) => Shared::sliced(HASH_MB, Arc::clone(slices)),
            None => Shared::new(HASH_MB, 1),
        });
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let job = Job { board, ..Job::new(position.clone(), Prices::bughouse_default(), limits) };
        let ended = Judgment::of_ended(position).is_some();
        if ended || searcher.start(job, Box::new(report.clone())).is_err() {
            report.end();
        }
        searcher
    }

    /// Begins the searches with the first call, and looks at them; whether they go on.
    pub fn goes_on(&mut self) -> bool {
        let mut searchers = self.searchers.take().unwrap_or_else(|| BoardId::ALL.map(|board| self.search(board)));
        let goes_on = !self.work.is_over() && !self.work.found.reports.iter().all(LastReport::has_ended);
        if !goes_on {
            searchers.iter_mut().for_each(Searcher::abort);
            self.work.set_done();
        }
        self.searchers = Some(searchers);
        goes_on
    }

    /// Waits for the searches in a thread of their own; whether there is one.
    pub fn spawn(self) -> bool {
        let mut task = self;
        let wait = move || {
            while task.goes_on() {
                std::thread::sleep(LOOK);
            }
        };
        std::thread::Builder::new().name("analysis".to_owned()).spawn(wait).is_ok()
    }
}

/// The positions that are analyzed for pages.
pub struct Analyses(Works<Analyzed>);

impl Default for Analyses {
    fn default() -> Self {
        Self::new(SILENCE)
    }
}

impl Analyses {
    fn new(silence: Duration) -> Self {
        Self(Works::new(MOST_RUNNING, None, silence))
    }

    /// Analyses in a process of the page itself, where no silence is too long.
    pub fn of_page() -> Self {
        Self::new(Duration::MAX)
    }

    /// Begins to analyze the position in a request; `start` takes the work, and tells whether it is begun.
    pub fn begin(&self, bytes: &[u8], slices: Option<&Arc<Slices>>, start: impl FnOnce(Task) -> bool) -> Answer {
        match read(bytes) {
            Ok((asked, game)) => self.begin_read(&asked, &game, slices, start),
            Err(problem) => Answer::problem(&problem),
        }
    }

    /// As [`Self::begin`], with a request that has been read.
    pub fn begin_read(
        &self,
        asked: &Asked,
        game: &Game,
        slices: Option<&Arc<Slices>>,
        start: impl FnOnce(Task) -> bool,
    ) -> Answer {
        let time = asked.clocks.map(|(clocks, base_ms)| {
            let mut time = TimeLeft { clocks: crate::game::Clocks::all(0), base_ms };
            Seat::ALL.into_iter().zip(clocks).for_each(|(seat, ms)| time.clocks[seat] = ms);
            time
        });
        let nodes = asked.nodes.unwrap_or(1).clamp(1, MOST_NODES);
        let positions = BoardId::ALL.map(|board| game.position(board).clone());
        let analyzed = Analyzed { positions, reports: Default::default(), time };
        let slices = slices.cloned();
        let id = self.0.begin(analyzed, |work| start(Task { work, nodes, slices, searchers: None }));
        Answer::begun(id, |id| Answer::json(&json!({ "id": id })))
    }

    /// The positions that an analysis is about.
    #[cfg(feature = "play")]
    pub fn positions(&self, id: u64) -> Option<[Position; 2]> {
        Some(self.0.get(id)?.found.positions.clone())
    }

    /// The results of an analysis so far.
    pub fn news(&self, id: u64) -> Answer {
        let Some(work) = self.0.get(id) else { return Answer::empty(404) };
        work.poller.ask();
        Answer::json(&work.found.news(work.is_done()))
    }

    /// Stops an analysis.
    pub fn stop(&self, id: u64) -> Answer {
        self.0.stop(id)
    }
}
