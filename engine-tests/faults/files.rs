//! Faults of files, pipes, folders, openings and programs, and second runners on the same files: one per row.

use super::rig::{self, Rig, Run, on_threads};

/// The expected end of a match with a fault.
enum End {
    /// It plays all its games.
    GoesOn,
    /// It is refused with this message. Files are unchanged.
    Refused(&'static str),
    /// It stops with this message and has kept at least this many pairs. Resumed, it is completed.
    Stops(&'static str, usize),
    /// It stops with this message; earlier data is incomplete, which is the fault.
    Lost(&'static str),
    /// It plays all its games with this warning, although games of earlier pairs are gone or damaged, which is the
    /// fault.
    Spoilt(&'static str),
}

mod table;

use End::{GoesOn, Lost, Refused, Spoilt, Stops};

/// A fault.
struct Row {
    name: &'static str,
    /// Preparation before the match.
    before: fn(&Rig),
    /// Shell command that starts the match, given as `"$@"`.
    through: &'static str,
    /// Files of pairs and of games; an empty name leaves out the option.
    files: [&'static str; 2],
    more: &'static [&'static str],
    end: End,
}

/// The usual match: no preparation, files `m.jsonl` and `m.bpgn`.
const USUAL: Row =
    Row { name: "", before: |_| {}, through: "exec \"$@\"", files: ["m.jsonl", "m.bpgn"], more: &[], end: GoesOn };

/// Arguments of a match of `pairs` with the row's settings.
fn arguments(row: &Row, pairs: u32) -> Vec<String> {
    let good = format!("name=Good,cmd=sh '{}' ubi good", rig::script());
    let mut arguments: Vec<String> = row.more.iter().map(|&text| text.to_owned()).collect();
    for team in ["--team1", "--team2"] {
        if !row.more.contains(&team) {
            arguments.extend([team.to_owned(), good.clone()]);
        }
    }
    let mut common = rig::common(pairs);
    if row.more.contains(&"--openings") {
        let at = common.iter().position(|text| text == "--openings").expect("openings");
        common.drain(at..at + 2);
    }
    for (flag, file) in ["--jsonl", "--bpgn"].iter().zip(row.files) {
        let at = common.iter().position(|text| text == flag).expect("a flag");
        file.clone_into(&mut common[at + 1]);
        if file.is_empty() {
            common.drain(at..at + 2);
        }
    }
    if !row.more.contains(&"--maxmoves") {
        common.extend(["--maxmoves", "3"].map(str::to_owned));
    }
    arguments.extend(common);
    arguments.extend(["--tc", "60+0", "--patience", "1"].map(str::to_owned));
    arguments
}

impl Row {
    fn check(&self) -> Result<(), String> {
        let rig = Rig::new();
        rig.write_engine();
        (self.before)(&rig);
        let before = [rig.read("m.jsonl"), rig.read("m.bpgn")];
        let arguments = arguments(self, 2);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = rig.finish(rig.shell(self.through, &arguments))?;
        let wrong = |what: &str| Err(format!("{what}\n{run}"));
        let says = |message: &str| run.err.lines().any(|line| line.contains(message));
        let stops = |message: &str| {
            run.code == Some(1) && run.err.lines().any(|line| line.starts_with("error: ")) && says(message)
        };
        match self.end {
            GoesOn if run.code != Some(0) => wrong("it has not come to its end"),
            GoesOn => rig.complete(2).map(|_| ()).or_else(|problem| wrong(&problem)),
            Refused(message) if !stops(message) => wrong("not refused"),
            Refused(_) if run.out.contains("game ") && !run.out.contains("games") => wrong("something was played"),
            Refused(_) => self.check_untouched(&rig, &before),
            Stops(message, _) | Lost(message) if !stops(message) => wrong("not stopped"),
            Lost(_) => self.check_whole(&rig),
            Stops(_, pairs) if rig.read("m.jsonl").matches('\n').count() < pairs => wrong("earlier pairs are gone"),
            Stops(..) => self.take_up(&rig, &run),
            Spoilt(message) if run.code != Some(0) || !says(message) && !message.is_empty() => wrong("no warning"),
            Spoilt(_) => match rig.pairs() {
                Ok(pairs) if pairs == [0, 1] => Ok(()),
                other => wrong(&format!("pairs are {other:?}")),
            },
        }
    }

    /// Checks that nothing was written but an unfinished first line, and nothing lost.
    fn check_untouched(&self, rig: &Rig, before: &[String; 2]) -> Result<(), String> {
        let [pairs, games] = before;
        let now = rig.read("m.jsonl");
        let begun = pairs.is_empty() && !now.contains('\n');
        if (now == *pairs || begun) && rig.read("m.bpgn") == *games { Ok(()) } else { Err(format!("changed: {now}")) }
    }

    /// Checks that the remaining files can be read.
    fn check_whole(&self, rig: &Rig) -> Result<(), String> {
        if rig.path("m.bpgn").exists() {
            rig.games();
        }
        let pairs = rig.read("m.jsonl");
        if pairs.contains('\n') && !pairs.ends_with('\n') { Err(format!("torn: {pairs}")) } else { Ok(()) }
    }

    /// Repairs the engine and resumes the match in its usual files.
    fn take_up(&self, rig: &Rig, first: &Run) -> Result<(), String> {
        rig.write_engine();
        let lanes: &[&str] = match self.more {
            ["--concurrency", ..] => &["--concurrency", "2"],
            ["--maxmoves", ..] => &["--maxmoves", "1"],
            _ => &[],
        };
        let mended = Row { more: lanes, ..USUAL };
        let arguments = arguments(&mended, 2);
        let run = rig.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())?;
        rig.complete(2).map(|_| ()).map_err(|wrong| format!("{wrong}\n{first}\nthen\n{run}"))
    }
}

#[test]
fn files_and_programs_fail_in_every_way_and_nothing_is_lost() {
    let rows: Vec<&Row> = table::ALL.into_iter().flatten().collect();
    let only = std::env::var("TANDEM_FAULT_ONLY").unwrap_or_default();
    let wrong = on_threads(&rows, |row, _| {
        if !row.name.contains(&only) {
            return Ok(());
        }
        row.check().map_err(|wrong| format!("{}: {wrong}", row.name))
    });
    assert!(wrong.is_empty(), "{} of {} rows:\n\n{}", wrong.len(), rows.len(), wrong.join("\n\n"));
}
