//! A match from the first pair to the last: which pairs are still to be played, by whom, and what is kept of them.

use super::EVENT_QUEUE;
use super::adjudication::Adjudication;
use super::book::line::{FORMAT, GameLine, Machine, PairLine, Sheet, TeamId, Terms, VERSION};
use super::book::{self, Book, Origin};
use super::clock::TimeControl;
use super::crew::{Crew, Played};
use super::date;
use super::extent::Games;
use super::keep::Keep;
use super::lanes::{self, Interrupts};
use super::measure::Measure;
use super::pairs::{Pair, Schedule};
use super::progress::Progress;
use super::series::Plan;
use super::spec::EngineSpec;
use super::table::{Notice, Observer, Table};
use super::tally::Tally;
use super::warnings::Warnings;
use crate::game::Rules;
use crate::tools::openings::OpeningSet;
use crate::tools::stats::Decision;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant, SystemTime};

/// Why a match cannot go on.
pub type Problem = Box<dyn std::error::Error + Send + Sync>;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Who plays, two or more.
    pub contestants: Vec<EngineSpec>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// How much.
    pub games: Games,
    /// Time for each player.
    pub control: TimeControl,
    /// How long after zero a flag falls.
    pub lag: Duration,
    /// What the clocks measure.
    pub measure: Measure,
    /// How games are ended before the rules do it.
    pub adjudication: Adjudication,
    /// How long an engine may keep silent where no clock runs, if the user says that.
    pub patience: Option<Duration>,
    /// Where the games begin.
    pub openings: Arc<OpeningSet>,
    /// How many pairs are played at once.
    pub lanes: usize,
    /// The rules.
    pub rules: Rules,
    /// What decides the order of the openings, and whatever else is random.
    pub seed: u64,
    /// How long a result stays on the screen before the next game.
    pub pause: Duration,
    /// Where the games are written down.
    pub bpgn: PathBuf,
    /// Where to say what is amiss without stopping the match.
    pub warnings: Warnings,
}

/// What came of a match.
#[derive(Debug, Default)]
pub struct Results {
    /// All finished pairs, those of earlier runs too.
    pub book: Book,
    /// Games beyond them: the odd last one, the first of a pair that was broken off.
    pub singles: Vec<([TeamId; 2], GameLine)>,
    /// Whether the user broke it off.
    pub interrupted: bool,
    /// Why it has stopped before its end, if it was not the user.
    pub problem: Option<Problem>,
}

/// Those who look on.
pub struct Onlookers {
    /// All of them.
    pub all: Vec<Box<dyn Observer>>,
    /// The one that shows how far the match is.
    pub progress: Option<Progress>,
}

impl Campaign {
    /// What is the same for all pairs.
    pub fn terms(&self) -> Terms {
        Terms {
            control: self.control.to_string(),
            clock: self.measure.to_string(),
            adjudication: self.adjudication.to_string(),
            lag_ms: u64::try_from(self.lag.as_millis()).unwrap_or(u64::MAX),
            rules: self.rules.to_string(),
            openings: self.openings.digest(),
            seed: self.seed,
            contestants: self.contestants.len(),
            schedule: self.schedule.to_string(),
        }
    }

    /// The pairs to play that the book does not have, and how many games of each.
    fn missing(&self, book: &Book) -> Vec<(Pair, u32)> {
        let meetings = self.schedule.meetings(self.contestants.len());
        let Games { pairs, odd, .. } = &self.games;
        let whole = pairs.clone().filter(|&index| !book.has(index)).map(|index| (index, 2));
        let single = odd.then_some((pairs.end, 1));
        whole.chain(single).map(|(index, games)| (Pair::new(index, &meetings, self.seed), games)).collect()
    }

    /// Whether the results so far decide the sequential test.
    fn is_decided(&self, book: &Book) -> bool {
        let pairs = book::pentanomial(book.pairs());
        self.games.sprt.is_some_and(|sprt| sprt.decide(&pairs) != Decision::Open)
    }

    /// Plays all pairs that the book does not have. `keep` gets each when it is finished, in their order. There is a problem when
    /// an engine does not start or get ready, or something cannot be written.
    ///
    /// # Errors
    /// When the book is of another match.
    pub fn play(
        &self,
        book: Book,
        keep: Option<Keep>,
        onlookers: Onlookers,
        interrupts: &Interrupts,
    ) -> Result<Results, Problem> {
        book.admit(&self.terms(), &[], &Origin::here())?;
        let known = book.head();
        let todo = if self.is_decided(&book) { Vec::new() } else { self.missing(&book) };
        let results = Results { book, ..Results::default() };
        let Onlookers { all: mut observers, progress } = onlookers;
        let mut secretary = Secretary { campaign: self, results, keep, progress };
        if self.lanes == 1 {
            let (sender, events) = sync_channel(EVENT_QUEUE);
            interrupts.reach(&sender);
            let tally = Tally::default();
            observers.push(Box::new(tally.clone()));
            let mut crew = Crew::new(self, &known, (&sender, &events), tally);
            for (pair, games) in todo {
                let score = book::score(secretary.results.book.meeting(pair.meeting));
                let mut played = crew.play(pair, games, score, &mut observers);
                let problem = played.problem.take();
                let taken = secretary.take(played);
                let over = !matches!(taken, Ok(ControlFlow::Continue(())));
                secretary.results.problem = problem.or(taken.err());
                if over || secretary.results.problem.is_some() || secretary.results.interrupted {
                    break;
                }
            }
            crew.quit();
        } else {
            let kept = secretary.keep.is_some();
            let played = lanes::play(self, &todo, &known, interrupts, kept, |mut played| {
                for table in &mut played.tables {
                    show(table, &mut observers)?;
                }
                secretary.take(played)
            });
            secretary.results.problem = played.err();
        }
        Ok(secretary.results)
    }

    /// What two teams play by.
    pub fn plan(&self, meeting: [usize; 2]) -> Plan {
        Plan {
            control: self.control,
            lag: self.lag,
            measure: self.measure,
            adjudication: self.adjudication,
            patience: self.patience,
            openings: Arc::clone(&self.openings),
            seed: self.seed,
            rules: self.rules,
            sides: meeting.map(|number| self.contestants[number].clone()),
            pause: self.pause,
            warnings: self.warnings.clone(),
        }
    }

    /// Two teams, by the names that their engines have given.
    pub fn team_ids(&self, meeting: [usize; 2], names: [String; 2]) -> [TeamId; 2] {
        let [first, second] = names;
        let id = |number: usize, name| TeamId {
            number,
            name,
            command: self.contestants[number].given.clone(),
            options: self.contestants[number].all_options(),
        };
        [id(meeting[0], first), id(meeting[1], second)]
    }
}

/// Shows a game that has been played elsewhere.
fn show(table: &Table, observers: &mut [Box<dyn Observer>]) -> Result<(), Problem> {
    let told = observers.iter_mut().try_for_each(|observer| observer.notice(table, Notice::Ended, Instant::now()));
    told.map_err(|error| format!("cannot write: {error}").into())
}

/// Who writes down what came of the pairs.
struct Secretary<'a> {
    campaign: &'a Campaign,
    results: Results,
    keep: Option<Keep>,
    progress: Option<Progress>,
}

impl Secretary<'_> {
    /// Takes down a pair; breaks when no more are needed.
    fn take(&mut self, played: Played) -> Result<ControlFlow<()>, Problem> {
        self.results.interrupted |= played.interrupted;
        if let Some(teams) = played.teams {
            match <[GameLine; 2]>::try_from(played.lines) {
                Ok(games) => {
                    let line =
                        self.line(played.pair, teams, games).map_err(|error| format!("cannot write: {error}"))?;
                    if let Some(keep) = &mut self.keep {
                        keep.file.append(&line).map_err(|error| format!("cannot write: {error}"))?;
                    }
                    self.results.book.add(line, Origin::here())?;
                }
                // Half a pair is nothing where pairs are kept: it is played again when the match is taken up.
                Err(lines) if self.keep.is_none() => {
                    self.results.singles.extend(lines.into_iter().map(|line| (teams.clone(), line)));
                }
                Err(_) => {}
            }
        }
        if let Some(progress) = &mut self.progress {
            progress.pair_done(&self.results.book);
        }
        let decided = self.campaign.is_decided(&self.results.book);
        Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn line(&self, pair: Pair, teams: [TeamId; 2], games: [GameLine; 2]) -> std::io::Result<PairLine> {
        let (date, time) = date::utc(SystemTime::now());
        let Campaign { openings, seed, bpgn, .. } = self.campaign;
        Ok(PairLine {
            format: FORMAT.to_owned(),
            version: VERSION,
            pair: pair.index,
            seed: pair.seed,
            opening: openings.opening(pair.round.into(), *seed).number,
            terms: Arc::new(self.campaign.terms()),
            teams: Arc::new(teams),
            games,
            machine: Arc::new(self.keep.as_ref().map_or_else(Machine::default, |keep| keep.machine.clone())),
            bpgn: Sheet {
                file: bpgn.to_string_lossy().into_owned(),
                id: self.keep.as_ref().map_or_else(String::new, |keep| keep.id.clone()),
                bytes: std::fs::metadata(bpgn)
                    .map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", bpgn.display())))?
                    .len(),
            },
            date: format!("{date} {time}"),
        })
    }
}
