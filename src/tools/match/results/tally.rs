//! Statistics of the teams in a game, from an observer: depths, nodes, time, sits, messages.
//!
//! It uses only output that every player sends, so that engines of all kinds are measured alike.

use super::line::{GameLine, Loss, TeamTally};
use crate::arena::engines::{EngineScore, SearchInfo};
use crate::arena::referee::{Ending, GameObserver, LiveGame, Notice, Talk, whole_ms};
use crate::game::{Clocks, Outcome, Reason, Seat};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A turn that took this share of a player's whole time, or more, counts as a sit.
const SIT_SHARE: u32 = 10;

/// Least score that a player reports of a won board, in centipawns.
const WON_CP: i32 = 800;

/// Words of [`Loss::other_board`].
const WON: &str = "won";
const LOST: &str = "lost";
const OPEN: &str = "open";
const UNKNOWN: &str = "unknown";

/// Counts the game in progress. Clones share their counts: one observes, another one is read.
#[derive(Clone, Debug, Default)]
pub struct Tally(Rc<RefCell<Counts>>);

#[derive(Debug, Default)]
struct Counts {
    teams: [TeamTally; 2],
    /// Clocks after each player's last move.
    clocks: Clocks,
    /// Each player's thought at its last move: an unchanged one does not belong to the current move.
    thoughts: [SearchInfo; 4],
    /// The score that each player reported with its last move, if any.
    told: [Option<EngineScore>; 4],
    /// How the game was lost, once it is over.
    loss: Option<Loss>,
    began: Option<Instant>,
    took: Duration,
}

impl Tally {
    /// The line of a game that has ended with a result.
    pub fn line(&self, live: &LiveGame) -> Option<GameLine> {
        let Some(Ending { outcome: Some(outcome), note, .. }) = &live.ending else { return None };
        let counts = self.0.borrow();
        Some(GameLine {
            result: outcome.result().to_owned(),
            winner: outcome.winner.map(|team| live.card.side(team).index()),
            reason: outcome.reason.to_string(),
            note: note.clone(),
            plies: u32::try_from(live.record.plies.len()).unwrap_or(u32::MAX),
            duration_ms: whole_ms(counts.took),
            teams: counts.teams.clone(),
            loss: counts.loss.clone(),
        })
    }
}

impl GameObserver for Tally {
    fn notice(&mut self, live: &LiveGame, notice: Notice, now: Instant) -> io::Result<()> {
        let mut counts = self.0.borrow_mut();
        match notice {
            Notice::Started => {
                *counts = Counts { clocks: live.clock.reading(now), began: Some(now), ..Counts::default() };
                // Messages from before the game.
                live.talk.iter().for_each(|talk| counts.said(live, talk));
            }
            Notice::Moved => counts.moved(live, now),
            Notice::Said => live.talk.last().into_iter().for_each(|talk| counts.said(live, talk)),
            Notice::Ended => counts.ended(live, now),
            Notice::Ticked => {}
        }
        Ok(())
    }
}

impl Counts {
    fn team(&mut self, live: &LiveGame, seat: Seat) -> &mut TeamTally {
        &mut self.teams[live.card.side(seat.team()).index()]
    }

    fn moved(&mut self, live: &LiveGame, now: Instant) {
        let Some(ply) = live.record.plies.last() else { return };
        let (seat, left) = (ply.seat, live.game.clocks()[ply.seat]);
        let spent = (self.clocks[seat] + whole_ms(live.card.control(seat).increment)).saturating_sub(left);
        self.clocks[seat] = left;
        let lead = left as i64 - live.clock.reading(now)[seat.diagonal()] as i64;
        let sit = is_sit(live, seat, spent);
        let thought = &live.thoughts[seat.index()];
        let fresh = (*thought != self.thoughts[seat.index()]).then(|| thought.clone());
        if let Some(thought) = &fresh {
            self.thoughts[seat.index()] = thought.clone();
        }
        let told = fresh.as_ref().and_then(|thought| thought.score);
        self.told[seat.index()] = told;
        let team = self.team(live, seat);
        team.moved(spent, sit, fresh.as_ref());
        team.up_time_ms_sum += lead;
    }

    fn said(&mut self, live: &LiveGame, talk: &Talk) {
        let kind = talk.text.split_ascii_whitespace().next().unwrap_or_default().to_owned();
        self.team(live, talk.seat).message(&kind);
    }

    fn ended(&mut self, live: &LiveGame, now: Instant) {
        self.took = self.began.map_or(Duration::ZERO, |began| now.saturating_duration_since(began));
        let clocks = live.clock.reading(now);
        for seat in Seat::ALL {
            // Turns that were not ended by a move.
            let spent = self.clocks[seat].saturating_sub(clocks[seat]);
            let sit = is_sit(live, seat, spent);
            let team = self.team(live, seat);
            team.time_ms += spent;
            team.sits += u64::from(sit);
        }
        let race = self.race(live, &clocks);
        self.loss = live.ending.as_ref().and_then(|ending| self.loss(&ending.outcome?, race));
        if let Some((dead, short_ms)) = race {
            let winner = self.team(live, dead.opponent());
            winner.races_won += 1;
            winner.races_won_ms_sum += short_ms;
            let loser = self.team(live, dead);
            loser.races_lost += 1;
            loser.races_lost_ms_sum += short_ms;
        }
        if let Some(Outcome { reason: Reason::Flag | Reason::Hang, seat, .. }) =
            live.ending.as_ref().and_then(|ending| ending.outcome)
        {
            // Without a seat, flags of both teams fell (R11).
            match seat {
                Some(seat) => self.team(live, seat).flags += 1,
                None => self.teams.iter_mut().for_each(|team| team.flags += 1),
            }
        }
    }

    /// The seat that lost, if the game was a race of two clocks, and the milliseconds by which its clock was short of
    /// its diagonal's. See [`TeamTally::races_won`].
    fn race(&self, live: &LiveGame, clocks: &Clocks) -> Option<(Seat, i64)> {
        let Outcome { reason: Reason::Mate | Reason::Flag | Reason::Hang, seat: Some(dead), .. } =
            live.ending.as_ref()?.outcome?
        else {
            return None;
        };
        let other_won = standing(self.told[dead.partner().index()]?) == WON;
        let short_ms = clocks[dead.diagonal()] as i64 - clocks[dead] as i64;
        (other_won && short_ms > 0).then_some((dead, short_ms))
    }

    /// How the game was lost by this outcome; `race` is what [`Self::race`] says.
    fn loss(&self, outcome: &Outcome, race: Option<(Seat, i64)>) -> Option<Loss> {
        let loser = !outcome.winner?;
        let seat = outcome.seat.filter(|seat| seat.team() == loser);
        let told = seat.and_then(|seat| self.told[seat.partner().index()]);
        Some(Loss {
            board: seat.map(|seat| seat.board.to_string()),
            other_board: told.map_or(UNKNOWN, standing).to_owned(),
            race_lost_by_ms: race.map(|(_, short_ms)| short_ms),
        })
    }
}

/// How a player stands by its own report.
fn standing(told: EngineScore) -> &'static str {
    match told {
        EngineScore::Cp(cp) if cp >= WON_CP => WON,
        EngineScore::Cp(cp) if cp <= -WON_CP => LOST,
        EngineScore::Cp(_) => OPEN,
        EngineScore::Mate(moves) if moves > 0 => WON,
        EngineScore::Mate(_) => LOST,
    }
}

fn is_sit(live: &LiveGame, seat: Seat, spent_ms: u64) -> bool {
    spent_ms >= whole_ms(live.card.control(seat).base / SIT_SHARE).max(1)
}
