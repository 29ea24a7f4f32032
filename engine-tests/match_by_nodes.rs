//! Games whose clocks count nodes, between players that follow a script.

use super::match_referee::{BLACK_A, HANG, KNIGHT_TO_TAKE, Log, START, WHITE_B, end, moves, play_by};
use std::cell::RefCell;
use std::rc::Rc;
use tandem::arena::engines::AskedTurn;
use tandem::arena::measure::Measure;
use tandem::arena::referee::PlayedGame;
use tandem::game::bpgn::Stamp;
use tandem::game::{Reason, Team};

/// Plays a game with ten nodes per millisecond.
fn play(boards: &str, base_ms: u64, scripts: [&[&'static str]; 4]) -> (PlayedGame, Rc<RefCell<Log>>) {
    let measure: Measure = "nodes=10".parse().expect("a rate");
    play_by(measure, boards, "international", (base_ms, 0), scripts)
}

/// The movers' time left, in ms, in the order of the moves.
fn left(finished: &PlayedGame) -> Vec<u64> {
    let stamps = finished.live.record.plies.iter().map(|ply| ply.stamp);
    stamps.map(|stamp| if let Some(Stamp::Remaining(ms)) = stamp { ms } else { panic!("no clock") }).collect()
}

#[test]
fn the_shorter_search_moves_first() {
    let scripts: [&[&str]; 4] = [
        // A message between two searches is delivered when the next one begins.
        &["nodes 300; move e2e4; say done", "nodes 9; nodes 10; move d2d4", "nodes 99999; move a2a3"],
        &["nodes 100; move e7e5", "nodes 88888; move e5d4"],
        &["nodes 200; move g1f3", "nodes 77777; move b1c3"],
        &["nodes 250; move g8f6"],
    ];
    let (finished, log) = play(START, 1000, scripts);
    assert_eq!(moves(&finished), "B.Nf3 A.e4 a.e5 A.d4 b.Nf6");
    assert_eq!(left(&finished), [980, 970, 990, 969, 975]);
    // Flags: black on A 41 + 990 ms after the start, white on B 45 + 980 ms.
    assert_eq!(end(&finished), (Some(Team::One), Reason::Flag, Some(WHITE_B)));
    assert_eq!(finished.failed, None, "the engines are none the worse for it");
    let white_a = BLACK_A.opponent();
    assert_eq!(log.borrow().heard, [(white_a.partner(), "done".to_owned())]);
}

#[test]
fn each_engine_has_its_own_rate() {
    let scripts: [&[&str]; 4] = [
        &["nodes 300; move e2e4", "nodes 99999; move a2a3"],
        &["nodes 300; move e7e5"],
        &["nodes 99999; move a2a3"],
        &[],
    ];
    let measure: Measure = "nodes=10:5".parse().expect("rates");
    let (finished, _) = play_by(measure, START, "international", (1000, 0), scripts);
    assert_eq!(left(&finished), [970, 940], "White on A is the first engine's");
}

#[test]
fn a_piece_that_arrives_makes_the_search_void_from_then_on() {
    let boards = format!("startpos | {KNIGHT_TO_TAKE}");
    let scripts: [&[&str]; 4] = [
        &["nodes 10; move e2e4", "nodes 99999; move a2a3"],
        // The message before the arrival, 5 ms after the start, is delivered; later output is discarded.
        &["nodes 30; say one; nodes 50; say two; nodes 100; move e7e5", "nodes 20; move n@f6"],
        &["nodes 50; move e4d5"],
        &["nodes 99999; move e8e7"],
    ];
    let (finished, log) = play(&boards, 1000, scripts);
    assert_eq!(moves(&finished), "A.e4 B.exd5 a.N@f6");
    // 4 ms for the void search and 2 ms for the new one.
    assert_eq!(left(&finished), [999, 995, 994]);
    let log = log.borrow();
    assert_eq!(log.heard, [(BLACK_A.partner(), "one".to_owned())]);
    let asked: Vec<AskedTurn> = log.asked.iter().filter(|(seat, _)| *seat == BLACK_A).map(|&(_, turn)| turn).collect();
    assert_eq!(asked, [AskedTurn { ply: 1, new: true }, AskedTurn { ply: 1, new: false }]);
}

#[test]
fn r08_a_hanging_player_is_asked_when_a_piece_arrives() {
    let boards = format!("{HANG} | {KNIGHT_TO_TAKE}");
    let scripts: [&[&str]; 4] =
        [&["nodes 99999; move a8f8"], &["nodes 20; move n@f8"], &["nodes 500; move e4d5"], &["nodes 99999; move e8e7"]];
    let (finished, log) = play(&boards, 1000, scripts);
    assert_eq!(moves(&finished), "B.exd5 a.N@f8");
    assert_eq!(left(&finished), [950, 948]);
    assert_eq!(log.borrow().asked.iter().filter(|(seat, _)| *seat == BLACK_A).count(), 1);

    let scripts: [&[&str]; 4] = [&[], &[], &["nodes 99999; move e4d5"], &[]];
    let (finished, _) = play(&boards, 1000, scripts);
    assert_eq!(end(&finished), (Some(Team::One), Reason::Hang, Some(BLACK_A)), "two flags of a team at once");
}

#[test]
fn r11_a_flag_falls_to_the_node() {
    // Zero on the clock is in time, one node more is not.
    for (script, plies) in [("nodes 1000; move e2e4", 1), ("nodes 1001; move e2e4", 0)] {
        let scripts: [&[&'static str]; 4] =
            [&[script], &["nodes 99999; move e7e5"], &["nodes 10; move e2e4"], &["nodes 99999; move e7e5"]];
        let (finished, _) = play(START, 100, scripts);
        assert_eq!(finished.live.record.plies.len(), 1 + plies, "{script}");
        assert_eq!(end(&finished).1, Reason::Flag);
    }
    // Flags less than a millisecond apart fall at once.
    let scripts: [&[&str]; 4] =
        [&["nodes 99999; move e2e4"], &[], &["nodes 5; move e2e4", "nodes 99999; move d2d4"], &["nodes 4; move e7e5"]];
    let (finished, _) = play(START, 100, scripts);
    assert_eq!(end(&finished), (None, Reason::Flag, None));
}

#[test]
fn clocks_are_read_and_written() {
    for text in ["real", "nodes=1", "nodes=1000", "nodes=40:32"] {
        assert_eq!(text.parse::<Measure>().expect("a clock").to_string(), text);
    }
    for text in [
        "",
        "nodes",
        "nodes=",
        "nodes=0",
        "nodes=-1",
        "nodes=1000001",
        "nodes=1.5",
        "nodes=4:",
        "nodes=:4",
        "nodes=4:0",
        "nodes=1:2:3",
        "wood=3",
    ] {
        let error = text.parse::<Measure>().expect_err(text).to_string();
        assert!(error.starts_with(&format!("`{text}` is no clock: ")), "{error}");
    }
    let measure: Measure = "nodes=400:50".parse().expect("a clock");
    assert_eq!(
        [0, 1, 2].map(|engine| measure.rate(engine).map(|rate| rate.time(400).as_millis())),
        [1, 8, 8].map(Some)
    );
    let rate = measure.rate(0).expect("a rate");
    assert_eq!([1, 400, u64::MAX].map(|nodes| rate.time(nodes).as_nanos()), [2500, 1_000_000, u128::from(u64::MAX)]);
}
