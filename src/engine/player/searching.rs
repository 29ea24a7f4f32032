//! The search of a turn: root position, prices, and time limit.

use super::clock::RelativeSeat;
use super::input::{Ask, PartnerKind};
use super::level::Skill;
use super::thinker::{Purpose, Thinker};
use super::time::{self, Control, PartnerTime, Timing};
use super::turn::{Phase, Turn};
use super::{Output, Outputs, Player, is_over, say, usual_prices};
use crate::board::{BoardRules, BoardStatus, MateRule, Position};
use crate::eval::Prices;
use crate::search::{Job, Limits, Patience, TimeLimit};
use crate::team::joint::JointPlan;
use crate::team::sit::SitReason;
use crate::types::Move;

impl<T: Thinker> Player<T> {
    /// Updates the time limit of a search under a clock. A search that counts nodes as time is left alone: the moment
    /// of the update would depend on real time.
    pub(super) fn tell_time(&mut self, now: u64) {
        let Some(turn) = self.turn.as_ref().filter(|_| !self.counts_nodes()) else { return };
        if turn.is_deciding() && turn.sitting().is_none() && !turn.ask.has_own_limit() {
            let limit = self.time_limit(now);
            self.thinker.set_time(limit);
        }
    }

    /// Updates the prices of a running search under a clock, one that ponders too, and its time limit.
    pub(super) fn tell_search(&mut self, now: u64) {
        let Some(turn) = self.turn.as_ref().filter(|_| !self.counts_nodes()) else { return };
        let ponders = matches!(turn.phase, Phase::Pondering(_));
        if (turn.is_deciding() || ponders) && !turn.ask.has_own_limit() {
            let prices = self.prices();
            self.thinker.set_prices(prices);
        }
        self.tell_time(now);
    }

    /// The prices for a search, including the partner's wishes.
    pub(super) fn prices(&mut self) -> Prices {
        if self.partner_kind != PartnerKind::Speaking {
            return usual_prices(self.partner_kind);
        }
        let us = self.us.unwrap_or(self.position().side_to_move());
        let heed_percent = self.skill().heed_percent();
        self.partnership.prices(us, heed_percent)
    }

    /// The root position of a search: without arrivals, a hang is a loss.
    pub(super) fn root(&self) -> Position {
        let position = self.position();
        if self.partner_kind != PartnerKind::Absent {
            return position.clone();
        }
        position.with_rules(BoardRules { mate: MateRule::Immediate, ..*position.rules() })
    }

    /// Starts the search of a turn; if no thread can be spawned, the turn ends. `continues`: the position is that of
    /// the last search except for arrivals.
    pub(super) fn search(&mut self, turn: Turn, purpose: Purpose, continues: bool, now: u64, out: &mut Outputs) {
        let (mut position, mut keys) = (self.root(), self.record.keys());
        let mut limits = turn.ask.limits.clone();
        match turn.phase {
            Phase::Pondering(reply) => {
                keys.push(position.key());
                position.make_move(reply);
                (limits.ponder, limits.time) = (true, None);
            }
            Phase::Sitting(_) => limits = Limits { infinite: true, ..Limits::default() },
            Phase::Thinking | Phase::Hanging => {}
        }
        // An exact time is used to its end: only a plan by the clock is scaled.
        limits.patience = if turn.ask.has_own_limit() { Patience::NONE } else { time::patience() };
        // Analysis runs at full strength.
        let skill = if turn.ask.is_for_a_move() { self.skill() } else { Skill::default() };
        skill.limit(&mut limits);
        let blindness = skill.blindness(position.key());
        let searches = matches!(turn.phase, Phase::Thinking);
        self.turn = Some(Turn { paused: None, ..turn });
        if searches && !limits.ponder {
            limits.time = self.time_limit(now);
        }
        let known = self.known_move(searches, now, out);
        if let Some(mv) = known {
            (limits.search_moves, limits.depth) = (vec![mv], Some(1));
        }
        let us = self.us.unwrap_or(self.position().side_to_move());
        let clocks = RelativeSeat::ALL.map(|seat| self.clock_of(seat, now));
        self.partnership.look_at(self.seen.other.clone(), us, clocks, self.timer());
        let mut job = Job::new(position, self.prices(), limits);
        job.board = self.board;
        job.game_keys = keys;
        job.continues = continues && known.is_none();
        job.blindness = blindness;
        if let Err(error) = self.thinker.start(job, purpose) {
            self.turn = None;
            out.push(Output::Error(format!("no thread to search with: {error}")));
        }
    }

    /// The move that needs no search beyond its first ply, if the turn `searches` for one: the first of a mate on both
    /// boards, else one of the opening book.
    fn known_move(&mut self, searches: bool, now: u64, out: &mut Outputs) -> Option<Move> {
        // Every search renews or forgets the plan of such a mate.
        let joint = self.joint_move(now).filter(|_| searches);
        let in_book = if searches && joint.is_none() { self.book_move() } else { None };
        if in_book.is_some() {
            out.push(Output::Note("a move of the opening book".to_owned()));
        }
        joint.or(in_book)
    }

    /// Whether a turn by the clock will end with our move.
    fn decides_by_clock(&self) -> bool {
        self.turn.as_ref().is_some_and(|turn| turn.is_deciding() && !turn.ask.has_own_limit())
    }

    /// Our first move of a mate on both boards, if there is one and the turn is by the clock.
    fn joint_move(&mut self, now: u64) -> Option<Move> {
        if !self.decides_by_clock() {
            self.partnership.forget_plan();
            return None;
        }
        self.look_at_both(now);
        match self.partnership.joint_plan() {
            Some(JointPlan::Play(mv)) => Some(mv),
            _ => None,
        }
    }

    /// Whether a change of the other board since the search began may save us if every move loses, on a turn by the
    /// clock at full strength.
    pub(super) fn may_be_saved(&self, now: u64) -> bool {
        if self.counts_nodes() || !self.decides_by_clock() || !self.skill().is_full() {
            return false;
        }
        let clocks = RelativeSeat::ALL.map(|seat| self.clock_of(seat, now));
        self.us.is_some_and(|us| self.partnership.may_be_saved(us, clocks, self.timer()))
    }

    /// Begins the search for our move anew, in the time of a whole turn.
    pub(super) fn think_anew(&mut self, now: u64, out: &mut Outputs) {
        if let Some(turn) = self.turn.take() {
            let turn = Turn { phase: Phase::Thinking, started_ms: now, ..turn };
            self.search(turn, Purpose::Move, false, now, out);
        }
    }

    /// Plays the first move of a mate on both boards, if a change of the other board has made it one, and thinks anew
    /// if it is none any more, or if a lost player may be saved.
    pub(super) fn look_at_both_again(&mut self, now: u64, out: &mut Outputs) {
        if self.counts_nodes() || !self.decides_by_clock() {
            return;
        }
        let began = matches!(self.partnership.joint_plan(), Some(JointPlan::Play(_)));
        let sitting = self.turn.as_ref().and_then(Turn::sitting);
        let is_dead = sitting.is_some_and(|sitting| sitting.reason == SitReason::Dead);
        let may_be_saved = is_dead && self.may_be_saved(now);
        if self.joint_move(now).is_some() || began || may_be_saved {
            self.think_anew(now, out);
        }
    }

    /// Begins the standing request if it is our turn, or an analysis.
    pub(super) fn begin_if_due(&mut self, now: u64, out: &mut Outputs) {
        if let Some(ask) = self.standing.clone().filter(|_| self.us == Some(self.position().side_to_move())) {
            self.begin(*ask, now, out);
        } else {
            self.analyze(now, out);
        }
    }

    /// Begins the standing request if it is an analysis.
    pub(super) fn analyze(&mut self, now: u64, out: &mut Outputs) {
        if let Some(ask) = self.standing.clone().filter(|ask| !ask.answers) {
            self.begin(*ask, now, out);
        }
    }

    /// Begins a turn: starts a search, or handles the lack of a legal move.
    pub(super) fn begin(&mut self, ask: Ask, now: u64, out: &mut Outputs) {
        let purpose = if ask.answers { Purpose::Move } else { Purpose::Analysis };
        match self.position().status() {
            BoardStatus::Playing => self.search(Turn::new(ask, now), purpose, false, now, out),
            status if ask.answers => self.no_move(status, ask, now, out),
            _ => {}
        }
    }

    /// Handles our turn without a legal move: the game is over, or a piece may help.
    pub(super) fn no_move(&mut self, status: BoardStatus, ask: Ask, now: u64, out: &mut Outputs) {
        let over = is_over(self.position());
        if !over && status == BoardStatus::Hang {
            if self.partner_kind == PartnerKind::Absent {
                // No piece will arrive: resigning saves the wait for the flag.
                return out.push(Output::Resign);
            }
            out.push(Output::Note(hanging(self.position())));
            if self.partner_kind == PartnerKind::Speaking {
                let said = self.partnership.hangs(self.record.position());
                say(said, out);
            }
        }
        if over || !self.habits.follows_moves {
            return out.push(Output::NoMove(status));
        }
        if status == BoardStatus::Stalemate {
            out.push(match self.partner_kind {
                PartnerKind::Absent => Output::OfferDraw,
                _ => Output::Note("no legal move until a piece arrives".to_owned()),
            });
        }
        self.turn = Some(Turn { phase: Phase::Hanging, ..Turn::new(ask, now) });
    }

    /// Continues the turn after a change of hands or rules: by the clock with the time of a whole turn, since the
    /// position is another one, else in the rest of the turn's time. An analysis that had no legal move begins.
    pub(super) fn look_again(&mut self, now: u64, out: &mut Outputs) {
        let Some(turn) = self.turn.take() else { return self.analyze(now, out) };
        let status = self.position().status();
        let playing = status == BoardStatus::Playing;
        let stalemate = status == BoardStatus::Stalemate && !is_over(self.position());
        match turn.phase {
            // A draw is offered once.
            Phase::Hanging if stalemate && self.partner_kind == PartnerKind::Absent => self.turn = Some(turn),
            Phase::Hanging => self.begin(turn.ask, now, out),
            Phase::Pondering(reply) => {
                self.thinker.abort();
                self.ponder(turn.ask, reply, now, out);
            }
            Phase::Thinking | Phase::Sitting(_) if playing => {
                let purpose = if turn.ask.answers { Purpose::Move } else { Purpose::Analysis };
                let started_ms = if turn.ask.has_own_limit() { turn.started_ms } else { now };
                let turn = Turn { phase: Phase::Thinking, started_ms, ..turn };
                self.search(turn, purpose, true, now, out);
            }
            Phase::Thinking | Phase::Sitting(_) => {
                self.thinker.abort();
                self.begin(turn.ask, now, out);
            }
        }
    }

    /// Ponders the position after `reply`, at full strength and if the game goes on there.
    pub(super) fn ponder(&mut self, ask: Ask, reply: Move, now: u64, out: &mut Outputs) {
        let mut next = self.root();
        if self.skill().is_full() && next.is_legal(reply) {
            next.make_move(reply);
            // A reply of the book costs no time.
            let in_book = self.in_book(&next).is_some();
            if next.status() == BoardStatus::Playing && !in_book {
                let turn = Turn { phase: Phase::Pondering(reply), ..Turn::new(ask, now) };
                self.search(turn, Purpose::Ponder, false, now, out);
            }
        }
    }

    /// Ends pondering that the options do not allow any more.
    pub(super) fn stop_pondering_if_unwanted(&mut self) {
        if !self.habits.ponders && matches!(&self.turn, Some(Turn { phase: Phase::Pondering(_), .. })) {
            self.cancel();
        }
    }

    /// The time limit of the turn's search, counted from now; `None` if only depth, nodes or a stop end it.
    pub(super) fn time_limit(&self, now: u64) -> Option<TimeLimit> {
        let turn = self.turn.as_ref()?;
        let spent = now.saturating_sub(turn.started_ms);
        let whole = self.skill().share(self.whole_time(turn, now)?);
        let left = |ms: u64| ms.saturating_sub(spent).max(1);
        Some(TimeLimit { soft_ms: left(whole.soft_ms), hard_ms: left(whole.hard_ms) })
    }

    /// The moment at which a found move is played below full strength, in ms; `None` without a time limit or a found
    /// move.
    pub(super) fn pace_end(&self, turn: &Turn, now: u64) -> Option<u64> {
        let found = turn.paused.as_ref()?;
        let usual = self.whole_time(turn, now)?;
        Some(turn.started_ms + self.skill().pace_ms(usual.soft_ms, found, self.position().key()))
    }

    /// Whether a found move is to be played later; never where clocks count nodes.
    pub(super) fn pauses(&self, turn: &Turn, now: u64) -> bool {
        let by_clock = !turn.ask.has_own_limit() && !self.counts_nodes();
        by_clock && self.pace_end(turn, now).is_some_and(|end| now < end)
    }

    /// The time limit of the whole turn, counted from its start.
    fn whole_time(&self, turn: &Turn, now: u64) -> Option<TimeLimit> {
        let spent = now.saturating_sub(turn.started_ms);
        let whole = match turn.ask.timing {
            Timing::Untimed => return None,
            Timing::Exactly(ms) => TimeLimit::exactly(ms),
            Timing::ByClock(control) => {
                match self.seen.clock(RelativeSeat::Own, self.position().side_to_move(), self.position(), now) {
                    // The clock as of the turn's start, so that updates do not postpone the deadline again and again.
                    Some(left) => self.budget(left + spent, control),
                    None if turn.ask.limits.depth.is_some() => return None,
                    None => TimeLimit::exactly(time::WITHOUT_CLOCKS_MS),
                }
            }
        };
        Some(if turn.haste { time::hastened(whole) } else { whole })
    }

    /// The time limit of a whole turn that begins with `remaining_ms` on our clock.
    pub(super) fn budget(&self, remaining_ms: u64, control: Control) -> TimeLimit {
        let played = self.record.moves_of(self.position().side_to_move());
        let alone = self.partner_kind == PartnerKind::SingleBoard;
        let moves = control.moves_to_go(played).or_else(|| alone.then(time::planned_moves_alone));
        let limit = time::budget(remaining_ms, control.increment_ms, moves, self.habits.overhead_ms);
        if self.partner_kind != PartnerKind::Speaking {
            return limit;
        }
        let limit = time::opened(limit, played);
        // The other clocks as of the turn's start, like our own.
        let at = self.turn.as_ref().map_or(0, |turn| turn.started_ms);
        let limit = match self.clock_of(RelativeSeat::Diagonal, at) {
            Some(diagonal_ms) if self.partnership.hears() => {
                let aimed_percent = if self.skill().is_full() { time::aimed_lead_percent() } else { 0 };
                time::raced(limit, remaining_ms, diagonal_ms, aimed_percent)
            }
            _ => limit,
        };
        let (pace, dead) = self.partnership.pace();
        let clock_ms = self.clock_of(RelativeSeat::Partner, at);
        let opponent_ms = self.clock_of(RelativeSeat::Opponent, at);
        // Below full strength the clocks count, but no lead is kept in reserve.
        let lead_ms = clock_ms.zip(opponent_ms).and_then(|(partner, opponent)| partner.checked_sub(opponent));
        let lead_ms = lead_ms.filter(|_| self.skill().is_full());
        let partner = if dead { PartnerTime::Dead { clock_ms, lead_ms } } else { PartnerTime::Playing };
        time::paced(limit, pace, partner)
    }
}

/// The remark that the side on turn hangs (R8), with the kinds that would block.
fn hanging(position: &Position) -> String {
    let letters: Vec<String> = position.blocking_kinds().map(|kind| kind.letter().to_string()).collect();
    format!("hanging: no legal move until a piece arrives that can block, one of {}", letters.join(" "))
}
