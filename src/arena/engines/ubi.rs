//! A player over UBI, from the GUI's side: a process for one seat, or one that serves both seats of a team.
//!
//! The protocol has no numbers that tie an answer to its request, and the player's move may cross in the pipes with a
//! change of its hands. So every `position` that ends a search without an answer is followed by `isready`: output
//! before its `readyok` belongs to the old search, output after it to the new one. This costs no time, since the new
//! `go` goes out with the same write.
//!
//! Two players of one process share its pipes, and each reads the lines about its own board. Lines about no board, such
//! as the introduction, are read by the first player, which also sends for both.

use super::player::{AskedTurn, EngineOutput, EnginePlayer, GameStart, GameUpdate, SearchInfo};
use super::process::Process;
use super::setup::{Introduction, parse_info, reported_error};
use super::talk::Message;
use crate::arena::measure;
use crate::game::Seat;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The board that a line is about.
fn board_letter(line: &str) -> Option<&str> {
    let mut words = line.split_ascii_whitespace().skip_while(|&word| word == "info" || word == "bestmove");
    if words.next()? == "board" { words.next() } else { None }
}

/// State shared by the players of one process.
struct Connection {
    engine: Introduction,
    /// The player number of each `readyok` to come, in order.
    fences: VecDeque<usize>,
    /// The last `position` sent to the process.
    shown: String,
}

/// An engine over UBI.
pub struct UbiPlayer {
    process: Rc<RefCell<Process>>,
    connection: Rc<RefCell<Connection>>,
    /// This player's number among those of its process; the first, 0, sends for all.
    number: usize,
    /// Whether the process has another player.
    shared: bool,
    seat: Option<Seat>,
    /// An entry for each unanswered `isready`: the turn whose search was canceled before it, until that search's
    /// answer arrives.
    fences: VecDeque<Option<u32>>,
    /// The turn being searched after all fences.
    current: Option<u32>,
}

impl UbiPlayer {
    /// A player in a process that was just started. `wishes` are options set before each game, as far as the engine has
    /// them.
    pub fn new(process: Process, name: String, wishes: Vec<(String, String)>) -> Self {
        let connection = Connection {
            engine: Introduction::new("ubiok", name, wishes),
            fences: VecDeque::new(),
            shown: String::new(),
        };
        let (process, connection) = (Rc::new(RefCell::new(process)), Rc::new(RefCell::new(connection)));
        Self { process, connection, number: 0, shared: false, seat: None, fences: VecDeque::new(), current: None }
    }

    /// Both players of a team, in one process.
    pub fn team(process: Process, name: String, wishes: Vec<(String, String)>) -> [Self; 2] {
        let first = Self { shared: true, ..Self::new(process, name, wishes) };
        let (process, connection) = (Rc::clone(&first.process), Rc::clone(&first.connection));
        let second =
            Self { process, connection, number: 1, shared: true, seat: None, fences: VecDeque::new(), current: None };
        [first, second]
    }

    fn send(&self, lines: &[String], ticket: Option<u64>) {
        self.process.borrow_mut().send(lines, ticket);
    }

    /// Adds a fence, and the `isready` for it.
    fn fence(&mut self, lines: &mut Vec<String>) {
        self.fences.push_back(self.current.take());
        self.connection.borrow_mut().fences.push_back(self.number);
        lines.push("isready".to_owned());
    }
}

impl EnginePlayer for UbiPlayer {
    fn name(&self) -> String {
        self.connection.borrow().engine.name.clone()
    }

    fn process(&self) -> &RefCell<Process> {
        &self.process
    }

    fn is_for(&self, line: &str) -> bool {
        if !self.shared {
            return true;
        }
        let first = self.number == 0;
        if line.trim() == "readyok" {
            return self.connection.borrow().fences.front().map_or(first, |&owner| owner == self.number);
        }
        match (board_letter(line), self.seat) {
            (Some("A" | "B"), Some(seat)) => board_letter(line) == Some(&*seat.board.to_string()),
            _ => first,
        }
    }

    fn greet(&mut self) {
        if self.number == 0 {
            self.send(&["ubi".to_owned()], None);
        }
    }

    fn has_greeted(&self) -> bool {
        self.connection.borrow().engine.complete
    }

    fn has_option(&self, name: &str) -> bool {
        self.connection.borrow().engine.has_option(name)
    }

    fn counts_nodes(&self) -> bool {
        self.has_option(measure::OPTION)
    }

    fn new_game(&mut self, terms: &GameStart) {
        self.seat = Some(terms.seat);
        let mut lines = Vec::new();
        if self.number == 0 {
            let mut connection = self.connection.borrow_mut();
            connection.shown.clear();
            lines = connection.engine.settings(terms);
            lines.push("ubinewgame".to_owned());
        }
        self.fence(&mut lines);
        self.send(&lines, None);
    }

    fn is_ready(&self) -> bool {
        self.has_greeted() && self.fences.is_empty()
    }

    fn show(&mut self, update: &GameUpdate) {
        let [a, b, c, d] = Seat::ALL.map(|seat| update.clocks[seat]);
        let position = format!("position {} clock {a} {b} {c} {d}", update.boards);
        let mut lines = Vec::new();
        // The other player of the process may have sent it already.
        if !self.shared || self.connection.borrow().shown != position {
            self.connection.borrow_mut().shown.clone_from(&position);
            lines.push(position);
        }
        if update.own_board_changed && self.current.is_some() {
            self.fence(&mut lines);
        }
        let mut ticket = None;
        if let (Some(turn), Some(seat)) = (update.think, self.seat) {
            self.current = Some(turn.ply);
            lines.push(format!("go board {}", seat.board));
            ticket = turn.new.then(|| AskedTurn::ticket(turn.ply, seat.board));
        }
        if !lines.is_empty() {
            self.send(&lines, ticket);
        }
    }

    fn hear(&mut self, message: &Message) {
        // An engine that plays both seats has sent it to itself.
        let lines: Vec<String> = message.for_ubi().iter().map(|text| format!("partnermsg {text}")).collect();
        if !self.shared && !lines.is_empty() {
            self.send(&lines, None);
        }
    }

    fn stop(&mut self) {
        let board = self.seat.filter(|_| self.shared).map_or_else(String::new, |seat| format!(" board {}", seat.board));
        let mut lines = vec![format!("stop{board}")];
        self.fence(&mut lines);
        self.send(&lines, None);
    }

    fn read(&mut self, line: &str) -> Option<EngineOutput> {
        let mut connection = self.connection.borrow_mut();
        self.process.borrow_mut().heard(line);
        if connection.engine.read(line) {
            return None;
        }
        let garbage = || Some(EngineOutput::Garbage(line.to_owned()));
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("readyok") => {
                connection.fences.pop_front();
                if self.fences.pop_front().is_none() {
                    return garbage();
                }
            }
            Some("info") => {
                if let Some(error) = reported_error(line) {
                    return Some(EngineOutput::Remark(error));
                }
                let thought = parse_info(words);
                let counts = thought != SearchInfo::default() && self.fences.is_empty();
                return counts.then_some(EngineOutput::Thought(thought));
            }
            // A move, and on the board that this player sits at.
            Some("bestmove") if board_letter(line) == self.seat.map(|seat| seat.board.to_string()).as_deref() => {
                let Some(text) = words.nth(2).map(str::to_owned) else { return garbage() };
                let current = self.fences.is_empty();
                let asked = self.fences.front_mut().unwrap_or(&mut self.current);
                let Some(ply) = asked.take() else { return garbage() };
                return Some(EngineOutput::Move { ply, current, text });
            }
            Some(word @ "teammsg") => {
                let text = line.trim_start().trim_start_matches(word).trim();
                return Some(EngineOutput::Message(Message::ubi(text)));
            }
            Some(_) => return garbage(),
            None => {}
        }
        None
    }
}
