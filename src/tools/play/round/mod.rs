//! One game at the table: moves of people, Tandem and other engines, premoves, clocks, messages between partners, and
//! the end by the rules.

mod breaks;
mod draw;
mod engines;
mod premoves;
mod talk;
mod thoughts;

pub use breaks::Interrupted;
pub use talk::Spoken;

use super::order::Order;
use super::seated::SeatedEngine;
use super::setup::{Occupant, Setup};
use super::tandem_seat::{TandemSeat, told};
use super::wire::ThoughtView;
use super::wishes::Wishes;
use crate::arena::engines::{POLL_INTERVAL, ToldThought};
use crate::arena::referee::{Card, LiveGame, MadeMove, MatchClock, MatchScore, MatchSide, Refusal};
use crate::board::chess960::STARTS;
use crate::game::{Forfeit, Rules, Seat, Team};
use crate::player::{Input, Output, Outputs, Skill};
use crate::search::Shared;
use crate::search::slices::Slices;
use crate::team::phrases::Language;
use crate::team::probe_thread::Wake;
use crate::types::Move;
use crate::types::host::{self, Instant};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// Delay from zero on a clock to its flag: none, since moves are timed on arrival.
const LAG: Duration = Duration::ZERO;
/// The tag `Event` of the games.
const EVENT: &str = "Tandem play";

/// Resources of Tandem's seats: the size of what a team with one gets for a game, and the callback that wakes the host.
pub struct Crew {
    /// Size of the transposition table of a team, in MiB.
    pub hash_mb: usize,
    /// Search threads of a team.
    pub threads: usize,
    /// Where searches work in slices, if there are no threads.
    pub slices: Option<Arc<Slices>>,
    /// Called when a search has found something.
    pub wake: Wake,
    /// The zero of the players' time in ms.
    pub epoch: Instant,
}

impl Crew {
    /// A new random seed for each game and seat, for players below full strength.
    fn seed(&self) -> u64 {
        host::random()
    }

    /// The table and threads of a team, for a game.
    fn shared(&self) -> Arc<Shared> {
        match &self.slices {
            Some(slices) => Shared::sliced(self.hash_mb, Arc::clone(slices)),
            None => Shared::new(self.hash_mb, self.threads),
        }
    }

    fn ms(&self, at: Instant) -> u64 {
        at.saturating_duration_since(self.epoch).as_millis() as u64
    }
}

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

/// The parameters of a game, fixed before it starts.
pub struct Start<'a> {
    /// The number of the game, from 1.
    pub number: u32,
    /// The settings of the table.
    pub setup: &'a Setup,
    /// The rules in force.
    pub rules: Rules,
    /// The names of the people on the seats, if they gave one.
    pub names: [Option<String>; 4],
    /// The languages of the people on the seats.
    pub languages: [Option<Language>; 4],
    /// The language for seats without a person: the table owner's.
    pub onlooker: Language,
    /// The engines of the setup, ready for the game.
    pub engines: Vec<SeatedEngine>,
    /// The game of a tournament that this is, if it is one.
    pub order: Option<&'a Order>,
    /// Where a game that was interrupted stood.
    pub from: Option<Interrupted>,
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
    /// Begins the game at `now`.
    pub fn begin(start: Start, crew: &Arc<Crew>, now: Instant) -> Self {
        let Start { number, setup, rules, names, languages, onlooker, engines, order, from } = start;
        let control = setup.control();
        let (mut premoves, mut wishes) = Default::default();
        let (clock, game, record) = match from {
            Some(from) => {
                (premoves, wishes) = (from.premoves, from.wishes);
                (MatchClock::resumed(control, from.clocks, LAG), from.game, Some(from.record))
            }
            None => {
                let clock = MatchClock::new([control; 4], LAG);
                let start = || (crew.seed() % u64::from(STARTS)) as u16;
                let game = setup.game(rules, clock.reading(now), start);
                (clock, game, None)
            }
        };
        let card = Card {
            number,
            games: 1,
            names: order.map(|order| order.names.clone()).unwrap_or_else(|| {
                Seat::ALL.map(|seat| {
                    let engine = engines.iter().find(|engine| engine.seat == seat).map(SeatedEngine::name);
                    engine.or(names[seat.index()].clone()).unwrap_or_else(|| name(setup, seat))
                })
            }),
            teams: Team::ALL.map(|team| team.to_string()),
            first_seats: MatchSide::First,
            muted: [false; 2],
            controls: [control; 2],
            date: Some(host::date()),
        };
        let mut live = LiveGame::new(card, MatchScore::default(), game, clock);
        live.record.set_tag("Event", EVENT);
        if let Some(order) = order {
            live.record.set_tag("Round", &order.round.to_string());
            live.record.set_tag("Team1", &order.teams[0]);
            live.record.set_tag("Team2", &order.teams[1]);
        }
        if let Some(record) = record {
            live.record = record;
        }
        let seats = Seat::ALL.into_iter().filter(|&seat| *setup.occupant(seat) == Occupant::Tandem);
        // A hash table lives as long as the game: the first seat of a team makes it.
        let mut shared = [const { None::<Arc<Shared>> }; 2];
        let tandems = seats.map(|seat| {
            let shared = shared[seat.team().index()].get_or_insert_with(|| crew.shared());
            let skill = Skill { level: setup.level(seat), seed: crew.seed() };
            let language = languages[seat.partner().index()];
            let person = matches!(setup.occupant(seat.partner()), Occupant::Me | Occupant::Guest);
            TandemSeat::new(seat, live.game.position(seat.board), skill, shared, &crew.wake, language, person)
        });
        let mut round = Self {
            tandems: tandems.collect(),
            engines,
            premoves,
            dropped: Vec::new(),
            wishes,
            offers: Default::default(),
            aborted_by: None,
            lines: [0; 4],
            languages: languages.map(|language| language.unwrap_or(onlooker)),
            shows_thoughts: !setup.has_people(),
            thoughts: Default::default(),
            todo: VecDeque::new(),
            spoken: Vec::new(),
            crew: Arc::clone(crew),
            live,
        };
        round.show_engines(None, now);
        let (clocks, increment_ms) = (round.live.clock.reading(now), control.increment.as_millis() as u64);
        round.each_tandem(now, |tandem, live, ms| {
            let boards = [tandem.seat.board, !tandem.seat.board].map(|board| live.game.position(board));
            tandem.begin(boards, &clocks, increment_ms, ms)
        });
        round.remind_of_wishes(now);
        round.relay_early_words(now);
        round.go_on(now);
        round
    }

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
                    self.live.thoughts[seat.index()] = ToldThought { score, ..ToldThought::default() };
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

/// The name of a player: on the score sheet, and for its partner.
pub fn name(setup: &Setup, seat: Seat) -> String {
    match setup.occupant(seat) {
        Occupant::Me | Occupant::Guest => format!("Player {}", seat.letter()),
        Occupant::Engine(name) => name.clone(),
        Occupant::Tandem if setup.level(seat).is_full() => "Tandem".to_owned(),
        Occupant::Tandem => format!("Tandem level {}", setup.levels[seat.index()]),
    }
}
