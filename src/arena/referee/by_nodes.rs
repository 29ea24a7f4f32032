//! Games whose clocks count nodes: the order of events follows from the nodes that the engines searched, not from the
//! speed of the machine.
//!
//! The referee waits until the searches of both boards have ended, and then processes their output in the order of its
//! time. A search whose board is changed by that (a piece arrives) is void from that moment on: the player is asked
//! again, with its remaining time. The results of the void search stay in its TT. No flag falls because the machine is
//! slow.

use super::Referee;
use super::tapes::Untimed;
use crate::arena::engines::EngineOutput;
use crate::game::{Forfeit, Seat};
use std::io;
use std::time::Duration;

/// Default timeout, in real time, for a searching engine that counts no more nodes; `--patience` in a match.
pub(super) const PATIENCE: Duration = Duration::from_secs(300);
/// Flags that fall within this time fall together (R11).
const AT_ONCE: Duration = Duration::from_millis(1);

impl Referee<'_> {
    /// Whether a player on turn is to be asked for a move. Under this clock a player that cannot move (R8, R10) is not:
    /// there would be no answer to wait for.
    pub(super) fn may_think(&mut self, seat: Seat) -> bool {
        let Some(tapes) = &mut self.tapes else { return true };
        let can_move = self.live.game.position(seat.board).has_legal_move();
        let flag = self.live.clock.flags().find(|&(running, _)| running == seat);
        match flag {
            Some((_, flag)) if can_move => tapes.ask(seat, flag),
            _ => tapes.cancel(seat.board),
        }
        can_move
    }

    /// Ends the game of a player whose answer is awaited if no more nodes have been counted for too long in real time.
    pub(super) fn check_progress(&mut self, awaited: Seat) {
        if self.tapes.as_mut().is_some_and(|tapes| tapes.last_progress().elapsed() > self.patience) {
            let why = format!("no node more for {} seconds", self.patience.as_secs());
            self.forfeit(awaited, Forfeit::Disconnect, &why);
        }
    }

    /// Puts an engine's output on its tape. Offenses end the game at once.
    pub(super) fn record(&mut self, seat: Seat, said: EngineOutput) {
        if let EngineOutput::Garbage(line) = said {
            return self.garbage(seat, &line);
        }
        let heard = self.tapes.as_mut().map_or(Ok(()), |tapes| tapes.hear(seat, said));
        if heard == Err(Untimed) {
            self.forfeit(seat, Forfeit::Garbage, "a move without the count of its nodes");
        }
    }

    /// Advances to the next event: output of a player, or the fall of a flag.
    pub(super) fn go_on(&mut self) -> io::Result<()> {
        let Some(tapes) = &mut self.tapes else { return Ok(()) };
        match (tapes.next(), self.live.clock.next_flag()) {
            // A move at the moment when the clock reaches zero is in time.
            (Some((at, seat)), flag) if flag.is_none_or(|flag| at <= flag) => {
                tapes.go_on_to(at);
                let said = tapes.take(seat);
                said.map_or(Ok(()), |said| self.said(seat, at, said))
            }
            (next, Some(flag)) => {
                let in_time = |seat, at| next.is_some_and(|(when, who)| who == seat && when <= at);
                let mut flags: Vec<_> = self.live.clock.flags().collect();
                flags.retain(|&(seat, at)| at - flag < AT_ONCE && !in_time(seat, at));
                flags.sort_by_key(|&(_, at)| at);
                tapes.go_on_to(flags.last().map_or(flag, |&(_, at)| at));
                self.fall(&flags.into_iter().map(|(seat, _)| seat).collect::<Vec<_>>());
                Ok(())
            }
            // Unreachable: some clock runs as long as the game does.
            _ => {
                self.interrupt();
                Ok(())
            }
        }
    }
}
