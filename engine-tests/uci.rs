//! UCI by transcript, against the real program.

use crate::driver::{Driver, count, value};
use std::thread::sleep;
use std::time::Duration;

const MATE_IN_ONE: &str = "position fen 6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";
const HANG: &str = "position fen 4r2k/8/8/8/8/8/3P1P2/3RKR2[] w - - 0 1";
const SMOTHERED: &str = "position fen 6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1";
const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";

fn bfen(driver: &mut Driver) -> String {
    let shown = driver.ask("d");
    let line = shown.iter().find_map(|line| line.strip_prefix("BFEN: "));
    line.unwrap_or_default().to_owned()
}

#[test]
fn the_engine_introduces_itself() {
    let mut driver = Driver::start(&[]);
    driver.send("uci");
    let lines = driver.until("uciok");
    assert!(lines[0].starts_with("id name Tandem") && lines[1].starts_with("id author"));
    assert_eq!(count(&lines, "option name ") + 3, lines.len(), "{lines:?}");
    let variant = "option name UCI_Variant type combo default bughouse var bughouse var crazyhouse var gardner \
                   var courier var exchange var battle";
    assert!(lines.contains(&variant.to_owned()));
    assert_eq!(count(&lines, "option name Rules type combo default fics"), 1);
    for name in ["Hash", "Threads", "MultiPV", "Ponder", "UCI_ShowWDL", "Move Overhead", "ClearHash", "SyzygyPath"] {
        assert_eq!(count(&lines, &format!("option name {name} type ")), 1, "{name}");
    }
    driver.quit();
}

#[test]
fn moves_are_played_and_an_illegal_one_changes_nothing() {
    let mut driver = Driver::session("uci");
    driver.send("position startpos moves e2e4 e7e5 g1f3");
    let before = bfen(&mut driver);
    assert_eq!(before, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] b KQkq - 1 2");
    for (line, quoted) in [
        ("position startpos moves e2e4 e2e4", "move 2, `e2e4`"),
        ("position startpos moves N@f3", "`N@f3`"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "kings"),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "`x`"),
        ("position here", "`here`"),
        ("go perft 99", "99"),
        ("setoption name Hash value -1", "`-1`"),
        ("setoption name Sharpness value 5", "`Sharpness`"),
        ("setoption name UCI_Variant value atomic", "`atomic`"),
        ("ubi", "`ubi`"),
        ("castle", "`castle`"),
    ] {
        let lines = driver.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string error: ") && lines[0].contains(quoted), "{line}: {lines:?}");
    }
    // This one is a `go` all the same, for whose answer a GUI waits.
    let lines = driver.ask("go searchmoves e2e4");
    assert!(lines.len() == 2 && lines[0].contains("`e2e4`") && lines[1] == "bestmove (none)", "{lines:?}");
    assert_eq!(bfen(&mut driver), before);
    driver.quit();
}

#[test]
fn bug_a_depth_behind_bench_was_ignored_in_silence() {
    let mut driver = Driver::session("uci");
    assert_eq!(driver.ask("bench 4"), ["info string error: bench: `4` means nothing here, it takes no arguments"]);
    driver.quit();
}

#[test]
fn captures_go_where_the_variant_says() {
    let mut driver = Driver::session("uci");
    for (variant, hands) in [("crazyhouse", "[Pp]"), ("bughouse", "[]")] {
        driver.send(&format!("setoption name UCI_Variant value {variant}"));
        driver.send("position startpos moves e2e4 d7d5 e4d5 d8d5");
        let board = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR";
        assert_eq!(bfen(&mut driver), format!("{board}{hands} w KQkq - 0 3"), "{variant}");
    }
    // Its values and its network are those of bughouse.
    let lines = driver.ask("setoption name UCI_Variant value chess");
    assert!(lines[0].contains("`chess`") && lines[0].contains("bughouse, crazyhouse"), "{lines:?}");
    driver.quit();
}

#[test]
fn each_variant_has_its_network_unless_one_is_named() {
    let mut driver = Driver::session("uci");
    let mut evaluation = |commands: &[&str]| {
        commands.iter().for_each(|command| driver.send(command));
        driver.send("position startpos\ngo depth 1");
        let told =
            driver.expect("info string variant").rsplit_once("evaluation: ").expect("an evaluation").1.to_owned();
        driver.expect("bestmove");
        told
    };
    let bughouse = evaluation(&[]);
    let crazyhouse = evaluation(&["setoption name UCI_Variant value crazyhouse"]);
    assert!(bughouse.starts_with("network ") && crazyhouse.starts_with("network ") && bughouse != crazyhouse);
    assert_eq!(evaluation(&["setoption name UCI_Variant value bughouse"]), bughouse);
    let named = concat!("setoption name EvalFile value ", env!("CARGO_MANIFEST_DIR"), "/nets/t7.nn");
    let t7 = evaluation(&[named, "setoption name UCI_Variant value crazyhouse"]);
    assert!(t7 != bughouse && t7 != crazyhouse, "{t7}");
    let handcrafted = ["setoption name Eval value handcrafted", "setoption name UCI_Variant value bughouse"];
    assert_eq!(evaluation(&handcrafted), "handcrafted");
    driver.quit();
}

#[test]
fn drops_are_written_with_a_capital_and_read_in_either_case() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name UCI_Variant value crazyhouse");
    driver.send("position fen r5k1/5ppp/8/8/8/8/8/K5Q1[Rn] b - - 0 1 moves n@f3 r@e8");
    driver.send(MATE_IN_ONE);
    driver.send("go depth 4");
    assert_eq!(driver.expect("bestmove"), "bestmove N@f7");
    // FEN as written by python-chess, with promoted pieces.
    driver.send("position fen rnb1kbn1/ppp1pppr/8/8/8/8/PPPP1PPP/RNBQ~KBNR[Qn] w KQq - 3 9");
    assert_eq!(bfen(&mut driver), "rnb1kbn1/ppp1pppr/8/8/8/8/PPPP1PPP/RNBQ~KBNR[Qn] w KQq - 3 9");
    driver.quit();
}

#[test]
fn every_limit_ends_the_search() {
    let mut driver = Driver::session("uci");
    for go in [
        "depth 3",
        "nodes 1000",
        "movetime 50",
        "movetime 0",
        "wtime 1000 btime 1000 winc 10 binc 10",
        "wtime 300 btime 1000 movestogo 1",
        "wtime -20 btime 5",
        "depth 2 wtime 100000 btime 100000 ponderfish 3",
    ] {
        driver.send("position startpos");
        driver.send(&format!("go {go}"));
        assert_eq!(count(&driver.until("bestmove "), "bestmove"), 1, "{go}");
    }
    driver.send(MATE_IN_ONE);
    driver.send("go mate 1");
    let lines = driver.until("bestmove");
    assert_eq!(value(&lines[lines.len() - 2], "mate"), "1", "{lines:?}");
    driver.send("position startpos");
    driver.send("go searchmoves a2a3 h2h3 depth 3");
    let best = driver.expect("bestmove");
    assert!(["a2a3", "h2h3"].contains(&value(&best, "bestmove")), "{best}");
    driver.quit();
}

#[test]
fn bug_a_search_with_the_opponents_clock_alone_did_not_end() {
    let mut driver = Driver::session("uci");
    for variant in ["bughouse", "gardner"] {
        driver.send(&format!("setoption name UCI_Variant value {variant}"));
        driver.send("position startpos");
        driver.send("go btime 300");
        let lines = driver.until("bestmove ");
        let told = "info string go: wtime is missing, btime counts for both sides";
        assert!(lines.iter().any(|line| line == told), "{variant}: {lines:?}");
    }
    driver.quit();
}

#[test]
fn absurd_limits_are_cut_and_still_obey_stop() {
    let mut driver = Driver::session("uci");
    for go in [
        "depth 99999999999",
        "movetime 99999999999999999999999999",
        "nodes 18446744073709551616",
        "wtime 18446744073709551615 btime 18446744073709551615 winc 18446744073709551615 movestogo 0",
        "",
    ] {
        driver.send("position startpos");
        driver.send(&format!("go {go}"));
        driver.expect("info depth 3");
        driver.send("stop");
        assert_eq!(count(&driver.until("bestmove "), "info string"), 0, "{go}");
    }
    driver.quit();
}

#[test]
fn multipv_and_chances() {
    let mut driver = Driver::session("uci");
    driver.send("setoption name MultiPV value 3");
    driver.send("setoption name UCI_ShowWDL value true");
    driver.send("position fen r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NBPPnbp] w KQkq - 0 1");
    driver.send("go depth 3");
    let lines = driver.until("bestmove");
    let last: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 3 ")).collect();
    let ranks: Vec<&str> = last[last.len() - 3..].iter().map(|line| value(line, "multipv")).collect();
    assert_eq!(ranks, ["1", "2", "3"]);
    let firsts: std::collections::BTreeSet<&str> =
        last[last.len() - 3..].iter().map(|line| value(line, "pv")).collect();
    assert_eq!(firsts.len(), 3, "three different moves");
    for line in last {
        let chances: Vec<u32> =
            line.split(' ').skip_while(|word| *word != "wdl").skip(1).take(3).filter_map(|n| n.parse().ok()).collect();
        assert_eq!((chances.len(), chances.iter().sum::<u32>()), (3, 1000), "{line}");
    }
    driver.quit();
}

#[test]
fn infinite_and_ponder_hold_the_answer() {
    let mut driver = Driver::session("uci");
    // A mate in one is found at once, but the answer is held back.
    driver.send(MATE_IN_ONE);
    driver.send("go infinite depth 3");
    sleep(Duration::from_millis(100));
    assert_eq!(count(&driver.sync(), "bestmove"), 0);
    driver.send("stop");
    driver.expect("bestmove N@f7");

    driver.send("position startpos moves e2e4");
    driver.send("go ponder wtime 100 btime 100");
    sleep(Duration::from_millis(200));
    assert_eq!(count(&driver.sync(), "bestmove"), 0);
    driver.send("ponderhit");
    driver.expect("bestmove ");
    driver.send("go ponder wtime 100000 btime 100000");
    driver.send("stop");
    driver.expect("bestmove ");
    driver.quit();
}

#[test]
fn bug_an_infinite_search_ended_by_the_clock() {
    let mut driver = Driver::session("uci");
    driver.send("position startpos");
    // By the clock there would be time for the first iterations only.
    driver.send("go infinite wtime 1 btime 1");
    driver.expect("info depth 9 ");
    driver.send("stop");
    driver.expect("bestmove ");
    driver.quit();
}

#[test]
fn bug_an_option_of_the_rules_ended_an_infinite_search() {
    let mut driver = Driver::session("uci");
    driver.send("position startpos");
    for (go, end) in [("infinite", "stop"), ("ponder wtime 1000 btime 1000", "ponderhit")] {
        driver.send(&format!("go {go}"));
        driver.expect("info depth 3 ");
        for option in ["drop-check value allowed", "UCI_Variant value bughouse", "UCI_Chess960 value false"] {
            let lines = driver.ask(&format!("setoption name {option}"));
            assert_eq!(count(&lines, "bestmove "), 0, "{go}: {option}");
        }
        driver.send(end);
        driver.expect("bestmove ");
    }
    driver.quit();
}

#[test]
fn a_reply_to_think_about_comes_with_the_move() {
    let mut driver = Driver::session("uci");
    driver.send("position startpos");
    driver.send("go depth 5");
    let best = driver.expect("bestmove");
    assert_eq!(value(&best, "ponder").len(), 4, "{best}");
    driver.quit();
}

#[test]
fn without_a_legal_move_the_answer_is_none() {
    let mut driver = Driver::session("uci");
    // The first search says the variant.
    driver.send("position startpos\ngo depth 1");
    driver.expect("bestmove");
    for (position, info) in [
        (SMOTHERED, "info depth 0 score mate 0"),
        (STALEMATE, "info depth 0 score cp 0"),
        (HANG, "info string hanging: no legal move until a piece arrives that can block, one of p n b r q"),
    ] {
        driver.send(position);
        assert_eq!(driver.ask("go movetime 100"), [info, "bestmove (none)"]);
        // Analysis ends on `stop`, here too.
        assert_eq!(driver.ask("go infinite"), [info]);
        assert_eq!(driver.ask("stop"), ["bestmove (none)"]);
        assert_eq!(driver.ask("stop").len(), 0);
        assert_eq!(driver.ask("go ponder wtime 1 btime 1"), [info]);
        assert_eq!(driver.ask("ponderhit"), ["bestmove (none)"]);
    }
    driver.quit();
}

#[test]
fn bug_illegal_searchmoves_were_dropped_in_silence_or_left_a_go_unanswered() {
    let mut driver = Driver::session("uci");
    driver.send("position startpos\ngo searchmoves e2e4 e2e5 e1e3 depth 2");
    let lines = driver.until("bestmove ");
    assert_eq!(lines[0], "info string error: go searchmoves: `e2e5 e1e3` is not legal and is ignored");
    assert_eq!(value(&lines[lines.len() - 1], "bestmove"), "e2e4");
    let error = "info string error: go searchmoves: no legal move among `e2e5 e7e5`";
    assert_eq!(driver.ask("go searchmoves e2e5 e7e5 depth 2"), [error, "bestmove (none)"]);
    for (go, end) in [("infinite", "stop"), ("ponder", "ponderhit"), ("infinite", "go depth 1")] {
        assert_eq!(driver.ask(&format!("go {go} searchmoves e2e5 e7e5")), [error]);
        driver.send(end);
        assert_eq!(driver.line(), "bestmove (none)", "{go}, {end}");
    }
    driver.expect("bestmove ");
    driver.quit();
}

#[test]
fn bug_a_go_with_a_wrong_number_was_never_answered() {
    let mut driver = Driver::session("uci");
    driver.send("position startpos");
    for (go, quoted) in [("depth", "depth"), ("movetime 1s", "`1s`"), ("wtime 1000 btime soon", "`soon`")] {
        let lines = driver.ask(&format!("go {go}"));
        assert!(lines.len() == 2 && lines[1] == "bestmove (none)", "{go}: {lines:?}");
        assert!(lines[0].starts_with("info string error: go ") && lines[0].contains(quoted), "{go}: {lines:?}");
    }
    for (go, end) in [("infinite", "stop"), ("ponder", "ponderhit")] {
        assert_eq!(driver.ask(&format!("go {go} depth x")).len(), 1, "{go}");
        assert_eq!(driver.ask(end), ["bestmove (none)"], "{go}");
    }
    // The search before it goes on.
    driver.send("go infinite\ngo depth x\nstop");
    let lines = driver.until("bestmove ");
    assert_eq!((count(&lines, "info string error"), count(&lines, "bestmove (none)")), (1, 0), "{lines:?}");
    assert!(driver.sync().is_empty());
    // Some GUIs write times with decimals.
    for go in ["movetime 50.0", "wtime 1000.5 btime 1000 winc 10.0 binc 10.0"] {
        driver.send(&format!("go {go}"));
        let lines = driver.until("bestmove ");
        assert_eq!(count(&lines, "info string error") + count(&lines, "bestmove (none)"), 0, "{go}: {lines:?}");
    }
    driver.quit();
}

#[test]
fn every_go_has_one_answer() {
    let mut driver = Driver::session("uci");
    for _ in 0..100 {
        driver.send("go infinite");
        driver.send("stop");
    }
    let mut lines = driver.sync();
    while count(&lines, "bestmove") < 100 {
        lines.push(driver.line());
    }
    // A second `go` makes the first one answer.
    driver.send("go infinite");
    driver.send("go depth 1");
    lines = driver.until("bestmove");
    lines.extend(driver.until("bestmove"));
    assert_eq!(count(&lines, "bestmove"), 2);
    sleep(Duration::from_millis(30));
    assert_eq!(driver.sync().len(), 0);
    driver.quit();
}

#[test]
fn perft_counts_beside_the_session_and_can_be_stopped() {
    let mut driver = Driver::session("uci");
    driver.send("go perft 4");
    let lines = driver.until("Nodes searched: ");
    assert_eq!(lines.len(), 22);
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 197281"));
    driver.send("perft 0");
    assert_eq!(driver.expect("Nodes searched: "), "Nodes searched: 1");
    // Several commands in one write are executed in order.
    driver.send("position startpos moves e2e4\nperft 2\nposition startpos\nperft 2");
    assert_eq!(driver.expect("Nodes searched: "), "Nodes searched: 600");
    assert_eq!(driver.expect("Nodes searched: "), "Nodes searched: 400");

    driver.send("go perft 30");
    assert_eq!(driver.sync().len(), 0);
    driver.send("go depth 2");
    driver.expect("bestmove ");
    driver.send("stop");
    driver.expect("info string perft stopped");
    driver.send("go perft 30");
    driver.quit();
}

#[test]
fn a_script_in_one_breath_gets_its_answers() {
    let mut driver = Driver::start(&[]);
    driver.send_bytes(b"uci\r\nposition startpos\r\ngo perft 3\r\nquit\r\n");
    let (lines, status, errors) = driver.wait();
    assert!(status.success() && errors.is_empty());
    assert_eq!(count(&lines, "Nodes searched: 8902"), 1);

    // Without `uci` too, and without `quit`.
    let mut driver = Driver::start(&[]);
    driver.send_bytes(b"position startpos\ngo depth 2");
    driver.close_input();
    let (lines, status, _) = driver.wait();
    assert!(status.success());
    assert_eq!(count(&lines, "bestmove "), 1);
}

#[test]
fn the_first_command_decides() {
    let mut driver = Driver::start(&[]);
    driver.send("go infinite");
    driver.send("ubi");
    driver.until("ubiok");
    assert_eq!(driver.sync().len(), 0, "the search from before is gone");
    for other in ["uci", "xboard"] {
        let lines = driver.ask(other);
        assert!(lines.len() == 1 && lines[0].starts_with("info string error: "), "{lines:?}");
    }
    driver.quit();

    let mut driver = Driver::start(&[]);
    driver.send("go infinite\nxboard\nping 1");
    driver.until("pong 1");
    driver.send("ubi\nping 2");
    assert_eq!(driver.until("pong 2"), ["Error (unknown command): ubi", "pong 2"], "the search from before is gone");
    driver.quit();
}

#[test]
fn rules_can_be_chosen() {
    let mut driver = Driver::session("uci");
    let drop_check = "position fen 6k1/8/8/8/8/8/8/K7[Q] w - - 0 1 moves q@g1";
    assert_eq!(driver.ask(drop_check).len(), 0);
    assert_eq!(driver.ask("setoption name Rules value gambler,drop-check=forbidden").len(), 0);
    assert_eq!(count(&driver.ask(drop_check), "info string error"), 1);
    driver.send("setoption name drop-check value allowed");
    assert_eq!(driver.ask(drop_check).len(), 0);
    driver.quit();
}

#[test]
fn a_reader_who_goes_away_ends_the_program() {
    let mut driver = Driver::session("uci");
    driver.send("go infinite");
    driver.expect("info");
    // The input stays open: the search itself detects the closed pipe.
    let (_, status, errors) = driver.with_closed_output().wait();
    assert!(status.success() && errors.is_empty(), "{status}: {errors}");
}

#[test]
fn the_log_has_both_sides_and_the_options() {
    let folder = tempfile::tempdir().expect("a folder for the log");
    let file = folder.path().join("tandem.log");
    let mut driver = Driver::start(&["--log", file.to_str().expect("a plain path")]);
    driver.send("ubi");
    driver.until("ubiok");
    driver.ask("metadata white_name Anna");
    driver.ask("setoption name MultiPV value 2");
    driver.quit();
    let log = std::fs::read_to_string(&file).expect("the log is there");
    for part in ["< ubi", "> readyok", "white_name Anna", "option MultiPV = 2"] {
        assert!(log.contains(part), "{part}\n{log}");
    }
}

#[test]
fn bug_an_empty_name_of_the_log_in_the_environment_made_every_command_fail() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tandem"));
    let output = command.args(["perft", "1"]).env("TANDEM_LOG", "").output().expect("the program starts");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
