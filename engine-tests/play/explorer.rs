//! The moves played in a position: of the games that are kept, and of a base of `tandem explore`.

use super::rig::{Server, field};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const TAGS: &str =
    "[WhiteA \"Anna\"]\n[BlackA \"Boris\"]\n[WhiteB \"Carl\"]\n[BlackB \"Dora\"]\n[TimeControl \"60+0\"]\n\n";
/// A game that is kept, and in the base.
const BOTH: &str = "1A. e4 {59.0} 1a. e5 {59.0} {White resigns} 0-1\n\n";
/// One that is kept.
const KEPT: &str = "1A. e4 {59.0} 1a. c5 {59.0} {Black resigns} 1-0\n\n";
/// One of the base.
const BASE: &str = "1A. d4 {59.0} 1B. e4 {59.0} 1a. d5 {59.0} {Draw} 1/2-1/2\n\n";

fn tandem(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("tandem")).current_dir(folder).args(arguments).output().expect("it runs")
}

/// The moves of the start position as `san played score`.
fn moves(answer: &Value) -> Vec<String> {
    let rows = answer["boards"][0].as_array().expect("rows");
    rows.iter().map(|row| format!("{} {} {}", field(row, "san"), row["played"], row["score"])).collect()
}

#[test]
fn a_base_adds_its_games_to_those_that_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games");
    fs::create_dir(&games).expect("a folder");
    for (number, game) in [BOTH, KEPT].into_iter().enumerate() {
        fs::write(games.join(format!("2026-11-24-10000{number}-1.bpgn")), format!("{TAGS}{game}")).expect("a file");
    }
    fs::write(folder.path().join("base.bpgn"), format!("{TAGS}{BOTH}{TAGS}{BASE}")).expect("a file");
    let built = tandem(folder.path(), &["explore", "build", "base", "base.bpgn", "--quiet"]);
    assert!(built.status.success(), "{built:?}");
    let ask = |server: &Server| {
        let body = json!({ "boards": "startpos | startpos", "rules": "international" });
        let (status, answer) = server.post("/explorer", &server.key, body.to_string().as_bytes());
        assert_eq!((status, &answer["left"]), (200, &json!(0)), "{answer}");
        answer
    };
    let server = Server::start_in(&games, 0, &[]);
    let answer = ask(&server);
    assert_eq!((&answer["games"], moves(&answer)), (&json!(2), vec!["e4 2 0.5".to_owned()]));
    server.kill();
    let base = folder.path().join("base");
    let server = Server::start_in(&games, 0, &["--explore", base.to_str().expect("UTF-8")]);
    let answer = ask(&server);
    // The game in both places counts once.
    assert_eq!(answer["games"], 3);
    assert_eq!(moves(&answer), ["e4 3 0.5", "d4 1 0.5"]);
}

#[test]
fn a_file_that_is_no_base_is_named_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.bpgn"), BOTH).expect("a file");
    for (file, why) in [("games.bpgn", "no base"), ("nothing", "nothing")] {
        let output = tandem(folder.path(), &["play", "--no-browser", "--games", "games", "--explore", file]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && text.contains(file) && text.contains(why), "{output:?}");
    }
}
