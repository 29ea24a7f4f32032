//! The other games by UCI, in `tandem perft` and in matches.

use crate::driver::{Driver, count, value};
use crate::match_game::{Place, text};
use std::collections::HashSet;
use std::fs;

#[test]
fn each_game_is_played_by_uci() {
    let mut driver = Driver::session("uci");
    for (name, first) in [("gardner", "rnbqk/"), ("courier", "rnebmk1mbenr/"), ("exchange", "5/"), ("battle", "")] {
        driver.send(&format!("setoption name UCI_Variant value {name}\nucinewgame\nposition startpos\nd"));
        let shown = driver.until("fen: ");
        assert!(shown.last().is_some_and(|line| line.starts_with(&format!("fen: {first}"))), "{shown:?}");
        driver.send("go nodes 2000");
        let lines = driver.until("bestmove ");
        assert!(lines.iter().any(|line| line.contains(&format!("variant {name}: "))), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("info depth 3 score cp ")), "{lines:?}");
        assert!(!lines.last().is_some_and(|line| line.contains("(none)")), "{lines:?}");
    }
    // Back to bughouse, whose position has waited.
    driver.send("setoption name UCI_Variant value bughouse\nposition startpos\ngo depth 1");
    assert!(driver.until("bestmove ").len() > 1);
}

#[test]
fn a_wrong_position_of_another_game_leaves_the_old_one() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value gardner\nposition startpos moves b2b3");
    for (line, part) in [
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "8 ranks, the board has 5"),
        ("position startpos moves b2b3 b2b3", "move 2, `b2b3`, is not legal"),
        ("setoption name SetUp value 8/8/8", "0 of the piece `K`, not 1"),
        ("setoption name BoardSize value 9", "`9` is not a number from 4 to 8"),
        ("setoption name Jester value queen", "`queen` is not one of sage, wazir"),
    ] {
        driver.send(line);
        let said = driver.until("info string error");
        assert!(said.last().is_some_and(|said| said.contains(part)), "{line}: {said:?}");
    }
    let said = driver.ask("go searchmoves e2e4");
    assert!(said.len() == 2 && said[0].contains("`e2e4`") && said[1] == "bestmove (none)", "{said:?}");
    driver.send("d");
    assert!(driver.until("fen: ").last().is_some_and(|line| line.starts_with("fen: rnbqk/ppppp/1P3/P1PPP/RNBQK b")));
}

/// The position of another game, as FEN.
fn fen(driver: &mut Driver) -> String {
    let shown = driver.ask("d");
    let line = shown.iter().find_map(|line| line.strip_prefix("fen: "));
    line.unwrap_or_default().to_owned()
}

#[test]
fn bug_a_set_up_that_gives_check_turned_a_battle_into_bughouse() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value battle");
    let before = fen(&mut driver);
    // Each queen attacks the other king.
    let refused = "setoption name SetUp value 3Q2K1/PPPPPPPP/RNB2BNR";
    let lines = driver.ask(refused);
    assert!(lines.len() == 1 && lines[0].starts_with("info string error: option SetUp: "), "{lines:?}");
    driver.send("position startpos");
    assert_eq!(fen(&mut driver), before);
    driver.send("go nodes 500");
    assert!(driver.until("bestmove ")[0].contains("variant battle: "), "{}", driver.transcript());
    // An allowed one begins a new game.
    driver.send("setoption name SetUp value 8/PPPPPPPP/RNBQKBNR");
    assert!(fen(&mut driver).starts_with("rnbqkbnr/pppppppp/8/"), "{}", driver.transcript());
    // Refused before the battle, too, whose start it would be.
    driver.send("setoption name UCI_Variant value bughouse");
    assert_eq!(driver.ask(refused), lines);
    driver.send("setoption name UCI_Variant value battle");
    assert!(fen(&mut driver).starts_with("rnbqkbnr/pppppppp/8/"), "{}", driver.transcript());
    driver.quit();
}

#[test]
fn a_battle_is_evaluated_by_a_network_of_its_own() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value battle\nposition fen k7/8/8/8/8/8/8/KQ6 w - - 0 1");
    let value = |driver: &mut Driver| {
        let told = driver.ask("eval");
        let line = told.iter().find_map(|line| line.strip_prefix("evaluation: ")).expect("a value").to_owned();
        line.split(' ').next().and_then(|value| value.parse::<i32>().ok()).expect("a number")
    };
    let own = value(&mut driver);
    assert!(own > 300, "a queen more: {own}");
    driver.send("setoption name Eval value handcrafted");
    assert_ne!(value(&mut driver), own);
    driver.send("setoption name Eval value network");
    assert_eq!(value(&mut driver), own);
    // In bughouse that of bughouse plays again.
    driver.send("setoption name UCI_Variant value bughouse\nposition startpos\ngo depth 1");
    let lines = driver.until("bestmove ");
    let told = lines.iter().find(|line| line.contains("evaluation: network ")).expect("the network is told");
    let checksum = told.rsplit(' ').next().unwrap_or_default();
    let card = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem")).args(["net", "info"]).output();
    let card = String::from_utf8_lossy(&card.expect("tandem runs").stdout).into_owned();
    assert!(card.starts_with(&format!("the program's own: network {checksum}")), "{card}");
    assert!(card.contains("its own for chess battle: network "), "{card}");
    driver.quit();
}

#[test]
fn bug_every_battle_of_a_process_had_the_same_set_ups() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value battle");
    let mut seen = HashSet::new();
    for _ in 0..3 {
        let start = fen(&mut driver);
        driver.send("position startpos");
        assert_eq!(fen(&mut driver), start, "one game has one start");
        assert!(seen.insert(start), "{seen:?}");
        driver.send("ucinewgame");
    }
    driver.quit();
}

#[test]
fn bug_an_option_that_is_refused_or_of_bughouse_ended_another_game() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value gardner\nposition startpos moves b2b3");
    let before = fen(&mut driver);
    assert!(before.starts_with("rnbqk/ppppp/1P3/P1PPP/RNBQK b"), "{before}");
    assert_eq!(driver.ask("setoption name UCI_Variant value atomic").len(), 1);
    for option in ["UCI_Chess960 value true", "drop-check value forbidden", "UCI_Variant value gardner"] {
        assert_eq!(driver.ask(&format!("setoption name {option}")).len(), 0, "{option}");
        assert_eq!(fen(&mut driver), before, "{option}");
    }
    driver.quit();
}

#[test]
fn bug_an_option_that_the_game_does_not_have_began_it_anew() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value gardner\nposition startpos moves b2b3");
    let before = fen(&mut driver);
    for option in ["BoardSize value 6", "Jester value wazir", "Opening value free", "SetUp value 8/PPPPPPPP/RNBQKBNR"] {
        assert_eq!(driver.ask(&format!("setoption name {option}")).len(), 0, "{option}");
        assert_eq!(fen(&mut driver), before, "{option}");
    }
    // They hold where the game has them.
    driver.send("setoption name UCI_Variant value exchange");
    assert!(fen(&mut driver).starts_with("6/6/"), "{}", driver.transcript());
    driver.send("position startpos moves K@a1\nsetoption name BoardSize value 4");
    assert!(fen(&mut driver).starts_with("4/4/4/4["), "{}", driver.transcript());
    driver.quit();
}

#[test]
#[cfg(target_os = "linux")]
fn bug_a_larger_table_of_another_game_was_made_on_the_clock() {
    let mut driver = Driver::session("uci");
    driver
        .send("setoption name UCI_Variant value gardner\nsetoption name Hash value 128\nucinewgame\nposition startpos");
    driver.sync();
    let before = driver.memory_kib("VmRSS");
    driver.send("go nodes 1");
    driver.until("bestmove ");
    let after = driver.memory_kib("VmRSS");
    assert!(after < before + 64 * 1024, "{before} KiB before the search, {after} after it");
    driver.quit();
}

/// Nodes of a search of another game.
fn nodes_to_depth_6(driver: &mut Driver) -> String {
    driver.send("go depth 6");
    let lines = driver.until("bestmove ");
    let last = lines.iter().rfind(|line| line.starts_with("info depth 6 ")).cloned().unwrap_or_default();
    value(&last, "nodes").to_owned()
}

#[test]
fn bug_clear_hash_left_the_table_of_another_game() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value gardner\nposition startpos");
    let first = nodes_to_depth_6(&mut driver);
    assert_ne!(nodes_to_depth_6(&mut driver), first, "the table is kept");
    driver.send("setoption name Clear Hash");
    assert_eq!(nodes_to_depth_6(&mut driver), first);
    // During a search, too.
    driver.send("go infinite");
    driver.until("info depth 6 ");
    driver.send("setoption name Clear Hash\nstop");
    driver.until("bestmove ");
    assert_eq!(nodes_to_depth_6(&mut driver), first);
    driver.quit();
}

#[test]
fn stop_and_ponderhit_bring_the_answer_that_was_held() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value gardner\nposition fen k4/2K2/5/5/1Q3 w - - 0 1\ngo infinite");
    driver.sync();
    driver.send("stop");
    assert!(driver.until("bestmove ").last().is_some_and(|line| line.starts_with("bestmove b1b4")));
    driver.send("go ponder movetime 1");
    driver.sync();
    driver.send("ponderhit");
    driver.until("bestmove ");
    // A mate on the board is answered, too.
    driver.send("position fen k4/1QK2/5/5/5 b - - 0 1\ngo movetime 10");
    let lines = driver.until("bestmove ");
    assert!(lines.iter().any(|line| line == "info depth 0 score mate 0"), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
}

#[test]
fn bug_a_level_was_taken_for_a_game_that_has_none() {
    let rated = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 900";
    for (options, told) in [("", 0), ("setoption name Skill Level value 2", 1), (rated, 1)] {
        let mut driver = Driver::session("uci");
        driver.send(&format!("{options}\nsetoption name UCI_Variant value gardner\ngo depth 1"));
        let lines = driver.until("bestmove ");
        let said = "info string levels are for bughouse: gardner is played at full strength";
        assert_eq!(count(&lines, said), told, "{lines:?}");
        driver.quit();
    }
}

#[test]
fn bug_several_lines_were_wanted_and_one_was_shown() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value gardner\nsetoption name MultiPV value 3\nposition startpos");
    for (go, wanted) in [("depth 6", 3), ("depth 6 searchmoves a2a3 b2b3", 2), ("depth 6 searchmoves a2a3", 1)] {
        driver.send(&format!("go {go}"));
        let lines = driver.until("bestmove ");
        let last: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 6 ")).collect();
        assert_eq!(last.len(), wanted, "{go}: {lines:?}");
        let first = |line: &str| value(line, "pv").to_owned();
        let moves: HashSet<String> = last.iter().map(|line| first(line)).collect();
        assert_eq!(moves.len(), wanted, "all begin differently: {last:?}");
        let scores: Vec<i32> = last.iter().map(|line| value(line, "cp").parse().expect("a score")).collect();
        assert!(scores.is_sorted_by(|one, next| one >= next), "{last:?}");
        let places: Vec<&str> = last.iter().map(|line| value(line, "multipv")).collect();
        assert_eq!(places, if wanted == 1 { vec![""] } else { ["1", "2", "3"][..wanted].to_vec() });
        assert_eq!(value(&lines[lines.len() - 1], "bestmove"), first(last[0]));
    }
    driver.quit();
}

#[test]
fn bug_a_search_for_a_mate_ended_without_it_or_went_on_behind_it() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value battle");
    // Four plies do not show the mate in two, since late moves are searched less.
    let hard = "position fen 2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1";
    for (position, most, mate) in [(hard, 2, "2"), ("position fen k7/8/1K6/8/8/8/8/7R w - - 0 1", 30, "1")] {
        driver.send(&format!("{position}\ngo mate {most}"));
        let lines = driver.until("bestmove ");
        let scores: Vec<&str> =
            lines.iter().filter(|line| line.contains(" pv ")).map(|line| value(line, "mate")).collect();
        assert_eq!(scores.last(), Some(&mate), "{lines:?}");
        assert!(!scores[..scores.len() - 1].contains(&mate), "{lines:?}");
    }
    driver.quit();
}

#[test]
fn bug_a_wrong_go_ended_an_infinite_search_of_another_game() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value gardner\nposition startpos\ngo infinite");
    driver.until("info depth 3 ");
    let lines = driver.ask("go depth x");
    assert_eq!((count(&lines, "info string error"), count(&lines, "bestmove")), (1, 0), "{lines:?}");
    driver.send("stop");
    driver.until("bestmove ");
    assert!(driver.sync().is_empty());
    driver.quit();
}

#[test]
fn bug_illegal_searchmoves_of_another_game_were_dropped_in_silence_or_left_a_go_unanswered() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value gardner\nposition startpos\ngo searchmoves b2b3 e7e5 depth 2");
    let lines = driver.until("bestmove ");
    assert_eq!(lines[0], "info string error: go searchmoves: `e7e5` is not legal and is ignored");
    assert!(lines[lines.len() - 1].starts_with("bestmove b2b3"), "{lines:?}");
    let error = "info string error: go searchmoves: no legal move among `e7e5`";
    for (go, end) in [("infinite", "stop"), ("ponder", "ponderhit"), ("infinite", "go depth 1")] {
        assert_eq!(driver.ask(&format!("go {go} searchmoves e7e5")), [error]);
        driver.send(end);
        assert_eq!(driver.line(), "bestmove (none)", "{go}, {end}");
    }
    driver.until("bestmove ");
    driver.quit();
}

#[test]
fn bug_exchange_chess_went_on_without_a_king() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value exchange");
    let before = fen(&mut driver);
    // Black's king is still in reserve: white has nothing to attack.
    for wrong in ["5/5/5/5/K4[QQQRRRBBBNNNkqqqrrrbbbnnn] w - - 0 1", "5/5/5/5/q4[KQQQRRRBBBNNNkqqrrrbbbnnn] w - - 0 1"]
    {
        let said = driver.ask(&format!("position fen {wrong}"));
        assert!(said.len() == 1 && said[0].contains("both kings are put before anything else"), "{said:?}");
        assert_eq!(fen(&mut driver), before);
    }
    // White's king is taken: it is not dropped once more, and its rook takes nothing.
    driver.send("position fen 4k/5/5/r4/K1R2[] b - - 0 1 moves a2a1\ngo depth 2");
    let lines = driver.until("bestmove ");
    assert!(lines.iter().any(|line| line == "info depth 0 score mate 0"), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
    assert!(driver.ask("d").contains(&"over: black wins, the king is taken".to_owned()), "{}", driver.transcript());
    driver.quit();
}

#[test]
fn perft_counts_another_game() {
    let output = |arguments: &[&str]| {
        let output = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem")).args(arguments).output();
        output.expect("tandem runs")
    };
    let counted = output(&["perft", "3", "--variant", "courier", "--wazir"]);
    assert_eq!(String::from_utf8_lossy(&counted.stdout).trim(), "Nodes searched: 44103");
    let refused = output(&["perft", "3", "--variant", "atomic"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("`atomic` is no game here"), "{refused:?}");
}

#[test]
fn bug_perft_took_the_option_of_a_game_for_every_other_game() {
    for name in ["gardner", "exchange", "battle"] {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        let output = command.args(["perft", "1", "--variant", name, "--wazir"]).output().expect("tandem runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        assert_eq!(told.trim(), format!("error: --wazir: {name} has no jester, only courier has"));
    }
}

#[test]
fn bug_perft_refused_startpos_as_no_position() {
    for (arguments, count) in [
        (&["perft", "2", "--bfen", "startpos"][..], 400),
        (&["perft", "2"][..], 400),
        (&["perft", "1", "--variant", "gardner", "--fen", "startpos"][..], 7),
    ] {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        let output = command.args(arguments).output().expect("tandem runs");
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(told.trim(), format!("Nodes searched: {count}"), "{arguments:?}: {output:?}");
    }
}

#[test]
fn bug_perft_refused_crazyhouse_as_no_game() {
    let position = "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1";
    for (more, count) in [(&["4", "--fen", position][..], 132_758), (&["2"][..], 400)] {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        let output = command.args(["perft", "--variant", "crazyhouse"]).args(more).output().expect("tandem runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), format!("Nodes searched: {count}"), "{output:?}");
    }
}

#[test]
fn bug_a_perft_beyond_all_depths_overflowed_the_stack() {
    for more in [&["--variant", "gardner"][..], &[]] {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("tandem"));
        let output = command.args(["perft", "4000000000"]).args(more).output().expect("tandem runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains("4000000000 is not in 0..=40"), "{told}");
    }
}

#[test]
fn bug_stop_did_not_end_a_count_of_another_game() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value courier\nposition startpos\ngo perft 9");
    driver.sync();
    driver.send("stop");
    driver.expect("info string perft stopped");
    driver.quit();
}

#[test]
fn a_match_of_another_game_is_refereed_and_kept() {
    for name in ["gardner", "exchange", "battle"] {
        let place = Place::new();
        let output = place.run(&[
            "--variant",
            name,
            "--quiet",
            "--clock",
            "nodes=5",
            "--tc",
            "1+0.01",
            "--games",
            "4",
            "--maxmoves",
            "40",
            "--skip-bench",
            "--jsonl",
            "pairs.jsonl",
        ]);
        let (out, err) = text(&output);
        assert!(output.status.success() && err.is_empty(), "{name}: {out}{err}");
        let games = fs::read_to_string(place.path("pairs.pgn")).expect("a file");
        assert_eq!(games.matches(&format!("[Variant \"{name}\"]")).count(), 4, "{games}");
        let starts: Vec<&str> = games.lines().filter(|line| line.starts_with("[FEN ")).collect();
        assert!(starts.len() == 4 && starts[0] == starts[1] && starts[1] != starts[2], "{starts:?}");
    }
}

#[test]
fn bug_a_match_had_only_the_usual_jester_opening_and_board() {
    for (name, start) in [
        ("courier-free", "rnebmkfmbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFMBENR w - - 0 1"),
        ("courier-wazir", "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1"),
        ("courier-wazir-free", "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR w - - 0 1"),
        ("exchange-6", "6/6/6/6/6/6[KQQQQRRRRBBBBNNNNkqqqqrrrrbbbbnnnn] w - - 0 1"),
    ] {
        let place = Place::new();
        let clock = ["--clock", "nodes=5", "--tc", "1+0.01", "--maxmoves", "6", "--skip-bench"];
        let games = ["--variant", name, "--openings", "start", "--games", "2", "--quiet", "--jsonl", "pairs.jsonl"];
        let output = place.run(&[&games[..], &clock].concat());
        let (out, err) = text(&output);
        assert!(output.status.success() && err.is_empty() && !out.contains("not legal"), "{name}: {out}{err}");
        let games = fs::read_to_string(place.path("pairs.pgn")).expect("a file");
        assert_eq!(games.matches(&format!("[FEN \"{start}\"]")).count(), 2, "{games}");
        assert_eq!(games.matches(&format!("[Variant \"{name}\"]")).count(), 2, "{games}");
        let lines = fs::read_to_string(place.path("pairs.jsonl")).expect("a file");
        assert!(lines.contains(&format!("\"variant\":\"{name}\"")), "{lines}");
    }
    // The jester of the position is that of the engine, by its option.
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value courier\nsetoption name Jester value wazir");
    driver.send("position fen k11/12/12/12/5W6/12/12/11K w - - 0 1");
    driver.send("go perft 1");
    let moves = driver.until("Nodes searched: ");
    assert!(moves.iter().filter(|line| line.starts_with("f4")).count() == 4, "{moves:?}");
    driver.quit();
}
