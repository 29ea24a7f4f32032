//! Pairs of games on one board: the same opening twice, the colors exchanged.

use super::campaign::{Campaign, Conditions, EngineTrouble, Problem};
use super::crew::{PairPlayer, PlayedPair};
use super::pairs::Pair;
use super::series::{SeriesError, tell_apart};
use crate::arena::engines::{EngineEvent, EngineOutput, EngineSpec, OneBoardEngine, POLL_INTERVAL, READY_PATIENCE};
use crate::arena::measure::{self, Measure};
use crate::arena::referee::one_board::{OneBoardGame, OneBoardReferee, OneBoardTerms, PlayedOneBoard};
use crate::arena::referee::{EVENT, MatchSide, whole_ms};
use crate::game::Reason;
use crate::tools::r#match::results::{GameLine, Origin, PairSet, TeamId, TeamTally};
use crate::tools::wording::counted;
use crate::types::Color;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant, SystemTime};

/// A game that was played.
pub struct OneBoardPlayed {
    played: PlayedOneBoard,
    /// Its number in the match, from 1.
    number: u32,
    /// The first and the second contestant.
    names: [String; 2],
    /// The contestant with white.
    white: MatchSide,
    date: Option<SystemTime>,
}

impl OneBoardPlayed {
    fn side(&self, color: Color) -> MatchSide {
        side_of(color, self.white)
    }

    /// The game as PGN, with further tags.
    pub fn to_pgn(&self, campaign: &Campaign, more: &[(&str, &str)]) -> String {
        let names = Color::ALL.map(|color| self.names[self.side(color).index()].as_str());
        let measure = campaign.conditions.measure;
        let clock = measure.to_string();
        let clock = (measure != Measure::Real).then_some(("Clock", clock.as_str()));
        let more: Vec<(&str, &str)> = more.iter().copied().chain(clock).collect();
        self.played.game.to_pgn(EVENT, self.number, names, &campaign.conditions.control, self.date, &more)
    }

    /// The result in one line.
    pub fn result_line(&self, games: u32) -> String {
        let Some(end) = &self.played.game.end else { return String::new() };
        let who =
            end.winner.map_or_else(String::new, |color| format!("{} wins, ", self.names[self.side(color).index()]));
        let plies = counted(self.played.game.moves().len(), "ply");
        format!("game {} of {games}: {} {who}{} ({plies})", self.number, end.result(), end.note)
    }

    /// Evidence of an engine's failure.
    pub fn evidence(&self) -> &[String] {
        self.played.game.end.as_ref().map_or(&[], |end| &end.evidence)
    }

    /// The line of a game that has ended with a result.
    fn line(&self) -> Option<GameLine> {
        let end = self.played.game.end.as_ref()?;
        let reason = end.reason?;
        let mut teams = <[TeamTally; 2]>::default();
        for turn in &self.played.turns {
            teams[self.side(turn.color).index()].moved(whole_ms(turn.spent), false, Some(&turn.thought));
        }
        if reason == Reason::Flag {
            teams[self.side(self.played.game.board().side_to_move()).index()].flags += 1;
        }
        Some(GameLine {
            result: end.result().to_owned(),
            winner: end.winner.map(|color| self.side(color).index()),
            reason: reason.to_string(),
            note: end.note.clone(),
            plies: u32::try_from(self.played.game.moves().len()).unwrap_or(u32::MAX),
            duration_ms: whole_ms(self.played.took),
            teams,
            loss: None,
        })
    }
}

/// The contestant with `color` in a game in which `white` has white.
fn side_of(color: Color, white: MatchSide) -> MatchSide {
    if color == Color::White { white } else { !white }
}

/// Two contestants with their engines.
struct Meeting {
    numbers: [usize; 2],
    engines: [OneBoardEngine; 2],
    teams: [TeamId; 2],
    /// Different from each other.
    names: [String; 2],
    /// The side whose engine failed in the last game and must be restarted.
    failed: Option<MatchSide>,
}

/// The engines of a lane.
pub struct OneBoardCrew<'a> {
    campaign: &'a Campaign,
    /// The match's pairs so far, which the contestants must agree with.
    known: Arc<PairSet>,
    sender: SyncSender<EngineEvent>,
    events: Receiver<EngineEvent>,
    meeting: Option<Meeting>,
}

impl<'a> OneBoardCrew<'a> {
    /// A crew without engines yet.
    pub fn new(
        campaign: &'a Campaign,
        known: Arc<PairSet>,
        (sender, events): (SyncSender<EngineEvent>, Receiver<EngineEvent>),
    ) -> Self {
        Self { campaign, known, sender, events, meeting: None }
    }

    fn spec(&self, number: usize) -> &'a EngineSpec {
        &self.campaign.contestants[number]
    }

    fn start(&self, number: usize, side: MatchSide) -> Result<OneBoardEngine, SeriesError> {
        let spec = self.spec(number);
        OneBoardEngine::start(spec, &side.to_string(), &self.sender).map_err(|source| SeriesError::Start {
            side,
            command: spec.command.join(" "),
            source,
        })
    }

    /// Starts the engines of two contestants unless they run; `None` if the user interrupts.
    fn meet(&mut self, numbers: [usize; 2]) -> Result<Option<Meeting>, Problem> {
        if let Some(meeting) = self.meeting.take_if(|meeting| meeting.numbers == numbers) {
            return Ok(Some(meeting));
        }
        self.quit();
        let sides = MatchSide::ALL;
        let [first, second] = sides.map(|side| self.start(numbers[side.index()], side));
        let mut engines = [first?, second?];
        let mut tried = [false; 2];
        loop {
            match self.wait(&mut engines, numbers) {
                Ok(true) => break,
                Ok(false) => return Ok(None),
                Err(error) => self.start_anew(&mut engines, numbers, &mut tried, error)?,
            }
        }
        for side in sides {
            self.check(side, self.spec(numbers[side.index()]), &engines[side.index()])?;
        }
        let team = |side: MatchSide| {
            let number = numbers[side.index()];
            let spec = self.spec(number);
            let name = spec.name.clone().unwrap_or_else(|| engines[side.index()].name().to_owned());
            TeamId::new(spec, number, name, Vec::new())
        };
        let teams = sides.map(team);
        self.known.admit(&self.campaign.terms(), &teams, &Origin::here())?;
        let names = tell_apart(teams.each_ref().map(|team| team.name.clone()), numbers);
        Ok(Some(Meeting { numbers, engines, teams, names, failed: None }))
    }

    /// Rejects an engine that cannot play the game of the match by its clocks, and warns of requested options that it
    /// does not have.
    fn check(&self, side: MatchSide, spec: &EngineSpec, engine: &OneBoardEngine) -> Result<(), SeriesError> {
        let conditions = &self.campaign.conditions;
        let (command, variant) = (spec.command.join(" "), conditions.variant.uci_name());
        // An engine that has the game by another name, or from a file, gets that name as an option of its own.
        let named = spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("UCI_Variant"));
        if !named && !engine.plays(variant) {
            return Err(SeriesError::OtherVariant { side, command, variant });
        }
        if conditions.rules.chess960 && !engine.has_option("UCI_Chess960") {
            return Err(SeriesError::OtherVariant { side, command, variant: "Chess960" });
        }
        if conditions.measure != Measure::Real && !engine.has_option(measure::OPTION) {
            return Err(SeriesError::CountsNoNodes { side, command });
        }
        for name in spec.asked.iter().filter(|name| !engine.has_option(name)) {
            self.campaign.warn_of(side, spec, EngineTrouble::HasNoOption(name));
        }
        Ok(())
    }

    /// Waits until both engines are ready; false if the user interrupts.
    /// Fails when one ends, or is not ready in time.
    fn wait(&self, engines: &mut [OneBoardEngine; 2], numbers: [usize; 2]) -> Result<bool, SeriesError> {
        let patience = self.campaign.conditions.patience.map_or(READY_PATIENCE, Duration::from_secs);
        let until = Instant::now() + patience;
        let not_ready = |index: usize, engine: &mut OneBoardEngine, what| {
            let side = MatchSide::ALL[index];
            let command = self.spec(numbers[index]).command.join(" ");
            SeriesError::NotReady { side, command, what, evidence: engine.process().evidence(true) }
        };
        while let Some(index) = engines.iter().position(|engine| !engine.is_ready()) {
            if Instant::now() >= until {
                return Err(not_ready(index, &mut engines[index], "does not get ready for a game"));
            }
            match self.events.recv_timeout(POLL_INTERVAL) {
                Ok(EngineEvent::Interrupt) | Err(RecvTimeoutError::Disconnected) => return Ok(false),
                Ok(EngineEvent::Line { process, text: Some(text), .. }) => {
                    if let Some(index) = engines.iter().position(|engine| engine.id() == process)
                        && let Some(EngineOutput::Remark(remark)) = engines[index].read(&text)
                    {
                        let side = MatchSide::ALL[index];
                        self.campaign.warn_of(side, self.spec(numbers[index]), EngineTrouble::Reports(&remark));
                    }
                }
                Ok(EngineEvent::Closed { process }) => {
                    if let Some(index) = engines.iter_mut().position(|engine| engine.id() == process) {
                        return Err(not_ready(index, &mut engines[index], "has ended before the game"));
                    }
                }
                _ => {}
            }
        }
        Ok(true)
    }

    /// Prepares both engines for the next game: one that failed in the last game is restarted, and one that does not
    /// get ready is restarted once. False if the user interrupts.
    fn prepare(&self, meeting: &mut Meeting) -> Result<bool, SeriesError> {
        if let Some(side) = meeting.failed.take() {
            meeting.engines[side.index()] = self.start(meeting.numbers[side.index()], side)?;
        }
        let mut tried = [false; 2];
        loop {
            match self.announce(meeting) {
                Err(error) => self.start_anew(&mut meeting.engines, meeting.numbers, &mut tried, error)?,
                done => return done,
            }
        }
    }

    /// Restarts an engine that does not get ready, with a warning, unless it was `tried` before.
    /// Fails with its error then, as with any other error.
    fn start_anew(
        &self,
        engines: &mut [OneBoardEngine; 2],
        numbers: [usize; 2],
        tried: &mut [bool; 2],
        error: SeriesError,
    ) -> Result<(), SeriesError> {
        let (side, what) = match &error {
            SeriesError::NotReady { side, what, .. } if !tried[side.index()] => (*side, *what),
            _ => return Err(error),
        };
        tried[side.index()] = true;
        let number = numbers[side.index()];
        self.campaign.warn_of(side, self.spec(number), EngineTrouble::StartedAnew(what));
        engines[side.index()] = self.start(number, side)?;
        Ok(())
    }

    /// Announces a game to both engines, once they owe no answer, and waits for them as [`Self::wait`] does.
    fn announce(&self, meeting: &mut Meeting) -> Result<bool, SeriesError> {
        if !self.wait(&mut meeting.engines, meeting.numbers)? {
            return Ok(false);
        }
        let Conditions { control, rules, variant, .. } = &self.campaign.conditions;
        for engine in &mut meeting.engines {
            engine.new_game((variant.uci_name(), variant.uci_option()), rules.chess960, control.increment);
        }
        self.wait(&mut meeting.engines, meeting.numbers)
    }

    /// Plays a game of a pair; `None` if the user interrupts before it begins.
    fn game(&self, meeting: &mut Meeting, pair: &Pair, game: u32) -> Result<Option<OneBoardPlayed>, Problem> {
        let Conditions { control, rules, measure, lag, variant, seed, adjudication, patience, .. } =
            &self.campaign.conditions;
        if !self.prepare(meeting)? {
            return Ok(None);
        }
        let white = if game == 0 { MatchSide::First } else { MatchSide::Second };
        let opening = self.campaign.openings.opening(pair.round.into(), *seed);
        let start = OneBoardGame::new(*variant, rules.chess960, &opening.boards)
            .map_err(|error| format!("opening: {error}"))?;
        let [first, second] = &mut meeting.engines;
        let engines = if white == MatchSide::First { [first, second] } else { [second, first] };
        let number = |color: Color| meeting.numbers[side_of(color, white).index()];
        let [for_white, for_black] = Color::ALL.map(|color| measure.rate(number(color)));
        let terms = OneBoardTerms {
            control: *control,
            lag: Duration::from_millis(*lag),
            rates: for_white.zip(for_black).map(|(white, black)| [white, black]),
            max_moves: adjudication.max_moves,
            patience: patience.map(Duration::from_secs),
        };
        let date = terms.rates.is_none().then(SystemTime::now);
        let played = OneBoardReferee::new(start, engines, &self.events, terms).play();
        let (number, names) = (pair.game_number(game), meeting.names.clone());
        let played = OneBoardPlayed { played, number, names, white, date };
        meeting.failed = played.played.failed.map(|color| played.side(color));
        Ok(Some(played))
    }
}

impl PairPlayer<OneBoardPlayed> for OneBoardCrew<'_> {
    fn play(&mut self, pair: Pair, games: u32) -> PlayedPair<OneBoardPlayed> {
        let mut played = PlayedPair::new(pair);
        let mut meeting = match self.meet(pair.meeting) {
            Ok(Some(meeting)) => meeting,
            Ok(None) => {
                played.interrupted = true;
                return played;
            }
            Err(problem) => {
                played.problem = Some(problem);
                return played;
            }
        };
        played.teams = Some(meeting.teams.clone());
        for number in 0..games {
            match self.game(&mut meeting, &pair, number) {
                Ok(Some(game)) => {
                    played.interrupted = game.played.interrupted;
                    played.lines.extend(game.line());
                    played.games.push(game);
                }
                Ok(None) => played.interrupted = true,
                Err(problem) => played.problem = Some(problem),
            }
            if played.is_broken() {
                break;
            }
        }
        self.meeting = Some(meeting);
        played
    }

    fn quit(&mut self) {
        if let Some(mut meeting) = self.meeting.take() {
            meeting.engines.iter_mut().for_each(|engine| engine.process().quit());
        }
    }
}
