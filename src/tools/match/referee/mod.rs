//! One game: moves in, positions out, clocks, flags, and the end. The `game` layer decides what is legal and what is lost;
//! an engine's own claims count for nothing.
//!
//! After every move all four players see both boards and all clocks. Who is newly on turn, or whose hands have changed
//! during its turn, is asked for a move. A player that cannot move (R8, R10) is asked too, and nothing is expected of it.

mod adjudication;
mod by_nodes;
mod clock;
mod live;
pub mod measure;
mod promotion;
mod tapes;

pub use adjudication::{Adjudication, Adjudicator, Draw, Resign, Ruling};
pub use clock::{MatchClock, TimeControl};
pub use live::{Card, EVENT, Ending, GameObserver, LiveGame, MadeMove, MatchScore, MatchSide, Notice, Refusal, Talk};
pub use measure::Measure;

use crate::board::Position;
use crate::game::{BoardId, ByBoard, Forfeit, Seat, Seating};
use crate::tools::r#match::engines::{AskedTurn, EngineEvent, EnginePlayer, Message, Said, Scene};
use crate::types::Move;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tapes::Tapes;

/// Lines of a game that may be garbage before the game is lost by it.
const GARBAGE_LIMIT: u32 = 100;
/// Where trouble that is no offense is noted.
const LOG: &str = "tandem::match";
/// Messages of a player that are passed on in a game.
const MESSAGE_LIMIT: u32 = 1000;
/// Claims and complaints of a player that are noted in a game.
const REMARK_LIMIT: u32 = 20;
/// Between two ticks for those who look on.
const TICK: Duration = Duration::from_millis(50);
/// How much later than a flag an event must be to prove that nothing from before the flag is still on its way.
const GRACE: Duration = Duration::from_millis(20);
/// Characters of a message or a garbage line that are kept.
const LONGEST_QUOTE: usize = 120;

/// Moves of a line of play that are shown.
const LINE_MOVES: usize = 6;

/// The referee of one game.
pub struct Referee<'a> {
    live: LiveGame,
    players: &'a mut [Box<dyn EnginePlayer>; 4],
    seating: Seating,
    events: &'a Receiver<EngineEvent>,
    observers: &'a mut [Box<dyn GameObserver>],
    plies: [u32; 2],
    garbage: [u32; 4],
    messages: [u32; 4],
    remarks: [u32; 4],
    heard: [Option<Instant>; 4],
    /// Whether the thought that is shown came after the player's last move.
    fresh: [bool; 4],
    judge: Adjudicator,
    /// How long an engine that thinks may count no nodes in real time: it hangs then, on however slow a machine.
    patience: Duration,
    failed: Option<Seat>,
    interrupted: bool,
    /// Under a clock that counts nodes: what the players say, and what time it is.
    tapes: Option<Tapes>,
}

/// What came of a game.
pub struct PlayedGame {
    /// The game as it ended.
    pub live: LiveGame,
    /// Who must not play on as it is: gone, silent, or talking garbage.
    pub failed: Option<Seat>,
    /// Whether the user broke it off.
    pub interrupted: bool,
}

impl<'a> Referee<'a> {
    /// A referee for a game about to start, who ends it early by the adjudication, and waits so long for an engine that counts no
    /// node more (nothing for the usual time). The players must be ready.
    pub fn new(
        live: LiveGame,
        players: &'a mut [Box<dyn EnginePlayer>; 4],
        seating: Seating,
        events: &'a Receiver<EngineEvent>,
        observers: &'a mut [Box<dyn GameObserver>],
        (adjudication, patience): (Adjudication, Option<Duration>),
    ) -> Self {
        Self {
            live,
            players,
            seating,
            events,
            observers,
            plies: [0; 2],
            garbage: [0; 4],
            messages: [0; 4],
            remarks: [0; 4],
            heard: [None; 4],
            fresh: [false; 4],
            judge: Adjudicator::new(adjudication),
            patience: patience.unwrap_or(by_nodes::PATIENCE),
            failed: None,
            interrupted: false,
            tapes: None,
        }
    }

    /// Plays the game to its end.
    /// Fails when an observer fails.
    pub fn play(mut self, measure: Measure) -> io::Result<PlayedGame> {
        if let Measure::Nodes(rate) = measure {
            self.tapes = Some(Tapes::new(rate, Instant::now()));
        }
        self.tell(Notice::Started)?;
        self.show(ByBoard([true; 2]), None);
        let mut next_tick = Instant::now();
        while self.live.ending.is_none() {
            match self.tapes.as_ref().map(Tapes::awaited) {
                None => self.wait(self.live.clock.next_flag().map_or(next_tick, |flag| flag.min(next_tick)))?,
                Some(Some(awaited)) => {
                    self.wait(next_tick)?;
                    self.check_progress(awaited);
                }
                Some(None) => self.go_on()?,
            }
            if Instant::now() >= next_tick {
                self.tell(Notice::Ticked)?;
                next_tick = Instant::now() + TICK;
            }
        }
        self.close()
    }

    /// Waits for an event, but no longer than to a deadline: then a flag may have fallen.
    fn wait(&mut self, deadline: Instant) -> io::Result<()> {
        match self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => return self.handle(event),
            Err(RecvTimeoutError::Timeout) if self.tapes.is_none() => self.flags(Instant::now()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.interrupt(),
        }
        Ok(())
    }

    /// The time that the clocks go by.
    fn now(&self) -> Instant {
        self.tapes.as_ref().map_or_else(Instant::now, Tapes::now)
    }

    /// The game is over: everybody is told.
    fn close(mut self) -> io::Result<PlayedGame> {
        self.live.clock.stop_all(self.now());
        for player in self.players.iter_mut() {
            player.stop();
        }
        self.tell(Notice::Ended)?;
        Ok(PlayedGame { live: self.live, failed: self.failed, interrupted: self.interrupted })
    }

    fn tell(&mut self, notice: Notice) -> io::Result<()> {
        let now = self.now();
        self.observers.iter_mut().try_for_each(|observer| observer.notice(&self.live, notice, now))
    }

    fn player(&mut self, seat: Seat) -> &mut dyn EnginePlayer {
        &mut *self.players[self.seating.player(seat)]
    }

    /// The seat that an event is about; of a process that serves two, the one that its line or ticket names.
    fn seat_of(&self, event: &EngineEvent) -> Option<Seat> {
        let process = match event {
            EngineEvent::Line { process, .. }
            | EngineEvent::Flushed { process, .. }
            | EngineEvent::Closed { process } => *process,
            EngineEvent::Interrupt => return None,
        };
        Seat::ALL.into_iter().find(|&seat| {
            let player = &self.players[self.seating.player(seat)];
            player.process().borrow().id() == process
                && match event {
                    EngineEvent::Line { text: Some(text), .. } => player.is_for(text),
                    EngineEvent::Flushed { ticket, .. } => {
                        *ticket == AskedTurn::ticket(self.plies[seat.board.index()], seat.board)
                    }
                    _ => true,
                }
        })
    }

    fn handle(&mut self, event: EngineEvent) -> io::Result<()> {
        if matches!(event, EngineEvent::Interrupt) {
            self.interrupt();
            return Ok(());
        }
        // News of a process that is no longer ours.
        let Some(seat) = self.seat_of(&event) else { return Ok(()) };
        let is_timed = self.tapes.is_none();
        match event {
            EngineEvent::Line { at, .. }
                if is_timed && self.live.clock.next_flag().is_some_and(|flag| at > flag + GRACE) =>
            {
                self.flags(at);
            }
            EngineEvent::Line { at, text: Some(text), .. } => {
                self.heard[seat.index()] = Some(at);
                match self.player(seat).read(&text) {
                    Some(said) if is_timed => self.said(seat, at, said)?,
                    Some(said) => self.record(seat, said),
                    None => {}
                }
            }
            EngineEvent::Line { .. } => self.forfeit(seat, Forfeit::Garbage, "a line without end"),
            EngineEvent::Flushed { at, .. } if is_timed => self.live.clock.began(seat, at),
            EngineEvent::Closed { .. } => self.disconnect(seat),
            EngineEvent::Flushed { .. } | EngineEvent::Interrupt => {}
        }
        Ok(())
    }

    fn said(&mut self, seat: Seat, at: Instant, said: Said) -> io::Result<()> {
        match said {
            Said::Move { ply, current, text } => return self.answer(seat, at, AskedTurn { ply, new: current }, &text),
            Said::Thought(mut thought) => {
                if thought.depth.is_some() {
                    thought.line = san_line(self.live.game.position(seat.board), &thought.line);
                    self.live.thoughts[seat.index()] = thought;
                    self.fresh[seat.index()] = true;
                }
            }
            Said::Message(mut message) => {
                message.text = quote(&message.text);
                return self.relay(seat, &message);
            }
            Said::Remark(text) => self.remark(seat, &quote(&text)),
            Said::Resigned => self.resign(seat),
            Said::Garbage(line) => self.garbage(seat, &line),
        }
        Ok(())
    }

    /// Passes words on to the partner, a flood of them only so far, those of a muted team not at all.
    fn relay(&mut self, seat: Seat, message: &Message) -> io::Result<()> {
        if self.live.card.muted[self.live.card.side(seat.team()).index()] {
            return Ok(());
        }
        let count = &mut self.messages[seat.index()];
        *count += 1;
        if *count > MESSAGE_LIMIT {
            return Ok(());
        }
        self.player(seat.partner()).hear(message);
        self.live.say(seat, message.text.clone());
        self.tell(Notice::Said)
    }

    /// Notes what a player claims or complains of. It changes nothing: the rules decide.
    fn remark(&mut self, seat: Seat, text: &str) {
        let count = &mut self.remarks[seat.index()];
        *count += 1;
        if *count <= REMARK_LIMIT {
            tracing::info!(target: LOG, "{seat} says: {text}");
            self.live.record.note(&format!("{} claims: {text}", seat.letter()));
        }
    }

    fn resign(&mut self, seat: Seat) {
        if self.live.game.resign(seat).is_ok()
            && let Some(outcome) = self.live.game.outcome()
        {
            self.live.end(outcome, None, Vec::new());
        }
    }

    fn garbage(&mut self, seat: Seat, line: &str) {
        tracing::warn!(target: LOG, "{seat} writes garbage: {line}");
        let count = &mut self.garbage[seat.index()];
        *count += 1;
        if *count >= GARBAGE_LIMIT {
            self.forfeit(seat, Forfeit::Garbage, &format!("`{}`", quote(line)));
        }
    }

    /// A player has moved, or says that it cannot. `turn.new` is false for the answer to a search that was cancelled: taken
    /// if it fits (only pieces have come into hands since then), passed over otherwise.
    fn answer(&mut self, seat: Seat, at: Instant, turn: AskedTurn, text: &str) -> io::Result<()> {
        let fits = self.live.on_turn(seat) && turn.ply == self.plies[seat.board.index()];
        let position = self.live.game.position(seat.board);
        let found = position.find_move(text);
        if !turn.new {
            tracing::debug!(target: LOG, "{seat} answers {text} to a search that was cancelled, fits: {fits}");
        }
        match found {
            Some(mv) if fits => self.play_move(seat, at, mv),
            _ if !turn.new || !fits => Ok(()),
            // The player waits for a piece, as the rules have it, and says so.
            None if !position.has_legal_move() => Ok(()),
            _ => {
                let why = format!("`{}` is not legal in {}", quote(text), position.to_bfen());
                self.forfeit(seat, Forfeit::IllegalMove, &why);
                Ok(())
            }
        }
    }

    fn play_move(&mut self, seat: Seat, at: Instant, mv: Move) -> io::Result<()> {
        let board = seat.board;
        let made = match self.live.make_move(seat, at, mv) {
            Ok(made) => made,
            Err(Refusal::Flag) => {
                self.fall(&[seat]);
                return Ok(());
            }
            Err(Refusal::Game(mv, error)) => {
                self.forfeit(seat, Forfeit::IllegalMove, &format!("`{mv}`: {error}"));
                return Ok(());
            }
        };
        self.plies[board.index()] += 1;
        let why = self.adjudicate(seat);
        let outcome = self.live.game.outcome();
        if outcome.is_none() {
            let hands_changed = made.transfer.is_some() || made.mv.taken.is_some();
            self.show(ByBoard::from_fn(|other| other == board || hands_changed), Some(board));
        }
        self.tell(Notice::Moved)?;
        if let Some(outcome) = outcome {
            self.live.end(outcome, why.as_deref(), Vec::new());
        }
        Ok(())
    }

    /// Ends the game if what is told after the move of a player is enough for that, and says why.
    fn adjudicate(&mut self, mover: Seat) -> Option<String> {
        let fresh = std::mem::take(&mut self.fresh[mover.index()]);
        let verdict = self.live.thoughts[mover.index()].score.filter(|_| fresh);
        let (seat, why) = self.judge.moved(mover, verdict)?;
        // What the rules have ended is over.
        self.live.game.adjudicate(seat).ok().map(|()| why)
    }

    /// Shows everybody the boards. Whoever is on turn on a board that `changed` is asked for a move; on the board
    /// `moved` (at the start: on both) that is a new turn, and a clock is started.
    fn show(&mut self, changed: ByBoard<bool>, moved: Option<BoardId>) {
        let now = self.now();
        let is_new = |board| moved.is_none_or(|moved| moved == board);
        for board in BoardId::ALL.into_iter().filter(|&board| is_new(board)) {
            self.live.clock.start(self.live.game.on_turn(board), now);
        }
        let boards = self.live.game.to_bfen();
        let played = moved.and_then(|_| self.live.game.played().last().copied());
        let clocks = self.live.clock.reading(now);
        // Those who are to move first: their clocks run.
        let (thinkers, others): (Vec<Seat>, Vec<Seat>) =
            Seat::ALL.into_iter().partition(|&seat| changed[seat.board] && self.live.game.is_on_turn(seat));
        let turns = ByBoard::from_fn(|board| AskedTurn { ply: self.plies[board.index()], new: is_new(board) });
        for (seats, think) in [(thinkers, true), (others, false)] {
            for seat in seats {
                let think = think && self.may_think(seat);
                self.players[self.seating.player(seat)].show(&Scene {
                    boards: &boards,
                    clocks,
                    own_board_changed: changed[seat.board],
                    played,
                    think: think.then_some(turns[seat.board]),
                });
            }
        }
    }

    // Ends.

    fn flags(&mut self, now: Instant) {
        let fallen = self.live.clock.fallen(now);
        if !fallen.is_empty() {
            self.fall(&fallen);
        }
    }

    /// Flags have fallen. Of a player that wrote nothing during its whole turn the evidence is kept: it may hang.
    fn fall(&mut self, seats: &[Seat]) {
        let silent = seats.iter().copied().filter(|_| self.tapes.is_none()).find(|&seat| {
            let heard = self.heard[seat.index()];
            self.live.clock.turn_began(seat).is_some_and(|began| heard.is_none_or(|heard| heard < began))
        });
        // It fails only for a game that is over or a player not on turn, and clocks run for neither.
        if self.live.game.flags(seats).is_err() {
            return;
        }
        let Some(outcome) = self.live.game.outcome() else { return };
        self.failed = silent.or(self.failed);
        // Who complained before may have lost its time over that.
        let complained = || seats.iter().copied().find(|seat| self.remarks[seat.index()] > 0);
        let suspect = silent.or_else(complained);
        let evidence = suspect.map_or_else(Vec::new, |seat| self.evidence(seat, false));
        self.live.end(outcome, silent.map(|_| "not a line since its turn began"), evidence);
    }

    fn evidence(&self, seat: Seat, gone: bool) -> Vec<String> {
        self.players[self.seating.player(seat)].process().borrow_mut().evidence(gone)
    }

    fn disconnect(&mut self, seat: Seat) {
        let evidence = self.evidence(seat, true);
        let why = evidence.last().cloned().unwrap_or_default();
        self.stop_game(seat, Forfeit::Disconnect, &why, evidence);
    }

    fn forfeit(&mut self, seat: Seat, forfeit: Forfeit, why: &str) {
        let evidence = self.evidence(seat, false);
        self.stop_game(seat, forfeit, why, evidence);
    }

    fn stop_game(&mut self, seat: Seat, forfeit: Forfeit, why: &str, evidence: Vec<String>) {
        self.failed = Some(seat);
        if self.live.game.forfeit(seat, forfeit).is_ok()
            && let Some(outcome) = self.live.game.outcome()
        {
            self.live.end(outcome, Some(why), evidence);
        }
    }

    fn interrupt(&mut self) {
        self.interrupted = true;
        self.live.break_off("broken off by the user");
    }
}

/// The first moves of a line as SAN, as far as they are legal.
fn san_line(position: &Position, line: &[String]) -> Vec<String> {
    let mut position = position.clone();
    let next = |text: &String| {
        // CECP engines may think in SAN.
        let mv = position.find_move(text).or_else(|| position.parse_san(text).ok())?;
        let san = position.san(mv);
        position.make_move(mv);
        Some(san)
    };
    line.iter().take(LINE_MOVES).map_while(next).collect()
}

/// As much of what an engine wrote as is kept.
pub fn quote(text: &str) -> String {
    text.chars().take(LONGEST_QUOTE).collect()
}
