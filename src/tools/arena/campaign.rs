//! A match from the first pair to the last: which pairs are still to be played, by whom, and what is kept of them.

use super::book::file::PairFile;
use super::book::line::{FORMAT, GameLine, Machine, PairLine, Sheet, TeamId, Terms, VERSION};
use super::book::{self, Book, Origin};
use super::clock::TimeControl;
use super::date;
use super::extent::Games;
use super::pairs::{Pair, Schedule};
use super::process::Event;
use super::progress::Progress;
use super::series::{Contestant, Plan, Round, Series};
use super::table::Observer;
use super::tally::Tally;
use crate::game::Rules;
use crate::tools::stats::Decision;
use std::error::Error;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::{Duration, SystemTime};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Who plays, two or more.
    pub contestants: Vec<Contestant>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// How much.
    pub games: Games,
    /// Time for each player.
    pub control: TimeControl,
    /// How long after zero a flag falls.
    pub lag: Duration,
    /// The rules.
    pub rules: Rules,
    /// Seed of whatever is random.
    pub seed: u64,
    /// How long a result stays on the screen before the next game.
    pub pause: Duration,
    /// Where the games are written down.
    pub bpgn: PathBuf,
}

/// Where finished pairs go.
pub struct Keep {
    /// The file.
    pub file: PairFile,
    /// What is told of this machine.
    pub machine: Machine,
    /// The tag `Match` of the games.
    pub id: String,
}

/// What came of a match.
#[derive(Debug, Default)]
pub struct Results {
    /// All finished pairs, those of earlier runs too.
    pub book: Book,
    /// A game beyond them: the odd last one, or the first of a pair that was broken off.
    pub single: Option<([TeamId; 2], GameLine)>,
    /// Whether the user broke it off.
    pub interrupted: bool,
}

/// Those who look on.
pub struct Onlookers<'a> {
    /// All of them, the next two too.
    pub all: &'a mut [Box<dyn Observer>],
    /// The one that counts.
    pub tally: Tally,
    /// The one that shows how far the match is.
    pub progress: Option<Progress>,
}

impl Campaign {
    /// What is the same for all pairs.
    pub fn terms(&self) -> Terms {
        Terms {
            control: self.control.to_string(),
            lag_ms: u64::try_from(self.lag.as_millis()).unwrap_or(u64::MAX),
            rules: self.rules.to_string(),
            openings: "start position".to_owned(),
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

    /// Plays all pairs that the book does not have. `keep` gets each when it is finished.
    ///
    /// # Errors
    /// When an engine does not start or get ready, something cannot be written, or `keep` holds pairs of another match.
    pub fn play(
        &self,
        book: Book,
        mut keep: Option<Keep>,
        onlookers: &mut Onlookers,
        (sender, events): (&SyncSender<Event>, &Receiver<Event>),
    ) -> Result<Results, Box<dyn Error>> {
        let terms = self.terms();
        let here = Origin { file: "this match".to_owned(), line: 0 };
        book.admit(&terms, &[], &here)?;
        let mut results = Results { book, ..Results::default() };
        let mut crew: Option<(Series, [TeamId; 2])> = None;
        for (pair, games) in self.missing(&results.book) {
            if self.is_decided(&results.book) {
                break;
            }
            if crew.as_ref().is_none_or(|(_, teams)| teams.each_ref().map(|team| team.number) != pair.meeting) {
                if let Some((series, _)) = crew.take() {
                    series.quit();
                }
                let mut series = Series::new(self.plan(pair.meeting), pair.meeting, sender, events)?;
                let Some(names) = series.meet()? else {
                    results.interrupted = true;
                    break;
                };
                let teams = self.team_ids(pair.meeting, names);
                results.book.admit(&terms, &teams, &here)?;
                crew = Some((series, teams));
            }
            let Some((series, teams)) = &mut crew else { break };
            let score = book::score(results.book.meeting(pair.meeting));
            let round = Round { pair, games, score, last_game: self.games.last() };
            let mut lines: Vec<GameLine> = Vec::new();
            let tally = &onlookers.tally;
            let all_played = series.play(&round, onlookers.all, |table| lines.extend(tally.line(&table)))?;
            match <[GameLine; 2]>::try_from(lines) {
                Ok(games) => {
                    let line = self.line(pair, &terms, teams, games, keep.as_ref())?;
                    if let Some(keep) = &mut keep {
                        keep.file.append(&line).map_err(|error| format!("cannot write: {error}"))?;
                    }
                    results.book.add(line, here.clone())?;
                }
                Err(lines) if keep.is_none() => {
                    results.single = lines.into_iter().next().map(|line| (teams.clone(), line));
                }
                // Half a pair is nothing: it is played again when the match is taken up.
                Err(_) => {}
            }
            if let Some(progress) = &mut onlookers.progress {
                progress.pair_done(&results.book);
            }
            if !all_played {
                results.interrupted = true;
                break;
            }
        }
        if let Some((series, _)) = crew {
            series.quit();
        }
        Ok(results)
    }

    fn plan(&self, meeting: [usize; 2]) -> Plan {
        Plan {
            control: self.control,
            lag: self.lag,
            rules: self.rules,
            sides: meeting.map(|number| self.contestants[number].clone()),
            pause: self.pause,
        }
    }

    fn team_ids(&self, meeting: [usize; 2], names: [String; 2]) -> [TeamId; 2] {
        let [first, second] = names;
        let id = |number: usize, name| TeamId {
            number,
            name,
            command: self.contestants[number].given.clone(),
            options: self.contestants[number].wishes.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        };
        [id(meeting[0], first), id(meeting[1], second)]
    }

    fn line(
        &self,
        pair: Pair,
        terms: &Terms,
        teams: &[TeamId; 2],
        games: [GameLine; 2],
        keep: Option<&Keep>,
    ) -> std::io::Result<PairLine> {
        let (date, time) = date::utc(SystemTime::now());
        Ok(PairLine {
            format: FORMAT.to_owned(),
            version: VERSION,
            pair: pair.index,
            seed: pair.seed,
            opening: pair.opening,
            terms: terms.clone(),
            teams: teams.clone(),
            games,
            machine: keep.map_or_else(Machine::default, |keep| keep.machine.clone()),
            bpgn: Sheet {
                file: self.bpgn.to_string_lossy().into_owned(),
                id: keep.map_or_else(String::new, |keep| keep.id.clone()),
                bytes: std::fs::metadata(&self.bpgn)?.len(),
            },
            date: format!("{date} {time}"),
        })
    }
}
