//! The rules of bughouse by their numbers, one test a statement.

use tandem::game::{BoardId, Clocks, Game, Rules, Seat, Team, Transfer};
use tandem::types::{Color, PieceType};

const MINUTE: u64 = 60_000;
const WHITE_A: Seat = Seat::new(BoardId::A, Color::White);
const BLACK_A: Seat = Seat::new(BoardId::A, Color::Black);
const WHITE_B: Seat = Seat::new(BoardId::B, Color::White);
const BLACK_B: Seat = Seat::new(BoardId::B, Color::Black);

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

fn start(rules_text: &str) -> Game {
    Game::new(rules(rules_text), Clocks::all(MINUTE))
}

fn from(bfen: &str, rules_text: &str) -> Game {
    Game::from_bfen(bfen, rules(rules_text), Clocks::all(MINUTE)).expect(bfen)
}

/// Plays moves written as on a score sheet: seat letter, dot, SAN.
fn play(game: &mut Game, moves: &str) -> Option<Transfer> {
    let mut transfer = None;
    for text in moves.split_whitespace() {
        transfer = try_play(game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    transfer
}

fn try_play(game: &mut Game, text: &str) -> Result<Option<Transfer>, String> {
    let (seat, san) = text.split_once('.').expect("seat and move");
    let seat = Seat::from_letter(seat.chars().next().expect("seat")).expect("seat");
    if !game.is_on_turn(seat) {
        return Err(format!("{seat} is not on turn"));
    }
    let game_move = game.parse_san(seat.board, san).map_err(|error| error.to_string())?;
    game.play_whole(seat.board, game_move).map_err(|error| error.to_string())
}

#[test]
fn r01_boards_run_without_any_order_and_partners_play_opposite_colors() {
    let mut game = start("international");
    play(&mut game, "A.e4 a.e5 A.Nf3 B.d4 a.Nc6 b.d5");
    assert_eq!(game.played().len(), 6);
    for seat in Seat::ALL {
        assert_eq!(seat.partner().color, seat.opponent().color);
        assert_eq!(seat.partner().board, seat.diagonal().board);
        assert_eq!(seat.partner().partner(), seat);
        assert_eq!(seat.partner().team(), seat.team());
        assert_eq!(seat.opponent().team(), !seat.team());
        assert_eq!(seat.diagonal().team(), !seat.team());
    }
    assert_eq!(
        [WHITE_A.team(), BLACK_A.team(), WHITE_B.team(), BLACK_B.team()],
        [Team::One, Team::Two, Team::Two, Team::One]
    );
}

#[test]
fn r02_a_captured_piece_goes_to_the_partner_and_keeps_its_color() {
    let mut game = start("international");
    let transfer = play(&mut game, "A.e4 a.Nf6 A.e5 a.Nc6 A.exf6");
    assert_eq!(transfer, Some(Transfer { to: BLACK_B, piece: PieceType::Knight }));
    let (a, b) = (game.position(BoardId::A), game.position(BoardId::B));
    assert!(b.hand(Color::Black).has(PieceType::Knight));
    assert!(b.hand(Color::White).is_empty() && a.hand(Color::White).is_empty() && a.hand(Color::Black).is_empty());
    play(&mut game, "B.e4 b.N@f3");
}

#[test]
fn r08_a_hang_is_no_end_and_a_piece_from_the_partner_ends_it() {
    // A back-rank check that any drop could block; on B the partner of the hanging player can take a knight.
    let bfen = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1 | 4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1";
    let mut game = from(bfen, "international");
    assert!(game.is_hanging(BoardId::A));
    assert_eq!(game.outcome(), None);
    play(&mut game, "B.exd5");
    assert!(!game.is_hanging(BoardId::A));
    play(&mut game, "a.N@f8");
}
