//! The rules of bughouse by their numbers, one test per statement: R1 to R10, the rules of a board.

use super::sheet::{
    BLACK_A, BLACK_B, HANG, MATE_NEXT, MINUTE, QUEEN_MATE_NEXT, QUIET, WHITE_A, WHITE_B, can_play, outcome, pair, play,
    start, try_play,
};
use tandem::game::{BoardId, Clocks, Game, Outcome, Reason, Rules, Seat, Team, Transfer};
use tandem::types::{Color, PieceType};

/// White on turn hangs.
const WHITE_HANGS: &str = "4k3/8/8/8/8/8/5PPP/r5K1[] w - - 0 1";
/// Black on turn has no legal move and is not in check.
const STALEMATE: &str = "7k/5Q2/8/8/8/8/8/4K3[] b - - 0 1";

#[test]
fn r01_boards_run_without_any_order_and_partners_play_opposite_colors() {
    let mut game = start("international");
    play(&mut game, "A.e4 a.e5 A.Nf3 B.d4 a.Nc6 b.d5");
    assert_eq!(game.played().len(), 6);
    for seat in Seat::ALL {
        assert_eq!(seat.partner(), Seat::new(!seat.board, !seat.color));
        assert_eq!(seat.partner().partner(), seat);
        assert_eq!(seat.partner().team(), seat.team());
        assert_eq!(seat.opponent().team(), !seat.team());
        assert_eq!(seat.diagonal(), seat.partner().opponent());
        assert_eq!(seat.team().seat(seat.board), seat);
        assert_eq!(Seat::from_letter(seat.letter()), Some(seat));
    }
    let one = [WHITE_A, BLACK_B];
    assert!(Seat::ALL.into_iter().all(|seat| (seat.team() == Team::One) == one.contains(&seat)));
}

#[test]
fn r02_a_captured_piece_goes_to_the_partner_and_keeps_its_color() {
    let mut game = start("international");
    let transfer = play(&mut game, "A.e4 a.Nf6 A.e5 a.Nc6 A.exf6");
    assert_eq!(transfer, Some(Transfer { to: BLACK_B, piece: PieceType::Knight }));
    assert_eq!(game.played().last().and_then(|played| played.transfer), transfer);
    let bfen = game.to_bfen();
    assert!(bfen.starts_with("r1bqkb1r/pppppppp/2n2P2/8/8/8/PPPP1PPP/RNBQKBNR[] b"), "{bfen}");
    assert!(bfen.ends_with("[n] w KQkq - 0 1"), "{bfen}");
    // It can be dropped at once, in the next move.
    play(&mut game, "B.e4 b.N@f3");
    assert!(game.position(BoardId::B).hand(Color::Black).is_empty());
}

#[test]
fn r02_pieces_taken_on_either_board_by_either_color_go_across() {
    let mut game = start("international");
    for (moves, to) in
        [("A.e4 a.d5 A.exd5", BLACK_B), ("a.Qxd5", WHITE_B), ("B.e4 b.d5 B.exd5", BLACK_A), ("b.Qxd5", WHITE_A)]
    {
        assert_eq!(play(&mut game, moves), Some(Transfer { to, piece: PieceType::Pawn }), "{moves}");
    }
}

#[test]
fn bug_a_piece_captured_in_crazyhouse_was_held_on_the_other_board_too() {
    let mut game = Game::new(Rules::crazyhouse(), Clocks::all(MINUTE));
    assert_eq!(play(&mut game, "A.e4 a.d5 A.exd5"), None);
    assert_eq!(game.played().last().and_then(|played| played.transfer), None);
    assert!(game.position(BoardId::A).hand(Color::White).has(PieceType::Pawn), "{}", game.to_bfen());
    assert_eq!(game.position(BoardId::B), game.start(BoardId::B));
    // Dropped at once, in the captor's own color.
    play(&mut game, "a.Qxd5 A.P@e4");
    assert!(game.position(BoardId::A).hand(Color::White).is_empty());
    assert!(game.position(BoardId::A).hand(Color::Black).has(PieceType::Pawn));
}

#[test]
fn r03_a_drop_is_a_turn_onto_any_empty_square_but_pawns_stay_off_the_end_ranks() {
    let held = "4k3/8/8/8/8/8/8/4K3[NPnp] w - - 0 1";
    let game = pair(held, held, "international");
    let a = game.position(BoardId::A);
    for (kind, squares) in [(PieceType::Knight, 62), (PieceType::Pawn, 48)] {
        assert_eq!(a.legal_moves().iter().filter(|mv| mv.dropped() == Some(kind)).count(), squares);
    }
    let mut game = game;
    play(&mut game, "A.P@e7");
    assert_eq!(game.on_turn(BoardId::A), BLACK_A);
    assert!(!can_play(&game, "a.P@e1") && !can_play(&game, "a.N@e7") && !can_play(&game, "a.Q@e4"));
    assert!(can_play(&game, "a.P@d2"));
}

#[test]
fn r03_pawns_stay_off_the_seventh_rank_by_the_option() {
    let held = "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1";
    let mut game = pair(held, held, "gambler,pawn-drop-ranks=2-6");
    assert!(!can_play(&game, "A.P@d7") && can_play(&game, "A.P@d6") && can_play(&game, "A.P@d2"));
    play(&mut game, "A.Kd1");
    assert!(!can_play(&game, "a.P@h2") && can_play(&game, "a.P@h3") && can_play(&game, "a.P@h7"));
}

#[test]
fn r04_a_drop_may_check_and_mate_unless_an_option_forbids_it() {
    let check = "k7/8/8/8/8/8/8/K7[Q] w - - 0 1";
    for (options, may_mate, may_check) in [
        ("international", true, true),
        ("drop-mate=forbidden", false, true),
        ("drop-check=forbidden", false, false),
        ("gambler,drop-check=forbidden,drop-mate=forbidden", false, false),
    ] {
        assert_eq!(can_play(&pair(MATE_NEXT, QUIET, options), "A.N@f7"), may_mate, "{options}");
        assert_eq!(can_play(&pair(check, QUIET, options), "A.Q@a5"), may_check, "{options}");
        assert!(can_play(&pair(check, QUIET, options), "A.Q@h2"), "{options}");
    }
    let mut game = pair(MATE_NEXT, QUIET, "international");
    play(&mut game, "A.N@f7");
    assert_eq!(outcome(&game), (Some(Team::One), Reason::Mate));
}

#[test]
fn r04_a_mate_from_the_board_stays_allowed_where_drops_may_not_mate() {
    let mut game = pair(QUEEN_MATE_NEXT, QUIET, "drop-mate=forbidden,drop-check=forbidden");
    play(&mut game, "A.Qg7");
    assert_eq!(outcome(&game), (Some(Team::One), Reason::Mate));
}

#[test]
fn r05_a_pawn_becomes_one_of_four_and_goes_over_as_a_pawn() {
    let mut game = pair("1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", QUIET, "international");
    for letter in ["Q", "R", "B", "N"] {
        assert!(can_play(&game, &format!("A.a8={letter}")));
    }
    assert!(!can_play(&game, "A.a8=K") && !can_play(&game, "A.a8"));
    play(&mut game, "A.a8=Q");
    assert!(game.to_bfen().starts_with("Q~r2k3/"), "{}", game.to_bfen());
    let transfer = play(&mut game, "a.Rxa8");
    assert_eq!(transfer, Some(Transfer { to: WHITE_B, piece: PieceType::Pawn }));
}

#[test]
fn r06_a_pawn_dropped_on_its_second_rank_has_the_double_step_and_can_be_taken_en_passant() {
    let mut game = pair("4k3/8/8/8/3p4/8/8/4K3[P] w - - 0 1", QUIET, "international");
    play(&mut game, "A.P@e2 a.Kd8 A.e4");
    let transfer = play(&mut game, "a.dxe3");
    assert_eq!(transfer, Some(Transfer { to: WHITE_B, piece: PieceType::Pawn }));
}

#[test]
fn r07_a_dropped_rook_castles_unless_the_option_forbids_it() {
    let bfen = "r3k2r/p6p/8/8/8/8/P6P/4K2R[Rr] w Kkq - 0 1";
    for (options, castles) in [
        ("international", true),
        ("fics", false),
        ("fairy-stockfish", false),
        ("gambler", true),
        ("fics,dropped-rook-castles=yes", true),
    ] {
        let mut game = pair(bfen, QUIET, options);
        play(&mut game, "A.R@a1 a.Kf8");
        assert_eq!(can_play(&game, "A.O-O-O"), castles, "{options}");
        assert!(can_play(&game, "A.O-O"), "{options}");
    }
    // A king that has moved, or may have moved, never castles.
    let mut game = pair(bfen, QUIET, "international");
    play(&mut game, "A.Kd1 a.Kf8 A.Ke1 a.Ke8 A.R@a1 a.R@b8");
    assert!(!can_play(&game, "A.O-O-O") && !can_play(&game, "A.O-O"));
}

#[test]
fn r08_a_check_that_a_drop_could_block_is_not_mate() {
    let mut game = pair("6k1/5ppp/8/8/8/8/8/R3K3[] w - - 0 1", QUIET, "international");
    play(&mut game, "A.Ra8+");
    assert!(game.is_hanging(BoardId::A) && game.has_no_move(BoardId::A));
    assert_eq!(game.outcome(), None);
    // The other board goes on meanwhile.
    play(&mut game, "B.e4 b.Kd7");
    assert!(game.is_hanging(BoardId::A));
}

#[test]
fn r08_a_knight_an_adjacent_piece_or_two_checkers_mate() {
    for (board, mate) in [
        (MATE_NEXT, "A.N@f7"),
        (QUEEN_MATE_NEXT, "A.Qg7"),
        // A double check: the rook's alone could be blocked, the knight's could not.
        ("3rkr2/3p1p2/8/8/4N3/8/8/K3R3[] w - - 0 1", "A.Nf6"),
    ] {
        let mut game = pair(board, QUIET, "international");
        play(&mut game, mate);
        assert_eq!(game.outcome(), Some(Outcome::lost_by(BLACK_A, Reason::Mate)), "{mate}");
    }
    // The same discovered check by the rook alone.
    let mut game = pair("3rkr2/3p1p2/8/8/8/8/4N3/K3R3[] w - - 0 1", QUIET, "international");
    play(&mut game, "A.Nd4");
    assert!(game.is_hanging(BoardId::A) && game.outcome().is_none());
}

#[test]
fn r08_the_drop_that_could_block_must_itself_be_legal() {
    // Only the back rank could be blocked, where no pawn may be dropped.
    let game = pair(HANG, QUIET, "international");
    let kinds: Vec<PieceType> = game.position(BoardId::A).blocking_kinds().collect();
    assert_eq!(kinds, PieceType::PROMOTED);
    // Only the seventh rank could be blocked: a pawn counts for black, whose second rank it is.
    let second = pair("8/R6k/5prb/5ppp/8/8/8/4K3[] b - - 0 1", QUIET, "international");
    let kinds: Vec<PieceType> = second.position(BoardId::A).blocking_kinds().collect();
    assert_eq!(kinds, PieceType::HELD);
}

#[test]
fn r08_immediate_mate_by_the_option() {
    for options in ["fairy-stockfish", "mate=immediate"] {
        let mut game = pair("6k1/5ppp/8/8/8/8/8/R3K3[] w - - 0 1", QUIET, options);
        play(&mut game, "A.Ra8#");
        assert_eq!(outcome(&game), (Some(Team::One), Reason::Mate), "{options}");
        // With a piece in hand it is no mate by this option either.
        let mut game = pair("6k1/5ppp/8/8/8/8/8/R3K3[n] w - - 0 1", QUIET, options);
        play(&mut game, "A.Ra8+ a.N@f8");
        assert_eq!(game.outcome(), None, "{options}");
    }
}

#[test]
fn r08_a_hang_ends_when_a_piece_arrives() {
    let mut game = pair(HANG, "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1", "international");
    assert!(game.is_hanging(BoardId::A));
    assert_eq!(try_play(&mut game, "a.Kf8").ok(), None);
    play(&mut game, "B.exd5");
    assert!(!game.is_hanging(BoardId::A));
    play(&mut game, "a.N@f8");
    assert_eq!(game.outcome(), None);
}

#[test]
fn r08_a_useless_piece_does_not_end_a_hang() {
    // Only the back rank could be blocked, where no pawn may be dropped.
    let mut game = pair(HANG, "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "international");
    play(&mut game, "B.exd5");
    assert!(game.position(BoardId::A).hand(Color::Black).has(PieceType::Pawn));
    assert!(game.is_hanging(BoardId::A));
}

#[test]
fn r08_a_hang_ends_with_the_other_board() {
    // Black on A hangs; the partner, white on B, mates.
    let mut game = pair(HANG, MATE_NEXT, "international");
    play(&mut game, "B.N@f7");
    assert_eq!(outcome(&game), (Some(Team::Two), Reason::Mate));
}

#[test]
fn r08_a_hang_ends_with_the_flag() {
    let mut game = pair(HANG, QUIET, "international");
    assert!(!game.spend(BLACK_A, MINUTE));
    assert_eq!(game.outcome(), None, "the flag is the referee's to call");
    game.flag(BLACK_A).expect("on turn");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team::One), reason: Reason::Hang, seat: Some(BLACK_A) }));
}

#[test]
fn r09_a_team_both_of_whose_players_hang_has_lost() {
    // Black on A and white on B are partners.
    let game = pair(HANG, WHITE_HANGS, "international");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team::One), reason: Reason::BothHang, seat: None }));
    let mut game = pair(HANG, "r5k1/8/8/8/8/8/5PPP/6K1[] b - - 0 1", "international");
    assert_eq!(game.outcome(), None);
    play(&mut game, "b.Ra1+");
    assert_eq!(outcome(&game), (Some(Team::One), Reason::BothHang));
}

#[test]
fn r09_both_hang_plays_on_by_the_option() {
    let mut game = pair(HANG, WHITE_HANGS, "both-hang=plays-on");
    assert_eq!(game.outcome(), None);
    game.flag(WHITE_B).expect("on turn");
    assert_eq!(outcome(&game), (Some(Team::One), Reason::Hang));
}

#[test]
fn r09_one_hanging_in_each_team_is_left_to_the_clocks() {
    let mut game = pair(HANG, HANG, "international");
    assert!(BoardId::ALL.into_iter().all(|board| game.is_hanging(board)));
    assert_eq!(game.outcome(), None);
    game.flag(BLACK_B).expect("on turn");
    assert_eq!(outcome(&game), (Some(Team::Two), Reason::Hang));
}

#[test]
fn r09_a_stalemate_is_no_hang() {
    let mut game = pair(HANG, "7K/5q2/8/8/8/8/8/4k3[] w - - 0 1", "international");
    assert_eq!(game.outcome(), None);
    game.flag(WHITE_B).expect("on turn");
    assert_eq!(outcome(&game), (Some(Team::One), Reason::Flag));
}

#[test]
fn r10_no_move_and_no_check_waits_for_a_piece() {
    let mut game = pair(STALEMATE, "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "international");
    assert!(game.has_no_move(BoardId::A) && !game.is_hanging(BoardId::A));
    assert_eq!(game.outcome(), None);
    play(&mut game, "B.exd5 a.P@g6");
}

#[test]
fn r10_stalemate_loses_or_draws_by_the_option() {
    let bfen = "7k/8/8/8/8/8/8/4KQ2[] w - - 0 1";
    for (options, expected) in [
        ("fairy-stockfish", (Some(Team::One), Reason::Stalemate)),
        ("stalemate=loss", (Some(Team::One), Reason::Stalemate)),
        ("stalemate=draw", (None, Reason::Stalemate)),
    ] {
        let mut game = pair(bfen, QUIET, options);
        play(&mut game, "A.Qf7");
        assert_eq!(outcome(&game), expected, "{options}");
    }
    let both = pair(STALEMATE, STALEMATE, "stalemate=loss");
    assert_eq!(outcome(&both), (None, Reason::Stalemate));
}

#[test]
fn r10_a_board_without_any_empty_square_is_a_draw() {
    let full = "qqqqkqqq/pppppppp/pppppppp/pppppppp/pppppppp/rpbppppp/NNpppppp/KNrqqqqq[] w - - 0 1";
    let game = pair(full, QUIET, "international");
    assert_eq!(outcome(&game), (None, Reason::Stalemate));
    let one_empty = full.replace("KNrqqqqq", "KNrqqqq1");
    assert_eq!(pair(&one_empty, QUIET, "international").outcome(), None);
}
