//! Engines of every protocol in the seats of a match: scripted ones for corner cases, real ones for whole games.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use tandem::game::bpgn::{self, GameResult, Record};
use tandem::game::{Outcome, Reason, Seat, Team};
use tempfile::TempDir;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/data");

/// A folder for a match.
pub struct Table {
    folder: TempDir,
}

/// The result of a match.
pub struct Played {
    pub out: String,
    err: String,
    pub games: Vec<Record>,
}

impl Table {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Plays a match, which must be completed.
    pub fn play(&self, args: &[&str]) -> Played {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("tandem"))
            .args(["match", "--quiet", "--bpgn", "games.bpgn"])
            .args(args)
            .current_dir(self.folder.path())
            // Some engines keep files at home.
            .env("HOME", self.folder.path())
            .output()
            .expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{args:?}\n{out}{err}");
        let games = bpgn::read(&fs::read(self.path("games.bpgn")).expect("a file")).expect("BPGN");
        Played { out, err, games }
    }
}

impl Played {
    fn note(&self) -> &str {
        self.games[0].end_note.as_deref().unwrap_or_default()
    }

    /// All comments of the first game.
    fn notes(&self) -> Vec<&str> {
        let game = &self.games[0];
        game.notes.iter().chain(game.plies.iter().flat_map(|ply| &ply.notes)).map(String::as_str).collect()
    }
}

/// The outcome of a game by its own rules, if it ended on the boards or its record has an end.
fn replayed(game: &Record) -> Option<Outcome> {
    let rules = game.rules().expect("rules").expect("a tag with the rules");
    let end = game.replay(rules).unwrap_or_else(|error| panic!("{error}\n{}", bpgn::write(game)));
    end.outcome()
}

fn fake_cecp(mode: &str, log: &str) -> String {
    format!("cmd=sh {DATA}/fake_cecp.sh {mode} {log},protocol=cecp")
}

#[test]
fn an_engine_of_the_old_kind_plays_and_its_complaint_is_kept() {
    let table = Table::new();
    let engine = fake_cecp("old", "log");
    let played = table.play(&["--tc", "1+0", "--engine", &format!("{engine},name=Oldtimer")]);
    assert_eq!(played.note(), "Oldtimer forfeits on time", "{}", played.out);
    assert_eq!(played.games[0].result, GameResult::Won(Team::Two));
    assert!(played.games[0].plies.iter().any(|ply| ply.san == "e4"), "{}", played.out);
    assert!(played.notes().iter().any(|note| note.contains(" claims: Illegal move: ")), "{:?}", played.notes());
    assert!(played.err.contains("  complaint: Illegal move: "), "{}", played.err);
    let log = table.read("log");
    let place = |line: &str| log.lines().position(|other| other == line).unwrap_or_else(|| panic!("{line}\n{log}"));
    let order =
        ["xboard", "protover 2", "new", "variant bughouse", "level 0 0:01 0", "post", "easy", "partner Oldtimer"];
    assert!(order.windows(2).all(|pair| place(pair[0]) < place(pair[1])), "{log}");
    assert!(place("time 100") < place("go"), "{log}");
    assert!(!log.contains("ping") && !log.contains("usermove") && !log.contains("setboard"), "{log}");
}

#[test]
fn a_resignation_loses_and_a_claim_is_only_noted() {
    let table = Table::new();
    let played = table.play(&["--tc", "1+0", "--team2", &fake_cecp("resigns", "log")]);
    assert_eq!(played.games[0].result, GameResult::Won(Team::One));
    assert!(played.note().contains("resigns"), "{}", played.out);
    assert_eq!(played.err, "");

    let table = Table::new();
    let played = table.play(&["--tc", "0.5+0", "--team2", &fake_cecp("claims", "log")]);
    assert_eq!((played.note(), played.games[0].result), ("Fake claims forfeits on time", GameResult::Won(Team::One)));
    let notes = played.notes();
    assert!(notes.iter().any(|note| note.ends_with(" claims: 1-0 (White mates)")), "{notes:?}");
    assert!(notes.iter().any(|note| note.ends_with(" claims: offer draw")), "{notes:?}");
}

#[test]
fn an_engine_that_plays_one_game_only_is_started_anew_for_the_next() {
    let table = Table::new();
    let played = table.play(&["--tc", "60+0", "--games", "3", "--team2", &fake_cecp("once", "log")]);
    assert_eq!((played.games.len(), played.err.as_str()), (3, ""), "{}", played.out);
    let log = table.read("log");
    let count = |line: &str| log.lines().filter(|&other| other == line).count();
    assert_eq!((count("xboard"), count("quit")), (6, 6), "two seats, three games\n{log}");
}

#[test]
fn partners_of_two_protocols_hear_each_other_in_their_own_words() {
    let table = Table::new();
    let talker = fake_cecp("talks", "log");
    let hearer = format!("sh {DATA}/fake_ubi.sh silent heard");
    let played = table.play(&["--tc", "0.5+0", "--team1", &talker, "--partner1", &hearer]);
    assert!(played.out.contains("score Fake talks + Fake silent - Tandem "), "{}", played.out);
    assert_eq!(played.games[0].tag("WhiteA"), Some("Fake talks"));
    assert_eq!(played.games[0].tag("BlackB"), Some("Fake silent"));
    assert!(played.notes().contains(&"A: nice weather"), "{:?}", played.notes());
    let heard = table.read("heard");
    // A move on the other board may come in between.
    let [need, say] =
        ["partnermsg need q urgency high\n", "partnermsg say nice weather\n"].map(|line| heard.find(line));
    assert!(need.is_some() && say > need, "{heard}");
    assert!(table.read("log").contains("partner Fake-silent\n"));

    // Between engines of one protocol messages are passed on unchanged.
    let table = Table::new();
    table.play(&["--tc", "0.5+0", "--team1", &talker]);
    let log = table.read("log");
    assert!(log.contains("ptell ++q\n") && log.contains("ptell nice weather\n"), "{log}");
}

#[test]
fn words_before_the_game_reach_the_partner_but_not_in_a_muted_team() {
    for (talk, games) in [("on", 2), ("off", 0)] {
        let table = Table::new();
        let team = format!("{},talk={talk},partner.cmd=sh {DATA}/fake_ubi.sh silent heard", fake_cecp("greets", "log"));
        let args = ["--tc", "0.5+0", "--games", "2", "--jsonl", "pairs.jsonl", "--skip-bench", "--team1", &team];
        let played = table.play(&args);
        let heard = table.read("heard");
        let greeting = "partnermsg say nice weather Fake-silent\n";
        assert_eq!(heard.matches(greeting).count(), games, "in every game: {heard}");
        assert_eq!(heard.find(greeting).is_some_and(|at| at < heard.find("position ").expect("a game")), games > 0);
        assert_eq!(played.notes().contains(&"A: nice weather Fake-silent"), games > 0, "{:?}", played.notes());
        assert_eq!(played.out.contains("Fake silent (talk=off)  "), games == 0, "{}", played.out);
        let muted = (games == 0).then_some("Fake greets + Fake silent");
        assert_eq!(played.games[0].tag("Muted"), muted);
        let line = table.read("pairs.jsonl");
        assert!(line.contains(&format!("\"muted\":{}", games == 0)), "{line}");
        assert_eq!(line.contains("\"messages\":{\"nice\":1}"), games > 0, "{line}");
    }
    // Between engines of one protocol too, from both seats.
    let table = Table::new();
    table.play(&["--tc", "0.5+0", "--team1", &fake_cecp("greets", "log")]);
    let log = table.read("log");
    assert_eq!(log.matches("ptell nice weather Fake-greets\n").count(), 2, "{log}");
}

#[test]
fn a_teams_own_time_control_is_told_to_its_engines_and_stands_in_the_record() {
    let table = Table::new();
    let team = |odds: &str, log: &str| format!("{}{odds}", fake_cecp("resigns", log));
    let [slow, usual] = [team(",tc=90+1,slow=2", "slow"), team("", "usual")];
    let args = ["--tc", "60+0", "--games", "2", "--openings", "start", "--jsonl", "pairs.jsonl", "--skip-bench"];
    let played = table.play(&[&args[..], &["--team1", &slow, "--team2", &usual]].concat());
    assert!(table.read("slow").contains("level 0 1:30 1\n") && table.read("usual").contains("level 0 1 0\n"));
    assert!(played.out.contains("(tc=90+1, slow=2)"), "{}", played.out);
    assert!(table.read("pairs.jsonl").contains("\"odds\":[\"tc=90+1\",\"slow=2\"]"));
    for (game, seats) in played.games.iter().zip([[90_000, 60_000], [60_000, 90_000]]) {
        let [own, other] = seats;
        let clocks = Seat::ALL.map(|seat| game.player_control(seat).map(|(base, _)| base));
        assert_eq!(clocks, [own, other, other, own].map(Some), "{}", bpgn::write(game));
        let rules = game.rules().expect("rules").expect("a tag");
        let start = game.initial_game(rules).expect("a start");
        assert_eq!(start.clocks()[Seat::ALL[1]], other);
    }
}

#[test]
fn a_team_of_two_engines_has_a_name_and_its_seats_have_those_of_the_engines() {
    let table = Table::new();
    let team = format!(
        "name=Mix,{},partner.cmd=sh {DATA}/fake_ubi.sh silent heard,partner.name=B",
        fake_cecp("resigns", "log")
    );
    let args = ["--tc", "1+0", "--games", "4", "--openings", "start", "--jsonl", "pairs.jsonl", "--skip-bench"];
    let played = table.play(&[&args[..], &["--team1", &team, "--team2", &fake_cecp("old", "log2")]].concat());
    assert!(played.out.contains("score Mix - "), "{}", played.out);
    assert!(played.out.lines().any(|line| line.starts_with("1 Mix ")), "{}", played.out);
    let line = table.read("pairs.jsonl");
    assert!(line.contains("\"name\":\"Mix\"") && line.contains("\"engines\":[\"Fake resigns\",\"B\"]"), "{line}");
    // The first engine sits on A in the first pair and on B in the second; within a pair the colors change.
    let seats = [["WhiteA", "BlackB"], ["BlackA", "WhiteB"], ["BlackB", "WhiteA"], ["WhiteB", "BlackA"]];
    for (game, [first, second]) in played.games.iter().zip(seats) {
        assert_eq!((game.tag(first), game.tag(second)), (Some("Fake resigns"), Some("B")), "{}", bpgn::write(game));
    }
    assert_eq!(played.games.len(), 4);
}

#[test]
fn an_engine_is_described_by_a_file() {
    let table = Table::new();
    fs::create_dir(table.path("home")).expect("a folder");
    let toml = format!(
        "command = [\"sh\", \"{DATA}/fake_uci.sh\"]\nargs = [\"log\"]\nprotocol = \"uci\"\nname = \"No Move\"\n\
         directory = \"home\"\n\n[options]\nhash = 7\n\"Own Way\" = \"yes\"\nUnknown = 1\n"
    );
    fs::write(table.path("engine.toml"), toml).expect("written");
    let played = table.play(&["--tc", "2+0", "--team2", "engine.toml", "--option2", "Own Way=no"]);
    assert_eq!(played.note(), "No Move forfeits by an illegal move", "{}", played.out);
    assert!(played.out.contains("`(none)` is not legal in "), "{}", played.out);
    let log = table.read("home/log");
    for line in ["setoption name UCI_Variant value crazyhouse", "setoption name Own Way value no", "ucinewgame"] {
        assert!(log.lines().any(|other| other == line), "{line}\n{log}");
    }
    // An option in the file overrides the general one for all engines.
    assert_eq!(log.lines().rfind(|line| line.contains("Hash")), Some("setoption name Hash value 7"));
    assert!(!log.contains("Unknown"), "{log}");
    // The missing option is reported once for both seats; missing options that every engine is sent are not.
    let warning = format!("warning: team 2: `sh {DATA}/fake_uci.sh log` has no option `Unknown`");
    assert_eq!(played.err.lines().filter(|line| line.starts_with("warning")).collect::<Vec<_>>(), [warning]);
    assert!(log.lines().any(|line| line.starts_with("position fen rnbqkbnr/pppppppp/8/8/")), "{log}");
    assert!(log.lines().any(|line| line.starts_with("go wtime 2000 btime ")), "{log}");
}

#[test]
fn bug_an_engine_that_refused_the_value_of_an_option_played_without_a_warning() {
    let table = Table::new();
    let program = assert_cmd::cargo::cargo_bin!("tandem").display().to_string();
    for protocol in ["ubi", "uci", "cecp"] {
        let engine = format!("cmd={program},protocol={protocol},option.EvalFile=/nonexistent.nn");
        let played = table.play(&["--tc", "0.2+0", "--games", "2", "--team2", &engine]);
        let warnings: Vec<&str> = played.err.lines().filter(|line| line.starts_with("warning: ")).collect();
        assert_eq!(warnings.len(), 1, "{protocol}: {}", played.err);
        assert!(warnings[0].starts_with(&format!("warning: team 2: `{program}` says: ")), "{protocol}: {warnings:?}");
        assert!(warnings[0].contains("option EvalFile: /nonexistent.nn: "), "{protocol}: {warnings:?}");
    }
}

#[test]
fn one_process_plays_both_seats_of_a_team() {
    let table = Table::new();
    let program = assert_cmd::cargo::cargo_bin!("tandem");
    let script = format!("echo $$ >> processes\nexec '{}'\n", program.display());
    fs::write(table.path("both.sh"), script).expect("written");
    let args = ["--tc", "0.5+0", "--games", "3", "--engine", "cmd=sh both.sh,process=team,name=Both"];
    let played = table.play(&args);
    assert!(played.out.contains("score Both - Tandem "), "{}", played.out);
    assert_eq!((played.games.len(), played.err.as_str()), (3, ""));
    for game in &played.games {
        assert!(game.result != GameResult::Open && game.plies.len() > 10, "{}", bpgn::write(game));
        assert!(!game.end_note.as_deref().unwrap_or_default().contains("forfeits by"), "{}", bpgn::write(game));
    }
    assert_eq!(table.read("processes").lines().count(), 1);
}

#[test]
fn a_process_for_both_seats_that_dies_is_started_anew_for_both() {
    let table = Table::new();
    let engine = format!("cmd=sh {DATA}/fake_ubi.sh crash,process=team");
    let played = table.play(&["--tc", "0.5+0", "--games", "2", "--team2", &engine]);
    assert!(played.out.contains("score Tandem 0.1.0 - Fake crash: 2 : 0"), "{}", played.out);
}

#[test]
fn wrong_descriptions_are_told() {
    let table = Table::new();
    let cases: [(&[&str], &str); 6] = [
        (&["--engine", "cmd=x,protocol=usi"], "team 1: `usi` is no protocol"),
        (
            &["--engine", "cmd=x", "--engine", "cmd=y,process=team,protocol=cecp"],
            "team 2: one process for both seats is for UBI",
        ),
        (&["--team1", "cmd=x,talk=loud"], "team 1: talk=loud: known are on and off"),
        (&["--team2", "cmd=x,partner.cmd=y,partner.color=red"], "team 2: `color=red` is no KEY=VALUE"),
        (&["--team2", "nobody.toml"], "team 2: nobody.toml: "),
        (&["--clock", "nodes=100", "--team2", "cmd=x,process=team"], "two boards in one process"),
    ];
    for (args, message) in cases {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("tandem"))
            .arg("match")
            .args(args)
            .current_dir(table.folder.path())
            .output()
            .expect("the program runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && err.contains(message), "{args:?}\n{err}");
    }
}

/// A real engine, if installed. Without it the test prints that it is skipped, or fails if peers are required.
pub fn peer(name: &str) -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Debian keeps its games outside root's usual path.
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push(Path::new("/usr/games").to_owned());
    let found = folders.into_iter().map(|folder| folder.join(name)).find(|path| path.is_file());
    if found.is_none() {
        assert!(std::env::var_os("TANDEM_PEERS_REQUIRED").is_none(), "{name} is not installed, and peers are required");
        eprintln!("SKIPPED: {name} is not installed, no game was played against it");
    }
    found.map(|path| path.to_string_lossy().into_owned())
}

/// One game against a real engine at a time: the clocks are real.
pub static BOARDS: Mutex<()> = Mutex::new(());

/// Plays games of ours against a real engine, to an end on the boards or by the clock.
fn against(name: &str, protocol: &str, tc: &str) {
    let Some(program) = peer(name) else { return };
    let _quiet = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
    let table = Table::new();
    let engine = format!("cmd={program},protocol={protocol},name=Peer");
    // From openings: both colors, and boards that have to be set up.
    let games = ["--games", "2", "--openings", "builtin", "--rules", "fairy-stockfish"];
    let played = table.play(&[&games[..], &["--tc", tc, "--team2", &engine]].concat());
    assert_eq!(played.games.len(), 2);
    for game in &played.games {
        let whole = bpgn::write(game);
        assert_ne!(game.result, GameResult::Open, "{whole}");
        let note = game.end_note.as_deref().unwrap_or_default();
        assert!(game.plies.len() > 10 && !note.contains("forfeits by"), "{whole}{}", played.err);
        assert!(!whole.contains("claims: Illegal") && !whole.contains("claims: Error"), "{whole}");
        // A flag or a resignation is not on the boards.
        let expected = [Reason::Mate, Reason::Flag, Reason::Stalemate, Reason::Resignation];
        assert!(replayed(game).is_none_or(|outcome| expected.contains(&outcome.reason)), "{whole}");
    }
}

#[test]
fn fairy_stockfish_plays_by_cecp_to_a_real_end() {
    against("fairy-stockfish", "cecp", "1+0");
}

#[test]
fn fairy_stockfish_and_ours_are_one_team() {
    let Some(program) = peer("fairy-stockfish") else { return };
    let _quiet = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
    let table = Table::new();
    let ours = assert_cmd::cargo::cargo_bin!("tandem");
    let team = format!("name=Mix,cmd={},partner.cmd={program},partner.protocol=cecp", ours.display());
    let rules = ["--rules", "fairy-stockfish", "--games", "2", "--openings", "builtin", "--tc", "1+0"];
    let played = table.play(&[&rules[..], &["--team1", &team]].concat());
    assert!(played.out.contains("score Mix - Tandem "), "{}", played.out);
    assert_eq!(played.games[0].tag("WhiteA"), Some("Tandem 0.1.0"));
    assert!(played.games[0].tag("BlackB").is_some_and(|name| name.starts_with("Fairy-Stockfish")));
    for game in &played.games {
        let whole = bpgn::write(game);
        assert!(
            game.plies.len() > 10 && !game.end_note.as_deref().unwrap_or_default().contains("forfeits by"),
            "{whole}"
        );
        // Its greeting comes before the game, and is recorded.
        let greeting = "partner Fairy-Stockfish is an engine";
        assert!(game.notes.iter().any(|note| note.contains(greeting)), "{whole}");
    }
}

#[test]
fn fairy_stockfish_plays_by_uci_to_a_real_end() {
    against("fairy-stockfish", "uci", "1+0");
}

#[test]
fn sjeng_plays_by_cecp_to_a_real_end() {
    against("sjeng", "cecp", "1+0");
}

#[test]
fn our_cecp_plays_against_our_ubi() {
    let _quiet = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
    let table = Table::new();
    let program = assert_cmd::cargo::cargo_bin!("tandem");
    let engine = format!("cmd={},protocol=cecp,name=Cecp", program.display());
    for rules in ["international", "fairy-stockfish"] {
        let games = ["--games", "2", "--openings", "builtin", "--rules", rules];
        let played = table.play(&[&games[..], &["--tc", "1+0", "--team2", &engine]].concat());
        for game in &played.games {
            let whole = bpgn::write(game);
            let note = game.end_note.as_deref().unwrap_or_default();
            assert!(game.plies.len() > 10 && !note.contains("forfeits by"), "{whole}{}", played.err);
            assert!(!whole.contains("claims: Illegal") && !whole.contains("claims: Error"), "{whole}");
            assert!(whole.contains("Tandem"), "{whole}");
            assert!(replayed(game).is_none_or(|outcome| outcome.reason != Reason::Resignation), "{whole}");
        }
    }
}
