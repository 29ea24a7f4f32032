//! The evaluation of a game that a page steps through: computed in the background, within bounds, while the page polls.

use super::answer::Answer;
use super::poller::SILENCE;
use super::replay::{self, MOST_PLIES, Problem};
use super::works::{Work, Works};
use crate::game::bpgn::{BpgnError, Record};
use crate::game::{RulesError, Seat};
use crate::tools::analyze::html::{self, Tongue};
use crate::tools::analyze::json::{MomentLine, StandLine, moment_lines, stand_line};
use crate::tools::analyze::judge::{Effort, Judge, Judgment};
use crate::tools::analyze::review::{self, Review};
use crate::tools::analyze::summary::Summary;
use crate::tools::analyze::walk::Walk;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The effort for each position: a game of a hundred plies takes some seconds.
const EFFORT: Effort = Effort { nodes: Some(10_000), movetime_ms: None };
/// How many times as long a position is searched where a loss is to be named.
const SECOND_LOOK: u32 = 20;
/// Games that are evaluated at once.
const MOST_RUNNING: usize = 2;
/// Evaluated games that are kept.
const MOST_DONE: usize = 8;
/// Moments in one answer, at most.
const MOST_LINES: usize = 400;

/// The results for a game so far.
#[derive(Default)]
struct Progress {
    lines: Vec<StandLine>,
    end: Option<End>,
}

impl Progress {
    /// Adds the moments whose boards are judged now.
    fn go_on(&mut self, walk: &Walk, verdicts: &[Judgment]) {
        while let Some(moment) = walk.moments.get(self.lines.len()) {
            if moment.boards.iter().any(|&index| index >= verdicts.len()) {
                break;
            }
            let at = self.lines.len();
            let before = at.checked_sub(1).map(|at| review::stand(&walk.moments[at], None, verdicts));
            let stand = review::stand(moment, before.as_ref(), verdicts);
            self.lines.push(stand_line(1, at, &stand, walk.bfen(at)));
        }
    }
}

/// Results that need the evaluation of the whole game.
struct End {
    moments: Vec<MomentLine>,
    /// Figures of each player, in the order of [`Seat::ALL`].
    players: [PlayerLine; 4],
    /// The game as a file of its own, in English and Russian.
    pages: [String; 2],
}

impl End {
    fn new(record: &Record, walk: &Walk, review: &Review) -> Self {
        let page = |tongue| {
            let mut summary = Summary::default();
            summary.add(record, review, walk.outcome);
            let game = html::game(1, record, (walk, review), walk.outcome, tongue);
            html::head(tongue) + &game + &html::tail(&summary, tongue)
        };
        Self {
            moments: moment_lines(record, review, walk.outcome),
            players: PlayerLine::all(record, walk, review),
            pages: [Tongue::En, Tongue::Ru].map(page),
        }
    }
}

/// Figures of a player in a game.
#[derive(Serialize)]
struct PlayerLine {
    seat: char,
    name: String,
    moves: u32,
    /// Mean loss of expected result of a move, in percent.
    cost: f64,
    /// Moves marked `?!`, `?` and `??`.
    marks: [u32; 3],
    /// Time used, in ms, if the record has it.
    time_ms: Option<u64>,
    sits: u32,
}

impl PlayerLine {
    fn all(record: &Record, walk: &Walk, review: &Review) -> [Self; 4] {
        // Several players may have the same name, so they are told apart by their seats.
        let mut by_seat = record.clone();
        Seat::ALL.into_iter().for_each(|seat| by_seat.set_tag(seat.tag(), &seat.letter().to_string()));
        let mut summary = Summary::default();
        summary.add(&by_seat, review, walk.outcome);
        Seat::ALL.map(|seat| {
            let letter = seat.letter();
            let found = summary.players().find(|player| player.name.starts_with(letter)).cloned().unwrap_or_default();
            let whole = found.whole();
            Self {
                seat: letter,
                name: record.player(seat),
                moves: whole.moves,
                cost: (whole.mean_cost() * 10.0).round() / 10.0,
                marks: whole.marks,
                time_ms: (found.timed_moves > 0).then_some(found.time_ms),
                sits: found.sits,
            }
        })
    }
}

/// A game that is being evaluated, or has been.
struct Evaluated {
    /// Moments of the game.
    total: usize,
    progress: Mutex<Progress>,
}

impl Evaluated {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How far the work on a game has got.
enum Stage {
    /// The verdicts on its positions so far.
    Judging(Vec<Judgment>),
    /// A loss is named only if a longer search agrees: the positions that are searched again, and what was found.
    LookingAgain(Vec<Judgment>, Vec<usize>, BTreeMap<usize, Judgment>),
}

/// The work on a game, position by position.
pub struct Task {
    work: Arc<Work<Evaluated>>,
    record: Record,
    walk: Walk,
    judge: Judge,
    stage: Stage,
}

impl Task {
    fn new(work: Arc<Work<Evaluated>>, record: Record, walk: Walk) -> Self {
        Self { work, record, walk, judge: Judge::new(EFFORT), stage: Stage::Judging(Vec::new()) }
    }

    /// Judges one more position; whether the work goes on.
    pub fn step(&mut self) -> bool {
        if self.work.is_given_up() {
            return false;
        }
        match &mut self.stage {
            Stage::Judging(verdicts) => {
                if let Some(question) = self.walk.questions.get(verdicts.len()) {
                    verdicts.push(self.judge.judge(question));
                    self.work.found.progress().go_on(&self.walk, verdicts);
                } else {
                    self.judge = Judge::new(EFFORT.times(SECOND_LOOK));
                    let mut unsure = review::unsure(&self.walk, verdicts);
                    unsure.reverse();
                    self.stage = Stage::LookingAgain(std::mem::take(verdicts), unsure, BTreeMap::new());
                }
            }
            Stage::LookingAgain(verdicts, unsure, deeper) => match unsure.pop() {
                Some(index) => drop(deeper.insert(index, self.judge.judge(&self.walk.questions[index]))),
                None => {
                    let review = Review::new(&self.walk, verdicts, deeper);
                    self.work.found.progress().end = Some(End::new(&self.record, &self.walk, &review));
                    self.work.set_done();
                    return false;
                }
            },
        }
        true
    }

    /// Works in a thread of its own; whether there is one.
    pub fn spawn(self) -> bool {
        let mut task = self;
        std::thread::Builder::new().name("review".to_owned()).spawn(move || while task.step() {}).is_ok()
    }
}

/// The games evaluated for pages.
pub struct Reviews(Works<Evaluated>);

impl Default for Reviews {
    fn default() -> Self {
        Self::new(SILENCE)
    }
}

impl Reviews {
    /// The last games stay, so that a page can still save them.
    fn new(silence: Duration) -> Self {
        Self(Works::new(MOST_RUNNING, Some(MOST_DONE), silence))
    }

    /// Evaluations in a process of the page itself, where no silence is too long.
    pub fn of_page() -> Self {
        Self::new(Duration::MAX)
    }

    /// Starts to evaluate game number `index` of a text; `start` takes the work, and tells whether it is begun. Answers
    /// with an id, and the number of moments.
    pub fn begin(&self, bytes: &[u8], index: usize, start: impl FnOnce(Task) -> bool) -> Answer {
        match read(bytes, index) {
            Ok((record, walk)) => self.begin_read(record, walk, start),
            Err(problem) => Answer::problem(&problem),
        }
    }

    /// As [`Self::begin`], with a game that has been read.
    pub fn begin_read(&self, record: Record, walk: Walk, start: impl FnOnce(Task) -> bool) -> Answer {
        let total = walk.moments.len();
        let evaluated = Evaluated { total, progress: Mutex::default() };
        let id = self.0.begin(evaluated, |work| start(Task::new(work, record, walk)));
        Answer::begun(id, |id| Answer::json(&json!({ "id": id, "total": total })))
    }

    /// The results from the moment `from` on; none of a game whose work was given up, so that the page begins anew.
    pub fn news(&self, id: u64, from: usize) -> Answer {
        let Some(work) = self.0.get(id) else { return Answer::empty(404) };
        let in_time = work.poller.ask_in_time();
        let game = &work.found;
        let progress = game.progress();
        if !in_time && progress.end.is_none() {
            return Answer::empty(404);
        }
        let lines = progress.lines.iter().skip(from).take(MOST_LINES).collect::<Vec<_>>();
        let complete = from.checked_add(lines.len()) == Some(progress.lines.len());
        let end = progress.end.as_ref().filter(|_| complete);
        let (moments, players) = (end.map(|end| &end.moments), end.map(|end| &end.players));
        Answer::json(&json!({ "lines": lines, "total": game.total, "moments": moments, "players": players }))
    }

    /// A game that was evaluated as a file of its own, in a language: `en` or `ru`.
    pub fn page(&self, id: u64, language: &str) -> Answer {
        let index = [Tongue::En, Tongue::Ru].iter().position(|tongue| tongue.code() == language);
        let page = |work: Arc<Work<Evaluated>>| Some(work.found.progress().end.as_ref()?.pages[index?].clone());
        let page = self.0.get(id).and_then(page);
        page.map_or(Answer::empty(404), |text| Answer { text, ..Answer::empty(200) })
    }

    /// Stops the evaluation of a game.
    pub fn stop(&self, id: u64) -> Answer {
        self.0.stop(id)
    }
}

/// The game number `index`, from 0, of a text, ready to be evaluated.
///
/// # Errors
/// When there is no such game, it is damaged or too long, or its rules are not known.
pub fn read(bytes: &[u8], index: usize) -> Result<(Record, Walk), Problem> {
    let problem = |error: BpgnError| Problem::from(&error);
    let record = replay::records(bytes).nth(index);
    let record = record.ok_or_else(|| Problem::no_game(index))?;
    let record = record.map_err(|(_, problem)| problem)?;
    if record.plies.len() > MOST_PLIES {
        return Err(Problem::wrong(&record.plies.len().to_string(), format!("more than {MOST_PLIES} plies")));
    }
    let wrong_rules = |error: RulesError| Problem::wrong(record.tag("Rules").unwrap_or_default(), error.to_string());
    let rules = record.rules().map_err(wrong_rules)?;
    let walk = Walk::new(&record, rules.unwrap_or_default()).map_err(problem)?;
    Ok((record, walk))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bug_an_evaluation_that_was_given_up_was_waited_for_without_end() {
        let reviews = Reviews::new(Duration::ZERO);
        let mut task = None;
        let begun = reviews.begin(b"1A. e4 1a. e5 *", 0, |work| {
            task = Some(work);
            true
        });
        assert_eq!(begun.status, 200, "{}", begun.text);
        std::thread::sleep(Duration::from_millis(1));
        assert!(!task.expect("work").step(), "nobody asks");
        assert_eq!((reviews.news(1, 0).status, reviews.news(1, 0).status), (404, 404));
    }
}
