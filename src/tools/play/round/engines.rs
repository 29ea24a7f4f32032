//! Actions of other engines in a game. The rules decide, as in a match: an engine's claims are noted but have no
//! effect, and it loses by an illegal move, by too much garbage, and by exiting.

use super::Round;
use crate::arena::engines::{AskedTurn, EngineEvent, EngineOutput, Process};
use crate::arena::referee::{Answer, MadeMove, Showing, quote};
use crate::game::{Forfeit, Seat};
use crate::tools::play::seated::SeatedEngine;
use crate::types::host::Instant;

impl Round {
    /// Whether an event is about an engine that plays here.
    pub fn is_about(&self, event: &EngineEvent) -> bool {
        self.engines.iter().any(|engine| engine.is_about(event))
    }

    /// Takes the engines out of the game.
    pub fn release(&mut self) -> Vec<SeatedEngine> {
        std::mem::take(&mut self.engines)
    }

    /// Handles an event of an engine.
    pub fn hear(&mut self, event: EngineEvent, now: Instant) {
        let Some(index) = self.engines.iter().position(|engine| engine.is_about(&event)) else { return };
        match event {
            EngineEvent::Line { at, text, .. } => {
                // A flag that fell before this line counts first.
                self.check_flags(at);
                self.read(index, at, text.as_deref(), now);
            }
            EngineEvent::Closed { .. } => self.engines[index].closes(now),
            EngineEvent::Flushed { .. } | EngineEvent::Interrupt => {}
        }
        self.go_on(now);
    }

    /// Handles a line that an engine wrote at `at`; `None` if it was too long.
    fn read(&mut self, index: usize, at: Instant, line: Option<&str>, now: Instant) {
        let said = line.map(|line| self.engines[index].player.read(line));
        if self.is_over() {
            return;
        }
        let engine = &mut self.engines[index];
        let seat = engine.seat;
        let Some(said) = said else { return self.forfeit(index, Forfeit::Garbage, "a line without end", now) };
        match said {
            Some(EngineOutput::Move { ply, current, text }) => {
                match Answer::of(&self.live, seat, AskedTurn { ply, new: current }, &text) {
                    Answer::Move(mv) => self.make(seat, mv, at, now),
                    Answer::Nothing => {}
                    Answer::Illegal(why) => self.forfeit(index, Forfeit::IllegalMove, &why, now),
                }
            }
            Some(EngineOutput::Message(message)) if engine.may_say(at) => self.relay(seat, message, now),
            Some(EngineOutput::Remark(text)) => engine.conduct.remark(&mut self.live, seat, &text),
            Some(EngineOutput::Resigned) => self.give_up(seat, now),
            Some(EngineOutput::Garbage(line)) if engine.conduct.garbage() => {
                self.forfeit(index, Forfeit::Garbage, &format!("`{}`", quote(&line)), now);
            }
            Some(EngineOutput::Thought(thought)) if thought.depth.is_some() => {
                self.live.thoughts[seat.index()] = thought;
            }
            Some(EngineOutput::Message(_) | EngineOutput::Garbage(_) | EngineOutput::Thought(_)) | None => {}
        }
    }

    /// Forfeits the game for an engine whose process has ended.
    pub(super) fn check_gone(&mut self, now: Instant) {
        let gone = |(index, engine): (usize, &SeatedEngine)| Some((index, engine.gone(now)?));
        if let Some((index, evidence)) = self.engines.iter().enumerate().find_map(gone) {
            self.forfeit(index, Forfeit::Disconnect, Process::end_in_words(&evidence), now);
        }
    }

    /// Ends the game with a loss by `forfeit` for an engine.
    fn forfeit(&mut self, index: usize, forfeit: Forfeit, why: &str, now: Instant) {
        let engine = &mut self.engines[index];
        engine.unfit = true;
        let (seat, name, evidence) = (engine.seat, engine.name(), engine.evidence());
        tracing::warn!(target: "tandem::play", "{name} on {seat}: {why}: {evidence:?}");
        if self.live.game.forfeit(seat, forfeit).is_ok() {
            self.close(Some(why), now);
        }
    }

    /// Sends the game to all engines after a move, or at its start, and begins the turns that follow.
    pub(super) fn show_engines(&mut self, moved: Option<(Seat, MadeMove)>, now: Instant) {
        let moved = moved.map(|(seat, made)| (seat.board, made));
        let showing = Showing::begin(&mut self.live, moved, now);
        for (seat, asked) in showing.seats() {
            if let Some(engine) = self.engines.iter_mut().find(|engine| engine.seat == seat) {
                engine.player.show(&showing.update(seat, asked));
            }
        }
    }

    /// Relays the messages that engines sent to their partners before the game.
    pub(super) fn relay_early_words(&mut self, now: Instant) {
        let early: Vec<_> = self
            .engines
            .iter_mut()
            .flat_map(|engine| engine.take_early_words().into_iter().map(|message| (engine.seat, message)))
            .collect();
        early.into_iter().for_each(|(seat, message)| self.relay(seat, message, now));
    }
}
