//! One game on one board between two UCI engines: moves in, positions out, clocks, flags, and the end.

mod board;
mod game;
mod variant;

pub use board::{GameBoard, StartError};
pub use game::{OneBoardEnd, OneBoardGame};
pub use variant::{Form, MatchVariant, MatchVariantError};

use super::by_nodes::PATIENCE;
use super::{Conduct, GRACE, MatchClock, quote, whole_ms};
use crate::arena::control::TimeControl;
use crate::arena::engines::{EngineEvent, EngineOutput, OneBoardEngine, SearchInfo};
use crate::arena::measure::NodesPerMs;
use crate::game::{BoardId, Forfeit, Reason, Seat};
use crate::types::Color;
use crate::types::host::Instant;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// A turn that ended with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredTurn {
    /// The side.
    pub color: Color,
    /// Time used.
    pub spent: Duration,
    /// The last values that its engine reported.
    pub thought: SearchInfo,
}

/// A game's terms.
#[derive(Clone, Copy, Debug)]
pub struct OneBoardTerms {
    /// The time control.
    pub control: TimeControl,
    /// Delay of the flags.
    pub lag: Duration,
    /// Nodes that count as a millisecond, white's and black's; none for real time.
    pub rates: Option<[NodesPerMs; 2]>,
    /// Moves of each side after which the game is drawn.
    pub max_moves: Option<u32>,
    /// Timeout for an engine that counts no more nodes; `None` for the default.
    pub patience: Option<Duration>,
}

/// A game that is over.
pub struct PlayedOneBoard {
    /// The game as it ended.
    pub game: OneBoardGame,
    /// The turns that ended with an answer.
    pub turns: Vec<AnsweredTurn>,
    /// Time on the clock from the first move to the end.
    pub took: Duration,
    /// The side whose engine must not play on as it is: gone, silent, or writing garbage.
    pub failed: Option<Color>,
    /// Whether the user broke it off.
    pub interrupted: bool,
}

/// How a turn ended.
enum Turn {
    Move(String),
    Flag,
    /// More nodes than the clock had, without an answer.
    Overdrawn,
    Gone(Color),
    Garbage(Color, String),
    Stuck(Duration),
    Interrupted,
}

/// The search of the side on turn, as its engine reports it.
struct ReportedSearch {
    /// The last value of each kind.
    last: SearchInfo,
    /// The real time when the count of nodes last grew.
    progress: Instant,
}

impl ReportedSearch {
    /// Adds a report. A count of nodes that decreases is ignored.
    fn add(&mut self, thought: &SearchInfo) {
        if thought.nodes > self.last.nodes {
            self.progress = Instant::now();
            self.last.nodes = thought.nodes;
        }
        self.last.score = thought.score.or(self.last.score);
        self.last.depth = thought.depth.or(self.last.depth);
    }
}

/// The referee of one game.
pub struct OneBoardReferee<'a> {
    game: OneBoardGame,
    /// White and black.
    engines: [&'a mut OneBoardEngine; 2],
    events: &'a Receiver<EngineEvent>,
    terms: OneBoardTerms,
    clock: MatchClock,
    /// The time of the clocks that count nodes.
    virtual_now: Instant,
    turns: Vec<AnsweredTurn>,
    conduct: [Conduct; 2],
    /// The time of the last line of each engine.
    heard: [Option<Instant>; 2],
}

/// The seat of a side for [`MatchClock`], of whose boards one is used.
const fn seat(color: Color) -> Seat {
    Seat { board: BoardId::A, color }
}

impl<'a> OneBoardReferee<'a> {
    /// A referee for a game about to start. The engines, white's and black's, must be ready.
    pub fn new(
        game: OneBoardGame,
        engines: [&'a mut OneBoardEngine; 2],
        events: &'a Receiver<EngineEvent>,
        terms: OneBoardTerms,
    ) -> Self {
        let lag = if terms.rates.is_some() { Duration::ZERO } else { terms.lag };
        let clock = MatchClock::new([terms.control; 4], lag);
        let (turns, conduct, heard) = Default::default();
        Self { game, engines, events, terms, clock, virtual_now: Instant::now(), turns, conduct, heard }
    }

    /// Plays the game to its end.
    pub fn play(mut self) -> PlayedOneBoard {
        let began = self.now();
        let (mut failed, mut interrupted) = (None, false);
        while self.game.end.is_none() {
            let us = self.game.board().side_to_move();
            match self.turn(us) {
                Turn::Move(text) => failed = self.answer(us, &text),
                Turn::Flag => failed = self.flag(us),
                Turn::Overdrawn => {
                    self.game.flag(us, format!("{us} forfeits on time"), Vec::new());
                    // It may never answer.
                    failed = Some(us);
                }
                Turn::Gone(color) => failed = Some(self.forfeit(color, Forfeit::Disconnect, "has ended")),
                Turn::Garbage(color, line) => {
                    failed = Some(self.forfeit(color, Forfeit::Garbage, &format!("writes `{}`", quote(&line))));
                }
                Turn::Stuck(patience) => {
                    let why = format!("counts no node for {} seconds", patience.as_secs());
                    failed = Some(self.forfeit(us, Forfeit::Disconnect, &why));
                }
                Turn::Interrupted => {
                    self.game.break_off("broken off by the user");
                    interrupted = true;
                }
            }
        }
        let now = self.now();
        self.clock.stop_all(now);
        self.engines.iter_mut().for_each(|engine| engine.stop());
        let took = now.saturating_duration_since(began);
        PlayedOneBoard { game: self.game, turns: self.turns, took, failed, interrupted }
    }

    /// The time of the clocks.
    fn now(&self) -> Instant {
        if self.terms.rates.is_some() { self.virtual_now } else { Instant::now() }
    }

    /// Waits for the answer of the side on turn, under its clock.
    fn turn(&mut self, us: Color) -> Turn {
        let now = self.now();
        self.clock.start(seat(us), now);
        let clocks = Color::ALL.map(|color| whole_ms(self.clock.left(seat(color), now)));
        let ticket = self.game.moves().len() as u64;
        let engine = &mut self.engines[us.index()];
        engine.go(self.game.start(), self.game.moves(), clocks, self.terms.control.increment, ticket);
        let patience = self.terms.patience.unwrap_or(PATIENCE);
        let mut search = ReportedSearch { last: SearchInfo::default(), progress: Instant::now() };
        let is_real = self.terms.rates.is_none();
        loop {
            // A flood of lines does not extend the time.
            if !is_real && search.progress.elapsed() > patience {
                return Turn::Stuck(patience);
            }
            let deadline = self.clock.next_flag().filter(|_| is_real).unwrap_or(search.progress + patience);
            let event = match self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) if is_real => return Turn::Flag,
                Err(RecvTimeoutError::Timeout) => return Turn::Stuck(patience),
                Err(RecvTimeoutError::Disconnected) => return Turn::Interrupted,
            };
            let Some(process) = event.process() else { return Turn::Interrupted };
            let sender = Color::ALL.into_iter().find(|color| self.engines[color.index()].id() == process);
            // An event of a process that is no longer in use.
            let Some(sender) = sender else { continue };
            match event {
                EngineEvent::Flushed { ticket: written, at, .. } if is_real && written == ticket && sender == us => {
                    self.clock.began(seat(us), at);
                }
                EngineEvent::Line { at, text, .. } if is_real && at > deadline + GRACE => {
                    // Too late for the game, but it may be the answer that the engine owes.
                    if let Some(text) = text {
                        self.engines[sender.index()].read(&text);
                    }
                    return Turn::Flag;
                }
                EngineEvent::Line { at, text: Some(text), .. } => {
                    self.heard[sender.index()] = Some(at);
                    match self.engines[sender.index()].read(&text) {
                        Some(EngineOutput::Thought(thought)) if sender == us => {
                            search.add(&thought);
                            if let Some(flag) = self.overdrawn(us, search.last.nodes) {
                                self.virtual_now = flag;
                                return Turn::Overdrawn;
                            }
                        }
                        Some(EngineOutput::Move { text, .. }) if sender == us => {
                            return self.ended(us, at, search.last, text);
                        }
                        Some(EngineOutput::Garbage(line)) if self.conduct[sender.index()].garbage() => {
                            return Turn::Garbage(sender, line);
                        }
                        _ => {}
                    }
                }
                EngineEvent::Line { .. } => return Turn::Garbage(sender, "a line without end".to_owned()),
                EngineEvent::Closed { .. } => return Turn::Gone(sender),
                _ => {}
            }
        }
    }

    /// When the flag of the side on turn has fallen by the nodes that its engine reported, if it has.
    fn overdrawn(&self, us: Color, nodes: Option<u64>) -> Option<Instant> {
        let at = self.virtual_now + self.terms.rates?[us.index()].time(nodes?);
        self.clock.next_flag().filter(|&flag| at > flag)
    }

    /// Stops the clock of a side that has answered at `at`, or after the nodes that its engine reported.
    fn ended(&mut self, us: Color, at: Instant, thought: SearchInfo, text: String) -> Turn {
        let at = match (self.terms.rates, thought.nodes) {
            (None, _) => at,
            (Some(rates), Some(nodes)) => self.virtual_now + rates[us.index()].time(nodes),
            (Some(_), None) => return Turn::Garbage(us, format!("bestmove {text}, without the count of its nodes")),
        };
        let before = self.clock.left(seat(us), self.clock.turn_began(seat(us)).unwrap_or(at));
        let spent = before.saturating_sub(self.clock.left(seat(us), at));
        let in_time = self.clock.stop(seat(us), at);
        self.virtual_now = self.virtual_now.max(at);
        self.turns.push(AnsweredTurn { color: us, spent, thought });
        if in_time { Turn::Move(text) } else { Turn::Flag }
    }

    /// Plays an answer; an illegal one loses, and its side is returned.
    fn answer(&mut self, us: Color, text: &str) -> Option<Color> {
        let left = self.clock.left(seat(us), self.now());
        if !self.game.play(text, left) {
            let why = format!("plays `{}`, which is not legal in {}", quote(text), self.game.board().fen());
            return Some(self.forfeit(us, Forfeit::IllegalMove, &why));
        }
        let made = |color| self.turns.iter().filter(|turn| turn.color == color).count();
        let least = Color::ALL.map(made).into_iter().min().unwrap_or(0);
        if let Some(most) = self.terms.max_moves.filter(|&most| least >= most as usize)
            && self.game.end.is_none()
        {
            self.game.draw(Reason::Adjudication, format!("{most} moves of each side"));
        }
        None
    }

    /// Ends the game by a fallen flag. The side is returned, and evidence is kept, if its engine wrote nothing during
    /// its whole turn: it may be stuck.
    fn flag(&mut self, loser: Color) -> Option<Color> {
        let heard = self.heard[loser.index()];
        let began = self.clock.turn_began(seat(loser));
        let is_silent = began.is_some_and(|began| heard.is_none_or(|heard| heard < began));
        let (why, evidence) = if is_silent {
            (": not a line since its turn began", self.engines[loser.index()].process().evidence(false))
        } else {
            ("", Vec::new())
        };
        self.game.flag(loser, format!("{loser} forfeits on time{why}"), evidence);
        is_silent.then_some(loser)
    }

    /// Ends the game against a side, with evidence, and returns the side.
    fn forfeit(&mut self, loser: Color, forfeit: Forfeit, why: &str) -> Color {
        let gone = forfeit == Forfeit::Disconnect;
        let evidence = self.engines[loser.index()].process().evidence(gone);
        self.game.lose(loser, Reason::Forfeit(forfeit), format!("{loser} {why}"), evidence);
        loser
    }
}
