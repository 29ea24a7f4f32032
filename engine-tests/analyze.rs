//! `tandem analyze`: text, JSON lines and annotated BPGN of whole games, and faulty files.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tandem::game::{Rules, bpgn};
use tandem::tools::analyze::judge::Judgment;
use tandem::tools::analyze::review::stand;
use tandem::tools::analyze::walk::Walk;
use tandem::types::{Move, PieceType, Square};

/// Two games: mate by the queen on f7, and a flag.
const GAMES: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n[TimeControl \"60+0\"]\n\n\
    1A. e4 {59.0} 1a. e5 {58.0} 2A. Qh5 {58.0} 1B. d4 {57.0} 2a. Nc6 {57.0} 3A. Bc4 {57.0} 3a. Nf6 {35.0} \
    4A. Qxf7# {56.0} {Bob checkmated} 1-0\n\n\
    [WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n[TimeControl \"60+0\"]\n\n\
    1A. e4 {59.0} 1a. d5 {58.0} 2A. exd5 {58.0} {C:thanks} {Cid forfeits on time} 1-0\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn with(text: &str) -> (Self, PathBuf) {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        let file = folder.0.path().join("games.bpgn");
        fs::write(&file, text).expect("a file");
        (folder, file)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The names of its files.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a list");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn analyze(file: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    command.arg("analyze").arg(file).args(["--nodes", "2000"]).args(more).output().expect("it runs")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn lines(output: &Output) -> Vec<Value> {
    text(output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_text_has_every_ply_and_the_moments_that_decided() {
    let (_folder, file) = Folder::with(GAMES);
    let text = text(&analyze(&file, &[]));
    for part in ["Game 1\n", "Game 2\n", "Ann + Dan (team 1) against Bob + Cid: 1-0", "4A. Qxf7#", "1B. d4"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    let (first, second) = text.split_once("Game 2").expect("two games");
    assert!(first.contains("3a. Nf6: Bob (black on A) takes team 1 from "), "{first}");
    assert!(first.contains("3a. Nf6: Bob (black on A) sits for 22.0 s before it"), "{first}");
    assert!(first.contains("the end: mate, Bob (black on A)"), "{first}");
    assert!(second.contains("the end: flag, Cid (white on B)"), "{second}");
}

#[test]
fn json_has_a_line_a_ply_and_is_the_same_on_any_number_of_threads() {
    let (_folder, file) = Folder::with(GAMES);
    let lines_1 = lines(&analyze(&file, &["--json"]));
    // One record for each start and each ply, and one for each game.
    assert_eq!(lines_1.len(), (1 + 8) + 1 + (1 + 3) + 1);
    let blunder = &lines_1[7];
    assert_eq!((&blunder["san"], &blunder["seat"], &blunder["game"]), (&"Nf6".into(), &"a".into(), &1.into()));
    assert_eq!(blunder["boards"][0]["mate"], 1);
    assert_eq!(blunder["boards"][0]["line"][0], "Qxf7#");
    assert!(blunder["cost"].as_f64() > Some(0.2) && blunder["better"].is_array(), "{blunder}");
    assert_eq!(lines_1[8]["boards"][0]["mate"], 0);
    let end = &lines_1[9];
    let kinds: Vec<&Value> = end["moments"].as_array().expect("moments").iter().map(|moment| &moment["kind"]).collect();
    assert_eq!((&end["reason"], kinds.last()), (&"mate".into(), Some(&&"end".into())));
    assert!(kinds.contains(&&"sit".into()) && kinds.contains(&&"swing".into()), "{kinds:?}");
    assert_eq!(lines_1.last().expect("a line")["moments"][0]["kind"], "flag");
    // A capture changes the other board's hand, so that board is evaluated again.
    let capture = lines_1.iter().find(|line| line["san"] == "exd5").expect("the capture");
    assert_ne!(capture["boards"][1], lines_1[12]["boards"][1]);
    assert_eq!(lines(&analyze(&file, &["--json", "--threads", "3"])), lines_1);
}

#[test]
fn the_annotated_games_read_back_with_all_that_was_there() {
    let (folder, file) = Folder::with(GAMES);
    let out = folder.path("out.bpgn");
    fs::write(&out, "old").expect("a file");
    text(&analyze(&file, &["--bpgn", &out.to_string_lossy()]));
    assert_eq!(folder.names(), ["games.bpgn", "out.bpgn"], "nothing else is left behind");
    let read = |path: &Path| bpgn::read(&fs::read(path).expect("a file")).expect("BPGN");
    let (before, after) = (read(&file), read(&out));
    assert_eq!((before.len(), after.len()), (2, 2));
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(
            after.replay(Default::default()).map(|game| game.outcome()),
            before.replay(Default::default()).map(|game| game.outcome())
        );
        assert!(after.plies.iter().all(|ply| ply.notes.iter().any(|note| note.starts_with("eval A "))));
        let same = |a: &bpgn::Ply, b: &bpgn::Ply| (&a.san, a.stamp, a.seat) == (&b.san, b.stamp, b.seat);
        assert!(before.plies.iter().zip(&after.plies).all(|(a, b)| same(a, b)));
    }
    assert!(after[0].plies[6].notes.iter().any(|note| note.starts_with("better ")), "{:?}", after[0].plies[6]);
    assert!(after[1].plies[2].notes.contains(&"thanks".to_owned()));
    // Written over its own input: the file is read before it is replaced.
    text(&analyze(&out, &["--bpgn", &out.to_string_lossy()]));
    assert_eq!(read(&out).len(), 2);
}

#[test]
fn one_game_of_a_file_is_analyzed_under_its_number() {
    let (_folder, file) = Folder::with(GAMES);
    let all = lines(&analyze(&file, &["--json"]));
    let second: Vec<Value> = all.iter().filter(|line| line["game"] == 2).cloned().collect();
    assert_eq!(lines(&analyze(&file, &["--json", "--game", "2"])), second);
    assert!(text(&analyze(&file, &["--game", "1"])).contains("4A. Qxf7#"));
    let output = analyze(&file, &["--game", "3"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("there is no game 3, only 2"), "{output:?}");
    let output = analyze(&file, &["--game", "0"]);
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("0"), "{output:?}");
    // Regression: the range went to 18446744073709551615.
    for (option, value, told) in [("--nodes", "0", "the least is 1"), ("--movetime", "x", "invalid digit")] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        let output = command.arg("analyze").arg(&file).args([option, value]).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(&format!("invalid value '{value}' for '{option}")) && error.contains(told), "{error}");
    }
}

#[test]
fn bug_a_damaged_game_was_not_counted_in_the_numbers_of_those_behind_it() {
    let (_folder, file) = Folder::with(&format!("[Rules \"klingon\"]\n1A. e4 *\n{GAMES}"));
    let output = analyze(&file, &["--json"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(all.iter().all(|line| line["game"] == 2 || line["game"] == 3), "{text}");
    let second: Vec<Value> = all.iter().filter(|line| line["game"] == 2).cloned().collect();
    assert_eq!(lines(&analyze(&file, &["--json", "--game", "2"])), second);
}

#[test]
fn every_line_of_json_has_both_boards() {
    let (_folder, file) = Folder::with(GAMES);
    let lines = lines(&analyze(&file, &["--json", "--game", "2"]));
    let last = &lines[3];
    assert_eq!(
        (&last["san"], &last["bfen"]),
        (
            &Value::from("exd5"),
            &Value::from(
                "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 2 | \
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[p] w KQkq - 0 1"
            )
        )
    );
}

#[test]
fn damaged_games_are_named_and_the_others_analyzed() {
    let torn = &GAMES[..GAMES.len() - 40];
    let illegal = GAMES.replace("2A. exd5", "2A. exf5");
    for (content, good, parts) in [
        (torn.to_owned(), 1, vec!["games.bpgn, game 2 (Ann, Bob, Cid, Dan), line 15,", "no `}`"]),
        (illegal, 1, vec!["games.bpgn, game 2", "line 15, `2A. exf5`"]),
        (format!("[Rules \"klingon\"]\n1A. e4 *\n{GAMES}"), 2, vec!["game 1", "klingon"]),
    ] {
        let (folder, file) = Folder::with(&content);
        let out = folder.path("out.bpgn");
        let output = analyze(&file, &["--bpgn", &out.to_string_lossy()]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(parts.iter().all(|part| message.contains(part)), "{parts:?}: {message}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("4A. Qxf7#"), "{output:?}");
        let served = bpgn::read(&fs::read(&out).expect("a file")).expect("BPGN");
        assert_eq!(served.len(), good);
    }
}

#[test]
fn bug_a_game_that_came_twice_was_counted_twice_without_a_word() {
    let (_folder, file) = Folder::with(GAMES);
    let output = analyze(&file, &[&*file.to_string_lossy(), "--summary"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    assert_eq!(told.matches("warning: the game came before, by players and moves").count(), 2, "{told}");
}

#[test]
fn files_without_a_game_are_told_and_nothing_is_written() {
    for (content, part) in [("", "no game"), ("1A. e5 *", "no game can be read; 1 is damaged")] {
        let (folder, file) = Folder::with(content);
        let out = folder.path("out.bpgn");
        let output = analyze(&file, &["--bpgn", &out.to_string_lossy()]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && output.stdout.is_empty(), "{output:?}");
        assert!(message.contains(part), "{message}");
        assert_eq!(folder.names(), ["games.bpgn"]);
    }
    let (folder, file) = Folder::with(GAMES);
    let nowhere = folder.path("no/such/out.bpgn");
    let output = analyze(&file, &["--bpgn", &nowhere.to_string_lossy()]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/such/out.bpgn"), "{output:?}");
    let output = analyze(&folder.path("missing.bpgn"), &[]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing.bpgn"), "{output:?}");
}

#[test]
fn bug_an_output_that_cannot_be_written_was_told_when_all_was_searched() {
    let (folder, file) = Folder::with(GAMES);
    for option in ["--bpgn", "--html"] {
        let nowhere = folder.path("no/such/out").to_string_lossy().into_owned();
        let output = analyze(&file, &[option, &nowhere]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && output.stdout.is_empty(), "{output:?}");
        assert!(message.contains(&format!("{option} {nowhere}: ")), "{message}");
    }
    assert_eq!(folder.names(), ["games.bpgn"]);
}

#[test]
fn bug_a_file_that_cannot_be_read_was_named_twice_in_the_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let told = |file: &Path| {
        let output = analyze(file, &[]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or_default().to_owned()
    };
    let missing = path("missing.bpgn");
    let wanted = format!("error: {} cannot be read, and there is no other game", missing.display());
    assert_eq!(told(&missing), wanted);
    let empty = path("empty.bpgn");
    fs::write(&empty, "").expect("a file");
    assert_eq!(told(&empty), format!("error: {}: there is no game of bughouse in it", empty.display()));
}

/// Regression: both moves were compared as text without the drop's letter.
#[test]
fn a_pawn_move_is_not_taken_for_the_drop_on_its_square() {
    let text = "[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n\n1B. e4 1b. d5 2B. exd5 1A. e4 1a. e5 *\n";
    let record = bpgn::read(text.as_bytes()).expect("a game").remove(0);
    let walk = Walk::new(&record, Rules::default()).expect("legal moves");
    let verdict = |score, best, line: &[&str]| Judgment {
        score,
        depth: 1,
        best,
        line: line.iter().map(|san| (*san).to_owned()).collect(),
        hangs: false,
    };
    let drop = Move::drop(PieceType::Pawn, "e5".parse::<Square>().expect("a square"));
    // Black on A should have dropped the pawn; after the pawn's move white is far ahead.
    let verdicts: Vec<Judgment> = (0..walk.questions.len())
        .map(|index| {
            if index + 1 == walk.questions.len() { verdict(900, None, &[]) } else { verdict(0, Some(drop), &["P@e5"]) }
        })
        .collect();
    let [.., before, last] = &walk.moments[..] else { panic!("too few moments") };
    let after = stand(last, Some(&stand(before, None, &verdicts)), &verdicts);
    assert_eq!(after.played.map(|played| played.san.as_str()), Some("e5"));
    assert_eq!(after.better, Some(&["P@e5".to_owned()][..]));
}
