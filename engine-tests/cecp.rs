//! CECP by transcript, against the real program: XBoard's commands in its order, and the expected replies.

use crate::cecp_session::{HANG, ask, bfen, session, sync, tells};
use crate::driver::{Driver, count, value};
use std::thread::sleep;
use std::time::Duration;

/// Only a knight on f7 mates.
const MATE_IN_ONE: &str = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";
const SMOTHERED: &str = "6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const LOADED: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NBPPnbp] w KQkq - 0 1";

/// The depths and node counts of the thinking lines among `lines`.
fn thoughts(lines: &[String]) -> Vec<(u64, u64)> {
    let numbers = |line: &String| {
        let words: Vec<i64> = line.split(' ').take(4).filter_map(|word| word.parse().ok()).collect();
        (words.len() == 4).then(|| (words[0] as u64, words[3] as u64))
    };
    lines.iter().filter_map(numbers).collect()
}

#[test]
fn the_engine_tells_what_it_can_do() {
    let mut driver = Driver::start(&[]);
    driver.send("xboard");
    driver.send("protover 2");
    let lines = driver.until("feature done=1");
    assert_eq!(count(&lines, "feature "), lines.len());
    let all = lines.join(" ");
    for feature in ["ping=1", "setboard=1", "usermove=1", "san=0", "colors=0", "sigint=0", "sigterm=0", "reuse=1"] {
        assert!(all.contains(&format!(" {feature} ")), "{feature}");
    }
    for feature in ["time=1", "draw=0", "analyze=1", "debug=1", "memory=1", "smp=1", "myname=\"Tandem "] {
        assert!(all.contains(&format!(" {feature}")), "{feature}");
    }
    assert!(all.contains("variants=\"bughouse,crazyhouse,normal,fischerandom\""));
    for option in [
        "MultiPV -spin 1 1 256",
        "MoveOverhead -spin 50 0 10000",
        "ClearHash -button",
        "Rules -combo international /// *fics /// fairy-stockfish /// gambler",
        "mate -combo *possible-block-saves /// immediate",
    ] {
        assert!(lines.contains(&format!("feature option=\"{option}\"")), "{option}\n{lines:?}");
    }
    assert!(lines.iter().all(|line| line.len() < 400), "XBoard reads lines into a short buffer");
    driver.quit();
}

#[test]
fn a_server_game_as_xboard_plays_it_from_blacks_seat() {
    let mut driver = session("bughouse");
    let start = "accepted ping\naccepted done\nrejected frobnicate\nmemory 16\ncores 1\nnew\nrandom\npost\neasy";
    driver.send(start);
    driver.send("ping 1");
    assert_eq!(driver.line(), "pong 1");
    driver.send("partner Anna\nvariant bughouse\nlevel 0 1 0\nrating 1500 1500\ncomputer\nname Bert");
    driver.send("time 150\notim 6000");
    let lines = sync(&mut driver);
    assert!(lines.len() == 1 && tells(&lines)[0].starts_with("partner Tandem is an engine"), "black waits: {lines:?}");
    driver.send("usermove e2e4");
    driver.send("holding [] []");
    let lines = driver.until("move ");
    assert!(!thoughts(&lines).is_empty(), "{lines:?}");
    driver.send("holding [] []");
    // The next turn, with clocks, hands and the opponent's move.
    driver.send("time 140\notim 5900\nholding [] [P] BP\nusermove d2d4\nholding [] [P]");
    driver.expect("move ");
    let lines = ask(&mut driver, "result 1-0 {Black forfeits on time}");
    assert_eq!(thoughts(&lines).len() + lines.len(), 0, "{lines:?}");
    driver.send("force\nnew\nvariant bughouse\npartner");
    assert_eq!(sync(&mut driver).len(), 0);
    driver.quit();
}

#[test]
fn moves_are_read_in_all_spellings() {
    let mut driver = session("crazyhouse");
    driver.send("force");
    let moves =
        "usermove e2e4|d7d5|exd5|usermove Qxd5|b1c3|d5e5|N1e2|P@e4|usermove p@d4|Qa5|g2g3|b8c6|f1g2|c8g4|O-O|O-O-O";
    for mv in moves.split('|') {
        assert_eq!(ask(&mut driver, mv).len(), 0, "{mv}");
    }
    let board = "2kr1bnr/ppp1pppp/2n5/q7/3Pp1b1/2N3P1/PPPPNPBP/R1BQ1RK1[] w - - 5 9";
    assert_eq!(bfen(&mut driver), board);
    driver.send("setboard 8/1P5k/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(ask(&mut driver, "usermove b7b8"), ["Illegal move (what is the pawn to become?): b7b8"]);
    assert_eq!(ask(&mut driver, "usermove b7b8Q").len(), 0);
    assert!(bfen(&mut driver).starts_with("1Q~6/"));
    driver.quit();
}

#[test]
fn bad_lines_are_quoted_and_change_nothing() {
    let mut driver = session("bughouse");
    driver.send("force\nusermove e2e4");
    let before = bfen(&mut driver);
    for (line, answer) in [
        ("usermove e2e4", "Illegal move (not legal here, black is to move): e2e4"),
        ("usermove N@f6", "Illegal move (N is not held): N@f6"),
        ("e7e4", "Illegal move (not legal here, black is to move): e7e4"),
        ("usermove Nd3", "Illegal move (not legal here, black is to move): Nd3"),
        ("usermove castle", "Illegal move (no move in any notation): castle"),
        ("usermove", "Illegal move (no move behind it): "),
        ("frobnicate 3", "Error (unknown command): frobnicate 3"),
        ("uci", "Error (unknown command): uci"),
        ("variant atomic", "Error (unknown variant): variant atomic"),
        ("level 40", "Error (not MOVES MINUTES[:SECONDS] INCREMENT): level 40"),
        ("st soon", "Error (`soon` is not a number of seconds): st soon"),
        ("sd x", "Error (`x` is not a whole number): sd x"),
        ("time", "Error (`` is not a whole number): time"),
        ("memory lots", "Error (`lots` is not a whole number): memory lots"),
        ("option Sharpness=5", "Error (there is no option `Sharpness`): option Sharpness=5"),
        ("option MultiPV=0", "Error (option MultiPV: `0` is not a number from 1 to 256): option MultiPV=0"),
        ("holding [P", "Error (not two hands in brackets, white's first): holding [P"),
        ("holding [K] []", "Error (`K` in `K` is no piece that can be held): holding [K] []"),
        ("holding [] [] XP", "Error (`XP` is not a color and a piece, as in `WN`): holding [] [] XP"),
        ("setboard", "Error (no position behind it): setboard"),
        ("remove", "Error (there are no moves to take back): remove"),
        ("perft 99", "Error (go perft: 99 is deeper than 40): perft 99"),
    ] {
        assert_eq!(ask(&mut driver, line), [answer]);
    }
    for (text, part) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "kings"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "`x`"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QQQ] w KQkq - 0 1", "two sets"),
        ("7k/8/8/8/8/8/8/K6Q w - - 0 1", "check"),
    ] {
        let lines = ask(&mut driver, &format!("setboard {text}"));
        assert!(lines.len() == 1 && lines[0].starts_with("tellusererror Illegal position: "), "{text}: {lines:?}");
        assert!(lines[0].contains(part), "{text}: {lines:?}");
    }
    assert_eq!(bfen(&mut driver), before);
    for line in
        ["xboard", "accepted a", "rejected b", "random", "computer", "name x", "rating 1 2", "result *", "otim 5"]
    {
        assert_eq!(ask(&mut driver, line).len(), 0, "{line}");
    }
    for line in ["post", "nopost", "hard", "easy", "?", ".", "exit", "hint", "draw"] {
        assert_eq!(ask(&mut driver, line).len(), 0, "{line}");
    }
    driver.quit();
}

#[test]
fn edit_is_refused_with_all_its_lines() {
    let mut driver = session("bughouse");
    driver.send("force");
    let before = bfen(&mut driver);
    let refused = ["Error (not supported, use `setboard`): edit"];
    assert_eq!(ask(&mut driver, "edit\n#\nKa1\nPe4\nc\nKh8\nxa1\n."), refused);
    // Edit mode ends at the first line that is not part of it.
    assert_eq!(ask(&mut driver, "edit\n#\nusermove e2e4"), refused);
    assert_eq!(ask(&mut driver, "undo").len(), 0);
    assert_eq!(bfen(&mut driver), before);
    driver.quit();
}

#[test]
fn a_ping_is_answered_behind_the_move_that_it_waits_for() {
    let mut driver = session("bughouse");
    driver.send("st 0.2\ngo\nping 1\nping 2");
    let lines = driver.until("pong 2");
    assert!(lines[0].starts_with("move ") && lines[1..] == ["pong 1", "pong 2"], "{lines:?}");
    // When a search is aborted, its pings are answered at once and no move is printed.
    driver.send("st 1000\nusermove e7e5\nping 3\nforce\nping 4");
    assert_eq!(driver.until("pong 4"), ["pong 3", "pong 4"]);
    driver.quit();
}

#[test]
fn every_limit_ends_the_search() {
    let mut driver = session("bughouse");
    for limit in
        ["st 0.05", "st 0", "sd 3", "level 40 0:02 0", "level 0 1 1\ntime 20", "level 0 0 0\ntime 1", "time -5"]
    {
        driver.send(&format!("new\nvariant bughouse\n{limit}\ngo"));
        assert_eq!(driver.line().split(' ').next(), Some("move"), "{limit}");
    }
    // Only `?` ends this search.
    driver.send("new\nvariant bughouse\nst 100000\npost\ngo");
    let mut lines = driver.until("4 ");
    driver.send("?");
    lines.extend(driver.until("move "));
    let depths: Vec<u64> = thoughts(&lines).iter().map(|thought| thought.0).collect();
    assert!(depths.is_sorted() && depths[0] == 1, "{lines:?}");
    // Clock updates reach a running search.
    driver.send("level 0 1000 0\ntime 6000000\nusermove e7e5");
    driver.expect("4 ");
    driver.send("time 5");
    driver.expect("move ");
    driver.quit();
}

#[test]
fn seats_change_hands() {
    let mut driver = session("bughouse");
    driver.send("sd 2\nforce\nusermove e2e4\nusermove e7e5");
    assert_eq!(sync(&mut driver).len(), 0);
    driver.send("go");
    driver.expect("move ");
    // It has white. After `playother` it has the color that is not on move.
    driver.send("force\nusermove d7d6\nplayother");
    assert_eq!(sync(&mut driver).len(), 0, "it has black, and white is on move");
    driver.send("usermove a2a3");
    driver.expect("move ");
    driver.quit();
}

#[test]
fn moves_are_taken_back() {
    let mut driver = session("crazyhouse");
    driver.send("force\nusermove e2e4\nusermove d7d5\nusermove e4d5");
    let captured = bfen(&mut driver);
    assert!(captured.contains("[P]"), "{captured}");
    driver.send("undo");
    assert!(bfen(&mut driver).ends_with("[] w KQkq d6 0 2") || bfen(&mut driver).ends_with("[] w KQkq - 0 2"));
    driver.send("remove");
    assert_eq!(bfen(&mut driver), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
    // `remove` leaves the opponent on move, and the engine with its color.
    driver.send("new\nvariant crazyhouse\nsd 2\nusermove e2e4");
    driver.expect("move ");
    assert_eq!(ask(&mut driver, "remove").len(), 0);
    driver.send("usermove d2d4");
    driver.expect("move ");
    driver.quit();
}

#[test]
fn variants_and_where_captures_go() {
    let mut driver = session("normal");
    for (variant, hands) in [("crazyhouse", "[Pp]"), ("normal", ""), ("bughouse", "[]")] {
        driver.send(&format!("new\nvariant {variant}\nforce\ne2e4\nd7d5\ne4d5\nd8d5"));
        let board = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR";
        assert_eq!(bfen(&mut driver), format!("{board}{hands} w KQkq - 0 3"), "{variant}");
    }
    // `new` resets the variant to chess, which has no hands.
    driver.send("new\nforce");
    let lines = ask(&mut driver, &format!("setboard {LOADED}"));
    assert!(lines[0].contains("nothing is held in chess"), "{lines:?}");
    assert_eq!(ask(&mut driver, "holding [] []").len(), 0);
    assert_eq!(ask(&mut driver, "holding [P] []"), ["Error (nothing is held in chess): holding [P] []"]);
    for variant in ["crazyhouse", "normal"] {
        driver.send(&format!("new\nvariant {variant}\nst 0.05\nusermove e2e4"));
        driver.expect("move ");
    }
    driver.quit();
}

#[test]
fn positions_come_with_hands() {
    let mut driver = session("bughouse");
    driver.send(&format!("force\nsetboard {LOADED}"));
    assert_eq!(bfen(&mut driver), LOADED.replace("[NBPPnbp]", "[BNPPbnp]"));
    driver.send("setboard 6rk/6pp/8/8/8/8/8/K7 w - - 0 1\nholding [N] []");
    driver.send("sd 4\ngo");
    assert_eq!(driver.expect("move "), "move N@f7");
    driver.quit();
}

#[test]
fn analysis_follows_the_board() {
    let mut driver = session("bughouse");
    driver.send("post\nanalyze");
    driver.expect("4 ");
    driver.send("usermove e2e4");
    driver.expect("1 ");
    let line = driver.expect("4 ");
    assert!(line.split(' ').count() > 4, "{line}");
    driver.send(".");
    let status = driver.expect("stat01: ");
    let numbers: Vec<u64> = status.split(' ').skip(1).take(5).filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.len() == 5 && numbers[1] > 0 && numbers[2] >= 4 && numbers[4] == 20, "{status}");
    // A piece in hand, a new position and a move taken back each restart the analysis.
    driver.send("holding [] [N]");
    while thoughts(&[driver.line()]).is_empty() {}
    driver.send(&format!("setboard {MATE_IN_ONE}"));
    driver.expect("1 100001 ");
    driver.send("usermove N@f7");
    driver.send("undo");
    driver.expect("1 100001 ");
    driver.send("exit");
    sync(&mut driver);
    assert_eq!(ask(&mut driver, "usermove a1b1").len(), 0, "force mode");
    driver.quit();
}

#[test]
fn hands_repeated_in_mid_search_disturb_nothing() {
    let mut driver = session("bughouse");
    driver.send(&format!("post\npartner Anna\nforce\nsetboard {LOADED}\nst 1000"));
    driver.send("holding [BNPP] [BNP]\ngo");
    let mut lines = driver.until("4 ");
    for _ in 0..200 {
        driver.send("holding [NBPP] [PNB]");
        driver.send("holding [BNPP] [BNP] WP");
    }
    lines.extend(driver.until("6 "));
    driver.send("?");
    lines.extend(driver.until("move "));
    let thoughts = thoughts(&lines);
    assert!(thoughts.is_sorted_by(|a, b| a.0 <= b.0 && a.1 <= b.1), "{thoughts:?}");
    driver.quit();
}

#[test]
fn a_piece_that_arrives_in_mid_search_is_used() {
    let mut driver = session("bughouse");
    driver.send("post\npartner Anna\nforce\nsetboard 6rk/6pp/8/8/8/8/8/K7[P] w - - 0 1\nst 1000\ngo");
    driver.expect("4 ");
    driver.send("holding [PN] [] WN\nping 5");
    // The search continues at about its depth, and ends when it finds the mate.
    assert_eq!(driver.expect("move "), "move N@f7");
    assert_eq!(driver.line(), "1-0 {White mates}");
    assert_eq!(driver.line(), "pong 5");
    driver.quit();
}

#[test]
fn our_own_drop_crosses_with_the_partners_capture() {
    let mut driver = session("bughouse");
    // In check from e8; only a knight on the e-file helps.
    driver.send(&format!("partner Anna\nforce\nsetboard {}\nst 0.1\ngo", HANG.replace("[]", "[N]")));
    let mv = driver.expect("move N@e");
    // The partner takes a pawn, then a knight, before the server has seen the drop.
    driver.send("holding [PN] [] WP");
    assert!(bfen(&mut driver).contains("[P] b"), "{mv}");
    driver.send("holding [PNN] [] WN");
    assert!(bfen(&mut driver).contains("[NP] b"));
    // Now the server has seen it; after the opponent's move its list is taken as it is.
    driver.send("holding [PN] []");
    assert!(bfen(&mut driver).contains("[NP] b"));
    driver.send("force\nusermove h8h7\nholding [PNN] []");
    assert!(bfen(&mut driver).contains("[NNP] w"), "the list is the truth when nothing is on its way");
    driver.quit();
}

#[test]
fn r08_a_hanging_player_waits_for_a_piece_and_claims_nothing() {
    let mut driver = session("bughouse");
    driver.send(&format!("partner Anna\nforce\nsetboard {HANG}\nst 0.1\ngo"));
    let lines = sync(&mut driver);
    assert_eq!(count(&lines, "# hanging: "), 1, "{lines:?}");
    assert_eq!(count(&lines, "# ") + tells(&lines).len(), lines.len(), "{lines:?}");
    assert_eq!(ask(&mut driver, "holding [] []").len(), 0);
    driver.send("holding [N] [] WN");
    driver.expect("move N@e");
    // The opponent hangs after our move: that is no mate either.
    driver.send("new\nvariant bughouse\npartner Anna\nforce\nsd 4");
    driver.send("setboard 6k1/5ppp/8/8/8/8/8/K2R4[] w - - 0 1\ngo");
    assert_eq!(driver.expect("move "), "move d1d8");
    assert_eq!(sync(&mut driver).len(), 0);
    // With `mate=immediate`, the rule of servers without hanging, it is.
    driver.send("option mate=immediate\nundo\ngo");
    assert_eq!(driver.expect("move "), "move d1d8");
    assert_eq!(sync(&mut driver), ["1-0 {White mates}"]);
    driver.quit();
}

#[test]
fn without_a_partner_nobody_is_waited_for() {
    let mut driver = session("bughouse");
    driver.send(&format!("force\nsetboard {HANG}"));
    assert_eq!(ask(&mut driver, "go"), ["resign"]);
    // Without a partner, a check that would only hang the opponent is mate.
    driver.send("force\nsetboard 6k1/5ppp/8/8/8/8/8/K2R4[] w - - 0 1\nsd 3\npost\ngo");
    let lines = driver.until("move ");
    assert!(lines.iter().any(|line| line.split(' ').nth(1) == Some("100001")), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("move d1d8"));
    assert_eq!(sync(&mut driver).len(), 0, "and is claimed by nobody");
    driver.quit();
}

#[test]
fn bug_after_an_offer_of_a_draw_in_stalemate_no_move_was_made_any_more() {
    let mut driver = session("bughouse");
    driver.send("st 0.1\nforce\nsetboard 7k/5Q2/8/6K1/8/8/8/8 w - - 0 1\nplayother");
    assert_eq!(ask(&mut driver, "usermove g5g6"), ["offer draw"]);
    // It is offered once.
    for line in ["option drop-check=allowed", "?"] {
        assert_eq!(ask(&mut driver, line).len(), 0, "{line}");
    }
    driver.send("holding [] [N] BN");
    driver.expect("move N@");
    driver.quit();
}

#[test]
fn results_are_claimed_when_the_rules_say_so() {
    let mut driver = session("bughouse");
    driver.send(&format!("force\nsetboard {SMOTHERED}"));
    assert_eq!(ask(&mut driver, "go"), ["1-0 {White mates}"]);
    driver.send("force\nsetboard 6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1\nplayother");
    assert_eq!(ask(&mut driver, "usermove N@f7"), ["1-0 {White mates}"]);
    driver.send(&format!("new\nforce\nsetboard {STALEMATE}"));
    assert_eq!(ask(&mut driver, "go"), ["1/2-1/2 {Stalemate}"]);
    driver.send(&format!("new\nvariant bughouse\npartner A\nforce\nsetboard {STALEMATE}"));
    let lines = ask(&mut driver, "go");
    let silent = lines.iter().filter(|line| !line.starts_with("tellics ")).collect::<Vec<_>>();
    assert!(silent.len() == 1 && silent[0].starts_with("# "), "R10: {lines:?}");
    driver.quit();
}

#[test]
fn options_and_resources() {
    let mut driver = session("bughouse");
    for line in ["memory 0", "memory 8", "cores 2", "cores 0", "option ClearHash", "option Rules=gambler"] {
        assert_eq!(ask(&mut driver, line).len(), 0, "{line}");
    }
    driver.send(&format!("option Rules=fics\noption drop-check=forbidden\nforce\nsetboard {MATE_IN_ONE}"));
    let lines = ask(&mut driver, "usermove N@f7");
    assert!(lines.len() == 1 && lines[0].starts_with("Illegal move "), "{lines:?}");
    // Changed rules apply to the current position as well.
    driver.send("option drop-check=allowed");
    assert_eq!(ask(&mut driver, "usermove N@f7").len(), 0);
    driver.send(&format!("new\nvariant bughouse\nforce\nsetboard {LOADED}\noption MultiPV=3\nsd 3\npost\ngo"));
    let lines = driver.until("move ");
    assert!(count(&lines, "3 ") >= 3, "{lines:?}");
    driver.quit();
}

#[test]
fn it_thinks_on_the_opponents_time_when_that_is_wanted() {
    let mut driver = session("bughouse");
    driver.send("hard\npost\nsd 5\ngo");
    driver.expect("move ");
    driver.send("hint");
    let hint = driver.expect("Hint: ");
    assert_eq!(sync(&mut driver).len(), 0, "it ponders in silence");
    driver.send(&format!("usermove {}", value(&hint, "Hint:")));
    driver.expect("move ");
    // A ponder miss, a change of hands, and pondering switched off.
    driver.send("usermove h7h5");
    driver.expect("move ");
    driver.send("holding [] [P] BP\nusermove P@h6");
    driver.expect("move ");
    assert_eq!(ask(&mut driver, "easy").len(), 0);
    driver.quit();
}

#[test]
fn the_end_of_input_waits_for_a_move_that_was_asked_for() {
    let mut driver = Driver::start(&[]);
    driver.send_bytes(b"xboard\nnew\nvariant bughouse\nsd 3\ngo\nping 9");
    driver.close_input();
    let (lines, status, errors) = driver.wait();
    assert!(status.success() && errors.is_empty(), "{errors}");
    assert!(lines.len() == 2 && lines[0].starts_with("move ") && lines[1] == "pong 9", "{lines:?}");
}

#[test]
fn storms_leave_one_answer() {
    let mut driver = session("bughouse");
    driver.send("st 1000");
    for _ in 0..100 {
        driver.send("go\ngo\n?\nforce\nholding [N] [] WN\nholding [] []\nundo");
        driver.send("go\n?\n?\nholding [P] [P]\nforce\nundo");
    }
    sync(&mut driver);
    driver.send(&format!("force\nsetboard {MATE_IN_ONE}\ngo\n?\n?"));
    assert_eq!(driver.expect("move "), "move N@f7");
    sleep(Duration::from_millis(20));
    assert_eq!(sync(&mut driver), ["1-0 {White mates}"]);
    driver.quit();
}

#[test]
fn people_may_ask_here_too() {
    let mut driver = session("bughouse");
    driver.send("perft 3");
    assert_eq!(driver.expect("Nodes searched: "), "Nodes searched: 8902");
    assert!(!ask(&mut driver, "eval").is_empty());
    driver.quit();
}
