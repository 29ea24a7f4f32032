//! Between partners: what is heard by `ptell` and told by `tellics ptell`, and the moves that are found but not made.

use super::link::{GREETING, Link};
use super::play::{Purpose, Thinking};
use super::session::{Mode, Session};
use super::tell;
use crate::board::Position;
use crate::protocol::options::Variant;
use crate::protocol::output::tame;
use crate::protocol::teamwork::{Sitting, hurried};
use crate::search::Finished;
use crate::team::message::PartnerMessage;
use crate::team::sit::{Decision, Situation};
use crate::types::{Color, Score};
use std::time::{Duration, Instant};

/// The longest remark about a partner's words, in characters.
const LONGEST_REMARK: usize = 400;

impl Session {
    /// Whether there is somebody to play with and to talk to.
    pub(super) fn has_partner(&self) -> bool {
        self.engine.settings.variant == Variant::Bughouse && self.link.is_up()
    }

    /// The color that we play, if we do.
    fn us(&self) -> Option<Color> {
        match self.mode {
            Mode::Play(us) => Some(us),
            Mode::Force | Mode::Analyze => None,
        }
    }

    /// The partner has said something.
    pub(super) fn partner_said(&mut self, text: &str) {
        let text = tell::decode(text);
        tracing::info!(target: "tandem::partner", "heard {text:?}");
        if self.link.hear(&text) {
            return self.engine.out.remark("partner: an engine, spoken to in shorthand");
        }
        let us = self.us().unwrap_or(self.table.position().side_to_move());
        let reaction = self.mate.hear(&text, &[PartnerMessage::Say(text.clone())], self.table.position(), us);
        for remark in &reaction.remarks {
            self.engine.out.remark(tame(remark, LONGEST_REMARK));
        }
        self.tell(reaction.said);
        let Some(thinking) = self.thinking.as_ref().filter(|thinking| thinking.purpose == Purpose::Move) else {
            return;
        };
        let started = thinking.started;
        if let Some(mv) = reaction.told {
            self.searcher.abort();
            self.thinking = None;
            self.answer(&Finished { best: Some(mv), ..Finished::default() }, started);
        } else if thinking.sitting.is_some() || !self.clock.is_used() {
            // Who sits decides anew anyway; who was told how long to think goes on as told.
        } else if reaction.changed {
            self.look_again();
        } else if reaction.hurry {
            self.searcher.set_time(self.time_limit(started).map(hurried));
        }
    }

    /// Says something to the partner.
    pub(super) fn tell(&self, said: Vec<PartnerMessage>) {
        if self.has_partner() {
            for line in self.link.lines(&said, self.mate.language()) {
                self.engine.out.line(&format!("tellics ptell {line}"));
            }
        }
    }

    /// `partner NAME`, or `partner` when there is none any more. A new one hears who we are.
    pub(super) fn set_partner(&mut self, name: Option<String>) {
        if self.link.name == name {
            return;
        }
        self.link = Link::to(name);
        if self.link.is_up() && self.mate.speaks() {
            self.engine.out.line(&format!("tellics ptell {GREETING}"));
        }
    }

    /// We have moved: another engine hears now and then what our clocks show.
    pub(super) fn tell_clocks(&mut self) {
        if self.has_partner() && self.mate.speaks() {
            let said = self.link.clocks(&self.clock);
            self.tell(said);
        }
    }

    /// The board has changed from what it was.
    pub(super) fn tell_of_change(&mut self, before: &Position) {
        if let Some(us) = self.us().filter(|_| self.has_partner()) {
            self.mate.board_changed(before, self.table.position(), us, self.clock_now());
        }
    }

    /// We are on turn and hang (R8): the partner should know what would help.
    pub(super) fn tell_of_hang(&mut self) {
        if self.has_partner() {
            let said = self.mate.hangs(self.table.position());
            self.tell(said);
        }
    }

    /// Does what is due without a line: answers what has been found, sits or stops sitting, says what there is to say.
    pub fn settle(&mut self) {
        let mut said = self.mate.found();
        if let Some(clock) = self.opponent_clock() {
            said.extend(self.mate.watch_opponent(clock));
        }
        self.tell(said);
        let Some(thinking) = self.thinking.as_ref().filter(|thinking| thinking.purpose == Purpose::Move) else {
            return;
        };
        let started = thinking.started;
        match (thinking.inbox.take(), &thinking.sitting) {
            (Some(found), None) => match self.decide(found.score) {
                Decision::Play => self.make(&found, started),
                Decision::Sit { until_clock_ms, why } => self.sit(Sitting { result: found, until_clock_ms, why }),
            },
            (news, Some(sitting)) => {
                let found = news.unwrap_or_else(|| sitting.result.clone());
                let over = self.clock_now().is_none_or(|clock| clock <= sitting.until_clock_ms);
                if over || self.decide(found.score) == Decision::Play {
                    self.make_the_deeper(found, started);
                }
            }
            (None, None) => {}
        }
    }

    fn make(&mut self, found: &Finished, started: Instant) {
        self.thinking = None;
        self.answer(found, started);
    }

    /// Ends the search that went on while we sat; what it found counts if it looked as deep.
    fn make_the_deeper(&mut self, found: Finished, started: Instant) {
        self.searcher.stop();
        self.searcher.wait();
        let later = self.thinking.as_ref().and_then(|thinking| thinking.inbox.take());
        let best = later.filter(|later| later.depth >= found.depth).unwrap_or(found);
        self.make(&best, started);
    }

    /// Does not make a move that was found, and searches on.
    fn sit(&mut self, sitting: Sitting) {
        self.engine.out.remark(&sitting);
        self.search_on(sitting);
    }

    /// Makes a move at once, sat upon or not.
    pub(super) fn move_now(&mut self) {
        let Some(thinking) = self.thinking.as_ref().filter(|thinking| thinking.purpose == Purpose::Move) else {
            return;
        };
        match &thinking.sitting {
            Some(sitting) => {
                let (found, started) = (sitting.result.clone(), thinking.started);
                self.make_the_deeper(found, started);
            }
            None => self.searcher.stop(),
        }
    }

    /// The input has ended: what was found is made.
    pub(super) fn move_at_last(&mut self) {
        let Some(Thinking { purpose: Purpose::Move, inbox, sitting, started, .. }) = &self.thinking else { return };
        let sat_upon = || sitting.as_ref().map(|sitting| sitting.result.clone());
        if let (Some(found), started) = (inbox.take().or_else(sat_upon), *started) {
            self.searcher.abort();
            self.make(&found, started);
        }
    }

    fn decide(&mut self, score: Score) -> Decision {
        let [_, diagonal] = self.mate.told_clocks();
        let situation = Situation {
            clock_ms: self.clock_now(),
            // It may have run since it was told: at most so much is left.
            diagonal_ms: diagonal.map(|(ms, _)| ms),
            diagonal_to_move: None,
            overhead_ms: self.engine.settings.overhead_ms,
            // Who says how long to think wants the answer then.
            has_partner: self.has_partner() && self.clock.is_used(),
            ..Situation::default()
        };
        let (decision, said) = self.mate.decide(score, situation);
        self.tell(said);
        decision
    }

    /// Our clock as it must be by now, in ms.
    fn clock_now(&self) -> Option<u64> {
        let started = self.thinking.as_ref().filter(|thinking| thinking.purpose == Purpose::Move);
        let spent = started.map_or(Duration::ZERO, |thinking| thinking.started.elapsed());
        self.clock.own_ms.map(|ms| ms.saturating_sub(spent.as_millis() as u64))
    }

    /// The clock of our opponent when it is on turn in a game with a partner, in ms.
    fn opponent_clock(&self) -> Option<u64> {
        let on_turn = self.us().is_some_and(|us| us != self.table.position().side_to_move());
        self.clock.opponent_ms.filter(|_| on_turn && self.has_partner() && self.table.plies() > 0)
    }

    /// The moment at which something is due even if nothing happens.
    pub fn due(&self) -> Option<Instant> {
        let sitting = self.thinking.as_ref().and_then(|thinking| thinking.sitting.as_ref());
        let end = sitting.and_then(|sitting| {
            let left = self.clock_now()?.saturating_sub(sitting.until_clock_ms);
            Some(Instant::now() + Duration::from_millis(left))
        });
        let opponent = self.opponent_clock();
        // What was heard matters to the minute only while it keeps us from moving.
        let heard = self.mate.due(opponent).filter(|_| sitting.is_some() || opponent.is_some());
        end.into_iter().chain(heard).min()
    }
}
