//! What a turn searches, with which prices of the other board, and how long.

use super::clock::Who;
use super::input::{Ask, PartnerKind};
use super::level::Skill;
use super::thinker::{Purpose, Thinker};
use super::time::{self, Control, Timing};
use super::turn::{Phase, Turn};
use super::{Output, Outputs, Player, is_over, say, usual_prices};
use crate::board::{BoardRules, BoardStatus, MateRule, Position};
use crate::eval::Prices;
use crate::search::{Job, Limits, TimeLimit};
use crate::types::Move;

impl<T: Thinker> Player<T> {
    /// Tells a search that goes by the clock what it may take now. One that counts nodes for time is left alone: when news reaches it
    /// would be a matter of real time.
    pub(super) fn tell_time(&mut self, now: u64) {
        let Some(turn) = self.turn.as_ref().filter(|_| !self.counts_nodes()) else { return };
        if turn.is_deciding() && turn.sitting().is_none() && !turn.ask.has_own_limit() {
            let limit = self.time_limit(now);
            self.thinker.set_time(limit);
        }
    }

    /// A search that goes by the clock takes over other prices, and goes on.
    pub(super) fn tell_search(&mut self, now: u64) {
        let Some(turn) = self.turn.as_ref().filter(|_| !self.counts_nodes()) else { return };
        if turn.is_deciding() && !turn.ask.has_own_limit() {
            let prices = self.prices();
            self.thinker.set_prices(prices);
        }
        self.tell_time(now);
    }

    /// What a search may assume of the other board, the partner's wishes included.
    pub(super) fn prices(&mut self) -> Prices {
        if self.partner_kind != PartnerKind::Speaking {
            return usual_prices(self.partner_kind);
        }
        let us = self.us.unwrap_or(self.position().side_to_move());
        let heed_percent = self.skill().heed_percent();
        self.partnership.prices(us, heed_percent)
    }

    /// The board as a search is to see it: where nothing arrives, who hangs has lost.
    pub(super) fn root(&self) -> Position {
        let position = self.position();
        if self.partner_kind != PartnerKind::Absent {
            return position.clone();
        }
        position.with_rules(BoardRules { mate: MateRule::Immediate, ..*position.rules() })
    }

    /// Starts the search of a turn as it stands; without a thread to search with there is no turn. `continues`: the board is the one searched
    /// last but for what has arrived.
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
        limits.patience = time::patience();
        // Who only studies the board sees all there is.
        let skill = if turn.ask.is_for_a_move() { self.skill() } else { Skill::default() };
        skill.limit(&mut limits);
        let blindness = skill.blindness(position.key());
        let searches = matches!(turn.phase, Phase::Thinking);
        self.turn = Some(Turn { paused: None, ..turn });
        if searches {
            limits.time = self.time_limit(now);
        }
        let clock = self.clock_of(Who::Own, now);
        self.partnership.look_at(self.seen.other.clone(), clock);
        let mut job = Job::new(position, self.prices(), limits);
        job.board = self.board;
        job.game_keys = keys;
        job.continues = continues;
        job.blindness = blindness;
        if let Err(error) = self.thinker.start(job, purpose) {
            self.turn = None;
            out.push(Output::Error(format!("no thread to search with: {error}")));
        }
    }

    /// Begins what the standing wish asks for, where it is our turn or an analysis.
    pub(super) fn begin_if_due(&mut self, now: u64, out: &mut Outputs) {
        if let Some(ask) = self.standing.clone().filter(|_| self.us == Some(self.position().side_to_move())) {
            self.begin(*ask, now, out);
        } else {
            self.analyze(now, out);
        }
    }

    /// Begins an analysis, if that is the standing wish.
    pub(super) fn analyze(&mut self, now: u64, out: &mut Outputs) {
        if let Some(ask) = self.standing.clone().filter(|ask| !ask.answers) {
            self.begin(*ask, now, out);
        }
    }

    /// A turn begins: with a search, or without a legal move.
    pub(super) fn begin(&mut self, ask: Ask, now: u64, out: &mut Outputs) {
        let purpose = if ask.answers { Purpose::Move } else { Purpose::Analysis };
        match self.position().status() {
            BoardStatus::Playing => self.search(Turn::new(ask, now), purpose, false, now, out),
            status if ask.answers => self.no_move(status, ask, now, out),
            _ => {}
        }
    }

    /// It is our turn, and we have no legal move: it is over, or a piece may help.
    pub(super) fn no_move(&mut self, status: BoardStatus, ask: Ask, now: u64, out: &mut Outputs) {
        let over = is_over(self.position());
        if !over && status == BoardStatus::Hang {
            if self.partner_kind == PartnerKind::Absent {
                // Nothing will ever arrive, and the flag would take its time.
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
            if self.partner_kind == PartnerKind::Absent {
                return out.push(Output::OfferDraw);
            }
            out.push(Output::Note("no legal move until a piece arrives".to_owned()));
        }
        self.turn = Some(Turn { phase: Phase::Hanging, ..Turn::new(ask, now) });
    }

    /// The hands or the rules have changed: what is under way goes on from there, in what is left of its time.
    pub(super) fn look_again(&mut self, now: u64, out: &mut Outputs) {
        let Some(turn) = self.turn.take() else { return };
        let playing = self.position().status() == BoardStatus::Playing;
        match turn.phase {
            Phase::Hanging => self.begin(turn.ask, now, out),
            Phase::Pondering(reply) => {
                self.thinker.abort();
                self.ponder(turn.ask, reply, now, out);
            }
            Phase::Thinking | Phase::Sitting(_) if playing => {
                let purpose = if turn.ask.answers { Purpose::Move } else { Purpose::Analysis };
                self.search(Turn { phase: Phase::Thinking, ..turn }, purpose, true, now, out);
            }
            Phase::Thinking | Phase::Sitting(_) => {
                self.thinker.abort();
                self.begin(turn.ask, now, out);
            }
        }
    }

    /// Thinks on the opponent's time about what follows `reply`, if that leaves something to think about.
    pub(super) fn ponder(&mut self, ask: Ask, reply: Move, now: u64, out: &mut Outputs) {
        let mut next = self.root();
        if self.skill().is_full() && next.is_legal(reply) {
            next.make_move(reply);
            if next.status() == BoardStatus::Playing {
                let turn = Turn { phase: Phase::Pondering(reply), ..Turn::new(ask, now) };
                self.search(turn, Purpose::Ponder, false, now, out);
            }
        }
    }

    pub(super) fn stop_pondering_if_unwanted(&mut self) {
        if !self.habits.ponders && matches!(&self.turn, Some(Turn { phase: Phase::Pondering(_), .. })) {
            self.cancel();
        }
    }

    /// What the clock leaves for the turn's search, counted from now. Nothing when only depth, nodes or a stop end it.
    pub(super) fn time_limit(&self, now: u64) -> Option<TimeLimit> {
        let turn = self.turn.as_ref()?;
        let spent = now.saturating_sub(turn.started_ms);
        let whole = self.skill().share(self.whole_time(turn, now)?);
        let left = |ms: u64| ms.saturating_sub(spent).max(1);
        Some(TimeLimit { soft_ms: left(whole.soft_ms), hard_ms: left(whole.hard_ms) })
    }

    /// The moment at which a move that was found is made, for who plays below full strength by a clock and has found one.
    pub(super) fn pace_end(&self, turn: &Turn, now: u64) -> Option<u64> {
        let found = turn.paused.as_ref()?;
        let usual = self.whole_time(turn, now)?;
        Some(turn.started_ms + self.skill().pace_ms(usual.soft_ms, found, self.position().key()))
    }

    /// Whether a move that was found is to be made later. Where time stands still, nothing is later.
    pub(super) fn pauses(&self, turn: &Turn, now: u64) -> bool {
        let by_clock = !turn.ask.has_own_limit() && !self.counts_nodes();
        by_clock && self.pace_end(turn, now).is_some_and(|end| now < end)
    }

    /// What the clock leaves for the whole of a turn.
    fn whole_time(&self, turn: &Turn, now: u64) -> Option<TimeLimit> {
        let spent = now.saturating_sub(turn.started_ms);
        let whole = match turn.ask.timing {
            Timing::Untimed => return None,
            Timing::Exactly(ms) => TimeLimit::exactly(ms),
            Timing::ByClock(control) => {
                match self.seen.clock(Who::Own, self.position().side_to_move(), self.position(), now) {
                    // As if the clock were read at the start, so that news does not put the deadline off for ever.
                    Some(left) => self.budget(left + spent, control),
                    None if turn.ask.limits.depth.is_some() => return None,
                    None => TimeLimit::exactly(time::WITHOUT_CLOCKS_MS),
                }
            }
        };
        Some(if turn.haste { time::hastened(whole) } else { whole })
    }

    pub(super) fn budget(&self, remaining_ms: u64, control: Control) -> TimeLimit {
        let played = self.record.moves_of(self.position().side_to_move());
        let moves = control.moves_to_go(played);
        let limit = time::budget(remaining_ms, control.increment_ms, moves, self.habits.overhead_ms);
        if self.partner_kind != PartnerKind::Speaking {
            return limit;
        }
        // As with our own clock, what the others had when the turn began.
        let at = self.turn.as_ref().map_or(0, |turn| turn.started_ms);
        let limit = match self.clock_of(Who::Diagonal, at) {
            Some(diagonal_ms) if self.partnership.hears() => {
                let aimed_percent = if self.skill().is_full() { time::aimed_lead_percent() } else { 0 };
                time::raced(limit, remaining_ms, diagonal_ms, aimed_percent)
            }
            _ => limit,
        };
        let (pace, dead) = self.partnership.pace();
        let clock_ms = self.clock_of(Who::Partner, at);
        let opponent_ms = self.clock_of(Who::Opponent, at);
        // A learner keeps an eye on the clocks, but no lead in reserve.
        let lead_ms = clock_ms.zip(opponent_ms).and_then(|(partner, opponent)| partner.checked_sub(opponent));
        let lead_ms = lead_ms.filter(|_| self.skill().is_full());
        time::paced(
            limit,
            pace,
            if dead { time::PartnerTime::Dead { clock_ms, lead_ms } } else { time::PartnerTime::Playing },
        )
    }
}

/// That the player on turn hangs (R8), and what would help.
fn hanging(position: &Position) -> String {
    let letters: Vec<String> = position.blocking_kinds().map(|kind| kind.letter().to_string()).collect();
    format!("hanging: no legal move until a piece arrives that can block, one of {}", letters.join(" "))
}
