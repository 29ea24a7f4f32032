//! For tests of the match: an engine that only records its input, a game that is shown to one player, a card.

use std::fs;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};
use tandem::arena::control::TimeControl;
use tandem::arena::engines::{
    AskedTurn, EngineEvent, EnginePlayer, EngineSpec, GameStart, GameUpdate, Protocol, start_player, start_team,
};
use tandem::arena::referee::{Card, LiveGame, MatchClock, MatchScore, MatchSide};
use tandem::game::{BoardId, Clocks, Game, Rules, Seat, Transfer};
use tempfile::TempDir;

/// The recorded input of an engine.
pub struct Ear {
    folder: TempDir,
    _events: Receiver<EngineEvent>,
}

impl Ear {
    /// Starts a player or a team with a recording engine.
    fn new<P>(
        protocol: Protocol,
        options: &[(&str, &str)],
        start: impl FnOnce(&EngineSpec, &SyncSender<EngineEvent>) -> io::Result<P>,
    ) -> (P, Self) {
        let folder = tempfile::tempdir().expect("a folder");
        let (sender, events) = sync_channel(1000);
        let spec = EngineSpec {
            command: ["sh", "-c", "exec cat > heard"].map(str::to_owned).to_vec(),
            protocol,
            folder: Some(folder.path().to_owned()),
            options: options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
            ..EngineSpec::default()
        };
        (start(&spec, &sender).expect("a shell"), Self { folder, _events: events })
    }

    /// A player with a recording engine, and its record.
    pub fn player(protocol: Protocol, options: &[(&str, &str)]) -> (Box<dyn EnginePlayer>, Self) {
        Self::new(protocol, options, |spec, events| start_player(spec, "engine", events))
    }

    /// Both players of a team in one process.
    pub fn team() -> ([Box<dyn EnginePlayer>; 2], Self) {
        Self::new(Protocol::Ubi, &[], |spec, events| start_team(spec, "both", events))
    }

    /// All lines, after the players have quit.
    pub fn heard(self, players: Vec<Box<dyn EnginePlayer>>) -> Vec<String> {
        for player in players {
            player.process().borrow_mut().quit();
        }
        let text = fs::read_to_string(self.folder.path().join("heard")).expect("what was heard");
        text.lines().filter(|&line| line != "quit").map(str::to_owned).collect()
    }
}

/// The fixed data of the only game of a match.
pub fn card(control: TimeControl) -> Card {
    Card {
        number: 1,
        games: 1,
        names: ["one", "two", "two", "one"].map(str::to_owned),
        teams: ["one", "two"].map(str::to_owned),
        first_seats: MatchSide::First,
        muted: [false; 2],
        controls: [control; 2],
        date: None,
    }
}

/// A game in progress with clocks that run from `now` on.
pub fn live_game(boards: &str, rules: &str, card: Card, lag: Duration, now: Instant) -> LiveGame {
    let mut clock = MatchClock::new(card.controls_by_seat(), lag);
    let rules: Rules = rules.parse().expect("rules");
    let game = Game::from_bfen(boards, rules, clock.reading(now)).expect("boards");
    BoardId::ALL.into_iter().for_each(|board| clock.start(game.on_turn(board), now));
    LiveGame::new(card, MatchScore::default(), game, clock)
}

/// A game from one player's perspective: all clocks stand still.
pub struct Stage {
    game: Game,
    seat: Seat,
    plies: [u32; 2],
}

impl Stage {
    /// From a pair of boards.
    pub fn new(boards: &str, rules: &str, seat: Seat) -> Self {
        let rules: Rules = rules.parse().expect("rules");
        Self { game: Game::from_bfen(boards, rules, Clocks::all(2000)).expect("boards"), seat, plies: [0; 2] }
    }

    /// Announces the game.
    pub fn announce(&self, player: &mut dyn EnginePlayer) {
        player.new_game(&GameStart {
            seat: self.seat,
            rules: self.game.rules(),
            base: Duration::from_secs(2),
            increment: Duration::ZERO,
            partner: "Some Engine",
        });
    }

    /// Shows the start position.
    pub fn open(&self, player: &mut dyn EnginePlayer) {
        self.show(player, None, true);
    }

    /// Plays a move of any seat, and shows the result.
    pub fn play(&mut self, player: &mut dyn EnginePlayer, board: BoardId, text: &str) -> Option<Transfer> {
        let mv = self.game.position(board).find_move(text).expect("a legal move");
        let transfer = self.game.play(board, mv).expect("played");
        self.plies[board.index()] += 1;
        let changed = board == self.seat.board || transfer.is_some();
        self.show(player, Some(board), changed);
        transfer
    }

    fn show(&self, player: &mut dyn EnginePlayer, moved: Option<BoardId>, changed: bool) {
        let ply = self.plies[self.seat.board.index()];
        let turn = AskedTurn { ply, new: moved.is_none_or(|board| board == self.seat.board) };
        player.show(&GameUpdate {
            boards: &self.game.to_bfen(),
            clocks: *self.game.clocks(),
            own_board_changed: changed,
            played: moved.and_then(|_| self.game.played().last().copied()),
            think: (changed && self.game.is_on_turn(self.seat)).then_some(turn),
        });
    }
}
