//! The table: one thread that owns the game, the engines and the list of pages. It handles the pages' requests and
//! sends each page the state visible to it.

mod keep;
mod ordered;
mod parts;
mod people;
mod seating;
mod show;

use super::engines::Engines;
use super::keys::{Links, Role};
use super::offers::Offer;
use super::order::{Finished, Order};
use super::quote::quote;
use super::round::{Crew, Interrupted, Round, Spoken, Start, TurnedDown};
use super::setup::Setup;
use super::wire::{ChatLine, Reply, Request, State};
use crate::arena::engines::EngineEvent;
use crate::game::{Rules, Seat};
use crate::team::phrases::Language;
use crate::types::host::Instant;
pub use keep::Shelf;
use keep::{Mark, Paused};
pub use parts::Parts;
pub use people::Names;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};

/// Events that may be queued for the host; a page whose request finds the queue full is cut off.
pub const QUEUE: usize = 1024;
/// Pages of spectators at a table.
const MOST_SPECTATORS: usize = 32;
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

/// Why a request is refused: the error code, for which the page has a text, and details.
type Refused = (&'static str, String);

/// The outgoing queue of a page; dropping it cuts the page off.
pub trait Outlet: Send {
    /// Queues a message. One that finds no room is lost.
    fn send(&self, message: Arc<str>);

    /// Whether the page is there, and there is room for a message.
    fn is_open(&self) -> bool;
}

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
        /// Its outgoing queue.
        out: Box<dyn Outlet>,
    },
    /// A request of a page.
    Asked(PageId, Request),
    /// A page has disconnected.
    Gone(PageId),
    /// A search has found something.
    Wake,
    /// Events of engines, in order.
    Engines(Vec<EngineEvent>),
    /// The games cannot be written to the disk, for this reason, or are written again.
    Kept(Option<String>),
    /// The program ends.
    Quit,
}

/// A page at the table.
struct Page {
    id: PageId,
    role: Role,
    language: Language,
    out: Box<dyn Outlet>,
    /// The state sent to it last.
    shown: Option<State>,
}

/// The host of the game, its engines and its pages.
pub struct Table {
    links: Links,
    /// Its number among the tables of the server, from 1.
    place: usize,
    /// Whether it is one of a club: people take its seats in the lobby, and start its games themselves.
    club: bool,
    setup: Setup,
    /// Whether the levels are given on the command line.
    levels_given: bool,
    rules: Rules,
    /// The seat of each guest's link, by the seat that the link was made for.
    seating: [Seat; 4],
    /// The names of the people: the owner's, and those of the guests by their links.
    names: Names,
    pages: Vec<Page>,
    /// Other engines, while they are not in a game.
    engines: Engines,
    /// Whether the game begins as soon as the engines are ready.
    starting: bool,
    round: Option<Round>,
    /// A game that was interrupted, if `round` is none.
    paused: Option<Paused>,
    number: u32,
    chat: Vec<Spoken>,
    crew: Arc<Crew>,
    /// Where games are kept, if they are.
    shelf: Option<Arc<dyn Shelf>>,
    /// The part of the game that was handed to the shelf last.
    kept: Mark,
    /// Why the games are not kept.
    unkept: Option<String>,
    /// Since when the holder of each link is away, at a table of a club without a game under way.
    away: [Option<Instant>; 4],
    /// The game that a tournament orders, if one does.
    order: Option<Order>,
    /// The end of the last ordered game.
    done: Option<Finished>,
}

impl Table {
    /// Hosts until the program ends.
    pub fn host(mut self, events: &Receiver<TableEvent>) {
        self.publish(Instant::now());
        loop {
            let now = Instant::now();
            let event = match self.due(now) {
                Some(due) => events.recv_timeout(due.saturating_duration_since(now)),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(TableEvent::Quit) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(event) => self.step(Some(event), Instant::now()),
                Err(RecvTimeoutError::Timeout) => self.step(None, Instant::now()),
            }
        }
        let now = Instant::now();
        let playing = self.interrupt(false, now);
        self.keep(now);
        self.keep_links(now);
        self.engines.quit(playing);
    }

    /// When [`Table::step`] is to be called even without events.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        let game = self.round.as_ref().and_then(|round| round.due(now));
        game.into_iter().chain(self.engines.due(now)).chain(self.keeping_due()).chain(self.freeing_due()).min()
    }

    /// Handles an event, or that time has passed, with all that follows.
    pub fn step(&mut self, event: Option<TableEvent>, now: Instant) {
        if let Some(event) = event {
            self.handle(event, now);
        }
        if let Some(round) = &mut self.round {
            round.wake(now);
        }
        self.settle(now);
        self.engines.look(now);
        self.start_if_ready(now);
        self.resume_if_ready(now);
        self.follow_order(now);
        self.free_abandoned(now);
        self.apply_link_changes(now);
        self.publish(now);
        self.keep(now);
    }

    fn handle(&mut self, event: TableEvent, now: Instant) {
        match event {
            TableEvent::Came { id, role, language, out } => {
                self.add_page(Page { id, role, language, out, shown: None })
            }
            TableEvent::Gone(id) => self.pages.retain(|page| page.id != id),
            TableEvent::Asked(id, request) => self.handle_request(id, request, now),
            TableEvent::Engines(events) => {
                events.into_iter().for_each(|event| self.handle_engine(event, now));
                self.engines.heard();
            }
            TableEvent::Kept(trouble) => self.unkept = trouble,
            TableEvent::Wake | TableEvent::Quit => {}
        }
    }

    fn handle_engine(&mut self, event: EngineEvent, now: Instant) {
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

    /// Adds a page. Each role has one page: an older one gets an error and is cut off. Spectators have many.
    fn add_page(&mut self, page: Page) {
        let (id, role) = (page.id, page.role);
        if role == Role::Spectator {
            if self.spectators() == MOST_SPECTATORS {
                return send(&page, &Reply::Error { code: "full", text: String::new() });
            }
        } else {
            for older in self.pages.extract_if(.., |older| older.role == role) {
                send(&older, &Reply::Error { code: "elsewhere", text: String::new() });
            }
        }
        if let Role::Guest(link) = role {
            self.links.desk.has_come(link);
        }
        self.pages.push(page);
        if let Some(page) = self.pages.iter().find(|page| page.id == id) {
            self.welcome(page);
        }
    }

    /// Tells a page its role, and the chat so far.
    fn welcome(&self, page: &Page) {
        let role = page.role;
        let seat = self.seat_of(role);
        let heard = self.chat.iter().filter(|spoken| self.hears(role, spoken));
        let chat = heard.map(|spoken| line(spoken, page.language, seat)).collect();
        let owner = role == Role::Owner;
        let link = |seat: Seat| Some((seat.letter(), self.link_of(seat)?));
        let links = if owner { Seat::ALL.into_iter().filter_map(link).collect() } else { Vec::new() };
        let network = self.links.network;
        let levels = self.levels_given.then_some(self.setup.levels);
        let name = |offer: &Offer| offer.name.clone();
        let engines = if owner { self.engines.offers().iter().map(name).collect() } else { Vec::new() };
        let watch = if owner { self.links.to(Role::Spectator) } else { None };
        let table = self.club.then_some(self.place);
        let seat = seat.map(Seat::letter);
        send(page, &Reply::Welcome { seat, owner, chat, links, watch, table, network, levels, engines });
    }

    fn handle_request(&mut self, id: PageId, request: Request, now: Instant) {
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

    /// Whether a game is played now.
    fn is_playing(&self) -> bool {
        self.round.as_ref().is_some_and(|round| !round.is_over())
    }

    /// Whether a game is under way, played now or interrupted.
    fn is_under_way(&self) -> bool {
        self.is_playing() || self.paused.is_some()
    }

    /// Carries out a page's request.
    fn carry_out(&mut self, role: Role, request: Request, now: Instant) -> Result<(), Refused> {
        let seat = self.seat_of(role);
        let nothing = String::new;
        let owner = || if role == Role::Owner { Ok(()) } else { Err(("owner", nothing())) };
        // The players of a club's table start their games themselves.
        let starter = || if self.club && seat.is_some() { Ok(()) } else { owner() };
        match request {
            Request::Setup { .. } | Request::Start { .. } | Request::Rematch if self.order.is_some() => {
                return Err(("tournament", nothing()));
            }
            Request::Setup { setup } => {
                owner()?;
                self.set_up(setup, now)?;
            }
            Request::Start { setup, moved } => {
                starter()?;
                if let Some(setup) = setup {
                    owner()?;
                    self.set_up(setup, now)?;
                    self.reseat(moved);
                }
                self.request_start(now)?;
            }
            Request::Rematch => {
                starter()?;
                self.rematch(now).map_err(|code| (code, nothing()))?;
            }
            Request::Abort => {
                self.abort(role, now).map_err(|code| (code, nothing()))?;
            }
            Request::Pause => {
                owner()?;
                self.pause(now).map_err(|code| (code, nothing()))?;
            }
            Request::GoOn => {
                owner()?;
                self.go_on().map_err(|code| (code, nothing()))?;
            }
            Request::Name { name } => self.rename(role, &name),
            Request::Draw { agrees } => {
                let (round, seat) = self.seated(seat)?;
                round.answer_draw(seat, agrees, now).map_err(|error| (code(error), nothing()))?;
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
            // Handled in `handle_request` and by the socket.
            Request::Language { .. } | Request::Ping => {}
        }
        Ok(())
    }

    /// Sets the table for the next game.
    fn set_up(&mut self, setup: Setup, now: Instant) -> Result<(), Refused> {
        if self.is_under_way() {
            return Err(("playing", String::new()));
        }
        self.rules = setup.check(self.engines.offers()).map_err(|error| error.code())?;
        self.setup = setup;
        self.round = None;
        self.starting = false;
        self.engines.invite(&self.setup, self.rules, now);
        Ok(())
    }

    /// Lets the game begin as soon as the engines are ready.
    fn request_start(&mut self, now: Instant) -> Result<(), Refused> {
        if self.is_under_way() {
            return Err(("playing", String::new()));
        }
        if let Some(failure) = Seat::ALL.into_iter().find_map(|seat| self.engines.failure(seat)) {
            return Err((failure.code, failure.text.clone()));
        }
        if self.lacks_people() {
            return Err(("absent", String::new()));
        }
        self.starting = true;
        self.start_if_ready(now);
        Ok(())
    }

    /// The game and the seat, for a page that has one.
    fn seated(&mut self, seat: Option<Seat>) -> Result<(&mut Round, Seat), Refused> {
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
        self.number += 1;
        self.chat.clear();
        self.begin(None, now);
    }

    /// Begins a game, or one that was interrupted where it stood.
    fn begin(&mut self, from: Option<Interrupted>, now: Instant) {
        let languages = Seat::ALL.map(|seat| self.page_of(seat).map(|page| page.language));
        let onlooker = self.pages.iter().find(|page| page.role == Role::Owner).map(|page| page.language);
        let start = Start {
            number: self.number,
            setup: &self.setup,
            rules: self.rules,
            names: Seat::ALL.map(|seat| self.name_of(seat).map(str::to_owned)),
            languages,
            onlooker: onlooker.unwrap_or(Language::English),
            engines: self.engines.take(),
            order: self.order.as_ref(),
            from,
        };
        self.round = Some(Round::begin(start, &self.crew, now));
    }
}

/// A line of the chat for a page. A player sees its own words as it wrote them.
fn line(spoken: &Spoken, language: Language, seat: Option<Seat>) -> ChatLine {
    let own = seat == Some(spoken.seat) && !spoken.understood;
    let (text, original) = if own { (&*spoken.text, None) } else { spoken.read_by(language) };
    ChatLine {
        seat: spoken.seat.letter(),
        text: text.to_owned(),
        original: original.map(str::to_owned),
        understood: spoken.understood,
    }
}

fn code(error: TurnedDown) -> &'static str {
    match error {
        TurnedDown::Over => "over",
        TurnedDown::NotOnTurn => "not_on_turn",
        TurnedDown::Illegal => "illegal",
        TurnedDown::Silenced => "silenced",
        TurnedDown::TooSoon => "draw_again",
    }
}

/// Queues a message to a page. If the queue is full, [`Table::publish`] cuts the page off.
fn send(page: &Page, reply: &Reply) {
    if let Ok(text) = serde_json::to_string(reply) {
        page.out.send(text.into());
    }
}
