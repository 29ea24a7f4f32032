//! The dialog with a UBI engine, line by line.

use super::match_stage::{Ear, Stage};
use tandem::arena::engines::{EngineOutput, EnginePlayer, Message, Protocol};
use tandem::game::{BoardId, Team};

/// Black on B can take a knight.
const BOARDS: &str = "startpos | 4k3/8/8/8/4p3/3N4/8/4K3[] b - - 0 1";

/// White on A, asked for its first move.
fn asked() -> (Box<dyn EnginePlayer>, Stage, Ear) {
    let (mut player, ear) = Ear::player(Protocol::Ubi, &[]);
    assert_eq!(player.read("ubiok"), None);
    let stage = Stage::new(BOARDS, "fics", Team::One.seat(BoardId::A));
    stage.announce(&mut *player);
    assert_eq!(player.read("readyok"), None);
    stage.open(&mut *player);
    (player, stage, ear)
}

fn said(ply: u32, current: bool, text: &str) -> Option<EngineOutput> {
    Some(EngineOutput::Move { ply, current, text: text.to_owned() })
}

#[test]
fn lines_are_understood() {
    let (mut player, _, _ear) = asked();
    for garbage in ["bestmove n@f3", "bestmove board A", "bestmove board B n@f3", "Segmentation fault"] {
        assert_eq!(player.read(garbage), Some(EngineOutput::Garbage(garbage.to_owned())));
    }
    assert_eq!(player.read("bestmove board A n@f3"), said(0, true, "n@f3"));
    let message = Some(EngineOutput::Message(Message::ubi("need n urgency high")));
    assert_eq!(player.read("teammsg need n urgency high"), message);
}

#[test]
fn an_answer_is_tied_to_its_search_by_the_fence() {
    let (mut player, mut stage, _ear) = asked();
    let is_garbage = |said: Option<EngineOutput>| matches!(said, Some(EngineOutput::Garbage(_)));
    // The hands change: the search is canceled, a new one of the same turn begins.
    stage.play(&mut *player, BoardId::B, "e4d3");
    // The old answer was on its way; the referee takes it and cancels the new search.
    assert_eq!(player.read("bestmove board A e2e4"), said(0, false, "e2e4"));
    assert!(is_garbage(player.read("bestmove board A e2e4")), "the old search answers once");
    stage.play(&mut *player, BoardId::A, "e2e4");
    assert_eq!(player.read("readyok"), None);
    // The new search also answered before the command arrived: an answer to a past turn.
    assert_eq!(player.read("bestmove board A d2d4"), said(0, false, "d2d4"));
    assert_eq!(player.read("readyok"), None);
    stage.play(&mut *player, BoardId::A, "e7e5");
    assert_eq!(player.read("bestmove board A g1f3"), said(2, true, "g1f3"));
    assert!(is_garbage(player.read("bestmove board A g1f3")));
}

#[test]
fn one_process_serves_both_seats_and_each_line_finds_its_player() {
    let ([mut first, mut second], ear) = Ear::team();
    for line in ["id name Both", "ubiok"] {
        assert!(first.is_for(line) && !second.is_for(line));
        assert_eq!(first.read(line), None);
    }
    assert!(second.has_greeted() && second.name() == "Both");
    let [on_a, on_b] = Team::One.seats();
    let mut stages = [on_a, on_b].map(|seat| Stage::new(BOARDS, "fics", seat));
    stages[0].announce(&mut *first);
    stages[1].announce(&mut *second);
    assert!(first.is_for("readyok") && !second.is_for("readyok"));
    first.read("readyok");
    assert!(first.is_ready() && !second.is_ready() && second.is_for("readyok"));
    second.read("readyok");
    stages[0].open(&mut *first);
    stages[1].open(&mut *second);
    let best = "bestmove board B e4d3";
    assert!(second.is_for(best) && !first.is_for(best) && first.is_for("info board A depth 3"));
    assert!(first.is_for("info string board B"), "words of a text are no board");
    assert!(matches!(second.read(best), Some(EngineOutput::Move { ply: 0, current: true, .. })));
    // The capture changes both boards: A is searched again, and only its player waits for the fence.
    stages[0].play(&mut *first, BoardId::B, "e4d3");
    stages[1].play(&mut *second, BoardId::B, "e4d3");
    assert!(first.is_for("readyok") && !second.is_for("readyok"));
    assert!(matches!(first.read("bestmove board A e2e4"), Some(EngineOutput::Move { ply: 0, current: false, .. })));
    first.read("readyok");
    first.hear(&Message::ubi("sit"));
    first.stop();
    second.stop();
    let lines = ear.heard(vec![first, second]);
    let commands: Vec<String> =
        lines.iter().map(|line| line.split(" clock ").next().unwrap_or_default().to_owned()).collect();
    let positions = commands.iter().filter(|line| line.starts_with("position ")).count();
    assert_eq!(positions, 2, "each is sent once: {commands:?}");
    let others: Vec<&str> = commands.iter().filter(|line| !line.starts_with("position ")).map(String::as_str).collect();
    let start = ["ubi", "ubinewgame", "isready", "isready", "go board A", "go board B"];
    let rest = ["isready", "go board A", "stop board A", "isready", "stop board B", "isready"];
    assert_eq!(others, [&start[..], &rest].concat());
}
