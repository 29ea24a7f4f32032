//! One game at the table: moves of people, Tandem and other engines, premoves, clocks, messages between partners, and
//! the end by the rules.

mod breaks;
mod draw;
mod engines;
mod premoves;
mod start;
mod talk;
mod thoughts;

pub use breaks::Interrupted;
pub use start::{Crew, Start, name};
pub use talk::Spoken;

use super::seated::SeatedEngine;
use super::tandem_seat::{TandemSeat, told};
use super::wire::ThoughtView;
use super::wishes::Wishes;
use crate::arena::engines::{POLL_INTERVAL, SearchInfo};
use crate::arena::referee::{LiveGame, MadeMove, Refusal};
use crate::game::{Forfeit, Seat};
use crate::player::{Input, Output, Outputs};
use crate::team::phrases::Language;
use crate::types::Move;
use crate::types::host::Instant;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// Why a person's request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnedDown {
    /// The game is over.
    Over,
    /// Another player is on turn, or was when the move was chosen.
    NotOnTurn,
    /// The move is not legal.
    Illegal,
    /// The limit of messages is reached.
    Silenced,
    /// An offer of a draw came too soon after the last one.
    TooSoon,
}

/// A game under way, or over.
pub struct Round {
    live: LiveGame,
    tandems: Vec<TandemSeat>,
    engines: Vec<SeatedEngine>,
    premoves: [Option<String>; 4],
    /// Premoves that were not legal when their turn came, since the last [`Round::take_dropped`].
    dropped: Vec<(Seat, String)>,
    wishes: [Wishes; 4],
    offers: draw::Offers,
    /// The player who aborted the game.
    aborted_by: Option<Seat>,
    /// Lines said by the person on each seat.
    lines: [u32; 4],
    /// The language in which messages of another engine to each seat are shown.
    languages: [Language; 4],
    /// Whether no person plays, so that everybody may see the engines' thoughts.
    shows_thoughts: bool,
    /// Each engine's search for its last move.
    thoughts: [Option<ThoughtView>; 4],
    /// Pending outputs of Tandem's seats, in order.
    todo: VecDeque<(Seat, Output)>,
    /// Lines of the chat since the last [`Round::take_spoken`].
    spoken: Vec<Spoken>,
    crew: Arc<Crew>,
}

impl Round {
    /// The game with its clocks and record.
    pub fn live(&self) -> &LiveGame {
        &self.live
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.live.ending.is_some()
    }

    /// The wishes that a seat has sent to its partner.
    pub fn wishes(&self, seat: Seat) -> &Wishes {
        &self.wishes[seat.index()]
    }

    /// Whether Tandem has a move on `seat` and does not make it.
    pub fn sits(&self, seat: Seat) -> bool {
        !self.is_over() && self.tandems.iter().any(|tandem| tandem.seat == seat && tandem.sits())
    }

    /// When [`Round::wake`] is to be called even without events.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        if self.is_over() {
            return None;
        }
        let ms = self.crew.ms(now);
        let tandems = self.tandems.iter().filter_map(|tandem| tandem.due(ms));
        let tandems = tandems.map(|due| self.crew.epoch + Duration::from_millis(due));
        // Poll an engine that has closed its output: its exit follows soon.
        let gone = self.engines.iter().any(SeatedEngine::is_closed).then(|| now + POLL_INTERVAL);
        tandems.chain(self.live.clock.next_flag()).chain(gone).min()
    }

    // Actions of people.

    /// Makes a person's move, chosen when `ply` plies had been played on the board.
    ///
    /// # Errors
    /// When the game is over, the player is not on turn, or was not then, or the move is not legal.
    pub fn play(&mut self, seat: Seat, text: &str, ply: usize, now: Instant) -> Result<(), TurnedDown> {
        self.check_flags(now);
        if self.is_over() {
            return Err(TurnedDown::Over);
        }
        if !self.live.on_turn(seat) || ply != self.live.game.plies(seat.board) {
            return Err(TurnedDown::NotOnTurn);
        }
        let mv = self.live.game.position(seat.board).find_move(text).ok_or(TurnedDown::Illegal)?;
        self.make(seat, mv, now, now);
        self.go_on(now);
        Ok(())
    }

    /// Resigns for a person.
    ///
    /// # Errors
    /// When the game is over.
    pub fn resign(&mut self, seat: Seat, now: Instant) -> Result<(), TurnedDown> {
        self.check_flags(now);
        if self.is_over() {
            return Err(TurnedDown::Over);
        }
        self.give_up(seat, now);
        Ok(())
    }

    /// Continues the game after time has passed or a search has found something.
    pub fn wake(&mut self, now: Instant) {
        self.check_flags(now);
        self.check_gone(now);
        if !self.is_over() {
            self.each_tandem(now, |tandem, _, ms| tandem.tell(Input::Wake, ms));
            self.go_on(now);
        }
    }

    // Consequences.

    fn tandem(&self, seat: Seat) -> Option<&TandemSeat> {
        self.tandems.iter().find(|tandem| tandem.seat == seat)
    }

    fn tell(&mut self, seat: Seat, now: Instant, how: impl FnOnce(&mut TandemSeat, u64) -> Outputs) {
        let ms = self.crew.ms(now);
        if let Some(tandem) = self.tandems.iter_mut().find(|tandem| tandem.seat == seat) {
            self.todo.extend(how(tandem, ms).into_iter().map(|output| (seat, output)));
        }
    }

    fn each_tandem(&mut self, now: Instant, mut how: impl FnMut(&mut TandemSeat, &LiveGame, u64) -> Outputs) {
        let ms = self.crew.ms(now);
        for tandem in &mut self.tandems {
            let seat = tandem.seat;
            self.todo.extend(how(tandem, &self.live, ms).into_iter().map(|output| (seat, output)));
        }
    }

    /// Carries out pending outputs of Tandem's seats and makes premoves, until none is left.
    fn go_on(&mut self, now: Instant) {
        while !self.is_over() {
            if let Some((seat, output)) = self.todo.pop_front() {
                self.carry_out(seat, output, now);
            } else if !self.make_premove(now) {
                break;
            }
        }
        self.todo.clear();
    }

    fn carry_out(&mut self, seat: Seat, output: Output, now: Instant) {
        match output {
            Output::Move(found) => match found.best {
                Some(mv) if self.live.on_turn(seat) && self.live.game.position(seat.board).is_legal(mv) => {
                    let score = Some(told(found.score));
                    self.live.thoughts[seat.index()] = SearchInfo { score, ..SearchInfo::default() };
                    self.make(seat, mv, now, now);
                }
                _ => {
                    let bfen = self.live.game.to_bfen();
                    tracing::warn!(target: "tandem::play", "{seat} wants {:?} in {bfen}", found.best);
                    let position = self.live.game.position(seat.board).clone();
                    self.tell(seat, now, |tandem, ms| tandem.put_right(&position, ms));
                }
            },
            Output::Say(said) => self.pass_on(seat, &said, now),
            Output::Resign => self.give_up(seat, now),
            Output::Error(text) => tracing::warn!(target: "tandem::play", "{seat}: {text}"),
            // Tandem offers no draws on the page, and notes are diagnostics of the engine.
            Output::NoMove(_) | Output::Note(_) | Output::OfferDraw => {}
        }
    }

    /// Makes a legal move that the player on turn has chosen at `at`, unless its flag had fallen.
    fn make(&mut self, seat: Seat, mv: Move, at: Instant, now: Instant) {
        self.premoves[seat.index()] = None;
        self.note_thought(seat, mv);
        match self.live.make_move(seat, at, mv) {
            Ok(made) => self.show(seat, made, now),
            Err(Refusal::Flag) => self.fall(&[seat], now),
            // Unreachable: the game accepts every move that is legal in the position.
            Err(Refusal::Game(mv, error)) => {
                tracing::error!(target: "tandem::play", "{seat}: `{mv}`: {error}");
                if self.live.game.forfeit(seat, Forfeit::IllegalMove).is_ok() {
                    self.close(None, now);
                }
            }
        }
    }

    /// Passes a move that was made, with clocks and hands, to all players.
    fn show(&mut self, seat: Seat, made: MadeMove, now: Instant) {
        if self.live.game.outcome().is_some() {
            return self.close(None, now);
        }
        self.age_offer();
        let board = seat.board;
        self.show_engines(Some((seat, made)), now);
        if let Some(transfer) = made.transfer {
            self.wishes[transfer.to.index()].arrived(transfer.piece);
        }
        let clocks = self.live.clock.reading(now);
        let lifted = made.mv.taken.is_some();
        self.each_tandem(now, |tandem, live, ms| {
            let (own, other) = (live.game.position(tandem.seat.board), live.game.position(!tandem.seat.board));
            let other_changed = tandem.seat.board != board || made.transfer.is_some() || lifted;
            let mut out = Outputs::new();
            if tandem.seat.board != board && made.transfer.is_some() {
                out.extend(tandem.tell_hands(own, other, ms));
            }
            out.extend(tandem.show(other_changed.then_some(other), &clocks, ms));
            if tandem.seat.board == board && tandem.seat != seat {
                out.extend(tandem.tell(Input::Moved(made.mv.mv), ms));
            }
            if lifted {
                out.extend(tandem.put_right(own, ms));
            }
            // A player adds the increment for a move to the clock itself; these clocks are the exact ones.
            out.extend(tandem.show(None, &clocks, ms));
            out
        });
    }

    fn check_flags(&mut self, now: Instant) {
        let fallen = if self.is_over() { Vec::new() } else { self.live.clock.fallen(now) };
        if !fallen.is_empty() {
            self.fall(&fallen, now);
        }
    }

    fn fall(&mut self, seats: &[Seat], now: Instant) {
        // An engine that lost on time may be slow or stuck.
        let late = self.engines.iter_mut().filter(|engine| seats.contains(&engine.seat));
        late.for_each(|engine| engine.unfit = true);
        if self.live.game.flags(seats).is_ok() {
            self.close(None, now);
        }
    }

    fn give_up(&mut self, seat: Seat, now: Instant) {
        if self.live.game.resign(seat).is_ok() {
            self.close(None, now);
        }
    }

    /// Closes the game if the rules have ended it; `why` explains the end where needed.
    fn close(&mut self, why: Option<&str>, now: Instant) {
        if let Some(outcome) = self.live.game.outcome() {
            self.live.clock.stop_all(now);
            self.live.end(outcome, why, Vec::new());
            self.dismiss(now);
        }
    }

    fn dismiss(&mut self, now: Instant) {
        self.premoves = Default::default();
        self.wishes = Default::default();
        self.each_tandem(now, |tandem, _, ms| tandem.tell(Input::Cancel, ms));
        self.tandems.clear();
        self.engines.iter_mut().for_each(|engine| engine.player.stop());
        self.todo.clear();
    }
}
