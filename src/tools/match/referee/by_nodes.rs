//! A game whose clocks count nodes: the order of all that happens follows from what the engines searched, not from the
//! machine that they ran on.
//!
//! The referee waits until the searches of both boards have ended, and then hears first what was said first. A search whose
//! board is changed by that (a piece came into a hand) is void from that moment on: the player is asked again, with the time
//! that it has left. What the void search has taught it stays in its table. No flag falls because the machine is slow.

use super::Referee;
use super::tapes::Untimed;
use crate::game::{Forfeit, Seat};
use crate::tools::r#match::engines::Said;
use std::io;
use std::time::Duration;

/// How long an engine that thinks may usually count no nodes in real time.
pub(super) const PATIENCE: Duration = Duration::from_millis(if cfg!(test) { 300 } else { 300_000 });
/// Flags that fall within this fall at once (R11).
const AT_ONCE: Duration = Duration::from_millis(1);

impl Referee<'_> {
    /// Whether a player on turn is to be asked for a move. Under this clock whoever cannot move (R8, R10) is not: there
    /// would be no answer to wait for.
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

    /// Ends the game of one whose answer is awaited if it has counted no node more for too long in real time.
    pub(super) fn check_progress(&mut self, awaited: Seat) {
        if self.tapes.as_mut().is_some_and(|tapes| tapes.last_progress().elapsed() > self.patience) {
            let why = format!("no node more for {} seconds", self.patience.as_secs());
            self.forfeit(awaited, Forfeit::Disconnect, &why);
        }
    }

    /// Puts what an engine says on its tape. Offenses end the game at once.
    pub(super) fn record(&mut self, seat: Seat, said: Said) {
        if let Said::Garbage(line) = said {
            return self.garbage(seat, &line);
        }
        let heard = self.tapes.as_mut().map_or(Ok(()), |tapes| tapes.hear(seat, said));
        if heard == Err(Untimed) {
            self.forfeit(seat, Forfeit::Garbage, "a move without the count of its nodes");
        }
    }

    /// Goes on to what happens next: somebody says something, or a flag falls.
    pub(super) fn go_on(&mut self) -> io::Result<()> {
        let Some(tapes) = &mut self.tapes else { return Ok(()) };
        match (tapes.next(), self.live.clock.next_flag()) {
            // Who moves in the moment in which the clock shows zero has moved.
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
            // Somebody's clock runs as long as the game does.
            _ => {
                self.interrupt();
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::Measure;
    use super::super::tests::{BLACK_A, HANG, KNIGHT_TO_TAKE, Log, START, WHITE_B, end, moves, play_with};
    use super::super::{AskedTurn, PlayedGame};
    use super::*;
    use crate::game::bpgn::Stamp;
    use crate::game::{Reason, Team};
    use std::cell::RefCell;
    use std::rc::Rc;

    /// Ten nodes are a millisecond.
    fn play(boards: &str, base_ms: u64, scripts: [&[&'static str]; 4]) -> (PlayedGame, Rc<RefCell<Log>>) {
        let measure: Measure = "nodes=10".parse().expect("a rate");
        play_with(boards, "international", base_ms, 0, scripts, |referee| referee.play(measure))
    }

    /// What the movers had left, in the order of the moves.
    fn left(finished: &PlayedGame) -> Vec<u64> {
        let stamps = finished.live.record.plies.iter().map(|ply| ply.stamp);
        stamps.map(|stamp| if let Some(Stamp::Remaining(ms)) = stamp { ms } else { panic!("no clock") }).collect()
    }

    #[test]
    fn who_searched_less_has_moved_first() {
        let scripts: [&[&str]; 4] = [
            &["nodes 300; move e2e4", "nodes 9; nodes 10; move d2d4", "nodes 99999; move a2a3"],
            &["nodes 100; move e7e5", "nodes 88888; move e5d4"],
            &["nodes 200; move g1f3", "nodes 77777; move b1c3"],
            &["nodes 250; move g8f6"],
        ];
        let (finished, _) = play(START, 1000, scripts);
        assert_eq!(moves(&finished), "B.Nf3 A.e4 a.e5 A.d4 b.Nf6");
        assert_eq!(left(&finished), [980, 970, 990, 969, 975]);
        // Flags: black on A 41 + 990 ms after the start, white on B 45 + 980 ms.
        assert_eq!(end(&finished), (Some(Team::One), Reason::Flag, Some(WHITE_B)));
        assert_eq!(finished.failed, None, "the engines are none the worse for it");
    }

    #[test]
    fn a_piece_that_arrives_makes_the_search_void_from_then_on() {
        let boards = format!("startpos | {KNIGHT_TO_TAKE}");
        let scripts: [&[&str]; 4] = [
            &["nodes 10; move e2e4", "nodes 99999; move a2a3"],
            // Said before the arrival, 5 ms after the start, and heard; what came later was never said.
            &["nodes 30; say one; nodes 50; say two; nodes 100; move e7e5", "nodes 20; move n@f6"],
            &["nodes 50; move e4d5"],
            &["nodes 99999; move e8e7"],
        ];
        let (finished, log) = play(&boards, 1000, scripts);
        assert_eq!(moves(&finished), "A.e4 B.exd5 a.N@f6");
        // 4 ms for the void search and 2 ms for the other.
        assert_eq!(left(&finished), [999, 995, 994]);
        let log = log.borrow();
        assert_eq!(log.heard, [(BLACK_A.partner(), "one".to_owned())]);
        let asked: Vec<AskedTurn> =
            log.asked.iter().filter(|(seat, _)| *seat == BLACK_A).map(|&(_, turn)| turn).collect();
        assert_eq!(asked, [AskedTurn { ply: 1, new: true }, AskedTurn { ply: 1, new: false }]);
    }

    #[test]
    fn r08_a_hanging_player_is_asked_when_a_piece_arrives() {
        let boards = format!("{HANG} | {KNIGHT_TO_TAKE}");
        let scripts: [&[&str]; 4] = [
            &["nodes 99999; move a8f8"],
            &["nodes 20; move n@f8"],
            &["nodes 500; move e4d5"],
            &["nodes 99999; move e8e7"],
        ];
        let (finished, log) = play(&boards, 1000, scripts);
        assert_eq!(moves(&finished), "B.exd5 a.N@f8");
        assert_eq!(left(&finished), [950, 948]);
        assert_eq!(log.borrow().asked.iter().filter(|(seat, _)| *seat == BLACK_A).count(), 1);

        let scripts: [&[&str]; 4] = [&[], &[], &["nodes 99999; move e4d5"], &[]];
        let (finished, _) = play(&boards, 1000, scripts);
        assert_eq!(end(&finished), (Some(Team::One), Reason::Hang, Some(BLACK_A)), "two flags of a team at once");
    }

    #[test]
    fn r11_a_flag_falls_to_the_node() {
        // Zero on the clock is in time, a node more is not.
        for (script, plies) in [("nodes 1000; move e2e4", 1), ("nodes 1001; move e2e4", 0)] {
            let scripts: [&[&'static str]; 4] =
                [&[script], &["nodes 99999; move e7e5"], &["nodes 10; move e2e4"], &["nodes 99999; move e7e5"]];
            let (finished, _) = play(START, 100, scripts);
            assert_eq!(finished.live.record.plies.len(), 1 + plies, "{script}");
            assert_eq!(end(&finished).1, Reason::Flag);
        }
        // Less than a millisecond apart is at once.
        let scripts: [&[&str]; 4] = [
            &["nodes 99999; move e2e4"],
            &[],
            &["nodes 5; move e2e4", "nodes 99999; move d2d4"],
            &["nodes 4; move e7e5"],
        ];
        let (finished, _) = play(START, 100, scripts);
        assert_eq!(end(&finished), (None, Reason::Flag, None));
    }

    #[test]
    fn an_engine_that_hangs_loses_in_the_end() {
        let scripts: [&[&str]; 4] = [&["nodes 10; move e2e4"], &["nodes 10; nodes 20"], &["nodes 999; move e2e4"], &[]];
        let (finished, _) = play(START, 100, scripts);
        assert_eq!(moves(&finished), "A.e4");
        assert_eq!(end(&finished), (Some(Team::One), Reason::Forfeit(Forfeit::Disconnect), Some(BLACK_A)));
        assert_eq!(finished.failed, Some(BLACK_A));
    }

    #[test]
    fn a_move_without_its_nodes_is_not_taken() {
        let scripts: [&[&str]; 4] = [&["move e2e4"], &[], &["nodes 10; move e2e4"], &[]];
        let (finished, _) = play(START, 100, scripts);
        let white_a = BLACK_A.opponent();
        assert_eq!(end(&finished), (Some(Team::Two), Reason::Forfeit(Forfeit::Garbage), Some(white_a)));
    }
}
