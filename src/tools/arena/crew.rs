//! The engines of two teams that meet, kept until others meet, and what they did in the pairs that they played.

use super::book::line::{GameLine, TeamId};
use super::book::{Book, Origin};
use super::campaign::{Campaign, Problem};
use super::pairs::Pair;
use super::process::Event;
use super::series::{Round, Series};
use super::table::{Observer, Score, Table};
use super::tally::Tally;
use std::sync::mpsc::{Receiver, SyncSender};

/// What came of a pair.
pub struct Played {
    /// Which one.
    pub pair: Pair,
    /// Who played; nothing when it did not come to that.
    pub teams: Option<[TeamId; 2]>,
    /// The games as they ended, one that was broken off too.
    pub tables: Vec<Table>,
    /// Those that came to a result, in lines.
    pub lines: Vec<GameLine>,
    /// Whether the user broke it off.
    pub interrupted: bool,
    /// Why no more can be played after it.
    pub problem: Option<Problem>,
}

impl Played {
    /// Whether games of it are missing.
    pub fn is_broken(&self) -> bool {
        self.interrupted || self.problem.is_some()
    }
}

/// Engines at the boards.
pub struct Crew<'a> {
    campaign: &'a Campaign,
    /// What the teams must be.
    known: &'a Book,
    events: (&'a SyncSender<Event>, &'a Receiver<Event>),
    meeting: Option<(Series<'a>, [TeamId; 2])>,
    tally: Tally,
}

impl<'a> Crew<'a> {
    /// Nobody yet. The `tally` must be among those who look on.
    pub fn new(
        campaign: &'a Campaign,
        known: &'a Book,
        events: (&'a SyncSender<Event>, &'a Receiver<Event>),
        tally: Tally,
    ) -> Self {
        Self { campaign, known, events, meeting: None, tally }
    }

    /// Plays a pair, or its first `games` games. `score` is that of these teams before. There is a problem when an engine does
    /// not start or get ready, is another one than the match is known to be of, or an observer fails.
    pub fn play(&mut self, pair: Pair, games: u32, score: Score, observers: &mut [Box<dyn Observer>]) -> Played {
        let (tables, lines) = (Vec::new(), Vec::new());
        let mut played = Played { pair, teams: None, tables, lines, interrupted: false, problem: None };
        match self.meet(pair.meeting) {
            Ok(met) => played.interrupted = !met,
            Err(problem) => played.problem = Some(problem),
        }
        let Some((series, teams)) = self.meeting.as_mut().filter(|_| !played.is_broken()) else { return played };
        played.teams = Some(teams.clone());
        let round = Round { pair, games, score, last_game: self.campaign.games.last() };
        let (tables, lines, tally) = (&mut played.tables, &mut played.lines, &self.tally);
        let done = series.play(&round, observers, |table| {
            lines.extend(tally.line(&table));
            tables.push(table);
        });
        match done {
            Ok(done) => played.interrupted = !done,
            Err(problem) => played.problem = Some(problem.into()),
        }
        played
    }

    /// Gets the engines of two teams to the boards; false when the user breaks it off.
    fn meet(&mut self, meeting: [usize; 2]) -> Result<bool, Problem> {
        if self.meeting.as_ref().is_some_and(|(_, teams)| teams.each_ref().map(|team| team.number) == meeting) {
            return Ok(true);
        }
        self.quit();
        let mut series = Series::new(self.campaign.plan(meeting), meeting, self.events.0, self.events.1)?;
        let Some(names) = series.meet()? else { return Ok(false) };
        let teams = self.campaign.team_ids(meeting, names);
        self.known.admit(&self.campaign.terms(), &teams, &Origin::here())?;
        self.meeting = Some((series, teams));
        Ok(true)
    }

    /// Sends the engines home.
    pub fn quit(&mut self) {
        if let Some((series, _)) = self.meeting.take() {
            series.quit();
        }
    }
}
