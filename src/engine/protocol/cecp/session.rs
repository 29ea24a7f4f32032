//! Execution of CECP's commands. Messages between partners are in [`super::partner`].

use super::clock::Clock;
use super::command::{Command, CommandError};
use super::game::NO_POSITION;
use super::held::Held;
use super::link::Link;
use super::moves;
use super::tell;
use super::thinking::{CurrentSearch, Listener};
use crate::board::{BoardStatus, Position, StalemateRule};
use crate::game::BoardId;
use crate::player::time::Timing;
use crate::player::{
    Ask, Book, Habits, Input, Output, Outputs, PartnerKind, Phase, Player, RelativeSeat, SearchThinker, usual_prices,
};
use crate::protocol::engine::Engine;
use crate::protocol::lines::words;
use crate::protocol::options::{self, Change, SetOption, Variant};
use crate::protocol::output::tame;
use crate::protocol::single;
use crate::protocol::{self, Flow};
use crate::search::{Limits, Observer};
use crate::types::host::Instant;
use crate::types::{Color, Move, PieceType};
use std::sync::Arc;

/// Largest number of pings that wait for a move; no GUI sends that many.
const MOST_PINGS: usize = 1000;

/// The longest remark, in characters.
const LONGEST_REMARK: usize = 400;

/// The side that the engine plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayMode {
    /// None: force mode.
    Force,
    /// This side.
    Play(Color),
    /// None, but every position is analyzed with thinking output.
    Analyze,
}

/// A CECP session: the state of the dialog with the GUI, and the engine behind it.
pub struct Session {
    pub(super) engine: Engine,
    pub(super) player: Player<SearchThinker>,
    pub(super) mode: PlayMode,
    pub(super) clock: Clock,
    pub(super) thought: Arc<CurrentSearch>,
    /// Whether the engine ponders.
    ponders: bool,
    /// The partner.
    pub(super) link: Link,
    /// Messages to send to the partner after our move.
    pub(super) held: Held,
    /// Whether a `holding` has arrived since the game began.
    pub(super) holdings_told: bool,
    /// The piece dropped by the engine's last move, until the server has confirmed the drop.
    pub(super) dropped: Option<(Color, PieceType)>,
    /// Whether the last `setboard` was refused: until the next one or a new game there is no position to play from.
    pub(super) position_rejected: bool,
    /// Time of the last input to the player, in ms of the session's time.
    pub(super) now_ms: u64,
    /// Pings that wait for a move.
    pings: Vec<String>,
    /// Whether lines of a refused `edit` are being skipped.
    editing: bool,
}

impl Session {
    /// A session before its first game: chess, the engine with black.
    pub fn new(mut engine: Engine) -> Self {
        engine.set_variant(Variant::Chess);
        let thought = CurrentSearch::new();
        let (out, about) = (Arc::clone(&engine.out), Arc::clone(&thought));
        let listen = move |purpose| -> Box<dyn Observer> {
            about.begin(purpose);
            Box::new(Listener::new(Arc::clone(&out), Arc::clone(&about)))
        };
        let habits = Habits { follows_moves: true, ..engine.settings.habits() };
        let player = engine.player(BoardId::A, single::start(&engine.settings), habits, Box::new(listen));
        let mut session = Self {
            engine,
            player,
            mode: PlayMode::Play(Color::Black),
            clock: Clock::default(),
            thought,
            ponders: false,
            link: Link::default(),
            held: Held::default(),
            holdings_told: false,
            dropped: None,
            position_rejected: false,
            now_ms: 0,
            pings: Vec::new(),
            editing: false,
        };
        session.tell_player();
        session
    }

    fn one_line(&mut self, words: &[&str]) -> Flow {
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

    /// Passes an input to the player, and sends its outputs. A ping is answered behind the move that it waits for.
    pub(super) fn pass(&mut self, input: Input) {
        self.now_ms = self.engine.now_ms();
        let outputs = self.player.handle(input, self.now_ms);
        self.put_out(outputs);
    }

    fn put_out(&mut self, outputs: Outputs) {
        let moved = outputs.iter().any(|output| matches!(output, Output::Move(_)));
        let over = outputs
            .iter()
            .any(|output| matches!(output, Output::NoMove(status) if claim(self.player.position(), *status).is_some()));
        for output in outputs {
            match output {
                Output::Move(found) => self.make(found.best),
                Output::NoMove(status) => {
                    if let Some(claim) = claim(self.player.position(), status) {
                        self.engine.out.line(&claim);
                    }
                }
                Output::Say(words) => self.held.push(words),
                Output::Note(text) => self.engine.out.remark(tame(&text, LONGEST_REMARK)),
                Output::Resign => self.engine.out.line("resign"),
                Output::OfferDraw => self.engine.out.line("offer draw"),
                Output::Error(text) => self.engine.out.error(text),
            }
        }
        if moved && let Some(clocks) = self.clocks_to_tell() {
            self.held.push(vec![clocks]);
        }
        if over {
            // The game on this board is over: the messages are of no use to the partner.
            self.held.clear();
        } else if !self.is_thinking() {
            self.tell_held();
        }
        if !self.player.is_deciding() {
            self.pong();
        }
    }

    /// Whether a move will follow soon: the player neither sits nor waits for a piece.
    fn is_thinking(&self) -> bool {
        let turn = self.player.turn().filter(|turn| turn.is_deciding());
        turn.is_some_and(|turn| matches!(turn.phase, Phase::Thinking))
    }

    /// Sends our move. The player has made it already.
    fn make(&mut self, mv: Option<Move>) {
        let Some(mv) = mv else { return };
        self.engine.out.line(&format!("move {}", moves::text(mv)));
        self.dropped = mv.dropped().zip(self.player.us()).map(|(kind, us)| (us, kind));
    }

    fn pong(&mut self) {
        for text in self.pings.drain(..) {
            self.engine.out.line(&format!("pong {text}"));
        }
    }

    /// The kind of partner, as far as known.
    pub(super) fn partner_kind(&self) -> PartnerKind {
        match self.engine.settings.variant {
            Variant::Crazyhouse | Variant::Chess => PartnerKind::SingleBoard,
            Variant::Bughouse if self.link.is_up() => PartnerKind::Speaking,
            Variant::Bughouse if self.holdings_told => PartnerKind::Silent,
            Variant::Bughouse => PartnerKind::Absent,
        }
    }

    /// Sends the player its side, limits, habits and kind of partner; called after any change of these.
    pub(super) fn tell_player(&mut self) {
        let settings = &self.engine.settings;
        let limits = Limits { multipv: settings.multipv.max(1) as usize, depth: self.clock.depth, ..Limits::default() };
        let (us, standing) = match self.mode {
            PlayMode::Force => (None, None),
            PlayMode::Analyze if self.position_rejected => (None, None),
            PlayMode::Play(us) => {
                (Some(us), Some(Ask { limits, timing: self.clock.timing(settings.overhead_ms), answers: true }))
            }
            PlayMode::Analyze => {
                let limits = Limits { infinite: true, depth: None, ..limits };
                (None, Some(Ask { limits, timing: Timing::Untimed, answers: false }))
            }
        };
        let mut habits = Habits { follows_moves: true, ponders: self.ponders, ..settings.habits() };
        habits.manners.person = !self.link.is_engine();
        self.pass(Input::Habits(habits));
        self.pass(Input::Partner(self.partner_kind()));
        self.pass(Input::Play(us, standing.map(Box::new)));
    }

    /// Executes a command, or returns the reason for refusing it.
    fn obey(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Features(version) => {
                if version >= 2 {
                    self.engine.introduce();
                }
            }
            Command::New => self.new_game(),
            Command::Variant { variant, fischerandom } => self.set_variant(variant, fischerandom),
            Command::Force | Command::Result => {
                self.engine.stop_chores();
                self.held.clear();
                self.pass(Input::Cancel);
                self.set_mode(PlayMode::Force);
            }
            Command::Go | Command::PlayOther if self.position_rejected => return Err(NO_POSITION.to_owned()),
            Command::Go => self.go(),
            Command::PlayOther => {
                self.pass(Input::Cancel);
                self.set_mode(PlayMode::Play(!self.player.position().side_to_move()));
            }
            Command::Level(level) => {
                self.clock.set_level(level);
                self.tell_player();
                self.reset_clocks();
            }
            Command::MoveTime(ms) => {
                self.clock.set_move_time(ms);
                self.tell_player();
            }
            Command::Depth(depth) => {
                self.clock.depth = Some(depth);
                self.tell_player();
            }
            Command::OwnTime(ms) => self.pass(Input::Clock(RelativeSeat::Own, Some(ms))),
            Command::OpponentTime(ms) => self.pass(Input::Clock(RelativeSeat::Opponent, Some(ms))),
            Command::Move(text) => self.user_move(&text),
            Command::MoveNow => self.pass(Input::MoveNow),
            Command::Ping(text) => self.ping(text),
            Command::SetBoard(text) => self.set_board(&text),
            Command::Edit => {
                self.editing = true;
                return Err("not supported, use `setboard`".to_owned());
            }
            Command::TakeBack(plies) => return self.take_back(plies),
            Command::Ponder(on) => {
                self.ponders = on;
                self.tell_player();
            }
            Command::Post(on) => self.thought.post(on),
            Command::Analyze => {
                self.pass(Input::Cancel);
                self.set_mode(PlayMode::Analyze);
                self.analyze();
            }
            Command::Exit => {
                if self.mode == PlayMode::Analyze {
                    self.pass(Input::Cancel);
                    self.set_mode(PlayMode::Force);
                }
            }
            Command::Status => {
                if self.mode == PlayMode::Analyze && self.player.turn().is_some() {
                    self.engine.out.line(&self.thought.status(self.player.position()));
                }
            }
            Command::Hint => {
                if let Some(mv) = self.player.expected().filter(|&mv| self.player.position().is_legal(mv)) {
                    self.engine.out.line(&format!("Hint: {}", moves::text(mv)));
                }
            }
            Command::Book => self.engine.out.line(&self.book()),
            Command::Memory(mb) => return self.set_number("Hash", mb),
            Command::Cores(count) => return self.set_number("Threads", count),
            Command::Option(request) => return self.set_option(&request),
            Command::Holding(holding) => return self.hold(&holding),
            Command::Partner(name) => self.set_partner(name),
            Command::PartnerSays(text) => self.partner_said(&text),
            Command::Aside(aside) => {
                let prices = usual_prices(self.partner_kind());
                self.engine.answer(aside, &[self.player.position()], &prices, None);
            }
        }
        Ok(())
    }

    pub(super) fn set_mode(&mut self, mode: PlayMode) {
        self.mode = mode;
        self.tell_player();
    }

    /// The moves of the opening book: how often each is played, and its score. XBoard wants lines that begin with a
    /// blank, and an empty one behind them.
    fn book(&self) -> String {
        let in_bughouse = self.engine.settings.variant == Variant::Bughouse;
        let Some(entry) = Book::built_in().entry(self.player.position()).filter(|_| in_bughouse) else {
            return " the opening book has no move here\n".to_owned();
        };
        let weights = entry.weights();
        let total = weights.iter().sum::<usize>().max(1);
        let weighted = entry.moves.iter().zip(weights);
        weighted
            .map(|(&(mv, score), weight)| format!(" {} {}% {score} cp\n", moves::text(mv), 100 * weight / total))
            .collect()
    }

    /// Begins the analysis anew, in analysis mode and where there is a position.
    pub(super) fn analyze(&mut self) {
        if self.mode == PlayMode::Analyze && !self.position_rejected {
            self.pass(Input::Resume);
        }
    }

    /// Plays for the side on turn, and begins.
    fn go(&mut self) {
        let thinks = self.player.is_deciding();
        self.set_mode(PlayMode::Play(self.player.position().side_to_move()));
        if !thinks {
            self.pass(Input::Resume);
        }
    }

    pub(super) fn reset_clocks(&mut self) {
        for seat in [RelativeSeat::Own, RelativeSeat::Opponent] {
            self.pass(Input::Clock(seat, self.clock.base_ms()));
        }
    }

    /// Answers a ping, behind the move if one is being decided.
    fn ping(&mut self, text: String) {
        self.pings.push(text);
        if !self.player.is_deciding() || self.pings.len() == MOST_PINGS {
            self.pong();
        }
    }

    fn set_number(&mut self, name: &str, value: u64) -> Result<(), String> {
        let value = options::nearest(name, value).to_string();
        let request = SetOption { name: name.to_owned(), value };
        self.set_option(&request)
    }

    fn set_option(&mut self, request: &SetOption) -> Result<(), String> {
        let change = self.engine.change_option(request).map_err(|error| error.to_string())?;
        self.tell_player();
        if change == Change::Rules {
            let rules = single::board_rules(&self.engine.settings);
            let outputs = self.player.change_rules(rules, self.engine.now_ms());
            self.put_out(outputs);
        } else {
            self.analyze();
        }
        Ok(())
    }
}

impl protocol::Session for Session {
    fn line(&mut self, text: &str, _words: &[&str]) -> Flow {
        match tell::part(text) {
            Some((tell, rest)) if Command::parse(&words(rest)).is_ok() => {
                self.one_line(&words(tell));
                self.one_line(&words(rest))
            }
            _ => self.one_line(&words(text)),
        }
    }

    fn settle(&mut self) {
        self.pass(Input::Wake);
    }

    fn due(&self) -> Option<Instant> {
        self.player.due(self.engine.now_ms()).map(|ms| self.engine.moment(ms))
    }

    fn end_of_input(&mut self) {
        let sits = self.player.turn().is_some_and(|turn| turn.sitting().is_some());
        self.engine.finish(|| self.player.is_deciding() && !sits && self.player.is_searching());
        self.pass(Input::Finish);
    }
}

/// The result, if the side on turn has no legal move and the rules in force end the game for it. None for a player that
/// hangs: a piece may arrive.
fn claim(position: &Position, status: BoardStatus) -> Option<String> {
    let (score, winner) = match position.side_to_move() {
        Color::White => ("0-1", "Black"),
        Color::Black => ("1-0", "White"),
    };
    match (status, position.rules().stalemate) {
        (BoardStatus::Mate, _) => Some(format!("{score} {{{winner} mates}}")),
        (BoardStatus::Stalemate, StalemateRule::Loss) => Some(format!("{score} {{{winner} wins by stalemate}}")),
        (BoardStatus::Stalemate, StalemateRule::Draw) => Some("1/2-1/2 {Stalemate}".to_owned()),
        _ => None,
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
