//! Matches as series of pairs: slices, files of finished pairs, kills, merging, more than two teams. The engines are
//! scripts: a team that is silent always wins against one that plays an illegal move at once.

use crate::match_game::{Place, fake, text};
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A match between the two scripts.
fn arguments(place: &Place, more: &[&str]) -> Vec<String> {
    let nowhere = Path::new("");
    let teams = [fake("silent", nowhere), fake("illegal", nowhere)];
    let fixed = ["--quiet", "--tc", "60+0", "--team1", &teams[0], "--team2", &teams[1]];
    assert!(place.path("").is_dir());
    let start: &[&str] = if more.contains(&"--openings") { &[] } else { &["--openings", "start"] };
    fixed.iter().chain(start).chain(more).map(|&text| text.to_owned()).collect()
}

fn play(place: &Place, more: &[&str]) -> (bool, String, String) {
    let arguments = arguments(place, more);
    let output = place.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let (out, err) = text(&output);
    // Without the evidence of the games that engines have lost, which is indented.
    let err = err.lines().filter(|line| !line.starts_with("  ")).collect::<Vec<_>>().join("\n");
    (output.status.success(), out, err)
}

fn merge(place: &Place, more: &[&str]) -> (bool, String, String) {
    let arguments: Vec<&str> = ["merge"].iter().chain(more).copied().collect();
    let output = place.run(&arguments);
    let (out, err) = text(&output);
    (output.status.success(), out, err)
}

fn lines(place: &Place, name: &str) -> Vec<Value> {
    let text = fs::read_to_string(place.path(name)).expect("a file");
    assert!(text.is_empty() || text.ends_with('\n'), "{text}");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn pairs(place: &Place, name: &str) -> Vec<u64> {
    lines(place, name).iter().map(|line| line["pair"].as_u64().expect("a number")).collect()
}

fn rounds(place: &Place, name: &str) -> Vec<u64> {
    place.games(name).iter().map(|game| game.tag("Round").expect("a tag").parse().expect("a number")).collect()
}

/// The verdict, printed after the games' results. Without the last line, which names the file of the games.
fn verdict(out: &str) -> String {
    let lines: Vec<&str> = out.lines().skip_while(|line| line.starts_with("game ")).collect();
    let end = lines.iter().position(|line| line.starts_with("games are in")).unwrap_or(lines.len());
    lines[..end].join("\n")
}

#[test]
fn a_line_tells_all_about_its_pair() {
    let place = Place::new();
    let (ok, out, err) = play(&place, &["--games", "4", "--jsonl", "pairs.jsonl", "--seed", "7"]);
    assert!(ok, "{out}{err}");
    let lines = lines(&place, "pairs.jsonl");
    assert_eq!(lines.len(), 2);
    for (number, line) in lines.iter().enumerate() {
        assert_eq!(line["format"], "tandem match pair");
        assert_eq!((&line["version"], &line["pair"], &line["opening"]), (&json!(2), &json!(number), &json!(1)));
        assert!(line["seed"].as_u64().is_some_and(|seed| seed < 1 << 53));
        assert_eq!(line["terms"]["control"], "60+0");
        assert_eq!(line["terms"]["seed"], 7);
        assert!(line["terms"]["rules"].as_str().is_some_and(|rules| rules.starts_with("international")));
        assert_eq!(line["teams"][0]["name"], "Fake silent");
        assert_eq!(line["teams"][1]["options"][0], "Threads=1");
        // The seats change, the winner does not.
        assert_eq!((&line["games"][0]["result"], &line["games"][1]["result"]), (&json!("1-0"), &json!("0-1")));
        for game in line["games"].as_array().expect("games") {
            assert_eq!(
                (&game["winner"], &game["reason"], &game["plies"]),
                (&json!(0), &json!("illegal move"), &json!(0))
            );
            assert!(game["duration_ms"].is_u64() && game["teams"][1]["time_ms"].is_u64());
        }
        assert!(line["machine"]["bench_nps"].as_u64().is_some_and(|nps| nps > 1000), "{line}");
        assert!(line["machine"]["host"].is_string() && line["machine"]["cpu"].is_string());
        assert_eq!(line["bpgn"]["file"], "pairs.bpgn");
    }
    assert_ne!(lines[0]["seed"], lines[1]["seed"]);
    let length = fs::metadata(place.path("pairs.bpgn")).expect("beside the pairs").len();
    assert_eq!(lines[1]["bpgn"]["bytes"], length);
    assert_eq!(rounds(&place, "pairs.bpgn"), [1, 2, 3, 4]);
    let expected = "score Fake silent - Fake illegal: 4 : 0\n  games: +4 =0 -0, 0.0 % drawn\n  \
                    pairs: 2: LL 0, LD 0, WL+DD 0, WD 0, WW 2\n  Elo +inf, 95 % [";
    assert!(verdict(&out).starts_with(expected), "{out}");
    place.assert_nothing_leaked();
}

#[test]
fn slices_merge_into_the_verdict_of_one_run() {
    let place = Place::new();
    let sprt = ["--sprt", "-5", "5"];
    let (ok, whole, err) = play(&place, &[&["--pairs", "0..6", "--jsonl", "whole.jsonl"][..], &sprt].concat());
    assert!(ok, "{whole}{err}");
    // The same lines, split and in another order, some of them twice.
    let text = fs::read_to_string(place.path("whole.jsonl")).expect("pairs");
    let all: Vec<&str> = text.lines().collect();
    for (name, lines) in [("a.jsonl", [5, 0, 3]), ("b.jsonl", [4, 1, 2]), ("c.jsonl", [3, 3, 0])] {
        fs::write(place.path(name), lines.map(|line| all[line].to_owned() + "\n").concat()).expect("written");
    }
    let (ok, merged, err) = merge(&place, &[&["a.jsonl", "b.jsonl"][..], &sprt].concat());
    assert!(ok && err.is_empty(), "{err}");
    assert_eq!(verdict(&merged), verdict(&whole));
    let (ok, merged, err) = merge(&place, &[&["c.jsonl", "b.jsonl", "a.jsonl"][..], &sprt].concat());
    assert!(ok && err.contains("a.jsonl: 2 of its 3 pairs were there already, counted once"), "{err}");
    assert_eq!(verdict(&merged), verdict(&whole));
    // Slices played separately give the same, but for the times.
    for slice in ["0..2", "2..6"] {
        let (ok, out, err) = play(&place, &["--pairs", slice, "--jsonl", &format!("{slice}.jsonl")]);
        assert!(ok, "{out}{err}");
    }
    assert_eq!((pairs(&place, "0..2.jsonl"), pairs(&place, "2..6.jsonl")), (vec![0, 1], vec![2, 3, 4, 5]));
    let (ok, merged, err) = merge(&place, &[&["2..6.jsonl", "0..2.jsonl"][..], &sprt].concat());
    assert!(ok && err.is_empty(), "{err}");
    let proof =
        |out: &str| verdict(out).lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(proof(&merged), proof(&whole));
    assert_eq!(proof(&merged).len(), 5 + 1 + 12, "score, games, pairs, Elo, SPRT, 12 games lost by one team: {merged}");
    let seeds = |name| lines(&place, name).iter().map(|line| line["seed"].clone()).collect::<Vec<_>>();
    assert_eq!([seeds("0..2.jsonl"), seeds("2..6.jsonl")].concat(), seeds("whole.jsonl"));
}

#[test]
fn results_that_do_not_belong_together_are_not_merged() {
    let place = Place::new();
    let (ok, _, err) = play(&place, &["--games", "4", "--jsonl", "one.jsonl"]);
    assert!(ok, "{err}");
    let original = lines(&place, "one.jsonl");
    let changed = |name: &str, change: &dyn Fn(&mut Value)| {
        let mut line = original[0].clone();
        change(&mut line);
        fs::write(place.path(name), format!("{line}\n")).expect("written");
        let (ok, out, err) = merge(&place, &["one.jsonl", name]);
        assert!(!ok && out.is_empty(), "{name}: {out}{err}");
        err
    };
    let conflict = changed("conflict", &|line| line["games"][0]["winner"] = json!(null));
    assert!(
        conflict.contains("conflict line 1: pair 0 was also played in one.jsonl line 1, and not the same"),
        "{conflict}"
    );
    let rules = changed("rules", &|line| line["terms"]["rules"] = json!("fics"));
    assert!(
        rules.contains("rules line 1: belongs to another match than one.jsonl line 1: rules is `fics` here"),
        "{rules}"
    );
    let options = changed("options", &|line| line["teams"][1]["options"] = json!(["Hash=1"]));
    assert!(options.contains("team 2's options is `Hash=1` here and `Threads=1 Hash=16"), "{options}");
    let talk = changed("talk", &|line| line["teams"][0]["muted"] = json!(true));
    assert!(talk.contains("team 1's muted is `true` here and `false` there"), "{talk}");
    let engines = changed("engines", &|line| line["teams"][0]["engines"] = json!(["A", "B"]));
    assert!(engines.contains("team 1's engines is `A B` here and `` there"), "{engines}");
    let adjudication = changed("adjudication", &|line| line["terms"]["adjudication"] = json!("maxmoves 9"));
    assert!(adjudication.contains("adjudication is `maxmoves 9` here and `none` there"), "{adjudication}");
    let name = changed("name", &|line| {
        line["pair"] = json!(9);
        line["teams"][0]["name"] = json!("Sjeng");
    });
    assert!(name.contains("team 1's name is `Sjeng` here and `Fake silent` there"), "{name}");
    let version = changed("version", &|line| *line = json!({"format": "tandem match pair", "version": 99}));
    assert!(version.contains("written in version 99 of the format, this program reads version 2"), "{version}");
    let other = changed("other", &|line| line["format"] = json!("shopping list"));
    assert!(other.contains("other line 1: no finished pair of a match: its format is `shopping list`"), "{other}");
    let winner = changed("winner", &|line| line["games"][0]["winner"] = json!(7));
    assert!(winner.contains("a winner is neither 0 nor 1"), "{winner}");
    fs::write(place.path("text"), "1A. e4\n").expect("written");
    assert!(merge(&place, &["text"]).2.contains("text line 1: no finished pair of a match: "));
    fs::write(place.path("bytes"), b"{\xff\n").expect("written");
    assert!(merge(&place, &["bytes"]).2.contains("bytes: not UTF-8 at byte 1"));
    assert!(merge(&place, &["missing"]).2.contains("missing: No such file"));
    // Lines without terms of adjudication are from a match without adjudication.
    let mut old = original[1].clone();
    assert!(old["terms"].as_object_mut().expect("terms").remove("adjudication").is_some());
    fs::write(place.path("old"), format!("{old}\n")).expect("written");
    let (ok, out, err) = merge(&place, &["old", "one.jsonl"]);
    assert!(ok && out.contains("Fake silent - Fake illegal: 4 : 0"), "{out}{err}");
    // An unfinished last line is harmless, and gaps are reported.
    fs::write(place.path("torn"), format!("{}\n{{\"format\":", original[1])).expect("written");
    let (ok, out, err) = merge(&place, &["torn"]);
    assert!(ok && out.contains("score Fake silent - Fake illegal: 2 : 0"), "{out}{err}");
    assert!(err.contains("torn: the last line is unfinished and passed over"), "{err}");
    changed("gap", &|line| line["format"] = json!(""));
    let mut far = original[0].clone();
    far["pair"] = json!(5);
    fs::write(place.path("far"), format!("{far}\n")).expect("written");
    assert!(merge(&place, &["one.jsonl", "far"]).2.contains("pairs that are missing: 2..5"));
}

#[test]
fn bug_merge_did_not_tell_of_missing_pairs_below_the_lowest() {
    let place = Place::new();
    let (ok, out, err) = play(&place, &["--pairs", "2..4", "--jsonl", "slice.jsonl"]);
    assert!(ok, "{out}{err}");
    let (ok, out, err) = merge(&place, &["slice.jsonl"]);
    assert!(ok && err.contains("pairs that are missing: 0..2"), "{out}{err}");
}

#[cfg(unix)]
#[test]
fn a_match_killed_at_any_moment_is_taken_up_again() {
    // Enough pairs that even on a busy machine the kills come before the end.
    const PAIRS: usize = 300;
    let place = Place::new();
    let games = (2 * PAIRS).to_string();
    let more = ["--games", &games, "--jsonl", "m.jsonl", "--skip-bench"];
    let arguments = arguments(&place, &more);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let written =
        || fs::read(place.path("m.jsonl")).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count());
    let mut kills = 0;
    // The kills come at different moments of a pair, with one or two pairs at once.
    for delay in (0..24).map(|number| Duration::from_millis(number * 7 % 23)) {
        let before = written();
        let lanes = ["--concurrency", if kills % 2 == 0 { "1" } else { "2" }];
        let mut run =
            place.command(&arguments).args(lanes).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        let patience = Instant::now() + Duration::from_secs(60);
        while written() <= before && run.try_wait().expect("a child").is_none() && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(delay);
        if run.try_wait().expect("a child").is_some() {
            break;
        }
        run.kill().expect("killed");
        run.wait().expect("its end");
        kills += 1;
    }
    assert!(kills >= 3, "{kills}");
    // Once more, without a kill.
    let (ok, out, err) = play(&place, &more);
    assert!(ok && err.is_empty(), "{out}{err}");
    assert!(out.contains(&format!("score Fake silent - Fake illegal: {games} : 0")), "{out}");
    assert_eq!(pairs(&place, "m.jsonl"), (0..PAIRS as u64).collect::<Vec<_>>());
    assert_eq!(rounds(&place, "m.bpgn"), (1..=2 * PAIRS as u64).collect::<Vec<_>>());
    // All pairs are done: no engine is started, the verdict stays.
    let (ok, again, err) = play(&place, &more);
    assert!(ok && err.is_empty() && !again.contains("game 1 "), "{again}{err}");
    assert_eq!(verdict(&again), verdict(&out));
    place.assert_nothing_leaked();
}

#[test]
fn remains_of_a_torn_pair_are_cut_off() {
    let place = Place::new();
    let (ok, _, err) = play(&place, &["--games", "6", "--jsonl", "m.jsonl"]);
    assert!(ok, "{err}");
    let text = fs::read_to_string(place.path("m.jsonl")).expect("pairs");
    let last = text.trim_end().rfind('\n').expect("lines") + 1;
    // The last pair is torn, its games are whole, and half of another one is there.
    fs::write(place.path("m.jsonl"), &text[..text.len() - 1]).expect("written");
    let more = ["--games", "8", "--jsonl", "m.jsonl"];
    let tail = "[Event \"Tandem match\"]\n[Site \"?\"]\n[Rou";
    OpenOptions::new()
        .append(true)
        .open(place.path("m.bpgn"))
        .expect("open")
        .write_all(tail.as_bytes())
        .expect("written");
    let (ok, out, err) = play(&place, &more);
    assert!(ok && err.is_empty(), "{out}{err}");
    assert!(out.starts_with("game 5 of 8: ") && out.contains("illegal: 8 : 0"), "{out}");
    assert_eq!((pairs(&place, "m.jsonl"), rounds(&place, "m.bpgn")), (vec![0, 1, 2, 3], (1..=8).collect()));
    // Foreign games in the file stay.
    fs::write(place.path("m.jsonl"), &text[..last]).expect("written");
    let foreign = "[Event \"A club\"]\n[Round \"77\"]\n\n*\n\n";
    OpenOptions::new()
        .append(true)
        .open(place.path("m.bpgn"))
        .expect("open")
        .write_all(foreign.as_bytes())
        .expect("written");
    let (ok, _, err) = play(&place, &more);
    assert!(ok && err.contains("m.bpgn: others have added to it"), "{err}");
    let bpgn = fs::read_to_string(place.path("m.bpgn")).expect("games");
    assert!(bpgn.contains("A club") && bpgn.matches("[Round \"5\"]").count() == 2);
}

#[test]
fn bug_a_torn_pair_was_played_again_beside_its_remains_if_the_file_had_another_spelling() {
    let place = Place::new();
    let (ok, _, err) = play(&place, &["--games", "6", "--jsonl", "m.jsonl", "--bpgn", "g.bpgn"]);
    assert!(ok, "{err}");
    let text = fs::read_to_string(place.path("m.jsonl")).expect("pairs");
    fs::write(place.path("m.jsonl"), &text[..text.len() - 1]).expect("written");
    let (ok, out, err) = play(&place, &["--games", "6", "--jsonl", "m.jsonl", "--bpgn", "./g.bpgn"]);
    assert!(ok && err.is_empty(), "{out}{err}");
    assert_eq!((pairs(&place, "m.jsonl"), rounds(&place, "g.bpgn")), (vec![0, 1, 2], (1..=6).collect()));
    let ids: Vec<Value> = lines(&place, "m.jsonl").iter().map(|line| line["bpgn"]["id"].clone()).collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

#[test]
fn pairs_of_another_match_are_not_added_to() {
    let place = Place::new();
    let (ok, _, err) = play(&place, &["--games", "2", "--jsonl", "m.jsonl"]);
    assert!(ok, "{err}");
    let text = fs::read_to_string(place.path("m.jsonl")).expect("pairs");
    let cases: [(&[&str], &str); 6] = [
        (&["--rules", "fics"], "this match: belongs to another match than m.jsonl line 1: rules is `fics"),
        (&["--seed", "3"], "seed is `3` here and `1` there"),
        (&["--option1", "Hash=2"], "team 1's options is `Threads=1 Hash=2 TeamMessageMode=full` here"),
        (&["--maxmoves", "99"], "adjudication is `maxmoves 99` here and `none` there"),
        (&["--lag", "21"], "lag_ms is `21` here and `20` there"),
        (&["--openings", "builtin"], "openings is `2"),
    ];
    for (more, message) in cases {
        let (ok, out, err) = play(&place, &[&["--games", "4", "--jsonl", "m.jsonl"], more].concat());
        assert!(!ok && err.contains(message), "{more:?}: {out}{err}");
    }
    assert_eq!(fs::read_to_string(place.path("m.jsonl")).expect("pairs"), text, "untouched");
    fs::write(place.path("garbage"), "not a match\n").expect("written");
    let (ok, _, err) = play(&place, &["--games", "2", "--jsonl", "garbage"]);
    assert!(!ok && err.contains("--jsonl garbage line 1: no finished pair of a match"), "{err}");
    for (more, message) in [
        (&["--games", "3", "--jsonl", "m.jsonl"][..], "--games must be even"),
        (&["--games", "2", "--pairs", "0..1"], "cannot be used with"),
        (&["--pairs", "3..3"], "`3..3` is no slice of a match"),
        (&["--pairs", "0..=5"], "`0..=5` is no slice of a match"),
        (&["--pairs", "0..4294967295"], "`0..4294967295` is no slice of a match"),
        (&["--sprt", "5", "0"], "elo0 must be less than elo1"),
        (&["--sprt", "0", "5", "--team", "x"], "--sprt is for two teams"),
        (&["--alpha", "0.1"], "--sprt"),
    ] {
        let (ok, out, err) = play(&place, more);
        assert!(!ok && err.contains(message), "{more:?}: {out}{err}");
    }
    place.assert_nothing_leaked();
}

#[test]
fn two_matches_do_not_write_to_the_same_file() {
    let place = Place::new();
    let nowhere = Path::new("");
    let silent = fake("silent", nowhere);
    let mut first = place
        .command(&[
            "--quiet", "--tc", "60+0", "--team1", &silent, "--team2", &silent, "--games", "2", "--jsonl", "m.jsonl",
        ])
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let end = Instant::now() + Duration::from_secs(60);
    while !place.path("m.bpgn").exists() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(2));
    }
    let (ok, _, err) = play(&place, &["--games", "2", "--jsonl", "m.jsonl"]);
    first.kill().expect("killed");
    first.wait().expect("its end");
    assert!(!ok && err.contains("--jsonl m.jsonl: another match is writing to it"), "{err}");
}

#[test]
fn a_sequential_test_ends_the_match() {
    let place = Place::new();
    let (ok, out, err) = play(&place, &["--sprt", "0", "200", "--jsonl", "m.jsonl"]);
    assert!(ok, "{out}{err}");
    assert!(out.contains("SPRT [0, 200], alpha 0.05, beta 0.05: LLR ") && out.contains("elo1 is believed"), "{out}");
    let count = pairs(&place, "m.jsonl").len();
    assert!((3..20).contains(&count), "{count}");
    // After the decision no more games are played on resuming, and merging gives the same verdict.
    let (ok, again, _) = play(&place, &["--sprt", "0", "200", "--jsonl", "m.jsonl"]);
    assert!(ok && again.starts_with("score "), "{again}");
    assert_eq!(verdict(&again), verdict(&out));
    let (_, merged, _) = merge(&place, &["m.jsonl", "--sprt", "0", "200"]);
    assert_eq!(verdict(&merged), verdict(&out));
}

#[cfg(target_os = "linux")]
#[test]
fn bug_a_match_of_a_billion_games_took_the_memory_for_all_before_the_first() {
    let place = Place::new();
    let test = ["--games", "1000000000", "--sprt", "0", "200", "--jsonl", "m.jsonl", "--skip-bench"];
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -v 8000000 && exec \"$0\" match \"$@\""]).arg(place.path("tandem"));
    let (out, err) =
        text(&limited.args(arguments(&place, &test)).current_dir(place.path("")).output().expect("it runs"));
    assert!(out.contains("elo1 is believed"), "{out}{err}");
    assert!((3..20).contains(&pairs(&place, "m.jsonl").len()), "{out}");
    place.assert_nothing_leaked();
}

#[test]
fn a_sequential_test_ends_it_at_the_same_pair_however_many_are_played_at_once() {
    let place = Place::new();
    let test = ["--sprt", "0", "200", "--jsonl"];
    let (ok, alone, err) = play(&place, &[&test[..], &["alone.jsonl"]].concat());
    assert!(ok, "{alone}{err}");
    let (ok, together, err) = play(&place, &[&test[..], &["together.jsonl", "--concurrency", "3"]].concat());
    assert!(ok, "{together}{err}");
    assert_eq!(pairs(&place, "alone.jsonl"), pairs(&place, "together.jsonl"));
    assert_eq!(rounds(&place, "alone.bpgn"), rounds(&place, "together.bpgn"));
    place.assert_nothing_leaked();
}

/// The lines of a file without the fields of the run: the machine, the file of the games, the date.
fn games_alone(place: &Place, name: &str) -> Vec<Value> {
    let mut lines = lines(place, name);
    for line in lines.iter_mut().filter_map(Value::as_object_mut) {
        for run in ["machine", "bpgn", "date"] {
            assert!(line.remove(run).is_some());
        }
    }
    lines
}

#[test]
fn slices_of_real_games_are_the_games_of_one_run() {
    let place = Place::new();
    let run = |more: &[&str]| {
        let fixed = ["--quiet", "--clock", "nodes=30", "--tc", "1+0.02", "--hash", "2", "--option2", "MultiPV=2"];
        let (out, err) = text(&place.run(&[&fixed, more].concat()));
        assert_eq!(err, "", "{out}");
        out
    };
    let whole = run(&["--pairs", "0..4", "--jsonl", "whole.jsonl", "--concurrency", "3"]);
    run(&["--pairs", "2..4", "--jsonl", "b.jsonl"]);
    run(&["--pairs", "0..2", "--jsonl", "a.jsonl", "--concurrency", "2"]);
    assert_eq!(
        [games_alone(&place, "a.jsonl"), games_alone(&place, "b.jsonl")].concat(),
        games_alone(&place, "whole.jsonl")
    );
    let (ok, merged, err) = merge(&place, &["b.jsonl", "a.jsonl"]);
    assert!(ok && err.is_empty(), "{err}");
    assert_eq!(verdict(&merged), verdict(&whole), "to the last letter");
    let line = &lines(&place, "whole.jsonl")[0];
    assert!(
        line["opening"].as_u64().is_some_and(|number| number > 0) && line["terms"]["clock"] == "nodes=30",
        "{line}"
    );
    let team = &line["games"][0]["teams"][0];
    assert!(team["moves"].as_u64() > Some(3) && team["nodes"].as_u64() > Some(100), "{team}");
    place.assert_nothing_leaked();
}

#[cfg(unix)]
#[test]
fn bug_pairs_and_games_in_one_file_destroyed_each_other() {
    let place = Place::new();
    for files in [&["--jsonl", "m.bpgn"][..], &["--jsonl", "./m.jsonl", "--bpgn", "m.jsonl"]] {
        let (ok, out, err) = play(&place, &[&["--games", "2"][..], files].concat());
        assert!(!ok && err.contains("the games would go to the same file"), "{files:?}: {out}{err}");
        assert!(!place.path("m.bpgn").exists() && !place.path("m.jsonl").exists(), "{files:?}");
    }
    let devices = ["--jsonl", "/dev/null", "--bpgn", "/dev/null", "--skip-bench"];
    let (ok, out, err) = play(&place, &[&["--games", "2"][..], &devices].concat());
    assert!(ok, "{out}{err}");
}

#[test]
fn bug_the_log_and_the_games_went_to_one_file() {
    let place = Place::new();
    for (option, name) in [("--bpgn", "g.bpgn"), ("--jsonl", "p.jsonl")] {
        let (ok, out, err) = play(&place, &["--games", "2", "--log", &format!("./{name}"), option, name]);
        assert!(!ok && err.contains(&format!("--log ./{name}: {option} names the same file")), "{out}{err}");
        assert!(!place.path(name).exists(), "{name}");
    }
    fs::write(place.path("o.bpgn"), "").expect("a file");
    let (ok, out, err) = play(&place, &["--games", "2", "--log", "o.bpgn", "--openings", "o.bpgn"]);
    assert!(!ok && err.contains("--log o.bpgn: --openings names the same file"), "{out}{err}");
    assert!(fs::read(place.path("o.bpgn")).is_ok_and(|text| text.is_empty()), "nothing is added");
}

#[test]
fn an_odd_last_game_counts_in_the_score_alone() {
    let place = Place::new();
    let (ok, out, err) = play(&place, &["--games", "3", "--bpgn", "b"]);
    assert!(ok, "{out}{err}");
    assert!(out.contains("score Fake silent - Fake illegal: 3 : 0") && out.contains("pairs: 1: LL 0"), "{out}");
    assert_eq!(rounds(&place, "b"), [1, 2, 3]);
}

#[test]
fn more_than_two_teams_have_a_cross_table() {
    let place = Place::new();
    let third = fake("resigns", Path::new(""));
    // In the round robin two teams that fail at once meet each other too; which of them is asked first is chance.
    let (ok, out, err) =
        play(&place, &["--team", &third, "--schedule", "gauntlet", "--games", "8", "--jsonl", "g.jsonl"]);
    assert!(ok, "{out}{err}");
    let lines = lines(&place, "g.jsonl");
    let meeting = |line: &Value| [0, 1].map(|team| line["teams"][team]["number"].as_u64().expect("a number"));
    assert_eq!(lines.iter().map(meeting).collect::<Vec<_>>(), [[0, 1], [0, 2], [0, 1], [0, 2]]);
    assert_eq!(lines.iter().map(|line| line["pair"].as_u64()).collect::<Vec<_>>(), [0, 1, 2, 3].map(Some));
    let table = "team            1    2    3  points  share\n\
                 1 Fake silent   ·  4/4  4/4     8/8  100.0 %\n\
                 2 Fake illegal  0/4    ·    -     0/4  0.0 %\n";
    let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(squeeze(&out).contains(&squeeze(table)), "{out}");
    assert!(out.contains("score Fake silent - Fake resigns: 4 : 0"), "{out}");
    let (ok, all, err) = play(&place, &["--team", &third, "--games", "6", "--jsonl", "r.jsonl"]);
    assert!(ok && all.contains("score Fake illegal - Fake resigns: "), "{all}{err}");
    let (ok, _, err) = merge(&place, &["g.jsonl", "r.jsonl"]);
    assert!(!ok && err.contains("schedule is `round-robin` here and `gauntlet` there"), "{err}");
    let (_, merged, _) = merge(&place, &["r.jsonl"]);
    assert_eq!(verdict(&merged), verdict(&all));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_the_match_with_all_earlier_pairs_intact() {
    let place = Place::new();
    let (ok, out, err) = play(&place, &["--games", "4", "--bpgn", "b", "--jsonl", "/dev/full"]);
    assert!(!ok && err.contains("cannot write: /dev/full: No space left"), "{out}{err}");
    assert_eq!(rounds(&place, "b"), [1, 2]);
    place.assert_nothing_leaked();
}
