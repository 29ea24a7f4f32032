//! Whole matches through the built program: real games, faults of engines, Ctrl-C.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tandem::game::bpgn::{self, GameResult, Record, Stamp};
use tandem::game::{Reason, Rules, Seat, Team};
use tempfile::TempDir;

/// A folder with the program in it, under a path that no other process has: a process still running from there after a
/// match has leaked.
pub struct Place {
    folder: TempDir,
    program: PathBuf,
}

impl Place {
    pub fn new() -> Self {
        // On the program's own file system, for the hard link.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let program = folder.path().join("tandem");
        fs::hard_link(assert_cmd::cargo::cargo_bin!("tandem"), &program).expect("a link to the program");
        Self { folder, program }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn tandem(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(self.folder.path());
        command
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.tandem();
        command.arg("match").args(args);
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the program runs")
    }

    /// Games of a file, replayed by the rules in their tags.
    pub fn games(&self, name: &str) -> Vec<Record> {
        let records = bpgn::read(&fs::read(self.path(name)).expect("a file")).expect("BPGN");
        for record in &records {
            let rules = record.rules().expect("rules").expect("a tag with the rules");
            record.replay(rules).unwrap_or_else(|error| panic!("{error}\n{}", bpgn::write(record)));
        }
        records
    }

    /// Processes whose command line names this folder.
    pub fn leaked(&self) -> Vec<String> {
        let mark = self.folder.path().to_string_lossy().into_owned();
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        processes
            .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
            .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
            .filter(|line| line.contains(&mark))
            .collect()
    }

    pub fn assert_nothing_leaked(&self) {
        assert_eq!(self.leaked(), Vec::<String>::new());
    }
}

/// The program's stdout and stderr as text.
pub fn text(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// The command of an engine that fails in the way given by `mode`.
pub fn fake(mode: &str, log: &Path) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/data/fake_ubi.sh");
    format!("sh '{script}' {mode} '{}'", log.display())
}

/// Without an increment a mover's time left, by seat in the order played, must never grow.
fn assert_clocks_run_down(record: &Record, base_ms: u64) {
    for seat in Seat::ALL {
        let mut left = base_ms;
        for ply in record.plies.iter().filter(|ply| ply.seat == seat) {
            let Some(Stamp::Remaining(ms)) = ply.stamp else { panic!("a ply without its clock") };
            assert!(ms <= left, "{}{}. {ms} after {left}", ply.number, seat.letter());
            left = ms;
        }
    }
}

#[test]
fn two_real_games_with_the_seats_changed() {
    let place = Place::new();
    let output = place.run(&["--tc", "3+0", "--games", "2", "--quiet", "--bpgn", "games.bpgn"]);
    let (out, err) = text(&output);
    assert!(output.status.success(), "{out}{err}");
    assert_eq!(err, "");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("game 1 of 2: ") && lines[1].starts_with("game 2 of 2: "), "{out}");
    assert!(lines[2].starts_with("score Tandem 0.1.0 #1 - Tandem 0.1.0 #2: "), "{out}");
    assert!(lines[lines.len() - 1].ends_with("games.bpgn"), "{out}");
    // The teams' statistics, as far as they are predictable.
    let table: Vec<&str> = lines.iter().copied().skip_while(|line| !line.starts_with("team ")).collect();
    assert_eq!(table.len(), 4, "{out}");
    for (row, name) in table[1..3].iter().zip(["1 Tandem 0.1.0 ", "2 Tandem 0.1.0 "]) {
        let numbers: Vec<&str> = row.strip_prefix(name).expect("the name first").split_ascii_whitespace().collect();
        let depth: f64 = numbers[1].parse().expect("a depth");
        assert!(numbers[0] == "2" && depth >= 2.0 && numbers[2] != "-", "{out}");
    }

    let games = place.games("games.bpgn");
    assert_eq!(games.len(), 2);
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game.tag("Round"), Some((number + 1).to_string().as_str()));
        assert_ne!(game.result, GameResult::Open);
        assert!(game.end_note.is_some() && game.plies.len() > 10, "{}", bpgn::write(game));
        assert_clocks_run_down(game, 3000);
        let end = game.replay(Rules::default()).expect("legal").outcome().expect("an end");
        let expected = [Reason::Mate, Reason::Flag, Reason::Hang, Reason::BothHang];
        assert!(expected.contains(&end.reason), "{end}");
    }
    // R17: the team with white on A now has black there.
    assert_eq!(games[0].tag("WhiteA"), games[1].tag("BlackA"));
    assert_eq!(games[0].tag("WhiteA"), games[0].tag("BlackB"));
    assert_ne!(games[0].tag("WhiteA"), games[0].tag("BlackA"));
    place.assert_nothing_leaked();
}

#[test]
fn every_preset_can_be_played_and_files_are_added_to() {
    let place = Place::new();
    fs::write(place.path("games.bpgn"), "[WhiteA \"Anna\"]\n\n1A. e4 {1.000} *").expect("written");
    for rules in ["fics", "fairy-stockfish", "gambler,drop-check=forbidden"] {
        let output = place.run(&["--tc", "0.3+0", "--quiet", "--bpgn", "games.bpgn", "--rules", rules]);
        let (out, err) = text(&output);
        assert!(output.status.success(), "{out}{err}");
    }
    let records = bpgn::read(&fs::read(place.path("games.bpgn")).expect("a file")).expect("BPGN");
    let rules: Vec<_> = records.iter().map(|record| record.tag("Rules").unwrap_or("none")).collect();
    assert_eq!(rules, ["none", "fics", "fairy-stockfish", "gambler,drop-check=forbidden"]);
    for record in &records[1..] {
        let rules = record.rules().expect("rules").expect("a tag");
        record.replay(rules).unwrap_or_else(|error| panic!("{error}\n{}", bpgn::write(record)));
    }
}

#[test]
fn without_a_terminal_every_ply_is_a_line_and_the_file_has_a_name_of_its_own() {
    let place = Place::new();
    let (out, err) = text(&place.run(&["--tc", "0.3+0", "--clock", "nodes=50"]));
    assert_eq!(err, "");
    let file = out.lines().last().and_then(|line| line.strip_prefix("games are in ")).expect("told at the end");
    let games = place.games(file);
    for ply in &games[0].plies {
        let head = format!("{}{}. {} ", ply.number, ply.seat.letter(), ply.san);
        assert!(out.lines().any(|line| line.trim_start().starts_with(&head)), "{head}\n{out}");
    }
}

/// Plays a game of the real engine against one that fails; returns its folder, its record, stdout and stderr.
fn against(mode: &str) -> (Place, Record, String, String) {
    let place = Place::new();
    let fake = fake(mode, &place.path("log"));
    let output = place.run(&["--tc", "1+0", "--quiet", "--bpgn", "games.bpgn", "--team2", &fake]);
    let (out, err) = text(&output);
    assert!(output.status.success(), "{out}{err}");
    let game = place.games("games.bpgn").pop().expect("a game");
    assert_eq!(game.result, GameResult::Won(Team::One), "{out}");
    assert!(out.contains("game 1 of 1: 1-0 Tandem 0.1.0 wins, "), "{out}");
    assert!(out.contains(&format!("score Tandem 0.1.0 - Fake {mode}: 1 : 0")), "{out}");
    place.assert_nothing_leaked();
    (place, game, out, err)
}

#[test]
fn a_crash_loses_with_evidence() {
    let (_, game, out, err) = against("crash");
    assert_eq!(game.end_note.as_deref(), Some("Fake crash forfeits by disconnection"));
    assert!(out.contains("forfeits by disconnection: exit status: 3"), "{out}");
    assert!(err.contains("> go board ") && err.contains("stderr: out of luck"), "{err}");
}

#[test]
fn bug_a_closed_output_was_explained_by_the_last_line_before_it() {
    let (_, game, out, _) = against("mute");
    assert_eq!(game.end_note.as_deref(), Some("Fake mute forfeits by disconnection"));
    assert!(out.contains("forfeits by disconnection: its output has ended"), "{out}");
}

#[test]
fn an_illegal_move_loses_with_evidence() {
    let (_, game, out, err) = against("illegal");
    assert_eq!(game.end_note.as_deref(), Some("Fake illegal forfeits by an illegal move"));
    assert!(out.contains("`e2e5` is not legal in "), "{out}");
    // The board of its first search depends on the scheduler.
    assert!(err.contains("< bestmove board ") && err.contains(" e2e5"), "{err}");
}

#[test]
fn no_move_where_there_are_some_is_an_illegal_move() {
    let (_, game, out, _) = against("resigns");
    assert_eq!(game.end_note.as_deref(), Some("Fake resigns forfeits by an illegal move"));
    assert!(out.contains("`(none)` is not legal in "), "{out}");
}

#[test]
fn silence_loses_on_time() {
    let (place, game, out, err) = against("silent");
    assert_eq!(game.end_note.as_deref(), Some("Fake silent forfeits on time"));
    assert!(out.contains("forfeits on time: not a line since its turn began"), "{out}");
    assert!(err.contains("> go board"), "{err}");
    // The GUI's commands, in the order required by UBI.
    let log = fs::read_to_string(place.path("log")).expect("a log");
    let start = format!("position {0} | {0} clock 1000 1000 1000 1000", tandem::board::fen::START);
    assert!(log.contains(&start), "{log}");
    assert!(log.find("ubinewgame") < log.find("position ") && log.find("position ") < log.find("go board B"), "{log}");
}

#[test]
fn garbage_loses() {
    let (_, game, out, _) = against("garbage");
    assert_eq!(game.end_note.as_deref(), Some("Fake garbage forfeits by garbage"));
    assert!(out.contains("`Segmentation fault (core dumped)`"), "{out}");
    let (_, game, out, _) = against("endless");
    assert_eq!(game.end_note.as_deref(), Some("Fake endless forfeits by garbage"));
    assert!(out.contains("a line without end"), "{out}");
}

#[test]
fn an_engine_that_failed_is_started_anew_for_the_next_game() {
    let place = Place::new();
    let fake = fake("crash", &place.path("log"));
    let (out, _) = text(&place.run(&["--tc", "0.3+0", "--quiet", "--games", "3", "--bpgn", "b", "--team2", &fake]));
    assert!(out.contains("score Tandem 0.1.0 - Fake crash: 3 : 0"), "{out}");
    assert_eq!(place.games("b").len(), 3);
}

#[test]
fn wrong_arguments_of_a_match_are_explained() {
    let place = Place::new();
    let dead = fake("dead", &place.path("log"));
    let cases: [(&[&str], &str); 11] = [
        (&["--tc", "ten"], "`ten` is no time control"),
        (&["--tc", "0+1"], "`0+1` is no time control"),
        (&["--games", "0"], "0 is not in 1.."),
        (&["--rules", "fide"], "`fide` is no preset of rules"),
        (&["--rules", "fics,mate=never"], "`never` is none of possible-block-saves, immediate"),
        (&["--rules", "no-clock=move-for-move"], "a match is played with clocks"),
        (&["--option1", "Hash"], "`Hash` is no NAME=VALUE"),
        (&["--team1", ""], "command is empty"),
        (&["--team2", "./nobody --fast"], "team 2: cannot start `./nobody --fast`"),
        (&["--team2", &dead], "has ended before the game\n  > ubi\n  stderr: no license found\n  exit status: 2"),
        (&["--bpgn", "no/such/folder"], "--bpgn no/such/folder: "),
    ];
    for (args, message) in cases {
        let output = place.run(args);
        let (out, err) = text(&output);
        assert!(!output.status.success() && err.contains(message), "{args:?}\n{out}{err}");
    }
    let files: Vec<_> = fs::read_dir(place.folder.path()).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert!(!files.iter().any(|name| name.to_string_lossy().ends_with(".bpgn")), "{files:?}");
    place.assert_nothing_leaked();
}

#[test]
fn bug_of_two_engines_for_one_seat_one_was_passed_over_in_silence() {
    let place = Place::new();
    for (args, message) in [
        (&["--engine", "cmd=./x", "--team1", "./y"], "--team1 ./y: the engine of that team is `cmd=./x` already"),
        (&["--team1", "cmd=./x,partner.cmd=./z", "--partner1", "./y"], "--partner1 ./y: `cmd=./x,partner.cmd=./z` has"),
    ] {
        let output = place.run(args);
        let (out, err) = text(&output);
        assert!(!output.status.success() && err.contains(message), "{args:?}\n{out}{err}");
    }
}

#[test]
fn bug_plies_of_openings_were_ignored_where_no_file_has_games() {
    let place = Place::new();
    let none: &[&str] = &[];
    for openings in [none, &["--openings", "start"]] {
        let (out, err) = text(&place.run(&[openings, &["--opening-plies", "4"]].concat()));
        assert!(err.contains("--opening-plies 4: only for the BPGN games of --openings FILE"), "{out}{err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_the_match_clearly() {
    let place = Place::new();
    let fake = fake("illegal", &place.path("log"));
    let (out, err) = text(&place.run(&["--quiet", "--games", "5", "--bpgn", "/dev/full", "--team2", &fake]));
    assert!(err.contains("error: cannot write: /dev/full: No space left"), "{out}{err}");
    place.assert_nothing_leaked();
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_complete_files() {
    let place = Place::new();
    let mut match_run = place
        .command(&["--tc", "0.5+0", "--games", "1000", "--bpgn", "games.bpgn"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut lines = BufReader::new(match_run.stdout.take().expect("its output")).lines().map_while(Result::ok);
    let third = lines.by_ref().position(|line| line.starts_with("game 3 of 1000: WhiteA"));
    assert!(third.is_some());
    assert!(lines.by_ref().nth(5).is_some(), "some plies of the third game");
    let id = match_run.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let rest: Vec<String> = lines.collect();
    assert_eq!(match_run.wait().expect("its end").code(), Some(130), "{rest:?}");
    assert!(rest.iter().any(|line| line.starts_with("score Tandem")), "{rest:?}");

    let games = place.games("games.bpgn");
    let (last, finished) = games.split_last().expect("games");
    assert!(finished.len() >= 2 && finished.iter().all(|game| game.result != GameResult::Open));
    assert_eq!((last.result, last.end_note.as_deref()), (GameResult::Open, Some("broken off by the user")));
    place.assert_nothing_leaked();
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_that_is_killed_takes_its_engines_with_it() {
    let place = Place::new();
    let mut match_run =
        place.command(&["--tc", "60+0", "--bpgn", "b"]).stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut lines = BufReader::new(match_run.stdout.take().expect("its output")).lines();
    assert!(lines.nth(3).is_some(), "the game has begun");
    match_run.kill().expect("killed");
    match_run.wait().expect("its end");
    // Their input has ended, on which they quit.
    let end = Instant::now() + Duration::from_secs(20);
    while !place.leaked().is_empty() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(20));
    }
    place.assert_nothing_leaked();
}
