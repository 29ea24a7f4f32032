//! A player and its partner: messages in and out, and the decision to play or sit.

use super::clock::RelativeSeat;
use super::input::PartnerKind;
use super::thinker::Thinker;
use super::time::Timing;
use super::turn::Turn;
use super::{Output, Outputs, Player, is_over, say};
use crate::board::Position;
use crate::eval::{Term, explain};
use crate::search::Finished;
use crate::team::hearing::Heard;
use crate::team::message::PartnerMessage;
use crate::team::news::News;
use crate::team::race::Timer;
use crate::team::sit::{Decision, Situation};
use crate::types::{Color, Move, Score};

/// Below this time on our clock, in ms, only urgent messages are sent to a server that handles moves and tells one line
/// after the other.
pub const SHORT_CLOCK_MS: u64 = 10_000;

impl<T: Thinker> Player<T> {
    /// Passes events on our board to the partnership, and starts probes.
    pub(super) fn tell_partnership(&mut self, news: &News, now: u64) {
        let Some(us) = self.us.filter(|_| self.partner_kind == PartnerKind::Speaking && !news.is_empty()) else {
            return;
        };
        for event in &news.events {
            self.partnership.happened(*event, us);
        }
        let board = self.position().clone();
        self.probe(&board, us, now);
    }

    /// Probes the position after our move on the opponent's time: the GUI may send that board only with its next
    /// request.
    pub(super) fn foresee(&mut self, mv: Move, now: u64) {
        let Some(us) = self.us.filter(|_| self.partner_kind == PartnerKind::Speaking) else { return };
        let mut next = self.position().clone();
        next.make_move(mv);
        if !is_over(&next) {
            self.probe(&next, us, now);
        }
    }

    /// Reports the material lead after our move `mv` to the partner, for GUIs that pass it on.
    pub(super) fn tell_lead(&mut self, mv: Move, out: &mut Outputs) {
        let Some(us) = self.us.filter(|_| self.partner_kind == PartnerKind::Speaking) else { return };
        let mut after = self.position().clone();
        after.make_move(mv);
        let leads = [self.position(), &after].map(|position| material_lead(position, us));
        say(self.partnership.leads(leads).into_iter().collect(), out);
    }

    fn probe(&mut self, board: &Position, us: Color, now: u64) {
        let clock = self.show_partnership(now);
        self.partnership.board_changed(board, us, clock);
    }

    /// Updates probes and prices after a change on the other board.
    pub(super) fn price_pieces(&mut self, now: u64) {
        let Some(us) = self.us.filter(|_| self.partner_kind == PartnerKind::Speaking) else { return };
        let clock = self.show_partnership(now);
        self.partnership.other_board_changed(us, clock);
    }

    /// Passes the other board to the partnership for its probes; returns the time on our clock, in ms.
    fn show_partnership(&mut self, now: u64) -> Option<u64> {
        let other = self.seen.other.clone().filter(|_| self.partnership.hears());
        self.partnership.see(other);
        self.clock_of(RelativeSeat::Own, now)
    }

    /// Handles words of the partner: outputs remarks and replies, and applies the effects to the turn.
    pub(super) fn hear(&mut self, heard: &Heard, now: u64, out: &mut Outputs) {
        let us = self.us.unwrap_or(self.position().side_to_move());
        let reaction = self.partnership.hear(heard, self.record.position(), us);
        out.extend(reaction.remarks.into_iter().map(Output::Note));
        say(reaction.said, out);
        match (reaction.told, &self.turn) {
            (Some(mv), Some(turn)) if turn.is_deciding() => {
                self.thinker.abort();
                self.answer(Finished { best: Some(mv), ..Finished::default() }, now, out);
            }
            _ => self.take_in(reaction.hurry, reaction.changed, now),
        }
    }

    /// Handles a message from the other seat of this process, which needs no reply.
    pub(super) fn hear_within(&mut self, message: PartnerMessage, now: u64) {
        let us = self.us.unwrap_or(self.position().side_to_move());
        let reaction = self.partnership.hear(&Heard::new("", [message]), self.record.position(), us);
        self.take_in(reaction.hurry, reaction.changed, now);
    }

    /// Applies the effects of a message to the turn. A sit is decided anew anyway; haste lasts until the turn ends.
    fn take_in(&mut self, hurry: bool, changed: bool, now: u64) {
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.is_deciding()) {
            turn.haste |= hurry;
        }
        if changed {
            self.tell_search(now);
        } else if hurry {
            self.tell_time(now);
        }
    }

    /// Sends messages from probe results, that the opponent does not move, and states that the partner would forget.
    pub(super) fn speak(&mut self, now: u64, out: &mut Outputs) {
        if self.partner_kind == PartnerKind::Speaking {
            let short = self.clock_of(RelativeSeat::Own, now).is_some_and(|clock| clock < SHORT_CLOCK_MS);
            let hurried = short && self.habits.follows_moves;
            let mut said = self.partnership.found(self.us.is_some(), hurried);
            if self.partnership.take_news() {
                self.tell_search(now);
            }
            let opponent = self.waiting_opponent(now);
            // Not every protocol tells the end of a game: once the opponent's flag has fallen, nothing more is said.
            let over = opponent.is_some() && self.clock_of(RelativeSeat::Opponent, now) == Some(0);
            if let Some(clock) = opponent.filter(|_| !hurried && !over) {
                said.extend(self.partnership.watch_opponent(clock));
            }
            let turn = self.turn.as_ref();
            let sits = turn.is_some_and(Turn::is_still);
            // A search for a move will tell whether the state still holds.
            if self.us.is_some() && !over && (sits || !turn.is_some_and(Turn::is_deciding)) {
                said.extend(self.partnership.remind(sits));
            }
            say(said, out);
        }
    }

    /// Searches both boards for a mate by our team, on our turn in a game with a partner at full strength.
    pub(super) fn look_at_both(&mut self, now: u64) {
        let Some(us) = self.us.filter(|_| self.partner_kind == PartnerKind::Speaking && self.skill().is_full()) else {
            return self.partnership.forget_plan();
        };
        let clocks = RelativeSeat::ALL.map(|seat| self.clock_of(seat, now));
        self.show_partnership(now);
        self.partnership.look_at_both(self.record.position(), us, clocks, self.timer());
    }

    /// The move overhead, the increment, and how the game's clocks are reported.
    pub(super) fn timer(&self) -> Timer {
        let timing = self.turn.as_ref().map(|turn| turn.ask.timing);
        Timer {
            overhead_ms: self.habits.overhead_ms,
            increment_ms: if let Some(Timing::ByClock(control)) = timing { control.increment_ms } else { 0 },
            whole_seconds: self.seen.clocks.whole_seconds(),
        }
    }

    /// Decides whether the found move is played, and sends our state to the partner if it changes.
    pub(super) fn decide(&mut self, found: &Finished, now: u64, out: &mut Outputs) -> Decision {
        let Some(us) = self.us else { return Decision::Play };
        let feeds = found.best.is_some_and(|mv| self.partnership.feeds(self.record.position(), mv, us));
        let situation = Situation {
            clock_ms: self.clock_of(RelativeSeat::Own, now),
            // A clock reported by the partner may have run since: it is an upper bound.
            diagonal_ms: self.clock_of(RelativeSeat::Diagonal, now).or(self.partnership.told_diagonal_ms()),
            diagonal_to_move: self.seen.diagonal_to_move(us),
            opponent_ms: self.clock_of(RelativeSeat::Opponent, now),
            partner_ms: self.clock_of(RelativeSeat::Partner, now),
            timer: self.timer(),
            // With an explicit time limit the GUI expects the answer at that time.
            has_partner: self.partner_kind == PartnerKind::Speaking
                && self.turn.as_ref().is_some_and(|turn| !turn.ask.has_own_limit()),
            joint: self.partnership.joint_plan().filter(|_| self.skill().is_full()),
            blind: !self.habits.follows_moves && !self.told_in_turn,
            ..Situation::new(found.score, feeds)
        };
        let (decision, said) = self.partnership.decide(found.score, situation);
        if self.partner_kind == PartnerKind::Speaking {
            say(said, out);
        }
        decision
    }

    /// The clock of our opponent, in ms, if it is on turn in a game with a partner.
    pub(super) fn waiting_opponent(&self, now: u64) -> Option<u64> {
        let us = self.us?;
        let waits = self.partner_kind == PartnerKind::Speaking
            && self.position().side_to_move() != us
            && self.record.plies() > 0;
        self.seen.clocks.now(RelativeSeat::Opponent, false, now).filter(|_| waits)
    }
}

/// The lead of `us` in material on the board and in hand, in cp.
fn material_lead(position: &Position, us: Color) -> Score {
    let terms = explain(position, &super::usual_prices(PartnerKind::Speaking));
    terms.lead(Term::Material, us) + terms.lead(Term::Hand, us)
}
