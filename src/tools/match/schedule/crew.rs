//! The engines of a meeting, kept until another meeting, and the results of the pairs that they play.

use super::campaign::{Campaign, Problem};
use super::pairs::Pair;
use super::series::Series;
use crate::arena::engines::EngineEvent;
use crate::arena::referee::{GameObserver, LiveGame, MatchScore};
use crate::tools::r#match::results::{GameLine, Origin, PairSet, Tally, TeamId};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, SyncSender};

/// Result of playing a pair.
pub struct PlayedPair {
    /// The pair.
    pub pair: Pair,
    /// The teams; none if the engines did not get ready.
    pub teams: Option<[TeamId; 2]>,
    /// The games as they ended, including an aborted one.
    pub games: Vec<LiveGame>,
    /// Lines of the games that ended with a result.
    pub lines: Vec<GameLine>,
    /// Whether the user interrupted it.
    pub interrupted: bool,
    /// The error after which no more can be played, if any.
    pub problem: Option<Problem>,
}

impl PlayedPair {
    /// Whether games of it are missing.
    pub fn is_broken(&self) -> bool {
        self.interrupted || self.problem.is_some()
    }
}

/// The engines of a meeting.
pub struct Crew<'a> {
    campaign: &'a Campaign,
    /// The match's pairs so far, which the teams must agree with.
    known: &'a PairSet,
    events: (&'a SyncSender<EngineEvent>, &'a Receiver<EngineEvent>),
    meeting: Option<(Series<'a>, [TeamId; 2])>,
    tally: Tally,
    /// Scores of the meetings, from the known pairs and the games of this crew.
    scores: BTreeMap<[usize; 2], MatchScore>,
}

impl<'a> Crew<'a> {
    /// A crew without engines yet. The `tally` must be one of the observers.
    pub fn new(
        campaign: &'a Campaign,
        known: &'a PairSet,
        events: (&'a SyncSender<EngineEvent>, &'a Receiver<EngineEvent>),
        tally: Tally,
    ) -> Self {
        Self { campaign, known, events, meeting: None, tally, scores: known.scores().clone() }
    }

    /// Plays a pair, or its first `games` games. The result has a problem if an engine does not start or get ready, is
    /// not that of the known pairs, or an observer fails.
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

    /// Starts the engines of two teams; false if the user interrupts.
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

    /// Quits the engines.
    pub fn quit(&mut self) {
        if let Some((series, _)) = self.meeting.take() {
            series.quit();
        }
    }
}
