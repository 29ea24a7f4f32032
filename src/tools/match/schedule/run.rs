//! Runs a match: selects the pairs that are missing, plays them and keeps their results.

use super::campaign::{Campaign, Problem};
use super::crew::{Crew, PairPlayer, PlayedPair};
use super::extent::Games;
use super::lanes::{self, Interrupts, Onlookers};
use super::one_board::{OneBoardCrew, OneBoardPlayed};
use super::pairs::Pair;
use crate::arena::date;
use crate::arena::engines::EngineEvent;
use crate::arena::referee::{GameObserver, LiveGame, Notice};
use crate::tools::r#match::display::{self, MatchProgress};
use crate::tools::r#match::results;
use crate::tools::r#match::results::{
    FORMAT, GameLine, Keep, Machine, Origin, PairLine, PairSet, Sheet, Sheets, TeamId, VERSION, named,
};
use crate::tools::stats::Decision;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::{Instant, SystemTime};

/// Results of a match.
#[derive(Debug, Default)]
pub struct MatchResults {
    /// All finished pairs, those of earlier runs too.
    pub pair_set: PairSet,
    /// Games outside of pairs: the odd last one, the first of an aborted pair.
    pub singles: Vec<([TeamId; 2], GameLine)>,
    /// Whether the user interrupted it.
    pub interrupted: bool,
    /// The error that stopped it early, if any.
    pub problem: Option<Problem>,
}

impl Campaign {
    /// The pairs to play that the set does not have, with the number of games of each, and how many pairs that are.
    /// They are made one by one: a match may have many.
    fn missing(&self, pair_set: &PairSet) -> (impl Iterator<Item = (Pair, u32)> + Send + use<>, usize) {
        let (meetings, seed) = (self.schedule.meetings(self.contestants.len()), self.conditions.seed);
        let Games { pairs, odd, .. } = self.games.clone();
        let done: BTreeSet<u32> = pair_set.pairs().map(|line| line.pair).filter(|pair| pairs.contains(pair)).collect();
        let count = pairs.len() - done.len() + usize::from(odd);
        let single = odd.then_some((pairs.end, 1));
        let whole = pairs.filter(move |index| !done.contains(index)).map(|index| (index, 2));
        (whole.chain(single).map(move |(index, games)| (Pair::new(index, &meetings, seed), games)), count)
    }

    /// Whether the results so far decide the sequential test.
    fn is_decided(&self, pair_set: &PairSet) -> bool {
        let pairs = results::pentanomial(pair_set.pairs());
        self.games.sprt.is_some_and(|sprt| sprt.decide(&pairs) != Decision::Open)
    }

    /// Plays all pairs that the set does not have. `keep` and `progress` receive each finished pair, in order. The
    /// results have a problem if an engine does not start or get ready, or something cannot be written.
    ///
    /// # Errors
    /// When the set belongs to another match.
    pub fn play(
        &self,
        pair_set: PairSet,
        keep: Option<Keep>,
        (mut onlookers, progress): (Onlookers, Option<MatchProgress>),
        interrupts: &Interrupts,
    ) -> Result<MatchResults, Problem> {
        // A single lane shows its games in progress.
        let live = Some(onlookers.clone()).filter(|_| self.lanes == 1);
        let show = |game: &mut LiveGame| match self.lanes {
            1 => Ok(()),
            _ => onlookers.notice(game, Notice::Ended, Instant::now()),
        };
        let make = |known, sender, events| Crew::new(self, known, (sender, events), live.clone());
        self.play_by(Recorder::new(self, pair_set, keep, progress), interrupts, make, show)
    }

    /// As [`Campaign::play`], for a game on one board. `sheets` receives the games as PGN.
    ///
    /// # Errors
    /// As [`Campaign::play`].
    pub fn play_one_board(
        &self,
        pair_set: PairSet,
        keep: Option<Keep>,
        (mut sheets, progress): (Sheets, Option<MatchProgress>),
        interrupts: &Interrupts,
    ) -> Result<MatchResults, Problem> {
        let shown = progress.clone();
        let show = |game: &mut OneBoardPlayed| {
            sheets.write(|more| game.to_pgn(self, more))?;
            let print = || display::print_result(&game.result_line(self.games.last()), game.evidence());
            shown.as_ref().map_or_else(print, |bar| bar.suspend(print))
        };
        let make = |known, sender, events| OneBoardCrew::new(self, known, (sender, events));
        self.play_by(Recorder::new(self, pair_set, keep, progress), interrupts, make, show)
    }

    /// Plays the pairs that `recorder` does not have, with the engines that `make` returns for a lane; `show` receives
    /// every game that is over.
    fn play_by<G: Send, P: PairPlayer<G>>(
        &self,
        mut recorder: Recorder<'_>,
        interrupts: &Interrupts,
        make: impl Fn(Arc<PairSet>, SyncSender<EngineEvent>, Receiver<EngineEvent>) -> P + Sync,
        mut show: impl FnMut(&mut G) -> std::io::Result<()> + Send,
    ) -> Result<MatchResults, Problem> {
        let pair_set = &recorder.results.pair_set;
        pair_set.admit(&self.terms(), &[], &Origin::here())?;
        let known = Arc::new(pair_set.head());
        let (todo, count) = self.missing(pair_set);
        let lanes = if self.is_decided(pair_set) { 0 } else { self.lanes.min(count) };
        let kept = recorder.keep.is_some();
        let make = |sender, events| make(Arc::clone(&known), sender, events);
        let played = lanes::play((lanes, kept), todo, interrupts, make, |mut played| {
            for game in &mut played.games {
                show(game).map_err(|error| format!("cannot write: {error}"))?;
            }
            recorder.record(played)
        });
        recorder.results.problem = played.err();
        Ok(recorder.results)
    }
}

/// Records the results of pairs.
struct Recorder<'a> {
    campaign: &'a Campaign,
    results: MatchResults,
    keep: Option<Keep>,
    progress: Option<MatchProgress>,
}

impl<'a> Recorder<'a> {
    /// A recorder that adds to `pair_set`, and to `keep` and `progress` if they are there.
    fn new(campaign: &'a Campaign, pair_set: PairSet, keep: Option<Keep>, progress: Option<MatchProgress>) -> Self {
        Self { campaign, results: MatchResults { pair_set, ..MatchResults::default() }, keep, progress }
    }

    /// Records a pair; breaks when no more are needed.
    fn record<G>(&mut self, played: PlayedPair<G>) -> Result<ControlFlow<()>, Problem> {
        self.results.interrupted |= played.interrupted;
        if let Some(teams) = played.teams {
            match <[GameLine; 2]>::try_from(played.lines) {
                Ok(games) => {
                    let line =
                        self.line(played.pair, teams, games).map_err(|error| format!("cannot write: {error}"))?;
                    if let Some(keep) = &mut self.keep {
                        keep.file.append(&line).map_err(|error| format!("cannot write: {error}"))?;
                    }
                    self.results.pair_set.add(line, Origin::here())?;
                }
                // If pairs are kept, half a pair is dropped: it is played again when the match is resumed.
                Err(lines) if self.keep.is_none() => {
                    self.results.singles.extend(lines.into_iter().map(|line| (teams.clone(), line)));
                }
                Err(_) => {}
            }
        }
        if let Some(progress) = &mut self.progress {
            progress.pair_done(&self.results.pair_set);
        }
        let decided = self.campaign.is_decided(&self.results.pair_set);
        Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn line(&self, pair: Pair, teams: [TeamId; 2], games: [GameLine; 2]) -> std::io::Result<PairLine> {
        let (date, time) = date::utc(SystemTime::now());
        let Campaign { openings, conditions, bpgn, .. } = self.campaign;
        Ok(PairLine {
            format: FORMAT.to_owned(),
            version: VERSION,
            pair: pair.index,
            seed: pair.seed,
            opening: openings.opening(pair.round.into(), conditions.seed).number,
            terms: Arc::new(self.campaign.terms()),
            teams: Arc::new(teams),
            games,
            machine: Arc::new(self.keep.as_ref().map_or_else(Machine::default, |keep| keep.machine.clone())),
            bpgn: Sheet {
                file: bpgn.to_string_lossy().into_owned(),
                id: self.keep.as_ref().map_or_else(String::new, |keep| keep.id.clone()),
                bytes: std::fs::metadata(bpgn).map_err(named(bpgn))?.len(),
            },
            date: format!("{date} {time}"),
        })
    }
}
