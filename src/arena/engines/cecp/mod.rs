//! A player over CECP, driven as XBoard drives an engine in a bughouse game on a chess server.
//!
//! One search per turn: a change of the hands in mid-search does not end it, and the engine uses the new hand as it
//! likes. A hand only grows during a turn, so the engine's move stays legal whatever crosses in the pipes, and every
//! move answers the current turn. An arrival is sent once, as `holding [W] [B] <color><piece>`, since some engines add
//! the piece to what they have; after every move follows a plain `holding [W] [B]`, which is absolute. `time` and
//! `otim` are sent before a move only, since engines end a search on them.
//!
//! A claim of a result is recorded but has no effect. For the engine the game is then over, so when a piece arrives
//! that lets it play on, the position is set up again. The same is done for an engine that calls a move illegal.
//! `resign` is obeyed, and a result against the engine's own side with that word in its comment: neither is a claim.

mod features;
mod setup;
mod thought;

use super::player::{AskedTurn, EngineOutput, EnginePlayer, GameStart, GameUpdate};
use super::process::Process;
use super::setup::game_options;
use super::talk::Message;
use crate::board::{Position, fen};
use crate::game::{Clocks, Played, Rules, Seat};
use crate::protocol::moves;
use crate::types::Color;
use crate::types::host::Instant;
use features::CecpFeatures;
use std::cell::RefCell;
use std::time::Duration;

/// Timeout for an engine's `feature` lines; an engine without any by then is treated as one without features. CECP says
/// two seconds, but on a loaded machine an engine may need longer to start, and would then be set up by `edit`, which
/// new engines do not support.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(10);
/// The variant to play.
const VARIANT: &str = "bughouse";

/// The game that is being played.
struct Seated {
    seat: Seat,
    rules: Rules,
    /// The lines that start a new game.
    opening: Vec<String>,
    /// The current position of the engine's board.
    board: Position,
}

/// An engine over CECP.
pub struct CecpPlayer {
    process: RefCell<Process>,
    name: String,
    wishes: Vec<(String, String)>,
    features: CecpFeatures,
    greeted: Option<Instant>,
    game: Option<Seated>,
    pings: u64,
    pongs: u64,
    /// The turn that the engine owes a move for.
    turn: Option<u32>,
    /// Whether the engine is in force mode, until the next `go`.
    forced: bool,
    /// Whether the engine has claimed that the game is over.
    claimed: bool,
    /// The last move that was sent.
    told: String,
    /// The turn in which the position was set up again because the engine refused that move.
    corrected: Option<u32>,
    clocks: Clocks,
}

impl CecpPlayer {
    /// A player in a process that was just started. `wishes` are options set before each game, as far as the engine has
    /// them.
    pub fn new(process: Process, name: String, wishes: Vec<(String, String)>) -> Self {
        Self {
            process: RefCell::new(process),
            name,
            wishes,
            features: CecpFeatures::default(),
            greeted: None,
            game: None,
            pings: 0,
            pongs: 0,
            turn: None,
            forced: false,
            claimed: false,
            told: String::new(),
            corrected: None,
            clocks: Clocks::default(),
        }
    }

    fn ping(&mut self, lines: &mut Vec<String>) {
        if self.features.ping {
            self.pings += 1;
            lines.push(format!("ping {}", self.pings));
        }
    }

    /// Starts a turn, if there is one: adds the clocks, the opponent's move, and `go` in force mode.
    fn begin_turn(&mut self, ply: Option<u32>, played: Option<String>, lines: &mut Vec<String>) {
        let (Some(game), Some(_)) = (&self.game, ply) else { return };
        // In centiseconds, never less than one.
        let clock = |seat: Seat| (self.clocks[seat] / 10).max(1);
        lines.push(format!("time {}", clock(game.seat)));
        lines.push(format!("otim {}", clock(game.seat.opponent())));
        lines.extend(played);
        self.turn = ply;
        self.claimed = false;
        if std::mem::replace(&mut self.forced, false) {
            lines.push("go".to_owned());
        }
    }

    /// Sets up the current position anew, and starts the engine's turn if there is one.
    fn set_up(&mut self, ply: Option<u32>) -> Vec<String> {
        let mut fence = Vec::new();
        if self.turn.is_some() {
            self.ping(&mut fence);
        }
        let Some(game) = &self.game else { return Vec::new() };
        let mut lines = game.opening.clone();
        // Behind `new`, which ends the search: a move before the `pong` is one of the position before.
        lines.splice(1..1, fence);
        lines.push("force".to_owned());
        if self.features.setboard && !self.features.no_colors {
            // This is the color on turn; the engine gets the other one. Some engines read hands relative to their own
            // color.
            lines.push(if game.seat.color == Color::White { "black" } else { "white" }.to_owned());
        }
        lines.extend(setup::position(&game.board, self.features.setboard));
        self.forced = true;
        self.turn = None;
        self.begin_turn(ply, None, &mut lines);
        lines
    }

    /// Returns the lines for the start of a game.
    fn open(&mut self, turn: Option<AskedTurn>) -> Vec<String> {
        let Some(game) = &self.game else { return Vec::new() };
        let ply = turn.map(|turn| turn.ply);
        if game.board.key() != Position::start(game.rules.board_rules()).key() {
            return self.set_up(ply);
        }
        // After `new` the engine has black.
        let mut lines = Vec::new();
        self.forced = game.seat.color == Color::White;
        self.begin_turn(ply, None, &mut lines);
        lines
    }

    /// Returns the lines for a move on either board that changed the engine's board or its hands.
    fn follow(&mut self, played: Played, turn: Option<AskedTurn>) -> Vec<String> {
        let Some(game) = &self.game else { return Vec::new() };
        let ply = turn.map(|turn| turn.ply);
        let own_board = played.seat.board == game.seat.board;
        if played.mv.taken.is_some() {
            // Gambler's promotion: CECP cannot express that a piece leaves a board.
            return self.set_up(ply);
        }
        if !own_board {
            let Some(transfer) = played.transfer else { return Vec::new() };
            // The engine has claimed the end of the game, or has answered that it cannot move.
            if turn.is_some() && (self.claimed || self.turn.is_none()) {
                return self.set_up(ply);
            }
            return vec![setup::arrival(&game.board, transfer)];
        }
        let holding = setup::holding(&game.board);
        let mut lines = Vec::new();
        if played.seat == game.seat {
            self.turn = None;
        } else if ply.is_some() {
            let mv = moves::text(played.mv.mv);
            self.told.clone_from(&mv);
            let told = if self.features.usermove { format!("usermove {mv}") } else { mv };
            self.begin_turn(ply, Some(told), &mut lines);
        }
        lines.push(holding);
        lines
    }

    /// Handles the engine's refusal of the last move. The referee has accepted the move, so the position is set up
    /// again.
    fn refused(&mut self, complaint: String) -> EngineOutput {
        self.process.get_mut().complained(&complaint);
        if let Some(ply) = self.turn.filter(|&ply| self.corrected != Some(ply)) {
            self.corrected = Some(ply);
            let lines = self.set_up(Some(ply));
            self.process.get_mut().send(&lines, None);
        }
        EngineOutput::Remark(complaint)
    }

    /// Handles a move of the engine; converts it to coordinates if it can be read.
    fn moved(&mut self, text: &str) -> Option<EngineOutput> {
        // Before its last `pong` the engine is still in the previous game or position.
        if self.pongs < self.pings {
            return None;
        }
        let Some(ply) = self.turn else { return Some(EngineOutput::Remark(format!("move {text} out of turn"))) };
        self.turn = None;
        let found = self.game.as_ref().and_then(|game| moves::read(&game.board, text).ok());
        Some(EngineOutput::Move {
            ply,
            current: true,
            text: found.map_or_else(|| text.to_owned(), |mv| mv.to_text(false)),
        })
    }

    /// Whether a complaint is about the last move that was sent: some engines take it for an unknown command.
    fn is_about_move(&self, complaint: &str) -> bool {
        !self.told.is_empty() && complaint.split([' ', ':']).any(|word| word == self.told)
    }

    /// Whether a result is CECP's other way to resign, as in `0-1 {White resigns}`.
    fn concedes(&self, result: &str, line: &str) -> bool {
        let lost = |game: &Seated| if game.seat.color == Color::White { "0-1" } else { "1-0" };
        self.game.as_ref().is_some_and(|game| result == lost(game)) && line.to_ascii_lowercase().contains("resign")
    }

    /// Whether the engine still answers to the announcement of a game. Of complaints later on only those about moves
    /// matter: old engines do not know all commands.
    fn gets_ready(&self) -> bool {
        self.told.is_empty() && self.pongs < self.pings
    }
}

impl EnginePlayer for CecpPlayer {
    fn name(&self) -> String {
        self.features.name.clone().unwrap_or_else(|| self.name.clone())
    }

    fn process(&self) -> &RefCell<Process> {
        &self.process
    }

    fn greet(&mut self) {
        self.greeted = Some(Instant::now());
        self.process.get_mut().send(&["xboard", "protover 2"].map(str::to_owned), None);
    }

    fn has_greeted(&self) -> bool {
        match self.features.done {
            Some(done) => done,
            None => self.greeted.is_some_and(|since| since.elapsed() >= FEATURE_TIMEOUT),
        }
    }

    fn has_option(&self, name: &str) -> bool {
        self.features.setting(name, "").is_some()
    }

    fn plays_once(&self) -> bool {
        self.features.once
    }

    fn new_game(&mut self, terms: &GameStart) {
        if !self.features.variants.is_empty() && !self.features.variants.iter().any(|name| name == VARIANT) {
            tracing::warn!("{} does not say that it plays {VARIANT}", self.name());
        }
        let mut opening = vec![
            "new".to_owned(),
            format!("variant {VARIANT}"),
            setup::level(terms.base, terms.increment),
            "post".to_owned(),
            "easy".to_owned(),
        ];
        let own = game_options(terms);
        let wishes = self.wishes.iter().map(|(name, value)| (name.as_str(), value));
        let options = own.iter().map(|(name, value)| (*name, value)).chain(wishes);
        let mut lines: Vec<String> = options.filter_map(|(name, value)| self.features.setting(name, value)).collect();
        lines.append(&mut opening.clone());
        // The name as a single word, as on the servers.
        let partner: String = terms.partner.chars().map(|c| if c.is_whitespace() { '-' } else { c }).collect();
        lines.push(format!("partner {partner}"));
        // `set_up` repeats neither `post` nor `easy`: an engine in force mode does not ponder.
        opening.truncate(3);
        let board = Position::start(terms.rules.board_rules());
        self.game = Some(Seated { seat: terms.seat, rules: *terms.rules, opening, board });
        self.turn = None;
        self.claimed = false;
        self.corrected = None;
        self.told.clear();
        self.ping(&mut lines);
        self.process.get_mut().send(&lines, None);
    }

    fn is_ready(&self) -> bool {
        self.has_greeted() && self.pongs >= self.pings
    }

    fn show(&mut self, update: &GameUpdate) {
        self.clocks = update.clocks;
        let Some(game) = self.game.as_mut().filter(|_| update.own_board_changed) else { return };
        if let Ok(board) = fen::parse(update.board(game.seat.board), game.rules.board_rules()) {
            game.board = board;
        }
        let board = game.seat.board;
        let lines = match update.played {
            Some(played) => self.follow(played, update.think),
            None => self.open(update.think),
        };
        let ticket = update.think.filter(|turn| turn.new).map(|turn| AskedTurn::ticket(turn.ply, board));
        if !lines.is_empty() {
            self.process.get_mut().send(&lines, ticket);
        }
    }

    fn hear(&mut self, message: &Message) {
        if let Some(text) = message.for_tell() {
            self.process.get_mut().say(&format!("ptell {text}"));
        }
    }

    fn stop(&mut self) {
        self.turn = None;
        let mut lines = vec!["force".to_owned(), "result * {the game is over}".to_owned()];
        self.ping(&mut lines);
        self.process.get_mut().send(&lines, None);
    }

    fn read(&mut self, line: &str) -> Option<EngineOutput> {
        self.process.get_mut().heard(line);
        let line = line.trim();
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let rest = |count: usize| words[count..].join(" ");
        // Most other lines are chatter, which this protocol allows.
        match words[..] {
            ["feature", ..] => {
                let answers = self.features.read(&line["feature".len()..]);
                self.process.get_mut().send(&answers, None);
            }
            ["pong", number] => self.pongs = self.pongs.max(self.pings.min(number.parse().unwrap_or(0))),
            ["move", mv] | ["My", "move", "is" | "is:", mv] => return self.moved(mv),
            // The form of early engines: `12. ... e7e5`.
            [number, "...", mv] if number.trim_end_matches('.').parse::<u32>().is_ok() => return self.moved(mv),
            ["tellics", "ptell", ..] => return Some(EngineOutput::Message(Message::tell(rest(2)))),
            ["resign"] | ["tellics", "resign"] => return self.game.as_ref().map(|_| EngineOutput::Resigned),
            [result, ..] if self.concedes(result, line) => return Some(EngineOutput::Resigned),
            ["offer", "draw"]
            | ["1-0" | "0-1" | "1/2-1/2" | "*", ..]
            | ["result", "1-0" | "0-1" | "1/2-1/2" | "*", ..] => {
                self.claimed = true;
                return Some(EngineOutput::Remark(if words[0] == "result" { rest(1) } else { line.to_owned() }));
            }
            ["Illegal" | "illegal", "move" | "move:" | "position" | "position:", ..] => {
                return Some(self.refused(line.to_owned()));
            }
            ["Error" | "error", ..] if self.is_about_move(line) => return Some(self.refused(line.to_owned())),
            ["Error" | "error", ..] => return self.gets_ready().then(|| EngineOutput::Remark(line.to_owned())),
            _ => return self.turn.and_then(|_| thought::parse(&words)).map(EngineOutput::Thought),
        }
        None
    }
}
