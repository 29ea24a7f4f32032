//! Adjudication by the engines' scores, move by move.

use tandem::arena::engines::EngineScore;
use tandem::arena::referee::{Adjudication, Adjudicator, Draw, Resign, Ruling};
use tandem::game::{BoardId, Seat};
use tandem::types::Color;

const WHITE_A: Seat = Seat::new(BoardId::A, Color::White);
const BLACK_A: Seat = Seat::new(BoardId::A, Color::Black);
/// The partner of black on A.
const WHITE_B: Seat = Seat::new(BoardId::B, Color::White);
const BLACK_B: Seat = Seat::new(BoardId::B, Color::Black);

fn judge(resign: Option<&str>, draw: Option<&str>, max_moves: Option<u32>) -> Adjudicator {
    let resign = resign.map(|text| text.parse().expect("a resignation"));
    let draw = draw.map(|text| text.parse().expect("a draw"));
    Adjudicator::new(Adjudication { resign, draw, max_moves })
}

/// Plays rounds in which all four move, with these scores in the order of [`Seat::ALL`]; returns the first ruling, and
/// the number of moves of all players up to it.
fn play(judge: &mut Adjudicator, rounds: &[[i32; 4]]) -> Option<(Ruling, usize)> {
    let moves = rounds.iter().flat_map(|scores| Seat::ALL.into_iter().zip(scores));
    let mut numbered = moves.enumerate();
    numbered.find_map(|(number, (seat, &cp))| Some((judge.moved(seat, Some(EngineScore::Cp(cp)))?, number + 1)))
}

#[test]
fn both_sides_of_a_board_must_agree_for_as_many_moves_as_asked() {
    let why = "-15.00 or worse for 3 moves, and its opponent agrees".to_owned();
    // White on A, black on A, white on B, black on B.
    let lost = [1600, -1700, -30, 40];
    let ruling = play(&mut judge(Some("score=1500,moves=3"), None, None), &[lost; 4]);
    assert_eq!(ruling, Some(((Some(BLACK_A), why), 10)), "the third move of black");
    // One of six scores falls short: the count restarts.
    let rounds = [lost, lost, [1400, -1700, -30, 40], lost, lost];
    assert_eq!(play(&mut judge(Some("score=1500,moves=3"), None, None), &rounds), None);
    let ruling = play(&mut judge(Some("score=1500,moves=3,sides=one"), None, None), &rounds);
    assert_eq!(ruling, Some(((Some(BLACK_A), "-15.00 or worse for 3 moves".to_owned()), 10)));
    assert_eq!(play(&mut Adjudicator::default(), &[lost; 99]), None, "off by default");
}

#[test]
fn a_team_plays_on_while_its_other_board_is_better_or_nobody_knows() {
    let rules = "score=1000,moves=2";
    assert_eq!(play(&mut judge(Some(rules), None, None), &[[1600, -1700, 1, -1]; 9]), None);
    // Its opponents there score it better, whatever it reports itself.
    assert_eq!(play(&mut judge(Some(rules), None, None), &[[1600, -1700, -20, -1]; 9]), None);
    let mut silent = judge(Some(rules), None, None);
    for _ in 0..9 {
        assert_eq!(silent.moved(WHITE_A, Some(EngineScore::Mate(3))), None);
        assert_eq!(silent.moved(BLACK_A, Some(EngineScore::Mate(-2))), None);
        assert_eq!(silent.moved(WHITE_B, None), None);
    }
    // The ruling comes with the missing score, on the other board.
    assert_eq!(silent.moved(BLACK_B, Some(EngineScore::Cp(0))), None);
    assert!(matches!(silent.moved(WHITE_B, Some(EngineScore::Cp(0))), Some((Some(BLACK_A), _))));
}

#[test]
fn a_draw_takes_all_four_and_both_boards() {
    let level = [5, -5, 0, 10];
    let drawn = (None, "all within 0.10 for 2 moves".to_owned());
    assert_eq!(play(&mut judge(None, Some("score=10,moves=2"), None), &[level; 3]), Some((drawn.clone(), 8)));
    assert_eq!(play(&mut judge(None, Some("score=10,moves=2,after=5"), None), &[level; 9]), Some((drawn, 20)));
    assert_eq!(play(&mut judge(None, Some("score=10,moves=2"), None), &[[5, -5, 0, 11]; 9]), None);
}

#[test]
fn a_game_is_too_long_when_both_boards_are() {
    let mut long = judge(None, None, Some(3));
    for _ in 0..50 {
        assert_eq!((long.moved(WHITE_A, None), long.moved(BLACK_A, None)), (None, None));
    }
    let rest = [WHITE_B, BLACK_B, WHITE_B, BLACK_B, WHITE_B, BLACK_B].map(|seat| long.moved(seat, None));
    assert_eq!(rest[..5], [const { None }; 5]);
    assert_eq!(rest[5], Some((None, "3 moves on both boards".to_owned())));
}

#[test]
fn bug_of_a_setting_that_was_given_twice_one_was_lost() {
    for text in ["score=5,moves=3,score=6", "score=5,moves=3,moves=4", "sides=one,score=5,moves=3,sides=both"] {
        let error = text.parse::<Resign>().expect_err(text).to_string();
        let (_, last) = text.rsplit_once(',').expect("a last part");
        assert_eq!(error, format!("`{last}`: this key is given twice"));
    }
    assert!("score=5,moves=3,after=2,after=3".parse::<Draw>().is_err());
}

#[test]
fn settings_are_read_written_and_refused() {
    for text in ["score=1500,moves=6,sides=both", "score=1,moves=1,sides=one"] {
        assert_eq!(text.parse::<Resign>().expect("read").to_string(), text);
    }
    assert_eq!("moves=6, score=9".parse::<Resign>().expect("read").to_string(), "score=9,moves=6,sides=both");
    assert_eq!("score=9,moves=6".parse::<Draw>().expect("read").to_string(), "score=9,moves=6,after=0");
    for (text, message) in [
        ("", "`` is none of score=CP"),
        ("score=1500", "moves=N is missing"),
        ("moves=3", "score=CP is missing"),
        ("score=-5,moves=3", "`score=-5`: a number from 1 to 100000"),
        ("score=5,moves=0", "`moves=0`: a number from 1 to 1000"),
        ("score=5,moves=3,sides=all", "`sides=all`: known are"),
        ("score=5,moves=3,after=2", "`after=2` is none of"),
    ] {
        let error = text.parse::<Resign>().expect_err(text).to_string();
        assert!(error.starts_with(message), "{error}");
    }
    assert!("score=5,moves=3,sides=one".parse::<Draw>().is_err());
    let (resign, draw) = ("score=2,moves=3".parse().ok(), "score=4,moves=5".parse().ok());
    let all = Adjudication { resign, draw, max_moves: Some(6) };
    assert_eq!(all.to_string(), "resign score=2,moves=3,sides=both; draw score=4,moves=5,after=0; maxmoves 6");
    assert_eq!(Adjudication::default().to_string(), "none");
}
