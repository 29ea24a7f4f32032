//! `tandem mates` and `tandem fit`: their output, and their errors for bad input.

use std::process::Output;

fn tandem(arguments: &[&str]) -> Output {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    command.args(arguments).output().expect("tandem runs")
}

fn complaint(arguments: &[&str]) -> String {
    let output = tandem(arguments);
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).expect("UTF-8 comes out")
}

#[test]
fn mates_of_games_are_collected_and_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = folder.path().join("mates.tsv");
    let output = tandem(&["mates", "collect", "engine-tests/data/games.bpgn", "--nodes", "20000", "--skip", "75"]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8 comes out");
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| row.split('\t').count() == 5), "{text}");
    std::fs::write(&set, text.as_bytes()).expect("a file");
    let engine = assert_cmd::cargo::cargo_bin!("tandem");
    let arguments = ["mates", "run", set.to_str().expect("a path"), "--nodes", "20000", "--engine"];
    let output = tandem(&[&arguments[..], &[engine.to_str().expect("a path")]].concat());
    let said = String::from_utf8(output.stdout).expect("UTF-8 comes out");
    assert!(output.status.success() && said.contains(&format!("{} positions", rows.len())), "{said}");
    assert!(said.contains(&format!("{} found, 100.0 %", rows.len())), "what it collected itself it finds: {said}");
}

#[test]
fn bad_input_is_quoted() {
    let engine = ["--engine", "no-such-engine"];
    let arguments = [&["mates", "run", "no-such-file.tsv"], &engine[..]].concat();
    assert!(complaint(&arguments).contains("no-such-file.tsv"));
    assert!(complaint(&["mates", "collect", "no-such-games.bpgn"]).contains("no-such-games.bpgn"));
    let arguments = [&["mates", "run", "engine-tests/data/talk.tsv"], &engine[..]].concat();
    assert!(complaint(&arguments).contains("five fields"));
    assert!(complaint(&["fit", "pieces", "no-such-data"]).contains("no-such-data"));
    if !cfg!(feature = "tune") {
        assert!(complaint(&["fit", "evaluation", "games.bpgn"]).contains("--features tune"));
    }
}
