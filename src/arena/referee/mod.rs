//! One game: moves in, positions out, clocks, flags, and the end. The `game` layer decides what is legal and what is
//! lost; an engine's own claims have no effect.
//!
//! `live` is the game with its record, `clock` the four clocks, `showing` the state as players get it, `answer` what
//! an answer does to the game. `conduct` counts offenses, `adjudication` ends games early, `promotion` takes the piece
//! of a gambler's promotion. `by_nodes` and `tapes` replace real time by nodes; `one_board` is the referee of games on
//! one board.

mod adjudication;
mod answer;
mod by_nodes;
mod clock;
mod conduct;
mod live;
pub mod one_board;
mod promotion;
mod showing;
mod tapes;

pub use adjudication::{Adjudication, Adjudicator, Draw, Resign, Ruling};
pub use answer::Answer;
pub use clock::{MatchClock, whole_ms};
pub use conduct::{Conduct, quote};
pub use live::{Card, EVENT, Ending, GameObserver, LiveGame, MadeMove, MatchScore, MatchSide, Notice, Refusal, Talk};
pub use promotion::complete as complete_promotion;
pub use showing::Showing;

use crate::arena::engines::{AskedTurn, EngineEvent, EngineOutput, EnginePlayer, Message, Process};
use crate::arena::measure::NodesPerMs;
use crate::board::Position;
use crate::game::{BoardId, Forfeit, Seat, Seating};
use crate::types::Move;
use crate::types::host::Instant;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use tapes::Tapes;

/// The log target for trouble that is no offense.
const LOG: &str = "tandem::match";
/// Interval between two ticks for the observers.
const TICK: Duration = Duration::from_millis(50);
/// An event this much later than a flag proves that no event from before the flag is still on its way.
const GRACE: Duration = Duration::from_millis(20);
/// Moves of a PV that are shown.
const LINE_MOVES: usize = 6;

/// The limits of a game beside its rules and clocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameLimits {
    /// The limits that end the game early.
    pub adjudication: Adjudication,
    /// Timeout, in real time, for a searching engine that counts no more nodes; `None` for the default.
    pub patience: Option<Duration>,
}

/// The referee of one game.
pub struct Referee<'a> {
    live: LiveGame,
    players: &'a mut [Box<dyn EnginePlayer>; 4],
    seating: Seating,
    events: &'a Receiver<EngineEvent>,
    observers: &'a mut [Box<dyn GameObserver>],
    conduct: [Conduct; 4],
    heard: [Option<Instant>; 4],
    /// Whether the report that is shown came after the player's last move.
    fresh: [bool; 4],
    judge: Adjudicator,
    /// Timeout, in real time, for a searching engine that counts no more nodes: it must be stuck, on however slow a
    /// machine.
    patience: Duration,
    failed: Option<Seat>,
    interrupted: bool,
    /// Under a clock that counts nodes: the players' output, and the current time.
    tapes: Option<Tapes>,
}

/// The outcome of a game.
pub struct PlayedGame {
    /// The game as it ended.
    pub live: LiveGame,
    /// The seat whose engine must not play on as it is: gone, silent, or writing garbage.
    pub failed: Option<Seat>,
    /// Whether the user broke it off.
    pub interrupted: bool,
}

impl<'a> Referee<'a> {
    /// A referee for a game about to start. The players must be ready.
    pub fn new(
        live: LiveGame,
        players: &'a mut [Box<dyn EnginePlayer>; 4],
        seating: Seating,
        events: &'a Receiver<EngineEvent>,
        observers: &'a mut [Box<dyn GameObserver>],
        limits: GameLimits,
    ) -> Self {
        Self {
            live,
            players,
            seating,
            events,
            observers,
            conduct: Default::default(),
            heard: [None; 4],
            fresh: [false; 4],
            judge: Adjudicator::new(limits.adjudication),
            patience: limits.patience.unwrap_or(by_nodes::PATIENCE),
            failed: None,
            interrupted: false,
            tapes: None,
        }
    }

    /// Plays the game to its end, by clocks that count nodes if there are `rates`, in the order of [`Seat::ALL`].
    ///
    /// # Errors
    /// When an observer fails.
    pub fn play(mut self, rates: Option<[NodesPerMs; 4]>) -> io::Result<PlayedGame> {
        self.tapes = rates.map(|rates| Tapes::new(rates, Instant::now()));
        self.tell(Notice::Started)?;
        self.show(None);
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

    /// Waits for an event until `deadline`; then a flag may have fallen.
    fn wait(&mut self, deadline: Instant) -> io::Result<()> {
        match self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => return self.handle(event),
            Err(RecvTimeoutError::Timeout) if self.tapes.is_none() => self.flags(Instant::now()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.interrupt(),
        }
        Ok(())
    }

    /// The current time of the clocks.
    fn now(&self) -> Instant {
        self.tapes.as_ref().map_or_else(Instant::now, Tapes::now)
    }

    /// Ends the game: stops clocks and players, and notifies the observers.
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
        let process = event.process()?;
        Seat::ALL.into_iter().find(|&seat| {
            let player = &self.players[self.seating.player(seat)];
            player.process().borrow().id() == process
                && match event {
                    EngineEvent::Line { text: Some(text), .. } => player.is_for(text),
                    EngineEvent::Flushed { ticket, .. } => {
                        *ticket == AskedTurn::ticket(self.live.ply(seat.board), seat.board)
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
        // An event of a process that is no longer in use.
        let Some(seat) = self.seat_of(&event) else { return Ok(()) };
        let is_timed = self.tapes.is_none();
        match event {
            EngineEvent::Line { at, text, .. }
                if is_timed && self.live.clock.next_flag().is_some_and(|flag| at > flag + GRACE) =>
            {
                self.flags(at);
                // Too late for the game, but it may be an answer that the engine owes.
                if let Some(text) = text {
                    self.player(seat).read(&text);
                }
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

    fn said(&mut self, seat: Seat, at: Instant, said: EngineOutput) -> io::Result<()> {
        match said {
            EngineOutput::Move { ply, current, text } => {
                return self.answer(seat, at, AskedTurn { ply, new: current }, &text);
            }
            EngineOutput::Thought(mut thought) => {
                if thought.depth.is_some() {
                    thought.line = san_line(self.live.game.position(seat.board), &thought.line);
                    self.live.thoughts[seat.index()] = thought;
                    self.fresh[seat.index()] = true;
                }
            }
            EngineOutput::Message(mut message) => {
                message.text = quote(&message.text);
                return self.relay(seat, &message);
            }
            EngineOutput::Remark(text) => self.conduct[seat.index()].remark(&mut self.live, seat, &text),
            EngineOutput::Resigned => self.resign(seat),
            EngineOutput::Garbage(line) => self.garbage(seat, &line),
        }
        Ok(())
    }

    /// Passes a message on to the partner, up to a limit; a muted team's messages are dropped.
    fn relay(&mut self, seat: Seat, message: &Message) -> io::Result<()> {
        if self.live.card.muted[self.live.card.side(seat.team()).index()] {
            return Ok(());
        }
        if !self.conduct[seat.index()].message() {
            return Ok(());
        }
        self.player(seat.partner()).hear(message);
        self.live.say(seat, message.text.clone());
        self.tell(Notice::Said)
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
        if self.conduct[seat.index()].garbage() {
            self.forfeit(seat, Forfeit::Garbage, &format!("`{}`", quote(line)));
        }
    }

    /// Handles a move, or a player's statement that it cannot move.
    fn answer(&mut self, seat: Seat, at: Instant, turn: AskedTurn, text: &str) -> io::Result<()> {
        if !turn.new {
            tracing::debug!(target: LOG, "{seat} answers {text} to a search that was cancelled");
        }
        match Answer::of(&self.live, seat, turn, text) {
            Answer::Move(mv) => return self.play_move(seat, at, mv),
            Answer::Nothing => {}
            Answer::Illegal(why) => self.forfeit(seat, Forfeit::IllegalMove, &why),
        }
        Ok(())
    }

    fn play_move(&mut self, seat: Seat, at: Instant, mv: Move) -> io::Result<()> {
        let mut fallen = self.live.clock.fallen(at);
        if fallen.first().is_some_and(|&first| first != seat) {
            // The other board's flag fell first. A move within its own lag is in time even so.
            let is_in_time = self.live.clock.flags().any(|(running, flag)| running == seat && at <= flag);
            fallen.retain(|&late| late != seat || !is_in_time);
            self.fall(&fallen);
            return Ok(());
        }
        let made = match self.live.make_move(seat, at, mv) {
            Ok(made) => made,
            Err(Refusal::Flag) => {
                self.fall(&fallen);
                return Ok(());
            }
            Err(Refusal::Game(mv, error)) => {
                self.forfeit(seat, Forfeit::IllegalMove, &format!("`{mv}`: {error}"));
                return Ok(());
            }
        };
        let why = self.adjudicate(seat);
        let outcome = self.live.game.outcome();
        if outcome.is_none() {
            self.show(Some((seat.board, made)));
        }
        self.tell(Notice::Moved)?;
        if let Some(outcome) = outcome {
            self.live.end(outcome, why.as_deref(), Vec::new());
        }
        Ok(())
    }

    /// Ends the game if the scores after a player's move suffice for that, and returns the reason.
    fn adjudicate(&mut self, mover: Seat) -> Option<String> {
        let fresh = std::mem::take(&mut self.fresh[mover.index()]);
        let verdict = self.live.thoughts[mover.index()].score.filter(|_| fresh);
        let (seat, why) = self.judge.moved(mover, verdict)?;
        // Fails if the rules have ended the game already.
        self.live.game.adjudicate(seat).ok().map(|()| why)
    }

    /// Sends everybody the boards after a move, or at the start, and requests a move from those who are to search now.
    fn show(&mut self, moved: Option<(BoardId, MadeMove)>) {
        let now = self.now();
        let showing = Showing::begin(&mut self.live, moved, now);
        for (seat, asked) in showing.seats() {
            let think = asked && self.may_think(seat);
            self.player(seat).show(&showing.update(seat, think));
        }
    }

    // Ends of the game.

    fn flags(&mut self, now: Instant) {
        let fallen = self.live.clock.fallen(now);
        if !fallen.is_empty() {
            self.fall(&fallen);
        }
    }

    /// Ends the game by fallen flags. For a player that wrote nothing during its whole turn evidence is kept: it may be
    /// stuck.
    fn fall(&mut self, seats: &[Seat]) {
        let silent = seats.iter().copied().filter(|_| self.tapes.is_none()).find(|&seat| {
            let heard = self.heard[seat.index()];
            self.live.clock.turn_began(seat).is_some_and(|began| heard.is_none_or(|heard| heard < began))
        });
        // This fails only for a game that is over or a player not on turn, and clocks run for neither.
        if self.live.game.flags(seats).is_err() {
            return;
        }
        let Some(outcome) = self.live.game.outcome() else { return };
        self.failed = silent.or(self.failed);
        // A player that complained before may have lost its time over that.
        let complained = || seats.iter().copied().find(|seat| self.conduct[seat.index()].has_remarked());
        let suspect = silent.or_else(complained);
        let evidence = suspect.map_or_else(Vec::new, |seat| self.evidence(seat, false));
        self.live.end(outcome, silent.map(|_| "not a line since its turn began"), evidence);
    }

    fn evidence(&self, seat: Seat, gone: bool) -> Vec<String> {
        self.players[self.seating.player(seat)].process().borrow_mut().evidence(gone)
    }

    fn disconnect(&mut self, seat: Seat) {
        let evidence = self.evidence(seat, true);
        let why = Process::end_in_words(&evidence).to_owned();
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

/// The first moves of a PV as SAN, as far as they are legal.
fn san_line(position: &Position, line: &[String]) -> Vec<String> {
    let mut position = position.clone();
    let next = |text: &String| {
        // CECP engines may send SAN.
        let mv = position.find_move(text).or_else(|| position.parse_san(text).ok())?;
        let san = position.san(mv);
        position.make_move(mv);
        Some(san)
    };
    line.iter().take(LINE_MOVES).map_while(next).collect()
}
