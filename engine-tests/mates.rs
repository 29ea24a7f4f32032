//! `tandem mates` and `tandem fit`: their output, and their errors for bad input.

use std::path::PathBuf;
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

/// A set of a mate in two moves, and the folder that it is in.
fn set_of_one_mate() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let set = folder.path().join("mates.tsv");
    std::fs::write(&set, "work\t2\tg 1\t2\t6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1\n").expect("a file");
    (folder, set)
}

#[test]
fn mates_of_games_are_collected_and_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = folder.path().join("mates.tsv");
    let output = tandem(&["mates", "collect", "engine-tests/data/games.bpgn", "--nodes", "10000", "--skip", "75"]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8 comes out");
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| row.split('\t').count() == 5), "{text}");
    std::fs::write(&set, text.as_bytes()).expect("a file");
    let engine = assert_cmd::cargo::cargo_bin!("tandem");
    // The engine may need other nodes than the search that collects: it has twice as many.
    let arguments = ["mates", "run", set.to_str().expect("a path"), "--nodes", "20000", "--engine"];
    let output = tandem(&[&arguments[..], &[engine.to_str().expect("a path")]].concat());
    let said = String::from_utf8(output.stdout).expect("UTF-8 comes out");
    assert!(output.status.success() && said.contains(&format!("{} positions", rows.len())), "{said}");
    assert!(said.contains(&format!("{} found, 100.0 %", rows.len())), "what it collected itself it finds: {said}");
}

#[test]
fn bug_a_collection_beyond_the_last_game_was_empty_without_a_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("one.bpgn");
    std::fs::write(&file, "1A. e4 1a. e5 *\n").expect("a file");
    let told = complaint(&["mates", "collect", file.to_str().expect("a path"), "--skip", "1"]);
    assert_eq!(told, "error: --skip 1: no game is left, there is only 1 game\n");
}

#[test]
fn bug_files_with_nothing_in_them_were_counted_without_a_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let [empty, set] = ["empty", "set.tsv"].map(|name| folder.path().join(name).to_str().expect("a path").to_owned());
    std::fs::write(&empty, "").expect("a file");
    std::fs::write(&set, "# half\n").expect("a file");
    for task in ["races", "deliveries"] {
        assert!(complaint(&["mates", task, &empty]).ends_with("there is no game in it\n"), "{task}");
    }
    assert!(complaint(&["mates", "run-joint", &set]).ends_with("there is no position in it\n"));
    let told = complaint(&["mates", "run", &set, "--half", "work", "--engine", "no-such-engine"]);
    assert!(told.ends_with("there is no position of --half work in it\n"), "{told}");
}

#[test]
fn mates_on_two_boards_are_collected_and_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let [few, set] =
        ["few.bpgn", "joint.tsv"].map(|name| folder.path().join(name).to_str().expect("a path").to_owned());
    let games = std::fs::read_to_string("engine-tests/data/games.bpgn").expect("games");
    let some: String = games.split("[Event ").skip(1).take(10).map(|game| format!("[Event {game}")).collect();
    std::fs::write(&few, some).expect("a file");
    let output = tandem(&["mates", "collect-joint", &few, "--nodes", "500"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8 comes out");
    let rows = text.lines().filter(|line| !line.starts_with('#')).count();
    assert!(output.status.success() && rows > 0, "{text}");
    std::fs::write(&set, text).expect("a file");
    let output = tandem(&["mates", "run-joint", &set, "--ms", "20000"]);
    let said = String::from_utf8(output.stdout).expect("UTF-8 comes out");
    assert!(
        output.status.success() && said.starts_with(&format!("{rows} positions, 20000 ms each: {rows} found")),
        "{said}"
    );

    assert!(complaint(&["mates", "collect-joint", "no-such-games.bpgn"]).contains("no-such-games.bpgn"));
    assert!(complaint(&["mates", "run-joint", "no-such-set.tsv"]).contains("no-such-set.tsv"));
    for (line, quoted) in [
        ("work\t3\tg 1", "seven fields"),
        ("work\t3\tg 1\t2\t3\t++\tstartpos | startpos", "`3` is no team"),
        ("work\t3\tg 1\t2\t1\t+?\tstartpos | startpos", "`+?` is no pair"),
        ("work\tx\tg 1\t2\t1\t++\tstartpos | startpos", "`x` is no number"),
        ("work\t3\tg 1\t2\t1\t++\tstartpos", "startpos"),
    ] {
        std::fs::write(&set, line).expect("a file");
        let told = complaint(&["mates", "run-joint", &set]);
        assert!(told.contains(quoted), "{line}: {told}");
    }
}

/// A game in which both players with black are mated by the next move, after white's queen move on each board.
fn race(loser: &str, end: &str, white_b: &str) -> String {
    let lost = "7k/p4K1p/8/8/8/7Q/8/8[] w - - 0 1";
    format!(
        "[WhiteA \"One\"]\n[BlackA \"Two\"]\n[WhiteB \"Three\"]\n[BlackB \"Four\"]\n[TimeControl \"10+0\"]\n\
         [SetUp \"1\"]\n[FEN \"{lost} | {lost}\"]\n[Result \"{end}\"]\n\n\
         1A. Qg3 {{9.000}} 1B. Qg3 {{{white_b}}} {{{loser} forfeits on time}} {end}\n\n"
    )
}

#[test]
fn r13_races_are_counted_by_the_team_whose_loser_lasts_longer() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("races.bpgn");
    let path = file.to_str().expect("a path");
    // Black of A has waited for half a second less than black of B, then for half a second more.
    let games = [race("Four", "0-1", "8.500"), race("Two", "1-0", "8.500"), race("Four", "0-1", "9.000")];
    std::fs::write(&file, games.concat()).expect("a file");
    let output = tandem(&["mates", "races", path]);
    let said = String::from_utf8(output.stdout).expect("UTF-8 comes out");
    assert!(output.status.success() && said.contains("game 1: team 1 outlasted by 430 ms"), "{said}");
    assert!(
        said.contains("3 games, 0 of them without clocks or with an increment: 3 races, 1 of them too close"),
        "{said}"
    );
    assert!(said.contains("of 2 with a known winner 1 were played right, 50.0 %"), "{said}");
    assert!(complaint(&["mates", "races", "no-such-games.bpgn"]).contains("no-such-games.bpgn"));
}

/// A game in which Ann mates with the knight that her partner Dan can take.
fn delivery(moves: &str, result: &str) -> String {
    let boards = "6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1 | 4k3/8/8/8/8/8/3r4/3NK3[] b - - 0 1";
    format!(
        "[Event \"T\"]\n[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[WhiteB \"Cid\"]\n[BlackB \"Dan\"]\n\
         [TimeControl \"60+0\"]\n[FEN \"{boards}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

#[test]
fn mates_with_a_piece_that_the_partner_can_take_are_counted_by_how_they_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("deliveries.bpgn");
    let path = file.to_str().expect("a path");
    let games = [
        delivery("1b. Rxd1+ {59.0} 1A. N@f7# {59.0}\n{Bob checkmated}", "1-0"),
        delivery("1A. h3 {59.0} 1b. Rxd1+ {59.0}", "*"),
        delivery("1b. Rd8 {59.0} 1A. h3 {59.0}", "*"),
    ];
    std::fs::write(&file, games.concat()).expect("a file");
    let output = tandem(&["mates", "deliveries", path]);
    let said = String::from_utf8(output.stdout).expect("UTF-8 comes out");
    assert!(output.status.success() && said.starts_with("3 games\nAnn: 3 mates"), "{said}");
    assert!(said.contains("delivered: 1, games that ended by that mate: 1;"), "{said}");
    assert!(said.contains("the player moved first: 1; the partner made another move: 1"), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(complaint(&["mates", "deliveries", "no-such-games.bpgn"]).contains("no-such-games.bpgn"));
}

#[cfg(unix)]
#[test]
fn bug_an_engine_that_takes_no_commands_was_no_error() {
    let (_folder, set) = set_of_one_mate();
    let engine = "engine-tests/data/deaf_uci.sh";
    let output = tandem(&["mates", "run", set.to_str().expect("a path"), "--engine", engine]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && told.contains("deaf_uci.sh`: the engine does not take"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn bug_with_the_greatest_number_of_nodes_no_mate_counted_as_found() {
    let (_folder, set) = set_of_one_mate();
    let (nodes, engine) = (u64::MAX.to_string(), "engine-tests/data/mate_uci.sh");
    let output = tandem(&["mates", "run", set.to_str().expect("a path"), "--nodes", &nodes, "--engine", engine]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 found, 100.0 %"), "{output:?}");
}

#[test]
fn engines_search_for_mates_with_the_options_given() {
    let (_folder, set) = set_of_one_mate();
    let engine = assert_cmd::cargo::cargo_bin!("tandem").to_str().expect("a path");
    let run = |option: &str| {
        let set = set.to_str().expect("a path");
        tandem(&["mates", "run", set, "--nodes", "20000", "--engine", engine, "--option", option])
    };
    let output = run("eval = handcrafted");
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 found, 100.0 %"), "{output:?}");
    for (option, said) in [
        ("Evaluation=handcrafted", "the engine has no option `Evaluation`"),
        ("EvalFile=no-such-net.nn", "option EvalFile: error: "),
        ("handcrafted", "`handcrafted` is no NAME=VALUE"),
    ] {
        let output = run(option);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains(said), "{option}: {told}");
    }
}

#[test]
fn bug_a_file_that_cannot_be_read_was_left_out_of_a_fit_without_a_word() {
    let told = complaint(&["fit", "expectation", "no-such-games.bpgn", "--quiet"]);
    assert!(
        told.contains("no-such-games.bpgn: ") && told.contains("cannot be read, and there is no other game"),
        "{told}"
    );
}

#[cfg(feature = "tune")]
#[test]
fn bug_a_fit_of_the_evaluation_without_samples_was_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("flags.bpgn");
    std::fs::write(&file, race("Four", "0-1", "8.500")).expect("a file");
    let told = complaint(&["fit", "evaluation", file.to_str().expect("a path")]);
    assert!(told.contains("1 game without a quiet position"), "{told}");
}

#[test]
fn bug_a_wrong_line_of_a_set_was_quoted_without_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("set.tsv");
    let path = file.to_str().expect("a path");
    std::fs::write(&file, "work\t3\tg 1").expect("a file");
    let told = complaint(&["mates", "run-joint", path]);
    assert!(told.contains(&format!("`{path}`: seven fields wanted: `work\t3\tg 1`")), "{told}");
    let told = complaint(&["mates", "run", path, "--engine", "no-such-engine"]);
    assert!(told.contains(&format!("`{path}`: five fields wanted: `work\t3\tg 1`")), "{told}");
}

#[cfg(unix)]
#[test]
fn bug_an_author_in_latin_1_ended_the_count_of_mates() {
    let (_folder, set) = set_of_one_mate();
    let engine = "engine-tests/data/latin1_uci.sh";
    let output = tandem(&["mates", "run", set.to_str().expect("a path"), "--engine", engine]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 found, 100.0 %"), "{output:?}");
}

#[test]
fn bug_a_line_that_was_cut_off_counted_as_a_mate_that_was_missed() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = folder.path().join("mates.tsv");
    std::fs::write(&set, "work\t2\tg 1\t2\t6rk/6pp/8/8").expect("a file");
    let said = complaint(&["mates", "run", set.to_str().expect("a path"), "--engine", "no-such-engine"]);
    assert!(said.contains("mates.tsv`: BFEN") && said.contains("`work\t2\tg 1\t2\t6rk/6pp/8/8`"), "{said}");
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
