//! A game whose clocks count nodes: the order of all that happens follows from what the engines searched, not from the
//! machine that they ran on.
//!
//! The referee waits until the searches of both boards have ended, and then hears first what was said first. A search whose
//! board is changed by that (a piece came into a hand) is void from that moment on: the player is asked again, with the time
//! that it has left. No flag falls because the machine is slow.

use super::super::measure::NodesPerMs;
use super::super::player::Said;
use super::super::process::Event;
use super::super::table::Notice;
use super::super::tapes::{Tapes, Untimed};
use super::TICK;
use super::{Finished, Referee};
use crate::game::{ByBoard, Forfeit, Seat};
use std::io;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// How long an engine may keep silent in real time while it thinks: it hangs then, on however slow a machine.
const PATIENCE: Duration = Duration::from_secs(300);
/// Flags that fall within this fall at once (R11).
const AT_ONCE: Duration = Duration::from_millis(1);

impl Referee<'_> {
    /// Plays the game to its end by clocks that count nodes.
    ///
    /// # Errors
    /// When an observer fails.
    pub fn play_by_nodes(mut self, rate: NodesPerMs) -> io::Result<Finished> {
        self.tapes = Some(Tapes::new(rate, Instant::now()));
        self.tell(Notice::Started)?;
        self.show(ByBoard([true; 2]), None);
        while self.table.ending.is_none() {
            self.gather()?;
            if self.table.ending.is_none() {
                self.go_on()?;
            }
        }
        self.close()
    }

    /// Whether a player on turn is to be asked for a move. Under this clock whoever cannot move (R8, R10) is not: there
    /// would be no answer to wait for.
    pub(super) fn may_think(&mut self, seat: Seat) -> bool {
        let Some(tapes) = &mut self.tapes else { return true };
        let can_move = self.table.game.position(seat.board).has_legal_move();
        if can_move {
            tapes.ask(seat);
        } else {
            tapes.cancel(seat.board);
        }
        can_move
    }

    /// Waits, in real time, for the answers of all who think.
    fn gather(&mut self) -> io::Result<()> {
        let mut last_word = Instant::now();
        let mut next_tick = last_word + TICK;
        while let (None, Some(awaited)) = (&self.table.ending, self.tapes.as_ref().and_then(Tapes::awaited)) {
            match self.events.recv_timeout(TICK) {
                Ok(event) => {
                    last_word = Instant::now();
                    self.collect(event);
                }
                Err(RecvTimeoutError::Timeout) if last_word.elapsed() > PATIENCE => {
                    let why = format!("not a line for {} seconds", PATIENCE.as_secs());
                    self.forfeit(awaited, Forfeit::Disconnect, &why);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.interrupt(),
            }
            if Instant::now() >= next_tick {
                self.tell(Notice::Ticked)?;
                next_tick = Instant::now() + TICK;
            }
        }
        Ok(())
    }

    /// Puts what an engine says on its tape. Offenses end the game at once.
    fn collect(&mut self, event: Event) {
        if matches!(event, Event::Interrupt) {
            return self.interrupt();
        }
        let Some(seat) = self.seat_of(&event) else { return };
        match event {
            Event::Line { text: Some(text), .. } => match self.player(seat).read(&text) {
                Some(Said::Garbage(line)) => self.garbage(seat, &line),
                Some(said) => {
                    let heard = self.tapes.as_mut().map_or(Ok(()), |tapes| tapes.hear(seat, said));
                    if heard == Err(Untimed) {
                        self.forfeit(seat, Forfeit::Garbage, "a move without the count of its nodes");
                    }
                }
                None => {}
            },
            Event::Line { text: None, .. } => self.forfeit(seat, Forfeit::Garbage, "a line without end"),
            Event::Closed { .. } => self.disconnect(seat),
            Event::Flushed { .. } | Event::Interrupt => {}
        }
    }

    /// Goes on to what happens next: somebody says something, or a flag falls.
    fn go_on(&mut self) -> io::Result<()> {
        let Some(tapes) = &mut self.tapes else { return Ok(()) };
        match (tapes.next(), self.table.clock.next_flag()) {
            // Who moves in the moment in which the clock shows zero has moved.
            (Some((at, seat)), flag) if flag.is_none_or(|flag| at <= flag) => {
                tapes.go_on_to(at);
                let said = tapes.take(seat);
                said.map_or(Ok(()), |said| self.said(seat, at, said))
            }
            (next, Some(flag)) => {
                let in_time = |seat, at| next.is_some_and(|(when, who)| who == seat && when <= at);
                let mut flags: Vec<_> = self.table.clock.flags().collect();
                flags.retain(|&(seat, at)| at - flag < AT_ONCE && !in_time(seat, at));
                flags.sort_by_key(|&(_, at)| at);
                tapes.go_on_to(flags.last().map_or(flag, |&(_, at)| at));
                self.fall(&flags.into_iter().map(|(seat, _)| seat).collect::<Vec<_>>());
                Ok(())
            }
            // Somebody's clock runs as long as the game does.
            _ => {
                self.interrupt();
                Ok(())
            }
        }
    }
}
