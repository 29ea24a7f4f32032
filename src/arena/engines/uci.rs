//! A player over UCI: an engine for one board, which sees the other only through the pieces that arrive.
//!
//! UCI cannot change a position in mid-search, so when the partner's captures change the hands, the search is stopped,
//! its forced answer is discarded, and the new position is searched with the time left on the clock. The engine may
//! have answered on its own just before: `isready` goes out together with `stop`, and since an engine answers `isready`
//! at once even while it searches, a `bestmove` before the `readyok` is a real answer (which the referee takes if it
//! fits), one after it is not.
//!
//! UCI has no partner messages.

use super::player::{AskedTurn, EngineOutput, EnginePlayer, GameStart, GameUpdate, SearchInfo};
use super::process::Process;
use super::setup::{Introduction, parse_info, reported_error};
use super::talk::Message;
use crate::game::Seat;
use crate::types::Color;
use crate::types::host::Instant;
use std::cell::RefCell;
use std::time::Duration;

/// A position to search, and the time when it arose.
#[derive(Clone, Debug)]
struct PendingSearch {
    turn: AskedTurn,
    bfen: String,
    /// White's and black's clock, in ms.
    clocks: [u64; 2],
    since: Instant,
}

/// The action to take once the engine is idle.
#[derive(Clone, Debug)]
enum Next {
    Game(Vec<String>),
    Search(PendingSearch),
}

/// A search that owes its `bestmove`.
#[derive(Clone, Copy, Debug)]
struct Search {
    ply: u32,
    canceled: bool,
}

/// An engine over UCI.
pub struct UciPlayer {
    process: RefCell<Process>,
    engine: Introduction,
    seat: Option<Seat>,
    increment: Duration,
    search: Option<Search>,
    /// Number of `readyok` still to come.
    fences: u32,
    next: Option<Next>,
}

impl UciPlayer {
    /// A player in a process that was just started. `wishes` are options set before each game, as far as the engine has
    /// them.
    pub fn new(process: Process, name: String, wishes: Vec<(String, String)>) -> Self {
        Self {
            process: RefCell::new(process),
            engine: Introduction::new("uciok", name, wishes),
            seat: None,
            increment: Duration::ZERO,
            search: None,
            fences: 0,
            next: None,
        }
    }

    fn is_quiet(&self) -> bool {
        self.search.is_none() && self.fences == 0
    }

    /// Stops a running search; its answer, if forced, is discarded.
    fn cancel(&mut self) {
        self.next = None;
        if let Some(search) = self.search.as_mut().filter(|search| !search.canceled) {
            search.canceled = true;
            self.fences += 1;
            self.process.get_mut().send(&["isready".to_owned(), "stop".to_owned()], None);
        }
    }

    /// Takes the pending action if the engine owes no answer.
    fn go_on(&mut self) {
        if !self.is_quiet() {
            return;
        }
        match self.next.take() {
            Some(Next::Game(lines)) => {
                self.fences += 1;
                self.process.get_mut().send(&lines, None);
            }
            Some(Next::Search(pending)) => self.ask(&pending, None),
            None => {}
        }
    }

    fn ask(&mut self, pending: &PendingSearch, ticket: Option<u64>) {
        let mut clocks = pending.clocks;
        if let Some(seat) = self.seat {
            let waited = u64::try_from(pending.since.elapsed().as_millis()).unwrap_or(u64::MAX);
            let own = &mut clocks[seat.color.index()];
            *own = own.saturating_sub(waited);
        }
        let [white, black] = clocks.map(|ms| ms.max(1));
        let increment = self.increment.as_millis();
        let lines = [
            format!("position fen {}", pending.bfen),
            format!("go wtime {white} btime {black} winc {increment} binc {increment}"),
        ];
        self.search = Some(Search { ply: pending.turn.ply, canceled: false });
        self.process.get_mut().send(&lines, ticket);
    }

    /// The variant to set; `None` if the engine offers neither.
    fn variant(&self) -> Option<&str> {
        let wish = |name: &&&str| self.engine.variants.iter().any(|variant| variant == **name);
        // Crazyhouse has the same moves, but its engines expect captured pieces in their own hand.
        ["bughouse", "crazyhouse"].iter().find(wish).copied()
    }

    fn answer(&mut self, text: &str) -> Option<EngineOutput> {
        let Some(Search { ply, canceled }) = self.search.take() else {
            return Some(EngineOutput::Garbage(format!("bestmove {text}")));
        };
        if canceled && self.fences == 0 {
            self.go_on();
            return None;
        }
        Some(EngineOutput::Move { ply, current: !canceled, text: text.to_owned() })
    }
}

impl EnginePlayer for UciPlayer {
    fn name(&self) -> String {
        self.engine.name.clone()
    }

    fn process(&self) -> &RefCell<Process> {
        &self.process
    }

    fn greet(&mut self) {
        self.process.get_mut().say("uci");
    }

    fn has_greeted(&self) -> bool {
        self.engine.complete
    }

    fn has_option(&self, name: &str) -> bool {
        self.engine.has_option(name)
    }

    fn new_game(&mut self, terms: &GameStart) {
        self.seat = Some(terms.seat);
        self.increment = terms.increment;
        self.cancel();
        let variant = self.variant().map(|name| format!("setoption name UCI_Variant value {name}"));
        let mut lines: Vec<String> = variant.into_iter().collect();
        lines.extend(self.engine.settings(terms));
        lines.extend(["ucinewgame", "isready"].map(str::to_owned));
        self.next = Some(Next::Game(lines));
        self.go_on();
    }

    fn is_ready(&self) -> bool {
        self.engine.complete && self.is_quiet() && self.next.is_none()
    }

    fn show(&mut self, update: &GameUpdate) {
        if update.own_board_changed {
            self.cancel();
        }
        let (Some(turn), Some(seat)) = (update.think, self.seat) else { return };
        let pending = PendingSearch {
            turn,
            bfen: update.board(seat.board).to_owned(),
            clocks: Color::ALL.map(|color| update.clocks[Seat { color, ..seat }]),
            since: Instant::now(),
        };
        if self.is_quiet() {
            self.ask(&pending, turn.new.then(|| AskedTurn::ticket(turn.ply, seat.board)));
        } else {
            self.next = Some(Next::Search(pending));
        }
    }

    fn hear(&mut self, _: &Message) {}

    fn stop(&mut self) {
        self.cancel();
    }

    fn read(&mut self, line: &str) -> Option<EngineOutput> {
        self.process.get_mut().heard(line);
        if self.engine.read(line) {
            return None;
        }
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("readyok") => {
                if self.fences == 0 {
                    return Some(EngineOutput::Garbage(line.to_owned()));
                }
                self.fences -= 1;
                self.go_on();
            }
            Some("info") => {
                if let Some(error) = reported_error(line) {
                    return Some(EngineOutput::Remark(error));
                }
                let thought = parse_info(words);
                let wanted = self.search.is_some_and(|search| !search.canceled);
                return (wanted && thought != SearchInfo::default()).then_some(EngineOutput::Thought(thought));
            }
            Some("bestmove") => return self.answer(words.next().unwrap_or_default()),
            // Engines print their name and authors before `uci` is sent.
            Some(_) if self.engine.complete => return Some(EngineOutput::Garbage(line.to_owned())),
            Some(_) | None => {}
        }
        None
    }
}
