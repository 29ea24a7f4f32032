//! The wait for the players between games, and their messages meanwhile.

use super::campaign::EngineTrouble;
use super::players::{Waited, players_of, side_of};
use super::series::Series;
use crate::arena::engines::{EngineEvent, EngineOutput, Message, NextStep, POLL_INTERVAL, Readiness};
use crate::arena::referee::quote;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

/// Most messages of all players together that are passed on before a game.
const MOST_TOLD_BEFORE: usize = 100;

impl Series<'_> {
    /// Waits until all players have taken the next step.
    pub(super) fn wait(&mut self, readiness: Readiness) -> Waited {
        loop {
            let steps = self.players.each_ref().map(|player| readiness.next_step(&**player, Instant::now()));
            let missing = |&number: &usize| matches!(steps[number], NextStep::Wait | NextStep::GiveUp);
            let missing: Vec<usize> = (0..4).filter(missing).collect();
            if missing.is_empty() {
                return Waited::Ready;
            }
            // A flood of lines does not extend the time.
            if steps.contains(&NextStep::GiveUp) {
                return Waited::Late(missing);
            }
            if let Some(waited) = self.next_event(Instant::now() + POLL_INTERVAL) {
                return waited;
            }
        }
    }

    /// Lets time pass until `end`, unless a player ends or the user interrupts.
    pub(super) fn pass_time(&mut self, end: Instant) -> Waited {
        while Instant::now() < end {
            if let Some(waited) = self.next_event(end) {
                return waited;
            }
        }
        Waited::Ready
    }

    /// Handles the next event, if any until `end`; returns the reason if it ends the wait.
    fn next_event(&mut self, end: Instant) -> Option<Waited> {
        match self.events.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(EngineEvent::Line { process, text: Some(text), .. }) => {
                let is_its = |&number: &usize| {
                    let player = &self.players[number];
                    player.process().borrow().id() == process && player.is_for(&text)
                };
                if let Some(number) = (0..4).find(is_its) {
                    match self.players[number].read(&text) {
                        Some(EngineOutput::Message(message)) => self.relay(number, message),
                        Some(EngineOutput::Remark(remark)) => self.warn(number, &remark),
                        _ => {}
                    }
                }
                None
            }
            Ok(EngineEvent::Closed { process }) => {
                let is_its = |&number: &usize| self.players[number].process().borrow().id() == process;
                (0..4).find(is_its).map(Waited::Gone)
            }
            Ok(EngineEvent::Line { .. } | EngineEvent::Flushed { .. }) | Err(RecvTimeoutError::Timeout) => None,
            Ok(EngineEvent::Interrupt) | Err(RecvTimeoutError::Disconnected) => Some(Waited::Interrupted),
        }
    }

    /// Warns of what an engine reports while it gets ready, as the refused value of an option. Claims about the
    /// previous game are left out.
    fn warn(&self, number: usize, remark: &str) {
        if !self.between_games {
            self.campaign.warn_of(side_of(number), self.spec_of(number), EngineTrouble::Reports(remark));
        }
    }

    /// Passes a player's message to its partner before a game begins.
    fn relay(&mut self, number: usize, mut message: Message) {
        let muted = self.team(side_of(number)).muted;
        if muted || self.between_games || self.told_before.len() == MOST_TOLD_BEFORE {
            return;
        }
        message.text = quote(&message.text);
        let [first, second] = players_of(side_of(number));
        self.players[first + second - number].hear(&message);
        self.told_before.push((number, message.text));
    }
}
