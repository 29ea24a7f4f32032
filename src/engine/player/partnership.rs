//! A player and its partner: what is heard and said, and whether a found move is made.

use super::clock::Who;
use super::input::PartnerKind;
use super::thinker::Thinker;
use super::{Output, Outputs, Player, is_over, say};
use crate::board::Position;
use crate::eval::{Term, explain};
use crate::search::Finished;
use crate::team::hearing::Heard;
use crate::team::message::PartnerMessage;
use crate::team::news::News;
use crate::team::sit::{Decision, Situation};
use crate::types::{Color, Move, Score};

/// With less on the clock than this, in ms, only what cannot wait is told on a server that reads moves and tells in one line after the other.
pub const SHORT_CLOCK_MS: u64 = 10_000;

impl<T: Thinker> Player<T> {
    /// The partnership learns what happened on our board.
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

    /// Our move is on its way to a GUI that may show the board again only when it asks for the next one: the opponent's time is for probes of
    /// the board that is known to follow.
    pub(super) fn foresee(&mut self, mv: Move, now: u64) {
        let Some(us) = self.us.filter(|_| self.partner_kind == PartnerKind::Speaking) else { return };
        let mut next = self.position().clone();
        next.make_move(mv);
        if !is_over(&next) {
            self.probe(&next, us, now);
        }
    }

    /// Our move is `mv`: a GUI whose partners hear of material is told what we have of it now.
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

    /// The other board has changed, and pieces are worth something else there.
    pub(super) fn price_pieces(&mut self, now: u64) {
        let Some(us) = self.us.filter(|_| self.partner_kind == PartnerKind::Speaking) else { return };
        let clock = self.show_partnership(now);
        self.partnership.other_board_changed(us, clock);
    }

    /// Shows the partnership what probes may assume; returns what our clock shows.
    fn show_partnership(&mut self, now: u64) -> Option<u64> {
        let other = self.seen.other.clone().filter(|_| self.partnership.hears());
        self.partnership.see(other);
        self.clock_of(Who::Own, now)
    }

    /// The partner said something: remarks on how it was understood, replies, and what it changes for the turn.
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

    /// Our other seat said something; there is nothing to reply to oneself.
    pub(super) fn hear_within(&mut self, message: PartnerMessage, now: u64) {
        let us = self.us.unwrap_or(self.position().side_to_move());
        let reaction = self.partnership.hear(&Heard::new("", [message]), self.record.position(), us);
        self.take_in(reaction.hurry, reaction.changed, now);
    }

    /// What was heard reaches the turn. Who sits decides anew anyway; haste holds until the turn ends.
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

    /// Says what the probes have found, and that the opponent does not move.
    pub(super) fn speak(&mut self, now: u64, out: &mut Outputs) {
        if self.partner_kind == PartnerKind::Speaking {
            let short = self.clock_of(Who::Own, now).is_some_and(|clock| clock < SHORT_CLOCK_MS);
            let hurried = short && self.habits.follows_moves;
            let mut said = self.partnership.found(hurried);
            if self.partnership.take_news() {
                self.tell_search(now);
            }
            if let Some(clock) = self.waiting_opponent(now).filter(|_| !hurried) {
                said.extend(self.partnership.watch_opponent(clock));
            }
            say(said, out);
        }
    }

    /// Whether the found move is made, and what is said about it.
    pub(super) fn decide(&mut self, found: &Finished, now: u64, out: &mut Outputs) -> Decision {
        let Some(us) = self.us else { return Decision::Play };
        let feeds = found.best.is_some_and(|mv| self.partnership.feeds(self.record.position(), mv, us));
        let situation = Situation {
            clock_ms: self.clock_of(Who::Own, now),
            // What a partner told may have run since: at most so much is left.
            diagonal_ms: self.clock_of(Who::Diagonal, now).or(self.partnership.told_diagonal_ms()),
            diagonal_to_move: self.seen.diagonal_to_move(us),
            overhead_ms: self.habits.overhead_ms,
            // Who says how long to think wants the answer then.
            has_partner: self.partner_kind == PartnerKind::Speaking
                && self.turn.as_ref().is_some_and(|turn| !turn.ask.has_own_limit()),
            whole_seconds: self.seen.clocks.whole_seconds(),
            blind: !self.habits.follows_moves && !self.told_in_turn,
            ..Situation::new(found.score, feeds)
        };
        let (decision, said) = self.partnership.decide(found.score, situation);
        if self.partner_kind == PartnerKind::Speaking {
            say(said, out);
        }
        decision
    }

    /// The clock of our opponent when it is on turn in a game with a partner, in ms.
    pub(super) fn waiting_opponent(&self, now: u64) -> Option<u64> {
        let us = self.us?;
        let waits = self.partner_kind == PartnerKind::Speaking
            && self.position().side_to_move() != us
            && self.record.plies() > 0;
        self.seen.clocks.now(Who::Opponent, false, now).filter(|_| waits)
    }
}

/// What `us` has on a board and in hand beyond what its opponent has there, in cp.
fn material_lead(position: &Position, us: Color) -> Score {
    let terms = explain(position, &super::usual_prices(PartnerKind::Speaking));
    terms.lead(Term::Material, us) + terms.lead(Term::Hand, us)
}
