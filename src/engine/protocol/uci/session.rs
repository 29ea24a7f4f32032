//! Execution of UCI's commands.

use super::command::Command;
use super::other_game::OtherGame;
use crate::board::{BoardStatus, Position};
use crate::game::BoardId;
use crate::player::{Input, Output, Outputs, PartnerKind, Player, RelativeSeat, SearchThinker, usual_prices};
use crate::protocol::aside::Aside;
use crate::protocol::engine::Engine;
use crate::protocol::general::GeneralSession;
use crate::protocol::go::{Go, asks_for_a_search};
use crate::protocol::options::{Dialect, OTHER_GAMES, Settings, Variant};
use crate::protocol::render::{LineStyle, Printer};
use crate::protocol::single::{self, SetupError};
use crate::protocol::{self, Flow};
use crate::search::Observer;
use crate::types::Move;
use crate::types::host::Instant;
use crate::variants::play::Play;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The reason why a position was not set up. The message quotes the bad token.
#[derive(Debug, thiserror::Error)]
enum PositionError {
    #[error("position: {0}")]
    Setup(#[from] SetupError),
    #[error("position: move {number}, `{text}`, is not legal")]
    Illegal { number: usize, text: String },
}

/// A position as it was set up, to be searched by the next `go`.
struct Setup {
    start: Position,
    moves: Vec<Move>,
    position: Position,
}

impl Setup {
    fn new(start: Position) -> Self {
        Self { position: start.clone(), start, moves: Vec::new() }
    }
}

/// A UCI session: the state of the dialog with the GUI, and the engine behind it.
pub struct Session {
    engine: Engine,
    player: Player<SearchThinker>,
    show_wdl: Arc<AtomicBool>,
    setup: Setup,
    /// An answer that must wait for `stop` or `ponderhit`: there was no legal move to search.
    held: Option<String>,
    /// Whether the search, if one is running, ends only by `stop` or `ponderhit`.
    open_end: bool,
    /// The variant of the last search: a search of another one begins with a line on it.
    told_variant: Option<Variant>,
    /// Another game in place of the position, if `UCI_Variant` names one.
    other_game: Option<OtherGame>,
}

impl Session {
    /// A session from the start position.
    pub fn new(engine: Engine) -> Self {
        let start = single::start(&engine.settings);
        let show_wdl = Arc::default();
        let player = player(&engine, &start, &show_wdl);
        Self {
            engine,
            player,
            show_wdl,
            setup: Setup::new(start),
            held: None,
            open_end: false,
            told_variant: None,
            other_game: None,
        }
    }

    /// Returns the engine; a search in progress is aborted.
    pub fn into_engine(mut self) -> Engine {
        self.other_game = None;
        self.pass(Input::Cancel);
        self.engine.stop_chores();
        self.engine
    }

    /// Passes an input to the player, and sends its outputs.
    fn pass(&mut self, input: Input) {
        let outputs = self.player.handle(input, self.engine.now_ms());
        self.put_out(outputs);
    }

    fn put_out(&mut self, outputs: Outputs) {
        let style = style(&self.engine.settings);
        for output in outputs {
            match output {
                Output::Move(found) => self.engine.out.line(&style.answer(&found)),
                Output::NoMove(status) => self.hold_or_answer(status),
                Output::Note(text) => self.engine.out.line(&style.remark(&text)),
                Output::Error(text) => {
                    self.engine.out.error(format_args!("go: {text}"));
                    self.answer_none();
                }
                // UCI has no partner messages, no resignation and no draw offer.
                Output::Say(_) | Output::Resign | Output::OfferDraw => {}
            }
        }
    }

    /// Without a legal move there is nothing to search, but the answer keeps to the rules of `infinite` and `ponder`.
    fn hold_or_answer(&mut self, status: BoardStatus) {
        match status {
            BoardStatus::Mate => self.engine.out.line("info depth 0 score mate 0"),
            // A player that hangs may still be saved by a partner. UCI has none, so the `go` is answered.
            BoardStatus::Hang => {}
            BoardStatus::Stalemate | BoardStatus::Playing => self.engine.out.line("info depth 0 score cp 0"),
        }
        self.answer_none();
    }

    /// Answers that there is no move: at once, or when an `infinite` or `ponder` ends.
    fn answer_none(&mut self) {
        self.held = Some(style(&self.engine.settings).best_move(None, None));
        if !self.open_end {
            self.release();
        }
    }

    /// Reports why a `go` starts no search, and answers it.
    fn refuse_go(&mut self, error: impl Display, open_end: bool) {
        self.finish_search();
        self.engine.out.error(error);
        self.open_end = open_end;
        self.answer_none();
    }

    /// Whether the last `go` is still to be answered.
    fn owes_an_answer(&self) -> bool {
        let other_owes = || self.other_game.as_ref().is_some_and(|game| OTHER_GAMES && game.owes_an_answer());
        self.held.is_some() || self.player.turn().is_some() || other_owes()
    }

    /// Reads a position and the moves made from there.
    fn read(&self, fen: Option<&str>, moves: &[&str]) -> Result<Setup, PositionError> {
        let settings = &self.engine.settings;
        let mut setup = Setup::new(match fen {
            None => single::start(settings),
            Some(text) => single::set_up(text, settings)?,
        });
        for (index, &text) in moves.iter().enumerate() {
            let illegal = || PositionError::Illegal { number: index + 1, text: text.to_owned() };
            let mv = setup.position.find_move(&text.to_ascii_lowercase()).ok_or_else(illegal)?;
            setup.moves.push(mv);
            setup.position.make_move(mv);
        }
        Ok(setup)
    }

    /// Starts the game that `UCI_Variant` names, if it is not the one going on with the same choices, and ends the one
    /// that it names no more. The old one stays where the new one has no start.
    fn change_other_game(&mut self) {
        if !OTHER_GAMES {
            return;
        }
        let (name, choices) = (self.engine.settings.game, self.engine.settings.choices());
        if self.other_game.as_ref().map_or(name.is_none(), |game| game.is(name, &choices)) {
            return;
        }
        match name.map(|name| Play::start(name, &choices)).transpose() {
            Ok(start) => {
                self.finish_search();
                // There is memory for one table.
                self.other_game = None;
                self.other_game = start.map(|start| OtherGame::new(start, &self.engine));
            }
            Err(error) => self.engine.out.error(error),
        }
    }

    /// Executes a command for another game; false for one that is left to the session.
    fn execute_in_other_game(&mut self, command: &Command) -> bool {
        if self.other_game.is_some() && matches!(command, Command::NewGame | Command::Go(_)) {
            self.finish_search();
        }
        let Some(game) = self.other_game.as_mut().filter(|_| OTHER_GAMES) else { return false };
        let (engine, settings) = (&self.engine, &self.engine.settings);
        let done = match command {
            Command::NewGame => game.new_game(settings),
            Command::Position { fen, moves } => game.set_up(fen.as_deref(), moves, settings),
            Command::Go(go) => {
                engine.tell_unknown(&go.unknown);
                if let Err(error) = game.go(go, engine) {
                    self.refuse_go(error, go.infinite || go.ponder);
                    return true;
                }
                Ok(())
            }
            Command::PonderHit => {
                game.ponder_hit();
                return false;
            }
            Command::Stop | Command::General(_) | Command::Nothing => return false,
        };
        if let Err(error) = done {
            engine.out.error(error);
        }
        true
    }

    fn new_game(&mut self) {
        self.finish_search();
        self.setup = Setup::new(single::start(&self.engine.settings));
        self.pass(Input::NewGame(Box::new(self.setup.position.clone())));
        self.engine.shared.clear();
    }

    /// Sends the answer that was held back, if any.
    fn release(&mut self) {
        if let Some(line) = self.held.take() {
            self.engine.out.line(&line);
        }
    }

    /// Ends the search with its answer: every `go` is answered, even if the GUI sends a new command before.
    fn finish_search(&mut self) {
        self.other_game.iter_mut().filter(|_| OTHER_GAMES).for_each(OtherGame::finish);
        self.release();
        self.pass(Input::Finish);
    }

    fn go(&mut self, go: &Go) {
        self.engine.tell_unknown(&go.unknown);
        self.finish_search();
        self.open_end = go.infinite || go.ponder;
        let position = &self.setup.position;
        let (only, illegal) = match go.only(|text| position.find_move(&text.to_ascii_lowercase())) {
            Ok(found) => found,
            Err(error) => return self.refuse_go(error, self.open_end),
        };
        self.engine.tell_illegal(&illegal);
        let us = position.side_to_move();
        self.engine.tell_lone_clock(go, us);
        let ask = go.ask(us, only, false, &self.engine.settings);
        let variant = self.engine.settings.variant;
        if self.told_variant.replace(variant) != Some(variant) {
            let network = self.engine.shared.network();
            let eval =
                network.map_or("handcrafted".to_owned(), |network| format!("network {:08x}", network.checksum()));
            let (name, what) = (variant.name(), variant.description());
            self.engine.out.remark(format_args!("variant {name}: {what}; evaluation: {eval}"));
        }
        self.show_wdl.store(self.engine.settings.show_wdl, Ordering::Relaxed);
        self.pass(Input::Habits(self.engine.settings.habits()));
        self.pass(Input::Partner(partner_kind(&self.engine.settings)));
        self.pass(Input::SetUp(Box::new(self.setup.start.clone()), self.setup.moves.clone()));
        self.pass(Input::Play(Some(us), None));
        self.pass(Input::Clock(RelativeSeat::Own, go.remaining_ms[go.clock_of(us)]));
        self.pass(Input::Go(Box::new(ask)));
    }
}

impl protocol::Session for Session {
    fn line(&mut self, _text: &str, words: &[&str]) -> Flow {
        let command = match Command::parse(words) {
            Ok(command) => command,
            Err(error) if asks_for_a_search(words) && !self.owes_an_answer() => {
                let holds = |word: &&str| ["infinite", "ponder"].iter().any(|name| word.eq_ignore_ascii_case(name));
                self.refuse_go(error, words.iter().any(holds));
                return Flow::Continue;
            }
            Err(error) => return self.refuse(error),
        };
        if self.execute_in_other_game(&command) {
            return Flow::Continue;
        }
        match command {
            Command::General(general) => return self.obey(general),
            Command::NewGame => self.new_game(),
            Command::Position { fen, moves } => match self.read(fen.as_deref(), moves) {
                Ok(setup) => self.setup = setup,
                Err(error) => self.engine.out.error(error),
            },
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                self.engine.stop_chores();
                self.finish_search();
            }
            Command::PonderHit => {
                self.open_end = false;
                self.release();
                self.pass(Input::PonderHit);
            }
            Command::Nothing => {}
        }
        Flow::Continue
    }

    fn settle(&mut self) {
        self.pass(Input::Wake);
    }

    fn due(&self) -> Option<Instant> {
        self.player.due(self.engine.now_ms()).map(|ms| self.engine.moment(ms))
    }

    fn end_of_input(&mut self) {
        let other_searches = || self.other_game.as_ref().is_some_and(|game| OTHER_GAMES && game.is_searching());
        self.engine.finish(|| other_searches() || (!self.open_end && self.player.is_searching()));
        self.other_game = None;
        if !self.open_end {
            self.pass(Input::Finish);
        }
    }
}

impl GeneralSession for Session {
    fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    fn change_rules(&mut self) {
        self.change_other_game();
        let settings = &self.engine.settings;
        let same = self.setup.position.with_rules(single::board_rules(settings));
        // A position that the variant cannot have is replaced by the start position.
        self.setup = Setup::new(single::checked(same, settings).unwrap_or_else(|_| single::start(settings)));
    }

    fn hash_cleared(&mut self) {
        self.other_game.iter_mut().filter(|_| OTHER_GAMES).for_each(OtherGame::clear_table);
    }

    fn answer_before_quit(&mut self) {
        self.finish_search();
    }

    fn answer_aside(&mut self, aside: Aside) {
        if let Some(game) = self.other_game.as_ref().filter(|_| OTHER_GAMES) {
            match aside {
                Aside::Show => return game.show(&self.engine.out),
                Aside::Eval => return game.explain(&self.engine.out),
                Aside::Perft(_, depth) => return game.perft(depth, &mut self.engine),
                Aside::Bench => {}
            }
        }
        let prices = usual_prices(partner_kind(&self.engine.settings));
        self.engine.answer(aside, &[&self.setup.position], &prices, None);
    }
}

/// The kind of partner: UCI cannot name a partner on the other board.
fn partner_kind(settings: &Settings) -> PartnerKind {
    match settings.variant {
        Variant::Bughouse => PartnerKind::Study,
        Variant::Crazyhouse | Variant::Chess => PartnerKind::SingleBoard,
    }
}

fn style(settings: &Settings) -> LineStyle {
    LineStyle {
        dialect: Dialect::Uci,
        board: None,
        show_wdl: settings.show_wdl,
        counts_nodes: settings.nodes_per_ms > 0,
    }
}

/// A player whose `info` lines have WDL while `show_wdl` is set.
fn player(engine: &Engine, start: &Position, show_wdl: &Arc<AtomicBool>) -> Player<SearchThinker> {
    let (out, show_wdl, style) = (Arc::clone(&engine.out), Arc::clone(show_wdl), style(&engine.settings));
    let listen = move |_| -> Box<dyn Observer> {
        let style = LineStyle { show_wdl: show_wdl.load(Ordering::Relaxed), ..style };
        Box::new(Printer::new(Arc::clone(&out), style))
    };
    engine.player(BoardId::A, start.clone(), engine.settings.habits(), Box::new(listen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::output::Written;
    use crate::search::slices::Slices;

    #[test]
    fn bug_a_go_without_a_thread_to_search_was_never_answered() {
        let written = Written::default();
        let engine = Engine::new(written.output(), Dialect::Uci, None, Some(Slices::new(|| false)));
        let mut session = Session::new(engine);
        let failed = || vec![Output::Error("no thread".to_owned())];
        let error = "info string error: go: no thread";
        session.put_out(failed());
        assert_eq!(written.lines(), [error, "bestmove (none)"]);
        // While it ponders, the answer waits.
        session.open_end = true;
        session.put_out(failed());
        assert_eq!(written.lines()[2..], [error]);
        protocol::Session::line(&mut session, "stop", &["stop"]);
        assert_eq!(written.lines()[3..], ["bestmove (none)"]);
    }
}
