//! Effects of a partner's messages on the moves played, in both directions.

use crate::driver::{Driver, count, value};
use std::time::{Duration, Instant};

/// White's rook attacks a knight and a bishop, neither defended.
const KNIGHT_OR_BISHOP: &str = "6k1/5pp1/7p/n1R1b3/8/8/5PPP/6K1[] w - - 0 1";
/// Queens and rooks face each other.
const QUEENS_MEET: &str = "3qr1k1/5ppp/8/8/8/8/5PPP/3QR1K1[] w - - 0 1";
/// White has one move, and is mated at once by the queen beside its king, where nothing can come between.
const LOST: &str = "8/8/8/8/8/1k6/7q/K7[] w - - 0 1";

fn position(driver: &mut Driver, board: &str, clock: u64) {
    driver.send(&format!("position {board} | startpos clock {clock} {clock} {clock} {clock}"));
}

/// The move played after all messages of `said`; each is answered by a remark that quotes its effect.
fn after(board: &str, said: &[&str]) -> String {
    let mut driver = Driver::session("ubi");
    position(&mut driver, board, 60_000);
    for words in said {
        let lines = driver.ask(&format!("partnermsg {words}"));
        assert_eq!(count(&lines, "info board A string partner: "), 1, "{words}: {lines:?}");
    }
    best(driver, 40_000)
}

/// The move on board A after a search of `nodes`.
fn best(mut driver: Driver, nodes: u32) -> String {
    driver.send(&format!("go board A nodes {nodes}"));
    let best = driver.expect("bestmove board A");
    driver.quit();
    value(&best, "A").to_owned()
}

#[test]
fn a_need_changes_which_piece_is_taken_both_ways() {
    assert_eq!(after(KNIGHT_OR_BISHOP, &["need n urgency high"]), "c5a5");
    assert_eq!(after(KNIGHT_OR_BISHOP, &["need b urgency high"]), "c5e5");
    assert_eq!(after(KNIGHT_OR_BISHOP, &["need n urgency high mates 1"]), "c5a5");
    // A need can be withdrawn, and the strongest one counts.
    assert_eq!(after(KNIGHT_OR_BISHOP, &["need n urgency high", "enough n", "need b urgency low"]), "c5e5");
    assert_eq!(after(KNIGHT_OR_BISHOP, &["need n urgency low", "need b urgency high mates 1"]), "c5e5");
}

#[test]
fn a_ban_and_a_word_on_trades_decide_whether_queens_are_exchanged() {
    for words in ["need q urgency high", "trade good", "trade good q", "take q"] {
        assert_eq!(after(QUEENS_MEET, &[words]), "d1d8", "{words}");
    }
    for words in ["avoid q urgency high", "avoid q urgency high mates 1", "trade bad", "trade bad q"] {
        assert_ne!(after(QUEENS_MEET, &[words]), "d1d8", "{words}");
    }
    // A later message overrides.
    assert_eq!(after(QUEENS_MEET, &["trade bad q", "trade good q"]), "d1d8");
}

#[test]
fn a_player_that_ignores_its_partner_plays_the_same_whatever_it_hears() {
    let play = |words: &str| {
        let mut driver = Driver::session("ubi");
        driver.send("setoption name TeamMessageMode value ignore");
        position(&mut driver, KNIGHT_OR_BISHOP, 60_000);
        assert_eq!(driver.ask(&format!("partnermsg {words}")).len(), 0);
        driver.send("go board A nodes 40000");
        driver.expect("bestmove board A")
    };
    assert_eq!(play("need n urgency high mates 1"), play("need b urgency high mates 1"));
}

#[test]
fn a_seat_that_is_asked_to_sit_waits_until_it_is_told_to_go() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, KNIGHT_OR_BISHOP, 4_000);
    driver.send("partnermsg sit");
    driver.send("go board A");
    let lines = driver.until("info board A string sitting");
    assert_eq!(count(&lines, "bestmove"), 0);
    assert_eq!(count(&lines, "teammsg sitting"), 1);
    // It keeps searching, and answers at once after `go`.
    driver.until("info board A depth");
    driver.send("partnermsg go");
    let lines = driver.until("bestmove board A");
    assert_eq!(count(&lines, "teammsg alive"), 1);
    driver.quit();
}

#[test]
fn a_sit_ends_before_the_flag_and_by_its_own_time() {
    // A sit keeps a reserve on the clock: 400 ms and four overheads, which grow on a machine that answers late.
    let mut driver = Driver::session("ubi");
    driver.send("setoption name MoveOverhead value 10");
    // The clock runs from the position on, however late `go` comes.
    let begun = Instant::now();
    position(&mut driver, KNIGHT_OR_BISHOP, 1_500);
    driver.send("partnermsg sit");
    driver.send("go board A");
    // A GUI that sends positions while it waits.
    position(&mut driver, KNIGHT_OR_BISHOP, 1_500);
    let lines = driver.until("bestmove board A");
    let sat = begun.elapsed();
    let notes = lines.iter().filter_map(|line| line.split_once("; moving when "));
    let left_ms: Vec<u64> = notes.filter_map(|(_, rest)| rest.strip_suffix(" ms are left")?.parse().ok()).collect();
    assert!(matches!(left_ms[..], [440..1_500]), "{lines:?}");
    assert!(sat >= Duration::from_millis(1_500 - left_ms[0]), "it did not sit: {sat:?} {lines:?}");
    driver.send("ubinewgame");
    position(&mut driver, KNIGHT_OR_BISHOP, 8_000);
    driver.send("partnermsg sit duration 3");
    driver.send("go board A");
    driver.until("info board A string sitting");
    driver.until("bestmove board A");
    driver.quit();
}

/// White's only move is a pawn's; after it a knight of Black's on f2 would mate the smothered king.
const SMOTHERED: &str = "k7/1b6/8/8/8/P3p2p/4P1PP/5BRK[] w - - 0 1";

#[test]
fn ubi_5_probes_use_the_opponents_time_where_a_position_comes_only_before_go() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, SMOTHERED, 60_000);
    driver.send("go board A");
    assert_eq!(driver.expect("bestmove board A"), "bestmove board A a3a4");
    assert!(driver.line().starts_with("teammsg material +"));
    // No other input is needed: the board after the move is known.
    assert_eq!(driver.line(), "teammsg threat high");
    driver.expect("teammsg avoid n urgency high mates 1");
    driver.quit();
}

/// The move on board A and its score in cp, with `other` on board B, after the probes of board B.
fn with_other(board: &str, other: &str) -> (String, i32) {
    let mut driver = Driver::session("ubi");
    let mut asks = |go: &str| {
        driver.send(&format!("position {board} | {other} clock 31000 31000 31000 31000"));
        driver.send(go);
        let lines = driver.until("bestmove board A");
        // Probes use the opponent's time.
        std::thread::sleep(Duration::from_millis(400));
        let score = lines.iter().rev().find_map(|line| line.contains(" score cp ").then(|| value(line, "cp").parse()));
        (value(&lines[lines.len() - 1], "A").to_owned(), score.and_then(Result::ok).unwrap_or(0))
    };
    asks("go board A");
    asks("go board A");
    let found = asks("go board A nodes 20000");
    driver.quit();
    found
}

/// On board B black, our partner, is on turn and mates with a knight on f2.
const KNIGHT_MATES: &str = "6k1/5ppp/8/8/8/8/6PP/6RK[] b - - 0 1";
/// On board B white, our diagonal, mates with a knight on f7 whatever black plays.
const KNIGHT_MATES_PARTNER: &str = "5brk/4p1pp/p3P2P/8/8/8/1B6/K7[] b - - 0 1";

#[test]
fn t5_the_queen_is_well_given_for_the_piece_that_mates_on_the_other_board() {
    // White's queen can take the guarded knight, now or, since it chases it, a little later.
    let board = "6k1/5pp1/4p2p/3n4/8/8/3Q1PPP/6K1[] w - - 0 1";
    let [mates, does_not] = [KNIGHT_MATES, "startpos"].map(|other| with_other(board, other).1);
    assert!(mates > 1_000 && does_not < 800, "{mates} {does_not}");
}

#[test]
fn a_trade_that_wins_material_is_left_alone_when_the_piece_mates_the_partner() {
    // White's knight may take the rook, and is taken back.
    let board = "4k3/3r1ppp/4p3/4N3/8/8/5PPP/6K1[] w - - 0 1";
    assert_eq!(with_other(board, "startpos").0, "e5d7");
    assert_ne!(with_other(board, KNIGHT_MATES_PARTNER).0, "e5d7");
}

/// White mates in two, by giving its queen first: a smothered king.
const QUEEN_GIVEN: &str = "5r1k/6pp/7N/8/8/1Q6/8/K7[] w - - 0 1";
/// On board B white, our diagonal, is on turn and mates with a queen or a rook beside the king.
const QUEEN_MATES_PARTNER: &str = "7k/5P1p/7P/8/8/8/8/K7[] w - - 0 1";

/// The move on board A with `other` on board B, by the first search.
fn at_once(board: &str, other: &str, mode: &str) -> String {
    let mut driver = Driver::session("ubi");
    driver.send(&format!("setoption name TeamMessageMode value {mode}"));
    driver.send(&format!("position {board} | {other} clock 31000 31000 31000 31000"));
    best(driver, 20_000)
}

#[test]
fn a_mate_that_begins_by_giving_the_partners_opponent_a_mating_piece_comes_too_late() {
    assert_eq!(at_once(QUEEN_GIVEN, "startpos", "full"), "b3g8");
    assert_ne!(at_once(QUEEN_GIVEN, QUEEN_MATES_PARTNER, "full"), "b3g8");
    assert_eq!(at_once(QUEEN_GIVEN, QUEEN_MATES_PARTNER, "ignore"), "b3g8");
    // The diagonal is not on turn there: the mate is not too late yet.
    assert_eq!(at_once(QUEEN_GIVEN, &QUEEN_MATES_PARTNER.replace(" w ", " b "), "full"), "b3g8");
    // A mate at once is never too late.
    let knight = QUEEN_GIVEN.replace("5r1k/6pp/7N", "6rk/6pp/7N");
    assert_eq!(at_once(&knight, QUEEN_MATES_PARTNER, "full"), "h6f7");
}

#[test]
fn ubi_4_a_lead_in_material_is_told_once_when_no_exchange_is_under_way() {
    let mut driver = Driver::session("ubi");
    let told = |driver: &mut Driver, board: &str| -> Vec<String> {
        position(driver, board, 60_000);
        driver.send("go board A nodes 3000");
        driver.expect("bestmove board A");
        driver.sync().into_iter().filter_map(|line| Some(line.strip_prefix("teammsg material ")?.to_owned())).collect()
    };
    // White takes a queen and may be recaptured; then it is one up; a turn later that is no news; two pawns are not
    // worth a message.
    assert_eq!(told(&mut driver, QUEENS_MEET), [""; 0]);
    let ahead = told(&mut driver, &QUEENS_MEET.replace("3qr1k1", "4r1k1"));
    assert!(
        matches!(&ahead[..], [lead] if lead.parse::<i32>().is_ok_and(|cp| cp >= 300) && lead.starts_with('+')),
        "{ahead:?}"
    );
    assert_eq!(told(&mut driver, &QUEENS_MEET.replace("3qr1k1", "4r1k1")), [""; 0]);
    assert_eq!(told(&mut driver, &QUEENS_MEET.replace("3qr1k1/5ppp", "4r1k1/7p")), [""; 0]);
    let behind = told(&mut driver, &QUEENS_MEET.replace("3QR1K1", "4R1K1"));
    assert!(behind.first().is_some_and(|lead| lead.starts_with('-')), "{behind:?}");
    driver.send("setoption name TeamMessageMode value consider");
    assert_eq!(told(&mut driver, &QUEENS_MEET.replace("3qr1k1", "4r1k1")), [""; 0]);
    driver.quit();
}

#[test]
fn a_player_mated_by_force_does_not_move_and_says_so() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, LOST, 6_000);
    driver.send("go board A");
    let lines = driver.until("info board A string sitting: every move loses");
    assert_eq!(count(&lines, "teammsg dead"), 1, "{lines:?}");
    // A piece in hand saves it: after a new position and a new `go` it is alive again.
    position(&mut driver, &LOST.replace("7q", "8").replace("[]", "[Q]"), 5_000);
    driver.send("go board A");
    let lines = driver.until("bestmove board A");
    assert_eq!(count(&lines, "teammsg alive"), 1, "{lines:?}");
    driver.quit();
}

#[test]
fn r16_a_move_that_is_told_is_refused_once_and_played_only_where_that_is_wanted() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, KNIGHT_OR_BISHOP, 60_000);
    driver.send("go board A infinite");
    driver.until("info board A depth 3");
    let lines = driver.ask("partnermsg hint g1h1");
    assert_eq!(count(&lines, "bestmove"), 0);
    assert_eq!(count(&lines, "teammsg say sorry"), 1, "{lines:?}");
    assert_eq!(count(&driver.ask("partnermsg hint g1h1"), "teammsg"), 0, "each line is answered once");
    driver.send("setoption name AcceptMoveHints value true");
    assert_eq!(count(&driver.ask("partnermsg hint h1h2"), "bestmove"), 0, "no legal move");
    driver.send("partnermsg hint Kh1");
    assert_eq!(value(&driver.expect("bestmove board A"), "A"), "g1h1");
    driver.quit();
}

#[test]
fn questions_are_answered_by_the_position() {
    // White mates with a knight in hand; a knight in black's hand does nothing.
    let ask = |board: &str, later: &str| {
        let mut driver = Driver::session("ubi");
        position(&mut driver, board, 60_000);
        // This assigns the seat.
        driver.send("go board A nodes 100");
        driver.expect("bestmove board A");
        position(&mut driver, later, 60_000);
        driver.send("partnermsg ask trade n");
        // Wishes may be sent meanwhile; the answer comes with its reason.
        let lines = driver.until("teammsg say");
        let Some((reason, before)) = lines.split_last() else { panic!("no answer") };
        let answer = before.last().cloned().unwrap_or_default();
        driver.quit();
        (answer, reason.clone())
    };
    let smothered = "6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1";
    let (answer, reason) = ask(smothered, smothered);
    assert_eq!((answer.as_str(), reason.as_str()), ("teammsg yes", "teammsg say then I mate"));
    // Now white's king is smothered, and black is on turn.
    let board = "6k1/5ppp/8/8/8/8/6PP/6RK[] b - - 0 1";
    let (answer, reason) = ask(&board.replace(" b ", " w "), board);
    assert_eq!((answer.as_str(), reason.as_str()), ("teammsg no", "teammsg say then he mates"));
}

#[test]
fn a_partner_that_is_a_bot_too_is_not_talked_to_death() {
    let mut driver = Driver::session("ubi");
    position(&mut driver, KNIGHT_OR_BISHOP, 60_000);
    for line in ["sorry, what?", "ok", "OK then"] {
        assert_eq!(count(&driver.ask(&format!("partnermsg say {line}")), "teammsg"), 0, "{line}");
    }
    // Nonsense is answered kindly, but a flood of it only up to a limit.
    let replies: usize =
        (0..50).map(|n| count(&driver.ask(&format!("partnermsg say blah number {n}")), "teammsg")).sum();
    assert!((1..=8).contains(&replies), "{replies} replies");
    driver.quit();
}

#[test]
fn the_partner_is_answered_in_its_own_language_and_before_in_the_one_that_is_set() {
    let mut driver = Driver::session("ubi");
    driver.send("setoption name TeamLanguage value ru");
    position(&mut driver, KNIGHT_OR_BISHOP, 60_000);
    assert_eq!(count(&driver.ask("partnermsg hint g1h1"), "teammsg say sorry, подсказывать"), 1);
    assert_eq!(count(&driver.ask("partnermsg say play Kh1 please"), "teammsg say sorry, partners may not"), 1);
    assert_eq!(count(&driver.ask("partnermsg say пойди ладьёй на c8"), "teammsg say sorry, подсказывать"), 1);
    driver.quit();
}

/// White's rook can check from afar; only a piece on the last rank would block.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1[] w - - 0 1";

/// Whether white's search on board A tells a mate, with this other board and these clocks, in s.
fn is_mate(other: &str, clocks: [u32; 4]) -> bool {
    let mut driver = Driver::session("ubi");
    let [a, b, c, d] = clocks.map(|seconds| seconds * 1_000);
    driver.send(&format!("position {BACK_RANK} | {other} clock {a} {b} {c} {d}"));
    driver.send("go board A nodes 5000");
    let lines = driver.until("bestmove board A");
    let last = lines.iter().rev().find(|line| line.contains(" score ")).map(String::as_str).unwrap_or_default();
    let bestmove = value(&lines[lines.len() - 1], "A");
    driver.quit();
    last.contains(" score mate ") && bestmove == "d1d8"
}

#[test]
fn r08_a_check_from_afar_is_mate_where_nothing_can_come_before_the_flag() {
    // On board B white, black's partner, can take nothing, or a knight, or only a pawn.
    let nothing = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let knight = "n3k3/8/8/8/8/8/8/R3K3[] w - - 0 1";
    let pawn = "4k3/p7/8/8/8/8/8/R3K3[] w - - 0 1";
    // Black on B, our partner, has more time than our opponent, or less.
    let [ahead, behind] = [[30, 10, 30, 30], [30, 30, 30, 10]];
    assert!(is_mate(nothing, ahead) && !is_mate(nothing, behind));
    assert!(!is_mate(knight, ahead) && !is_mate(knight, behind));
    assert!(is_mate(pawn, ahead), "a pawn cannot be dropped on the last rank");
    // With black on turn there, the threat to take is no threat, since black need not move.
    assert!(is_mate(&knight.replace(" w ", " b "), ahead));
}
