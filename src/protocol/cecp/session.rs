//! What CECP's commands do. Thinking, answering and the end of a game are in [`super::play`], partners in [`super::team`].

use super::clock::Clock;
use super::command::{Command, CommandError};
use super::holding::Holding;
use super::link::Link;
use super::moves;
use super::play::{Purpose, Thinking};
use super::table::Table;
use super::tell;
use crate::protocol::Flow;
use crate::protocol::aside::View;
use crate::protocol::engine::Engine;
use crate::protocol::options::{self, Change, SetOption, Variant};
use crate::protocol::output::tame;
use crate::protocol::single;
use crate::protocol::teamwork::teammate;
use crate::search::Searcher;
use crate::team::teammate::Teammate;
use crate::types::{Color, Move, PieceType};
use std::sync::Arc;

/// The longest reason for not taking a position, in characters.
const LONGEST_REASON: usize = 240;

/// Whom the engine plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nobody: it only watches.
    Force,
    /// This side.
    Play(Color),
    /// Nobody, but it thinks aloud about every position.
    Analyze,
}

/// A GUI that speaks CECP, and the engine behind.
pub struct Session {
    pub(super) engine: Engine,
    pub(super) searcher: Searcher,
    pub(super) table: Table,
    pub(super) mode: Mode,
    pub(super) clock: Clock,
    /// Whether thoughts are shown.
    pub(super) post: bool,
    /// Whether the engine thinks on the opponent's time.
    pub(super) ponders: bool,
    /// The partner.
    pub(super) link: Link,
    pub(super) mate: Teammate,
    /// Whether somebody has told what is held since the game began.
    pub(super) fed: bool,
    pub(super) thinking: Option<Thinking>,
    /// It is the engine's turn, and it has no move until a piece arrives (R8, R10).
    pub(super) waiting: bool,
    /// The move expected from the opponent.
    pub(super) expected: Option<Move>,
    /// What the engine has dropped with its last move, as long as the server may not know it.
    pub(super) dropped: Option<(Color, PieceType)>,
    /// Pings that wait for a move.
    pub(super) pings: Vec<String>,
    /// Whether lines of a refused `edit` are passed over.
    editing: bool,
}

impl Session {
    /// A session that knows of no game yet: chess, the engine with black.
    pub fn new(mut engine: Engine) -> Self {
        engine.settings.variant = Variant::Chess;
        let searcher = Searcher::new(Arc::clone(&engine.shared));
        let table = Table::new(single::start(&engine.settings));
        let mate = teammate(&engine);
        Self {
            engine,
            searcher,
            table,
            mode: Mode::Play(Color::Black),
            clock: Clock::default(),
            post: false,
            ponders: false,
            link: Link::default(),
            mate,
            fed: false,
            thinking: None,
            waiting: false,
            expected: None,
            dropped: None,
            pings: Vec::new(),
            editing: false,
        }
    }

    /// Does what a line asks for, or two that have become one on their way.
    pub fn line(&mut self, text: &str) -> Flow {
        let words = |text| str::split_ascii_whitespace(text).collect::<Vec<_>>();
        match tell::part(text) {
            Some((tell, rest)) if Command::parse(&words(rest)).is_ok() => {
                self.one_line(&words(tell));
                self.one_line(&words(rest))
            }
            _ => self.one_line(&words(text)),
        }
    }

    fn one_line(&mut self, words: &[&str]) -> Flow {
        // What was found before the line came goes out before it is obeyed.
        self.settle();
        if std::mem::replace(&mut self.editing, false) && is_editing(words) {
            self.editing = words != ["."];
            return Flow::Continue;
        }
        match Command::parse(words) {
            Ok(Command::Quit) => {
                self.engine.finish(|| false);
                return Flow::Quit;
            }
            Ok(command) => {
                if let Err(reason) = self.obey(command) {
                    self.engine.out.complain("Error", reason, &words.join(" "));
                }
            }
            Err(error @ CommandError::NoMove) => self.engine.out.complain("Illegal move", error, ""),
            Err(error) => self.engine.out.complain("Error", error, &words.join(" ")),
        }
        Flow::Continue
    }

    /// No line will come any more: answers what can still be answered.
    pub fn end_of_input(&mut self) {
        let ends = self.thinking.as_ref().is_some_and(|thinking| thinking.purpose == Purpose::Move);
        let sits = self.thinking.as_ref().is_some_and(|thinking| thinking.sitting.is_some());
        self.engine.finish(|| ends && !sits && self.searcher.is_running());
        self.move_at_last();
    }

    /// Does what a command asks for, or says why not.
    fn obey(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Features(version) => {
                if version >= 2 {
                    self.engine.introduce();
                }
            }
            Command::New => self.new_game(),
            Command::Variant(variant) => self.set_variant(variant),
            Command::Force | Command::Result => {
                self.engine.stop_chores();
                self.cancel();
                self.mode = Mode::Force;
            }
            Command::Go => self.go(),
            Command::PlayOther => {
                self.cancel();
                self.mode = Mode::Play(!self.table.position().side_to_move());
            }
            Command::Level(level) => self.clock.set_level(level),
            Command::MoveTime(ms) => self.clock.set_move_time(ms),
            Command::Depth(depth) => self.clock.depth = Some(depth),
            Command::OwnTime(ms) => self.set_own_time(ms),
            Command::OpponentTime(ms) => self.clock.opponent_ms = Some(ms),
            Command::Move(text) => self.user_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Ping(text) => self.ping(text),
            Command::SetBoard(text) => self.set_board(&text),
            Command::Edit => {
                self.editing = true;
                return Err("not supported, use `setboard`".to_owned());
            }
            Command::TakeBack(plies) => return self.take_back(plies),
            Command::Ponder(on) => self.set_pondering(on),
            Command::Post(on) => self.set_post(on),
            Command::Analyze => {
                self.cancel();
                self.mode = Mode::Analyze;
                self.analyze();
            }
            Command::Exit => {
                if self.mode == Mode::Analyze {
                    self.cancel();
                    self.mode = Mode::Force;
                }
            }
            Command::Status => self.tell_status(),
            Command::Hint => {
                if let Some(mv) = self.expected.filter(|&mv| self.table.position().is_legal(mv)) {
                    self.engine.out.line(&format!("Hint: {mv}"));
                }
            }
            Command::Book => self.engine.out.line(" there is no opening book\n"),
            Command::Memory(mb) => return self.set_number("Hash", mb),
            Command::Cores(count) => return self.set_number("Threads", count),
            Command::Option(request) => return self.set_option(&request),
            Command::Holding(holding) => return self.hold(&holding),
            Command::Partner(name) => self.set_partner(name),
            Command::PartnerSays(text) => self.partner_said(&text),
            Command::Aside(aside) => {
                let context = self.context();
                self.engine.answer(aside, &View { boards: &[self.table.position()], context: &context, clocks: None });
            }
        }
        Ok(())
    }

    /// Another board; what was under way is over.
    fn replace_table(&mut self, table: Table) {
        self.cancel();
        self.table = table;
        self.dropped = None;
        self.expected = None;
        self.analyze();
    }

    fn new_game(&mut self) {
        self.cancel();
        self.engine.stop_chores();
        self.searcher.new_game();
        self.engine.shared.clear();
        self.clock.reset();
        self.mate.new_game();
        self.fed = false;
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Color::Black);
        }
        self.set_variant(Variant::Chess);
    }

    fn set_variant(&mut self, variant: Variant) {
        self.engine.settings.variant = variant;
        self.replace_table(Table::new(single::start(&self.engine.settings)));
    }

    fn set_board(&mut self, text: &str) {
        match single::set_up(text, &self.engine.settings) {
            Ok(position) => self.replace_table(Table::new(position)),
            Err(error) => {
                let reason = tame(&error.to_string(), LONGEST_REASON);
                self.engine.out.line(&format!("tellusererror Illegal position: {reason}"));
            }
        }
    }

    fn take_back(&mut self, plies: usize) -> Result<(), String> {
        if self.table.plies() < plies {
            return Err("there are no moves to take back".to_owned());
        }
        self.cancel();
        self.table.take_back(plies);
        self.dropped = None;
        self.expected = None;
        self.analyze();
        Ok(())
    }

    /// A move of the opponent, or of anybody in force mode.
    fn user_move(&mut self, text: &str) {
        let mv = match moves::read(self.table.position(), text) {
            Ok(mv) => mv,
            Err(error) => return self.engine.out.complain("Illegal move", error, text),
        };
        self.dropped = None;
        if self.was_expected(mv) {
            return;
        }
        self.cancel();
        let before = self.table.position().clone();
        self.table.play(mv);
        self.tell_of_change(&before);
        match self.mode {
            Mode::Play(us) if us == self.table.position().side_to_move() => self.take_turn(),
            Mode::Analyze => self.analyze(),
            Mode::Play(_) | Mode::Force => {}
        }
    }

    /// What is held is as the server says. It says so again and again: only news disturb a search.
    fn hold(&mut self, holding: &Holding) -> Result<(), String> {
        let mut hands = holding.hands;
        if self.engine.settings.variant == Variant::Chess {
            let empty = Color::ALL.iter().all(|&color| hands[color].is_empty());
            return if empty { Ok(()) } else { Err("nothing is held in chess".to_owned()) };
        }
        self.fed = true;
        if let Some((us, kind)) = self.dropped {
            let (truth, arrived) = holding.without_ghost(us, kind, self.table.position().hand(us));
            hands[us] = truth;
            if arrived {
                self.dropped = None;
            }
        }
        if Color::ALL.iter().any(|&color| hands[color] != self.table.position().hand(color)) {
            let before = self.table.position().clone();
            for color in Color::ALL {
                self.table.position_mut().set_hand(color, hands[color]);
            }
            self.tell_of_change(&before);
            self.look_again();
        }
        Ok(())
    }

    fn set_number(&mut self, name: &str, value: u64) -> Result<(), String> {
        let value = options::nearest(name, value).to_string();
        let request = SetOption { name: name.to_owned(), value };
        self.set_option(&request)
    }

    fn set_option(&mut self, request: &SetOption) -> Result<(), String> {
        let change = self.engine.change_option(request).map_err(|error| error.to_string())?;
        self.mate.set_manners(self.engine.settings.manners());
        if change == Change::Rules {
            let settings = &self.engine.settings;
            match self.table.read_again(|position| single::set_up(&position.to_bfen(), settings)) {
                Ok(()) => self.look_again(),
                Err(_) => self.replace_table(Table::new(single::start(&self.engine.settings))),
            }
        }
        Ok(())
    }
}

/// Whether a line belongs to `edit`: `#`, `c`, `.`, or a piece on its square.
fn is_editing(words: &[&str]) -> bool {
    let [word] = words else { return false };
    match word.as_bytes() {
        [b'#' | b'c' | b'.'] => true,
        [piece, b'a'..=b'h', b'1'..=b'8'] => b"PNBRQKx".contains(piece),
        _ => false,
    }
}
