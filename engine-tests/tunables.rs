//! Tunable parameters: names are unique, and with the feature `tune` each has an option; `tandem tune` goes on.

use crate::driver::{Driver, count, value};
use crate::match_game::{Place, text};
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tandem::protocol::options::TUNABLES;
#[cfg(unix)]
use tandem::tools::data::lock;

#[test]
fn names_are_unique_and_defaults_in_their_ranges() {
    let names: HashSet<&str> = TUNABLES.iter().map(|number| number.name.as_str()).collect();
    assert_eq!(names.len(), TUNABLES.len());
    // One of each layer, and elements of arrays and of arrays of arrays.
    for name in ["rfp_margin", "tempo", "near_mate", "planned_moves", "mobility_5", "hand_percent_4_0"] {
        assert!(names.contains(name), "{name}");
    }
    for number in TUNABLES.iter() {
        assert!(number.range.contains(&number.default), "{number:?}");
        assert_eq!(number.value(), number.default, "{number:?}");
        let width = number.range.end() - number.range.start();
        assert!(number.step > 0 && number.step <= width, "{number:?}");
    }
}

#[test]
fn only_a_build_for_tuners_lists_them() {
    for protocol in ["uci", "ubi"] {
        let mut driver = Driver::start(&[]);
        driver.send(protocol);
        let lines = driver.until(&format!("{protocol}ok"));
        let listed = TUNABLES.iter().filter(|number| {
            let (name, low, high) = (&number.name, number.range.start(), number.range.end());
            let line = format!("option name {name} type spin default {} min {low} max {high}", number.default);
            lines.contains(&line)
        });
        let expected = if cfg!(feature = "tune") { TUNABLES.len() } else { 0 };
        assert_eq!(listed.count(), expected, "{protocol}");
        driver.quit();
    }
    let mut driver = Driver::start(&[]);
    driver.send("xboard");
    driver.send("protover 2");
    let lines = driver.until("feature done=1");
    let listed = count(&lines, "feature option=\"rfp_margin -spin 110 30 300\"");
    assert_eq!(listed, usize::from(cfg!(feature = "tune")), "{lines:?}");
    driver.quit();
}

/// Nodes of a search of the initial position.
fn nodes(driver: &mut Driver) -> String {
    driver.send("setoption name ClearHash");
    driver.send("position startpos");
    driver.send("go depth 9");
    let lines = driver.until("bestmove");
    let last = lines.iter().rfind(|line| line.starts_with("info depth 9")).cloned().unwrap_or_default();
    value(&last, "nodes").to_owned()
}

#[test]
fn an_option_changes_search_and_evaluation_and_back() {
    let mut driver = Driver::session("uci");
    if !cfg!(feature = "tune") {
        let lines = driver.ask("setoption name lmr_base value 0");
        assert_eq!(count(&lines, "info string error: "), 1, "{lines:?}");
        driver.quit();
        return;
    }
    let usual = nodes(&mut driver);
    for (name, changed, default) in [("lmr_base", 0, 700), ("hand_values_1", 20, 224), ("tempo", 90, 20)] {
        assert!(driver.ask(&format!("setoption name {name} value {changed}")).is_empty());
        assert_ne!(nodes(&mut driver), usual, "{name}");
        assert!(driver.ask(&format!("setoption name {name} value {default}")).is_empty());
    }
    let lines = driver.ask("setoption name lmr_base value 2001");
    assert!(lines.len() == 1 && lines[0].contains("`2001` is not a number from 0 to 2000"), "{lines:?}");
    driver.quit();
}

/// The arguments of a short tuning in this file.
fn tuning<'a>(games: &'a str, out: &'a str) -> Vec<&'a str> {
    let fixed = ["tune", "rfp_margin", "lmr_slope=500:40", "settled_percent_0", "--clock", "nodes=1", "--tc", "1+0"];
    let more =
        ["--games", games, "--batch", "2", "--rate", "0.5", "--seed", "5", "--quiet", "--hash", "1", "--out", out];
    fixed.into_iter().chain(more).collect()
}

fn tune(place: &Place, args: &[&str]) -> (bool, String, String) {
    let output = place.tandem().args(args).output().expect("the program");
    let (out, err) = text(&output);
    (output.status.success(), out, err)
}

#[test]
fn a_tuning_needs_numbers_that_can_be_set() {
    let place = Place::new();
    for (wrong, words) in [
        (vec!["rfp_margn"], "`rfp_margn`: no tunable number has this name, is `rfp_margin` meant?"),
        (vec!["rfp_margin=9000"], "`rfp_margin=9000`: rfp_margin goes from 30 to 300"),
        (vec!["rfp_margin", "--variant", "crazyhouse"], "--variant"),
        (vec!["rfp_margin", "--clock", "nodes=4:5"], "nodes=N is wanted"),
        (vec!["rfp_margin", "--engine", "cmd=x,slow=4"], "without partner, slow or tc"),
    ] {
        let args = [&["tune", "--out", "t.jsonl"], &wrong[..]].concat();
        let (ok, out, err) = tune(&place, &args);
        assert!(!ok && err.contains(words), "{wrong:?}: {out}{err}");
    }
    let (ok, _, err) = tune(&place, &tuning("4", "t.jsonl"));
    assert_eq!(ok, cfg!(feature = "tune"), "{err}");
    assert!(ok || err.contains("in this build the numbers are constants"), "{err}");
}

#[test]
fn bug_a_file_of_one_line_without_an_end_was_lost_to_a_tuning() {
    let place = Place::new();
    let file = place.path("notes.txt");
    for words in ["notes of mine", "{\"format\":\"something else\"}"] {
        std::fs::write(&file, words).expect("a file");
        let (ok, _, err) = tune(&place, &["tune", "rfp_margin", "--engine", "cmd=no-such", "--out", "notes.txt"]);
        assert!(!ok && err.contains("notes.txt: line 1 is not of a tuning"), "{err}");
        assert_eq!(std::fs::read_to_string(&file).expect("a file"), words);
    }
}

#[test]
fn bug_a_tuning_whose_engine_did_not_start_left_a_file_behind() {
    let place = Place::new();
    let started = || tune(&place, &["tune", "rfp_margin", "--engine", "cmd=no-such", "--out", "t.jsonl"]);
    let (ok, _, err) = started();
    assert!(!ok && err.contains("no-such") && !place.path("t.jsonl").exists(), "{err}");
    // One that was there stays.
    std::fs::write(place.path("t.jsonl"), "").expect("a file");
    assert!(!started().0 && place.path("t.jsonl").exists());
}

#[cfg(unix)]
#[test]
fn bug_two_tunings_wrote_to_one_file() {
    let place = Place::new();
    let path = place.path("t.jsonl");
    let file = std::fs::File::create(&path).expect("a file");
    lock(&file, &path).expect("it is free");
    let (ok, _, err) = tune(&place, &["tune", "rfp_margin", "--engine", "cmd=no-such", "--out", "t.jsonl"]);
    assert!(!ok && err.contains("t.jsonl: another process is writing to it"), "{err}");
    assert_eq!(file.metadata().expect("the file").len(), 0);
}

#[test]
fn a_tuning_goes_on_where_it_was_killed_and_ends_the_same() {
    if !cfg!(feature = "tune") {
        return;
    }
    let place = Place::new();
    let (ok, whole, err) = tune(&place, &tuning("24", "whole.jsonl"));
    assert!(ok && whole.contains("rfp_margin") && whole.contains("--option1 rfp_margin="), "{whole}{err}");
    let lines = std::fs::read_to_string(place.path("whole.jsonl")).expect("a file");
    assert_eq!(lines.lines().count(), 1 + 6, "{lines}");
    // Killed with half a line written, after some batches.
    let file = place.path("part.jsonl");
    let mut child = place.tandem().args(tuning("24", "part.jsonl")).stdout(Stdio::null()).spawn().expect("the program");
    let done = || std::fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    let deadline = Instant::now() + Duration::from_secs(60);
    while done() < 3 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    let mut torn = OpenOptions::new().append(true).open(&file).expect("the file");
    torn.write_all(b"{\"pairs\":4,\"resu").expect("written");
    let (ok, resumed, err) = tune(&place, &[&tuning("24", "part.jsonl")[..], &["--concurrency", "2"]].concat());
    assert!(ok, "{err}");
    assert_eq!(resumed, whole);
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), lines);
    // Another tuning is not mixed with it.
    let (ok, _, err) = tune(&place, &tuning("26", "part.jsonl"));
    assert!(!ok && err.contains("belongs to another tuning"), "{err}");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), lines);
}

#[test]
fn a_screening_moves_nothing_and_tells_what_each_number_is_worth() {
    if !cfg!(feature = "tune") {
        return;
    }
    let place = Place::new();
    let fixed = ["tune", "--screen", "--clock", "nodes=1", "--tc", "1+0", "--games", "16", "--quiet", "--hash", "1"];
    let args = [&fixed[..], &["--out", "s.jsonl", "rfp_margin:40", "lmr_moves=1:1"]].concat();
    let (ok, out, err) = tune(&place, &args);
    let lines: Vec<&str> = out.lines().collect();
    assert!(ok && lines.len() == 4 && lines[3] == "16 games", "{out}{err}");
    for (line, name, value) in [(lines[1], "rfp_margin", "110"), (lines[2], "lmr_moves", "1")] {
        let words: Vec<&str> = line.split_whitespace().collect();
        let moved = words[2] == format!("{value}.0") && words[3] == "+0.0";
        assert!(words[..2] == [name, value] && moved && line.contains("Elo ") && line.contains("95 % ["), "{line}");
    }
    let journal = std::fs::read_to_string(place.path("s.jsonl")).expect("a file");
    assert!(journal.lines().skip(1).all(|line| line.contains("\"values\":[110.0,1.0]")), "{journal}");
    // A tuning is no screening.
    let args = [&["tune"], &fixed[2..], &["--out", "s.jsonl", "rfp_margin:40", "lmr_moves=1:1"]].concat();
    let (ok, _, err) = tune(&place, &args);
    assert!(!ok && err.contains("--screen"), "{err}");
}
