//! Time counted in nodes: the engine's option, and matches that are reproducible.

use super::driver::{Driver, value};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tandem::game::bpgn::{self, GameResult};
use tandem::game::{Reason, Rules, Seat};
use tandem::player::time;
use tempfile::TempDir;

const POSITION: &str = "position startpos | startpos clock 2000 2000 2000 2000";

fn session(protocol: &str) -> Driver {
    let mut driver = Driver::session(protocol);
    driver.send("setoption name NodesPerMs value 50");
    driver.send("setoption name MoveOverhead value 0");
    driver.send("setoption name OwnBook value false");
    driver.sync();
    driver
}

/// All lines of a search, and the node count that it prints right before the move.
fn think(driver: &mut Driver, lines: &[&str]) -> (Vec<String>, u64) {
    lines.iter().for_each(|line| driver.send(line));
    let said = driver.until("bestmove");
    let total = &said[said.len() - 2];
    let words: Vec<&str> = total.split(' ').collect();
    assert!(matches!(words[..], ["info", "nodes", _] | ["info", "board", _, "nodes", _]), "{total}");
    let nodes = value(total, "nodes").parse().expect("a count");
    (said, nodes)
}

#[test]
fn the_same_search_twice_to_the_node() {
    let most = 50 * time::budget(2000, 0, None, 0).hard_ms;
    let mut first = session("ubi");
    let (said, nodes) = think(&mut first, &["ubinewgame", POSITION, "go board A"]);
    assert!((50..=most).contains(&nodes), "{nodes}");
    let told: Vec<u64> = said.iter().filter_map(|line| value(line, "nodes").parse().ok()).collect();
    assert!(told.len() > 3 && told.is_sorted(), "{said:?}");
    // The same with a cleared TT, and in another process with more threads and a clock update of the other board.
    let again = think(&mut first, &["ubinewgame", POSITION, "go board A"]);
    assert_eq!(again, (said.clone(), nodes));
    let mut second = session("ubi");
    second.send("setoption name Threads value 4");
    let news = "position startpos | startpos clock 2000 2000 1 1";
    assert_eq!(think(&mut second, &["ubinewgame", POSITION, "go board A", news]), (said, nodes));
    // A search that continues with the tables of the last one is reproducible too.
    let after = "position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 | startpos clock 1900 2000 1 1";
    let replies = [&mut first, &mut second].map(|driver| think(driver, &[after, "go board A"]));
    assert_eq!(replies[0], replies[1]);
    first.quit();
    second.quit();
}

#[test]
fn limits_hold_to_the_node() {
    let mut driver = session("ubi");
    assert_eq!(think(&mut driver, &[POSITION, "go board B nodes 777"]).1, 777);
    let (_, nodes) = think(&mut driver, &["go board B movetime 30"]);
    assert!((700..=1500).contains(&nodes), "{nodes}");
    // With one node per ms three seconds pass in a moment.
    let (_, nodes) = think(&mut driver, &["setoption name NodesPerMs value 1", "go board B movetime 3000"]);
    assert!((1000..=3000).contains(&nodes), "{nodes}");
    driver.quit();

    let mut driver = session("uci");
    let go = "go wtime 2000 btime 2000";
    // The first search says the variant.
    think(&mut driver, &["position startpos", "go depth 1"]);
    let first = think(&mut driver, &["ucinewgame", "position startpos", go]);
    assert_eq!(think(&mut driver, &["ucinewgame", "position startpos", go]), first);
    driver.quit();
}

fn folder() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

fn run(folder: &Path, args: &[&str]) -> (String, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    let output = command.arg("match").args(args).current_dir(folder).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Plays a match; returns its results and its games.
fn play(folder: &Path, file: &str, args: &[&str]) -> (String, String) {
    let fixed = ["--clock", "nodes=40", "--tc", "1+0.02", "--games", "6", "--hash", "4", "--quiet", "--bpgn", file];
    let (out, err) = run(folder, &[&fixed[..], args].concat());
    assert_eq!(err, "", "{out}");
    (out.replace(file, "FILE"), fs::read_to_string(folder.join(file)).expect("a file"))
}

#[test]
fn the_same_seed_plays_the_same_games_on_a_loaded_machine_with_any_concurrency() {
    let folder = folder();
    let alone = play(folder.path(), "alone", &["--seed", "3"]);
    let stop = AtomicBool::new(false);
    let together = std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let together = play(folder.path(), "together", &["--seed", "3", "--concurrency", "3"]);
        stop.store(true, Ordering::Relaxed);
        together
    });
    assert_eq!(alone, together);
    assert_ne!(alone.1, play(folder.path(), "other", &["--seed", "4", "--concurrency", "2"]).1);

    let games = bpgn::read(alone.1.as_bytes()).expect("BPGN");
    assert_eq!(games.len(), 6);
    assert!(alone.0.contains("game 6 of 6: ") && alone.0.contains("score Tandem"), "{}", alone.0);
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game.tag("Round"), Some((number + 1).to_string().as_str()));
        assert_eq!(game.tag("Clock"), Some("nodes=40"));
        let end = game.replay(Rules::default()).unwrap_or_else(|error| panic!("{error}\n{}", bpgn::write(game)));
        assert!(end.outcome().is_some() && game.plies.len() > 10, "{}", bpgn::write(game));
    }
    // Each opening is played twice, with the teams' seats exchanged; equal teams play the same game both times.
    for pair in games.chunks(2) {
        assert!(pair[0].tag("FEN").is_some() && pair[0].tag("FEN") == pair[1].tag("FEN"));
        for seat in Seat::ALL {
            assert_eq!(pair[0].tag(seat.tag()), pair[1].tag(seat.opponent().tag()));
        }
        let moves = |game: &bpgn::Record| game.plies.iter().map(|ply| ply.san.clone()).collect::<Vec<_>>();
        assert_eq!(moves(&pair[0]), moves(&pair[1]));
    }
    assert_ne!(games[0].tag("FEN"), games[2].tag("FEN"));
}

#[test]
fn games_are_ended_before_the_rules_do_it_where_that_is_wanted() {
    let folder = folder();
    // The games end long before a mate, by the requested adjudication, whatever the search plays.
    let run = |file: &str, by: &[&str]| {
        let (out, text) = play(folder.path(), file, &[by, &["--jsonl", &format!("{file}.jsonl")]].concat());
        let games = bpgn::read(text.as_bytes()).expect("BPGN");
        let lines = fs::read_to_string(folder.path().join(file).with_extension("jsonl")).expect("pairs");
        assert_eq!(lines.matches("\"reason\":\"adjudication\"").count(), games.len(), "{lines}");
        (out, games)
    };
    let replayed = |game: &bpgn::Record| {
        let end = game.replay(Rules::default()).unwrap_or_else(|error| panic!("{error}\n{}", bpgn::write(game)));
        let outcome = end.outcome().expect("an end");
        assert_eq!(outcome.reason, Reason::Adjudication);
        outcome
    };
    let (out, games) = run("long", &["--maxmoves", "4"]);
    for game in &games {
        assert_eq!((game.tag("Adjudication"), replayed(game).winner), (Some("maxmoves 4"), None));
        let moves = |seat| game.plies.iter().filter(|ply| ply.seat == seat).count();
        assert!(Seat::ALL.into_iter().all(|seat| moves(seat) >= 4));
    }
    assert!(out.contains("1/2-1/2 Game drawn by adjudication: 4 moves on both boards ("), "{out}");

    let (out, games) = run("lost", &["--resign", "score=30,moves=1"]);
    for game in &games {
        assert_eq!(game.tag("Adjudication"), Some("resign score=30,moves=1,sides=both"));
        let outcome = replayed(game);
        assert!(outcome.winner.is_some() && outcome.seat.is_some());
        let why = game.plies.last().and_then(|ply| ply.notes.last()).expect("a reason");
        assert_eq!(why, "-0.30 or worse for a move, and its opponent agrees");
    }
    assert!(out.contains(" loses by adjudication: -0.30 or worse for a move, and its opponent agrees ("), "{out}");
}

#[test]
fn several_games_at_once_by_real_clocks() {
    let folder = folder();
    let args = ["--tc", "1+0", "--games", "5", "--concurrency", "2", "--bpgn", "games"];
    let (out, err) = run(folder.path(), &args);
    assert_eq!(err, "");
    let numbers: Vec<_> = out.lines().filter_map(|line| line.strip_prefix("game ")?.split(' ').next()).collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5"], "{out}");
    let games = bpgn::read(&fs::read(folder.path().join("games")).expect("a file")).expect("BPGN");
    assert_eq!(games.len(), 5);
}

/// Starts a match of two lanes.
#[cfg(unix)]
fn two_lanes(folder: &Path, args: &[&str]) -> Child {
    let fixed = ["match", "--games", "1000", "--concurrency", "2", "--bpgn", "games"];
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
    command.args(fixed).args(args).current_dir(folder).stdout(Stdio::piped()).spawn().expect("the program runs")
}

/// Sends Ctrl-C, and returns the remaining lines.
#[cfg(unix)]
fn interrupt(mut child: Child, lines: impl Iterator<Item = String>) -> Vec<String> {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().expect("its end").code(), Some(130), "{rest:?}");
    rest
}

#[cfg(unix)]
fn lines_of(child: &mut Child) -> impl Iterator<Item = String> + use<> {
    BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok)
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_all_games_that_are_played_at_once() {
    let folder = folder();
    let mut child = two_lanes(folder.path(), &["--tc", "0.5+0"]);
    let mut lines = lines_of(&mut child);
    assert!(lines.by_ref().any(|line| line.starts_with("game 3 of 1000: ")));
    let rest = interrupt(child, lines);
    assert!(rest.iter().any(|line| line.starts_with("score Tandem")), "{rest:?}");
    let games = bpgn::read(&fs::read(folder.path().join("games")).expect("a file")).expect("BPGN");
    let open = games.iter().filter(|game| game.result == GameResult::Open).count();
    // Each lane breaks off its current game; a lane between two games has none.
    assert!(games.len() >= 4 && open <= 2, "{open} of {} are open", games.len());
    let rounds: Vec<u32> = games.iter().filter_map(|game| game.tag("Round")?.parse().ok()).collect();
    assert!(rounds.len() == games.len() && rounds.is_sorted(), "{rounds:?}");
}

#[cfg(unix)]
#[test]
fn games_that_ctrl_c_breaks_off_are_written_as_far_as_they_went() {
    let folder = folder();
    // White moves once on each board, and then all four think for an hour.
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/data/fake_ubi.sh");
    let team = format!("sh '{script}' opens log");
    let args = ["--openings", "start", "--tc", "3600+0", "--team1", &team, "--team2", &team];
    let mut child = two_lanes(folder.path(), &args);
    // After every move the other side gets a `go`: two games, two boards, both sides.
    let questions =
        || fs::read_to_string(folder.path().join("log")).map_or(0, |log| log.matches("\ngo board ").count());
    let end = Instant::now() + Duration::from_secs(60);
    while questions() < 8 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    let asked = questions();
    let lines = lines_of(&mut child);
    let rest = interrupt(child, lines);
    assert_eq!(asked, 8);
    assert!(rest.iter().any(|line| line == "no game has been finished"), "{rest:?}");
    let games = bpgn::read(&fs::read(folder.path().join("games")).expect("a file")).expect("BPGN");
    for (game, round) in games.iter().zip(["1", "3"]) {
        let end = (game.result, game.end_note.as_deref(), game.tag("Round"), game.tag("Result"));
        assert_eq!(end, (GameResult::Open, Some("broken off by the user"), Some(round), Some("*")));
        let mut moves: Vec<_> = game.plies.iter().map(|ply| format!("{}.{}", ply.seat.letter(), ply.san)).collect();
        moves.sort();
        assert_eq!(moves, ["A.e4", "B.e4"]);
    }
    assert_eq!(games.len(), 2);
}

#[test]
fn an_engine_that_counts_no_nodes_is_refused() {
    let folder = folder();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/data/fake_ubi.sh");
    let fake = format!("sh '{script}' silent");
    for (args, message) in [
        (&["--clock", "nodes=100", "--team2", fake.as_str()][..], "has no option NodesPerMs"),
        (&["--clock", "nodes=100", "--games", "2", "--concurrency", "2", "--team1", &fake], "has no option NodesPerMs"),
        (&["--clock", "nodes=100", "--threads", "2"], "only one thread's nodes"),
        (&["--clock", "nodes=0"], "`nodes=0` is no clock"),
        (&["--concurrency", "0"], "0 is not in 1.."),
    ] {
        let (out, err) = run(folder.path(), args);
        assert!(err.contains(message), "{args:?}\n{out}{err}");
    }
}

#[test]
fn a_crash_under_a_clock_of_nodes_loses() {
    let folder = folder();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/data/fake_ubi.sh");
    let fake = format!("sh '{script}' nodes-crash");
    let (out, err) =
        run(folder.path(), &["--clock", "nodes=100", "--tc", "1+0", "--quiet", "--games", "3", "--team2", &fake]);
    assert!(out.contains("Fake nodes-crash: 3 : 0"), "{out}{err}");
    assert!(out.contains("forfeits by disconnection: exit status: 3"), "{out}{err}");
}
