//! The player of one seat: takes inputs with a time, and returns outputs. It does no I/O, and reads no clock of its
//! own.
//!
//! All protocols use the same player; the differences between their GUIs are data ([`Habits`], [`PartnerKind`],
//! [`Ask`]). Moments are ms of the caller's time; it stands still where clocks count nodes, so that nothing depends on
//! real time there.

mod answering;
mod book;
mod clock;
mod input;
mod level;
mod output;
mod partnership;
mod record;
mod searching;
mod thinker;
pub mod time;
mod turn;
mod view;

pub use book::{Book, BookEntry, BookError};
pub use clock::RelativeSeat;
pub use input::{Ask, Boards, Habits, Input, PartnerKind};
pub use level::{Level, Skill};
pub use output::Output;
pub use partnership::SHORT_CLOCK_MS;
pub use record::Record;
pub use thinker::{Listen, Purpose, SearchThinker, Thinker};
pub use turn::{Phase, Turn};
pub use view::usual_prices;

use crate::board::{BoardRules, BoardStatus, Position, StalemateRule};
use crate::game::BoardId;
use crate::team::message::PartnerMessage;
use crate::team::news::News;
use crate::team::partnership::Partnership;
use crate::types::rng::Rng;
use crate::types::{Color, Move};
use std::sync::Arc;
use time::Timing;
use view::Seen;

/// The outputs of a player, in order.
pub type Outputs = Vec<Output>;

/// One seat: its board, search, partnership, and current turn.
///
/// ```
/// use std::sync::{Arc, mpsc};
/// use std::time::Instant;
/// use tandem_engine::board::{BoardRules, Position};
/// use tandem_engine::game::BoardId;
/// use tandem_engine::player::time::Timing;
/// use tandem_engine::player::{Ask, Habits, Input, Output, Player, SearchThinker, Skill};
/// use tandem_engine::search::{Limits, Shared, Silent};
/// use tandem_engine::team::partnership::{Manners, Partnership};
/// use tandem_engine::team::probe_thread::{ProbeThread, Probes, Wake};
/// use tandem_engine::types::Color;
///
/// let (sender, found) = mpsc::channel();
/// let wake: Wake = Arc::new(move || drop(sender.send(())));
/// let shared = Shared::new(16, 1); // 16 MiB, one thread
/// let thinker = SearchThinker::new(shared.clone(), Box::new(|_| Box::new(Silent)), wake.clone());
/// let partnership = Partnership::new(Probes::new(ProbeThread::new(shared), wake));
/// let habits = Habits {
///     overhead_ms: 20, manners: Manners::default(), follows_moves: true, ponders: false, skill: Skill::default(),
///     own_book: true,
/// };
/// let start = Position::start(BoardRules::default());
/// let mut player = Player::new(thinker, BoardId::A, start, habits, partnership);
///
/// let epoch = Instant::now();
/// let now_ms = || epoch.elapsed().as_millis() as u64;
/// let limits = Limits { nodes: Some(2_000), ..Limits::default() };
/// let ask = Ask { limits, timing: Timing::Untimed, answers: true };
/// let mut outputs = player.handle(Input::Play(Some(Color::White), Some(Box::new(ask))), now_ms());
/// outputs.extend(player.handle(Input::Resume, now_ms()));
/// while !outputs.iter().any(|output| matches!(output, Output::Move(_))) {
///     found.recv().expect("the search ends");
///     outputs.extend(player.handle(Input::Wake, now_ms()));
/// }
/// ```
pub struct Player<T> {
    thinker: T,
    board: BoardId,
    record: Record,
    seen: Seen,
    us: Option<Color>,
    partner_kind: PartnerKind,
    habits: Habits,
    partnership: Partnership,
    /// The standing search request, started without a command.
    standing: Option<Box<Ask>>,
    turn: Option<Turn>,
    /// The reply that the last search expected.
    expected: Option<Move>,
    /// Number of games so far: varies the seed, so that games below full strength differ.
    games: u64,
    /// Whether the GUI has ever sent our board while waiting for our answer.
    told_in_turn: bool,
}

impl<T: Thinker> Player<T> {
    /// A player of `board`, without a game yet.
    pub fn new(thinker: T, board: BoardId, position: Position, habits: Habits, mut partnership: Partnership) -> Self {
        partnership.set_manners(habits.manners);
        Self {
            thinker,
            board,
            record: Record::new(position),
            seen: Seen::default(),
            us: None,
            partner_kind: PartnerKind::default(),
            habits,
            partnership,
            standing: None,
            turn: None,
            expected: None,
            games: 0,
            told_in_turn: false,
        }
    }

    /// The board and its history.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The board now.
    pub fn position(&self) -> &Position {
        self.record.position()
    }

    /// The current turn; `None` when idle.
    pub fn turn(&self) -> Option<&Turn> {
        self.turn.as_ref()
    }

    /// Whether a search or a sit will end with a move of ours.
    pub fn is_deciding(&self) -> bool {
        self.turn.as_ref().is_some_and(Turn::is_deciding)
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.thinker.is_running()
    }

    /// Our color, if we play.
    pub fn us(&self) -> Option<Color> {
        self.us
    }

    /// The partnership, for texts in the partner's language.
    pub fn partnership(&self) -> &Partnership {
        &self.partnership
    }

    /// The reply that the last search expected.
    pub fn expected(&self) -> Option<Move> {
        self.expected
    }

    /// The time on the clock of `seat` now, in ms.
    pub fn clock(&self, seat: RelativeSeat, now_ms: u64) -> Option<u64> {
        let us = self.us.unwrap_or(self.position().side_to_move());
        self.seen.clock(seat, us, self.position(), self.time(now_ms))
    }

    /// Handles an input at `now_ms`, and returns the outputs.
    pub fn handle(&mut self, input: Input, now_ms: u64) -> Outputs {
        let now = self.time(now_ms);
        self.partnership.tick(now);
        let mut out = Outputs::new();
        // Results of earlier searches go out before the input is handled.
        if !matches!(input, Input::Cancel | Input::NewGame(_)) {
            self.settle(now, &mut out);
        }
        match input {
            Input::Habits(habits) => {
                self.habits = habits;
                self.partnership.set_manners(habits.manners);
                self.stop_pondering_if_unwanted();
            }
            Input::Partner(partner_kind) => self.partner_kind = partner_kind,
            Input::NewPartner => {
                self.partnership.new_partner();
                self.tell_search(now);
            }
            Input::NewGame(position) => self.new_game(*position),
            Input::SetUp(position, moves) => {
                self.cancel();
                self.record = Record::new(*position);
                for mv in moves {
                    self.record.play(mv);
                }
                self.expected = None;
                self.analyze(now, &mut out);
            }
            Input::Boards(boards) => self.show_boards(boards, now, &mut out),
            Input::Moved(mv) => self.moved(mv, now, &mut out),
            Input::Hands(hands, other) => {
                if let Some(other) = other {
                    self.see_other(*other, now);
                }
                let news = self.record.set_hands(hands);
                self.tell_partnership(&news, now);
                self.look_again(now, &mut out);
            }
            Input::TakeBack(plies) => {
                self.cancel();
                self.record.take_back(plies);
                self.expected = None;
                self.analyze(now, &mut out);
            }
            Input::Clock(seat, ms) => self.set_clock(seat, ms, now),
            Input::Play(us, standing) => {
                self.us = us;
                self.standing = standing;
            }
            Input::Go(ask) => {
                self.cancel();
                self.begin(*ask, now, &mut out);
            }
            Input::Resume => {
                self.cancel();
                self.seen.clocks.start(RelativeSeat::Own, now);
                self.begin_if_due(now, &mut out);
            }
            Input::PonderHit => self.ponder_hit(now),
            Input::MoveNow | Input::Finish => self.finish(now, &mut out),
            Input::Cancel => self.cancel(),
            Input::Heard(heard) => self.hear(&heard, now, &mut out),
            Input::HeardWithin(message) => self.hear_within(message, now),
            Input::Wake => {}
        }
        self.settle(now, &mut out);
        out
    }

    /// Changes the rules of the board; a search under way goes on.
    pub fn change_rules(&mut self, rules: BoardRules, now_ms: u64) -> Outputs {
        self.record.change_rules(rules);
        let mut out = Outputs::new();
        self.look_again(self.time(now_ms), &mut out);
        out
    }

    /// The next deadline if no input comes, in ms, if any.
    pub fn due(&self, now_ms: u64) -> Option<u64> {
        let now = self.time(now_ms);
        let sitting = self.turn.as_ref().and_then(Turn::sitting);
        let paused = self.turn.as_ref().and_then(|turn| self.pace_end(turn, now));
        let end = sitting.and_then(|sitting| {
            Some(now + self.clock_of(RelativeSeat::Own, now)?.saturating_sub(sitting.until_clock_ms))
        });
        let opponent = self.waiting_opponent(now);
        // The expiry of a wish is a deadline only during a sit or on the opponent's turn.
        let still = self.turn.as_ref().is_some_and(Turn::is_still);
        let heard = self.partnership.due(opponent).filter(|_| still || opponent.is_some());
        end.into_iter().chain(paused).chain(heard).min()
    }

    /// The time of all events: it stands still where clocks count nodes.
    fn time(&self, now_ms: u64) -> u64 {
        if self.habits.manners.nodes_per_ms.is_some() { 0 } else { now_ms }
    }

    fn counts_nodes(&self) -> bool {
        self.habits.manners.nodes_per_ms.is_some()
    }

    /// The strength in this game. Where clocks count nodes games are reproducible, so the seed is fixed.
    fn skill(&self) -> Skill {
        let Skill { level, seed } = self.habits.skill;
        let seed = if self.counts_nodes() { 0 } else { Rng::new(seed ^ self.games).next() };
        Skill { level, seed }
    }

    fn clock_of(&self, seat: RelativeSeat, now: u64) -> Option<u64> {
        self.seen.clock(seat, self.us?, self.position(), now)
    }

    fn new_game(&mut self, position: Position) {
        self.cancel();
        self.thinker.new_game();
        self.partnership.new_game();
        self.record = Record::new(position);
        self.seen = Seen::default();
        self.us = None;
        self.standing = None;
        self.expected = None;
        self.games += 1;
    }

    /// Sets our board as sent by the GUI. A search of another position is canceled; a search of the same one goes on.
    fn show(&mut self, position: Position, now: u64, out: &mut Outputs) {
        let other_rules = position.rules() != self.position().rules();
        self.told_in_turn |= self.is_deciding();
        let news = self.record.show(position);
        if !news.is_empty() {
            self.cancel();
            self.tell_partnership(&news, now);
        } else if other_rules {
            self.look_again(now, out);
        }
    }

    /// Sets boards and clocks as sent by the GUI. All of them are stored before the search is updated.
    fn show_boards(&mut self, boards: Boards, now: u64, out: &mut Outputs) {
        let Boards { own, other, clocks } = boards;
        for (seat, ms) in RelativeSeat::ALL.into_iter().zip(clocks).filter(|(_, ms)| ms.is_some()) {
            self.seen.clocks.tell(seat, ms, now);
        }
        let other_changed = other.is_some_and(|other| self.see_other(*other, now));
        own.into_iter().for_each(|own| self.show(*own, now, out));
        if other_changed {
            self.tell_search(now);
            self.look_at_both_again(now, out);
        } else if clocks[RelativeSeat::Own as usize].is_some() {
            self.tell_time(now);
        }
    }

    /// Sets the other board; returns whether it has changed.
    fn see_other(&mut self, position: Position, now: u64) -> bool {
        let same = self.seen.other.as_ref().is_some_and(|other| other.key() == position.key());
        if !same {
            let us = self.us.unwrap_or(self.position().side_to_move());
            self.seen.read_other_clocks(us, now);
        }
        self.seen.other = Some(Arc::new(position));
        if !same {
            self.price_pieces(now);
        }
        !same
    }

    /// Handles a move on our board, from a GUI that sends moves. It is ignored if our own move, made at the same time,
    /// has left it illegal.
    fn moved(&mut self, mv: Move, now: u64, out: &mut Outputs) {
        if !self.position().is_legal(mv) {
            return;
        }
        let hit = self.hit(mv);
        if hit.is_none() {
            self.cancel();
        }
        let news = self.play(mv, now);
        self.tell_partnership(&news, now);
        let Some(timing) = hit else { return self.begin_if_due(now, out) };
        if let Some(turn) = &mut self.turn {
            (turn.ask.timing, turn.phase, turn.started_ms) = (timing, Phase::Thinking, now);
        }
        let limit = self.time_limit(now);
        self.thinker.set_time(limit);
        // New words of the partner reach a search at once, but not their expiry while it pondered.
        self.tell_search(now);
        self.thinker.ponderhit();
        // While it pondered, there was no turn of ours to plan.
        self.look_at_both_again(now, out);
    }

    /// The expected move was played, says a GUI that requests each search: our turn and our clock begin.
    fn ponder_hit(&mut self, now: u64) {
        let Some(turn) = self.turn.as_mut().filter(|turn| turn.ask.limits.ponder) else { return };
        (turn.ask.limits.ponder, turn.started_ms) = (false, now);
        self.seen.clocks.start(RelativeSeat::Own, now);
        let limit = self.time_limit(now);
        self.thinker.set_time(limit);
        self.thinker.ponderhit();
    }

    /// The timing of the turn that begins with this move, if the search under way ponders it under the standing limits.
    fn hit(&self, mv: Move) -> Option<Timing> {
        let (turn, standing) = (self.turn.as_ref()?, self.standing.as_ref()?);
        let ponders = matches!(turn.phase, Phase::Pondering(reply) if reply == mv);
        (ponders && turn.ask.limits == standing.limits).then_some(standing.timing)
    }

    /// Makes a move on the board, and stops and starts its clocks.
    fn play(&mut self, mv: Move, now: u64) -> News {
        let color = self.position().side_to_move();
        let news = self.record.play(mv);
        if let Some(us) = self.us {
            let number = self.record.moves_of(color);
            let gain = self.standing.as_ref().map_or(0, |ask| match ask.timing {
                Timing::ByClock(control) => control.gain_ms(number),
                Timing::Untimed | Timing::Exactly(_) => 0,
            });
            self.seen.clocks.stop(RelativeSeat::here(us, color), gain, now);
            self.seen.clocks.start(RelativeSeat::here(us, !color), now);
        }
        news
    }

    /// Stores a clock reading; a reading of our own clock updates the time limit of the search.
    fn set_clock(&mut self, seat: RelativeSeat, ms: Option<u64>, now: u64) {
        self.seen.clocks.tell(seat, ms, now);
        if seat == RelativeSeat::Own {
            self.tell_time(now);
        }
    }

    /// Ends the turn under way without an answer.
    fn cancel(&mut self) {
        self.thinker.abort();
        self.turn = None;
    }
}

/// Whether the side on turn has no legal move and the game is over under the rules in force. Never in a hang: a piece
/// may arrive.
fn is_over(position: &Position) -> bool {
    match position.status() {
        BoardStatus::Mate => true,
        BoardStatus::Stalemate => position.rules().stalemate != StalemateRule::Waits,
        BoardStatus::Hang | BoardStatus::Playing => false,
    }
}

/// Outputs messages to the partner, if any.
fn say(said: Vec<PartnerMessage>, out: &mut Outputs) {
    if !said.is_empty() {
        out.push(Output::Say(said));
    }
}
