//! UBI between partners: what is heard and said, and the moves that are found but not made.

use super::partner;
use super::session::Session;
use crate::board::Position;
use crate::eval::TeamView;
use crate::game::{BoardId, Seat};
use crate::protocol::render::Printer;
use crate::protocol::teamwork::{Sitting, hurried};
use crate::search::{Finished, Limits};
use crate::team::message::PartnerMessage;
use crate::team::sit::{Decision, Situation};
use crate::types::Score;
use std::sync::Arc;
use std::time::{Duration, Instant};

impl Session {
    /// What a search may assume of the other board, the partner's words included.
    pub(super) fn context(&self, board: BoardId) -> TeamView {
        let desk = &self.desks[board];
        let base = TeamView::bughouse_default();
        match desk.us {
            Some(us) => desk.mate.context(&base, us),
            None => base,
        }
    }

    /// The partner said something: as understood by the protocol, and in its words.
    pub(super) fn partner_said(&mut self, message: Option<PartnerMessage>, words: &str) {
        tracing::info!(target: "tandem::partner", "heard `{words}`");
        // A type that only other engines know is none of our business.
        let Some(message) = message else { return };
        let ours = BoardId::ALL.map(|board| self.desks[board].us.is_some());
        for (board, known) in BoardId::ALL.into_iter().zip(ours) {
            // Before the first `go` we may sit at either board.
            if known || ours == [false, false] {
                self.hear(board, words, message.clone());
                if !known {
                    break;
                }
            }
        }
    }

    fn hear(&mut self, board: BoardId, words: &str, message: PartnerMessage) {
        let position: Position = self.game.position(board).clone();
        let desk = &mut self.desks[board];
        let us = desk.us.unwrap_or(position.side_to_move());
        let reaction = desk.mate.hear(words, &[message], &position, us);
        let style = self.style(board);
        for remark in &reaction.remarks {
            self.engine.out.line(&style.remark(remark));
        }
        self.say(board, reaction.said);
        let desk = &mut self.desks[board];
        let Some(thinking) = &desk.thinking else { return };
        let by_clock = !thinking.go.has_own_limit() && !thinking.hanging;
        if let Some(mv) = reaction.told.filter(|_| !thinking.hanging) {
            desk.cancel();
            self.engine.out.line(&style.best_move(Some(mv), None));
        } else if self.engine.settings.nodes_per_ms > 0 || !by_clock {
            // When news reaches such a search is a matter of real time: the next one knows it.
        } else if reaction.changed && thinking.sitting.is_none() {
            self.start_over(board);
        } else if reaction.hurry && thinking.sitting.is_none() {
            let (go, started) = (thinking.go.clone(), thinking.started);
            let limit = self.time_limit(board, &go, started);
            self.desks[board].searcher.set_time(limit.map(hurried));
        }
    }

    /// Says something to the partner. If we play both seats of the team, the other one hears it directly.
    pub(super) fn say(&mut self, board: BoardId, said: Vec<PartnerMessage>) {
        for message in said {
            self.engine.out.line(&format!("teammsg {}", partner::render(&message)));
            let (us, other) = (self.desks[board].us, self.desks[!board].us);
            if let (Some(us), Some(other)) = (us, other)
                && us != other
                && !matches!(message, PartnerMessage::Say(_))
            {
                self.hear_from_within(!board, message);
            }
        }
    }

    /// Our other seat said something; there is nothing to reply to oneself.
    fn hear_from_within(&mut self, board: BoardId, message: PartnerMessage) {
        let position = self.game.position(board).clone();
        let desk = &mut self.desks[board];
        let us = desk.us.unwrap_or(position.side_to_move());
        let reaction = desk.mate.hear("", &[message], &position, us);
        if reaction.changed
            && self.engine.settings.nodes_per_ms == 0
            && let Some(thinking) = &self.desks[board].thinking
            && !thinking.hanging
            && thinking.sitting.is_none()
            && !thinking.go.has_own_limit()
        {
            self.start_over(board);
        }
    }

    /// Does what is due without a line: answers what has been found, sits or stops sitting, says what there is to say.
    pub fn settle(&mut self) {
        for board in BoardId::ALL {
            let said = self.desks[board].mate.found();
            self.say(board, said);
            if let Some(clock) = self.opponent_clock(board) {
                let said = self.desks[board].mate.watch_opponent(clock);
                self.say(board, said.into_iter().collect());
            }
            self.settle_board(board);
        }
    }

    fn settle_board(&mut self, board: BoardId) {
        let desk = &self.desks[board];
        let Some(thinking) = &desk.thinking else { return };
        match (thinking.inbox.take(), &thinking.sitting) {
            (Some(result), None) => match self.decide(board, result.score) {
                Decision::Play => self.answer(board, &result),
                Decision::Sit { until_clock_ms, why } => self.sit(board, Sitting { result, until_clock_ms, why }),
            },
            (news, Some(sitting)) => {
                let result = news.unwrap_or_else(|| sitting.result.clone());
                let over = self.clock_now(board).is_none_or(|clock| clock <= sitting.until_clock_ms);
                if over || self.decide(board, result.score) == Decision::Play {
                    self.answer_with_the_deeper(board, result);
                }
            }
            (None, None) => {}
        }
    }

    /// Ends the search that went on while we sat; what it found counts if it looked as deep.
    fn answer_with_the_deeper(&mut self, board: BoardId, found: Finished) {
        let desk = &mut self.desks[board];
        desk.searcher.stop();
        desk.searcher.wait();
        let later = desk.thinking.as_ref().and_then(|thinking| thinking.inbox.take());
        let best = later.filter(|later| later.depth >= found.depth).unwrap_or(found);
        self.answer(board, &best);
    }

    fn answer(&mut self, board: BoardId, result: &Finished) {
        self.desks[board].thinking = None;
        self.engine.out.line(&self.style(board).answer(result));
    }

    /// The input has ended: what was found is answered, sat upon or not.
    pub(super) fn answer_at_last(&mut self) {
        for board in BoardId::ALL {
            let thinking = self.desks[board].thinking.as_ref();
            let sat_upon =
                |thinking: &super::desk::Thinking| thinking.sitting.as_ref().map(|sitting| sitting.result.clone());
            if let Some(result) = thinking.and_then(|thinking| thinking.inbox.take().or_else(|| sat_upon(thinking))) {
                self.desks[board].cancel();
                self.answer(board, &result);
            }
        }
    }

    /// Does not make a move that was found, and searches on.
    fn sit(&mut self, board: BoardId, sitting: Sitting) {
        self.engine.out.line(&self.style(board).remark(&sitting.to_string()));
        let limits = Limits { infinite: true, ..Limits::default() };
        let job = self.job(board, limits);
        let (style, out) = (self.style(board), Arc::clone(&self.engine.out));
        let desk = &mut self.desks[board];
        let Some(thinking) = &mut desk.thinking else { return };
        thinking.sitting = Some(sitting);
        let printer = Printer::leaving_the_move(out, style, thinking.inbox.clone());
        if let Err(error) = desk.searcher.start(job, Box::new(printer)) {
            self.engine.out.error(format_args!("no thread to search on with: {error}"));
        }
    }

    fn decide(&mut self, board: BoardId, score: Score) -> Decision {
        let situation = self.situation(board);
        let (decision, said) = self.desks[board].mate.decide(score, situation);
        self.say(board, said);
        decision
    }

    /// What the clocks say, for the side on turn.
    fn situation(&self, board: BoardId) -> Situation {
        let seat = self.game.on_turn(board);
        let diagonal = seat.diagonal();
        Situation {
            clock_ms: self.clock_now(board),
            diagonal_ms: self.clocks_at.map(|_| self.clock_of(diagonal)),
            diagonal_to_move: Some(self.game.on_turn(diagonal.board) == diagonal),
            overhead_ms: self.engine.settings.overhead_ms,
            // Who says how long to think wants the answer then.
            has_partner: !self.desks[board].thinking.as_ref().is_some_and(|thinking| thinking.go.has_own_limit()),
            ..Situation::default()
        }
    }

    /// The clock of the side on turn as it must be by now, in ms.
    fn clock_now(&self, board: BoardId) -> Option<u64> {
        self.clocks_at.map(|_| self.clock_of(self.game.on_turn(board)))
    }

    fn clock_of(&self, seat: Seat) -> u64 {
        let running = self.game.on_turn(seat.board) == seat;
        let spent = self.clocks_at.filter(|_| running).map_or(Duration::ZERO, |at| at.elapsed());
        self.game.clocks()[seat].saturating_sub(spent.as_millis() as u64)
    }

    /// The clock of our opponent when it is on turn, in ms.
    fn opponent_clock(&self, board: BoardId) -> Option<u64> {
        let on_turn = self.game.on_turn(board);
        self.desks[board].us.filter(|&us| on_turn.color != us)?;
        self.clocks_at.map(|_| self.game.clocks()[on_turn])
    }

    /// The moment at which something is due even if nothing happens.
    pub fn due(&self) -> Option<Instant> {
        let desk_due = |board: BoardId| {
            let desk = &self.desks[board];
            let sitting = desk.thinking.as_ref().and_then(|thinking| thinking.sitting.as_ref());
            let end = sitting.and_then(|sitting| {
                let left = self.clock_now(board)?.saturating_sub(sitting.until_clock_ms);
                Some(Instant::now() + Duration::from_millis(left))
            });
            let opponent = self.opponent_clock(board);
            // What was heard matters to the minute only while it keeps us from moving.
            let heard = desk.mate.due(opponent).filter(|_| sitting.is_some() || opponent.is_some());
            end.into_iter().chain(heard).min()
        };
        BoardId::ALL.into_iter().filter_map(desk_due).min()
    }
}
