//! The search of the other games: exchanges and counters as each game's rules have them.

use tandem::variants::color::Color;
use tandem::variants::exchange::Exchange;
use tandem::variants::game::{Ending, Game, Reason};
use tandem::variants::play::{Choices, Name, Play};
use tandem::variants::search::{Control, Limits, MATE, MATE_BOUND};
use tandem::variants::table::Table;

#[test]
fn bug_a_king_of_exchange_chess_guarded_the_pieces_beside_it() {
    let position = Exchange::parse("4k/2Rn1/5/5/K4[] w - - 0 1").expect("a position");
    let capture = position.legal_moves().into_iter().find(|mv| mv.to_string() == "c4d4").expect("a capture");
    assert!(position.gains_at_least(capture, 300), "the king takes nothing: the knight is won");
    let guarded = Exchange::parse("4k/2Rn1/5/3r1/K4[] w - - 0 1").expect("a position");
    assert!(!guarded.gains_at_least(capture, 0), "a rook takes back");
}

#[test]
fn bug_a_mate_with_the_last_quiet_move_was_searched_as_a_draw() {
    for (name, fen) in [
        (Name::Gardner, "k4/2K2/5/5/1Q3 w - - 99 60"),
        // Whoever stalemates wins.
        (Name::Courier, "k11/3M8/1K10/12/12/12/12/12 w - - 99 60"),
    ] {
        let play = Play::from_fen(name, &Choices::default(), fen).expect("a position");
        for depth in [1, 4] {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let found = play.search(&mut Table::new(1), limits, Control::default(), &mut |_| {});
            assert_eq!(found.score, MATE - 1, "{fen}, depth {depth}");
            let mut after = play.clone();
            after.play(&found.line[0].to_string()).expect("legal");
            assert!(after.ending().is_some_and(|ending| ending.winner.is_some()), "{fen}, depth {depth}");
        }
    }
}

#[test]
fn bug_a_bare_king_of_courier_was_hunted_until_the_fifty_moves_were_over() {
    let fen = "12/12/6k5/12/3F8/4FM6/4K7/12 w - - 0 1";
    let mut play = Play::from_fen(Name::Courier, &Choices::default(), fen).expect("a position");
    let mut table = Table::new(16);
    while play.ending().is_none() {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let found = play.search(&mut table, limits, Control::default(), &mut |_| {});
        play.play(&found.line[0].to_string()).expect("legal");
    }
    let ending = play.ending().expect("the game is over");
    assert_eq!(ending.winner, Some(Color::White), "{ending:?} in {}", play.fen());
}

#[test]
fn bug_a_board_of_queens_was_valued_beyond_a_mate() {
    let fen = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/k6K b - - 0 1";
    let value = Play::from_fen(Name::Battle, &Choices::default(), fen).expect("a position").evaluate();
    assert!(-MATE_BOUND < value && value < -20_000, "{value}");
}

#[test]
fn bug_a_position_that_the_game_had_once_was_searched_as_a_draw() {
    let fen = "k7/2K5/7R/8/8/8/8/8 b - - 0 1";
    let mut play = Play::from_fen(Name::Battle, &Choices::default(), fen).expect("a position");
    let score = |play: &Play, only: &str| {
        let only = vec![play.find(only).expect("a legal move")];
        let limits = Limits { depth: Some(4), only, ..Limits::default() };
        play.search(&mut Table::new(1), limits, Control::default(), &mut |_| {}).score
    };
    for mv in ["a8a7", "h6g6", "a7a8", "g6h6"] {
        play.play(mv).expect("legal");
    }
    assert!(score(&play, "a8a7") < -300, "for the second time");
    for mv in ["a8a7", "h6g6", "a7a8"] {
        play.play(mv).expect("legal");
    }
    assert_eq!(score(&play, "g6h6"), 0, "for the third time");
}

#[test]
fn bug_bishops_on_squares_of_one_color_played_on_until_the_counter_ran_out() {
    let drawn = Some(Ending::draw(Reason::Material));
    for (name, fen, end) in [
        // The bishops of a8, c2 and e4 stand on light squares, those of d4 and b2 on dark ones.
        (Name::Battle, "b3k3/8/8/8/8/8/2B5/4K3 w - - 0 1", drawn),
        (Name::Battle, "4k3/8/8/8/4B3/8/2B5/4K3 b - - 0 1", drawn),
        (Name::Battle, "b3k3/8/8/8/3B4/8/8/4K3 w - - 0 1", None),
        (Name::Battle, "4k3/8/8/8/4B3/8/1B6/4K3 w - - 0 1", None),
        (Name::Battle, "n3k3/8/8/8/8/8/2B5/4K3 w - - 0 1", None),
        (Name::Gardner, "b3k/5/5/5/K3B w - - 0 1", drawn),
        (Name::Gardner, "b3k/5/5/5/K2B1 w - - 0 1", None),
        // Stalemate wins there: two bishops play on.
        (Name::Courier, "k11/12/12/12/12/12/2B9/K10B w - - 0 1", None),
    ] {
        let play = Play::from_fen(name, &Choices::default(), fen).expect("a position");
        assert_eq!(play.ending(), end, "{fen}");
    }
}

#[test]
fn bug_a_side_that_cannot_drop_was_searched_as_if_it_could_pass() {
    for (fen, can_pass) in [
        ("4k/2Rn1/5/5/K4[] w - - 0 1", false),
        ("4k/2Rn1/5/5/K4[q] w - - 0 1", false),
        ("4k/2Rn1/5/5/K4[Q] w - - 0 1", true),
    ] {
        let position = Exchange::parse(fen).expect("a position");
        assert_eq!(position.pass().is_some(), can_pass, "{fen}");
    }
}
