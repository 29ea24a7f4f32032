//! The rules of bughouse by their numbers, one test per statement: R11 to R18, the game as a whole.

use super::sheet::{
    BLACK_A, BLACK_B, HANG, MATE_NEXT, QUEEN_MATE_NEXT, QUIET, WHITE_A, WHITE_B, can_play, find, from, outcome, pair,
    play, rules, start,
};
use tandem::game::{
    BoardId, ByBoard, Clocks, Forfeit, Game, GameError, Outcome, Reason, Rules, Seat, Seating, Team, Transfer,
};
use tandem::types::PieceType;

#[test]
fn r11_mate_on_one_board_ends_both() {
    let mut game = pair(MATE_NEXT, QUIET, "international");
    play(&mut game, "A.N@f7");
    let outcome = Outcome { winner: Some(Team::One), reason: Reason::Mate, seat: Some(BLACK_A) };
    assert_eq!(game.outcome(), Some(outcome));
    let (board, game_move) = find(&game, "B.e4").expect("a move on the board");
    assert_eq!(game.play(board, game_move.mv), Err(GameError::Over(outcome)));
    assert_eq!(game.resign(WHITE_B), Err(GameError::Over(outcome)));
    assert_eq!(game.flag(WHITE_B), Err(GameError::Over(outcome)));
    assert_eq!(game.agree_draw(), Err(GameError::Over(outcome)));
    assert_eq!(game.outcome(), Some(outcome));
    assert_eq!(outcome.result(), "1-0");
}

#[test]
fn r11_the_first_flag_loses_and_flags_of_both_teams_at_once_draw() {
    let mut game = start("international");
    assert_eq!(game.flag(BLACK_A), Err(GameError::NotOnTurn(BLACK_A)));
    play(&mut game, "A.e4");
    let mut draw = game.clone();
    game.flag(BLACK_A).expect("on turn");
    assert_eq!(game.outcome(), Some(Outcome::lost_by(BLACK_A, Reason::Flag)));
    assert_eq!(game.clocks()[BLACK_A], 0);
    // Black on A and white on B are partners: both flags are one team's.
    let mut lost = draw.clone();
    lost.flags(&[BLACK_A, WHITE_B]).expect("on turn");
    assert_eq!(outcome(&lost), (Some(Team::One), Reason::Flag));
    play(&mut draw, "B.e4");
    draw.flags(&[BLACK_A, BLACK_B]).expect("on turn");
    assert_eq!(outcome(&draw), (None, Reason::Flag));
}

#[test]
fn r11_mates_on_both_boards_at_once_draw() {
    // White mates on both boards at the same moment: each team has mated once.
    let game = pair(MATE_NEXT, QUEEN_MATE_NEXT, "international");
    let moves = ByBoard(["A.N@f7", "B.Qg7"].map(|text| find(&game, text).expect(text).1.mv));
    let mut both = game.clone();
    both.play_both(moves).expect("legal");
    assert_eq!(outcome(&both), (None, Reason::Mate));
    // One after the other, the first ends the game.
    let mut first = game;
    first.play(BoardId::B, moves[BoardId::B]).expect("legal");
    assert_eq!(outcome(&first), (Some(Team::Two), Reason::Mate));
    // Mates of one team on both boards win.
    let mut game = pair(MATE_NEXT, "k5q1/8/8/8/8/5p2/8/7K[] b - - 0 1", "international");
    let moves = ByBoard(["A.N@f7", "b.Qg2"].map(|text| find(&game, text).expect(text).1.mv));
    game.play_both(moves).expect("legal");
    assert_eq!(outcome(&game), (Some(Team::One), Reason::Mate));
}

#[test]
fn r11_moves_at_once_do_not_use_each_others_captures() {
    let bfen = "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 1";
    let mut game = from(bfen, "international");
    let capture = find(&game, "A.exd5").expect("legal").1.mv;
    let drop = tandem::types::Move::drop(PieceType::Knight, "f3".parse().expect("square"));
    let refused = game.play_both(ByBoard([capture, drop]));
    assert_eq!(refused, Err(GameError::Illegal { text: "n@f3".to_owned(), seat: BLACK_B }));
    assert_eq!(game.to_bfen(), bfen, "a refused pair changes nothing");
    let king = find(&game, "b.Ke7").expect("legal").1.mv;
    let transfers = game.play_both(ByBoard([capture, king])).expect("legal");
    assert_eq!(transfers.0, [Some(Transfer { to: BLACK_B, piece: PieceType::Knight }), None]);
}

#[test]
fn r11_agreement_draws_and_resignation_loses_for_the_team() {
    let mut game = start("international");
    game.agree_draw().expect("running");
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Agreement)));
    for seat in Seat::ALL {
        let mut game = start("international");
        game.resign(seat).expect("running");
        assert_eq!(game.outcome(), Some(Outcome::lost_by(seat, Reason::Resignation)));
        assert_eq!(outcome(&game).0, Some(!seat.team()));
    }
}

#[test]
fn r12_four_clocks_count_down_by_what_is_spent() {
    let mut game = Game::new(Rules::default(), Clocks::new([1000, 2000, 3000, 4000]));
    assert_eq!(Seat::ALL.map(|seat| game.clocks()[seat]), [1000, 2000, 3000, 4000]);
    assert!(game.spend(WHITE_A, 400));
    play(&mut game, "A.e4");
    assert_eq!(game.played()[0].clock_ms, 600);
    assert!(!game.spend(BLACK_A, 2500));
    game.set_clock(WHITE_B, 7);
    assert_eq!(Seat::ALL.map(|seat| game.clocks()[seat]), [600, 0, 7, 4000]);
    assert_eq!(game.clocks().least(Team::One), 600);
}

#[test]
fn r13_sitting_is_legal_and_the_clocks_decide_between_sitters() {
    let mut game = start("international");
    // Black on A sits while B plays on; white on B, the partner, plays as usual.
    play(&mut game, "A.e4 B.e4 b.e5 B.Nf3 b.Nc6 B.Bb5 b.a6");
    assert_eq!(game.on_turn(BoardId::A), BLACK_A);
    play(&mut game, "B.Bxc6");
    // Now black on B sits too, against black on A. The one with less time must move first.
    game.spend(BLACK_A, 10_000);
    game.spend(BLACK_B, 20_000);
    assert_eq!(game.clocks().up_time(BLACK_A), 10_000);
    assert_eq!(game.clocks().up_time(BLACK_B), -10_000);
    assert_eq!(game.outcome(), None);
    // A piece has arrived meanwhile.
    play(&mut game, "a.N@f3");
}

#[test]
fn r14_without_clocks_a_move_of_the_opponent_on_the_other_board_can_be_demanded() {
    let mut game = start("no-clock=move-for-move");
    play(&mut game, "A.e4");
    game.demand(WHITE_A).expect("white on A has moved, white on B is on turn");
    assert_eq!(game.demanded(), Some(WHITE_B));
    let (board, game_move) = find(&game, "a.e5").expect("legal on the board");
    assert_eq!(game.play(board, game_move.mv), Err(GameError::Demanded { by: WHITE_A, of: WHITE_B }));
    play(&mut game, "B.d4");
    assert_eq!(game.demanded(), None);
    play(&mut game, "a.e5 b.d5");
}

#[test]
fn r14_a_demand_needs_a_move_behind_it_and_one_that_can_be_made() {
    let refused = |game: &mut Game, seat| matches!(game.demand(seat), Err(GameError::NoDemand { .. }));
    let mut game = start("international");
    play(&mut game, "A.e4");
    assert!(refused(&mut game, WHITE_A), "with clocks nobody can demand");

    let mut game = start("no-clock=move-for-move");
    assert!(Seat::ALL.into_iter().all(|seat| refused(&mut game, seat)), "nobody has moved");
    play(&mut game, "A.e4");
    assert!(refused(&mut game, BLACK_A) && refused(&mut game, BLACK_B));
    game.demand(WHITE_A).expect("has moved");
    assert!(refused(&mut game, WHITE_A), "one demand at a time");
    play(&mut game, "B.d4 b.d5");
    assert!(refused(&mut game, WHITE_A), "one move founds one demand");
    game.demand(BLACK_B).expect("black on B has moved, black on A is on turn");
}

#[test]
fn r14_sitters_make_each_other_move_in_turn() {
    let mut game = start("no-clock=move-for-move");
    play(&mut game, "A.e4 B.e4");
    // Black sits on both boards. One moves, and the other must follow.
    play(&mut game, "a.e5");
    game.demand(BLACK_A).expect("black on B is on turn");
    assert!(!can_play(&game, "A.Nf3"));
    play(&mut game, "b.e5 A.Nf3");
}

#[test]
fn r14_a_hanging_player_is_excused_and_where_nobody_can_move_it_is_a_draw() {
    let mut game = pair(QUIET, HANG, "no-clock=move-for-move");
    play(&mut game, "A.e4 a.Kd7");
    let reason = "the opponent on the other board has no legal move";
    assert_eq!(game.demand(BLACK_A), Err(GameError::NoDemand { seat: BLACK_A, reason }));
    let stuck = pair(HANG, HANG, "no-clock=move-for-move");
    assert_eq!(outcome(&stuck), (None, Reason::Standstill));
}

#[test]
fn r15_reserves_are_open_to_all() {
    let mut game = start("international");
    play(&mut game, "A.e4 a.d5 A.exd5 a.Qxd5 A.Nc3 a.Qe6 A.Be2");
    let bfen = game.to_bfen();
    assert!(bfen.ends_with("/RNBQKBNR[Pp] w KQkq - 0 1"), "{bfen}");
}

#[test]
fn r16_telling_a_move_can_cost_time_or_the_game() {
    let mut game = start("international");
    assert!(game.spend(BLACK_B, 30_000));
    assert_eq!(game.clocks()[BLACK_B], 30_000);
    game.forfeit(BLACK_B, Forfeit::ConcreteAdvice).expect("running");
    assert_eq!(outcome(&game), (Some(Team::Two), Reason::Forfeit(Forfeit::ConcreteAdvice)));
}

#[test]
fn r17_seats_change_and_partners_stay_partners() {
    let first = Seating::default();
    let opponents = |seating: &Seating, player| seating.seat_of(player).map(|seat| seating.player(seat.opponent()));
    let partners = |seating: &Seating, player| seating.seat_of(player).map(|seat| seating.player(seat.partner()));
    let color = |seating: &Seating, player| seating.seat_of(player).map(|seat| seat.color);
    let colors = first.change_colors();
    let others = first.change_opponents(Team::Two);
    let both = others.change_colors();
    for player in 0..4 {
        for seating in [colors, others, both] {
            assert_eq!(partners(&seating, player), partners(&first, player));
        }
        assert_eq!(opponents(&colors, player), opponents(&first, player));
        assert_ne!(color(&colors, player), color(&first, player));
        assert_ne!(opponents(&others, player), opponents(&first, player));
        assert_ne!(opponents(&both, player), opponents(&first, player));
    }
    assert_eq!(color(&others, 0), color(&first, 0));
    assert_ne!(color(&both, 0), color(&first, 0));
    assert_eq!(colors.change_colors(), first);
}

#[test]
fn r18_repetition_ends_nothing_by_default_and_draws_by_the_option() {
    let shuffle = "A.Nf3 a.Nf6 A.Ng1 a.Ng8 A.Nf3 a.Nf6 A.Ng1";
    for (options, expected) in [
        ("international", None),
        ("fairy-stockfish", None),
        ("repetition=draw", Some(Outcome::draw(Reason::Repetition))),
    ] {
        let mut game = start(options);
        play(&mut game, "B.e4");
        play(&mut game, shuffle);
        assert_eq!(game.outcome(), None, "{options}: the second time only");
        play(&mut game, "a.Ng8");
        assert!(game.is_threefold(BoardId::A) && !game.is_threefold(BoardId::B));
        assert_eq!(game.outcome(), expected, "{options}");
    }
}

#[test]
fn bug_a_third_repetition_was_the_second_where_a_pin_forbade_en_passant() {
    let mut game = pair("3k4/8/8/8/3p4/8/4P3/3R3K[] w - - 0 1", QUIET, "repetition=draw");
    play(&mut game, "A.e4 a.Kc8 A.Kg1 a.Kd8 A.Kh1 a.Kc8 A.Kg1 a.Kd8");
    assert_eq!(game.outcome(), None, "the second time only");
    play(&mut game, "A.Kh1");
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
}

#[test]
fn r18_another_hand_is_another_position() {
    let mut game = start("repetition=draw");
    play(&mut game, "B.e4 b.d5 A.Nf3 a.Nf6 A.Ng1 a.Ng8 A.Nf3 a.Nf6 A.Ng1");
    // A pawn arrives for black on A before the third time.
    play(&mut game, "B.exd5 a.Ng8");
    assert_eq!(game.outcome(), None);
    play(&mut game, "A.Nf3 a.Nf6 A.Ng1 a.Ng8");
    assert_eq!(game.outcome(), None);
    play(&mut game, "A.Nf3 a.Nf6 A.Ng1 a.Ng8");
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
}

#[test]
fn outcomes_are_told_in_words() {
    assert_eq!(Outcome::lost_by(BLACK_A, Reason::Mate).to_string(), "1-0, mate (black on A)");
    assert_eq!(Outcome::draw(Reason::Agreement).to_string(), "1/2-1/2, agreement");
    assert_eq!(
        Outcome::lost_by(BLACK_B, Reason::Forfeit(Forfeit::Disconnect)).to_string(),
        "0-1, disconnect (black on B)"
    );
    assert_eq!(rules("fics").to_string(), "fics");
}
