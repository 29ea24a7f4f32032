//! One game at the table: people's moves and Tandem's, premoves, clocks, words between partners, and the end by the rules.

use super::setup::{Occupant, Setup};
use super::sitter::Sitter;
use super::wishes::Wishes;
use crate::game::{BoardId, Forfeit, Game, Rules, Seat, Team};
use crate::player::{Input, Output, Outputs, Skill};
use crate::search::Shared;
use crate::team::message::PartnerMessage;
use crate::team::phrases::{self, Language};
use crate::team::probes::Wake;
use crate::tools::r#match::referee::{Card, LiveGame, MadeMove, MatchClock, MatchScore, MatchSide, Refusal};
use crate::types::Move;
use std::collections::VecDeque;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// How long after its clock shows zero a flag falls: at once, since moves are timed where they arrive.
const LAG: Duration = Duration::ZERO;
/// Lines that a player may say in a game: all of them go into its record.
const MOST_LINES: u32 = 1000;
/// The tag `Event` of the games.
const EVENT: &str = "Tandem play";

/// What Tandem needs to sit down: table and threads of each team, and how it wakes the host.
pub struct Crew {
    /// By [`Team::index`].
    pub shared: [Arc<Shared>; 2],
    /// Called when a search has found something.
    pub wake: Wake,
    /// The beginning of the time that players are told.
    pub epoch: Instant,
}

impl Crew {
    /// Another number for each game and seat, for players below full strength.
    fn seed(&self) -> u64 {
        RandomState::new().build_hasher().finish()
    }

    fn ms(&self, at: Instant) -> u64 {
        at.saturating_duration_since(self.epoch).as_millis() as u64
    }
}

/// Why what a person wants is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnedDown {
    /// The game is over.
    Over,
    /// Another player is on turn, or was when the move was chosen.
    NotOnTurn,
    /// It is no legal move.
    Illegal,
    /// Enough was said.
    Silenced,
}

/// Somebody said something.
#[derive(Clone, Debug)]
pub struct Spoken {
    /// Who.
    pub seat: Seat,
    /// The words.
    pub text: String,
    /// Whether these are not the words, but what Tandem understood of them.
    pub understood: bool,
}

/// A game under way, or over.
pub struct Round {
    live: LiveGame,
    sitters: Vec<Sitter>,
    premoves: [Option<String>; 4],
    wishes: [Wishes; 4],
    /// Lines said by each seat.
    lines: [u32; 4],
    /// What Tandem's seats do, in order, not yet passed on.
    todo: VecDeque<(Seat, Output)>,
    /// What was said since it was last asked for.
    spoken: Vec<Spoken>,
    crew: Arc<Crew>,
}

impl Round {
    /// The game begins now. `languages` are those of the people on the seats.
    pub fn begin(
        number: u32,
        setup: &Setup,
        rules: Rules,
        languages: [Option<Language>; 4],
        crew: &Arc<Crew>,
        now: Instant,
    ) -> Self {
        let control = setup.control();
        let clock = MatchClock::new(control, LAG);
        let game = Game::new(rules, clock.reading(now));
        let card = Card {
            number,
            games: 1,
            names: Seat::ALL.map(|seat| name(setup, seat)),
            teams: Team::ALL.map(|team| team.to_string()),
            first_seats: MatchSide::First,
            muted: [false; 2],
            control,
            date: Some(SystemTime::now()),
        };
        let mut live = LiveGame::new(card, MatchScore::default(), game, clock);
        live.record.set_tag("Event", EVENT);
        let seats = Seat::ALL.into_iter().filter(|&seat| setup.occupant(seat) == Occupant::Tandem);
        let sitters = seats.map(|seat| {
            let shared = &crew.shared[seat.team().index()];
            let skill = Skill { level: setup.level(seat), seed: crew.seed() };
            let language = languages[seat.partner().index()];
            Sitter::new(seat, live.game.position(seat.board), skill, shared, &crew.wake, language)
        });
        let mut round = Self {
            sitters: sitters.collect(),
            premoves: Default::default(),
            wishes: Default::default(),
            lines: [0; 4],
            todo: VecDeque::new(),
            spoken: Vec::new(),
            crew: Arc::clone(crew),
            live,
        };
        for board in BoardId::ALL {
            round.live.clock.start(round.live.game.on_turn(board), now);
        }
        let (clocks, increment_ms) = (round.live.clock.reading(now), control.increment.as_millis() as u64);
        round.each_sitter(now, |sitter, live, ms| {
            let boards = [sitter.seat.board, !sitter.seat.board].map(|board| live.game.position(board));
            sitter.begin(boards, &clocks, increment_ms, ms)
        });
        round.go_on(now);
        round
    }

    /// The game as it may be shown.
    pub fn live(&self) -> &LiveGame {
        &self.live
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.live.ending.is_some()
    }

    /// The move that a seat has ready for its next turn.
    pub fn premove(&self, seat: Seat) -> Option<&str> {
        self.premoves[seat.index()].as_deref()
    }

    /// What a seat has said that it wants.
    pub fn wishes(&self, seat: Seat) -> &Wishes {
        &self.wishes[seat.index()]
    }

    /// Whether Tandem has a move on `seat` and does not make it.
    pub fn sits(&self, seat: Seat) -> bool {
        !self.is_over() && self.sitters.iter().any(|sitter| sitter.seat == seat && sitter.sits())
    }

    /// What was said since the last call.
    pub fn take_spoken(&mut self) -> Vec<Spoken> {
        std::mem::take(&mut self.spoken)
    }

    /// The moment at which something happens by itself.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        if self.is_over() {
            return None;
        }
        let ms = self.crew.ms(now);
        let sitters = self.sitters.iter().filter_map(|sitter| sitter.due(ms));
        let sitters = sitters.map(|due| self.crew.epoch + Duration::from_millis(due));
        sitters.chain(self.live.clock.next_flag()).min()
    }

    // What people do.

    /// A person makes a move, chosen when `ply` plies had been played on the board.
    pub fn play(&mut self, seat: Seat, text: &str, ply: usize, now: Instant) -> Result<(), TurnedDown> {
        self.check_flags(now);
        if self.is_over() {
            return Err(TurnedDown::Over);
        }
        if !self.live.on_turn(seat) || ply != self.live.game.plies(seat.board) {
            return Err(TurnedDown::NotOnTurn);
        }
        let mv = self.live.game.position(seat.board).find_move(text).ok_or(TurnedDown::Illegal)?;
        self.make(seat, mv, now);
        self.go_on(now);
        Ok(())
    }

    /// A person has a move ready for its next turn, or takes it back. One for a turn that has begun meanwhile is made at once.
    pub fn set_premove(&mut self, seat: Seat, text: Option<String>, now: Instant) -> Result<(), TurnedDown> {
        if self.is_over() {
            return Err(TurnedDown::Over);
        }
        self.premoves[seat.index()] = text;
        self.go_on(now);
        Ok(())
    }

    /// A person says something to its partner.
    pub fn say(&mut self, seat: Seat, text: &str, now: Instant) -> Result<(), TurnedDown> {
        let lines = &mut self.lines[seat.index()];
        if *lines == MOST_LINES {
            return Err(TurnedDown::Silenced);
        }
        *lines += 1;
        self.live.say(seat, text.to_owned());
        self.spoken.push(Spoken { seat, text: text.to_owned(), understood: false });
        let understood = phrases::understand(text);
        understood.messages.iter().for_each(|message| self.wishes[seat.index()].said(message));
        let heard = Input::Heard { text: text.to_owned(), messages: vec![PartnerMessage::Say(text.to_owned())] };
        let partner = self.sitters.iter().any(|sitter| sitter.seat == seat.partner());
        if partner && !self.is_over() {
            self.tell(seat.partner(), now, |sitter, ms| sitter.tell(heard, ms));
            let text = self.sitter(seat.partner()).map(|sitter| {
                let language = understood.language.unwrap_or(sitter.language());
                let [what, effects] = [phrases::say_all(&understood.messages, language), sitter.effects(language)];
                if effects.is_empty() { what } else { format!("{what} — {effects}") }
            });
            self.spoken.push(Spoken { seat, text: text.unwrap_or_default(), understood: true });
            self.go_on(now);
        }
        Ok(())
    }

    /// A person gives the game up.
    pub fn resign(&mut self, seat: Seat, now: Instant) -> Result<(), TurnedDown> {
        self.check_flags(now);
        self.live.game.resign(seat).map_err(|_| TurnedDown::Over)?;
        self.close(now);
        Ok(())
    }

    /// The game is broken off.
    pub fn abort(&mut self, now: Instant) {
        if !self.is_over() {
            self.live.clock.stop_all(now);
            self.live.break_off("broken off");
            self.dismiss(now);
        }
    }

    /// Time has passed, or a search has found something.
    pub fn wake(&mut self, now: Instant) {
        self.check_flags(now);
        if !self.is_over() {
            self.each_sitter(now, |sitter, _, ms| sitter.tell(Input::Wake, ms));
            self.go_on(now);
        }
    }

    // What follows from it.

    fn sitter(&self, seat: Seat) -> Option<&Sitter> {
        self.sitters.iter().find(|sitter| sitter.seat == seat)
    }

    fn tell(&mut self, seat: Seat, now: Instant, how: impl FnOnce(&mut Sitter, u64) -> Outputs) {
        let ms = self.crew.ms(now);
        if let Some(sitter) = self.sitters.iter_mut().find(|sitter| sitter.seat == seat) {
            self.todo.extend(how(sitter, ms).into_iter().map(|output| (seat, output)));
        }
    }

    fn each_sitter(&mut self, now: Instant, mut how: impl FnMut(&mut Sitter, &LiveGame, u64) -> Outputs) {
        let ms = self.crew.ms(now);
        for sitter in &mut self.sitters {
            let seat = sitter.seat;
            self.todo.extend(how(sitter, &self.live, ms).into_iter().map(|output| (seat, output)));
        }
    }

    /// Does what Tandem's seats want done, and makes the moves that people have ready, until there is nothing left to do.
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
                    self.make(seat, mv, now);
                }
                _ => {
                    tracing::warn!(target: "tandem::play", "{seat} wants {:?} in {}", found.best, self.live.game.to_bfen());
                    let position = self.live.game.position(seat.board).clone();
                    self.tell(seat, now, |sitter, ms| sitter.put_right(&position, ms));
                }
            },
            Output::Say(said) => self.pass_on(seat, &said, now),
            Output::Resign => {
                if self.live.game.resign(seat).is_ok() {
                    self.close(now);
                }
            }
            Output::Error(text) => tracing::warn!(target: "tandem::play", "{seat}: {text}"),
            // A draw is nobody's wish here, and notes are for those who look into the engine.
            Output::NoMove(_) | Output::Note(_) | Output::OfferDraw => {}
        }
    }

    /// Tandem says something to its partner.
    fn pass_on(&mut self, seat: Seat, said: &[PartnerMessage], now: Instant) {
        let language = self.sitter(seat).map_or(Language::English, Sitter::language);
        let text = phrases::say_all(said, language);
        self.live.say(seat, text.clone());
        self.spoken.push(Spoken { seat, text, understood: false });
        for message in said {
            self.wishes[seat.index()].said(message);
            // Free text is for people.
            if !matches!(message, PartnerMessage::Say(_)) {
                let message = message.clone();
                self.tell(seat.partner(), now, |sitter, ms| sitter.tell(Input::HeardWithin(message), ms));
            }
        }
    }

    /// Makes a legal move of the player on turn, unless its flag has fallen.
    fn make(&mut self, seat: Seat, mv: Move, now: Instant) {
        self.premoves[seat.index()] = None;
        match self.live.make_move(seat, now, mv) {
            Ok(made) => self.show(seat, made, now),
            Err(Refusal::Flag) => self.fall(&[seat], now),
            // The position allows it, so the game does.
            Err(Refusal::Game(mv, error)) => {
                tracing::error!(target: "tandem::play", "{seat}: `{mv}`: {error}");
                if self.live.game.forfeit(seat, Forfeit::IllegalMove).is_ok() {
                    self.close(now);
                }
            }
        }
    }

    /// A move was made: clocks, hands, and what Tandem's seats see.
    fn show(&mut self, seat: Seat, made: MadeMove, now: Instant) {
        if self.live.game.outcome().is_some() {
            return self.close(now);
        }
        let board = seat.board;
        self.live.clock.start(self.live.game.on_turn(board), now);
        if let Some(transfer) = made.transfer {
            self.wishes[transfer.to.index()].arrived(transfer.piece);
        }
        let clocks = self.live.clock.reading(now);
        let lifted = made.mv.taken.is_some();
        self.each_sitter(now, |sitter, live, ms| {
            let (own, other) = (live.game.position(sitter.seat.board), live.game.position(!sitter.seat.board));
            let mut out = sitter.tell_clocks(&clocks, ms);
            if sitter.seat.board != board || made.transfer.is_some() || lifted {
                out.extend(sitter.tell(Input::ShowOther(Box::new(other.clone())), ms));
            }
            if sitter.seat.board == board && sitter.seat != seat {
                out.extend(sitter.tell(Input::Moved(made.mv.mv), ms));
            } else if sitter.seat.board != board && made.transfer.is_some() {
                out.extend(sitter.tell_hands(own, ms));
            }
            if lifted {
                out.extend(sitter.put_right(own, ms));
            }
            // A move adds to its player's clock by the player's own reckoning too; what stands here is right.
            out.extend(sitter.tell_clocks(&clocks, ms));
            out
        });
    }

    /// Makes the move that a person on turn has ready, and says whether there was one. One that has become illegal is dropped; a
    /// drop waits for its piece where nothing else is possible (R8, R10).
    fn make_premove(&mut self, now: Instant) -> bool {
        for board in BoardId::ALL {
            let seat = self.live.game.on_turn(board);
            let Some(text) = self.premoves[seat.index()].clone() else { continue };
            let position = self.live.game.position(board);
            if let Some(mv) = position.find_move(&text) {
                self.make(seat, mv, now);
                return true;
            }
            if position.has_legal_move() || !text.contains('@') {
                self.premoves[seat.index()] = None;
            }
        }
        false
    }

    fn check_flags(&mut self, now: Instant) {
        let fallen = if self.is_over() { Vec::new() } else { self.live.clock.fallen(now) };
        if !fallen.is_empty() {
            self.fall(&fallen, now);
        }
    }

    fn fall(&mut self, seats: &[Seat], now: Instant) {
        if self.live.game.flags(seats).is_ok() {
            self.close(now);
        }
    }

    /// The rules have ended the game.
    fn close(&mut self, now: Instant) {
        if let Some(outcome) = self.live.game.outcome() {
            self.live.clock.stop_all(now);
            self.live.end(outcome, None, Vec::new());
            self.dismiss(now);
        }
    }

    fn dismiss(&mut self, now: Instant) {
        self.premoves = Default::default();
        self.wishes = Default::default();
        self.each_sitter(now, |sitter, _, ms| sitter.tell(Input::Cancel, ms));
        self.todo.clear();
    }
}

/// The name on the score sheet.
fn name(setup: &Setup, seat: Seat) -> String {
    match setup.occupant(seat) {
        Occupant::Me | Occupant::Guest => format!("Player {}", seat.letter()),
        Occupant::Tandem if setup.level(seat).is_full() => "Tandem".to_owned(),
        Occupant::Tandem => format!("Tandem level {}", setup.levels[seat.index()]),
    }
}
