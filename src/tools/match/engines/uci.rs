//! A player that speaks UCI: an engine for one board, told of the other only by what comes into its hands.
//!
//! UCI cannot change a position in mid-search, so when the partner's captures change the hands, the search is stopped, its
//! forced answer is swallowed, and the new position is searched with what is left on the clock. The engine may have
//! answered of its own will just before: `isready` goes out together with `stop`, and since an engine answers that at once
//! also while it searches, a `bestmove` before the `readyok` is a real answer (which the referee takes if it fits), one
//! after it is not.
//!
//! Nothing can be told to such an engine in the partner's words.

use super::player::{AskedTurn, EnginePlayer, GameStart, Said, Scene, ToldThought};
use super::process::{Process, ProcessId};
use super::setup::{Introduction, parse_info};
use super::talk::Message;
use crate::game::Seat;
use crate::types::Color;
use std::time::{Duration, Instant};

/// A position to search, and since when it has been there.
#[derive(Clone, Debug)]
struct PendingSearch {
    turn: AskedTurn,
    bfen: String,
    /// Milliseconds of white and black.
    clocks: [u64; 2],
    since: Instant,
}

/// What waits for the engine to be quiet.
#[derive(Clone, Debug)]
enum Next {
    Game(Vec<String>),
    Search(PendingSearch),
}

/// A search that owes its `bestmove`.
#[derive(Clone, Copy, Debug)]
struct Search {
    ply: u32,
    cancelled: bool,
}

/// An engine over UCI.
pub struct UciPlayer {
    process: Process,
    engine: Introduction,
    seat: Option<Seat>,
    increment: Duration,
    search: Option<Search>,
    /// How many `readyok` are still to come.
    fences: u32,
    next: Option<Next>,
}

impl UciPlayer {
    /// A player in a process that was just started. `wishes` are set before each game where the engine has such an option.
    pub fn new(process: Process, name: String, wishes: Vec<(String, String)>) -> Self {
        Self {
            process,
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

    /// Ends a running search; its answer, if it is forced, counts for nothing.
    fn cancel(&mut self) {
        self.next = None;
        if let Some(search) = self.search.as_mut().filter(|search| !search.cancelled) {
            search.cancelled = true;
            self.fences += 1;
            self.process.send(&["isready".to_owned(), "stop".to_owned()], None);
        }
    }

    /// Goes on as soon as nothing is owed.
    fn go_on(&mut self) {
        if !self.is_quiet() {
            return;
        }
        match self.next.take() {
            Some(Next::Game(lines)) => {
                self.fences += 1;
                self.process.send(&lines, None);
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
        self.search = Some(Search { ply: pending.turn.ply, cancelled: false });
        self.process.send(&lines, ticket);
    }

    /// The variant to play, in the engine's own spelling; nothing when it cannot be chosen.
    fn variant(&self) -> Option<&str> {
        let wish = |name: &&&str| self.engine.variants.iter().any(|variant| variant == **name);
        // Crazyhouse has the same moves; its players only hope in vain for what they capture.
        ["bughouse", "crazyhouse"].iter().find(wish).copied()
    }

    fn answer(&mut self, text: &str) -> Option<Said> {
        let Some(Search { ply, cancelled }) = self.search.take() else {
            return Some(Said::Garbage(format!("bestmove {text}")));
        };
        if cancelled && self.fences == 0 {
            self.go_on();
            return None;
        }
        Some(Said::Move { ply, current: !cancelled, text: text.to_owned() })
    }
}

impl EnginePlayer for UciPlayer {
    fn name(&self) -> String {
        self.engine.name.clone()
    }

    fn process(&self) -> ProcessId {
        self.process.id()
    }

    fn greet(&mut self) {
        self.process.say("uci");
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

    fn show(&mut self, scene: &Scene) {
        if scene.own_board_changed {
            self.cancel();
        }
        let (Some(turn), Some(seat)) = (scene.think, self.seat) else { return };
        let pending = PendingSearch {
            turn,
            bfen: scene.board(seat.board).to_owned(),
            clocks: Color::ALL.map(|color| scene.clock(Seat { color, ..seat })),
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

    fn read(&mut self, line: &str) -> Option<Said> {
        self.process.heard(line);
        if self.engine.read(line) {
            return None;
        }
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("readyok") => {
                if self.fences == 0 {
                    return Some(Said::Garbage(line.to_owned()));
                }
                self.fences -= 1;
                self.go_on();
            }
            Some("info") => {
                let thought = parse_info(words);
                let wanted = self.search.is_some_and(|search| !search.cancelled);
                return (wanted && thought != ToldThought::default()).then_some(Said::Thought(thought));
            }
            Some("bestmove") => return self.answer(words.next().unwrap_or_default()),
            // Engines greet with their name and authors before anybody has asked.
            Some(_) if self.engine.complete => return Some(Said::Garbage(line.to_owned())),
            Some(_) | None => {}
        }
        None
    }

    fn evidence(&mut self, gone: bool) -> Vec<String> {
        self.process.evidence(gone)
    }

    fn quit(self: Box<Self>) {
        self.process.quit();
    }
}

#[cfg(test)]
mod tests {
    use super::super::stage::{Ear, Stage};
    use super::*;
    use crate::game::BoardId;

    const WHITE_A: Seat = Seat::new(BoardId::A, Color::White);
    /// Its partner's opponent can be robbed at once.
    const BOARDS: &str = "startpos | 4k3/8/8/8/4p3/3N4/8/4K3[] b - - 0 1";
    const HELD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1";

    /// A player in the midst of its first search when its partner takes a knight.
    fn disturbed() -> (UciPlayer, Stage, Ear) {
        let (process, ear) = Ear::new();
        let mut player = UciPlayer::new(process, "engine".to_owned(), vec![("hash".to_owned(), "16".to_owned())]);
        player.greet();
        for line in [
            "Engine 1 by its authors",
            "id name Engine 1",
            "option name UCI_Variant type combo default chess var bughouse var chess",
            "option name Hash type spin default 1",
            "uciok",
        ] {
            assert_eq!(player.read(line), None);
        }
        let mut stage = Stage::new(BOARDS, "fics", WHITE_A);
        stage.announce(&mut player);
        assert!(!player.is_ready());
        assert_eq!(player.read("readyok"), None);
        assert!(player.is_ready() && player.name() == "Engine 1");
        stage.open(&mut player);
        stage.play(&mut player, BoardId::B, "e4d3");
        (player, stage, ear)
    }

    fn heard(ear: Ear, player: UciPlayer) -> String {
        let lines = ear.heard(vec![Box::new(player)]).join("\n");
        let start = HELD.replace("[N]", "[]");
        lines.replace(&start, "START").replace(HELD, "HELD")
    }

    const BEFORE: &str = "uci\nsetoption name UCI_Variant value bughouse\nsetoption name Hash value 16\nucinewgame\nisready\n\
                          position fen START\ngo wtime 2000 btime 2000 winc 0 binc 0\nisready\nstop";

    #[test]
    fn a_forced_answer_is_swallowed_and_the_new_position_searched() {
        let (mut player, _, ear) = disturbed();
        assert_eq!(player.read("info depth 9 score cp 3 pv e2e4"), None, "of a search that counts no more");
        assert_eq!(player.read("readyok"), None);
        assert_eq!(player.read("bestmove e2e4 ponder e7e5"), None);
        let text = "N@f3".to_owned();
        assert_eq!(player.read("bestmove N@f3"), Some(Said::Move { ply: 0, current: true, text }));
        let text = heard(ear, player);
        let rest = text.strip_prefix(BEFORE).unwrap_or_else(|| panic!("{text}"));
        // What is left on the clock has been going down all the while.
        assert!(
            rest.starts_with("\nposition fen HELD\ngo wtime ") && rest.ends_with(" btime 2000 winc 0 binc 0"),
            "{text}"
        );
    }

    #[test]
    fn an_answer_from_before_the_stop_is_a_move_if_it_fits() {
        let (mut player, mut stage, ear) = disturbed();
        let text = "e2e4".to_owned();
        assert_eq!(player.read("bestmove e2e4"), Some(Said::Move { ply: 0, current: false, text }));
        // It is taken.
        stage.play(&mut player, BoardId::A, "e2e4");
        assert_eq!(player.read("readyok"), None);
        assert_eq!(heard(ear, player), BEFORE);
    }

    #[test]
    fn an_answer_that_is_not_taken_leaves_the_turn_to_be_searched() {
        let (mut player, _, ear) = disturbed();
        let text = "e2e5".to_owned();
        assert_eq!(player.read("bestmove e2e5"), Some(Said::Move { ply: 0, current: false, text }));
        assert_eq!(player.read("readyok"), None);
        assert!(heard(ear, player).contains("\nposition fen HELD\ngo "));
    }

    #[test]
    fn two_arrivals_stop_one_search_and_only_the_last_position_is_searched() {
        let (mut player, mut stage, ear) = disturbed();
        stage.play(&mut player, BoardId::B, "e1d1");
        stage.open(&mut player);
        assert_eq!((player.read("readyok"), player.read("bestmove a2a3")), (None, None));
        player.stop();
        stage.announce(&mut player);
        assert!(!player.is_ready());
        assert_eq!((player.read("readyok"), player.read("bestmove a2a3")), (None, None));
        assert_eq!(player.read("readyok"), None);
        assert!(player.is_ready());
        let text = heard(ear, player);
        assert_eq!((text.matches("stop").count(), text.matches("\ngo ").count()), (2, 2), "{text}");
        assert!(text.ends_with("ucinewgame\nisready"), "a new game waits for the old search: {text}");
    }

    #[test]
    fn what_nobody_asked_for_is_garbage() {
        let (mut player, _, ear) = disturbed();
        for line in ["bestmove e2e4", "readyok"] {
            player.read(line);
        }
        assert!(matches!(player.read("Segmentation fault"), Some(Said::Garbage(_))));
        assert!(matches!(player.read("readyok"), Some(Said::Garbage(_))));
        player.hear(&Message::tell("sit"));
        assert!(!heard(ear, player).lines().any(|line| line.contains("tell") || line.contains("msg")));
    }
}
