//! A meeting of two teams: starts the engines and plays pairs of games with the seats changed (R17).

use super::campaign::{Campaign, Conditions, EngineTrouble};
use super::pairs::Pair;
use super::players::{Waited, players_of, side_of};
use crate::arena::engines::{
    EngineEvent, EnginePlayer, EngineSpec, GameStart, READY_PATIENCE, Readiness, missing_options, start_player,
    start_team,
};
use crate::arena::measure::{self, Measure};
use crate::arena::referee::{
    Adjudication, Card, GameLimits, GameObserver, LiveGame, MatchClock, MatchScore, MatchSide, Referee,
};
use crate::game::{BoardId, Game, PairError, Seat, Seating, Team};
use crate::tools::r#match::results::TeamId;
use std::io;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::{Duration, Instant, SystemTime};

/// Errors that end a match. Finished games are not lost.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SeriesError {
    #[error("{side}: cannot start `{command}`: {source}")]
    Start { side: MatchSide, command: String, source: io::Error },
    #[error("{side}: `{command}` {what}{}", evidence.iter().map(|line| format!("\n  {line}")).collect::<String>())]
    NotReady { side: MatchSide, command: String, what: &'static str, evidence: Vec<String> },
    #[error(
        "{side}: `{command}` has no option {}: under --clock nodes=N only engines can play that count their time in nodes",
        measure::OPTION
    )]
    CountsNoNodes { side: MatchSide, command: String },
    #[error("{side}: `{command}` does not play {variant} by UCI")]
    OtherVariant { side: MatchSide, command: String, variant: &'static str },
    #[error("opening: {0}")]
    Opening(#[from] PairError),
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

/// A meeting in progress. Players are numbered as in [`Seating`]: 0 and 3 are the first team.
pub struct Series<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) players: [Box<dyn EnginePlayer>; 4],
    /// The teams' names, different from each other.
    teams: [String; 2],
    /// The teams' numbers in the match, from 0.
    meeting: [usize; 2],
    seating: Seating,
    /// The player that failed in the last game and must be restarted.
    failed: Option<usize>,
    /// Whether a game has been played.
    played: bool,
    /// Whether messages still belong to the previous game.
    pub(super) between_games: bool,
    /// Messages before the next game, with their players, in order.
    pub(super) told_before: Vec<(usize, String)>,
    pub(super) events: Rc<Receiver<EngineEvent>>,
    sender: SyncSender<EngineEvent>,
}

/// Starts both players of a team.
fn start(
    spec: &EngineSpec,
    side: MatchSide,
    sender: &SyncSender<EngineEvent>,
) -> Result<[Box<dyn EnginePlayer>; 2], SeriesError> {
    if !spec.shared {
        return Ok([start_seat(spec.seat(0), side, sender)?, start_seat(spec.seat(1), side, sender)?]);
    }
    start_team(spec, &side.to_string(), sender).map_err(|source| not_started(spec, side, source))
}

/// Starts one player of a team that has a process for each seat.
fn start_seat(
    spec: &EngineSpec,
    side: MatchSide,
    sender: &SyncSender<EngineEvent>,
) -> Result<Box<dyn EnginePlayer>, SeriesError> {
    start_player(spec, &side.to_string(), sender).map_err(|source| not_started(spec, side, source))
}

fn not_started(spec: &EngineSpec, side: MatchSide, source: io::Error) -> SeriesError {
    SeriesError::Start { side, command: spec.command.join(" "), source }
}

impl<'a> Series<'a> {
    /// Starts the four engines. `events` is the receiving end of `sender`'s channel, which Ctrl-C uses too.
    ///
    /// # Errors
    /// When an engine cannot be started.
    pub fn new(
        campaign: &'a Campaign,
        meeting: [usize; 2],
        sender: SyncSender<EngineEvent>,
        events: Rc<Receiver<EngineEvent>>,
    ) -> Result<Self, SeriesError> {
        let team = |side: MatchSide| start(&campaign.contestants[meeting[side.index()]], side, &sender);
        let ([a, d], [b, c]) = (team(MatchSide::First)?, team(MatchSide::Second)?);
        Ok(Self {
            players: [a, b, c, d],
            teams: MatchSide::ALL.map(|side| side.to_string()),
            campaign,
            meeting,
            seating: Seating::default(),
            failed: None,
            played: false,
            between_games: false,
            told_before: Vec::new(),
            events,
            sender,
        })
    }

    /// Waits until all engines have introduced themselves, and returns the teams; `None` if the user interrupts.
    ///
    /// # Errors
    /// When an engine does not introduce itself, twice.
    pub fn meet(&mut self) -> Result<Option<[TeamId; 2]>, SeriesError> {
        Ok(self.prepare(false)?.then(|| MatchSide::ALL.map(|side| self.team_id(side))))
    }

    /// A team, by the names that its engines have given.
    fn team_id(&self, side: MatchSide) -> TeamId {
        let spec = self.team(side);
        let engines =
            if spec.partner.is_some() { players_of(side).map(|player| self.name_of(player)).to_vec() } else { vec![] };
        TeamId::new(spec, self.meeting[side.index()], self.own_name(side), engines)
    }

    /// Plays `games` games of a pair and passes each to `finished`, including an aborted one; false if the user
    /// interrupts.
    ///
    /// # Errors
    /// When an engine does not get ready, or an observer fails.
    pub fn play(
        &mut self,
        (pair, games): (&Pair, u32),
        score: &mut MatchScore,
        observers: &mut [Box<dyn GameObserver>],
        mut finished: impl FnMut(LiveGame),
    ) -> Result<bool, SeriesError> {
        for game in 0..games {
            let again = std::mem::replace(&mut self.played, true);
            if again {
                match self.pass_time(Instant::now() + self.campaign.pause) {
                    Waited::Interrupted => return Ok(false),
                    Waited::Gone(player) => {
                        // The engine that failed in the game is started anew, too: its end is not reported twice.
                        if let Some(before) = self.failed.replace(player).filter(|&before| before != player) {
                            self.restart(before)?;
                        }
                    }
                    Waited::Ready | Waited::Late(_) => {}
                }
            }
            if let Some(player) = self.failed.take() {
                self.restart(player)?;
            }
            if again {
                self.replace_played_out()?;
            }
            self.seating = pair.seating(game);
            if !self.prepare(true)? {
                return Ok(false);
            }
            let live = self.set_up_game(pair, game, *score)?;
            let Conditions { adjudication, patience, .. } = &self.campaign.conditions;
            let limits = GameLimits { adjudication: *adjudication, patience: patience.map(Duration::from_secs) };
            let referee = Referee::new(live, &mut self.players, self.seating, &self.events, observers, limits);
            let engine = |seat| self.meeting[side_of(self.seating.player(seat)).index()];
            let end = referee.play(self.campaign.conditions.measure.rates(engine))?;
            self.between_games = true;
            self.failed = end.failed.map(|seat| self.seating.player(seat));
            score.add(&end.live);
            let interrupted = end.interrupted;
            finished(end.live);
            if interrupted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Quits the engines.
    pub fn quit(self) {
        self.players.iter().for_each(|player| player.process().borrow_mut().quit());
    }

    /// Waits until all engines have introduced themselves and, if `for_a_game`, are ready for it; an engine that fails
    /// is restarted once. False if the user interrupts.
    fn prepare(&mut self, for_a_game: bool) -> Result<bool, SeriesError> {
        let mut tried = [false; 4];
        let patience = self.campaign.conditions.patience.map(Duration::from_secs).unwrap_or(READY_PATIENCE);
        loop {
            // An engine that has answered has sent everything that belongs to the previous game.
            let waited = match self.wait(Readiness::Coming(Instant::now() + patience)) {
                Waited::Ready if for_a_game => {
                    self.check_measure()?;
                    self.check_wishes();
                    self.announce();
                    self.wait(Readiness::Told(Instant::now() + patience))
                }
                other => other,
            };
            let (players, what) = match waited {
                Waited::Ready => {
                    let names = MatchSide::ALL.map(|side| self.own_name(side));
                    self.teams = tell_apart(names, self.meeting);
                    return Ok(true);
                }
                Waited::Interrupted => return Ok(false),
                Waited::Gone(player) => (vec![player], "has ended before the game"),
                Waited::Late(players) => (players, "does not get ready for a game"),
            };
            for player in players {
                if std::mem::replace(&mut tried[player], true) {
                    return Err(self.not_ready(player, what));
                }
                let trouble = EngineTrouble::StartedAnew(what);
                self.campaign.warn_of(side_of(player), self.spec_of(player), trouble);
                self.restart(player)?;
            }
        }
    }

    /// Rejects an engine that cannot play by the clocks of the match.
    fn check_measure(&self) -> Result<(), SeriesError> {
        let counts_no_nodes = |&player: &usize| !self.players[player].counts_nodes();
        match (self.campaign.conditions.measure, (0..4).find(counts_no_nodes)) {
            (Measure::Nodes(_), Some(player)) => {
                let command = self.spec_of(player).command.join(" ");
                Err(SeriesError::CountsNoNodes { side: side_of(player), command })
            }
            _ => Ok(()),
        }
    }

    /// Warns of requested options that an engine does not have.
    fn check_wishes(&self) {
        for (number, player) in self.players.iter().enumerate() {
            let spec = self.spec_of(number);
            for name in missing_options(spec, &**player) {
                self.campaign.warn_of(side_of(number), spec, EngineTrouble::HasNoOption(name));
            }
        }
    }

    /// Restarts the engines that play only one game.
    fn replace_played_out(&mut self) -> Result<(), SeriesError> {
        for number in 0..self.players.len() {
            if self.players[number].plays_once() {
                let fresh = self.start_one(number)?;
                std::mem::replace(&mut self.players[number], fresh).process().borrow_mut().quit();
            }
        }
        Ok(())
    }

    fn restart(&mut self, player: usize) -> Result<(), SeriesError> {
        let side = side_of(player);
        let spec = self.team(side);
        if spec.shared {
            let [first, second] = players_of(side);
            [self.players[first], self.players[second]] = start(spec, side, &self.sender)?;
        } else {
            self.players[player] = self.start_one(player)?;
        }
        Ok(())
    }

    /// Starts a player again, in a process of its own.
    fn start_one(&self, player: usize) -> Result<Box<dyn EnginePlayer>, SeriesError> {
        start_seat(self.spec_of(player), side_of(player), &self.sender)
    }

    fn not_ready(&self, player: usize, what: &'static str) -> SeriesError {
        let (side, command) = (side_of(player), self.spec_of(player).command.join(" "));
        SeriesError::NotReady {
            side,
            command,
            what,
            evidence: self.players[player].process().borrow_mut().evidence(true),
        }
    }

    /// Announces the next game to all players.
    fn announce(&mut self) {
        self.between_games = false;
        let names = [0, 1, 2, 3].map(|player| self.name_of(player));
        for (number, player) in self.players.iter_mut().enumerate() {
            if let Some(seat) = self.seating.seat_of(number) {
                let rules = &self.campaign.conditions.rules;
                let control = self.campaign.control(self.meeting[side_of(number).index()]);
                player.new_game(&GameStart {
                    seat,
                    rules,
                    base: control.base,
                    increment: control.increment,
                    partner: &names[self.seating.player(seat.partner())],
                });
            }
        }
    }

    /// A team's name as the user or its engines give it.
    fn own_name(&self, side: MatchSide) -> String {
        let [first, second] = players_of(side).map(|player| self.name_of(player));
        match self.team(side) {
            EngineSpec { team_name: Some(name), .. } => name.clone(),
            EngineSpec { partner: Some(_), .. } => format!("{first} + {second}"),
            _ => first,
        }
    }

    /// The engine or the two engines of a team.
    pub(super) fn team(&self, side: MatchSide) -> &'a EngineSpec {
        &self.campaign.contestants[self.meeting[side.index()]]
    }

    /// The engine of a player.
    pub(super) fn spec_of(&self, player: usize) -> &EngineSpec {
        let side = side_of(player);
        self.team(side).seat(usize::from(players_of(side)[1] == player))
    }

    /// A player's name, from the user or the engine.
    fn name_of(&self, player: usize) -> String {
        self.spec_of(player).name.clone().unwrap_or_else(|| self.players[player].name())
    }

    /// A player's name on the score sheet: its team's name, unless the team has two engines.
    fn sheet_name(&self, player: usize) -> String {
        let side = side_of(player);
        if self.team(side).partner.is_some() { self.name_of(player) } else { self.teams[side.index()].clone() }
    }

    fn set_up_game(&mut self, pair: &Pair, game: u32, score: MatchScore) -> Result<LiveGame, SeriesError> {
        let Conditions { rules, measure, seed, lag, adjudication, .. } = &self.campaign.conditions;
        let is_real = *measure == Measure::Real;
        let teams = self.teams.each_ref().map(String::as_str);
        let card = Card {
            number: pair.game_number(game),
            games: self.campaign.games.last(),
            names: Seat::ALL.map(|seat| self.sheet_name(self.seating.player(seat))),
            first_seats: side_of(self.seating.player(Team::One.seat(BoardId::A))),
            teams: self.teams.clone(),
            muted: MatchSide::ALL.map(|side| self.team(side).muted),
            controls: self.meeting.map(|number| self.campaign.control(number)),
            date: is_real.then(SystemTime::now),
        };
        let clock = MatchClock::new(card.controls_by_seat(), Duration::from_millis(if is_real { *lag } else { 0 }));
        let opening = self.campaign.openings.opening(pair.round.into(), *seed);
        let game = Game::from_bfen(&opening.boards, *rules, clock.reading(Instant::now()))?;
        let muted: Vec<&str> =
            teams.iter().zip(card.muted).filter_map(|(name, muted)| muted.then_some(*name)).collect();
        let mut live = LiveGame::new(card, score, game, clock);
        if !is_real {
            live.record.set_tag("Clock", &measure.to_string());
        }
        if *adjudication != Adjudication::default() {
            live.record.set_tag("Adjudication", &adjudication.to_string());
        }
        for (side, name) in MatchSide::ALL.into_iter().zip(teams) {
            let odds = self.team(side).odds();
            if !odds.is_empty() {
                live.record.set_tag(&format!("Odds{}", side.index() + 1), &format!("{name}: {}", odds.join(", ")));
            }
        }
        if !muted.is_empty() {
            live.record.set_tag("Muted", &muted.join(", "));
        }
        // The order of messages of different players is random.
        self.told_before.sort_by_key(|&(player, _)| player);
        for (player, text) in self.told_before.drain(..) {
            if let Some(seat) = self.seating.seat_of(player) {
                live.say(seat, text);
            }
        }
        Ok(live)
    }
}

/// Names of two teams, with their numbers if they are the same.
pub fn tell_apart(names: [String; 2], numbers: [usize; 2]) -> [String; 2] {
    if names[0] == names[1] { numbers.map(|number| format!("{} #{}", names[0], number + 1)) } else { names }
}
