//! Dialogs with modern and old CECP engines, line by line.

use super::match_stage::{Ear, Stage};
use std::time::{Duration, Instant};
use tandem::arena::engines::{EngineOutput, EnginePlayer, EngineScore, Message, Protocol, SearchInfo};
use tandem::game::{BoardId, Seat};
use tandem::types::Color;

type Player = Box<dyn EnginePlayer>;

const WHITE_A: Seat = Seat::new(BoardId::A, Color::White);
const BLACK_A: Seat = Seat::new(BoardId::A, Color::Black);
/// The other board: black can take a knight, white a pawn.
const OTHER: &str = "4k3/8/8/3p4/4p3/3N4/8/4K3[] b - - 0 1";
const NEW: [&str; 3] = ["xboard", "protover 2", "new"];

fn player(features: &[&str]) -> (Player, Ear) {
    let wishes = [("Hash", "16"), ("Threads", "2"), ("style", "wild"), ("Unknown", "1")];
    let (mut player, ear) = Ear::player(Protocol::Cecp, &wishes);
    for line in features {
        assert_eq!(player.read(line), None);
    }
    (player, ear)
}

const MODERN: &[&str] = &[
    "Engine by its authors",
    "feature ping=1 setboard=1 usermove=1 colors=0 memory=1 smp=1 myname=\"Engine 2\"",
    "feature option=\"Style -combo wild /// calm\" variants=\"normal,bughouse\" done=1",
];

fn seated(boards: &str, seat: Seat, features: &[&str]) -> (Player, Stage, Ear) {
    let (mut player, ear) = player(features);
    let stage = Stage::new(&format!("{boards} | {OTHER}"), "fics", seat);
    stage.announce(&mut *player);
    player.read("pong 1");
    assert!(player.is_ready());
    stage.open(&mut *player);
    (player, stage, ear)
}

/// Lines sent since the game was announced.
fn heard(ear: Ear, player: Player) -> Vec<String> {
    let lines = ear.heard(vec![player]);
    let begin = lines.iter().position(|line| line == "easy").expect("a game");
    lines[begin + 1..].to_vec()
}

fn said(text: &str, ply: u32) -> Option<EngineOutput> {
    Some(EngineOutput::Move { ply, current: true, text: text.to_owned() })
}

#[test]
fn an_engine_with_features_is_told_what_it_has_words_for() {
    let (mut player, ear) = player(MODERN);
    assert!(player.has_greeted() && player.name() == "Engine 2");
    let stage = Stage::new("startpos | startpos", "fics", WHITE_A);
    stage.announce(&mut *player);
    assert!(!player.is_ready());
    assert_eq!(player.read("pong 1"), None);
    assert!(player.is_ready());
    let lines = ear.heard(vec![player]);
    let accepted = ["ping", "setboard", "usermove", "colors", "memory", "smp", "myname", "option", "variants", "done"];
    let accepted: Vec<String> = accepted.iter().map(|name| format!("accepted {name}")).collect();
    assert_eq!(lines[..2], NEW[..2]);
    assert_eq!(lines[2..12], accepted);
    let rest =
        ["memory 16", "cores 2", "option Style=wild", "new", "variant bughouse", "level 0 0:02 0", "post", "easy"];
    assert_eq!(lines[12..20], rest);
    assert_eq!(lines[20..], ["partner Some-Engine", "ping 1"]);
}

#[test]
fn bug_the_rules_were_not_told_to_an_engine_with_options_for_them() {
    let options = "option=\"Rules -combo *fics /// gambler\" option=\"drop-check -combo *allowed /// forbidden\"";
    let features = format!("feature {options} ping=1 done=1");
    let (mut player, ear) = player(&[features.as_str()]);
    Stage::new("startpos | startpos", "gambler,drop-check=forbidden", WHITE_A).announce(&mut *player);
    let lines = ear.heard(vec![player]);
    let new = lines.iter().position(|line| line == "new").expect("a game");
    assert_eq!(lines[new - 2..new], ["option Rules=gambler", "option drop-check=forbidden"]);
}

#[test]
fn an_engine_of_the_old_kind_is_waited_for_and_gets_bare_moves() {
    let (mut player, ear) = player(&["Oldtimer 1.0"]);
    assert!(!player.has_greeted());
    let end = Instant::now() + Duration::from_secs(60);
    while !player.has_greeted() {
        assert!(Instant::now() < end, "it is one that has no features to tell");
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut stage = Stage::new("startpos | startpos", "fics", BLACK_A);
    stage.announce(&mut *player);
    assert!(player.is_ready());
    stage.open(&mut *player);
    stage.play(&mut *player, BoardId::A, "g1f3");
    assert_eq!(player.read("1. ... Nf6"), said("g8f6", 1));
    stage.play(&mut *player, BoardId::A, "g8f6");
    let lines = heard(ear, player);
    let expected = ["partner Some-Engine", "time 200", "otim 200", "g1f3", "holding [] []", "holding [] []"];
    assert_eq!(lines, expected);
}

#[test]
fn done_0_is_waited_for() {
    let (mut patient, _ear) = player(&["feature done=0"]);
    let (other, _other_ear) = player(&[]);
    while !other.has_greeted() {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(!patient.has_greeted());
    patient.read("feature done=1");
    assert!(patient.has_greeted());
}

#[test]
fn a_turn_an_arrival_in_the_midst_of_it_and_the_hands_after_every_move() {
    let (mut player, mut stage, ear) = seated("startpos", WHITE_A, MODERN);
    assert!(stage.play(&mut *player, BoardId::B, "e4d3").is_some());
    assert!(stage.play(&mut *player, BoardId::B, "e1d2").is_none(), "nothing of interest");
    assert_eq!(
        player.read("5 31 7 900 N@d5 e6"),
        Some(EngineOutput::Thought(SearchInfo {
            depth: Some(5),
            score: Some(EngineScore::Cp(31)),
            nodes: Some(900),
            line: vec!["N@d5".to_owned(), "e6".to_owned()],
        }))
    );
    assert_eq!(player.read("move N@d5"), said("n@d5", 0));
    stage.play(&mut *player, BoardId::A, "n@d5");
    stage.play(&mut *player, BoardId::A, "e7e6");
    let lines = heard(ear, player);
    assert_eq!(
        lines,
        [
            "partner Some-Engine",
            "ping 1",
            "time 200",
            "otim 200",
            "go",
            "holding [N] [] WN",
            "holding [] []",
            "time 200",
            "otim 200",
            "usermove e7e6",
            "holding [] []",
        ]
    );
}

#[test]
fn a_position_is_set_up_with_its_hands_and_the_engine_told_to_go_when_it_is_its_turn() {
    let board = "4k3/8/8/8/8/8/4P3/4K3[Nq] b - - 0 1";
    let plain = "setboard 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
    let begin = [
        "partner Some-Engine",
        "ping 1",
        "new",
        "variant bughouse",
        "level 0 0:02 0",
        "force",
        plain,
        "holding [N] [Q]",
    ];
    let (player, _, ear) = seated(board, BLACK_A, MODERN);
    assert_eq!(heard(ear, player), [&begin[..], &["time 200", "otim 200", "go"]].concat());

    let (mut player, mut stage, ear) = seated(board, WHITE_A, MODERN);
    stage.play(&mut *player, BoardId::A, "e8e7");
    let turn = ["time 200", "otim 200", "usermove e8e7", "go", "holding [N] [Q]"];
    assert_eq!(heard(ear, player), [&begin[..], &turn].concat());
}

#[test]
fn a_false_claim_is_noted_and_the_engine_set_up_anew_when_it_can_play_on() {
    // White hangs: anything on the first rank would block.
    let (mut player, mut stage, ear) = seated("4k3/8/8/8/8/8/5PPP/r5K1[] w - - 0 1", WHITE_A, MODERN);
    let claim = Some(EngineOutput::Remark("0-1 {Black mates}".to_owned()));
    assert_eq!(player.read("0-1 {Black mates}"), claim);
    stage.play(&mut *player, BoardId::B, "e4d3");
    let lines = heard(ear, player);
    let setup = ["force", "setboard 4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1", "holding [N] []", "time 200", "otim 200", "go"];
    assert_eq!(lines[lines.len() - 6..], setup);
    assert!(!lines.iter().any(|line| line.ends_with(" WN")), "a piece comes once: {lines:?}");
}

#[test]
fn bug_a_move_that_crossed_with_a_position_set_up_anew_was_the_answer_to_it() {
    let (mut player, mut stage, ear) = seated("startpos", WHITE_A, MODERN);
    player.read("offer draw");
    stage.play(&mut *player, BoardId::B, "e4d3");
    assert_eq!(player.read("move e2e4"), None, "it thinks anew");
    assert_eq!(player.read("pong 2"), None);
    assert_eq!(player.read("move N@f3"), said("n@f3", 0));
    let lines = heard(ear, player);
    let begin = lines.iter().rposition(|line| line == "new").expect("a position");
    assert_eq!(lines[begin + 1], "ping 2");
}

#[test]
fn a_move_that_the_engine_calls_illegal_is_shown_by_the_position_once() {
    for complaint in ["Illegal move: e7e5", "Error (unkown command): e7e5"] {
        let (mut player, mut stage, ear) = seated("startpos", WHITE_A, MODERN);
        assert_eq!(player.read("move e2e4"), said("e2e4", 0));
        stage.play(&mut *player, BoardId::A, "e2e4");
        stage.play(&mut *player, BoardId::A, "e7e5");
        assert_eq!(player.read(complaint), Some(EngineOutput::Remark(complaint.to_owned())));
        assert_eq!(player.read(complaint), Some(EngineOutput::Remark(complaint.to_owned())));
        assert!(player.process().borrow_mut().evidence(false).contains(&format!("complaint: {complaint}")));
        assert_eq!(player.read("Error (unkown command): post"), None, "of no consequence");
        let lines = heard(ear, player);
        assert_eq!(lines.iter().filter(|line| line.starts_with("setboard ")).count(), 1, "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("go"));
    }
}

#[test]
fn bug_a_refused_option_was_dropped_without_a_word() {
    let (mut player, _ear) = player(MODERN);
    let stage = Stage::new("startpos | startpos", "fics", WHITE_A);
    stage.announce(&mut *player);
    let refused = "Error (option Style: `wild` is not calm): option Style=wild";
    assert_eq!(player.read(refused), Some(EngineOutput::Remark(refused.to_owned())));
    player.read("pong 1");
    assert_eq!(player.read("Error (unknown command): otim 200"), None, "of no consequence in a game");
}

#[test]
fn a_move_out_of_turn_and_one_of_the_game_before_are_no_moves() {
    let (mut player, mut stage, ear) = seated("startpos", WHITE_A, MODERN);
    player.read("move e2e4");
    assert!(matches!(player.read("move d2d4"), Some(EngineOutput::Remark(_))));
    stage.play(&mut *player, BoardId::A, "e2e4");
    player.stop();
    stage.announce(&mut *player);
    player.read("pong 2");
    assert_eq!(player.read("move d2d4"), None);
    player.read("pong 3");
    assert!(player.is_ready());
    drop(ear);
}

#[test]
fn the_partners_words_go_both_ways() {
    let (mut player, _, ear) = seated("startpos", WHITE_A, MODERN);
    let told = Some(EngineOutput::Message(Message::tell("---q mates me")));
    assert_eq!(player.read("tellics ptell ---q mates me"), told);
    assert_eq!(player.read("tellics resign"), Some(EngineOutput::Resigned));
    player.hear(&Message::ubi("need n urgency high"));
    player.hear(&Message::tell("time 100"));
    player.hear(&Message::ubi("threat high"));
    let lines = heard(ear, player);
    assert_eq!(lines[lines.len() - 2..], ["ptell ++n", "ptell time 100"]);
}

#[test]
fn the_old_way_to_set_up_a_board_is_known() {
    let old: &[&str] = &["feature ping=1 done=1"];
    for (board, seat, setup) in [
        ("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", WHITE_A, "force edit # Ke1 c Ke8 . holding [N] []"),
        // Only a move can pass the turn to black.
        ("4k3/8/8/8/8/8/8/4K2Q~[NPp] b - - 0 9", BLACK_A, "force a2a3 edit # Ke1 Qh1 c Ke8 . holding [NP] [P]"),
    ] {
        let (player, _, ear) = seated(board, seat, old);
        let lines = heard(ear, player).join(" ");
        assert!(lines.ends_with(&format!("{setup} time 200 otim 200 go")), "{lines}");
    }
}

#[test]
fn an_engine_that_knows_colors_is_told_its_own_before_its_hand() {
    let colored: &[&str] = &["feature ping=1 setboard=1 done=1"];
    for (seat, other) in [(WHITE_A, "black"), (BLACK_A, "white")] {
        let (player, _, ear) = seated("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", seat, colored);
        let lines = heard(ear, player);
        let begin = lines.iter().position(|line| line == "force").expect("a position");
        let position = [other, "setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "holding [N] []"];
        assert_eq!(lines[begin + 1..begin + 4], position);
    }
}

#[test]
fn lines_are_understood() {
    for (text, mv) in
        [("My move is: e2e4", "e2e4"), ("1. ... Nf3", "g1f3"), ("move E2E4", "e2e4"), ("move e7e8=K", "e7e8=K")]
    {
        let (mut player, ..) = seated("startpos", WHITE_A, MODERN);
        assert_eq!(player.read(text), said(mv, 0));
    }
    let (mut player, ..) = seated("startpos", WHITE_A, MODERN);
    for text in ["pong x", "tellics whisper d5 +0.20", "Time for move : 75", "Book moves: 12", ""] {
        assert_eq!(player.read(text), None, "{text}");
    }
    for (text, claim) in [
        ("1-0 {White Mates}", "1-0 {White Mates}"),
        ("result 0-1 {Black mates}", "0-1 {Black mates}"),
        ("offer draw", "offer draw"),
    ] {
        assert_eq!(player.read(text), Some(EngineOutput::Remark(claim.to_owned())));
    }
    let thought = |score, line: &str| {
        let line = line.split_ascii_whitespace().map(str::to_owned).collect();
        Some(EngineOutput::Thought(SearchInfo { depth: Some(5), score: Some(score), nodes: Some(56544), line }))
    };
    let read = player.read(" 5    -110    15    56544  Nf3 N@g4 e3");
    assert_eq!(read, thought(EngineScore::Cp(-110), "Nf3 N@g4 e3"), "of Sjeng");
    let read = player.read("5 72 0 56544 4 198000 0   e2e3 e7e6");
    assert_eq!(read, thought(EngineScore::Cp(72), "e2e3 e7e6"), "of Fairy-Stockfish");
    assert_eq!(player.read("5. -100003 0 56544 e2e3"), thought(EngineScore::Mate(-3), "e2e3"));
}

#[test]
fn bug_a_result_that_says_resigns_was_no_resignation() {
    let (mut player, ..) = seated("startpos", WHITE_A, MODERN);
    for claim in ["1-0 {Black resigns}", "0-1 {Black mates}"] {
        assert_eq!(player.read(claim), Some(EngineOutput::Remark(claim.to_owned())));
    }
    assert_eq!(player.read("0-1 {White resigns}"), Some(EngineOutput::Resigned));
    let (mut player, ..) = seated("startpos", BLACK_A, MODERN);
    assert_eq!(player.read("1-0 {I resign}"), Some(EngineOutput::Resigned));
}

#[test]
fn features_are_accepted_or_rejected_and_broken_text_is_survived() {
    let features = [
        "feature ping=1 setboard=1 playother=0 san=0 usermove=0 time=1 san=1 frobnicate=\"a b\" reuse=0",
        "feature option=\"Skill Level -spin 20 -20 20\" done",
        "feature = =1 \"\"",
        "feature myname=\"no end",
        "feature done=1",
    ];
    let (player, ear) = player(&features);
    assert!(player.has_greeted() && player.plays_once() && player.name() == "no end");
    assert!(player.has_option("skill level") && !player.has_option("Hash"));
    let accepted = ["ping", "setboard", "playother", "san", "usermove", "time"].map(|name| format!("accepted {name}"));
    let rest = ["rejected san", "rejected frobnicate", "accepted reuse", "accepted option", "rejected ", "rejected "];
    let lines = ear.heard(vec![player]);
    assert_eq!(lines[2..8], accepted);
    assert_eq!(lines[8..14], rest);
    assert_eq!(lines[14..], ["accepted myname", "accepted done"]);
}
