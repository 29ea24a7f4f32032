//! The dialog with a UCI engine, line by line.

use super::match_stage::{Ear, Stage};
use tandem::arena::engines::{EngineOutput, EnginePlayer, EngineScore, Message, Protocol, SearchInfo};
use tandem::game::{BoardId, Seat};
use tandem::types::Color;

type Player = Box<dyn EnginePlayer>;

const WHITE_A: Seat = Seat::new(BoardId::A, Color::White);
/// The partner of white on A can take a knight at once.
const BOARDS: &str = "startpos | 4k3/8/8/8/4p3/3N4/8/4K3[] b - - 0 1";
const HELD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1";

/// A player in the middle of its first search when its partner takes a knight.
fn disturbed() -> (Player, Stage, Ear) {
    let (mut player, ear) = Ear::player(Protocol::Uci, &[("hash", "16")]);
    for line in [
        "Engine 1 by its authors",
        "id name Engine 1",
        "option name UCI_Variant type combo default chess var bughouse var chess",
        "option name Hash type spin default 1",
        "uciok",
    ] {
        assert_eq!(player.read(line), None);
    }
    let mut stage = Stage::new(BOARDS, "fics", WHITE_A);
    stage.announce(&mut *player);
    assert!(!player.is_ready());
    assert_eq!(player.read("readyok"), None);
    assert!(player.is_ready() && player.name() == "Engine 1");
    stage.open(&mut *player);
    stage.play(&mut *player, BoardId::B, "e4d3");
    (player, stage, ear)
}

fn heard(ear: Ear, player: Player) -> String {
    let lines = ear.heard(vec![player]).join("\n");
    let start = HELD.replace("[N]", "[]");
    lines.replace(&start, "START").replace(HELD, "HELD")
}

const BEFORE: &str = "uci\nsetoption name UCI_Variant value bughouse\nsetoption name Hash value 16\nucinewgame\nisready\n\
                      position fen START\ngo wtime 2000 btime 2000 winc 0 binc 0\nisready\nstop";

#[test]
fn a_forced_answer_is_swallowed_and_the_new_position_searched() {
    let (mut player, _, ear) = disturbed();
    assert_eq!(player.read("info depth 9 score cp 3 pv e2e4"), None, "of a search that counts no more");
    assert_eq!(player.read("readyok"), None);
    assert_eq!(player.read("bestmove e2e4 ponder e7e5"), None);
    let text = "N@f3".to_owned();
    assert_eq!(player.read("bestmove N@f3"), Some(EngineOutput::Move { ply: 0, current: true, text }));
    let text = heard(ear, player);
    let rest = text.strip_prefix(BEFORE).unwrap_or_else(|| panic!("{text}"));
    // The clock has been running all the while.
    assert!(
        rest.starts_with("\nposition fen HELD\ngo wtime ") && rest.ends_with(" btime 2000 winc 0 binc 0"),
        "{text}"
    );
}

#[test]
fn an_answer_from_before_the_stop_is_a_move_if_it_fits() {
    let (mut player, mut stage, ear) = disturbed();
    let text = "e2e4".to_owned();
    assert_eq!(player.read("bestmove e2e4"), Some(EngineOutput::Move { ply: 0, current: false, text }));
    // The referee accepts it.
    stage.play(&mut *player, BoardId::A, "e2e4");
    assert_eq!(player.read("readyok"), None);
    assert_eq!(heard(ear, player), BEFORE);
}

#[test]
fn an_answer_that_is_not_taken_leaves_the_turn_to_be_searched() {
    let (mut player, _, ear) = disturbed();
    let text = "e2e5".to_owned();
    assert_eq!(player.read("bestmove e2e5"), Some(EngineOutput::Move { ply: 0, current: false, text }));
    assert_eq!(player.read("readyok"), None);
    assert!(heard(ear, player).contains("\nposition fen HELD\ngo "));
}

#[test]
fn two_arrivals_stop_one_search_and_only_the_last_position_is_searched() {
    let (mut player, mut stage, ear) = disturbed();
    stage.play(&mut *player, BoardId::B, "e1d1");
    stage.open(&mut *player);
    assert_eq!((player.read("readyok"), player.read("bestmove a2a3")), (None, None));
    player.stop();
    stage.announce(&mut *player);
    assert!(!player.is_ready());
    assert_eq!((player.read("readyok"), player.read("bestmove a2a3")), (None, None));
    assert_eq!(player.read("readyok"), None);
    assert!(player.is_ready());
    let text = heard(ear, player);
    assert_eq!((text.matches("stop").count(), text.matches("\ngo ").count()), (2, 2), "{text}");
    assert!(text.ends_with("ucinewgame\nisready"), "a new game waits for the old search: {text}");
}

#[test]
fn lines_not_asked_for_are_garbage() {
    let (mut player, _, ear) = disturbed();
    for line in ["bestmove e2e4", "readyok"] {
        player.read(line);
    }
    assert!(matches!(player.read("Segmentation fault"), Some(EngineOutput::Garbage(_))));
    assert!(matches!(player.read("readyok"), Some(EngineOutput::Garbage(_))));
    player.hear(&Message::tell("sit"));
    assert!(!heard(ear, player).lines().any(|line| line.contains("tell") || line.contains("msg")));
}

#[test]
fn thoughts_are_understood_and_options_have_names_of_many_words() {
    let (mut player, _ear) = Ear::player(Protocol::Uci, &[]);
    player.read("option name Clear Hash type button");
    assert!(player.has_option("clear hash") && !player.has_option("clear"));
    player.read("uciok");
    let stage = Stage::new("startpos | startpos", "fics", WHITE_A);
    stage.announce(&mut *player);
    player.read("readyok");
    stage.open(&mut *player);
    let line = ["e2e4", "p@e5"].map(str::to_owned).to_vec();
    let thought = SearchInfo { depth: Some(7), score: Some(EngineScore::Mate(-3)), nodes: Some(100), line };
    let said = player.read("info depth 7 seldepth 9 multipv 1 score mate -3 nodes 100 nps 5 time 20 pv e2e4 p@e5");
    assert_eq!(said, Some(EngineOutput::Thought(thought)));
    assert_eq!(player.read("info depth 7 multipv 2 score cp 3"), None);
    assert_eq!(player.read("info string depth 7 is a lot"), None);
}

#[test]
fn bug_a_refused_option_was_dropped_without_a_word() {
    for (protocol, end) in [(Protocol::Uci, "uciok"), (Protocol::Ubi, "ubiok")] {
        let (mut player, _ear) = Ear::player(protocol, &[("hash", "0")]);
        assert_eq!((player.read("option name Hash type spin"), player.read(end)), (None, None));
        Stage::new("startpos | startpos", "fics", WHITE_A).announce(&mut *player);
        for error in ["error: option Hash: `0` is not a number", "ERROR: no network"] {
            assert_eq!(player.read(&format!("info string {error}")), Some(EngineOutput::Remark(error.to_owned())));
        }
        for other in ["info string NNUE evaluation", "info string errors: 0", "info string err"] {
            assert_eq!(player.read(other), None, "{other}");
        }
        assert_eq!(player.read("readyok"), None);
    }
}

#[test]
fn bug_the_move_being_searched_wiped_out_the_score_before_it() {
    let (mut player, _, _ear) = disturbed();
    // The old search ends, and the new one begins.
    assert_eq!((player.read("readyok"), player.read("bestmove e2e4")), (None, None));
    for line in ["info depth 8", "info depth 8 currmove e2e4 currmovenumber 1"] {
        assert_eq!(player.read(line), None, "{line}");
    }
    // Their nodes count, but a depth comes with its score.
    let nodes = SearchInfo { nodes: Some(900), ..SearchInfo::default() };
    assert_eq!(player.read("info depth 8 currmove e2e4 nodes 900"), Some(EngineOutput::Thought(nodes)));
}
