//! The engines of two teams that meet, kept until others meet, and what they did in the pairs that they played.

use super::campaign::{Campaign, Problem};
use super::pairs::Pair;
use super::series::Series;
use crate::arena::engines::EngineEvent;
use crate::arena::referee::{GameObserver, LiveGame, MatchScore};
use crate::tools::r#match::results::{GameLine, Origin, PairSet, Tally, TeamId};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, SyncSender};

/// What came of a pair.
pub struct PlayedPair {
    /// Which one.
    pub pair: Pair,
    /// Who played; nothing when it did not come to that.
    pub teams: Option<[TeamId; 2]>,
    /// The games as they ended, one that was broken off too.
    pub games: Vec<LiveGame>,
    /// Those that came to a result, in lines.
    pub lines: Vec<GameLine>,
    /// Whether the user broke it off.
    pub interrupted: bool,
    /// Why no more can be played after it.
    pub problem: Option<Problem>,
}

impl PlayedPair {
    /// Whether games of it are missing.
    pub fn is_broken(&self) -> bool {
        self.interrupted || self.problem.is_some()
    }
}

/// Engines at the boards.
pub struct Crew<'a> {
    campaign: &'a Campaign,
    /// What the teams must be.
    known: &'a PairSet,
    events: (&'a SyncSender<EngineEvent>, &'a Receiver<EngineEvent>),
    meeting: Option<(Series<'a>, [TeamId; 2])>,
    tally: Tally,
    /// Of those who have met, as far as this crew has seen it.
    scores: BTreeMap<[usize; 2], MatchScore>,
}

impl<'a> Crew<'a> {
    /// Nobody yet. The `tally` must be among those who look on.
    pub fn new(
        campaign: &'a Campaign,
        known: &'a PairSet,
        events: (&'a SyncSender<EngineEvent>, &'a Receiver<EngineEvent>),
        tally: Tally,
    ) -> Self {
        Self { campaign, known, events, meeting: None, tally, scores: known.scores().clone() }
    }

    /// Plays a pair, or its first `games` games. There is a problem when an engine does not start or get ready, is another one than
    /// the match is known to be of, or an observer fails.
    pub fn play(&mut self, pair: Pair, games: u32, observers: &mut [Box<dyn GameObserver>]) -> PlayedPair {
        let (shown, lines) = (Vec::new(), Vec::new());
        let mut played = PlayedPair { pair, teams: None, games: shown, lines, interrupted: false, problem: None };
        match self.meet(pair.meeting) {
            Ok(met) => played.interrupted = !met,
            Err(problem) => played.problem = Some(problem),
        }
        let Some((series, teams)) = self.meeting.as_mut().filter(|_| !played.is_broken()) else { return played };
        played.teams = Some(teams.clone());
        let score = self.scores.entry(pair.meeting).or_default();
        let (shown, lines, tally) = (&mut played.games, &mut played.lines, &self.tally);
        let done = series.play((&pair, games), score, observers, |live| {
            lines.extend(tally.line(&live));
            shown.push(live);
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
        let mut series = Series::new(self.campaign, meeting, self.events.0, self.events.1)?;
        let Some(teams) = series.meet()? else { return Ok(false) };
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
