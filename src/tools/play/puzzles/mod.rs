//! Puzzles on the page: mates from games, with every move of the solver checked by proof.
//!
//! Nothing is remembered between requests: each one names the puzzle and the choices made so far.

mod own;
mod set;
mod stand;

use super::answer::Answer;
use super::door::Door;
use super::replay::Problem;
use super::wire::BoardView;
use super::{live, view};
use crate::board::fen;
use crate::game::{BoardId, Rules, Seat};
use crate::search::mate::JointMove;
use crate::types::Move;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
pub use own::list as own;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stand::{Prover, Stand};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Requests that may wait for a proof.
const MOST_WAITING: usize = 16;
/// Choices of a line that are read.
const LONGEST_LINE: usize = 100;

/// State that all requests share: the memory for proofs, and the last day asked for.
pub struct Puzzles {
    work: Mutex<Work>,
    places: Semaphore,
}

#[derive(Default)]
struct Work {
    prover: Prover,
    day: Option<(u32, Vec<Head>)>,
}

impl Default for Puzzles {
    fn default() -> Self {
        Self { work: Mutex::default(), places: Semaphore::new(MOST_WAITING) }
    }
}

/// A puzzle of a list.
#[derive(Clone, Serialize)]
pub struct Head {
    /// Its name in requests.
    puzzle: Named,
    /// The seats of the solver.
    seats: Vec<char>,
    /// Moves of the solver to mate.
    moves: u16,
    /// Whether its player on each board has more time than the opponent of its partner, if both play.
    leads: Option<[bool; 2]>,
}

impl Head {
    /// Of a puzzle whose mate is proven.
    fn new(puzzle: Named, stand: &Stand, leads: Option<[bool; 2]>, prover: &mut Prover) -> Option<Self> {
        let (line, plies) = stand.prove(prover)?;
        let seats = match stand {
            Stand::One { attacker, .. } => vec![Seat::new(BoardId::A, *attacker).letter()],
            Stand::Both(game) => {
                BoardId::ALL.map(|board| Seat::new(board, game.attacker(board.index())).letter()).into()
            }
        };
        Some(Self { puzzle, seats, moves: stand.moves(&line, plies), leads })
    }
}

/// The name of a puzzle in requests.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Named {
    /// One of the daily ones.
    Id(String),
    /// A position of one board, by these rules.
    Position { bfen: String, rules: String },
}

/// A request about a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    puzzle: Named,
    /// The choices of both teams so far.
    #[serde(default)]
    line: Vec<String>,
    /// The solver's next one.
    choice: Option<String>,
}

/// A position of a puzzle.
#[derive(Serialize)]
struct PositionView {
    /// Boards A and B, as far as the puzzle has them, with the moves that the solver may choose from.
    boards: [Option<BoardView>; 2],
    /// The choice that led here: the seat that moved and the move in SAN, nothing of both for a wait, and whether it
    /// was the solver's.
    ply: Option<(Option<char>, Option<String>, bool)>,
    may_wait: bool,
    won: bool,
}

/// A puzzle and the choices so far.
struct Walk {
    stand: Stand,
    line: Vec<String>,
    /// Plies of each board, and its last move.
    played: [(usize, Option<Move>); 2],
    shown: Vec<PositionView>,
}

impl Walk {
    fn new(stand: Stand) -> Self {
        let mut walk = Self { stand, line: Vec::new(), played: Default::default(), shown: Vec::new() };
        walk.note(None);
        walk
    }

    /// Makes a choice, which must be possible.
    fn play(&mut self, choice: JointMove) {
        let ours = self.stand.solver_chooses();
        let mut ply = (None, None, ours);
        if let JointMove::Play(index, mv) = choice
            && let Some(position) = self.stand.board(index)
        {
            let seat = Seat::new(BoardId::ALL[index], position.side_to_move());
            ply = (Some(seat.letter()), Some(position.san(mv)), ours);
            self.played[index] = (self.played[index].0 + 1, Some(mv));
            self.line.push(format!("{} {}", BoardId::ALL[index], mv.to_text(false)));
        } else {
            self.line.push("wait".to_owned());
        }
        self.stand.play(choice);
        self.note(Some(ply));
    }

    fn note(&mut self, ply: Option<(Option<char>, Option<String>, bool)>) {
        let (won, ours) = (self.stand.is_won(), self.stand.solver_chooses());
        let (chosen, may_wait) = self.stand.choices();
        let board = |index: usize| {
            let (plies, last) = self.played[index];
            let chooses = !won && ours && chosen[index];
            Some(view::of_position(self.stand.board(index)?, plies, last, chooses))
        };
        self.shown.push(PositionView { boards: [board(0), board(1)], ply, may_wait: may_wait && ours && !won, won });
    }

    /// Makes choices by proof: the opponents' until the solver chooses again, or those of both until the mate.
    fn go_on(&mut self, solves: bool, prover: &mut Prover) {
        let mut line = Vec::new().into_iter();
        while !self.stand.is_won() && (solves || !self.stand.solver_chooses()) && self.line.len() < LONGEST_LINE {
            let Some(choice) = line.next() else {
                // The memory of a proof may have lost the end of its line.
                match self.stand.prove(prover) {
                    Some((proven, _)) if !proven.is_empty() => line = proven.into_iter(),
                    _ => return,
                }
                continue;
            };
            self.play(choice);
        }
    }
}

fn wrong(code: &'static str, token: &str) -> Problem {
    Problem { code, ..Problem::wrong(token, format!("{code}: `{token}`")) }
}

/// Reads a request, and walks to where its line ends.
fn read(bytes: &[u8]) -> Result<(Asked, Walk), Problem> {
    let asked: Asked = serde_json::from_slice(bytes).map_err(|error| wrong("nonsense", &error.to_string()))?;
    let stand = match &asked.puzzle {
        Named::Id(id) => set::find(id).ok_or_else(|| wrong("no_puzzle", id))?.stand.clone(),
        Named::Position { bfen, rules } => {
            let rules: Rules = rules.parse().map_err(|_| wrong("no_puzzle", rules))?;
            Stand::one(fen::parse(bfen, rules.board_rules()).map_err(|_| wrong("no_puzzle", bfen))?)
        }
    };
    let mut walk = Walk::new(stand);
    if asked.line.len() > LONGEST_LINE {
        return Err(wrong("illegal", &asked.line.len().to_string()));
    }
    for text in &asked.line {
        let choice = walk.stand.choice(text).filter(|_| !walk.stand.is_won());
        walk.play(choice.ok_or_else(|| wrong("illegal", text))?);
    }
    Ok((asked, walk))
}

/// The positions from the start to the end of a line.
fn look(walk: &Walk) -> Value {
    json!({ "places": walk.shown })
}

/// Makes the solver's choice if it keeps the mate, and the opponents' replies to it.
fn choose(asked: Asked, mut walk: Walk, work: &mut Work) -> Result<Value, Problem> {
    let text = asked.choice.unwrap_or_default();
    let possible = walk.stand.solver_chooses() && !walk.stand.is_won();
    let choice = walk.stand.choice(&text).filter(|_| possible).ok_or_else(|| wrong("illegal", &text))?;
    let before = walk.shown.len();
    walk.play(choice);
    let Some((line, plies)) = walk.stand.prove(&mut work.prover) else {
        return Ok(json!({ "mates": false, "places": &walk.shown[before..] }));
    };
    let left = walk.stand.moves(&line, plies);
    walk.go_on(false, &mut work.prover);
    Ok(json!({ "mates": true, "left": left, "line": walk.line, "places": &walk.shown[before..] }))
}

/// The rest of the solution behind a line.
fn solve(mut walk: Walk, work: &mut Work) -> Value {
    let before = walk.shown.len();
    walk.go_on(true, &mut work.prover);
    json!({ "line": walk.line, "places": &walk.shown[before..], "won": walk.stand.is_won() })
}

/// The puzzles of a day.
fn day(bytes: &[u8], work: &mut Work) -> Result<Value, Problem> {
    let text = String::from_utf8_lossy(bytes);
    let day: u32 = text.trim().parse().map_err(|_| wrong("no_day", text.trim()))?;
    if work.day.as_ref().is_none_or(|(known, _)| *known != day) {
        let prover = &mut work.prover;
        let heads = set::of_day(day, prover).into_iter();
        let heads = heads
            .filter_map(|puzzle| Head::new(Named::Id(puzzle.id.clone()), &puzzle.stand, puzzle.leads, prover))
            .collect();
        work.day = Some((day, heads));
    }
    Ok(json!({ "puzzles": work.day.as_ref().map(|(_, heads)| heads) }))
}

impl Puzzles {
    /// Runs a task as [`Self::answer`] does.
    async fn run(self: Arc<Self>, task: impl FnOnce(&mut Work) -> Result<Value, Problem> + Send + 'static) -> Answer {
        self.answer(move |work| task(work).map(|value| Answer::json(&value))).await
    }

    /// As [`Self::run`] with a walk of the request in the body; refuses one to a position of a game of people.
    async fn run_walk(
        self: Arc<Self>,
        (door, headers, body): (Arc<Door>, HeaderMap, Bytes),
        task: impl FnOnce(Asked, Walk, &mut Work) -> Result<Value, Problem> + Send + 'static,
    ) -> Answer {
        self.answer(move |work| {
            let (asked, walk) = read(&body)?;
            let boards = (0..BoardId::ALL.len()).filter_map(|index| walk.stand.board(index));
            if live::forbids(&door, &headers, boards) {
                return Ok(live::refusal());
            }
            task(asked, walk, work).map(|value| Answer::json(&value))
        })
        .await
    }

    /// Runs a task on a thread that may block; refuses when too many wait.
    async fn answer(
        self: Arc<Self>,
        task: impl FnOnce(&mut Work) -> Result<Answer, Problem> + Send + 'static,
    ) -> Answer {
        let Ok(_place) = self.places.try_acquire() else { return Answer::empty(503) };
        let puzzles = Arc::clone(&self);
        let done =
            tokio::task::spawn_blocking(move || task(&mut puzzles.work.lock().unwrap_or_else(PoisonError::into_inner)));
        match done.await {
            Ok(Ok(answer)) => answer,
            Ok(Err(problem)) => Answer::problem(&problem),
            Err(_) => Answer::empty(500),
        }
    }
}

/// The puzzles, and the tables where people may be playing.
type ForPuzzles = State<(Arc<Puzzles>, Arc<Door>)>;

/// Lists the puzzles of the day in the body, a number of days since 1970-01-01.
pub async fn of_day(State((puzzles, _)): ForPuzzles, body: Bytes) -> Answer {
    puzzles.run(move |work| day(&body, work)).await
}

/// Returns the positions of a line.
pub async fn at(State((puzzles, door)): ForPuzzles, headers: HeaderMap, body: Bytes) -> Answer {
    puzzles.run_walk((door, headers, body), |_, walk, _| Ok(look(&walk))).await
}

/// Checks a choice of the solver; returns the replies to one that mates.
pub async fn choice(State((puzzles, door)): ForPuzzles, headers: HeaderMap, body: Bytes) -> Answer {
    puzzles.run_walk((door, headers, body), choose).await
}

/// Returns the solution from where a line ends.
pub async fn solution(State((puzzles, door)): ForPuzzles, headers: HeaderMap, body: Bytes) -> Answer {
    puzzles.run_walk((door, headers, body), |_, walk, work| Ok(solve(walk, work))).await
}
