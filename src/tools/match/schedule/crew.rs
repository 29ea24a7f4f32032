//! The engines of a meeting, kept until another meeting, and the results of the pairs that they play.

use super::campaign::{Campaign, Problem};
use super::lanes::Onlookers;
use super::pairs::Pair;
use super::series::Series;
use crate::arena::engines::EngineEvent;
use crate::arena::referee::{GameObserver, LiveGame, MatchScore};
use crate::tools::r#match::results::{GameLine, Origin, PairSet, Tally, TeamId};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};

/// Result of playing a pair, with games of type `G`.
pub struct PlayedPair<G> {
    /// The pair.
    pub pair: Pair,
    /// The teams; none if the engines did not get ready.
    pub teams: Option<[TeamId; 2]>,
    /// The games as they ended, including an aborted one.
    pub games: Vec<G>,
    /// Lines of the games that ended with a result.
    pub lines: Vec<GameLine>,
    /// Whether the user interrupted it.
    pub interrupted: bool,
    /// The error after which no more can be played, if any.
    pub problem: Option<Problem>,
}

impl<G> PlayedPair<G> {
    /// A pair before its games.
    pub fn new(pair: Pair) -> Self {
        Self { pair, teams: None, games: Vec::new(), lines: Vec::new(), interrupted: false, problem: None }
    }

    /// Whether games of it are missing.
    pub fn is_broken(&self) -> bool {
        self.interrupted || self.problem.is_some()
    }
}

/// The engines of a lane, which play pairs with games of type `G`.
pub trait PairPlayer<G> {
    /// Plays a pair, or its first `games` games. The result has a problem if an engine does not start or get ready, is
    /// not that of the known pairs, or an observer fails.
    fn play(&mut self, pair: Pair, games: u32) -> PlayedPair<G>;
    /// Quits the engines.
    fn quit(&mut self);
}

/// The engines of a meeting.
pub struct Crew<'a> {
    campaign: &'a Campaign,
    /// The match's pairs so far, which the teams must agree with.
    known: Arc<PairSet>,
    sender: SyncSender<EngineEvent>,
    events: Rc<Receiver<EngineEvent>>,
    meeting: Option<(Series<'a>, [TeamId; 2])>,
    tally: Tally,
    observers: Vec<Box<dyn GameObserver>>,
    /// Scores of the meetings, from the known pairs and the games of this crew.
    scores: BTreeMap<[usize; 2], MatchScore>,
}

impl<'a> Crew<'a> {
    /// A crew without engines yet. `live` observes the games in progress.
    pub fn new(
        campaign: &'a Campaign,
        known: Arc<PairSet>,
        (sender, events): (SyncSender<EngineEvent>, Receiver<EngineEvent>),
        live: Option<Onlookers>,
    ) -> Self {
        let tally = Tally::default();
        let mut observers: Vec<Box<dyn GameObserver>> = vec![Box::new(tally.clone())];
        observers.extend(live.map(|live| -> Box<dyn GameObserver> { Box::new(live) }));
        let (events, scores) = (Rc::new(events), known.scores().clone());
        Self { campaign, known, sender, events, meeting: None, tally, observers, scores }
    }

    /// Starts the engines of two teams; false if the user interrupts.
    fn meet(&mut self, meeting: [usize; 2]) -> Result<bool, Problem> {
        if self.meeting.as_ref().is_some_and(|(_, teams)| teams.each_ref().map(|team| team.number) == meeting) {
            return Ok(true);
        }
        self.quit();
        let mut series = Series::new(self.campaign, meeting, self.sender.clone(), Rc::clone(&self.events))?;
        let Some(teams) = series.meet()? else { return Ok(false) };
        self.known.admit(&self.campaign.terms(), &teams, &Origin::here())?;
        self.meeting = Some((series, teams));
        Ok(true)
    }
}

impl PairPlayer<LiveGame> for Crew<'_> {
    fn play(&mut self, pair: Pair, games: u32) -> PlayedPair<LiveGame> {
        let mut played = PlayedPair::new(pair);
        match self.meet(pair.meeting) {
            Ok(met) => played.interrupted = !met,
            Err(problem) => played.problem = Some(problem),
        }
        let Some((series, teams)) = self.meeting.as_mut().filter(|_| !played.is_broken()) else { return played };
        played.teams = Some(teams.clone());
        let score = self.scores.entry(pair.meeting).or_default();
        let (shown, lines, tally) = (&mut played.games, &mut played.lines, &self.tally);
        let done = series.play((&pair, games), score, &mut self.observers, |live| {
            lines.extend(tally.line(&live));
            shown.push(live);
        });
        match done {
            Ok(done) => played.interrupted = !done,
            Err(problem) => played.problem = Some(problem.into()),
        }
        played
    }

    fn quit(&mut self) {
        if let Some((series, _)) = self.meeting.take() {
            series.quit();
        }
    }
}
