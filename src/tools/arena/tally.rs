//! What the teams do in a game, counted by looking on: depths, nodes, time, sits, messages.
//!
//! It relies on nothing but what every player shows, so that engines of all kinds are measured alike.

use super::book::line::{GameLine, TeamTally};
use super::player::Thought;
use super::table::{Ending, Notice, Observer, Side, Table};
use crate::game::{Clocks, Outcome, Reason, Seat};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A turn that took this share of a player's whole time, or more, counts as a sit.
const SIT_SHARE: u32 = 10;

/// Counts the game in progress. Clones share their counts: one looks on, another one tells.
#[derive(Clone, Debug, Default)]
pub struct Tally(Rc<RefCell<Counts>>);

#[derive(Debug)]
struct Counts {
    teams: [TeamTally; 2],
    /// Clocks after each player's last move.
    clocks: Clocks,
    /// What each player thought at its last move: the same again is not its thought about this one.
    thoughts: [Thought; 4],
    began: Option<Instant>,
    took: Duration,
}

impl Default for Counts {
    fn default() -> Self {
        let (teams, thoughts) = Default::default();
        Self { teams, clocks: Clocks::all(0), thoughts, began: None, took: Duration::ZERO }
    }
}

impl Tally {
    /// The line of a game that has come to a result, from the table as it was left.
    pub fn line(&self, table: &Table) -> Option<GameLine> {
        let Some(Ending { outcome: Some(outcome), note, .. }) = &table.ending else { return None };
        let counts = self.0.borrow();
        Some(GameLine {
            result: outcome.result().to_owned(),
            winner: outcome.winner.map(|team| table.card.side(team).index()),
            reason: outcome.reason.to_string(),
            note: note.clone(),
            plies: u32::try_from(table.record.plies.len()).unwrap_or(u32::MAX),
            duration_ms: millis(counts.took),
            teams: counts.teams.clone(),
        })
    }
}

impl Observer for Tally {
    fn notice(&mut self, table: &Table, notice: Notice, now: Instant) -> io::Result<()> {
        let mut counts = self.0.borrow_mut();
        match notice {
            Notice::Started => {
                *counts = Counts { clocks: table.clock.reading(now), began: Some(now), ..Counts::default() };
            }
            Notice::Moved => counts.moved(table, now),
            Notice::Said => counts.said(table),
            Notice::Ended => counts.ended(table, now),
            Notice::Ticked => {}
        }
        Ok(())
    }
}

impl Counts {
    fn team(&mut self, table: &Table, seat: Seat) -> &mut TeamTally {
        &mut self.teams[side(table, seat).index()]
    }

    fn moved(&mut self, table: &Table, now: Instant) {
        let Some(ply) = table.record.plies.last() else { return };
        let (seat, left) = (ply.seat, table.game.clocks()[ply.seat]);
        let spent = (self.clocks[seat] + millis(table.card.control.increment)).saturating_sub(left);
        self.clocks[seat] = left;
        let lead = left as i64 - table.clock.reading(now)[seat.diagonal()] as i64;
        let sit = is_sit(table, spent);
        let thought = &table.thoughts[seat.index()];
        let fresh = (*thought != self.thoughts[seat.index()]).then(|| thought.clone());
        if let Some(thought) = &fresh {
            self.thoughts[seat.index()] = thought.clone();
        }
        let team = self.team(table, seat);
        team.moves += 1;
        team.time_ms += spent;
        team.up_time_ms_sum += lead;
        team.sits += u64::from(sit);
        let (depth, nodes) = fresh.map_or((None, None), |thought| (thought.depth, thought.nodes));
        if let Some(depth) = depth {
            team.depth_moves += 1;
            team.depth_sum += u64::from(depth);
        }
        if let Some(nodes) = nodes {
            team.nodes = team.nodes.saturating_add(nodes);
            team.nodes_ms += spent;
        }
    }

    fn said(&mut self, table: &Table) {
        if let Some(talk) = table.talk.last() {
            let kind = talk.text.split_ascii_whitespace().next().unwrap_or_default().to_owned();
            self.team(table, talk.seat).message(&kind);
        }
    }

    fn ended(&mut self, table: &Table, now: Instant) {
        self.took = self.began.map_or(Duration::ZERO, |began| now.saturating_duration_since(began));
        let clocks = table.clock.reading(now);
        for seat in Seat::ALL {
            // The turns that no move has ended.
            let spent = self.clocks[seat].saturating_sub(clocks[seat]);
            let sit = is_sit(table, spent);
            let team = self.team(table, seat);
            team.time_ms += spent;
            team.sits += u64::from(sit);
        }
        if let Some(Outcome { reason: Reason::Flag | Reason::Hang, seat, .. }) =
            table.ending.as_ref().and_then(|ending| ending.outcome)
        {
            // Both teams' flags fell when it is nobody's (R11).
            match seat {
                Some(seat) => self.team(table, seat).flags += 1,
                None => self.teams.iter_mut().for_each(|team| team.flags += 1),
            }
        }
    }
}

fn side(table: &Table, seat: Seat) -> Side {
    table.card.side(seat.team())
}

fn is_sit(table: &Table, spent_ms: u64) -> bool {
    spent_ms >= millis(table.card.control.base / SIT_SHARE).max(1)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
