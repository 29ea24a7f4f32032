//! What UCI's commands do.

use super::command::Command;
use crate::board::{BoardStatus, Position};
use crate::eval::TeamView;
use crate::protocol::Flow;
use crate::protocol::aside::View;
use crate::protocol::engine::Engine;
use crate::protocol::go::Go;
use crate::protocol::options::{Change, Dialect};
use crate::protocol::render::{self, Printer, Style};
use crate::protocol::single::{self, SetupError};
use crate::search::{Job, Searcher, TimeLimit};
use std::sync::Arc;

/// Why a position was not set up. The message quotes the bad token.
#[derive(Debug, thiserror::Error)]
enum PositionError {
    #[error("position: {0}")]
    Setup(#[from] SetupError),
    #[error("position: move {number}, `{text}`, is not legal")]
    Illegal { number: usize, text: String },
}

/// A GUI that speaks UCI, and the engine behind.
pub struct Session {
    engine: Engine,
    searcher: Searcher,
    position: Position,
    /// Keys of the earlier positions, oldest first.
    keys: Vec<u64>,
    /// An answer that must wait for `stop` or `ponderhit`: there was nothing to search.
    held: Option<String>,
    /// Whether the search, if one is running, ends only by `stop` or `ponderhit`.
    open_end: bool,
}

impl Session {
    /// A session from the start position.
    pub fn new(engine: Engine) -> Self {
        let searcher = Searcher::new(Arc::clone(&engine.shared));
        let position = single::start(&engine.settings);
        Self { engine, searcher, position, keys: Vec::new(), held: None, open_end: false }
    }

    /// The engine, what it searched being aborted.
    pub fn into_engine(mut self) -> Engine {
        self.searcher.abort();
        self.engine.stop_chores();
        self.engine
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
            Command::Uci => self.engine.introduce(),
            Command::IsReady => self.engine.out.line("readyok"),
            Command::SetOption(words) => match self.engine.set_option(words) {
                Ok(Change::Rules) => self.read_again(),
                Ok(_) => {}
                Err(error) => self.engine.out.error(error),
            },
            Command::NewGame => self.new_game(),
            Command::Position { fen, moves } => match self.read(fen.as_deref(), moves) {
                Ok((position, keys)) => (self.position, self.keys) = (position, keys),
                Err(error) => self.engine.out.error(error),
            },
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                self.engine.stop_chores();
                self.release();
                self.searcher.stop();
            }
            Command::PonderHit => {
                self.open_end = false;
                self.release();
                self.searcher.ponderhit();
            }
            Command::Nothing => {}
            Command::Aside(aside) => {
                let context = self.context();
                self.engine.answer(aside, &View { boards: &[&self.position], context: &context, clocks: None });
            }
            Command::Quit => {
                self.engine.finish(|| false);
                return Flow::Quit;
            }
        }
        Flow::Continue
    }

    /// No line will come any more: answers what can still be answered.
    pub fn end_of_input(&mut self) {
        self.engine.finish(|| !self.open_end && self.searcher.is_running());
    }

    fn context(&self) -> TeamView {
        single::context(self.engine.settings.variant)
    }

    /// The position after `moves`, and the keys of those before it.
    fn read(&self, fen: Option<&str>, moves: &[&str]) -> Result<(Position, Vec<u64>), PositionError> {
        let settings = &self.engine.settings;
        let mut position = match fen {
            None => single::start(settings),
            Some(text) => single::set_up(text, settings)?,
        };
        let mut keys = Vec::with_capacity(moves.len());
        for (index, &text) in moves.iter().enumerate() {
            let illegal = || PositionError::Illegal { number: index + 1, text: text.to_owned() };
            let mv = position.find_move(&text.to_ascii_lowercase()).ok_or_else(illegal)?;
            keys.push(position.key());
            position.make_move(mv);
        }
        Ok((position, keys))
    }

    /// Rules or variant have changed: the same position by the new ones, or the start position where it makes no sense.
    fn read_again(&mut self) {
        let again = self.read(Some(&self.position.to_bfen()), &[]).or_else(|_| self.read(None, &[]));
        match again {
            Ok((position, keys)) => (self.position, self.keys) = (position, keys),
            Err(error) => self.engine.out.error(error),
        }
    }

    fn new_game(&mut self) {
        self.finish_search();
        self.searcher.new_game();
        self.engine.shared.clear();
        self.position = single::start(&self.engine.settings);
        self.keys.clear();
    }

    /// Gives the answer that was held back, if there is one.
    fn release(&mut self) {
        if let Some(line) = self.held.take() {
            self.engine.out.line(&line);
        }
    }

    /// Every `go` is answered, even if the GUI has lost patience: ends the search with its answer.
    fn finish_search(&mut self) {
        self.release();
        self.searcher.stop();
        self.searcher.wait();
    }

    fn go(&mut self, go: &Go) {
        let out = Arc::clone(&self.engine.out);
        self.engine.tell_unknown(go);
        self.finish_search();
        let settings = &self.engine.settings;
        let style = Style {
            dialect: Dialect::Uci,
            board: None,
            show_wdl: settings.show_wdl,
            counts_nodes: settings.nodes_per_ms > 0,
        };
        let by_clock = go.by_uci_clock(self.position.side_to_move(), settings.overhead_ms);
        let time = go.movetime_ms.map(|ms| TimeLimit::exactly(ms.max(1))).or(by_clock);
        let limits = match go.limits(&self.position, time, settings) {
            Ok(limits) => limits,
            Err(error) => return out.error(error),
        };
        self.open_end = go.infinite || go.ponder;
        match self.position.status() {
            BoardStatus::Playing => {}
            status => {
                match status {
                    BoardStatus::Mate => out.line("info depth 0 score mate 0"),
                    // A hanging player may still be saved by a partner, but UCI has none: who asks gets an answer.
                    BoardStatus::Hang => out.line(&style.remark(&render::hanging(&self.position))),
                    _ => out.line("info depth 0 score cp 0"),
                }
                self.held = Some(style.best_move(None, None));
                if !self.open_end {
                    self.release();
                }
                return;
            }
        }
        let mut job = Job::new(self.position.clone(), self.context(), limits);
        job.game_keys.clone_from(&self.keys);
        let printer = Printer::new(Arc::clone(&out), style);
        if let Err(error) = self.searcher.start(job, Box::new(printer)) {
            out.error(format_args!("go: no thread to search with: {error}"));
        }
    }
}
