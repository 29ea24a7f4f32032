//! What UBI's commands do.

use super::command::Command;
use super::desk::{Desk, Thinking};
use crate::board::BoardStatus;
use crate::eval::TeamView;
use crate::game::{BoardId, ByBoard, Clocks, Game, Seat};
use crate::protocol::Flow;
use crate::protocol::aside::{Aside, View};
use crate::protocol::engine::Engine;
use crate::protocol::go::Go;
use crate::protocol::options::{Change, Dialect, OptionError};
use crate::protocol::render::{self, Inbox, Printer, Style};
use crate::search::{Job, Limits, TimeLimit};
use crate::team::time;
use crate::types::Color;
use std::sync::Arc;
use std::time::Instant;

/// The time for a move when the GUI has sent neither clocks nor a limit, in ms.
const WITHOUT_CLOCKS_MS: u64 = 1000;

/// How many earlier positions of a board are kept for repetitions; more than any real game has.
const MOST_KEYS: usize = 2048;

/// A GUI that speaks UBI, and the engine behind.
pub struct Session {
    pub(super) engine: Engine,
    pub(super) game: Game,
    /// When the GUI has sent clocks, if it has.
    pub(super) clocks_at: Option<Instant>,
    pub(super) desks: ByBoard<Desk>,
}

impl Session {
    /// A session from the start position, without clocks.
    pub fn new(engine: Engine) -> Self {
        let desks = ByBoard::from_fn(|_| Desk::new(&engine));
        Self { game: Game::new(engine.settings.rules, Clocks::all(0)), clocks_at: None, desks, engine }
    }

    /// Does what a line asks for; `words` are its words, at least one.
    pub fn line(&mut self, words: &[&str]) -> Flow {
        let command = match Command::parse(words) {
            Ok(command) => command,
            Err(error) => {
                self.engine.out.error(error);
                return Flow::Continue;
            }
        };
        match command {
            Command::Ubi => self.engine.introduce(),
            Command::IsReady => self.engine.out.line("readyok"),
            Command::SetOption(words) => self.set_option(words),
            Command::NewGame => self.new_game(),
            Command::Position(boards, clocks) => self.position(&boards, clocks),
            Command::Go(board, go) => self.go(board, go),
            Command::Stop(board) => self.stop(board),
            Command::PartnerMessage(message, words) => self.partner_said(message, &words),
            Command::Metadata(words) => tracing::info!(target: "tandem::metadata", "{words}"),
            Command::Aside(aside) => self.answer_aside(aside),
            Command::Quit => {
                self.engine.finish(|| false);
                return Flow::Quit;
            }
        }
        Flow::Continue
    }

    pub(super) fn style(&self, board: BoardId) -> Style {
        let counts_nodes = self.engine.settings.nodes_per_ms > 0;
        Style { dialect: Dialect::Ubi, board: Some(board), show_wdl: false, counts_nodes }
    }

    /// No line will come any more: answers what can still be answered.
    pub fn end_of_input(&mut self) {
        let ends = |desk: &Desk| desk.thinking.as_ref().is_some_and(|thinking| !thinking.go.infinite);
        let desks = &self.desks.0;
        self.engine.finish(|| desks.iter().any(|desk| ends(desk) && desk.searcher.is_running()));
        self.answer_at_last();
    }

    fn set_option(&mut self, words: &[&str]) {
        match self.engine.set_option(words) {
            Ok(Change::Rules) => self.read_again(),
            Ok(_) => {}
            // The specification wants names that an engine does not know to be ignored in silence.
            Err(error @ OptionError::Unknown(_)) => tracing::info!(target: "tandem::protocol", "{error}"),
            Err(error) => self.engine.out.error(error),
        }
        let manners = self.engine.settings.manners();
        self.desks.0.iter_mut().for_each(|desk| desk.mate.set_manners(manners));
    }

    /// The rules have changed: the same boards by the new ones.
    fn read_again(&mut self) {
        match Game::from_bfen(&self.game.to_bfen(), self.engine.settings.rules, *self.game.clocks()) {
            Ok(game) => self.replace_game(game),
            Err(error) => self.engine.out.error(error),
        }
    }

    fn new_game(&mut self) {
        for desk in &mut self.desks.0 {
            desk.cancel();
            desk.searcher.new_game();
            desk.keys.clear();
            desk.us = None;
            desk.mate.new_game();
        }
        self.engine.shared.clear();
        self.game = Game::new(self.engine.settings.rules, Clocks::all(0));
        self.clocks_at = None;
    }

    fn position(&mut self, boards: &str, clocks: Option<Clocks>) {
        let time = clocks.unwrap_or(*self.game.clocks());
        match Game::from_bfen(boards, self.engine.settings.rules, time) {
            Ok(game) => {
                if clocks.is_some() {
                    self.clocks_at = Some(Instant::now());
                }
                self.replace_game(game);
            }
            Err(error) => self.engine.out.error(format_args!("position: {error}")),
        }
    }

    /// Goes over to a new state. A board that has changed loses its search; the other search learns the news.
    fn replace_game(&mut self, game: Game) {
        let old = std::mem::replace(&mut self.game, game);
        for board in BoardId::ALL {
            let (before, now) = (old.position(board), self.game.position(board));
            let desk = &mut self.desks[board];
            if before.key() != now.key() {
                desk.cancel();
                let ply = |position: &crate::board::Position| {
                    2 * u32::from(position.fullmove_number()) + position.side_to_move().index() as u32
                };
                // An arrival changes the hands within one ply; going back means another game.
                if ply(now) < ply(before) {
                    desk.keys.clear();
                } else if ply(now) > ply(before) {
                    desk.keys.push(before.key());
                }
                if desk.keys.len() > MOST_KEYS {
                    desk.keys.drain(..MOST_KEYS / 2);
                }
                if let Some(us) = desk.us {
                    let clock = self.clocks_at.map(|_| self.game.clocks()[Seat::new(board, us)]);
                    desk.mate.board_changed(before, now, us, clock);
                }
            } else if before.rules() != now.rules() {
                // Other rules, or under Gambler's promotion other pieces to promote to.
                self.start_over(board);
            } else {
                self.tell_time(board);
            }
        }
    }

    fn go(&mut self, board: BoardId, go: Go) {
        self.engine.tell_unknown(&go);
        // Clocks of this board may come with `go` too; they are the newest.
        for color in Color::ALL {
            if let Some(ms) = go.remaining_ms[color] {
                self.game.set_clock(Seat::new(board, color), ms);
                self.clocks_at = Some(Instant::now());
            }
        }
        self.desks[board].cancel();
        self.desks[board].us = Some(self.game.on_turn(board).color);
        self.think(board, go, Instant::now());
    }

    /// The same search with what is known now; `go` is not answered twice.
    pub(super) fn start_over(&mut self, board: BoardId) {
        let desk = &mut self.desks[board];
        desk.searcher.abort();
        if let Some(thinking) = desk.thinking.take() {
            self.think(board, thinking.go, thinking.started);
        }
    }

    /// A search of a board as it stands.
    pub(super) fn job(&self, board: BoardId, limits: Limits) -> Job {
        let mut job = Job::new(self.game.position(board).clone(), self.context(board), limits);
        job.game_keys.clone_from(&self.desks[board].keys);
        job.board = board;
        job
    }

    pub(super) fn think(&mut self, board: BoardId, go: Go, started: Instant) {
        let out = Arc::clone(&self.engine.out);
        let style = self.style(board);
        let position = self.game.position(board);
        let inbox = Inbox::default();
        let status = position.status();
        match status {
            BoardStatus::Playing => {}
            BoardStatus::Mate | BoardStatus::Stalemate => return out.line(&style.best_move(None, None)),
            BoardStatus::Hang => {
                out.line(&style.remark(&render::hanging(position)));
                let said = self.desks[board].mate.hangs(position);
                self.say(board, said);
            }
        }
        let position = self.game.position(board);
        let hanging = status == BoardStatus::Hang;
        if !hanging {
            let time = self.time_limit(board, &go, started);
            let limits = match go.limits(position, time, &self.engine.settings) {
                Ok(limits) => limits,
                Err(error) => return out.error(error),
            };
            let job = self.job(board, limits);
            out.line(&style.reserves(position, self.game.position(!board)));
            let printer = Printer::leaving_the_move(Arc::clone(&out), style, inbox.clone());
            if let Err(error) = self.desks[board].searcher.start(job, Box::new(printer)) {
                return out.error(format_args!("go: no thread to search with: {error}"));
            }
        }
        self.desks[board].thinking = Some(Thinking { go, started, inbox, hanging, sitting: None });
    }

    /// What the clocks, or `movetime`, leave for a search that began at `started`, counted from now. Nothing when only
    /// depth, nodes or a stop end it.
    pub(super) fn time_limit(&self, board: BoardId, go: &Go, started: Instant) -> Option<TimeLimit> {
        let by_nodes = self.engine.settings.nodes_per_ms > 0;
        let spent = if by_nodes { 0 } else { started.elapsed().as_millis() as u64 };
        let whole = if let Some(ms) = go.movetime_ms {
            TimeLimit::exactly(ms)
        } else if go.has_own_limit() {
            return None;
        } else if self.clocks_at.is_none() {
            TimeLimit::exactly(WITHOUT_CLOCKS_MS)
        } else {
            // As if the clocks were seen at the start, so that news does not put the deadline off for ever.
            let seat = self.game.on_turn(board);
            let mut clocks = *self.game.clocks();
            clocks[seat] += spent;
            let settings = &self.engine.settings;
            let increment = go.increment_ms[seat.color].unwrap_or(settings.increment_ms);
            let limit = time::limit(&clocks, seat, increment, settings.overhead_ms);
            self.desks[board].mate.paced(limit)
        };
        let left = |ms: u64| ms.saturating_sub(spent).max(1);
        Some(TimeLimit { soft_ms: left(whole.soft_ms), hard_ms: left(whole.hard_ms) })
    }

    /// Tells a search that goes by the clocks what they show now. One that counts its nodes for time is left alone: when news
    /// reaches it is a matter of real time.
    fn tell_time(&mut self, board: BoardId) {
        let desk = &self.desks[board];
        if let Some(thinking) = &desk.thinking
            && !thinking.hanging
            && thinking.sitting.is_none()
            && self.engine.settings.nodes_per_ms == 0
            && !thinking.go.has_own_limit()
        {
            desk.searcher.set_time(self.time_limit(board, &thinking.go, thinking.started));
        }
    }

    fn stop(&mut self, board: Option<BoardId>) {
        match board {
            Some(board) => self.desks[board].cancel(),
            None => {
                self.engine.stop_chores();
                self.desks.0.iter_mut().for_each(Desk::cancel);
            }
        }
    }

    fn answer_aside(&mut self, aside: Aside) {
        let [a, b] = BoardId::ALL.map(|board| self.game.position(board));
        let clock = |&seat: &Seat| format!("{seat} {} ms", self.game.clocks()[seat]);
        let clocks = Seat::ALL.iter().map(clock).collect::<Vec<_>>().join(", ");
        let context = TeamView::bughouse_default();
        self.engine.answer(aside, &View { boards: &[a, b], context: &context, clocks: Some(clocks) });
    }
}
