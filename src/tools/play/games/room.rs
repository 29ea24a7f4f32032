//! A room for one game after another: a host, the other person or Tandem, and their pages.

use super::contest::{Contest, Deed, Refusal};
use super::settings::{Opponent, Settings};
use super::thinker::{Answer, Job, Mind};
use super::wire::{GameReply, GameRequest, GameState};
use super::{kept, record, view};
use crate::tools::play::keys::Key;
use crate::tools::play::quote::quote;
use crate::tools::play::store::Keeper;
use crate::tools::play::table::PageId;
use crate::tools::play::wire::Reply;
use crate::variants::battle::SetUp;
use crate::variants::color::{Color, random_seed};
use crate::variants::search::Control;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::Sender;

/// Characters of a request that are quoted.
const LONGEST_QUOTE: usize = 80;
/// Tandem agrees to a draw if its score is below this, in cp.
const WORSE: i32 = -80;
/// Tandem agrees to a draw late in a game if its score is within this of zero, in cp.
const EVEN: i32 = 20;
/// Plies after which [`EVEN`] applies.
const LATE: usize = 60;

/// The page of a person.
struct Page {
    id: PageId,
    out: Sender<Arc<str>>,
    /// Announcements that it has got.
    heard: usize,
}

/// Where the games are kept.
pub struct Shelf {
    /// The file's writer.
    pub keeper: Arc<Keeper>,
    /// The file.
    pub path: PathBuf,
}

/// The parts of a room.
pub struct Parts {
    /// The secret of the other person's link.
    pub guest: Key,
    /// The page's address, without a trailing slash.
    pub address: String,
    /// Whether other machines can reach it.
    pub network: bool,
    /// Where the game is kept, if it is.
    pub shelf: Option<Shelf>,
}

/// A room.
pub struct Room(Mutex<State>);

struct State {
    parts: Parts,
    /// Games begun so far.
    number: u32,
    contest: Option<Contest>,
    host: Color,
    seed: u64,
    /// The host's and the guest's.
    pages: [Option<Page>; 2],
    /// The color whose offer of a draw stands.
    draw: Option<Color>,
    /// The color that declined the last offer.
    declined: Option<Color>,
    /// Plies at which each color offered last.
    offered: [Option<usize>; 2],
    /// None while Tandem thinks with it.
    mind: Option<Mind>,
    /// Whether a thread thinks.
    thinks: bool,
    control: Control,
}

impl Room {
    /// An empty room, or one with the game that is kept.
    pub fn new(parts: Parts, kept: Option<kept::Game>) -> Arc<Self> {
        let mut state = State {
            parts,
            number: 0,
            contest: None,
            host: Color::White,
            seed: 0,
            pages: [None, None],
            draw: None,
            declined: None,
            offered: [None; 2],
            mind: Some(Mind::default()),
            thinks: false,
            control: Control::default(),
        };
        if let Some(kept) = kept {
            (state.number, state.host, state.seed) = (kept.number, kept.host(), kept.seed);
            state.contest = kept.contest();
        }
        let room = Arc::new(Self(Mutex::new(state)));
        room.think();
        room
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a text is the secret of the other person's link.
    pub fn is_guest(&self, key: &str) -> bool {
        self.state().parts.guest.fits(key)
    }

    /// A page has come; one that had the seat before loses it.
    pub fn come(&self, is_host: bool, id: PageId, out: Sender<Arc<str>>) {
        let mut state = self.state();
        let page = Page { id, out, heard: 0 };
        if let Some(old) = state.pages[usize::from(!is_host)].replace(page) {
            old.send(&Reply::Error { code: "elsewhere", text: String::new() });
        }
        let link =
            is_host.then(|| format!("{}{}#key={}", state.parts.address, super::ADDRESS, state.parts.guest.text()));
        let network = state.parts.network;
        if let Some(page) = state.pages[usize::from(!is_host)].as_ref() {
            page.send(&GameReply::Welcome { host: is_host, link, network });
        }
        state.show();
    }

    /// A page has gone.
    pub fn leave(&self, is_host: bool, id: PageId) {
        let mut state = self.state();
        let page = &mut state.pages[usize::from(!is_host)];
        if page.as_ref().is_some_and(|page| page.id == id) {
            *page = None;
            state.show();
        }
    }

    /// Carries out a page's request, or tells it why not.
    pub fn ask(self: &Arc<Self>, is_host: bool, id: PageId, request: GameRequest) {
        {
            let mut state = self.state();
            let seat = usize::from(!is_host);
            // Another page has taken the seat.
            if state.pages[seat].as_ref().is_none_or(|page| page.id != id) {
                return;
            }
            if let GameRequest::Suggest = request {
                let text = SetUp::choose(random_seed()).text();
                state.pages[seat].iter().for_each(|page| page.send(&GameReply::Suggested { text: text.clone() }));
                return;
            }
            match state.answer(is_host, request) {
                Ok(()) => state.keep(),
                Err(Refusal { code, text }) => {
                    let error = Reply::Error { code, text: quote(&text, LONGEST_QUOTE) };
                    // Set-ups that cannot stand together concern both.
                    let all = code == "set_ups_clash";
                    let told = state.pages.iter().enumerate().filter(|(index, _)| all || *index == seat);
                    told.filter_map(|(_, page)| page.as_ref()).for_each(|page| page.send(&error));
                }
            }
            state.show();
        }
        self.think();
    }

    /// Has Tandem think if it is on turn and does not yet: one thread a room.
    fn think(self: &Arc<Self>) {
        let mut state = self.state();
        if state.thinks || !state.is_tandems_turn() {
            return;
        }
        let room = Arc::clone(self);
        let thinks = move || {
            while let Some(job) = room.next_job() {
                let asked = job.asked;
                let (mind, answers) = job.run();
                room.take_answer(asked, mind, answers);
            }
        };
        state.thinks = std::thread::Builder::new().name("other game".to_owned()).spawn(thinks).is_ok();
        if !state.thinks {
            tracing::error!(target: "tandem::play", "there is no thread for another game");
        }
        state.show();
    }

    fn next_job(&self) -> Option<Job> {
        let mut state = self.state();
        let job = state.is_tandems_turn().then(|| state.job()).flatten();
        if job.is_none() {
            state.thinks = false;
            state.show();
        }
        job
    }

    fn take_answer(&self, asked: (u32, usize), mind: Mind, answers: Vec<Answer>) {
        let mut state = self.state();
        let number = state.number;
        if number == asked.0 {
            state.mind = Some(mind);
        }
        if state.contest.as_ref().is_none_or(|contest| (number, contest.deeds.len()) != asked) {
            return;
        }
        let us = !state.host;
        for answer in answers {
            let deed = match answer {
                Answer::Move(text) => Deed::Move(text),
                Answer::Ask => Deed::Ask,
                Answer::Resign => Deed::Resign(us.letter()),
            };
            if state.carry_out(us, deed).is_ok() {
                break;
            }
        }
        state.keep();
        state.show();
    }
}

impl Page {
    /// Sends a message. A page that does not read is dropped by its socket, since its channel is full.
    fn send(&self, message: &impl Serialize) {
        let _ = self.out.try_send(serde_json::to_string(message).unwrap_or_default().into());
    }
}

impl State {
    fn is_against_tandem(&self) -> bool {
        self.contest.as_ref().is_some_and(|contest| contest.settings.opponent == Opponent::Tandem)
    }

    fn is_tandems_turn(&self) -> bool {
        self.is_against_tandem() && self.contest.as_ref().and_then(Contest::on_turn) == Some(!self.host)
    }

    /// The color of a seat, if it plays.
    fn color(&self, is_host: bool) -> Option<Color> {
        let plays = self.contest.is_some() && (is_host || !self.is_against_tandem());
        plays.then_some(if is_host { self.host } else { !self.host })
    }

    fn job(&mut self) -> Option<Job> {
        self.control = Control::default();
        let (us, seed, number) = (!self.host, self.seed, self.number);
        let (mind, control) = (self.mind.take().unwrap_or_default(), self.control.clone());
        Job::new(self.contest.as_ref()?, us, seed, number, mind, control)
    }

    fn begin(&mut self, settings: Settings, host: Color) {
        self.control.stop.store(true, Ordering::Relaxed);
        self.number += 1;
        (self.host, self.seed, self.mind) = (host, random_seed(), Some(Mind::default()));
        (self.draw, self.declined, self.offered) = (None, None, [None; 2]);
        self.pages.iter_mut().flatten().for_each(|page| page.heard = 0);
        self.open(settings);
    }

    /// A game at its start, with Tandem's set-up if there is a screen.
    fn open(&mut self, settings: Settings) {
        let mut contest = Contest::new(settings);
        if contest.settings.opponent == Opponent::Tandem && contest.settings.sets_up() {
            // A set-up of its own always fits the rules.
            let _ = contest.set_up(!self.host, &SetUp::choose(random_seed()).text());
        }
        self.contest = Some(contest);
    }

    fn answer(&mut self, is_host: bool, request: GameRequest) -> Result<(), Refusal> {
        match request {
            GameRequest::New { settings } => {
                self.may_begin(is_host)?;
                if let Some((code, text)) = settings.wrong() {
                    return Err(Refusal::new(code, text));
                }
                let host = settings.color.color(random_seed());
                self.begin(settings, host);
                return Ok(());
            }
            GameRequest::Rematch => {
                self.may_begin(is_host)?;
                let contest = self.contest.as_ref().ok_or_else(|| Refusal::new("no_game", ""))?;
                self.begin(contest.settings.clone(), !self.host);
                return Ok(());
            }
            _ => {}
        }
        let color = self.color(is_host).ok_or_else(|| Refusal::new("no_seat", ""))?;
        let contest = self.contest.as_mut().ok_or_else(|| Refusal::new("no_game", ""))?;
        match request {
            GameRequest::SetUp { text } => {
                let done = contest.set_up(color, &text);
                if done.as_ref().is_err_and(|refusal| refusal.code == "set_ups_clash") {
                    // The refusal tells something of both: both sides set up again.
                    let settings = contest.settings.clone();
                    self.open(settings);
                    self.keep();
                }
                done
            }
            GameRequest::NotReady => {
                contest.take_back(color);
                Ok(())
            }
            GameRequest::Move { text, ply } => {
                if contest.on_turn() == Some(color) && ply != contest.moves.len() {
                    return Err(Refusal::new("not_on_turn", text));
                }
                self.carry_out(color, Deed::Move(text))
            }
            GameRequest::Ask => self.carry_out(color, Deed::Ask),
            GameRequest::Resign => self.carry_out(color, Deed::Resign(color.letter())),
            GameRequest::Draw { agrees } => self.offer(color, agrees),
            GameRequest::Ping | GameRequest::New { .. } | GameRequest::Rematch | GameRequest::Suggest => Ok(()),
        }
    }

    /// Only the host begins games, and none while one is on.
    fn may_begin(&self, is_host: bool) -> Result<(), Refusal> {
        if !is_host {
            return Err(Refusal::new("owner", ""));
        }
        let is_on = self.contest.as_ref().and_then(Contest::on_turn).is_some();
        if is_on { Err(Refusal::new("playing", "")) } else { Ok(()) }
    }

    fn carry_out(&mut self, color: Color, deed: Deed) -> Result<(), Refusal> {
        let contest = self.contest.as_mut().ok_or_else(|| Refusal::new("no_game", ""))?;
        let on_turn = contest.on_turn();
        if matches!(deed, Deed::Move(_) | Deed::Ask) && on_turn.is_some_and(|side| side != color) {
            return Err(Refusal::new("not_on_turn", ""));
        }
        let moves = contest.moves.len();
        contest.carry_out(deed)?;
        // An offer falls when the other side moves; the side that has offered may move.
        if contest.moves.len() > moves {
            self.declined = None;
            self.draw = self.draw.filter(|by| *by == color);
        }
        if contest.finish().is_some() {
            (self.draw, self.declined) = (None, None);
            self.control.stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn offer(&mut self, color: Color, agrees: bool) -> Result<(), Refusal> {
        let contest = self.contest.as_ref().ok_or_else(|| Refusal::new("no_game", ""))?;
        if contest.on_turn().is_none() {
            let code = if contest.finish().is_some() { "over" } else { "no_game" };
            return Err(Refusal::new(code, ""));
        }
        let plies = contest.moves.len();
        match (agrees, self.draw) {
            (true, Some(by)) if by != color => return self.carry_out(color, Deed::Agree),
            (true, None) => {
                if self.offered[color.index()].is_some_and(|ply| ply + 1 >= plies) {
                    return Err(Refusal::new("draw_again", ""));
                }
                self.offered[color.index()] = Some(plies);
                if !self.is_against_tandem() {
                    (self.draw, self.declined) = (Some(color), None);
                } else if self.tandem_agrees(plies) {
                    return self.carry_out(!color, Deed::Agree);
                } else {
                    self.declined = Some(!color);
                }
            }
            (false, Some(by)) => {
                self.draw = None;
                self.declined = (by != color).then_some(color);
            }
            (true, Some(_)) | (false, None) => {}
        }
        Ok(())
    }

    /// Whether Tandem takes a draw; while it thinks, and in Kriegspiel, where it has no score, it does not.
    fn tandem_agrees(&self, plies: usize) -> bool {
        let Some(mind) = &self.mind else { return false };
        mind.score() < WORSE || (plies >= LATE && mind.score() != 0 && mind.score().abs() <= EVEN)
    }

    fn keep(&self) {
        let Some(Shelf { keeper, path }) = &self.parts.shelf else { return };
        let kept = kept::Room::new(&self.parts.guest, self.number, self.host, self.seed, self.contest.as_ref());
        if let Ok(bytes) = serde_json::to_vec(&kept) {
            keeper.keep(path.clone(), bytes);
        }
    }

    /// Sends both pages what they may see.
    fn show(&mut self) {
        for seat in 0..2 {
            let state = self.seen(seat == 0);
            let color = self.color(seat == 0);
            let contest = self.contest.as_ref().filter(|_| color.is_some());
            let Some(page) = &mut self.pages[seat] else { continue };
            page.send(&GameReply::State(Box::new(state)));
            let lines = contest.map_or_else(Vec::new, |contest| view::heard(contest, page.heard));
            let from = page.heard;
            page.heard += lines.len();
            if !lines.is_empty() {
                page.send(&GameReply::Heard { from, lines });
            }
        }
    }

    fn seen(&self, is_host: bool) -> GameState {
        let color = self.color(is_host);
        let other_here = self.pages[usize::from(is_host)].is_some();
        let contest = self.contest.as_ref().filter(|_| color.is_some());
        let finish = contest.and_then(Contest::finish);
        let phase = match contest {
            None => "none",
            Some(contest) if contest.ground().is_none() => "set_up",
            Some(_) if finish.is_some() => "over",
            Some(_) => "playing",
        };
        let letter = |color: Option<Color>| color.map(Color::letter);
        let own = |contest: &Contest| contest.set_ups[color?.index()].as_ref().map(SetUp::text);
        GameState {
            number: self.number,
            phase,
            settings: contest.map(|contest| contest.settings.clone()),
            seat: letter(color),
            other_here,
            thinking: self.thinks && self.is_tandems_turn(),
            ready: contest.map_or([false; 2], |contest| [0, 1].map(|index| contest.set_ups[index].is_some())),
            set_up: contest.filter(|contest| contest.ground().is_none()).and_then(own),
            draw: letter(self.draw),
            declined: letter(self.declined),
            board: contest.zip(color).and_then(|(contest, color)| view::board(contest, color)),
            over: contest.zip(finish).map(|(contest, finish)| record::over(contest, finish, self.host)),
            unkept: self.parts.shelf.as_ref().filter(|_| is_host).and_then(|shelf| shelf.keeper.trouble()),
        }
    }
}
