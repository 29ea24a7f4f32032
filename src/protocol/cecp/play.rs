//! Thinking, moving, and what is claimed at the end.
//!
//! A search leaves its result and wakes the session, which alone knows the board: so a move is sent in one place, by
//! [`Session::answer`], and by then every earlier line has been obeyed. Whether it is sent is decided in [`super::team`].

use super::session::{Mode, Session};
use super::thinking::{Listener, Thought};
use crate::board::{BoardRules, BoardStatus, MateRule, Position, StalemateRule, fen};
use crate::eval::TeamView;
use crate::protocol::options::Variant;
use crate::protocol::render::{self, Inbox};
use crate::protocol::single;
use crate::protocol::teamwork::Sitting;
use crate::search::{Finished, Job, Limits, TimeLimit};
use crate::types::{Color, Move};
use std::sync::Arc;
use std::time::Instant;

/// How many pings may wait for a move; no GUI sends so many.
const MOST_PINGS: usize = 1000;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find our move.
    Move,
    /// To think aloud.
    Analysis,
    /// To be ahead if the opponent plays this.
    Ponder(Move),
}

/// A search under way.
pub struct Thinking {
    pub(super) purpose: Purpose,
    pub(super) thought: Arc<Thought>,
    /// Where the search leaves its result.
    pub(super) inbox: Inbox,
    /// When the turn began; the search may have been started anew since.
    pub(super) started: Instant,
    /// The move is found, but not made.
    pub(super) sitting: Option<Sitting>,
}

impl Session {
    /// A move has been found and is made.
    pub(super) fn answer(&mut self, found: &Finished, started: Instant) {
        let us = self.table.position().side_to_move();
        let Some(mv) = found.best.filter(|&mv| self.table.position().is_legal(mv)) else { return };
        self.engine.out.line(&format!("move {mv}"));
        let before = self.table.position().clone();
        self.table.play(mv);
        self.clock.spend(started.elapsed(), self.table.moves_of(us));
        self.dropped = mv.dropped().map(|kind| (us, kind));
        self.expected = found.ponder;
        match self.claim() {
            Some(claim) => self.engine.out.line(&claim),
            None => {
                self.tell_of_change(&before);
                self.tell_clocks();
                self.ponder();
            }
        }
        self.pong();
    }

    /// Plays for the side on turn, and begins.
    pub(super) fn go(&mut self) {
        let us = self.table.position().side_to_move();
        let is_thinking = self.thinking.as_ref().is_some_and(|thinking| thinking.purpose == Purpose::Move);
        self.mode = Mode::Play(us);
        if !is_thinking {
            self.cancel();
            self.take_turn();
        }
    }

    /// It is the engine's turn, from now on.
    pub(super) fn take_turn(&mut self) {
        match self.table.position().status() {
            BoardStatus::Playing => self.think(Purpose::Move, Instant::now()),
            status => self.get_stuck(status),
        }
    }

    /// It is the engine's turn, and it has no move: it is over, or a piece may help.
    fn get_stuck(&mut self, status: BoardStatus) {
        let out = &self.engine.out;
        let claim = self.claim();
        self.waiting = claim.is_none();
        match (claim, status) {
            (Some(claim), _) => out.line(&claim),
            // Nothing will ever arrive, and the flag would take its time.
            (None, BoardStatus::Hang) if self.is_alone() => out.line("resign"),
            (None, BoardStatus::Hang) => {
                out.remark(render::hanging(self.table.position()));
                self.tell_of_hang();
            }
            _ if self.is_alone() => out.line("offer draw"),
            _ => out.remark("no legal move until a piece arrives"),
        }
        self.pong();
    }

    /// The result, if the side on turn has no move and the rules in force say that it is over. Never for a player who
    /// hangs: a piece may arrive.
    fn claim(&self) -> Option<String> {
        let position = self.table.position();
        let loser = position.side_to_move();
        let won = |by: &str| match loser {
            Color::White => format!("0-1 {{{by}}}"),
            Color::Black => format!("1-0 {{{by}}}"),
        };
        let winner = if loser == Color::White { "Black" } else { "White" };
        match (position.status(), position.rules().stalemate) {
            (BoardStatus::Mate, _) => Some(won(&format!("{winner} mates"))),
            (BoardStatus::Stalemate, StalemateRule::Loss) => Some(won(&format!("{winner} wins by stalemate"))),
            (BoardStatus::Stalemate, StalemateRule::Draw) => Some("1/2-1/2 {Stalemate}".to_owned()),
            _ => None,
        }
    }

    /// Whether this is a board of bughouse to which nothing will ever arrive: nobody was named as partner, and nobody
    /// has said what is held.
    fn is_alone(&self) -> bool {
        self.engine.settings.variant == Variant::Bughouse && self.link.name.is_none() && !self.fed
    }

    pub(super) fn context(&self) -> TeamView {
        if self.is_alone() {
            return TeamView::single_board();
        }
        let base = single::context(self.engine.settings.variant);
        match self.mode {
            Mode::Play(us) if self.has_partner() => self.mate.context(&base, us),
            _ => base,
        }
    }

    /// The board as a search is to see it: where nothing arrives, who hangs has lost.
    fn root(&self) -> Position {
        let position = self.table.position();
        if !self.is_alone() {
            return position.clone();
        }
        let rules = BoardRules { mate: MateRule::Immediate, ..*position.rules() };
        fen::parse(&position.to_bfen(), rules).unwrap_or_else(|_| position.clone())
    }

    /// Starts a search from the board as it is. `started` is when the turn began.
    fn think(&mut self, purpose: Purpose, started: Instant) {
        let mut position = self.root();
        let mut keys = self.table.keys();
        if let Purpose::Ponder(guess) = purpose {
            if !position.is_legal(guess) {
                return;
            }
            keys.push(position.key());
            position.make_move(guess);
        }
        if position.status() != BoardStatus::Playing {
            return;
        }
        let mut limits = Limits { multipv: self.engine.settings.multipv.max(1) as usize, ..Limits::default() };
        match purpose {
            Purpose::Move => (limits.depth, limits.time) = (self.clock.depth, self.time_limit(started)),
            Purpose::Analysis => limits.infinite = true,
            Purpose::Ponder(_) => (limits.depth, limits.ponder) = (self.clock.depth, true),
        }
        let shown = match purpose {
            Purpose::Move => self.post,
            Purpose::Analysis => true,
            Purpose::Ponder(_) => false,
        };
        let (thought, inbox) = (Thought::new(shown), Inbox::default());
        let thinking = Thinking { purpose, thought, inbox, started, sitting: None };
        self.search((position, keys), limits, thinking);
    }

    /// Searches on while we sit. Nothing but the end of the sit ends that.
    pub(super) fn search_on(&mut self, sitting: Sitting) {
        if let Some(thinking) = self.thinking.take() {
            let limits = Limits { infinite: true, ..Limits::default() };
            let thinking = Thinking { sitting: Some(sitting), ..thinking };
            self.search((self.root(), self.table.keys()), limits, thinking);
        }
    }

    fn search(&mut self, (position, keys): (Position, Vec<u64>), limits: Limits, thinking: Thinking) {
        let mut job = Job::new(position, self.context(), limits);
        job.game_keys = keys;
        let out = Arc::clone(&self.engine.out);
        let listener = Listener::new(out, Arc::clone(&thinking.thought), thinking.inbox.clone());
        match self.searcher.start(job, Box::new(listener)) {
            Ok(()) => self.thinking = Some(thinking),
            Err(error) => self.engine.out.error(format_args!("no thread to search with: {error}")),
        }
    }

    /// What the clock leaves for a move that we have been thinking about since `started`, counted from now.
    pub(super) fn time_limit(&self, started: Instant) -> Option<TimeLimit> {
        let played = self.table.moves_of(self.table.position().side_to_move());
        let mut whole = self.clock.limit(played, self.engine.settings.overhead_ms)?;
        if self.has_partner() && self.clock.is_used() {
            whole = self.mate.paced(whole);
        }
        let spent = started.elapsed().as_millis() as u64;
        let left = |ms: u64| ms.saturating_sub(spent).max(1);
        Some(TimeLimit { soft_ms: left(whole.soft_ms), hard_ms: left(whole.hard_ms) })
    }

    /// What the own clock shows.
    pub(super) fn set_own_time(&mut self, ms: u64) {
        let turn = self.thinking.as_ref().filter(|thinking| thinking.purpose == Purpose::Move);
        let started = turn.map(|turn| turn.started);
        // Kept as it was when the turn began, so that news does not put the deadline off for ever.
        let spent = started.map_or(0, |started| started.elapsed().as_millis() as u64);
        self.clock.own_ms = Some(ms.saturating_add(spent));
        if let Some(started) = started.filter(|_| turn.is_some_and(|turn| turn.sitting.is_none())) {
            self.searcher.set_time(self.time_limit(started));
        }
    }

    /// What is held, or the rules, have changed: what is under way goes on from there, in what is left of its time.
    pub(super) fn look_again(&mut self) {
        if std::mem::take(&mut self.waiting) {
            return self.take_turn();
        }
        let Some(Thinking { purpose, started, .. }) = self.thinking.take() else { return };
        self.searcher.abort();
        match (purpose, self.table.position().status()) {
            (Purpose::Move, BoardStatus::Playing) | (Purpose::Analysis | Purpose::Ponder(_), _) => {
                self.think(purpose, started);
            }
            (Purpose::Move, status) => self.get_stuck(status),
        }
    }

    /// Thinks aloud in analysis mode; elsewhere does nothing.
    pub(super) fn analyze(&mut self) {
        if self.mode == Mode::Analyze {
            self.think(Purpose::Analysis, Instant::now());
        }
    }

    /// Thinks on the opponent's time, if that is wanted.
    fn ponder(&mut self) {
        if let (true, Some(guess)) = (self.ponders, self.expected) {
            self.think(Purpose::Ponder(guess), Instant::now());
        }
    }

    /// The opponent has played `mv`. If that is what we ponder about, it becomes our turn, with a start.
    pub(super) fn was_expected(&mut self, mv: Move) -> bool {
        let us = !self.table.position().side_to_move();
        let Some(thinking) = &mut self.thinking else { return false };
        if thinking.purpose != Purpose::Ponder(mv) || self.mode != Mode::Play(us) {
            return false;
        }
        thinking.purpose = Purpose::Move;
        thinking.started = Instant::now();
        thinking.thought.show(self.post);
        let started = thinking.started;
        let before = self.table.position().clone();
        self.table.play(mv);
        self.tell_of_change(&before);
        self.searcher.set_time(self.time_limit(started));
        self.searcher.ponderhit();
        true
    }

    pub(super) fn set_pondering(&mut self, on: bool) {
        self.ponders = on;
        let ponders = self.thinking.as_ref().is_some_and(|thinking| matches!(thinking.purpose, Purpose::Ponder(_)));
        if ponders && !on {
            self.cancel();
        }
    }

    pub(super) fn set_post(&mut self, on: bool) {
        self.post = on;
        if let Some(thinking) = self.thinking.as_ref().filter(|thinking| thinking.purpose == Purpose::Move) {
            thinking.thought.show(on);
        }
    }

    /// How far the analysis is.
    pub(super) fn tell_status(&self) {
        if let Some(thinking) = self.thinking.as_ref().filter(|thinking| thinking.purpose == Purpose::Analysis) {
            self.engine.out.line(&thinking.thought.status(self.table.position()));
        }
    }

    /// Ends what is under way without a move.
    pub(super) fn cancel(&mut self) {
        self.searcher.abort();
        self.thinking = None;
        self.waiting = false;
        self.pong();
    }

    /// A ping is answered behind the move that is being thought about.
    pub(super) fn ping(&mut self, text: String) {
        self.pings.push(text);
        let is_thinking = self.thinking.as_ref().is_some_and(|thinking| thinking.purpose == Purpose::Move);
        if !is_thinking || self.pings.len() == MOST_PINGS {
            self.pong();
        }
    }

    fn pong(&mut self) {
        for text in self.pings.drain(..) {
            self.engine.out.line(&format!("pong {text}"));
        }
    }
}
