//! Gambler's promotion: the piece comes from the partner's board, and the partner picks it.

use super::sheet::{BLACK_A, BLACK_B, WHITE_A, WHITE_B, can_play, find, from, play, start, try_play};
use tandem::board::Promotion;
use tandem::game::{BoardId, Game, GameError, Outcome, Reason, Seat, Team, Transfer};
use tandem::types::{Bitboard, Color, MoveKind, PieceType, Square};

/// White on A is about to promote; on B white (the partner's opponent) has one of each kind.
const BFEN: &str = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/1P6/RNBQK3[] w - - 0 1";

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

fn squares(texts: &[&str]) -> Bitboard {
    texts.iter().map(|text| square(text)).collect()
}

fn gambler(bfen: &str) -> Game {
    from(bfen, "gambler")
}

/// Plays the board move of a promotion, without a choice.
fn promote(game: &mut Game, text: &str) {
    let (board, game_move) = find(game, text).expect(text);
    assert_eq!(game_move.taken, None);
    assert_eq!(game.play(board, game_move.mv), Ok(None));
}

#[test]
fn both_boards_stand_still_until_the_partner_has_chosen() {
    let mut game = gambler(BFEN);
    let before = game.to_bfen();
    promote(&mut game, "A.a8=Q");
    let pending = game.pending().expect("a promotion that waits");
    assert_eq!((pending.seat, pending.chooser()), (WHITE_A, BLACK_B));
    assert_eq!(game.to_bfen(), before, "the move is not complete");
    assert!(game.played().is_empty());
    for text in ["A.Kd1", "B.Kd2", "A.a8=R"] {
        let (board, game_move) = find(&game, text).expect(text);
        assert_eq!(game.play(board, game_move.mv), Err(GameError::ChoicePending(BLACK_B)), "{text}");
    }
    assert_eq!(game.choose(square("d1")), Ok(None));
    assert_eq!(game.pending(), None);
    assert_eq!(game.choose(square("d1")), Err(GameError::NoChoicePending));
    play(&mut game, "B.Kd2 a.Kd7");
}

#[test]
fn the_piece_is_lifted_and_the_pawn_goes_to_the_player_who_lost_it() {
    let mut game = gambler(BFEN);
    promote(&mut game, "A.a8=Q");
    game.choose(square("d1")).expect("a queen stands there");
    assert_eq!(
        game.to_bfen(),
        "Q3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/1P6/RNB1K3[P] w - - 0 1",
        "the queen is no promoted pawn, and white on B holds the pawn"
    );
}

#[test]
fn the_partner_picks_whatever_the_promoter_proposed() {
    let mut game = gambler(BFEN);
    promote(&mut game, "A.a8=Q");
    assert_eq!(game.proposed_square(), Some(square("d1")));
    game.choose(square("b1")).expect("a knight stands there");
    assert!(game.to_bfen().starts_with("N3k3/"), "{}", game.to_bfen());
    let played = game.played().last().expect("a ply").mv;
    assert_eq!(played.mv.kind(), MoveKind::Promotion(PieceType::Knight));
    assert_eq!(played.taken, Some(square("b1")));
    assert_eq!(played.to_string(), "a7a8n^b1");
}

#[test]
fn either_color_on_either_board_takes_from_the_partners_opponent() {
    let boards = ["4k3/P7/8/8/8/8/p7/4K3", "1n2k3/8/8/8/8/8/8/4K1N1"];
    for seat in Seat::ALL {
        let (turn, push) = match seat.color {
            Color::White => ("w", "a8=N"),
            Color::Black => ("b", "a1=N"),
        };
        let [own, other] = boards.map(|board| format!("{board}[] {turn} - - 0 1"));
        let texts = if seat.board == BoardId::A { [own, other] } else { [other, own] };
        let mut game = gambler(&texts.join(" | "));
        let victim = seat.diagonal();
        promote(&mut game, &format!("{}.{push}", seat.letter()));
        let origin = if seat.color == Color::White { "g1" } else { "b8" };
        assert_eq!(game.takeable(seat), squares(&[origin]));
        game.choose(square(origin)).expect("takeable");
        assert!(game.position(victim.board).hand(victim.color).has(PieceType::Pawn), "{seat}");
        assert_eq!(game.position(victim.board).pieces(victim.color, PieceType::Knight), Bitboard::EMPTY);
    }
}

#[test]
fn kings_pawns_pieces_of_the_partner_and_empty_squares_cannot_be_taken() {
    let bfen = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 1n2k3/8/8/8/8/8/1P6/RNBQK3[] w - - 0 1";
    let mut game = gambler(bfen);
    assert_eq!(game.takeable(WHITE_A), squares(&["a1", "b1", "c1", "d1"]));
    promote(&mut game, "A.a8=Q");
    for text in ["e1", "b2", "b8", "e8", "h4"] {
        assert_eq!(game.choose(square(text)), Err(GameError::NotTakeable(square(text))), "{text}");
    }
    assert!(game.pending().is_some(), "a wrong choice leaves the promotion waiting");
    game.choose(square("a1")).expect("takeable");
}

#[test]
fn neither_king_of_the_robbed_board_may_be_left_in_check() {
    // First, the knight on e2 is pinned to its own king; then the bishop on e6 masks a rook's check of black's king.
    let bfen = "6k1/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/4B3/8/4r1N1/8/4N3/4K3[] w - - 0 1";
    let game = gambler(bfen);
    assert_eq!(game.takeable(WHITE_A), squares(&["e6", "g4"]));
    let bfen = "6k1/P7/8/8/8/8/8/6K1[] w - - 0 1 | 4k3/8/4B3/8/4R1N1/8/8/6K1[] w - - 0 1";
    let game = gambler(bfen);
    assert_eq!(game.takeable(WHITE_A), squares(&["e4", "g4"]));
}

#[test]
fn a_checker_may_be_taken_and_a_second_check_may_not_be_opened() {
    // Black on B is in check by the knight; the bishop masks a rook that would check as well.
    let bfen = "6k1/P7/8/8/8/8/8/6K1[] w - - 0 1 | 4k3/2N5/8/4B3/4R3/8/8/6K1[] b - - 0 1";
    let mut game = gambler(bfen);
    assert_eq!(game.takeable(WHITE_A), squares(&["c7", "e4"]));
    assert!(game.position(BoardId::B).in_check());
    play(&mut game, "A.a8=N^c7");
    assert!(!game.position(BoardId::B).in_check());
}

#[test]
fn without_a_piece_to_take_the_pawn_may_not_move_to_the_last_rank() {
    let bare = "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k2q/8/8/8/8/8/4P3/4K3[] w - - 0 1";
    let mut game = gambler(bare);
    for text in ["A.a8=Q", "A.axb8=N", "A.a8"] {
        assert!(!can_play(&game, text), "{text}");
    }
    let Promotion::Taken(kinds) = game.position(BoardId::A).rules().promotion else { panic!("Gambler's") };
    assert_eq!([kinds[Color::White].count(), kinds[Color::Black].count()], [0, 1]);
    // A piece dropped on B can be taken at once.
    let mut with_hand = gambler(
        &bare.replace("4K3[] w - - 0 1 | 4k2q/8/8/8/8/8/4P3/4K3[]", "4K3[] w - - 0 1 | 4k2q/8/8/8/8/8/4P3/4K3[R]"),
    );
    assert!(!can_play(&with_hand, "A.a8=R"));
    play(&mut with_hand, "B.R@a1");
    assert!(can_play(&with_hand, "A.a8=R") && !can_play(&with_hand, "A.a8=Q"));
    play(&mut game, "B.e4");
    assert!(!can_play(&game, "A.a8=R"));
}

#[test]
fn promoted_pieces_of_a_given_position_count_as_pawns_and_cannot_be_taken() {
    let bfen = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/Q~3K2R[] w - - 0 1";
    let game = gambler(bfen);
    assert_eq!(game.takeable(WHITE_A), squares(&["h1"]));
    assert!(!can_play(&game, "A.a8=Q") && can_play(&game, "A.a8=R"));
}

#[test]
fn a_capture_with_promotion_hands_over_the_captured_piece_too() {
    let bfen = "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1";
    let mut game = gambler(bfen);
    let transfer = play(&mut game, "A.axb8=R^a1");
    assert_eq!(transfer, Some(Transfer { to: BLACK_B, piece: PieceType::Knight }));
    // The rook is gone, and the right to castle with it.
    assert_eq!(game.to_bfen(), "1R2k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1");
}

#[test]
fn the_piece_taken_is_captured_as_what_it_is() {
    let mut game = gambler("1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/R3K3[] w - - 0 1");
    play(&mut game, "A.a8=R^a1");
    assert_eq!(play(&mut game, "a.Rxa8"), Some(Transfer { to: WHITE_B, piece: PieceType::Rook }));
}

#[test]
fn moves_name_the_square_taken_and_come_back_from_their_text() {
    let game = gambler("1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/1P4B1/RNBQK3[] w - - 0 1");
    let mut texts = Vec::new();
    for mv in game.position(BoardId::A).legal_moves().into_iter().filter(|mv| mv.promotion().is_some()) {
        for taken in game
            .takeable(WHITE_A)
            .filter(|&at| game.position(BoardId::B).piece_at(at).map(|piece| piece.kind()) == mv.promotion())
        {
            let game_move = tandem::game::GameMove { mv, taken: Some(taken) };
            let (text, san) = (game_move.to_string(), game.san(BoardId::A, game_move));
            assert_eq!(game.parse_move(BoardId::A, &text), Ok(game_move));
            assert_eq!(game.parse_san(BoardId::A, &san), Ok(game_move));
            texts.push(format!("{text} {san}"));
        }
    }
    texts.sort();
    assert_eq!(
        texts,
        [
            "a7a8b^c1 a8=B^c1",
            "a7a8b^g2 a8=B^g2",
            "a7a8n^b1 a8=N^b1",
            "a7a8q^d1 a8=Q^d1",
            "a7a8r^a1 a8=R^a1",
            "a7b8b^c1 axb8=B^c1",
            "a7b8b^g2 axb8=B^g2",
            "a7b8n^b1 axb8=N^b1",
            "a7b8q^d1 axb8=Q^d1+",
            "a7b8r^a1 axb8=R^a1+",
        ]
    );
}

#[test]
fn a_pinned_pawn_takes_en_passant_once_the_pinning_piece_is_taken() {
    let bfen = "8/P7/8/8/8/8/7k/4K3[] w - - 0 1 | 3k4/8/8/8/3p4/8/4P3/3RK3[] w - - 0 1";
    let mut game = gambler(bfen);
    play(&mut game, "B.e4");
    assert!(!can_play(&game, "b.dxe3"));
    play(&mut game, "A.a8=R^d1 b.dxe3");
}

#[test]
fn wrong_squares_behind_the_mark_are_refused() {
    let game = gambler(BFEN);
    for text in ["a7a8q^", "a7a8q^z9", "a7a8q^b1", "a7a8q^e1", "e1d1^d1", "a7a8q^d1^d1"] {
        let refused = GameError::TakenSquare { text: text.to_owned() };
        assert_eq!(game.parse_move(BoardId::A, text), Err(refused), "{text}");
    }
    assert!(game.parse_san(BoardId::A, "a8=Q^b1").is_err() && game.parse_san(BoardId::A, "Kd1^d1").is_err());
    // Where pawns promote freely, there is nothing to take.
    assert!(from(BFEN, "international").parse_move(BoardId::A, "a7a8q^d1").is_err());
    // A move with a wrong square is refused as a whole.
    let mut after = game.clone();
    let mut game_move = game.parse_move(BoardId::A, "a7a8q^d1").expect("legal");
    game_move.taken = Some(square("b2"));
    assert_eq!(after.play_whole(BoardId::A, game_move), Err(GameError::NotTakeable(square("b2"))));
    assert_eq!((after.pending(), after.to_bfen()), (None, game.to_bfen()));
}

#[test]
fn the_marks_of_check_and_mate_are_those_of_the_whole_move() {
    let bfen = "6k1/P4ppp/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/R3K3[] w - - 0 1";
    for (rules, text) in [("gambler", "a8=R^a1+"), ("gambler,mate=immediate", "a8=R^a1#")] {
        let game = from(bfen, rules);
        let game_move = game.parse_san(BoardId::A, "a8=R^a1").expect("legal");
        assert_eq!(game.san(BoardId::A, game_move), text);
        assert_eq!(game.parse_san(BoardId::A, text), Ok(game_move));
    }
}

#[test]
fn taking_a_piece_can_mate_on_the_robbed_board() {
    // White on B is in check by the knight, and only the bishop can take it.
    let bfen = "6k1/P7/8/8/8/8/8/6K1[] w - - 0 1 | 4k3/8/8/8/4B3/8/PPn5/KN6[] w - - 0 1";
    let mut game = gambler(bfen);
    assert_eq!(game.outcome(), None);
    play(&mut game, "A.a8=B^e4");
    assert_eq!(game.outcome(), Some(Outcome::lost_by(WHITE_B, Reason::Mate)));
}

#[test]
fn mates_on_both_boards_by_one_move_draw() {
    // Black on B is in check, and its only move is a promotion that takes the knight on A. White on A mates by
    // capturing that knight: then black on B has no move left either.
    let bfen = "7k/6n1/5P2/8/8/8/8/K5Q1[] w - - 0 1 | K7/8/8/2B5/8/R7/6pk/5N1b[] b - - 0 1";
    let mut game = gambler(bfen);
    assert_eq!(game.outcome(), None);
    assert!(can_play(&game, "b.gxf1=N^g7"));
    play(&mut game, "A.Qxg7");
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Mate)));
}

#[test]
fn flags_fall_and_players_resign_while_a_promotion_waits() {
    let mut game = gambler(BFEN);
    promote(&mut game, "A.a8=Q");
    let mut flagged = game.clone();
    flagged.flag(WHITE_A).expect("still on turn");
    assert_eq!(flagged.outcome().and_then(|outcome| outcome.winner), Some(Team::Two));
    assert!(matches!(flagged.choose(square("d1")), Err(GameError::Over(_))));
    game.resign(BLACK_A).expect("running");
}

#[test]
fn drops_and_captures_on_one_board_change_what_the_other_may_promote_to() {
    let mut game = start("gambler");
    play(&mut game, "A.e4 a.d5 A.exd5 a.Qxd5 A.Nc3 a.Qxg2 A.Bxg2");
    // Black on A has lost its queen: black on B could not promote to one.
    let Promotion::Taken(kinds) = game.position(BoardId::B).rules().promotion else { panic!("Gambler's") };
    assert!(!kinds[Color::Black].has(PieceType::Queen) && kinds[Color::White].has(PieceType::Queen));
    assert!(try_play(&mut game, "A.a8=Q").is_err());
}

#[test]
fn both_moves_at_once_cannot_be_promotions_of_this_kind() {
    let mut game = gambler(BFEN);
    let moves = tandem::game::ByBoard(["A.a8=Q", "B.Kd2"].map(|text| find(&game, text).expect(text).1.mv));
    assert_eq!(game.play_both(moves), Err(GameError::ChoicePending(BLACK_B)));
    assert!(game.played().is_empty() && game.pending().is_none());
}
