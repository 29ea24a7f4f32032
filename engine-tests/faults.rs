//! More than a hundred faults: of engines (`data/faults.tsv`, one per row, simulated by `data/fault.sh`) and of files,
//! pipes and second runners ([`files`]). Each must end as a documented loss and nothing else, as no loss at all, or as
//! a clean stop with all earlier results intact, after which the match is resumed and completed. No process is left
//! running.

mod files;
mod rig;

use rig::{Rig, Run, on_threads};
use tandem::game::bpgn::{GameResult, Record};
use tandem::game::{Reason, Team};

/// The expected end of a match with a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// All games are played, and one is lost, with this text after the loser's name.
    Loses(&'static str),
    /// All games are played, and none is lost.
    Drawn,
    /// The match stops with an error. Resumed without the fault, it is completed.
    Stops,
    /// The runner is killed from outside. Resumed, the match is completed.
    Killed,
}

/// A fault of an engine.
#[derive(Clone, Debug)]
struct Row {
    protocol: &'static str,
    place: &'static str,
    lanes: &'static str,
    fault: String,
    end: End,
    evidence: Vec<&'static str>,
}

impl Row {
    /// The rows of a line, one for each protocol.
    fn read(line: &'static str) -> Vec<Self> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [protocols, place, lanes, when, what, end, evidence @ ..] = &cells[..] else { panic!("{line}") };
        let end = match *end {
            "drawn" => End::Drawn,
            "stops" => End::Stops,
            "killed" => End::Killed,
            "loses on time" => End::Loses("forfeits on time"),
            "loses by disconnection" => End::Loses("forfeits by disconnection"),
            "loses by garbage" => End::Loses("forfeits by garbage"),
            "loses by illegal move" => End::Loses("forfeits by an illegal move"),
            "loses resigns" => End::Loses("resigns"),
            _ => panic!("{line}"),
        };
        let row = |protocol| Self {
            protocol,
            place,
            lanes,
            fault: format!("{when} {what}"),
            end,
            evidence: evidence.to_vec(),
        };
        protocols.split(',').map(row).collect()
    }

    /// Pairs of the match, enough for each lane to reach the third game of its engines.
    fn pairs(&self) -> u32 {
        if self.lanes == "1" { 2 } else { 4 }
    }

    /// Pairs that are certainly finished when the fault occurs.
    fn finished_before(&self) -> usize {
        usize::from(self.lanes == "1" && ["game3", "game4", "quit"].iter().any(|at| self.fault.starts_with(at)))
    }

    fn arguments(&self) -> Vec<String> {
        let ours = if self.protocol == "nodes" { "ubi" } else { self.protocol };
        let engine = |kind: &str, name: &str| {
            let script = rig::script();
            format!("name={name},protocol={ours},cmd=sh '{script}' {} {kind}", self.protocol)
        };
        // If an extra answer must be told from a timely one, the other engines do not answer at once.
        let slow = ["twice", "early", "foreign"].iter().any(|what| self.fault.contains(what));
        let (good, bad) = (engine(if slow { "slow" } else { "good" }, "Good"), engine("bad", "Bad"));
        let copy = format!("name=Bad,protocol={ours},cmd=./engine {} bad", self.protocol);
        let team = match self.place {
            "first" => vec!["--team2", &bad, "--partner2", &good],
            "second" => vec!["--team2", &good, "--partner2", &bad],
            "both" => vec!["--team2", &bad],
            "copy" => vec!["--team2", &copy, "--partner2", &good],
            "shared" => vec!["--team2"],
            "folder" => vec!["--partner2", &good, "--team2"],
            place => panic!("{place}"),
        };
        let mut arguments: Vec<String> = team.into_iter().map(str::to_owned).collect();
        match self.place {
            "shared" => arguments.push(format!("{bad},process=team")),
            "folder" => arguments.push(format!("{bad},dir=home")),
            _ => {}
        }
        let on_time = self.end == End::Loses("forfeits on time");
        let clock = if self.protocol == "nodes" { "nodes=1" } else { "real" };
        let fixed = ["--team1", &good, "--tc", if on_time { "1+0" } else { "60+0" }, "--clock", clock, "--log", "log"];
        arguments.extend(fixed.map(str::to_owned));
        arguments.extend(["--concurrency", self.lanes, "--patience", "1", "--maxmoves", "3"].map(str::to_owned));
        arguments.extend(rig::common(self.pairs()));
        arguments
    }

    /// Plays the match and checks its end.
    fn check(&self) -> Result<(), String> {
        let rig = Rig::new();
        let home = if self.place == "folder" { "home/fault" } else { "fault" };
        rig.write_engine();
        rig.write(home, format!("{}\n", self.fault));
        let arguments = self.arguments();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = rig.run(&arguments)?;
        let told = format!("{}{}{}{}", run.out, run.err, rig.read("m.bpgn"), rig.read("log"));
        if let Some(missing) = self.evidence.iter().find(|evidence| !told.contains(**evidence)) {
            return Err(format!("nothing tells `{missing}`\n{run}"));
        }
        let came = self.fault.starts_with("always") || rig.path(&format!("{home}.done")).exists();
        if !came && self.place != "folder" {
            return Err(format!("the fault has not come\n{run}"));
        }
        let ended = match self.end {
            End::Loses(_) | End::Drawn => run.code == Some(0),
            End::Stops => run.code == Some(1) && run.err.lines().any(|line| line.starts_with("error: ")),
            End::Killed => run.code.is_none() || run.code == Some(130),
        };
        if !ended {
            return Err(format!("not ended as it should\n{run}"));
        }
        let kept = rig.read("m.jsonl");
        if matches!(self.end, End::Stops | End::Killed) {
            if kept.matches('\n').count() < self.finished_before() {
                return Err(format!("earlier pairs are not there\n{run}"));
            }
            self.take_up(&rig, &arguments, &kept)?;
        }
        let games = rig.complete(self.pairs())?;
        self.check_results(&games).map_err(|wrong| format!("{wrong}\n{run}"))
    }

    /// Removes the fault and resumes the match.
    fn take_up(&self, rig: &Rig, arguments: &[&str], kept: &str) -> Result<(), String> {
        for name in ["fault", "home/fault"] {
            rig.remove(name);
        }
        rig.write_engine();
        let run = rig.run(arguments)?;
        if run.code != Some(0) {
            return Err(format!("it cannot be taken up again\n{run}"));
        }
        let whole = kept.rfind('\n').map_or("", |end| &kept[..=end]);
        if !rig.read("m.jsonl").starts_with(whole) {
            return Err(format!("earlier pairs have changed\n{run}"));
        }
        Ok(())
    }

    fn check_results(&self, games: &[Record]) -> Result<(), String> {
        let mut lost = Vec::new();
        for game in games {
            let end = game.replay(Default::default()).map_err(|error| error.to_string())?;
            let outcome = end.outcome().ok_or("a game without an end")?;
            if outcome.reason == Reason::Adjudication && outcome.winner.is_none() {
                continue;
            }
            lost.push((game.end_note.clone().unwrap_or_default(), game.result, game.tag("WhiteA") == Some("Bad")));
        }
        let expected: usize = usize::from(matches!(self.end, End::Loses(_)));
        // After a clean stop within a pair the lost game has been played again.
        if lost.len() != expected {
            return Err(format!("lost are {lost:?}"));
        }
        match (self.end, lost.first()) {
            (End::Loses(words), Some((note, result, _))) => {
                let right = *note == format!("Bad {words}") && matches!(result, GameResult::Won(Team::One | Team::Two));
                if right { Ok(()) } else { Err(format!("lost is {note}")) }
            }
            _ => Ok(()),
        }
    }
}

fn rows() -> Vec<Row> {
    let lines = include_str!("data/faults.tsv").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.flat_map(Row::read).collect()
}

#[test]
fn engines_fail_in_every_way_and_nothing_is_lost() {
    let rows = rows();
    let mut names: Vec<String> =
        rows.iter().map(|row| format!("{} {} {} {}", row.protocol, row.place, row.lanes, row.fault)).collect();
    let only = std::env::var("TANDEM_FAULT_ONLY").unwrap_or_default();
    let wrong = on_threads(&rows, |row, number| {
        if !names[number].contains(&only) {
            return Ok(());
        }
        row.check().map_err(|wrong| format!("{}: {wrong}", names[number]))
    });
    assert!(wrong.is_empty(), "{} of {} rows:\n\n{}", wrong.len(), rows.len(), wrong.join("\n\n"));
    names.sort();
    names.dedup();
    assert!(names.len() >= 100, "{} different faults", names.len());
}

/// A run as a failing test shows it.
impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let short = |text: &str| text.chars().take(3000).collect::<String>();
        writeln!(f, "code {:?}\n-- out\n{}-- err\n{}", self.code, short(&self.out), short(&self.err))
    }
}
