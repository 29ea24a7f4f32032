//! The table: one thread that owns the game, the engines and the list of pages. It handles the pages' requests and
//! sends each page the state visible to it.

use super::engines::{Engines, Failure};
use super::keys::{Links, Role};
use super::offers::Offer;
use super::quote::quote;
use super::round::{Crew, Round, Spoken, Start, TurnedDown};
use super::setup::{Occupant, Setup};
use super::view;
use super::wire::{ChatLine, Reply, Request, SeatView, State};
use crate::arena::engines::EngineEvent;
use crate::board::chess960::USUAL;
use crate::game::{Clocks, Rules, Seat};
use crate::search::Shared;
use crate::team::partnership::wake_by;
use crate::team::phrases::Language;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::Instant;
use tokio::sync::mpsc::Sender;

/// Events that may be queued for the host; a page whose request finds the queue full is cut off.
pub const QUEUE: usize = 1024;
/// Size of the transposition table of each team, in MiB.
const HASH_MB: usize = 64;
/// Processor cores per search thread of a team.
const CORES_A_THREAD: usize = 4;
/// Lines of the chat that are kept for a page that comes back.
const MOST_CHAT: usize = 200;
/// Characters of a line that are passed on.
const LONGEST_LINE: usize = 200;
/// Characters of a move that are read.
const LONGEST_MOVE: usize = 8;

/// One connected page.
pub type PageId = u64;

/// The events of the host.
pub enum TableEvent {
    /// A page has connected with a valid secret.
    Came {
        /// Its unique number.
        id: PageId,
        /// The role of its secret.
        role: Role,
        /// Its language.
        language: Language,
        /// The channel of messages to it. Dropping it cuts the page off.
        out: Sender<Arc<str>>,
    },
    /// A request of a page.
    Asked(PageId, Request),
    /// A page has disconnected.
    Gone(PageId),
    /// A search has found something.
    Wake,
    /// Events of engines, in order.
    Engines(Vec<EngineEvent>),
    /// The program ends.
    Quit,
}

/// A page at the table.
struct Page {
    id: PageId,
    role: Role,
    language: Language,
    out: Sender<Arc<str>>,
    /// The state sent to it last.
    shown: Option<State>,
}

/// The host of the game, its engines and its pages.
pub struct Table {
    links: Links,
    setup: Setup,
    /// Whether the levels are given on the command line.
    asked: bool,
    rules: Rules,
    pages: Vec<Page>,
    /// Other engines, while they are not in a game.
    engines: Engines,
    /// Whether the game begins as soon as the engines are ready.
    starting: bool,
    round: Option<Round>,
    number: u32,
    chat: Vec<Spoken>,
    crew: Arc<Crew>,
}

impl Table {
    /// An empty table. Its searches report to `events`; `levels` are those given on the command line, if any.
    pub fn new(links: Links, events: SyncSender<TableEvent>, levels: Option<[u64; 4]>, engines: Engines) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let shared = || Shared::new(HASH_MB, (cores / CORES_A_THREAD).max(1));
        // If the queue is full the host is awake anyway.
        let wake = wake_by(move || {
            let _ = events.try_send(TableEvent::Wake);
        });
        let crew = Arc::new(Crew { shared: [shared(), shared()], wake, epoch: Instant::now() });
        let asked = levels.is_some();
        let usual = Setup::default();
        let setup = Setup { levels: levels.unwrap_or(usual.levels), ..usual };
        let rules = Rules::default();
        let (pages, chat) = (Vec::new(), Vec::new());
        Self { links, setup, asked, rules, pages, engines, starting: false, round: None, number: 0, chat, crew }
    }

    /// Hosts until the program ends.
    pub fn host(mut self, events: &Receiver<TableEvent>) {
        loop {
            let now = Instant::now();
            let game = self.round.as_ref().and_then(|round| round.due(now));
            let event = match game.into_iter().chain(self.engines.due(now)).min() {
                Some(due) => events.recv_timeout(due.saturating_duration_since(now)),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let now = Instant::now();
            match event {
                Ok(TableEvent::Quit) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(event) => self.handle(event, now),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(round) = &mut self.round {
                round.wake(now);
            }
            self.settle(now);
            self.engines.look(now);
            self.start_if_ready(now);
            self.publish(now);
        }
        let mut playing = Vec::new();
        if let Some(round) = &mut self.round {
            round.abort(Instant::now());
            playing = round.release();
        }
        self.engines.quit(playing);
    }

    fn handle(&mut self, event: TableEvent, now: Instant) {
        match event {
            TableEvent::Came { id, role, language, out } => self.came(Page { id, role, language, out, shown: None }),
            TableEvent::Gone(id) => self.pages.retain(|page| page.id != id),
            TableEvent::Asked(id, request) => self.asked(id, request, now),
            TableEvent::Engines(events) => {
                events.into_iter().for_each(|event| self.engine_did(event, now));
                self.engines.heard();
            }
            TableEvent::Wake | TableEvent::Quit => {}
        }
    }

    fn engine_did(&mut self, event: EngineEvent, now: Instant) {
        match &mut self.round {
            Some(round) if round.is_about(&event) => round.hear(event, now),
            _ => self.engines.hear(event, now),
        }
        self.settle(now);
    }

    /// Takes the engines back once the game is over, to get ready for another.
    fn settle(&mut self, now: Instant) {
        if let Some(round) = self.round.as_mut().filter(|round| round.is_over()) {
            self.engines.give_back(round.release(), now);
        }
    }

    /// Adds a page. Each role has one page: an older one gets an error and is cut off.
    fn came(&mut self, page: Page) {
        let (id, role) = (page.id, page.role);
        for older in self.pages.extract_if(.., |older| older.role == role) {
            send(&older, &Reply::Error { code: "elsewhere", text: String::new() });
        }
        self.pages.push(page);
        let Some(page) = self.pages.iter().find(|page| page.id == id) else { return };
        let seat = self.seat_of(role);
        let chat = self.chat.iter().filter(|spoken| self.hears(role, spoken)).map(line).collect();
        let owner = role == Role::Owner;
        let link = |seat: Seat| (seat.letter(), self.links.to(Role::Guest(seat)));
        let links = if owner { Seat::ALL.map(link).to_vec() } else { Vec::new() };
        let network = self.links.network;
        let levels = self.asked.then_some(self.setup.levels);
        let name = |offer: &Offer| offer.name.clone();
        let engines = if owner { self.engines.offers().iter().map(name).collect() } else { Vec::new() };
        send(page, &Reply::Welcome { seat: seat.map(Seat::letter), owner, chat, links, network, levels, engines });
    }

    /// The seat of a page in the current game, or in the next one.
    fn seat_of(&self, role: Role) -> Option<Seat> {
        match role {
            Role::Owner => self.setup.my_seat(),
            Role::Guest(seat) => Some(seat).filter(|&seat| *self.setup.occupant(seat) == Occupant::Guest),
        }
    }

    /// The page of a seat, if any.
    fn page_of(&self, seat: Seat) -> Option<&Page> {
        self.pages.iter().find(|page| self.seat_of(page.role) == Some(seat))
    }

    /// Whether the player on `seat` is present.
    fn is_taken(&self, seat: Seat) -> bool {
        match self.setup.occupant(seat) {
            Occupant::Tandem => true,
            Occupant::Engine(_) => self.engines.is_ready(seat),
            Occupant::Me | Occupant::Guest => self.page_of(seat).is_some(),
        }
    }

    /// Whether a person is missing.
    fn lacks_people(&self) -> bool {
        Seat::ALL.into_iter().any(|seat| self.setup.engine(seat).is_none() && !self.is_taken(seat))
    }

    /// Whether a line is for a page: players get the words of their team and how their own were understood, spectators
    /// get all words.
    fn hears(&self, role: Role, spoken: &Spoken) -> bool {
        match self.seat_of(role) {
            None => !spoken.understood,
            Some(seat) => seat == spoken.seat || (seat == spoken.seat.partner() && !spoken.understood),
        }
    }

    fn asked(&mut self, id: PageId, request: Request, now: Instant) {
        let Some(page) = self.pages.iter_mut().find(|page| page.id == id) else { return };
        let role = page.role;
        if let Request::Language { language } = request {
            page.language = language.into();
            return;
        }
        if let Err((code, text)) = self.carry_out(role, request, now)
            && let Some(page) = self.pages.iter().find(|page| page.id == id)
        {
            send(page, &Reply::Error { code, text });
        }
    }

    /// Carries out a page's request.
    /// Fails with an error code, for which the page has a text, and details.
    fn carry_out(&mut self, role: Role, request: Request, now: Instant) -> Result<(), (&'static str, String)> {
        let seat = self.seat_of(role);
        let plays = self.round.as_ref().is_some_and(|round| !round.is_over());
        let nothing = String::new;
        let owner = || if role == Role::Owner { Ok(()) } else { Err(("owner", nothing())) };
        match request {
            Request::Setup { setup } => {
                owner()?;
                if plays {
                    return Err(("playing", nothing()));
                }
                self.rules = setup.check(self.engines.offers()).map_err(|error| error.code())?;
                self.setup = setup;
                self.round = None;
                self.starting = false;
                self.engines.invite(&self.setup, self.rules, now);
            }
            Request::Start => {
                owner()?;
                if plays {
                    return Err(("playing", nothing()));
                }
                if let Some(failure) = Seat::ALL.into_iter().find_map(|seat| self.engines.failure(seat)) {
                    return Err((failure.code, failure.text.clone()));
                }
                if self.lacks_people() {
                    return Err(("absent", nothing()));
                }
                self.starting = true;
                self.start_if_ready(now);
            }
            Request::Abort => {
                owner()?;
                self.round.as_mut().ok_or(("no_game", nothing()))?.abort(now);
            }
            Request::Move { text, ply } => {
                let (round, seat) = self.seated(seat)?;
                let shown = quote(&text, LONGEST_MOVE);
                round.play(seat, &shown, ply, now).map_err(|error| (code(error), shown))?;
            }
            Request::Premove { text } => {
                let (round, seat) = self.seated(seat)?;
                let text = text.map(|text| quote(&text, LONGEST_MOVE));
                round.set_premove(seat, text, now).map_err(|error| (code(error), nothing()))?;
            }
            Request::Say { text } => {
                let text = quote(&text, LONGEST_LINE);
                let (round, seat) = self.seated(seat)?;
                if !text.is_empty() {
                    round.say(seat, &text, now).map_err(|error| (code(error), nothing()))?;
                }
            }
            Request::Resign => {
                let (round, seat) = self.seated(seat)?;
                round.resign(seat, now).map_err(|error| (code(error), nothing()))?;
            }
            // Handled in `asked`.
            Request::Language { .. } => {}
        }
        Ok(())
    }

    /// The game and the seat, for a page that has one.
    fn seated(&mut self, seat: Option<Seat>) -> Result<(&mut Round, Seat), (&'static str, String)> {
        let seat = seat.ok_or(("no_seat", String::new()))?;
        self.round.as_mut().map(|round| (round, seat)).ok_or(("no_game", String::new()))
    }

    /// Begins the requested game if the engines are ready. If one of them fails, or a person leaves meanwhile, the
    /// request is discarded.
    fn start_if_ready(&mut self, now: Instant) {
        let fails = Seat::ALL.into_iter().any(|seat| self.engines.failure(seat).is_some());
        self.starting &= !fails && !self.lacks_people();
        if self.starting && Seat::ALL.into_iter().all(|seat| self.is_taken(seat)) {
            self.starting = false;
            self.start(now);
        }
    }

    fn start(&mut self, now: Instant) {
        // Before the first game the TTs are empty; clearing them would touch their memory, and so allocate it.
        if self.number > 0 {
            self.crew.shared.iter().for_each(|shared| shared.clear());
        }
        self.number += 1;
        self.chat.clear();
        let languages = Seat::ALL.map(|seat| self.page_of(seat).map(|page| page.language));
        let onlooker = self.pages.iter().find(|page| page.role == Role::Owner).map(|page| page.language);
        let start = Start {
            number: self.number,
            setup: &self.setup,
            rules: self.rules,
            languages,
            onlooker: onlooker.unwrap_or(Language::English),
            engines: self.engines.take(),
        };
        self.round = Some(Round::begin(start, &self.crew, now));
    }

    /// Sends every page the news for it. A page that does not read is cut off.
    fn publish(&mut self, now: Instant) {
        let news = self.engines.take_news();
        if let Some(owner) = self.pages.iter().find(|page| page.role == Role::Owner) {
            news.into_iter().for_each(|Failure { code, text }| send(owner, &Reply::Error { code, text }));
        }
        for spoken in self.round.as_mut().map(Round::take_spoken).unwrap_or_default() {
            let reply = Reply::Chat(line(&spoken));
            self.pages.iter().filter(|page| self.hears(page.role, &spoken)).for_each(|page| send(page, &reply));
            if self.chat.len() == MOST_CHAT {
                self.chat.remove(0);
            }
            self.chat.push(spoken);
        }
        let states: Vec<State> = self.pages.iter().map(|page| self.state(self.seat_of(page.role), now)).collect();
        for (page, state) in self.pages.iter_mut().zip(states) {
            // Clocks run on the page too: elapsed time alone is no change.
            let same = |shown: &State| State { clocks: state.clocks, ..shown.clone() } == state;
            if !page.shown.as_ref().is_some_and(same) {
                send(page, &Reply::State(Box::new(state.clone())));
                page.shown = Some(state);
            }
        }
        self.pages.retain(|page| !page.out.is_closed() && page.out.capacity() > 0);
    }

    /// The state visible to the player on `seat`, or to a spectator.
    fn state(&self, seat: Option<Seat>, now: Instant) -> State {
        let clocks = || Clocks::all(u64::from(self.setup.base_s) * 1000);
        // A random start is not known before the game: the usual one is shown.
        let empty = || self.setup.game(self.rules, clocks(), || USUAL);
        let live = self.round.as_ref().map(Round::live);
        let game = live.map_or_else(empty, |live| live.game.clone());
        let partner = seat.map(Seat::partner).zip(self.round.as_ref());
        let wishes = partner.map(|(partner, round)| round.wishes(partner));
        State {
            phase: match live {
                None => "waiting",
                Some(live) if live.ending.is_none() => "playing",
                Some(_) => "over",
            },
            number: self.number,
            setup: self.setup.clone(),
            seat: seat.map(Seat::letter),
            boards: view::boards(&game, seat.filter(|_| live.is_some_and(|live| live.ending.is_none()))),
            clocks: Seat::ALL.map(|seat| live.map_or(game.clocks()[seat], |live| live.clock.reading(now)[seat])),
            running: Seat::ALL.map(|seat| live.is_some_and(|live| live.clock.turn_began(seat).is_some())),
            seats: Seat::ALL.map(|seat| SeatView {
                occupant: self.setup.occupant(seat).clone(),
                present: self.is_taken(seat),
                trouble: self.engines.failure(seat).map(|failure| failure.code),
                sits: self.round.as_ref().is_some_and(|round| round.sits(seat)),
            }),
            moves: live.map_or_else(Vec::new, |live| {
                live.record.plies.iter().map(|ply| (ply.seat.letter(), ply.san.clone())).collect()
            }),
            premove: seat.zip(self.round.as_ref()).and_then(|(seat, round)| round.premove(seat)).map(str::to_owned),
            needs: wishes.map_or_else(Vec::new, |wishes| wishes.needs()),
            bans: wishes.map_or_else(Vec::new, |wishes| wishes.bans()),
            over: live.and_then(view::over),
        }
    }
}

fn line(spoken: &Spoken) -> ChatLine {
    ChatLine { seat: spoken.seat.letter(), text: spoken.text.clone(), understood: spoken.understood }
}

fn code(error: TurnedDown) -> &'static str {
    match error {
        TurnedDown::Over => "over",
        TurnedDown::NotOnTurn => "not_on_turn",
        TurnedDown::Illegal => "illegal",
        TurnedDown::Silenced => "silenced",
    }
}

/// Queues a message to a page. If the queue is full, [`Table::publish`] cuts the page off.
fn send(page: &Page, reply: &Reply) {
    if let Ok(text) = serde_json::to_string(reply) {
        let _ = page.out.try_send(text.into());
    }
}
