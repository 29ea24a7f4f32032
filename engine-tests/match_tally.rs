//! Games composed of moves, times and scores, and the statistics counted from them.

use super::match_stage::{card, live_game};
use std::time::{Duration, Instant};
use tandem::arena::control::TimeControl;
use tandem::arena::engines::{EngineScore, SearchInfo};
use tandem::arena::referee::{Ending, GameObserver, Notice};
use tandem::game::{BoardId, GameMove, Seat};
use tandem::tools::r#match::results::{GameLine, Tally, TeamTally};
use tandem::types::Color;

const WHITE_B: Seat = Seat::new(BoardId::B, Color::White);
/// Black moves, and white mates by a knight on f7.
const MATE_IN_TWO_PLIES: &str = "6rk/p5pp/8/8/8/8/8/4K3[N] b - - 0 1";

/// A game of 10+0 from a pair of boards. `moves`: the board, the move, its time in ms, and the score reported with it,
/// if any. Depths are 1, 2, 3 … The game ends by its last move, or by a flag at the given time in ms.
fn count(boards: &str, moves: &[(BoardId, &str, u64, Option<EngineScore>)], flag: Option<(Seat, u64)>) -> GameLine {
    let control: TimeControl = "10+0".parse().expect("a time control");
    let start = Instant::now();
    let mut live = live_game(boards, "international", card(control), Duration::ZERO, start);
    let mut tally = Tally::default();
    tally.notice(&live, Notice::Started, start).expect("counted");
    let mut now = start;
    for (depth, &(board, text, at_ms, told)) in (1..).zip(moves) {
        now = start + Duration::from_millis(at_ms);
        let seat = live.game.on_turn(board);
        assert!(live.clock.stop(seat, now));
        live.game.set_clock(seat, live.clock.reading(now)[seat]);
        let mv: GameMove = live.game.position(board).find_move(text).expect("a legal move").into();
        live.record.push(&live.game, board, mv);
        live.game.play_whole(board, mv).expect("played");
        live.clock.start(seat.opponent(), now);
        if told.is_some() {
            live.thoughts[seat.index()] = SearchInfo { depth: Some(depth), score: told, ..SearchInfo::default() };
        }
        tally.notice(&live, Notice::Moved, now).expect("counted");
    }
    if let Some((seat, at_ms)) = flag {
        now = start + Duration::from_millis(at_ms);
        live.game.flags(&[seat]).expect("a flag");
    }
    live.clock.stop_all(now);
    let outcome = live.game.outcome();
    live.ending = Some(Ending { outcome, note: String::new(), evidence: Vec::new() });
    tally.notice(&live, Notice::Ended, now).expect("counted");
    tally.line(&live).expect("a result")
}

/// Races of the first and of the second team: won, lost, and the sums of both in ms.
fn races(line: &GameLine) -> [(u64, u64, i64, i64); 2] {
    line.teams.each_ref().map(|team| (team.races_won, team.races_lost, team.races_won_ms_sum, team.races_lost_ms_sum))
}

const NO_RACE: [(u64, u64, i64, i64); 2] = [(0, 0, 0, 0); 2];

#[test]
fn depths_at_mate_scores_and_in_sits_do_not_count() {
    use BoardId::A;
    let cp = Some(EngineScore::Cp(10));
    let moves = [
        (A, "e2e4", 100, cp),
        (A, "e7e5", 200, Some(EngineScore::Mate(3))),
        // A turn of a second or more, of ten, is a sit.
        (A, "d2d4", 2000, cp),
        (A, "d7d5", 2100, cp),
    ];
    let line = count("startpos | startpos", &moves, Some((WHITE_B, 10_000)));
    let depths = line.teams.each_ref().map(|team| (team.moves, team.depth_moves, team.depth_sum));
    assert_eq!(depths, [(2, 1, 1), (2, 1, 4)]);
}

#[test]
fn a_flag_is_a_lost_race_where_the_partner_had_won_its_board() {
    use BoardId::A;
    // White on B lets its flag fall. Its partner is black on A, its diagonal white on A, who has 200 ms left.
    let end = |told| {
        let cp = Some(EngineScore::Cp(0));
        let early = Some(EngineScore::Mate(3));
        let moves = [(A, "e2e4", 100, cp), (A, "e7e5", 200, early), (A, "d2d4", 2000, cp), (A, "d7d5", 2100, told)];
        races(&count("startpos | startpos", &moves, Some((WHITE_B, 10_000))))
    };
    let race = [(1, 0, 200, 0), (0, 1, 0, 200)];
    assert_eq!(end(Some(EngineScore::Cp(800))), race);
    assert_eq!(end(Some(EngineScore::Mate(2))), race);
    for told in [Some(EngineScore::Cp(799)), Some(EngineScore::Mate(-2)), None] {
        assert_eq!(end(told), NO_RACE, "{told:?}");
    }
}

#[test]
fn a_mate_is_a_lost_race_where_the_partner_had_won_its_board() {
    use BoardId::{A, B};
    // Black on B is mated. Its partner is white on A, its diagonal black on A.
    let end = |moved_ms, told| {
        let moves = [
            (A, "e2e4", moved_ms, told),
            (B, "a7a6", 5000, Some(EngineScore::Mate(-1))),
            (B, "n@f7", 6000, Some(EngineScore::Mate(1))),
        ];
        races(&count(&format!("startpos | {MATE_IN_TWO_PLIES}"), &moves, None))
    };
    assert_eq!(end(4000, Some(EngineScore::Cp(2000))), [(0, 1, 0, 3000), (1, 0, 3000, 0)], "5 s against 8 s");
    assert_eq!(end(500, Some(EngineScore::Mate(4))), NO_RACE, "bug: 5 s against 4.5 s was a race");
    assert_eq!(end(4000, Some(EngineScore::Cp(100))), NO_RACE);
}

#[test]
fn a_lost_game_says_which_board_was_lost_how_the_other_stood_and_by_how_much_a_race_was_lost() {
    use BoardId::{A, B};
    let end = |moved_ms, told| {
        let moves = [
            (A, "e2e4", moved_ms, told),
            (B, "a7a6", 5000, Some(EngineScore::Mate(-1))),
            (B, "n@f7", 6000, Some(EngineScore::Mate(1))),
        ];
        let loss = count(&format!("startpos | {MATE_IN_TWO_PLIES}"), &moves, None).loss.expect("a loss");
        (loss.board.expect("a board"), loss.other_board, loss.race_lost_by_ms)
    };
    let on_b = |other: &str, race| ("B".to_owned(), other.to_owned(), race);
    assert_eq!(end(4000, Some(EngineScore::Mate(4))), on_b("won", Some(3000)));
    assert_eq!(end(500, Some(EngineScore::Cp(900))), on_b("won", None));
    assert_eq!(end(4000, Some(EngineScore::Cp(100))), on_b("open", None));
    assert_eq!(end(4000, Some(EngineScore::Mate(-2))), on_b("lost", None));
    assert_eq!(end(4000, None), on_b("unknown", None));
}

#[test]
fn sums_of_games_are_added_up() {
    let race =
        TeamTally { races_won: 1, races_lost: 2, races_won_ms_sum: 300, races_lost_ms_sum: 50, ..TeamTally::default() };
    let mut sum = race.clone();
    sum.add(&race);
    assert_eq!((sum.races_won, sum.races_lost, sum.races_won_ms_sum, sum.races_lost_ms_sum), (2, 4, 600, 100));
}
