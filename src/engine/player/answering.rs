//! Turns a search result into an action: plays the move, or sits.

use super::clock::RelativeSeat;
use super::input::PartnerKind;
use super::thinker::{Purpose, Thinker};
use super::turn::{Phase, Sitting, Turn};
use super::{Output, Outputs, Player, is_over, say};
use crate::search::Finished;
use crate::team::joint::JointPlan;
use crate::team::sit::{Decision, SitReason};
use crate::types::score::MATE_BOUND;

impl<T: Thinker> Player<T> {
    /// Acts on search results (plays, sits, or ends a sit), then sends pending messages to the partner.
    pub(super) fn settle(&mut self, now: u64, out: &mut Outputs) {
        self.settle_turn(now, out);
        if !is_over(self.position()) {
            self.speak(now, out);
        }
    }

    fn settle_turn(&mut self, now: u64, out: &mut Outputs) {
        let Some(turn) = self.turn.as_ref().filter(|turn| turn.is_deciding()) else { return };
        let sitting = turn.sitting().cloned();
        let paused = turn.paused.clone();
        let found = self.thinker.take().map(|found| self.chosen(found)).or(paused);
        let found = found.filter(|found| sitting.is_some() || !self.pause(found, now));
        match (found, sitting) {
            (Some(found), None) if found.score <= -MATE_BOUND && self.may_be_saved(now) => self.think_anew(now, out),
            (Some(found), None) => match self.decide_by_level(&found, now, out) {
                Decision::Play => self.answer(found, now, out),
                Decision::Sit { until_clock_ms, reason } => {
                    self.sit(Sitting { found, until_clock_ms, reason }, now, out);
                }
            },
            (deeper, Some(sitting)) => {
                let until = sitting.until_clock_ms;
                let found = deeper.unwrap_or(sitting.found);
                let over = self.clock_of(RelativeSeat::Own, now).is_none_or(|clock| clock <= until);
                if over {
                    self.say_that_it_plays_on(out);
                    return self.answer_the_deeper(found, now, out);
                }
                match self.decide_by_level(&found, now, out) {
                    Decision::Play => self.answer_the_deeper(found, now, out),
                    // The partner has moved, and not taken the piece.
                    Decision::Sit { reason: SitReason::Piece, .. }
                        if sitting.reason == SitReason::Joint && self.is_only_threatened() =>
                    {
                        self.say_that_it_plays_on(out);
                        self.answer_the_deeper(found, now, out);
                    }
                    Decision::Sit { until_clock_ms, reason } => self.sit_on(found, until_clock_ms, reason),
                }
            }
            (None, None) => {}
        }
    }

    /// Whether the piece that would mate here is one that the partner, not on turn, only threatens to take.
    fn is_only_threatened(&self) -> bool {
        matches!(self.partnership.joint_plan(), Some(JointPlan::PartnerThreatens(_)))
    }

    /// Tells the partner that a sit has ended.
    fn say_that_it_plays_on(&mut self, out: &mut Outputs) {
        if self.partner_kind == PartnerKind::Speaking {
            say(self.partnership.plays_on(), out);
        }
    }

    /// Adopts the move `found` last, and the end of a sit whose reason has changed, from or to one that lasts, or to a
    /// mate on both boards that only waits for the partner. Of other two short waits the first one ends the sit.
    fn sit_on(&mut self, found: Finished, until_clock_ms: u64, reason: SitReason) {
        let lasts = |reason| matches!(reason, SitReason::Dead | SitReason::Asked | SitReason::FlagRace);
        let Some(Turn { phase: Phase::Sitting(sitting), .. }) = &mut self.turn else { return };
        sitting.found = found;
        if sitting.reason != reason && (lasts(sitting.reason) || lasts(reason) || reason == SitReason::Joint) {
            (sitting.until_clock_ms, sitting.reason) = (until_clock_ms, reason);
        }
    }

    /// The decision on a found move; below full strength a sit ends earlier.
    fn decide_by_level(&mut self, found: &Finished, now: u64, out: &mut Outputs) -> Decision {
        match self.decide(found, now, out) {
            Decision::Play => Decision::Play,
            Decision::Sit { until_clock_ms, reason } => {
                let until_clock_ms = until_clock_ms.max(self.end_of_patience(reason, now));
                Decision::Sit { until_clock_ms, reason }
            }
        }
    }

    /// Our clock at which a player below full strength moves although it might sit on, in ms.
    fn end_of_patience(&self, reason: SitReason, now: u64) -> u64 {
        let most = self.skill().most_sit_ms().filter(|_| reason != SitReason::Asked);
        most.zip(self.clock_of(RelativeSeat::Own, now)).map_or(0, |(most, clock)| clock.saturating_sub(most))
    }

    /// Applies the strength level: picks the move of a search result that a player of this level makes.
    fn chosen(&self, found: Finished) -> Finished {
        let plays = self.turn.as_ref().is_some_and(|turn| turn.ask.is_for_a_move());
        if plays { self.skill().choose(found, self.position().key()) } else { found }
    }

    /// Holds a search result back for a human-like delay; returns whether the move has to wait.
    fn pause(&mut self, found: &Finished, now: u64) -> bool {
        if self.skill().is_full() {
            return false;
        }
        let Some(turn) = self.turn.as_mut() else { return false };
        turn.paused = Some(found.clone());
        self.turn.as_ref().is_some_and(|turn| self.pauses(turn, now))
    }

    /// Holds back the found move, and goes on searching.
    pub(super) fn sit(&mut self, sitting: Sitting, now: u64, out: &mut Outputs) {
        out.push(Output::Note(sitting.to_string()));
        if let Some(turn) = self.turn.take() {
            self.search(Turn { phase: Phase::Sitting(sitting), ..turn }, Purpose::Sit, true, now, out);
        }
    }

    /// Ends the search that ran during the sit; its move is played if it reached at least the same depth.
    pub(super) fn answer_the_deeper(&mut self, found: Finished, now: u64, out: &mut Outputs) {
        let later = self.thinker.finish().map(|later| self.chosen(later));
        let best = later.filter(|later| later.depth >= found.depth).unwrap_or(found);
        self.answer(best, now, out);
    }

    /// Ends the turn with a move. With a GUI that sends moves, it is made on the board at once.
    pub(super) fn answer(&mut self, found: Finished, now: u64, out: &mut Outputs) {
        let Some(turn) = self.turn.take() else { return };
        let mv = found.best.filter(|&mv| self.position().is_legal(mv));
        self.expected = found.ponder;
        out.push(Output::Move(found));
        let Some(mv) = mv else { return };
        if !self.habits.follows_moves {
            self.tell_lead(mv, out);
            // A search with a limit of its own is analysis, not a game.
            if !turn.ask.has_own_limit() {
                self.foresee(mv, now);
            }
            return;
        }
        let news = self.play(mv, now);
        if is_over(self.position()) {
            return out.push(Output::NoMove(self.position().status()));
        }
        self.tell_partnership(&news, now);
        if let (true, Some(reply)) = (self.habits.ponders, self.expected) {
            self.ponder(turn.ask, reply, now, out);
        }
    }

    /// Answers at once with the best move so far: without a sit, and without a delay below full strength.
    pub(super) fn finish(&mut self, now: u64, out: &mut Outputs) {
        if !self.is_deciding() {
            return;
        }
        let sat_upon = self.turn.as_ref().and_then(Turn::sitting).map(|sitting| sitting.found.clone());
        let paused = self.turn.as_ref().and_then(|turn| turn.paused.clone());
        if sat_upon.is_some() {
            self.say_that_it_plays_on(out);
        }
        let later = self.thinker.finish().map(|later| self.chosen(later));
        let deepest = [later, sat_upon, paused].into_iter().flatten().max_by_key(|found| found.depth);
        match deepest {
            Some(found) => self.answer(found, now, out),
            None => self.cancel(),
        }
    }
}
