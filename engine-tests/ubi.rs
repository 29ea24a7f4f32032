//! UBI by transcript, against the real program.

use crate::driver::{Driver, count, value};
use std::thread::sleep;
use std::time::Duration;

const START: &str = "position startpos | startpos clock 60000 60000 60000 60000";
/// White on A is in check along the e-file: no move helps, a drop would.
const HANG: &str = "4r2k/8/8/8/8/8/3P1P2/3RKR2[] w - - 0 1";
const HANG_WITH_KNIGHT: &str = "4r2k/8/8/8/8/8/3P1P2/3RKR2[N] w - - 0 1";
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1";

fn position(driver: &mut Driver, a: &str, b: &str, clock: u64) {
    driver.send(&format!("position {a} | {b} clock {clock} {clock} {clock} {clock}"));
}

/// All lines until a search has nothing left to print.
fn silence(driver: &mut Driver) -> Vec<String> {
    let mut lines = driver.sync();
    sleep(Duration::from_millis(30));
    lines.extend(driver.sync());
    lines
}

#[test]
fn the_engine_introduces_itself() {
    let mut driver = Driver::start(&[]);
    driver.send("ubi");
    let lines = driver.until("ubiok");
    assert!(lines[0].starts_with("id name Tandem") && lines[1].starts_with("id author"));
    let options = count(&lines, "option name ");
    assert_eq!(options + 3, lines.len(), "{lines:?}");
    for name in ["Hash", "Threads", "MultiPV", "Rules", "Eval", "MoveOverhead", "IncrementMs", "ClearHash", "mate"] {
        assert_eq!(count(&lines, &format!("option name {name} type ")), 1, "{name}");
    }
    assert!(
        lines.contains(
            &"option name Rules type combo default international var international var fics var \
         fairy-stockfish var gambler"
                .to_owned()
        )
    );
    // The only options of UCI are those of the levels and of Chess960, supported by GUIs under these names.
    let of_uci = lines.iter().filter_map(|line| line.strip_prefix("option name UCI_")?.split(' ').next());
    assert_eq!(of_uci.collect::<Vec<_>>(), ["LimitStrength", "Elo", "Chess960"]);
    driver.quit();
}

#[test]
fn info_and_bestmove_name_the_board() {
    let mut driver = Driver::session("ubi");
    driver.send(START);
    driver.send("GO BOARD b DEPTH 4");
    let lines = driver.until("bestmove");
    assert!(lines.iter().all(|line| line.starts_with("info board B ") || line.starts_with("bestmove board B ")));
    let last = &lines[lines.len() - 2];
    for key in ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"] {
        assert!(!value(last, key).is_empty(), "{key} is missing: {last}");
    }
    assert_eq!(value(last, "pv"), value(&lines[lines.len() - 1], "B"));
    assert_eq!(lines[0], "info board B reserve_value 0 partner_reserve_value 0");
    assert_eq!(count(&silence(&mut driver), ""), 0);
    driver.quit();
}

#[test]
fn drops_are_written_with_a_small_letter() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "startpos", 60_000);
    driver.send("go board A depth 4");
    let lines = driver.until("bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove board A n@f7"));
    assert!(lines.iter().any(|line| value(line, "mate") == "1"), "{lines:?}");
    driver.quit();
}

#[test]
fn a_change_of_the_searched_board_aborts_without_a_bestmove() {
    let mut driver = Driver::session("ubi");
    driver.send(START);
    driver.send("go board A infinite");
    driver.expect("info board A depth");
    position(&mut driver, AFTER_E4, "startpos", 60_000);
    let lines = silence(&mut driver);
    assert_eq!(count(&lines, "bestmove"), 0);
    assert_eq!(count(&silence(&mut driver), "info"), 0, "the search goes on");
    driver.send("go board A depth 2");
    let lines = driver.until("bestmove board A");
    assert_eq!(count(&lines, "bestmove"), 1);
    assert_eq!(count(&silence(&mut driver), "bestmove"), 0);
    driver.quit();
}

#[test]
fn an_arrival_in_a_hand_of_the_searched_board_aborts_too() {
    let mut driver = Driver::session("ubi");
    driver.send(START);
    driver.send("go board A movetime 300");
    driver.expect("info board A depth");
    let with_knight = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[n] w KQkq - 0 1";
    position(&mut driver, with_knight, "startpos", 60_000);
    driver.sync();
    // Long enough for the old deadline to pass.
    sleep(Duration::from_millis(500));
    assert_eq!(driver.sync().len(), 0);
    driver.quit();
}

#[test]
fn news_from_the_other_board_does_not_disturb_a_search() {
    let mut driver = Driver::session("ubi");
    driver.send(START);
    driver.send("go board B movetime 400");
    driver.expect("info board B depth");
    for clock in [59_000, 58_000, 57_000] {
        position(&mut driver, AFTER_E4, "startpos", clock);
        position(&mut driver, "startpos", "startpos", clock);
    }
    let lines = driver.until("bestmove");
    assert!(lines[lines.len() - 1].starts_with("bestmove board B "));
    assert_eq!(count(&silence(&mut driver), ""), 0);
    driver.quit();
}

#[test]
fn clocks_that_ran_down_hurry_a_search() {
    let mut driver = Driver::session("ubi");
    // Ten hours for a move: without the clock update the driver would time out.
    position(&mut driver, "startpos", "startpos", 1_000_000_000);
    driver.send("go board A");
    driver.expect("info board A depth");
    position(&mut driver, "startpos", AFTER_E4, 100);
    driver.expect("bestmove board A");
    driver.quit();
}

#[test]
fn clocks_may_come_with_go_too() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, "startpos", "startpos", 1_000_000_000);
    driver.send("go board B wtime 100 btime 1000000000 winc 0 binc 0");
    driver.expect("bestmove board B");
    driver.quit();
}

#[test]
fn bug_a_position_without_clocks_or_a_rule_refilled_them_and_a_sit_did_not_end() {
    // White is mated in one whatever it plays, and sits until its clock is nearly empty.
    let lost = "8/8/8/8/8/1k6/7q/K7[] w - - 0 1";
    let mut driver = Driver::session("ubi");
    position(&mut driver, lost, "startpos", 1_500);
    driver.send("go board A");
    driver.expect("info board A string sitting");
    let ends = (0..500).any(|_| {
        sleep(Duration::from_millis(20));
        let lines = driver.ask(&format!("position {lost} | startpos\nsetoption name drop-check value allowed"));
        count(&lines, "bestmove board A ") == 1
    });
    assert!(ends, "{}", driver.transcript());
    driver.quit();
}

#[test]
fn both_boards_are_searched_at_once_and_both_answer() {
    let mut driver = Driver::session("ubi");
    driver.send(START);
    driver.send("go board A movetime 200");
    driver.send("go board B movetime 200");
    let mut lines = driver.until("bestmove");
    lines.extend(driver.until("bestmove"));
    assert_eq!((count(&lines, "bestmove board A "), count(&lines, "bestmove board B ")), (1, 1));
    let of = |line: &String, board: &str| line.starts_with(&format!("info board {board} depth"));
    let first_answer = lines.iter().position(|line| line.starts_with("bestmove")).unwrap_or(0);
    let before = &lines[..first_answer];
    assert!(before.iter().any(|line| of(line, "A")) && before.iter().any(|line| of(line, "B")), "one waited");
    driver.quit();
}

#[test]
fn stop_silences_both_boards_or_one() {
    let mut driver = Driver::session("ubi");
    driver.send("setoption name OwnBook value false");
    driver.send(START);
    driver.send("go board A infinite");
    driver.send("go board B infinite");
    driver.expect("info board A depth 3");
    assert_eq!(count(&driver.ask("stop"), "bestmove"), 0);
    assert_eq!(count(&silence(&mut driver), ""), 0);

    position(&mut driver, "startpos", "startpos", 1_000_000_000);
    driver.send("go board A infinite");
    driver.send("go board B");
    assert_eq!(count(&driver.ask("stop board A"), "bestmove"), 0);
    position(&mut driver, "startpos", "startpos", 100);
    let lines = driver.until("bestmove");
    assert_eq!((count(&lines, "info board A"), count(&lines, "bestmove board B")), (0, 1));
    assert_eq!(count(&silence(&mut driver), ""), 0);
    driver.quit();
}

#[test]
fn storms_of_go_and_stop_leave_nothing_behind() {
    let mut driver = Driver::session("ubi");
    driver.send(START);
    for _ in 0..100 {
        driver.send("go board A depth 1");
        driver.send("stop");
        driver.send("go board B nodes 1");
        driver.send("go board B infinite");
        driver.send("stop board B");
    }
    driver.sync();
    assert_eq!(count(&silence(&mut driver), ""), 0);
    driver.send("go board B depth 2");
    assert_eq!(count(&driver.until("bestmove board B"), "bestmove"), 1);
    driver.quit();
}

#[test]
fn r08_a_hanging_player_answers_none_at_once_and_plays_when_asked_again() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, HANG, "startpos", 60_000);
    // With a server that sends no `position` while a `go` is open, a silent wait would never end.
    let lines = driver.ask("go board A");
    assert!(lines[0].starts_with("info board A string hanging"), "{lines:?}");
    // The partner is sent the pieces that would help: any piece can block on the e-file, a pawn too.
    assert_eq!(lines[1], "teammsg sitting");
    let wishes = ["p", "n", "b", "r", "q"].map(|piece| format!("teammsg need {piece} urgency high"));
    assert_eq!(lines[2..7], wishes);
    assert_eq!(lines[7..], ["bestmove board A (none)"]);
    // A move on the other board changes nothing; a second `go` sends no wish twice.
    position(&mut driver, HANG, AFTER_E4, 50_000);
    assert_eq!(driver.sync().len(), 0);
    assert_eq!(count(&driver.ask("go board A movetime 10"), "teammsg"), 0);
    position(&mut driver, HANG_WITH_KNIGHT, AFTER_E4, 50_000);
    driver.send("go board A movetime 100");
    let lines = driver.until("bestmove board A");
    let Some((best, before)) = lines.split_last() else { panic!("no move") };
    assert!(value(best, "A").starts_with("n@e"), "{best}");
    assert_eq!(count(before, "teammsg alive"), 1, "{before:?}");
    driver.quit();
}

#[test]
fn r08_under_immediate_mate_the_same_player_is_mated() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, HANG, "startpos", 60_000);
    driver.send("setoption name mate value immediate");
    assert_eq!(driver.ask("go board A"), ["bestmove board A (none)"]);
    driver.send("setoption name mate value possible-block-saves");
    assert_eq!(count(&driver.ask("go board A"), "info board A string hanging"), 1);
    driver.quit();
}

#[test]
fn mate_and_stalemate_are_answered_with_none() {
    let mut driver = Driver::session("ubi");
    let smothered = "6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1";
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";
    position(&mut driver, smothered, stalemate, 60_000);
    assert_eq!(driver.ask("go board A"), ["bestmove board A (none)"]);
    assert_eq!(driver.ask("go board B infinite"), ["bestmove board B (none)"]);
    driver.quit();
}

#[test]
fn gamblers_promotion_follows_the_other_board_in_mid_search() {
    let mut driver = Driver::session("ubi");
    driver.send("setoption name Rules value gambler");
    let pawn = "8/4P2k/8/8/8/8/8/K7[] w - - 0 1";
    let nothing_to_take = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/4K3[] w kq - 0 1";
    position(&mut driver, pawn, "startpos", 60_000);
    driver.send("go board A depth 3");
    assert_eq!(driver.expect("bestmove"), "bestmove board A e7e8q");
    position(&mut driver, pawn, "startpos", 1_000_000_000);
    driver.send("go board A");
    driver.expect("info board A depth");
    position(&mut driver, pawn, nothing_to_take, 100);
    let best = driver.expect("bestmove");
    assert!(value(&best, "A").starts_with("a1"), "{best}");
    driver.quit();
}

#[test]
fn bad_lines_are_quoted_and_change_nothing() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, AFTER_E4, "startpos", 1000);
    for (line, quoted) in [
        ("position startpos clock 1 2 3 4", "`startpos`: two boards joined by `|` are needed, not 1"),
        ("position startpos | startpos | startpos clock 1 2 3 4", "are needed, not 3"),
        (
            "position startpos | rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
            "board B: BFEN board: rank",
        ),
        ("position startpos | startpos clock 1 2 x 4", "`1 2 x 4`"),
        ("position", "two boards are missing"),
        ("go depth 3", "`board A` or `board B`"),
        ("go board C", "`C`"),
        ("stop board Q", "`Q`"),
        ("setoption name Hash value 0", "`0`"),
        ("setoption name Hash value lots", "`lots`"),
        ("setoption name Threads value 99999999999999999999", "`99999999999999999999`"),
        ("setoption name MultiPV value 0", "`0`"),
        ("setoption name drop-check value maybe", "`maybe`"),
        ("setoption value 3", "`value 3`"),
        ("flip\u{1b}[2J", "`flip\\u{1b}[2J`"),
    ] {
        let lines = driver.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string error: ") && lines[0].contains(quoted), "{line}: {lines:?}");
    }
    let shown = driver.ask("d");
    assert_eq!(count(&shown, &format!("BFEN: {AFTER_E4}")), 1, "{shown:?}");
    driver.send("go board A depth 1");
    driver.expect("bestmove board A ");
    driver.quit();
}

#[test]
fn bug_a_go_with_a_wrong_number_was_never_answered() {
    let mut driver = Driver::session("ubi");
    driver.send(START);
    for (go, board, quoted) in
        [("board A depth minus", "A", "`minus`"), ("depth board B", "B", "`board`"), ("board b nodes", "B", "nodes")]
    {
        let lines = driver.ask(&format!("go {go}"));
        assert!(lines.len() == 2 && lines[0].contains(quoted), "{go}: {lines:?}");
        assert_eq!(lines[1], format!("bestmove board {board} (none)"), "{go}");
    }
    // A search on its board goes on.
    driver.send("go board A nodes 100000\ngo board A depth x");
    let lines = driver.until("bestmove ");
    assert_eq!((count(&lines, "info string error"), count(&lines, "bestmove board A (none)")), (1, 0), "{lines:?}");
    assert_eq!(count(&silence(&mut driver), ""), 0);
    driver.send("go board A movetime 50.0");
    let lines = driver.until("bestmove board A ");
    assert_eq!(count(&lines, "info string error") + count(&lines, "bestmove board A (none)"), 0, "{lines:?}");
    driver.quit();
}

#[test]
fn lines_that_need_no_answer_get_none() {
    let mut driver = Driver::session("ubi");
    for line in [
        "",
        "   ",
        "setoption name TeamSpirit value high",
        "SetOption NAME multipv VALUE 2",
        "partnermsg mood cheerful",
        "partnermsg need",
        "metadata white_name Анна",
        "ubinewgame",
        "stop",
    ] {
        assert_eq!(driver.ask(line).len(), 0, "{line}");
    }
    // The option was set, whatever its case.
    driver.send(START);
    driver.send("go board A depth 2");
    assert!(driver.until("bestmove").iter().any(|line| value(line, "multipv") == "2"));
    driver.quit();
}

#[test]
fn bug_words_of_the_partner_were_sent_back_raw_and_in_full() {
    let mut driver = Driver::session("ubi");
    let lines = driver.ask(&format!("partnermsg say {}", "blah\u{1b}blah ".repeat(2_000)));
    let remarks: Vec<&String> = lines.iter().filter(|line| line.contains(" string partner: ")).collect();
    assert_eq!(remarks.len(), 1, "{}", driver.transcript());
    assert!(remarks[0].contains("`say blah\\u{1b}blah ") && remarks[0].len() < 1_000, "{}", remarks[0]);
    assert!(lines.iter().flat_map(|line| line.chars()).all(|letter| !letter.is_control()), "{lines:?}");
    driver.quit();
}

#[test]
fn bug_words_before_the_first_go_counted_on_board_a_alone() {
    for board in ["A", "B"] {
        let mut driver = Driver::session("ubi");
        driver.send("partnermsg sit");
        driver.send(START);
        driver.send(&format!("go board {board}"));
        let mut line = driver.line();
        while !line.contains(" string sitting: ") && !line.starts_with("bestmove") {
            line = driver.line();
        }
        assert!(line.starts_with(&format!("info board {board} string sitting: ")), "{}", driver.transcript());
        driver.quit();
    }
}

#[test]
fn bug_words_of_a_game_bound_the_next_one_that_began_in_mid_search() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, AFTER_E4, AFTER_E4, 60_000);
    driver.send("go board A infinite");
    driver.expect("info board A depth");
    driver.send("partnermsg sit");
    driver.send(START);
    driver.send("go board A");
    let lines = driver.until("bestmove board A ");
    assert_eq!(count(&lines, "info board A string sitting"), 0, "{lines:?}");
    driver.quit();
}

#[test]
fn both_boards_are_shown_and_explained() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, HANG_WITH_KNIGHT, AFTER_E4, 1234);
    let shown = driver.ask("d");
    assert_eq!(count(&shown, "BFEN: "), 2);
    assert!(shown.last().is_some_and(|line| line.contains("1234 ms")), "{shown:?}");
    assert_eq!(count(&driver.ask("eval"), "evaluation: "), 2);
    driver.send("go board B perft 3");
    assert!(driver.until("Nodes searched: 13160").len() > 20);
    driver.send("perft 1");
    driver.expect("Nodes searched: ");
    driver.quit();
}

#[test]
fn without_clocks_and_limits_the_engine_still_answers() {
    let mut driver = Driver::session("ubi");
    driver.send("position startpos | startpos");
    driver.send("go board A");
    driver.expect("bestmove board A");
    position(&mut driver, "startpos", "startpos", 0);
    driver.send("go board B");
    driver.expect("bestmove board B");
    driver.quit();
}

#[test]
fn the_end_of_input_quits_cleanly() {
    // In the middle of an infinite search.
    let mut driver = Driver::session("ubi");
    driver.send(START);
    driver.send("go board A infinite");
    driver.expect("info board A depth");
    driver.close_input();
    let (lines, status, errors) = driver.wait();
    assert!(status.success() && errors.is_empty(), "{status} {errors}");
    assert_eq!(count(&lines, "bestmove"), 0);

    // A search with a limit is still answered, even if the last line has no newline.
    let mut driver = Driver::session("ubi");
    driver.send(START);
    driver.send_bytes(b"go board A depth 2");
    driver.close_input();
    let (lines, status, _) = driver.wait();
    assert!(status.success());
    assert_eq!(count(&lines, "bestmove board A "), 1);
}

#[test]
fn ubi_1_a_server_may_start_it_with_a_game_a_log_and_options_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder for the log");
    let file = folder.path().join("game.log");
    let file = file.to_str().expect("a plain path");
    let args = ["--game-id", "-kX_3f", "--nice", "5", "--log-file", file, "--verbose"];
    let mut driver = Driver::start(&args);
    driver.send("ubi");
    driver.until("ubiok");
    driver.send("quit");
    let (_, status, errors) = driver.wait();
    assert!(status.success(), "{errors}");
    let lines: Vec<&str> = errors.lines().collect();
    assert!(lines.len() == 2 && lines[0].contains("`--nice 5`") && lines[1].contains("`--verbose`"), "{errors}");
    let log = std::fs::read_to_string(file).expect("the log is there");
    assert!(log.contains("game -kX_3f") && log.contains("< ubi"), "{log}");
    // With a tool or an unknown command, wrong arguments are still an error.
    for args in [&["bench", "--nice"][..], &["bnech"]] {
        let (_, status, errors) = Driver::start(args).wait();
        assert!(status.code() == Some(2) && errors.contains(args[args.len() - 1]), "{errors}");
    }
}

#[test]
fn bug_a_servers_option_whose_value_was_the_name_of_a_command_ended_the_engine() {
    for args in [["--mode", "match"], ["--role", "play"]] {
        let mut driver = Driver::start(&args);
        driver.send("ubi");
        driver.until("ubiok");
        driver.send("quit");
        let (_, status, errors) = driver.wait();
        assert!(status.success() && errors.contains(&format!("`{}`", args.join(" "))), "{errors}");
    }
    // Tandem's own options may stand before a command, and have such values.
    let (_, status, errors) = Driver::start(&["--game-id", "match", "bench", "--nice"]).wait();
    assert!(status.code() == Some(2) && errors.contains("--nice"), "{errors}");
    let mut driver = Driver::start(&["--game-id", "match"]);
    driver.send("ubi");
    driver.until("ubiok");
    driver.quit();
}
