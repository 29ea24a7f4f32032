//! A player that speaks UBI, seen from the GUI's side: a process for one seat, or one that serves both seats of a team.
//!
//! The protocol has no numbers that tie an answer to its question. What may cross in the pipes: the player's move, and our
//! news that its hands have changed. So every `position` that ends a search without an answer is followed by `isready`: what
//! comes before its `readyok` belongs to the old search, what comes after to the new one. No time is lost by it, the new
//! `go` goes out with the same write.
//!
//! Two players of one process share the line to it, and each reads what is about its own board. What is about none, the
//! introduction for one, is read by the first of them, who also speaks for both.

use super::player::{AskedTurn, EnginePlayer, GameStart, Said, Scene, ToldThought};
use super::process::{Process, ProcessId};
use super::setup::{Introduction, parse_info};
use super::talk::Message;
use crate::game::Seat;
use crate::tools::r#match::referee::measure;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The board that a line is about.
fn board_letter(line: &str) -> Option<&str> {
    let mut words = line.split_ascii_whitespace().skip_while(|&word| word == "info" || word == "bestmove");
    if words.next()? == "board" { words.next() } else { None }
}

/// What `isready` stands behind in the pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fence {
    /// The turn whose search was cancelled before it, until that search's answer comes after all.
    cancelled: Option<u32>,
}

/// The searches that were asked for and not yet answered.
#[derive(Debug, Default)]
struct Searches {
    fences: VecDeque<Fence>,
    current: Option<u32>,
}

impl Searches {
    /// A fence, and behind it no search.
    fn fence(&mut self) {
        self.fences.push_back(Fence { cancelled: self.current.take() });
    }

    /// The turn that an answer belongs to, and whether that is the current one.
    fn answer(&mut self) -> Option<(u32, bool)> {
        match self.fences.front_mut() {
            Some(fence) => fence.cancelled.take().map(|ply| (ply, false)),
            None => self.current.take().map(|ply| (ply, true)),
        }
    }
}

/// The line to a process, shared by the players that it serves.
struct Connection {
    process: Process,
    engine: Introduction,
    /// Whose `readyok` comes next.
    fences: VecDeque<usize>,
    /// What the process was last shown.
    shown: String,
}

/// An engine over UBI.
pub struct UbiPlayer {
    connection: Rc<RefCell<Connection>>,
    /// Where this player stands among those that its process serves: the first, 0, speaks for all.
    number: usize,
    /// Whether there is another.
    shared: bool,
    seat: Option<Seat>,
    searches: Searches,
}

impl UbiPlayer {
    /// A player in a process that was just started. `wishes` are set before each game where the engine has such an option.
    pub fn new(process: Process, name: String, wishes: Vec<(String, String)>) -> Self {
        let connection = Connection {
            process,
            engine: Introduction::new("ubiok", name, wishes),
            fences: VecDeque::new(),
            shown: String::new(),
        };
        let connection = Rc::new(RefCell::new(connection));
        Self { connection, number: 0, shared: false, seat: None, searches: Searches::default() }
    }

    /// Both players of a team, in one process.
    pub fn team(process: Process, name: String, wishes: Vec<(String, String)>) -> [Self; 2] {
        let first = Self { shared: true, ..Self::new(process, name, wishes) };
        let second = Self {
            connection: Rc::clone(&first.connection),
            number: 1,
            shared: true,
            seat: None,
            searches: Searches::default(),
        };
        [first, second]
    }

    fn send(&self, lines: &[String], ticket: Option<u64>) {
        self.connection.borrow_mut().process.send(lines, ticket);
    }

    /// A fence, and the line that makes it one.
    fn fence(&mut self, lines: &mut Vec<String>) {
        self.searches.fence();
        self.connection.borrow_mut().fences.push_back(self.number);
        lines.push("isready".to_owned());
    }
}

impl EnginePlayer for UbiPlayer {
    fn name(&self) -> String {
        self.connection.borrow().engine.name.clone()
    }

    fn process(&self) -> ProcessId {
        self.connection.borrow().process.id()
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
        self.has_greeted() && self.searches.fences.is_empty()
    }

    fn show(&mut self, scene: &Scene) {
        let [a, b, c, d] = scene.clocks;
        let position = format!("position {} clock {a} {b} {c} {d}", scene.boards);
        let mut lines = Vec::new();
        // The other player of the process may have shown it already.
        if !self.shared || self.connection.borrow().shown != position {
            self.connection.borrow_mut().shown.clone_from(&position);
            lines.push(position);
        }
        if scene.own_board_changed && self.searches.current.is_some() {
            self.fence(&mut lines);
        }
        let mut ticket = None;
        if let (Some(turn), Some(seat)) = (scene.think, self.seat) {
            self.searches.current = Some(turn.ply);
            lines.push(format!("go board {}", seat.board));
            ticket = turn.new.then(|| AskedTurn::ticket(turn.ply, seat.board));
        }
        if !lines.is_empty() {
            self.send(&lines, ticket);
        }
    }

    fn hear(&mut self, message: &Message) {
        // Who plays both seats has said it to itself.
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

    fn read(&mut self, line: &str) -> Option<Said> {
        let mut connection = self.connection.borrow_mut();
        connection.process.heard(line);
        if connection.engine.read(line) {
            return None;
        }
        let garbage = || Some(Said::Garbage(line.to_owned()));
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("readyok") => {
                connection.fences.pop_front();
                if self.searches.fences.pop_front().is_none() {
                    return garbage();
                }
            }
            Some("info") => {
                let thought = parse_info(words);
                let counts = thought != ToldThought::default() && self.searches.fences.is_empty();
                return counts.then_some(Said::Thought(thought));
            }
            // A move, and on the board that this player sits at.
            Some("bestmove") if board_letter(line) == self.seat.map(|seat| seat.board.to_string()).as_deref() => {
                let Some(text) = words.nth(2).map(str::to_owned) else { return garbage() };
                let Some((ply, current)) = self.searches.answer() else { return garbage() };
                return Some(Said::Move { ply, current, text });
            }
            Some(word @ "teammsg") => {
                let text = line.trim_start().trim_start_matches(word).trim();
                return Some(Said::Message(Message::ubi(text)));
            }
            Some(_) => return garbage(),
            None => {}
        }
        None
    }

    fn evidence(&mut self, gone: bool) -> Vec<String> {
        self.connection.borrow_mut().process.evidence(gone)
    }

    fn quit(self: Box<Self>) {
        // Whoever is the last to leave.
        if let Some(connection) = Rc::into_inner(self.connection) {
            connection.into_inner().process.quit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stage::{Ear, Stage};
    use super::*;
    use crate::game::{BoardId, Team};

    #[test]
    fn lines_are_understood() {
        let (process, _ear) = Ear::new();
        let mut player = UbiPlayer::new(process, "engine".to_owned(), Vec::new());
        player.seat = Some(Team::One.seat(BoardId::A));
        player.searches.current = Some(4);
        for garbage in ["bestmove n@f3", "bestmove board A", "bestmove board B n@f3", "Segmentation fault"] {
            assert_eq!(player.read(garbage), Some(Said::Garbage(garbage.to_owned())));
        }
        let text = "n@f3".to_owned();
        assert_eq!(player.read("bestmove board A n@f3"), Some(Said::Move { ply: 4, current: true, text }));
        let message = Some(Said::Message(Message::ubi("need n urgency high")));
        assert_eq!(player.read("teammsg need n urgency high"), message);
        assert_eq!(board_letter("info board B depth 7"), Some("B"));
        assert_eq!(board_letter("bestmove board A e2e4"), Some("A"));
        assert_eq!(board_letter("info string board A"), None);
    }

    #[test]
    fn an_answer_is_tied_to_its_search_by_the_fence() {
        let mut searches = Searches { current: Some(4), ..Searches::default() };
        // The hands change: the search is cancelled, a new one of the same turn begins.
        searches.fence();
        searches.current = Some(4);
        // The old answer was on its way; the referee takes it and cancels the new search.
        assert_eq!(searches.answer(), Some((4, false)));
        assert_eq!(searches.answer(), None, "the old search answers once");
        searches.fence();
        searches.fences.pop_front();
        // The new search had answered too before the news came: an answer to a turn gone by.
        assert_eq!(searches.answer(), Some((4, false)));
        searches.fences.pop_front();
        searches.current = Some(6);
        assert_eq!(searches.answer(), Some((6, true)));
        assert_eq!(searches.answer(), None);
    }

    #[test]
    fn one_process_serves_both_seats_and_each_line_finds_its_player() {
        let (process, ear) = Ear::new();
        let [mut first, mut second] = UbiPlayer::team(process, "both".to_owned(), Vec::new());
        first.greet();
        second.greet();
        for line in ["id name Both", "ubiok"] {
            assert!(first.is_for(line) && !second.is_for(line));
            assert_eq!(first.read(line), None);
        }
        assert!(second.has_greeted() && second.name() == "Both");
        let [on_a, on_b] = Team::One.seats();
        let mut stages =
            [on_a, on_b].map(|seat| Stage::new("startpos | 4k3/8/8/8/4p3/3N4/8/4K3[] b - - 0 1", "fics", seat));
        stages[0].announce(&mut first);
        stages[1].announce(&mut second);
        assert!(first.is_for("readyok") && !second.is_for("readyok"));
        first.read("readyok");
        assert!(first.is_ready() && !second.is_ready() && second.is_for("readyok"));
        second.read("readyok");
        stages[0].open(&mut first);
        stages[1].open(&mut second);
        let best = "bestmove board B e4d3";
        assert!(second.is_for(best) && !first.is_for(best) && first.is_for("info board A depth 3"));
        assert!(matches!(second.read(best), Some(Said::Move { ply: 0, current: true, .. })));
        // The capture changes both boards: A is searched anew, and only its player waits for the fence.
        stages[0].play(&mut first, BoardId::B, "e4d3");
        stages[1].play(&mut second, BoardId::B, "e4d3");
        assert!(first.is_for("readyok") && !second.is_for("readyok"));
        assert!(matches!(first.read("bestmove board A e2e4"), Some(Said::Move { ply: 0, current: false, .. })));
        first.read("readyok");
        first.hear(&Message::ubi("sit"));
        first.stop();
        second.stop();
        let lines = ear.heard(vec![Box::new(first), Box::new(second)]);
        let commands: Vec<String> =
            lines.iter().map(|line| line.split(" clock ").next().unwrap_or_default().to_owned()).collect();
        let positions = commands.iter().filter(|line| line.starts_with("position ")).count();
        assert_eq!(positions, 2, "each is sent once: {commands:?}");
        let others: Vec<&str> =
            commands.iter().filter(|line| !line.starts_with("position ")).map(String::as_str).collect();
        let start = ["ubi", "ubinewgame", "isready", "isready", "go board A", "go board B"];
        let rest = ["isready", "go board A", "stop board A", "isready", "stop board B", "isready"];
        assert_eq!(others, [&start[..], &rest].concat());
    }
}
