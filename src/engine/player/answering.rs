//! From what a search found to what is done: the move is made, or sat upon.

use super::clock::Who;
use super::thinker::{Purpose, Thinker};
use super::turn::{Phase, Sitting, Turn};
use super::{Output, Outputs, Player, is_over};
use crate::search::Finished;
use crate::team::sit::Decision;

impl<T: Thinker> Player<T> {
    /// Answers what has been found, sits or stops sitting, and then says what there is to say.
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
            (Some(found), None) => match self.decide(&found, now, out) {
                Decision::Play => self.answer(found, now, out),
                Decision::Sit { until_clock_ms, why } => self.sit(Sitting { found, until_clock_ms, why }, now, out),
            },
            (deeper, Some(sitting)) => {
                let until = sitting.until_clock_ms;
                let found = deeper.unwrap_or(sitting.found);
                let over = self.clock_of(Who::Own, now).is_none_or(|clock| clock <= until);
                if over || self.decide(&found, now, out) == Decision::Play {
                    self.answer_the_deeper(found, now, out);
                }
            }
            (None, None) => {}
        }
    }

    /// The move that a player of its strength makes of what was found.
    fn chosen(&self, found: Finished) -> Finished {
        let plays = self.turn.as_ref().is_some_and(|turn| turn.ask.is_for_a_move());
        if plays { self.skill().choose(found, self.position().key()) } else { found }
    }

    /// Keeps what was found until a person would have found it; whether there is anything to wait for.
    fn pause(&mut self, found: &Finished, now: u64) -> bool {
        if self.skill().is_full() {
            return false;
        }
        let Some(turn) = self.turn.as_mut() else { return false };
        turn.paused = Some(found.clone());
        self.turn.as_ref().is_some_and(|turn| self.pauses(turn, now))
    }

    /// Does not make a move that was found, and searches on.
    pub(super) fn sit(&mut self, sitting: Sitting, now: u64, out: &mut Outputs) {
        out.push(Output::Note(sitting.to_string()));
        if let Some(turn) = self.turn.take() {
            self.search(Turn { phase: Phase::Sitting(sitting), ..turn }, Purpose::Move, true, now, out);
        }
    }

    /// Ends the search that went on while we sat; what it found counts if it looked as deep.
    pub(super) fn answer_the_deeper(&mut self, found: Finished, now: u64, out: &mut Outputs) {
        let later = self.thinker.finish().map(|later| self.chosen(later));
        let best = later.filter(|later| later.depth >= found.depth).unwrap_or(found);
        self.answer(best, now, out);
    }

    /// The turn ends with a move. Where the GUI follows moves it stands on the board at once.
    pub(super) fn answer(&mut self, found: Finished, now: u64, out: &mut Outputs) {
        let Some(turn) = self.turn.take() else { return };
        let mv = found.best.filter(|&mv| self.position().is_legal(mv));
        self.expected = found.ponder;
        out.push(Output::Move(found));
        let Some(mv) = mv else { return };
        if !self.habits.follows_moves {
            self.tell_lead(mv, out);
            // Who says how long to think studies a board, and plays no game.
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

    pub(super) fn move_now(&mut self, now: u64, out: &mut Outputs) {
        match self.turn.as_ref().filter(|turn| turn.ask.answers).map(|turn| &turn.phase) {
            Some(Phase::Sitting(_)) => self.finish(now, out),
            Some(Phase::Thinking) if self.turn.as_ref().is_some_and(|turn| turn.paused.is_some()) => {
                self.finish(now, out)
            }
            Some(Phase::Thinking) => self.thinker.stop(),
            _ => {}
        }
    }

    /// Answers now, sat upon or not.
    pub(super) fn finish(&mut self, now: u64, out: &mut Outputs) {
        if !self.is_deciding() {
            return;
        }
        let sat_upon = self.turn.as_ref().and_then(Turn::sitting).map(|sitting| sitting.found.clone());
        let paused = self.turn.as_ref().and_then(|turn| turn.paused.clone());
        let later = self.thinker.finish().map(|later| self.chosen(later));
        let deepest = [later, sat_upon, paused].into_iter().flatten().max_by_key(|found| found.depth);
        match deepest {
            Some(found) => self.answer(found, now, out),
            None => self.cancel(),
        }
    }
}
