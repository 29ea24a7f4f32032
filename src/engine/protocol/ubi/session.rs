//! Execution of UBI's commands: both boards and four clocks come in whole, a player has a seat on each board that a
//! `go` names.

use super::command::{Command, named_board};
use super::words;
use crate::board::BoardStatus;
use crate::game::{BoardId, ByBoard, Clocks, Game, Seat};
use crate::player::{Boards, Input, Output, Outputs, PartnerKind, Player, RelativeSeat, SearchThinker, usual_prices};
use crate::protocol::aside::Aside;
use crate::protocol::engine::Engine;
use crate::protocol::general::GeneralSession;
use crate::protocol::go::{Go, asks_for_a_search};
use crate::protocol::options::Dialect;
use crate::protocol::output::tame;
use crate::protocol::render::{LineStyle, Printer};
use crate::protocol::{self, Flow};
use crate::search::Observer;
use crate::team::hearing::Heard;
use crate::team::message::PartnerMessage;
use crate::types::Color;
use crate::types::host::Instant;
use std::fmt::Display;
use std::sync::Arc;

/// The longest remark, in characters: it may quote what the partner said.
const LONGEST_REMARK: usize = 400;

/// A UBI session: the state of the dialog with the GUI, and the engine behind it.
pub struct Session {
    engine: Engine,
    game: Game,
    /// Whether the GUI has sent clocks.
    has_clocks: bool,
    players: ByBoard<Player<SearchThinker>>,
}

impl Session {
    /// A session from the start position, without clocks.
    pub fn new(engine: Engine) -> Self {
        let game = Game::new(engine.settings.rules, Clocks::all(0));
        let players = ByBoard::from_fn(|board| {
            let out = Arc::clone(&engine.out);
            let listen =
                move |_| -> Box<dyn Observer> { Box::new(Printer::new(Arc::clone(&out), style(board, false))) };
            engine.player(board, game.position(board).clone(), engine.settings.habits(), Box::new(listen))
        });
        let mut session = Self { game, has_clocks: false, players, engine };
        session.pass_to_both(|_| Input::Partner(PartnerKind::Speaking));
        session
    }

    fn carry_out(&mut self, command: Command) -> Flow {
        match command {
            Command::General(general) => return self.obey(general),
            Command::NewGame => self.new_game(),
            Command::Position(boards, clocks) => self.position(&boards, clocks),
            Command::Go(board, go) => self.go(board, &go),
            Command::Stop(Some(board)) => self.pass(board, Input::Cancel),
            Command::Stop(None) => {
                self.engine.stop_chores();
                self.pass_to_both(|_| Input::Cancel);
            }
            Command::PartnerMessage(message, words) => self.partner_said(message, words),
            Command::Metadata(words) => tracing::info!(target: "tandem::metadata", "{words}"),
        }
        Flow::Continue
    }

    fn pass(&mut self, board: BoardId, input: Input) {
        let outputs = self.players[board].handle(input, self.engine.now_ms());
        self.put_out(board, outputs);
    }

    fn pass_to_both(&mut self, input: impl Fn(BoardId) -> Input) {
        for board in BoardId::ALL {
            self.pass(board, input(board));
        }
    }

    fn put_out(&mut self, board: BoardId, outputs: Outputs) {
        let style = style(board, self.engine.settings.nodes_per_ms > 0);
        for output in outputs {
            match output {
                Output::Move(found) => self.engine.out.line(&style.answer(&found)),
                Output::NoMove(_) => self.engine.out.line(&style.best_move(None, None)),
                Output::Say(said) => self.say(board, said),
                Output::Note(text) => self.engine.out.line(&style.remark(&tame(&text, LONGEST_REMARK))),
                Output::Error(text) => self.refuse_go(board, format_args!("go: {text}")),
                // UBI has no message for either.
                Output::Resign | Output::OfferDraw => {}
            }
        }
    }

    /// Sends messages to the partner. If we play both seats of the team, the other one receives them directly.
    fn say(&mut self, board: BoardId, said: Vec<PartnerMessage>) {
        for message in said {
            for line in words::lines(&message) {
                self.engine.out.line(&format!("teammsg {line}"));
            }
            let (us, other) = (self.players[board].us(), self.players[!board].us());
            let is_ours = us.is_some() && other.is_some() && us != other;
            if is_ours && !matches!(message, PartnerMessage::Say(_)) {
                self.pass(!board, Input::HeardWithin(message));
            }
        }
    }

    fn new_game(&mut self) {
        self.game = Game::new(self.engine.settings.rules, Clocks::all(0));
        self.has_clocks = false;
        for board in BoardId::ALL {
            self.pass(board, Input::NewGame(Box::new(self.game.position(board).clone())));
        }
        self.engine.shared.clear();
    }

    fn position(&mut self, boards: &str, clocks: Option<Clocks>) {
        let time = clocks.unwrap_or(*self.game.clocks());
        match Game::from_bfen(boards, self.engine.settings.rules, time) {
            Ok(game) => {
                let keys = |game: &Game| BoardId::ALL.map(|board| game.position(board).key());
                let (was, is) = (keys(&self.game), keys(&game));
                let start = keys(&Game::new(self.engine.settings.rules, time));
                let changes = |board: BoardId| was[board.index()] != is[board.index()];
                let ends = |board: BoardId| self.players[board].turn().is_none() || changes(board);
                // A server may begin the next game without `ubinewgame`, even in the midst of a search of the last one.
                if BoardId::ALL.into_iter().all(ends) && is == start && was != start {
                    self.new_game();
                }
                self.has_clocks |= clocks.is_some();
                self.replace_game(game, clocks.is_some());
            }
            Err(error) => self.engine.out.error(format_args!("position: {error}")),
        }
    }

    /// Switches to a new state. A search on a board that has changed is dropped; the other search receives the new
    /// state. Without `new_clocks` a turn under way keeps its readings, which have run since.
    fn replace_game(&mut self, game: Game, new_clocks: bool) {
        self.game = game;
        for board in BoardId::ALL {
            let [own, other] = [board, !board].map(|board| Some(Box::new(self.game.position(board).clone())));
            let told = new_clocks || self.players[board].turn().is_none();
            let clocks = if told { self.clocks(board) } else { [None; 4] };
            self.pass(board, Input::Boards(Boards { own, other, clocks }));
        }
    }

    /// The color of the player of `board`; before its first `go`, of the side on turn.
    fn us(&self, board: BoardId) -> Color {
        self.players[board].us().unwrap_or(self.game.on_turn(board).color)
    }

    /// The four clocks from the perspective of the player of `board`, if the GUI has sent any.
    fn clocks(&self, board: BoardId) -> [Option<u64>; 4] {
        let clocks = RelativeSeat::clocks(self.game.clocks(), Seat::new(board, self.us(board)));
        if self.has_clocks { clocks } else { [None; 4] }
    }

    fn go(&mut self, board: BoardId, go: &Go) {
        self.engine.tell_unknown(&go.unknown);
        self.pass(board, Input::Cancel);
        let us = self.game.on_turn(board).color;
        let was = self.players[board].us();
        self.pass(board, Input::Play(Some(us), None));
        if was.is_some_and(|was| was != us) {
            let clocks = self.clocks(board);
            self.pass(board, Input::Boards(Boards { clocks, ..Boards::default() }));
        }
        // Clocks of this board may come with `go` too; they are the newest, for the player of the other board as well.
        for color in Color::ALL {
            if let Some(ms) = go.remaining_ms[color] {
                self.game.set_clock(Seat::new(board, color), ms);
                self.has_clocks = true;
                self.pass(board, Input::Clock(RelativeSeat::here(us, color), Some(ms)));
                let across = if self.us(!board) == color { RelativeSeat::Diagonal } else { RelativeSeat::Partner };
                self.pass(!board, Input::Clock(across, Some(ms)));
            }
        }
        let position = self.game.position(board);
        let ask = go.ask(us, Vec::new(), true, &self.engine.settings);
        if position.status() == BoardStatus::Playing {
            self.engine.out.line(&style(board, false).reserves(position, self.game.position(!board)));
        }
        self.pass(board, Input::Go(Box::new(ask)));
    }

    /// Reports why a `go` on `board` starts no search, and answers it.
    fn refuse_go(&mut self, board: BoardId, error: impl Display) {
        self.engine.out.error(error);
        self.engine.out.line(&style(board, false).best_move(None, None));
    }

    /// Handles a message of the partner: as parsed, if possible, and as text.
    fn partner_said(&mut self, message: Option<PartnerMessage>, words: String) {
        tracing::info!(target: "tandem::partner", "heard `{words}`");
        // Message types that only other engines have are ignored.
        let Some(message) = message else { return };
        let mut hearers: Vec<BoardId> =
            BoardId::ALL.into_iter().filter(|&board| self.players[board].us().is_some()).collect();
        let heard = Heard::new(words, [message]);
        if hearers.is_empty() {
            // Before the first `go` we may sit at either board: the player of A answers, that of B takes the wishes in.
            let is_wish = |message: &&PartnerMessage| !matches!(message, PartnerMessage::AskTrade(_));
            for wish in heard.messages.iter().filter(is_wish) {
                self.pass(BoardId::B, Input::HeardWithin(wish.clone()));
            }
            hearers.push(BoardId::A);
        }
        for board in hearers {
            self.pass(board, Input::Heard(heard.clone()));
        }
    }
}

impl protocol::Session for Session {
    fn line(&mut self, _text: &str, words: &[&str]) -> Flow {
        match Command::parse(words) {
            Err(error) => {
                let waits = |board: &BoardId| asks_for_a_search(words) && self.players[*board].turn().is_none();
                match named_board(words).filter(waits) {
                    Some(board) => {
                        self.refuse_go(board, error);
                        Flow::Continue
                    }
                    None => self.refuse(error),
                }
            }
            Ok(command) => self.carry_out(command),
        }
    }

    fn settle(&mut self) {
        self.pass_to_both(|_| Input::Wake);
    }

    fn due(&self) -> Option<Instant> {
        let now = self.engine.now_ms();
        self.players.0.iter().filter_map(|player| player.due(now)).min().map(|ms| self.engine.moment(ms))
    }

    fn end_of_input(&mut self) {
        let ends = |player: &Player<_>| player.turn().is_some_and(|turn| !turn.ask.limits.infinite);
        let players = &self.players.0;
        self.engine.finish(|| players.iter().any(|player| ends(player) && player.is_searching()));
        for board in BoardId::ALL {
            if ends(&self.players[board]) {
                self.pass(board, Input::Finish);
            }
        }
    }
}

impl GeneralSession for Session {
    fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    fn change_rules(&mut self) {
        self.replace_game(self.game.with_rules(self.engine.settings.rules), false);
    }

    fn options_changed(&mut self) {
        let habits = self.engine.settings.habits();
        self.pass_to_both(|_| Input::Habits(habits));
    }

    fn answer_before_quit(&mut self) {
        self.pass_to_both(|_| Input::Finish);
    }

    fn answer_aside(&mut self, aside: Aside) {
        let [a, b] = BoardId::ALL.map(|board| self.game.position(board));
        let clock = |&seat: &Seat| format!("{seat} {} ms", self.game.clocks()[seat]);
        let clocks = Seat::ALL.iter().map(clock).collect::<Vec<_>>().join(", ");
        let prices = usual_prices(PartnerKind::Speaking);
        self.engine.answer(aside, &[a, b], &prices, Some(clocks));
    }
}

fn style(board: BoardId, counts_nodes: bool) -> LineStyle {
    LineStyle { dialect: Dialect::Ubi, board: Some(board), show_wdl: false, counts_nodes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::output::Written;
    use crate::search::slices::Slices;

    #[test]
    fn bug_a_go_without_a_thread_to_search_was_never_answered() {
        let written = Written::default();
        let engine = Engine::new(written.output(), Dialect::Ubi, None, Some(Slices::new(|| false)));
        let mut session = Session::new(engine);
        session.put_out(BoardId::B, vec![Output::Error("no thread".to_owned())]);
        assert_eq!(written.lines(), ["info string error: go: no thread", "bestmove board B (none)"]);
    }
}
