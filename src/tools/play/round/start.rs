//! The start of a game: its players, clocks and record.

use super::{Interrupted, Round};
use crate::arena::referee::{Card, LiveGame, MatchClock, MatchScore, MatchSide};
use crate::board::chess960::STARTS;
use crate::game::{Game, Rules, Seat, Team};
use crate::player::Skill;
use crate::search::Shared;
use crate::search::slices::Slices;
use crate::team::partnership::Manners;
use crate::team::phrases::Language;
use crate::team::probe_thread::Wake;
use crate::tools::play::order::Order;
use crate::tools::play::seated::SeatedEngine;
use crate::tools::play::setup::{Occupant, Setup};
use crate::tools::play::tandem_seat::TandemSeat;
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

    /// The players' time at a moment, in ms.
    pub(super) fn ms(&self, at: Instant) -> u64 {
        at.saturating_duration_since(self.epoch).as_millis() as u64
    }
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

impl Start<'_> {
    /// The head of the record: players, teams and time control.
    fn card(&self) -> Card {
        Card {
            number: self.number,
            games: 1,
            names: match self.order {
                Some(order) => order.names.clone(),
                None => Seat::ALL.map(|seat| self.player_name(seat)),
            },
            teams: Team::ALL.map(|team| team.to_string()),
            first_seats: MatchSide::First,
            muted: [false; 2],
            controls: [self.setup.control(); 2],
            date: Some(host::date()),
        }
    }

    /// The name of a player: the engine's, or the one that the person gave.
    fn player_name(&self, seat: Seat) -> String {
        let engine = self.engines.iter().find(|engine| engine.seat == seat).map(SeatedEngine::name);
        engine.or(self.names[seat.index()].clone()).unwrap_or_else(|| name(self.setup, seat))
    }

    /// Tandem's seats. Those of a team share a hash table, which lives as long as the game.
    fn tandems(&self, game: &Game, crew: &Crew) -> Vec<TandemSeat> {
        let mut shared = [const { None::<Arc<Shared>> }; 2];
        let seats = Seat::ALL.into_iter().filter(|&seat| *self.setup.occupant(seat) == Occupant::Tandem);
        let tandem = |seat: Seat| {
            let shared = shared[seat.team().index()].get_or_insert_with(|| crew.shared());
            let skill = Skill { level: self.setup.level(seat), seed: crew.seed() };
            let partner = seat.partner();
            let person = matches!(self.setup.occupant(partner), Occupant::Me | Occupant::Guest);
            let manners = Manners { language: self.languages[partner.index()], person, ..Manners::default() };
            TandemSeat::new(seat, game.position(seat.board), skill, manners, shared, &crew.wake)
        };
        seats.map(tandem).collect()
    }
}

impl Round {
    /// Begins the game at `now`.
    pub fn begin(mut start: Start, crew: &Arc<Crew>, now: Instant) -> Self {
        let card = start.card();
        let control = start.setup.control();
        let (premoves, wishes, clock, game, record) = match start.from.take() {
            Some(from) => {
                let clock = MatchClock::resumed(control, from.clocks, LAG);
                (from.premoves, from.wishes, clock, from.game, Some(from.record))
            }
            None => {
                let clock = MatchClock::new([control; 4], LAG);
                let number = || (crew.seed() % u64::from(STARTS)) as u16;
                let game = start.setup.game(start.rules, clock.reading(now), number);
                (Default::default(), Default::default(), clock, game, None)
            }
        };
        let mut live = LiveGame::new(card, MatchScore::default(), game, clock);
        live.record.set_tag("Event", EVENT);
        if let Some(order) = start.order {
            live.record.set_tag("Round", &order.round.to_string());
            live.record.set_tag("Team1", &order.teams[0]);
            live.record.set_tag("Team2", &order.teams[1]);
        }
        if let Some(record) = record {
            live.record = record;
        }
        let tandems = start.tandems(&live.game, crew);
        let Start { setup, languages, onlooker, engines, .. } = start;
        let mut round = Self {
            tandems,
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
